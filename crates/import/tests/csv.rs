//! CSV to log, on small files and on the recordings of a real feed.
use std::io::Read;

use resettle_import::{ImportError, ImportSummary, Mapping, ProblemConsequence, import_csv};
use resettle_testkit::{root, sha256, shared};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("fixtures/import").join(name)).unwrap()
}

fn mapping(name: &str) -> Mapping {
    Mapping::from_yaml(&fixture(name)).unwrap()
}

fn import(csv: &[u8], mapping: &Mapping) -> (ImportSummary, Vec<Value>) {
    let mut out = Vec::new();
    let summary = import_csv(csv, mapping, AT, "source.csv", &mut out).unwrap();
    (summary.clone(), check_chain(&out, &summary))
}

/// Every line names the line before, counts, and has the time of the import.
fn check_chain(log: &[u8], summary: &ImportSummary) -> Vec<Value> {
    assert_eq!(log.last(), Some(&b'\n'));
    let mut prev = "0".repeat(64);
    let mut records = Vec::new();
    for (seq, line) in log.strip_suffix(b"\n").unwrap().split(|byte| *byte == b'\n').enumerate() {
        let record: Value = serde_json::from_slice(line).unwrap();
        assert_eq!(record["prev"], json!(prev));
        assert_eq!(record["seq"], json!(seq));
        assert_eq!(record["at"], json!(AT));
        assert_eq!(record["type"], json!(if seq == 0 { "open" } else { "coup" }));
        assert!(line.starts_with(b"{\"seq\":") && line.len() <= 65_536);
        prev = sha256(line);
        records.push(record);
    }
    assert_eq!(prev, summary.head);
    assert_eq!(records.len() as u64, summary.coups + 1);
    records
}

/// A record without what every record has.
fn body(record: &Value) -> Value {
    let mut body = record.clone();
    for name in ["seq", "prev", "at", "type"] {
        body.as_object_mut().unwrap().remove(name);
    }
    body
}

#[test]
fn everything_that_a_mapping_can_say() {
    let mapping = mapping("small.yaml");
    let csv = fixture("small.csv");
    let (summary, records) = import(csv.as_bytes(), &mapping);
    assert_eq!((summary.rows, summary.coups, summary.skipped, summary.unreadable_cards), (10, 5, 5, 1));
    assert_eq!(
        body(&records[0]),
        json!({
            "format": "coup-log/1", "log": "small-2026-11-21", "source": {"kind": "table", "id": "T7"},
            "jurisdiction": "SG", "venue": "mbs", "game": "baccarat", "table": "T7", "currency": "SGD",
            "imported": true, "source_file": "source.csv",
            "mapping_sha256": sha256(fixture("small.yaml").as_bytes()),
        })
    );
    assert_eq!(
        body(&records[1]),
        json!({
            "shoe": "S1", "coup": 1, "times": {"settled": "2026-11-21T20:00:01+11:00"},
            "cards": ["9S", "2D", "KH", "TC"], "to": "PBPB",
            "wagers": [
                {"player": "anna", "bet": "player", "stake": 2500, "returned": 5000},
                {"bet": "tie", "stake": 500, "returned": 0},
            ],
            "declared": {"result": "player", "player": 9, "banker": 2},
            "source_row": 2, "source_id": "r-1",
        })
    );
    assert_eq!(records[2]["cards"], json!(["2S", "3D", "3H", "TC", "AC", "4H"]));
    assert_eq!(records[2]["to"], json!("PBPBPB"));
    assert_eq!(records[2]["wagers"], json!([{"player": "anna", "bet": "player", "stake": 2550, "returned": 0}]));
    // A record of two lines and an empty line come before it: rows are counted as an editor does.
    assert_eq!(
        body(&records[3]),
        json!({
            "shoe": "S1", "coup": 3, "times": {"settled": "2026-11-21T20:02:03+11:00"},
            "cards": ["??", "3D", "3H", "??"], "to": "PBPB", "wagers": [],
            "declared": {"result": "tie"}, "source_row": 6, "source_id": "r-3",
        })
    );
    assert_eq!(records[4]["times"], json!({"settled": "2026-04-05T02:30:00+11:00"}));
    assert_eq!(records[5]["source_id"], json!("r-10"));
}

