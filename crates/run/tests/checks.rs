//! Runs over logs that are held in memory: what is found of them as files, and what the next run makes of that.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::io::{self, BufRead, Cursor};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use resettle_audit::{Code, Replay, Settings};
use resettle_coup_log::{EntryBody, LogReader};
use resettle_oversight::carried::Asked;
use resettle_oversight::digest::DayDigest;
use resettle_oversight::disposition::{Book, Dispositions};
use resettle_oversight::drop::counted_drops;
use resettle_oversight::roster::{Roster, Scope};
use resettle_oversight::{LogSeen, SealedParts, parse_date};
use resettle_report::document::{DispositionsUsed, Run, write_json};
use resettle_run::{
    Accepting, Answered, Checks, DigestFile, Digests, Drops, Known, LogHashes, LogSource, Lot, Previous, PreviousError,
    PreviousFile, Stated, Store, Survey, TableLogs, TableResult, input_of, opening,
};
use resettle_sealed_log::Digest;
use resettle_signing::Moment;
use resettle_testkit::{Log, Opening};
use serde_json::Value;

const NAME: &str = "t.jsonl";

static ROSTER: LazyLock<(Roster, (String, String))> = LazyLock::new(|| {
    let roster = Roster::from_yaml(LISTED).unwrap();
    (roster, ("roster.yaml".to_owned(), "0".repeat(64)))
});

const LISTED: &str = "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [T]\n    zone: Asia/Singapore\n    \
                      first_day: 2023-06-01\n    last_day: 2023-06-02\n";

/// Logs by their paths.
struct Held(BTreeMap<PathBuf, Vec<u8>>);

