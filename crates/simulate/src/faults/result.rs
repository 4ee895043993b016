//! What was announced against what the cards give.

use super::common::decided;
use crate::fault::{ANY, Fault, fault, near};
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "winner_misdeclared",
        "result/misdeclared",
        ANY,
        "The other hand is declared the winner; everything is paid and shown by the cards.",
        |scene| {
            let declared = scene.draft.declared.as_mut()?;
            declared.result = if declared.result == "player" { "banker" } else { "player" };
            found(scene)
        },
    )
    .wants(decided),
    fault(
        "players_total_misdeclared",
        "result/misdeclared",
        ANY,
        "The Player's total is declared one point off; winner and payments are right.",
        |scene| {
            let declared = scene.draft.declared.as_mut()?;
            declared.player = declared.player.map(|total| (total + 1) % 10);
            found(scene)
        },
    ),
    fault(
        "bankers_total_misdeclared",
        "result/misdeclared",
        ANY,
        "The Banker's total is declared one point off; winner and payments are right.",
        |scene| {
            let declared = scene.draft.declared.as_mut()?;
            declared.banker = declared.banker.map(|total| (total + 9) % 10);
            found(scene)
        },
    ),
    fault(
        "sevens_misdeclared",
        "result/misdeclared",
        ANY,
        "One seven more than there is is declared; wagers are paid by the cards.",
        |scene| {
            let declared = scene.draft.declared.as_mut()?;
            declared.sevens = declared.sevens.map(|sevens| sevens + 1);
            found(scene)
        },
    ),
    near("totals_not_declared", ANY, "Only the winner is declared: what is not declared is not judged.", |scene| {
        let declared = scene.draft.declared.as_mut()?;
        declared.player = None;
        declared.banker = None;
        declared.sevens = None;
        Some(())
    }),
];

fn found(scene: &mut Scene<'_>) -> Option<()> {
    scene.find("result/misdeclared");
    Some(())
}
