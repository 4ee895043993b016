//! `time`: when a row was settled.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use resettle_yaml::schemars::{Schema, SchemaGenerator};
use resettle_yaml::{Form, Located, Node, Value, section};

use super::csv::MOST_LINES_ABOVE;
use super::{Columns, Filled};
use crate::mapping::{Column, TimeRule};
use crate::time::{self, BadFormat, TimeFormat};

section! {
    Columns;
    /// When something was.
    TimeKeys as "`time`" checked by one_column_or_several {
        /// In place of `column`: date and time of day in columns of their own, read together with a blank between, as `format`
        /// says: `{columns: [Date, Time], format: "%d/%m/%Y %I.%M%p", zone: Asia/Singapore}`.
        columns: Option<Vec<Column>>,
        /// Which column it is.
        column: Option<Column>,
        /// As `strftime` writes it, or one of the [names below](#times).
        format: Located<String> = Filled,
        /// Of a CSV: the date of all rows stands in a line of the file; it is read before each cell, and `format` then is that of the cell
        /// alone. A line without such a date, or with several, is an error; `opened`, `closed` and `placed` without a format of their
        /// own have it too.
        date: Option<DateAbove>,
        /// A name such as `Asia/Singapore` or an offset such as `+08:00`, and none where the format reads an offset (`%z`, `%:z`): both
        /// are a fault.
        zone: Option<Located<TimeZone>> = Zone,
        /// The source's day begins then, as `"06:00"`, and what is earlier by the clock is of the next date; with `zone` alone.
        gaming_day: Option<Located<Time>> = Clock,
    }

    /// A date in a line above the table.
    DateAbove as "`date`" checked by is_above {
        /// The line of the file, from 1, which `skip_lines` passes over.
        line: u64 = 1..=MOST_LINES_ABOVE,
        /// As that of `time`.
        format: String = Filled,
    }
}

fn one_column_or_several(_: Option<&TimeKeys>, node: &Node, columns: &mut Columns) {
    match (node.member("columns"), node.member("column")) {
        (None, None) => columns.faults.add(node.place, "`time` lacks `column`"),
        (Some(several), Some(_)) => columns
            .faults
            .add(several.place, "both `column` and `columns` are given: the time stands in one column or in several"),
        (Some(Node { value: Value::List(items), place }), None) if items.is_empty() => {
            columns.faults.add(*place, "`columns` names no column: write columns: [Date, Time]");
        }
        _ => {}
    }
}

fn is_above(read: Option<&DateAbove>, node: &Node, columns: &mut Columns) {
    columns.dates.extend(read.map(|date| (node.place, date.line)));
}

/// Columns and their format.
pub(super) struct Own;

impl Form<Columns, Own> for TimeRule {
    fn read(node: &Node, key: &'static str, _: &Own, columns: &mut Columns) -> Option<Self> {
        let TimeKeys { columns: several, column, format, date, zone, gaming_day } =
            TimeKeys::read(node, key, &(), columns)?;
        let is_faulty = |key: &str, is_read: bool| node.member(key).is_some() && !is_read;
        if is_faulty("date", date.is_some())
            || is_faulty("zone", zone.is_some())
            || is_faulty("gaming_day", gaming_day.is_some())
        {
            return None;
        }
        let Located(of_cell, place) = format;
        let format = match &date {
            Some(DateAbove { format: of_date, .. }) => format!("{of_date} {of_cell}"),
            None => of_cell,
        };
        let zone_place = zone.as_ref().map(|zone| zone.1);
        let format = match TimeFormat::new(&format, zone.map(|zone| zone.0)) {
            Ok(rule) => rule,
            Err(BadFormat::Format(reason)) => {
                columns.faults.add_with_help(
                    place,
                    reason,
                    "a log needs date and time of day; where they stand in two columns, write columns: [Date, Time] and one format for both with a blank between, as \"%d/%m/%Y %H:%M\"; where the date stands in a line above the table, date: {line: 3, format: \"%d/%m/%Y\"}",
                );
                return None;
            }
            Err(BadFormat::TwoZones) => {
                columns.faults.add_with_help(
                    zone_place.unwrap_or(place),
                    format!(
                        "a zone is given, and the format {format:?} reads the offset from UTC that stands with each time"
                    ),
                    "leave `zone` out; it would be ignored",
                );
                return None;
            }
        };
        let format = match gaming_day {
            None => format,
            Some(Located(begins, place)) => {
                let of_days = format.of_days_from(begins);
                if of_days.is_none() {
                    columns
                        .faults
                        .add(place, "`gaming_day` is for times of a local clock: their zone has to be named beside it");
                }
                of_days?
            }
        };
        let columns = several.unwrap_or_else(|| column.into_iter().collect());
        Some(Self { columns, format, date }).filter(|rule| !rule.columns.is_empty())
    }

    fn schema(_: &Own, generator: &mut SchemaGenerator) -> Schema {
        TimeKeys::schema(&(), generator)
    }
}

resettle_yaml::texts! {
    Columns;
    /// A time zone by its name or its offset.
    pub(crate) Zone: TimeZone => |node, key, columns| {
        let name = String::read(node, key, &Filled, columns)?;
        let zone = time::zone(&name);
        if zone.is_none() {
            let message = format!("{name:?} is no time zone: write one such as \"Asia/Singapore\" or \"+08:00\"");
            columns.faults.add(node.place, message);
        }
        zone
    };
    /// A time of day.
    Clock: Time => |node, _, columns| {
        let text = node.text(&mut columns.faults)?;
        let begins = Self::strptime("%H:%M", text).ok();
        if begins.is_none() {
            let message = format!("{text:?} is no time of day: write one such as \"06:00\"");
            columns.faults.add(node.place, message);
        }
        begins
    };
}
