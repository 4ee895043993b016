//! Who was on duty at a table, as its logs say.

use std::path::Path;

use resettle_coup_log::{Body, EntryBody, LogReader};
use resettle_oversight::staffing::{Duties, Duty};

use crate::error::Error;
use crate::files::LogFile;

/// Of the logs of one table, the first of them before the others.
pub fn of_logs(paths: &[&Path]) -> Result<Duties, Error> {
    let mut duties = Duties::default();
    for (rank, path) in paths.iter().enumerate() {
        let fail = |error| Error::read(path, error);
        let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
        let mut reader = LogReader::new(file.content().map_err(fail)?, None);
        // A log that breaks off is reported as such where it is judged.
        while let Ok(Some(entry)) = reader.next_entry() {
            if let EntryBody::Record(record) = entry.body
                && let Body::Staff(staff) = record.body
            {
                let duty = Duty { dealer: staff.dealer, supervisor: staff.supervisor, shift: None };
                duties.put(record.at.moment(), &duty, u8::try_from(rank).unwrap_or(u8::MAX));
            }
        }
    }
    Ok(duties)
}
