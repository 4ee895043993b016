//! What an export holds becomes part of a coup, or is reported with its line: nothing of it passes unseen.

use std::collections::BTreeSet;

use proptest::prelude::*;
use resettle_import::{ImportError, ImportSummary, Mapping, RowFault, import_csv};
use serde_json::{Value, json};

const OPEN: &str = "open: {log: x, source: {kind: table, id: T1}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}\n";

const CARDS: &str = "  cards:
    columns:
      - {column: p1, to: P}
      - {column: b1, to: B}
      - {column: p2, to: P}
      - {column: b2, to: B}
      - {column: p3, to: P}
      - {column: b3, to: B}
";
const WINNER: &str = "  declared: {result: {column: winner, values: {P: player, B: banker, T: tie, V: void}}}\n";
const WAGER: &str = "  wagers: [{bet: banker, stake: stake, returned: back, decimals: 2}]\n";

fn mapping(before: &str, row: &[&str]) -> Mapping {
    let text = format!("format: csv-mapping/1\n{OPEN}{before}row:\n  id: id\n{}", row.concat());
    Mapping::from_yaml(&text).unwrap_or_else(|faults| panic!("{}", faults.render("map", &text, false)))
}

fn import(csv: &str, mapping: &Mapping) -> (ImportSummary, Vec<Value>, Vec<String>) {
    let mut out = Vec::new();
    let summary = import_csv(csv.as_bytes(), mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut out).unwrap();
    let log = String::from_utf8(out).unwrap();
    let coups = log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = summary.problems.iter().map(ToString::to_string).collect();
    (summary, coups, said)
}

const DEALT: &str = "id,p1,p2,p3,b1,b2,b3,winner,stake,back\n";

/// A CSV of rounds that are all alike, but for these lines.
fn rounds(count: usize, other: &[(usize, &str)]) -> String {
    let row = |number: usize| {
        let other = other.iter().find(|(at, _)| *at == number).map(|(_, row)| (*row).to_owned());
        other.unwrap_or_else(|| format!("{number},KS,7H,,9D,TC,,B,100,195"))
    };
    let rows: Vec<String> = (1..=count).map(row).collect();
    format!("{DEALT}{}\n", rows.join("\n"))
}

#[test]
fn a_quotation_mark_that_nothing_closes_is_named_with_the_lines_that_it_swallows() {
    let mapping = mapping("", &[CARDS, WINNER, WAGER]);
    let csv = rounds(20, &[(2, "2,KS,7H,,9D,TC,,B,100,\"195")]);
    let (summary, coups, said) = import(&csv, &mapping);
    assert_eq!((summary.rows, summary.coups, summary.skipped, summary.unread_lines), (2, 1, 1, 18));
    assert!(summary.lost_something());
    assert_eq!(coups[0]["unread_after"], 19);
    assert_eq!(
        said,
        [
            "lines 3 to 21: line 3 opens a quotation mark that nothing closes: the file ends inside it; lines 4 to 21 were not read (18 lines); the row was skipped"
        ]
    );
    // The line of the mark itself, where the row began above it.
    let spans = self::mapping("csv: {lines_in_cells: true}\n", &[CARDS, WINNER]);
    let csv = "id,p1,p2,p3,b1,b2,b3,winner,note,more\n1,KS,7H,,9D,TC,,B,,\n2,KS,7H,,9D,TC,,B,\"late\ncall\",\"x\n3,KS,7H,,9D,TC,,B,,\n";
    let (_, _, said) = import(csv, &spans);
    assert_eq!(
        said,
        [
            "lines 3 to 5: line 4 opens a quotation mark that nothing closes: the file ends inside it; lines 4 to 5 were not read (2 lines); the row was skipped"
        ]
    );
    // On the last line it swallows nothing more.
    let csv = rounds(3, &[(3, "3,KS,7H,,9D,TC,,B,100,\"195")]);
    let (summary, _, said) = import(csv.trim_end(), &mapping);
    assert_eq!((summary.coups, summary.skipped, summary.unread_lines), (2, 1, 0));
    assert!(
        said[0]
            .starts_with("line 4: line 4 opens a quotation mark that nothing closes: the file ends inside it; the row")
    );
    // Long before the end of a large file.
    let csv = rounds(60_000, &[(7, "7,\"KS,7H,,9D,TC,,B,100,195")]);
    let (summary, _, _) = import(&csv, &mapping);
    assert_eq!((summary.coups, summary.skipped, summary.unread_lines), (6, 1, 59_993));
}

