//! Which format the times of a column have.

use super::table::{Column, are_most};
use crate::date_above::dates;
use crate::time::{DATES, FORMATS, TIMES, TimeFormat, zone};
use crate::vocabulary::words;

/// So many times are tried.
const TRIED: usize = 2_000;

/// How many cells of a column may be no times.
#[derive(Debug, Clone, Copy)]
enum Odd {
    None,
    Few,
}

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
        let named = || FORMATS.iter().map(|name| (*name).to_owned());
        let put_together = || DATES.iter().flat_map(|date| TIMES.iter().map(move |time| format!("{date} {time}")));
        let format = |odd| {
            let with_zone = named().find(|name| Self::fits(column, name, false, odd)).map(|name| (name, false));
            let zoned = || named().chain(put_together()).find(|name| Self::fits(column, name, true, odd));
            with_zone.or_else(|| zoned().map(|name| (name, true)))
        };
        // A format that reads all cells is better than one that reads most.
        let (name, needs_zone) = format(Odd::None).or_else(|| format(Odd::Few))?;
        Self::of_format(column, &name, needs_zone)
    }

    /// Whether a column holds dates without times of day.
    pub(super) fn are_dates(column: &Column) -> bool {
        let at_noon = column.with(|cell| format!("{cell} 12:00"));
        DATES.iter().any(|date| Self::fits(&at_noon, &format!("{date} %H:%M"), true, Odd::None))
    }

    /// The cells of a column that are no times by the format of it.
    pub(super) fn odd<'c>(&self, column: &'c Column) -> Vec<(u64, &'c str)> {
        let format = TimeFormat::new(&self.format, zone("UTC").filter(|_| self.needs_zone));
        let Ok(format) = format else { return Vec::new() };
        column.odd(|cell| format.convert(cell).is_ok()).collect()
    }

    /// The format of a date in one column and a time of day in another, with a blank between.
    pub(super) fn of_two(date: &Column, time: &Column) -> Option<Self> {
        let of_day = Self::of_day(time)?;
        let at_noon = date.with(|cell| format!("{cell} 12:00"));
        let fits = |odd| DATES.iter().find(|date| Self::fits(&at_noon, &format!("{date} %H:%M"), true, odd));
        let format = fits(Odd::None).or_else(|| fits(Odd::Few))?;
        let mut guess = Self::of_format(&at_noon, &format!("{format} %H:%M"), true)?;
        guess.format = guess.format.strip_suffix("%H:%M")?.to_owned() + of_day;
        // Within a day the times of day alone show which row comes first.
        let whole = TimeFormat::new(&guess.format, zone("UTC")).ok()?;
        guess.newest_first = newest_first(&date.beside(time), &whole);
        Some(guess)
    }

    /// The format of times of day without dates.
    pub(super) fn of_day(column: &Column) -> Option<&'static str> {
        let on_a_day = column.with(|cell| format!("2026-01-15 {cell}"));
        let fits = |odd| TIMES.iter().find(|time| Self::fits(&on_a_day, &format!("%Y-%m-%d {time}"), true, odd));
        fits(Odd::None).or_else(|| fits(Odd::Few)).copied()
    }

    fn of_format(column: &Column, name: &str, needs_zone: bool) -> Option<Self> {
        let format = TimeFormat::new(name, zone("UTC").filter(|_| needs_zone)).ok()?;
        // The other way round it has to read as much.
        let odd = if Self::fits(column, name, needs_zone, Odd::None) { Odd::None } else { Odd::Few };
        let Some(other) =
            format.swapped().filter(|other| !name.starts_with("%Y") && Self::fits(column, other.spelled(), true, odd))
        else {
            let newest_first = newest_first(column, &format);
            return Some(Self { format: name.to_owned(), needs_zone, either: false, newest_first });
        };
        let better = if days(column, &other) < days(column, &format) { other } else { format };
        let newest_first = newest_first(column, &better);
        Some(Self { format: better.spelled().to_owned(), needs_zone, either: true, newest_first })
    }

    fn fits(column: &Column, name: &str, with_zone: bool, odd: Odd) -> bool {
        let Ok(format) = TimeFormat::new(name, zone("UTC").filter(|_| with_zone)) else { return false };
        // A year of two figures is none of the first century.
        let is_time = |cell: &String| format.convert(cell).is_ok_and(|time| time.text.starts_with(['1', '2']));
        let cells = || column.cells.iter().take(TRIED);
        let most = match odd {
            Odd::None => 0,
            // A remark, a slip or a sum below the table may stand in the column.
            Odd::Few => (cells().count() / 20).max(1),
        };
        let bad = cells().filter(|cell| !is_time(cell)).take(most + 1).count();
        cells().next().is_some() && (bad == 0 || (bad <= most && are_most(cells().count(), bad)))
    }
}