#[test]
fn every_fault_of_a_row_is_reported_with_line_and_column() {
    let (summary, _) = import(fixture("small.csv").as_bytes(), &mapping("small.yaml"));
    let reported: Vec<_> = summary.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        reported,
        [
            "line 6, column \"B2\": \"11♣\" is no card of the mapping's notation; the card was written as ??",
            "line 7, column \"Finished\": the clocks of the zone showed \"5/4/2026 02:30:00\" twice; the earlier of the two was taken",
            "line 8, column \"Finished\": \"4/10/2026 02:30:00\" is no time of the mapping's format (the clocks of the zone skipped this time); the row was skipped",
            "line 9, column \"Hand\": \"six\" is not a whole number that fits here; the row was skipped",
            "line 9, column \"Result\": \"Draw\" is not among the values of the mapping; the row was skipped",
            "line 9, column \"B total\": \"18\" is not a whole number that fits here; the row was skipped",
            "line 9, column \"Player bet\": \"x\" is not an amount with at most 2 decimals; `decimal`, `thousands` and `symbols` of row.amounts say how amounts are written; the row was skipped",
            "line 9, column \"Player back\": the cell is empty, but the other cells of the wager are not; where an empty one stands for 0, write amounts: {zero: [\"\"]}; the row was skipped",
            "line 10: the row has 8 cells, and the CSV has 20 columns; the row was skipped",
            "line 11, column \"Player back\": the cell is empty, but the other cells of the wager are not; where an empty one stands for 0, write amounts: {zero: [\"\"]}; the row was skipped",
            "line 11, column \"Side\": \"Dragon\" is not among the values of the mapping; the row was skipped",
            "line 12: the row is empty; the row was skipped",
        ]
    );
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let mapping = mapping("small.yaml");
    let plain = fixture("small.csv").replace("\"two lines\nof note\"", "").replace("\n\n", "\n");
    let (_, expected) = import(plain.as_bytes(), &mapping);
    for variant in [plain.replace('\n', "\r\n"), format!("\u{feff}{plain}"), plain.trim_end().to_owned()] {
        let (_, records) = import(variant.as_bytes(), &mapping);
        assert_eq!(records.iter().map(body).collect::<Vec<_>>(), expected.iter().map(body).collect::<Vec<_>>());
    }
}

#[test]
fn a_csv_without_a_header() {
    let text = "format: csv-mapping/1\ncsv: {header: false}\nopen:\n  log: l\n  source: {kind: shoe, id: s}\n  jurisdiction: SG\n  \
                venue: v\n  game: baccarat\n  table: t\n  currency: SGD\nrow:\n  id: 1\n  cards: {columns: [{column: 2}, {column: 3}]}\n";
    let mapping = Mapping::from_yaml(text).unwrap();
    let (summary, records) = import(b"a,KD,TS\nb,4H,\xff\n", &mapping);
    assert_eq!(body(&records[1]), json!({"cards": ["KD", "TS"], "source_row": 1, "source_id": "a", "unread_after": 1}));
    assert_eq!(summary.skipped, 1);
    assert_eq!(summary.problems[0].to_string(), "line 2, column \"3\": the cell is not UTF-8; the row was skipped");
}

#[test]
fn what_cannot_be_imported_at_all() {
    let mapping = mapping("small.yaml");
    let fail = |csv: &[u8], at: &str| import_csv(csv, &mapping, at, "x", &mut Vec::new()).unwrap_err();
    assert!(matches!(fail(b"", AT), ImportError::Empty));
    assert!(matches!(fail(b"x", "2026-11-21 19:00:00"), ImportError::At(_)));
    let ImportError::Columns(faults) = fail(b"Round ID;Shoe;Shoe\n", AT) else { panic!() };
    let faults = faults.sorted();
    assert_eq!(faults.len(), 18);
    assert_eq!(
        format!("{}: {}", faults[0].place, faults[0].message),
        "19:18: the CSV has no column \"Finished\"; it has \"Round ID\", \"Shoe\", \"Shoe\""
    );
    assert!(faults[1].message.contains("more than one column \"Shoe\""));
    // A line that never ends must not swallow the memory.
    let header = fixture("small.csv").lines().next().unwrap().to_owned() + "\n";
    let endless = header.as_bytes().chain(std::io::repeat(b'x'));
    let error = import_csv(endless, &mapping, AT, "x", &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("line 2 is longer than"), "{error}");
    // Nor a header that a quotation mark swallows.
    let error = fail(b"Round ID;\"Shoe;Hand\n1;2;3\n", AT);
    assert_eq!(
        error.to_string(),
        "its first row cannot be read: line 1 opens a quotation mark that nothing closes: the file ends inside it; line 2 was not read"
    );
}

#[test]
fn a_row_with_a_name_too_long_for_a_log_is_skipped() {
    let mapping = mapping("live-baccarat.yaml");
    let long = "x".repeat(70_000);
    let csv = format!(
        "round,updated_at,p1,b1,p2,b2,p3,b3,recorded_winner\n{long},2025-01-01 00:00:00,S.1,S.2,S.3,S.4,,,B\n1,,S.1,S.2,S.3,S.4,,,\n"
    );
    let (summary, records) = import(csv.as_bytes(), &mapping);
    assert_eq!((summary.coups, summary.skipped), (1, 1));
    assert_eq!(summary.problems[0].consequence, ProblemConsequence::Skipped);
    let reported = summary.problems[0].to_string();
    assert!(reported.ends_with("is a name of 70000 bytes, and a log allows 200; the row was skipped"), "{reported}");
    assert_eq!(
        body(&records[1]),
        json!({"cards": ["AS", "2S", "3S", "4S"], "to": "PBPB", "source_row": 3, "source_id": "1"})
    );
}

