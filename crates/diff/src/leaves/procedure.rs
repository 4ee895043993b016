use resettle_ruleset::{AtLimit, Cite, Commission, Late, LimitRule, RoundingUnit, Ruleset};

use super::{Leaves, Part};
use crate::change::Level::{Editorial, Procedure, Settlement};

pub(super) fn procedure(leaves: &mut Leaves, ruleset: &Ruleset) {
    if let Some(rounding) = &ruleset.rounding {
        let unit = match rounding.rule.unit {
            RoundingUnit::Chip => "chip".to_owned(),
            RoundingUnit::Minor(unit) => unit.to_string(),
        };
        let value = format!("winnings {} to {unit}", rounding.rule.direction.word());
        leaves.add(Settlement, "rounding", value, Some(&rounding.clause));
        leaves.is(Part::Rounding, "rounding");
        if rounding.may_mean_payment {
            leaves.add(Procedure, "rounding.may_mean", "payment", Some(&rounding.clause));
        }
    }
    if let Some(Commission { bet, rate, clause }) = &ruleset.commission {
        let value = match rate {
            None => format!("{bet}: may be collected apart"),
            Some(rate) => {
                let (part, of) = rate.of_winnings;
                let rounded =
                    rate.rounding.map_or_else(String::new, |rounding| format!(", {}", rounding.in_words(None)));
                format!("{bet}: {part} of {of}, due {}{rounded}", rate.due.word())
            }
        };
        leaves.add(Settlement, "commission", value, Some(clause));
        leaves.is(Part::Commission, "commission");
    }
    limit(leaves, "limits.maximum", &ruleset.limits.maximum);
    limit(leaves, "limits.area_maximum", &ruleset.limits.area_maximum);
    if let Some(clause) = &ruleset.limits.minimum {
        leaves.add(Procedure, "limits.minimum", "reported", Some(clause));
    }
    for (name, clause) in &ruleset.limits.recorded {
        leaves.add(Procedure, format!("limits.{name}"), "valid", Some(clause));
    }
    late(leaves, "late.placed", "stake_returned", &ruleset.late_placed);
    late(leaves, "late.withdrawn", "settled", &ruleset.late_withdrawn);
    if let Some(clause) = &ruleset.removal {
        leaves.add(Settlement, "removal", "after reconstruction", Some(clause));
    }
    if let Some(rule) = &ruleset.not_accepted {
        leaves.add(Settlement, "not_accepted", "no wager", Some(&rule.clause));
        if let Some(by) = &rule.by {
            leaves.add(Procedure, "not_accepted.by", format!("{} ({})", by.name, by.role.word()), Some(&by.clause));
        }
    }
    let refund = &ruleset.void.refund;
    leaves.add(Procedure, "void.refund", ground(refund.clause.as_ref(), refund.reading), refund.clause.as_ref());
    if !ruleset.void.outside.is_empty() {
        let mut kinds: Vec<&str> = ruleset.void.outside.iter().map(|kind| kind.word()).collect();
        kinds.sort_unstable();
        leaves.add(Procedure, "void.outside_the_rules.kinds", kinds.join(", "), None);
    }
    if let Some(why) = &ruleset.void.outside_why {
        leaves.add(Editorial, "void.outside_the_rules.why", why, None);
    }
    let stands = ruleset.misdeal_that_stands.as_ref();
    leaves.add(Procedure, "misdeal_that_stands", ground(stands, stands.is_none()), stands);
    if let Some(clause) = &ruleset.display {
        leaves.add(Procedure, "display", "the cards count", Some(clause));
    }
    if let Some(no_bet) = &ruleset.no_bet_coups {
        leaves.add(Settlement, "no_bet_coups", "no wagers", Some(&no_bet.clause));
        for rule in &no_bet.reasons {
            let by = rule.by.map_or_else(|| "by anybody".to_owned(), |role| format!("by {}", role.word()));
            let path = format!("no_bet_coups.reasons.{}", rule.reason.word());
            leaves.add(Procedure, path, by, Some(&rule.clause));
        }
    }
    if let Some(cut) = &ruleset.cut_card {
        leaves.add(Procedure, "cut_card", cut.then.word(), Some(&cut.clause));
    }
    for (office, (role, clause)) in &ruleset.authority {
        leaves.add(Procedure, format!("authority.{office}"), format!("from {}", role.word()), Some(clause));
    }
    if let Some(otherwise) = &ruleset.otherwise {
        leaves.add(Settlement, "otherwise.then", otherwise.then.word(), Some(&otherwise.clause));
        leaves.add(Settlement, "otherwise.by", otherwise.by.word(), Some(&otherwise.clause));
    }
}

/// Whether the document says it, or it is a reading.
fn ground(clause: Option<&Cite>, reading: bool) -> &'static str {
    match (clause, reading) {
        (Some(_), false) => "stated",
        (Some(_), true) => "stated, by a reading",
        (None, _) => "reading",
    }
}

fn limit(leaves: &mut Leaves, path: &str, rule: &LimitRule) {
    let then = match rule.then {
        AtLimit::Whole => "whole",
        AtLimit::Capped => "capped",
        AtLimit::ProRata => "pro_rata",
    };
    leaves.add(Settlement, path, then, rule.clause.as_ref());
    if let Some(clause) = &rule.earlier_coups {
        leaves.add(Settlement, format!("{path}.earlier_coups"), "results stand", Some(clause));
    }
}

fn late(leaves: &mut Leaves, path: &str, then: &str, rule: &Late) {
    let reading = if rule.reading { ", by a reading" } else { "" };
    leaves.add(Procedure, path, format!("{then}{reading}"), Some(&rule.clause));
}
