use resettle_game::Winner;
use resettle_ruleset::{Condition, PayRow, PayWhen, Ruleset, WagerRule};

use crate::outcome::Outcome;

/// What becomes of a wager.
#[derive(Clone, Copy, Debug)]
pub enum Fate<'r> {
    /// It wins, and is paid by this row.
    Wins(&'r PayRow),
    /// It wins, and no row says what it is paid; a checked ruleset has none such.
    Unpaid,
    /// The stake goes back.
    StandsOff,
    /// The stake is lost.
    Loses,
}

/// What becomes of a wager on an outcome. Other readings of a condition have no part in it.
#[must_use]
pub fn fate<'r>(ruleset: &'r Ruleset, rule: &WagerRule, outcome: &Outcome) -> Fate<'r> {
    if holds(rule.wins.when, outcome) {
        return row(ruleset, &rule.bet, outcome).map_or(Fate::Unpaid, Fate::Wins);
    }
    if rule.stands_off.as_ref().is_some_and(|bet| holds(bet.when, outcome)) {
        return Fate::StandsOff;
    }
    if rule.loses.when == Condition::Otherwise || holds(rule.loses.when, outcome) || rule.stands_off.is_none() {
        return Fate::Loses;
    }
    Fate::StandsOff
}

/// `Otherwise` is what the wager's other conditions leave, and holds by itself never.
fn holds(condition: Condition, outcome: &Outcome) -> bool {
    match condition {
        Condition::PlayerHigher => outcome.winner() == Winner::Player,
        Condition::BankerHigher => outcome.winner() == Winner::Banker,
        Condition::Tie => outcome.winner() == Winner::Tie,
        Condition::Sevens(least) => outcome.sevens >= least,
        Condition::PlayerPair => outcome.player_pair,
        Condition::BankerPair => outcome.banker_pair,
        Condition::Otherwise => false,
    }
}

/// The row of the paytable for a winning wager: one that names its total or sevens before the one for
/// all other totals.
fn row<'r>(ruleset: &'r Ruleset, bet: &str, outcome: &Outcome) -> Option<&'r PayRow> {
    let own = || ruleset.paytable.iter().filter(|row| row.bet == bet);
    let total = outcome.winning_total();
    own()
        .find(|row| match row.when {
            PayWhen::Total(named) => named == total,
            PayWhen::Sevens(named) => named == outcome.sevens,
            PayWhen::Always => true,
            PayWhen::OtherTotal => false,
        })
        .or_else(|| own().find(|row| row.when == PayWhen::OtherTotal))
}
