//! Cards that went where the table of play does not send them.

use resettle_reference::{Bet, Kind, Round, Rules, Winner, next_card};

use super::common::{banker_drew, nobody_drew, player_drew, players_first};
use crate::draft::{Drawn, On};
use crate::fault::{ANY, BACCARAT, Fault, MBS_2017, fault, near};
use crate::scene::{Kept, Scene};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "banker_did_not_draw",
        "deal/missing-draw",
        ANY,
        "The Banker has to draw and does not; the coup is declared and paid as it lay.",
        missing,
    )
    .wants(banker_drew),
    fault(
        "player_did_not_draw",
        "deal/missing-draw",
        ANY,
        "The Player has to draw and does not; the coup is declared and paid as it lay.",
        missing,
    )
    .wants(|rules, round| player_drew(rules, round) && !banker_drew(rules, round)),
    fault(
        "banker_drew_too_many",
        "deal/extra-draw",
        ANY,
        "The Banker has to stand and draws; the coup is declared and paid as it lay.",
        |scene| extra(scene, 'B'),
    )
    .wants(banker_stands_for_good),
    fault(
        "player_drew_too_many",
        "deal/extra-draw",
        ANY,
        "The Player has to stand and draws; the coup is declared and paid as it lay.",
        |scene| extra(scene, 'P'),
    )
    .wants(player_stands_for_good),
    fault(
        "surplus_card_without_place",
        "deal/extra-draw",
        ANY,
        "One card more than due was drawn, and nothing is said of where it went.",
        |scene| {
            scene.draw()?;
            scene.find("deal/extra-draw");
            Some(())
        },
    ),
    fault(
        "first_cards_swapped",
        "deal/misplaced-card",
        ANY,
        "The first two cards went to each other's hands; the coup is declared and paid as it lay.",
        |scene| {
            let (round, to) = swapped(scene.rules, &scene.round)?;
            drop_pairs(scene);
            scene.draft.to = Some(to.to_owned());
            scene.stand_as(&round, (false, false))?;
            scene.find("deal/misplaced-card");
            Some(())
        },
    )
    .wants(may_be_swapped),
    near(
        "first_cards_put_right",
        ANY,
        "The first two cards went to each other's hands and were put right: a reconstruction.",
        |scene| {
            let to = scene.rightly_to();
            let mut first: Vec<char> = to.chars().collect();
            if first.len() > 1 {
                first.swap(0, 1);
            }
            scene.draft.first_to = Some(first.into_iter().collect());
            scene.draft.to = Some(to);
            scene.irregularity(Kind::DealtOutOfOrder, |i| {
                i.ruling = "reconstructed";
                i.by = Some("casino_supervisor");
                i.facts.flag("reconstructed", true);
            });
            Some(())
        },
    ),
    fault(
        "card_set_aside",
        "deal/misplaced-card",
        ANY,
        "A card beyond the deal was drawn and set aside, and nothing explains it.",
        |scene| {
            let to = scene.rightly_to();
            scene.draw()?;
            scene.draft.to = Some(to + "X");
            scene.find("deal/misplaced-card");
            Some(())
        },
    ),
    near(
        "card_set_aside_after_reconstruction",
        MBS_2017,
        "A card too many was dealt, the hands were reconstructed, and the card was set aside.",
        |scene| {
            let to = scene.rightly_to();
            scene.draw()?;
            scene.draft.to = Some(to + "X");
            scene.irregularity(Kind::WrongCardCount, |i| {
                i.ruling = "reconstructed";
                i.facts.text("hand", "banker").text("dealt", "too_many");
                i.facts.text("stage", "draws").flag("reconstructed", true);
            });
            Some(())
        },
    ),
    fault(
        "card_kept_without_a_clause",
        "deal/misplaced-card",
        ANY,
        "A card beyond the deal is kept as the next coup's first card, and no clause keeps it.",
        |scene| {
            let to = scene.rightly_to();
            let card = scene.draw()?;
            scene.draft.to = Some(to + "N");
            scene.orders.kept = Some(Kept { card, no_bet: None, honoured: true });
            scene.find("deal/misplaced-card");
            Some(())
        },
    )
    .ahead(),
    fault(
        "card_unreadable",
        "deal/unreadable-card",
        ANY,
        "The shoe could not read a card: what the coup came to cannot be worked out.",
        |scene| {
            let cards = scene.draft.cards.as_mut()?;
            *cards.get_mut(1)? = Drawn::Unreadable;
            scene.find("deal/unreadable-card");
            Some(())
        },
    ),
    fault(
        "card_unreadable_and_underpaid",
        "deal/unreadable-card",
        ANY,
        "A card could not be read, and a wager got less than the declaration gives it: two findings.",
        |scene| {
            let at = scene.add("x1", "8", Bet::Player, 10_000)?;
            *scene.draft.cards.as_mut()?.get_mut(1)? = Drawn::Unreadable;
            scene.wager(at)?.returned -= 100;
            scene.find("deal/unreadable-card");
            scene.find_wager("settlement/underpaid", "x1", Some(-100));
            Some(())
        },
    )
    .also(&["settlement/underpaid"])
    .wants(|_, round| round.winner == Winner::Player),
    fault(
        "card_unreadable_and_pair_unknown",
        "deal/unreadable-card",
        BACCARAT,
        "One of the first four cards could not be read, and a pair was paid that nobody can check.",
        |scene| {
            let at = scene.add("x1", "8", Bet::BankerPair, 1_000)?;
            *scene.draft.cards.as_mut()?.get_mut(1)? = Drawn::Unreadable;
            scene.wager(at)?.returned = 12_000;
            scene.find("deal/unreadable-card");
            Some(())
        },
    ),
    near("places_written_out", ANY, "The log says where each card went, and it is where the rules send it.", |scene| {
        scene.draft.to = Some(scene.rightly_to());
        Some(())
    }),
];