#[test]
fn a_quotation_over_lines_is_asked_for_or_reported() {
    let note = |close: &str| format!("2,KS,7H,,9D,TC,,\"B\n3,KS,7H,,9D,TC,,B,100,195\n4,KS,7H{close},100,195");
    let csv = rounds(6, &[(2, &note(",,9D,TC,,B\""))]);
    let (summary, coups, said) = import(&csv, &mapping("", &[CARDS, WINNER, WAGER]));
    assert_eq!((summary.coups, summary.skipped, summary.unread_lines), (5, 1, 2));
    assert_eq!(coups[0]["unread_after"], 3);
    assert_eq!(
        said,
        [
            "lines 3 to 5: line 3 opens a quotation mark that is closed only on line 5; lines 4 to 5 were not read (2 lines); where cells hold line ends, write into the mapping: csv: {lines_in_cells: true}; the row was skipped"
        ]
    );
    // Where the mapping says so, such a cell is like any other.
    let spans = mapping("csv: {lines_in_cells: true}\n", &[CARDS, WINNER, WAGER]);
    let csv = rounds(3, &[(2, "\"2\nsecond\",KS,7H,,9D,TC,,B,100,195")]);
    let (summary, coups, _) = import(&csv, &spans);
    assert_eq!((summary.coups, summary.skipped), (3, 0));
    assert_eq!((&coups[1]["source_id"], &coups[1]["source_row"]), (&json!("2\nsecond"), &json!(3)));
    // What is wrong with it is reported with all of its lines.
    let csv = rounds(3, &[(2, "\"2\nsecond\",KS,7H,,9D,TC,,B,100")]);
    let (summary, _, said) = import(&csv, &spans);
    assert_eq!((summary.coups, summary.skipped, summary.unread_lines), (2, 1, 1));
    assert_eq!(said, ["lines 3 to 4: the row has 9 cells, and the CSV has 10 columns; the row was skipped"]);
}

#[test]
fn cards_that_are_not_recorded_are_not_none() {
    let results_only = mapping("", &[WINNER, WAGER]);
    let (summary, coups, said) = import("id,winner,stake,back\n1,B,100,195\n2,P,0,0\n", &results_only);
    assert!(!summary.lost_something() && said.is_empty());
    assert!(coups.iter().all(|coup| coup.get("cards").is_none() && coup.get("to").is_none()), "{coups:?}");
    let csv = rounds(3, &[(2, "2,,,,,,,P,,")]);
    let (summary, coups, _) = import(&csv, &mapping("", &[CARDS, WINNER, WAGER]));
    assert_eq!((summary.coups, summary.skipped), (3, 0));
    let with: Vec<bool> = coups.iter().map(|coup| coup.get("cards").is_some()).collect();
    assert_eq!(with, [true, false, true]);
}

#[test]
fn what_stands_below_the_rounds_is_no_coup() {
    for (footer, row) in [
        ("Total,,,,,,,,,", &[CARDS, WINNER, WAGER][..]),
        ("Total,,,,,,,,300,585", &[CARDS, WINNER, WAGER]),
        ("Total,3 rounds,,,,,,,,", &[CARDS, WINNER]),
        ("Total,,,,,,,,300,585", &[CARDS, WAGER]),
    ] {
        let csv = rounds(3, &[]) + footer + "\n";
        let (summary, coups, said) = import(&csv, &mapping("", row));
        assert_eq!((summary.coups, summary.skipped), (3, 1), "{footer}");
        assert!(coups[2].get("unread_after").is_none(), "{footer}: it is no round that could not be read");
        assert_eq!(said.last(), Some(&format!("line 5: {TOTALS}")), "{footer}");
        assert_eq!(summary.totals, 1);
    }
    // A terminal's rows have neither cards nor a result, and are coups; so is a row that says which coup it is.
    let (summary, ..) = import("id,stake,back\n1,100,0\n", &mapping("", &[WAGER]));
    assert_eq!((summary.coups, summary.skipped), (1, 0));
    let named = mapping("", &["  shoe: shoe\n  coup: coup\n", WINNER, WAGER]);
    let (summary, coups, _) =
        import("id,shoe,coup,winner,stake,back\n1,S1,1,B,100,195\n2,S1,2,,50,50\nTotal,S1,,,150,245\n", &named);
    assert_eq!((summary.coups, summary.skipped), (2, 1));
    assert_eq!((&coups[1]["coup"], coups[1].get("declared")), (&json!(2), None));
    // The same where rows are wagers.
    let wagers = mapping("rows: wager\n", &[WINNER, WAGER]);
    let (summary, _, said) = import("id,winner,stake,back\n1,B,100,195\n1,,50,97.50\nTotal,,150,292.50\n", &wagers);
    assert_eq!((summary.coups, summary.wagers, summary.skipped), (1, 2, 1));
    assert_eq!(said, [format!("line 4: {TOTALS}")]);
}

/// Wagers whose bet stands in a column, as sums have none.
const ANY_BET: &str =
    "  wagers: [{bet: {column: bet, values: {b: banker, p: player}}, stake: stake, returned: back, decimals: 2}]\n";
const TOTALS: &str = "the row is one of totals: it is no coup; the row was skipped";
const HEADER_AGAIN: &str = "the header stands here once more: it is no coup; the row was skipped";
const NO_COUP: &str = "the row holds neither cards nor a result, and does not say which coup it would be: it is none; the row was skipped";

/// The numbers of coups that the log says were left out, wherever that is.
fn left_out(coups: &[Value]) -> Vec<u64> {
    coups.iter().filter_map(|coup| coup["unread_after"].as_u64()).collect()
}

