//! What of a source is in no log and is said: amounts that no key reads, and rounds of two tables in one file.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_import::{
    ImportSummary, Mapping, OtherTable, UnreadAmounts, UnreadSum, draft_json_mapping, draft_mapping, import_csv,
    import_json,
};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T21:00:00+08:00";
const OPEN: &str = "open: {log: x, source: {kind: table, id: T7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}\n";

fn csv(row: &str, csv: &str) -> ImportSummary {
    let mapping = Mapping::from_yaml(&format!("format: csv-mapping/1\n{OPEN}row:\n{row}")).unwrap();
    import_csv(csv.as_bytes(), &mapping, AT, "x.csv", &mut Vec::new()).unwrap()
}

const RESULT: &str = "  declared: {result: {column: winner, values: {B: banker, P: player}}}\n";

#[test]
fn columns_of_amounts_that_no_key_reads_are_counted() {
    let text = "id,winner,Banker stake,Paid out,Bet ID,Fee,Total staked,Remark\n1,B,100,195,7001,1.50,100,\n2,P,0,0,7002,2.50,0,\n3,B,50,97.5,7003,0.75,50,paid late\n";
    let amounts = |row: &str| csv(row, text).unread_amounts;
    let of = |column: &str, rows, above| {
        let sum = UnreadSum { amounts: 3, above, below: 0, others: 0 };
        UnreadAmounts { column: column.to_owned(), rows, line: 2, sum }
    };
    let id = "  id: id\n";
    let fee = of("Fee", 3, 475);
    let all = [of("Banker stake", 2, 15_000), of("Paid out", 2, 29_250), fee.clone(), of("Total staked", 2, 15_000)];
    assert_eq!(amounts(&format!("{id}{RESULT}")), all);
    let wager = "  wagers: [{bet: banker, stake: Banker stake, returned: Paid out, decimals: 2}]\n";
    // A sum of what is read is no amount that was lost.
    assert_eq!(amounts(&format!("{id}{RESULT}{wager}")), [fee]);
    assert!(csv(&format!("{id}{RESULT}"), text).lost_something());
    assert!(!csv(&format!("{id}{RESULT}"), "id,winner,Points\n1,B,7\n").lost_something());
}

#[test]
fn members_of_amounts_are_counted_also_where_no_wager_is_read() {
    let rounds = |mapping: &str, members: &str| {
        let mapping = Mapping::from_yaml(&format!("format: json-mapping/1\n{OPEN}{mapping}")).unwrap();
        let text = format!("{{\"id\": \"1\", \"winner\": \"B\", {members}}}\n{{\"id\": \"2\", \"winner\": \"P\"}}\n");
        import_json(text.as_bytes(), &mapping, AT, "x.json", &mut Vec::new()).unwrap()
    };
    let results = format!("row:\n  id: id\n{RESULT}");
    for (members, unread) in [
        ("\"bets\": [{\"stake\": 100, \"payout\": 195}]", 1),
        ("\"bets\": {\"banker\": 100}", 1),
        ("\"credited\": 195", 1),
        ("\"stake\": 0", 0),
        ("\"tableMaxBet\": 500", 0),
    ] {
        let summary = rounds(&results, members);
        assert_eq!((summary.rounds_with_unread_stakes, summary.lost_something()), (unread, unread > 0), "{members}");
    }
}

#[test]
fn rounds_of_two_tables_in_one_file_are_said_with_lines() {
    let hints = |row: &str, text: &str| -> Vec<String> {
        csv(&format!("{row}{RESULT}"), text).hints.iter().map(ToString::to_string).collect()
    };
    let said = hints("  coup: coup\n", "coup,winner\n1,B\n2,P\n2,B\n3,P\n");
    assert!(
        said.len() == 1
            && said[0].starts_with(
                "1 coup has the number of an earlier one, the first one on line 4: coup 2 stands on line 3 already"
            ),
        "{said:?}"
    );
    let time = "  time: {column: at, format: \"%Y-%m-%dT%H:%M:%S%.f\", zone: Asia/Singapore}\n";
    let said = hints(time, "at,winner\n2026-05-01T20:00:01.250,B\n2026-05-01T20:00:01.250,P\n");
    assert!(
        said.iter()
            .any(|said| said.starts_with("1 coup was settled at the moment of another one, the first one on line 3")),
        "{said:?}"
    );
    let said = hints("  shoe: shoe\n  coup: coup\n", "shoe,coup,winner\nA,1,B\nX,1,P\nA,2,B\nX,2,B\n");
    assert!(
        said.len() == 1 && said[0].starts_with("2 times coups of a shoe stand behind those of another shoe"),
        "{said:?}"
    );
    let said = hints("  coup: coup\n", "coup,winner\n1,B\n41,P\n2,B\n42,P\n3,B\n");
    assert!(
        said.len() == 1
            && said[0].starts_with("the numbers of the coups run in two rows in turn (3 times), first on line 4"),
        "{said:?}"
    );
}

