//! What the rows of an export show together: in which order they are, and whether their times can be true.

use jiff::Timestamp;
use resettle_game::{counted, counted_that};

use crate::first_cards::FirstCards;
use crate::hint::Hint;
use crate::jumps::Jumps;
use crate::mapping::Order;
use crate::record::Lists;
use crate::swapped::{Mixed, SwappedDates};

/// Sees the rows pass.
#[derive(Debug)]
pub(crate) struct Watch {
    order: Order,
    /// The key of the mapping in which the order stands.
    format: &'static str,
    /// The moment of the import.
    import: Option<Timestamp>,
    last: Option<(String, Timestamp)>,
    times: Steps,
    jumps: Jumps,
    first_cards: FirstCards,
    shoe: Option<String>,
    coup: Option<i64>,
    coups: Steps,
    future: u64,
    first_future: u64,
}

/// How often a row has more or less than the row before.
#[derive(Debug, Default)]
struct Steps {
    on: u64,
    back: u64,
    first_back: u64,
}

impl Steps {
    fn take<T: Ord>(&mut self, before: &T, now: &T, order: Order, line: u64) {
        let (before, now) = match order {
            Order::OldestFirst => (before, now),
            Order::NewestFirst => (now, before),
        };
        if now > before {
            self.on += 1;
        } else if now < before {
            self.back += 1;
            if self.back == 1 {
                self.first_back = line;
            }
        }
    }

    /// Where most steps go back: the first line, how many, and of how many.
    fn mostly_back(&self) -> Option<(u64, u64, u64)> {
        (self.back > self.on).then(|| (self.first_back, self.back, self.back.saturating_add(self.on)))
    }
}

impl Watch {
    /// Rows in this order, imported at this time.
    pub(crate) fn new(order: Order, format: &'static str, at: &str) -> Self {
        Self {
            order,
            format,
            import: at.parse().ok(),
            last: None,
            times: Steps::default(),
            jumps: Jumps::new(order),
            first_cards: FirstCards::default(),
            shoe: None,
            coup: None,
            coups: Steps::default(),
            future: 0,
            first_future: 0,
        }
    }

    /// Takes what a row says of time and coup.
    pub(crate) fn take(&mut self, line: u64, settled: Option<&str>, shoe: Option<&str>, coup: Option<i64>) {
        if let Some(text) = settled
            && self.last.as_ref().is_none_or(|(last, _)| last != text)
            && let Ok(at) = text.parse::<Timestamp>()
        {
            if let Some((_, before)) = &self.last {
                self.times.take(before, &at, self.order, line);
            }
            self.jumps.take(line, text, at);
            self.last = Some((text.to_owned(), at));
        }
        if settled.is_some() && self.last.as_ref().map(|(_, at)| *at) > self.import {
            self.future += 1;
            if self.future == 1 {
                self.first_future = line;
            }
        }
        let Some(number) = coup else { return };
        if self.shoe.as_deref() == shoe {
            if let Some(before) = &self.coup {
                self.coups.take(before, &number, self.order, line);
            }
        } else {
            self.shoe = shoe.map(str::to_owned);
        }
        self.coup = Some(number);
    }

    /// Takes the cards of a row.
    pub(crate) fn take_cards(&mut self, lists: &Lists) {
        self.first_cards.take(lists);
    }

    /// What speaks for another mapping.
    pub(crate) fn hints(&self, dates: &SwappedDates) -> Vec<Hint> {
        let mut hints = Vec::new();
        for (steps, what) in [(&self.times, "the times of the rows"), (&self.coups, "the numbers of the coups")] {
            if let Some((line, back, steps)) = steps.mostly_back()
                && hints.is_empty()
            {
                hints.push(Hint::OtherOrder {
                    what,
                    line,
                    back,
                    steps,
                    order: self.order.other().word(),
                    format: self.format,
                });
            }
        }
        if hints.is_empty() {
            hints.extend(self.jumps.hints());
        }
        hints.extend(self.first_cards.hints());
        let today = self.import.map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).date());
        match dates.mixed(today) {
            Some(Mixed::Unread(times, format)) => {
                hints.push(Hint::UnreadDates { times: counted(times, "time"), format });
            }
            Some(Mixed::Spans(own, other, format)) => hints.push(Hint::SwappedDates {
                from: own.first.to_string(),
                to: own.last.to_string(),
                other_from: other.first.to_string(),
                other_to: other.last.to_string(),
                format,
            }),
            None => {}
        }
        if self.future > 0 {
            let rows = counted_that(self.future, "row", ["is", "are"]);
            hints.push(Hint::Future { rows, line: self.first_future });
        }
        hints
    }
}
