//! What a coup says of its own times against when it was written.

use resettle_reference::{Bet, Kind};

use super::carried::find_at_next;
use super::common::{decided, loser};
use super::void::{star_supervisor, too_many};
use crate::draft::Irregularity;
use crate::fault::{ANY, Fault, MBS_2017, STAR, fault, near, nothing};
use crate::fields::Fields;
use crate::moment::Moment;
use crate::scene::Scene;

const CLOCK: &str = "procedure/clock";
const TIMES: &str = "procedure/times";
const UNDECLARED: &[&str] = &["void/undeclared"];
const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

pub(super) const FAULTS: &[Fault] = &[
    fault("settled_two_hours_later", CLOCK, ANY, "The coup was settled two hours after it was written down.", |scene| {
        settled(scene, 2 * HOUR)?;
        found(scene)
    }),
    fault(
        "settled_over_a_second_later",
        CLOCK,
        ANY,
        "The coup was settled a second and a millisecond after it was written down.",
        |scene| {
            settled(scene, SECOND + 1)?;
            found(scene)
        },
    ),
    near("settled_a_second_later", ANY, "The coup was settled a second after it was written down.", |scene| {
        settled(scene, SECOND)
    }),
    fault(
        "noticed_over_a_minute_later",
        CLOCK,
        ANY,
        "An irregularity was noticed a minute and a millisecond after it was written down.",
        |scene| {
            noticed(scene, MINUTE + 1)?;
            found(scene)
        },
    ),
    near(
        "noticed_a_minute_later",
        ANY,
        "An irregularity was noticed a minute after it was written down, by a clock that is off.",
        |scene| noticed(scene, MINUTE),
    ),
    fault(
        "notified_over_a_minute_later",
        CLOCK,
        ANY,
        "An irregularity was notified a minute and a millisecond after it was written down.",
        |scene| {
            let at = scene.draft.at + MINUTE + 1;
            scene.irregularity(Kind::DisplayError, |i| i.notified_at = Some(at));
            found(scene)
        },
    ),
    fault(
        "all_clocks_wrong_at_once",
        CLOCK,
        ANY,
        "Settled two hours and noticed three hours after it was written down: reported once.",
        |scene| {
            settled(scene, 2 * HOUR)?;
            noticed(scene, 3 * HOUR)?;
            found(scene)
        },
    ),
    fault(
        "wrong_order_noticed_long_after_it_was_written",
        CLOCK,
        STAR,
        "An error that voids the coup is said to have been noticed hours later, and stands: it was known in time.",
        |scene| {
            let at = scene.draft.at + 3 * HOUR;
            wrong_order(scene, at);
            found(scene)?;
            undeclared(scene)
        },
    )
    .also(UNDECLARED),
    fault(
        "wrong_order_notified_long_after_it_was_written",
        CLOCK,
        STAR,
        "An error that voids the coup is said to have been notified hours later, and stands: it was known in time.",
        |scene| {
            let at = scene.draft.at + 3 * HOUR;
            let noticed = scene.midway();
            wrong_order(scene, noticed);
            scene.draft.irregularities.last_mut()?.notified_at = Some(at);
            found(scene)?;
            undeclared(scene)
        },
    )
    .also(UNDECLARED),
    fault(
        "wrong_count_noticed_long_after_it_was_written",
        CLOCK,
        MBS_2017,
        "A wrong count is said to have been noticed hours later, and stands: it was known in time, and voids the coup.",
        |scene| {
            let at = scene.draft.at + 3 * HOUR;
            too_many(scene, |i| i.noticed = Some(at))?;
            found(scene)?;
            undeclared(scene)
        },
    )
    .also(UNDECLARED),
    near(
        "wrong_count_noticed_within_the_slack",
        MBS_2017,
        "A wrong count was noticed half a minute after it was written down, when the next coup was on; void, as in time.",
        |scene| {
            let at = scene.draft.at + MINUTE / 2;
            too_many(scene, |i| i.noticed = Some(at))?;
            scene.declare_void();
            Some(())
        },
    )
    .ahead(),
    fault(
        "commenced_before_the_coup_before_was_settled",
        CLOCK,
        ANY,
        "The coup commenced a second and a millisecond before the coup before it was settled.",
        |scene| {
            commenced(scene, SECOND + 1)?;
            found(scene)
        },
    ),
    near(
        "commenced_a_second_before_the_coup_before_was_settled",
        ANY,
        "The coup commenced a second before the coup before it was settled.",
        |scene| commenced(scene, SECOND),
    ),
    fault(
        "next_coup_commenced_before_settlement",
        CLOCK,
        ANY,
        "The coup was settled while the next one was on, as its record, written later, says.",
        |scene| {
            let settled = scene.next_commencement() + 3 * SECOND;
            scene.draft.settled = Some(settled);
            scene.written_after(settled);
            find_at_next(scene, CLOCK);
            Some(())
        },
    )
    .ahead(),
    fault(
        "first_coup_over_an_hour_before_its_log",
        CLOCK,
        ANY,
        "The first coup commenced an hour and a millisecond before its log was opened.",
        nothing,
    )
    .log(|course| {
        course.first_plant = Some(|scene| {
            before_the_log(scene, HOUR + 1)?;
            found(scene)
        });
    }),
    near(
        "first_coup_an_hour_before_its_log",
        ANY,
        "The first coup commenced an hour before its log was opened, and no more.",
        nothing,
    )
    .log(|course| course.first_plant = Some(|scene| before_the_log(scene, HOUR))),
    fault(
        "incident_noticed_over_a_minute_later",
        CLOCK,
        ANY,
        "An incident that names the coup was noticed a minute and a millisecond after it was written down.",
        |scene| {
            incident(scene, MINUTE + 1);
            found(scene)
        },
    ),
    near(
        "incident_noticed_a_minute_later",
        ANY,
        "An incident that names the coup was noticed a minute after it was written down, by a clock that is off.",
        |scene| {
            incident(scene, MINUTE);
            Some(())
        },
    ),
    fault(
        "withdrawn_before_it_was_placed",
        TIMES,
        ANY,
        "A wager was withdrawn a millisecond before it was placed, and went back.",
        |scene| {
            withdrawn(scene, -1)?;
            scene.find_wager(TIMES, "x1", None);
            Some(())
        },
    )
    .wants(decided),
    near(
        "withdrawn_as_it_was_placed",
        ANY,
        "A wager was withdrawn at the moment at which it was placed, and went back.",
        |scene| withdrawn(scene, 0),
    )
    .wants(decided),
];

