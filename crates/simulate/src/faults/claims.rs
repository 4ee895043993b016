//! Claims that the same log refutes, and claims that it does not refute.

use resettle_reference::{Kind, Rules};

use super::common::{nobody_drew, player_drew};
use super::interruption::{open_after_two, stopped, struck};
use super::void::{insufficient, nearly_empty, star_supervisor, together};
use crate::draft::Irregularity;
use crate::fault::{ANY, ELECTRONIC, Ending, Fault, MBS, MBS_2017, STAR, Setup, fault, near, nothing};
use crate::scene::Scene;

const REFUTED: &str = "claim/refuted";
const GROUNDLESS: &[&str] = &["void/groundless"];
const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "insufficient_though_all_dealt",
        REFUTED,
        ANY,
        "The cards are said not to have sufficed, the round is complete, and the coup is voided.",
        |scene| voided(scene, |scene| log(scene, Kind::InsufficientCards, |_| {})),
    )
    .also(GROUNDLESS),
    fault(
        "insufficient_though_all_dealt_and_settled",
        REFUTED,
        ANY,
        "The cards are said not to have sufficed, the round is complete, and it is settled.",
        |scene| {
            log(scene, Kind::InsufficientCards, |_| {})?;
            found(scene)
        },
    ),
    fault(
        "insufficient_with_decks_left",
        REFUTED,
        ANY,
        "The cards are said not to have sufficed while the shoe holds more than a deck beyond what was needed.",
        |scene| voided(scene, insufficient),
    )
    .also(GROUNDLESS)
    .shoe(|setup| left(setup, 80)),
    fault(
        "insufficient_with_as_many_as_wanted",
        REFUTED,
        ANY,
        "The cards are said not to have sufficed, and by the log's own count a few dozen were left.",
        |scene| voided(scene, insufficient),
    )
    .also(GROUNDLESS)
    .shoe(|setup| {
        left(setup, 40);
        setup.apart = false;
    }),
    fault(
        "insufficient_and_dealt_on",
        REFUTED,
        MBS,
        "The cards are said not to have sufficed, and the next coup is dealt from the same shoe.",
        |scene| {
            voided(scene, insufficient)?;
            scene.orders.end_shoe = false;
            Some(())
        },
    )
    .also(GROUNDLESS)
    .shoe(|setup| left(setup, 50))
    .ahead(),
    near(
        "insufficient_at_the_end_of_a_shoe",
        ANY,
        "The cards did not suffice, with about a deck unaccounted for, and the shoe was taken out of play: void.",
        |scene| {
            insufficient(scene)?;
            scene.declare_void();
            Some(())
        },
    )
    .shoe(nearly_empty),
    fault(
        "wrong_count_though_cards_are_right",
        REFUTED,
        ANY,
        "A hand is said to have got too many cards, both hold what the table of play asks for, and the coup is voided.",
        |scene| {
            let by = star_supervisor(scene);
            voided(scene, |scene| log(scene, Kind::WrongCardCount, |i| wrong_count(i, by)))
        },
    )
    .also(GROUNDLESS),
    fault(
        "wrong_count_though_places_are_right",
        REFUTED,
        ANY,
        "A hand is said to have got too many cards, and the log shows each where the rules send it; settled.",
        |scene| {
            scene.draft.to = Some(scene.rightly_to());
            let by = star_supervisor(scene);
            log(scene, Kind::WrongCardCount, |i| wrong_count(i, by))?;
            found(scene)
        },
    ),
    near(
        "wrong_count_and_card_burned",
        MBS_2017,
        "A hand got too many cards, the card too many was burned before the next coup, and the coup was voided.",
        |scene| {
            let card = scene.shoe.draw()?;
            scene.physical.push(card);
            let mut fields = crate::fields::Fields::new();
            fields.text("shoe", &scene.draft.shoe.clone()).text("event", "burn");
            fields.list("cards", &[card.to_string()]);
            scene.record_after(800, "shoe", fields);
            log(scene, Kind::WrongCardCount, |i| wrong_count(i, None))?;
            scene.declare_void();
            Some(())
        },
    )
    .ahead(),
    fault(
        "unauthorised_draw_of_a_first_card",
        REFUTED,
        MBS_2017,
        "The card said to have been drawn without authority is one of the initial deal, and the coup is voided.",
        |scene| voided(scene, |scene| unauthorised(scene, "player", 1)),
    )
    .also(GROUNDLESS),
    fault(
        "unauthorised_draw_that_was_due",
        REFUTED,
        MBS_2017,
        "The card said to have been drawn without authority is the Player's by the table of play; voided.",
        |scene| {
            let index = resettle_reference::first_cards(scene.rules);
            voided(scene, |scene| unauthorised(scene, "player", index))
        },
    )
    .also(GROUNDLESS)
    .wants(player_drew),
    fault(
        "unauthorised_draw_of_no_card",
        REFUTED,
        MBS_2017,
        "A draw without authority names no card, both hands hold what they should, and the coup is voided.",
        |scene| {
            voided(scene, |scene| {
                log(scene, Kind::UnauthorisedDraw, |i| {
                    i.facts.text("hand", "player");
                })
            })
        },
    )
    .also(GROUNDLESS),
    fault(
        "unauthorised_draw_that_was_due_at_the_star",
        REFUTED,
        STAR,
        "The card said to have been drawn without authority is the Player's by the table of play; play went on.",
        |scene| {
            let index = resettle_reference::first_cards(scene.rules);
            unauthorised(scene, "player", index)?;
            found(scene)
        },
    )
    .wants(player_drew),
    fault(
        "wrong_order_though_first_places_are_right",
        REFUTED,
        ANY,
        "Cards are said to have been dealt out of order, and the log shows that each first went where it belongs.",
        |scene| {
            scene.draft.first_to = Some(scene.rightly_to());
            wrong_order(scene)?;
            found(scene)
        },
    ),
    fault(
        "wrong_order_though_places_are_right",
        REFUTED,
        ANY,
        "Cards are said to have been dealt out of order, `to` shows each where it belongs, and the coup is voided.",
        |scene| {
            scene.draft.to = Some(scene.rightly_to());
            voided(scene, wrong_order)
        },
    )
    .also(GROUNDLESS),
    near(
        "wrong_order_shown_and_voided",
        STAR,
        "Cards were dealt out of order, the log shows where they went, and the coup was voided: 12.1.2.",
        |scene| {
            let mut first: Vec<char> = scene.rightly_to().chars().collect();
            first.swap(0, 1);
            scene.draft.first_to = Some(first.into_iter().collect());
            wrong_order(scene)?;
            scene.declare_void();
            Some(())
        },
    ),
    fault(
        "together_though_apart",
        REFUTED,
        ANY,
        "Cards are said to have been drawn together between which another was drawn, and the coup is voided.",
        |scene| voided(scene, |scene| together(scene, "[0,2]", false)),
    )
    .also(GROUNDLESS),
    near(
        "three_together",
        ANY,
        "Three cards were drawn together, one after the other, and the coup was voided.",
        |scene| {
            together(scene, "[2,0,1]", false)?;
            scene.declare_void();
            Some(())
        },
    ),
    near(
        "together_and_not_said_which",
        &[Rules::MbsElectronic2023, Rules::StarSevenUp2016],
        "Cards were drawn together, the log does not say which, and the coup was voided.",
        |scene| {
            let by = star_supervisor(scene);
            log(scene, Kind::CardsDrawnTogether, |i| i.by = by)?;
            scene.declare_void();
            Some(())
        },
    ),
    fault(
        "interrupted_and_dealt_on_and_voided",
        REFUTED,
        ELECTRONIC,
        "The power is said to have failed after two cards, more were dealt, and the round is voided.",
        |scene| voided(scene, |scene| struck(scene, 2)),
    )
    .also(GROUNDLESS)
    .wants(open_after_two),
    near(
        "interrupted_and_dealt_no_further",
        ELECTRONIC,
        "The power failed after two cards, no more were dealt, and the round was voided: 5.9.1.",
        |scene| {
            struck(scene, 2)?;
            stopped(scene, 2)?;
            scene.declare_void();
            Some(())
        },
    )
    .wants(open_after_two),
    fault(
        "interrupted_after_settlement",
        REFUTED,
        ELECTRONIC,
        "The power is said to have failed before the outcome, noticed over a minute after the round was settled.",
        |scene| {
            let noticed = scene.draft.settled? + MINUTE + 1;
            scene.written_after(noticed);
            // and play rests until then
            scene.orders.rest = MINUTE;
            struck(scene, 2)?;
            scene.draft.irregularities.last_mut()?.noticed = Some(noticed);
            found(scene)
        },
    )
    .wants(open_after_two),
    fault(
        "claim_from_before_the_coup_before",
        REFUTED,
        ANY,
        "Cards are said to have been drawn together, noticed over a minute before the coup before commenced; voided.",
        |scene| noticed_before(scene, MINUTE + 1),
    )
    .also(GROUNDLESS),
    near(
        "claim_from_a_minute_before_the_coup_before",
        ANY,
        "Cards were drawn together, noticed by a clock that is off a minute before the coup before commenced; voided.",
        |scene| {
            noticed_before(scene, MINUTE)?;
            scene.orders.expected.clear();
            Some(())
        },
    ),
    fault(
        "claim_from_over_a_day_before",
        REFUTED,
        ANY,
        "An irregularity of the display is said to have been noticed over a day before the log was opened.",
        |scene| {
            long_ago(scene, DAY + 1)?;
            found(scene)
        },
    ),
    near(
        "claim_from_a_day_before",
        ANY,
        "An irregularity of the display is said to have been noticed a day before the log was opened, and no more.",
        |scene| long_ago(scene, DAY),
    ),
    fault(
        "first_claim_from_over_an_hour_before",
        REFUTED,
        ANY,
        "In the first coup cards are said to have been drawn together, noticed over an hour before the log was opened.",
        nothing,
    )
    .also(GROUNDLESS)
    .log(|course| {
        course.first_plant = Some(|scene| {
            let noticed = scene.log_opened - HOUR - 1;
            voided(scene, |scene| together_noticed(scene, noticed))
        });
    }),
    near(
        "first_claim_from_an_hour_before",
        ANY,
        "In the first coup cards were drawn together, noticed an hour before the log was opened, and no more.",
        nothing,
    )
    .log(|course| {
        course.first_plant = Some(|scene| {
            let noticed = scene.log_opened - HOUR;
            together_noticed(scene, noticed)?;
            scene.declare_void();
            Some(())
        });
    }),
    near(
        "imported_claim_without_seals",
        ANY,
        "An imported log without seals: what its first coup claims is not held against its cards.",
        nothing,
    )
    .log(|course| {
        course.imported = true;
        course.ending = Ending::NoSeal;
        course.no_seals = true;
        course.first_plant = Some(|scene| {
            log(scene, Kind::InsufficientCards, |_| {})?;
            scene.declare_void();
            Some(())
        });
    })
    .one_log(),
    fault(
        "imported_claim_under_a_seal",
        REFUTED,
        ANY,
        "An imported log that a trusted key sealed: its first coup claims that cards lacked, and they are all there.",
        nothing,
    )
    .also(GROUNDLESS)
    .log(|course| {
        course.imported = true;
        course.first_plant = Some(|scene| voided(scene, |scene| log(scene, Kind::InsufficientCards, |_| {})));
    })
    .one_log(),
    fault(
        "wager_paid_after_a_refuted_claim",
        REFUTED,
        ANY,
        "A wrong count is refuted by the cards, and a losing wager was paid all the same: both are reported.",
        |scene| {
            let bet = super::common::loser(&scene.round);
            let at = scene.add("x1", "8", bet, 10_000)?;
            scene.wager(at)?.returned = 20_000;
            let by = star_supervisor(scene);
            log(scene, Kind::WrongCardCount, |i| wrong_count(i, by))?;
            found(scene)?;
            scene.find_wager("settlement/overpaid", "x1", Some(20_000));
            Some(())
        },
    )
    .also(&["settlement/overpaid"])
    .wants(super::common::decided),
    near(
        "unauthorised_draw_for_the_banker",
        MBS_2017,
        "The Banker was dealt a card that he was not due, the log shows it in his hand, and the coup was voided.",
        |scene| {
            let to = scene.rightly_to();
            let index = to.len();
            scene.draw()?;
            scene.draft.to = Some(to + "B");
            unauthorised(scene, "banker", index)?;
            scene.declare_void();
            Some(())
        },
    )
    .wants(nobody_drew),
];