#[test]
fn sums_that_cannot_be_read_are_no_coup_that_was_lost() {
    let header = "id,shoe,coup,winner,bet,stake,back\n";
    let between = |row: &str| format!("{header}a,S,1,B,b,100,195\n{row}\nb,S,3,B,b,100,195\n");
    let of_shoes = "  shoe: shoe\n  coup: coup\n";
    for before in ["", "rows: wager\n"] {
        for (row, of_ids) in [
            ("Subtotal,,,,,100,195", true),
            ("Subtotal,,,,,\"1,000.00\",\"1,950.00\"", true),
            ("Subtotal,,,,b,\"1,000.00\",195", true),
            (",Subtotal,,,,100,195", false),
            (",Total,2 coups,,,100,195", false),
            (",,,2,,100,195", false),
            (",,,,,100,195", true),
            ("id,shoe,coup,winner,bet,stake,back", true),
            ("Subtotal", true),
            ("Subtotal,", true),
        ] {
            for named in [of_shoes, ""] {
                if named.is_empty() && !of_ids {
                    continue;
                }
                let (summary, coups, said) = import(&between(row), &mapping(before, &[named, WINNER, ANY_BET]));
                assert_eq!((summary.coups, summary.skipped), (2, 1), "{row}");
                let is_total = row.contains("otal");
                let fault = if is_total { TOTALS } else { NO_COUP };
                let fault = if row.starts_with("id") { HEADER_AGAIN } else { fault };
                assert_eq!(said, [format!("line 3: {fault}")], "{before}{named}{row}");
                assert_eq!(summary.lost_something(), fault == NO_COUP, "{before}{named}{row}");
                assert_eq!(left_out(&coups), [0; 0], "{before}{named}{row}");
            }
        }
    }
    // Which coup a row of sums names does not make it one; its own faults say enough.
    for before in ["", "rows: wager\n"] {
        let by_shoe = mapping(before, &[of_shoes, WINNER, ANY_BET]);
        let (_, coups, said) = import(&between(",Total,2,,,200,195"), &by_shoe);
        assert_eq!(left_out(&coups), [0; 0]);
        assert_eq!(
            said,
            [
                "line 3, column \"bet\": the cell is empty, but the other cells of the wager are not; the row was skipped"
            ]
        );
        // More cells than columns: which is which is not known, but there is no coup among them.
        let (_, coups, said) = import(&between(",Total,,,,1,000.00,1,950.00"), &by_shoe);
        assert_eq!(
            (left_out(&coups), &*said),
            (vec![], &["line 3: the row has 9 cells, and the CSV has 7 columns; the row was skipped".to_owned()][..])
        );
    }
    // A coup of which something cannot be read is one.
    for before in ["", "rows: wager\n"] {
        for row in [
            "x,S,2,B,b,abc,195",
            "x,S,2,,b,abc,195",
            "x,S,2,Q,,,",
            "x,S,2,Q,,100,195",
            "x,S,2x,B,b,100,195",
            "x,S,2,B,,100,195",
            "x,S,2",
            "x,S,2,B,b,1,000.00,195",
        ] {
            let (summary, coups, said) = import(&between(row), &mapping(before, &[of_shoes, WINNER, ANY_BET]));
            assert_eq!(summary.skipped, 1, "{row}");
            assert_eq!(left_out(&coups), [1], "{before}{row}");
            assert!(!said[0].contains("it is none"), "{said:?}");
        }
        // Its time cannot be read either.
        let timed = "  time: {column: at, format: \"%Y-%m-%d %H:%M\", zone: UTC}\n";
        let timed = mapping(before, &[of_shoes, timed, WINNER, ANY_BET]);
        let csv = |row: &str| {
            format!(
                "id,shoe,coup,at,winner,bet,stake,back\na,S,1,2025-01-01 10:00,B,b,100,195\n{row}\nb,S,3,2025-01-01 10:02,B,b,100,195\n"
            )
        };
        for (row, expected) in
            [("x,S,2,10:01,Q,b,100,195", vec![1]), (",,Total,10:01,,,100,195", vec![]), (",,,Total,,,100,195", vec![])]
        {
            let (_, coups, said) = import(&csv(row), &timed);
            assert_eq!(left_out(&coups), expected, "{row}: {said:?}");
        }
        // Where only the id would name it, a result that is not known may be one.
        let (_, coups, said) = import("id,winner\n1,B\n2,Tie\n3,P\n", &mapping("", &[WINNER]));
        assert_eq!((left_out(&coups), said.len()), (vec![1], 1));
        assert!(said[0].contains("\"Tie\" is not among the values of the mapping"), "{said:?}");
    }
}