/// The feed of a studio with two tables, as its draft reads it.
#[test]
fn a_feed_of_two_tables_is_drafted_with_what_it_leaves_out() {
    let round = |table: &str, number: u32, accepted: bool| {
        let credited = if accepted { 19_500 } else { 0 };
        format!(
            r#"{{"roundId":"{table}-{number}","shoeNo":1,"handNo":{number},"winningSide":"Banker","hands":{{"player":["Ks","7h"],"banker":["9d","Tc"]}},
            "bets":[{{"betId":"{table}-{number}-a","on":"BANKER","amount":10000,"accepted":{accepted},"credited":{credited}}}]}}"#
        )
    };
    let table = |table: &str| {
        let rounds: Vec<String> = (1..=4).map(|number| round(table, number, number != 3)).collect();
        format!(r#"{{"tableId":"{table}","rounds":[{}]}}"#, rounds.join(","))
    };
    let text = format!(r#"{{"currency":"EUR","tables":[{},{}]}}"#, table("SB-1"), table("SB-2"));
    let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
    for part in [
        "coup: \"handNo\"",
        "result: {column: \"winningSide\"",
        "returned: \"bets[].credited\"",
        "rejected: {column: \"bets[].accepted\", values: [\"false\"]}",
    ] {
        assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
    }
    let asks = |what: &str| draft.guesses.iter().any(|guess| guess.contains(what));
    assert!(asks("write decimals: 0") && asks("\"SB-2\" (4 rounds)"), "{:?}", draft.guesses);
    let mapping = Mapping::from_yaml(&draft.mapping.replace("REVIEW", "x")).unwrap();
    let summary = import_json(text.as_bytes(), &mapping, AT, "x.json", &mut Vec::new()).unwrap();
    assert_eq!((summary.coups, summary.wagers, summary.no_wagers, summary.wagers_left_out), (4, 3, 1, 0));
    let [other] = summary.other_tables.as_slice() else { panic!("{:?}", summary.other_tables) };
    assert_eq!((other.value.as_str(), other.rounds, other.staked), ("SB-2", 4, 4_000_000));
    let nothing = draft_json_mapping(br#"[{"id":"1","player":["KS","7H"],"banker":["9D","TC"]}]"#, "x").unwrap();
    for said in ["no result column found", "no wager column found"] {
        assert!(nothing.guesses.iter().any(|guess| guess.starts_with(said)), "{:?}", nothing.guesses);
    }
}

fn log_of(mapping: &str, csv: &str) -> (ImportSummary, Vec<Value>) {
    let mapping = Mapping::from_yaml(&format!("format: csv-mapping/1\n{OPEN}{mapping}")).unwrap();
    let mut log = Vec::new();
    let summary = import_csv(csv.as_bytes(), &mapping, AT, "x.csv", &mut log).unwrap();
    (summary, String::from_utf8(log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

const WAGER: &str = "  wagers: [{bet: banker, stake: Stake, returned: Paid, decimals: 2}]\n";

/// Rows of another table are counted with their stakes, in the log too; a row that names none is listed, and its coup is missing.
#[test]
fn rows_of_one_table_alone_are_read() {
    let text = "Table,id,winner,Stake,Paid\nT7,1,B,100,195\nT8,2,B,50,97.50\nT8,3,P,20,0\n,4,B,10,19.50\nT7,5,P,100,0\nT9,6,P,x,0\nTotal,,,280,312\n";
    for order in ["oldest-first", "newest-first"] {
        let csv = format!("csv: {{order: {order}, only: {{column: Table, values: [T7]}}}}\n");
        let (summary, log) = log_of(&format!("{csv}row:\n  id: id\n{RESULT}{WAGER}"), text);
        let other = |value: &str, rounds, line, staked, stakes_unread| OtherTable {
            path: "Table".to_owned(),
            value: value.to_owned(),
            rounds,
            line,
            staked,
            stakes_unread,
        };
        assert_eq!(summary.other_tables, [other("T8", 2, 3, 7_000, 0), other("T9", 1, 7, 0, 1)], "{order}");
        assert_eq!((summary.rows, summary.coups, summary.skipped, summary.totals), (7, 2, 5, 1), "{order}");
        assert!(summary.problems.iter().any(|problem| problem.line == 5 && problem.to_string().contains("\"Table\"")));
        let left_out = json!([{"column": "Table", "value": "T8", "rows": 2, "amount": 7_000}, {"column": "Table", "value": "T9", "rows": 1}]);
        assert_eq!((&log[0]["left_out"], log.len()), (&left_out, 3), "{order}");
        let unread: Vec<Option<u64>> = log[1..].iter().map(|coup| coup["unread_after"].as_u64()).collect();
        assert_eq!(unread, [Some(1), None], "{order}");
    }
}

/// A column that is not read on purpose is no unread amount; what stands in it is said, and stands in the log.
#[test]
fn what_is_not_read_on_purpose_is_stated_with_its_sum() {
    let text = "id,winner,Stake,Paid,Fee,Note\n1,B,100,195,1.50,\n2,P,50,0,-2.25,late\n3,P,50,0,n/a,\n";
    let rows = format!("row:\n  id: id\n{RESULT}{WAGER}");
    let on_purpose = "not_read:\n  - {column: Fee, why: it is of the hall}\n  - {column: Note, why: a remark}\n";
    let (summary, log) = log_of(&format!("{on_purpose}{rows}"), text);
    assert!(!summary.lost_something() && summary.unread_columns.is_empty(), "{summary:?}");
    let sums: Vec<_> = summary.not_read_on_purpose.iter().map(|own| (own.rows, own.line, own.sum)).collect();
    let of = |amounts, above, below, others| UnreadSum { amounts, above, below, others };
    assert_eq!(sums, [(3, 2, of(2, 150, -225, 1)), (1, 3, of(0, 0, 0, 1))]);
    let left_out = json!([{"column": "Fee", "why": "it is of the hall", "rows": 3, "amount": 150, "below": 225}, {"column": "Note", "why": "a remark", "rows": 1}]);
    assert_eq!(log[0]["left_out"], left_out);
    let faulty = |text: &str| Mapping::from_yaml(&format!("format: csv-mapping/1\n{OPEN}{text}{rows}")).unwrap_err();
    let said = |text: &str| faulty(text).sorted().iter().map(|fault| fault.message.clone()).collect::<Vec<_>>();
    assert_eq!(said("not_read: [{column: Paid, why: x}]\n"), ["another key reads \"Paid\""]);
    assert_eq!(said("not_read: [{column: Fee}]\n").len(), 1);
    let json = "{\"id\":\"1\",\"winner\":\"B\",\"totals\":{\"stake\":100,\"payout\":195}}\n{\"id\":\"2\",\"winner\":\"P\",\"totals\":{\"stake\":5}}\n";
    let of = |not_read: &str| {
        let mapping = format!("format: json-mapping/1\n{OPEN}{not_read}row:\n  id: id\n{RESULT}");
        import_json(json.as_bytes(), &Mapping::from_yaml(&mapping).unwrap(), AT, "x.json", &mut Vec::new()).unwrap()
    };
    let unread = of("");
    let sums: Vec<i128> = unread.unread_members.iter().filter_map(|member| Some(member.sum?.above)).collect();
    assert_eq!((sums, unread.lost_something()), (vec![19_500, 10_500], true));
    let stated = of("not_read: [{column: totals, why: sums}]\n");
    assert_eq!((stated.not_read_on_purpose[0].rows, stated.not_read_on_purpose[0].sum.above), (2, 30_000));
    assert!(!stated.lost_something() && stated.unread_members.is_empty());
    let nowhere = of("not_read: [{column: total, why: sums}]\n");
    assert!(nowhere.hints.iter().any(|hint| hint.to_string().contains("no round has anything at \"total\"")));
}

/// A row that an export has twice counts once; rows that say otherwise of one coup are refused.
#[test]
fn a_row_that_stands_twice_counts_once() {
    let rows = |last: &str| {
        let rows = (1..=12).map(|id| format!("{id},B,100,195\n")).collect::<String>();
        format!("id,winner,Stake,Paid\n{rows}{last}")
    };
    let mapping = Mapping::from_yaml(&format!("format: csv-mapping/1\n{OPEN}row:\n  id: id\n{RESULT}{WAGER}")).unwrap();
    let read = |text: &str| import_csv(text.as_bytes(), &mapping, AT, "x.csv", &mut Vec::new());
    let summary = read(&rows("7,B,100,195\n")).unwrap();
    assert_eq!((summary.rows, summary.coups, summary.repeated, summary.lost_something()), (13, 12, 1, false));
    assert_eq!(
        summary.problems[0].to_string(),
        "line 14: the round stands on line 8 already, the same in all that the mapping reads; it was counted once"
    );
    assert!(read(&rows("7,B,100,190\n")).is_err());
}

#[test]
fn a_csv_of_two_tables_is_drafted_for_the_first() {
    let row = |table: &str, coup: usize| format!("{table},1,{coup},Banker,KS,9D,7H,TC,100,195\n");
    let rows: String = (1..=5).map(|coup| row("T7", coup) + &row("T8", coup)).collect();
    let text = format!("Table,Shoe,Coup,Winner,P1,B1,P2,B2,Banker stake,Banker paid\n{rows}");
    let draft = draft_mapping(text.as_bytes(), "x", "UTC", &[]).unwrap();
    for part in ["only: {column: \"Table\", values: [\"T7\"]}", "table: \"T7\""] {
        assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
    }
    assert!(draft.guesses.iter().any(|guess| guess.contains("\"T8\" (5 rows)")), "{:?}", draft.guesses);
    let mapping = Mapping::from_yaml(&draft.mapping.replace("REVIEW", "x")).unwrap();
    let summary = import_csv(text.as_bytes(), &mapping, AT, "x.csv", &mut Vec::new()).unwrap();
    assert_eq!((summary.coups, summary.other_tables[0].rounds, summary.other_tables[0].staked), (5, 5, 50_000));
}
