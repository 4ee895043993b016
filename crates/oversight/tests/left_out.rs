//! Whoever leaves out a log, a day, a table, a source, or hands over one that nobody expects, changes what is found.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_coup_log::LogContents;
use resettle_oversight::roster::{Roster, Scope};
use resettle_oversight::{LogSeen, SealedParts, date_of};
use resettle_sealed_log::{Digest, SourceKind, Time};

const KEY: &str = "1111111111111111111111111111111111111111111111111111111111111111";

fn sealed_by(key: &str) -> LogContents {
    let mut contents = LogContents::default();
    contents.keys.insert(key.to_owned());
    contents
}

fn log(table: &str, kind: SourceKind, source: &str, day: u32) -> LogSeen {
    let at = format!("2023-06-{day:02}T12:00:00+08:00");
    let moment = Time::parse(&at).unwrap().moment();
    LogSeen {
        file: format!("{table}-{source}-{day}"),
        log: format!("{table}-{source}-{day}"),
        venue: "mbs".into(),
        game: "baccarat".into(),
        table: table.into(),
        kind,
        source: source.into(),
        first: moment,
        last: moment,
        day: date_of(&at),
        touches: None,
        sealed: SealedParts::Unasked,
        content: Digest::ZERO,
        contents: sealed_by(KEY),
    }
}

/// Two tables on two days, each with a log of the shoe, the display and a terminal.
fn month() -> Vec<LogSeen> {
    let mut out = Vec::new();
    for table in ["B1", "B2"] {
        for day in [1, 2] {
            for (kind, source) in [(SourceKind::Shoe, "S"), (SourceKind::Display, "D"), (SourceKind::Terminal, "T")] {
                out.push(log(table, kind, source, day));
            }
        }
    }
    out
}

/// Everything that a roster with a profile finds or names, one line each.
fn found(logs: &[LogSeen]) -> Vec<String> {
    let text = format!(
        "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [B1, B2]\n    zone: Asia/Singapore\n    \
         first_day: 2023-06-01\n    last_day: 2023-06-02\n    sources: {{shoe: 1, display: 1, terminals: [T]}}\n    \
         profile:\n      sources: {{shoe: [S], display: [D], terminal: [T]}}\n      \
         keys: {{shoe: [\"{KEY}\"], display: [\"{KEY}\"], terminal: [\"{KEY}\"]}}\n"
    );
    let roster = Roster::from_yaml(&text).unwrap();
    let there = roster.compare(logs, &Scope::default());
    let missing = there.missing.iter().map(|one| format!("missing {} {} {}", one.table, one.day, one.source));
    let unlisted = there.unlisted.iter().map(|(_, game, table)| format!("not listed {game} {table}"));
    let breaches = roster.breaches(logs, &Scope::default());
    let broken = breaches.iter().map(|one| format!("profile {} {}", one.log, one.member));
    missing.chain(unlisted).chain(broken).collect()
}

#[test]
fn nothing_is_found_where_nothing_is_left_out() {
    assert_eq!(found(&month()), Vec::<String>::new());
}

#[test]
fn each_log_that_is_left_out_is_missing() {
    for at in 0..month().len() {
        let mut logs = month();
        let gone = logs.remove(at);
        let found = found(&logs);
        assert_eq!(found.len(), 1, "{gone:?}: {found:?}");
        let (table, day, kind) = (gone.table, gone.day.unwrap(), gone.kind.word());
        assert!(found[0].starts_with(&format!("missing {table} {day} {kind}")), "{found:?}");
    }
}

#[test]
fn a_day_a_table_and_a_source_that_are_left_out_are_missing() {
    let without = |gone: &dyn Fn(&LogSeen) -> bool| {
        let mut logs = month();
        logs.retain(|log| !gone(log));
        found(&logs).len()
    };
    assert_eq!(without(&|log| log.day == date_of("2023-06-02")), 6);
    assert_eq!(without(&|log| log.table == "B2"), 6);
    assert_eq!(without(&|log| log.kind == SourceKind::Terminal), 4);
    assert_eq!(without(&|_| true), 12);
}

/// A day of which a source wrote two logs: the roster asks for one, the profile for its hours.
#[test]
fn one_of_several_logs_of_a_day_is_missed_by_the_hours_of_the_profile() {
    let of = |from: &str, to: &str| {
        let moment = |at: &str| Time::parse(&format!("2023-06-01T{at}:00+08:00")).unwrap().moment();
        LogSeen { first: moment(from), last: moment(to), log: from.into(), ..log("B1", SourceKind::Shoe, "S", 1) }
    };
    let text = "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [B1]\n    zone: Asia/Singapore\n    \
                first_day: 2023-06-01\n    last_day: 2023-06-01\n    sources: {shoe: 1}\n    \
                profile:\n      hours: {shoe: [\"10:00\", \"22:00\"]}\n      pause: {shoe: 30}\n";
    let roster = Roster::from_yaml(text).unwrap();
    let day = [of("10:00", "14:00"), of("14:10", "18:00"), of("18:10", "22:00")];
    assert_eq!(roster.breaches(&day, &Scope::default()), []);
    for gone in 0..day.len() {
        let mut logs = day.to_vec();
        logs.remove(gone);
        assert!(roster.compare(&logs, &Scope::default()).missing.is_empty());
        assert_eq!(roster.breaches(&logs, &Scope::default()).len(), 1, "{gone}");
    }
}

/// Handing over a log under another name hides none: it is found, and the expected one is missing beside it.
#[test]
fn a_log_that_nobody_expects_is_found() {
    let with = |other: LogSeen| found(&month().into_iter().chain([other]).collect::<Vec<_>>());
    assert_eq!(with(log("B1", SourceKind::Terminal, "T9", 1)), ["profile B1-T9-1 sources"]);
    assert_eq!(with(log("B1", SourceKind::Desk, "S", 1)), ["profile B1-S-1 sources"]);
    assert_eq!(with(log("B1", SourceKind::Shoe, "S", 9)), ["profile B1-S-9 period"]);
    assert_eq!(with(log("B3", SourceKind::Shoe, "S", 1)), ["not listed baccarat B3"]);
    let game = LogSeen { game: "roulette".into(), ..log("B1", SourceKind::Shoe, "S", 1) };
    assert_eq!(with(game), ["not listed roulette B1", "profile B1-S-1 game"]);
    let mut key = log("B1", SourceKind::Shoe, "S", 1);
    key.contents = sealed_by(&"2".repeat(64));
    assert_eq!(with(key), ["profile B1-S-1 keys"]);
}
