//! A table's log, and the logs that its shoe, its display and its terminals would have written beside it: whichever of
//! them are handed over together, the same is found of the coups.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::differential::settings;
use crate::pieces::{Piece, pieces};
use resettle_audit::Replay;
use resettle_audit::{Finding, JoinedReplay, Memory, Settings, SourceLog, SourceSettings, Totals};
use resettle_coup_log::LogReader;
use resettle_reference::Rules;
use resettle_simulate::{Config, Scope, faults, simulate};
use resettle_testkit::{Opening, chained, with};
use serde_json::{Value, json};

/// What a replay says of coups, and the sums.
type Said = (Vec<String>, Totals);

fn rows(findings: &[Finding]) -> Vec<String> {
    let about_coups = |finding: &&Finding| !finding.code.as_str().starts_with("integrity/");
    // How a wager is called depends on the log: by its place, where its id is used twice there.
    let wager = |finding: &Finding| finding.wager.is_some();
    let row = |finding: &Finding| {
        let place = &finding.place;
        let (code, severity) = (finding.code.as_str(), finding.severity.word());
        format!(
            "{code} {severity} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            place.shoe,
            place.coup,
            wager(finding),
            finding.expected,
            finding.logged,
            finding.money,
            finding.clause
        )
    };
    let mut rows: Vec<String> = findings.iter().filter(about_coups).map(row).collect();
    rows.sort();
    rows
}

fn read(logs: &[(&str, Vec<u8>)], settings: &Settings) -> Said {
    let mut sink = Memory::default();
    let sources = logs.iter().map(|(name, log)| SourceLog::new(*name, LogReader::new(log.as_slice(), None))).collect();
    let JoinedReplay { totals, stopped, .. } = match logs {
        [_] => Replay::by(settings).logs(sources, &mut sink),
        _ => Replay::by(settings).joining(&SourceSettings::default()).logs(sources, &mut sink),
    };
    assert!(stopped.is_none(), "{stopped:?}");
    (rows(&sink.findings), totals)
}

/// Both say the same.
fn same(one: &Said, other: &Said, what: &str) {
    let only = |here: &Said, there: &Said| -> Vec<String> {
        here.0.iter().filter(|row| !there.0.contains(row)).cloned().collect()
    };
    assert_eq!((only(one, other), only(other, one)), (vec![], vec![]), "{what}");
    assert_eq!(one, other, "{what}");
}

