//! What was ruled against what was done, and who may rule.

use resettle_reference::Kind;

use super::common::{decided, loser};
use super::void::ground;
use crate::draft::Irregularity;
use crate::fault::{ANY, ELECTRONIC, Fault, STAR, fault, near};
use crate::scene::Scene;

const RULING: &str = "procedure/ruling";
const AUTHORITY: &str = "procedure/authority-missing";
const SHIFT_MANAGER: Option<&str> = Some("gaming_shift_manager");
const SUPERVISOR: Option<&str> = Some("casino_supervisor");

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "ruled_void_and_settled",
        RULING,
        ANY,
        "The display erred, the ruling is that the coup is void, and it was settled.",
        |scene| {
            log(scene, Kind::DisplayError, "void", None, |_| {});
            found(scene, RULING)
        },
    ),
    fault(
        "ruled_to_stand_and_voided",
        RULING,
        ANY,
        "Two cards were drawn together, the ruling is that the coup stands, and it was voided, as a clause has it.",
        |scene| {
            ground(scene)?;
            scene.declare_void();
            scene.draft.irregularities.last_mut()?.ruling = "stands";
            found(scene, RULING)
        },
    ),
    near(
        "ruled_to_stand_and_voided_for_another",
        ANY,
        "The display erred and that may stand; the coup is void for cards drawn together, and so it was ruled.",
        |scene| {
            log(scene, Kind::DisplayError, "stands", None, |_| {});
            ground(scene)?;
            scene.declare_void();
            scene.draft.irregularities.iter_mut().rev().nth(1)?.ruling = "stands";
            Some(())
        },
    ),
    near(
        "nobody_ruled",
        ANY,
        "Two cards were drawn together, the coup was voided, and the log has no ruling: what was done stands for it.",
        |scene| {
            ground(scene)?;
            scene.declare_void();
            scene.draft.irregularities.last_mut()?.ruling = "";
            Some(())
        },
    ),
    fault(
        "manager_ruled_void_and_settled",
        "void/undeclared",
        ELECTRONIC,
        "Something that the rules do not cover, the Gaming Shift Manager rules that the round is void, and it is settled.",
        |scene| {
            log(scene, Kind::Other, "void", SHIFT_MANAGER, spilt);
            let money = scene.balance();
            scene.find_money("void/undeclared", money);
            Some(())
        },
    ),
    fault(
        "manager_ruled_to_stand_and_voided",
        "void/groundless",
        ELECTRONIC,
        "Something that the rules do not cover, the Gaming Shift Manager lets it stand, and the round is voided.",
        |scene| {
            log(scene, Kind::Other, "stands", SHIFT_MANAGER, spilt);
            scene.declare_void();
            scene.draft.irregularities.last_mut()?.ruling = "stands";
            found(scene, "void/groundless")
        },
    ),
    fault(
        "supervisor_ruled_void_and_settled",
        "void/undeclared",
        STAR,
        "Fire broke out, a casino supervisor rules that the coup is void, and it is settled.",
        |scene| {
            log(scene, Kind::Disruption, "void", SUPERVISOR, fire);
            let money = scene.balance();
            scene.find_money("void/undeclared", money);
            Some(())
        },
    ),
    fault(
        "supervisor_ruled_to_stand_and_voided",
        "void/groundless",
        STAR,
        "Fire broke out, a casino supervisor lets the coup stand, and it is voided.",
        |scene| {
            log(scene, Kind::Disruption, "stands", SUPERVISOR, fire);
            scene.declare_void();
            scene.draft.irregularities.last_mut()?.ruling = "stands";
            found(scene, "void/groundless")
        },
    ),
    near(
        "higher_office_overruled",
        ELECTRONIC,
        "A dealer would have voided the round, the Gaming Shift Manager let it stand: the highest office counts.",
        |scene| {
            log(scene, Kind::Other, "void", Some("dealer"), spilt);
            log(scene, Kind::Other, "stands", SHIFT_MANAGER, spilt);
            Some(())
        },
    ),
    near(
        "last_word_of_one_office",
        ELECTRONIC,
        "The Gaming Shift Manager voided the round and then let it stand: of one office the last word counts.",
        |scene| {
            log(scene, Kind::Other, "void", SHIFT_MANAGER, spilt);
            log(scene, Kind::Other, "stands", SHIFT_MANAGER, spilt);
            Some(())
        },
    ),
    fault(
        "device_users_wager_ruled_void_and_settled",
        RULING,
        STAR,
        "A player used a prohibited device, a casino supervisor rules his wager void, and it was collected.",
        |scene| {
            let bet = loser(&scene.round);
            scene.add("x1", "8", bet, 10_000)?;
            log(scene, Kind::ProhibitedDevice, "void", SUPERVISOR, |i| {
                i.facts.list("wagers", &["x1"]);
            });
            found(scene, RULING)
        },
    )
    .wants(decided),
    fault(
        "referred_and_decided_by_nobody",
        AUTHORITY,
        ELECTRONIC,
        "Something that the rules do not cover bears a ruling, and nobody is named who made it.",
        |scene| {
            log(scene, Kind::Other, "stands", None, spilt);
            found(scene, AUTHORITY)
        },
    ),
    fault(
        "referred_and_decided_too_low",
        AUTHORITY,
        ELECTRONIC,
        "Something that the rules do not cover was let stand by a Gaming Manager, one rank too low.",
        |scene| {
            log(scene, Kind::Other, "stands", Some("gaming_manager"), spilt);
            found(scene, AUTHORITY)
        },
    ),
    near(
        "referred_and_nothing_ruled",
        ELECTRONIC,
        "Something that the rules do not cover was written down, and there was nothing to rule.",
        |scene| {
            log(scene, Kind::Other, "", None, spilt);
            Some(())
        },
    ),
    fault(
        "wrong_order_decided_by_nobody",
        AUTHORITY,
        ELECTRONIC,
        "Cards were dealt out of order and not reconstructed, and nobody is named who let the round stand.",
        |scene| {
            log(scene, Kind::DealtOutOfOrder, "stands", None, |i| {
                i.facts.flag("reconstructed", false);
            });
            found(scene, AUTHORITY)
        },
    ),
    fault(
        "malfunction_decided_by_nobody",
        AUTHORITY,
        ELECTRONIC,
        "The device failed, play went on without a ruling, and nobody is named who decided that.",
        |scene| {
            log(scene, Kind::DeviceMalfunction, "", None, |_| {});
            found(scene, AUTHORITY)
        },
    ),
    near(
        "malfunction_decided_by_the_manager",
        ELECTRONIC,
        "The device failed, and the Gaming Shift Manager let play go on: 6.1.",
        |scene| {
            log(scene, Kind::DeviceMalfunction, "stands", SHIFT_MANAGER, |_| {});
            Some(())
        },
    ),
    fault(
        "fraud_decided_by_a_supervisor",
        AUTHORITY,
        ELECTRONIC,
        "Fraud is referred to the Gaming Shift Manager, and a casino supervisor let the round stand.",
        |scene| {
            log(scene, Kind::Fraud, "stands", SUPERVISOR, |_| {});
            found(scene, AUTHORITY)
        },
    ),
    fault(
        "sequence_revealed_by_a_supervisor",
        AUTHORITY,
        STAR,
        "The sequence was revealed, an Inspector was informed, the device was retired, and a supervisor decided it.",
        |scene| {
            revealed(scene, SUPERVISOR);
            found(scene, AUTHORITY)
        },
    ),
    fault(
        "sequence_revealed_by_nobody",
        AUTHORITY,
        STAR,
        "The sequence was revealed, an Inspector was informed, the device was retired, and nobody is named.",
        |scene| {
            revealed(scene, None);
            found(scene, AUTHORITY)
        },
    ),
    near(
        "sequence_revealed_by_the_shift_manager",
        STAR,
        "The sequence was revealed, and somebody above a Gaming Manager retired the device: 4.5.",
        |scene| {
            revealed(scene, SHIFT_MANAGER);
            Some(())
        },
    ),
];

