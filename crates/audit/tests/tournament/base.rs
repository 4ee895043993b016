//! A tournament of three players, two rounds and one table, lawful throughout.

use resettle_testkit::{Opening, seal_record, with};
use serde_json::{Value, json};

/// A moment of the day.
pub fn at(time: &str) -> String {
    format!("2017-07-14T{time}+10:00")
}

fn open(kind: &str, table: &str, time: &str) -> Value {
    let opening = Opening::of(kind, table).log(&format!("star-{table}")).venue("AU-NSW", "star").game("7-up-baccarat");
    with(opening.table(table).currency("AUD").record(&at(time)), json!({"tag": "open"}))
}

fn seal(tag: &str, time: &str) -> Value {
    with(seal_record(&at(time)), json!({"tag": tag}))
}

fn happened(tag: &str, time: &str, event: &str, more: Value) -> Value {
    with(json!({"tag": tag, "at": at(time), "type": "session", "event": event, "tournament": "T"}), more)
}

/// Bounds that are the same for every bet.
fn bounds(min: i64, max: i64) -> Value {
    let of = |amount: i64| json!({"player": amount, "banker": amount, "tie": amount, "super_sevens": amount});
    json!({"min": of(min), "max": of(max)})
}

fn level(coup: i64, min: i64, max: i64) -> Value {
    let mut row = bounds(min, max);
    row["coup"] = json!(coup);
    row
}

/// A coup that the Player wins with 8, or the Banker with 9. Wagers: player, seat, bet, stake, placed at this second.
fn coup(
    tag: &str,
    minute: &str,
    number: u64,
    session: &str,
    marker: &str,
    wagers: &[(&str, &str, &str, i64, u8)],
) -> Value {
    let player = tag.ends_with(['1', '3']);
    let (cards, declared) = if player {
        (json!(["9C", "8C", "AH", "3D", "5S"]), json!({"result": "player", "player": 8, "banker": 5, "sevens": 1}))
    } else {
        (json!(["TH", "4D", "9C"]), json!({"result": "banker", "player": 1, "banker": 9, "sevens": 1}))
    };
    let winner = declared["result"].clone();
    let wagers: Vec<Value> = wagers
        .iter()
        .enumerate()
        .map(|(nth, (who, seat, bet, stake, second))| {
            let returned = if winner == *bet { stake * 2 } else { 0 };
            json!({"id": format!("w{}", nth + 1), "seat": seat, "area": seat, "player": who, "bet": bet, "stake": stake,
                "placed": at(&format!("{minute}:{second:02}")), "returned": returned})
        })
        .collect();
    let time = |second: &str| at(&format!("{minute}:{second}"));
    json!({"tag": tag, "at": time("45"), "type": "coup", "shoe": "S", "coup": number, "cards": cards, "declared": declared,
        "times": {"opened": time("00"), "closed": time("20"), "first_card": time("25"), "settled": time("40")},
        "wagers": wagers, "irregularities": [], "wrd": winner,
        "tournament": {"id": "T", "session": session, "marker": marker}})
}

fn seat(seat: &str, player: &str) -> Value {
    json!({"seat": seat, "player": player, "chips": 10000, "paid": 500, "pass_cards": 1})
}

