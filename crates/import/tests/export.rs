//! Exports as programs and spreadsheets write them.
use resettle_import::{ImportError, ImportSummary, Mapping, import_csv};
use resettle_testkit::root;
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("fixtures/import").join(name)).unwrap()
}

const OPEN: &str = "open: {log: x, source: {kind: table, id: T1}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}";

/// A mapping of these lines of `csv` and `row`.
fn mapping(csv: &str, row: &str) -> Mapping {
    let text = format!("format: csv-mapping/1\ncsv: {{{csv}}}\n{OPEN}\nrow:\n  id: id\n{row}");
    Mapping::from_yaml(&text).unwrap_or_else(|faults| panic!("{}", faults.render("map", &text, false)))
}

/// The summary, the coups without what every record has, and what is said of rows and of the mapping.
fn import(csv: &[u8], mapping: &Mapping) -> (ImportSummary, Vec<Value>, Vec<String>) {
    let mut out = Vec::new();
    let summary = import_csv(csv, mapping, AT, "x.csv", &mut out).unwrap();
    let log = String::from_utf8(out).unwrap();
    let body = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        for name in ["seq", "prev", "at", "type"] {
            record.as_object_mut().unwrap().remove(name);
        }
        record
    };
    let problems = summary.problems.iter().map(ToString::to_string);
    let said = problems.chain(summary.hints.iter().map(ToString::to_string)).collect();
    (summary, log.lines().skip(1).map(body).collect(), said)
}

#[test]
fn a_report_of_a_program() {
    let mapping = Mapping::from_yaml(&fixture("export.yaml")).unwrap();
    let (summary, coups, said) = import(fixture("export.csv").as_bytes(), &mapping);
    assert_eq!((summary.rows, summary.coups, summary.skipped, summary.rounded), (4, 3, 1, 1));
    assert_eq!(summary.lines_above, 3);
    assert_eq!(
        coups,
        [
            json!({
                "coup": 1, "times": {"settled": "2026-02-14T08:58:20+08:00"},
                "cards": ["KS", "9D", "7H", "TC"], "to": "PBPB", "wagers": [],
                "declared": {"result": "banker"}, "source_row": 7, "source_id": "902",
            }),
            json!({
                "coup": 2, "times": {"settled": "2026-02-14T01:02:10+00:00"},
                "cards": ["TH", "2S", "4D", "9D", "7C", "6C"], "to": "PBPBPB",
                "wagers": [{"bet": "banker", "stake": 100_000, "returned": 195_000}],
                "declared": {"result": "banker"}, "source_row": 6, "source_id": "903",
            }),
            json!({
                "coup": 3, "times": {"settled": "2026-02-14T09:03:30+08:00"},
                "cards": ["9H", "KC", "8S", "6D"], "to": "PBPB",
                "wagers": [{"bet": "banker", "stake": 100_000, "returned": 0}],
                "declared": {"result": "player"}, "source_row": 5, "source_id": "904",
            }),
        ]
    );
    assert_eq!(
        said,
        [
            "line 6, column \"Win/Loss\": \"950,000000000001\" has the tail of a binary fraction; it was rounded to the decimals of the currency, as the mapping says",
            "line 8, column \"Hand\": \"G009\" does not begin with \"H\", as the mapping says; the row was skipped",
            "line 8, column \"Punto\": the cell is empty, and the coup has cards that are dealt only with or after this one; the card was written as ??",
            "line 8, column \"Win/Loss\": \"-100,5\" is more than the stake: a wager can lose no more; the row was skipped",
        ]
    );
}

