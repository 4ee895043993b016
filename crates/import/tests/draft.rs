//! Mappings that are written from a CSV itself.
use resettle_import::{Mapping, draft_mapping, import_csv};
use resettle_testkit::{root, shared};
use serde_json::Value;

fn coups(csv: &[u8], mapping: &str) -> Vec<Value> {
    let mapping =
        Mapping::from_yaml(mapping).unwrap_or_else(|faults| panic!("{}", faults.render("draft", mapping, false)));
    let mut out = Vec::new();
    let summary = import_csv(csv, &mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut out).unwrap();
    assert!(summary.problems.is_empty(), "{:?}", summary.problems);
    let log = String::from_utf8(out).unwrap();
    let body = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("prev");
        record
    };
    log.lines().skip(1).map(body).collect()
}

#[test]
fn the_draft_of_the_real_recordings_gives_the_coups_of_our_mapping() {
    let Some(path) = shared("real/live-baccarat-2025.csv") else { return };
    let csv = std::fs::read(path).unwrap();
    let draft = draft_mapping(&csv, "live", "Asia/Shanghai").unwrap().unwrap();
    let ours = std::fs::read_to_string(root().join("fixtures/import/live-baccarat.yaml")).unwrap();
    assert_eq!(coups(&csv, &draft.mapping), coups(&csv, &ours));
    assert!(draft.guesses.iter().any(|guess| guess.contains("\"road_last\"")), "{:?}", draft.guesses);
}

#[test]
fn a_semicolon_a_title_and_symbols() {
    let csv = "sep=;\nTable 7;;;;;;\nRound;Time;P1;P2;B1;B2;Winner\n1;25/12/2025 10:00:00;K♠;7♥;9♦;10♣;庄\n2;26/12/2025 10:00:00;A♠;8♥;2♦;J♣;闲\n";
    let draft = draft_mapping(csv.as_bytes(), "t7", "Asia/Singapore").unwrap().unwrap();
    assert!(
        draft.mapping.contains("skip_lines: 2") && draft.mapping.contains("%d/%m/%Y %H:%M:%S"),
        "{}",
        draft.mapping
    );
    let coups = coups(csv.as_bytes(), &draft.mapping);
    assert_eq!(coups[0]["cards"], serde_json::json!(["KS", "9D", "7H", "TC"]));
    assert_eq!((&coups[0]["to"], &coups[1]["declared"]["result"]), (&"PBPB".into(), &"player".into()));
}

#[test]
fn what_is_no_table_has_no_draft() {
    for csv in ["", "x", "a\nb\n"] {
        assert_eq!(draft_mapping(csv.as_bytes(), "x", "UTC").unwrap(), None, "{csv:?}");
    }
}
