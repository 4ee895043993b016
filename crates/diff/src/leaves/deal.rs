use resettle_game::{Rank, Side};
use resettle_ruleset::{AlsoCommences, BurnCount, Ruleset};

use super::{Leaves, Part};
use crate::change::Level::{Procedure, Settlement};

pub(super) fn deal(leaves: &mut Leaves, ruleset: &Ruleset) {
    for rank in Rank::ALL {
        let path = format!("cards.values.{}", rank.letter());
        leaves.add(Settlement, path, ruleset.cards.of(rank).to_string(), Some(&ruleset.cards.clause));
        leaves.is(Part::CardValue(rank), "cards.values");
    }
    leaves.add(Settlement, "cards.point_total", "right_digit", Some(&ruleset.cards.point_total));
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
    if let Some(burn) = &deal.burn_at_start {
        let value = match burn.count {
            BurnCount::Some => "a card is burned before play".to_owned(),
            other => other.in_words(),
        };
        leaves.add(Procedure, "deal.burn_at_start", value, Some(&burn.clause));
    }
    if let Some(burn) = &deal.burn_before_coup {
        leaves.add(Procedure, "deal.burn_before_coup", burn.in_words(), Some(&burn.clause));
    }
    let moments = &ruleset.moments;
    leaves.add(Settlement, "moments.close", moments.close.word(), Some(&moments.close_clause));
    let mut also: Vec<&str> = moments
        .also
        .iter()
        .map(|also| match also {
            AlsoCommences::ShoeEnd => "shoe_end",
            AlsoCommences::ShoeCheck => "shoe_check",
            AlsoCommences::FinalSeal => "final_seal",
        })
        .collect();
    also.sort_unstable();
    let next: Vec<&str> = std::iter::once(moments.next_commencement.word()).chain(also).collect();
    leaves.add(Settlement, "moments.next_commencement", next.join(", "), Some(&moments.next_clause));
    let noticed = if moments.noticed_when_notified { "notified_at" } else { "noticed" };
    leaves.add(Settlement, "moments.noticed", noticed, moments.noticed_clause.as_ref());
}

fn word(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
    }
}
