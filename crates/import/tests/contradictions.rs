//! What a CSV says twice and not alike, and what it leaves open: listed, and never taken by chance.

use resettle_import::{ImportSummary, Mapping, import_csv};
use serde_json::{Value, json};

const OPEN: &str = "open: {log: x, source: {kind: table, id: T1}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}\n";

fn mapping(before: &str, row: &str) -> Mapping {
    let text = format!("format: csv-mapping/1\n{OPEN}{before}row:\n{row}");
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

const HANDS: &str = "  cards: {hands: {separator: ',', deal: PBPBPB, P: player, B: banker}}\n";
const WINNER: &str = "  declared: {result: {column: winner, values: {P: player, B: banker, T: tie, V: void}}}\n";
const WAGER: &str =
    "  wagers: [{bet: {column: bet, values: {b: banker, p: player}}, stake: stake, returned: back, decimals: 2}]\n";

/// Everything that rows say of their coup and that is not a wager has to be the same in all of them.
#[test]
fn rows_of_a_coup_that_contradict_each_other() {
    let row = [
        "  id: id\n  time: {column: at, format: iso-8601}\n  opened: opened\n  closed: closed\n",
        "  status: {column: state, values: {done: played, void: void}}\n  void_reason: reason\n",
        "  cards: {hands: {deal: PBPBPB, P: player, B: banker}, burned: burned}\n",
        WINNER,
        WAGER,
    ]
    .concat();
    let mapping = mapping("rows: wager\n", &row);
    let names = [
        "id", "at", "opened", "closed", "state", "reason", "player", "banker", "burned", "winner", "bet", "stake",
        "back",
    ];
    let good = [
        "1",
        "2026-01-01T10:02:00Z",
        "2026-01-01T10:00:00Z",
        "2026-01-01T10:01:00Z",
        "done",
        "",
        "KS 7H",
        "9D TC",
        "2H",
        "B",
        "b",
        "100",
        "195",
    ];
    let csv =
        |first: &[&str], second: &[&str]| format!("{}\n{}\n{}\n", names.join(","), first.join(","), second.join(","));
    for (column, other, what) in [
        ("opened", "2026-01-01T09:59:00Z", "time of opening"),
        ("closed", "2026-01-01T10:01:30Z", "time of closing"),
        ("state", "void", "status"),
        ("player", "KS 6H", "cards"),
        ("burned", "3H", "cancelled or burned cards"),
        ("winner", "P", "declared result"),
    ] {
        let mut second = good;
        second[names.iter().position(|name| *name == column).unwrap()] = other;
        let (summary, coups, said) = import(&csv(&good, &second), &mapping);
        assert_eq!((summary.coups, summary.wagers, &coups[0]["unread_rows"]), (1, 1, &json!(1)), "{column}");
        let expected =
            format!("line 3: line 2 is of round \"1\", too, and says otherwise of its {what}; the row was skipped");
        assert_eq!(said, [expected], "{column}");
        if column == "player" {
            continue;
        }
        // What one of them leaves out is no contradiction.
        second[names.iter().position(|name| *name == column).unwrap()] = "";
        let (summary, coups, said) = import(&csv(&second, &good), &mapping);
        assert_eq!((summary.coups, summary.wagers, said), (1, 2, vec![]), "{column}");
        assert_eq!(coups[0]["times"]["opened"], json!("2026-01-01T10:00:00+00:00"));
    }
    let mut voided = good;
    (voided[4], voided[5]) = ("void", "late bet");
    let mut other = voided;
    other[5] = "wrong card";
    let (_, _, said) = import(&csv(&voided, &other), &mapping);
    assert!(said[0].ends_with("says otherwise of its reason of the void; the row was skipped"), "{said:?}");
}

#[test]
fn an_empty_place_among_cards_is_a_card_that_was_not_recorded() {
    let mapping = mapping("csv: {empty: ['-']}\n", &format!("  id: id\n{HANDS}{WINNER}"));
    for (hand, cards, holes) in [
        ("KS,,2H", json!(["KS", "9D", "??", "TC", "2H"]), 1),
        ("KS,-,2H", json!(["KS", "9D", "??", "TC", "2H"]), 1),
        (",KS,2H", json!(["??", "9D", "KS", "TC", "2H"]), 1),
        ("KS,2H,", json!(["KS", "9D", "2H", "TC"]), 0),
        ("KS,2H,-", json!(["KS", "9D", "2H", "TC"]), 0),
        ("[KS, 2H]", json!(["KS", "9D", "2H", "TC"]), 0),
    ] {
        let csv = format!("id,player,banker,winner\n1,\"{hand}\",\"9D,TC\",B\n");
        let (summary, coups, said) = import(&csv, &mapping);
        assert_eq!((&coups[0]["cards"], summary.unreadable_cards, said.len() as u64), (&cards, holes, holes), "{hand}");
        let place = said.iter().all(|said| said.contains("has an empty place before another card"));
        assert!(place, "{said:?}");
    }
}

#[test]
fn figures_without_anything_between_are_refused_where_they_can_be_other_cards() {
    let points = "  id: id\n  cards: {notation: points, hands: {deal: PBPBPB, P: player, B: banker}}\n";
    let csv = "id,player,banker,winner\n1,98,07,B\n2,109,07,B\n3,10 9,0 7,B\n";
    let (summary, coups, said) = import(csv, &mapping("", &format!("{points}{WINNER}")));
    assert_eq!((summary.coups, summary.skipped), (2, 1));
    assert_eq!(coups[1]["cards"], json!(["~0", "~0", "~9", "~7"]));
    assert!(said[0].contains("\"109\" can be the cards 10 9 and the cards 1 0 9"), "{said:?}");
    assert!(said[0].contains("hands: {separator: \" \"}"), "{said:?}");
    let ranks = points.replace("points", "{suits: none, ranks: numbers}");
    let (_, _, said) = import("id,player,banker,winner\n1,112,2 3,B\n", &mapping("", &format!("{ranks}{WINNER}")));
    assert!(said[0].contains("can be the cards 11 2 and the cards 1 12"), "{said:?}");
}

#[test]
fn numbers_of_coups_that_begin_again_are_not_one_coup() {
    let mapping = mapping("rows: wager\n", &format!("  coup: no\n{WINNER}{WAGER}"));
    let together = "no,winner,bet,stake,back\n1,B,b,100,195\n1,B,p,50,0\n2,P,p,10,20\n";
    let (summary, _, said) = import(together, &mapping);
    assert_eq!((summary.coups, summary.wagers, said), (2, 3, vec![]));
    let (summary, coups, said) = import(&format!("{together}1,B,b,30,58.50\n"), &mapping);
    assert_eq!((summary.coups, summary.wagers, &coups[0]["unread_rows"]), (2, 3, &json!(1)));
    assert_eq!(
        said,
        [
            "line 5: it is of coup 1, as line 2 is, and rows of other coups stand between: nothing says whether both are of one shoe; write row.shoe or row.id into the mapping, or sort the CSV by shoe and coup; the row was skipped"
        ]
    );
}

#[test]
fn sums_of_one_wager_that_contradict_each_other() {
    let row = format!(
        "  id: id\n{WINNER}  together: {{won: won, net: {{column: net, of: house}}, decimals: 2}}\n  wagers: [{{bet: player, stake: p, decimals: 2}}, {{bet: banker, stake: b, decimals: 2}}]\n"
    );
    let mapping = mapping("", &row);
    for (sums, returned) in [
        ("100,-100", Some(20_000)),
        ("0,100", Some(0)),
        ("0,0", Some(10_000)),
        ("0,50", Some(5_000)),
        ("100,100", None),
        ("95,-100", None),
        ("0,-100", None),
        ("0,150", None),
    ] {
        let (summary, coups, said) = import(&format!("id,winner,p,b,won,net\n1,P,100,0,{sums}\n"), &mapping);
        assert_eq!(coups[0]["wagers"].as_array().unwrap().len(), usize::from(returned.is_some()), "{sums}");
        assert_eq!(coups[0]["wagers"][0]["returned"].as_i64(), returned, "{sums}");
        assert_eq!(summary.wagers_left_out, u64::from(returned.is_none()), "{sums}");
        assert!(said.iter().all(|said| said.contains("do not fit this wager, the only one of the row")), "{said:?}");
    }
}

#[test]
fn times_of_another_day_are_left_out() {
    let row = "  id: id\n  time: {columns: [day, at], format: '%Y-%m-%d %H:%M:%S', zone: UTC}\n  opened: {columns: [day, opened], format: '%Y-%m-%d %H:%M:%S', zone: UTC}\n  closed: {columns: [day, closed], format: '%Y-%m-%d %H:%M:%S', zone: UTC}\n";
    let dated = mapping("", &format!("{row}{WINNER}"));
    for (times, listed) in [
        ("23:50:00,23:51:00,23:52:00", 0),
        ("23:58:00,23:59:30,00:00:30", 2),
        ("23:59:00,00:00:10,00:00:30", 2),
        // A clock that is a little behind is what the source says.
        ("23:50:10,23:50:00,23:52:00", 0),
    ] {
        let csv = format!("id,day,opened,closed,at,winner\n1,2026-03-06,{times},B\n");
        let (summary, coups, said) = import(&csv, &dated);
        assert_eq!((summary.coups, summary.values_left_out, said.len() as u64), (1, listed, listed), "{times}");
        assert_eq!(coups[0]["times"].get("opened").is_none(), listed > 0, "{times}");
        assert_eq!(summary.lost_something(), listed > 0);
    }
    let by_gaming_day = mapping("", &format!("{}{WINNER}", row.replace("zone: UTC", "zone: UTC, gaming_day: '06:00'")));
    let csv = "id,day,opened,closed,at,winner\n1,2026-03-06,23:59:00,00:00:10,00:00:30,B\n";
    let (_, coups, said) = import(csv, &by_gaming_day);
    assert_eq!((&coups[0]["times"]["closed"], said), (&json!("2026-03-07T00:00:10+00:00"), vec![]));
}

#[test]
fn the_reason_of_a_void_that_is_none_is_listed() {
    let mapping = mapping("", &format!("  id: id\n  void_reason: reason\n{WINNER}"));
    let (summary, coups, said) = import("id,winner,reason\n1,B,misdeal\n2,V,misdeal\n3,B,\n", &mapping);
    assert_eq!((summary.coups, summary.values_left_out), (3, 1));
    assert_eq!(
        said,
        [
            "line 2, column \"reason\": \"misdeal\" is why a coup is void, and neither the status nor the result of this one is; it was left out of the log"
        ]
    );
    assert_eq!(coups[1]["irregularities"][0]["text"], "misdeal");
}

#[test]
fn rows_that_are_the_same_and_ids_that_stand_twice_are_warned_about() {
    let hints = |csv: &str, mapping: &Mapping| -> Vec<String> {
        let (summary, ..) = import(csv, mapping);
        assert!(!summary.lost_something());
        summary.hints.iter().map(ToString::to_string).collect()
    };
    // No column names a row.
    let nameless = mapping("", &format!("{HANDS}{WINNER}"));
    let rows = "player,banker,winner\n\"KS,7H\",\"9D,TC\",B\n\"KS,8H\",\"9D,TC\",B\n\"KS,7H\",\"9D,TC\",B\n";
    assert_eq!(
        hints(rows, &nameless),
        [
            "1 row is the same as a row above in all that the mapping reads, the first one on line 4, as line 2 is: all of them are counted; see whether they were delivered twice"
        ]
    );
    let wagers = mapping("rows: wager\n", &format!("  id: id\n{WINNER}{WAGER}"));
    let rows = "id,winner,bet,stake,back\n1,B,b,100,195\n1,B,b,100,195\n1,B,p,100,0\n2,B,b,100,195\n";
    assert!(hints(rows, &wagers)[0].starts_with("1 row is the same as a row above"));
    // With ids that two coups share.
    let with_ids = mapping(
        "rows: wager\n",
        &format!("  id: id\n{WINNER}{}", WAGER.replace("decimals: 2", "decimals: 2, id: ticket")),
    );
    let rows = "id,winner,bet,stake,back,ticket\n1,B,b,100,195,t1\n1,B,b,100,195,t2\n2,B,b,100,195,t1\n";
    assert_eq!(
        hints(rows, &with_ids),
        [
            "1 wager has the id of a wager of another round, the first one on line 4: \"t1\" stands on line 2 already; see whether it was delivered twice"
        ]
    );
    let of_coups = mapping(
        "",
        &format!("  id: id\n{WINNER}  wagers: [{{bet: player, stake: s, returned: b, decimals: 2, id: ticket}}]\n"),
    );
    let rows = "id,winner,s,b,ticket\n1,B,100,0,t1\n2,B,100,0,t1\n";
    assert!(hints(rows, &of_coups)[0].starts_with("1 wager has the id of a wager of another round"));
}

#[test]
fn cards_that_the_separator_does_not_separate_are_refused() {
    let mapping = mapping(
        "",
        &format!("  id: id\n  cards: {{hands: {{separator: ' ', deal: PBPBPB, P: player, B: banker}}}}\n{WINNER}"),
    );
    let csv = "id,player,banker,winner\n1,\"KS,7H,2D\",9D TC,B\n2,KS7H,9D TC,B\n3,KS 7X,9D TC,B\n";
    let (summary, coups, said) = import(csv, &mapping);
    assert_eq!((summary.coups, summary.skipped, &coups[0]["cards"]), (1, 2, &json!(["KS", "9D", "??", "TC"])));
    assert!(said[0].contains("\"KS,7H,2D\" is no card of the mapping's notation, and may be several"), "{said:?}");
}

#[test]
fn a_column_of_one_amount_is_not_that_of_another() {
    let faults = |wagers: &str| {
        let text = format!("format: csv-mapping/1\n{OPEN}row:\n  id: id\n  wagers:\n{wagers}");
        Mapping::from_yaml(&text)
            .err()
            .map(|faults| faults.sorted().iter().map(|fault| fault.place.line).collect::<Vec<_>>())
    };
    let good = "    - {bet: player, stake: s1, returned: r1, decimals: 2}\n";
    assert_eq!(faults(good), None);
    for other in [
        "{bet: banker, stake: s2, net: r1, decimals: 2}",
        "{bet: banker, stake: s1, returned: r2, decimals: 2}",
        "{bet: banker, stake: s2, returned: s2, decimals: 2}",
    ] {
        assert_eq!(faults(&format!("{good}    - {other}\n")), Some(vec![7]), "{other}");
    }
}

#[test]
fn a_column_of_currencies_that_is_not_read_is_warned_about() {
    let mapping = mapping("", &format!("  id: id\n{WINNER}"));
    let hints = |csv: &str| import(csv, &mapping).0.hints.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(hints("id,winner,Currency,Table ID\n1,B,SGD,T1\n2,B,SGD,T1\n"), [""; 0]);
    assert_eq!(
        hints("id,winner,Currency,Table ID\n1,B,SGD,T1\n2,B,USD,T1\n"),
        [
            "the rows say \"SGD\" (line 2), \"USD\" (line 3) in the column \"Currency\", which is not read, and all of them are counted alike: where only some are meant, write into the mapping: csv: {only: {column: \"Currency\", values: [SGD]}}"
        ]
    );
    assert!(hints("id,winner,Table ID\n1,B,T1\n2,B,T2\n")[0].contains("in the column \"Table ID\""));
}

#[test]
fn a_status_that_is_not_read_is_warned_about() {
    let mapping = mapping("", &format!("  id: id\n{WINNER}"));
    let hints = |csv: &str| import(csv, &mapping).0.hints.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        hints("id,winner,Round state\n1,B,Settled\n2,B,Cancelled\n3,B,Settled\n4,B,dispute\n"),
        [
            "the rows say \"Cancelled\" (line 3), \"dispute\" (line 5) in the column \"Round state\", which is not read, and all of them are judged as played to their end: read it with row.status, or with `status` of the wagers where it is of a wager"
        ]
    );
    // By its cells alone.
    assert!(hints("id,winner,x\n1,B,\n2,B,in_progress\n")[0].contains("in the column \"x\""));
    for csv in [
        "id,winner,Status,x\n1,B,Settled,done\n2,B,Settled,open\n",
        "id,winner,State,x\n1,B,NV,void\n2,B,NJ,good deal\n",
        "id,winner,Status,Table status\n1,B,Settled,open\n2,V,Cancelled,closed\n",
    ] {
        assert_eq!(hints(csv), [""; 0], "{csv}");
    }
}

