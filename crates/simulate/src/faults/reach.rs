//! Misdeals that stand, and what may be declared on them; cards that cannot be read.

use std::cmp::Ordering;

use resettle_reference::{
    Announced, Bet, Card, Kind, Round, Rules, Winner, partings, readable, settle_as_declared, within_reach,
};

use super::common::{decided, drawn, loser, of_winner};
use super::deal::{may_be_swapped, swapped};
use crate::draft::{Declared, Drawn, On};
use crate::fault::{ANY, Fault, fault, near};
use crate::scene::Scene;

const MISDECLARED: &str = "result/misdeclared";
const UNSUPPORTED: &str = "claim/unsupported";
const SEVEN_UP: &[Rules] =
    &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017, Rules::MbsElectronic2023, Rules::StarSevenUp2016];

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "stands_with_totals_swapped",
        MISDECLARED,
        ANY,
        "A misdeal stands, and each hand's total is declared for the other: the winner is not theirs.",
        |scene| {
            let declared = scene.draft.declared.as_mut()?;
            std::mem::swap(&mut declared.player, &mut declared.banker);
            stands(scene);
            misdeclared(scene)
        },
    )
    .wants(decided)
    .ahead(),
    fault(
        "stands_with_totals_of_no_parting",
        MISDECLARED,
        ANY,
        "A misdeal stands, and the declared totals are those of no way to part the cards into two hands.",
        |scene| {
            let cards = scene.physical.clone();
            let sevens = scene.round.sevens;
            let out = |declared: &Announced| !within_reach(scene.rules, &cards, None, declared);
            let (player, banker) = totals(scene.round.winner, sevens).find(|declared| out(declared)).and_then(both)?;
            let declared = scene.draft.declared.as_mut()?;
            declared.player = Some(player);
            declared.banker = Some(banker);
            stands(scene);
            misdeclared(scene)
        },
    )
    .ahead(),
    fault(
        "stands_with_a_seven_too_many",
        MISDECLARED,
        ANY,
        "A misdeal stands, and one seven more is declared than lies there.",
        |scene| {
            let declared = scene.draft.declared.as_mut()?;
            declared.sevens = declared.sevens.map(|sevens| sevens + 1);
            stands(scene);
            misdeclared(scene)
        },
    )
    .ahead(),
    fault(
        "stands_with_six_sevens_paid",
        MISDECLARED,
        SEVEN_UP,
        "A misdeal stands, six sevens are declared that are not there, and Super 7's is paid on them.",
        |scene| {
            let at = scene.add("x1", "8", Bet::SuperSevens, 5_000)?;
            let due = scene.wager(at)?.returned;
            let odds = resettle_reference::odds(scene.rules, Bet::SuperSevens, 0, 6)?;
            let paid = 5_000 + 5_000 / odds.b * odds.a;
            scene.wager(at)?.returned = paid;
            scene.draft.declared.as_mut()?.sevens = Some(6);
            stands(scene);
            misdeclared(scene)?;
            scene.find_wager("settlement/overpaid", "x1", Some(paid - due));
            Some(())
        },
    )
    .also(&["settlement/overpaid"])
    .wants(|_, round| round.sevens < 6)
    .ahead(),
    near(
        "stands_as_it_lay",
        ANY,
        "The first two cards went to each other's hands, which was noticed too late; it is declared and paid as it lay.",
        |scene| {
            let (round, to) = swapped(scene.rules, &scene.round)?;
            scene.clear_wagers();
            scene.add("x1", "8", of_winner(round.winner), 10_000)?;
            scene.draft.to = Some(to.to_owned());
            scene.stand_as(&round, (false, false))?;
            stands(scene);
            Some(())
        },
    )
    .wants(|rules, round| {
        may_be_swapped(rules, round) && swapped(rules, round).is_some_and(|(other, _)| other.winner != round.winner)
    })
    .ahead(),
    fault(
        "stands_on_a_claim_alone",
        UNSUPPORTED,
        ANY,
        "A misdeal stands of which the cards show nothing, and the other hand is declared and paid.",
        |scene| unsupported(scene, None),
    )
    .wants(other_hand_may_win)
    .ahead(),
    fault(
        "stands_on_a_claim_and_first_places_alone",
        UNSUPPORTED,
        ANY,
        "A misdeal stands that only `first_to` shows, and the other hand is declared and paid.",
        |scene| {
            let mut first: Vec<char> = scene.rightly_to().chars().collect();
            first.swap(0, 1);
            unsupported(scene, Some(first.into_iter().collect()))
        },
    )
    .wants(other_hand_may_win)
    .ahead(),
    near(
        "stands_on_a_claim_that_moves_nothing",
        ANY,
        "A misdeal stands of which the cards show nothing, and other totals are declared on which no wager depends.",
        |scene| {
            let round = scene.round.clone();
            let (player, banker) = partings(scene.rules, &scene.physical).into_iter().find(|(player, banker)| {
                winner_of(*player, *banker) == round.winner
                    && (*player, *banker) != (round.player_total, round.banker_total)
            })?;
            let bet = loser(&scene.round);
            scene.clear_wagers();
            scene.add("x1", "8", bet, 10_000)?;
            declare(scene, (player, banker))?;
            stands(scene);
            Some(())
        },
    )
    .wants(|rules, round| {
        decided(rules, round)
            && partings(rules, &drawn(rules, round)).into_iter().any(|(player, banker)| {
                winner_of(player, banker) == round.winner
                    && (player, banker) != (round.player_total, round.banker_total)
            })
    })
    .ahead(),
    fault(
        "unreadable_card_and_impossible_totals",
        MISDECLARED,
        ANY,
        "A card could not be read, and no rank in its place gives the declared totals.",
        |scene| {
            let mut cards: Vec<Option<Card>> = scene.physical.iter().copied().map(Some).collect();
            *cards.get_mut(1)? = None;
            let sevens = scene.round.sevens;
            let out = |declared: &Announced| !readable(scene.rules, &cards, declared);
            let (player, banker) = totals(scene.round.winner, sevens).find(|declared| out(declared)).and_then(both)?;
            *scene.draft.cards.as_mut()?.get_mut(1)? = Drawn::Unreadable;
            let declared = scene.draft.declared.as_mut()?;
            declared.player = Some(player);
            declared.banker = Some(banker);
            misdeclared(scene)?;
            scene.find("deal/unreadable-card");
            Some(())
        },
    )
    .also(&["deal/unreadable-card"]),
    fault(
        "unreadable_card_and_another_winner_paid",
        MISDECLARED,
        ANY,
        "A card could not be read, no rank in its place lets the declared hand win, and it is shown and paid.",
        |scene| {
            let mut cards: Vec<Option<Card>> = scene.physical.iter().copied().map(Some).collect();
            *cards.get_mut(1)? = None;
            let other = if scene.round.winner == Winner::Player { Winner::Banker } else { Winner::Player };
            let out = |declared: &Announced| !readable(scene.rules, &cards, declared);
            let (player, banker) = totals(other, scene.round.sevens).find(|declared| out(declared)).and_then(both)?;
            scene.clear_wagers();
            scene.add("x1", "8", of_winner(other), 10_000)?;
            *scene.draft.cards.as_mut()?.get_mut(1)? = Drawn::Unreadable;
            declare(scene, (player, banker))?;
            misdeclared(scene)?;
            scene.find("deal/unreadable-card");
            Some(())
        },
    )
    .also(&["deal/unreadable-card"])
    .wants(decided),
];

