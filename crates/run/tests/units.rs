//! Which part of the logs is judged.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{self, BufRead};
use std::path::Path;

use resettle_audit::Settings;
use resettle_oversight::disposition::About;
use resettle_oversight::parse_date;
use resettle_oversight::roster::{Roster, Scope};
use resettle_run::{Known, LogHashes, LogSource, opening, require_known, units};
use resettle_testkit::{Log, Opening};

/// Holds no log: which seals vouch for one is not asked without a trust store.
struct Nothing;

impl LogSource for Nothing {
    fn open(&self, _: &Path) -> io::Result<Box<dyn BufRead>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read(&self, _: &Path, _: &mut dyn FnMut(&mut dyn BufRead) -> io::Result<()>) -> io::Result<LogHashes> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Logs of tables, each with the day on which it begins.
fn logs(of: &[(&str, &str, &str)]) -> Vec<Known> {
    let known = |(venue, table, day): &(&str, &str, &str)| {
        let opened = Opening::of("table", table).log(&format!("{table}-{day}")).venue("SG", venue).table(table);
        let name = format!("{venue}/{table}-{day}.jsonl");
        let bytes = Log::opened_at(&opened, &format!("{day}T12:00:00+08:00")).bytes();
        Known { path: name.clone().into(), name, open: opening(&*bytes), context: false }
    };
    of.iter().map(known).collect()
}

const THREE: [(&str, &str, &str); 3] =
    [("mbs", "T1", "2023-06-01"), ("mbs", "T1", "2023-06-03"), ("other", "T2", "2023-06-01")];

#[test]
fn a_unit_is_a_table_and_keeps_the_log_before_the_days_as_context() {
    let settings = Settings::default();
    let planned = |scope: &Scope| -> Vec<(String, Vec<bool>)> {
        let units = units(logs(&THREE), scope, None, None, &settings.registry, &Nothing);
        units.iter().map(|unit| (unit.name(), unit.table.logs.iter().map(|log| log.context).collect())).collect()
    };
    let all = planned(&Scope::default());
    assert_eq!(
        all,
        [("mbs baccarat T1".to_owned(), vec![false, false]), ("other baccarat T2".to_owned(), vec![false])]
    );
    let from = Scope { from: parse_date("2023-06-04"), ..Scope::default() };
    assert_eq!(planned(&from).first(), Some(&("mbs baccarat T1".to_owned(), vec![true, false])));
    let venue = Scope { venues: vec!["other".to_owned()], ..Scope::default() };
    assert_eq!(planned(&venue), [("other baccarat T2".to_owned(), vec![false])]);
    let until = Scope { to: parse_date("2023-05-31"), ..Scope::default() };
    assert!(planned(&until).is_empty());
}

/// A log that begins before the hour at which the roster's days begin is of the day before, and is judged with it.
#[test]
fn the_days_that_are_judged_are_those_of_the_roster() {
    let settings = Settings::default();
    let kept = |starts: &str| {
        let text = format!(
            "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [T1]\n    zone: Asia/Singapore\n    \
             day_starts: \"{starts}\"\n    first_day: 2023-06-01\n    last_day: 2023-06-03\n"
        );
        let roster = Roster::from_yaml(&text).unwrap();
        let scope = Scope { to: parse_date("2023-06-02"), tables: vec!["T1".to_owned()], ..Scope::default() };
        let units = units(logs(&THREE), &scope, Some(&roster), None, &settings.registry, &Nothing);
        units.iter().map(|unit| unit.table.logs.len()).sum::<usize>()
    };
    assert_eq!((kept("00:00"), kept("12:00"), kept("12:01")), (1, 1, 2));
}

#[test]
fn a_name_that_no_log_has_is_a_mistake() {
    let scope = |venues: &[&str], tables: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Scope { venues: owned(venues), tables: owned(tables), ..Scope::default() }
    };
    for (venues, tables, what, help) in [
        (&["nowhere"][..], &[][..], "is of venue nowhere", "there are logs of mbs, other"),
        (&[], &["T1", "T9"], "is of table T9", "there are logs of T1, T2"),
        (&["other"], &["T1"], "is of table T1 of venue other", "T1 is a table of mbs"),
    ] {
        let strange = require_known(&scope(venues, tables), &logs(&THREE), None).unwrap_err();
        assert_eq!(strange.to_string(), what);
        assert!(strange.help.ends_with(help), "{}", strange.help);
    }
    assert_eq!(require_known(&scope(&["mbs"], &["T1"]), &logs(&THREE), None), Ok(()));
}

#[test]
fn a_disposition_is_asked_about_if_its_subject_may_lie_in_the_scope() {
    let day = |text: &str| parse_date(text).unwrap();
    let about = |venue: &str, from: &str, to: &str| About::Table {
        code: "log/missing".to_owned(),
        venue: venue.to_owned(),
        table: "T1".to_owned(),
        from: day(from),
        to: day(to),
    };
    let scope = Scope { from: Some(day("2023-06-01")), venues: vec!["mbs".to_owned()], ..Scope::default() };
    let judged = |_: &str| false;
    assert!(scope.answers(&about("mbs", "2023-05-01", "2023-06-01"), judged));
    assert!(!scope.answers(&about("mbs", "2023-05-01", "2023-05-31"), judged));
    assert!(!scope.answers(&about("other", "2023-06-01", "2023-06-01"), judged));
    let coup = About::Coup { code: "a/b".to_owned(), log: "T1".to_owned(), shoe: "S".to_owned(), coup: 1, wager: None };
    assert!(!scope.answers(&coup, judged));
    assert!(scope.answers(&coup, |log: &str| log == "T1"));
}
