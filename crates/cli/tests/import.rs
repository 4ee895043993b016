//! `resettle import`
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod common;
mod signed;

use std::collections::BTreeMap;

use common::{root, shared};
use serde_json::Value;
use signed::Desk;

const AT: &str = "2026-11-21T19:00:00+08:00";

/// A desk with a fixture's CSV and mapping on it.
fn desk(csv: &str) -> Desk {
    let desk = Desk::new();
    desk.write("small.csv", csv);
    desk.write("small.yaml", fixture("small.yaml"));
    desk
}

fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("fixtures/import").join(name)).unwrap()
}

/// What a replay of an import says, by JSON; nobody vouches for it, and that is said once.
fn replayed(desk: &Desk, log: &str) -> Vec<Value> {
    let run = desk.run(&["replay", log, "--format", "json", "--at", AT]);
    assert!(run.err.is_empty(), "{}", run.err);
    assert_eq!(run.out.matches("not authenticated").count(), 1, "{}", run.out);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["inputs"][0]["note"], "not authenticated: an import without any seal");
    assert_eq!(report["inputs"][0]["authenticated_records"], 0);
    let text = desk.run(&["replay", log, "--at", AT]).out;
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
fn rows_become_coups_and_the_rest_is_told() {
    let desk = desk(&fixture("small.csv"));
    let run = desk.run(&["import", "csv", "small.csv", "--map", "small.yaml", "--out", "log.jsonl", "--at", AT]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    insta::assert_snapshot!(run.err);
    let log = desk.text("log.jsonl");
    assert_eq!(log.lines().count(), 6);
    let open: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    assert_eq!((&open["at"], &open["source_file"]), (&Value::from(AT), &Value::from("small.csv")));
    let findings = replayed(&desk, "log.jsonl");
    let rows: Vec<u64> = findings.iter().map(|finding| finding["source_row"].as_u64().unwrap()).collect();
    assert!(rows.iter().all(|row| [2, 4, 6, 7, 13].contains(row)) && !rows.is_empty(), "{rows:?}");
}

#[test]
fn a_clean_file_is_imported_without_a_word_about_rows() {
    let csv: Vec<String> = fixture("small.csv").lines().take(4).map(str::to_owned).collect();
    let desk = desk(&csv.join("\n"));
    let run = desk.done(&["import", "csv", "small.csv", "--map", "small.yaml", "--out", "log.jsonl"]);
    assert_eq!(run.err, "log.jsonl: 2 rows, 2 coups written, 0 rows skipped, 0 unreadable cards; not authenticated\n");
    assert_eq!(desk.mode("log.jsonl"), 0o644);
}

#[test]
fn all_faults_of_a_mapping_are_shown_where_they_stand() {
    let desk = desk(&fixture("small.csv"));
    let bad = fixture("small.yaml")
        .replace("delimiter: \";\"", "delimiter: \";;\"")
        .replace("kind: table", "kind: tabel")
        .replace("currency: SGD", "curency: SGD")
        .replace("Australia/Sydney", "Australia/Sidney")
        .replace("7: 7, ", "07: 7, ")
        .replace("decimals: 2, player", "decimals: 2.5, player");
    desk.write("bad.yaml", bad);
    let before = desk.names(".");
    let said = desk.refused(&["import", "csv", "small.csv", "--map", "bad.yaml", "--out", "log.jsonl"]);
    insta::assert_snapshot!("faults", said);
    let other = fixture("small.yaml").replace("shoe: Shoe", "shoe: Schuh").replace("coup: Hand", "coup: Spiel");
    desk.write("other.yaml", other);
    let said = desk.refused(&["import", "csv", "small.csv", "--map", "other.yaml", "--out", "log.jsonl"]);
    insta::assert_snapshot!("columns", said);
    desk.write("broken.yaml", "format: [\n");
    let said = desk.refused(&["import", "csv", "small.csv", "--map", "broken.yaml", "--out", "log.jsonl"]);
    insta::assert_snapshot!("syntax", said);
    desk.write("bad.yaml", "");
    desk.write("other.yaml", "");
    assert_eq!(desk.names("."), ["bad.yaml", "broken.yaml", "other.yaml", "small.csv", "small.yaml"]);
    assert_eq!(before.len(), 3);
}

#[test]
fn what_cannot_be_imported() {
    let desk = desk(&fixture("small.csv"));
    desk.write("log.jsonl", "mine\n");
    desk.write("empty.csv", "");
    let import = |csv, map, out, at| desk.refused(&["import", "csv", csv, "--map", map, "--out", out, "--at", at]);
    let told = [
        import("small.csv", "small.yaml", "log.jsonl", AT),
        import("small.csv", "small.yaml", "out.jsonl", "2026-11-21"),
        import("small.csv", "absent.yaml", "out.jsonl", AT),
        import("absent.csv", "small.yaml", "out.jsonl", AT),
        import(".", "small.yaml", "out.jsonl", AT),
        import("empty.csv", "small.yaml", "out.jsonl", AT),
        import("small.csv", "small.yaml", "absent/out.jsonl", AT),
    ];
    insta::assert_snapshot!(told.concat());
    assert_eq!(desk.text("log.jsonl"), "mine\n");
    assert_eq!(desk.names("."), ["empty.csv", "log.jsonl", "small.csv", "small.yaml"]);
}

/// An export that steers a terminal does not do so through what is told about it.
#[test]
fn cells_are_shown_harmless() {
    let csv = fixture("small.csv").replace("Dragon", "Dra\u{1b}[2Jgon");
    let desk = desk(&csv);
    let run = desk.run(&["import", "csv", "small.csv", "--map", "small.yaml", "--out", "log.jsonl", "--at", AT]);
    assert!(run.err.contains("Dra") && !run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn the_faulty_rounds_of_the_recordings_are_found_and_no_others() {
    let Some(csv) = shared("real/live-baccarat-2025.csv") else { return };
    let desk = Desk::new();
    let map = root().join("fixtures/import/live-baccarat.yaml");
    let (csv, map) = (csv.to_str().unwrap(), map.to_str().unwrap());
    let run = desk.done(&["import", "csv", csv, "--map", map, "--out", "log.jsonl", "--at", AT]);
    assert_eq!(
        run.err,
        "log.jsonl: 314 rows, 314 coups written, 0 rows skipped, 0 unreadable cards; not authenticated\n"
    );
    let mut rounds: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for finding in replayed(&desk, "log.jsonl") {
        let code = finding["code"].as_str().unwrap().to_owned();
        rounds.entry(finding["source_row"].as_u64().unwrap()).or_default().push(code);
    }
    // Row numbers and codes only: the recordings are no part of the project.
    let lines: Vec<String> = rounds.iter().map(|(row, codes)| format!("row {row}: {}", codes.join(", "))).collect();
    insta::assert_snapshot!(lines.join("\n"));
    assert_eq!(rounds.len(), 21);
}
