use resettle_game::{Rank, Side};
use resettle_ruleset::Ruleset;

use super::{Leaves, Part};
use resettle_ruleset::Level::{Procedure, Settlement};

pub(super) fn deal(leaves: &mut Leaves, ruleset: &Ruleset) {
    for rank in Rank::ALL {
        let path = format!("cards.values.{}", rank.letter());
        leaves.add(Settlement, path, ruleset.cards.of(rank).to_string(), Some(&ruleset.cards.clause));
        leaves.is(Part::CardValue(rank), "cards.values");
    }
    leaves.add(Settlement, "cards.point_total", "right_digit", Some(&ruleset.cards.point_total.clause));
    let deal = &ruleset.deal;
    for side in Side::BOTH {
        if let Some(value) = deal.permanent.of(side) {
            let path = format!("deal.permanent.{}", word(side));
            leaves.add(Settlement, path, value.to_string(), deal.permanent_clause.as_ref());
            leaves.is(Part::Permanent(side), "deal.permanent");
        }
    }
    let order: Vec<&str> = deal.order.iter().map(|side| word(*side)).collect();
    leaves.add(Settlement, "deal.order", order.join(", "), Some(&deal.clause));
    leaves.is(Part::Order, "deal.order");
    if let Some(clause) = &deal.cards_return {
        leaves.add(Procedure, "deal.cards_return", "cards return to the device", Some(clause));
    }
    leaves.section("deal.burn_at_start", &deal.burn_at_start);
    leaves.section("deal.burn_before_coup", &deal.burn_before_coup);
    leaves.section("moments", &ruleset.moments);
}

fn word(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
    }
}
