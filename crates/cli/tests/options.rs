//! A document that leaves choices: a record of the log says what was chosen, and coups are judged by that.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{Run, resettle, root, scratch};
use crate::signed::Workdir;
use serde_json::{Value, json};

const ID: &str = "zz/amber-hall/choice-baccarat/2025-06-01";

fn rulesets() -> String {
    root().join("fixtures/games/rulesets").to_str().unwrap().to_owned()
}

/// A moment of the evening.
fn at(minute: u32, second: u32) -> String {
    format!("2025-06-08T20:{minute:02}:{second:02}+12:00")
}

fn options(minute: u32, elected: Value) -> Value {
    json!({"at": at(minute, 0), "type": "options", "elected": elected})
}

/// A coup that the Banker wins with 6 of two cards against 5 of three, with 100 on the bet; it opens in its minute.
fn banker_on_six(number: u32, minute: u32, bet: &str, returned: i64) -> Value {
    json!({
        "at": at(minute, 59), "type": "coup", "shoe": "S-1", "coup": number,
        "times": {"opened": at(minute, 5), "closed": at(minute, 20), "first_card": at(minute, 22), "settled": at(minute, 50)},
        "cards": ["3C", "2D", "2H", "4S", "KD"],
        "wagers": [{"id": "w1", "seat": "1", "bet": bet, "stake": 100, "placed": at(minute, 10), "returned": returned}],
        "irregularities": [],
        "declared": {"result": "banker", "player": 5, "banker": 6},
        "wrd": "banker",
    })
}

fn replayed(between: &[Value]) -> (Workdir, Run) {
    let workdir = Workdir::new();
    let public = workdir.key("amber");
    let head = [
        json!({"at": at(0, 0), "type": "open", "format": "coup-log/1", "log": "ah-1", "source": {"kind": "table", "id": "AH-1"},
               "jurisdiction": "ZZ", "venue": "amber-hall", "game": "choice-baccarat", "table": "AH-1", "currency": "NZD"}),
        json!({"at": at(0, 10), "type": "shoe", "shoe": "S-1", "event": "start", "decks": 8}),
    ];
    let lines: Vec<String> = head.iter().chain(between).map(Value::to_string).collect();
    workdir.write("records.jsonl", lines.join("\n") + "\n");
    workdir.write(
        "trust.yaml",
        format!("keys:\n  - {{name: AH-1, public_key: \"{public}\", venue: amber-hall, from: \"2025-01-01T00:00:00+13:00\"}}\n"),
    );
    workdir.done(&["seal", "records.jsonl", "--key", "amber", "--add-rulesets", &rulesets(), "--out", "log.jsonl"]);
    let run = workdir.run(&[
        "replay",
        "log.jsonl",
        "--trust",
        "trust.yaml",
        "--add-rulesets",
        &rulesets(),
        "--format",
        "json",
    ]);
    (workdir, run)
}

/// The findings as code, coup and money, and the report.
fn found(between: &[Value]) -> (Vec<String>, Value) {
    let (_, run) = replayed(between);
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    let one = |one: &Value| format!("{} {} {}", one["code"].as_str().unwrap(), one["coup"], one["money"]);
    (report["findings"].as_array().unwrap().iter().map(one).collect(), report.clone())
}

#[test]
fn a_coup_is_judged_by_what_was_chosen_when_it_commenced() {
    let both = json!({"banker": "half_on_six", "six": "offered"});
    let records = [
        options(1, both),
        banker_on_six(1, 2, "banker", 150),
        banker_on_six(2, 4, "banker", 195),
        options(6, json!({"banker": "commission"})),
        banker_on_six(3, 7, "banker", 195),
        banker_on_six(4, 9, "banker", 150),
        banker_on_six(5, 11, "amber_six", 1300),
        options(13, json!({"six": "not_offered"})),
        banker_on_six(6, 14, "amber_six", 1300),
    ];
    let (found, report) = found(&records);
    let expected = ["settlement/overpaid 2 45", "settlement/underpaid 4 -45", "wager/not-permitted 6 1200"];
    assert_eq!(found, expected, "{report:#}");
}

#[test]
fn the_steps_of_a_coup_name_what_was_chosen() {
    let (workdir, _) =
        replayed(&[options(1, json!({"banker": "half_on_six", "six": "offered"})), banker_on_six(1, 2, "banker", 150)]);
    let rulesets = rulesets();
    let run =
        workdir.done(&["explain-coup", "log.jsonl", "S-1", "1", "--trust", "trust.yaml", "--add-rulesets", &rulesets]);
    for said in
        ["`banker` as elected for the table: half_on_six  [3.3]", "`six` as elected for the table: offered  [3.7]"]
    {
        assert!(run.out.contains(said), "{said}\n{}", run.out);
    }
}

#[test]
fn without_a_choice_nothing_is_settled() {
    let late = [
        banker_on_six(1, 2, "banker", 150),
        options(3, json!({"banker": "half_on_six"})),
        banker_on_six(2, 4, "banker", 150),
    ];
    let (reported, report) = found(&late);
    assert_eq!(reported, ["ruleset/not-elected 1 null", "ruleset/not-elected 2 null"], "{report:#}");
    let none = report.to_string();
    assert!(none.contains("\"wagers_not_judged\":2"), "{none}");
}

#[test]
fn what_the_document_does_not_offer_is_a_finding_at_its_record() {
    let records =
        [options(1, json!({"banker": "tripled", "six": "offered", "dragon": "yes"})), banker_on_six(1, 2, "player", 0)];
    let (found, _) = found(&records);
    let expected = ["ruleset/not-offered null null", "ruleset/not-offered null null", "ruleset/not-elected 1 null"];
    assert_eq!(found, expected);
}