#[test]
fn rows_that_are_no_coups_repeat_none() {
    let header = "id,p1,p2,p3,b1,b2,b3,winner,stake,back";
    for line in [header, "Total,,,,,,,,,", "Total,,,,,,,,100,195", "Total,,,,,,,2,,", "Total,2 coups,,,,,,,,", "Total"]
    {
        let mapping = mapping("", &[CARDS, WINNER, WAGER]);
        let csv = rounds(6, &[(2, line), (4, line), (6, line)]);
        let (summary, coups, _) = import(&csv, &mapping);
        assert_eq!((summary.coups, summary.skipped), (3, 3), "{line}");
        if !line.contains(",2,") {
            assert_eq!(left_out(&coups), [0; 0], "{line}");
        }
    }
    // A coup that cannot be read is repeated all the same.
    let csv = rounds(3, &[(2, "1,KS,7H,,9D,TC,,Q,100,195")]);
    let result = import_csv(
        csv.as_bytes(),
        &mapping("", &[CARDS, WINNER, WAGER]),
        "2026-11-21T19:00:00+08:00",
        "x.csv",
        &mut Vec::new(),
    );
    assert!(matches!(result, Err(ImportError::RepeatedCoups { line: 3, before: 2, .. })), "{result:?}");
}

#[test]
fn rows_of_a_coup_show_together_whether_it_is_one() {
    let wagers = mapping("rows: wager\n", &[WINNER, ANY_BET]);
    // A row that is lost, of a coup whose other row has the result.
    let csv = "id,winner,bet,stake,back\n1,,b,abc,195\n1,B,p,100,0\nTotal,,b,150,292.50\nTotal,,,\"1,000\",292.50\n2,,b,100,0\n2,Q,p,100,0\n";
    let (summary, coups, said) = import(csv, &wagers);
    assert_eq!((summary.coups, summary.wagers, summary.skipped), (2, 2, 4));
    assert_eq!((&coups[0]["unread_rows"], &coups[1]["unread_rows"]), (&json!(1), &json!(1)));
    assert_eq!(left_out(&coups), [0; 0]);
    assert!(said[0].starts_with("line 2, column \"stake\": \"abc\""), "{said:?}");
    assert_eq!(said[1..3], [format!("line 4: {TOTALS}"), format!("line 5: {TOTALS}")]);
    assert!(said[3].starts_with("line 7, column \"winner\": \"Q\""), "{said:?}");
    // What is wrong with the cells of a row that is no coup is not counted either.
    let csv = "id,p1,p2,p3,b1,b2,b3,winner,bet,stake,back\n1,KS,7H,,9D,TC,,B,b,100,195\nTotal,1 coup,,,,,,,b,0,195\n";
    let (summary, _, said) = import(csv, &mapping("rows: wager\n", &[CARDS, WINNER, ANY_BET]));
    assert_eq!((summary.unreadable_cards, summary.wagers_left_out, summary.skipped), (0, 0, 1));
    assert_eq!(said, [format!("line 3: {TOTALS}")]);
}

/// The cards and where they went, of one row of cells p1 p2 p3 b1 b2 b3, with what is reported.
fn dealt(cells: &str, winner: &str) -> (Value, Value, Vec<String>) {
    let csv = format!("{DEALT}1,{cells},{winner},100,0\n");
    let (summary, coups, said) = import(&csv, &mapping("", &[CARDS, WINNER, WAGER]));
    assert_eq!(summary.lost_something(), !said.is_empty());
    (coups[0]["cards"].clone(), coups[0]["to"].clone(), said)
}

#[test]
fn a_card_that_is_missing_inside_a_hand_is_an_unreadable_one() {
    for (cells, winner, cards, to, holes) in [
        ("KS,7H,,9D,,TC", "B", json!(["KS", "9D", "7H", "??", "TC"]), "PBPBB", vec!["b2"]),
        ("KS,,5H,9D,8C,", "B", json!(["KS", "9D", "??", "8C", "5H"]), "PBPBP", vec!["p2"]),
        (",7H,,9D,TC,", "B", json!(["??", "9D", "7H", "TC"]), "PBPB", vec!["p1"]),
        ("KS,7H,,,,2C", "P", json!(["KS", "??", "7H", "??", "2C"]), "PBPBB", vec!["b1", "b2"]),
        // Of the first four cards none is left undealt in a coup that has a result.
        ("KS,7H,,9D,,", "B", json!(["KS", "9D", "7H", "??"]), "PBPB", vec!["b2"]),
        // A draw may be.
        ("KS,7H,,9D,TC,", "B", json!(["KS", "9D", "7H", "TC"]), "PBPB", vec![]),
        ("KS,7H,,2D,TC,5C", "P", json!(["KS", "2D", "7H", "TC", "5C"]), "PBPBB", vec![]),
        // And the rest of a coup that was broken off.
        ("KS,,,9D,,", "V", json!(["KS", "9D"]), "PB", vec![]),
        ("KS,,,9D,TC,", "V", json!(["KS", "9D", "??", "TC"]), "PBPB", vec!["p2"]),
    ] {
        let (found, went, said) = dealt(cells, winner);
        assert_eq!((&found, &went), (&cards, &json!(to)), "{cells}");
        let reported: Vec<String> = holes
            .iter()
            .map(|column| {
                format!(
                    "line 2, column \"{column}\": the cell is empty, and the coup has cards that are dealt only with or after this one; the card was written as ??"
                )
            })
            .collect();
        let mut said = said;
        said.sort();
        let mut reported = reported;
        reported.sort();
        assert_eq!(said, reported, "{cells}");
    }
}