#[test]
fn amounts_are_read_as_declared_and_no_others() {
    let row = |amounts: &str, back: &str| {
        let wagers = format!("  wagers: [{{bet: banker, stake: stake, {back}, decimals: 2}}]\n");
        mapping("delimiter: \";\"", &format!("  shoe: id\n  amounts: {{{amounts}}}\n{wagers}"))
    };
    let returned = |amounts: &str, stake: &str, back: &str| {
        let csv = format!("id;stake;back\n1;{stake};{back}\n");
        let (_, coups, _) = import(csv.as_bytes(), &row(amounts, "returned: back"));
        coups.first().map(|coup| coup["wagers"][0]["returned"].clone())
    };
    let european = "decimal: \",\", thousands: \".\"";
    assert_eq!(returned(european, "1.000,00", "1.950,00"), Some(json!(195_000)));
    assert_eq!(returned(european, "1,000.00", "1,950.00"), None);
    assert_eq!(returned("thousands: \",\"", "1,000.00", "1,950.00"), Some(json!(195_000)));
    assert_eq!(returned("thousands: \",\"", "100,00", "195,00"), None);
    assert_eq!(returned("", "100", "732.4499999999999"), None);
    assert_eq!(returned("float_tails: true", "100", "732.4499999999999"), Some(json!(73_245)));
    assert_eq!(returned("symbols: [S$, $]", "S$100", "$ 195.00"), Some(json!(19_500)));
    assert_eq!(returned("", "100", "-100"), None);
    let net = |back: &str, stake: &str, won: &str| {
        let csv = format!("id;stake;back\n1;{stake};{won}\n");
        let (summary, coups, _) = import(csv.as_bytes(), &row("", back));
        (coups.first().map(|coup| coup["wagers"].clone()), summary.lost_something())
    };
    let wager = |returned| (Some(json!([{"bet": "banker", "stake": 10_000, "returned": returned}])), false);
    assert_eq!(net("net: back", "100", "95"), wager(19_500));
    assert_eq!(net("net: back", "100", "-100"), wager(0));
    assert_eq!(net("net: back", "100", "0"), wager(10_000));
    assert_eq!(net("net: {column: back, of: house}", "100", "-95"), wager(19_500));
    assert_eq!(net("net: {column: back, of: house}", "100", "(50)"), wager(15_000));
    assert_eq!(net("net: back", "0", "0"), (Some(json!([])), false));
    assert_eq!(net("net: back", "100", "-101"), (None, true));
    assert_eq!(net("net: back", "100", ""), (None, true));
    assert_eq!(net("net: back", "", "5"), (None, true));
    assert_eq!(net("net: back", "", "-5"), (None, true));
    assert_eq!(net("net: back", "0", "95"), (Some(json!([])), true));
}

const ROW: &str = "  time: {column: time, format: \"%Y-%m-%d %H:%M:%S\", zone: UTC}\n  shoe: shoe\n  coup: hand\n";

#[test]
fn an_order_that_is_not_the_declared_one_is_hinted_at() {
    let rows = |coups: &[u32]| {
        let row = |coup: &u32| format!("{coup},2025-03-04 10:0{coup}:00,S1,{coup},B\n");
        format!("id,time,shoe,hand,winner\n{}", coups.iter().map(row).collect::<String>())
    };
    let hint = |csv: &str, rows: &str, row: &str| {
        let (summary, coups, said) = import(rows.as_bytes(), &mapping(csv, row));
        assert!(!summary.lost_something());
        (coups.iter().map(|coup| coup["coup"].as_i64().unwrap()).collect::<Vec<_>>(), said)
    };
    let (coups, said) = hint("", &rows(&[4, 3, 2, 1]), ROW);
    assert_eq!(coups, [4, 3, 2, 1]);
    assert_eq!(
        said,
        [
            "the times of the rows run against the order of the mapping, first on line 3 (3 of 3 times): write into the mapping: csv: {order: newest-first}"
        ]
    );
    assert_eq!(hint("order: newest-first", &rows(&[4, 3, 2, 1]), ROW), (vec![1, 2, 3, 4], vec![]));
    let (_, said) = hint("order: newest-first", &rows(&[1, 2, 3]), ROW);
    assert!(said[0].ends_with("csv: {order: oldest-first}"), "{said:?}");
    // One that is late is no order.
    assert_eq!(hint("", &rows(&[1, 3, 2, 4]), ROW).1, [""; 0]);
    let (_, said) = hint("", &rows(&[3, 2, 1]), "  shoe: shoe\n  coup: hand\n");
    assert!(
        said[0].starts_with("the numbers of the coups run against the order of the mapping, first on line 3"),
        "{said:?}"
    );
}

