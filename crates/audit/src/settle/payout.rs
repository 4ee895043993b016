use resettle_rules::{Pays, Reading};
use resettle_ruleset::{Ruleset, WagerRow};

use super::amount::Amount;
use crate::coup::Outcome;

/// What a stake returns, and the row that says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payout<'a> {
    pub(super) amount: Amount,
    pub(super) row: &'a WagerRow,
}

/// What `stake` on a bet, by its number in the book, returns, stake included; none where the facts it needs are not
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
    let whole = i128::from(stake);
    let amount = match row.pays() {
        Pays::Loses => Amount::exactly(0),
        Pays::Push => Amount::exactly(whole),
        Pays::Odds(odds) => {
            let winnings = odds.winnings(stake);
            let amount = match &ruleset.rounding {
                Some(_) => Amount::exactly(winnings.up_to_multiple(chip)),
                None => Amount::between(winnings.floor, winnings.ceil()),
            };
            amount.plus(whole)
        }
        Pays::LosesPart { lost, of } => {
            let parts = whole * i128::from(lost);
            let floor = parts.div_euclid(i128::from(of));
            let exact = floor * i128::from(of) == parts;
            Amount::between(whole - floor, whole - floor - i128::from(!exact))
        }
    };
    Some(Payout { amount, row })
}
