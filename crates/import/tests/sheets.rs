//! What sheets that are kept by hand have.
use resettle_import::{ImportError, ImportSummary, Mapping, draft_mapping, import_csv};
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

/// What a spreadsheet of a pit writes in German: what the draft makes of it, and what it says of a number that stands twice.
#[test]
fn a_german_sheet_is_drafted() {
    let header = "Datum;Uhrzeit;Schlitten;Coup;Karten Spieler;Karten Bank;Ergebnis;Einsatz Spieler;Auszahlung Spieler;Einsatz Bank;Auszahlung Bank";
    let mut sheet = format!("Punto Banco Tisch Nr. 4;;;;;;;;;;\nBetr\u{e4}ge in \u{20ac};;;;;;;;;;\n{header}\n");
    for coup in 1..=20 {
        // The number 12 is written twice.
        let number = if coup == 13 { 12 } else { coup };
        let row = match coup % 2 {
            0 => "D\u{2660} 7\u{2665};A\u{2663} 4\u{2666};Spieler;1.250,00;2.500,00;50,00;0,00",
            _ => "3\u{2660} B\u{2665} 2\u{2666};K\u{2663} 6\u{2666} 10\u{2660};Bank;100,00;0,00;50,00;97,50",
        };
        sheet += &format!("14.03.2026;20:{coup:02}:10;S1;{number};{row}\n");
    }
    sheet += "Summe;;;;;;;13.500,00;25.000,00;1.000,00;975,00\n";
    let draft = draft_mapping(sheet.as_bytes(), "x", "Europe/Berlin", &[]).unwrap();
    for part in [
        "table: \"4\"",
        "currency: EUR",
        "\"D\": \"Q\"",
        "\"B\": \"J\"",
        "P: \"Karten Spieler\", B: \"Karten Bank\"",
        "\"Bank\": banker",
        "\"Unentschieden\": tie",
        "amounts: {decimal: \",\", thousands: \".\"}",
        "{bet: banker, stake: \"Einsatz Bank\", returned: \"Auszahlung Bank\", decimals: 2}",
    ] {
        assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
    }
    assert!(!draft.mapping.contains("rows: wager"), "{}", draft.mapping);
    let said = "1 of the rows name a coup that another row names, the first one on line 16, as line 15 does";
    assert!(draft.guesses.iter().any(|guess| guess.starts_with(said)), "{:?}", draft.guesses);
    let mapping = Mapping::from_yaml(&draft.mapping.replace("REVIEW", "x")).unwrap();
    let read = |text: &str| import_csv(text.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x", &mut Vec::new());
    assert!(matches!(read(&sheet), Err(ImportError::RepeatedCoups { line: 16, before: 15, .. })));
    let summary = read(&sheet.replace("20:13:10;S1;12", "20:13:10;S1;13")).unwrap();
    assert_eq!((summary.coups, summary.wagers, summary.totals, summary.unreadable_cards), (20, 40, 1, 0));
    assert!(!summary.lost_something());
}

#[test]
fn what_a_draft_does_not_find_is_said_with_what_is_not_asked() {
    let draft = draft_mapping(b"Hand,P cards,B cards\n1,KS 7H,9D TC\n2,KD 8H,2D TC\n", "x", "UTC", &[]).unwrap();
    for said in ["no result column found: ", "no wager column found: no wager is in the log, and neither money"] {
        assert!(draft.guesses.iter().any(|guess| guess.starts_with(said)), "{:?}", draft.guesses);
    }
    assert!(draft.mapping.contains("  # amounts: {decimal: "), "{}", draft.mapping);
}

/// Names of columns beside `Stake` and `Paid`.
#[test]
fn columns_go_by_other_names() {
    for (header, rows, parts) in [
        (
            "winningSide,bet,stake,credited",
            "Banker,Banker,100,195\nPlayer,Banker,100,0\n",
            &["column: \"winningSide\"", "stake: \"stake\", returned: \"credited\""][..],
        ),
        (
            "Vainqueur,R\u{e9}sultat,Mise Banque,Paiement Banque",
            "x,\u{c9}galit\u{e9},100,100\nx,Joueur,100,0\n",
            &["\"\u{c9}galit\u{e9}\": tie", "{bet: banker, stake: \"Mise Banque\", returned: \"Paiement Banque\""],
        ),
        (
            "Result,Stake (Banker),Paid out (Banker)",
            "Banker,100,195\nEmpate,100,100\n",
            &["\"Empate\": tie", "stake: \"Stake (Banker)\", returned: \"Paid out (Banker)\""],
        ),
        (
            "result,banker_stake,banker_credit",
            "B,100,195\nB,50,97.50\n",
            &["stake: \"banker_stake\", returned: \"banker_credit\""],
        ),
        (
            "Result,BankerBet,BankerPayout",
            "B,100,195\nB,50,97.50\n",
            &["stake: \"BankerBet\", returned: \"BankerPayout\""],
        ),
    ] {
        let rows: String = (1..).zip(rows.lines()).map(|(id, row)| format!("{id},{row}\n")).collect();
        let draft = draft_mapping(format!("id,{header}\n{rows}").as_bytes(), "x", "UTC", &[]).unwrap();
        for part in parts {
            assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
        }
    }
}

/// A wager that was not taken is none, whether a column of yes and no, a word of its status or a code says so.
#[test]
fn refused_wagers_are_none_and_no_defect() {
    let header = "id,winner,bet,stake,paid,accepted,state\n";
    let rows =
        "1,B,b,100,195,true,settled\n1,B,b,100,0,false,settled\n2,P,b,100,0,true,settled\n2,P,p,50,0,true,rejected\n";
    let draft = draft_mapping(format!("{header}{rows}").as_bytes(), "x", "UTC", &[]).unwrap();
    let by_status =
        "status: {column: \"state\", settled: [\"settled\"]}, rejected: {column: \"state\", values: [\"rejected\"]}";
    assert!(draft.mapping.contains(by_status), "{}", draft.mapping);
    let (csv, only) = (
        format!("{header}{rows}").replace(",state", "").replace(",settled", "").replace(",rejected", ""),
        "rejected: {column: \"accepted\", values: [\"false\"]}",
    );
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &[]).unwrap();
    assert!(draft.mapping.contains(only), "{}", draft.mapping);
    let mapping = Mapping::from_yaml(&draft.mapping.replace("REVIEW", "x")).unwrap();
    let summary = import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x", &mut Vec::new()).unwrap();
    assert_eq!((summary.wagers, summary.no_wagers, summary.wagers_left_out), (3, 1, 0));
    // A loss below zero where all that went back is asked for.
    let loss = csv.replace("1,B,b,100,195,true", "1,B,b,100,-100,true");
    let summary = import_csv(loss.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x", &mut Vec::new()).unwrap();
    let said: Vec<String> = summary.problems.iter().map(ToString::to_string).collect();
    assert!(
        said.iter()
            .any(|said| said.contains("\"-100\" is below zero") && said.contains("write `net` in place of `returned`")),
        "{said:?}"
    );
}
