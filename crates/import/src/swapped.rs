//! Whether dates would make better sense with day and month the other way round.

use jiff::civil::Date;

use crate::time::{Converted, TimeFormat};

/// The dates of an export, as its mapping reads them and with day and month the other way round.
#[derive(Debug, Default)]
pub(crate) struct SwappedDates {
    other: Option<Other>,
    last: Option<Date>,
    own: Option<Span>,
    swapped: Option<Span>,
    /// Whether a date is none the other way round.
    one_way: bool,
    /// Times that can be read the other way round alone.
    better: u64,
}

/// The other format, if the mapping's has one.
#[derive(Debug)]
struct Other(Option<TimeFormat>);

/// The first day and the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: Date,
    pub(crate) last: Date,
}

impl Span {
    fn with(span: Option<Self>, date: Date) -> Self {
        let Self { first, last } = span.unwrap_or(Self { first: date, last: date });
        Self { first: first.min(date), last: last.max(date) }
    }

    fn days(self) -> i32 {
        self.last.duration_since(self.first).as_hours().try_into().map_or(0, |hours: i32| hours / 24)
    }
}

/// Why day and month may be the other way round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mixed {
    /// So many times that cannot be read could be.
    Unread(u64, String),
    /// The days then lie close together, or before the import.
    Spans(Span, Span, String),
}

impl SwappedDates {
    /// Notes a time of the source.
    pub(crate) fn note(&mut self, format: &TimeFormat, text: &str, read: Option<&Converted>) {
        let Other(other) = self.other.get_or_insert_with(|| Other(format.swapped()));
        let Some(other) = other else { return };
        let own = read.and_then(date);
        if own.is_some() && own == self.last {
            return;
        }
        self.last = own;
        let swapped = other.convert(text).ok().as_ref().and_then(date);
        match (own, swapped) {
            (Some(own), Some(swapped)) => {
                self.own = Some(Span::with(self.own, own));
                self.swapped = Some(Span::with(self.swapped, swapped));
            }
            (None, Some(_)) => self.better = self.better.saturating_add(1),
            (Some(_), None) => self.one_way = true,
            (None, None) => {}
        }
    }

    /// Whether something speaks for the other way; `today` is the day of the import.
    pub(crate) fn mixed(&self, today: Option<Date>) -> Option<Mixed> {
        let Some(Other(Some(format))) = &self.other else { return None };
        let spelled = format.spelled().to_owned();
        if self.one_way {
            return None;
        }
        if self.better > 0 {
            return Some(Mixed::Unread(self.better, spelled));
        }
        let (own, swapped) = self.own.zip(self.swapped)?;
        // The same day of several months is a row of days the other way round.
        let closer = own.days() >= 27 && swapped.days().saturating_mul(4) <= own.days();
        let later = today.is_some_and(|today| own.last > today && swapped.last <= today);
        (closer || later).then_some(Mixed::Spans(own, swapped, spelled))
    }
}

fn date(time: &Converted) -> Option<Date> {
    time.text.get(..10)?.parse().ok()
}
