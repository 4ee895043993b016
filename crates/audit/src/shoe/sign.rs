//! A table sign that contradicts itself: its smallest chip is above a minimum that it states.

use resettle_coup_log::Limits;
use resettle_game::Unit;
use resettle_ruleset::Ruleset;

use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// The bets on which less may be staked than the smallest chip is worth, at a table that pays in chips: no such wager can be
/// laid, and what is won on it is rounded to more than it is. The amounts of the sign are of this currency.
pub(crate) fn chip_above_a_minimum(
    ruleset: &Ruleset,
    limits: &Limits,
    currency: &str,
    place: &Place,
) -> Option<Finding> {
    let (rounding, chip) = (ruleset.in_chips()?, limits.chip?);
    let below: Vec<(&String, i64)> =
        limits.min.iter().map(|(bet, minimum)| (bet, *minimum)).filter(|(_, minimum)| *minimum < chip).collect();
    let least = below.iter().map(|(_, minimum)| *minimum).min()?;
    let bets: Vec<&str> = below.iter().map(|(bet, _)| bet.as_str()).collect();
    let message = format!(
        "the smallest chip of the table sign is {}, above the minimum on {}: what is won is rounded to this chip",
        Unit::Currency(currency).of(chip),
        bets.join(", ")
    );
    let finding = Finding::new(Code::Sign, place, message).clause(Some(ruleset.cite(&rounding.clause)));
    Some(finding.compared(format!("at most {least}"), chip))
}