#[test]
fn dates_that_make_better_sense_the_other_way_round_are_hinted_at() {
    let said = |format: &str, dates: &[&str]| {
        let rows: String = dates.iter().enumerate().map(|(id, date)| format!("{id},{date} 10:00,B\n")).collect();
        let row = format!("  time: {{column: time, format: \"{format} %H:%M\", zone: UTC}}\n");
        import(format!("id,time,winner\n{rows}").as_bytes(), &mapping("", &row)).2
    };
    let (european, american) = ("%d/%m/%Y", "%m/%d/%Y");
    assert_eq!(
        said(american, &["01/02/2025", "02/02/2025", "03/02/2025"]),
        [
            "day and month may be the other way round: the rows are read as 2025-01-02 to 2025-03-02, and by format: \"%d/%m/%Y %H:%M\" they would be of 2025-02-01 to 2025-02-03"
        ]
    );
    assert_eq!(said(european, &["01/02/2025", "02/02/2025", "03/02/2025"]), [""; 0]);
    let future = said(european, &["25/12/2026", "26/12/2026"]);
    assert_eq!(future.len(), 1, "{future:?}");
    assert!(future[0].starts_with("2 rows are later than the import, the first one on line 2"), "{future:?}");
    let swapped = said(european, &["10/12/2026"]);
    assert!(swapped[0].contains("they would be of 2026-10-12 to 2026-10-12"), "{swapped:?}");
    let unread = said(american, &["12/11/2025", "13/11/2025", "14/11/2025"]);
    assert_eq!(
        unread.last().unwrap(),
        "day and month may be the other way round: 2 times that cannot be read could be by format: \"%d/%m/%Y %H:%M\""
    );
}

#[test]
fn text_in_another_encoding_is_read_where_it_is_declared() {
    let text = "局,闲,庄,id\n1,KS 7H,9D TC,甲\n";
    let row = "  cards: {hands: {separator: \" \", deal: PBPBPB, P: 闲, B: 庄}}\n";
    let expected = json!({"cards": ["KS", "9D", "7H", "TC"], "to": "PBPB", "source_row": 2, "source_id": "甲"});
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let little = utf_16(u16::to_le_bytes);
    let gb18030 = b"\xbe\xd6,\xcf\xd0,\xd7\xaf,id\n1,KS 7H,9D TC,\xbc\xd7\n";
    for (encoding, csv) in [
        ("utf-8", text.as_bytes()),
        ("utf-16le", &little),
        ("utf-16le", &[&[0xff, 0xfe][..], &little].concat()),
        ("utf-16be", &utf_16(u16::to_be_bytes)),
        ("utf-16", &[&[0xfe, 0xff][..], &utf_16(u16::to_be_bytes)].concat()),
        ("GB18030", gb18030),
    ] {
        let (_, coups, said) = import(csv, &mapping(&format!("encoding: {encoding}"), row));
        assert_eq!((coups, said.as_slice()), (vec![expected.clone()], &[][..]), "{encoding}");
    }
    let broken = [gb18030.as_slice(), b"2,KS 7H,9D TC,\xff\n"].concat();
    let (summary, _, said) = import(&broken, &mapping("encoding: gb18030", row));
    assert_eq!(summary.skipped, 1);
    assert_eq!(
        said,
        ["line 3, column \"id\": \"\u{fffd}\" holds bytes that are no text in gb18030; the row was skipped"]
    );
    let error = import_csv(&gb18030[..], &mapping("", row), AT, "x", &mut Vec::new()).unwrap_err();
    assert!(error.help().unwrap().contains("csv: {encoding: gb18030}"), "{error}");
}

