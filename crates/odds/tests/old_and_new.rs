//! Schema 2 against schema 1, over every sequence of ranks that a coup can take, every bet and every reading: what the
//! old evaluator paid by the old tables is what the rows pay. The old evaluator is written out here as it was, and the
//! old tables are those of the last files of schema 1.
#![allow(clippy::tests_outside_test_module, reason = "an integration test")]

use std::collections::BTreeMap;

use resettle_game::{Card, Rank, Side, Suit};
use resettle_rules::{Pays, Reading};
use resettle_ruleset::Ruleset;

struct Outcome {
    player: u8,
    banker: u8,
    sevens: u8,
    pairs: (bool, bool),
}

/// `wins`, `loses`, `stands_off` with their words, and the rows `(total or sevens, key, odds)`.
#[derive(Default)]
struct OldBet {
    when: BTreeMap<String, (String, u8)>,
    rows: Vec<(String, String)>,
}

fn value<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let from = line.find(&format!("{key}: "))? + key.len() + 2;
    line[from..].split([',', '}']).next().map(str::trim)
}

fn old_bets(yaml: &str) -> BTreeMap<String, OldBet> {
    let mut bets: BTreeMap<String, OldBet> = BTreeMap::new();
    let (mut part, mut bet) = ("", String::new());
    for line in yaml.lines() {
        if !line.starts_with(' ') && !line.is_empty() {
            part = line.split(':').next().unwrap();
        }
        if part == "wagers" {
            if let Some(name) = line.trim().strip_prefix("- bet: ") {
                bet = name.to_owned();
            } else if let Some((branch, rest)) = line.trim().split_once(": {when: ") {
                let word = rest.split([',', '}']).next().unwrap().to_owned();
                let least = value(line, "at_least").map_or(0, |n| n.parse().unwrap());
                bets.entry(bet.clone()).or_default().when.insert(branch.to_owned(), (word, least));
            }
        }
        if part == "paytable" && line.contains("- {bet: ") {
            let key = value(line, "total")
                .map(|total| format!("total {total}"))
                .or_else(|| value(line, "sevens").map(|sevens| format!("sevens {sevens}")))
                .unwrap_or_else(|| "always".to_owned());
            let row = (key, value(line, "pays").unwrap().to_owned());
            bets.get_mut(value(line, "bet").unwrap()).unwrap().rows.push(row);
        }
    }
    bets
}

fn old_fate(bet: &OldBet, outcome: &Outcome, sevens: u8) -> String {
    let holds = |branch: &str| {
        bet.when.get(branch).is_some_and(|(word, least)| match word.as_str() {
            "player_higher" => outcome.player > outcome.banker,
            "banker_higher" => outcome.banker > outcome.player,
            "tie" => outcome.player == outcome.banker,
            "sevens" => sevens >= *least,
            "player_pair" => outcome.pairs.0,
            "banker_pair" => outcome.pairs.1,
            "otherwise" => false,
            other => panic!("{other}"),
        })
    };
    if holds("wins") {
        let total = format!("total {}", outcome.player.max(outcome.banker));
        let count = format!("sevens {sevens}");
        let own = |key: &str| bet.rows.iter().find(|(known, _)| known == key).map(|(_, odds)| odds.clone());
        return own(&total).or_else(|| own(&count)).or_else(|| own("always")).or_else(|| own("total other")).unwrap();
    }
    if holds("stands_off") {
        return "push".to_owned();
    }
    let otherwise = bet.when["loses"].0 == "otherwise";
    if otherwise || holds("loses") || !bet.when.contains_key("stands_off") { "loses" } else { "push" }.to_owned()
}

