//! What sheets that are kept by hand have.
use resettle_import::{ImportSummary, Mapping, import_csv};
use serde_json::{Value, json};

const OPEN: &str = "format: csv-mapping/1\nopen: {log: x, source: {kind: table, id: T}, jurisdiction: SG, venue: mbs, game: 7-up-baccarat, table: T, currency: SGD}\n";

fn imported(csv: &str, row: &str) -> (Vec<Value>, ImportSummary, Vec<String>) {
    let text = format!("{OPEN}{row}");
    let mapping =
        Mapping::from_yaml(&text).unwrap_or_else(|faults| panic!("{}", faults.render("mapping", &text, false)));
    let mut out = Vec::new();
    let summary = import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut out).unwrap();
    let said = summary.problems.iter().map(ToString::to_string).collect();
    let log = String::from_utf8(out).unwrap();
    (log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect(), summary, said)
}

fn faults(row: &str) -> String {
    Mapping::from_yaml(&format!("{OPEN}{row}")).unwrap_err().render("mapping", &format!("{OPEN}{row}"), false)
}

const HANDS: &str = "row:\n  id: id\n  cards:\n    notation: {suits: none}\n    hands: {separator: \"-\", deal: BPBPB, P: player, B: bank, printed: {P: 7}}\n";

#[test]
fn a_card_that_is_printed_is_none_of_the_deal() {
    let (coups, _, said) = imported("id,player,bank\n1,7-7-K,9-2\n2,7-Q,3-4-5\n3,K-2,9-2\n4,7-2-3-4,9-2\n", HANDS);
    assert_eq!((&coups[0]["cards"], &coups[0]["to"]), (&json!(["9?", "7?", "2?", "K?"]), &json!("BPBP")));
    assert_eq!(coups[1]["cards"], json!(["3?", "Q?", "4?", "5?"]));
    assert_eq!(coups.len(), 2);
    assert_eq!(
        said,
        [
            "line 4, column \"player\": \"K-2\" does not begin with \"7\", which is printed on the layout as the mapping says; the row was skipped",
            "line 5, column \"player\": \"7-2-3-4\" holds more cards than the mapping's `deal` has for this hand; the row was skipped",
        ]
    );
}

#[test]
fn a_hand_that_always_begins_alike_is_warned_about() {
    let rows: String = (1..=12).map(|id| format!("{id},7-K,{}-2\n", id % 9 + 1)).collect();
    let without = HANDS.replace(", printed: {P: 7}", "");
    let (_, summary, _) = imported(&format!("id,player,bank\n{rows}"), &without);
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    assert!(hints[0].starts_with("12 of 12 hands of the Player begin with 7, which no shoe deals"), "{hints:?}");
    let (_, _, said) = imported("id,player,bank\n1,7-7-K,9-2\n", &without);
    assert!(said[0].contains("where its first card is printed on the layout and never dealt"), "{said:?}");
}

