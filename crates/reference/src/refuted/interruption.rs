use crate::stamp::MINUTE;
use crate::{Claim, Logged};

/// A void round was dealt on after it, or a complete one had been settled before anybody noticed.
pub(super) fn refuted(coup: &Logged, claim: &Claim) -> bool {
    let dealt = coup.cards.as_ref().map_or(0, Vec::len);
    let dealt_on = coup.void && claim.after_cards.is_some_and(|after| dealt > after);
    let too_late = coup.settled.is_some_and(|settled| claim.noticed.after(settled, MINUTE));
    dealt_on || (coup.complete() && too_late)
}
