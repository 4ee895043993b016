//! What a roster finds missing.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_coup_log::LogContents;
use resettle_oversight::roster::{Completeness, Roster, Scope};
use resettle_oversight::{LogSeen, SealedParts, date_of};
use resettle_sealed_log::{Digest, SealedPart, SourceKind, Time};

fn roster(more: &str) -> Roster {
    let text = format!(
        "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [B1]\n    zone: Asia/Singapore\n    \
         first_day: 2023-06-01\n    last_day: 2023-06-03\n{more}"
    );
    Roster::from_yaml(&text).unwrap()
}

fn log(kind: SourceKind, source: &str, first: &str, last: &str) -> LogSeen {
    LogSeen {
        file: "f".into(),
        log: format!("{source}-{first}"),
        venue: "mbs".into(),
        game: "baccarat".into(),
        table: "B1".into(),
        kind,
        source: source.into(),
        first: Time::parse(first).unwrap().moment(),
        last: Time::parse(last).unwrap().moment(),
        day: date_of(first),
        touches: date_of(first).zip(date_of(last)),
        sealed: SealedParts::Unasked,
        content: Digest::ZERO,
        contents: LogContents::default(),
    }
}

fn table_log(first: &str, last: &str) -> LogSeen {
    log(SourceKind::Table, "B1", first, last)
}

fn reported(found: &Completeness) -> Vec<String> {
    found.missing.iter().map(|m| format!("{} {} {} line {}", m.table, m.day, m.source, m.line)).collect()
}

#[test]
fn a_day_without_a_log_is_missing_and_a_closed_one_is_not() {
    let logs = [table_log("2023-06-01T09:00:00+08:00", "2023-06-01T23:00:00+08:00")];
    let found = roster("").compare(&logs, &Scope::default());
    assert_eq!(reported(&found), ["B1 2023-06-02 table line 4", "B1 2023-06-03 table line 4"]);
    assert_eq!(found.expected, 3);
    let found = roster("    closed: [2023-06-02, 2023-06-03]\n").compare(&logs, &Scope::default());
    assert!(found.missing.is_empty());
}

#[test]
fn a_log_that_runs_past_midnight_is_no_log_of_the_next_day_unless_logs_span_days() {
    let logs = [table_log("2023-06-01T22:00:00+08:00", "2023-06-02T00:00:30+08:00")];
    let daily = roster("    closed: [2023-06-03]\n");
    assert_eq!(reported(&daily.compare(&logs, &Scope::default())), ["B1 2023-06-02 table line 4"]);
    let spanning = roster("    closed: [2023-06-03]\n    logs: spanning\n");
    assert!(spanning.compare(&logs, &Scope::default()).missing.is_empty());
}

/// Thirty seconds past midnight show that a log was written, and not that nothing else was.
#[test]
fn a_day_on_which_a_log_only_ends_is_not_shown_by_it() {
    let spanning = roster("    logs: spanning\n");
    let logs = [
        table_log("2023-06-01T22:00:00+08:00", "2023-06-02T00:00:30+08:00"),
        table_log("2023-06-02T10:00:00+08:00", "2023-06-03T00:00:13+08:00"),
    ];
    let ends = |found: &Completeness| found.ends.iter().map(|one| one.day.to_string()).collect::<Vec<_>>();
    let mut found = spanning.compare(&logs, &Scope::default());
    assert_eq!((reported(&found), ends(&found), found.present.len()), (vec![], vec!["2023-06-03".to_owned()], 3));
    found.miss_ends(|_| false);
    assert_eq!((reported(&found), ends(&found)), (vec![], vec!["2023-06-03".to_owned()]));
    found.miss_ends(|_| true);
    assert_eq!((reported(&found), ends(&found)), (vec!["B1 2023-06-03 table line 4".to_owned()], vec![]));
    assert_eq!((found.present.len(), found.missing[0].ends), (2, true));
    // One that goes on beyond the period, or over whole days, is the log of each of them.
    for last in ["2023-06-04T00:00:13+08:00", "2023-06-05T12:00:00+08:00"] {
        let found = spanning.compare(&[table_log("2023-06-01T22:00:00+08:00", last)], &Scope::default());
        assert_eq!((reported(&found), ends(&found)), (vec![], vec![]), "{last}");
    }
}

