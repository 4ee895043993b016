//! Whether the times that a coup states fit the time at which it was written. `adjudication.md`, "Clocks".

use resettle_coup_log::Times;
use resettle_sealed_log::Time;

use crate::case::{Around, Span};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::irregularity::Logged;
use crate::slack::Slack;
use crate::slack::{after, an_hour_before};

/// One finding per coup, for the first time that does not fit.
pub(crate) fn clock(
    around: &Around,
    times: &Times,
    span: &Span<'_>,
    irregularities: &[&Logged],
    place: &Place,
) -> Option<Finding> {
    if !around.asked {
        return None;
    }
    let slack = around.slack;
    later_than_its_record(times, span.written, slack)
        .or_else(|| irregularities.iter().filter(|logged| !logged.implied).find_map(|logged| noticed(logged, slack)))
        .or_else(|| commenced(around, times, span))
        .map(|misfit| misfit.finding(place))
}

/// The same for an incident that concerns no coup: it cannot have been noticed after it was written down.
pub(crate) fn incident_clock(logged: &Logged, slack: Slack) -> Option<Finding> {
    noticed(logged, slack).map(|misfit| misfit.finding(&logged.place))
}

struct Misfit {
    message: String,
    expected: String,
    logged: String,
}

impl Misfit {
    fn finding(self, place: &Place) -> Finding {
        Finding::new(Code::Clock, place, self.message).compared(self.expected, self.logged)
    }
}

fn misfit(what: &str, time: &Time, why: &str, expected: String) -> Misfit {
    Misfit { message: format!("`{what}` ({time}) {why}"), expected, logged: time.to_string() }
}

fn named(times: &Times) -> [(&'static str, &Option<Time>); 4] {
    [
        ("opened", &times.opened),
        ("closed", &times.closed),
        ("first_card", &times.first_card),
        ("settled", &times.settled),
    ]
}

fn later_than_its_record(times: &Times, written: &Time, slack: Slack) -> Option<Misfit> {
    let (name, time) = named(times)
        .into_iter()
        .filter_map(|(name, time)| Some((name, time.as_ref()?)))
        .find(|(_, time)| after(time, written, slack.times))?;
    let why = format!("is later than the record that states it, written at {written}");
    Some(misfit(name, time, &why, format!("{written} or earlier")))
}

fn noticed(logged: &Logged, slack: Slack) -> Option<Misfit> {
    let irregularity = &logged.irregularity;
    let written = &logged.written;
    let (name, time) = [("noticed", Some(&irregularity.noticed)), ("notified_at", irregularity.notified_at.as_ref())]
        .into_iter()
        .filter_map(|(name, time)| Some((name, time?)))
        .find(|(_, time)| after(time, written, slack.noticed))?;
    let kind = irregularity.kind_word.replace('_', " ");
    let why = format!("of the irregularity ({kind}) is later than the record that states it, written at {written}");
    Some(misfit(name, time, &why, format!("{written} or earlier")))
}

/// A coup commences after the coup before it had settled, and after its log was opened.
fn commenced(around: &Around, times: &Times, span: &Span<'_>) -> Option<Misfit> {
    let commenced = span.commenced?;
    let name = || {
        let stated = named(times).into_iter().find(|(_, time)| time.as_ref() == Some(commenced));
        stated.map_or_else(|| "commencement".to_owned(), |(name, _)| format!("times.{name}"))
    };
    match &around.before {
        Some(before) => {
            if let Some(settled) =
                before.settled.as_ref().filter(|settled| after(settled, commenced, around.slack.times))
            {
                let why = format!("lies before the previous coup had been settled, at {settled}");
                return Some(misfit(&name(), commenced, &why, format!("{settled} or later")));
            }
            let started = before.commenced.as_ref().filter(|started| commenced.moment() <= started.moment());
            if let Some(started) = started {
                let why = format!("is not later than that of the previous coup, at {started}");
                return Some(misfit(&name(), commenced, &why, format!("later than {started}")));
            }
            let opened = around.opened.as_ref().filter(|opened| after(opened, commenced, around.slack.times))?;
            let why = format!("lies before the log was opened, at {opened}");
            Some(misfit(&name(), commenced, &why, format!("{opened} or later")))
        }
        None => {
            let opened = around.opened.as_ref().filter(|opened| an_hour_before(commenced, opened))?;
            let why = format!("lies more than an hour before the log was opened, at {opened}");
            Some(misfit(&name(), commenced, &why, format!("an hour before {opened}, or later")))
        }
    }
}