#[test]
fn commands_about_rules_ask_for_a_choice() {
    let rulesets = rulesets();
    let document = root().join("fixtures/games/documents/amber-hall/rules.txt");
    let document = document.to_str().unwrap();
    for args in [&["diff", ID, ID][..], &["ruleset", "trace", ID, "--document", document]] {
        let asked = |more: &[&str]| resettle(&[args, &["--rulesets", &rulesets], more].concat());
        let bare = asked(&[]);
        assert_eq!(bare.status, 2, "{args:?}");
        assert!(bare.err.contains("leaves the choice of `banker` (clause 3.2)"), "{}", bare.err);
        assert!(bare.err.contains("--elect banker=half_on_six"), "{}", bare.err);
        let wrong = asked(&["--elect", "banker=tripled", "--elect", "six=offered"]);
        assert!(wrong.status == 2 && wrong.err.contains("`tripled` is no choice of `banker`"), "{}", wrong.err);
        let strange = asked(&["--elect", "dragon=yes"]);
        assert!(strange.status == 2 && strange.err.contains("leaves no choice of `dragon`"), "{}", strange.err);
        let right = asked(&["--elect", "banker=commission", "--elect", "six=offered"]);
        assert!(right.status < 2, "{}", right.err);
    }
}

/// Without a choice the odds under every one are there at once, each edge with the choices that it depends on.
#[test]
fn odds_are_shown_for_every_choice_at_once() {
    let rulesets = rulesets();
    let asked = |more: &[&str]| resettle(&[&["odds", ID, "--rulesets", &rulesets], more].concat());
    let all = asked(&[]);
    assert_eq!((all.status, all.err.as_str()), (0, ""));
    insta::assert_snapshot!("odds_for_every_choice", all.out);
    let rows = asked(&["--decks", "8"]);
    for set in ["half_on_six, six offered", "half_on_six, six not_offered", "commission, six offered"] {
        assert!(rows.out.contains(&format!("Where banker {set} is elected")), "{}", rows.out);
    }
    assert!(rows.out.contains("Outcomes of each wager"), "{}", rows.out);
    let documents = |more: &[&str]| -> Vec<Value> {
        serde_json::from_str(&asked(&[&["--format", "json"], more].concat()).out).unwrap()
    };
    let every = documents(&[]);
    assert_eq!(every.len(), 4 * 3, "four sets of choices, three numbers of decks");
    assert_eq!(every[0]["elected"], json!({"banker": "half_on_six", "six": "offered"}));
    let some = documents(&["--elect", "banker=commission", "--decks", "8"]);
    assert_eq!(some.len(), 2);
    let one = asked(&["--elect", "banker=commission", "--elect", "six=offered", "--decks", "8", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&one.out).unwrap(), some[0]);
    for wrong in [&["--elect", "banker=tripled"][..], &["--elect", "dragon=yes"]] {
        assert_eq!(asked(wrong).status, 2, "{wrong:?}");
    }
    for wrong in [&["--chip", "0"][..], &["--chip", "5", "--minimum", "10", "--maximum", "9"], &["--minimum", "5"]] {
        assert_eq!(asked(wrong).status, 2, "{wrong:?}");
    }
}

/// What is said of a coup of one of these logs.
fn explained(between: &[Value]) -> String {
    let (workdir, _) = replayed(between);
    let args = ["explain-coup", "log.jsonl", "S-1", "1", "--trust", "trust.yaml", "--add-rulesets"];
    workdir.run(&[&args[..], &[&rulesets()]].concat()).out
}

#[test]
fn the_steps_of_a_coup_say_what_was_chosen_or_that_nothing_was() {
    let both = json!({"banker": "commission", "six": "not_offered"});
    let reported = explained(&[options(1, both), banker_on_six(1, 2, "banker", 195)]);
    for line in
        ["`banker` as elected for the table: commission  [3.4]", "`six` as elected for the table: not_offered  [3.8]"]
    {
        assert!(reported.contains(line), "{reported}");
    }
    let none = explained(&[banker_on_six(1, 2, "banker", 150)]);
    assert!(none.contains("leaves the choice of `banker` to the operator"), "{none}");
    assert!(!none.contains("no ruleset of this jurisdiction"), "{none}");
}

/// What `ruleset check` says of a copy in which something was changed.
fn checked(file: &str, from: &str, to: &str) -> Run {
    let folder = scratch();
    let copy = folder.path().join(ID);
    std::fs::create_dir_all(&copy).unwrap();
    for name in ["ruleset.yaml", "notes.md", "cases.yaml"] {
        let text = std::fs::read_to_string(root().join("fixtures/games/rulesets").join(ID).join(name)).unwrap();
        let changed = if name == file { text.replace(from, to) } else { text.clone() };
        assert_eq!(changed == text, name != file, "{name}");
        std::fs::write(copy.join(name), changed).unwrap();
    }
    resettle(&["ruleset", "check", folder.path().to_str().unwrap()])
}

#[test]
fn each_choice_is_checked_not_the_first_alone() {
    let run = checked("cases.yaml", "elected: {banker: commission}", "elected: {banker: half_on_six}");
    assert_eq!(run.status, 1);
    assert!(run.out.contains("no case is played with commission of `banker` (clause 3.4)"), "{}", run.out);
    let run = checked("ruleset.yaml", "pays: 19 to 20", "pays: 29 to 20");
    assert_eq!(run.status, 1);
    assert!(run.out.contains("house edge, under banker commission, six offered"), "{}", run.out);
    assert_eq!(run.out.matches("banker favours the player").count(), 1, "{}", run.out);
}
