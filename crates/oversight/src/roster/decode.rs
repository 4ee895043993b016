use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use resettle_sealed_log::SourceKind;
use resettle_yaml::{Faults, Fields, Node};

use super::{ExpectedSource, LogDays, Must, Roster, RosterTable};
use crate::day::{DayRule, parse_date};

/// More days than any report covers.
pub(super) const MOST_DAYS: i32 = 4_000;

impl Roster {
    /// Reads a roster.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let mut roster = Self::default();
        if let Some(mut fields) = root.fields("the roster", &mut faults) {
            let list = fields.required("roster", &mut faults).and_then(|node| node.list(&mut faults));
            // The periods of each table, by their places among all.
            let mut periods: BTreeMap<(String, String, String), Vec<usize>> = BTreeMap::new();
            for node in list.unwrap_or_default() {
                for (table, named) in group(node, &mut faults) {
                    let own = (table.venue.clone(), table.game.clone(), table.table.clone());
                    let own = periods.entry(own).or_default();
                    let others = own.iter().filter_map(|at| roster.tables.get(*at));
                    refuse(&table, others, named, &mut faults);
                    own.push(roster.tables.len());
                    roster.tables.push(table);
                }
            }
            fields.finish(&mut faults);
        }
        if faults.is_empty() { Ok(roster) } else { Err(faults) }
    }
}

/// Notes a period of a table where another one of it has the same days, or lets them begin at another moment.
fn refuse<'t>(table: &RosterTable, others: impl Iterator<Item = &'t RosterTable>, node: &Node, faults: &mut Faults) {
    for other in others {
        let (name, line) = (&table.table, other.line);
        if table.first_day <= other.last_day && other.first_day <= table.last_day {
            faults.add_with_help(
                node.place,
                format!("table `{name}` is listed twice for the same days"),
                format!("one entry for each table and period; the other stands on line {line}"),
            );
            return;
        }
        if table.days != other.days {
            faults.add_with_help(
                node.place,
                format!("days of table `{name}` begin at another moment than in its other period"),
                format!("take the same `zone` and `day_starts` as on line {line}"),
            );
            return;
        }
    }
}

/// One entry: several tables that are alike.
fn group<'n>(node: &'n Node, faults: &mut Faults) -> Vec<(RosterTable, &'n Node)> {
    let Some(mut fields) = node.fields("an entry of the roster", faults) else { return Vec::new() };
    let text = |fields: &mut Fields<'_>, key, faults: &mut Faults| {
        fields.required(key, faults).and_then(|node| node.text(faults)).map(str::to_owned)
    };
    let venue = text(&mut fields, "venue", faults);
    let game = text(&mut fields, "game", faults);
    let tables = fields.required("tables", faults).and_then(|node| node.list(faults)).unwrap_or_default();
    let zone = fields.required("zone", faults).and_then(|node| zone(node, faults));
    let first_day = fields.required("first_day", faults).and_then(|node| date(node, faults));
    let last_node = fields.required("last_day", faults);
    let last_day = last_node.and_then(|node| date(node, faults));
    let starts = match fields.optional("day_starts") {
        Some(node) => hour(node, faults),
        None => Some(Time::midnight()),
    };
    let mut closed = BTreeSet::new();
    for node in fields.optional("closed").and_then(|node| node.list(faults)).unwrap_or_default() {
        let Some(day) = date(node, faults) else { continue };
        if first_day.zip(last_day).is_some_and(|(first, last)| !(first..=last).contains(&day)) {
            faults.add_with_help(
                node.place,
                format!("{day} lies outside first_day and last_day"),
                "take it out, or widen the period",
            );
        }
        closed.insert(day);
    }
    let sources = match fields.optional("sources") {
        Some(node) => sources(node, faults),
        None => vec![ExpectedSource::Any(SourceKind::Table, 1)],
    };
    let logs = match fields.optional("logs") {
        Some(node) => {
            node.word(&[("daily", LogDays::Daily), ("spanning", LogDays::Spanning)], faults).unwrap_or_default()
        }
        None => LogDays::default(),
    };
    let words = Must::ALL.map(|must| (must.word(), must));
    let mut must = BTreeSet::new();
    for node in fields.optional("must").and_then(|node| node.list(faults)).unwrap_or_default() {
        let Some(one) = node.word(&words, faults) else { continue };
        if !must.insert(one) {
            faults.add(node.place, format!("`{}` is listed twice", one.word()));
        }
    }
    let profile = fields.optional("profile").and_then(|node| super::profile::profile(node, faults));
    fields.finish(faults);
    if let (Some(first), Some(last), Some(node)) = (first_day, last_day, last_node) {
        if last < first {
            faults.add(node.place, format!("last_day {last} lies before first_day {first}"));
        } else if first.until(last).map_or(true, |span| span.get_days() >= MOST_DAYS) {
            faults.add_with_help(
                node.place,
                format!("the period has more than {MOST_DAYS} days"),
                "split the roster: one file for each period that is reported",
            );
        }
    }
    let (Some(venue), Some(game), Some(zone), Some(first_day), Some(last_day), Some(starts)) =
        (venue, game, zone, first_day, last_day, starts)
    else {
        return Vec::new();
    };
    let one = |node: &'n Node, faults: &mut Faults| {
        let table = RosterTable {
            line: node.place.line,
            venue: venue.clone(),
            game: game.clone(),
            table: node.text(faults)?.to_owned(),
            days: DayRule { zone: zone.clone(), starts },
            first_day,
            last_day,
            closed: closed.clone(),
            sources: sources.clone(),
            logs,
            must: must.clone(),
            profile: profile.clone(),
        };
        Some((table, node))
    };
    tables.iter().filter_map(|node| one(node, faults)).collect()
}

