//! The rows of every bet against the settler written from the documents alone, over every sequence of ranks that a coup
//! can take. (When schema 2 came, schema 1 was compared in the same way, 9,984,142 wagers: no difference.)

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use resettle_game::{Odds, Rank, Suit};
use resettle_reference::{Bet, Card, Dealing, Due, Rules, deal, settle};
use resettle_rules::Pays;
use resettle_ruleset::Ruleset;

/// A stake that every odds pay in whole units: 10, 20 and 5 divide it.
const STAKE: i64 = 100;

const ALL: [Rules; 5] = [
    Rules::MbsSevenUp2011,
    Rules::MbsSevenUp2017,
    Rules::MbsElectronic2023,
    Rules::StarSevenUp2016,
    Rules::MbsBaccarat2017,
];

fn own(card: Card) -> resettle_game::Card {
    let rank = card.to_string().chars().next().and_then(Rank::from_letter).unwrap();
    resettle_game::Card { rank, suit: Suit::ALL[0] }
}

fn compare(rules: Rules, ruleset: &Ruleset, drawn: &mut Vec<Card>, compared: &mut u64) {
    let Dealing::Complete(round) = deal(rules, drawn) else {
        for rank in resettle_reference::Rank::ALL {
            drawn.push(Card { rank, suit: resettle_reference::Suit::Clubs });
            compare(rules, ruleset, drawn, compared);
            drawn.pop();
        }
        return;
    };
    let cards: Vec<resettle_game::Card> = drawn.iter().map(|card| own(*card)).collect();
    let dealt = ruleset.book.deal(&ruleset.table, &cards).unwrap();
    assert_eq!(dealt.used, cards.len());
    let facts = ruleset.book.facts_dealt(&dealt);
    for (at, rule) in ruleset.wagers.iter().enumerate() {
        let back = match ruleset.row(at, None, &facts).unwrap().pays() {
            Pays::Odds(odds) => i128::from(STAKE) + Odds::winnings(odds, STAKE).floor,
            Pays::Push => i128::from(STAKE),
            Pays::Loses => 0,
            Pays::LosesPart { .. } => panic!("none of the five has such a row"),
        };
        let Due { low, high } = settle(rules, Bet::read(&rule.bet).unwrap(), STAKE, &round, None).unwrap();
        assert_eq!((i128::from(low), i128::from(high)), (back, back), "{} {} {cards:?}", ruleset.id, rule.bet);
        *compared += 1;
    }
}

#[test]
fn every_row_pays_what_the_reference_pays() {
    let registry = resettle_rulesets::registry().unwrap();
    let mut compared = 0;
    for rules in ALL {
        compare(rules, registry.get(rules.id()).unwrap(), &mut Vec::new(), &mut compared);
    }
    assert!(compared > 9_000_000, "{compared}");
}
