//! Rows whose time does not fit between those of the rows around them.

use jiff::{Span, Timestamp};

use crate::hint::{Hint, WhyATimeJumps};
use crate::mapping::Order;

/// A row that follows within so many seconds is of the same session of a table.
const SESSION: i64 = 12 * 3_600;
/// Exports are often sorted by something else than the time of settlement: so many seconds back are no jump.
const SLACK: i64 = 3_600;
const DAY: i64 = 24 * 3_600;
/// So many are named.
const NAMED: usize = 10;

/// Sees the times of the rows pass, and keeps those that jump.
#[derive(Debug)]
pub(crate) struct Jumps {
    order: Order,
    last: Option<At>,
    /// The row before the last one, where the last one is a session ahead of it.
    before_leap: Option<At>,
    found: Vec<Hint>,
    more: u64,
}

/// A row and its time.
#[derive(Debug, Clone)]
struct At {
    line: u64,
    text: String,
    moment: Timestamp,
}

impl Jumps {
    /// Rows in this order.
    pub(crate) fn new(order: Order) -> Self {
        Self { order, last: None, before_leap: None, found: Vec::new(), more: 0 }
    }

    /// Takes the time of the next row.
    pub(crate) fn take(&mut self, line: u64, text: &str, moment: Timestamp) {
        let mut now = At { line, text: text.to_owned(), moment };
        let before_leap = self.before_leap.take();
        if let Some(last) = self.last.take()
            && !self.fits(&last, moment)
        {
            let ahead = self.ahead(&last, moment);
            let swapped = swapped(text).filter(|(_, other)| self.fits(&last, *other));
            if let Some((other, moment)) = swapped {
                self.found(&last, &now, WhyATimeJumps::Swapped(other));
                now.moment = moment;
            } else if ahead > 0 {
                self.before_leap = Some(last);
            } else if let Some(before) = before_leap.filter(|before| self.fits(before, moment)) {
                // The row above is the one that fits nowhere.
                self.found(&before, &last, WhyATimeJumps::Alone);
            } else {
                let next_day = moment.checked_add(Span::new().seconds(DAY)).ok();
                let midnight =
                    next_day.is_some_and(|moment| self.order == Order::OldestFirst && self.fits(&last, moment));
                self.found(&last, &now, if midnight { WhyATimeJumps::Midnight } else { WhyATimeJumps::Back });
            }
        }
        self.last = Some(now);
    }

    /// How many seconds it is from the one row to the next one's time.
    fn ahead(&self, last: &At, moment: Timestamp) -> i64 {
        let seconds = moment.as_second().saturating_sub(last.moment.as_second());
        if self.order == Order::OldestFirst { seconds } else { seconds.saturating_neg() }
    }

    fn fits(&self, last: &At, moment: Timestamp) -> bool {
        (-SLACK..=SESSION).contains(&self.ahead(last, moment))
    }

    fn found(&mut self, above: &At, now: &At, why: WhyATimeJumps) {
        if self.found.len() == NAMED {
            self.more += 1;
            return;
        }
        self.found.push(Hint::TimeJumps {
            line: now.line,
            time: now.text.clone(),
            above: above.line,
            time_above: above.text.clone(),
            why,
        });
    }

    /// What was found.
    pub(crate) fn hints(&self) -> impl Iterator<Item = Hint> {
        let more = (self.more > 0).then_some(Hint::MoreJumps(self.more));
        self.found.iter().cloned().chain(more)
    }
}

/// A time of the log with day and month the other way round, where both can be either.
fn swapped(text: &str) -> Option<(String, Timestamp)> {
    let (year, month, day, rest) = (text.get(..5)?, text.get(5..7)?, text.get(8..10)?, text.get(10..)?);
    let other = format!("{year}{day}-{month}{rest}");
    let moment = other.parse().ok()?;
    (month != day).then_some((other, moment))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are named, of rows from line 1 on, with a word for why.
    fn found(order: Order, times: &[&str]) -> Vec<(u64, &'static str)> {
        let mut jumps = Jumps::new(order);
        for (line, text) in (1..).zip(times) {
            let text = format!("2026-{text}:00+08:00");
            jumps.take(line, &text, text.parse().unwrap());
        }
        let word = |hint| match hint {
            Hint::TimeJumps { line, why, .. } => (
                line,
                match why {
                    WhyATimeJumps::Swapped(_) => "swapped",
                    WhyATimeJumps::Midnight => "midnight",
                    WhyATimeJumps::Alone => "alone",
                    WhyATimeJumps::Back => "back",
                },
            ),
            _ => (0, "more"),
        };
        jumps.hints().map(word).collect()
    }

    #[test]
    fn rows_that_fit_nowhere_are_named() {
        let evening = ["03-06T22:07", "03-06T22:09", "03-06T22:10", "03-07T22:41"];
        assert_eq!(found(Order::OldestFirst, &evening), []);
        for (times, expected) in [
            (&["03-06T22:07", "06-03T22:09", "03-06T22:10"][..], &[(2, "swapped")][..]),
            (&["03-06T22:07", "06-03T22:09", "06-03T22:10", "03-06T22:11"], &[(2, "swapped"), (3, "swapped")]),
            (&["03-06T22:07", "04-06T22:09", "03-06T22:10"], &[(2, "alone")]),
            (&["03-06T22:07", "03-06T12:09", "03-06T22:10"], &[(2, "back")]),
            (&["03-07T23:58", "03-07T00:05", "03-07T00:07"], &[(2, "midnight")]),
            (&["03-06T22:07", "03-06T22:07", "03-09T22:10"], &[]),
        ] {
            assert_eq!(found(Order::OldestFirst, times), expected, "{times:?}");
        }
        assert_eq!(found(Order::NewestFirst, &["03-07T22:41", "03-06T22:10", "03-06T22:09"]), []);
        assert_eq!(found(Order::OldestFirst, &["03-06T22:07", "03-06T21:08"]), []);
        let many: Vec<&str> = (0..12).flat_map(|_| ["03-06T22:07", "03-06T12:07"]).collect();
        assert_eq!(found(Order::OldestFirst, &many).last(), Some(&(0, "more")));
    }
}
