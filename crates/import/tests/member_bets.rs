//! JSON whose wagers are members named by their bets, and JSON of which the mapping names another place.
use resettle_import::{Mapping, draft_json_mapping, import_json};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

/// What a draft of JSON imports once its constants are named, with its guesses.
fn drafted(json: &Value) -> (Vec<Value>, Vec<String>, String) {
    let text = json.to_string();
    let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
    let mapping = draft.mapping.replace("REVIEW", "SGD");
    let read =
        Mapping::from_yaml(&mapping).unwrap_or_else(|faults| panic!("{}", faults.render("map", &mapping, false)));
    let mut log = Vec::new();
    let summary = import_json(text.as_bytes(), &read, AT, "x.json", &mut log).unwrap();
    assert_eq!((summary.skipped, summary.coups), (0, 3), "{mapping}\n{:?}", summary.problems);
    let lines = String::from_utf8(log).unwrap();
    let records = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    (records.filter(|record: &Value| record["type"] == "coup").collect(), draft.guesses, draft.mapping)
}

/// Three rounds, of a result each; `rest` gives what stands beside their cards.
fn rounds(rest: impl Fn(&str) -> Value) -> Value {
    let round = |(at, (player, banker, result)): (usize, (&str, &str, &str))| {
        let hand = |cards: &str| cards.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut round = json!({
            "roundId": format!("R{at}"), "endedAt": 1_771_030_456_595_u64 + at as u64 * 60_000,
            "cards": {"player": hand(player), "banker": hand(banker)}, "result": result
        });
        let more = rest(result);
        round.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        round
    };
    let dealt = [("KS 7H", "9D TC", "B"), ("8S TH", "2D 5C", "P"), ("9C KD", "9H JS", "T")];
    dealt.into_iter().enumerate().map(round).collect()
}

fn wagers(coup: &Value) -> Vec<String> {
    let wager = |wager: &Value| format!("{} {} {}", wager["bet"].as_str().unwrap(), wager["stake"], wager["returned"]);
    let mut all: Vec<String> = coup["wagers"].as_array().into_iter().flatten().map(wager).collect();
    all.sort();
    all
}

/// What goes back of 100 on the Player and 5 on a tie.
fn back(result: &str) -> (i64, i64) {
    match result {
        "P" => (200, 0),
        "T" => (100, 45),
        _ => (0, 0),
    }
}

#[test]
fn bets_are_members_with_stakes_and_payouts_apart() {
    let (coups, guesses, mapping) = drafted(&rounds(|result| {
        let (player, tie) = back(result);
        json!({"bets": {"player": 100, "tie": 5, "lucky_nine": 2}, "payouts": {"player": player, "tie": tie, "lucky_nine": 0}})
    }));
    assert_eq!(wagers(&coups[1]), ["lucky_nine 200 0", "player 10000 20000", "tie 500 0"], "{mapping}");
    assert_eq!(wagers(&coups[2]), ["lucky_nine 200 0", "player 10000 10000", "tie 500 4500"]);
    assert!(
        guesses.iter().any(|guess| guess.contains("\"lucky_nine\" is written into the log as it is")),
        "{guesses:?}"
    );
    assert!(guesses.iter().any(|guess| guess.contains("taken for all that went back")), "{guesses:?}");
}

#[test]
fn bets_are_members_with_their_amounts_below() {
    let (coups, _, mapping) = drafted(&rounds(|result| {
        let (player, tie) = back(result);
        json!({"bets": {"player": {"stake": 100, "payout": player}, "tie": {"stake": 5, "payout": tie}}})
    }));
    assert_eq!(wagers(&coups[2]), ["player 10000 10000", "tie 500 4500"], "{mapping}");
}

#[test]
fn what_did_not_win_may_have_no_member() {
    let (coups, guesses, mapping) = drafted(&rounds(|result| {
        let payouts = match result {
            "P" => json!({"player": 200}),
            "T" => json!({"player": 100, "tie": 45}),
            _ => json!({}),
        };
        json!({"bets": {"player": 100, "tie": 5}, "payouts": payouts})
    }));
    assert_eq!(wagers(&coups[0]), ["player 10000 0", "tie 500 0"], "{mapping}");
    assert_eq!(wagers(&coups[1]), ["player 10000 20000", "tie 500 0"]);
    assert!(guesses.iter().any(|guess| guess.contains("nothing is taken to have gone back")), "{guesses:?}");
}

