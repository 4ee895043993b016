//! What stands above the rounds of JSON: of a table, a day or a shoe.
use resettle_import::{Draft, Hint, ImportSummary, Mapping, draft_json_mapping, import_json};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

fn import(json: &Value, mapping: &str) -> (ImportSummary, Vec<Value>) {
    let mapping =
        Mapping::from_yaml(mapping).unwrap_or_else(|faults| panic!("{}", faults.render("mapping", mapping, false)));
    let mut out = Vec::new();
    let summary = import_json(json.to_string().as_bytes(), &mapping, AT, "x.json", &mut out).unwrap();
    let log = String::from_utf8(out).unwrap();
    let records: Vec<Value> = log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    (summary, records.into_iter().filter(|record| record["type"] == "coup").collect())
}

fn drafted(json: &Value) -> Draft {
    let mut draft = draft_json_mapping(json.to_string().as_bytes(), "x").unwrap();
    draft.mapping = draft.mapping.replace("REVIEW", "x");
    draft
}

fn round(name: &Value, minute: u32) -> Value {
    json!({
        "roundId": name, "endTime": format!("2026-03-01T10:{minute:02}:00Z"), "winner": "PLAYER",
        "player": {"cards": ["9S", "JS"]}, "banker": {"cards": ["7C", "TD"]},
    })
}

/// Two tables of two rounds each, of another game and currency.
fn tables() -> Value {
    let rounds =
        |from: u32| json!([round(&json!(format!("r{from}")), from), round(&json!(format!("r{}", from + 1)), from + 1)]);
    json!({"studio": "Riga", "tables": [
        {"tableId": "T1", "currency": "SGD", "game": "BACCARAT", "rounds": rounds(1)},
        {"tableId": "T2", "currency": "JPY", "game": "DRAGON_TIGER", "rounds": rounds(3)},
    ]})
}

/// Two shoes in which rounds are numbered anew.
fn shoes() -> Value {
    json!({"table": {"tableId": "T1", "decks": 8}, "shoes": [
        {"shoeId": "S1", "rounds": [round(&json!(1), 1), round(&json!(2), 2)]},
        {"shoeId": "S2", "rounds": [round(&json!(1), 11), round(&json!(2), 12), round(&json!(3), 13)]},
    ]})
}

const BASE: &str = "format: json-mapping/1\njson: {rounds: ROUNDS ONLY}\nopen: {log: x, source: {kind: table, id: x}, jurisdiction: SG, venue: mbs, game: baccarat, table: T1, currency: SGD}\nrow:\n  time: {column: endTime, format: iso-8601}\n  cards: {hands: {deal: PBPB, P: \"player.cards\", B: \"banker.cards\"}}\n  declared: {result: {column: winner, values: {PLAYER: player}}}\n";

#[test]
fn members_above_the_rounds_are_columns_and_what_no_path_reads_is_listed() {
    let mapping = BASE.replace("ROUNDS", "\"shoes[].rounds[]\"").replace(" ONLY", "")
        + "  shoe: \"/shoes[].shoeId\"\n  coup: roundId\n";
    let (summary, coups) = import(&shoes(), &mapping);
    let named: Vec<_> =
        coups.iter().map(|coup| (coup["shoe"].as_str().unwrap(), coup["coup"].as_u64().unwrap())).collect();
    assert_eq!(named, [("S1", 1), ("S1", 2), ("S2", 1), ("S2", 2), ("S2", 3)]);
    let unread: Vec<_> = summary.unread_members.iter().map(|member| (member.path.as_str(), member.rounds)).collect();
    assert_eq!(unread, [("/table.decks", 5), ("/table.tableId", 5)]);
    assert_eq!((summary.problems, summary.hints), (vec![], vec![]));
}

#[test]
fn rounds_of_another_table_are_seen_above_them_and_left_out_by_only() {
    let mapping = BASE.replace("ROUNDS", "\"tables[].rounds\"") + "  id: roundId\n";
    let (summary, coups) = import(&tables(), &mapping.replace(" ONLY", ""));
    assert_eq!(coups.len(), 4);
    let said: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    for path in ["/tables[].tableId", "/tables[].currency", "/tables[].game"] {
        assert!(said.iter().any(|hint| hint.contains(&format!("at {path:?}"))), "{path}: {said:?}");
    }
    let only = mapping.replace(" ONLY", ", only: {path: \"/tables[].tableId\", values: [T1]}");
    let (summary, coups) = import(&tables(), &only);
    assert_eq!(coups.iter().map(|coup| &coup["source_id"]).collect::<Vec<_>>(), ["r1", "r2"]);
    assert_eq!((summary.skipped, coups.last().unwrap().get("unread_after")), (2, None));
}

