use resettle_ruleset::Ruleset;

use super::Leaves;
use crate::change::Level::{Editorial, Procedure};

/// What is said of promotional prizes: no coup is settled otherwise by it.
pub(super) fn promotions(leaves: &mut Leaves, ruleset: &Ruleset) {
    let Some(promotions) = &ruleset.promotions else { return };
    for rule in promotions.rules() {
        let reading = if rule.reading { ", by a reading" } else { "" };
        leaves.add(
            Procedure,
            format!("promotions.{}", rule.path),
            format!("{}{reading}", rule.text),
            Some(&rule.clause),
        );
    }
    for (at, part) in promotions.recorded.iter().enumerate() {
        leaves.add(Editorial, format!("promotions.recorded.{}", at + 1), &part.why, Some(&part.clause));
    }
}
