//! Coups that are dealt without wagers.

use resettle_game::{NoBetReason, Role};
use resettle_yaml::{Form, Node, defined};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::Context;
use crate::section::{Leaf, Leaves, rule};

rule! {
    NoBetCoups => Settlement(|_rule| "no wagers") {
        clause: Cite,
        reasons: Reasons,
    }

    Reason as "a reason"
        => Procedure(|rule| rule.by.map_or_else(|| "by any role".to_owned(), |role| format!("by {}", role.word()))) {
        /// Who has to permit it.
        by: Option<Role>,
        clause: Cite,
    }
}

/// The reasons for a no-bet coup, each by its name, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons(pub Vec<(NoBetReason, Reason)>);

impl Reasons {
    /// What is said of a reason; nothing where the ruleset does not know it.
    #[must_use]
    pub fn of(&self, reason: NoBetReason) -> Option<&Reason> {
        self.0.iter().find(|(known, _)| *known == reason).map(|(_, rule)| rule)
    }
}

impl Form<Context> for Reasons {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let mut map = node.fields("`reasons`", &mut context.faults)?;
        let mut out = Vec::new();
        for (name, place, node) in map.rest() {
            let Some(reason) = NoBetReason::parse(name) else {
                let known = NoBetReason::WORDS.join(", ");
                let message = format!("unknown reason `{name}`");
                context.faults.add_with_help(place.place, message, format!("one of: {known}"));
                continue;
            };
            out.extend(Reason::read(node, key, &(), context).map(|rule| (reason, rule)));
        }
        Some(Self(out))
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let reason = Reason::schema(&(), generator);
        let reasons: serde_json::Map<String, serde_json::Value> =
            NoBetReason::ALL.iter().map(|(word, _)| ((*word).to_owned(), reason.clone().to_value())).collect();
        let form = json_schema!({
            "description": "The reasons for a no-bet coup, each by its name.",
            "type": "object",
            "properties": reasons,
            "additionalProperties": false,
        });
        defined("Reasons", form, generator)
    }
}

impl Leaves for Reasons {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        for (reason, rule) in &self.0 {
            rule.leaves(&format!("{path}.{}", reason.word()), out);
        }
    }
}
