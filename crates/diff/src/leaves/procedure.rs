use resettle_ruleset::{Commission, RoundingUnit, Ruleset};

use super::{Leaves, Part};
use crate::change::Level::{Procedure, Settlement};

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
    leaves.section("limits", &ruleset.limits);
    leaves.section("late", &ruleset.late);
    leaves.section("removal", &ruleset.removal);
    leaves.section("not_accepted", &ruleset.not_accepted);
    leaves.section("void", &ruleset.void);
    leaves.section("misdeal_that_stands", &ruleset.misdeal_that_stands);
    if let Some(clause) = ruleset.display.as_ref() {
        leaves.add(Procedure, "display", "the cards count", Some(clause));
    }
    leaves.section("no_bet_coups", &ruleset.no_bet_coups);
    leaves.section("cut_card", &ruleset.cut_card);
    leaves.section("authority", &ruleset.authority);
    leaves.section("otherwise", &ruleset.otherwise);
}
