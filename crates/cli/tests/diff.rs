//! `resettle diff`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common;

use std::path::Path;

use crate::common::{resettle, root, scratch, simulate_in};
use serde_json::Value;

const MBS_2011: &str = "sg/mbs/7-up-baccarat/2011-08-26";
const V6: &str = "sg/mbs/7-up-baccarat/2017-02-17";
const V7: &str = "sg/mbs/baccarat/2017-02-17";
const E: &str = "sg/mbs/electronic-7-up-baccarat/2023-05-08";

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn nothing_changed_is_status_0() {
    for format in ["text", "json", "html"] {
        let run = resettle(&["diff", V7, V7, "--format", format]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{format}");
    }
    let reported: Value = serde_json::from_str(&resettle(&["diff", V7, V7, "--format", "json"]).out).unwrap();
    assert!(reported["changes"].as_array().unwrap().is_empty());
    assert_eq!(resettle(&["diff", V7, V7]).out, format!("{V7} → {V7}\n\n  Nothing changed.\n"));
}

fn draft(folder: &Path, change: impl Fn(String) -> String) -> String {
    let from = root().join("rulesets").join(V6);
    let yaml = std::fs::read_to_string(from.join("ruleset.yaml")).unwrap();
    std::fs::write(folder.join("ruleset.yaml"), change(yaml)).unwrap();
    std::fs::copy(from.join("notes.md"), folder.join("notes.md")).unwrap();
    folder.to_str().unwrap().to_owned()
}

#[test]
fn a_draft_is_named_by_its_folder() {
    let folder = scratch();
    let path = draft(folder.path(), |yaml| yaml.replace("max: 10", "max: 9"));
    let run = resettle(&["diff", V6, &path, "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let reported: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(reported["changes"].as_array().unwrap().len(), 1);
    let change = &reported["changes"][0];
    assert_eq!((&change["path"], &change["old"], &change["new"]), (&"decks.max".into(), &"10".into(), &"9".into()));
    assert!(change["place_new"].as_str().unwrap().starts_with(&format!("{path}/ruleset.yaml:")), "{change}");
}

#[test]
fn what_cannot_be_read_or_judged_is_status_2() {
    for args in [["diff", V6, "sg/mbs/none/2000-01-01"], ["diff", "/nowhere/at/all", V6]] {
        let run = resettle(&args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains("there is no ruleset"), "{}", run.err);
    }
    let folder = scratch();
    let path = draft(folder.path(), |yaml| yaml.replace("pays: 5 to 1", "pays: 5.5"));
    let run = resettle(&["diff", V6, &path]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("odds are two whole numbers"), "{}", run.err);
    let run = resettle(&["diff", MBS_2011, V6, "--replay", "/nowhere/log.jsonl"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    // Trust without logs means nothing.
    assert_eq!(resettle(&["diff", MBS_2011, V6, "--trust", "x"]).status, 2);
}

#[test]
fn a_ruleset_cannot_steer_a_terminal_or_write_html() {
    let folder = scratch();
    let titled = |title: &str| {
        let folder = folder.path();
        draft(folder, |yaml| {
            let own = yaml.lines().find(|line| line.starts_with("title:")).unwrap().to_owned();
            yaml.replace(&own, &format!("title: {title}"))
        })
    };
    let path = titled("<script>alert(1)</script> & 'more'");
    let html = resettle(&["diff", V6, &path, "--format", "html"]);
    assert_eq!(html.status, 1, "{}", html.err);
    assert!(!html.out.contains("<script>") && html.out.contains("alert(1)"), "{}", html.out);
    assert_eq!(resettle(&["diff", V6, &path]).status, 1);
    // A ruleset with controls is none; what it says is shown harmless.
    let run = resettle(&["diff", V6, &titled("\"a\\e[31mb\"")]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(!run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn the_page_needs_nothing_else_and_overwrites_nothing() {
    let folder = scratch();
    let file = folder.path().join("diff.html");
    let args = ["diff", MBS_2011, V6, "--format", "html", "--out", file.to_str().unwrap()];
    let run = resettle(&args);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("the diff was written to"), "{}", run.err);
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("super_sevens on 6 decks: 3.1 % → 8.9 %"), "{page}");
    for outside in ["http://", "https://", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(resettle(&args).status, 2);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), page);
}

/// A clean log of play under the 2011 rules, with its trust store.
fn past(folder: &Path) -> (String, String) {
    let out = folder.join("log");
    let run = simulate_in(
        &root(),
        &["log", MBS_2011, "--coups", "400", "--seed", "7", "--plain", "--out", out.to_str().unwrap()],
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let at = |name: &str| out.join(name).to_str().unwrap().to_owned();
    let (log, trust) = (at("log.jsonl"), at("trust.yaml"));
    (log, trust)
}

#[test]
fn past_logs_are_settled_under_both() {
    let folder = scratch();
    let (log, trust) = past(folder.path());
    let run = resettle(&["diff", MBS_2011, V6, "--format", "json", "--replay", &log, "--trust", &trust]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let reported: Value = serde_json::from_str(&run.out).unwrap();
    let past = &reported["replay"];
    let bets = past["wagers"].as_array().unwrap();
    assert_eq!(bets.len(), 4);
    let sum = |name: &str| -> i64 { bets.iter().map(|bet| bet[name].as_i64().unwrap()).sum() };
    // The totals are those that a replay by either ruleset gives.
    for (id, name) in [(MBS_2011, "due_old"), (V6, "due_new")] {
        let args = ["replay", &log, "--trust", &trust, "--ruleset", id, "--format", "json", "--fail-on", "never"];
        let report: Value = serde_json::from_str(&resettle(&args).out).unwrap();
        assert_eq!(report["summary"]["due"].as_i64().unwrap(), sum(name), "{id}");
        assert_eq!(report["summary"]["staked"].as_i64().unwrap(), sum("staked"));
        assert_eq!(report["summary"]["coups"], past["coups"]);
    }
    for bet in bets {
        let difference = bet["difference"].as_i64().unwrap();
        assert_eq!(difference, bet["due_new"].as_i64().unwrap() - bet["due_old"].as_i64().unwrap());
        let expected = bet["bet"] == "super_sevens";
        assert_eq!(difference < 0, expected, "{bet}");
    }
    let text = resettle(&["diff", MBS_2011, V6, "--replay", &log]);
    assert!(text.out.contains("Past coups under both"), "{}", text.out);
    assert!(text.out.contains("Not authenticated: "), "{}", text.out);
}

/// A log with one line that is no record: a sum without that coup would be too small, and nobody would know.
#[test]
fn lines_that_are_no_records_are_reported_beside_the_sums() {
    let folder = scratch();
    let (log, trust) = past(folder.path());
    let text = std::fs::read_to_string(&log).unwrap();
    let at = text.lines().position(|line| line.contains("\"coup\"") && line.contains("\"wagers\"")).unwrap();
    let damaged: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(number, line)| if number == at { line.replacen('{', "X", 1) } else { line.to_owned() })
        .collect();
    std::fs::write(&log, damaged.join("\n") + "\n").unwrap();
    let run = |format| resettle(&["diff", MBS_2011, V6, "--format", format, "--replay", &log, "--trust", &trust]);
    let reported: Value = serde_json::from_str(&run("json").out).unwrap();
    let unread = serde_json::json!([{"log": log, "count": 1, "lines": [at + 1]}]);
    assert_eq!((&reported["replay"]["unread"], &reported["replay"]["coups"]), (&unread, &Value::from(399)));
    let words = format!("Not in these sums: 1 line of {log} that is no record ({}); coups may be missing.", at + 1);
    let text = run("text");
    assert!(text.out.contains(&words) && text.err.contains(&words), "{}{}", text.out, text.err);
    assert!(run("html").out.contains("that is no record"));
}

#[test]
fn what_is_no_log_is_not_compared() {
    let folder = scratch();
    let path = folder.path().join("garbage.jsonl");
    for bytes in ["garbage\n", ""] {
        std::fs::write(&path, bytes).unwrap();
        let run = resettle(&["diff", MBS_2011, V6, "--replay", path.to_str().unwrap()]);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.contains("no readable `open` record") && run.err.contains("help: "), "{}", run.err);
    }
}

#[test]
fn coups_that_become_void_are_named() {
    // The sample has irregularities that one version voids and the other does not.
    let log = "audit-logs/electronic-7-up-2023/log.jsonl";
    let run = resettle(&["diff", MBS_2011, E, "--format", "json", "--replay", log]);
    assert_eq!(run.status, 1, "{}", run.err);
    let reported: Value = serde_json::from_str(&run.out).unwrap();
    let (there, back) = (&reported["replay"]["newly_void"], &reported["replay"]["no_longer_void"]);
    let other: Value =
        serde_json::from_str(&resettle(&["diff", E, MBS_2011, "--format", "json", "--replay", log]).out).unwrap();
    assert_eq!((there, back), (&other["replay"]["no_longer_void"], &other["replay"]["newly_void"]));
    snapshot("newly_void", &serde_json::to_string_pretty(&reported["replay"]).unwrap());
}

/// Changed wording is shown in words, old beside new, where the documents are given; those of another game are refused.
#[test]
fn changed_clauses_are_shown_in_the_words_of_the_documents() {
    let Some(sources) = common::shared("sources") else { return };
    let document = |name: &str| {
        let all = std::fs::read_dir(&sources).unwrap().map(|entry| entry.unwrap().path());
        let mut fits: Vec<_> = all.filter(|path| path.file_name().unwrap().to_str().unwrap() == name).collect();
        fits.pop().unwrap_or_else(|| panic!("{name} is not among the sources")).display().to_string()
    };
    let old = document("sg-mbs-7-up-baccarat-2011-zh-en.txt");
    let new = document("sg-mbs-7-up-baccarat-v6-2017.txt");
    let ids = ["sg/mbs/7-up-baccarat/2011-08-26", "sg/mbs/7-up-baccarat/2017-02-17"];
    let with = |old: &str, new: &str, format: &str| {
        common::resettle(&["diff", ids[0], ids[1], "--old-document", old, "--new-document", new, "--format", format])
    };
    let run = with(&old, &new, "json");
    assert_eq!(run.status, 1, "{}", run.err);
    let diff: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let changes = diff["changes"].as_array().unwrap();
    let texts: Vec<_> = changes.iter().filter(|change| change["path"].as_str().unwrap().ends_with(".text")).collect();
    assert!(!texts.is_empty());
    for change in &texts {
        let (was, is) = (change["text_old"].as_str().unwrap(), change["text_new"].as_str().unwrap());
        assert!(!was.is_empty() && !is.is_empty() && was != is, "{change}");
    }
    let text = with(&old, &new, "text");
    assert!(text.out.contains("    text  ") && text.out.contains("[-") && text.out.contains("{+"), "{}", text.out);
    assert!(with(&old, &new, "html").out.contains("<del>"));
    // Of a document that was not given nothing is known: its words are not shown as gone or new.
    let alone = common::resettle(&["diff", ids[0], ids[1], "--old-document", &old, "--format", "text"]);
    assert!(alone.out.contains("(as the old version has it; the new document was not given)"), "{}", alone.out);
    assert!(!alone.out.contains("[-") && !alone.out.contains("{+"), "{}", alone.out);
    let swapped = with(&new, &old, "text");
    assert!(swapped.status == 2 && swapped.err.contains("is not the document of"), "{}", swapped.err);
}
