//! Coups that a clause voids: settled all the same, or rightly voided.

use resettle_reference::{Bet, Kind, Rules, Side, first_cards, next_card};

use crate::draft::{Drawn, Irregularity};
use crate::fault::{ANY, ELECTRONIC, Fault, STAR, Setup, fault, near};
use crate::scene::Scene;

const V6_V7_E: &[Rules] = &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::MbsElectronic2023];
const E_STAR: &[Rules] = &[Rules::MbsElectronic2023, Rules::StarSevenUp2016];
const NOT_E: &[Rules] = &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::StarSevenUp2016];

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "foreign_card_settled",
        "void/undeclared",
        ANY,
        "A foreign card was found, and the coup was settled.",
        |scene| settled(scene, foreign_card),
    ),
    near(
        "foreign_card_voided",
        ANY,
        "A foreign card was found, and the coup was voided with all that belongs to it.",
        |scene| voided(scene, foreign_card),
    ),
    fault(
        "foreign_card_unlogged",
        "void/undeclared",
        ANY,
        "A card that belongs to no deck lies in the coup, it is not logged, and the coup was settled.",
        |scene| {
            let last = scene.draft.cards.as_mut()?.last_mut()?;
            *last = Drawn::Foreign;
            found(scene)
        },
    ),
    fault(
        "extra_card_settled",
        "void/undeclared",
        ANY,
        "A copy too many was found, and the coup was settled.",
        |scene| settled(scene, |scene| with_duties(scene, Kind::ExtraCard)),
    ),
    near(
        "extra_card_voided",
        ANY,
        "A copy too many was found, and the coup was voided with all that belongs to it.",
        |scene| voided(scene, |scene| with_duties(scene, Kind::ExtraCard)),
    ),
    fault(
        "missing_card_settled",
        "void/undeclared",
        E_STAR,
        "A card was found missing, and the coup was settled.",
        |scene| settled(scene, |scene| with_duties(scene, Kind::MissingCard)),
    ),
    near(
        "missing_card_voided",
        E_STAR,
        "A card was found missing, and the coup was voided with all that belongs to it.",
        |scene| voided(scene, |scene| with_duties(scene, Kind::MissingCard)),
    ),
    fault(
        "unshuffled_cards_settled",
        "void/undeclared",
        ELECTRONIC,
        "Unshuffled cards were used, and the round was settled.",
        |scene| settled(scene, |scene| plain(scene, Kind::UnshuffledCards)),
    ),
    near(
        "unshuffled_cards_voided",
        ELECTRONIC,
        "Unshuffled cards were used, and the round was voided: 5.1.",
        |scene| voided(scene, |scene| plain(scene, Kind::UnshuffledCards)),
    ),
    fault(
        "too_many_first_cards_settled",
        "void/undeclared",
        NOT_E,
        "A hand got too many cards in the initial deal, noticed in time, and the coup was settled.",
        |scene| settled(scene, |scene| too_many(scene, |_| {})),
    ),
    near(
        "too_many_first_cards_voided",
        NOT_E,
        "A hand got too many cards in the initial deal, noticed in time, and the coup was voided.",
        |scene| voided(scene, |scene| too_many(scene, |_| {})),
    ),
    near(
        "too_many_first_cards_reconstructed",
        ANY,
        "A hand got too many cards in the initial deal, and the hands were reconstructed.",
        |scene| {
            let right = scene.draft.cards.clone()?;
            surplus_first_card(scene)?;
            // the cards that are left, each where the rules send it
            scene.draft.to = Some(rightly_to(scene, &right));
            scene.draft.reconstructed = Some(right);
            let by = star_supervisor(scene);
            scene.irregularity(Kind::WrongCardCount, |i| {
                i.ruling = "reconstructed";
                i.by = by;
                i.facts.text("hand", "player").text("dealt", "too_many");
                i.facts.text("stage", "initial_deal").flag("reconstructed", true);
            });
            Some(())
        },
    ),
    fault(
        "wrong_count_noticed_just_in_time",
        "void/undeclared",
        &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::StarSevenUp2016],
        "A hand got too many cards, noticed a millisecond before the next commencement, and the coup was settled.",
        |scene| {
            let noticed = scene.next_commencement() - 1;
            scene.written_after(noticed);
            settled(scene, |scene| too_many(scene, |i| i.noticed = Some(noticed)))
        },
    )
    .ahead(),
    near(
        "wrong_count_noticed_too_late",
        &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::StarSevenUp2016],
        "A hand got too many cards, noticed at the very moment of the next commencement: the result stands.",
        |scene| {
            let noticed = scene.next_commencement();
            scene.written_after(noticed);
            one_beyond(scene, |i| i.noticed = Some(noticed))
        },
    )
    .ahead(),
    fault(
        "wrong_count_notified_just_in_time",
        "void/undeclared",
        STAR,
        "A wrong count was noticed at once and notified a millisecond before the next coup, and the coup was settled.",
        |scene| {
            let notified = scene.next_commencement() - 1;
            scene.written_after(notified);
            settled(scene, |scene| too_many(scene, |i| i.notified_at = Some(notified)))
        },
    )
    .ahead(),
    near(
        "wrong_count_notified_too_late",
        STAR,
        "A wrong count was noticed at once, but notified only when the next coup had begun: the result stands.",
        |scene| {
            let notified = scene.next_commencement();
            scene.written_after(notified);
            one_beyond(scene, |i| i.notified_at = Some(notified))
        },
    )
    .ahead(),
    fault(
        "wrong_count_found_before_the_end_of_the_shoe",
        "void/undeclared",
        STAR,
        "A wrong count came out half a second before the device was ended, as an incident says, and the coup stood.",
        |scene| {
            found_around_the_end(scene, -500)?;
            found(scene)
        },
    ),
    near(
        "wrong_count_found_after_the_end_of_the_shoe",
        STAR,
        "A wrong count came out half a second after the device was ended, as an incident says: too late, 12.1.3.",
        |scene| found_around_the_end(scene, 500),
    ),
    near(
        "misdeal_noticed_too_late",
        &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::StarSevenUp2016],
        "The Banker drew a card too many, which was noticed too late: the coup stands as it was declared.",
        |scene| {
            let noticed = scene.next_commencement();
            scene.written_after(noticed);
            let to = scene.rightly_to();
            let card = scene.draw()?;
            let mut round = scene.round.clone();
            round.banker.push(card);
            let pairs = (round.player_pair, round.banker_pair);
            let round = resettle_reference::Round::of(scene.rules, round.player, round.banker);
            scene.draft.to = Some(to + "B");
            scene.stand_as(&round, pairs)?;
            scene.irregularity(Kind::WrongCardCount, |i| {
                i.noticed = Some(noticed);
                i.facts.text("hand", "banker").text("dealt", "too_many").text("stage", "draws");
            });
            Some(())
        },
    )
    .wants(|_, round| round.banker.len() == 2)
    .ahead(),
    fault(
        "wrong_order_settled",
        "void/undeclared",
        STAR,
        "Cards were dealt in the wrong order and not reconstructed, and the coup was settled.",
        |scene| settled(scene, wrong_order),
    ),
    near(
        "wrong_order_voided",
        STAR,
        "Cards were dealt in the wrong order and not reconstructed, and the coup was voided: 12.1.2.",
        |scene| voided(scene, wrong_order),
    ),
    fault(
        "together_settled",
        "void/undeclared",
        ANY,
        "Two of the first cards were drawn together, their order is not known, and the coup was settled.",
        |scene| settled(scene, |scene| together(scene, "[1,2]", false)),
    ),
    near(
        "together_voided",
        ANY,
        "Two of the first cards were drawn together, their order is not known, and the coup was voided.",
        |scene| voided(scene, |scene| together(scene, "[1,2]", false)),
    ),
    near(
        "together_in_known_order",
        ANY,
        "Two of the first cards were drawn together, and their order is known: play goes on.",
        |scene| together(scene, "[1,2]", true),
    ),
    fault(
        "late_cards_together_settled",
        "void/undeclared",
        E_STAR,
        "The last two cards were drawn together, their order is not known, and the coup was settled.",
        |scene| settled(scene, last_together),
    )
    .wants(|_, round| round.player.len() + round.banker.len() == 5),
    near(
        "late_cards_together_played",
        &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017],
        "The last two cards, none of the initial deal, were drawn together: the document is silent, play goes on.",
        last_together,
    )
    .wants(|_, round| round.player.len() + round.banker.len() == 5),
    fault(
        "shoe_order_altered_settled",
        "void/undeclared",
        V6_V7_E,
        "The order of the cards in the shoe was altered and not reconstructed, and the coup was settled.",
        |scene| settled(scene, |scene| altered(scene, false)),
    ),
    near(
        "shoe_order_altered_voided",
        V6_V7_E,
        "The order of the cards in the shoe was altered and not reconstructed, and the coup was voided.",
        |scene| voided(scene, |scene| altered(scene, false)),
    ),
    near(
        "shoe_order_reconstructed",
        V6_V7_E,
        "The order of the cards in the shoe was altered and reconstructed: play goes on.",
        |scene| altered(scene, true),
    ),
    fault(
        "insufficient_cards_settled",
        "void/undeclared",
        ANY,
        "The cards did not suffice to finish the coup, and it was settled.",
        |scene| settled(scene, insufficient),
    )
    .shoe(nearly_empty),
    near(
        "insufficient_cards_voided",
        ANY,
        "The cards did not suffice to finish the coup, and it was voided.",
        |scene| voided(scene, insufficient),
    )
    .shoe(nearly_empty),
    fault(
        "stake_kept_in_a_void",
        "settlement/underpaid",
        ANY,
        "The coup is rightly void, and one stake was not returned.",
        |scene| {
            ground(scene)?;
            let at = scene.add("x1", "8", Bet::Player, 10_000)?;
            scene.declare_void();
            scene.wager(at)?.returned = 0;
            scene.find_wager("settlement/underpaid", "x1", Some(-10_000));
            Some(())
        },
    ),
    fault(
        "wager_paid_in_a_void",
        "settlement/overpaid",
        ANY,
        "The coup is rightly void, and one wager was paid as though it had won.",
        |scene| {
            ground(scene)?;
            let at = scene.add("x1", "8", Bet::Player, 10_000)?;
            scene.declare_void();
            scene.wager(at)?.returned = 20_000;
            scene.find_wager("settlement/overpaid", "x1", Some(10_000));
            Some(())
        },
    ),
    fault(
        "foreign_card_settled_and_mispaid",
        "void/undeclared",
        ANY,
        "A foreign card was found, and the coup was settled, misdeclared and mispaid: one finding for all.",
        |scene| {
            let at = scene.add("x1", "8", Bet::Player, 10_000)?;
            scene.wager(at)?.returned += 700;
            let declared = scene.draft.declared.as_mut()?;
            declared.sevens = declared.sevens.map(|sevens| sevens + 1);
            scene.draft.wrd = Some("void");
            settled(scene, foreign_card)
        },
    ),
    near(
        "void_covers_the_rest",
        ANY,
        "In a coup that is rightly void neither a wager above the maximum nor the order of times matters.",
        |scene| {
            let most = scene.limits.most(Bet::Player);
            scene.add("x1", "8", Bet::Player, most + 500)?;
            scene.draft.settled = scene.draft.first_card.map(|at| at - 1);
            voided(scene, ground)
        },
    ),
    fault(
        "malfunction_with_disadvantage_settled",
        "void/undeclared",
        STAR,
        "The device failed to somebody's disadvantage, and the coup was settled.",
        |scene| settled(scene, |scene| malfunction(scene, &[("disadvantage", true)])),
    ),
    fault(
        "malfunction_without_another_settled",
        "void/undeclared",
        STAR,
        "The device failed, no other was at hand, and the coup was settled.",
        |scene| settled(scene, |scene| malfunction(scene, &[("replacement_available", false)])),
    ),
    near(
        "malfunction_voided",
        STAR,
        "The device failed, no other was at hand, and the coup was voided: 13.2.",
        |scene| voided(scene, |scene| malfunction(scene, &[("replacement_available", false)])),
    ),
    near(
        "malfunction_played_on",
        STAR,
        "The device failed, another was at hand, nobody was disadvantaged: play goes on.",
        |scene| malfunction(scene, &[("replacement_available", true), ("practicable", true)]),
    ),
];