/// A roster of another month expects nothing, and says so.
#[test]
fn days_of_which_the_roster_says_nothing_are_counted() {
    let day = |text: &str| resettle_oversight::parse_date(text);
    let asked = |from: &str, to: &str| {
        let scope = Scope { from: day(from), to: day(to), ..Scope::default() };
        let found = roster("    closed: [2023-06-02]\n").compare([], &scope);
        let days = found.silent.values().map(|days| (days.count, days.first.to_string(), days.last.to_string()));
        (found.expected, days.collect::<Vec<_>>())
    };
    assert_eq!(asked("2023-06-01", "2023-06-03"), (2, vec![]));
    assert_eq!(asked("2023-07-01", "2023-07-31"), (0, vec![(31, "2023-07-01".to_owned(), "2023-07-31".to_owned())]));
    assert_eq!(asked("2023-06-03", "2023-06-05"), (1, vec![(2, "2023-06-04".to_owned(), "2023-06-05".to_owned())]));
    assert_eq!(asked("0001-01-01", "9999-12-31").1[0].0, 4000);
    let scope = Scope { from: day("2023-07-01"), to: day("2023-07-02"), tables: vec!["B2".into()], venues: Vec::new() };
    assert!(roster("").compare([], &scope).silent.is_empty());
    assert!(roster("").compare([], &Scope::default()).silent.is_empty());
}

#[test]
fn a_draft_says_why_it_takes_logs_to_span_days() {
    let days = resettle_oversight::DayRule::midnight("Asia/Singapore").unwrap();
    let draft = |last: &str| {
        let logs = [table_log("2023-06-01T22:00:00+08:00", last)];
        resettle_oversight::roster::draft(&logs, "Asia/Singapore", &days)
    };
    let spanning = draft("2023-06-04T01:00:00+08:00");
    assert!(
        spanning.contains("    # spanning: log \"B1-2023-06-01T22:00:00+08:00\" holds whole days, so"),
        "{spanning}"
    );
    assert!(spanning.contains("\n    logs: spanning\n"), "{spanning}");
    let daily = draft("2023-06-02T01:00:00+08:00");
    assert!(daily.contains("\n    logs: daily\n") && !daily.contains("# spanning"), "{daily}");
}

#[test]
fn days_are_those_of_the_venue_and_begin_at_its_hour() {
    // 2023-06-01T16:30Z is half past midnight of 2 June in Singapore.
    let logs = [table_log("2023-06-01T16:30:00Z", "2023-06-01T17:00:00Z")];
    let all_but = |starts: &str| roster(starts).compare(&logs, &Scope::default());
    assert_eq!(reported(&all_but("")), ["B1 2023-06-01 table line 4", "B1 2023-06-03 table line 4"]);
    let early = "    day_starts: \"06:00\"\n";
    assert_eq!(reported(&all_but(early)), ["B1 2023-06-02 table line 4", "B1 2023-06-03 table line 4"]);
}

#[test]
fn every_source_is_asked() {
    let sources = "    closed: [2023-06-02, 2023-06-03]\n    sources: {shoe: 2, display: 1, terminals: [T1, T2]}\n";
    let (first, last) = ("2023-06-01T09:00:00+08:00", "2023-06-01T10:00:00+08:00");
    let logs = [
        log(SourceKind::Shoe, "S1", first, last),
        log(SourceKind::Shoe, "S1", first, last),
        log(SourceKind::Terminal, "T2", first, last),
    ];
    let found = roster(sources).compare(&logs, &Scope::default());
    let missing = ["B1 2023-06-01 display line 4", "B1 2023-06-01 shoe line 4", "B1 2023-06-01 terminal T1 line 4"];
    assert_eq!(reported(&found), missing);
}

#[test]
fn a_scope_asks_for_less_and_unlisted_tables_are_named() {
    let mut other = table_log("2023-06-01T09:00:00+08:00", "2023-06-01T10:00:00+08:00");
    other.table = "B9".into();
    let day = |text: &str| resettle_oversight::parse_date(text);
    let scope = Scope { from: day("2023-06-02"), to: day("2023-06-02"), tables: Vec::new(), venues: Vec::new() };
    let found = roster("").compare([&other], &scope);
    assert_eq!(reported(&found), ["B1 2023-06-02 table line 4"]);
    assert_eq!(found.unlisted.iter().map(|(_, _, table)| table.as_str()).collect::<Vec<_>>(), ["B9"]);
    let scope = Scope { tables: vec!["B9".into()], ..Scope::default() };
    assert!(roster("").compare([&other], &scope).missing.is_empty());
}