/// `{table: 1, shoe: 1, display: 1, terminals: [T1, T2]}`
fn sources(node: &Node, faults: &mut Faults) -> Vec<ExpectedSource> {
    let Some(mut fields) = node.fields("`sources`", faults) else { return Vec::new() };
    let mut out = Vec::new();
    let counted = [SourceKind::Table, SourceKind::Shoe, SourceKind::Display, SourceKind::Desk];
    for (key, kind) in counted.map(|kind| (kind.word(), kind)) {
        let count = fields.optional(key).and_then(|node| node.int(0..=100, faults)).unwrap_or(0);
        if count > 0 {
            out.push(ExpectedSource::Any(kind, usize::try_from(count).unwrap_or(0)));
        }
    }
    for node in fields.optional("terminals").and_then(|node| node.list(faults)).unwrap_or_default() {
        let Some(id) = node.text(faults) else { continue };
        let source = ExpectedSource::Named(SourceKind::Terminal, id.to_owned());
        if out.contains(&source) {
            faults.add(node.place, format!("terminal `{id}` is listed twice"));
        } else {
            out.push(source);
        }
    }
    fields.finish(faults);
    if out.is_empty() {
        faults.add_with_help(
            node.place,
            "no source is expected here",
            "left out, one log of the whole table is expected",
        );
    }
    out
}

fn date(node: &Node, faults: &mut Faults) -> Option<Date> {
    let text = node.text(faults)?;
    let read = parse_date(text);
    if read.is_none() {
        faults.add_with_help(node.place, format!("`{text}` is no date"), "write it as 2023-06-01");
    }
    read
}

pub(super) fn hour(node: &Node, faults: &mut Faults) -> Option<Time> {
    let text = node.text(faults)?;
    let read = if text.len() == 5 { text.parse::<Time>().ok() } else { None };
    if read.is_none() {
        faults.add_with_help(node.place, format!("`{text}` is no time of day"), "write it as \"06:00\"");
    }
    read
}

fn zone(node: &Node, faults: &mut Faults) -> Option<TimeZone> {
    let text = node.text(faults)?;
    let read = TimeZone::get(text).ok();
    if read.is_none() {
        faults.add_with_help(
            node.place,
            format!("`{text}` is no time zone"),
            "take a name of the IANA list, as Asia/Singapore",
        );
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

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