impl Held {
    fn get(&self, path: &Path) -> io::Result<&[u8]> {
        self.0.get(path).map(Vec::as_slice).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl LogSource for Held {
    fn open(&self, path: &Path) -> io::Result<Box<dyn BufRead>> {
        Ok(Box::new(Cursor::new(self.get(path)?.to_vec())))
    }

    fn read(&self, path: &Path, read: &mut dyn FnMut(&mut dyn BufRead) -> io::Result<()>) -> io::Result<LogHashes> {
        let bytes = self.get(path)?;
        read(&mut &*bytes)?;
        Ok(hashes(bytes))
    }
}

fn hashes(bytes: &[u8]) -> LogHashes {
    LogHashes { file: Digest::of(bytes), content: Digest::of(bytes), bytes: bytes.len() as u64 }
}

/// A log of one coup: 10,000 on Player have won.
fn log(returned: u64) -> Vec<u8> {
    let coup = format!(
        r#""type":"coup","shoe":"S-1","coup":1,"cards":["KS","TS","8D","3C"],"wagers":[{{"id":"w1","bet":"player","stake":10000,"returned":{returned}}}],"declared":{{"result":"player","player":8,"banker":3}}"#
    );
    Log::opened(&Opening::of("table", "T").imported()).with(&coup).bytes()
}

fn judged(bytes: &[u8], settings: &Settings, store: &Store) -> (TableLogs, TableResult) {
    let table = TableLogs {
        logs: vec![Known { path: NAME.into(), name: NAME.to_owned(), open: opening(bytes), context: false }],
    };
    let mut lot = Lot::new(store);
    let judged = Replay::by(settings).log(LogReader::new(bytes, None), NAME, &mut lot);
    let lot = lot.finish(&[&judged.verdict], judged.verdict.open.as_ref()).unwrap();
    if settings.late.is_none() && !lot.late.is_empty() {
        return self::judged(bytes, &settings.knowing(&lot.late), store);
    }
    let seen = seen_of(bytes);
    let input = input_of(NAME.to_owned(), Some(hashes(bytes)), &judged.verdict);
    let mut result = TableResult::new(lot, judged.totals, judged.rulesets, None);
    result.log(input, judged.verdict, seen, None);
    result.reach(&table, None);
    (table, result)
}

/// A log as the check of completeness sees it.
pub(crate) fn seen_of(bytes: &[u8]) -> Option<LogSeen> {
    let mut survey = Survey::default();
    let mut reader = LogReader::new(bytes, None);
    while let Some(entry) = reader.next_entry().unwrap() {
        if let EntryBody::Record(record) = &entry.body {
            survey.note(record);
        }
    }
    let open = opening(bytes).map(|(open, _)| open);
    survey.seen(NAME, open.as_ref(), hashes(bytes), None, SealedParts::Unasked)
}

/// The bytes of the report on a log, made at a time, with what `add` compares it with.
fn report(bytes: &[u8], at: &str, add: impl FnOnce(&mut Checks<'_>)) -> Vec<u8> {
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    report_by(&settings, bytes, at, add)
}

/// The same by these settings.
pub(crate) fn report_by(settings: &Settings, bytes: &[u8], at: &str, add: impl FnOnce(&mut Checks<'_>)) -> Vec<u8> {
    let store = Store::new(&std::env::temp_dir());
    let (table, result) = judged(bytes, settings, &store);
    let source = Held([(PathBuf::from(NAME), bytes.to_vec())].into());
    let scope = Scope::default();
    let mut checks = Checks::none(&scope, &settings.registry);
    add(&mut checks);
    let mut collected = checks.collect(vec![result], &[table], Vec::new(), &source, &mut |trouble| trouble.unread());
    checks.find(&mut collected, &Asked::default(), Vec::new(), &store).unwrap();
    let stated = Stated { generated_at: at.to_owned(), ..Stated::default() };
    let (report, rows, book) = checks.seal(collected, stated, Some(Run::default()), &store).unwrap();
    let mut out = Vec::new();
    write_json(&report, &Answered { rows: &rows, book: book.as_ref() }, &mut out).unwrap();
    out
}

/// The report before, read by itself.
fn previous(bytes: &[u8], now: &str) -> Result<Previous, PreviousError> {
    let path = "report.json".to_owned();
    let file = PreviousFile { named: path.clone(), path, bytes: bytes.to_vec(), verdict: None, signers: None };
    Previous::read(file, now, parse_date("2023-07-31").unwrap())
}

/// These fields of each row of a list.
fn rows<const N: usize>(report: &[u8], list: &str, fields: [&str; N]) -> Vec<[String; N]> {
    let report: Value = serde_json::from_slice(report).unwrap();
    let of = |row: &Value| fields.map(|field| row[field].as_str().unwrap_or_default().to_owned());
    report[list].as_array().unwrap().iter().map(of).collect()
}

fn codes(report: &[u8]) -> Vec<String> {
    let mut codes: Vec<String> = rows(report, "findings", ["code"]).into_iter().map(|[code]| code).collect();
    codes.retain(|code| code != "ruleset/uncertain");
    codes.sort();
    codes
}

pub(crate) const JUNE: &str = "2023-06-30T00:00:00Z";
const JULY: &str = "2023-07-31T00:00:00Z";

#[test]
fn what_a_roster_expects_is_missed_and_carried_forward() {
    let june = report(&log(10_000), JUNE, |checks| checks.roster = Some(&ROSTER));
    let found = codes(&june);
    assert!(found.contains(&Code::MissingLog.as_str().to_owned()), "{found:?}");
    assert!(found.contains(&"settlement/underpaid".to_owned()), "{found:?}");

    // The same log, and no roster: one is found again, of the other nothing was asked.
    let july = report(&log(10_000), JULY, |checks| checks.previous = Some(previous(&june, JULY).unwrap()));
    let carried = rows(&july, "carried", ["code", "standing", "because"]);
    let because = |code: &str| {
        let row = carried.iter().find(|[of, ..]| of == code).unwrap();
        [row[1].as_str(), row[2].as_str()]
    };
    assert_eq!(because("settlement/underpaid"), ["repeated", "found again"], "{carried:?}");
    assert_eq!(because(Code::MissingLog.as_str()), ["open", "not asked again"], "{carried:?}");
    assert!(codes(&july).contains(&Code::PreviousUnverified.as_str().to_owned()));
}

#[test]
fn what_was_staked_without_what_a_roster_asks_for_is_said_in_its_currency() {
    static ASKING: LazyLock<(Roster, (String, String))> = LazyLock::new(|| {
        let roster = Roster::from_yaml(&format!("{LISTED}    must: [placed]\n")).unwrap();
        (roster, ("roster.yaml".to_owned(), "0".repeat(64)))
    });
    let june = report(&log(20_000), JUNE, |checks| checks.roster = Some(&ASKING));
    let said = rows(&june, "findings", ["code", "message"]);
    let [_, message] = said.iter().find(|[code, _]| code == Code::Profile.as_str()).unwrap();
    assert!(message.ends_with("1 wager, 100.00 SGD staked"), "{message}");
}

#[test]
fn a_log_that_holds_something_else_settles_nothing() {
    let june = report(&log(10_000), JUNE, |_| ());
    let july = report(&log(20_000), JULY, |checks| checks.previous = Some(previous(&june, JULY).unwrap()));
    assert!(codes(&july).contains(&Code::LogReplaced.as_str().to_owned()), "{:?}", codes(&july));
    let carried = rows(&july, "carried", ["code", "standing", "because"]);
    let underpaid = carried.iter().find(|[code, ..]| code == "settlement/underpaid").unwrap();
    assert_eq!(underpaid[1..], ["open", "record replaced"]);
}

#[test]
fn a_disposition_answers_its_finding_or_is_reported_as_idle() {
    let text = "dispositions:\n\
        - {code: settlement/underpaid, log: T, shoe: S-1, coup: 1, kind: ruling, reason: r, by: b}\n\
        - {code: settlement/underpaid, log: T, shoe: S-1, coup: 9, kind: ruling, reason: r, by: b}\n";
    let dispositions = Dispositions::from_yaml(text, &|_| true).unwrap();
    let used = DispositionsUsed { path: "d.yaml".to_owned(), sha256: String::new(), all: 2, answered: 0, blank: 0 };
    let june = report(&log(10_000), JUNE, |checks| {
        checks.book = Some((Book::new(dispositions, parse_date("2023-06-30").unwrap()), used));
    });
    assert!(codes(&june).contains(&Code::DispositionUnused.as_str().to_owned()), "{:?}", codes(&june));
    let report: Value = serde_json::from_slice(&june).unwrap();
    assert_eq!(report["dispositions"]["answered"], 1);
}

#[test]
fn an_unsigned_digest_vouches_for_nothing_and_misses_a_log() {
    let digest = DayDigest {
        venue: "mbs".to_owned(),
        day: parse_date("2023-06-01").unwrap(),
        made: JUNE.to_owned(),
        previous: None,
        logs: Vec::new(),
        idle: Vec::new(),
    };
    let file =
        DigestFile { path: "mbs.digest".to_owned(), bytes: digest.to_text().into_bytes(), digest, signature: None };
    let whose = Accepting { signers: None, sealing: None, moment: Moment { unix: 0, local_offset: 0 } };
    let june = report(&log(20_000), JUNE, |checks| checks.digests = Some(Digests::of(vec![file], whose)));
    let logged = rows(&june, "findings", ["code", "logged"]);
    let of_digests: Vec<&str> = logged
        .iter()
        .filter(|[code, _]| code == Code::DigestMismatch.as_str())
        .map(|[_, logged]| logged.as_str())
        .collect();
    assert_eq!(of_digests.len(), 2, "{logged:?}");
    assert!(of_digests.contains(&"it is not signed"), "{logged:?}");
}

#[test]
fn a_report_that_cannot_be_the_previous_one_says_why() {
    let june = report(&log(10_000), JUNE, |_| ());
    let why = |bytes: &[u8], now: &str| previous(bytes, now).err().unwrap();
    let later = why(&june, "2023-06-01T00:00:00Z");
    assert!(matches!(&later, PreviousError::Later(..)), "{later}");
    assert!(later.help().is_some());
    let none = why(b"{}", JULY);
    assert!(matches!(&none, PreviousError::NoReport(..)), "{none}");
}

/// The pair of each: a row that is used, one of a day without a coup, one of a table that was not asked for.
#[test]
fn a_counted_drop_stands_beside_what_was_won_and_one_without_play_is_named() {
    let plain: Value = serde_json::from_slice(&report(&log(20_000), JUNE, |_| ())).unwrap();
    let day = plain["days"][0]["day"].as_str().unwrap();
    assert_eq!((&plain["drop"], &plain["days"][0]["drop"]), (&Value::Null, &Value::Null));
    let text = format!(
        "day,venue,table,currency,drop\n{day},mbs,T,SGD,400.00\n2023-07-15,mbs,T,SGD,5\n{day},mbs,OTHER,SGD,70\n"
    );
    let drops = |text: &str| Drops {
        path: "drop.csv".to_owned(),
        sha256: "0".repeat(64),
        rows: counted_drops(text.as_bytes()).unwrap(),
    };
    let counted: Value =
        serde_json::from_slice(&report(&log(20_000), JUNE, |checks| checks.drops = Some(drops(&text)))).unwrap();
    assert_eq!(counted["days"][0]["drop"], 40_000);
    let sum = serde_json::json!({"drop": 40_000, "won": -10_000, "days": 1, "days_without": 0});
    assert_eq!((&counted["tables"][0]["drop"], &counted["summary"]["currencies"][0]["drop"]), (&sum, &sum));
    let statement = counted["summary"]["currencies"][0]["statement"].as_array().unwrap();
    assert_eq!(
        statement.last().unwrap()["about"],
        "counted in drop boxes on 1 of 1 day of tables; -100.00 SGD was won on them, -25.00 % of it"
    );
    assert_eq!(counted["drop"]["rows"], 3);
    let named = ["mbs T 2023-07-15, 5.00 SGD".to_owned(), format!("mbs OTHER {day}, 70.00 SGD")];
    let mut left: Vec<String> = serde_json::from_value(counted["drop"]["without_coups"].clone()).unwrap();
    left.sort();
    assert_eq!(left, {
        let mut named = named.to_vec();
        named.sort();
        named
    });

    let other = "day,venue,table,currency,drop\n2023-07-15,mbs,T,SGD,5\n";
    let missed: Value =
        serde_json::from_slice(&report(&log(20_000), JUNE, |checks| checks.drops = Some(drops(other)))).unwrap();
    assert_eq!(missed["drop"]["not_counted"], serde_json::json!([format!("mbs T {day}")]));
    assert_eq!(missed["summary"]["currencies"][0]["drop"]["days_without"], 1);
}
