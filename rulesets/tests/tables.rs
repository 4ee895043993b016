//! What the five documents have in common.

use std::sync::Arc;

use resettle_ruleset::{Decision, Ruleset};

#[test]
fn the_five_draw_tables_are_one_function() {
    let registry = resettle_rulesets::registry().unwrap();
    let rulesets: Vec<&Arc<Ruleset>> = registry.iter().collect();
    assert_eq!(rulesets.len(), 5);
    let cells: Vec<Vec<Option<bool>>> = rulesets.iter().map(|ruleset| cells(ruleset)).collect();
    for (ruleset, own) in rulesets.iter().zip(&cells) {
        assert_eq!(own, &cells[0], "{} and {}", ruleset.id, rulesets[0].id);
        assert_eq!((0..=9).filter(|total| ruleset.draws.is_natural(*total)).collect::<Vec<_>>(), [8, 9]);
    }
    // Counted by hand on the tables as printed.
    let draws = |from: usize, to: usize| cells[0][from..to].iter().filter(|cell| **cell == Some(true)).count();
    assert_eq!(draws(0, 8), 6);
    let banker: Vec<usize> = (0..8).map(|total| draws(8 + total * 11, 8 + (total + 1) * 11)).collect();
    assert_eq!(banker, [11, 11, 11, 10, 7, 5, 2, 0]);
}

/// The Player's decision for 0 to 7, then the Banker's for 0 to 7 and: stood, drew 0 to 9.
fn cells(ruleset: &Ruleset) -> Vec<Option<bool>> {
    let draws = |decision: Option<&Decision>| decision.map(|decision| decision.draws);
    let player = (0..8).map(|total| draws(ruleset.draws.player(total)));
    let columns = || std::iter::once(None).chain((0..=9).map(Some));
    let banker = (0..8).flat_map(|total| columns().map(move |third| draws(ruleset.draws.banker(total, third))));
    let cells: Vec<Option<bool>> = player.chain(banker).collect();
    assert!(cells.iter().all(Option::is_some), "{}", ruleset.id);
    cells
}