#[test]
fn a_name_that_stands_in_two_shoes_asks_for_the_shoe() {
    let mapping = BASE.replace("ROUNDS", "\"shoes[].rounds\"").replace(" ONLY", "") + "  id: roundId\n";
    let (summary, coups) = import(&shoes(), &mapping);
    assert_eq!(coups.len(), 1);
    let said = summary.problems.first().unwrap().to_string();
    assert!(
        said.contains("write row.shoe and row.coup into the mapping in place of row.id")
            && said.contains("\"/shoes[].shoeId\""),
        "{said}"
    );
}

#[test]
fn a_path_that_lacks_its_stroke_and_one_that_leads_nowhere_are_named() {
    for (path, said) in [
        ("table.tableId", "write `/` before each of these paths"),
        ("shoeId", "write `/shoes[].` before each of these paths"),
        ("/table.id", "see whether the path is right"),
    ] {
        let mapping = BASE.replace("ROUNDS", "\"shoes[].rounds\"").replace(" ONLY", "")
            + &format!("  coup: roundId\n  shoe: \"{path}\"\n");
        let (summary, _) = import(&shoes(), &mapping);
        let hint = summary.hints.iter().find(|hint| matches!(hint, Hint::AbsentPaths { .. })).unwrap().to_string();
        assert!(hint.contains(said), "{hint}");
    }
}

#[test]
fn a_draft_reads_shoe_and_number_table_and_currency() {
    let draft = drafted(&shoes());
    for line in [
        "table: \"T1\"",
        "source: {kind: table, id: \"T1\"}",
        "  shoe: \"/shoes[].shoeId\"\n  coup: \"roundId\"",
        "{path: \"/table.tableId\", values: [\"T1\"]}",
        "#   /table.decks: \"8\"",
    ] {
        assert!(draft.mapping.contains(line), "{line}: {}", draft.mapping);
    }
    assert_eq!(import(&shoes(), &draft.mapping).1.len(), 5);
    // Names with letters before their numbers, as R1.
    let lettered =
        shoes().to_string().replace("\"roundId\":", "\"roundId\":\"R").replace(",\"winner\"", "\",\"winner\"");
    let lettered: Value = serde_json::from_str(&lettered).unwrap();
    assert!(
        drafted(&lettered).mapping.contains("coup: {column: \"roundId\", prefix: \"R\"}"),
        "{}",
        drafted(&lettered).mapping
    );
}

#[test]
fn a_draft_of_two_tables_reads_one_and_says_so() {
    // Above the rounds, and in each of them.
    let mut within = json!({"rounds": []});
    for table in tables()["tables"].as_array().unwrap() {
        for round in table["rounds"].as_array().unwrap() {
            let mut round = round.clone();
            round["tableId"] = table["tableId"].clone();
            round["currency"] = table["currency"].clone();
            within["rounds"].as_array_mut().unwrap().push(round);
        }
    }
    for json in [tables(), within] {
        let draft = drafted(&json);
        assert!(draft.mapping.contains("table: \"T1\"\n  currency: SGD"), "{}", draft.mapping);
        assert!(
            draft.guesses[0].contains("rounds of 2 tables") && draft.guesses[0].contains("\"T2\" (2 rounds)"),
            "{:?}",
            draft.guesses
        );
        let (summary, coups) = import(&json, &draft.mapping);
        assert_eq!((coups.len(), summary.skipped), (2, 2));
    }
    // A game of another kind is for a person to name.
    let mut other = tables();
    other["tables"].as_array_mut().unwrap().remove(0);
    let draft = draft_json_mapping(other.to_string().as_bytes(), "x").unwrap();
    assert!(draft.mapping.contains("game: REVIEW # /tables[].game says \"DRAGON_TIGER\""), "{}", draft.mapping);
}
