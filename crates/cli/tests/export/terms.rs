//! The close, the limits, whether cards come back and which order counted, against what the log says of them.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use serde_json::Value;

use crate::common::{resettle_in, scratch, simulate_in};

type Row = BTreeMap<String, String>;

fn rows(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The signs of a log: when each came into force.
fn signs(log: &[Value]) -> Vec<(Timestamp, &Value)> {
    let signs = log.iter().filter(|record| record["type"] == "limits");
    let mut signs: Vec<_> = signs.map(|record| (moment(record["at"].as_str().unwrap()), record)).collect();
    signs.sort_by_key(|(at, _)| *at);
    signs
}

/// What a sign says of a bet: that of the player, else of the seat, else of the table, as it stood then.
fn bound(signs: &[(Timestamp, &Value)], then: Timestamp, wager: &Row, which: &str) -> String {
    let of = |post: &str| -> Option<&Value> {
        let held = |sign: &Value| match post {
            "" => sign["seat"].is_null() && sign["player"].is_null(),
            _ => sign[post].as_str().is_some_and(|name| name == wager[post]),
        };
        let sign = signs.iter().rfind(|(at, sign)| *at <= then && held(sign)).map(|(_, sign)| *sign)?;
        Some(&sign[which][&wager["bet"]]).filter(|amount| !amount.is_null())
    };
    ["player", "seat", ""].into_iter().find_map(of).map(Value::to_string).unwrap_or_default()
}

#[test]
fn the_tables_say_by_which_close_limits_and_order_a_coup_was_judged() {
    let mut personal = 0;
    for (rules, close, always_return) in [
        ("sg/mbs/electronic-7-up-baccarat/2023-05-08", "closed", false),
        ("au-nsw/star/7-up-baccarat/2016-08-17", "first_card", true),
    ] {
        let folder = scratch();
        let run = |args: &[&str]| {
            let run = resettle_in(folder.path(), args);
            assert_eq!(run.status, 0, "{args:?}: {}", run.err);
        };
        let play = ["log", rules, "--coups", "600", "--seed", "18", "--one-in", "2", "--out", "played"];
        assert_eq!(simulate_in(folder.path(), &play).status, 0);
        let tables = ["export", "played/log.jsonl", "--trust", "played/trust.yaml", "--export-format", "csv"];
        run(&[&tables[..], &["--out", "tables"]].concat());
        let text = std::fs::read(folder.path().join("played/log.jsonl")).unwrap();
        let text = String::from_utf8_lossy(&text);
        let log: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
        let [coups, wagers, findings] =
            ["coups", "wagers", "findings"].map(|name| rows(&folder.path().join(format!("tables/{name}.csv"))));

        let mut orders = BTreeMap::new();
        let mut commenced = BTreeMap::new();
        let mut returning = std::collections::BTreeSet::new();
        for coup in &coups {
            let line: usize = coup["line"].parse().unwrap();
            commenced.insert(line, moment(&coup["commenced"]));
            let record = &log[line - 1];
            let logged = record["times"][close].as_str().map(moment);
            assert_eq!(Some(&coup["close"]).filter(|close| !close.is_empty()).map(|close| moment(close)), logged);
            let start = log[..line].iter().rfind(|one| one["event"] == "start" && one["shoe"] == record["shoe"]);
            let returns = start.map(|start| always_return || start["recirculates"] == true);
            let returns = returns.or(always_return.then_some(true)).map(|returns| returns.to_string());
            assert_eq!(coup["cards_return"], returns.unwrap_or_default(), "line {line}");
            returning.insert(coup["cards_return"].clone());
            let misplaced = findings.iter().any(|finding| {
                finding["code"] == "deal/misplaced-card"
                    && finding["line"] == coup["line"]
                    && finding["message"].contains("the coup is judged on the cards as drawn")
            });
            let order = match coup["reconstructed_cards"].as_str() {
                "" => "",
                _ if coup["from_cards"] == "false" => "",
                _ if misplaced => "drawn",
                _ => "reconstructed",
            };
            assert_eq!(coup["counted_order"], order, "line {line}");
            *orders.entry(order).or_insert(0) += 1;
        }
        assert!(orders["drawn"] > 1 && orders["reconstructed"] > 1, "{orders:?}");
        assert_eq!(returning.contains("false"), !always_return, "{returning:?}");

        let signs = signs(&log);
        personal += signs.iter().filter(|(_, sign)| sign["player"].is_string() || sign["seat"].is_string()).count();
        for wager in &wagers {
            let then = commenced[&wager["line"].parse().unwrap()];
            for (column, which) in [("limit_min", "min"), ("limit_max", "max")] {
                assert_eq!(wager[column], bound(&signs, then, wager, which), "line {} {column}", wager["line"]);
            }
        }
        let late = |wager: &&Row| wager["not_at_risk"] == "late";
        let closes: BTreeMap<&str, &str> = coups.iter().map(|coup| (&*coup["line"], &*coup["close"])).collect();
        assert!(wagers.iter().filter(late).count() > 0);
        for wager in wagers.iter().filter(late) {
            // The tables cut times to microseconds; some of these were placed a nanosecond after the close.
            assert!(moment(&wager["placed"]) >= moment(closes[&*wager["line"]]), "{wager:?}");
            let [line, nth]: [usize; 2] = ["line", "nth"].map(|key| wager[key].parse().unwrap());
            let record = &log[line - 1];
            let [placed, closed] = [&record["wagers"][nth - 1]["placed"], &record["times"][close]];
            assert!(moment(placed.as_str().unwrap()) > moment(closed.as_str().unwrap()), "{wager:?}");
        }
    }
    assert!(personal > 0, "no sign of a player or a seat");
}
