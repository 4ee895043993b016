//! Exports and feeds of kinds that are public, as drafts read them: each a few rows, and what the mapping has to say of them.

use encoding_rs::{BIG5, GB18030};
use resettle_import::{Mapping, draft_json_mapping, draft_mapping, import_csv, import_json, round_history_mapping};

const AT: &str = "2026-11-21T21:00:00+08:00";

/// So many coups of five rows or more, each by its number.
fn rows(row: impl Fn(usize) -> String) -> String {
    (1..=6).map(row).collect()
}

#[test]
fn exports_as_csv() {
    let seats = rows(|n| format!("{n},P,100,200,,,50,0\n"));
    let net = rows(|n| format!("{n};=\"KS\";=\"9D\";=\"7H\";=\"TC\";B;100;95;50;-50\n"));
    let numbers = rows(|n| {
        format!("{n},{},10,26,{},banker\n", if n % 2 == 0 { 59 } else { 7 }, if n % 2 == 0 { 372 } else { 8 })
    });
    let newest = rows(|n| format!("05.10.2026;20:{:02}:00;1;{};Spieler;100,50;201,00\n", 30 - n, 10 - n));
    let big5 = rows(|n| {
        format!(
            "B5,1,{n},2026-10-05 20:{n:02}:00,閒,A1,莊,100,0,已結算\nB6,1,{n},2026-10-05 20:{n:02}:30,莊,A1,莊,100,195,已結算\n"
        )
    });
    let gb = rows(|n| format!("1,{n},2026/10/05 20:{n:02}:00,庄,100,195\n"));
    let utf8 = |text: String| text.into_bytes();
    for (name, csv, parts) in [
        (
            "stakes by seat",
            utf8(format!("Coup,Result,S1 Player,S1 Player paid,S1 Tie,S1 Tie paid,S2 Banker,S2 Banker paid\n{seats}")),
            &[
                "stake: \"S1 Player\", returned: \"S1 Player paid\", decimals: 2, seat: {is: \"1\"}",
                "seat: {is: \"2\"}",
            ][..],
        ),
        (
            "net beside a bet",
            utf8(format!("sep=;\nRound;P1;B1;P2;B2;Winner;Banker;Banker net;Player;Player net\n{net}")),
            &["{bet: banker, stake: \"Banker\", net: \"Banker net\"", "skip_lines: 1"],
        ),
        (
            "cards by number",
            utf8(format!("Round,P1,P2,B1,B2,Winner\n{numbers}")),
            &["notation: {numbers: {first: 1, decks: 8, suits: CDHS}}", "{column: \"B1\", to: B}"],
        ),
        (
            "newest first",
            utf8(format!("Datum;Uhrzeit;Schlitten;Coup;Ergebnis;Einsatz Spieler;Auszahlung Spieler\n{newest}")),
            &["order: newest-first", "amounts: {decimal: \",\"}"],
        ),
        (
            "Big5, two tables",
            BIG5.encode(&format!("桌號,靴號,局數,時間,結果,玩家,投注項,下注金額,派彩金額,狀態\n{big5}")).0.into_owned(),
            &[
                "encoding: big5",
                "only: {column: \"桌號\", values: [\"B5\"]}",
                "stake: \"下注金額\", returned: \"派彩金額\"",
            ],
        ),
        (
            "GB18030",
            GB18030.encode(&format!("靴号,局号,时间,结果,庄投注,庄派彩\n{gb}")).0.into_owned(),
            &["encoding: gb18030", "shoe: \"靴号\"", "coup: \"局号\"", "stake: \"庄投注\""],
        ),
    ] {
        let draft = draft_mapping(&csv, "x", "Asia/Singapore", &[]).unwrap();
        for part in parts {
            assert!(draft.mapping.contains(part), "{name}, {part}: {}", draft.mapping);
        }
        let mapping = Mapping::from_yaml(&draft.mapping.replace("REVIEW", "x")).unwrap();
        let summary = import_csv(csv.as_slice(), &mapping, AT, "x.csv", &mut Vec::new()).unwrap();
        assert_eq!((summary.coups, summary.unread_amounts.len()), (6, 0), "{name}: {summary:?}");
    }
}

#[test]
fn feeds_as_json() {
    let lines = |round: &dyn Fn(usize) -> String| (1..=6).map(round).collect::<Vec<_>>().join(",");
    let token = lines(&|n| {
        format!(
            r#"{{"betId":"b{n}","roundHash":"0x{}","blockTime":17912016{n:02},"selection":"player","wager":"0.0001{n}000","payout":"0.00000000","outcome":"banker","player":"KS 7H","banker":"9D TC"}}"#,
            n / 2
        )
    });
    let times = lines(&|n| {
        format!(
            r#"{{"id":"b{n}","createdAt":"Mon, 05 Oct 2026 12:0{n}:00 GMT","player":["KS","7H"],"banker":["9D","TC"],"result":"banker"}}"#
        )
    });
    let scores =
        lines(&|n| format!(r#"{{"round":{n},"win":"{}","time":"2026-10-05 20:0{n}:00"}}"#, ["P", "B", "T"][n % 3]));
    let codes = lines(&|n| format!(r#"{{"gameNo":{n},"pc":[1,46],"bc":[13,26,{n}],"res":{}}}"#, n % 3));
    for (name, json, parts) in [
        (
            "bets of a chain",
            format!("[{token}]"),
            &["id: \"roundHash\"", "decimals: 8", "stake: \"wager\"", "rows: wager"][..],
        ),
        ("times of letters", format!("[{times}]"), &["time: {column: \"createdAt\", format: \"rfc-2822\"}"]),
        (
            "a scoreboard",
            format!(r#"{{"data":{{"tableName":"B01","shoes":[{{"shoe":"1","list":[{scores}]}}]}}}}"#),
            &["rounds: \"data.shoes[].list\"", "shoe: \"/data.shoes[].shoe\"", "result: {column: \"win\""],
        ),
        (
            "cards as codes",
            format!(r#"{{"result":[{codes}]}}"#),
            &["rounds: \"result\"", "numbers: {first: 1, decks: 1, suits: CDHS", "P: \"pc[]\", B: \"bc[]\""],
        ),
    ] {
        let draft = draft_json_mapping(json.as_bytes(), "x").unwrap();
        for part in parts {
            assert!(draft.mapping.contains(part), "{name}, {part}: {}", draft.mapping);
        }
        let mapping = Mapping::from_yaml(&draft.mapping.replace("REVIEW", "x")).unwrap();
        let summary = import_json(json.as_bytes(), &mapping, AT, "x.json", &mut Vec::new()).unwrap();
        assert_eq!(summary.skipped, 0, "{name}: {summary:?}");
    }
    let round = r#"{"gameUid":"g1","playerHand":{"cards":{"0":"S_K","1":"H_7"}},"bankerHand":{"cards":{"0":"D_9","1":"C_10"}}}"#;
    let history = round_history_mapping(format!(r#"{{"items":[{round}],"total":1}}"#).as_bytes());
    assert!(history.contains("\n  rounds: \"items\"\n"), "{history}");
}
