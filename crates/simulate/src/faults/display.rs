//! The winning result display.

use resettle_reference::Kind;

use super::void::ground;
use crate::fault::{ANY, Fault, fault, near};
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "display_wrong",
        "display/wrd-mismatch",
        ANY,
        "The display shows another winner than the coup has.",
        |scene| {
            show_other(scene);
            found(scene)
        },
    ),
    fault(
        "display_shows_void",
        "display/wrd-mismatch",
        ANY,
        "The display shows a void while the coup has a result.",
        |scene| {
            scene.draft.wrd = Some("void");
            found(scene)
        },
    ),
    fault(
        "display_wrong_and_logged",
        "display/wrd-mismatch",
        ANY,
        "The display shows another winner, and the error is logged: reported for information.",
        |scene| {
            show_other(scene);
            scene.irregularity(Kind::DisplayError, |_| {});
            found(scene)
        },
    ),
    near("display_dark", ANY, "The display shows nothing.", |scene| {
        scene.draft.wrd = Some("none");
        Some(())
    }),
    near("display_absent", ANY, "The log says nothing of a display.", |scene| {
        scene.draft.wrd = None;
        Some(())
    }),
    fault(
        "display_winner_in_a_void",
        "display/wrd-mismatch",
        ANY,
        "The coup is rightly void, and the display shows a winner.",
        |scene| {
            ground(scene)?;
            scene.declare_void();
            scene.draft.wrd = Some(scene.round.winner.word());
            found(scene)
        },
    ),
    near("display_dark_in_a_void", ANY, "The coup is rightly void, and the display shows nothing.", |scene| {
        ground(scene)?;
        scene.declare_void();
        scene.draft.wrd = Some("none");
        Some(())
    }),
];

fn show_other(scene: &mut Scene<'_>) {
    scene.draft.wrd = Some(match scene.round.winner {
        resettle_reference::Winner::Player => "banker",
        resettle_reference::Winner::Banker => "tie",
        resettle_reference::Winner::Tie => "player",
    });
}

fn found(scene: &mut Scene<'_>) -> Option<()> {
    scene.find("display/wrd-mismatch");
    Some(())
}
