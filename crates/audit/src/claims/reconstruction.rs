//! Reconstructions put cards where they belong; they do not invent any. `adjudication.md`, "Reconstructions".

use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{CardCode, Coup};
use resettle_game::Kind;
use resettle_ruleset::Ruleset;

use crate::coup::of_one;
use crate::irregularity::Effects;

/// Beyond so many cards, those known in part are compared as they are written: no coup has so many.
const MOST_IN_PART: usize = 64;

/// How a coup's reconstruction is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reconstruction {
    /// No reconstruction is logged.
    None,
    /// The coup is judged on it.
    Right {
        /// Whether its order differs from the one drawn, which rests only on somebody's word.
        reordered: bool,
    },
    /// It does what a reconstruction cannot do: the coup is judged on the cards as drawn.
    Wrong(&'static str),
}

/// A reconstruction that nothing asks for.
pub(crate) const WITHOUT_GROUND: &str =
    "a reconstruction is recorded, and no irregularity is logged that would need one";

/// Checks the reconstructed cards against those drawn, as far as both are known: `7H` may be the card drawn as `7?`.
pub(crate) fn reconstruction(ruleset: &Ruleset, coup: &Coup, effects: &Effects<'_>) -> Reconstruction {
    let Some(put) = coup.reconstructed_cards.as_deref() else { return Reconstruction::None };
    if !effects.all.iter().any(|effect| effect.put_right()) {
        return Reconstruction::Wrong(WITHOUT_GROUND);
    }
    let Some(drawn) = coup.cards.as_deref() else { return Reconstruction::Right { reordered: false } };
    if !is_part(ruleset, put, drawn) {
        return Reconstruction::Wrong(
            "the reconstruction is recorded with a card that was not drawn, or with one more often than drawn",
        );
    }
    if in_order(ruleset, put, drawn, &BTreeSet::new()) {
        return Reconstruction::Right { reordered: false };
    }
    let put_right = || effects.all.iter().filter(|effect| effect.put_right());
    let all_free = put_right().any(|effect| effect.logged.irregularity.kind == Kind::OrderAltered);
    let free: BTreeSet<usize> = put_right()
        .filter(|effect| effect.logged.irregularity.kind == Kind::CardsDrawnTogether)
        .flat_map(|effect| effect.logged.irregularity.facts.cards.iter().flatten().copied())
        .collect();
    if all_free || in_order(ruleset, put, drawn, &free) {
        return Reconstruction::Right { reordered: true };
    }
    Reconstruction::Wrong(
        "the reconstruction changes the order in which the cards were drawn, while it may only say which of them belongs where",
    )
}

/// Whether each of the cards put is another one of those drawn.
fn is_part(ruleset: &Ruleset, put: &[CardCode], drawn: &[CardCode]) -> bool {
    let mut left: BTreeMap<CardCode, usize> = BTreeMap::new();
    for code in drawn {
        *left.entry(*code).or_default() += 1;
    }
    let alike = put.iter().all(|code| match left.get_mut(code) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    });
    let mut taken_by = vec![None; drawn.len()];
    let mut take = |at| take(ruleset, (put, drawn), at, &mut taken_by, &mut vec![false; drawn.len()]);
    alike || (put.len().max(drawn.len()) <= MOST_IN_PART && (0..put.len()).all(&mut take))
}

/// Takes a card drawn that the one put at this place may be; one that another took may change hands.
fn take(
    ruleset: &Ruleset,
    (put, drawn): (&[CardCode], &[CardCode]),
    at: usize,
    taken_by: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    let Some(code) = put.get(at) else { return false };
    let may_be = |card: &CardCode| of_one(Some(ruleset), *code, *card).is_some();
    for (place, _) in drawn.iter().enumerate().filter(|(_, card)| may_be(card)) {
        let Some(first_time) = tried.get_mut(place).filter(|tried| !**tried) else { continue };
        *first_time = true;
        let holder = taken_by.get(place).copied().flatten();
        if holder.is_none_or(|other| take(ruleset, (put, drawn), other, taken_by, tried)) {
            taken_by.get_mut(place).into_iter().for_each(|taken| *taken = Some(at));
            return true;
        }
    }
    false
}