#[test]
fn where_columns_name_no_hand_the_last_two_may_be_empty() {
    let columns = CARDS.replace(", to: P", "").replace(", to: B", "");
    let mapping = mapping("", &[&columns, WINNER, WAGER]);
    for (cells, winner, cards) in [
        ("KS,7H,,2D,TC,5C", "B", json!(["KS", "2D", "7H", "TC", "5C"])),
        ("KS,7H,5C,2D,TC,", "B", json!(["KS", "2D", "7H", "TC", "5C"])),
        ("KS,7H,,9D,TC,", "B", json!(["KS", "9D", "7H", "TC"])),
        ("KS,7H,,9D,,TC", "B", json!(["KS", "9D", "7H", "??", "TC"])),
        ("KS,7H,,9D,,", "B", json!(["KS", "9D", "7H", "??"])),
        ("KS,,,9D,,", "B", json!(["KS", "9D", "??", "??"])),
        ("KS,,,,,", "B", json!(["KS", "??", "??", "??"])),
        ("KS,,,,,", "", json!(["KS", "??", "??", "??"])),
        (",7H,,9D,TC,", "B", json!(["??", "9D", "7H", "TC"])),
        // What was broken off.
        ("KS,7H,,9D,,", "V", json!(["KS", "9D", "7H"])),
        ("KS,,,,,", "V", json!(["KS"])),
        ("KS,,,9D,TC,", "V", json!(["KS", "9D", "??", "TC"])),
    ] {
        let (summary, coups, said) = import(&format!("{DEALT}1,{cells},{winner},100,0\n"), &mapping);
        assert_eq!(coups[0]["cards"], cards, "{cells}");
        let holes = cards.as_array().unwrap().iter().filter(|card| **card == "??").count();
        assert_eq!((said.len(), summary.unreadable_cards, summary.lost_something()), (holes, holes as u64, holes > 0));
    }
}

