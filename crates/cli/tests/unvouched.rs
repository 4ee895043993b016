//! A file that nobody signed, beside the sealed logs of a table: it acquits nobody and stops nothing.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::pieces::{Piece, pieces};
use crate::signed::Workdir;
use resettle_reference::Rules;
use resettle_simulate::{Config, simulate};
use resettle_testkit::{chained, key, own, sealed, trust_file, trusted, with};
use serde_json::{Value, json};

/// A table of sixty coups, the twentieth overpaid; a key that is trusted for it.
struct Setup {
    workdir: Workdir,
    records: Vec<Value>,
    /// Shoe and number of the coup that is overpaid.
    coup: (Value, u64),
}

/// What was found: code, file, shoe and coup.
type Found = Vec<String>;

impl Setup {
    fn new(rules: Rules) -> Self {
        let workdir = Workdir::new();
        let mut log = Vec::new();
        simulate(&Config::clean(rules, 60, 17), &mut log).unwrap();
        let text = String::from_utf8(log).unwrap();
        let mut records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let venue = records[0]["venue"].as_str().unwrap().to_owned();
        let trusted = trusted(&own(), &format!("venue: {venue}\nfrom: 2000-01-01T00:00:00+08:00"));
        workdir.write("trust.yaml", trust_file(&[trusted]));
        let busy = |record: &&mut Value| record["wagers"].as_array().is_some_and(|wagers| wagers.len() > 1);
        let overpaid = records.iter_mut().filter(busy).nth(20).unwrap();
        let returned = overpaid["wagers"][0]["returned"].as_i64().unwrap();
        overpaid["wagers"][0]["returned"] = (returned + 900_000).into();
        let coup = (overpaid["shoe"].clone(), overpaid["coup"].as_u64().unwrap());
        Self { workdir, records, coup }
    }

    fn seal(&self, name: &str, records: &[Value]) {
        self.workdir.write(name, sealed(records, &own(), 10).bytes());
    }

    fn unsealed(&self, name: &str, records: &[Value]) {
        self.workdir.write(name, chained(records));
    }

    /// The sealed log of the whole table.
    fn table(&self) {
        self.seal("table.jsonl", &self.records);
    }

    fn report(&self, logs: &[&str]) -> Value {
        let run = self.workdir.run(&[&["replay"], logs, &["--trust", "trust.yaml", "--format", "json"]].concat());
        assert!(run.status < 2, "{logs:?}: {}", run.err);
        serde_json::from_str(&run.out).unwrap()
    }

    /// What is found, but for what concerns a log as a log.
    fn found(&self, logs: &[&str]) -> Found {
        let reported = found(&self.report(logs));
        let mut turned: Vec<&str> = logs.to_vec();
        turned.reverse();
        assert_eq!(found(&self.report(&turned)), reported, "the order of files changes nothing");
        reported
    }

    /// An opening record of another source of the table, under an id that goes before all others.
    fn open(&self, kind: &str, id: &str, log: &str) -> Value {
        let mut open = self.records[0].clone();
        open["log"] = log.into();
        open["source"] = json!({"kind": kind, "id": id});
        open
    }

    /// When the overpaid coup was written.
    fn at(&self) -> Value {
        self.overpaid()["at"].clone()
    }

    fn overpaid(&self) -> &Value {
        let own = |record: &&Value| record["shoe"] == self.coup.0 && record["coup"] == self.coup.1;
        self.records.iter().find(own).unwrap()
    }

    fn irregularity(&self) -> Value {
        let noticed = self.overpaid()["times"]["closed"].clone();
        json!({"kind": "foreign_card", "noticed": noticed, "ruling": "void", "by": "gaming_shift_manager",
            "notified": ["surveillance", "inspector"]})
    }
}

fn found(report: &Value) -> Found {
    let about_coups = |finding: &&Value| {
        !finding["code"].as_str().unwrap().starts_with("integrity/") && finding["code"] != "ruleset/uncertain"
    };
    let mut all: Found = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(about_coups)
        .map(|finding| {
            let text = |name: &str| finding[name].as_str().unwrap_or("-").to_owned();
            format!("{} {} {} {} {}", text("code"), text("file"), text("shoe"), finding["coup"], finding["money"])
        })
        .collect();
    all.sort();
    all
}

