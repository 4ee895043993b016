//! What the Star's document asks of people: to notify, to decide, to check, to burn.

use resettle_reference::{Bet, Kind};

use super::carried::find_at_next;
use super::common::{decided, loser};
use super::void::{duties, too_many, voided};
use crate::draft::Irregularity;
use crate::fault::{Fault, STAR, fault, near};
use crate::fields::Fields;
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "inspector_not_told",
        "procedure/notification-missing",
        STAR,
        "A card is missing, and Surveillance alone was informed.",
        |scene| notified(scene, &["surveillance"]),
    ),
    fault(
        "surveillance_not_told",
        "procedure/notification-missing",
        STAR,
        "A card is missing, and an Inspector alone was informed.",
        |scene| notified(scene, &["inspector"]),
    ),
    fault(
        "nobody_told",
        "procedure/notification-missing",
        STAR,
        "A card is missing, and nobody was informed.",
        |scene| notified(scene, &[]),
    ),
    fault(
        "check_forgotten",
        "procedure/check-missing",
        STAR,
        "A card is missing, the coup is void, and play goes on without the check.",
        |scene| {
            unchecked(scene)?;
            find_at_next(scene, "procedure/check-missing");
            Some(())
        },
    )
    .ahead(),
    fault(
        "shoe_ended_and_never_checked",
        "procedure/check-missing",
        STAR,
        "A card is missing, the coup is void, the device is ended, and nobody ever checks it.",
        |scene| {
            unchecked(scene)?;
            scene.orders.end_shoe = true;
            scene.find("procedure/check-missing");
            Some(())
        },
    ),
    near(
        "shoe_ended_and_checked",
        STAR,
        "A card is missing, the coup is void, the device is ended, and its cards are checked then: 12.8.3.",
        |scene| {
            unchecked(scene)?;
            scene.shoe_event("end");
            let mut fields = Fields::new();
            fields.text("shoe", &scene.draft.shoe.clone()).text("event", "check");
            scene.record_after(1_900, "shoe", fields);
            scene.orders.end_shoe = true;
            scene.orders.end_logged = true;
            Some(())
        },
    ),
    near(
        "sequence_revealed_and_retired",
        STAR,
        "The sequence was revealed, an Inspector was informed, and the device was retired: 4.5.",
        |scene| {
            revealed(scene, &["inspector"]);
            scene.orders.end_shoe = true;
            Some(())
        },
    ),
    fault(
        "sequence_revealed_and_nobody_told",
        "procedure/notification-missing",
        STAR,
        "The sequence was revealed, the device was retired, and no Inspector was informed.",
        |scene| {
            revealed(scene, &["surveillance"]);
            scene.orders.end_shoe = true;
            scene.find("procedure/notification-missing");
            Some(())
        },
    ),
    fault(
        "sequence_revealed_and_used",
        "procedure/check-missing",
        STAR,
        "The sequence was revealed, and play goes on from the same device.",
        |scene| {
            revealed(scene, &["inspector"]);
            find_at_next(scene, "procedure/check-missing");
            Some(())
        },
    )
    .ahead(),
    fault(
        "void_by_nobody_star",
        "procedure/authority-missing",
        STAR,
        "A wrong count, the coup is void, and nobody is named who authorised it.",
        |scene| {
            voided(scene, |scene| too_many(scene, |i| i.by = None))?;
            authority(scene)
        },
    ),
    fault(
        "void_by_the_dealer",
        "procedure/authority-missing",
        STAR,
        "A wrong count, and the dealer himself declared the coup void.",
        |scene| {
            voided(scene, |scene| too_many(scene, |i| i.by = Some("dealer")))?;
            authority(scene)
        },
    ),
    near(
        "void_by_gaming_supervisor",
        STAR,
        "A wrong count, and a gaming supervisor, whom 1.1 counts among casino supervisors, declared the coup void.",
        |scene| voided(scene, |scene| too_many(scene, |i| i.by = Some("gaming_supervisor"))),
    ),
    fault(
        "fire_void_by_nobody",
        "procedure/authority-missing",
        STAR,
        "Fire broke out, the coup is void, and no casino supervisor is named.",
        |scene| {
            voided(scene, |scene| {
                log(scene, Kind::Disruption, |i| {
                    i.facts.text("cause", "fire");
                })
            })?;
            authority(scene)
        },
    ),
    near(
        "culprits_wager_forfeited",
        STAR,
        "Fraud affected the outcome, the coup is void, and the culprit's wager is forfeited: 14.5.",
        |scene| forfeited(scene, "x1", Some("casino_supervisor")),
    ),
    near(
        "culprits_wager_returned",
        STAR,
        "Fraud affected the outcome, the coup is void, and even the culprit has his stake back.",
        |scene| {
            forfeited(scene, "x1", Some("casino_supervisor"))?;
            scene.draft.wagers.as_mut()?.last_mut()?.returned = 10_000;
            Some(())
        },
    ),
    fault(
        "somebody_elses_wager_forfeited",
        "settlement/underpaid",
        STAR,
        "Fraud affected the outcome, the coup is void, and a wager that is not the culprit's is kept.",
        |scene| {
            forfeited(scene, "x9", Some("casino_supervisor"))?;
            scene.find_wager("settlement/underpaid", "x1", Some(-10_000));
            Some(())
        },
    ),
    fault(
        "forfeited_by_nobody",
        "procedure/authority-missing",
        STAR,
        "Fraud affected the outcome, the coup is void, and no casino supervisor is named.",
        |scene| {
            forfeited(scene, "x1", None)?;
            authority(scene)
        },
    ),
    near(
        "device_users_wager_void",
        STAR,
        "A player used a prohibited device, and a casino supervisor declared his wager void: 14.3.1.",
        |scene| device(scene, true, Some("casino_supervisor")),
    )
    .wants(decided),
    near(
        "device_users_wager_settled",
        STAR,
        "A player used a prohibited device, and his wager was settled as usual.",
        |scene| device(scene, false, None),
    )
    .wants(decided),
    fault(
        "device_users_wager_void_by_nobody",
        "procedure/authority-missing",
        STAR,
        "A player used a prohibited device, his wager was declared void, and no casino supervisor is named.",
        |scene| {
            device(scene, true, None)?;
            authority(scene)
        },
    )
    .wants(decided),
    fault(
        "first_card_not_burned",
        "procedure/burn-missing",
        STAR,
        "No card is burned at the start of a device.",
        |scene| {
            scene.find("procedure/burn-missing");
            Some(())
        },
    )
    .shoe(|setup| setup.burned = Some(Vec::new())),
    near(
        "burn_omitted_and_logged",
        STAR,
        "No card is burned at the start of a device, and the omission is logged: play goes on, 12.7.",
        |scene| log(scene, Kind::BurnOmitted, |_| {}),
    )
    .shoe(|setup| setup.burned = Some(Vec::new())),
];