fn found(scene: &mut Scene<'_>) -> Option<()> {
    scene.find(CLOCK);
    Some(())
}

fn undeclared(scene: &mut Scene<'_>) -> Option<()> {
    let money = scene.balance();
    scene.find_money("void/undeclared", money);
    Some(())
}

/// This many milliseconds after the record.
fn settled(scene: &mut Scene<'_>, after: i64) -> Option<()> {
    scene.draft.settled = Some(scene.draft.at + after);
    Some(())
}

fn noticed(scene: &mut Scene<'_>, after: i64) -> Option<()> {
    let at = scene.draft.at + after;
    scene.irregularity(Kind::DisplayError, |i| i.noticed = Some(at));
    Some(())
}

fn wrong_order(scene: &mut Scene<'_>, noticed: Moment) {
    let by = star_supervisor(scene);
    scene.irregularity(Kind::DealtOutOfOrder, |i| {
        i.noticed = Some(noticed);
        i.by = by;
        i.facts.flag("reconstructed", false);
    });
}

/// All of the coup so much earlier that it commences this many milliseconds before the coup before was settled.
fn commenced(scene: &mut Scene<'_>, early: i64) -> Option<()> {
    let before = scene.before?;
    scene.move_times(before.settled - early - scene.commencement());
    Some(())
}

/// With one wager that no table sign and no chip affects.
fn before_the_log(scene: &mut Scene<'_>, early: i64) -> Option<()> {
    let bet = loser(&scene.round);
    scene.clear_wagers();
    scene.add("x1", "8", bet, 10_000)?;
    scene.move_times(scene.log_opened - early - scene.commencement());
    Some(())
}

/// A display that erred, recorded after the coup and noticed this many milliseconds after that record.
fn incident(scene: &mut Scene<'_>, after: i64) {
    let delay = 600;
    let about = Irregularity {
        kind: Kind::DisplayError.word().to_owned(),
        noticed: Some(scene.draft.at + delay + after),
        notified_at: None,
        ruling: "",
        by: None,
        notified: Vec::new(),
        facts: Fields::new(),
    };
    let mut fields = about.fields(scene.offset);
    fields.text("shoe", &scene.draft.shoe).raw("coup", &scene.draft.coup.to_string());
    scene.record_after(delay, "incident", fields);
}

fn withdrawn(scene: &mut Scene<'_>, after: i64) -> Option<()> {
    let bet = loser(&scene.round);
    let at = scene.add("x1", "8", bet, 10_000)?;
    scene.add("x2", "9", Bet::Player, 5_000)?;
    let wager = scene.wager(at)?;
    wager.withdrawn = wager.placed.map(|placed| placed + after);
    wager.returned = wager.stake;
    Some(())
}