/// An irregularity that voids its coup under every document and asks for nothing else.
pub(super) fn ground(scene: &mut Scene<'_>) -> Option<()> {
    together(scene, "[1,2]", false)
}

/// A shoe of which a deck may be unaccounted for, and in which so few cards are left that a round may not be dealt to its
/// end.
pub(super) fn nearly_empty(setup: &mut Setup) {
    setup.recirculates = false;
    setup.left = Some(46);
    setup.apart = true;
}

/// The last card is not dealt any more, and the shoe is taken away.
pub(super) fn insufficient(scene: &mut Scene<'_>) -> Option<()> {
    scene.undraw()?;
    scene.orders.end_shoe = true;
    plain(scene, Kind::InsufficientCards)
}

pub(super) fn plain(scene: &mut Scene<'_>, kind: Kind) -> Option<()> {
    scene.irregularity(kind, |_| {});
    Some(())
}

pub(super) fn settled(scene: &mut Scene<'_>, irregular: impl FnOnce(&mut Scene<'_>) -> Option<()>) -> Option<()> {
    irregular(scene)?;
    found(scene)
}

pub(super) fn voided(scene: &mut Scene<'_>, irregular: impl FnOnce(&mut Scene<'_>) -> Option<()>) -> Option<()> {
    irregular(scene)?;
    scene.declare_void();
    Some(())
}

