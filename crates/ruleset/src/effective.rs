use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// Since when a ruleset is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effective {
    /// The first moment, in seconds since 1970-01-01T00:00:00Z.
    pub start: i64,
    /// The venue's time zone.
    pub zone: String,
    /// As the document gives it, for people.
    pub text: String,
    /// Whether the document leaves the date open (it takes effect on a publication whose date it does not state).
    pub open: bool,
}

/// A span in which versions that are not held may have been in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// First moment, in seconds since the epoch.
    pub from: i64,
    /// First moment after it.
    pub until: i64,
    /// What is known.
    pub why: String,
}

impl Gap {
    /// Its two ends, as calendars of a zone show them.
    #[must_use]
    pub fn span(&self, zone: &str) -> String {
        crate::show::head::span(self, zone)
    }
}

/// Reads a date (its first moment) or a date and time, local to `zone`.
pub(crate) fn local_moment(text: &str, zone: &TimeZone) -> Result<i64, String> {
    let civil = if text.contains('T') {
        if text.len() != 19 {
            return Err(format!("`{text}` is not of the form YYYY-MM-DDTHH:MM:SS"));
        }
        text.parse::<DateTime>().map_err(|_| format!("`{text}` is no date and time that exists"))?
    } else {
        if text.len() != 10 {
            return Err(format!("`{text}` is not of the form YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS"));
        }
        text.parse::<Date>().map_err(|_| format!("`{text}` is no date that exists"))?.at(0, 0, 0, 0)
    };
    zone.to_zoned(civil).map(|zoned| zoned.timestamp().as_second()).map_err(|error| error.to_string())
}