#[test]
fn the_first_cards_of_baccarat_are_no_draws_wherever_their_columns_end() {
    let hands =
        "  cards: {columns: [{column: p1, to: P}, {column: b1, to: B}, {column: p2, to: P}, {column: b2, to: B}]}\n";
    let baccarat = mapping("", &[hands, WINNER]);
    // Without the `7` that lies there always, its Player has one card and a draw.
    let text = format!("format: csv-mapping/1\n{OPEN}row:\n  id: id\n{hands}{WINNER}");
    let seven_up = Mapping::from_yaml(&text.replace("game: baccarat", "game: 7-up-baccarat")).unwrap();
    let unnamed = Mapping::from_yaml(&text.replace(", to: P", "").replace(", to: B", "")).unwrap();
    for (cells, winner, of_baccarat, of_seven_up, of_none) in [
        ("KS,,9D,TC", "B", "KS 9D ?? TC", "KS 9D TC", "KS 9D ?? TC"),
        ("KS,7H,9D,", "B", "KS 9D 7H ??", "KS 9D 7H", "KS 9D 7H ??"),
        ("KS,,9D,", "B", "KS 9D ?? ??", "KS 9D", "KS 9D ?? ??"),
        ("KS,,9D,", "V", "KS 9D", "KS 9D", "KS 9D"),
        ("KS,7H,9D,TC", "B", "KS 9D 7H TC", "KS 9D 7H TC", "KS 9D 7H TC"),
    ] {
        for (mapping, expected) in [(&baccarat, of_baccarat), (&seven_up, of_seven_up), (&unnamed, of_none)] {
            let (_, coups, _) = import(&format!("id,p1,p2,b1,b2,winner\n1,{cells},{winner}\n"), mapping);
            let cards: Vec<&str> = coups[0]["cards"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert_eq!(cards.join(" "), expected, "{cells}");
        }
    }
}

#[test]
fn a_payout_without_a_stake_is_reported_with_its_amount() {
    let csv = rounds(2, &[(1, "1,KS,7H,,9D,TC,,B,0,195")]);
    let (summary, coups, said) = import(&csv, &mapping("", &[CARDS, WINNER, WAGER]));
    assert_eq!((summary.coups, summary.wagers, summary.skipped, summary.wagers_left_out), (2, 1, 0, 1));
    assert_eq!((&coups[0]["wagers"], &coups[0]["unread_rows"]), (&json!([]), &json!(1)));
    assert!(summary.lost_something());
    assert_eq!(
        said,
        [
            "line 2, column \"stake\": 195 went back, and the stake is 0: a log has no wager without a stake; the wager was left out"
        ]
    );
    // Where a row is a wager, what the row says of its coup is kept.
    let wagers = mapping("rows: wager\n", &[CARDS, WINNER, WAGER]);
    let csv = format!("{DEALT}1,KS,7H,,9D,TC,,B,0,195\n1,,,,,,,,10,19.50\n2,KS,7H,,9D,TC,,P,0,195\n");
    let (summary, coups, said) = import(&csv, &wagers);
    assert_eq!((summary.coups, summary.wagers, summary.skipped, summary.wagers_left_out), (2, 1, 0, 2));
    for coup in &coups {
        assert_eq!((&coup["unread_rows"], coup["cards"].as_array().unwrap().len()), (&json!(1), 4));
    }
    assert_eq!((&coups[1]["declared"]["result"], &coups[1]["wagers"]), (&json!("player"), &json!([])));
    assert!(said[0].contains("195 went back") && said[0].ends_with("the wager was left out"), "{said:?}");
    // A terminal's coup is one without the wager, too.
    for before in ["", "rows: wager\n"] {
        let (summary, coups, _) = import("id,stake,back\n1,0,195\n2,100,195\n", &mapping(before, &[WAGER]));
        assert_eq!((summary.coups, summary.wagers, summary.wagers_left_out), (2, 1, 1));
        assert_eq!(coups[0]["unread_rows"], 1);
    }
    // Nothing on either side is no wager.
    let (summary, ..) = import(&rounds(2, &[(1, "1,KS,7H,,9D,TC,,B,0,0")]), &mapping("", &[CARDS, WINNER, WAGER]));
    assert_eq!((summary.wagers, summary.lost_something()), (1, false));
}

#[test]
fn bets_are_free() {
    let free = "  wagers: [{bet: {column: bet, values: {B: banker, L: lucky_six}}, stake: stake, returned: back, decimals: 2}]\n";
    let mapping = mapping("rows: wager\n", &[WINNER, free]);
    let named: Vec<(u32, &str)> = mapping.bets().map(|(place, bet)| (place.line, bet)).collect();
    assert_eq!(named, [(7, "banker"), (7, "lucky_six")]);
    let (_, coups, _) = import("id,winner,bet,stake,back\n1,B,B,100,195\n1,B,L,10,0\n", &mapping);
    let bets: Vec<&Value> = coups[0]["wagers"].as_array().unwrap().iter().map(|wager| &wager["bet"]).collect();
    assert_eq!(bets, ["banker", "lucky_six"]);
    let long = format!("format: csv-mapping/1\n{OPEN}row:\n  id: id\n{}", WAGER.replace("banker", &"x".repeat(201)));
    assert!(Mapping::from_yaml(&long).is_err());
}

#[test]
fn text_in_another_encoding_is_named_once() {
    let other = |csv: &[u8], mapping: &Mapping| {
        import_csv(csv, mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut Vec::new()).map(|summary| summary.skipped)
    };
    let named = |result: Result<u64, ImportError>| matches!(&result, Err(ImportError::NoCsv { what, .. }) if what.starts_with("text that is not UTF-8"));
    let results_only = mapping("", &[WINNER]);
    // In GB18030: the headers, or the results alone.
    assert!(named(other(b"\xbe\xd6\xba\xc5,\xbd\xe1\xb9\xfb\n1,\xd7\xaf\n", &results_only)));
    assert!(named(other(b"id,winner\n1,\xd7\xaf\n2,\xcf\xd0\n", &results_only)));
    let wagers = mapping("rows: wager\n", &[WINNER, WAGER]);
    assert!(named(other(b"id,winner,stake,back\n1,\xd7\xaf,1,1\n2,\xcf\xd0,1,1\n", &wagers)));
    // Two bytes that are a letter of UTF-8 by chance: \xd7\xaf is one.
    // Nor the shoe that would show that the row is a coup.
    let by_shoe = mapping("", &["  shoe: shoe\n  coup: coup\n", WINNER]);
    assert!(named(other(b"id,shoe,coup,winner\n1,\xcf\xd0,1,\xcf\xd0\n2,\xcf\xd0,2,\xcf\xd0\n", &by_shoe)));
    // One row of many, or a column that is not read.
    assert_eq!(other(b"id,winner\n1,\xcf\xd0\n2,B\n", &results_only).unwrap(), 1);
    assert_eq!(other(b"id,winner,\xb1\xb8\n1,B,\xd7\xaf\n2,B,\n", &results_only).unwrap(), 0);
}

/// Lines of a text as an editor counts them, that hold anything.
fn lines_with_something(text: &str) -> BTreeSet<u64> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    (1..).zip(text.split('\n')).filter(|(_, line)| !line.is_empty()).map(|(number, _)| number).collect()
}

