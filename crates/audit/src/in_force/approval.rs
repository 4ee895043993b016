use std::collections::BTreeSet;

use resettle_ruleset::{Absent, Objection, Registry, Ruleset};
use resettle_sealed_log::{Moment, Open};

use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// What approvals object to in a ruleset, at the first coup of a log that it judges.
pub(super) fn finding(registry: &Registry, ruleset: &Ruleset, place: &Place) -> Option<Finding> {
    let id = &ruleset.id;
    Some(match registry.objection(id)? {
        Objection::Unapproved { why } => {
            Finding::new(Code::Unapproved, place, format!("judged by {id}, which no entitled person approved: {why}"))
                .compared("an approval of this digest", &ruleset.digest)
        }
        Objection::Altered { files, approved, by } => {
            let message =
                format!("judged by {id}, whose {} changed since it was approved by {by}", files.join(" and "));
            Finding::new(Code::Altered, place, message).compared(approved, &ruleset.digest)
        }
    })
}

/// Approved rulesets that are missing, each reported once, at the first coup that it would have judged.
#[derive(Default)]
pub(super) struct Missed {
    reported: BTreeSet<String>,
}

impl Missed {
    pub(super) fn at(&mut self, registry: &Registry, open: &Open, moment: Moment, place: &Place) -> Vec<Finding> {
        let mut missed = registry.missed(&open.jurisdiction, &open.venue, &open.game, moment.nanos);
        missed.retain(|absent| self.reported.insert(absent.id.clone()));
        missed.into_iter().map(|absent| of(absent, place)).collect()
    }
}

fn of(absent: &Absent, place: &Place) -> Finding {
    Finding::new(Code::Altered, place, absent.message()).compared(&absent.approved, absent.logged())
}
