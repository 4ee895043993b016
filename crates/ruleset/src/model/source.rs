//! What the clauses of a ruleset were read from.

use resettle_yaml::{Form, Node};
use schemars::{Schema, SchemaGenerator};

use crate::context::Context;
use crate::section::{Sha256, rule};

rule! {
    DocumentSource named "Source" {
        document: String,
        files: Vec<SourceFile>,
    }

    SourceFile as "a source file" {
        name: String,
        sha256: String = Sha256,
    }
}

/// 64 lower-case hex digits.
impl Form<Context, Sha256> for String {
    fn read(node: &Node, _: &'static str, _: &Sha256, context: &mut Context) -> Option<Self> {
        let text = node.text(&mut context.faults)?;
        if text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Some(text.to_owned());
        }
        context.faults.add_with_help(
            node.place,
            "this is no SHA-256",
            format!("a SHA-256 has 64 digits from 0-9 and a-f; here stand {} characters", text.chars().count()),
        );
        None
    }

    fn schema(_: &Sha256, generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Sha256>()
    }
}
