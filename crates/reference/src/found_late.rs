//! Cards that were found after the coup was settled void nothing.

use crate::{Claim, Kind, Logged};

/// Whether what was found came out only when the coup was completed; clocks get no slack here.
pub fn found_too_late(coup: &Logged, claim: &Claim) -> bool {
    let found =
        matches!(claim.facts.kind, Kind::ForeignCard | Kind::ExtraCard | Kind::MissingCard | Kind::UnshuffledCards);
    found && coup.settled.is_some_and(|settled| claim.noticed.after(settled, 0))
}
