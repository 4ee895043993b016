//! `resettle import`
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{root, shared};
use crate::signed::Workdir;
use serde_json::Value;

const AT: &str = "2026-11-21T19:00:00+08:00";

/// A folder with a fixture's CSV and mapping in it.
fn workdir(csv: &str) -> Workdir {
    let workdir = Workdir::new();
    workdir.write("small.csv", csv);
    workdir.write("small.yaml", fixture("small.yaml"));
    workdir
}

fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("fixtures/import").join(name)).unwrap()
}

/// What a replay of an import says, by JSON; nobody vouches for it, and that is said once.
fn replayed(workdir: &Workdir, log: &str) -> Vec<Value> {
    let run = workdir.run(&["replay", log, "--format", "json", "--at", AT]);
    assert!(run.err.is_empty(), "{}", run.err);
    assert_eq!(run.out.matches("not authenticated").count(), 1, "{}", run.out);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let note = report["inputs"][0]["note"].as_str().unwrap();
    assert!(note.starts_with("not authenticated: an import without any seal"), "{note}");
    assert_eq!(report["inputs"][0]["authenticated_records"], 0);
    let text = workdir.run(&["replay", log, "--at", AT]).out;
    assert_eq!(text.matches("not authenticated").count(), 1, "{text}");
    let findings = report["findings"].as_array().unwrap().clone();
    for finding in &findings {
        assert!(!finding["code"].as_str().unwrap().starts_with("integrity/"), "{finding}");
        let (row, id) = (&finding["source_row"], finding["source_id"].as_str().unwrap());
        assert!(text.contains(&format!(", source row {row}, source id {id}\n")), "{finding}");
    }
    findings
}

