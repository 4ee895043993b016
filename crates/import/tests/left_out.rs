//! What of a source is in no log and is said: amounts that no key reads, and rounds of two tables in one file.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_import::{ImportSummary, Mapping, UnreadAmounts, draft_json_mapping, import_csv, import_json};

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
    let of = |column: &str, rows, line| UnreadAmounts { column: column.to_owned(), rows, line };
    let id = "  id: id\n";
    let all = [of("Banker stake", 2, 2), of("Paid out", 2, 2), of("Fee", 3, 2), of("Total staked", 2, 2)];
    assert_eq!(amounts(&format!("{id}{RESULT}")), all);
    let wager = "  wagers: [{bet: banker, stake: Banker stake, returned: Paid out, decimals: 2}]\n";
    // A sum of what is read is no amount that was lost.
    assert_eq!(amounts(&format!("{id}{RESULT}{wager}")), [of("Fee", 3, 2)]);
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