#[test]
fn coups_of_two_days_with_one_name_are_never_one() {
    let wagers = "  wagers: [{bet: player, stake: stake, returned: back, decimals: 2}]\n";
    let winner = "  declared: {result: {column: winner, values: {B: banker, P: player}}}\n";
    let time = "  time: {column: at, format: \"%d/%m/%Y %H:%M\", zone: Asia/Singapore}\n";
    let csv = "at,shoe,coup,winner,stake,back\n06/03/2026 23:50,1,1,P,100,200\n07/03/2026 00:05,1,1,P,50,100\n06/03/2026 20:36,1,2,B,100,0\n07/03/2026 20:34,1,1,P,150,300\n07/03/2026 20:36,1,2,B,150,0\n";
    let named = "  shoe: shoe\n  coup: coup\n";
    let by_days = mapping("rows: wager\n", &[named, winner, time, wagers].concat());
    let (summary, coups, said) = import(csv, &by_days);
    assert_eq!((summary.coups, summary.wagers, summary.skipped), (2, 3, 2));
    // They lack no rows: two other coups are in no log.
    assert_eq!((coups[0].get("unread_rows"), &coups[1]["unread_after"]), (None, &json!(2)));
    assert_eq!(said.len(), 2, "{said:?}");
    let first = "line 5: line 2 is of coup 1 of shoe \"1\", too, and was settled at 2026-03-07T00:05:00+08:00, half a day or more from this row: where shoes, coups or ids are counted anew each day they are two coups; import each day by itself";
    assert!(said[0].starts_with(first), "{said:?}");
    // Where no time is read, nothing shows it: rows that do not stand together are warned about.
    let without = mapping("rows: wager\n", &[named, winner, wagers].concat());
    let (summary, ..) = import(csv, &without);
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    let apart = |hint: &String| {
        hint.starts_with("2 rows are of a coup whose other rows stand above rows of other coups, the first one on line 5: coup 1 of shoe \"1\" stands on line 2 already")
    };
    assert!(summary.coups == 2 && hints.iter().any(apart), "{hints:?}");
    // Rows that stand together, and rows that share their cards, are of one coup.
    let (summary, ..) = import("at,shoe,coup,winner,stake,back\nx,1,1,P,100,200\nx,1,1,P,50,100\n", &without);
    assert!(summary.hints.is_empty(), "{:?}", summary.hints);
    // Short ids are numbers of a day, long ones are given once.
    let by_id = mapping("rows: wager\n", &["  id: coup\n", winner, wagers].concat());
    assert_eq!(import(csv, &by_id).0.hints.len(), 1);
    let long = csv.replace(",1,1,", ",1,7001,").replace(",1,2,", ",1,7002,").replace("700", "20260306-");
    assert!(import(&long, &by_id).0.hints.is_empty());
}