fn found(scene: &mut Scene<'_>) -> Option<()> {
    scene.find(REFUTED);
    Some(())
}

/// The coup is void for it alone: without it nothing grounds the void.
fn voided(scene: &mut Scene<'_>, claim: impl FnOnce(&mut Scene<'_>) -> Option<()>) -> Option<()> {
    claim(scene)?;
    scene.declare_void();
    found(scene)?;
    scene.find("void/groundless");
    Some(())
}

fn log(scene: &mut Scene<'_>, kind: Kind, change: impl FnOnce(&mut Irregularity)) -> Option<()> {
    scene.irregularity(kind, change);
    Some(())
}

fn left(setup: &mut Setup, cards: usize) {
    nearly_empty(setup);
    setup.left = Some(cards);
}

fn wrong_count(i: &mut Irregularity, by: Option<&'static str>) {
    i.by = by;
    i.facts.text("hand", "player").text("dealt", "too_many");
    i.facts.text("stage", "initial_deal").flag("reconstructed", false);
}

fn unauthorised(scene: &mut Scene<'_>, hand: &str, card: usize) -> Option<()> {
    let by = star_supervisor(scene);
    scene.irregularity(Kind::UnauthorisedDraw, |i| {
        i.by = by;
        i.facts.text("hand", hand).raw("card", &card.to_string());
    });
    Some(())
}

fn wrong_order(scene: &mut Scene<'_>) -> Option<()> {
    let by = star_supervisor(scene);
    scene.irregularity(Kind::DealtOutOfOrder, |i| {
        i.by = by;
        i.facts.flag("reconstructed", false);
    });
    Some(())
}

fn together_noticed(scene: &mut Scene<'_>, noticed: i64) -> Option<()> {
    together(scene, "[1,2]", false)?;
    scene.draft.irregularities.last_mut()?.noticed = Some(noticed);
    Some(())
}

/// A void whose ground was noticed this many milliseconds before the coup before commenced.
fn noticed_before(scene: &mut Scene<'_>, by: i64) -> Option<()> {
    // in the middle of a shoe, so that the coup before is that of the shoe too
    let before = scene.before.filter(|_| scene.draft.coup > 1)?;
    voided(scene, |scene| together_noticed(scene, before.commenced - by))
}

fn long_ago(scene: &mut Scene<'_>, before: i64) -> Option<()> {
    let noticed = scene.log_opened - before;
    log(scene, Kind::DisplayError, |i| i.noticed = Some(noticed))
}
