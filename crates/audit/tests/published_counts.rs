//! Enumerating all deals through the engine's own deal code gives the published exact counts.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::{Played, play};
use resettle_game::{Card, Rank, Suit, Winner};
use resettle_ruleset::Ruleset;

/// Ways over ordered sequences of cards, by result.
#[derive(Default, Debug, PartialEq, Eq)]
struct Counts {
    player: u64,
    player_on_seven: u64,
    banker: u64,
    tie: u64,
    player_pair: u64,
    all: u64,
}

struct Enumeration<'r> {
    ruleset: &'r Ruleset,
    length: usize,
    left: [u64; 13],
    cards_left: u64,
    cards: Vec<Card>,
    counts: Counts,
}

/// Counts ordered sequences of `length` cards from so many decks.
fn enumerate(id: &str, decks: u64, length: usize) -> Counts {
    let registry = resettle_rulesets::registry().unwrap();
    let ruleset = registry.get(id).unwrap();
    let mut enumeration = Enumeration {
        ruleset,
        length,
        left: [4 * decks; 13],
        cards_left: 52 * decks,
        cards: Vec::new(),
        counts: Counts::default(),
    };
    enumeration.deal(1);
    enumeration.counts
}

impl Enumeration<'_> {
    /// `ways` is in how many ways the cards so far can be drawn.
    fn deal(&mut self, ways: u64) {
        let played: Played = play(self.ruleset, &self.cards);
        if played.lacks.is_none() {
            // Whatever follows up to the full length changes nothing.
            let unseen = (0..self.length - self.cards.len()).map(|n| self.cards_left - n as u64).product::<u64>();
            self.count(&played, ways * unseen);
            return;
        }
        let [suit, ..] = Suit::ALL;
        for rank in Rank::ALL {
            let copies = self.left[rank.index()];
            if copies == 0 {
                continue;
            }
            self.left[rank.index()] -= 1;
            self.cards_left -= 1;
            self.cards.push(Card { rank, suit });
            self.deal(ways * copies);
            self.cards.pop();
            self.cards_left += 1;
            self.left[rank.index()] += 1;
        }
    }

    fn count(&mut self, played: &Played, ways: u64) {
        let outcome = played.hands.outcome(self.ruleset);
        let counts = &mut self.counts;
        counts.all += ways;
        match outcome.winner.unwrap() {
            Winner::Player if outcome.totals.player == Some(7) => counts.player_on_seven += ways,
            Winner::Player => counts.player += ways,
            Winner::Banker => counts.banker += ways,
            Winner::Tie => counts.tie += ways,
        }
        let pair = resettle_rules::Fact::Pair(resettle_game::Side::Player);
        if self.ruleset.book.known(&outcome.facts, pair) == Some(1) {
            counts.player_pair += ways;
        }
    }
}

/// A fraction in millionths, rounded to the nearest.
fn millionths(part: i128, whole: i128) -> i128 {
    (part * 2_000_000 + whole) / (2 * whole)
}

#[test]
fn baccarat_with_eight_decks_to_the_last_digit() {
    let counts = enumerate("sg/mbs/baccarat/2017-02-17", 8, 6);
    assert_eq!(counts.all, 4_998_398_275_503_360);
    assert_eq!(counts.banker, 2_292_252_566_437_888);
    assert_eq!(counts.player + counts.player_on_seven, 2_230_518_282_592_256);
    assert_eq!(counts.tie, 475_627_426_473_216);
    // Pair at 11 to 1: house edge 10.3614 %.
    let edge = i128::from(counts.all) - 12 * i128::from(counts.player_pair);
    assert_eq!(millionths(edge, i128::from(counts.all)), 103_614);
}

#[test]
fn seven_up_with_six_decks_to_the_last_digit() {
    let counts = enumerate("sg/mbs/7-up-baccarat/2017-02-17", 6, 5);
    assert_eq!(counts.all, 2_862_766_146_240);
    assert_eq!(counts.player, 818_970_471_360);
    assert_eq!(counts.player_on_seven, 561_338_904_384);
    assert_eq!(counts.tie, 308_245_281_984);
    assert_eq!(counts.banker, 1_174_211_488_512);
    // The Player pays 1 to 1, on 7 1 to 2: house edge 2.6049 %.
    let back = 2 * i128::from(counts.player) + i128::from(counts.player_on_seven) - 2 * i128::from(counts.banker);
    assert_eq!(millionths(-back, 2 * i128::from(counts.all)), 26_049);
}

#[test]
fn all_seven_up_rulesets_deal_alike() {
    let v6 = enumerate("sg/mbs/7-up-baccarat/2017-02-17", 6, 5);
    for id in [
        "sg/mbs/7-up-baccarat/2011-08-26",
        "sg/mbs/electronic-7-up-baccarat/2023-05-08",
        "au-nsw/star/7-up-baccarat/2016-08-17",
    ] {
        assert_eq!(enumerate(id, 6, 5), v6, "{id}");
    }
}
