//! Cards of which it came out only after the coup was settled that something was wrong with them.

use resettle_reference::{Kind, Rules};

use super::void::star_supervisor;
use crate::draft::{Drawn, Irregularity};
use crate::fault::{ANY, ELECTRONIC, Fault, fault, near};
use crate::scene::Scene;

const GROUNDLESS: &str = "void/groundless";
const FOREIGN: &str = "deal/foreign-card";
const E_STAR: &[Rules] = &[Rules::MbsElectronic2023, Rules::StarSevenUp2016];

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "foreign_card_found_after_settlement_voided",
        GROUNDLESS,
        ANY,
        "A foreign card was noticed a millisecond after the settlement, and the coup is voided.",
        |scene| late_void(scene, Kind::ForeignCard),
    ),
    near(
        "foreign_card_found_after_settlement",
        ANY,
        "A foreign card was noticed a millisecond after the settlement: the coup is completed, and its result stands.",
        |scene| late(scene, Kind::ForeignCard, 1, |_| {}),
    ),
    near(
        "foreign_card_found_at_settlement",
        ANY,
        "A foreign card was noticed at the very moment of the settlement, and the coup was voided.",
        |scene| {
            late(scene, Kind::ForeignCard, 0, |_| {})?;
            scene.declare_void();
            Some(())
        },
    ),
    fault(
        "extra_card_found_after_settlement_voided",
        GROUNDLESS,
        ANY,
        "A copy too many was noticed a millisecond after the settlement, and the coup is voided.",
        |scene| late_void(scene, Kind::ExtraCard),
    ),
    near(
        "extra_card_found_after_settlement",
        ANY,
        "A copy too many was noticed a millisecond after the settlement: the result stands.",
        |scene| late(scene, Kind::ExtraCard, 1, |_| {}),
    ),
    fault(
        "missing_card_found_after_settlement_voided",
        GROUNDLESS,
        E_STAR,
        "A card was found missing a millisecond after the settlement, and the coup is voided.",
        |scene| late_void(scene, Kind::MissingCard),
    ),
    near(
        "missing_card_found_after_settlement",
        E_STAR,
        "A card was found missing a millisecond after the settlement: the result stands.",
        |scene| late(scene, Kind::MissingCard, 1, |_| {}),
    ),
    fault(
        "unshuffled_cards_found_after_settlement_voided",
        GROUNDLESS,
        ELECTRONIC,
        "Unshuffled cards were noticed a millisecond after the settlement, and the round is voided.",
        |scene| late_void(scene, Kind::UnshuffledCards),
    ),
    near(
        "unshuffled_cards_found_after_settlement",
        ELECTRONIC,
        "Unshuffled cards were noticed a millisecond after the settlement: the result stands.",
        |scene| late(scene, Kind::UnshuffledCards, 1, |_| {}),
    ),
    fault(
        "foreign_card_among_the_cards_found_after_settlement",
        FOREIGN,
        ANY,
        "One of the cards belongs to no deck, which was noticed after the settlement: no clause voids for it.",
        |scene| {
            let index = scene.draft.cards.as_ref()?.len().checked_sub(1)?;
            *scene.draft.cards.as_mut()?.get_mut(index)? = Drawn::Foreign;
            late(scene, Kind::ForeignCard, 1, |i| {
                i.facts.raw("card", &index.to_string());
            })?;
            scene.find(FOREIGN);
            Some(())
        },
    ),
];

/// Noticed this many milliseconds after the settlement, with all that belongs to it.
fn late(scene: &mut Scene<'_>, kind: Kind, after: i64, change: impl FnOnce(&mut Irregularity)) -> Option<()> {
    let noticed = scene.draft.settled? + after;
    scene.written_after(noticed);
    let star = star_supervisor(scene).is_some();
    scene.irregularity(kind, |i| {
        i.noticed = Some(noticed);
        if star {
            i.notified = vec!["surveillance", "inspector"];
        }
        change(i);
    });
    if star {
        scene.shoe_event("check");
    }
    Some(())
}

fn late_void(scene: &mut Scene<'_>, kind: Kind) -> Option<()> {
    late(scene, kind, 1, |_| {})?;
    scene.declare_void();
    scene.find(GROUNDLESS);
    Some(())
}
