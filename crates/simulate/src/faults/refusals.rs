//! Wagers that a terminal or a supervisor refused, and wagers removed after a reconstruction.

use resettle_reference::{Bet, Kind, Round};

use super::common::{decided, loser, winner};
use super::interruption::down;
use super::void::star_supervisor;
use crate::draft::NoBet;
use crate::fault::{ANY, ELECTRONIC, Fault, MBS, MBS_TABLES, STAR, fault, near};
use crate::scene::Scene;

const REFUSED: &str = "wager/refused";
const NO_BET: &str = "procedure/no-bet-coup";

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "refused_and_paid",
        "settlement/overpaid",
        ELECTRONIC,
        "A wager that the terminal did not take was paid as though it had won.",
        |scene| refused_but_settled(scene, winner, "settlement/overpaid"),
    )
    .wants(decided),
    fault(
        "refused_and_collected",
        "settlement/underpaid",
        ELECTRONIC,
        "A wager that the terminal did not take was collected as though it had lost.",
        |scene| refused_but_settled(scene, loser, "settlement/underpaid"),
    )
    .wants(decided),
    fault(
        "refused_without_interruption",
        REFUSED,
        ELECTRONIC,
        "A terminal refused a wager that would have won, and no interruption names the terminal.",
        |scene| refused(scene, winner, None, true),
    )
    .wants(decided),
    fault(
        "refused_without_interruption_and_lost",
        REFUSED,
        ELECTRONIC,
        "A terminal refused a wager that would have lost, and no interruption names the terminal.",
        |scene| refused(scene, loser, None, true),
    )
    .wants(decided),
    fault(
        "refused_while_another_terminal_failed",
        REFUSED,
        ELECTRONIC,
        "A terminal refused a wager, and the interruption that is logged names another terminal.",
        |scene| {
            refused(scene, winner, None, true)?;
            let noticed = scene.close() - 1;
            down(scene, noticed, "T9");
            Some(())
        },
    )
    .wants(decided),
    fault(
        "refused_in_a_standoff",
        REFUSED,
        ANY,
        "A wager that would have stood off was refused without ground: no money, and reported all the same.",
        |scene| refused(scene, |_| Bet::Player, None, true),
    )
    .wants(super::common::tie),
    fault(
        "refused_at_a_table",
        REFUSED,
        MBS_TABLES,
        "A wager was refused at a table whose document knows no refusal.",
        |scene| refused(scene, winner, Some("casino_supervisor"), true),
    )
    .wants(decided),
    fault(
        "refused_by_nobody",
        REFUSED,
        STAR,
        "A wager was refused before the first card, and no casino supervisor is named.",
        |scene| refused(scene, winner, None, true),
    )
    .wants(decided),
    fault(
        "refused_by_the_dealer",
        REFUSED,
        STAR,
        "A wager was refused before the first card by the dealer, who may not.",
        |scene| refused(scene, winner, Some("dealer"), true),
    )
    .wants(decided),
    near(
        "refused_by_a_supervisor",
        STAR,
        "A wager was refused before the first card by a casino supervisor: 14.11.",
        |scene| refused(scene, winner, Some("casino_supervisor"), false),
    )
    .wants(decided),
    near(
        "refused_after_the_close",
        ANY,
        "A wager placed a millisecond after the close was not accepted, and its stake went back.",
        |scene| {
            let late = scene.close() + 1;
            refused(scene, winner, None, false)?;
            scene.draft.wagers.as_mut()?.last_mut()?.placed = Some(late);
            Some(())
        },
    )
    .wants(decided),
    near(
        "removed_after_reconstruction",
        STAR,
        "After a reconstruction a player removed his whole wager, which would have lost: 12.1.1.",
        |scene| removed(scene, Some(2_000)),
    )
    .wants(decided),
    near(
        "removed_the_moment_it_was_noticed",
        STAR,
        "A player removed his wager at the very moment at which the error was noticed that was reconstructed.",
        |scene| removed(scene, Some(0)),
    )
    .wants(decided),
    near(
        "removed_the_moment_of_settlement",
        STAR,
        "After a reconstruction a player removed his wager at the very moment of the settlement.",
        |scene| {
            let after = scene.draft.settled? - scene.midway();
            removed(scene, Some(after))
        },
    )
    .wants(decided),
    fault(
        "removed_after_settlement",
        "wager/withdrawn-honoured",
        STAR,
        "A losing wager was removed a millisecond after the settlement: a late withdrawal.",
        |scene| {
            let after = scene.draft.settled? - scene.midway() + 1;
            scene.written_after(scene.midway() + after);
            removed(scene, Some(after))?;
            scene.find_wager("wager/withdrawn-honoured", "x1", Some(10_000));
            Some(())
        },
    )
    .wants(decided),
    fault(
        "removed_before_it_was_noticed",
        "wager/withdrawn-honoured",
        STAR,
        "A losing wager was removed a millisecond before the error was noticed that was reconstructed.",
        |scene| {
            removed(scene, Some(-1))?;
            scene.find_wager("wager/withdrawn-honoured", "x1", Some(10_000));
            Some(())
        },
    )
    .wants(decided),
    fault(
        "removed_at_no_time",
        "procedure/times",
        STAR,
        "A wager was removed after a reconstruction, and the log does not say when.",
        |scene| {
            removed(scene, None)?;
            scene.find_wager("procedure/times", "x1", None);
            Some(())
        },
    )
    .wants(decided),
    fault(
        "removed_without_a_clause",
        "wager/withdrawn-honoured",
        MBS,
        "After a reconstruction a player removed his wager, which would have lost; only the Star knows that right.",
        |scene| {
            removed(scene, Some(2_000))?;
            scene.find_wager("wager/withdrawn-honoured", "x1", Some(10_000));
            Some(())
        },
    )
    .wants(decided),
    fault(
        "removed_after_a_reconstruction_that_nothing_shows",
        "claim/unsupported",
        STAR,
        "A losing wager was removed after a reconstruction of which the cards show nothing.",
        |scene| {
            removed(scene, Some(2_000))?;
            scene.draft.first_to = None;
            scene.find_money("claim/unsupported", 10_000);
            Some(())
        },
    )
    .wants(decided),
    fault(
        "all_removed_and_played_live",
        NO_BET,
        STAR,
        "All wagers were removed after a reconstruction, and the coup is no no-bet coup.",
        |scene| {
            all_removed(scene)?;
            scene.find(NO_BET);
            Some(())
        },
    )
    .wants(decided),
    near(
        "all_removed_and_no_bet",
        STAR,
        "All wagers were removed after a reconstruction, and the coup is a no-bet coup: 12.1.1.",
        |scene| {
            if scene.draft.carried || scene.draft.no_bet.is_some() {
                return None;
            }
            all_removed(scene)?;
            scene.draft.no_bet = Some(NoBet { reason: Some("all_removed"), by: None });
            Some(())
        },
    )
    .wants(decided),
];

