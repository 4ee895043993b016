//! Wagers placed, withdrawn or refused around the close.

use resettle_reference::Bet;

use super::common::{decided, loser, tie, winner};
use crate::fault::{ANY, Fault, fault, near};
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "late_by_a_millisecond_paid",
        "wager/late-honoured",
        ANY,
        "A wager placed a millisecond after the close won and was paid.",
        |scene| placed(scene, 1, winner, true),
    )
    .wants(decided),
    fault(
        "late_by_a_millisecond_collected",
        "wager/late-honoured",
        ANY,
        "A wager placed a millisecond after the close lost and was collected.",
        |scene| placed(scene, 1, loser, true),
    )
    .wants(decided),
    fault(
        "late_by_seconds_paid",
        "wager/late-honoured",
        ANY,
        "A wager placed nine seconds after the close won and was paid.",
        |scene| placed(scene, 9_000, winner, true),
    )
    .wants(decided),
    fault(
        "late_by_a_nanosecond_paid",
        "wager/late-honoured",
        ANY,
        "A wager placed a nanosecond after the close won and was paid.",
        |scene| {
            placed(scene, 0, winner, true)?;
            scene.draft.wagers.as_mut()?.last_mut()?.finer = "000001";
            Some(())
        },
    )
    .wants(decided),
    near(
        "placed_at_the_close_to_the_nanosecond",
        ANY,
        "A wager placed at the very moment of the close, written with nine digits, won and was paid.",
        |scene| {
            placed(scene, 0, winner, false)?;
            scene.draft.wagers.as_mut()?.last_mut()?.finer = "000000";
            Some(())
        },
    )
    .wants(decided),
    fault(
        "late_by_a_millisecond_in_utc",
        "wager/late-honoured",
        ANY,
        "The coup's times are in UTC; a wager placed a millisecond after the close won and was paid.",
        |scene| {
            scene.draft.utc = true;
            placed(scene, 1, winner, true)
        },
    )
    .wants(decided),
    near(
        "coup_in_utc",
        ANY,
        "The coup's times are in UTC, the record's own is not: the same moments in other figures.",
        |scene| {
            scene.draft.utc = true;
            Some(())
        },
    ),
    near("placed_at_the_close", ANY, "A wager placed at the very moment of the close won and was paid.", |scene| {
        placed(scene, 0, winner, false)
    })
    .wants(decided),
    near("late_and_returned", ANY, "A wager placed a millisecond after the close was simply returned.", |scene| {
        let close = scene.close();
        let at = scene.add("x1", "8", Bet::Player, 10_000)?;
        let wager = scene.wager(at)?;
        wager.placed = Some(close + 1);
        wager.returned = 10_000;
        Some(())
    }),
    near("time_of_placing_unknown", ANY, "A wager without a time is in time, and was settled.", |scene| {
        let bet = winner(&scene.round);
        let at = scene.add("x1", "8", bet, 10_000)?;
        scene.wager(at)?.placed = None;
        Some(())
    }),
    fault(
        "withdrawn_late_from_a_loss",
        "wager/withdrawn-honoured",
        ANY,
        "A wager withdrawn a millisecond after the close would have lost, and its stake went back.",
        |scene| withdrawn(scene, 1, loser, false, Some("wager/withdrawn-honoured")),
    )
    .wants(decided),
    fault(
        "withdrawn_late_from_a_win",
        "wager/withdrawn-honoured",
        ANY,
        "A wager withdrawn a millisecond after the close would have won, and only its stake went back.",
        |scene| withdrawn(scene, 1, winner, false, Some("wager/withdrawn-honoured")),
    )
    .wants(decided),
    near(
        "withdrawn_late_and_settled",
        ANY,
        "A wager withdrawn a millisecond after the close lost and was collected.",
        |scene| withdrawn(scene, 1, loser, true, None),
    )
    .wants(decided),
    near(
        "withdrawn_late_from_a_standoff",
        ANY,
        "A wager withdrawn a millisecond after the close would have stood off, and its stake went back.",
        |scene| withdrawn(scene, 1, winner, false, None),
    )
    .wants(tie),
    near("withdrawn_at_the_close", ANY, "A wager withdrawn at the very moment of the close went back.", |scene| {
        withdrawn(scene, 0, loser, false, None)
    })
    .wants(decided),
    fault(
        "withdrawn_in_time_and_paid",
        "settlement/overpaid",
        ANY,
        "A wager withdrawn at the very moment of the close was paid as though it had won.",
        |scene| withdrawn(scene, 0, winner, true, Some("settlement/overpaid")),
    )
    .wants(decided),
    fault(
        "withdrawn_in_time_and_collected",
        "settlement/underpaid",
        ANY,
        "A wager withdrawn at the very moment of the close was collected as though it had lost.",
        |scene| withdrawn(scene, 0, loser, true, Some("settlement/underpaid")),
    )
    .wants(decided),
];

fn placed(scene: &mut Scene<'_>, after: i64, which: fn(&resettle_reference::Round) -> Bet, late: bool) -> Option<()> {
    let bet = which(&scene.round);
    let close = scene.close();
    let at = scene.add("x1", "8", bet, 10_000)?;
    let wager = scene.wager(at)?;
    wager.placed = Some(close + after);
    let money = wager.returned - wager.stake;
    if late {
        scene.find_wager("wager/late-honoured", "x1", Some(money));
    }
    Some(())
}

fn withdrawn(
    scene: &mut Scene<'_>,
    after: i64,
    which: fn(&resettle_reference::Round) -> Bet,
    settled: bool,
    code: Option<&'static str>,
) -> Option<()> {
    let bet = which(&scene.round);
    let close = scene.close();
    let at = scene.add("x1", "8", bet, 10_000)?;
    let wager = scene.wager(at)?;
    wager.withdrawn = Some(close + after);
    let by_result = wager.returned;
    if !settled {
        wager.returned = wager.stake;
    }
    let due = if after > 0 { by_result } else { wager.stake };
    let money = wager.returned - due;
    if let Some(code) = code {
        scene.find_wager(code, "x1", Some(money));
    }
    Some(())
}
