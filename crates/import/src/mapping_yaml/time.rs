//! `time`: when a row was settled.

use jiff::civil::Time;
use resettle_yaml::{Faults, Node};

use super::csv::MOST_LINES_ABOVE;
use super::{Columns, filled};
use crate::mapping::{DateAbove, TimeRule};
use crate::time::{self, BadFormat, TimeFormat};

/// Reads its columns and their format.
pub(super) fn read(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<TimeRule> {
    let mut fields = node.fields("`time`", faults)?;
    let several = fields.optional("columns").map(|node| (node.place, node.list(faults)));
    let of_time = match several {
        None => columns.require(&mut fields, "column", faults).map(|column| vec![column]),
        Some((place, list)) => {
            if fields.optional("column").is_some() {
                faults.add(place, "both `column` and `columns` are given: the time stands in one column or in several");
            }
            let list: Vec<_> = list.into_iter().flatten().filter_map(|node| columns.read(node, faults)).collect();
            if list.is_empty() {
                faults.add(place, "`columns` names no column: write columns: [Date, Time]");
            }
            Some(list).filter(|list| !list.is_empty())
        }
    };
    let format = fields.required("format", faults).map(|node| (node.place, filled(node, faults)));
    let date = fields.optional("date").map(|node| date(node, columns, faults));
    let zone_node = fields.optional("zone");
    let zone_place = zone_node.map(|node| node.place);
    let zone = zone_node.and_then(|node| {
        let place = node.place;
        let name = filled(node, faults)?;
        let zone = time::zone(&name);
        if zone.is_none() {
            faults.add(place, format!("{name:?} is no time zone: write one such as \"Asia/Singapore\" or \"+08:00\""));
        }
        zone
    });
    let day = fields.optional("gaming_day").map(|node| (node.place, gaming_day(node, faults)));
    fields.finish(faults);
    let (place, format) = format?;
    let date = match date {
        Some(date) => Some(date?),
        None => None,
    };
    let format = match &date {
        Some(DateAbove { format: of_date, .. }) => format!("{of_date} {}", format?),
        None => format?,
    };
    if zone_place.is_some() && zone.is_none() {
        return None;
    }
    let format = match TimeFormat::new(&format, zone) {
        Ok(rule) => rule,
        Err(BadFormat::Format(reason)) => {
            faults.add_with_help(
                place,
                reason,
                "a log needs date and time of day; where they stand in two columns, write columns: [Date, Time] and one format for both with a blank between, as \"%d/%m/%Y %H:%M\"; where the date stands in a line above the table, date: {line: 3, format: \"%d/%m/%Y\"}",
            );
            return None;
        }
        Err(BadFormat::TwoZones) => {
            faults.add_with_help(
                zone_place.unwrap_or(place),
                format!(
                    "a zone is given, and the format {format:?} reads the offset from UTC that stands with each time"
                ),
                "leave `zone` out; it would be ignored",
            );
            return None;
        }
    };
    let format = match day {
        None => format,
        Some((place, begins)) => {
            let of_days = format.of_days_from(begins?);
            if of_days.is_none() {
                faults.add(place, "`gaming_day` is for times of a local clock: their zone has to be named beside it");
            }
            of_days?
        }
    };
    Some(TimeRule { columns: of_time?, format, date })
}

/// The date of all rows, in a line above the table.
fn date(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<DateAbove> {
    let mut fields = node.fields("`date`", faults)?;
    let line = fields.required("line", faults).and_then(|node| node.int(1..=MOST_LINES_ABOVE, faults));
    let format = fields.required("format", faults).and_then(|node| filled(node, faults));
    fields.finish(faults);
    let line = line?.unsigned_abs();
    columns.dates.push((node.place, line));
    Some(DateAbove { line, format: format? })
}

/// When the day of the source begins.
fn gaming_day(node: &Node, faults: &mut Faults) -> Option<Time> {
    let text = node.text(faults)?;
    let begins = Time::strptime("%H:%M", text).ok();
    if begins.is_none() {
        faults.add(node.place, format!("{text:?} is no time of day: write one such as \"06:00\""));
    }
    begins
}
