//! What an inspector expects in addition to the coups themselves.
//!
//! - [`roster`]: which tables had to write logs on which days, and what is missing.
//! - [`digest`]: what logs a venue signed for on a day, chained to the day before, and what differs now.
//! - [`disposition`]: waivers and rulings on single findings, shown with them and never instead of them.
//! - [`staffing`]: who was on duty at which table.
//! - [`mod@drop`]: what the count room counted at each table and day.
//! - [`carried`]: what became of the exceptions of the report before.
//!
//! Nothing here reads a file, a clock or a key: bytes, dates and digests come in, plain answers go out.
//!
//! ```
//! use resettle_oversight::roster::{Roster, Scope};
//!
//! let roster = "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [BAC-01, BAC-02]\n    zone: Asia/Singapore\n    \
//!               first_day: 2023-06-01\n    last_day: 2023-06-03\n    sources: {table: 1}\n    logs: daily\n";
//! let roster = Roster::from_yaml(roster).expect("a roster");
//! let found = roster.compare([], &Scope::default());
//! assert_eq!((found.expected, found.missing.len()), (6, 6));
//! ```

pub mod carried;
mod clock;
mod csv_file;
mod day;
pub mod digest;
pub mod disposition;
pub mod drop;
mod fingerprint;
pub mod roster;
mod seen;
mod signs;
pub mod staffing;

pub use clock::{Clock, Local, date_of_number, micros, number_of_date};
pub use csv_file::CsvFault;
pub use day::{DayRule, date_of, day_as_written, parse_date, written_zone};
pub use fingerprint::{Exception, fingerprint};
pub use jiff::civil::Date;
pub use seen::{LogSeen, SealedParts};
pub use signs::{DifferingSigns, differing_signs};
