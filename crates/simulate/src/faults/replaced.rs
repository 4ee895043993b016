//! Cards taken out of a shoe and put into it.

use resettle_reference::{Card, Kind, Rank, Suit};

use super::carried::find_at_next;
use super::void::duties;
use crate::draft::Irregularity;
use crate::fault::{ANY, Fault, STAR, fault, near};
use crate::fields::Fields;
use crate::scene::Scene;

const REPLACED: &str = "deal/replaced-cards";
const SEVEN: Card = Card { rank: Rank::Seven, suit: Suit::Hearts };
const E_STAR: &[resettle_reference::Rules] =
    &[resettle_reference::Rules::MbsElectronic2023, resettle_reference::Rules::StarSevenUp2016];

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "replaced_by_a_seven",
        REPLACED,
        ANY,
        "A card is taken out of the shoe, and a seven put in for it.",
        |scene| {
            unaccounted(scene)?;
            let out = scene.shoe.exchange(SEVEN)?;
            before(scene, &[&out.to_string()], &["7H"]);
            scene.find(REPLACED);
            Some(())
        },
    ),
    fault("put_in_besides", REPLACED, ANY, "A card is put into the shoe, and none taken out.", |scene| {
        unaccounted(scene)?;
        before(scene, &[], &["7H"]);
        scene.find(REPLACED);
        Some(())
    }),
    near(
        "replaced_by_the_same",
        ANY,
        "Two cards are replaced by the same cards, recorded in another order.",
        |scene| {
            before(scene, &["4C", "TD"], &["TD", "4C"]);
            Some(())
        },
    ),
    near(
        "replaced_unread",
        ANY,
        "Two damaged cards are replaced, one of which could not be read when it was taken out.",
        |scene| {
            before(scene, &["4C", "??"], &["TD", "4C"]);
            Some(())
        },
    ),
    near(
        "damaged_cards_replaced",
        STAR,
        "The device failed and damaged two cards, which were replaced: play goes on, 13.3.",
        |scene| {
            scene.irregularity(Kind::DeviceMalfunction, |i| {
                i.facts.flag("cards_damaged", true).flag("replacement_available", true);
            });
            after(scene, &["4C", "TD"], &["4C", "TD"]);
            Some(())
        },
    ),
    near("missing_card_put_in", E_STAR, "A card was missing, the coup is void, and the card is put in.", |scene| {
        irregular(scene, Kind::MissingCard, |_| {});
        after(scene, &[], &["7H"]);
        Some(())
    })
    .ahead(),
    fault(
        "missing_card_put_in_twice",
        REPLACED,
        E_STAR,
        "A card was missing, the coup is void, and two are put in.",
        |scene| {
            unaccounted(scene)?;
            irregular(scene, Kind::MissingCard, |_| {});
            after(scene, &[], &["7H", "7D"]);
            find_at_next(scene, REPLACED);
            Some(())
        },
    )
    .ahead(),
    near(
        "surplus_card_taken_out",
        ANY,
        "A copy too many was found, the coup is void, and the card is taken out.",
        |scene| {
            let card = surplus(scene)?;
            after(scene, &[&card.to_string()], &[]);
            Some(())
        },
    )
    .ahead(),
    fault(
        "another_than_the_surplus_card_taken_out",
        REPLACED,
        ANY,
        "A copy too many was found, the coup is void, and another card than that one is taken out.",
        |scene| {
            unaccounted(scene)?;
            let found = *scene.physical.last()?;
            let suit = if found == SEVEN { Suit::Diamonds } else { Suit::Hearts };
            let other = scene.shoe.take_out(Card { suit, ..SEVEN })?;
            surplus(scene)?;
            after(scene, &[&other.to_string()], &[]);
            find_at_next(scene, REPLACED);
            Some(())
        },
    )
    .ahead(),
    near("shoe_checked", ANY, "The cards left in the shoe are taken out and verified after a coup.", |scene| {
        scene.shoe_event("check");
        Some(())
    }),
];

/// Nothing in the shoe so far accounts for a card that is replaced.
fn unaccounted(scene: &Scene<'_>) -> Option<()> {
    (!scene.shoe.accounted).then_some(())
}

fn fields(scene: &Scene<'_>, out: &[&str], put_in: &[&str]) -> Fields {
    let mut fields = Fields::new();
    fields.text("shoe", &scene.draft.shoe).text("event", "replace");
    fields.list("out", out).list("in", put_in);
    fields
}

fn before(scene: &mut Scene<'_>, out: &[&str], put_in: &[&str]) {
    let fields = fields(scene, out, put_in);
    scene.record_before("shoe", fields);
}

fn after(scene: &mut Scene<'_>, out: &[&str], put_in: &[&str]) {
    let fields = fields(scene, out, put_in);
    scene.record_after(1_400, "shoe", fields);
}

fn irregular(scene: &mut Scene<'_>, kind: Kind, change: impl FnOnce(&mut Irregularity)) {
    duties(scene, kind, change);
    scene.declare_void();
}

/// The last card is a copy too many, and leaves the table; says which it is.
fn surplus(scene: &mut Scene<'_>) -> Option<Card> {
    let index = scene.physical.len().checked_sub(1)?;
    let card = scene.physical.pop()?;
    irregular(scene, Kind::ExtraCard, |i| {
        i.facts.raw("card", &index.to_string());
    });
    Some(card)
}
