//! Claims that cannot be true together with the same log, kind by kind.

mod insufficient;
mod interruption;
mod noticed;
mod out_of_order;
mod together;
mod unauthorised;
mod wrong_count;

use crate::{Claim, Kind, Logged};

/// Whether the log refutes the claim.
pub fn refuted(coup: &Logged, claim: &Claim) -> bool {
    let facts = &claim.facts;
    let by_its_kind = match facts.kind {
        Kind::InsufficientCards => insufficient::refuted(coup),
        Kind::TechnicalInterruption if facts.hits == crate::Hits::Round => interruption::refuted(coup, claim),
        Kind::WrongCardCount if !facts.reconstructed => wrong_count::refuted(coup),
        Kind::UnauthorisedDraw if !facts.reconstructed => unauthorised::refuted(coup, claim),
        Kind::DealtOutOfOrder if !facts.reconstructed => out_of_order::refuted(coup),
        Kind::CardsDrawnTogether if !facts.reconstructed => together::refuted(claim),
        _ => false,
    };
    by_its_kind || noticed::too_early(coup, claim) || noticed::long_ago(coup, claim)
}
