//! Pit sheets: what stands beside stakes, dates above the table, headers over lines.
use resettle_import::{
    Draft, ImportError, ImportSummary, Mapping, draft_json_mapping, draft_mapping, import_csv, import_json,
};
use serde_json::{Value, json};

fn drafted(csv: &str) -> Draft {
    draft_mapping(csv.as_bytes(), "x", "Asia/Singapore", &[]).unwrap()
}

fn import(csv: &str, mapping: &str) -> Result<(ImportSummary, Vec<Value>), ImportError> {
    let mapping = mapping.replace("REVIEW", "x");
    let mapping =
        Mapping::from_yaml(&mapping).unwrap_or_else(|faults| panic!("{}", faults.render("mapping", &mapping, false)));
    let mut out = Vec::new();
    let summary = import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut out)?;
    let log = String::from_utf8(out).unwrap();
    Ok((summary, log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()))
}

/// Bet, stake and what went back, of each coup.
fn wagers(csv: &str, mapping: &str) -> Vec<Vec<(String, i64, i64)>> {
    let (_, coups) = import(csv, mapping).unwrap();
    let of = |coup: &Value| {
        let wagers = coup["wagers"].as_array().unwrap().iter();
        wagers
            .map(|wager| {
                (
                    wager["bet"].as_str().unwrap().to_owned(),
                    wager["stake"].as_i64().unwrap(),
                    wager["returned"].as_i64().unwrap(),
                )
            })
            .collect()
    };
    coups.iter().map(of).collect()
}

fn wager(bet: &str, stake: i64, returned: i64) -> (String, i64, i64) {
    (bet.to_owned(), stake * 100, returned * 100)
}

/// Three hands: the Banker's, the Player's, the Player's.
fn sheet(header: &str, wagers: [&str; 3]) -> String {
    let [first, second, third] = wagers;
    format!(
        "No,P 1,P 2,P 3,B 1,B 2,B 3,Win,{header}\n1,3h,2h,2s,As,Qs,8c,B,{first}\n2,7c,Kd,,6c,8d,Qs,P,{second}\n3,Jc,8s,,Ad,Qs,,P,{third}\n"
    )
}

#[test]
fn rows_decide_whether_the_stake_is_in_what_was_paid() {
    for (header, rows, key) in [
        ("Player,Paid,Banker,Paid", ["100,0,500,475", "150,150,200,0", "500,500,100,0"], "won: 10"),
        ("Player Bet,Paid,Banker Bet,Paid", ["100,,500,475", "150,150,200,", "500,500,100,"], "won: 10"),
        ("Plr,Paid,Bkr,Paid", ["100,0,500,975", "150,300,200,0", "500,1000,100,0"], "returned: 10"),
        ("Plr Bet,Plr Paid,Bkr Bet,Bkr Paid", ["100,0,500,475", "150,150,200,0", "500,500,100,0"], "won: \"Plr Paid\""),
        // Wins alone are called a net win, and lost bets have a nought.
        (
            "Player Bet,Player Net Win,Banker Bet,Banker Net Win",
            ["100,0,500,475", "150,150,200,0", "500,500,100,0"],
            "won: \"Player Net Win\"",
        ),
        (
            "Player Bet,Player Net Win,Banker Bet,Banker Net Win",
            ["100,-100,500,475", "150,150,200,-200", "500,500,100,-100"],
            "net: \"Player Net Win\"",
        ),
    ] {
        let csv = sheet(header, rows);
        let draft = drafted(&csv);
        assert!(draft.mapping.contains(key) && !draft.mapping.contains("returned (the stake"), "{}", draft.mapping);
        let expected = [
            [wager("player", 100, 0), wager("banker", 500, 975)],
            [wager("player", 150, 300), wager("banker", 200, 0)],
            [wager("player", 500, 1000), wager("banker", 100, 0)],
        ];
        assert_eq!(wagers(&csv, &draft.mapping), expected, "{}", draft.mapping);
    }
}

#[test]
fn where_no_row_decides_the_draft_asks() {
    let draft = drafted(&sheet("Tie Bet,Tie Paid", ["100,0", "25,0", "50,0"]));
    assert!(draft.mapping.contains("returned: \"Tie Paid\", decimals: 2} # REVIEW: returned"), "{}", draft.mapping);
    assert!(
        draft.guesses.iter().any(|guess| guess.contains("write `won` in place of `returned`")),
        "{:?}",
        draft.guesses
    );
}

#[test]
fn a_side_bet_that_never_won_is_drafted_and_lost_at_a_tie() {
    let csv = sheet("Plr,Paid,Bkr,Paid,P Pr,Paid", [",,500,475,25,", "150,150,,,,", "500,500,,,50,"])
        + "4,Qd,7s,,Qh,3s,4c,T,,,100,,25,\n";
    let draft = drafted(&csv);
    assert!(
        draft.mapping.contains("zero: [\"\"]") && draft.mapping.contains("won: {column: 14, at_tie: lost}"),
        "{}",
        draft.mapping
    );
    let (summary, coups) = import(&csv, &draft.mapping).unwrap();
    // Of the bet on the Banker at a tie nothing says whether it went back.
    assert_eq!((summary.wagers_left_out, summary.problems.len()), (1, 1), "{:?}", summary.problems);
    assert_eq!(coups[3]["wagers"], json!([{"bet": "player_pair", "stake": 2500, "returned": 0}]));
    let back = draft.mapping.replace("stake: \"Bkr\", won: 12", "stake: \"Bkr\", won: {column: 12, at_tie: back}");
    assert_eq!(wagers(&csv, &back)[3], [wager("banker", 100, 100), wager("player_pair", 25, 0)]);
}