#[test]
fn days_outside_those_of_the_roster_are_named() {
    let logs = [
        table_log("2023-06-03T09:00:00+08:00", "2023-06-03T10:00:00+08:00"),
        table_log("2023-06-04T09:00:00+08:00", "2023-06-04T10:00:00+08:00"),
        table_log("2023-06-06T09:00:00+08:00", "2023-06-06T10:00:00+08:00"),
    ];
    let found = roster("").compare(&logs, &Scope::default());
    let days: Vec<_> =
        found.beyond.values().map(|days| (days.count, days.first.to_string(), days.last.to_string())).collect();
    assert_eq!(days, [(2, "2023-06-04".to_owned(), "2023-06-06".to_owned())]);
    let scope = Scope { to: resettle_oversight::parse_date("2023-06-03"), ..Scope::default() };
    assert!(roster("").compare(&logs, &scope).beyond.is_empty());
}

#[test]
fn a_day_between_two_periods_of_a_table_is_named_once() {
    let later = "  - venue: mbs\n    game: baccarat\n    tables: [B1]\n    zone: Asia/Singapore\n    \
                 first_day: 2023-06-05\n    last_day: 2023-06-05\n";
    let days = ["2023-06-01", "2023-06-02", "2023-06-03", "2023-06-04", "2023-06-05"];
    let logs = days.map(|day| table_log(&format!("{day}T09:00:00+08:00"), &format!("{day}T10:00:00+08:00")));
    let found = roster(later).compare(&logs, &Scope::default());
    assert_eq!((found.expected, reported(&found)), (4, Vec::new()));
    let between: Vec<_> = found.beyond.values().map(|days| (days.count, days.first.to_string())).collect();
    assert_eq!(between, [(1, "2023-06-04".to_owned())]);
}

/// A log with a time far outside any calendar must not hang or panic.
#[test]
fn a_log_of_a_thousand_years_counts_for_the_days_of_the_roster() {
    let logs = [table_log("0001-01-01T00:00:00Z", "9998-12-31T00:00:00Z")];
    let found = roster("    logs: spanning\n").compare(&logs, &Scope::default());
    assert!(found.missing.is_empty(), "{found:?}");
}

/// A log as far as trusted seals vouch for it.
fn sealed(kind: SourceKind, first: &str, last: &str, parts: &[(&str, &str)]) -> LogSeen {
    let moment = |text: &str| Time::parse(text).unwrap().moment();
    let part = |(first, last): &(&str, &str)| SealedPart { first: moment(first), last: moment(last), seq: 9 };
    LogSeen { sealed: SealedParts::Parts(parts.iter().map(part).collect()), ..log(kind, "B1", first, last) }
}

#[test]
fn a_file_that_nobody_vouches_for_is_there_and_the_log_is_missing_all_the_same() {
    let (first, last) = ("2023-06-01T09:00:00+08:00", "2023-06-01T23:00:00+08:00");
    let roster = roster("    closed: [2023-06-02, 2023-06-03]\n");
    let unsealed = sealed(SourceKind::Table, first, last, &[]);
    let found = roster.compare([&unsealed], &Scope::default());
    assert_eq!(reported(&found), ["B1 2023-06-01 table line 4"]);
    assert_eq!(found.missing[0].unvouched, ["f"]);
    assert!(found.present.is_empty());
    let found = roster.compare([&sealed(SourceKind::Table, first, last, &[(first, first)])], &Scope::default());
    assert!(found.missing.is_empty() && found.present.len() == 1);
    // Another source's file is not in its place.
    let found = roster.compare([&sealed(SourceKind::Shoe, first, last, &[])], &Scope::default());
    assert!(found.missing[0].unvouched.is_empty());
}

#[test]
fn a_log_of_several_days_counts_as_far_as_it_is_sealed() {
    let (first, last) = ("2023-06-01T09:00:00+08:00", "2023-06-03T23:00:00+08:00");
    let log = sealed(SourceKind::Table, first, last, &[(first, "2023-06-02T03:00:00+08:00")]);
    let found = roster("    logs: spanning\n").compare([&log], &Scope::default());
    assert_eq!(reported(&found), ["B1 2023-06-03 table line 4"]);
    assert_eq!(found.missing[0].unvouched, ["f"]);
}
