use std::collections::BTreeSet;

use resettle_sealed_log::{Moment, Time};

use super::duty::{Duties, Duty, DutyEntry, SOURCE_STAFFING};
use crate::clock::micros;
use crate::csv_file::{self, CsvFault, CsvHead, CsvRow};

/// The columns that a staffing file may have.
const COLUMNS: &[&str] = &["venue", "game", "table", "from", "to", "dealer", "supervisor", "shift"];
/// Those that it must have.
const REQUIRED: &[&str] = &["venue", "table", "from", "to"];

/// A staffing file: who was on duty at which table, from when until when.
#[derive(Clone, Debug, Default)]
pub struct Staffing {
    rows: Vec<PostRow>,
}

/// A table as a staffing file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StaffedTable<'s> {
    /// The venue, as logs' `open` names it.
    pub venue: &'s str,
    /// The game; none for every game of a table of this name.
    pub game: Option<&'s str>,
    /// The table, as logs' `open` names it.
    pub table: &'s str,
}

#[derive(Clone, Debug)]
struct PostRow {
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
    pub fn parse(bytes: &[u8]) -> Result<Self, Vec<CsvFault>> {
        let names_nobody = |head: &CsvHead| {
            let names = ["dealer", "supervisor", "shift"].iter().any(|name| head.has(name));
            (!names).then(|| CsvFault::new(1, None, "names no person: a column dealer, supervisor or shift is missing"))
        };
        let rows = csv_file::read(bytes, COLUMNS, REQUIRED, names_nobody, row)?;
        Ok(Self { rows })
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
        let entry = |row: &PostRow| {
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

    fn of<'s>(&'s self, venue: &'s str, game: &'s str, table: &'s str) -> impl Iterator<Item = &'s PostRow> {
        let same = move |row: &&PostRow| {
            row.venue == venue && row.table == table && row.game.as_deref().is_none_or(|own| own == game)
        };
        self.rows.iter().filter(same)
    }
}

fn row(row: &mut CsvRow<'_>) -> Option<PostRow> {
    let duty = Duty { dealer: row.name("dealer"), supervisor: row.name("supervisor"), shift: row.name("shift") };
    let (venue, game, table) = (row.needed("venue"), row.name("game"), row.needed("table"));
    let (from, until) = (moment(row, "from"), moment(row, "to"));
    if let (Some(from), Some(until)) = (from, until)
        && until <= from
    {
        row.fault("to", "is not after `from`");
    }
    Some(PostRow { venue: venue?, game, table: table?, from: from?, until: until?, duty, line: row.line })
}

fn moment(row: &mut CsvRow<'_>, name: &str) -> Option<Moment> {
    let reported = row.text(name).unwrap_or_default();
    let time = Time::parse(&reported).map(|time| time.moment());
    if time.is_err() {
        row.fault(name, format!("{reported:?} is no time with an offset, as 2025-06-01T20:00:00+08:00"));
    }
    time.ok()
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
                "line 1: names no person: a column dealer, supervisor or shift is missing",
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
