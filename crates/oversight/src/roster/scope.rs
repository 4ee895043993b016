use jiff::civil::Date;
use resettle_sealed_log::Open;

use crate::disposition::About;

/// The requested days and tables; everything by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// No day before it.
    pub from: Option<Date>,
    /// No day after it.
    pub to: Option<Date>,
    /// These tables alone; empty for all.
    pub tables: Vec<String>,
    /// The tables of these venues alone; empty for all.
    pub venues: Vec<String>,
}

impl Scope {
    /// Whether a table is requested; a log that states no table always is.
    pub fn asks(&self, open: Option<&Open>) -> bool {
        open.is_none_or(|open| self.names(Some(&open.venue), Some(&open.table)))
    }

    /// Whether a venue and a table are requested; an unknown one always is.
    pub(super) fn names(&self, venue: Option<&str>, table: Option<&str>) -> bool {
        let among = |all: &[String], one: Option<&str>| {
            all.is_empty() || one.is_none_or(|one| all.iter().any(|asked| asked == one))
        };
        among(&self.venues, venue) && among(&self.tables, table)
    }

    /// Whether the subject of a disposition lies in this part of the logs, as far as is known: a finding given by its
    /// fingerprint alone may be of any table. `judged` says whether a log of an id was judged.
    pub fn answers(&self, about: &About, judged: impl Fn(&str) -> bool) -> bool {
        let some = !self.tables.is_empty() || !self.venues.is_empty();
        match about {
            About::Finding(_) => !some,
            About::Coup { log, .. } => (!some && self.from.is_none() && self.to.is_none()) || judged(log),
            About::Table { venue, table, from, to, .. } => {
                self.names(Some(venue), Some(table))
                    && self.from.is_none_or(|first| first <= *to)
                    && self.to.is_none_or(|last| *from <= last)
            }
        }
    }

    /// Whether a day of a table is requested.
    pub fn covers(&self, venue: &str, table: Option<&str>, day: Date) -> bool {
        self.names(Some(venue), table) && self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }
}