/// What is found beside, and what is found no more.
fn apart(before: &Found, now: &Found) -> (Vec<String>, Vec<String>) {
    let codes = |all: &Found, without: &Found| -> Vec<String> {
        let only = all.iter().filter(|row| !without.contains(row));
        only.map(|row| row.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    (codes(now, before), codes(before, now))
}

const ALL: [Rules; 2] = [Rules::MbsElectronic2023, Rules::StarSevenUp2016];

/// Whatever an unsigned file says, the overpaid coup stays what the sealed log makes of it.
#[test]
fn an_unsigned_file_acquits_no_sealed_log() {
    for rules in ALL {
        let setup = Setup::new(rules);
        setup.table();
        let alone = setup.found(&["table.jsonl"]);
        assert!(alone.iter().any(|row| row.starts_with("settlement/overpaid")), "{alone:?}");
        let (shoe, coup, at) = (setup.coup.0.clone(), setup.coup.1, setup.at());
        let record = |kind: &str, more: Value| with(json!({"at": at, "type": kind}), more);
        let incident = with(setup.irregularity(), json!({"shoe": shoe, "coup": coup}));
        let early = setup.records[0]["at"].clone();
        let attacks = [
            ("an incident", record("incident", incident)),
            ("limits", json!({"at": early, "type": "limits", "max": {"player": 1}, "chip": 1_000_000})),
            ("a start", json!({"at": early, "type": "shoe", "shoe": shoe, "event": "start", "decks": 9})),
            ("a check", record("shoe", json!({"shoe": shoe, "event": "check"}))),
            ("an end", json!({"at": early, "type": "shoe", "shoe": shoe, "event": "end"})),
        ];
        for (kind, id) in [("table", "7"), ("shoe", "S"), ("display", "D"), ("terminal", "T1")] {
            for (what, attack) in &attacks {
                for imported in [false, true] {
                    let mut open = setup.open(kind, id, "0-first-of-all");
                    if kind == "table" {
                        open["source"] = setup.records[0]["source"].clone();
                    }
                    if imported {
                        open["imported"] = true.into();
                        open.as_object_mut().unwrap().remove("key");
                    }
                    let mut records = vec![open, attack.clone()];
                    // A source that holds each coup lacks none.
                    if kind != "table" {
                        let coups = setup.records.iter().filter(|record| record["type"] == "coup");
                        records.extend(coups.map(|coup| json!({"at": coup["at"], "type": "coup", "shoe": coup["shoe"], "coup": coup["coup"]})));
                        records.sort_by_key(|record| record["at"].as_str().unwrap().to_owned());
                    }
                    setup.unsealed("a.jsonl", &records);
                    let now = setup.found(&["table.jsonl", "a.jsonl"]);
                    let (more, fewer) = apart(&alone, &now);
                    let case = format!("{} {kind}: {what}, imported {imported}", rules.id());
                    assert_eq!(fewer, Vec::<String>::new(), "{case}");
                    assert_eq!(more, ["reconcile/unvouched a.jsonl"], "{case}");
                }
            }
        }
    }
}

/// Irregularities and times that stand in an unsigned source's own record of the coup.
#[test]
fn what_an_unsigned_record_of_a_sealed_coup_claims_is_not_used() {
    for rules in ALL {
        let setup = Setup::new(rules);
        setup.table();
        let alone = setup.found(&["table.jsonl"]);
        let mut records = vec![setup.open("shoe", "S", "0-first-of-all")];
        for coup in setup.records.iter().filter(|record| record["type"] == "coup") {
            let mut own = json!({"at": coup["at"], "type": "coup", "shoe": coup["shoe"], "coup": coup["coup"], "cards": coup["cards"]});
            if coup["shoe"] == setup.coup.0 && coup["coup"] == setup.coup.1 {
                own["irregularities"] = json!([setup.irregularity()]);
                own["times"] = json!({"opened": setup.records[0]["at"]});
                own["mode"] = "no_bet".into();
            }
            records.push(own);
        }
        setup.unsealed("a.jsonl", &records);
        let (more, fewer) = apart(&alone, &setup.found(&["table.jsonl", "a.jsonl"]));
        assert_eq!(fewer, Vec::<String>::new());
        assert_eq!(more, ["reconcile/unvouched a.jsonl", "reconcile/unvouched a.jsonl"], "irregularities, and times");
        // Sealed by a key that nobody trusts it is no better.
        setup.workdir.write("b.jsonl", sealed(&records, &key(9), usize::MAX).bytes());
        let (more, fewer) = apart(&alone, &setup.found(&["table.jsonl", "b.jsonl"]));
        assert_eq!((more.len(), fewer.len()), (2, 0), "{more:?}");
        // Without a trust store nobody vouches for anything, and the sources are joined as if somebody did.
        let run = setup.workdir.run(&["replay", "table.jsonl", "a.jsonl", "--format", "json"]);
        let report: Value = serde_json::from_str(&run.out).unwrap();
        assert!(!found(&report).iter().any(|row| row.starts_with("reconcile/unvouched")));
        assert!(found(&report).iter().any(|row| row.starts_with("void/undeclared")), "{:?}", found(&report));
    }
}

#[test]
fn sections_that_no_sealed_source_holds_are_taken_from_an_unsigned_one() {
    let mut setup = Setup::new(Rules::MbsElectronic2023);
    let shown = setup.records.iter_mut().filter(|record| record["wrd"] == "banker").nth(3).unwrap();
    shown["wrd"] = "player".into();
    let mut whole = Vec::new();
    for (piece, name, records) in pieces(&setup.records) {
        match piece {
            Piece::Table | Piece::BareTable => continue,
            Piece::Display => {
                let records: Vec<Value> = records.into_iter().filter(|record| record["type"] != "limits").collect();
                setup.unsealed(&name, &records);
            }
            _ => setup.seal(&name, &records),
        }
        whole.push(name);
    }
    let names: Vec<&str> = whole.iter().map(String::as_str).collect();
    let all = setup.found(&names);
    let codes: Vec<&str> = all.iter().map(|row| row.split(' ').next().unwrap()).collect();
    assert_eq!(codes, ["display/wrd-mismatch", "settlement/overpaid"]);
}

/// The vouched one of two logs that hold the same coups counts, whatever the other is called and when it began.
#[test]
fn of_overlapping_logs_the_sealed_one_counts() {
    let setup = Setup::new(Rules::MbsElectronic2023);
    setup.table();
    let alone = setup.found(&["table.jsonl"]);
    let mut honest = setup.records.clone();
    honest[0]["log"] = "0-first-of-all".into();
    for record in &mut honest {
        if record["shoe"] == setup.coup.0 && record["coup"] == setup.coup.1 {
            let returned = record["wagers"][0]["returned"].as_i64().unwrap();
            record["wagers"][0]["returned"] = (returned - 900_000).into();
        }
    }
    for later in [false, true] {
        if later {
            // It begins in the middle.
            let half = honest.len() / 2;
            let from = honest[half]["at"].clone();
            honest.drain(1..half);
            honest[0]["at"] = from;
            honest.retain(|record| record["type"] != "shoe" || record["event"] != "start");
        }
        setup.unsealed("a.jsonl", &honest);
        let report = setup.report(&["table.jsonl", "a.jsonl"]);
        let (more, fewer) = apart(&alone, &found(&report));
        assert_eq!(fewer, Vec::<String>::new(), "later {later}");
        assert!(more.contains(&"reconcile/overlap a.jsonl".to_owned()), "{more:?}");
        assert!(more.iter().all(|row| row.ends_with("a.jsonl") && row.starts_with("reconcile/")), "{more:?}");
        if !later {
            let all = report["findings"].as_array().unwrap();
            let reported = all.iter().find(|finding| finding["code"] == "reconcile/overlap").unwrap();
            let message = reported["message"].as_str().unwrap();
            assert!(message.contains("one of them says something else"), "{message}");
            assert!(message.contains("wagers in 1") && message.contains("900000 less is returned here"), "{message}");
            assert!(message.contains("for which a seal vouches that counts"), "{message}");
        }
    }
}

#[test]
fn a_log_of_another_currency_game_or_table_is_left_out_and_the_rest_is_judged() {
    let setup = Setup::new(Rules::MbsElectronic2023);
    setup.table();
    let alone = setup.found(&["table.jsonl"]);
    for (what, other) in [("currency", "USD"), ("game", "baccarat"), ("table", "elsewhere")] {
        let change = |open: &mut Value| open[what] = other.into();
        for kind in ["table", "shoe"] {
            if (what, kind) == ("table", "shoe") {
                // A shoe of another table is a shoe of another table.
                continue;
            }
            let mut records = setup.records.clone();
            records[0]["log"] = "0-first-of-all".into();
            if kind == "shoe" {
                records[0]["source"] = json!({"kind": "shoe", "id": "S"});
            }
            change(&mut records[0]);
            setup.unsealed("a.jsonl", &records);
            let report = setup.report(&["table.jsonl", "a.jsonl"]);
            let (more, fewer) = apart(&alone, &found(&report));
            assert_eq!((more, fewer), (vec!["reconcile/disagreement a.jsonl".to_owned()], vec![]), "{what} {kind}");
            let all = report["findings"].as_array().unwrap();
            let reported = all.iter().find(|finding| finding["code"] == "reconcile/disagreement").unwrap();
            assert!(reported["message"].as_str().unwrap().contains(what), "{reported}");
            assert_eq!(reported["seq"], 0);
        }
    }
    // Two sealed logs of different currencies: the first counts.
    let mut records = setup.records.clone();
    records[0]["source"] = json!({"kind": "display", "id": "D"});
    records[0]["log"] = "other".into();
    records[0]["currency"] = "USD".into();
    setup.seal("b.jsonl", &records);
    let (more, fewer) = apart(&alone, &setup.found(&["table.jsonl", "b.jsonl"]));
    assert_eq!((more, fewer), (vec!["reconcile/disagreement b.jsonl".to_owned()], vec![]));
}

/// A sealed terminal paid on a coup that the sealed shoe passed over: an unsigned file does not deal it afterwards.
#[test]
fn an_unsigned_file_deals_no_coup_that_the_sealed_shoe_did_not() {
    let setup = Setup::new(Rules::MbsElectronic2023);
    let mut names = Vec::new();
    let mut dealt = Vec::new();
    for (piece, name, mut records) in pieces(&setup.records) {
        match piece {
            Piece::Table | Piece::BareTable => continue,
            Piece::Shoe => {
                dealt = records.clone();
                records.retain(|record| record["shoe"] != setup.coup.0 || record["coup"] != setup.coup.1);
            }
            Piece::Display => records.retain(|record| record["shoe"] != setup.coup.0 || record["coup"] != setup.coup.1),
            Piece::Terminal => {}
        }
        setup.seal(&name, &records);
        names.push(name);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let alone = setup.found(&names);
    assert!(alone.iter().any(|row| row.starts_with("reconcile/paid-undealt")), "{alone:?}");
    dealt[0] = setup.open("shoe", "another", "0-first-of-all");
    dealt.retain(|record| record["type"] == "open" || record["type"] == "coup");
    setup.unsealed("a.jsonl", &dealt);
    let (_, fewer) = apart(&alone, &setup.found(&[&names[..], &["a.jsonl"]].concat()));
    assert_eq!(fewer, Vec::<String>::new());
}

/// Shoes in another order in an unsigned file: it is left out from there, and stops nothing.
#[test]
fn an_unsigned_file_in_another_order_stops_nothing() {
    let setup = Setup::new(Rules::MbsBaccarat2017);
    setup.table();
    let alone = setup.found(&["table.jsonl"]);
    let mut records = vec![setup.open("display", "D", "0-first-of-all")];
    let coups: Vec<&Value> = setup.records.iter().filter(|record| record["type"] == "coup").collect();
    let part = |coup: &Value, shoe: Value| json!({"at": setup.records[0]["at"], "type": "coup", "shoe": shoe, "coup": coup["coup"], "wrd": coup["wrd"]});
    // A shoe that nobody knows, the known ones backwards, and one of them again.
    records.push(part(coups[0], "nobody's".into()));
    records.extend(coups.iter().rev().map(|coup| part(coup, coup["shoe"].clone())));
    records.push(part(coups[1], coups[1]["shoe"].clone()));
    setup.unsealed("a.jsonl", &records);
    let (_, fewer) = apart(&alone, &setup.found(&["table.jsonl", "a.jsonl"]));
    assert_eq!(fewer, Vec::<String>::new());
}
