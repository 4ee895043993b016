//! Wagers that were placed or withdrawn too late, taken back, or not taken.

use resettle_yaml::Fixed;

use crate::clause::{BY_A_READING, Cite};
use crate::irregularity::Decider;
use crate::section::rule;

rule! {
    Late {
        placed: Placed,
        withdrawn: Withdrawn,
    }

    Placed as "a rule on lateness" => Procedure(|rule| late("stake_returned", rule.clause.is_reading())) {
        then: Fixed = ["stake_returned"],
        clause: Cite,
    }

    Withdrawn as "a rule on lateness" => Procedure(|rule| late(settled(rule), rule.clause.is_reading())) {
        then: Fixed = ["settled"],
        clause: Cite,
    }

    Removal => Settlement(|_rule| "after reconstruction") {
        after: Fixed = ["reconstruction"],
        clause: Cite,
    }

    NotAccepted => Settlement(|_rule| "no wager") {
        /// Who may refuse a wager; left out where a terminal refuses it in an interruption.
        by: Option<Decider>,
        clause: Cite,
    }
}

impl Withdrawn {
    /// The clause for a wager withdrawn in time: that its stake goes back is no reading, where what becomes of a late one is.
    #[must_use]
    pub fn in_time(&self) -> Cite {
        self.clause.clone().as_reading(false)
    }
}

/// Where no clause speaks of it, that a stake taken back in time goes back is a reading as well.
fn settled(rule: &Withdrawn) -> &'static str {
    if rule.in_time().is_reading() { "settled, by no clause" } else { "settled" }
}

fn late(then: &str, reading: bool) -> String {
    format!("{then}{}", if reading { BY_A_READING } else { "" })
}
