use crate::{Logged, laid, ruled};

/// Both hands hold exactly what the table of play asks for, nothing is set aside and nothing burned.
pub(super) fn refuted(coup: &Logged) -> bool {
    let Some(cards) = coup.read() else { return false };
    if coup.sent().is_none() || coup.burned_after {
        return false;
    }
    // `to` counts along the reconstructed cards where they stand
    let to = coup.to.as_ref().filter(|_| coup.reconstructed_cards.is_none());
    let Some(places) = coup.first_to.as_ref().or(to) else { return true };
    let (lay, due) = (laid(coup.rules, &cards, places), ruled(coup.rules, &cards));
    let aside = [&coup.first_to, &coup.to].into_iter().flatten().any(|places| places.contains(['X', 'N']));
    !aside && lay.player == due.player && lay.banker == due.banker
}