/// A wager of 10000 of a seat of its own that was not accepted; where nothing grounds that, it moved money.
fn refused(scene: &mut Scene<'_>, which: fn(&Round) -> Bet, by: Option<&'static str>, ungrounded: bool) -> Option<()> {
    let bet = which(&scene.round);
    let at = scene.add("x1", "8", bet, 10_000)?;
    let wager = scene.wager(at)?;
    let due = wager.returned;
    wager.refused = true;
    wager.by = by;
    wager.returned = wager.stake;
    let money = wager.returned - due;
    if ungrounded {
        scene.find_wager(REFUSED, "x1", Some(money));
    }
    Some(())
}

fn refused_but_settled(scene: &mut Scene<'_>, which: fn(&Round) -> Bet, code: &'static str) -> Option<()> {
    let bet = which(&scene.round);
    let noticed = scene.close() - 1;
    let at = scene.add("x1", "8", bet, 10_000)?;
    let wager = scene.wager(at)?;
    wager.refused = true;
    let money = wager.returned - wager.stake;
    down(scene, noticed, "T8");
    scene.find_wager(code, "x1", Some(money));
    Some(())
}

/// The first two cards lay in each other's hands at first, and were put right.
fn put_right(scene: &mut Scene<'_>) {
    let mut first: Vec<char> = scene.rightly_to().chars().collect();
    if first.len() > 1 {
        first.swap(0, 1);
    }
    scene.draft.first_to = Some(first.into_iter().collect());
    let by = star_supervisor(scene);
    scene.irregularity(Kind::DealtOutOfOrder, |i| {
        i.ruling = "reconstructed";
        i.by = by;
        i.facts.flag("reconstructed", true);
    });
}

/// A losing wager removed this many milliseconds after the error was noticed, beside one that stays.
fn removed(scene: &mut Scene<'_>, after: Option<i64>) -> Option<()> {
    let bet = loser(&scene.round);
    let noticed = scene.midway();
    let at = scene.add("x1", "8", bet, 10_000)?;
    let wager = scene.wager(at)?;
    wager.removed = true;
    wager.withdrawn = after.map(|after| noticed + after);
    wager.returned = 10_000;
    scene.add("x2", "9", Bet::Player, 5_000)?;
    put_right(scene);
    Some(())
}

fn all_removed(scene: &mut Scene<'_>) -> Option<()> {
    let noticed = scene.midway();
    scene.clear_wagers();
    for (id, bet) in [("x1", Bet::Player), ("x2", Bet::Banker)] {
        let at = scene.add(id, if id == "x1" { "8" } else { "9" }, bet, 10_000)?;
        let wager = scene.wager(at)?;
        wager.removed = true;
        wager.withdrawn = Some(noticed + 2_000);
        wager.returned = 10_000;
    }
    put_right(scene);
    Some(())
}
