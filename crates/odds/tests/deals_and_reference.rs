//! The settler written from the documents alone gives the same return, over every deal.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use num_bigint::BigInt;
use resettle_odds::{Fraction, RulesetOdds};
use resettle_reference::{Bet, Card, Dealing, Due, Rank, Round, Rules, Suit, deal, settle};

/// A stake that every odds pay in whole units: 10, 20 and 5 divide it.
const STAKE: i64 = 100;

const BETS: [(Bet, &str); 6] = [
    (Bet::Player, "player"),
    (Bet::Banker, "banker"),
    (Bet::Tie, "tie"),
    (Bet::SuperSevens, "super_sevens"),
    (Bet::PlayerPair, "player_pair"),
    (Bet::BankerPair, "banker_pair"),
];

struct Walk {
    rules: Rules,
    longest: usize,
    left: [u128; 13],
    cards_left: u128,
    drawn: Vec<Card>,
    all: u128,
    back: [u128; 6],
}

impl Walk {
    fn deal(&mut self, ways: u128) {
        match deal(self.rules, &self.drawn) {
            Dealing::Complete(round) => self.settle(&round, ways),
            Dealing::Needs(_) => {
                for (at, rank) in Rank::ALL.into_iter().enumerate() {
                    let copies = self.left[at];
                    self.left[at] -= 1;
                    self.cards_left -= 1;
                    self.drawn.push(Card { rank, suit: Suit::Clubs });
                    self.deal(ways * copies);
                    self.drawn.pop();
                    self.cards_left += 1;
                    self.left[at] += 1;
                }
            }
            Dealing::Surplus { .. } => unreachable!("no card is drawn that nobody asked for"),
        }
    }

    fn settle(&mut self, round: &Round, ways: u128) {
        let unseen: u128 = (self.drawn.len()..self.longest).zip(0..).map(|(_, gone)| self.cards_left - gone).product();
        self.all += ways * unseen;
        for ((bet, _), back) in BETS.iter().zip(&mut self.back) {
            if let Ok(Due { low, high }) = settle(self.rules, *bet, STAKE, round, None) {
                assert_eq!(low, high, "the stake is a multiple");
                *back += u128::try_from(low).unwrap() * ways * unseen;
            }
        }
    }
}

fn agrees(rules: Rules, decks: u32, longest: usize) {
    let mut walk = Walk {
        rules,
        longest,
        left: [4 * u128::from(decks); 13],
        cards_left: 52 * u128::from(decks),
        drawn: Vec::new(),
        all: 0,
        back: [0; 6],
    };
    walk.deal(1);
    let registry = resettle_rulesets::registry().unwrap();
    let odds = RulesetOdds::of(registry.get(rules.id()).unwrap(), decks).unwrap();
    assert_eq!(odds.sequences, walk.all);
    let mut compared = 0;
    for ((_, bet), back) in BETS.iter().zip(walk.back) {
        let Some(wager) = odds.wager(bet) else { continue };
        let staked = BigInt::from(walk.all) * STAKE;
        assert_eq!(wager.returned, Fraction::new(back.into(), staked), "{} {bet} {decks}", rules.id());
        compared += 1;
    }
    assert_eq!(compared, odds.wagers.len());
}

#[test]
fn seven_up_2011() {
    for decks in [4, 6, 8] {
        agrees(Rules::MbsSevenUp2011, decks, 5);
    }
}

#[test]
fn seven_up_2017() {
    for decks in [4, 7, 10] {
        agrees(Rules::MbsSevenUp2017, decks, 5);
    }
}

#[test]
fn electronic_2023() {
    for decks in [5, 9] {
        agrees(Rules::MbsElectronic2023, decks, 5);
    }
}

#[test]
fn star_2016() {
    agrees(Rules::StarSevenUp2016, 6, 5);
}

#[test]
fn baccarat_2017() {
    agrees(Rules::MbsBaccarat2017, 8, 6);
}