/// The records of a simulated table's log with faults of which each shows by what the coups hold.
fn records(rules: Rules, seed: u64, coups: u64) -> Vec<Value> {
    let mut config = Config::clean(rules, coups, seed);
    config.faults.one_in = 5;
    let of_coups = |fault: &&&resettle_simulate::Fault| {
        // A sign that is at fault is found in each log that shows it.
        let by_table = ["integrity/malformed-record", "procedure/section-missing", "procedure/sign"];
        fault.fits(rules)
            && fault.fits_logs(false)
            && !matches!(fault.scope, Scope::Log | Scope::Sources)
            && !fault.code.is_some_and(|code| by_table.contains(&code) || code.starts_with("integrity/"))
    };
    config.faults.only = faults().iter().filter(of_coups).map(|fault| fault.name.to_owned()).collect();
    let mut log = Vec::new();
    simulate(&config, &mut log).unwrap();
    let text = String::from_utf8(log).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn which_sources_a_table_has_beside_others_changes_nothing_in_what_is_found() {
    let settings = settings();
    let mut found = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(400..) {
        let all = records(rules, seed, 400);
        let alone = read(&[("table", chained(&all))], &settings);
        found += alone.0.len();
        let pieces = pieces(&all);
        let some = |wanted: &[Piece]| -> Vec<(&str, Vec<u8>)> {
            let own = pieces.iter().filter(|(piece, ..)| wanted.contains(piece));
            own.map(|(_, name, records)| (name.as_str(), chained(records))).collect()
        };
        use Piece::{BareTable, Display, Shoe, Table, Terminal};
        for wanted in [
            &[Table, Shoe][..],
            &[Table, Display],
            &[Table, Terminal],
            &[Table, Shoe, Display],
            &[Table, Shoe, Terminal, Display],
            &[BareTable, Shoe],
            &[BareTable, Shoe, Terminal, Display],
            &[Shoe, Terminal, Display],
        ] {
            let mut logs = some(wanted);
            same(&read(&logs, &settings), &alone, &format!("{} {wanted:?}", rules.id()));
            logs.reverse();
            same(&read(&logs, &settings), &alone, &format!("{} {wanted:?}, the other way round", rules.id()));
        }
    }
    assert!(found > 200, "{found}");
}

/// The logs of a clean table and its shoe, with a change in one of them.
fn table_and_shoe(change: impl Fn(&mut Vec<Value>), settings: &Settings) -> Vec<String> {
    table_and(Piece::Shoe, change, settings)
}

/// The logs of a clean table and of another source, with a change in the other.
fn table_and(other: Piece, change: impl Fn(&mut Vec<Value>), settings: &Settings) -> Vec<String> {
    let mut log = Vec::new();
    simulate(&Config::clean(Rules::StarSevenUp2016, 120, 7), &mut log).unwrap();
    let text = String::from_utf8(log).unwrap();
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut logs = Vec::new();
    for (piece, name, mut records) in pieces(&all) {
        match piece {
            Piece::Table => logs.push((name, chained(&records))),
            piece if piece == other => {
                change(&mut records);
                logs.push((name, chained(&records)));
            }
            _ => {}
        }
    }
    let logs: Vec<(&str, Vec<u8>)> = logs.iter().map(|(name, log)| (name.as_str(), log.clone())).collect();
    read(&logs, settings).0.into_iter().filter(|row| !row.starts_with("ruleset/uncertain")).collect()
}

fn first(records: &[Value], event: &str) -> usize {
    records.iter().position(|record| record["event"] == event).unwrap_or_else(|| panic!("no {event}"))
}

/// Limits of a person and opposed wagers hang on whose a wager is.
#[test]
fn whose_a_wager_is_by_table_and_terminal_is_compared() {
    let change = |records: &mut Vec<Value>| {
        let wagers = records.iter_mut().filter_map(|record| record["wagers"].as_array_mut()).flatten();
        let own = wagers.map(|wager| &mut wager["seat"]).find(|seat| seat.is_string()).unwrap();
        *own = "another".into();
    };
    let rows = table_and(Piece::Terminal, change, &settings());
    // One wager of each terminal.
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(
        rows.iter().all(|row| row.starts_with("reconcile/disagreement") && row.contains("seat another")),
        "{rows:?}"
    );
    assert!(table_and(Piece::Terminal, |_| (), &settings()).is_empty());
}

#[test]
fn what_table_and_shoe_record_differently_of_a_shoe_is_a_disagreement() {
    let settings = settings();
    assert_eq!(table_and_shoe(|_| (), &settings), Vec::<String>::new());
    let reported = |change: &dyn Fn(&mut Vec<Value>)| -> Vec<String> {
        table_and_shoe(change, &settings)
            .into_iter()
            .map(|row| row.split(' ').next().unwrap().to_owned() + if row.contains("decks") { " decks" } else { "" })
            .collect()
    };
    let decks = reported(&|records| {
        let at = first(records, "start");
        records[at]["decks"] = json!(7);
    });
    // The shoe's own word counts: seven decks are more than this table may have.
    assert!(decks.contains(&"reconcile/disagreement decks".to_owned()), "{decks:?}");
    assert!(decks.iter().any(|row| row.starts_with("deal/decks-out-of-range")), "{decks:?}");
    let burned = reported(&|records| {
        let at = first(records, "start");
        records[at]["burned"] = json!(["2C"]);
    });
    assert!(burned.contains(&"reconcile/disagreement".to_owned()), "{burned:?}");
    let checked = reported(&|records| {
        let at = records.iter().position(|record| record["coup"] == 5).unwrap();
        let (shoe, when) = (records[at]["shoe"].clone(), records[at]["at"].clone());
        records.insert(at + 1, json!({"at": when, "type": "shoe", "shoe": shoe, "event": "check"}));
    });
    assert_eq!(checked, ["reconcile/disagreement"]);
    let ended = reported(&|records| records.retain(|record| record["event"] != "end"));
    assert_eq!(ended, Vec::<String>::new(), "that a shoe ended is no card");
}

/// Sixteen terminals with some hundred wagers each at one coup: they are joined in one pass.
#[test]
fn the_wagers_of_many_terminals_are_joined_in_one_pass() {
    let terminals = 40;
    let record = |kind: &str, seconds: u64, more: Value| {
        with(json!({"at": format!("2023-06-01T12:00:{seconds:02}.000+08:00"), "type": kind}), more)
    };
    let open = |kind: &str, id: &str| {
        let opening = Opening::of(kind, id).game("electronic-7-up-baccarat").table("E7U-1");
        opening.record("2023-06-01T12:00:00.000+08:00")
    };
    let mut logs = vec![(
        "shoe".to_owned(),
        chained(&[
            open("shoe", "SHOE"),
            record("shoe", 1, json!({"shoe": "S", "event": "start", "decks": 8})),
            record(
                "coup",
                9,
                json!({"shoe": "S", "coup": 1, "cards": ["KD", "TS", "4H", "TC"],
                "times": {"opened": "2023-06-01T12:00:02+08:00", "closed": "2023-06-01T12:00:04+08:00",
                    "first_card": "2023-06-01T12:00:05+08:00", "settled": "2023-06-01T12:00:08+08:00"}}),
            ),
        ]),
    )];
    let wagers = |terminal: usize| -> Vec<Value> {
        let wager = |n: usize| json!({"id": format!("w{n}"), "bet": "player", "stake": 100, "returned": 150, "seat": terminal.to_string()});
        (0..600).map(wager).collect()
    };
    for terminal in 0..terminals {
        let name = format!("T{terminal}");
        let coup = json!({"shoe": "S", "coup": 1, "wagers": wagers(terminal)});
        logs.push((name.clone(), chained(&[open("terminal", &name), record("coup", 9, coup)])));
    }
    let logs: Vec<(&str, Vec<u8>)> = logs.iter().map(|(name, log)| (name.as_str(), log.clone())).collect();
    let begun = std::time::Instant::now();
    let (_, totals) = read(&logs, &settings());
    assert_eq!(totals.money.wagers, 600 * terminals as u64);
    // Compared pair by pair these 24,000 wagers take minutes.
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
