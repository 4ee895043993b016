use crate::stamp::MINUTE;
use crate::{Claim, Hits, Kind, Logged};

const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Of the kinds of the table: noticed before the coup before commenced, or in a log's first coup more than an hour
/// before the log was opened.
pub(super) fn too_early(coup: &Logged, claim: &Claim) -> bool {
    let of_the_table = match claim.facts.kind {
        Kind::InsufficientCards => true,
        Kind::TechnicalInterruption => claim.facts.hits == Hits::Round,
        Kind::WrongCardCount | Kind::UnauthorisedDraw | Kind::DealtOutOfOrder | Kind::CardsDrawnTogether => {
            !claim.facts.reconstructed
        }
        _ => false,
    };
    of_the_table
        && match coup.before_commenced {
            Some(before) => before.after(claim.noticed, MINUTE),
            None => coup.log_opened.after(claim.noticed, HOUR),
        }
}

/// Of any irregularity: noticed more than a day before the log was opened.
pub(super) fn long_ago(coup: &Logged, claim: &Claim) -> bool {
    coup.log_opened.after(claim.noticed, DAY)
}