#[test]
fn rounds_of_json_decide_it_too() {
    let round = |id: u32, winner: &str, on: &str, paid: u32| {
        json!({
            "id": format!("r{id}"), "player": {"cards": ["9S", "JS"]}, "banker": {"cards": ["7C", "TD"]}, "winner": winner,
            "bets": [{"side": on, "stake": 100, "payout": paid}],
        })
    };
    for (paid, key) in [([95, 0], "won: "), ([195, 0], "returned: ")] {
        let rounds = json!([round(1, "BANKER", "BANKER", paid[0]), round(2, "PLAYER", "BANKER", paid[1])]);
        let draft = draft_json_mapping(rounds.to_string().as_bytes(), "x").unwrap();
        assert!(draft.mapping.contains(&format!("{key}\"bets[].payout\"\n")), "{}", draft.mapping);
    }
    // Bets that do not go back at a tie, by their names.
    let rounds = json!([round(1, "BANKER", "BANKER", 95), round(2, "TIE", "BANKER_PAIR", 0)]);
    let draft = draft_json_mapping(rounds.to_string().as_bytes(), "x").unwrap();
    assert!(
        draft.mapping.contains("won: {column: \"bets[].payout\", at_tie: {banker_pair: lost}}\n"),
        "{}",
        draft.mapping
    );
    let mapping = Mapping::from_yaml(&draft.mapping.replace("REVIEW", "x")).unwrap();
    let mut out = Vec::new();
    let at = "2026-11-21T19:00:00+08:00";
    let summary = import_json(rounds.to_string().as_bytes(), &mapping, at, "x.json", &mut out).unwrap();
    assert_eq!((summary.wagers, summary.wagers_left_out), (2, 0), "{:?}", summary.problems);
    let rounds = json!([round(1, "PLAYER", "BANKER", 0), round(2, "PLAYER", "BANKER", 0)]);
    let draft = draft_json_mapping(rounds.to_string().as_bytes(), "x").unwrap();
    assert!(draft.mapping.contains("returned: \"bets[].payout\" # REVIEW"), "{}", draft.mapping);
}

const PIT: &str = "Mini Baccarat Table 7,,,,,,\nGaming Date:,14-Mar-2026,,Printed:,15-Mar-2026,,\n,,,,,,\n\"Hand\n#\",Time,P 1,P 2,B 1,B 2,Win\n1,11:14 PM,9h,Ks,As,Qs,P\n2,11:58 PM,9c,Kd,6c,Qd,P\n3,12:02 AM,9s,Kc,6d,Qh,P\n";

#[test]
fn a_date_above_the_table_and_a_header_over_lines() {
    // Another date stands above, too: that of the line that says so is one of two.
    let csv = PIT.replace(",,Printed:,15-Mar-2026", ",,,");
    let draft = drafted(&csv);
    let time = "time: {column: \"Time\", date: {line: 2, format: \"%d-%b-%Y\"}, format: \"%I:%M %p\", zone: \"Asia/Singapore\", gaming_day: \"06:00\"}";
    assert!(draft.mapping.contains(time) && draft.mapping.contains("coup: \"Hand #\""), "{}", draft.mapping);
    for mapping in [draft.mapping.clone(), draft.mapping.replace("\"Hand #\"", "\"Hand\\n#\"")] {
        let (summary, coups) = import(&csv, &mapping).unwrap();
        assert!(summary.problems.is_empty(), "{:?}", summary.problems);
        let times: Vec<_> = coups.iter().map(|coup| coup["times"]["settled"].as_str().unwrap()).collect();
        assert_eq!(times, ["2026-03-14T23:14:00+08:00", "2026-03-14T23:58:00+08:00", "2026-03-15T00:02:00+08:00"]);
        assert_eq!(coups.iter().map(|coup| &coup["coup"]).collect::<Vec<_>>(), [1, 2, 3]);
    }
    // The next day's file has its own date in that line, or the mapping does not fit it.
    let (_, coups) = import(&csv.replace("14-Mar", "20-Mar"), &draft.mapping).unwrap();
    assert_eq!(coups[0]["times"]["settled"], "2026-03-20T23:14:00+08:00");
    for (csv, which) in [(csv.replace("14-Mar-2026", "14.3.26"), "none stands"), (PIT.to_owned(), "several stand")] {
        let error = import(&csv, &draft.mapping).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{which} of the format \"%d-%b-%Y\" on line 2")), "{error}");
    }
}

#[test]
fn a_date_above_is_none_of_json_and_stands_above_the_table() {
    let draft = drafted(&PIT.replace(",,Printed:,15-Mar-2026", ",,,")).mapping;
    let text = draft.replace("line: 2", "line: 7");
    let rendered = Mapping::from_yaml(&text).unwrap_err().render("mapping", &text, false);
    assert!(rendered.contains("line 7 is none above the table: `skip_lines` is 3"), "{rendered}");
    let json = "format: json-mapping/1\nopen: {log: x, source: {kind: table, id: x}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}\nrow:\n  time: {column: at, date: {line: 2, format: \"%d-%b-%Y\"}, format: \"%H:%M\", zone: UTC}\n";
    let rendered = Mapping::from_yaml(json).unwrap_err().render("mapping", json, false);
    assert!(rendered.contains("columns: [/date, time]"), "{rendered}");
}

#[test]
fn a_header_that_swallowed_a_row_is_none() {
    // The mark that the header opens is closed in the row below.
    let csv = "No,P 1,P 2,B 1,B 2,Win,\"Notes\n1,9h,Ks,As,Qs,P,\"\n2,9c,Kd,6c,Qd,P,\n";
    let mapping = "format: csv-mapping/1\nopen: {log: x, source: {kind: table, id: x}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}\nrow:\n  id: No\n";
    assert!(matches!(import(csv, mapping), Err(ImportError::FirstRow(_))));
}
