//! Rounds of JSON in another shape than the mapping's paths: they are read if one meaning is left, and else refused by name.

use resettle_import::{ImportSummary, Mapping, draft_json_mapping, import_json};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

const MAPPING: &str = "format: json-mapping/1
json: {wagers: 'bets[]', only: [{path: kind, values: [BAC]}, {path: 'bets[].currency', values: [SGD]}]}
open: {log: x, source: {kind: table, id: T}, jurisdiction: SG, venue: mbs, game: baccarat, table: T, currency: SGD}
rows: wager
row:
  id: id
  cards: {hands: {deal: PBPBPB, P: 'player[]', B: 'banker.cards'}}
  declared: {result: {column: winner, values: {P: player, B: banker, T: tie}}}
  wagers:
    - {bet: {column: 'bets[].on', values: {P: player, B: banker}}, stake: 'bets[].stake', returned: 'bets[].paid', decimals: 2, status: {column: 'bets[].status', settled: [PAID]}}
";

fn mapping(text: &str) -> Mapping {
    Mapping::from_yaml(text).unwrap_or_else(|faults| panic!("{}", faults.render("mapping", text, false)))
}

fn bet(on: &str, stake: u64) -> Value {
    json!({"on": on, "stake": stake, "paid": 0, "currency": "SGD", "status": "PAID"})
}

/// A round that is in order, with some other members.
fn round(more: &Value) -> Value {
    let mut round = json!({
        "id": "r1", "kind": "BAC", "player": ["KS", "7H"], "banker": {"cards": ["9D", "TC"]}, "winner": "B",
        "bets": [bet("P", 100), bet("B", 50)],
    });
    for (name, value) in more.as_object().unwrap() {
        round[name] = value.clone();
    }
    round
}

fn import(rounds: &[Value], mapping: &Mapping) -> (ImportSummary, Vec<Value>, Vec<String>) {
    let text: Vec<String> = rounds.iter().map(Value::to_string).collect();
    let mut out = Vec::new();
    let summary = import_json(text.join("\n").as_bytes(), mapping, AT, "x.json", &mut out).unwrap();
    let log = String::from_utf8(out).unwrap();
    let records = log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = summary.problems.iter().map(ToString::to_string).collect();
    (summary, records, said)
}

#[test]
fn wagers_that_are_no_array_of_objects() {
    let mapping = mapping(MAPPING);
    // A round in order stands before each: where no wager of a file fits, nothing of it is read.
    let first = round(&json!({"id": "r0"}));
    for (bets, fault) in [
        (json!([[bet("P", 100)]]), "an array stands at \"bets[]\""),
        (json!("P 100"), "\"P 100\" stands at \"bets\""),
        (json!(7), "\"7\" stands at \"bets\""),
        (json!(["P", "B"]), "\"P\" stands at \"bets[]\""),
        (json!({"P": 100, "B": 50}), "an object of \"B\", \"P\" stands at \"bets[]\""),
        (json!([null, bet("P", 100)]), "null stands at \"bets[]\""),
        (json!([{}, bet("P", 100)]), "an object stands at \"bets[]\""),
        (json!([{"spot": "P", "amount": 100}]), "an object of \"amount\", \"spot\" stands at \"bets[]\""),
    ] {
        let (summary, records, said) = import(&[first.clone(), round(&json!({"bets": bets}))], &mapping);
        assert!(summary.lost_something(), "{bets}");
        assert_eq!((records.len(), records[0]["unread_after"].as_u64()), (1, Some(1)), "{bets}");
        let rest = ", and no path of the mapping goes on from there; the row was skipped";
        assert!(said[0].contains(fault) && said[0].contains(rest), "{bets}: {said:?}");
    }
    // One object in place of an array is a wager.
    let (summary, records, said) = import(&[round(&json!({"bets": bet("P", 100)}))], &mapping);
    assert_eq!((summary.wagers, said), (1, vec![]));
    assert_eq!(records[0]["wagers"], json!([{"bet": "player", "stake": 10_000, "returned": 0}]));
    // Objects by their ids are wagers, too, and a round may have none.
    let by_id = json!({"x1": bet("P", 100), "x2": bet("B", 50)});
    for (bets, wagers) in [(by_id, 2), (json!([]), 0), (json!({}), 0), (json!(null), 0), (json!(""), 0)] {
        let (summary, _, said) = import(&[first.clone(), round(&json!({"bets": bets}))], &mapping);
        assert_eq!((summary.coups, summary.wagers, said), (2, wagers + 2, vec![]), "{bets}");
    }
}

