//! Reconstructions put cards where they belong; they invent none, and reorder only what was free.

use crate::{Claim, Face, Kind, Logged};

/// Whether the cards after the reconstruction are cards of the coup, each at most once, in the order drawn as far
/// as that was not free.
pub fn keeps_the_cards(coup: &Logged, claims: &[Claim]) -> bool {
    let Some(after) = &coup.reconstructed_cards else { return true };
    let reconstructed: Vec<&Claim> = claims.iter().filter(|claim| claim.facts.reconstructed).collect();
    if reconstructed.is_empty() {
        return false;
    }
    let all_free = reconstructed.iter().any(|claim| claim.facts.kind == Kind::OrderAltered);
    let free: Vec<usize> = reconstructed
        .iter()
        .filter(|claim| claim.facts.kind == Kind::CardsDrawnTogether)
        .flat_map(|claim| claim.cards.iter().copied())
        .collect();
    let cards = coup.cards.clone().unwrap_or_default();
    let mut used = vec![false; cards.len()];
    found(&cards, after, &|place| all_free || free.contains(&place), None, &mut used)
}

/// Whether the rest of the cards after the reconstruction can be found among those not used yet.
fn found(
    cards: &[Face],
    rest: &[Face],
    free: &dyn Fn(usize) -> bool,
    last: Option<usize>,
    used: &mut Vec<bool>,
) -> bool {
    let Some((face, rest)) = rest.split_first() else { return true };
    for (place, card) in cards.iter().enumerate() {
        if card != face || used.get(place) != Some(&false) {
            continue;
        }
        let bound = !free(place);
        if bound && last.is_some_and(|last| place < last) {
            continue;
        }
        if let Some(place) = used.get_mut(place) {
            *place = true;
        }
        if found(cards, rest, free, if bound { Some(place) } else { last }, used) {
            return true;
        }
        if let Some(place) = used.get_mut(place) {
            *place = false;
        }
    }
    false
}

/// Whether somebody's word decides the order of cards: of those drawn together, or of a whole shoe.
pub fn order_was_free(claims: &[Claim]) -> bool {
    claims.iter().any(|claim| {
        claim.facts.reconstructed && matches!(claim.facts.kind, Kind::CardsDrawnTogether | Kind::OrderAltered)
    })
}

/// Whether the log shows that cards were put right.
pub fn shows_a_reconstruction(coup: &Logged) -> bool {
    if coup.reconstructed_cards.is_some() {
        return true;
    }
    coup.first_to.is_some() && coup.sent() != coup.first_to
}

/// Whether the log shows a misdeal in addition to somebody's word for it: by the number of cards, by where they ended or by
/// a reconstruction.
pub fn shows_a_misdeal(coup: &Logged) -> bool {
    let Some(sent) = coup.sent() else { return true };
    coup.reconstructed_cards.is_some() || coup.to.as_ref().is_some_and(|to| *to != sent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::logged::sample::{claim, coup, faces};

    fn keeps(cards: &str, after: &str, kind: Kind, free: &[usize]) -> bool {
        let coup = Logged { reconstructed_cards: Some(faces(after)), ..coup(Rules::StarSevenUp2016, cards) };
        let mut moved = Claim { cards: free.to_vec(), ..claim(kind) };
        moved.facts.reconstructed = true;
        keeps_the_cards(&coup, &[moved])
    }

    #[test]
    fn none_is_invented_or_reordered() {
        let kind = Kind::WrongCardCount;
        assert!(keeps("5C AH 9C 2D", "5C AH 2D", kind, &[]));
        assert!(!keeps("5C AH 9C 2D", "AH 5C 2D", kind, &[]));
        assert!(!keeps("5C AH 2D", "5C AH 3D", kind, &[]));
        assert!(!keeps("5C AH 2D", "5C 5C AH", kind, &[]));
        assert!(keeps("5C 5C AH", "5C 5C AH", kind, &[]));
    }

    #[test]
    fn some_orders_are_free() {
        assert!(keeps("5C AH 2D", "5C 2D AH", Kind::CardsDrawnTogether, &[1, 2]));
        assert!(!keeps("5C AH 2D", "AH 5C 2D", Kind::DealtOutOfOrder, &[]));
        assert!(keeps("5C AH 2D", "2D AH 5C", Kind::OrderAltered, &[]));
    }

    #[test]
    fn somebody_has_to_have_reconstructed() {
        let coup = Logged { reconstructed_cards: Some(faces("5C AH 2D")), ..coup(Rules::StarSevenUp2016, "5C AH 2D") };
        assert!(!keeps_the_cards(&coup, &[]));
        assert!(!keeps_the_cards(&coup, &[claim(Kind::DealtOutOfOrder)]));
    }

    #[test]
    fn first_places_show_a_misdeal_of_no_number() {
        let mut logged = coup(Rules::StarSevenUp2016, "5C AH 2D");
        logged.first_to = Some("PBB".to_owned());
        assert!(shows_a_reconstruction(&logged));
        assert!(!shows_a_misdeal(&logged));
        logged.first_to = Some("BPB".to_owned());
        assert!(!shows_a_reconstruction(&logged));
        logged.to = Some("PBB".to_owned());
        assert!(shows_a_misdeal(&logged));
    }
}
