//! Reconstructions put cards where they belong; they do not invent any. `adjudication.md`, "Reconstructions".

use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{CardCode, Coup};
use resettle_game::Kind;

use crate::irregularity::Effects;

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

/// Checks the reconstructed cards against those drawn.
pub(crate) fn reconstruction(coup: &Coup, effects: &Effects<'_>) -> Reconstruction {
    let Some(put) = coup.reconstructed_cards.as_deref() else { return Reconstruction::None };
    if !effects.all.iter().any(|effect| effect.put_right()) {
        return Reconstruction::Wrong("the log holds reconstructed cards, and no irregularity says that they were");
    }
    let Some(drawn) = coup.cards.as_deref() else { return Reconstruction::Right { reordered: false } };
    if !is_part(put, drawn) {
        return Reconstruction::Wrong(
            "the reconstruction holds a card that was not drawn, or one more often than drawn",
        );
    }
    if in_order(put, drawn, &BTreeSet::new()) {
        return Reconstruction::Right { reordered: false };
    }
    let put_right = || effects.all.iter().filter(|effect| effect.put_right());
    let all_free = put_right().any(|effect| effect.logged.irregularity.kind == Kind::OrderAltered);
    let free: BTreeSet<usize> = put_right()
        .filter(|effect| effect.logged.irregularity.kind == Kind::CardsDrawnTogether)
        .flat_map(|effect| effect.logged.irregularity.facts.cards.iter().flatten().copied())
        .collect();
    if all_free || in_order(put, drawn, &free) {
        return Reconstruction::Right { reordered: true };
    }
    Reconstruction::Wrong("the reconstruction has the cards in another order than that drawn")
}

fn is_part(put: &[CardCode], drawn: &[CardCode]) -> bool {
    let mut left: BTreeMap<CardCode, usize> = BTreeMap::new();
    for code in drawn {
        *left.entry(*code).or_default() += 1;
    }
    put.iter().all(|code| match left.get_mut(code) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    })
}

/// Whether the cards stand in the order drawn, except for those at the free places, which may stand anywhere.
fn in_order(put: &[CardCode], drawn: &[CardCode], free: &BTreeSet<usize>) -> bool {
    let mut spare: BTreeMap<CardCode, usize> = BTreeMap::new();
    for code in free.iter().filter_map(|at| drawn.get(*at)) {
        *spare.entry(*code).or_default() += 1;
    }
    let bound: Vec<CardCode> =
        drawn.iter().enumerate().filter(|(at, _)| !free.contains(at)).map(|(_, code)| *code).collect();
    let mut rest = bound.as_slice();
    for code in put {
        // A free card of the same name is taken last, so that as many cards as possible stand in order.
        if let Some(at) = rest.iter().position(|known| known == code).filter(|at| *at == 0 || !has(&spare, *code)) {
            rest = rest.get(at + 1..).unwrap_or_default();
        } else if let Some(count) = spare.get_mut(code).filter(|count| **count > 0) {
            *count -= 1;
        } else {
            return false;
        }
    }
    true
}

fn has(spare: &BTreeMap<CardCode, usize>, code: CardCode) -> bool {
    spare.get(&code).is_some_and(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<CardCode> {
        text.split(' ').map(|word| CardCode::parse(word).unwrap()).collect()
    }

    fn ordered(put: &str, free: &[usize]) -> bool {
        in_order(&codes(put), &codes("2S 3S 4S 5S 6S"), &free.iter().copied().collect())
    }

    #[test]
    fn cards_stand_in_the_order_drawn_but_for_those_that_were_drawn_together() {
        assert!(ordered("2S 3S 4S 5S 6S", &[]));
        assert!(ordered("2S 4S 5S", &[]), "a card set aside leaves the others in order");
        assert!(!ordered("2S 4S 3S 5S 6S", &[]));
        assert!(ordered("2S 4S 3S 5S 6S", &[1, 2]));
        assert!(!ordered("2S 4S 3S 6S 5S", &[1, 2]));
        assert!(!ordered("2S 2S", &[]));
    }

    #[test]
    fn no_card_is_invented() {
        let drawn = codes("2S 3S 3S");
        assert!(is_part(&codes("3S 3S"), &drawn));
        assert!(!is_part(&codes("2S 2S"), &drawn));
        assert!(!is_part(&codes("4S"), &drawn));
    }
}
