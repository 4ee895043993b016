//! Rounds in JSON.
use resettle_import::{
    ImportError, ImportSummary, Mapping, import_csv, import_json, is_round_history, round_history_mapping,
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
    mapping(&round_history_mapping().replace("REVIEW", "x"))
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
        (json!({"gameType": "ROULETTE"}), "\"ROULETTE\" is another kind of round", 0, 0),
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
    let fixture = |name: String| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/import/");
        std::fs::read_to_string(format!("{path}{name}")).unwrap()
    };
    for name in ["ranks-alone", "points-alone"] {
        let (summary, records) =
            import(&fixture(format!("{name}.json")), &mapping(&fixture(format!("{name}-json.yaml"))));
        assert_eq!((said(&summary), summary.unreadable_cards), (vec![], 0), "{name}");
        let mut of_csv = Vec::new();
        let csv = fixture(format!("{name}.csv"));
        import_csv(csv.as_bytes(), &mapping(&fixture(format!("{name}.yaml"))), AT, "x.csv", &mut of_csv).unwrap();
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