#[test]
fn other_values_in_another_shape() {
    let mapping = mapping(MAPPING);
    for (more, fault) in [
        (json!({"banker": "9D TC"}), "\"9D TC\" stands at \"banker\""),
        (json!({"banker": [["9D", "TC"]]}), "an array stands at \"banker\""),
    ] {
        let (_, records, said) = import(&[round(&more)], &mapping);
        assert_eq!(records.len(), 0, "{more}");
        assert!(said[0].contains(fault), "{more}: {said:?}");
    }
    // A text where an array of texts is meant has one meaning.
    let (_, records, said) = import(&[round(&json!({"player": "KS"}))], &mapping);
    assert_eq!(records[0]["cards"], json!(["KS", "9D", "??", "TC"]), "{said:?}");
}

#[test]
fn a_card_that_is_empty_is_no_card_less() {
    let mapping = mapping(MAPPING);
    for (hand, cards, holes) in [
        (json!(["KS", null, "2H"]), json!(["KS", "9D", "??", "TC", "2H"]), 1),
        (json!(["", "KS", "2H"]), json!(["??", "9D", "KS", "TC", "2H"]), 1),
        (json!(["KS", {}, "2H"]), json!(["KS", "9D", "??", "TC", "2H"]), 1),
        (json!({"0": "KS", "1": null, "2": "2H"}), json!(["KS", "9D", "??", "TC", "2H"]), 1),
        // A third card that was not drawn.
        (json!(["KS", "2H", null]), json!(["KS", "9D", "2H", "TC"]), 0),
        (json!(["KS", "2H", ""]), json!(["KS", "9D", "2H", "TC"]), 0),
    ] {
        let (summary, records, said) = import(&[round(&json!({"player": hand, "bets": []}))], &mapping);
        assert_eq!((&records[0]["cards"], summary.unreadable_cards), (&cards, holes), "{hand}");
        assert_eq!(said.len() as u64, holes, "{said:?}");
    }
    let parts = MAPPING.replace("P: 'player[]'", "P: 'player[].{rank,suit}'");
    let hand = json!([{"rank": "K", "suit": "S"}, {"rank": null, "suit": null}, {"rank": "2", "suit": "H"}]);
    let (_, records, _) = import(&[round(&json!({"player": hand}))], &self::mapping(&parts));
    assert_eq!(records[0]["cards"], json!(["KS", "9D", "??", "TC", "2H"]));
    let (_, records, said) = import(&[round(&json!({}))], &self::mapping(&parts));
    assert!(records.is_empty() && said[0].contains("\"KS\" stands at \"player[]\""), "{said:?}");
}

#[test]
fn what_a_condition_or_a_status_looks_at_may_be_missing() {
    let mapping = mapping(MAPPING);
    let without = |name: &str| {
        let mut bet = bet("P", 100);
        bet.as_object_mut().unwrap().remove(name);
        bet
    };
    for (bets, fault) in [
        (json!([without("currency")]), "nothing stands at \"bets[].currency\", where `only` of the mapping wants"),
        (json!([without("status")]), "the cell is empty, and the mapping asks it for the status of a settled wager"),
    ] {
        let (summary, records, said) = import(&[round(&json!({"bets": bets}))], &mapping);
        assert_eq!((summary.wagers_left_out, &records[0]["unread_rows"]), (1, &json!(1)), "{bets}");
        assert!(said[0].contains(fault), "{bets}: {said:?}");
    }
    // Where none is what the source writes, the mapping can say so.
    let lax = MAPPING.replace("settled: [PAID]", "settled: [PAID, '']").replace("values: [SGD]", "values: [SGD, '']");
    for bets in [json!([without("currency")]), json!([without("status")])] {
        let (summary, _, said) = import(&[round(&json!({"bets": bets}))], &self::mapping(&lax));
        assert_eq!((summary.wagers, said), (1, vec![]));
    }
    // A round without what it is may be of this table.
    let (_, records, said) = import(&[round(&json!({"id": "r0"})), round(&json!({"kind": null}))], &mapping);
    assert_eq!(records[0]["unread_after"], json!(1));
    assert!(said[0].contains("nothing stands at \"kind\""), "{said:?}");
    // A wager of which neither amount is there.
    let silent = json!({"on": "P", "stake": null, "currency": "SGD", "status": "PAID"});
    let (summary, _, said) = import(&[round(&json!({"bets": [silent, bet("B", 50)]}))], &mapping);
    assert_eq!((summary.wagers, summary.wagers_left_out), (1, 1));
    assert!(said[0].contains("neither a stake nor what went back stands there"), "{said:?}");
}