#[test]
fn players_are_members_by_their_names() {
    let rest = |result: &str| {
        let (player, tie) = back(result);
        json!({"players": {
            "alice": {"bets": {"player": 100, "tie": 5}, "payouts": {"player": player, "tie": tie}},
            "bob": {"bets": {"banker": 50}, "payouts": {"banker": if result == "B" { 97.5 } else if result == "T" { 50.0 } else { 0.0 }}}
        }})
    };
    let (coups, guesses, mapping) = drafted(&rounds(rest));
    assert_eq!(wagers(&coups[0]), ["banker 5000 9750", "player 10000 0", "tie 500 0"], "{mapping}");
    assert!(mapping.contains("\nrows: wager\n") && mapping.contains("wagers: \"players[]\""), "{mapping}");
    assert!(
        guesses.iter().any(|guess| guess.contains("taken as players, whose names are in no record")),
        "{guesses:?}"
    );
    // One player alone, and players in an array.
    let (coups, ..) = drafted(&rounds(|result| {
        let (player, tie) = back(result);
        json!({"players": {"alice": {"bets": {"player": 100, "tie": 5}, "payouts": {"player": player, "tie": tie}}}})
    }));
    assert_eq!(wagers(&coups[1]), ["player 10000 20000", "tie 500 0"]);
    let (coups, ..) = drafted(&rounds(|result| {
        let (player, tie) = back(result);
        json!({"players": [{"name": "a", "bets": {"player": 100, "tie": 5}, "payouts": {"player": player, "tie": tie}}, {"name": "b", "bets": {"player": 100}, "payouts": {"player": player}}]})
    }));
    assert_eq!(wagers(&coups[1]), ["player 10000 20000", "player 10000 20000", "tie 500 0"]);
}

#[test]
fn stakes_without_what_went_back_are_said() {
    for rest in [
        json!({"bets": {"player": 100, "tie": 5}, "payout": 205}),
        json!({"bets": {"alice": {"player": 100, "tie": 5}, "bob": {"banker": 50}}}),
    ] {
        let (coups, guesses, _) = drafted(&rounds(|_| rest.clone()));
        assert!(wagers(&coups[0]).is_empty());
        assert!(guesses.iter().any(|guess| guess.contains("look like stakes, and no member says")), "{guesses:?}");
    }
}

#[test]
fn totals_of_hands_are_no_wagers() {
    let (coups, guesses, mapping) = drafted(&rounds(|_| json!({"score": {"player": 7, "banker": 9}})));
    assert!(wagers(&coups[0]).is_empty() && !mapping.contains("  wagers:\n"), "{mapping}");
    assert!(!guesses.iter().any(|guess| guess.contains("stakes")), "{guesses:?}");
}

#[test]
fn hands_in_one_text_below_a_path() {
    let hands = |hands: &[&str]| hands.iter().map(|hand| (*hand).to_owned()).collect::<Vec<_>>();
    let round = |(at, hand): (usize, Vec<String>)| json!({"gameId": format!("G{at}"), "ts": 1_771_030_456_595_u64 + at as u64 * 60_000, "playerHand": hand[0], "bankerHand": hand[1], "winner": hand[2]});
    let all = [hands(&["kh,7h", "9d,10c", "B"]), hands(&["8s,10h", "2d,5c", "P"]), hands(&["9c,kd", "9h,js", "T"])];
    let (coups, _, mapping) =
        drafted(&json!({"data": {"results": all.into_iter().enumerate().map(round).collect::<Vec<_>>()}}));
    assert!(mapping.contains("rounds: \"data.results\""), "{mapping}");
    assert_eq!(coups[0]["cards"], json!(["KH", "9D", "7H", "TC"]));
}

