//! Cards that were found after the coup was settled void nothing; at the Star a device that failed then neither.

use crate::{Claim, Kind, Logged, Rules};

/// Whether what was found came out only when the coup was completed; clocks get no slack here.
pub fn found_too_late(coup: &Logged, claim: &Claim) -> bool {
    let found = match claim.facts.kind {
        Kind::ForeignCard | Kind::ExtraCard | Kind::MissingCard | Kind::UnshuffledCards => true,
        // the last sentences of 13.2 and 13.4
        Kind::DeviceMalfunction => coup.rules == Rules::StarSevenUp2016,
        _ => false,
    };
    found && coup.settled.is_some_and(|settled| claim.noticed.after(settled, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logged::sample::{at, claim, coup};

    #[test]
    fn the_moment_of_settlement_is_not_after_it() {
        let coup = coup(Rules::StarSevenUp2016, "5C AH 2D");
        let found = |kind, seconds| found_too_late(&coup, &Claim { noticed: at(seconds), ..claim(kind) });
        assert!(!found(Kind::ForeignCard, 1_050));
        assert!(found(Kind::ForeignCard, 1_051));
        assert!(!found(Kind::DealtOutOfOrder, 1_051));
        assert!(!found(Kind::DeviceMalfunction, 1_050));
        assert!(found(Kind::DeviceMalfunction, 1_051));
    }
}
