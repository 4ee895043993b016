use crate::Claim;

/// The cards that it names do not follow one another.
pub(super) fn refuted(claim: &Claim) -> bool {
    let mut cards = claim.cards.clone();
    cards.sort_unstable();
    cards.dedup();
    cards.windows(2).any(|pair| matches!(pair, [one, next] if one + 1 != *next))
}