/// Whether the cards stand in the order drawn, except for those at the free places, which may stand anywhere.
fn in_order(ruleset: &Ruleset, put: &[CardCode], drawn: &[CardCode], free: &BTreeSet<usize>) -> bool {
    let mut spare: Vec<CardCode> = free.iter().filter_map(|at| drawn.get(*at)).copied().collect();
    let bound: Vec<CardCode> =
        drawn.iter().enumerate().filter(|(at, _)| !free.contains(at)).map(|(_, code)| *code).collect();
    let mut rest = bound.as_slice();
    for code in put {
        let is_it = |known: &CardCode| of_one(Some(ruleset), *code, *known).is_some();
        // A free card that may be it is taken last, so that as many cards as possible stand in order.
        let has_spare = spare.iter().any(is_it);
        if let Some(at) = rest.iter().position(is_it).filter(|at| *at == 0 || !has_spare) {
            rest = rest.get(at + 1..).unwrap_or_default();
        } else if let Some(at) = spare.iter().position(|known| known == code).or_else(|| spare.iter().position(is_it)) {
            spare.swap_remove(at);
        } else {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<CardCode> {
        text.split(' ').map(|word| CardCode::parse(word).unwrap()).collect()
    }

    fn by_rules<T>(asked: impl FnOnce(&Ruleset) -> T) -> T {
        let registry = resettle_rulesets::registry().unwrap();
        asked(registry.get("sg/mbs/baccarat/2017-02-17").unwrap())
    }

    fn ordered(put: &str, drawn: &str, free: &[usize]) -> bool {
        by_rules(|ruleset| in_order(ruleset, &codes(put), &codes(drawn), &free.iter().copied().collect()))
    }

    #[test]
    fn cards_stand_in_the_order_drawn_but_for_those_that_were_drawn_together() {
        let ordered = |put, free: &[usize]| ordered(put, "2S 3S 4S 5S 6S", free);
        assert!(ordered("2S 3S 4S 5S 6S", &[]));
        assert!(ordered("2S 4S 5S", &[]), "a card set aside leaves the others in order");
        assert!(!ordered("2S 4S 3S 5S 6S", &[]));
        assert!(ordered("2S 4S 3S 5S 6S", &[1, 2]));
        assert!(!ordered("2S 4S 3S 6S 5S", &[1, 2]));
        assert!(!ordered("2S 2S", &[]));
        assert!(ordered("2S 4? ~3 5S", &[1, 2]) && !ordered("2S 4? ~3 5S", &[]));
    }

    #[test]
    fn no_card_is_invented() {
        let part = |put, drawn| by_rules(|ruleset| is_part(ruleset, &codes(put), &codes(drawn)));
        assert!(part("3S 3S", "2S 3S 3S"));
        assert!(!part("2S 2S", "2S 3S 3S"));
        assert!(!part("4S", "2S 3S 3S"));
    }

    #[test]
    fn cards_are_compared_as_far_as_both_are_known() {
        let part = |put, drawn| by_rules(|ruleset| is_part(ruleset, &codes(put), &codes(drawn)));
        for (put, drawn) in [("7H", "7?"), ("7?", "7H"), ("8S 9H", "9? ~8"), ("7H 7S", "?S 7?"), ("TC KD", "~0 ~0")] {
            assert!(part(put, drawn), "{put} from {drawn}");
        }
        // The seven that may be of any suit is needed for the second card.
        assert!(part("7S 7D", "7? 7S") && part("7D 7S", "7? 7S"));
        for (put, drawn) in [("8H", "7?"), ("7S", "?H"), ("9H", "~8"), ("7H 7D", "7? 7S"), ("7H", "??"), ("XX", "7?")] {
            assert!(!part(put, drawn), "{put} from {drawn}");
        }
        assert!(ordered("7H 8S", "7? ~8", &[]) && !ordered("8S 7H", "7? ~8", &[]));
    }
}
