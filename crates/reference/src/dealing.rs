use crate::{
    Card, Round, Rules, Side, mbs_7up_2011, mbs_7up_2017, mbs_baccarat_2017, mbs_electronic_2023, star_7up_2016,
};

/// How far a sequence of physical cards carries a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealing {
    /// A further card is needed, for this hand.
    Needs(Side),
    /// The round is complete with exactly these cards.
    Complete(Round),
    /// The round was complete before the last of them.
    Surplus {
        /// The round as the rules deal it.
        round: Round,
        /// How many of the cards it took.
        used: usize,
    },
}

/// Which hand the next card goes to when these have been dealt by the rules; `None` when the round is complete.
pub fn next_card(rules: Rules, player: &[Card], banker: &[Card]) -> Option<Side> {
    // The order of the first cards, hand by hand, as drawn.
    let drawn = player.len() + banker.len();
    let first = match rules {
        // 3.8
        Rules::MbsSevenUp2011 => match drawn {
            0 => Some(Side::Banker),
            1 => Some(Side::Player),
            2 => Some(Side::Banker),
            _ => None,
        },
        // 3.8
        Rules::MbsSevenUp2017 => match drawn {
            0 => Some(Side::Banker),
            1 => Some(Side::Player),
            2 => Some(Side::Banker),
            _ => None,
        },
        // 3.7
        Rules::MbsBaccarat2017 => match drawn {
            0 => Some(Side::Player),
            1 => Some(Side::Banker),
            2 => Some(Side::Player),
            3 => Some(Side::Banker),
            _ => None,
        },
        // 3.6.1, 3.6.2
        Rules::MbsElectronic2023 => match drawn {
            0 => Some(Side::Banker),
            1 => Some(Side::Player),
            2 => Some(Side::Banker),
            _ => None,
        },
        // 7.3
        Rules::StarSevenUp2016 => match drawn {
            0 => Some(Side::Banker),
            1 => Some(Side::Player),
            2 => Some(Side::Banker),
            _ => None,
        },
    };
    if first.is_some() {
        return first;
    }

    let players_two = if rules.permanent_seven() { 1 } else { 2 };
    let initial =
        Round::of(rules, player.iter().take(players_two).copied().collect(), banker.iter().take(2).copied().collect());
    // MBS 3.9.1 (Electronic 3.7), the Star 9.2
    if initial.player_total >= 8 || initial.banker_total >= 8 {
        return None;
    }
    let third = player.get(players_two);
    if third.is_none() && player_draws(rules, initial.player_total) && banker.len() == 2 {
        return Some(Side::Player);
    }
    let third = third.map(|card| card.rank.points());
    if banker.len() == 2 && banker_draws(rules, initial.banker_total, third) {
        return Some(Side::Banker);
    }
    None
}

/// Deals these physical cards by the rules.
pub fn deal(rules: Rules, cards: &[Card]) -> Dealing {
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    for (used, card) in cards.iter().enumerate() {
        match next_card(rules, &player, &banker) {
            Some(Side::Player) => player.push(*card),
            Some(Side::Banker) => banker.push(*card),
            None => {
                let round = Round::of(rules, player, banker);
                return Dealing::Surplus { round, used };
            }
        }
    }
    match next_card(rules, &player, &banker) {
        Some(side) => Dealing::Needs(side),
        None => Dealing::Complete(Round::of(rules, player, banker)),
    }
}

fn player_draws(rules: Rules, total: u8) -> bool {
    match rules {
        Rules::MbsSevenUp2011 => mbs_7up_2011::player_draws(total),
        Rules::MbsSevenUp2017 => mbs_7up_2017::player_draws(total),
        Rules::MbsBaccarat2017 => mbs_baccarat_2017::player_draws(total),
        Rules::MbsElectronic2023 => mbs_electronic_2023::player_draws(total),
        Rules::StarSevenUp2016 => star_7up_2016::player_draws(total),
    }
}

fn banker_draws(rules: Rules, total: u8, players_third: Option<u8>) -> bool {
    match rules {
        Rules::MbsSevenUp2011 => mbs_7up_2011::banker_draws(total, players_third),
        Rules::MbsSevenUp2017 => mbs_7up_2017::banker_draws(total, players_third),
        Rules::MbsBaccarat2017 => mbs_baccarat_2017::banker_draws(total, players_third),
        Rules::MbsElectronic2023 => mbs_electronic_2023::banker_draws(total, players_third),
        Rules::StarSevenUp2016 => star_7up_2016::banker_draws(total, players_third),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Winner;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|c| Card::read(c).unwrap()).collect()
    }

    #[test]
    fn permanent_seven_opens_the_players_hand() {
        let Dealing::Complete(round) = deal(Rules::MbsSevenUp2017, &cards("5C AH 2D")) else { panic!() };
        assert_eq!((round.player_total, round.banker_total), (8, 7));
        assert_eq!((round.winner, round.sevens), (Winner::Player, 1));
        assert!(!round.player_pair);
    }

    #[test]
    fn baccarat_deals_in_turn() {
        let got = deal(Rules::MbsBaccarat2017, &cards("4S QS AH QD 9C 4S"));
        let Dealing::Complete(round) = got else { panic!("{got:?}") };
        assert_eq!((round.player_total, round.banker_total), (4, 4));
        assert!(round.banker_pair && !round.player_pair);
    }

    #[test]
    fn asks_for_what_is_missing_and_reports_what_is_too_much() {
        assert_eq!(deal(Rules::StarSevenUp2016, &[]), Dealing::Needs(Side::Banker));
        assert_eq!(deal(Rules::StarSevenUp2016, &cards("KH 5D KH")), Dealing::Needs(Side::Player));
        let got = deal(Rules::StarSevenUp2016, &cards("5C AH 2D 9C"));
        assert!(matches!(got, Dealing::Surplus { used: 3, .. }));
    }

    #[test]
    fn all_five_tables_are_one_function() {
        for total in 0..=7 {
            for third in
                [None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), Some(7), Some(8), Some(9)]
            {
                let cells: Vec<bool> = Rules::ALL.iter().map(|r| banker_draws(*r, total, third)).collect();
                assert!(cells.windows(2).all(|w| w[0] == w[1]), "{total} {third:?}");
            }
        }
    }
}