/// Deals by the ruleset's tables, and hands every complete coup to `see`.
fn every_sequence(ruleset: &Ruleset, cards: &mut Vec<Card>, see: &mut impl FnMut(&[Card], &[Vec<Rank>; 2])) {
    let value = |rank: Rank| ruleset.cards.of(rank);
    let order = &ruleset.deal.order;
    let mut hands: [Vec<Rank>; 2] = [Vec::new(), Vec::new()];
    for (side, card) in order.iter().zip(cards.iter()) {
        hands[usize::from(*side == Side::Banker)].push(card.rank);
    }
    let total = |hand: &[Rank], side| {
        let printed = ruleset.deal.permanent.of(side).unwrap_or(0);
        (printed + hand.iter().map(|rank| value(*rank)).sum::<u8>()) % 10
    };
    let mut more = cards.len() < order.len();
    if !more {
        let mut rest = cards[order.len()..].iter();
        let (player, banker) = (total(&hands[0], Side::Player), total(&hands[1], Side::Banker));
        if !ruleset.draws.is_natural(player) && !ruleset.draws.is_natural(banker) {
            let mut third = None;
            if ruleset.draws.player(player).unwrap().draws {
                match rest.next() {
                    Some(card) => {
                        hands[0].push(card.rank);
                        third = Some(value(card.rank));
                    }
                    None => more = true,
                }
            }
            if !more && ruleset.draws.banker(banker, third).unwrap().draws {
                match rest.next() {
                    Some(card) => hands[1].push(card.rank),
                    None => more = true,
                }
            }
        }
    }
    if !more {
        see(cards, &hands);
        return;
    }
    for rank in Rank::ALL {
        cards.push(Card { rank, suit: Suit::ALL[0] });
        every_sequence(ruleset, cards, see);
        cards.pop();
    }
}