#[test]
fn coups_of_one_day_with_one_name_are_told_apart_by_their_times() {
    let wagers =
        "  wagers: [{bet: {column: bet, values: {P: player, B: banker}}, stake: stake, returned: back, decimals: 2}]\n";
    let row = [
        "  shoe: shoe\n  coup: coup\n  time: {column: at, format: iso-8601, zone: UTC}\n",
        "  cards: {hands: {separator: ' ', deal: PBPBPB, P: p, B: b}}\n",
        WINNER,
        wagers,
    ]
    .concat();
    let mapping = mapping("rows: wager\n", &row);
    let import = |later: [&str; 2], cards: [&str; 2]| {
        let csv = format!(
            "at,shoe,coup,p,b,winner,bet,stake,back\n2026-03-06 20:50:00,1,1,{0},P,P,100,200\n2026-03-06 20:55:00,1,2,{0},P,P,100,200\n2026-03-06 {2},1,1,{1},P,P,50,100\n2026-03-06 {3},1,1,{1},P,B,50,0\n",
            cards[0], cards[1], later[0], later[1]
        );
        import(&csv, &mapping)
    };
    // No cards, others, and the same: those are of one coup.
    for (cards, is_one) in [([",", ","], false), (["9S JS,7C TD", "8S JS,7C TD"], false), (["9S JS,7C TD"; 2], true)] {
        let (summary, coups, said) = import(["21:10:00", "21:10:30"], cards);
        assert_eq!((summary.coups, summary.wagers, summary.skipped), if is_one { (2, 4, 0) } else { (2, 2, 2) });
        let missing = coups[1].get("unread_after").and_then(Value::as_u64);
        assert_eq!((coups[0].get("unread_rows"), missing), (None, if is_one { None } else { Some(1) }));
        let why = "line 4: line 2 is of coup 1 of shoe \"1\", too, and was settled at 2026-03-06T20:50:00+00:00, more than ten minutes from this row, and rows of other coups stand between: where shoes, coups or ids are counted anew they are two coups";
        assert!(is_one || said.iter().all(|said| said.contains("more than ten minutes")) && said[0].starts_with(why));
    }
    let (summary, ..) = import(["20:56:00", "20:57:00"], [",", ","]);
    assert_eq!((summary.coups, summary.wagers, summary.skipped), (2, 4, 0));
}

