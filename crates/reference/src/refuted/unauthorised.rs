use super::wrong_count;
use crate::{Claim, Logged, Side, first_cards, next_card};

/// The card is one of the initial deal, or one that the table of play gives to the hand that got it.
pub(super) fn refuted(coup: &Logged, claim: &Claim) -> bool {
    let Some(index) = claim.card else { return wrong_count::refuted(coup) };
    if index < first_cards(coup.rules) {
        return true;
    }
    let Some(cards) = coup.read() else { return false };
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    for (place, card) in cards.iter().enumerate() {
        let due = next_card(coup.rules, &player, &banker);
        if place == index {
            return due.is_some() && due == got(coup, claim, index);
        }
        match due {
            Some(Side::Player) => player.push(*card),
            Some(Side::Banker) => banker.push(*card),
            None => {}
        }
    }
    false
}

/// The hand that got the card.
fn got(coup: &Logged, claim: &Claim, index: usize) -> Option<Side> {
    let named = |places: &Option<String>| match places.as_ref()?.chars().nth(index) {
        Some('P') => Some(Side::Player),
        Some('B') => Some(Side::Banker),
        _ => None,
    };
    let first = named(&coup.first_to);
    // the Star's 12.2 and 12.3 move the card
    let moved = !coup.rules.is_mbs();
    if moved { first.or(claim.facts.hand).or(named(&coup.to)) } else { first.or(named(&coup.to)).or(claim.facts.hand) }
}