#[test]
fn rows_become_coups_and_the_rest_is_reported() {
    let workdir = workdir(&fixture("small.csv"));
    let run = workdir.run(&["import", "csv", "small.csv", "--map", "small.yaml", "--out", "log.jsonl", "--at", AT]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    insta::assert_snapshot!(run.err);
    let log = workdir.text("log.jsonl");
    assert_eq!(log.lines().count(), 6);
    let open: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    assert_eq!((&open["at"], &open["source_file"]), (&Value::from(AT), &Value::from("small.csv")));
    let findings = replayed(&workdir, "log.jsonl");
    let rows: Vec<u64> = findings.iter().map(|finding| finding["source_row"].as_u64().unwrap()).collect();
    assert!(rows.iter().all(|row| [2, 4, 6, 7, 13].contains(row)) && !rows.is_empty(), "{rows:?}");
}

#[test]
fn a_clean_file_is_imported_without_a_word_about_rows() {
    let csv: Vec<String> = fixture("small.csv").lines().take(4).map(str::to_owned).collect();
    let workdir = workdir(&csv.join("\n"));
    let run = workdir.done(&["import", "csv", "small.csv", "--map", "small.yaml", "--out", "log.jsonl"]);
    assert_eq!(
        run.err,
        "small.csv: columns that are not read: \"Note\"\nlog.jsonl: 2 rows made 2 coups; 0 rows skipped, 0 unreadable cards; not authenticated\n"
    );
    assert_eq!(workdir.mode("log.jsonl"), 0o644);
}

#[test]
fn all_faults_of_a_mapping_are_shown_where_they_stand() {
    let workdir = workdir(&fixture("small.csv"));
    let bad = fixture("small.yaml")
        .replace("delimiter: \";\"", "delimiter: \";;\"")
        .replace("kind: table", "kind: tabel")
        .replace("currency: SGD", "curency: SGD")
        .replace("Australia/Sydney", "Australia/Sidney")
        .replace("7: 7, ", "07: 7, ")
        .replace("decimals: 2, player", "decimals: 2.5, player");
    workdir.write("bad.yaml", bad);
    let before = workdir.names(".");
    let said = workdir.refused(&["import", "csv", "small.csv", "--map", "bad.yaml", "--out", "log.jsonl"]);
    insta::assert_snapshot!("faults", said);
    let other = fixture("small.yaml").replace("shoe: Shoe", "shoe: Schuh").replace("coup: Hand", "coup: Spiel");
    workdir.write("other.yaml", other);
    let said = workdir.refused(&["import", "csv", "small.csv", "--map", "other.yaml", "--out", "log.jsonl"]);
    insta::assert_snapshot!("columns", said);
    workdir.write("broken.yaml", "format: [\n");
    let said = workdir.refused(&["import", "csv", "small.csv", "--map", "broken.yaml", "--out", "log.jsonl"]);
    insta::assert_snapshot!("syntax", said);
    workdir.write("bad.yaml", "");
    workdir.write("other.yaml", "");
    assert_eq!(workdir.names("."), ["bad.yaml", "broken.yaml", "other.yaml", "small.csv", "small.yaml"]);
    assert_eq!(before.len(), 3);
}

#[test]
fn what_cannot_be_imported() {
    let workdir = workdir(&fixture("small.csv"));
    workdir.write("log.jsonl", "mine\n");
    workdir.write("empty.csv", "");
    let import = |csv, map, out, at| workdir.refused(&["import", "csv", csv, "--map", map, "--out", out, "--at", at]);
    let reported = [
        import("small.csv", "small.yaml", "log.jsonl", AT),
        import("small.csv", "small.yaml", "out.jsonl", "2026-11-21"),
        import("small.csv", "absent.yaml", "out.jsonl", AT),
        import("absent.csv", "small.yaml", "out.jsonl", AT),
        import(".", "small.yaml", "out.jsonl", AT),
        import("empty.csv", "small.yaml", "out.jsonl", AT),
        import("small.csv", "small.yaml", "absent/out.jsonl", AT),
    ];
    insta::assert_snapshot!(reported.concat());
    assert_eq!(workdir.text("log.jsonl"), "mine\n");
    assert_eq!(workdir.names("."), ["empty.csv", "log.jsonl", "small.csv", "small.yaml"]);
}

/// An export that steers a terminal does not do so through what is reported about it.
#[test]
fn cells_are_shown_harmless() {
    let csv = fixture("small.csv").replace("Dragon", "Dra\u{1b}[2Jgon");
    let workdir = workdir(&csv);
    let run = workdir.run(&["import", "csv", "small.csv", "--map", "small.yaml", "--out", "log.jsonl", "--at", AT]);
    assert!(run.err.contains("Dra") && !run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn the_faulty_rounds_of_the_recordings_are_found_and_no_others() {
    let Some(csv) = shared("real/live-baccarat-2025.csv") else { return };
    let workdir = Workdir::new();
    let map = root().join("fixtures/import/live-baccarat.yaml");
    let (csv, map) = (csv.to_str().unwrap(), map.to_str().unwrap());
    let run = workdir.done(&["import", "csv", csv, "--map", map, "--out", "log.jsonl", "--at", AT]);
    let summary = "log.jsonl: 314 rows made 314 coups; 0 rows skipped, 0 unreadable cards; the mapping reads no wagers, so no money will be asked; not authenticated\n";
    // The recorder wrote rounds of several tables.
    let at_once = "85 coups were settled at the moment of another one, the first one on line 3: 2025-01-01T20:39:43+08:00 stands on line 2 already, and a table settles one coup after the other: see whether rounds of two tables stand in the file; each of them needs a log of its own, by `only` of the mapping where a column names the table";
    assert_eq!(
        run.err,
        format!("warning: {csv}: {at_once}\n{csv}: columns that are not read: \"road_last\"\n{summary}")
    );
    let mut rounds: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for finding in replayed(&workdir, "log.jsonl") {
        let code = finding["code"].as_str().unwrap().to_owned();
        rounds.entry(finding["source_row"].as_u64().unwrap()).or_default().push(code);
    }
    // Row numbers and codes only: the recordings are no part of the project.
    let lines: Vec<String> = rounds.iter().map(|(row, codes)| format!("row {row}: {}", codes.join(", "))).collect();
    insta::assert_snapshot!(lines.join("\n"));
    assert_eq!(rounds.len(), 21);
}

/// One row a wager: what a cage system exports.
const WAGERS: &str = "Shoe,Coup,P1,B1,P2,B2,P3,B3,Winner,Ticket,Bet,Staked,Paid
S1,1,KS,TS,8D,3C,,,P,t1,P,100,200
S1,1,KS,TS,8D,3C,,,P,t2,B,50,0
S1,2,4C,6S,QD,5H,7H,8C,B,t3,P,100,0
S1,3,KS,TS,8D,3C,,,P,t5,P,100,200
S1,2,4C,6S,QD,5H,7H,8C,B,t4,B,200,390
";

const WAGER_MAP: &str = "format: csv-mapping/1
open: {log: l, source: {kind: table, id: T}, jurisdiction: SG, venue: mbs, game: baccarat, table: T, currency: SGD}
rows: wager
row:
  shoe: Shoe
  coup: Coup
  cards: {columns: [{column: P1}, {column: B1}, {column: P2}, {column: B2}, {column: P3}, {column: B3}]}
  declared: {result: {column: Winner, values: {P: player, B: banker, T: tie}}}
  wagers:
    - {bet: {column: Bet, values: {P: player, B: banker, T: tie}}, stake: Staked, returned: Paid, decimals: 0, id: Ticket}
";

fn wager_workdir(csv: &str) -> Workdir {
    let workdir = Workdir::new();
    workdir.write("w.csv", csv);
    workdir.write("w.yaml", WAGER_MAP);
    workdir.write("coup.yaml", WAGER_MAP.replace("rows: wager\n", ""));
    workdir
}

#[test]
fn rows_that_are_wagers_are_refused_as_coups_and_grouped_where_the_mapping_says_so() {
    let workdir = wager_workdir(WAGERS);
    let said = workdir.refused(&["import", "csv", "w.csv", "--map", "coup.yaml", "--out", "log.jsonl", "--at", AT]);
    insta::assert_snapshot!(said, @r#"
    error: w.csv: 2 of 5 rows repeat the coup of a row before, the first one on line 3: coup 1 of shoe "S1" stands on line 2 already
      help: where each row is a wager, write `rows: wager` into the mapping: the rows of a coup become one coup; where shoes, coups or ids are counted anew each day, import each day by itself, or leave that column out of the mapping; else take the rows that stand twice out of the CSV
    "#);
    assert!(!workdir.path().join("log.jsonl").exists());
    let run = workdir.done(&["import", "csv", "w.csv", "--map", "w.yaml", "--out", "log.jsonl", "--at", AT]);
    assert_eq!(
        run.err,
        "log.jsonl: 5 rows made 3 coups with 5 wagers; 0 rows skipped, 0 unreadable cards; not authenticated\n"
    );
    let log = workdir.text("log.jsonl");
    let coups: Vec<Value> = log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids = |coup: &Value| -> Vec<String> {
        coup["wagers"].as_array().unwrap().iter().map(|wager| wager["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(coups.iter().map(ids).collect::<Vec<_>>(), [vec!["t1", "t2"], vec!["t3", "t4"], vec!["t5"]]);
    assert_eq!(coups[1]["coup"], 2);
    let run = workdir.run(&["replay", "log.jsonl", "--at", AT, "--format", "json"]);
    assert_eq!(run.status, 0, "{}", run.out);
}

#[test]
fn rows_of_one_coup_that_differ_are_reported_with_their_places() {
    let csv = WAGERS.replace("4C,6S,QD,5H,7H,8C,B,t4", "4C,6S,QD,5H,7H,9C,B,t4").replace("t5,P,100", "t5,X,1.5")
        + "S2,,KS,TS,8D,3C,,,P,t6,P,1,2\n";
    let workdir = wager_workdir(&csv);
    let run = workdir.run(&["import", "csv", "w.csv", "--map", "w.yaml", "--out", "log.jsonl", "--at", AT]);
    assert_eq!(run.status, 1);
    insta::assert_snapshot!(run.err);
}

/// A coup whose row could not be read is no coup that the table left out.
#[test]
fn skipped_rows_are_no_missing_coups() {
    let csv = "Shoe,Coup,P1,B1,P2,B2,P3,B3,Winner,Ticket,Bet,Staked,Paid
S1,1,KS,TS,8D,3C,,,P,t1,P,100,200
S1,2,KS,TS,8D,3C,,,Q,t2,P,100,200
S1,x,KS,TS,8D,3C,,,P,t3,P,100,200
S1,4,KS,TS,8D,3C,,,P,t4,P,100,200
S1,6,KS,TS,8D,3C,,,P,t5,P,100,200
,,,,,,,,,,,,
S1,7,KS,TS,8D,3C,,,Q,t6,P,100,200
";
    for map in ["w.yaml", "coup.yaml"] {
        let workdir = wager_workdir(csv);
        let run = workdir.run(&["import", "csv", "w.csv", "--map", map, "--out", "log.jsonl", "--at", AT]);
        assert_eq!(run.status, 1, "{}", run.err);
        let run = workdir.run(&["replay", "log.jsonl", "--format", "json", "--at", AT]);
        let report: Value = serde_json::from_str(&run.out).unwrap();
        let gaps: Vec<&Value> =
            report["findings"].as_array().unwrap().iter().filter(|one| one["code"] == "procedure/coup-gap").collect();
        // Coup 5 was in no row: that is one.
        assert_eq!(gaps.len(), 1, "{map}: {gaps:?}");
        assert_eq!((&gaps[0]["expected"], &gaps[0]["logged"]), (&Value::from("5"), &Value::from("6")), "{map}");
        assert_eq!(
            report["inputs"][0]["note"],
            "not authenticated: an import without any seal; 3 rounds of its source could not be read or were left out, and none of that was judged",
            "{map}"
        );
    }
}

/// A wager whose row could not be read is a wager that the coup lacks: the replay says how many coups that concerns.
#[test]
fn coups_of_which_rows_were_skipped_are_named_beside_the_log() {
    let csv = WAGERS.replace("t4,B,200", "t4,B,2.5");
    assert_ne!(csv, WAGERS);
    let workdir = wager_workdir(&csv);
    let run = workdir.run(&["import", "csv", "w.csv", "--map", "w.yaml", "--out", "log.jsonl", "--at", AT]);
    assert_eq!(run.status, 1, "{}", run.err);
    let run = workdir.run(&["replay", "log.jsonl", "--format", "json", "--at", AT]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        report["inputs"][0]["note"],
        "not authenticated: an import without any seal; 1 coup lacks a row of its source that could not be read or was left out: judged by the others"
    );
}

#[test]
fn all_faults_of_a_row_are_reported_together_in_the_order_of_its_columns() {
    let csv = fixture("small.csv").lines().take(1).collect::<String>()
        + "\nr-1;yesterday;S1;zero;9\u{2660};2\u{2666};K\u{2665};99;;;Nobody;19;2;anna;ten;0;Dragon;x;0;\n";
    let workdir = workdir(&csv);
    let run = workdir.run(&["import", "csv", "small.csv", "--map", "small.yaml", "--out", "log.jsonl", "--at", AT]);
    insta::assert_snapshot!(run.err);
}

#[test]
fn a_file_that_is_no_such_csv_is_reported_once() {
    let csv = fixture("small.csv");
    let utf_16: Vec<u8> = [0xff, 0xfe].into_iter().chain(csv.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let workdir = workdir(&csv);
    workdir.write("utf-16.csv", utf_16);
    workdir.write("book.csv", b"PK\x03\x04\x14\0\x06\0");
    workdir.write("commas.csv", csv.replace(';', ","));
    workdir.write("tabs.csv", csv.replace(';', "\t"));
    workdir.write("page.csv", "<html><table><tr><td>Round ID</td></tr></table>");
    workdir.write("log.csv", "{\"seq\":0}\n");
    workdir.write("other.csv", "a;b;c\n1;2;3\n");
    let import =
        |csv| workdir.refused(&["import", "csv", csv, "--map", "small.yaml", "--out", "log.jsonl", "--at", AT]);
    let reported = ["utf-16.csv", "book.csv", "commas.csv", "tabs.csv", "page.csv", "log.csv"].map(import);
    for one in &reported {
        assert_eq!(one.lines().count(), 2, "{one}");
    }
    insta::assert_snapshot!(reported.concat());
    // A CSV of something else: the columns that it has are listed once.
    let other = import("other.csv");
    assert_eq!(other.matches("it has \"a\", \"b\", \"c\"").count(), 1, "{other}");
    assert!(!workdir.path().join("log.jsonl").exists());
}

/// A CSV of rounds by their ids, with a wager on the Banker each.
const ROUNDS: &str = "id,p1,p2,p3,b1,b2,b3,winner,stake,back
1,KS,7H,,9D,TC,,B,100,195
2,KS,7H,,9D,TC,,B,100,195
3,KS,7H,,9D,TC,,B,100,195
";

const ROUNDS_MAP: &str = "format: csv-mapping/1
open: {log: x, source: {kind: table, id: T1}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}
row:
  id: id
  cards:
    columns:
      - {column: p1, to: P}
      - {column: b1, to: B}
      - {column: p2, to: P}
      - {column: b2, to: B}
      - {column: p3, to: P}
      - {column: b3, to: B}
  declared: {result: {column: winner, values: {P: player, B: banker, T: tie}}}
  wagers: [{bet: banker, stake: stake, returned: back, decimals: 2}]
";

/// What an import of this CSV says, its status, and the report on its log.
fn of_rounds(csv: &str, map: &str) -> (i32, String, Value) {
    let workdir = Workdir::new();
    workdir.write("r.csv", csv);
    workdir.write("r.yaml", map);
    let run = workdir.run(&["import", "csv", "r.csv", "--map", "r.yaml", "--out", "log.jsonl", "--at", AT]);
    let replay = workdir.run(&["replay", "log.jsonl", "--format", "json", "--at", AT]);
    (run.status, run.err, serde_json::from_str(&replay.out).unwrap())
}

fn graver_than_info(report: &Value) -> impl Iterator<Item = &Value> {
    report["findings"].as_array().unwrap().iter().filter(|one| one["severity"] != "info")
}

#[test]
fn whatever_is_not_in_the_log_is_said_and_decides_the_status() {
    for (csv, said, summary) in [
        (
            ROUNDS.replace("2,KS,7H,,9D,TC,,B", "2,KS,7H,,9D,TC,,\"B"),
            "r.csv: lines 3 to 4: line 3 opens a quotation mark that nothing closes: the file ends inside it; line 4 was not read; the row was skipped",
            "2 rows made 1 coup; 1 row skipped, 1 further line unread, 0 unreadable cards; not authenticated",
        ),
        (
            ROUNDS.to_owned() + "Total,,,,,,,,300,585\n",
            "r.csv: line 5: the row is one of totals: it is no coup; the row was skipped",
            "4 rows made 3 coups; 0 rows skipped, 0 unreadable cards, 1 row of totals or the header; not authenticated",
        ),
        (
            ROUNDS.replace("3,KS,7H,,9D,TC,,", "3,KS,7H,,2C,,5D,"),
            "r.csv: line 4, column \"b2\": the cell is empty, and the coup has cards that are dealt only with or after this one; the card was written as ??",
            "3 rows made 3 coups; 0 rows skipped, 1 unreadable card; not authenticated",
        ),
        (
            ROUNDS.replace("1,KS,7H,,9D,TC,,B,100,195", "1,KS,7H,,9D,TC,,B,0,195"),
            "r.csv: line 2, column \"stake\": 195 went back, and the stake is 0: a log has no wager without a stake; the wager was left out",
            "3 rows made 3 coups; 0 rows skipped, 0 unreadable cards, 1 wager left out; not authenticated",
        ),
    ] {
        let (status, err, report) = of_rounds(&csv, ROUNDS_MAP);
        assert_eq!(err, format!("{said}\nlog.jsonl: {summary}\n"));
        assert_eq!(status, i32::from(!said.contains("totals")), "{err}");
        let expected: &[&str] = if said.contains("column \"b2\"") { &["deal/unreadable-card"] } else { &[] };
        let codes: Vec<&Value> = graver_than_info(&report).map(|one| &one["code"]).collect();
        assert_eq!(codes, expected, "{err}");
    }
    let (status, err, _) = of_rounds(ROUNDS, ROUNDS_MAP);
    assert_eq!((status, err.lines().count()), (0, 1), "{err}");
}

#[test]
fn coups_whose_cards_are_not_recorded_are_counted_beside_the_log() {
    let csv = ROUNDS.replace("2,KS,7H,,9D,TC,,B,100,195", "2,,,,,,,B,100,190");
    let (status, _, report) = of_rounds(&csv, ROUNDS_MAP);
    assert_eq!(status, 0);
    let note = report["inputs"][0]["note"].as_str().unwrap();
    assert!(note.contains("; 1 coup records no cards: "), "{note}");
    let findings: Vec<&Value> = graver_than_info(&report).collect();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!((&findings[0]["code"], &findings[0]["severity"]), (&"settlement/underpaid".into(), &"critical".into()));
    assert_eq!(findings[0]["money"], -500);
}

/// The log claims no suit and no rank that the source does not have, and what follows from the rest is judged.
#[test]
fn ranks_or_points_alone_are_judged_as_far_as_they_go() {
    for (name, unjudged) in [("ranks-alone", 0), ("points-alone", 1)] {
        let (status, err, report) = of_rounds(&fixture(&format!("{name}.csv")), &fixture(&format!("{name}.yaml")));
        assert_eq!(status, 0, "{err}");
        assert_eq!(graver_than_info(&report).count(), 0, "{report}");
        assert_eq!(report["findings"].as_array().unwrap().len(), unjudged, "{report}");
        let gaps = report["coverage"].to_string();
        assert!(gaps.contains("partly_known"), "{gaps}");
    }
}

/// A log leaves bets open, so does a mapping: an unknown one is warned about where it stands.
#[test]
fn a_bet_that_no_ruleset_here_offers_is_warned_about() {
    let map = ROUNDS_MAP.replace("bet: banker", "bet: lucky_six");
    let (status, err, report) = of_rounds(ROUNDS, &map);
    assert_eq!(status, 0);
    assert!(
        err.starts_with("warning: r.yaml:14:18: unknown bet `lucky_six`: no ruleset here offers it; known are "),
        "{err}"
    );
    assert!(graver_than_info(&report).all(|one| one["code"] == "wager/not-permitted"), "{report}");
}

#[test]
fn a_mapping_is_read_as_strictly_as_its_page_says() {
    let workdir = Workdir::new();
    workdir.write("r.csv", ROUNDS);
    let said = |map: String| {
        workdir.write("r.yaml", map);
        workdir.refused(&["import", "csv", "r.csv", "--map", "r.yaml", "--out", "log.jsonl", "--at", AT])
    };
    let marked = said(format!("\u{feff}{ROUNDS_MAP}"));
    assert!(marked.contains("a mapping begins with a byte order mark") && !marked.contains("seal"), "{marked}");
    let twice = said(format!("\u{feff}\u{feff}{ROUNDS_MAP}"));
    assert!(twice.contains("a mapping begins with a byte order mark") && !twice.contains("seal"), "{twice}");
    let behind = said(format!("# ours\n\u{feff}{ROUNDS_MAP}"));
    assert!(behind.contains("a byte order mark stands here") && behind.contains("r.yaml:2:1"), "{behind}");
    let utf_16: String = ROUNDS_MAP.chars().flat_map(|letter| [letter, '\0']).collect();
    for text in [utf_16.clone(), format!("\0{}", utf_16.trim_end_matches('\0'))] {
        let other = said(text);
        assert!(other.contains("it is text in UTF-16: save it as UTF-8"), "{other}");
    }
    let tagged = said(ROUNDS_MAP.replace("B: banker", "B: !!str banker"));
    assert!(tagged.contains("the tag `!!str` stands here") && tagged.contains("r.yaml:13:62"), "{tagged}");
    let zeros = said(ROUNDS_MAP.replace("table: T1", "table: 007"));
    assert!(zeros.contains("text is wanted here, not a number that begins with 0"), "{zeros}");
    assert!(zeros.contains("quote it: \"007\""), "{zeros}");
    assert!(!workdir.path().join("log.jsonl").exists());
}

/// Exports of the programs that people have: what a mapping declares is read, and what looks like another mapping is said.
#[test]
fn an_export_of_a_program_is_replayed() {
    let workdir = Workdir::new();
    workdir.write("export.csv", fixture("export.csv"));
    workdir.write("export.yaml", fixture("export.yaml"));
    let run = workdir.run(&["import", "csv", "export.csv", "--map", "export.yaml", "--out", "log.jsonl", "--at", AT]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert_eq!(
        run.err.lines().last().unwrap(),
        "log.jsonl: 4 rows made 3 coups; 1 row skipped, 0 unreadable cards, 1 amount rounded, 3 lines above the table passed over; not authenticated"
    );
    assert!(replayed(&workdir, "log.jsonl").iter().all(|finding| finding["severity"] == "info"));
    // The same without its bad row: what the mapping asks for decides no status.
    let good: Vec<String> = fixture("export.csv").lines().take(7).map(str::to_owned).collect();
    workdir.write("export.csv", good.join("\n"));
    workdir.write("other.yaml", fixture("export.yaml").replace("  order: newest-first\n", ""));
    let run = workdir.done(&["import", "csv", "export.csv", "--map", "other.yaml", "--out", "other.jsonl", "--at", AT]);
    let warnings: Vec<&str> = run.err.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert_eq!(
        warnings,
        [
            "warning: export.csv: the times of the rows run against the order of the mapping, first on line 6 (2 of 2 times): write into the mapping: csv: {order: newest-first}"
        ]
    );
}

#[test]
fn a_mapping_is_drafted_and_has_to_be_reviewed() {
    let workdir = Workdir::new();
    workdir.write("t7.csv", "Round,Time,P1,P2,B1,B2,Winner,Note\n1,2025-12-25 10:00:00,KS,7H,9D,TC,B,x\n");
    let run = workdir.run(&["import", "csv", "t7.csv", "--draft", "--zone", "Asia/Singapore"]);
    assert_eq!(run.status, 0, "{}", run.err);
    insta::assert_snapshot!(format!("{}\n{}", run.out, run.err));
    assert_eq!(
        workdir.run(&["import", "csv", "t7.csv", "--draft", "--map", "t7.yaml", "--zone", "Asia/Singapore"]).status,
        0
    );
    let mapping = workdir.text("t7.yaml");
    assert_eq!(mapping, run.out);
    let import = ["import", "csv", "t7.csv", "--map", "t7.yaml", "--out", "log.jsonl", "--at", AT];
    let refused = workdir.run(&import);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("still says REVIEW for source, jurisdiction, venue, table, currency"),
        "{}",
        refused.err
    );
    workdir.write(
        "t7.yaml",
        mapping.replace("id: REVIEW", "id: T7").replace("currency: REVIEW", "currency: SGD").replace("REVIEW", "mbs"),
    );
    let run = workdir.run(&import);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(
        workdir.run(&["import", "csv", "t7.csv", "--draft", "--map", "t7.yaml"]).status,
        2,
        "nothing is overwritten"
    );
}

/// Planted in it: an odds of Banker 7, a date swapped, a card written wrongly, a card drawn against the rules.
#[test]
fn a_sheet_of_a_pit_is_drafted_and_replayed_as_it_is() {
    let workdir = Workdir::new();
    workdir.write("sheet.csv", fixture("pit-sheet.csv"));
    workdir.done(&["import", "csv", "sheet.csv", "--draft", "--map", "map.yaml", "--zone", "Asia/Singapore"]);
    let run = workdir.run(&["import", "csv", "sheet.csv", "--map", "map.yaml", "--out", "log.jsonl", "--at", AT]);
    assert_eq!(run.status, 1, "{}", run.err);
    insta::assert_snapshot!(run.err);
    let found: Vec<(u64, String)> = replayed(&workdir, "log.jsonl")
        .iter()
        .filter(|finding| ["critical", "major"].contains(&finding["severity"].as_str().unwrap()))
        .map(|finding| {
            (finding["source_id"].as_str().unwrap().parse().unwrap(), finding["code"].as_str().unwrap().to_owned())
        })
        .collect();
    let planted: BTreeSet<u64> = found.iter().map(|(id, _)| *id).collect();
    assert_eq!(planted, [37, 52, 73, 89].into(), "{found:?}");
}

#[test]
fn a_place_or_a_bet_of_no_ruleset_is_warned_about() {
    let workdir = workdir(&fixture("small.csv"));
    let said = |mapping: String| {
        workdir.write("other.yaml", mapping);
        let run =
            workdir.run(&["import", "csv", "small.csv", "--map", "other.yaml", "--out", "other.jsonl", "--at", AT]);
        std::fs::remove_file(workdir.path().join("other.jsonl")).unwrap();
        run.err
    };
    let mapping = fixture("small.yaml");
    let game = said(mapping.replace("game: baccarat", "game: bacarat"));
    assert!(game.contains("unknown game `bacarat`") && game.contains("did you mean `baccarat`"), "{game}");
    let venue = said(mapping.replace("venue: mbs", "venue: star"));
    assert!(venue.contains("no ruleset here is of `baccarat` at `star` in `SG`"), "{venue}");
}

/// Two rounds as an operator's interface gives them; the first with a wager that was rejected.
const HISTORY: &str = r#"{"gameUid":"g1","gameType":"BACCARAT","gameResultType":"BANKER_WIN","playerHand":{"cards":{"0":"S_K","1":"C_A"}},"bankerHand":{"cards":{"0":"D_9","1":"H_10"}},"endDate":1672531200000,"playersBets":[{"bets":[{"betId":"b1","betType":"BC_BANKER","betAmount":100,"payoffAmount":195,"playerBetStatus":"PAID"},{"betId":"b2","betType":"BC_TIE","betAmount":5,"payoffAmount":0,"rejectionCode":7,"playerBetStatus":"REJECTED"}]}]}
{"gameUid":"g2","gameType":"BACCARAT","gameResultType":"PLAYER_WIN","playerHand":{"cards":{"0":"S_K","1":"C_9"}},"bankerHand":{"cards":{"0":"D_8","1":"H_10"}},"endDate":1672531260000,"playersBets":[{"bets":[{"betId":"b3","betType":"BC_PLAYER","betAmount":100,"payoffAmount":300,"playerBetStatus":"PAID"}]}]}
"#;

#[test]
fn a_round_history_in_json_is_drafted_imported_and_replayed() {
    let workdir = Workdir::new();
    workdir.write("history.jsonl", HISTORY);
    let run = workdir.run(&["import", "json", "history.jsonl", "--draft", "--map", "map.yaml"]);
    assert_eq!(run.status, 0, "{}", run.err);
    insta::assert_snapshot!(run.err);
    let import = ["import", "json", "history.jsonl", "--map", "map.yaml", "--out", "log.jsonl", "--at", AT];
    assert_eq!(workdir.run(&import).status, 2);
    let mapping = workdir.text("map.yaml");
    let mapping =
        mapping.replace("jurisdiction: REVIEW", "jurisdiction: SG").replace("currency: REVIEW", "currency: SGD");
    workdir.write("map.yaml", mapping.replace("REVIEW", "mbs"));
    let run = workdir.run(&import);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.ends_with("3 rows made 2 coups with 2 wagers; 0 rows skipped, 0 unreadable cards, 1 wager rejected by the source; not authenticated\n"), "{}", run.err);
    let findings = replayed(&workdir, "log.jsonl");
    let codes: Vec<&str> = findings
        .iter()
        .filter(|finding| finding["severity"] != "info")
        .map(|finding| finding["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["settlement/overpaid"]);
    workdir.write("table.csv", "a,b\n1,2\n");
    let run = workdir.run(&["import", "json", "table.csv", "--map", "map.yaml", "--out", "x.jsonl"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("this is no JSON") && run.err.contains("import csv FILE --draft"), "{}", run.err);
}

#[test]
fn a_capture_of_a_shoe_is_imported_and_replayed() {
    let workdir = Workdir::new();
    workdir.write(
        "map.yaml",
        "format: angel-eye-capture/1\nopen: {log: x, source: {kind: shoe, id: S7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}\ndealt: baccarat\nshoe: T7\n",
    );
    let frames: [&[u8]; 5] =
        [&[0x44, 0x81, 0xb8], &[0x44, 0x91, 0x92], &[0x44, 0x82, 0xca], &[0x44, 0x92, 0xa5], &[0x47, 0x90]];
    let mut text = String::new();
    for (at, data) in frames.iter().enumerate() {
        let body = [&[b'1' + at as u8], *data, &[3]].concat();
        let check = body.iter().fold(0, |check, byte| check ^ byte);
        let bytes = [&[5], body.as_slice(), format!("{check:02X}").as_bytes()].concat();
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        text += &format!("2026-11-20T20:01:0{at}+08:00 {}\n", hex.join(" "));
    }
    assert!(text.starts_with("2026-11-20T20:01:00+08:00 05 31 44 81 B8 03 34 46\n"), "{text}");
    workdir.write("shoe.txt", &text);
    let import = |out| workdir.run(&["import", "angel-eye", "shoe.txt", "--map", "map.yaml", "--out", out, "--at", AT]);
    let run = import("log.jsonl");
    assert_eq!(
        (run.status, run.err.as_str()),
        (0, "log.jsonl: 5 frames made 1 coup; 0 damaged frames, 0 of them sent again; not authenticated\n")
    );
    let run = workdir.run(&["replay", "log.jsonl", "--at", AT, "--format", "json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(graver_than_info(&report).count(), 0, "{}", run.out);
    let explained = workdir.run(&["explain-coup", "log.jsonl", "--line", "2"]);
    assert!(explained.status == 0 && explained.out.starts_with("Coup 1 of shoe T7-1\n"), "{}", explained.err);
    for (named, said) in
        [(["--line", "1"], "has no coup on line 1"), (["--source-id", "7"], "has no coup of the source's id `7`")]
    {
        let run = workdir.run(&[&["explain-coup", "log.jsonl"][..], &named].concat());
        assert!(run.status == 2 && run.err.contains(said), "{}", run.err);
    }
    let draft = workdir.done(&["import", "angel-eye", "shoe.txt", "--draft", "--map", "draft.yaml"]);
    assert!(
        draft.err.starts_with("5 frames read, 1 coup; the first ones, 10 at most:\n  line 1: shoe REVIEW-1; coup 1; "),
        "{}",
        draft.err
    );
    assert!(draft.err.contains("it is taken as baccarat"), "{}", draft.err);
    let said = workdir.refused(&["import", "angel-eye", "shoe.txt", "--map", "draft.yaml", "--out", "draft.jsonl"]);
    assert!(said.contains("still says REVIEW for source, jurisdiction, venue, table, currency, shoe"), "{said}");
    workdir.write("shoe.txt", text.replace("46\n", "47\n"));
    let run = import("other.jsonl");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("line 1: a frame cannot be read"), "{}", run.err);
    workdir.write("shoe.txt", "a,b\n");
    let run = import("third.jsonl");
    assert!(run.status == 2 && run.err.contains("a capture is the raw bytes of the line"), "{}", run.err);
}