/// Neither hand may have another card whatever the Banker is given: the Player stood, or a natural.
fn banker_stands_for_good(_: Rules, round: &Round) -> bool {
    round.banker.len() == 2
}

/// A card given to the Player would oblige the Banker to nothing.
fn player_stands_for_good(rules: Rules, round: &Round) -> bool {
    nobody_drew(rules, round) && (natural(round) || round.banker_total == 7)
}

fn natural(round: &Round) -> bool {
    round.player_total >= 8 || round.banker_total >= 8
}

fn missing(scene: &mut Scene<'_>) -> Option<()> {
    scene.undraw()?;
    let mut round = scene.round.clone();
    if round.banker.len() > 2 {
        round.banker.pop();
    } else {
        round.player.pop();
    }
    stand(scene, round)?;
    scene.find("deal/missing-draw");
    Some(())
}

fn extra(scene: &mut Scene<'_>, hand: char) -> Option<()> {
    let to = scene.rightly_to();
    let card = scene.draw()?;
    let mut round = scene.round.clone();
    if hand == 'B' {
        round.banker.push(card);
    } else {
        round.player.push(card);
    }
    scene.draft.to = Some(format!("{to}{hand}"));
    stand(scene, round)?;
    scene.find("deal/extra-draw");
    Some(())
}

/// Declares and pays the hands as they lie; pairs are of the first four cards, which stay.
fn stand(scene: &mut Scene<'_>, hands: Round) -> Option<()> {
    let round = Round::of(scene.rules, hands.player, hands.banker);
    let pairs = (scene.round.player_pair, scene.round.banker_pair);
    scene.stand_as(&round, pairs)
}

fn drop_pairs(scene: &mut Scene<'_>) {
    if let Some(wagers) = scene.draft.wagers.as_mut() {
        wagers.retain(|w| !matches!(w.on, On::Bet(Bet::PlayerPair | Bet::BankerPair)));
    }
}

/// The hands with the first two cards in each other's place, and where each card then went.
pub(super) fn swapped(rules: Rules, round: &Round) -> Option<(Round, &'static str)> {
    let (mut player, mut banker) = (round.player.clone(), round.banker.clone());
    std::mem::swap(player.first_mut()?, banker.first_mut()?);
    let to = if rules.permanent_seven() { "PBB" } else { "BPPB" };
    Some((Round::of(rules, player, banker), to))
}

/// Nobody draws either way, so that the cards lie wrong by their places alone.
pub(super) fn may_be_swapped(rules: Rules, round: &Round) -> bool {
    nobody_drew(rules, round)
        && round.player.len() == players_first(rules)
        && swapped(rules, round).is_some_and(|(other, _)| {
            next_card(rules, &other.player, &other.banker).is_none() && round.player.first() != round.banker.first()
        })
}