#[test]
fn a_row_too_long_for_a_log_is_skipped() {
    let wagers: Vec<String> = (0..400)
        .map(|at| format!("    - {{bet: tie, stake: s{at}, returned: r{at}, decimals: 0, id: round}}\n"))
        .collect();
    let text = std::fs::read_to_string(root().join("fixtures/import/live-baccarat.yaml")).unwrap();
    let mapping = Mapping::from_yaml(&format!("{text}  wagers:\n{}", wagers.concat())).unwrap();
    let amounts: Vec<String> = (0..400).map(|at| format!(",s{at},r{at}")).collect();
    let row = |id: &str| format!("{id},,S.1,S.2,S.3,S.4,,,B{}\n", ",1,1".repeat(400));
    let header = format!("round,updated_at,p1,b1,p2,b2,p3,b3,recorded_winner{}\n", amounts.concat());
    let csv = [header, row(&"x".repeat(200)), row("2")].concat();
    let (summary, _) = import(csv.as_bytes(), &mapping);
    assert_eq!((summary.coups, summary.skipped), (1, 1));
    assert!(matches!(summary.problems[0].fault, resettle_import::RowFault::TooLong(_)), "{:?}", summary.problems);
}

#[test]
fn the_real_recordings() {
    let Some(path) = shared("real/live-baccarat-2025.csv") else { return };
    let csv = std::fs::read(path).unwrap();
    let (summary, records) = import(&csv, &mapping("live-baccarat.yaml"));
    assert_eq!((summary.rows, summary.coups, summary.skipped, summary.unreadable_cards), (314, 314, 0, 0));
    assert!(summary.problems.is_empty());
    assert_eq!(
        body(&records[1]),
        json!({
            "times": {"settled": "2025-01-01T20:39:43+08:00"},
            "cards": ["9S", "9D", "3D", "5D", "TD"], "to": "PBPBP",
            "declared": {"result": "banker"}, "source_row": 2, "source_id": "588939108",
        })
    );
    // A third card of the Banker without one of the Player.
    assert_eq!(records[4]["to"], json!("PBPBB"));
    assert_eq!(records[4]["source_row"], json!(5));
    assert_eq!(records[314]["source_row"], json!(315));
}

/// A mapping of which each row is a wager, of rounds by their ids.
fn of_wagers() -> Mapping {
    let text = fixture("live-baccarat.yaml").replace("row:", "rows: wager\nrow:")
        + "  wagers:\n    - {bet: tie, stake: stake, returned: back, decimals: 0}\n";
    Mapping::from_yaml(&text).unwrap()
}

const OF_WAGERS: &str = "round,updated_at,p1,b1,p2,b2,p3,b3,recorded_winner,stake,back\n";

#[test]
fn rows_of_a_round_say_together_what_each_of_them_says() {
    let csv = format!(
        "{OF_WAGERS}a,2025-01-01 00:00:09,,,,,,,,5,0\nb,,,,,,,,T,1,9\na,2025-01-01 00:00:03,S.1,S.2,S.3,S.4,,,B,7,0\n"
    );
    let (summary, records) = import(csv.as_bytes(), &of_wagers());
    assert_eq!((summary.rows, summary.coups, summary.wagers, summary.skipped), (3, 2, 3, 0));
    assert_eq!(
        body(&records[1]),
        json!({
            "times": {"settled": "2025-01-01T00:00:09+08:00"}, "cards": ["AS", "2S", "3S", "4S"], "to": "PBPB",
            "wagers": [{"bet": "tie", "stake": 5, "returned": 0}, {"bet": "tie", "stake": 7, "returned": 0}],
            "declared": {"result": "banker"}, "source_row": 2, "source_id": "a",
        })
    );
}

#[test]
fn a_row_far_below_the_others_of_its_coup_is_reported() {
    let mut csv = OF_WAGERS.to_owned();
    for round in 0..5_000 {
        csv.push_str(&format!("{round},,S.1,S.2,S.3,S.4,,,B,5,0\n"));
    }
    let (summary, records) = import(format!("{csv}4999,,,,,,,,,5,0\n").as_bytes(), &of_wagers());
    assert_eq!((summary.coups, summary.wagers, summary.skipped), (5_000, 5_001, 0));
    assert_eq!(records[5_000]["wagers"].as_array().unwrap().len(), 2);
    let (summary, _) = import(format!("{csv}7,,,,,,,,,5,0\n").as_bytes(), &of_wagers());
    assert_eq!((summary.coups, summary.skipped), (5_000, 1));
    assert_eq!(
        summary.problems[0].to_string(),
        "line 5002: it is of round \"7\", whose other rows stand far above: sort the CSV by coup; the row was skipped"
    );
}

