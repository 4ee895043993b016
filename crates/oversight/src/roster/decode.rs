use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use resettle_sealed_log::SourceKind;
use resettle_yaml::schemars::{Schema, SchemaGenerator};
use resettle_yaml::{Faults, Form, Located, Node, Position, section, word_schema};

use super::profile::Profile;
use super::{ExpectedSource, LogDays, Must, Roster, RosterTable};
use crate::day::{Day, DayRule};

/// More days than any report covers.
pub(super) const MOST_DAYS: i32 = 4_000;

const DAY: Day = Day("2023-06-01");

section! {
    Faults;
    /// Which logs there have to be.
    RosterFile as "the roster" {
        /// An entry for tables that are alike in a period. A table may have several periods, which share no day and begin their
        /// days alike.
        roster: Vec<Entry>,
    }

    /// Tables that are alike in a period.
    Entry as "an entry of the roster" {
        /// As the logs' `open` spells it.
        venue: String,
        /// As the logs' `open` spells it.
        game: String,
        /// The tables, as `open` spells them.
        tables: Vec<Located<String>>,
        /// By which clock a day is a day: a name of the IANA list.
        zone: TimeZone = Zone,
        /// The first day of the period.
        first_day: Date = DAY,
        /// The last day of the period, included; at most 4000 days.
        last_day: Located<Date> = DAY,
        /// When a day of play begins, as `"06:00"`; it has the date on which it begins. Left out, `"00:00"`.
        day_starts: Time = Clock => or(Time::midnight()),
        /// Days of the period without play.
        closed: Vec<Located<Date>> = DAY => or(Vec::new()) => noted(|faults| {
            period(first_day, last_day.as_ref(), closed.iter().flatten(), faults);
        }),
        /// The logs that there have to be of each table and day, at least one; left out, `{table: 1}`.
        sources: Sources => or(Sources { table: 1, ..Sources::default() }),
        /// Whether a log is of the day on which it begins, or of every day from its first record to its last; of a day on which it
        /// only ends it shows less (below). Left out, `daily`.
        logs: LogDays => or(LogDays::Daily),
        /// What the logs of a table together have to hold, though the format makes it optional.
        must: Vec<Located<Must>> => or(Vec::new()) => noted(|faults| {
            each_once(must.iter().flatten(), |must| format!("`{}`", must.word()), faults);
        }),
        /// What each log may hold and has to hold, by the kind of its source; left out, nothing is asked.
        profile: Option<Profile>,
    }

    /// The logs that there have to be of each table and day.
    Sources with Default checked by some_source {
        /// How many sources of the whole table have to write.
        table: usize = 0..=100 => or(0),
        /// How many shoes have to write.
        shoe: usize = 0..=100 => or(0),
        /// How many displays have to write.
        display: usize = 0..=100 => or(0),
        /// How many offices have to write, where the table is the office of a tournament.
        desk: usize = 0..=100 => or(0),
        /// A log of each of these terminals.
        terminals: Vec<Located<String>> => or(Vec::new()) => noted(|faults| {
            each_once(terminals.iter().flatten(), |id| format!("terminal `{id}`"), faults);
        }),
    }
}

impl Roster {
    /// Reads a roster.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let file = RosterFile::read(&root, "roster", &(), &mut faults);
        let mut roster = Self::default();
        // The periods of each table, by their places among all.
        let mut periods: BTreeMap<(String, String, String), Vec<usize>> = BTreeMap::new();
        for (table, place) in file.into_iter().flat_map(|file| file.roster).flat_map(Entry::each) {
            let own = (table.venue.clone(), table.game.clone(), table.table.clone());
            let own = periods.entry(own).or_default();
            refuse(&table, own.iter().filter_map(|at| roster.tables.get(*at)), place, &mut faults);
            own.push(roster.tables.len());
            roster.tables.push(table);
        }
        if faults.is_empty() { Ok(roster) } else { Err(faults) }
    }
}

/// Notes a period of a table where another one of it has the same days, or lets them begin at another moment.
fn refuse<'t>(
    table: &RosterTable,
    others: impl Iterator<Item = &'t RosterTable>,
    place: Position,
    faults: &mut Faults,
) {
    for other in others {
        let (name, line) = (&table.table, other.line);
        if table.first_day <= other.last_day && other.first_day <= table.last_day {
            faults.add_with_help(
                place,
                format!("table `{name}` is listed twice for the same days"),
                format!("one entry for each table and period; the other stands on line {line}"),
            );
            return;
        }
        if table.days != other.days {
            faults.add_with_help(
                place,
                format!("days of table `{name}` begin at another moment than in its other period"),
                format!("take the same `zone` and `day_starts` as on line {line}"),
            );
            return;
        }
    }
}

