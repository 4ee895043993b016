use resettle_game::{Side, Winner};
use resettle_ruleset::{Cite, OtherReading, PayRow, PayWhen, Ruleset, WagerRule};

use super::amount::Amount;
use crate::coup::{Outcome, WagerOutcome};

/// What a stake returns, and the clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payout<'a> {
    pub(super) amount: Amount,
    pub(super) clause: &'a Cite,
    /// The row of the paytable, where the wager wins.
    pub(super) row: Option<&'a PayRow>,
}

/// What `stake` on a bet returns, stake included; none where the facts it needs are not known.
/// `chip` is the smallest chip at the table.
pub(super) fn payout<'a>(
    ruleset: &'a Ruleset,
    rule: &'a WagerRule,
    outcome: &Outcome,
    reading: Option<OtherReading>,
    stake: i64,
    chip: i64,
) -> Option<Payout<'a>> {
    let whole = i128::from(stake);
    match outcome.of_wager(rule, reading)? {
        WagerOutcome::Loses => Some(Payout { amount: Amount::exactly(0), clause: &rule.loses.clause, row: None }),
        WagerOutcome::StandsOff => {
            let clause = rule.stands_off.as_ref().map_or(&rule.loses.clause, |bet| &bet.clause);
            Some(Payout { amount: Amount::exactly(whole), clause, row: None })
        }
        WagerOutcome::Wins => {
            let row = row(ruleset, rule, outcome, reading)?;
            let winnings = row.pays.winnings(stake);
            let amount = match &ruleset.rounding {
                Some(_) => Amount::exactly(winnings.up_to_multiple(chip)),
                None => Amount::between(winnings.floor, winnings.ceil()),
            };
            Some(Payout { amount: amount.plus(whole), clause: &row.clause, row: Some(row) })
        }
    }
}

/// The row of the paytable that a winning wager falls under.
fn row<'a>(
    ruleset: &'a Ruleset,
    rule: &WagerRule,
    outcome: &Outcome,
    reading: Option<OtherReading>,
) -> Option<&'a PayRow> {
    let own = || ruleset.paytable.iter().filter(|row| row.bet == rule.bet);
    if let Some(row) = own().find(|row| row.when == PayWhen::Always) {
        return Some(row);
    }
    if own().any(|row| matches!(row.when, PayWhen::Sevens(_))) {
        let count = outcome.counted_sevens(reading)?;
        return own().find(|row| row.when == PayWhen::Sevens(count));
    }
    let side = match outcome.winner? {
        Winner::Player | Winner::Tie => Side::Player,
        Winner::Banker => Side::Banker,
    };
    let total = (*outcome.totals.of(side))?;
    own().find(|row| row.when == PayWhen::Total(total)).or_else(|| own().find(|row| row.when == PayWhen::OtherTotal))
}
