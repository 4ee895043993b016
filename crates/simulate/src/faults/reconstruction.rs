//! Cards put right, and reconstructions that invent or reorder them.

use resettle_reference::{Card, Dealing, Kind, Round, Rules, Winner, deal};

use super::common::{drawn, loser, of_winner};
use super::reach::all_returned;
use super::void::star_supervisor;
use crate::draft::{Draft, Drawn};
use crate::fault::{ANY, Fault, fault, near};
use crate::scene::Scene;

const MISPLACED: &str = "deal/misplaced-card";

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "reconstructed_in_another_order",
        MISPLACED,
        ANY,
        "A reconstruction puts the first two cards into another order than they were drawn in.",
        |scene| {
            let cards = exchanged(scene, 0, 1)?;
            out_of_order(scene, cards);
            found(scene)
        },
    ),
    fault(
        "reconstructed_with_a_new_card",
        MISPLACED,
        ANY,
        "A reconstruction has a card that was never drawn.",
        |scene| {
            let mut cards = scene.draft.cards.clone()?;
            let lying = scene.physical.clone();
            let new = Card::deck().into_iter().find(|card| !lying.contains(card))?;
            *cards.last_mut()? = Drawn::Is(new);
            out_of_order(scene, cards);
            found(scene)
        },
    ),
    fault(
        "reconstructed_with_a_card_twice",
        MISPLACED,
        ANY,
        "A reconstruction has a card twice that was drawn once.",
        |scene| {
            let mut cards = scene.draft.cards.clone()?;
            let first = *cards.first()?;
            if cards.iter().filter(|card| **card == first).count() > 1 {
                return None;
            }
            *cards.last_mut()? = first;
            out_of_order(scene, cards);
            found(scene)
        },
    ),
    fault(
        "reconstructed_by_nobody",
        MISPLACED,
        ANY,
        "The log has reconstructed cards, and no irregularity that was reconstructed.",
        |scene| {
            scene.draft.reconstructed = scene.draft.cards.clone();
            found(scene)
        },
    ),
    near(
        "reconstructed_in_the_order_drawn",
        ANY,
        "A reconstruction puts the cards where they belong, in the order drawn.",
        |scene| {
            let cards = scene.draft.cards.clone()?;
            out_of_order(scene, cards);
            Some(())
        },
    ),
    fault(
        "order_of_cards_together_moved_money",
        "claim/unsupported",
        ANY,
        "Two cards were drawn together and put into an order by which the other hand wins: only somebody's word for it.",
        |scene| {
            let other = exchanged_round(scene.rules, &scene.round)?;
            let (right, wrong) = (loser(&scene.round), of_winner(scene.round.winner));
            scene.clear_wagers();
            scene.add("x1", "8", right, 10_000)?;
            scene.add("x2", "9", wrong, 5_000)?;
            let as_drawn = all_returned(scene);
            scene.stand_as(&other, (false, false))?;
            let money = all_returned(scene) - as_drawn;
            let cards = exchanged(scene, 1, 2)?;
            together(scene, cards);
            scene.find_money("claim/unsupported", money);
            Some(())
        },
    )
    .wants(|rules, round| {
        round.winner != Winner::Tie
            && exchanged_round(rules, round)
                .is_some_and(|other| other.winner != round.winner && other.winner != Winner::Tie)
    }),
    near(
        "order_of_cards_together_moved_nothing",
        ANY,
        "Two cards of one rank were drawn together and put into the other order: the same is due.",
        |scene| {
            let cards = exchanged(scene, 1, 2)?;
            together(scene, cards);
            Some(())
        },
    )
    .wants(|rules, round| same_rank(rules, round, 1, 2)),
    near(
        "order_altered_and_restored",
        &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::MbsElectronic2023],
        "The order of the shoe was altered and restored, by which two cards of one rank change places: the same is due.",
        |scene| {
            let cards = exchanged(scene, 0, 2)?;
            scene.draft.reconstructed = Some(cards);
            scene.irregularity(Kind::OrderAltered, |i| {
                i.ruling = "reconstructed";
                i.facts.flag("reconstructed", true);
            });
            Some(())
        },
    )
    .wants(|rules, round| same_rank(rules, round, 0, 2)),
];

fn found(scene: &mut Scene<'_>) -> Option<()> {
    scene.find(MISPLACED);
    Some(())
}

/// The cards with two of them in each other's place; none where that shows nothing.
fn exchanged(scene: &Scene<'_>, one: usize, other: usize) -> Option<Vec<Drawn>> {
    let Draft { cards: Some(cards), .. } = &*scene.draft else { return None };
    let mut cards = cards.clone();
    if cards.get(one)? == cards.get(other)? {
        return None;
    }
    cards.swap(one, other);
    Some(cards)
}

/// What the round would be with the second and third card in each other's place, where that uses all of them.
fn exchanged_round(rules: Rules, round: &Round) -> Option<Round> {
    let mut cards = drawn(rules, round);
    if cards.len() < 3 {
        return None;
    }
    cards.swap(1, 2);
    match deal(rules, &cards) {
        Dealing::Complete(round) => Some(round),
        _ => None,
    }
}

fn same_rank(rules: Rules, round: &Round, one: usize, other: usize) -> bool {
    let cards = drawn(rules, round);
    match (cards.get(one), cards.get(other)) {
        (Some(one), Some(other)) => one.rank == other.rank && one.suit != other.suit,
        _ => false,
    }
}

fn out_of_order(scene: &mut Scene<'_>, cards: Vec<Drawn>) {
    scene.draft.reconstructed = Some(cards);
    let by = star_supervisor(scene);
    scene.irregularity(Kind::DealtOutOfOrder, |i| {
        i.ruling = "reconstructed";
        i.by = by;
        i.facts.flag("reconstructed", true);
    });
}

fn together(scene: &mut Scene<'_>, cards: Vec<Drawn>) {
    scene.draft.reconstructed = Some(cards);
    let by = star_supervisor(scene);
    scene.irregularity(Kind::CardsDrawnTogether, |i| {
        i.ruling = "reconstructed";
        i.by = by;
        i.facts.raw("cards", "[1,2]").flag("reconstructed", true);
    });
}