#[test]
fn amounts_keep_all_their_figures() {
    let mapping = mapping(MAPPING);
    let mut wager = bet("P", 100).to_string();
    wager = wager.replace("\"stake\":100", "\"stake\":12345678901234567.89");
    let text = round(&json!({"bets": []})).to_string().replace("\"bets\":[]", &format!("\"bets\":[{wager}]"));
    let mut out = Vec::new();
    import_json(text.as_bytes(), &mapping, AT, "x", &mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("\"stake\":1234567890123456789,"));
    let text = text.replace("12345678901234567.89", "100.00000000000000001");
    let summary = import_json(text.as_bytes(), &mapping, AT, "x", &mut Vec::new()).unwrap();
    let said = summary.problems[0].to_string();
    assert!(said.contains("\"100.00000000000000001\" is not an amount with at most 2 decimals"), "{said}");
}

#[test]
fn rounds_that_have_a_number_alone_are_not_one_because_of_it() {
    let numbered = MAPPING.replace("  id: id\n", "  coup: no\n");
    let rounds = [round(&json!({"no": 1})), round(&json!({"no": 1, "winner": "P"})), round(&json!({"no": 2}))];
    let (summary, records, said) = import(&rounds, &mapping(&numbered));
    assert_eq!((summary.coups, summary.wagers, said), (3, 6, vec![]));
    assert_eq!(records[1]["declared"]["result"], "player");
}