fn found(scene: &mut Scene<'_>) -> Option<()> {
    let money = scene.balance();
    scene.find_money("void/undeclared", money);
    Some(())
}

/// Whom the Star's document wants to decide; nobody at Marina Bay Sands.
pub(super) fn star_supervisor(scene: &Scene<'_>) -> Option<&'static str> {
    (!scene.rules.is_mbs()).then_some("casino_supervisor")
}

fn foreign_card(scene: &mut Scene<'_>) -> Option<()> {
    let index = scene.draft.cards.as_ref()?.len().checked_sub(1)?;
    *scene.draft.cards.as_mut()?.get_mut(index)? = Drawn::Foreign;
    duties(scene, Kind::ForeignCard, |i| {
        i.facts.raw("card", &index.to_string());
    });
    Some(())
}

fn with_duties(scene: &mut Scene<'_>, kind: Kind) -> Option<()> {
    duties(scene, kind, |_| {});
    Some(())
}

/// Logs it with what the Star's 12.8.3 and 12.8.4 also ask for.
pub(super) fn duties(scene: &mut Scene<'_>, kind: Kind, change: impl FnOnce(&mut Irregularity)) {
    let star = !scene.rules.is_mbs();
    scene.irregularity(kind, |i| {
        if star {
            i.notified = vec!["surveillance", "inspector"];
        }
        change(i);
    });
    if star {
        scene.shoe_event("check");
    }
}

/// A card more than due comes out among the first cards, and lies in the Player's hand.
pub(super) fn surplus_first_card(scene: &mut Scene<'_>) -> Option<()> {
    let mut to = scene.rightly_to();
    let place = first_cards(scene.rules).checked_sub(1)?;
    scene.draw_at(place)?;
    to.insert(place, 'P');
    scene.draft.to = Some(to);
    Some(())
}

/// Where the rules send these cards, as many as they ask for.
fn rightly_to(scene: &Scene<'_>, cards: &[Drawn]) -> String {
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    let mut to = String::new();
    for card in cards {
        let Drawn::Is(card) = card else { break };
        let Some(side) = next_card(scene.rules, &player, &banker) else { break };
        match side {
            Side::Player => player.push(*card),
            Side::Banker => banker.push(*card),
        }
        to.push(side.letter());
    }
    to
}

/// A card beyond the deal lies in the Banker's hand; the coup is declared and paid as the rules deal it.
pub(super) fn one_beyond(scene: &mut Scene<'_>, change: impl FnOnce(&mut Irregularity)) -> Option<()> {
    let to = scene.rightly_to();
    scene.draw()?;
    scene.draft.to = Some(to + "B");
    scene.irregularity(Kind::WrongCardCount, |i| {
        i.facts.text("hand", "banker").text("dealt", "too_many").text("stage", "draws");
        change(i);
    });
    Some(())
}

/// The Banker got a card too many, which an incident records, noticed so long after the end of the device.
fn found_around_the_end(scene: &mut Scene<'_>, after: i64) -> Option<()> {
    one_beyond(scene, |_| {})?;
    let mut about = scene.draft.irregularities.pop()?;
    scene.shoe_event("end");
    scene.orders.end_shoe = true;
    scene.orders.end_logged = true;
    about.noticed = Some(scene.draft.at + 1_000 + after);
    about.by = star_supervisor(scene);
    let mut fields = about.fields(scene.offset);
    fields.text("shoe", &scene.draft.shoe).raw("coup", &scene.draft.coup.to_string());
    scene.record_after(1_900, "incident", fields);
    Some(())
}

/// The Player got a card too many in the initial deal.
pub(super) fn too_many(scene: &mut Scene<'_>, change: impl FnOnce(&mut Irregularity)) -> Option<()> {
    let by = star_supervisor(scene);
    surplus_first_card(scene)?;
    scene.irregularity(Kind::WrongCardCount, |i| {
        i.by = by;
        i.facts.text("hand", "player").text("dealt", "too_many");
        i.facts.text("stage", "initial_deal").flag("reconstructed", false);
        change(i);
    });
    Some(())
}

fn wrong_order(scene: &mut Scene<'_>) -> Option<()> {
    scene.irregularity(Kind::DealtOutOfOrder, |i| {
        i.by = Some("gaming_supervisor");
        i.facts.flag("reconstructed", false);
    });
    Some(())
}

pub(super) fn together(scene: &mut Scene<'_>, cards: &str, order_known: bool) -> Option<()> {
    let by = star_supervisor(scene);
    scene.irregularity(Kind::CardsDrawnTogether, |i| {
        i.by = by;
        i.facts.raw("cards", cards).flag("order_known", order_known);
    });
    Some(())
}

pub(super) fn last_together(scene: &mut Scene<'_>) -> Option<()> {
    together(scene, "[3,4]", false)
}

pub(super) fn altered(scene: &mut Scene<'_>, reconstructed: bool) -> Option<()> {
    scene.irregularity(Kind::OrderAltered, |i| {
        i.facts.flag("reconstructed", reconstructed);
    });
    Some(())
}

pub(super) fn malfunction(scene: &mut Scene<'_>, facts: &[(&str, bool)]) -> Option<()> {
    scene.irregularity(Kind::DeviceMalfunction, |i| {
        for (name, value) in facts {
            i.facts.flag(name, *value);
        }
    });
    Some(())
}
