//! What holds for every ruleset and every shoe, against a plain enumeration card by card.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use num_traits::{One as _, Zero as _};
use proptest::prelude::*;
use resettle_audit::play;
use resettle_game::{Card, Rank, Side, Suit};
use resettle_odds::{Distribution, Fraction, RulesetOdds};
use resettle_rules::Facts;
use resettle_ruleset::Ruleset;

fn rulesets() -> Vec<Ruleset> {
    resettle_rulesets::registry().unwrap().iter().map(|ruleset| Ruleset::clone(ruleset)).collect()
}

#[test]
fn probabilities_sum_to_one() {
    for ruleset in rulesets() {
        for odds in RulesetOdds::of_all_decks(&ruleset).unwrap() {
            let what = format!("{} {}", ruleset.id, odds.decks);
            assert_eq!(&odds.player + &odds.banker + &odds.tie, Fraction::one(), "{what}");
            assert_eq!(odds.wagers.len(), ruleset.wagers.len());
            for wager in &odds.wagers {
                let what = format!("{what} {}", wager.bet);
                assert_eq!(&wager.win + &wager.push + &wager.lose, Fraction::one(), "{what}");
                let rows: Fraction = wager.winning().iter().map(|row| row.probability.clone()).sum();
                assert_eq!(rows, wager.win, "{what}");
                assert!(wager.rows.iter().all(|row| row.probability > Fraction::zero()), "{what}");
                assert_eq!(&wager.returned + &wager.house_edge, Fraction::one(), "{what}");
                assert!(wager.variance > Fraction::zero(), "{what}");
            }
        }
    }
}

/// Every order in which the very cards of a shoe can come, dealt by the engine's own deal code.
fn card_by_card(ruleset: &Ruleset, shoe: &[Card]) -> BTreeMap<Facts, u128> {
    fn deal(
        ruleset: &Ruleset,
        left: &mut Vec<Card>,
        drawn: &mut Vec<Card>,
        longest: usize,
        out: &mut BTreeMap<Facts, u128>,
    ) {
        if drawn.len() == longest || left.is_empty() {
            let played = play(ruleset, drawn);
            if played.lacks.is_none() {
                let outcome = played.hands.outcome(ruleset).facts;
                *out.entry(outcome).or_default() += 1;
            }
            return;
        }
        for at in 0..left.len() {
            let card = left.swap_remove(at);
            drawn.push(card);
            deal(ruleset, left, drawn, longest, out);
            drawn.pop();
            left.push(card);
            let last = left.len() - 1;
            left.swap(at, last);
        }
    }
    let mut out = BTreeMap::new();
    let longest = ruleset.deal.order.len() + 2;
    deal(ruleset, &mut shoe.to_vec(), &mut Vec::new(), longest, &mut out);
    out
}

/// A ruleset of the same family that nobody wrote: other values, tables, order, permanent cards.
fn changed(mut ruleset: Ruleset, dice: &[u8]) -> Ruleset {
    let mut dice = dice.iter().copied().cycle();
    let mut roll = || dice.next().unwrap();
    for value in &mut ruleset.cards.values {
        if roll() % 4 == 0 {
            *value = roll() % 10;
        }
    }
    for cell in ruleset.draws.player.iter_mut().flatten().chain(ruleset.draws.banker.iter_mut().flatten().flatten()) {
        cell.draws ^= roll() % 5 == 0;
    }
    let turn = usize::from(roll()) % ruleset.deal.order.len();
    ruleset.deal.order.rotate_left(turn);
    if roll() % 3 == 0 {
        ruleset.deal.permanent.banker = Some(2 + roll() % 8);
        let at = ruleset.deal.order.iter().position(|side| *side == Side::Banker).unwrap();
        ruleset.deal.order.remove(at);
    }
    ruleset.compile().unwrap();
    ruleset
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Counting by ranks gives what dealing every single card gives.
    #[test]
    fn tiny_shoes_are_counted_as_they_are_dealt(
        which in 0usize..5,
        ranks in prop::collection::vec(0usize..13, 3..8),
        twins in 0usize..4,
        dice in prop::option::of(prop::collection::vec(any::<u8>(), 150)),
    ) {
        let mut ruleset = rulesets().swap_remove(which);
        if let Some(dice) = dice {
            ruleset = changed(ruleset, &dice);
        }
        // Ranks that come several times make the cases that counting can get wrong.
        let mut ranks = ranks;
        for twin in 0..twins.min(ranks.len() - 1) {
            ranks[twin + 1] = ranks[twin];
        }
        let [suit, ..] = Suit::ALL;
        let shoe: Vec<Card> = ranks.iter().map(|rank| Card { rank: Rank::ALL[*rank], suit }).collect();
        let mut by_rank = [0u32; 13];
        for rank in &ranks {
            by_rank[*rank] += 1;
        }
        let counted: BTreeMap<Facts, u128> = Distribution::of_shoe(&ruleset.book, &ruleset.table, by_rank).outcomes().map(|(facts, ways)| (*facts, ways)).collect();
        prop_assert_eq!(counted, card_by_card(&ruleset, &shoe));
    }

    /// The table that is walked millions of times deals as the engine does.
    #[test]
    fn the_table_deals_as_the_engine(
        which in 0usize..5,
        ranks in prop::collection::vec(0usize..13, 0..8),
        dice in prop::option::of(prop::collection::vec(any::<u8>(), 150)),
    ) {
        let mut ruleset = rulesets().swap_remove(which);
        if let Some(dice) = dice {
            ruleset = changed(ruleset, &dice);
        }
        let [suit, ..] = Suit::ALL;
        let ranks: Vec<Rank> = ranks.iter().map(|rank| Rank::ALL[*rank]).collect();
        let cards: Vec<Card> = ranks.iter().map(|rank| Card { rank: *rank, suit }).collect();
        let played = play(&ruleset, &cards);
        let dealt = ruleset.book.deal(&ruleset.table, &cards);
        prop_assert_eq!(dealt.is_some(), played.lacks.is_none());
        if let Some(dealt) = dealt {
            let outcome = played.hands.outcome(&ruleset);
            prop_assert_eq!(dealt.used, played.to.len());
            prop_assert_eq!(Some(dealt.player.total()), outcome.totals.player);
            prop_assert_eq!(Some(dealt.banker.total()), outcome.totals.banker);
            prop_assert_eq!(ruleset.book.facts_dealt(&dealt), outcome.facts);
        }
    }
}
