use resettle_rules::Reading;
use resettle_ruleset::{Ruleset, WagerRow};

use super::amount::Amount;
use crate::coup::Outcome;

/// What a stake returns, and the row that determines it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payout<'a> {
    pub(super) amount: Amount,
    pub(super) row: &'a WagerRow,
}

/// What `stake` on a bet, by its number in the book, returns, stake included; `None` if the facts it needs are not
/// known. `chip` is the smallest chip at the table.
pub(super) fn payout<'a>(
    ruleset: &'a Ruleset,
    bet: usize,
    outcome: &Outcome,
    reading: Option<Reading>,
    stake: i64,
    chip: i64,
) -> Option<Payout<'a>> {
    let row = ruleset.row(bet, reading, &outcome.facts)?;
    let name = ruleset.wagers.get(bet).map_or("", |rule| rule.bet.as_str());
    let (low, high) = ruleset.returned(name, row.pays(), stake, chip);
    Some(Payout { amount: Amount::between(low, high), row })
}