fn log(scene: &mut Scene<'_>, kind: Kind, change: impl FnOnce(&mut Irregularity)) -> Option<()> {
    scene.irregularity(kind, change);
    Some(())
}

fn authority(scene: &mut Scene<'_>) -> Option<()> {
    scene.find("procedure/authority-missing");
    Some(())
}

fn notified(scene: &mut Scene<'_>, whom: &[&'static str]) -> Option<()> {
    let whom = whom.to_vec();
    duties(scene, Kind::MissingCard, |i| i.notified = whom);
    scene.declare_void();
    scene.find("procedure/notification-missing");
    Some(())
}

fn unchecked(scene: &mut Scene<'_>) -> Option<()> {
    scene.irregularity(Kind::MissingCard, |i| i.notified = vec!["surveillance", "inspector"]);
    scene.declare_void();
    Some(())
}

fn revealed(scene: &mut Scene<'_>, whom: &[&'static str]) {
    let whom = whom.to_vec();
    scene.irregularity(Kind::SequenceRevealed, |i| {
        i.by = Some("gaming_manager");
        // The opinion was formed: a Gaming Manager who rules that all stands has not formed it.
        i.ruling = "";
        i.notified = whom;
    });
}

/// A void for fraud in which x1 gets nothing; the culprit's wagers are those named.
fn forfeited(scene: &mut Scene<'_>, culprit: &str, by: Option<&'static str>) -> Option<()> {
    if culprit != "x1" {
        scene.add(culprit, "9", Bet::Tie, 1_000)?;
    }
    let at = scene.add("x1", "8", Bet::Player, 10_000)?;
    scene.irregularity(Kind::Fraud, |i| {
        i.by = by;
        i.facts.list("wagers", &[culprit]).flag("outcome_affected", true);
    });
    scene.declare_void();
    scene.wager(at)?.returned = 0;
    Some(())
}

fn device(scene: &mut Scene<'_>, void: bool, by: Option<&'static str>) -> Option<()> {
    let bet = loser(&scene.round);
    let at = scene.add("x1", "8", bet, 10_000)?;
    if void {
        scene.wager(at)?.returned = 10_000;
    }
    scene.irregularity(Kind::ProhibitedDevice, |i| {
        i.by = by;
        if void {
            i.ruling = "void";
        }
        i.facts.list("wagers", &["x1"]);
    });
    Some(())
}