#[test]
fn every_row_pays_what_schema_1_paid() {
    let registry = resettle_rulesets::registry().unwrap();
    let mut compared = 0u64;
    for (id, old) in OLD {
        let ruleset = registry.get(id).unwrap();
        let old = old_bets(old);
        assert_eq!(old.len(), ruleset.wagers.len());
        let printed = |side: Side| usize::from(*ruleset.deal.permanent.of(side) == Some(7));
        every_sequence(ruleset, &mut Vec::new(), &mut |cards, hands| {
            let of = |at: usize, side: Side| {
                let hand = &hands[at];
                let sum: u8 = hand.iter().map(|rank| ruleset.cards.of(*rank)).sum();
                let sevens = hand.iter().filter(|rank| **rank == Rank::SEVEN).count() + printed(side);
                let whole = ruleset.deal.permanent.of(side).is_none();
                let pair = whole && hand[0] == hand[1];
                ((ruleset.deal.permanent.of(side).unwrap_or(0) + sum) % 10, u8::try_from(sevens).unwrap(), pair)
            };
            let ((player, p7, p_pair), (banker, b7, b_pair)) = (of(0, Side::Player), of(1, Side::Banker));
            let outcome = Outcome { player, banker, sevens: p7 + b7, pairs: (p_pair, b_pair) };
            let dealt = ruleset.book.deal(&ruleset.table, cards).unwrap();
            assert_eq!(dealt.used, cards.len());
            let facts = ruleset.book.facts_dealt(&dealt);
            for (at, rule) in ruleset.wagers.iter().enumerate() {
                for (reading, sevens) in [(None, p7 + b7), (Some(Reading::OneHand), p7.max(b7))] {
                    if reading.is_some() && rule.reading.is_none() {
                        continue;
                    }
                    let new = ruleset.row(at, reading, &facts).map(|row| row.pays());
                    let old = old_fate(&old[&rule.bet], &outcome, sevens);
                    assert_eq!(new.map(|pays: Pays| pays.to_string()), Some(old), "{id} {} {cards:?}", rule.bet);
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 9_000_000, "{compared}");
    println!("{compared} wagers compared");
}

const OLD: &[(&str, &str)] = &[
    (
        "au-nsw/star/7-up-baccarat/2016-08-17",
        r##"wagers:
  - bet: player
    wins: {when: player_higher, clause: "5.1.1.1, 5.1.1, 5.1"}
    loses: {when: banker_higher, clause: "5.1.1.2, 11.1, 11.1.1"}
    stands_off: {when: tie, clause: "5.1.1.3"}
  - bet: banker
    wins: {when: banker_higher, clause: "5.1.2.1, 5.1.2, 5.1"}
    loses: {when: player_higher, clause: "5.1.2.2, 11.1, 11.1.1"}
    stands_off: {when: tie, clause: "5.1.2.3"}
  - bet: tie
    wins: {when: tie, clause: "5.1.3, 5.1"}
    loses: {when: otherwise, clause: "5.1.3, 11.1, 11.1.1"}
  - bet: super_sevens
    wins: {when: sevens, at_least: 2, clause: "5.1.4, 5.1, 10.5"}
    loses: {when: otherwise, clause: "5.1.4, 10.6"}
paytable:
  - {bet: banker, total: 7, pays: 9 to 5, clause: "11.1.2"}
  - {bet: banker, total: other, pays: 1 to 1, clause: "11.1.2"}
  - {bet: player, total: 7, pays: 1 to 2, clause: "11.1.2"}
  - {bet: player, total: other, pays: 1 to 1, clause: "11.1.2"}
  - {bet: tie, total: 7, pays: 9 to 1, clause: "11.1.2"}
  - {bet: tie, total: other, pays: 7 to 1, clause: "11.1.2"}
  - {bet: super_sevens, sevens: 2, pays: 2 to 1, clause: "11.1.3"}
  - {bet: super_sevens, sevens: 3, pays: 5 to 1, clause: "11.1.3"}
  - {bet: super_sevens, sevens: 4, pays: 17 to 1, clause: "11.1.3"}
  - {bet: super_sevens, sevens: 5, pays: 70 to 1, clause: "11.1.3"}
  - {bet: super_sevens, sevens: 6, pays: 700 to 1, clause: "11.1.3"}

"##,
    ),
    (
        "sg/mbs/7-up-baccarat/2011-08-26",
        r##"wagers:
  - bet: player
    wins: {when: player_higher, clause: "3.10"}
    loses: {when: banker_higher, clause: "3.10"}
    stands_off: {when: tie, clause: "3.10.1"}
  - bet: banker
    wins: {when: banker_higher, clause: "3.10"}
    loses: {when: player_higher, clause: "3.10"}
    stands_off: {when: tie, clause: "3.10.1"}
  - bet: tie
    wins: {when: tie, clause: "3.10.1"}
    loses: {when: otherwise, clause: "3.10"}
  - bet: super_sevens
    wins: {when: sevens, at_least: 2, clause: "1.1.7", reading: one_hand}
    loses: {when: otherwise, clause: "1.1.7"}
paytable:
  - {bet: banker, total: 7, pays: 9 to 5, clause: "4.1"}
  - {bet: banker, total: other, pays: 1 to 1, clause: "4.1"}
  - {bet: player, total: 7, pays: 1 to 2, clause: "4.1"}
  - {bet: player, total: other, pays: 1 to 1, clause: "4.1"}
  - {bet: tie, total: 7, pays: 9 to 1, clause: "4.1"}
  - {bet: tie, total: other, pays: 7 to 1, clause: "4.1"}
  - {bet: super_sevens, sevens: 2, pays: 2 to 1, clause: "4.1"}
  - {bet: super_sevens, sevens: 3, pays: 7 to 1, clause: "4.1"}
  - {bet: super_sevens, sevens: 4, pays: 17 to 1, clause: "4.1"}
  - {bet: super_sevens, sevens: 5, pays: 77 to 1, clause: "4.1"}
  - {bet: super_sevens, sevens: 6, pays: 777 to 1, clause: "4.1"}

"##,
    ),
    (
        "sg/mbs/7-up-baccarat/2017-02-17",
        r##"wagers:
  - bet: player
    wins: {when: player_higher, clause: "3.10"}
    loses: {when: banker_higher, clause: "3.10"}
    stands_off: {when: tie, clause: "3.10.1"}
  - bet: banker
    wins: {when: banker_higher, clause: "3.10"}
    loses: {when: player_higher, clause: "3.10"}
    stands_off: {when: tie, clause: "3.10.1"}
  - bet: tie
    wins: {when: tie, clause: "3.10.1"}
    loses: {when: otherwise, clause: "3.10"}
  - bet: super_sevens
    wins: {when: sevens, at_least: 2, clause: "1.1.7"}
    loses: {when: otherwise, clause: "1.1.7"}
paytable:
  - {bet: banker, total: 7, pays: 9 to 5, clause: "4.1"}
  - {bet: banker, total: other, pays: 1 to 1, clause: "4.1"}
  - {bet: player, total: 7, pays: 1 to 2, clause: "4.1"}
  - {bet: player, total: other, pays: 1 to 1, clause: "4.1"}
  - {bet: tie, total: 7, pays: 9 to 1, clause: "4.1"}
  - {bet: tie, total: other, pays: 7 to 1, clause: "4.1"}
  - {bet: super_sevens, sevens: 2, pays: 2 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 3, pays: 5 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 4, pays: 17 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 5, pays: 70 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 6, pays: 700 to 1, clause: "4.2"}

"##,
    ),
    (
        "sg/mbs/baccarat/2017-02-17",
        r##"wagers:
  - bet: player
    wins: {when: player_higher, clause: "3.10"}
    loses: {when: banker_higher, clause: "3.10"}
    stands_off: {when: tie, clause: "3.10.1"}
  - bet: banker
    wins: {when: banker_higher, clause: "3.10"}
    loses: {when: player_higher, clause: "3.10"}
    stands_off: {when: tie, clause: "3.10.1"}
  - bet: tie
    wins: {when: tie, clause: "3.10.1"}
    loses: {when: otherwise, clause: "3.10"}
  - bet: player_pair
    wins: {when: player_pair, clause: "3.8.1, 3.8, 1.1.5"}
    loses: {when: otherwise, clause: "3.8.1, 3.8, 1.1.5"}
  - bet: banker_pair
    wins: {when: banker_pair, clause: "3.8.2, 3.8, 1.1.5"}
    loses: {when: otherwise, clause: "3.8.2, 3.8, 1.1.5"}
paytable:
  - {bet: banker, pays: 19 to 20, clause: "4.1"}
  - {bet: player, pays: 1 to 1, clause: "4.1"}
  - {bet: tie, pays: 8 to 1, clause: "4.1"}
  - {bet: player_pair, pays: 11 to 1, clause: "4.1"}
  - {bet: banker_pair, pays: 11 to 1, clause: "4.1"}

"##,
    ),
    (
        "sg/mbs/electronic-7-up-baccarat/2023-05-08",
        r##"wagers:
  - bet: player
    wins: {when: player_higher, clause: "3.8, 3.5.1"}
    loses: {when: banker_higher, clause: "3.8"}
    stands_off: {when: tie, clause: "3.8.1"}
  - bet: banker
    wins: {when: banker_higher, clause: "3.8, 3.5.1"}
    loses: {when: player_higher, clause: "3.8"}
    stands_off: {when: tie, clause: "3.8.1"}
  - bet: tie
    wins: {when: tie, clause: "3.8.1, 1.1.9, 3.5.1"}
    loses: {when: otherwise, clause: "1.1.9"}
  - bet: super_sevens
    wins: {when: sevens, at_least: 2, clause: "1.1.7, 3.5.1"}
    loses: {when: otherwise, clause: "1.1.7"}
paytable:
  - {bet: player, total: 7, pays: 1 to 2, clause: "4.1"}
  - {bet: player, total: other, pays: 1 to 1, clause: "4.1"}
  - {bet: banker, total: 7, pays: 9 to 5, clause: "4.1"}
  - {bet: banker, total: other, pays: 1 to 1, clause: "4.1"}
  - {bet: tie, total: 7, pays: 9 to 1, clause: "4.1"}
  - {bet: tie, total: other, pays: 7 to 1, clause: "4.1"}
  - {bet: super_sevens, sevens: 2, pays: 2 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 3, pays: 5 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 4, pays: 17 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 5, pays: 70 to 1, clause: "4.2"}
  - {bet: super_sevens, sevens: 6, pays: 700 to 1, clause: "4.2"}

"##,
    ),
];