/// Where the rounds of a file stand, as a draft finds it.
#[test]
fn drafts_of_rounds_wherever_they_stand() {
    let rounds = |from: usize, to: usize| -> Vec<Value> {
        (from..to).map(|number| round(&json!({"id": format!("r{number}")}))).collect()
    };
    let page = |from, to| json!({"page": from, "rounds": rounds(from, to)});
    let by_id = |from: usize, to: usize| -> Value {
        rounds(from, to).into_iter().map(|round| (round["id"].as_str().unwrap().to_owned(), round)).collect()
    };
    let lines = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    for (text, path, coups) in [
        (lines(&[page(1, 4), page(4, 5)]), Some("rounds"), 4),
        (json!([page(1, 4), page(4, 6)]).to_string(), Some("[].rounds"), 5),
        (json!([rounds(1, 3), rounds(3, 6)]).to_string(), Some("[][]"), 5),
        // Pages by their numbers.
        (json!({"1": page(1, 4), "2": page(4, 6)}).to_string(), Some("[].rounds"), 5),
        (json!({"pages": {"1": rounds(1, 4), "2": rounds(4, 6)}}).to_string(), Some("pages[][]"), 5),
        (json!({"2026-05-02": rounds(1, 4), "2026-05-03": rounds(4, 6)}).to_string(), Some("[][]"), 5),
        (json!({"rounds": by_id(1, 5)}).to_string(), Some("rounds"), 4),
        (by_id(1, 5).to_string(), Some("[]"), 4),
        (
            json!({"data": {"days": [{"games": rounds(1, 3)}, {"games": rounds(3, 4)}]}}).to_string(),
            Some("data.days[].games"),
            3,
        ),
        (json!(rounds(1, 4)).to_string(), None, 3),
        (lines(&rounds(1, 4)), None, 3),
        (round(&json!({})).to_string(), None, 1),
    ] {
        let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
        let found = draft.mapping.lines().find_map(|line| line.strip_prefix("  rounds: "));
        assert_eq!(found, path.map(|path| format!("{path:?}")).as_deref(), "{text}");
        let mut out = Vec::new();
        let reviewed = draft.mapping.replace("REVIEW", "x");
        let summary = import_json(text.as_bytes(), &mapping(&reviewed), AT, "x", &mut out).unwrap();
        assert_eq!((summary.coups, summary.wagers), (coups, 2 * coups), "{text}: {:?}", summary.problems);
    }
    let draft =
        draft_json_mapping(json!({"early": rounds(1, 4), "late": rounds(4, 6)}).to_string().as_bytes(), "x").unwrap();
    assert!(draft.guesses[0].ends_with("by a mapping of their own: \"late\" (2)"), "{:?}", draft.guesses);
    // What nothing is known of is listed, for somebody to name it.
    let draft = draft_json_mapping(br#"[{"alpha":"x","beta":{"gamma":"y"}}]"#, "x").unwrap();
    assert!(draft.is_blank && draft.mapping.contains("#   beta.gamma: \"y\""), "{}", draft.mapping);
    // Rows of values below a list of names are a table.
    let table = br#"{"columns":["id","winner"],"rows":[["r1","B"],["r2","P"]]}"#;
    for table in [&table[..], br#"[["id","winner"],["r1","B"]]"#] {
        let error = draft_json_mapping(table, "x").unwrap_err();
        assert!(error.help().unwrap().contains("@csv"), "{error}");
    }
}

#[test]
fn members_that_no_path_reads_are_counted_with_their_rounds() {
    let mapping = mapping(MAPPING);
    let other = json!({"id": "r2", "sideBets": [{"on": "TIE", "stake": 10, "paid": 0}, {"on": "PP", "stake": 5, "paid": 0}], "dealer": {"name": "Ann"}});
    let free = json!({"id": "r3", "sideBets": [{"on": "TIE", "stake": 0}], "prize": {"amount": 7}});
    let (summary, ..) = import(&[round(&json!({})), round(&other), round(&free)], &mapping);
    let members: Vec<(&str, u64, u64)> =
        summary.unread_members.iter().map(|member| (member.path.as_str(), member.rounds, member.line)).collect();
    let expected = [
        ("dealer.name", 1, 2),
        ("prize.amount", 1, 3),
        ("sideBets[].on", 2, 2),
        ("sideBets[].paid", 1, 2),
        ("sideBets[].stake", 2, 2),
    ];
    assert_eq!(members, expected);
    // What is staked there is in no log.
    assert!(summary.rounds_with_unread_stakes == 1 && summary.lost_something());
    let (summary, ..) = import(&[round(&json!({})), round(&json!({"id": "r2", "video": "x"}))], &mapping);
    assert_eq!(
        (summary.rounds_with_unread_stakes, summary.unread_members.len(), summary.lost_something()),
        (0, 1, false)
    );
}

/// Each line is one bet, with the data of its round.
fn line(round: &str, bet: &str, on: &str, stake: u64, paid: u64) -> Value {
    json!({
        "betId": bet, "roundId": round, "endedAt": "2026-11-21T10:00:00Z", "player": ["KS", "7H"], "banker": ["9D", "TC"],
        "winner": "banker", "bet": on, "stake": stake, "payout": paid, "account": "a1",
    })
}

#[test]
fn a_draft_of_one_bet_a_line_reads_the_bets_of_a_round_together() {
    let lines = [
        line("r1", "b1", "player", 100, 0),
        line("r1", "b2", "banker", 50, 97),
        line("r2", "b3", "tie", 10, 0),
        line("r1", "b4", "tie", 20, 0),
    ];
    let text = lines.map(|line| line.to_string()).join("\n");
    let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
    assert!(draft.mapping.contains("rows: wager") && !draft.mapping.contains("\njson:\n  wagers"), "{}", draft.mapping);
    assert!(draft.guesses.iter().any(|guess| guess.starts_with("no amount has decimals")), "{:?}", draft.guesses);
    let mut out = Vec::new();
    let reviewed = draft.mapping.replace("REVIEW", "x");
    let summary = import_json(text.as_bytes(), &mapping(&reviewed), AT, "x", &mut out).unwrap();
    assert_eq!((summary.coups, summary.wagers, summary.problems.as_slice()), (2, 4, &[][..]));
    let log = String::from_utf8(out).unwrap();
    let coup: Value = serde_json::from_str(log.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&coup["source_id"], coup["wagers"].as_array().unwrap().len()), (&json!("r1"), 3));
    assert_eq!((&coup["wagers"][1]["id"], &coup["wagers"][1]["player"]), (&json!("b2"), &json!("a1")));
}

#[test]
fn a_word_that_is_not_known_costs_a_draft_no_column() {
    let mut rounds: Vec<Value> = (1..9).map(|number| round(&json!({"id": format!("r{number}")}))).collect();
    rounds.push(round(&json!({"id": "r9", "winner": "redeal"})));
    let text = json!(rounds).to_string();
    let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
    assert!(draft.mapping.contains("result: {column: \"winner\""), "{}", draft.mapping);
    let unknown = "what these results mean is not known; add them to `values`, else the rounds that have them are not read: \"redeal\"";
    assert!(draft.guesses.iter().any(|guess| guess == unknown), "{:?}", draft.guesses);
    let summary =
        import_json(text.as_bytes(), &mapping(&draft.mapping.replace("REVIEW", "x")), AT, "x", &mut Vec::new())
            .unwrap();
    assert_eq!(summary.coups, 8);
    assert!(summary.problems[0].to_string().contains("\"redeal\" is not among the values of the mapping"));
}

