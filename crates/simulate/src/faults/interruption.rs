//! Technical interruptions at the electronic game (5.9, 5.10).

use resettle_reference::{Bet, Kind, Round, Rules, any_conclusive};

use super::common::{decided, loser, winner};
use crate::fault::{ELECTRONIC, Fault, fault, near};
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "interrupted_before_outcome_settled",
        "void/undeclared",
        ELECTRONIC,
        "The power failed before any wager had won or lost for good, and the round was settled.",
        |scene| {
            struck(scene, 2)?;
            let money = scene.balance();
            scene.find_money("void/undeclared", money);
            Some(())
        },
    )
    .wants(open_after_two),
    near(
        "interrupted_before_outcome_voided",
        ELECTRONIC,
        "The power failed before any wager had won or lost for good, and the round was voided: 5.9.1.",
        |scene| {
            struck(scene, 2)?;
            stopped(scene, 2)?;
            scene.declare_void();
            Some(())
        },
    )
    .wants(open_after_two),
    near(
        "interrupted_after_second_seven",
        ELECTRONIC,
        "The power failed when a second 7 had decided Super 7's, and the round was concluded: 5.9.2.",
        |scene| struck(scene, 2),
    )
    .wants(seven_among_two),
    fault(
        "interrupted_after_second_seven_voided",
        "void/groundless",
        ELECTRONIC,
        "The power failed when a second 7 had decided Super 7's, and the round was voided.",
        |scene| {
            struck(scene, 2)?;
            stopped(scene, 2)?;
            scene.declare_void();
            scene.find("void/groundless");
            Some(())
        },
    )
    .wants(seven_among_two),
    near(
        "terminal_down_after_close",
        ELECTRONIC,
        "A terminal failed after the close, and its accepted wager was settled: 5.10.1.",
        |scene| terminal(scene, 1, None),
    )
    .wants(decided),
    fault(
        "terminal_down_after_close_returned",
        "settlement/overpaid",
        ELECTRONIC,
        "A terminal failed at the close, and its accepted wager, which lost, was returned.",
        |scene| terminal(scene, 0, Some("settlement/overpaid")),
    )
    .wants(decided),
    near(
        "terminal_down_before_close_returned",
        ELECTRONIC,
        "A terminal failed a millisecond before the close, and its wager, which lost, was returned.",
        |scene| terminal(scene, -1, None),
    )
    .wants(decided),
    near(
        "terminal_down_before_close_settled",
        ELECTRONIC,
        "A terminal failed before the close, and its accepted wager was settled.",
        |scene| {
            let noticed = scene.close() - 1;
            let bet = winner(&scene.round);
            scene.add("x1", "8", bet, 10_000)?;
            down(scene, noticed, "T8");
            Some(())
        },
    )
    .wants(decided),
    near(
        "terminal_refused_and_returned",
        ELECTRONIC,
        "A terminal failed before it took a wager, and the stake went back: 5.10.2.",
        |scene| {
            let noticed = scene.close() - 1;
            let at = scene.add("x1", "8", Bet::Player, 10_000)?;
            let wager = scene.wager(at)?;
            wager.refused = true;
            wager.returned = 10_000;
            down(scene, noticed, "T8");
            Some(())
        },
    ),
    fault(
        "terminal_down_and_wagers_mixed",
        "settlement/overpaid",
        ELECTRONIC,
        "A terminal failed before the close; of its two losing wagers the smaller was returned, the greater collected.",
        |scene| {
            two_of_a_terminal(scene, &[true, false])?;
            scene.find_wager("settlement/overpaid", "x1", Some(10_000));
            Some(())
        },
    )
    .wants(decided),
    fault(
        "terminal_down_and_wagers_mixed_the_other_way",
        "settlement/underpaid",
        ELECTRONIC,
        "A terminal failed before the close; of its two losing wagers the greater was returned, the smaller collected.",
        |scene| {
            two_of_a_terminal(scene, &[false, true])?;
            scene.find_wager("settlement/underpaid", "x1", Some(-10_000));
            Some(())
        },
    )
    .wants(decided),
    near(
        "terminal_down_and_all_returned",
        ELECTRONIC,
        "A terminal failed before the close, and both of its wagers were returned.",
        |scene| two_of_a_terminal(scene, &[true, true]),
    )
    .wants(decided),
    near(
        "terminal_down_and_all_settled",
        ELECTRONIC,
        "A terminal failed before the close, and both of its wagers were settled.",
        |scene| two_of_a_terminal(scene, &[false, false]),
    )
    .wants(decided),
    fault(
        "terminal_down_before_the_round_returned",
        "settlement/overpaid",
        ELECTRONIC,
        "A terminal failed a millisecond before the round commenced, and its wager, which lost, was returned.",
        |scene| down_at(scene, -1, Some("settlement/overpaid")),
    )
    .wants(decided),
    near(
        "terminal_down_at_commencement_returned",
        ELECTRONIC,
        "A terminal failed at the moment the round commenced, and its wager, which lost, was returned.",
        |scene| down_at(scene, 0, None),
    )
    .wants(decided),
];