impl Entry {
    fn each(self) -> Vec<(RosterTable, Position)> {
        let Sources { table, shoe, display, desk, terminals } = self.sources;
        let counted = [
            (SourceKind::Table, table),
            (SourceKind::Shoe, shoe),
            (SourceKind::Display, display),
            (SourceKind::Desk, desk),
        ];
        let counted = counted.into_iter().filter(|(_, count)| *count > 0);
        let named = terminals.into_iter().map(|id| ExpectedSource::Named(SourceKind::Terminal, id.0));
        let of = RosterTable {
            line: 0,
            venue: self.venue,
            game: self.game,
            table: String::new(),
            days: DayRule { zone: self.zone, starts: self.day_starts },
            first_day: self.first_day,
            last_day: self.last_day.0,
            closed: self.closed.into_iter().map(|day| day.0).collect(),
            sources: counted.map(|(kind, count)| ExpectedSource::Any(kind, count)).chain(named).collect(),
            logs: self.logs,
            must: self.must.into_iter().map(|must| must.0).collect(),
            profile: self.profile,
        };
        let tables = self.tables.into_iter();
        tables.map(|Located(table, place)| (RosterTable { line: place.line, table, ..of.clone() }, place)).collect()
    }
}

fn period<'d>(
    first: Option<Date>,
    last_day: Option<&Located<Date>>,
    closed: impl Iterator<Item = &'d Located<Date>>,
    faults: &mut Faults,
) {
    let (Some(first), Some(Located(last, place))) = (first, last_day) else { return };
    for Located(day, place) in closed.filter(|day| !(first..=*last).contains(&day.0)) {
        faults.add_with_help(
            *place,
            format!("{day} lies outside first_day and last_day"),
            "take it out, or widen the period",
        );
    }
    if *last < first {
        faults.add(*place, format!("last_day {last} lies before first_day {first}"));
    } else if first.until(*last).map_or(true, |span| span.get_days() >= MOST_DAYS) {
        faults.add_with_help(
            *place,
            format!("the period has more than {MOST_DAYS} days"),
            "split the roster: one file for each period that is reported",
        );
    }
}

fn each_once<'i, T: Ord + 'i>(
    items: impl Iterator<Item = &'i Located<T>>,
    called: impl Fn(&T) -> String,
    faults: &mut Faults,
) {
    let mut seen = BTreeSet::new();
    for Located(item, place) in items {
        if !seen.insert(item) {
            faults.add(*place, format!("{} is listed twice", called(item)));
        }
    }
}

fn some_source(read: Option<&Sources>, node: &Node, faults: &mut Faults) {
    if read.is_some_and(|read| *read == Sources::default()) {
        faults.add_with_help(
            node.place,
            "no source is expected here",
            "left out, one log of the whole table is expected",
        );
    }
}

resettle_yaml::texts! {
    Faults;
    /// A time of day, as `06:00`.
    pub(super) Clock: Time, "^[0-9]{2}:[0-9]{2}$" => |node, _, faults| {
        let text = node.text(faults)?;
        let read = if text.len() == 5 { text.parse().ok() } else { None };
        if read.is_none() {
            faults.add_with_help(node.place, format!("`{text}` is no time of day"), "write it as \"06:00\"");
        }
        read
    };
    /// The name of a time zone.
    Zone: TimeZone => |node, _, faults| {
        let text = node.text(faults)?;
        let read = Self::get(text).ok();
        if read.is_none() {
            faults.add_with_help(
                node.place,
                format!("`{text}` is no time zone"),
                "take a name of the IANA list, as Asia/Singapore",
            );
        }
        read
    };
}

const LOG_DAYS: &[(&str, LogDays)] = &[("daily", LogDays::Daily), ("spanning", LogDays::Spanning)];

impl Form<Faults> for LogDays {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        node.word(LOG_DAYS, faults)
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        word_schema(LOG_DAYS)
    }
}

