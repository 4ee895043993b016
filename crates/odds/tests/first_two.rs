//! Bets on the first two cards of a hand and on suits, at eight decks, against enumerations that share no code with what counts.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use resettle_game::{Card, KnownCard, PerSide, Rank, Suit};
use resettle_odds::{Distribution, Fraction, RulesetOdds};
use resettle_rules::Facts;
use resettle_ruleset::Ruleset;

const ID: &str = "sg/mbs/baccarat/2017-02-17";

/// Royal match, pairs by colour, colours, pairs of both hands, and suits over both.
const BETS: &str = "wagers:
  - bet: royal
    rows:
      - {when: {player: {suited: true, first_kings: 1, first_queens: 1}}, pays: 25 to 1, clause: \"3.10\"}
      - {when: {any: [{player: {suited: true, first_kings: other than 1}}, {player: {suited: true, first_kings: 1, first_queens: other than 1}}]}, pays: 5 to 2, clause: \"3.10\"}
      - {when: otherwise, then: loses, clause: \"3.10\"}
  - bet: colours
    rows:
      - {when: {banker: {suited_pair: true}}, pays: 25 to 1, clause: \"3.10\"}
      - {when: {banker: {coloured_pair: true, suited_pair: false}}, pays: 12 to 1, clause: \"3.10\"}
      - {when: {banker: {pair: true, coloured_pair: false}}, pays: 6 to 1, clause: \"3.10\"}
      - {when: otherwise, then: loses, clause: \"3.10\"}
  - bet: tiger
    rows:
      - {when: {both: {twin_pairs: true}}, pays: 100 to 1, clause: \"3.10\"}
      - {when: {player: {pair: true}, banker: {pair: true}, both: {twin_pairs: false}}, pays: 20 to 1, clause: \"3.10\"}
      - {when: {any: [{player: {pair: true}, banker: {pair: false}}, {player: {pair: false}, banker: {pair: true}}]}, pays: 4 to 1, clause: \"3.10\"}
      - {when: otherwise, then: loses, clause: \"3.10\"}
  - bet: red_black
    rows:
      - {when: {player: {first_red_cards: 2}}, pays: 2 to 1, clause: \"3.10\"}
      - {when: {player: {first_red_cards: 0}}, pays: 3 to 1, clause: \"3.10\"}
      - {when: otherwise, then: loses, clause: \"3.10\"}
  - bet: hearts
    rows:
      - {when: {both: {hearts: 4}}, pays: 10 to 1, clause: \"3.10\"}
      - {when: {both: {hearts: 5 or more}}, pays: 50 to 1, clause: \"3.10\"}
      - {when: otherwise, then: loses, clause: \"3.10\"}
  - bet: flush
    rows:
      - {when: {dealt: 4, both: {of_one_suit: 4}}, pays: 20 to 1, clause: \"3.10\"}
      - {when: {dealt: 5, both: {of_one_suit: 5}}, pays: 100 to 1, clause: \"3.10\"}
      - {when: {dealt: 6, both: {of_one_suit: 6}}, pays: 500 to 1, clause: \"3.10\"}
      - {when: otherwise, then: loses, clause: \"3.10\"}
  - bet: reds
    rows:
      - {when: {dealt: 6, both: {red_cards: 6}}, pays: 50 to 1, clause: \"3.10\"}
      - {when: otherwise, then: loses, clause: \"3.10\"}
";

fn ruleset() -> Ruleset {
    let embedded = resettle_rulesets::embedded().find(|embedded| embedded.id == ID).unwrap();
    let yaml = embedded.yaml.replacen("wagers:\n", BETS, 1);
    let read = Ruleset::from_yaml(ID, &yaml, embedded.notes.as_bytes());
    read.map_err(|faults| faults.render("ruleset.yaml", &yaml, false)).unwrap()
}

fn part(ways: u64, all: u64) -> Fraction {
    Fraction::new(ways.into(), all.into())
}

/// Every two cards of a shoe of 416, by their numbers: rank and suit by division.
fn two_cards(of: impl Fn((u32, u32), (u32, u32)) -> bool) -> Fraction {
    let card = |number: u32| (number % 52 / 4, number % 4);
    let (mut ways, mut all) = (0, 0);
    for first in 0..416 {
        for second in (0..416).filter(|second| *second != first) {
            all += 1;
            ways += u64::from(of(card(first), card(second)));
        }
    }
    part(ways, all)
}

#[test]
fn royal_match_and_pairs_by_colour() {
    let odds = RulesetOdds::of(&ruleset(), 8).unwrap();
    let red = |suit: u32| suit == 1 || suit == 2;
    let royal = |a: (u32, u32), b: (u32, u32)| a.1 == b.1 && (a.0.min(b.0), a.0.max(b.0)) == (11, 12);
    let rows = |bet: &str| -> Vec<Fraction> {
        odds.wager(bet).unwrap().rows.iter().map(|row| row.probability.clone()).collect()
    };
    let suited = two_cards(|a, b| a.1 == b.1);
    let of_royal = two_cards(royal);
    assert_eq!(rows("royal")[0], of_royal);
    assert_eq!(rows("royal")[1], &suited - &of_royal);
    let edge = Fraction::from_integer(1.into()) - &of_royal * part(26, 1) - (&suited - &of_royal) * part(7, 2);
    assert_eq!(odds.wager("royal").unwrap().house_edge, edge);
    let perfect = two_cards(|a, b| a == b);
    let coloured = two_cards(|a, b| a.0 == b.0 && a.1 != b.1 && red(a.1) == red(b.1));
    let mixed = two_cards(|a, b| a.0 == b.0 && red(a.1) != red(b.1));
    assert_eq!(rows("colours")[..3], [perfect, coloured, mixed]);
    let (reds, blacks) = (two_cards(|a, b| red(a.1) && red(b.1)), two_cards(|a, b| !red(a.1) && !red(b.1)));
    assert_eq!(rows("red_black")[..2], [reds, blacks]);
}

/// Four cards off the shoe by their ranks; a third card of either hand has no part in it.
#[test]
fn pairs_of_both_hands_do_not_count_third_cards() {
    let odds = RulesetOdds::of(&ruleset(), 8).unwrap();
    let (mut twins, mut two, mut one, mut all) = (0u64, 0u64, 0u64, 0u64);
    for deal in 0..13u32.pow(4) {
        let ranks = [deal % 13, deal / 13 % 13, deal / 169 % 13, deal / 2_197];
        let mut ways = 1u64;
        for (at, rank) in ranks.iter().enumerate() {
            ways *= 32 - ranks[..at].iter().filter(|gone| *gone == rank).count() as u64;
        }
        all += ways;
        match (ranks[0] == ranks[1], ranks[2] == ranks[3]) {
            (true, true) if ranks[0] == ranks[2] => twins += ways,
            (true, true) => two += ways,
            (true, false) | (false, true) => one += ways,
            (false, false) => {}
        }
    }
    let rows: Vec<Fraction> =
        odds.wager("tiger").unwrap().rows.iter().map(|row| row.probability.clone()).take(3).collect();
    assert_eq!(rows, [part(twins, all), part(two, all), part(one, all)]);
}

/// Eight decks as cards of a point value that are of a marked suit or colour, or not: how many deals come to each number of
/// cards with each number of marked ones.
struct Marked {
    left: [[u64; 2]; 10],
    cards: u64,
    ways: BTreeMap<(usize, usize), u128>,
}

impl Marked {
    /// `marked` is how many of the four suits are.
    fn dealt(marked: u64) -> BTreeMap<(usize, usize), u128> {
        let of = |value: usize| if value == 0 { 32 } else { 8 };
        let left = std::array::from_fn(|value| [of(value) * (4 - marked), of(value) * marked]);
        let mut deals = Self { left, cards: 416, ways: BTreeMap::new() };
        deals.deal(&mut Vec::new(), 1);
        deals.ways
    }

    fn total(cards: &[(usize, usize)]) -> usize {
        cards.iter().map(|card| card.0).sum::<usize>() % 10
    }

    /// The punto banco table, to the player and the banker in turn.
    fn deal(&mut self, cards: &mut Vec<(usize, usize)>, ways: u128) {
        if cards.len() < 4 {
            return self.each(cards, ways);
        }
        let player = Self::total(&[cards[0], cards[2]]);
        let banker = Self::total(&[cards[1], cards[3]]);
        let natural = player > 7 || banker > 7;
        let drew = !natural && player < 6;
        if drew && cards.len() == 4 {
            return self.each(cards, ways);
        }
        let third = drew.then(|| cards[4].0);
        let draws = !natural
            && match (banker, third) {
                (0..=2, _) | (3..=5, None) => true,
                (3, Some(third)) => third != 8,
                (4, Some(third)) => (2..=7).contains(&third),
                (5, Some(third)) => (4..=7).contains(&third),
                (6, Some(third)) => third == 6 || third == 7,
                _ => false,
            };
        if draws && cards.len() == 4 + usize::from(drew) {
            return self.each(cards, ways);
        }
        // As many cards follow as make six.
        let rest = (0..6 - cards.len() as u64).map(|gone| u128::from(self.cards - gone)).product::<u128>();
        *self.ways.entry((cards.len(), cards.iter().map(|card| card.1).sum())).or_default() += ways * rest;
    }

    fn each(&mut self, cards: &mut Vec<(usize, usize)>, ways: u128) {
        for card in (0..10).flat_map(|value| [(value, 0), (value, 1)]) {
            let copies = self.left[card.0][card.1];
            self.left[card.0][card.1] -= 1;
            self.cards -= 1;
            cards.push(card);
            self.deal(cards, ways * u128::from(copies));
            cards.pop();
            self.cards += 1;
            self.left[card.0][card.1] += 1;
        }
    }
}

#[test]
fn suits_are_counted_over_both_hands() {
    let odds = RulesetOdds::of(&ruleset(), 8).unwrap();
    let rows = |bet: &str| -> Vec<Fraction> {
        odds.wager(bet).unwrap().rows.iter().map(|row| row.probability.clone()).collect()
    };
    let all: u128 = (0..6).map(|gone| 416 - gone).product();
    let part = |ways: u128| Fraction::new(ways.into(), all.into());
    let hearts = Marked::dealt(1);
    assert_eq!(hearts.values().sum::<u128>(), all);
    let of = |least: usize, most: usize| {
        hearts.iter().filter(|((_, n), _)| (least..=most).contains(n)).map(|(_, n)| n).sum()
    };
    assert_eq!(rows("hearts")[..2], [part(of(4, 4)), part(of(5, 6))]);
    // Four suits are alike, and cards of one suit are of no other.
    let flush = [4, 5, 6].map(|cards| part(4 * hearts[&(cards, cards)]));
    assert_eq!(rows("flush")[..3], flush);
    assert_eq!(rows("reds")[0], part(Marked::dealt(2)[&(6, 6)]));
}

/// From a small shoe, dealt in every order by the table of play.
#[test]
fn a_small_shoe_is_counted_as_it_is_dealt() {
    let ruleset = ruleset();
    let mut shoe = [0; 13];
    let mut left = Vec::new();
    for rank in [3usize, 12] {
        shoe[rank] = 4;
        left.extend(Suit::ALL.map(|suit| Card { rank: Rank::ALL[rank], suit }));
    }
    let mut dealt: BTreeMap<Facts, u128> = BTreeMap::new();
    every_order(&ruleset, &mut left, &mut Vec::new(), &mut dealt);
    let counted: BTreeMap<Facts, u128> =
        Distribution::of_shoe(&ruleset.book, &ruleset.table, shoe).outcomes().map(|(f, n)| (*f, n)).collect();
    assert_eq!(counted, dealt);
}

fn every_order(ruleset: &Ruleset, left: &mut Vec<Card>, drawn: &mut Vec<Card>, out: &mut BTreeMap<Facts, u128>) {
    if drawn.len() == 6 {
        let dealt = ruleset.book.deal(&ruleset.table, drawn).unwrap();
        *out.entry(ruleset.book.facts_dealt(&dealt)).or_default() += 1;
        return;
    }
    for at in 0..left.len() {
        let card = left.remove(at);
        drawn.push(card);
        every_order(ruleset, left, drawn, out);
        drawn.pop();
        left.insert(at, card);
    }
}

/// A number below another, by a fixed sequence.
fn below(state: &mut u64, most: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % most
}

/// Of cards known in part a fact is known only where every card that they may be gives it.
#[test]
fn what_is_not_known_of_a_card_is_taken_for_nothing() {
    let ruleset = ruleset();
    let (book, table) = (&ruleset.book, &ruleset.table);
    let (mut state, mut unknown, mut known) = (34, BTreeSet::new(), BTreeSet::new());
    for _ in 0..3_000 {
        let mut masked = 0;
        let cards: Vec<KnownCard> = (0..4 + below(&mut state, 3))
            .map(|_| {
                let card = Card { rank: Rank::ALL[below(&mut state, 13)], suit: Suit::ALL[below(&mut state, 4)] };
                masked += 1;
                match below(&mut state, 4) {
                    0 if masked < 4 => KnownCard::Rank(card.rank),
                    1 if masked < 4 => KnownCard::Points(table.value(card.rank)),
                    _ => KnownCard::Whole(card),
                }
            })
            .collect();
        let may_be = |card: KnownCard| -> Vec<Card> {
            let all = Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.map(|suit| Card { rank, suit }));
            all.filter(|one| match card {
                KnownCard::Whole(card) => card == *one,
                KnownCard::Rank(rank) => rank == one.rank,
                KnownCard::Points(points) => points == table.value(one.rank),
            })
            .collect()
        };
        let mut all: Vec<Vec<Card>> = vec![Vec::new()];
        for card in &cards {
            let next = may_be(*card);
            all = all.iter().flat_map(|hand| next.iter().map(|card| [&hand[..], &[*card]].concat())).collect();
        }
        let sides = |count: usize| if count > 5 { 3 } else { 2 };
        let split = sides(cards.len());
        let facts = book.facts_known(table, PerSide { player: &cards[..split], banker: &cards[split..] });
        let may: Vec<Facts> = all
            .iter()
            .map(|cards| book.facts_of(table, PerSide { player: &cards[..split], banker: &cards[split..] }))
            .collect();
        for fact in book.asked() {
            let values: BTreeSet<Option<u8>> = may.iter().map(|facts| book.known(facts, *fact)).collect();
            match book.known(&facts, *fact) {
                Some(value) => {
                    assert_eq!(values, BTreeSet::from([Some(value)]), "{fact:?} {cards:?}");
                    known.insert(*fact);
                }
                None => {
                    unknown.insert(*fact);
                }
            }
        }
    }
    assert!(book.asked().iter().filter(|fact| fact.is_of_first_two()).all(|fact| unknown.contains(fact)));
    assert_eq!(known.len(), book.asked().len());
}