#[test]
fn a_coup_of_too_many_wagers_for_a_line_is_skipped_whole() {
    let csv = OF_WAGERS.to_owned() + &"a,,S.1,S.2,S.3,S.4,,,B,5,0\n".repeat(2_000) + "b,,S.1,S.2,S.3,S.4,,,B,5,0\n";
    let (summary, records) = import(csv.as_bytes(), &of_wagers());
    assert_eq!((summary.rows, summary.coups, summary.skipped), (2_001, 1, 2_000));
    let lines: Vec<u64> = summary.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, (2..2_002).collect::<Vec<_>>());
    assert_eq!(records[0]["unread_after"], json!(1));
}

#[test]
fn a_round_of_two_rows_is_refused_where_rows_are_coups() {
    let csv = "round,updated_at,p1,b1,p2,b2,p3,b3,recorded_winner\n1,,S.1,S.2,S.3,S.4,,,B\n2,,S.1,S.2,S.3,S.4,,,B\n1,,S.1,S.2,S.3,S.4,,,B\n";
    let mapping = mapping("live-baccarat.yaml");
    let error = import_csv(csv.as_bytes(), &mapping, AT, "x", &mut Vec::new()).unwrap_err();
    assert!(matches!(error, ImportError::RepeatedCoups { repeated: 1, rows: 3, line: 4, before: 2, .. }), "{error}");
    assert!(error.help().unwrap().contains("`rows: wager`"));
}

#[test]
fn the_example_of_the_page_is_in_order() {
    let page = include_str!("../../../docs/spec/mapping.md");
    let example = page.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
    Mapping::from_yaml(example).unwrap();
}

/// What a source does not hold of a card, the log does not hold.
#[test]
fn cards_by_rank_or_by_points_alone() {
    let cards = |name: &str| {
        let (summary, records) = import(fixture(&format!("{name}.csv")).as_bytes(), &mapping(&format!("{name}.yaml")));
        assert_eq!((summary.skipped, summary.unreadable_cards), (0, 0), "{name}");
        records[1..].iter().map(|record| record["cards"].clone()).collect::<Vec<_>>()
    };
    let ranks = cards("ranks-alone");
    assert_eq!(ranks[0], json!(["7?", "9?", "T?", "K?"]));
    assert_eq!(ranks[2], json!(["2?", "J?", "2?", "2?", "A?", "7?"]));
    let points = cards("points-alone");
    assert_eq!(points[0], json!(["~7", "~9", "~0", "~0"]));
    assert_eq!(points.len(), 5);
}

#[test]
fn a_time_that_cannot_be_read_says_what_it_looks_like() {
    let read = |format: &str, cell: &str| {
        let text = format!(
            "format: csv-mapping/1\nopen: {{log: x, source: {{kind: table, id: T1}}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}}\nrow:\n  time: {{column: at, format: {format:?}, zone: Asia/Singapore}}\n  declared: {{result: {{column: winner, values: {{P: player}}}}}}\n"
        );
        let mapping = Mapping::from_yaml(&text).unwrap();
        let csv = format!("at,winner\n\"{cell}\",P\n");
        let summary = import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x", &mut Vec::new()).unwrap();
        summary.problems.first().map(ToString::to_string).unwrap_or_default()
    };
    let day_first = "%d/%m/%Y %H:%M";
    for (format, cell, looks) in [
        (day_first, "06/03/26 20:34", "it looks like format: \"%d/%m/%y %H:%M\""),
        ("%d/%m/%y %H:%M", "06/03/2026 20:34", "it looks like format: \"%d/%m/%Y %H:%M\""),
        (day_first, "06/03/2026 12.06 AM", "it looks like format: \"%d/%m/%Y %I.%M %p\""),
        (day_first, "06.03.26 20:34", "it looks like format: \"%d.%m.%y %H:%M\""),
        ("iso-8601", "06/03/2026 20:34", "it looks like format: \"%d/%m/%Y %H:%M\""),
        (
            day_first,
            "46087.857",
            "by which a spreadsheet counts days, and would be 2026-03-06 20:34:05: give the column the format",
        ),
        (day_first, "46087", "and would be 2026-03-06 00:00:00"),
        (day_first, "1.77107E+12", "a spreadsheet cut this number"),
    ] {
        let said = read(format, cell);
        assert!(said.contains(looks), "{cell}: {said}");
    }
    assert!(!read(day_first, "yesterday").contains("looks like"));
}