#[test]
fn a_game_that_varies_is_warned_about_and_a_name_of_rounds_is_not() {
    let mapping = mapping(MAPPING);
    let hints = |games: &[&str]| {
        let rounds: Vec<Value> =
            (1..).zip(games).map(|(number, game)| round(&json!({"id": format!("r{number}"), "game": game}))).collect();
        import(&rounds, &mapping).0.hints.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let said = hints(&["baccarat", "dragon tiger", "baccarat", "dragon tiger", "baccarat"]);
    assert!(said.iter().any(|hint| hint.starts_with("the rounds say \"baccarat\" (line 1), \"dragon tiger\" (line 2) at \"game\"")), "{said:?}");
    for games in [&["baccarat"; 4][..], &["1", "1", "2", "2", "2"], &["alpha", "beta"], &["a", "b", "c", "d", "e"]] {
        assert_eq!(hints(games), [""; 0], "{games:?}");
    }
}

#[test]
fn a_status_that_no_path_reads_is_warned_about_and_drafted() {
    let states = ["completed", "dispute", "rollback", "in_progress"];
    let rounds: Vec<Value> = (1..)
        .zip(states)
        .map(|(id, state)| round(&json!({"id": id.to_string(), "roundState": state, "table": {"state": "open"}})))
        .collect();
    let (summary, ..) = import(&rounds, &mapping(MAPPING));
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    assert_eq!(hints.len(), 1, "{hints:?}");
    let said = "the rounds say \"dispute\" (line 2), \"rollback\" (line 3), \"in_progress\" (line 4) at \"roundState\", which is not read";
    assert!(hints[0].starts_with(said), "{hints:?}");
    for name in ["roundState", "x"] {
        let text: String = rounds.iter().map(|round| format!("{round}\n").replace("roundState", name)).collect();
        let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
        let line = format!(
            "  status: {{column: \"{name}\", values: {{\"completed\": played, \"dispute\": left_out, \"in_progress\": left_out, \"rollback\": left_out}}}}\n"
        );
        assert!(draft.mapping.contains(&line), "{}", draft.mapping);
    }
}

#[test]
fn a_draft_takes_no_wager_for_the_name_of_a_round() {
    let cards = json!({"player": ["4C", "8H"], "banker": ["4D", "5C"]});
    let in_round = |bet: &str, on: &str| json!({"bet_id": bet, "round": {"id": "r1", "cards": cards, "result": "banker"}, "bet": on, "stake": 10.5, "payout": 19.5});
    let with_net = |on: &str, stake: f64, win: f64| {
        json!({
            "round": "r1", "player": cards["player"], "banker": cards["banker"], "winner": "banker", "bet_type": on,
            "bet": stake, "win": win,
        })
    };
    let not_understood = |on: &str, amount: f64| json!({"player": cards["player"], "banker": cards["banker"], "bet_type": on, "won_by": amount});
    for (lines, id, back) in [
        (vec![in_round("u1", "banker"), in_round("u2", "tie")], Some("round.id"), "returned: \"payout\""),
        (vec![in_round("u1", "banker")], Some("round.id"), "returned: \"payout\""),
        (vec![with_net("banker", 100.0, 95.0), with_net("tie", 10.0, -10.0)], Some("round"), "net: \"win\""),
        (vec![not_understood("banker", 9.5), not_understood("tie", 5.5)], None, ""),
    ] {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
        let line = id.map_or_else(|| "\n  # id: PATH\n".to_owned(), |id| format!("\n  id: {id:?}\n"));
        assert!(draft.mapping.contains(&line) && draft.mapping.contains(back), "{}", draft.mapping);
        assert_eq!(draft.mapping.contains("\nrows: wager\n"), id.is_some(), "{}", draft.mapping);
    }
}

#[test]
fn one_odd_card_or_amount_costs_a_draft_nothing() {
    let draft = |rounds: &[Value]| {
        let text: String = rounds.iter().map(|round| format!("{round}\n")).collect();
        let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
        let mapping = mapping(&draft.mapping.replace("REVIEW", "x"));
        let summary = import_json(text.as_bytes(), &mapping, AT, "x", &mut Vec::new()).unwrap();
        (draft, summary)
    };
    let good: Vec<Value> = (1..4).map(|id| round(&json!({"id": id.to_string()}))).collect();
    let mut rounds = good.clone();
    rounds.push(round(&json!({"id": "4", "player": ["?", "KS"]})));
    let (drafted, summary) = draft(&rounds);
    assert!(drafted.mapping.contains("    unreadable: [\"?\"]\n"), "{}", drafted.mapping);
    assert_eq!((summary.coups, summary.wagers, summary.unreadable_cards), (4, 8, 0), "{:?}", summary.problems);
    let mut odd = bet("P", 100);
    odd["stake"] = json!("hundred");
    let mut rounds = good;
    rounds.push(round(&json!({"id": "4", "bets": [odd]})));
    let (drafted, summary) = draft(&rounds);
    let said = "these are no amounts, and the rounds that have them are not read: \"hundred\"";
    assert!(drafted.guesses.iter().any(|guess| guess == said), "{:?}", drafted.guesses);
    assert_eq!(summary.wagers, 6);
    let mut symbols = bet("P", 100);
    (symbols["stake"], symbols["paid"]) = (json!("S$1,000.00"), json!("S$0.00"));
    let (drafted, summary) = draft(&[round(&json!({"bets": [symbols, bet("B", 50)]}))]);
    assert!(drafted.mapping.contains("amounts: {thousands: \",\", symbols: [\"S$\"]}"), "{}", drafted.mapping);
    assert_eq!(summary.wagers, 2);
}

#[test]
fn rounds_without_names_or_times_are_said() {
    let text = MAPPING.replace(
        "json: {wagers: 'bets[]', only: [{path: kind, values: [BAC]}, {path: 'bets[].currency', values: [SGD]}]}\n",
        "",
    );
    let text = text.replace("rows: wager\n", "").split("  wagers:").next().unwrap().to_owned();
    let nameless = mapping(&text.replace("  id: id\n", "  time: {column: at, format: iso-8601}\n"));
    let with_time = |id: &str, at: Value| round(&json!({"id": id, "at": at}));
    let at = json!("2026-05-02T20:00:01+08:00");
    let (summary, records, _) = import(&[with_time("1", at.clone()), with_time("2", at.clone())], &nameless);
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    assert_eq!(records.len(), 2);
    assert!(
        hints[0].starts_with("1 coup was settled at the moment of another one, the first one on line 2"),
        "{hints:?}"
    );
    assert!(hints[1].starts_with("1 round is the same as a round above in all that the mapping reads, and nothing names them, the first one is round 2 of the file (line 2), as round 1 is"), "{hints:?}");
    let timed = mapping(&text.replace("  id: id\n", "  id: id\n  time: {column: at, format: iso-8601}\n"));
    let (summary, _, said) =
        import(&[with_time("1", at), with_time("2", json!(null)), round(&json!({"id": "3"}))], &timed);
    assert_eq!((summary.coups, summary.values_left_out, said.len()), (3, 2, 2));
    assert_eq!(
        said[0],
        "line 2, round \"2\", column \"at\": no time stands there, and other rounds have one: it is judged by the rules of the time of the import; the coup was written without it"
    );
}

#[test]
fn cards_as_members_and_as_one_text_are_drafted() {
    let cards = |members: Value| {
        let mut round = round(&json!({"bets": []}));
        let own = round.as_object_mut().unwrap();
        own.retain(|name, _| name != "player" && name != "banker");
        own.extend(members.as_object().unwrap().clone());
        let text = format!("{round}\n{round}\n");
        let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
        let (_, records, said) = import(&[round], &mapping(&draft.mapping.replace("REVIEW", "x")));
        assert_eq!(said, [""; 0], "{}", draft.mapping);
        (records[0]["cards"].clone(), records[0].get("to").cloned())
    };
    let hands = (json!(["KS", "9D", "7H", "TC"]), Some(json!("PBPB")));
    for members in [
        json!({"p1": "KS", "p2": "7H", "p3": null, "b1": "9D", "b2": "TC", "b3": null}),
        json!({"player": {"c1": "KS", "c2": "7H", "c3": null}, "banker": {"c1": "9D", "c2": "TC"}}),
        json!({"cards": {"banker1": "9D", "banker2": "TC", "player1": "KS", "player2": "7H"}}),
        json!({"player": "KS 7H", "banker": "9D TC"}),
    ] {
        assert_eq!(cards(members), hands);
    }
    for members in
        [json!({"cards": "KS 9D 7H TC"}), json!({"cards": "KS9D7HTC"}), json!({"cards": ["KS", "9D", "7H", "TC"]})]
    {
        assert_eq!(cards(members), (hands.0.clone(), None));
    }
}