/// Two losing wagers, of 10000 and 20000, of a terminal that failed before the close; which of them were returned.
fn two_of_a_terminal(scene: &mut Scene<'_>, returned: &[bool; 2]) -> Option<()> {
    let bet = loser(&scene.round);
    let noticed = scene.close() - 1;
    for ((id, stake), returned) in [("x1", 10_000), ("x2", 20_000)].into_iter().zip(returned) {
        let at = scene.add(id, "8", bet, stake)?;
        if *returned {
            scene.wager(at)?.returned = stake;
        }
    }
    down(scene, noticed, "T8");
    Some(())
}

/// A losing wager that was returned, of a terminal that failed this many milliseconds after the commencement.
fn down_at(scene: &mut Scene<'_>, after: i64, code: Option<&'static str>) -> Option<()> {
    let bet = loser(&scene.round);
    let noticed = scene.commencement() + after;
    let at = scene.add("x1", "8", bet, 10_000)?;
    scene.wager(at)?.returned = 10_000;
    down(scene, noticed, "T8");
    if let Some(code) = code {
        scene.find_wager(code, "x1", Some(10_000));
    }
    Some(())
}

pub(super) fn open_after_two(rules: Rules, round: &Round) -> bool {
    let dealt: Vec<_> = round.banker.iter().take(1).chain(round.player.iter().take(1)).copied().collect();
    !any_conclusive(rules, &dealt)
}

fn seven_among_two(_: Rules, round: &Round) -> bool {
    round.banker.iter().take(1).chain(round.player.iter().take(1)).any(|card| card.rank.points() == 7)
}

pub(super) fn struck(scene: &mut Scene<'_>, after: i64) -> Option<()> {
    scene.irregularity(Kind::TechnicalInterruption, |i| {
        i.facts.text("affects", "round").int("after_cards", after);
    });
    Some(())
}

/// No further card was dealt.
pub(super) fn stopped(scene: &mut Scene<'_>, after: usize) -> Option<()> {
    while scene.physical.len() > after {
        scene.undraw()?;
    }
    Some(())
}

pub(super) fn down(scene: &mut Scene<'_>, noticed: i64, terminal: &str) {
    scene.irregularity(Kind::TechnicalInterruption, |i| {
        i.noticed = Some(noticed);
        i.facts.text("affects", "terminals").list("terminals", &[terminal]);
    });
}

/// A losing wager of a terminal that failed this many milliseconds after the close. Returned unless the
/// failure came later than the close itself.
fn terminal(scene: &mut Scene<'_>, after_close: i64, code: Option<&'static str>) -> Option<()> {
    let bet = loser(&scene.round);
    let noticed = scene.close() + after_close;
    let at = scene.add("x1", "8", bet, 10_000)?;
    if after_close <= 0 {
        scene.wager(at)?.returned = 10_000;
    }
    down(scene, noticed, "T8");
    if let Some(code) = code {
        scene.find_wager(code, "x1", Some(10_000));
    }
    Some(())
}