fn cell() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "", "", "", "KS", "7H", "??", "B", "P", "V", "Q", "1", "2", "100", "0", "195", "\"", "\"a", "b\"", "\"x\ny\"",
        "\"\"", "a\"b", "\n", "Total", " ", "\r",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Each line is in a coup, or is the header, or is reported: by coups that are rows, and by rows that are wagers.
    #[test]
    fn each_line_is_in_a_coup_or_reported(
        rows in prop::collection::vec(prop::collection::vec(cell(), 9..12), 0..12),
        ends in prop::sample::select(vec!["\n", "\r\n", "\r"]),
        by_wagers in any::<bool>(),
        spans in any::<bool>(),
    ) {
        let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        let csv = format!("{}{}", DEALT.replace('\n', ends), rows.join(ends));
        let before = format!("csv: {{lines_in_cells: {spans}}}\n{}", if by_wagers { "rows: wager\n" } else { "" });
        let mapping = mapping(&before, &[CARDS, WINNER, WAGER]);
        let mut out = Vec::new();
        let summary = match import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut out) {
            Ok(summary) => summary,
            // Nothing was written then, and the reason names a row.
            Err(ImportError::RepeatedCoups { .. }) => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        let log = String::from_utf8(out).unwrap();
        let coups: Vec<Value> = log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        prop_assert_eq!(summary.coups, coups.len() as u64);
        let skipped: Vec<_> = summary.problems.iter().filter(|problem| problem.consequence == resettle_import::ProblemConsequence::Skipped).collect();
        let mut known: BTreeSet<u64> = [1].into();
        known.extend(skipped.iter().flat_map(|problem| problem.line..=problem.last_line));
        let rows_skipped: BTreeSet<u64> = skipped.iter().map(|problem| problem.line).collect();
        prop_assert_eq!(summary.skipped, rows_skipped.len() as u64);
        let empty = skipped.iter().filter(|problem| problem.fault == RowFault::EmptyRow).count() as u64;
        prop_assert_eq!(summary.empty_rows, empty);
        // Lines of sums are no coups of the source.
        let totals = skipped.iter().filter(|problem| matches!(problem.fault, RowFault::Totals | RowFault::HeaderAgain)).count() as u64;
        prop_assert_eq!(summary.totals, totals);
        prop_assert_eq!(summary.lost_something(), summary.skipped > empty + totals || summary.wagers_left_out > 0 || summary.unreadable_cards > 0);
        let rest: BTreeSet<u64> = lines_with_something(&csv).difference(&known).copied().collect();
        let rows_of_coups = summary.rows - summary.skipped;
        if spans {
            // A row may hold lines of its own: as many rows as lines that begin one.
            prop_assert!(rest.len() as u64 >= rows_of_coups, "{csv:?}: {rest:?}, {rows_of_coups}");
            if !by_wagers {
                let begins: BTreeSet<u64> = coups.iter().filter_map(|coup| coup["source_row"].as_u64()).collect();
                prop_assert!(begins.is_subset(&rest), "{csv:?}: {begins:?} of {rest:?}");
            }
        } else {
            // A row is a line, and each of them is in a coup.
            prop_assert_eq!(rest.len() as u64, rows_of_coups, "{:?}: {:?}", csv, summary.problems);
            if by_wagers {
                let first: BTreeSet<u64> = coups.iter().filter_map(|coup| coup["source_row"].as_u64()).collect();
                prop_assert!(first.is_subset(&rest));
            } else {
                let begins: BTreeSet<u64> = coups.iter().filter_map(|coup| coup["source_row"].as_u64()).collect();
                prop_assert_eq!(&begins, &rest, "{:?}", csv);
            }
        }
        // A fault says what became of it.
        for problem in &summary.problems {
            if let RowFault::OpenQuotation { line, opened, last_line } = problem.fault {
                prop_assert!(line == problem.line && last_line == problem.last_line);
                let text = csv.replace("\r\n", "\n").replace('\r', "\n");
                let marked = text.split('\n').nth(opened as usize - 1).is_some_and(|text| text.contains('"'));
                prop_assert!((line..=last_line).contains(&opened) && marked, "{csv:?}: {opened}");
            }
        }
    }
}

#[test]
fn a_coup_with_cards_and_without_a_result_is_listed() {
    let csv = rounds(3, &[(2, "2,KS,7H,,9D,TC,,,100,195")]);
    let (summary, coups, said) = import(&csv, &mapping("", &[CARDS, WINNER, WAGER]));
    assert_eq!((summary.coups, summary.values_left_out, coups[1].get("declared")), (3, 1, None));
    let line = "line 3, column \"winner\": no result stands there, and the coup has cards: what was announced is not known, and where it was broken off `row.status` of the mapping has to say so; the coup was written without it";
    assert_eq!(said, [line]);
    // Of several rows one has it.
    let wagers = mapping("rows: wager\n", &[CARDS, WINNER, WAGER]);
    let csv = format!("{DEALT}1,KS,7H,,9D,TC,,,100,195\n1,KS,7H,,9D,TC,,B,50,97.50\n2,KS,7H,,9D,TC,,,100,195\n");
    let (summary, _, said) = import(&csv, &wagers);
    assert_eq!((summary.coups, summary.values_left_out, said.len()), (2, 1, 1), "{said:?}");
    assert!(said[0].starts_with("line 4: no result stands there"), "{said:?}");
}