#[test]
fn date_and_time_in_two_columns_of_a_gaming_day() {
    let row = "row:\n  id: id\n  time: {columns: [date, time], format: \"%d/%m/%Y %I.%M%p\", zone: Asia/Singapore, gaming_day: \"06:00\"}\n  declared: {result: {column: winner, values: {B: banker}}}\n";
    let (coups, summary, said) =
        imported("id,date,time,winner\n1,07/03/2026,11.58pm,B\n2,07/03/2026,12.05am,B\n3,07/03/2026,,B\n", row);
    let times: Vec<&Value> = coups.iter().map(|coup| &coup["times"]["settled"]).collect();
    assert_eq!(times, ["2026-03-07T23:58:00+08:00", "2026-03-08T00:05:00+08:00"]);
    assert_eq!(
        said,
        ["line 4, column \"time\": the cell is empty, but the other cells of the time are not; the row was skipped"]
    );
    assert!(summary.hints.is_empty(), "{:?}", summary.hints);
    let alone = faults("row:\n  time: {column: date, format: \"%d/%m/%Y\", zone: UTC}\n");
    assert!(alone.contains("write columns: [Date, Time]"), "{alone}");
    for (time, said) in [
        ("{columns: [], format: \"%s\"}", "`columns` names no column"),
        ("{column: a, columns: [b], format: iso-8601}", "both `column` and `columns` are given"),
        ("{column: a, format: iso-8601, gaming_day: \"06:00\"}", "their zone has to be named beside it"),
        ("{column: a, format: iso-8601, zone: UTC, gaming_day: \"6\"}", "is no time of day"),
    ] {
        let found = faults(&format!("row:\n  time: {time}\n"));
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn a_dash_is_nought_where_the_mapping_says_so() {
    let row = |rest: &str| {
        format!(
            "{rest}row:\n  id: id\n  amounts: {{zero: [\"-\"]}}\n  wagers: [{{bet: player, stake: bet, returned: back, decimals: 2}}]\n"
        )
    };
    let (coups, summary, _) = imported("id,bet,back\n1,5,-\n2,-,-\n", &row("csv: {empty: [\"-\"]}\n"));
    assert_eq!(coups[0]["wagers"], json!([{"bet": "player", "stake": 500, "returned": 0}]));
    // A row that names a round and says nothing of it is no coup, and listed.
    assert_eq!((coups.len(), summary.lost_rows(), summary.wagers_left_out), (1, 1, 0), "{:?}", summary.problems);
    let (_, _, said) = imported("id,bet,back\n1,5,-\n", &row("csv: {empty: [\"-\"]}\n").replace("zero: [\"-\"]", ""));
    assert!(
        said[0].contains("\"-\" is an empty cell by `csv.empty`") && said[0].contains("write amounts: {zero: [\"-\"]}"),
        "{said:?}"
    );
}

#[test]
fn what_was_won_without_the_stake() {
    let row = "row:\n  id: id\n  declared: {result: {column: winner, values: {P: player, B: banker, T: tie}}}\n  wagers: [{bet: player, stake: bet, won: won, decimals: 2}]\n";
    let (coups, summary, said) = imported("id,winner,bet,won\n1,P,5,5\n2,B,5,0\n3,T,5,0\n4,T,0,0\n", row);
    let back: Vec<&Value> = coups.iter().map(|coup| &coup["wagers"][0]["returned"]).collect();
    assert_eq!(back, [&json!(1_000), &json!(0), &Value::Null, &Value::Null]);
    assert_eq!((summary.coups, summary.wagers_left_out, coups[2]["unread_rows"].as_u64()), (4, 1, Some(1)));
    assert!(said[0].contains("whether the stake went back or was lost stands nowhere"), "{said:?}");
    let both = faults("row:\n  wagers: [{bet: player, stake: a, won: b, net: c, decimals: 2}]\n");
    assert!(both.contains("more than one is given"), "{both}");
}

#[test]
fn sums_of_a_row_are_taken_apart_where_they_leave_one_way() {
    let row = "row:\n  id: id\n  together: {won: paid, net: {column: house, of: house}, decimals: 2}\n  wagers:\n    - {bet: player, stake: p, decimals: 2}\n    - {bet: banker, stake: b, decimals: 2}\n";
    let (coups, summary, said) = imported("id,p,b,paid,house\n1,5,3,3,2\n2,5,5,5,0\n3,5,0,0,5\n4,0,0,7,-7\n", row);
    assert_eq!(
        coups[0]["wagers"],
        json!([{"bet": "player", "stake": 500, "returned": 0}, {"bet": "banker", "stake": 300, "returned": 600}])
    );
    assert_eq!((&coups[1]["wagers"], coups[1]["unread_rows"].as_u64()), (&json!([]), Some(2)));
    assert_eq!(coups[2]["wagers"][0]["returned"], 0);
    assert_eq!((summary.wagers, summary.wagers_left_out), (3, 3));
    assert!(said[0].contains("they leave open what went back with this one; the wager was left out"), "{said:?}");
    assert!(said[2].contains("\"7\"") || said[2].contains("7 went back, and the stake is 0"), "{said:?}");
    let wagers = faults(
        "rows: wager\nrow:\n  id: id\n  together: {won: a, decimals: 2}\n  wagers: [{bet: player, stake: s, decimals: 2}]\n",
    );
    assert!(wagers.contains("`together` is of rows that are coups"), "{wagers}");
    let none = faults("row:\n  together: {decimals: 2}\n  wagers: [{bet: player, stake: s, decimals: 2}]\n");
    assert!(none.contains("names neither `won` nor `net`"), "{none}");
}