/// A date in a line above a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DateAboveGuess {
    pub(super) line: u64,
    pub(super) format: &'static str,
    pub(super) text: String,
    /// Whether day and month could be the other way round.
    pub(super) either: bool,
}

/// The one date in the lines above a table, if there is one; of several that in the one line that says that it is a date.
pub(super) fn date_above(lines: &[(u64, String)]) -> Option<DateAboveGuess> {
    let mut found: Vec<(DateAboveGuess, bool)> = Vec::new();
    for (line, title) in lines {
        let of = |format: &&'static str| {
            let dates = dates(title, format);
            let [(_, text)] = dates.into_iter().collect::<Vec<_>>().try_into().ok()?;
            Some((*format, text))
        };
        let formats: Vec<(&'static str, String)> = DATES.iter().filter_map(of).collect();
        let Some((format, text)) = formats.first().cloned() else { continue };
        let either = formats.iter().any(|(other, _)| *other != format && other.len() == format.len());
        let is_named = words(title).split(' ').any(|word| matches!(word, "date" | "day"));
        found.push((DateAboveGuess { line: *line, format, text, either }, is_named));
    }
    if found.len() > 1 {
        found.retain(|(_, is_named)| *is_named);
    }
    let (guess, _) = found.pop()?;
    found.is_empty().then_some(guess)
}

/// When the day of times of day begins that run over midnight once, so that what is earlier by the clock is of the next date;
/// `None` where they do not run over midnight. An error where no full hour stands between.
pub(super) fn day_begins(column: &Column, of_day: &str, newest_first: bool) -> Option<Result<String, ()>> {
    let format = TimeFormat::new(&format!("%Y-%m-%d {of_day}"), zone("UTC")).ok()?;
    let on_a_day = column.with(|cell| format!("2026-01-15 {cell}"));
    let mut minutes: Vec<i64> =
        moments(&on_a_day, &format).into_iter().map(|moment| moment.as_second().rem_euclid(86_400) / 60).collect();
    if newest_first {
        minutes.reverse();
    }
    let over: Vec<usize> = (1..)
        .zip(minutes.iter().zip(minutes.iter().skip(1)))
        .filter(|(_, (one, next))| **one - **next > HALF_A_DAY)
        .map(|(at, _)| at)
        .collect();
    let [at] = over.as_slice() else { return None };
    let (before, behind) = minutes.split_at_checked(*at)?;
    let (first, last) = (before.iter().min()?, behind.iter().max()?);
    let is_between = |hour: &i64| hour * 60 > *last && hour * 60 <= *first;
    let hour = std::iter::once(6).chain(0..24).find(is_between);
    Some(hour.map(|hour| format!("{hour:02}:00")).ok_or(()))
}

/// Whether times of day run backwards more often than forwards.
pub(super) fn run_backwards(column: &Column, of_day: &str) -> bool {
    let on_a_day = column.with(|cell| format!("2026-01-15 {cell}"));
    TimeFormat::new(&format!("%Y-%m-%d {of_day}"), zone("UTC")).is_ok_and(|format| newest_first(&on_a_day, &format))
}

/// In minutes.
const HALF_A_DAY: i64 = 12 * 60;

/// The day of a cell: its date as it is written, or the number of its day, where it is a time since 1970.
pub(super) fn day(cell: &str) -> String {
    let since_1970 = |seconds: i64| seconds.div_euclid(86_400).to_string();
    let figures = cell.split_once('.').map_or(cell, |(figures, _)| figures);
    match (figures.len(), figures.parse::<i64>()) {
        (10, Ok(seconds)) => since_1970(seconds),
        (13, Ok(thousandths)) => since_1970(thousandths.div_euclid(1_000)),
        (16, Ok(millionths)) => since_1970(millionths.div_euclid(1_000_000)),
        _ => cell.split([' ', 'T']).next().unwrap_or_default().to_owned(),
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
