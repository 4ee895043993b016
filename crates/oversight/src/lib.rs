//! What an inspector expects beside the coups themselves.
//!
//! - [`roster`]: which tables had to write logs on which days, and what is missing.
//! - [`digest`]: what logs a venue signed for on a day, chained to the day before, and what differs now.
//! - [`disposition`]: waivers and rulings on single findings, shown with them and never instead of them.
//! - [`staffing`]: who was on duty at which table.
//! - [`carried`]: what became of the exceptions of the report before.
//!
//! Nothing here reads a file, a clock or a key: bytes, dates and digests come in, plain answers go out.

pub mod carried;
mod clock;
mod day;
pub mod digest;
pub mod disposition;
mod fingerprint;
pub mod roster;
mod seen;
pub mod staffing;

pub use clock::{Clock, Local, date_of_number, micros, written_zone};
pub use day::{DayRule, date_of, day_as_written, parse_date};
pub use fingerprint::{Exception, fingerprint};
pub use jiff::civil::Date;
pub use seen::{LogSeen, Sealed};
