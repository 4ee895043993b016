//! Shoes that hold what they cannot hold.

use resettle_reference::{Card, Rank, Rules, Suit};

use super::carried::find_at_next;
use crate::fault::{ANY, ELECTRONIC, Fault, MBS, MBS_2011, STAR, Setup, fault, near, nothing};
use crate::fields::Fields;
use crate::scene::Scene;

/// Kings leave no totals behind, and in every game three of them can lie on the layout.
const KING: Card = Card { rank: Rank::King, suit: Suit::Diamonds };

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "copy_too_many",
        "deal/impossible-card",
        ANY,
        "Burned cards and first coup show one copy more of a card than the decks hold.",
        |scene| {
            scene.find("deal/impossible-card");
            Some(())
        },
    )
    .shoe(|setup| copies(setup, 1)),
    near(
        "copies_just_enough",
        ANY,
        "Burned cards and first coup show every copy of a card that the decks hold, and no more.",
        nothing,
    )
    .shoe(|setup| copies(setup, 0)),
    fault(
        "copy_too_many_in_the_next_coup",
        "deal/impossible-card",
        MBS,
        "The first coup shows the last copies of a card, and the second begins with one more.",
        |scene| {
            scene.shoe.stack(&[KING]);
            find_at_next(scene, "deal/impossible-card");
            Some(())
        },
    )
    .shoe(no_copies_return)
    .ahead(),
    fault(
        "copy_too_many_after_check",
        "deal/impossible-card",
        MBS,
        "The first coup shows the last copies of a card, the shoe is checked, and the second begins with one more.",
        |scene| {
            scene.shoe.stack(&[KING]);
            scene.shoe_event("check");
            find_at_next(scene, "deal/impossible-card");
            Some(())
        },
    )
    .shoe(no_copies_return)
    .ahead(),
    near("burned_in_mid_shoe", ANY, "A card is burned after a coup.", |scene| burned(scene, 1)).ahead(),
    fault(
        "coup_burned",
        "procedure/burn",
        ANY,
        "As many cards as a coup takes are burned after a coup, and nothing says why.",
        |scene| {
            let takes = shortest(scene);
            burned(scene, takes)?;
            find_at_next(scene, "procedure/burn");
            Some(())
        },
    )
    .ahead(),
    near("coup_nearly_burned", ANY, "One card fewer than a coup takes is burned after a coup.", |scene| {
        let takes = shortest(scene);
        burned(scene, takes - 1)
    })
    .ahead(),
    fault("one_deck_too_few", "deal/decks-out-of-range", MBS, "The shoe is started with three decks.", decks)
        .shoe(|setup| setup.decks = 3),
    fault(
        "one_deck_too_many_2011",
        "deal/decks-out-of-range",
        MBS_2011,
        "The shoe is started with nine decks where eight are the most.",
        decks,
    )
    .shoe(|setup| setup.decks = 9),
    near("eight_decks_2011", MBS_2011, "The shoe is started with eight decks, the most that there may be.", nothing)
        .shoe(|setup| setup.decks = 8),
    fault(
        "eleven_decks",
        "deal/decks-out-of-range",
        &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::MbsElectronic2023],
        "The shoe is started with eleven decks where ten are the most.",
        decks,
    )
    .shoe(|setup| setup.decks = 11),
    near(
        "ten_decks",
        &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::MbsElectronic2023],
        "The shoe is started with ten decks, the most that there may be.",
        nothing,
    )
    .shoe(|setup| setup.decks = 10),
    near("four_decks", MBS, "The shoe is started with four decks, the fewest that there may be.", nothing)
        .shoe(|setup| setup.decks = 4),
    fault(
        "seven_decks_star",
        "deal/decks-out-of-range",
        STAR,
        "The device is filled with seven decks where the order says six.",
        decks,
    )
    .shoe(|setup| setup.decks = 7),
    fault(
        "five_decks_star",
        "deal/decks-out-of-range",
        STAR,
        "The device is filled with five decks where the order says six.",
        decks,
    )
    .shoe(|setup| setup.decks = 5),
    near(
        "device_takes_cards_back",
        ELECTRONIC,
        "The device says that it takes discards back, so that cards come again and again.",
        nothing,
    )
    .shoe(|setup| setup.recirculates = true),
];

/// How many cards the shortest coup takes.
fn shortest(scene: &Scene<'_>) -> usize {
    if scene.rules.permanent_seven() { 3 } else { 4 }
}

/// So many cards burned after the coup, in one record.
fn burned(scene: &mut Scene<'_>, cards: usize) -> Option<()> {
    let mut texts = Vec::new();
    for _ in 0..cards {
        let card = scene.shoe.draw()?;
        scene.physical.push(card);
        texts.push(card.to_string());
    }
    let mut fields = Fields::new();
    fields.text("shoe", &scene.draft.shoe.clone()).text("event", "burn").list("cards", &texts);
    scene.record_after(800, "shoe", fields);
    Some(())
}

fn decks(scene: &mut Scene<'_>) -> Option<()> {
    scene.find("deal/decks-out-of-range");
    Some(())
}

/// All copies but two are burned, and two are in the first coup; `beyond` more follow them.
fn copies(setup: &mut Setup, beyond: usize) {
    let burned = usize::try_from(setup.decks).unwrap_or(4).saturating_sub(2);
    setup.burned = Some(vec![KING; burned]);
    setup.top = vec![KING; 2 + beyond];
}

fn no_copies_return(setup: &mut Setup) {
    setup.recirculates = false;
    copies(setup, 0);
}