impl Form<Faults> for Must {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        node.word(&Self::ALL.map(|must| (must.word(), must)), faults)
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        word_schema(&Self::ALL.map(|must| (must.word(), must)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resettle_testkit::keys_stand_on;

    #[test]
    fn the_page_has_the_keys() {
        keys_stand_on("roster.md", &serde_json::to_value(resettle_yaml::schemars::schema_for!(RosterFile)).unwrap());
    }

    const GOOD: &str = "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [\"BAC-01\", \"BAC-02\"]\n    \
                        zone: Asia/Singapore\n    first_day: 2023-06-01\n    last_day: 2023-06-30\n    \
                        day_starts: \"06:00\"\n    closed: [2023-06-07]\n    \
                        sources: {shoe: 1, display: 1, terminals: [T1, T2]}\n    logs: spanning\n";

    #[test]
    fn an_entry_lists_tables_that_are_alike() {
        let roster = Roster::from_yaml(GOOD).unwrap();
        assert_eq!(roster.tables.len(), 2);
        let table = &roster.tables[1];
        assert_eq!((table.table.as_str(), table.line), ("BAC-02", 4));
        assert_eq!(table.days.starts, jiff::civil::time(6, 0, 0, 0));
        assert_eq!(table.closed.len(), 1);
        assert_eq!(table.sources.len(), 4);
        assert_eq!(table.logs, LogDays::Spanning);
    }

    /// A period after that of `GOOD`.
    fn later(first: &str, more: &str) -> String {
        let entry = GOOD.replace("roster:\n", "").replace("2023-06-30", "2023-07-31").replace("2023-06-01", first);
        format!("{GOOD}{}{more}", entry.replace("[2023-06-07]", "[2023-07-07]"))
    }

    #[test]
    fn a_table_may_have_several_periods_that_share_no_day() {
        assert_eq!(Roster::from_yaml(&later("2023-07-01", "")).unwrap().tables.len(), 4);
        assert_eq!(Roster::from_yaml(&later("2023-06-30", "")).unwrap_err().len(), 2);
        let otherwise = later("2023-07-01", "").replacen("06:00", "07:00", 1);
        assert_eq!(Roster::from_yaml(&otherwise).unwrap_err().len(), 2);
    }

    #[test]
    fn what_a_profile_does_not_know_is_a_fault() {
        let read = |profile: &str| Roster::from_yaml(&format!("{GOOD}    profile: {{{profile}}}\n"));
        let profile = read("decks: [6, 8], chip: [500, 500], members: {table: [times]}").unwrap();
        let profile = profile.tables[0].profile.clone().unwrap();
        assert_eq!((profile.decks, profile.imports), (Some(BTreeSet::from([6, 8])), false));
        for wrong in [
            "members: {table: [luck]}",
            "members: {roulette: [times]}",
            "members: [times]",
            "decks: [0]",
            "decks: [8, 8]",
            "chip: [2, 1]",
            "chip: [1]",
            "keys: {table: [00]}",
            "imports: maybe",
            "hours: {table: [\"10:00\"]}",
            "hours: {roulette: [\"10:00\", \"04:00\"]}",
            "pause: {table: 1441}",
            "import: true",
        ] {
            assert_eq!(read(wrong).unwrap_err().len(), 1, "{wrong}");
        }
    }

    #[test]
    fn what_logs_have_to_hold_is_listed_once_each() {
        let roster = Roster::from_yaml(&format!("{GOOD}    must: [placed, limits]\n")).unwrap();
        assert_eq!(roster.tables[1].must, BTreeSet::from([Must::Limits, Must::Placed]));
        let faults = Roster::from_yaml(&format!("{GOOD}    must: [placed, placed, luck]\n")).unwrap_err();
        assert_eq!(faults.len(), 2);
    }

    #[test]
    fn all_faults_of_a_roster_are_reported_where_they_stand() {
        let text = "roster:\n  - venue: 7\n    game: baccarat\n    tables: [A]\n    zone: Mars/Olympus\n    \
                    first_day: 2023-06-31\n    last_day: 1 June\n    open: yes\n  - venue: mbs\n    game: b\n    \
                    tables: [A, A]\n    zone: UTC\n    first_day: 2023-06-02\n    last_day: 2023-06-01\n    \
                    closed: [2024-01-01]\n    sources: {}\n    logs: weekly\n    day_starts: 6:00\n";
        let faults = Roster::from_yaml(text).unwrap_err().sorted();
        let reported: Vec<String> =
            faults.iter().map(|fault| format!("{} {}", fault.place.line, fault.message)).collect();
        let lines: Vec<u32> = faults.iter().map(|fault| fault.place.line).collect();
        assert_eq!(lines, [2, 5, 6, 7, 8, 14, 15, 16, 17, 18], "{reported:#?}");
        assert!(Roster::from_yaml("roster: []\nextra: 1\n").is_err());
        let twice = GOOD.replace("\"BAC-02\"", "\"BAC-01\"");
        assert_eq!(Roster::from_yaml(&twice).unwrap_err().len(), 1);
    }
}
