use crate::{Bet, Due, Error, Round, Rules, settle};

/// A wager with what befell it; times are numbers on one scale, larger being later.
#[derive(Clone, Debug)]
pub struct Laid {
    /// What it is laid on; [`due`] fails where the document does not offer that.
    pub bet: Bet,
    /// What lay on the layout, in minor units.
    pub stake: i64,
    /// When it was placed; in time where nobody knows.
    pub placed: Option<i64>,
    /// When it was taken back.
    pub withdrawn: Option<i64>,
    /// Whether the terminal took it.
    pub accepted: bool,
    /// Whether it was removed whole after a reconstruction.
    pub removed_after_reconstruction: bool,
}

impl Laid {
    /// A wager in time, left where it is.
    pub fn of(bet: Bet, stake: i64) -> Laid {
        Laid { bet, stake, placed: None, withdrawn: None, accepted: true, removed_after_reconstruction: false }
    }
}

/// What is due on it in a coup with this round and close, stake included, in minor units.
///
/// # Errors
/// As [`settle`].
pub fn due(rules: Rules, laid: &Laid, close: i64, round: &Round, chip: Option<i64>) -> Result<Due, Error> {
    let settled = settle(rules, laid.bet, laid.stake, round, chip)?;
    // never taken: no wager (Electronic 5.10.2)
    if !laid.accepted {
        return Ok(Due::exactly(laid.stake));
    }
    // placed after the close: not honoured (MBS 5.6, Electronic 5.5, the Star 5.4)
    if laid.placed.is_some_and(|placed| placed > close) {
        return Ok(Due::exactly(laid.stake));
    }
    // the Star 12.1.1; no other document knows that right
    if laid.removed_after_reconstruction && rules == Rules::StarSevenUp2016 {
        return Ok(Due::exactly(laid.stake));
    }
    // taken back in time: no wager; too late: settled all the same (MBS 5.7)
    if laid.withdrawn.is_some_and(|withdrawn| withdrawn <= close) {
        return Ok(Due::exactly(laid.stake));
    }
    Ok(settled)
}

/// What is due on a stake above the maximum: at the Star paid or collected to the maximum, the rest going back
/// (6.5); elsewhere the documents have no consequence, and it is settled whole.
///
/// # Errors
/// As [`settle`].
pub fn due_above_maximum(
    rules: Rules,
    bet: Bet,
    stake: i64,
    maximum: i64,
    round: &Round,
    chip: Option<i64>,
) -> Result<Due, Error> {
    if rules != Rules::StarSevenUp2016 || stake <= maximum {
        return settle(rules, bet, stake, round, chip);
    }
    let excess = stake.checked_sub(maximum).ok_or(Error::TooMuch)?;
    let to_it = settle(rules, bet, maximum, round, chip)?;
    let add = |amount: i64| amount.checked_add(excess).ok_or(Error::TooMuch);
    Ok(Due { low: add(to_it.low)?, high: add(to_it.high)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Dealing, deal};

    fn banker_wins(rules: Rules) -> Round {
        // 9 against 7: a natural
        let cards: Vec<Card> = ["9C", "TC", "KC"].iter().map(|c| Card::read(c).unwrap()).collect();
        match deal(rules, &cards) {
            Dealing::Complete(round) => round,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_same_instant_is_in_time() {
        let rules = Rules::MbsSevenUp2017;
        let round = banker_wins(rules);
        let mut laid = Laid::of(Bet::Banker, 100);
        laid.placed = Some(50);
        assert_eq!(due(rules, &laid, 50, &round, None), Ok(Due::exactly(200)));
        assert_eq!(due(rules, &laid, 49, &round, None), Ok(Due::exactly(100)));
        laid.placed = None;
        laid.withdrawn = Some(50);
        assert_eq!(due(rules, &laid, 50, &round, None), Ok(Due::exactly(100)));
        assert_eq!(due(rules, &laid, 49, &round, None), Ok(Due::exactly(200)));
    }

    #[test]
    fn only_the_star_caps() {
        for rules in [Rules::StarSevenUp2016, Rules::MbsElectronic2023] {
            let round = banker_wins(rules);
            let due = due_above_maximum(rules, Bet::Player, 1_200, 1_000, &round, Some(100));
            let back = if rules.is_mbs() { 0 } else { 200 };
            assert_eq!(due, Ok(Due::exactly(back)));
        }
    }
}
