//! Which format the times of a column have.

use super::table::Column;
use crate::time::{TimeFormat, zone};

/// Formats that are tried, those that name an offset first.
const FORMATS: [&str; 17] = [
    "iso-8601",
    "unix-seconds",
    "unix-milliseconds",
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y-%m-%d %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
    "%m/%d/%Y %I:%M:%S %p",
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %H:%M",
    "%d-%m-%Y %H:%M:%S",
    "%d %b %Y %H:%M:%S",
    "%Y%m%d%H%M%S",
];

/// So many times are tried.
const TRIED: usize = 2_000;

/// What the times of a column look like.
pub(super) struct TimeGuess {
    pub(super) format: String,
    /// Whether they name no offset.
    pub(super) needs_zone: bool,
    /// Whether day and month could be the other way round.
    pub(super) either: bool,
    /// Whether most times are earlier than the one before.
    pub(super) newest_first: bool,
}

impl TimeGuess {
    /// The format by which all of its cells are times, if there is one; of two, the one by which they are of fewer days.
    pub(super) fn of(column: &Column) -> Option<Self> {
        let format = FORMATS.iter().find_map(|name| Self::fits(column, name, false).then_some((*name, false)));
        let (name, needs_zone) =
            format.or_else(|| FORMATS.iter().find(|name| Self::fits(column, name, true)).map(|name| (*name, true)))?;
        let format = TimeFormat::new(name, zone("UTC").filter(|_| needs_zone)).ok()?;
        let Some(other) =
            format.swapped().filter(|other| !name.starts_with("%Y") && Self::fits(column, other.spelled(), true))
        else {
            let newest_first = newest_first(column, &format);
            return Some(Self { format: name.to_owned(), needs_zone, either: false, newest_first });
        };
        let better = if days(column, &other) < days(column, &format) { other } else { format };
        let newest_first = newest_first(column, &better);
        Some(Self { format: better.spelled().to_owned(), needs_zone, either: true, newest_first })
    }

    fn fits(column: &Column, name: &str, with_zone: bool) -> bool {
        let Ok(format) = TimeFormat::new(name, zone("UTC").filter(|_| with_zone)) else { return false };
        let mut cells = column.cells.iter().take(TRIED).peekable();
        cells.peek().is_some() && cells.all(|cell| format.convert(cell).is_ok())
    }
}

/// The moments of a column by a format.
fn moments(column: &Column, format: &TimeFormat) -> Vec<jiff::Timestamp> {
    let times = column.cells.iter().take(TRIED).filter_map(|cell| format.convert(cell).ok());
    times.filter_map(|time| time.text.parse().ok()).collect()
}

/// Whether its times run backwards more often than forwards.
fn newest_first(column: &Column, format: &TimeFormat) -> bool {
    let moments = moments(column, format);
    let steps = || moments.iter().zip(moments.iter().skip(1));
    steps().filter(|(one, next)| next < one).count() > steps().filter(|(one, next)| next > one).count()
}

/// From the first day of a column to the last.
fn days(column: &Column, format: &TimeFormat) -> Option<i64> {
    let moments = moments(column, format);
    let (first, last) = (moments.iter().min()?, moments.iter().max()?);
    Some(last.as_second().saturating_sub(first.as_second()) / 86_400)
}