fn found(scene: &mut Scene<'_>, code: &'static str) -> Option<()> {
    scene.find(code);
    Some(())
}

fn log(
    scene: &mut Scene<'_>,
    kind: Kind,
    ruling: &'static str,
    by: Option<&'static str>,
    change: impl FnOnce(&mut Irregularity),
) {
    scene.irregularity(kind, |i| {
        i.ruling = ruling;
        i.by = by;
        change(i);
    });
}

fn spilt(i: &mut Irregularity) {
    i.facts.text("text", "a drink was spilt over the layout");
}

fn fire(i: &mut Irregularity) {
    i.facts.text("cause", "fire");
}

fn revealed(scene: &mut Scene<'_>, by: Option<&'static str>) {
    log(scene, Kind::SequenceRevealed, "stands", by, |i| i.notified = vec!["inspector"]);
    scene.orders.end_shoe = true;
}

#[cfg(test)]
mod tests {
    use resettle_reference::Rules;

    use super::*;

    #[test]
    fn whose_decision_is_the_ground_is_reported_apart() {
        let under =
            |name: &str| FAULTS.iter().find(|fault| fault.name == name).map(|fault| fault.fits(Rules::StarSevenUp2016));
        assert_eq!(under("manager_ruled_void_and_settled"), Some(false));
        assert_eq!(under("supervisor_ruled_void_and_settled"), Some(true));
    }
}
