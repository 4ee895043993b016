use resettle_ruleset::{Objection, Registry, Ruleset};

use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// What approvals object to in a ruleset, at the first coup of a log that it judges.
pub(super) fn finding(registry: &Registry, ruleset: &Ruleset, place: &Place) -> Option<Finding> {
    let id = &ruleset.id;
    Some(match registry.objection(id)? {
        Objection::Unapproved { why } => {
            Finding::new(Code::Unapproved, place, format!("judged by {id}, which nobody entitled approved: {why}"))
                .compared("an approval of this digest", &ruleset.digest)
        }
        Objection::Altered { files, approved, by } => {
            let message =
                format!("judged by {id}, whose {} changed since it was approved by {by}", files.join(" and "));
            Finding::new(Code::Altered, place, message).compared(approved, &ruleset.digest)
        }
    })
}