#[test]
fn cards_as_cells_hold_them() {
    let cards = |notation: &str, hands: &str, cells: &str| {
        let row = format!("  cards: {{notation: {{{notation}}}, hands: {{{hands}}}}}\n");
        let (_, coups, said) = import(format!("id;p;b\n1;{cells}\n").as_bytes(), &mapping("delimiter: \";\"", &row));
        (coups.first().map_or(Value::Null, |coup| coup["cards"].clone()), said.len())
    };
    let each = "deal: PBPBPB, P: p, B: b";
    assert_eq!(cards("", each, "KS7H;9DTC"), (json!(["KS", "9D", "7H", "TC"]), 0));
    assert_eq!(cards("", &format!("separator: \"-\", {each}"), "KS-7H;9D-TC"), (json!(["KS", "9D", "7H", "TC"]), 0));
    assert_eq!(cards("", "all: p", "KS 9D7H TC;"), (json!(["KS", "9D", "7H", "TC"]), 0));
    // The Player drew none, the Banker did.
    assert_eq!(cards("", each, "KS 7H;2D TC 5C"), (json!(["KS", "2D", "7H", "TC", "5C"]), 0));
    assert_eq!(cards("", each, "KS7H2C3C;9DTC").1, 1);
    assert_eq!(cards("", each, "KSxx;9DTC"), (json!(["KS", "9D", "??", "TC"]), 1));
    assert_eq!(cards("", each, ";9DTC"), (json!(["??", "9D", "??", "TC"]), 2));
    assert_eq!(cards("", each, ";"), (Value::Null, 1));
    let numbers = "numbers: {first: 1, decks: 8, suits: CDHS}";
    let spaced = format!("separator: \" \", {each}");
    assert_eq!(cards(numbers, &spaced, "1 52;53 416"), (json!(["AC", "AC", "KS", "KS"]), 0));
    let from_0 = "numbers: {first: 0, suits: SHDC, ranks: 23456789TJQKA, together: rank}";
    assert_eq!(cards(from_0, &spaced, "0 1;4 51"), (json!(["2S", "3S", "2H", "AC"]), 0));
}

#[test]
fn lines_above_the_table_are_passed_over_and_counted() {
    let csv = "sep=,\r\n\"a title, not closed\r\n\r\nid,winner\r\n1,B\r\n";
    let (summary, coups, said) = import(csv.as_bytes(), &mapping("skip_lines: 3", "  shoe: winner\n"));
    assert_eq!((summary.lines_above, summary.rows, said.len()), (3, 1, 0));
    assert_eq!(coups, [json!({"shoe": "B", "source_row": 5, "source_id": "1"})]);
    let (summary, ..) = import(b"SEP=,\nid,winner\n1,B\n", &mapping("", "  shoe: winner\n"));
    assert_eq!((summary.lines_above, summary.coups), (1, 1));
    let error = import_csv(&b"sep=;\nid;winner\n"[..], &mapping("", "  shoe: winner\n"), AT, "x", &mut Vec::new());
    assert!(matches!(error, Err(ImportError::Delimiter(_))), "{error:?}");
}

#[test]
fn faults_of_the_keys_are_named_where_they_stand() {
    let text = format!(
        "format: csv-mapping/1
csv: {{encoding: klingon, skip_lines: -1, order: sideways}}
{OPEN}
row:
  id: id
  coup: {{prefix: H}}
  cards: {{notation: {{numbers: {{first: 2, suits: CDH}}}}, hands: {{deal: PX, P: p}}}}
  amounts: {{decimal: \",\", thousands: \",\"}}
  wagers: [{{bet: tie, stake: s, returned: r, net: n, decimals: 0}}]
"
    );
    let faults = Mapping::from_yaml(&text).unwrap_err().sorted();
    let places: Vec<String> = faults.iter().map(|fault| fault.place.to_string()).collect();
    assert_eq!(places, ["2:17", "2:38", "2:49", "6:9", "7:39", "7:49", "7:70", "8:38", "9:51"], "{faults:#?}");
}
