use std::collections::{BTreeMap, BTreeSet};

use resettle_sealed_log::{Moment, Time};
use thiserror::Error;

use super::duty::{Duties, Duty, DutyEntry, SOURCE_STAFFING};
use crate::clock::micros;

/// The columns that a staffing file may have.
const COLUMNS: [&str; 8] = ["venue", "game", "table", "from", "to", "dealer", "supervisor", "shift"];
/// Those that it must have.
const REQUIRED: [&str; 4] = ["venue", "table", "from", "to"];
/// The longest badge id or name of a shift.
const LONGEST: usize = 200;

/// What is wrong in a staffing file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{}: {what}", .column.as_ref().map_or_else(String::new, |column| format!(", column {column}")))]
pub struct StaffingFault {
    /// From 1.
    pub line: u64,
    /// The column's name, where it is about one.
    pub column: Option<String>,
    /// In words.
    pub what: String,
}

/// A staffing file: who was on duty at which table, from when until when.
#[derive(Clone, Debug, Default)]
pub struct Staffing {
    rows: Vec<Row>,
}

/// A table as a staffing file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StaffedTable<'s> {
    /// The venue.
    pub venue: &'s str,
    /// The game; none for every game of a table of this name.
    pub game: Option<&'s str>,
    /// The table, as logs' `open` names it.
    pub table: &'s str,
}

#[derive(Clone, Debug)]
struct Row {
    venue: String,
    /// None for every game of a table of this name.
    game: Option<String>,
    table: String,
    from: Moment,
    until: Moment,
    duty: Duty,
    line: u64,
}

impl Staffing {
    /// Reads CSV with a first line of names.
    ///
    /// # Errors
    /// All faults of the file, in the order of lines.
    pub fn parse(bytes: &[u8]) -> Result<Self, Vec<StaffingFault>> {
        let mut faults = Vec::new();
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
        let fault =
            |line, column: Option<&str>, what: String| StaffingFault { line, column: column.map(str::to_owned), what };
        let head = match reader.headers() {
            Ok(head) => head.clone(),
            Err(error) => return Err(vec![fault(1, None, error.to_string())]),
        };
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, name) in head.iter().enumerate() {
            // A byte order mark is not part of a name.
            let name = name.trim_start_matches('\u{feff}').trim();
            match COLUMNS.iter().find(|known| **known == name) {
                None => faults.push(fault(1, Some(name), format!("is not known; known are {}", COLUMNS.join(", ")))),
                Some(known) if places.insert(known, at).is_some() => {
                    faults.push(fault(1, Some(name), "stands twice".to_owned()));
                }
                Some(_) => {}
            }
        }
        for name in REQUIRED.iter().filter(|name| !places.contains_key(**name)) {
            faults.push(fault(1, Some(name), "is missing".to_owned()));
        }
        if !["dealer", "supervisor", "shift"].iter().any(|name| places.contains_key(name)) {
            faults.push(fault(1, None, "names nobody: a column dealer, supervisor or shift is missing".to_owned()));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    let line = error.position().map_or(0, csv::Position::line);
                    faults.push(fault(line, None, "is not UTF-8, or no CSV".to_owned()));
                    continue;
                }
            };
            let line = record.position().map_or(0, csv::Position::line);
            if record.len() != head.len() {
                faults.push(fault(line, None, format!("has {} fields, and the head {}", record.len(), head.len())));
                continue;
            }
            match row(&record, &places, line) {
                Ok(row) => rows.push(row),
                Err(found) => faults.extend(found),
            }
        }
        if faults.is_empty() { Ok(Self { rows }) } else { Err(faults) }
    }

    /// What it says of a table.
    #[must_use]
    pub fn duties(&self, venue: &str, game: &str, table: &str) -> Duties {
        let mut duties = Duties::default();
        self.of(venue, game, table).for_each(|row| duties.put_rostered(row.from, row.until, row.duty.clone()));
        duties
    }

    /// The same as entries; `file` is its own name.
    #[must_use]
    pub fn entries(&self, venue: &str, game: &str, table: &str, file: &str) -> Vec<DutyEntry> {
        let entry = |row: &Row| {
            Some(DutyEntry {
                from: micros(row.from.nanos)?,
                until: micros(row.until.nanos),
                duty: row.duty.clone(),
                source: SOURCE_STAFFING.to_owned(),
                file: file.to_owned(),
                line: Some(row.line),
            })
        };
        self.of(venue, game, table).filter_map(entry).collect()
    }

    /// The tables that it names and that are none of these, by venue, game and table; and how many it names at all. A
    /// table is named once for each game given with it.
    #[must_use]
    pub fn strange(&self, tables: &[(&str, &str, &str)]) -> (BTreeSet<StaffedTable<'_>>, usize) {
        let named: BTreeSet<StaffedTable<'_>> = self
            .rows
            .iter()
            .map(|row| StaffedTable { venue: &row.venue, game: row.game.as_deref(), table: &row.table })
            .collect();
        let is_there = |named: &StaffedTable<'_>| {
            tables.iter().any(|(venue, game, table)| {
                named.venue == *venue && named.table == *table && named.game.is_none_or(|own| own == *game)
            })
        };
        let all = named.len();
        (named.into_iter().filter(|named| !is_there(named)).collect(), all)
    }

    fn of<'s>(&'s self, venue: &'s str, game: &'s str, table: &'s str) -> impl Iterator<Item = &'s Row> {
        let same = move |row: &&Row| {
            row.venue == venue && row.table == table && row.game.as_deref().is_none_or(|own| own == game)
        };
        self.rows.iter().filter(same)
    }
}

