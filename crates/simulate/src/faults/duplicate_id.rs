//! Ids of wagers.

use resettle_reference::Bet;

use crate::fault::{ANY, Fault, fault, near};
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault("one_id_for_two_wagers", "wager/duplicate-id", ANY, "Two wagers of one seat bear one id.", |scene| {
        two(scene, "8")?;
        let second = scene.draft.wagers.as_ref().map(|wagers| format!("#{}", wagers.len()))?;
        scene.find_wager("wager/duplicate-id", &second, None);
        Some(())
    }),
    near("one_id_at_two_terminals", ANY, "Two terminals give their wagers the same id.", |scene| {
        let second = two(scene, "9")?;
        for (at, terminal) in [(second.checked_sub(1)?, "T8"), (second, "T9")] {
            scene.wager(at)?.terminal = Some(terminal.to_owned());
        }
        Some(())
    }),
];

/// Two wagers with one id, the second at this seat.
fn two(scene: &mut Scene<'_>, second: &str) -> Option<usize> {
    scene.add("x1", "8", Bet::Player, 5_000)?;
    scene.add("x1", second, Bet::Player, 10_000)
}
