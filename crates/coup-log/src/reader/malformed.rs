//! Lines that are not records, and wagers and irregularities that are malformed: a limited number is reported one by
//! one, the rest are counted.

use resettle_sealed_log::strict::PartFault;
use resettle_sealed_log::{ChainPosition, FaultCode, IntegrityFault};

/// The most lines of a log that are not records and are reported one by one.
const MAX_MALFORMED: u64 = 1_000_000;

/// More wagers than a real line can hold; the faults beyond are reported as one.
const MAX_PARTS: usize = 2_000;

/// Lines that are not records.
///
/// Blank lines are the shortest: if all were reported one by one, the reports would take hundreds of times the size of the log.
#[derive(Debug, Default)]
pub(super) struct MalformedLines {
    count: u64,
    /// The last of those that are only counted.
    last: Option<ChainPosition>,
}

impl MalformedLines {
    /// Another such line; `None` if it is only counted.
    pub(super) fn add(&mut self, place: &ChainPosition, what: String) -> Option<IntegrityFault> {
        self.count += 1;
        if self.count > MAX_MALFORMED {
            self.last = Some(place.clone());
            return None;
        }
        Some(place.fault(FaultCode::MalformedRecord, what))
    }

    /// Those that were only counted.
    pub(super) fn counted(&mut self) -> Option<IntegrityFault> {
        let place = self.last.take()?;
        let more = self.count.saturating_sub(MAX_MALFORMED);
        let what = format!(
            "{more} more lines of this log are no records, up to this one: {MAX_MALFORMED} of a log are reported one by one"
        );
        Some(place.fault(FaultCode::MalformedRecord, what))
    }
}

/// Wagers and irregularities of a record that are left out of it.
pub(super) fn malformed_parts(place: &ChainPosition, parts: Vec<PartFault>, mut note: impl FnMut(IntegrityFault)) {
    let more = parts.len().saturating_sub(MAX_PARTS);
    for part in parts.into_iter().take(MAX_PARTS) {
        let without = match part.wager {
            Some(_) => "this wager is not judged",
            None => "the coup is judged as if this irregularity were not logged",
        };
        let fault = place.fault(FaultCode::MalformedRecord, format!("{}; {without}", part.what));
        note(IntegrityFault { wager: part.wager, ..fault });
    }
    if more > 0 {
        let what = format!("{more} more wagers or irregularities of this record are malformed");
        note(place.fault(FaultCode::MalformedRecord, what));
    }
}