#[test]
fn cards_in_events_are_said() {
    let events = |at: usize| {
        let card = |(hand, card): (&str, &str)| json!({"type": "CARD_DEALT", "hand": hand, "card": card});
        let cards: Vec<Value> =
            [("PLAYER", "KS"), ("BANKER", "9D"), ("PLAYER", "7H"), ("BANKER", "TC")].into_iter().map(card).collect();
        json!({"id": format!("R{at}"), "winner": "BANKER", "events": cards})
    };
    let text = json!({"rounds": [events(1), events(2)]}).to_string();
    let draft = draft_json_mapping(text.as_bytes(), "x").unwrap();
    assert!(draft.guesses.iter().any(|guess| guess.contains("each in an event of its round")), "{:?}", draft.guesses);
}

/// Where the rounds are elsewhere than the mapping says, the message has what to write.
#[test]
fn a_message_names_where_the_rounds_stand() {
    let array = rounds(|_| json!({}));
    let drafted = draft_json_mapping(array.to_string().as_bytes(), "x").unwrap().mapping.replace("REVIEW", "SGD");
    let with = |key: &str| drafted.replacen("row:\n", &format!("{key}row:\n"), 1);
    let import = |json: &Value, mapping: &str| {
        let mapping = Mapping::from_yaml(mapping).unwrap_or_else(|_| panic!("{mapping}"));
        import_json(json.to_string().as_bytes(), &mapping, AT, "x.json", &mut Vec::new())
    };
    let nested = json!({"meta": {"n": 3}, "data": {"games": array}});
    for (json, key, help) in [
        (&nested, "", "json: {rounds: \"data.games\"}"),
        (&nested, "json: {rounds: games}\n", "json: {rounds: \"data.games\"}"),
        (&nested, "json: {rounds: \"$.data.games\"}\n", "json: {rounds: \"data.games\"}"),
        (&array, "json: {rounds: data}\n", "take `rounds` out of `json`"),
    ] {
        let failed = import(json, &with(key)).unwrap_err();
        assert!(failed.help().unwrap().contains(help), "{key}: {failed} {:?}", failed.help());
    }
    // Lines that wrap a round each.
    let wrapped: Vec<Value> =
        array.as_array().unwrap().iter().map(|round| json!({"topic": "x", "payload": round})).collect();
    let summary = import(&Value::from(wrapped), &drafted).unwrap();
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    assert!(hints[0].contains("such stand below \"payload\": write `payload.` before each"), "{hints:?}");
}

#[test]
fn seats_by_number_hold_arrays_of_bets() {
    let (coups, _, mapping) = drafted(&rounds(|result| {
        let (player, tie) = back(result);
        json!({"seats": {
            "1": {"bets": [{"type": "player", "amount": 100, "payout": player}]},
            "3": {"bets": [{"type": "tie", "amount": 5, "payout": tie}]}
        }})
    }));
    assert_eq!(wagers(&coups[1]), ["player 10000 20000", "tie 500 0"], "{mapping}");
}

/// A round that is void by a member of true and false alone was judged as played.
#[test]
fn a_flag_says_which_rounds_are_void() {
    let (coups, guesses, mapping) = drafted(&rounds(|result| json!({"isVoid": result == "T"})));
    assert!(
        guesses.iter().any(|guess| guess.contains("\"isVoid\" is taken to say which rounds are void")),
        "{guesses:?}"
    );
    let declared: Vec<&Value> = coups.iter().map(|coup| &coup["declared"]["result"]).collect();
    assert_eq!(declared, ["banker", "player", "void"], "{mapping}");
    let (_, guesses, _) = drafted(&rounds(|result| if result == "T" { json!({"isVoid": true}) } else { json!({}) }));
    assert!(guesses.iter().any(|guess| guess.contains("some rounds lack it")), "{guesses:?}");
}

#[test]
fn cards_each_in_a_member_with_short_names() {
    let round = |at: usize| json!({"id": format!("R{at}"), "cards": {"p1": "KS", "b1": "9D", "p2": "7H", "b2": "TC", "p3": null, "b3": ""}, "res": "B", "bets": [{"side": "BANKER", "amt": "100", "win": "95"}]});
    let (coups, _, mapping) = drafted(&json!([round(1), round(2), round(3)]));
    assert_eq!(coups[0]["cards"], json!(["KS", "9D", "7H", "TC"]), "{mapping}");
    assert_eq!(wagers(&coups[0]), ["banker 10000 19500"], "{mapping}");
}