#[test]
fn what_may_say_that_no_card_was_drawn_names_the_key() {
    for word in ["-", "0", "-1", "none"] {
        let csv = rounds(2, &[(1, &format!("1,KS,7H,{word},9D,TC,{word},B,100,195"))]);
        let (summary, _, said) = import(&csv, &mapping("", &[CARDS, WINNER, WAGER]));
        assert_eq!(summary.unreadable_cards, 2);
        let hint = format!(
            "line 2, column \"p3\": {word:?} is no card of the mapping's notation; where it says that no card was drawn, write into the mapping: csv: {{empty: [{word:?}]}}; the card was written as ??"
        );
        assert_eq!(said[0], hint);
        let empty = mapping(&format!("csv: {{empty: [{word:?}]}}\n"), &[CARDS, WINNER, WAGER]);
        let (summary, coups, said) = import(&csv, &empty);
        assert_eq!((summary.unreadable_cards, said.len()), (0, 0));
        assert_eq!(coups[0]["cards"], json!(["KS", "9D", "7H", "TC"]));
    }
    // A card that is spelled wrongly, and one that every hand has.
    for row in ["1,KS,7H,2X,9D,TC,,B,100,195", "1,KS,-,,9D,TC,,B,100,195"] {
        let (_, _, said) = import(&rounds(2, &[(1, row)]), &mapping("", &[CARDS, WINNER, WAGER]));
        assert!(said[0].ends_with("is no card of the mapping's notation; the card was written as ??"), "{said:?}");
    }
    // A nought among amounts and totals is one, whatever it says among cards.
    let row = "  declared: {player: p3, result: {column: winner, values: {P: player}}}\n";
    let none = mapping("csv: {empty: ['0']}\n", &[row, WAGER]);
    let (summary, coups, _) = import(&format!("{DEALT}1,,,0,,,,P,100,0\n"), &none);
    assert_eq!(summary.skipped, 0);
    assert_eq!((&coups[0]["declared"]["player"], &coups[0]["wagers"][0]["returned"]), (&json!(0), &json!(0)));
}

#[test]
fn rows_that_are_numbered_in_advance_are_no_coups() {
    let named = mapping("", &["  shoe: shoe\n  coup: coup\n", WINNER]);
    let csv = "id,shoe,coup,winner\n1,S1,1,B\n2,S1,2,\n3,S1,3,B\n4,S1,4,\n5,S2,1,P\n6,S2,2,\n";
    let (summary, coups, said) = import(csv, &named);
    assert_eq!((summary.coups, summary.skipped), (3, 3));
    // One behind which the shoe goes on is a coup of which nothing is known.
    assert_eq!(left_out(&coups), [1]);
    assert_eq!(coups[0]["unread_after"], 1);
    let line = "line 3: nothing stands in the row but which coup it would be: it was numbered in advance, or what was dealt is not recorded; the row was skipped";
    assert_eq!(said[0], line);
    // A coup of wagers alone says more.
    let wagers = mapping("", &["  shoe: shoe\n  coup: coup\n", WINNER, WAGER]);
    let (summary, ..) = import("id,shoe,coup,winner,stake,back\n1,S1,1,,100,0\n", &wagers);
    assert_eq!((summary.coups, summary.skipped), (1, 0));
}

#[test]
fn cells_that_were_merged_are_listed() {
    let row = "  shoe: shoe\n  coup: coup\n  time: {column: at, format: \"%d/%m/%Y %H:%M\", zone: Asia/Singapore}\n";
    let csv = "id,shoe,coup,at,winner\n1,S1,1,06/03/2026 20:34,B\n2,,2,,P\n3,S1,3,06/03/2026 20:40,B\n";
    let (summary, coups, said) = import(csv, &mapping("", &[row, WINNER]));
    assert_eq!((summary.coups, summary.values_left_out, coups[1].get("shoe")), (3, 2, None));
    let cell = "the cell is empty, and rows above have one: of merged cells a spreadsheet writes the first one alone, so fill them down before it is saved as CSV; the coup was written without it";
    assert_eq!(said, [format!("line 3, column \"shoe\": {cell}"), format!("line 3, column \"at\": {cell}")]);
}

#[test]
fn a_line_of_sums_in_columns_that_are_not_read_is_no_empty_row() {
    let csv = rounds(2, &[]).replace("back\n", "back,drop,note\n").replace("195\n", "195,,\n")
        + ",,,,,,,,,,\"1,200.00\",Total\n,,,,,,,,,,,the shift ends\n,,,,,,,,,,,\n";
    let (summary, _, said) = import(&csv, &mapping("", &[CARDS, WINNER, WAGER]));
    assert_eq!((summary.coups, summary.skipped, summary.empty_rows), (2, 3, 2));
    assert_eq!(said[0], format!("line 4: {TOTALS}"));
}

#[test]
fn columns_of_one_header_are_named_by_their_places() {
    let mapping = mapping("", &["  wagers: [{bet: player, stake: P, returned: Paid, decimals: 2}]\n"]);
    let csv = "id,P,Paid,B,Paid,T,Paid\n1,1,2,1,0,1,0\n";
    let error = import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x", &mut Vec::new());
    let Err(ImportError::Columns(faults)) = error else { panic!("no fault") };
    assert_eq!(
        faults.sorted()[0].message,
        "the CSV has more than one column \"Paid\": name the one that is meant by its number: 3 (behind \"P\"), 5 (behind \"B\"), 7 (behind \"T\")"
    );
}