#[test]
fn rows_below_a_header_in_another_order_are_not_read() {
    let header = "id,winner,s,b,x\n";
    let csv = format!(
        "{header}1,P,100,200,\n{header}2,P,100,200,\nid,winner,b,s,x\n3,P,200,100,\n,,,,\n4,P,200,100,\n{header}5,P,100,200,\n"
    );
    let row = format!("  id: id\n{WINNER}  wagers: [{{bet: player, stake: s, returned: b, decimals: 2}}]\n");
    for before in ["", "rows: wager\n"] {
        let (summary, coups, said) = import(&csv, &mapping(before, &row));
        assert_eq!((summary.coups, summary.wagers, coups.len()), (3, 3, 3), "{said:?}");
        assert_eq!(coups[1]["unread_after"], json!(2));
        let said: Vec<&String> = said.iter().filter(|said| said.contains("another order")).collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(
            (said[0].as_str(), said[1].as_str()),
            (
                "line 5: a header stands here once more, with its columns in another order: the rows below it are not read; put them and this line into a file of their own; the row was skipped",
                "line 6: it stands below the header of line 5, whose columns are in another order than those of the first one; the row was skipped"
            )
        );
    }
}

#[test]
fn ids_that_a_spreadsheet_cut_name_nothing() {
    let wagers = "  wagers: [{bet: player, stake: stake, returned: back, decimals: 2, id: ticket}]\n";
    let winner = "  declared: {result: {column: winner, values: {B: banker, P: player}}}\n";
    let csv = "round,winner,stake,back,ticket\n1.77107E+12,P,100,200,a\n1.77107E+12,P,150,300,b\n8,P,150,300,4.1E+15\n";
    let (summary, coups, said) = import(csv, &mapping("rows: wager\n", &["  id: round\n", winner, wagers].concat()));
    assert_eq!((summary.coups, summary.skipped, summary.values_left_out), (1, 2, 1));
    assert!(coups[0]["wagers"][0].get("id").is_none(), "{coups:?}");
    let cut = "line 2, column \"round\": \"1.77107E+12\" is what a spreadsheet makes of a long number, and its last figures are lost, so that several may be one: give the column the format of text, or of numbers without decimals, and save the CSV anew from the original; the row was skipped";
    assert!(said.iter().any(|said| said == cut), "{said:?}");
    // A row that is a coup by itself loses its id alone.
    let coup = "  wagers: [{bet: player, stake: stake, returned: back, decimals: 2}]\n";
    let (summary, coups, _) = import(csv, &mapping("", &["  id: round\n", winner, coup].concat()));
    assert_eq!((summary.coups, summary.values_left_out, coups[0].get("source_id")), (3, 2, None));
}

