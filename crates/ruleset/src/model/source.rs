//! What the clauses of a ruleset were read from.

use resettle_yaml::{Form, Node};
use schemars::{Schema, SchemaGenerator};

use crate::decode::{Context, sha256};
use crate::schema::words::Sha256;
use crate::section::rule;

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

impl Form<Context, Sha256> for String {
    fn read(node: &Node, _: &'static str, _: &Sha256, context: &mut Context) -> Option<Self> {
        sha256(node, context)
    }

    fn schema(_: &Sha256, generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Sha256>()
    }
}
