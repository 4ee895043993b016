//! Irregularities that are logged separately from their coup, not in it.

use resettle_reference::Kind;

use super::void::star_supervisor;
use crate::Expected;
use crate::draft::Irregularity;
use crate::fault::{ANY, Fault, STAR, fault, near};
use crate::fields::Fields;
use crate::scene::{Extra, Scene};

const UNSUPPORTED: &str = "claim/unsupported";

pub(super) const FAULTS: &[Fault] = &[
    near(
        "incident_grounds_the_void",
        ANY,
        "A void coup, whose ground is logged right after it and before the next coup.",
        |scene| {
            scene.declare_void();
            let fields = of_the_coup(scene, "void");
            scene.record_after(600, "incident", fields);
            Some(())
        },
    ),
    fault(
        "incident_too_late_for_the_void",
        UNSUPPORTED,
        ANY,
        "A void coup, whose ground is logged only after the shoe's next coup: nothing but that word excuses it.",
        |scene| {
            scene.declare_void();
            let fields = of_the_coup(scene, "void");
            let at = scene.draft.at;
            scene.orders.later.push(Extra::Record { at, kind: "incident", fields, tamper: None });
            scene.find(UNSUPPORTED);
            Some(())
        },
    )
    .ahead(),
    fault(
        "incident_voids_a_settled_coup",
        "void/undeclared",
        ANY,
        "A coup was settled, and right after it an incident is logged that voids it.",
        |scene| {
            let fields = of_the_coup(scene, "stands");
            scene.record_after(600, "incident", fields);
            let money = scene.balance();
            scene.find_money("void/undeclared", money);
            Some(())
        },
    ),
    fault(
        "incident_of_an_earlier_coup",
        "void/undeclared",
        ANY,
        "A coup was settled, and only after the next coup an incident is logged that voids it.",
        |scene| {
            let fields = of_the_coup(scene, "stands");
            let at = scene.draft.at;
            scene.orders.later.push(Extra::Record { at, kind: "incident", fields, tamper: None });
            let money = scene.balance();
            scene.find_money("void/undeclared", money);
            Some(())
        },
    )
    .ahead(),
    near(
        "incident_with_all_told",
        STAR,
        "Between coups a card is found missing: both are informed, and the shoe is checked.",
        |scene| {
            let fields = missing(scene, &["surveillance", "inspector"]);
            scene.record_after(600, "incident", fields);
            scene.shoe_event("check");
            Some(())
        },
    ),
    fault(
        "incident_with_nobody_told",
        "procedure/notification-missing",
        STAR,
        "Between coups a card is found missing: the shoe is checked, and nobody is informed.",
        |scene| {
            let fields = missing(scene, &[]);
            scene.record_after(600, "incident", fields);
            scene.shoe_event("check");
            scene.orders.expected.push(Expected {
                code: "procedure/notification-missing",
                // It is reported at the incident's record, which is not a coup.
                shoe: None,
                coup: None,
                wager: None,
                money: None,
            });
            Some(())
        },
    ),
];

/// Two of the first cards were drawn together, and nobody knows their order: logged separately from the coup that it voids.
fn of_the_coup(scene: &Scene<'_>, ruling: &'static str) -> Fields {
    let mut facts = Fields::new();
    facts.raw("cards", "[1,2]").flag("order_known", false);
    let about = Irregularity {
        kind: Kind::CardsDrawnTogether.word().to_owned(),
        noticed: Some(scene.midway()),
        notified_at: None,
        ruling,
        by: star_supervisor(scene),
        notified: Vec::new(),
        facts,
    };
    let mut fields = about.fields(scene.offset);
    fields.text("shoe", &scene.draft.shoe);
    fields.raw("coup", &scene.draft.coup.to_string());
    fields
}

/// A card was found missing between coups.
fn missing(scene: &Scene<'_>, notified: &[&'static str]) -> Fields {
    let about = Irregularity {
        kind: Kind::MissingCard.word().to_owned(),
        noticed: Some(scene.draft.at + 400),
        notified_at: None,
        ruling: "stands",
        by: None,
        notified: notified.to_vec(),
        facts: Fields::new(),
    };
    let mut fields = about.fields(scene.offset);
    fields.text("shoe", &scene.draft.shoe);
    fields
}