fn row(record: &csv::StringRecord, places: &BTreeMap<&str, usize>, line: u64) -> Result<Row, Vec<StaffingFault>> {
    let mut faults = Vec::new();
    let mut fault = |column: &str, what: String| {
        faults.push(StaffingFault { line, column: Some(column.to_owned()), what });
    };
    let text = |name: &str| {
        let text = places.get(name).and_then(|at| record.get(*at)).unwrap_or_default().trim();
        Some(text.to_owned()).filter(|text| !text.is_empty())
    };
    let mut named = |name: &str| {
        let text = text(name);
        if text.as_ref().is_some_and(|text| text.chars().count() > LONGEST || text.chars().any(char::is_control)) {
            fault(name, format!("is longer than {LONGEST} letters, or holds a control character"));
        }
        text
    };
    let duty = Duty { dealer: named("dealer"), supervisor: named("supervisor"), shift: named("shift") };
    let (venue, game, table) = (named("venue"), named("game"), named("table"));
    for (name, value) in [("venue", &venue), ("table", &table)] {
        if value.is_none() {
            fault(name, "is empty".to_owned());
        }
    }
    let mut moment = |name: &str| {
        let reported = text(name).unwrap_or_default();
        let time = Time::parse(&reported).map(|time| time.moment());
        if time.is_err() {
            fault(name, format!("{reported:?} is no time with an offset, as 2025-06-01T20:00:00+08:00"));
        }
        time.ok()
    };
    let (from, until) = (moment("from"), moment("to"));
    if let (Some(from), Some(until)) = (from, until)
        && until <= from
    {
        fault("to", "is not after `from`".to_owned());
    }
    match (venue, table, from, until) {
        (Some(venue), Some(table), Some(from), Some(until)) if faults.is_empty() => {
            Ok(Row { venue, game, table, from, until, duty, line })
        }
        _ => Err(faults),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(text: &str) -> Vec<String> {
        Staffing::parse(text.as_bytes()).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn reads_who_was_on_duty() {
        let text = "venue,table,from,to,dealer,supervisor,shift\n\
            mbs,T1,2025-06-01T20:00:00+08:00,2025-06-02T04:00:00+08:00,B1,S1,night\n\
            mbs,T1,2025-06-02T04:00:00+08:00,2025-06-02T12:00:00+08:00,B2,,day\n";
        let staffing = Staffing::parse(text.as_bytes()).unwrap();
        let duties = staffing.duties("mbs", "baccarat", "T1");
        let at = |text: &str| duties.at(Time::parse(text).unwrap().moment());
        assert_eq!(at("2025-06-01T20:00:00+08:00").dealer.as_deref(), Some("B1"));
        assert_eq!(at("2025-06-01T20:00:00Z").dealer.as_deref(), Some("B2"));
        assert!(at("2025-06-01T19:59:59+08:00").is_empty());
        assert!(staffing.duties("mbs", "baccarat", "T2").is_empty());
        assert_eq!(staffing.entries("mbs", "baccarat", "T1", "staff.csv").len(), 2);
    }

    #[test]
    fn tables_that_are_not_there_are_reported_by_name() {
        let text = "venue,game,table,from,to,dealer\n\
            mbs,,T2,2025-06-01T20:00:00Z,2025-06-02T04:00:00Z,B1\n\
            mbs,baccarat,T1,2025-06-01T20:00:00Z,2025-06-02T04:00:00Z,B1\n\
            mbs,,T2,2025-06-02T20:00:00Z,2025-06-03T04:00:00Z,B1\n";
        let staffing = Staffing::parse(text.as_bytes()).unwrap();
        let strange = |tables: &[(&str, &str, &str)]| {
            let (strange, all) = staffing.strange(tables);
            (strange.iter().map(|one| (one.game, one.table)).collect::<Vec<_>>(), all)
        };
        let (one, two) = ((Some("baccarat"), "T1"), (None, "T2"));
        assert_eq!(strange(&[("mbs", "baccarat", "T1"), ("mbs", "7-up", "T2")]), (vec![], 2));
        assert_eq!(strange(&[("mbs", "7-up", "T1"), ("mbs", "7-up", "T2")]), (vec![one], 2));
        assert_eq!(strange(&[("mbs", "baccarat", "T1"), ("star", "7-up", "T2")]), (vec![two], 2));
        assert_eq!(strange(&[]), (vec![two, one], 2));
    }

    #[test]
    fn all_faults_are_reported_with_their_places() {
        assert_eq!(
            reported("venue,desk,from,to\n"),
            [
                "line 1, column desk: is not known; known are venue, game, table, from, to, dealer, supervisor, shift",
                "line 1, column table: is missing",
                "line 1: names nobody: a column dealer, supervisor or shift is missing",
            ]
        );
        let text = "venue,table,from,to,dealer\n,T1,yesterday,2025-06-01T20:00:00Z,B\nmbs,T1\n\
            mbs,T1,2025-06-01T20:00:00Z,2025-06-01T20:00:00Z,B\n";
        assert_eq!(
            reported(text),
            [
                "line 2, column venue: is empty",
                "line 2, column from: \"yesterday\" is no time with an offset, as 2025-06-01T20:00:00+08:00",
                "line 3: has 2 fields, and the head 5",
                "line 4, column to: is not after `from`",
            ]
        );
    }
}
