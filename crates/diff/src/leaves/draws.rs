use resettle_ruleset::{Decision, Ruleset};

use super::{Leaves, Part};
use resettle_ruleset::Level::Settlement;

pub(super) fn draws(leaves: &mut Leaves, ruleset: &Ruleset) {
    let draws = &ruleset.draws;
    for total in 0..=9u8 {
        if draws.is_natural(total) {
            leaves.add(Settlement, format!("draws.natural.{total}"), "natural", Some(&draws.natural_clause));
            leaves.is(Part::Natural(total), "draws.natural");
        }
    }
    // Nobody draws on a natural, whatever a table says there.
    let open = || (0..=9u8).filter(|total| !draws.is_natural(*total));
    for total in open() {
        if let Some(decision) = draws.player(total) {
            leaves.add(Settlement, format!("draws.player.{total}"), word(decision), Some(&decision.clause));
            leaves.is(Part::PlayersDraw(total), "draws.player");
        }
    }
    for total in open() {
        for third in std::iter::once(None).chain((0..=9u8).map(Some)) {
            if let Some(decision) = draws.banker(total, third) {
                let column = third.map_or_else(|| "none".to_owned(), |value| value.to_string());
                let path = format!("draws.banker.{total}.{column}");
                leaves.add(Settlement, path, word(decision), Some(&decision.clause));
                leaves.is(Part::BankersDraw(total, third), "draws.banker");
            }
        }
    }
}

fn word(decision: &Decision) -> &'static str {
    if decision.draws { "draw" } else { "stand" }
}
