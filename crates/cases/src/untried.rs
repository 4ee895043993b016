//! Decisions on drawing that no case tries.

use std::collections::BTreeSet;

use resettle_game::{Rank, Side};
use resettle_ruleset::{Ruleset, decisions_in_words};
use serde_json::Value;

use crate::file::CaseFile;

/// A decision: the total, and of the Banker's the value of the Player's third card, if one was drawn.
type Decision = (u8, Option<Option<u8>>);

/// The decisions on drawing that no coup of the cases comes to, in ranges, and how many of how many they are; none where
/// each is tried.
#[must_use]
pub fn untried_draws(file: &CaseFile, ruleset: &Ruleset) -> Option<String> {
    let mut tried: BTreeSet<Decision> = BTreeSet::new();
    for cards in file.cases().flat_map(|(_, case)| &case.records).filter_map(|record| record.get("cards")) {
        tried.extend(decisions(ruleset, cards).into_iter().flatten());
    }
    let open = || (0..=9u8).filter(|total| !ruleset.draws.is_natural(*total));
    let thirds = || std::iter::once(None).chain((0..=9).map(Some));
    let player = open().map(|total| (total, None));
    let all: Vec<Decision> =
        player.chain(open().flat_map(|total| thirds().map(move |third| (total, Some(third))))).collect();
    let untried: Vec<Decision> = all.iter().copied().filter(|one| !tried.contains(one)).collect();
    let words = decisions_in_words(untried.iter().copied());
    (!untried.is_empty()).then(|| format!("{} of {} decisions on drawing: {words}", untried.len(), all.len()))
}

/// What the cards of a coup, off the shoe in order, decide on; none of cards that are not known.
fn decisions(ruleset: &Ruleset, cards: &Value) -> Option<Vec<Decision>> {
    let value = |card: &Value| {
        let rank = card.as_str().and_then(|card| card.chars().next()).and_then(Rank::from_letter)?;
        Some(ruleset.cards.of(rank))
    };
    let values: Vec<u8> = cards.as_array()?.iter().map(value).collect::<Option<_>>()?;
    let order = &ruleset.deal.order;
    let total = |side: Side| -> u8 {
        let dealt = order.iter().zip(&values).filter(|(to, _)| **to == side).map(|(_, value)| u32::from(*value));
        let sum = dealt.sum::<u32>() + ruleset.deal.permanent.of(side).map_or(0, u32::from);
        u8::try_from(sum % 10).unwrap_or(0)
    };
    let (player, banker) = (total(Side::Player), total(Side::Banker));
    let whole = values.len() >= order.len();
    if !whole || ruleset.draws.is_natural(player) || ruleset.draws.is_natural(banker) {
        return Some(Vec::new());
    }
    let draws = ruleset.draws.player(player)?.draws;
    let third = values.get(order.len()).copied().filter(|_| draws);
    let mut out = vec![(player, None)];
    if third.is_some() || !draws {
        out.push((banker, Some(third)));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_try_the_decisions_that_their_coups_come_to() {
        let shipped = resettle_rulesets::embedded().find(|one| one.id == "sg/mbs/baccarat/2017-02-17").unwrap();
        let ruleset = Ruleset::from_yaml(shipped.id, shipped.yaml, shipped.notes.as_bytes()).unwrap();
        let of = |cards: &[&str]| decisions(&ruleset, &serde_json::json!(cards)).unwrap();
        assert_eq!(of(&["9D", "2D", "KD", "4S"]), [], "a natural");
        assert_eq!(of(&["7D", "2D", "KD", "4S"]), [(7, None), (6, Some(None))]);
        assert_eq!(of(&["3D", "2D", "KD", "3S", "6H"]), [(3, None), (5, Some(Some(6)))]);
        assert_eq!(of(&["3D", "2D", "KD", "3S"]), [(3, None)]);
        let mut file = CaseFile::from_yaml(shipped.cases.unwrap()).unwrap();
        file.groups.clear();
        let all = untried_draws(&file, &ruleset).unwrap();
        assert_eq!(all, "96 of 96 decisions on drawing: Player 0-7; Banker 0-7 against no card, 0-9");
    }
}
