use crate::money::winnings;
use crate::{
    Bet, Due, Error, Odds, Round, Rules, Winner, mbs_7up_2011, mbs_7up_2017, mbs_baccarat_2017, mbs_electronic_2023,
    star_7up_2016,
};

/// Whether the document offers the wager.
pub fn offers(rules: Rules, bet: Bet) -> bool {
    // two sevens and any total: the first row of whatever there is
    odds(rules, bet, 0, 2).is_some()
}

/// The printed odds of a wager that won with this total of the winning hand and this many sevens.
pub fn odds(rules: Rules, bet: Bet, total: u8, sevens: u8) -> Option<Odds> {
    match rules {
        Rules::MbsSevenUp2011 => mbs_7up_2011::odds(bet, total, sevens),
        Rules::MbsSevenUp2017 => mbs_7up_2017::odds(bet, total, sevens),
        Rules::MbsBaccarat2017 => mbs_baccarat_2017::odds(bet),
        Rules::MbsElectronic2023 => mbs_electronic_2023::odds(bet, total, sevens),
        Rules::StarSevenUp2016 => star_7up_2016::odds(bet, total, sevens),
    }
}

/// What goes back for a wager on this round, stake included, in minor units. `chip` is the table's smallest
/// chip, used at the Star only.
pub fn settle(rules: Rules, bet: Bet, stake: i64, round: &Round, chip: Option<i64>) -> Result<Due, Error> {
    let total = match round.winner {
        Winner::Player | Winner::Tie => round.player_total,
        Winner::Banker => round.banker_total,
    };
    let fate = match bet {
        Bet::PlayerPair => won_if(round.player_pair),
        Bet::BankerPair => won_if(round.banker_pair),
        _ => main_fate(bet, round.winner, round.sevens),
    };
    pay(rules, bet, stake, fate, total, round.sevens, chip)
}

/// The same for a round that stands as it was declared; pairs are given apart, since nobody declares them.
#[allow(clippy::too_many_arguments, reason = "a declaration has that many parts")]
pub fn settle_as_declared(
    rules: Rules,
    bet: Bet,
    stake: i64,
    winner: Winner,
    totals: (u8, u8),
    sevens: u8,
    pairs: (bool, bool),
    chip: Option<i64>,
) -> Result<Due, Error> {
    let total = match winner {
        Winner::Player | Winner::Tie => totals.0,
        Winner::Banker => totals.1,
    };
    let fate = match bet {
        Bet::PlayerPair => won_if(pairs.0),
        Bet::BankerPair => won_if(pairs.1),
        _ => main_fate(bet, winner, sevens),
    };
    pay(rules, bet, stake, fate, total, sevens, chip)
}

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Wins,
    Loses,
    Standoff,
}

fn won_if(won: bool) -> Fate {
    if won { Fate::Wins } else { Fate::Loses }
}

fn main_fate(bet: Bet, winner: Winner, sevens: u8) -> Fate {
    match (bet, winner) {
        // MBS 3.10.1 (Electronic 3.8.1), the Star 5.1.1.3 and 5.1.2.3
        (Bet::Player | Bet::Banker, Winner::Tie) => Fate::Standoff,
        (Bet::Player, Winner::Player) | (Bet::Banker, Winner::Banker) => Fate::Wins,
        (Bet::Tie, Winner::Tie) => Fate::Wins,
        // MBS 1.1.7, the Star 5.1.4
        (Bet::SuperSevens, _) => won_if(sevens >= 2),
        _ => Fate::Loses,
    }
}

fn pay(rules: Rules, bet: Bet, stake: i64, fate: Fate, total: u8, sevens: u8, chip: Option<i64>) -> Result<Due, Error> {
    if !offers(rules, bet) {
        return Err(Error::NotOffered);
    }
    if stake <= 0 || chip.is_some_and(|chip| chip <= 0) {
        return Err(Error::NotMoney);
    }
    match fate {
        Fate::Loses => Ok(Due::exactly(0)),
        Fate::Standoff => Ok(Due::exactly(stake)),
        Fate::Wins => {
            let odds = odds(rules, bet, total, sevens).ok_or(Error::NotOffered)?;
            // the Star 5.7: up, in chips; the MBS documents say nothing of fractions
            let up_to = match rules {
                Rules::StarSevenUp2016 => Some(chip.unwrap_or(1)),
                _ => None,
            };
            let (low, high) = winnings(stake, odds.a, odds.b, up_to)?;
            let with_stake = |won: i128| {
                won.checked_add(i128::from(stake)).and_then(|sum| i64::try_from(sum).ok()).ok_or(Error::TooMuch)
            };
            Ok(Due { low: with_stake(low)?, high: with_stake(high)? })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Dealing, deal};

    fn round(rules: Rules, text: &str) -> Round {
        let cards: Vec<Card> = text.split(' ').map(|c| Card::read(c).unwrap()).collect();
        match deal(rules, &cards) {
            Dealing::Complete(round) => round,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn banker_seven_pays_nine_to_five() {
        // Banker 5+2 = 7, Player 7+9 = 6: stands
        let rules = Rules::MbsSevenUp2017;
        let round = round(rules, "5C 9H 2D");
        assert_eq!(settle(rules, Bet::Banker, 10_000, &round, None), Ok(Due::exactly(28_000)));
        assert_eq!(settle(rules, Bet::Banker, 1, &round, None), Ok(Due { low: 2, high: 3 }));
        assert_eq!(settle(rules, Bet::PlayerPair, 1, &round, None), Err(Error::NotOffered));
    }

    #[test]
    fn the_star_rounds_up_to_the_chip() {
        let rules = Rules::StarSevenUp2016;
        let round = round(rules, "5C 9H 2D");
        assert_eq!(settle(rules, Bet::Banker, 1_000, &round, Some(500)), Ok(Due::exactly(3_000)));
        assert_eq!(settle(rules, Bet::Banker, 1_000, &round, None), Ok(Due::exactly(2_800)));
        assert_eq!(settle(rules, Bet::Banker, i64::MAX, &round, None), Err(Error::TooMuch));
    }

    #[test]
    fn super_sevens_differ_between_2011_and_2017() {
        let cards = "7C TC 7D 2C";
        let old = round(Rules::MbsSevenUp2011, cards);
        assert_eq!(old.sevens, 3);
        let due = settle(Rules::MbsSevenUp2011, Bet::SuperSevens, 100, &old, None);
        assert_eq!(due, Ok(Due::exactly(800)));
        let new = round(Rules::MbsSevenUp2017, cards);
        let due = settle(Rules::MbsSevenUp2017, Bet::SuperSevens, 100, &new, None);
        assert_eq!(due, Ok(Due::exactly(600)));
    }

    #[test]
    fn baccarat_banker_less_a_twentieth() {
        let rules = Rules::MbsBaccarat2017;
        let round = round(rules, "4C 5C TD AC JS");
        assert_eq!(settle(rules, Bet::Banker, 2_500, &round, None), Ok(Due::exactly(4_875)));
        assert_eq!(settle(rules, Bet::Banker, 10, &round, None), Ok(Due { low: 19, high: 20 }));
    }
}