/// The desk's log and the table's.
pub fn tournament() -> Vec<Vec<Value>> {
    let entry = |tag: &str, time: &str, player: &str| {
        happened(tag, time, "entry", json!({"player": player, "form": true, "fee": 1000, "given": at("08:30:00")}))
    };
    let schedule = |tag: &str, time: &str, session: &str, round: i64, start: &str| {
        let more = json!({"session": session, "round": round, "table": "7UP-01", "start": at(start), "by": "tournament_manager"});
        happened(tag, time, "schedule", more)
    };
    let desk = vec![
        open("desk", "T", "08:00:00"),
        happened(
            "cond",
            "08:10:00",
            "conditions",
            json!({
            "published": at("08:00:00"), "fee": 1000, "allotment": {"chips": 10000, "price": 500}, "compulsory": true,
            "levels": [level(1, 100, 2000), level(3, 200, 4000)],
            "rounds": [{"round": 1, "tables": 1, "coups": 3, "advance": 2}, {"round": 2, "tables": 1, "coups": 2, "places": 2}],
            "progression": "the best two", "repechage": false,
            "play": {"allocation": "by lot", "order": true, "pass_cards": 1, "undisclosed": 1},
            "buy_back": {"times": 1, "method": "at the desk", "timing": "before the next coup"},
            "eligibility": {"entitled_only": true, "refusal": true, "criteria": "members"},
            "terms": {"withdrawal": at("10:00:00"), "form": "a form", "min": 2, "max": 4},
            "prizes": [{"place": 1, "value": 2000}], "payment": "cheque", "statement": true,
            "chip": 50, "wager_time": 10, "chips_in_cash": false}),
        ),
        entry("e1", "08:31:00", "E1"),
        entry("e2", "08:32:00", "E2"),
        entry("e3", "08:33:00", "E3"),
        schedule("s1", "09:00:00", "R1", 1, "12:00:00"),
        schedule("s2", "09:01:00", "R2", 2, "13:00:00"),
        happened("p1", "20:00:00", "prize", json!({"player": "E1", "place": 1, "value": 2000})),
        happened("p2", "20:01:00", "prize", json!({"player": "E2", "place": 2, "value": 1000})),
        seal("desk-seal", "20:30:00"),
    ];
    let start = |tag: &str, time: &str, session: &str, round: i64, kind: &str, seats: &[Value]| {
        let more =
            json!({"session": session, "round": round, "kind": kind, "boxes": 3, "inventory": 500000, "seats": seats});
        happened(tag, time, "start", more)
    };
    let count = |tag: &str, time: &str, session: &str, counts: &[(&str, i64)]| {
        let counts: Vec<Value> =
            counts.iter().map(|(player, chips)| json!({"player": player, "chips": chips})).collect();
        happened(tag, time, "count", json!({"session": session, "counts": counts}))
    };
    let end = |tag: &str, time: &str, session: &str| {
        happened(tag, time, "end", json!({"session": session, "inventory": 500000}))
    };
    let result = |tag: &str, time: &str, session: &str, advances: bool| {
        let of = |place: i64, player: &str| json!({"place": place, "player": player, "advances": advances});
        happened(tag, time, "result", json!({"session": session, "placings": [of(1, "E1"), of(2, "E2")]}))
    };
    let table = vec![
        open("table", "7UP-01", "11:00:00"),
        json!({"tag": "shoe", "at": at("11:50:00"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["8H"]}),
        start("start1", "12:00:30", "R1", 1, "session", &[seat("1", "E1"), seat("2", "E2"), seat("3", "E3")]),
        coup(
            "c1",
            "12:01",
            1,
            "R1",
            "1",
            &[("E1", "1", "player", 200, 2), ("E2", "2", "player", 100, 4), ("E3", "3", "banker", 100, 6)],
        ),
        coup(
            "c2",
            "12:02",
            2,
            "R1",
            "2",
            &[("E2", "2", "banker", 100, 2), ("E3", "3", "player", 100, 4), ("E1", "1", "banker", 100, 6)],
        ),
        coup(
            "c3",
            "12:03",
            3,
            "R1",
            "3",
            &[("E3", "3", "banker", 200, 2), ("E1", "1", "player", 200, 4), ("E2", "2", "player", 200, 6)],
        ),
        count("count1", "12:04:00", "R1", &[("E1", 10500), ("E2", 10400), ("E3", 9600)]),
        end("end1", "12:04:30", "R1"),
        result("result1", "12:05:00", "R1", true),
        start("start2", "13:00:30", "R2", 2, "final", &[seat("1", "E1"), seat("2", "E2")]),
        coup("d1", "13:01", 4, "R2", "1", &[("E1", "1", "player", 100, 2), ("E2", "2", "banker", 100, 4)]),
        coup("d2", "13:02", 5, "R2", "2", &[("E2", "2", "player", 100, 2), ("E1", "1", "banker", 100, 4)]),
        count("count2", "13:03:00", "R2", &[("E1", 10200), ("E2", 9800)]),
        end("end2", "13:03:30", "R2"),
        result("result2", "13:04:00", "R2", false),
        seal("seal", "14:00:00"),
    ];
    vec![desk, table]
}