fn misdeclared(scene: &mut Scene<'_>) -> Option<()> {
    scene.find(MISDECLARED);
    Some(())
}

/// Cards were dealt out of order, and it stands: at the Star because it came out too late, at the electronic game
/// because the Gaming Shift Manager said so, elsewhere because the document is silent.
pub(super) fn stands(scene: &mut Scene<'_>) {
    let star = !scene.rules.is_mbs();
    let noticed = if star { scene.next_commencement() } else { scene.midway() };
    if star {
        scene.written_after(noticed);
    }
    let by = (scene.rules == Rules::MbsElectronic2023).then_some("gaming_shift_manager");
    scene.irregularity(Kind::DealtOutOfOrder, |i| {
        i.noticed = Some(noticed);
        i.by = by;
        i.facts.flag("reconstructed", false);
    });
}

fn winner_of(player: u8, banker: u8) -> Winner {
    match player.cmp(&banker) {
        Ordering::Greater => Winner::Player,
        Ordering::Less => Winner::Banker,
        Ordering::Equal => Winner::Tie,
    }
}

/// Every announcement of totals by which this hand wins.
fn totals(winner: Winner, sevens: u8) -> impl Iterator<Item = Announced> {
    let all = (0..=9).flat_map(|player| (0..=9).map(move |banker| (player, banker)));
    all.filter(move |(player, banker)| winner_of(*player, *banker) == winner).map(move |(player, banker)| Announced {
        winner: Some(winner),
        player: Some(player),
        banker: Some(banker),
        sevens: Some(sevens),
    })
}

fn both(declared: Announced) -> Option<(u8, u8)> {
    Some((declared.player?, declared.banker?))
}

/// Totals of some way to part the cards by which the hand wins that lost.
fn other_hand(rules: Rules, round: &Round, cards: &[Card]) -> Option<(u8, u8)> {
    let other = match round.winner {
        Winner::Player => Winner::Banker,
        Winner::Banker => Winner::Player,
        Winner::Tie => return None,
    };
    partings(rules, cards).into_iter().find(|(player, banker)| winner_of(*player, *banker) == other)
}

fn other_hand_may_win(rules: Rules, round: &Round) -> bool {
    other_hand(rules, round, &drawn(rules, round)).is_some()
}

/// Declares and shows these totals, and pays every wager by them.
fn declare(scene: &mut Scene<'_>, (player, banker): (u8, u8)) -> Option<()> {
    let winner = winner_of(player, banker);
    let sevens = scene.round.sevens;
    let (rules, chip) = (scene.rules, scene.limits.chip);
    for wager in scene.draft.wagers.iter_mut().flatten() {
        let On::Bet(bet) = wager.on else { continue };
        let due =
            settle_as_declared(rules, bet, wager.stake, winner, (player, banker), sevens, (false, false), chip).ok()?;
        wager.returned = due.high;
    }
    scene.draft.declared =
        Some(Declared { result: winner.word(), player: Some(player), banker: Some(banker), sevens: Some(sevens) });
    scene.draft.wrd = Some(winner.word());
    Some(())
}

fn unsupported(scene: &mut Scene<'_>, first_to: Option<String>) -> Option<()> {
    let totals = other_hand(scene.rules, &scene.round, &scene.physical)?;
    let (right, other) = (of_winner(scene.round.winner), loser(&scene.round));
    scene.clear_wagers();
    scene.add("x1", "8", other, 10_000)?;
    scene.add("x2", "9", right, 5_000)?;
    // a wager that loses either way does not count
    scene.add("x3", "7", Bet::Tie, 1_000)?;
    let by_the_cards = all_returned(scene);
    declare(scene, totals)?;
    let money = all_returned(scene) - by_the_cards;
    scene.draft.first_to = first_to;
    stands(scene);
    scene.find_money(UNSUPPORTED, money);
    Some(())
}

pub(super) fn all_returned(scene: &Scene<'_>) -> i64 {
    scene.draft.wagers.iter().flatten().map(|wager| wager.returned).sum()
}
