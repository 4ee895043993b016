//! Rounds in JSON.
use resettle_import::{
    ImportError, ImportSummary, Mapping, OtherTable, draft_json_mapping, import_csv, import_json, is_round_history,
    round_history_mapping,
};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

fn mapping(text: &str) -> Mapping {
    Mapping::from_yaml(text).unwrap_or_else(|faults| panic!("{}", faults.render("mapping", text, false)))
}

fn import(json: &str, mapping: &Mapping) -> (ImportSummary, Vec<Value>) {
    let mut out = Vec::new();
    let summary = import_json(json.as_bytes(), mapping, AT, "x.json", &mut out).unwrap();
    let log = String::from_utf8(out).unwrap();
    (summary, log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn said(summary: &ImportSummary) -> Vec<String> {
    summary.problems.iter().map(ToString::to_string).collect()
}

/// The mapping of the round history, reviewed.
fn history() -> Mapping {
    mapping(&round_history_mapping(b"").replace("REVIEW", "x"))
}

fn round(more: &Value) -> Value {
    let mut round = json!({
        "gameUid": "g1", "gameType": "BACCARAT", "gameResultType": "BANKER_WIN",
        "playerHand": {"cards": {"0": "S_K", "1": "C_A"}}, "bankerHand": {"cards": {"0": "D_9", "1": "H_10"}},
        "cancelledCards": [], "burnCards": {"0": "H_5"},
        "startDate": 1_672_531_100_000_u64, "betEndDate": 1_672_531_150_000_u64, "endDate": 1_672_531_200_000_u64,
        "playersBets": [{"bets": [
            {"betId": "b1", "txId": "t1", "betType": "BC_BANKER", "betAmount": 25.5, "payoffAmount": 49.73, "theoreticalWin": 0.1,
             "rejectionCode": null, "playerBetStatus": "PAID", "seatId": "3"},
            {"betId": "b2", "txId": "t2", "betType": "BC_PLAYER", "betAmount": 10, "payoffAmount": 0, "rejectionCode": 0, "playerBetStatus": "PAID"},
        ]}],
    });
    for (name, value) in more.as_object().unwrap() {
        round[name] = value.clone();
    }
    round
}

fn bet(more: &Value) -> Value {
    let mut bet = json!({"betId": "b1", "betType": "BC_BANKER", "betAmount": 10, "payoffAmount": 19.5, "playerBetStatus": "PAID"});
    for (name, value) in more.as_object().unwrap() {
        bet[name] = value.clone();
    }
    json!([{"bets": [bet]}])
}

#[test]
fn the_round_history_of_an_operator_out_of_the_box() {
    let second = round(&json!({"gameUid": "g2", "playersBets": []}));
    let text = format!("{}\n{second}\n", round(&json!({})));
    assert!(is_round_history(text.as_bytes()));
    let (summary, records) = import(&text, &history());
    assert_eq!((summary.rows, summary.coups, summary.wagers, said(&summary)), (3, 2, 2, vec![]));
    let expected = json!({
        "seq": 1, "prev": records[0]["prev"], "at": AT, "type": "coup", "times": {"settled": "2023-01-01T00:00:00+00:00"},
        "cards": ["KS", "9D", "AC", "TH"], "to": "PBPB",
        "wagers": [
            {"id": "b1", "seat": "3", "bet": "banker", "stake": 2550, "returned": 4973},
            {"id": "b2", "bet": "player", "stake": 1000, "returned": 0},
        ],
        "declared": {"result": "banker"}, "source_row": 1, "source_id": "g1", "source_burned": ["5H"],
    });
    let mut first = records[0].clone();
    first["times"]["settled"] = expected["times"]["settled"].clone();
    assert_eq!(first, expected);
    assert_eq!((&records[1]["source_row"], records[1].get("wagers")), (&json!(2), Some(&json!([]))));
}

#[test]
fn rounds_of_another_game_or_table_are_said_together_with_their_money() {
    let of =
        |uid: &str, game: &str, bets: Value| round(&json!({"gameUid": uid, "gameType": game, "playersBets": bets}));
    let rounds = [
        of("g1", "BACCARAT", bet(&json!({}))),
        of("g2", "ROULETTE", bet(&json!({"betAmount": 25.5}))),
        of("g3", "DICE", json!([])),
        of("g4", "ROULETTE", bet(&json!({"betAmount": "x"}))),
        of("g5", "ROULETTE", bet(&json!({"betAmount": 4}))),
    ];
    let text: String = rounds.iter().map(|round| format!("{round}\n")).collect();
    let (summary, records) = import(&text, &history());
    let other = |value: &str, rounds, line, staked, stakes_unread| OtherTable {
        path: "gameType".to_owned(),
        value: value.to_owned(),
        rounds,
        line,
        staked,
        stakes_unread,
    };
    assert_eq!(summary.other_tables, [other("ROULETTE", 3, 2, 2_950, 1), other("DICE", 1, 3, 0, 0)]);
    assert_eq!((records.len(), said(&summary).len(), summary.skipped), (1, 0, 4));
    assert!(summary.lost_something(), "not everything of the file was read");
}

#[test]
fn what_an_operator_rejects_reverses_cancels_and_does_not_settle_is_listed() {
    for (more, lists, left_out, no_wagers) in [
        (
            json!({"playersBets": bet(&json!({"rejectionCode": 12, "payoffAmount": 0}))}),
            "the source rejected the wager: 12; it was no wager of the coup",
            0,
            1,
        ),
        (
            json!({"playersBets": bet(&json!({"rejectionCode": 12}))}),
            "rejected the wager: 12, and 19.5 went back all the same; the wager was left out",
            1,
            0,
        ),
        (
            json!({"playersBets": bet(&json!({"reversalTxId": "r7", "reversalReason": "x", "reversalAmount": 9}))}),
            "its settlement was reversed (r7)",
            1,
            0,
        ),
        (
            json!({"playersBets": bet(&json!({"playerBetStatus": "OPEN"}))}),
            "\"OPEN\" is no status of a settled wager",
            1,
            0,
        ),
        (
            json!({"cancelledCards": ["S_K", "?"], "playersBets": []}),
            "the source lists as cancelled: KS ??; they stand in the log as `source_cancelled`",
            0,
            0,
        ),
    ] {
        let (summary, records) = import(&round(&more).to_string(), &history());
        let said = said(&summary);
        assert!(said.iter().any(|said| said.contains(lists)), "{more}: {said:?}");
        assert_eq!((summary.wagers_left_out, summary.no_wagers), (left_out, no_wagers), "{more}");
        assert_eq!(
            records.iter().map(|record| record["unread_rows"].as_u64().unwrap_or(0)).sum::<u64>(),
            left_out,
            "{more}"
        );
    }
    let (_, records) = import(&round(&json!({"cancelledCards": ["S_K"]})).to_string(), &history());
    assert_eq!(records[0]["source_cancelled"], json!(["KS"]));
}

const PLAIN: &str = "format: json-mapping/1
json: {rounds: data.games}
open: {log: x, source: {kind: table, id: T}, jurisdiction: SG, venue: mbs, game: baccarat, table: T, currency: SGD}
row:
  id: id
  cards:
    hands: {deal: PBPBPB, P: 'player[].{rank,suit}', B: 'banker[].{rank,suit}'}
  declared:
    result: {column: winner, values: {P: player, B: banker, T: tie}}
";

#[test]
fn rounds_below_a_path_with_cards_of_two_members() {
    let mapping = mapping(PLAIN);
    let json = "{\"data\": {\"games\": [\n{\"id\": 7, \"player\": [{\"suit\": \"S\", \"rank\": \"K\"}, {\"suit\": \"H\", \"rank\": \"7\"}],\n\"banker\": [{\"suit\": \"D\", \"rank\": 9}, {\"suit\": \"C\", \"rank\": \"T\"}], \"winner\": \"B\"}, {\"id\": 8, \"winner\": }, 5\n]}}";
    let (summary, records) = import(json, &mapping);
    assert_eq!(records.len(), 1);
    assert_eq!((&records[0]["cards"], &records[0]["source_row"]), (&json!(["KS", "9D", "7H", "TC"]), &json!(2)));
    assert_eq!((records[0]["unread_after"].as_u64(), summary.rows, summary.skipped), (Some(2), 3, 2));
    assert_eq!(
        said(&summary),
        [
            "line 3: the round is no JSON that can be read: expected value; the row was skipped",
            "line 3: \"5\" stands where a round should, and a round is an object; the row was skipped",
        ]
    );
}

#[test]
fn what_cannot_be_imported_says_what_to_do() {
    let plain = mapping(PLAIN);
    for (json, error, help) in [
        (
            "{\"data\": {\"rounds\": []}}",
            "nothing stands at \"data.games\", where the mapping has the rounds; there are \"rounds\"",
            "json: {rounds: a.b}",
        ),
        ("SQLite format 3\0", "this is no JSON: it is a database of SQLite", "sqlite3 -header -csv"),
        ("PAR1", "this is no JSON: it is a Parquet file", "DuckDB"),
        ("a,b\n", "text that begins with neither", "import csv FILE --draft"),
        ("{\"seq\":0,\"prev\":\"0\"}", "a coup log already", "replay"),
    ] {
        let failed = import_json(json.as_bytes(), &plain, AT, "x", &mut Vec::new()).unwrap_err();
        assert!(failed.to_string().contains(error), "{failed}");
        assert!(failed.help().unwrap().contains(help), "{failed}");
    }
    let whole = import_json("{\"data\": []}".as_bytes(), &history(), AT, "x", &mut Vec::new()).unwrap_err();
    assert!(whole.to_string().contains("one object of \"data\"") && whole.help().is_some(), "{whole}");
    let csv = std::fs::read_to_string(resettle_testkit::root().join("fixtures/import/small.yaml")).unwrap();
    let failed = import_json("[]".as_bytes(), &mapping(&csv), AT, "x", &mut Vec::new()).unwrap_err();
    assert!(matches!(failed, ImportError::OtherMapping { file: "JSON", .. }));
}

#[test]
fn a_path_that_no_round_has_is_warned_about() {
    let text = PLAIN.replace("json: {rounds: data.games}\n", "").replace("column: winner", "column: winnr");
    let (summary, _) = import("[{\"id\": 1, \"player\": [], \"banker\": [], \"winner\": \"B\"}]", &mapping(&text));
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    assert_eq!(hints, ["no round has anything at \"winnr\": see whether the path is right"]);
}

#[test]
fn the_example_of_the_page_is_read() {
    let page = std::fs::read_to_string(resettle_testkit::root().join("docs/spec/mapping.md")).unwrap();
    let example = page.split("```yaml\n").find(|block| block.starts_with("format: json-mapping/1")).unwrap();
    assert!(mapping(example.split("```").next().unwrap()).is_of_json());
}

/// What a source does not hold of a card, the log does not hold: JSON and CSV give the same coups.
#[test]
fn cards_by_rank_or_by_points_alone() {
    for name in ["ranks-alone", "points-alone"] {
        let (summary, records) =
            import(&fixture(&format!("{name}.json")), &mapping(&fixture(&format!("{name}-json.yaml"))));
        assert_eq!((said(&summary), summary.unreadable_cards), (vec![], 0), "{name}");
        let mut of_csv = Vec::new();
        let csv = fixture(&format!("{name}.csv"));
        import_csv(csv.as_bytes(), &mapping(&fixture(&format!("{name}.yaml"))), AT, "x.csv", &mut of_csv).unwrap();
        let of_csv = String::from_utf8(of_csv).unwrap();
        let of_csv: Vec<Value> = of_csv.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(records.len(), of_csv.len(), "{name}");
        for (one, other) in records.iter().zip(&of_csv) {
            for member in ["cards", "to", "declared", "wagers", "times", "source_id"] {
                assert_eq!(one[member], other[member], "{name} {member}");
            }
        }
        assert!(records[0]["cards"][0].as_str().is_some_and(|card| card == "7?" || card == "~7"), "{name}");
    }
}

fn fixture(name: &str) -> String {
    std::fs::read_to_string(resettle_testkit::root().join("fixtures/import").join(name)).unwrap()
}

/// The rounds of the live studio, and what is said of them.
fn of_the_studio(json: &str, mapping: &Mapping) -> (ImportSummary, Vec<Value>, Vec<String>) {
    let (summary, records) = import(json, mapping);
    let said = said(&summary);
    (summary, records, said)
}

#[test]
fn the_rounds_of_a_live_studio() {
    let (summary, records, said) = of_the_studio(&fixture("live-studio.jsonl"), &mapping(&fixture("live-studio.yaml")));
    let expected = [
        "line 5, round \"r5\", column \"status\": the source says of the round: \"Reversed\"; what became of it is not known from this row; the row was skipped (the same in 3 rows of the round)",
        "line 6, round \"r6\", column \"participants[].bets[].rejectReason\": the source rejected the wager: BETTING_CLOSED; it was no wager of the coup",
        "line 7, round \"r2\": the round stands on line 2 already, the same in all that the mapping reads; it was counted once",
        "line 8, round \"r7\": the round stands on line 9, too, and says otherwise of \"participants[].bets[].payout\": nothing shows which of them counts; the row was skipped (the same in 3 rows of the round)",
        "line 9, round \"r7\": the round stands on line 8, too, and says otherwise of \"participants[].bets[].payout\": nothing shows which of them counts; the row was skipped (the same in 3 rows of the round)",
        "line 10, round \"r8\", column \"participants[].currency\": \"USD\" is none of the values of `only` in the mapping; the wager was left out",
    ];
    assert_eq!(said, expected);
    let counts =
        (summary.coups, summary.repeated, summary.no_wagers, summary.wagers_left_out, summary.unreadable_cards);
    assert_eq!(counts, (6, 1, 1, 1, 0));
    let ids: Vec<&Value> = records.iter().map(|record| &record["source_id"]).collect();
    assert_eq!(ids, ["r1", "r2", "r3", "r4", "r6", "r8"]);
    assert!(summary.lost_something());
    assert_eq!((records[3]["unread_after"].as_u64(), records[4]["unread_after"].as_u64()), (Some(1), Some(1)));
    assert_eq!(records[5]["unread_rows"], 1);
}

#[test]
fn a_round_that_stands_twice_counts_once() {
    let mapping = mapping(&fixture("live-studio.yaml"));
    let rounds = fixture("live-studio.jsonl");
    let first: Vec<&str> = rounds.lines().take(2).collect();
    let once = import(&first.join("\n"), &mapping);
    let (summary, records) = import(&[first.as_slice(), first.as_slice()].concat().join("\n"), &mapping);
    assert_eq!((summary.coups, summary.wagers, summary.repeated), (2, once.0.wagers, 2));
    assert_eq!(records, once.1);
    assert!(!summary.lost_something());
    // Its wagers in another order are the same round.
    let mut other: Value = serde_json::from_str(first[0]).unwrap();
    other["participants"].as_array_mut().unwrap().reverse();
    let (summary, _) = import(&format!("{}\n{other}", first[0]), &mapping);
    assert_eq!((summary.coups, summary.repeated), (1, 1));
}

#[test]
fn faults_do_not_depend_on_line_ends() {
    let mapping = mapping(
        &fixture("live-studio.yaml")
            .replace("status: {column: status, values: {Resolved", "status: {column: status, values: {Open"),
    );
    for mapping in
        [mapping, self::mapping(&fixture("live-studio.yaml").replace("  shoe: shoe.id\n  coup: shoe.round\n", ""))]
    {
        let rounds = format!("{}{{\"participants\": []}}\n", fixture("live-studio.jsonl"));
        let lines = import(&rounds, &mapping).0;
        let array = format!("[{}]", rounds.trim_end().replace('\n', ","));
        let array = import(&array, &mapping).0;
        let bare = |summary: &ImportSummary| -> Vec<String> {
            said(summary)
                .iter()
                .map(|said| said.split_once([',', ':']).unwrap().1.replace(|l: char| l.is_ascii_digit(), ""))
                .collect()
        };
        assert_eq!(bare(&lines), bare(&array));
        let counts = |summary: &ImportSummary| {
            let ImportSummary {
                rows,
                coups,
                wagers,
                skipped,
                unreadable_cards,
                wagers_left_out,
                no_wagers,
                repeated,
                ..
            } = summary;
            [*rows, *coups, *wagers, *skipped, *unreadable_cards, *wagers_left_out, *no_wagers, *repeated]
        };
        assert_eq!(counts(&lines), counts(&array));
        assert!(lines.skipped > 0);
    }
}

#[test]
fn a_void_with_its_reason() {
    let (_, records, _) = of_the_studio(&fixture("live-studio.jsonl"), &mapping(&fixture("live-studio.yaml")));
    let (cancelled, voided) = (&records[2], &records[3]);
    assert_eq!((&cancelled["declared"]["result"], &voided["declared"]["result"]), (&json!("void"), &json!("void")));
    assert_eq!(cancelled["cards"], Value::Null);
    let settled = &cancelled["times"]["settled"];
    assert_eq!(
        cancelled["irregularities"],
        json!([{"kind": "other", "noticed": settled, "ruling": "void", "text": "TABLE_MAINTENANCE"}])
    );
    assert_eq!(voided["irregularities"][0]["kind"], "device_malfunction");
    assert!(records[0]["times"]["opened"].is_string() && records[0]["wagers"][0]["placed"].is_string());
}

#[test]
fn rounds_below_an_array() {
    let studio = fixture("live-studio.yaml").replace("json:\n", "json:\n  rounds: \"data[].games\"\n");
    let rounds = fixture("live-studio.jsonl");
    let days = format!("{{\"data\": [{{\"games\": [{}]}}]}}", rounds.trim_end().replace('\n', ","));
    assert_eq!(import(&days, &mapping(&studio)).0.coups, 6);
    let wrong = mapping(&studio.replace("data[].games", "data.games"));
    let failed = import_json(days.as_bytes(), &wrong, AT, "x", &mut Vec::new()).unwrap_err();
    assert!(
        failed.to_string().ends_with("there is an array of 1 item of \"games\": write data[] to go through them"),
        "{failed}"
    );
}

#[test]
fn what_nothing_looks_at_is_warned_about() {
    let studio = fixture("live-studio.yaml").replace("    - {path: \"participants[].currency\", values: [SGD]}\n", "");
    let (summary, _) = import(&fixture("live-studio.jsonl"), &mapping(&studio));
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    assert!(
        hints.iter().any(|hint| hint
            .starts_with("the rounds say \"SGD\" (line 1), \"USD\" (line 10) at \"participants[].currency\"")),
        "{hints:?}"
    );
}

#[test]
fn a_path_that_no_wager_has_is_an_error() {
    let wrong = mapping(&fixture("live-studio.yaml").replace("participants[].bets[].code", "participants[].bets.code"));
    let rounds = fixture("live-studio.jsonl");
    let failed = import_json(rounds.as_bytes(), &wrong, AT, "x", &mut Vec::new()).unwrap_err();
    assert!(failed.to_string().starts_with("no wager has anything at \"participants[].bets.code\""), "{failed}");
    assert!(failed.to_string().contains("a wager has \"transactionId\", \"code\""), "{failed}");
}

#[test]
fn one_id_of_two_wagers_is_said() {
    let studio = mapping(&fixture("live-studio.yaml"));
    let rounds: Vec<String> = fixture("live-studio.jsonl").lines().map(str::to_owned).collect();
    let mut round: Value = serde_json::from_str(&rounds[0]).unwrap();
    let id = round["participants"][0]["bets"][0]["transactionId"].clone();
    round["participants"][1]["bets"][0]["transactionId"] = id.clone();
    let (summary, _) = import(&round.to_string(), &studio);
    assert_eq!(summary.same_ids, 1);
    assert!(
        said(&summary)[0].ends_with("see whether it was delivered twice; both stand in the log"),
        "{:?}",
        said(&summary)
    );
    let mut other: Value = serde_json::from_str(&rounds[1]).unwrap();
    other["participants"][0]["bets"][0]["transactionId"] = id;
    let (summary, _) = import(&format!("{}\n{other}", rounds[0]), &studio);
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    let expected =
        "1 wager has the id of a wager of another round, the first one on line 2: \"r1-11\" stands on line 1";
    assert!(hints.iter().any(|hint| hint.starts_with(expected)), "{hints:?}");
}

#[test]
fn a_draft_reads_the_rounds_of_a_live_studio() {
    let rounds = fixture("live-studio.jsonl");
    let whole = format!("{{\"data\": [{{\"games\": [{}]}}]}}", rounds.trim_end().replace('\n', ","));
    for (json, path) in [(rounds.clone(), None), (whole, Some("data[].games"))] {
        let draft = draft_json_mapping(json.as_bytes(), "bac07").unwrap();
        assert_eq!(draft.mapping.contains("rounds: \"data[].games\""), path.is_some(), "{}", draft.mapping);
        for line in [
            "  id: \"id\"\n",
            "  shoe: \"shoe.id\"\n",
            "  coup: \"shoe.round\"\n",
            "  wagers: \"participants[].bets[]\"\n",
            "  time: {column: \"settledAt|cancelledAt\", format: \"iso-8601\"}\n",
            "  opened: \"startedAt\"\n",
            "  closed: \"bettingClosedAt\"\n",
            "    hands: {deal: PBPBPB, P: \"result.player.cards[]\", B: \"result.banker.cards[]\"}\n",
            "    player: \"result.player.score\"\n",
            "    - bet: {column: \"participants[].bets[].code\", values: {",
            "\"BAC_Banker\": banker",
            "      stake: \"participants[].bets[].stake\"\n",
            "      returned: \"participants[].bets[].payout\"\n",
            "      id: \"participants[].bets[].transactionId\"\n",
            "      player: \"participants[].playerId\"\n",
            "      rejected: \"participants[].bets[].rejectReason\"\n",
            "      status: {column: \"participants[].bets[].status\", settled: [\"Accepted\"]}\n",
            "  status: {column: \"status\", values: {\"Cancelled\": void, \"Resolved\": played, \"Reversed\": left_out, \"Voided\": void}}\n",
            "  void_reason: \"statusReason\"\n",
        ] {
            assert!(draft.mapping.contains(line), "{line}\n{}", draft.mapping);
        }
        let (summary, _) = import(&json, &mapping(&draft.mapping));
        assert_eq!((summary.coups, summary.repeated, summary.unreadable_cards), (6, 1, 0), "{:?}", said(&summary));
    }
    assert!(draft_json_mapping(b"[1, 2]", "x").is_err());
}