#[test]
fn what_is_said_of_cells_that_a_key_of_the_mapping_would_read() {
    let row = format!(
        "  id: id\n  time: {{column: at, format: iso-8601}}\n{HANDS}{WINNER}  wagers: [{{bet: player, stake: s, won: w, decimals: 2}}]\n"
    );
    let csv = "id,at,player,banker,winner,s,w\n1,2026-01-01T10:00:00Z,\"KS,7H\",\"9D,TC\",B,100,\n2,n/a,\"KS,??\",\"9D,TC\",B,\"1,00\",0\n";
    let (.., said) = import(csv, &mapping("csv: {empty: [n/a]}\n", &row));
    for part in [
        "line 2, column \"w\": the cell is empty, but the other cells of the wager are not; where an empty one stands for 0, write amounts: {zero: [\"\"]}; the row was skipped",
        "line 3, column \"player\": \"??\" is no card of the mapping's notation; where it says that a card could not be read, write into the mapping: cards: {unreadable: [\"??\"]}",
        "line 3, column \"s\": \"1,00\" is not an amount with at most 2 decimals; `decimal`, `thousands` and `symbols` of row.amounts say how amounts are written",
    ] {
        assert!(said.iter().any(|said| said.starts_with(part)), "{part}\n{said:?}");
    }
    // An empty cell that stands for nothing won: at a tie the wager alone is left out.
    let zero = mapping("csv: {empty: [n/a]}\n", &format!("  amounts: {{zero: ['']}}\n{row}"));
    let csv = "id,at,player,banker,winner,s,w\n1,2026-01-01T10:00:00Z,\"KS,7H\",\"9D,TC\",B,100,\n2,n/a,\"KS,9H\",\"9D,TC\",T,100,\n";
    let (summary, _, said) = import(csv, &zero);
    assert_eq!((summary.coups, summary.wagers, summary.wagers_left_out, summary.skipped), (2, 1, 1, 0), "{said:?}");
    assert!(said.iter().any(|said| said.starts_with("line 3, column \"at\": no time stands there")), "{said:?}");
}
