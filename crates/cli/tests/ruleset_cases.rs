//! `resettle ruleset test`, what `check` demands of cases, and what `trace` and `approve` make of a changed ruleset.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::common;

use std::path::PathBuf;

use crate::common::{list_to_accept, resettle, resettle_in, root, scratch, shared, simulate_in};
use serde_json::Value;

const V6: &str = "sg/mbs/7-up-baccarat/2017-02-17";
const ELECTRONIC: &str = "sg/mbs/electronic-7-up-baccarat/2023-05-08";
const INVENTED: &str = "zz/lantern-quay/seven-lantern-baccarat/2025-03-01";

/// A copy of one ruleset that may be changed.
struct Workdir {
    folder: tempfile::TempDir,
    id: &'static str,
}

impl Workdir {
    fn of(id: &'static str) -> Self {
        let workdir = Self { folder: scratch(), id };
        let from = if id == INVENTED { "fixtures/invented/rulesets" } else { "rulesets" };
        std::fs::create_dir_all(workdir.path("")).unwrap();
        for file in ["ruleset.yaml", "notes.md", "cases.yaml"] {
            std::fs::copy(root().join(from).join(id).join(file), workdir.path(file)).unwrap();
        }
        workdir
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("rulesets").join(self.id).join(file)
    }

    fn change(&self, file: &str, from: &str, to: &str) {
        let before = std::fs::read_to_string(self.path(file)).unwrap();
        assert_eq!(before.matches(from).count(), 1, "`{from}` has to stand there once");
        std::fs::write(self.path(file), before.replace(from, to)).unwrap();
    }

    fn run(&self, args: &[&str]) -> common::Run {
        resettle_in(self.folder.path(), args)
    }

    fn approve(&self, more: &[&str]) -> common::Run {
        if !self.folder.path().join("key").exists() {
            assert_eq!(self.run(&["key", "new", "key"]).status, 0);
        }
        let args =
            ["ruleset", "approve", self.id, "--rulesets", "rulesets", "--key", "key", "--at", "2026-01-01T00:00:00Z"];
        self.run(&[&args, more].concat())
    }
}

const WRONG_COUNT: &str =
    "  - {kind: wrong_card_count, when: {reconstructed: false, in_time: true}, then: void, clause: \"5.2\"}\n";

#[test]
fn the_cases_of_all_rulesets_at_hand_hold() {
    let run = resettle(&["ruleset", "test", "--add-rulesets", "fixtures/invented/rulesets"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(run.out.lines().filter(|line| line.contains("groups hold")).count(), 6, "{}", run.out);
    let one = resettle(&["ruleset", "test", V6]);
    assert_eq!((one.status, one.out.lines().count()), (0, 1), "{}", one.out);
    let unknown = resettle(&["ruleset", "test", "sg/mbs/roulette/2020-01-01"]);
    assert_eq!(unknown.status, 2, "{}", unknown.out);
}

#[test]
fn a_row_that_was_taken_out_is_reported_with_its_place() {
    let workdir = Workdir::of(V6);
    workdir.change("ruleset.yaml", WRONG_COUNT, "");
    let run = workdir.run(&["ruleset", "test", "--rulesets", "rulesets"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("cases.yaml:"), "{}", run.out);
    assert!(run.out.contains("expected  void/undeclared 5.2\n"), "{}", run.out);
    let json: Value =
        serde_json::from_str(&workdir.run(&["ruleset", "test", "--rulesets", "rulesets", "--format", "json"]).out)
            .unwrap();
    let failures = json["rulesets"][0]["failures"].as_array().unwrap();
    assert!(failures.iter().any(|one| one["what"] == "finds" && one["line"].as_u64() > Some(1)), "{failures:?}");
    // Neither the check nor an approval passes it any more.
    let check = workdir.run(&["ruleset", "check", "rulesets"]);
    assert_eq!(check.status, 1);
    assert!(check.out.contains("the cases do not all hold"), "{}", check.out);
    let approve = workdir.approve(&[]);
    assert_eq!(approve.status, 2);
    assert!(approve.err.contains("its cases do not hold"), "{}", approve.err);
}

#[test]
fn odds_a_cell_of_the_table_and_a_clause_that_changed_are_reported() {
    for (from, to, what) in [
        ("player: {total: 7}}, pays: 9 to 1", "player: {total: 7}}, pays: 9 to 2", "due"),
        (
            "pays: 9 to 1, clause: \"3.10.1\", pays_clause: \"4.1\"}",
            "pays: 9 to 1, clause: \"3.10.1\", pays_clause: \"4.2\"}",
            "by",
        ),
        ("{totals: [5], third: [4, 5, 6, 7], then: draw", "{totals: [5], third: [4, 5, 6], then: draw", "finds"),
        (
            "{kind: insufficient_cards, then: void, clause: \"5.5\"}",
            "{kind: insufficient_cards, then: void, clause: \"5.5, 5.4\"}",
            "by",
        ),
    ] {
        let workdir = Workdir::of(V6);
        workdir.change("ruleset.yaml", from, to);
        let run = workdir.run(&["ruleset", "test", "--rulesets", "rulesets"]);
        assert_eq!(run.status, 1, "{to}: {}{}", run.out, run.err);
        assert!(run.out.lines().any(|line| line.trim_start().starts_with(what)), "{to}: {}", run.out);
    }
}

#[test]
fn check_demands_cases_and_nearest_misses_of_what_is_enforced() {
    let workdir = Workdir::of(INVENTED);
    let cases = std::fs::read_to_string(workdir.path("cases.yaml")).unwrap();
    let (head, rest) = cases.split_once("  - pair: too few cards for the coup").unwrap();
    let (_, rest) = rest.split_once("\n  - pair:").unwrap();
    std::fs::write(workdir.path("cases.yaml"), format!("{head}  - pair:{rest}")).unwrap();
    let run = workdir.run(&["ruleset", "check", "rulesets"]);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(
        run.out.contains("error: no case shows clause 5.1(b), which is enforced, and nothing excuses that"),
        "{}",
        run.out
    );
    std::fs::remove_file(workdir.path("cases.yaml")).unwrap();
    let run = workdir.run(&["ruleset", "check", "rulesets"]);
    assert!(run.out.contains("note: there are no cases beside the ruleset"), "{}", run.out);
    assert_eq!(workdir.run(&["ruleset", "test", "--rulesets", "rulesets"]).status, 1);
}

#[test]
fn faults_of_a_file_of_cases_are_reported_with_their_places() {
    let workdir = Workdir::of(INVENTED);
    workdir.change("cases.yaml", "  decks: 6\n", "  decks: six\n");
    let run = workdir.run(&["ruleset", "test", "--rulesets", "rulesets"]);
    assert_eq!(run.status, 2, "{}", run.out);
    assert!(run.err.contains("cases.yaml:9:10"), "{}", run.err);
}

#[test]
fn a_bet_that_favours_the_player_is_warned_of_until_that_is_known() {
    let workdir = Workdir::of(INVENTED);
    assert_eq!(workdir.run(&["ruleset", "check", "rulesets"]).status, 0);
    let yaml = std::fs::read_to_string(workdir.path("ruleset.yaml")).unwrap();
    let (head, rest) = yaml.split_once("favours_player:\n").unwrap();
    let (_, rest) = rest.split_once("\n\n").unwrap();
    std::fs::write(workdir.path("ruleset.yaml"), format!("{head}{rest}")).unwrap();
    let run = workdir.run(&["ruleset", "check", "rulesets"]);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.out.contains("warning: tie favours the player on 6, 7, 8 decks: -16.0 % house edge"), "{}", run.out);
    let odds = workdir.run(&["odds", INVENTED, "--rulesets", "rulesets"]);
    assert!(odds.out.contains("Warning: tie favours the player on 6, 7, 8 decks"), "{}", odds.out);
}

#[test]
fn a_wrong_cite_is_shown_as_one() {
    let workdir = Workdir::of(INVENTED);
    workdir.change(
        "ruleset.yaml",
        "pays: 12 to 1, clause: \"3.7.1\", pays_clause: \"4.1\"}",
        "pays: 12 to 1, clause: \"3.7.1\", pays_clause: \"4.2\"}",
    );
    workdir.change("ruleset.yaml", "then: void, clause: \"5.1(b), 5.1\"", "then: void, clause: \"5.1(-), 5.1\"");
    workdir.change("ruleset.yaml", "then: void, clause: \"5.1(a), 5.1\"", "then: void, clause: \"5.1(b), 5.1\"");
    workdir.change("ruleset.yaml", "then: void, clause: \"5.1(-), 5.1\"", "then: void, clause: \"5.1(a), 5.1\"");
    let document = root().join("fixtures/invented/rules.txt");
    let document = document.to_str().unwrap();
    let run = workdir.run(&["ruleset", "trace", INVENTED, "--rulesets", "rulesets", "--document", document]);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.out.contains("tie 7: clause 4.2, should be 4.1"), "{}", run.out);
    assert!(run.out.contains("insufficient cards: clause 5.1(a), 5.1, should be 5.1(b)"), "{}", run.out);
    assert!(!run.out.contains("12 to 1  12 to 1  different"), "{}", run.out);
}

#[test]
fn what_could_not_be_compared_has_a_status_of_its_own() {
    let Some(sources) = shared("sources") else { return };
    let document = sources.join("sg-mbs-electronic-7-up-baccarat-2023.txt");
    let document = document.to_str().unwrap();
    let run = resettle(&["ruleset", "trace", ELECTRONIC, "--document", document]);
    assert_eq!(run.status, 1, "{}", run.out);
    let left = "1 line that looks numbered and opens no clause (line 15), 90 decisions on drawing (Player 0-7; Banker 0-5 against 0-9; Banker 6-7 against no card, 0-9)";
    assert!(run.err.contains(left), "{}", run.err);
    let run = resettle(&["ruleset", "trace", ELECTRONIC, "--document", document, "--accept-uncompared"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    // An approval asks for the same word, and signs how much was not compared.
    let workdir = Workdir::of(ELECTRONIC);
    let refused = workdir.approve(&["--document", document]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("not everything could be compared"), "{}", refused.err);
    let approved = workdir.approve(&["--document", document, "--accept-uncompared", &list_to_accept(&refused.err)]);
    assert_eq!(approved.status, 0, "{}", approved.err);
    assert!(approved.out.contains("\n  not_compared: 91\n"), "{}", approved.out);
}

#[test]
fn an_approval_signs_the_document_or_says_that_nothing_was_traced() {
    let document = root().join("fixtures/invented/rules.txt");
    let document = document.to_str().unwrap();
    let listed = |workdir: &Workdir| {
        let public = std::fs::read_to_string(workdir.folder.path().join("key.pub")).unwrap();
        std::fs::write(workdir.folder.path().join("approvers"), format!("alice {public}")).unwrap();
        let args =
            ["ruleset", "list", "--rulesets", "rulesets", "--approvers", "approvers", "--at", "2026-02-01T00:00:00Z"];
        workdir.run(&args).out
    };
    let workdir = Workdir::of(INVENTED);
    let run = workdir.approve(&["--document", document]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("\ntraced:\n  document: \"") && run.out.contains("\ncases: \""), "{}", run.out);
    let out = listed(&workdir);
    assert!(out.contains(", traced") && !out.contains("not traced"), "{out}");

    let workdir = Workdir::of(INVENTED);
    let run = workdir.approve(&[]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(!run.out.contains("traced:") && run.err.contains("not traced"), "{}{}", run.out, run.err);
    assert!(listed(&workdir).contains(", not traced"), "{}", listed(&workdir));

    // What the trace finds another clause for is not signed.
    let workdir = Workdir::of(INVENTED);
    workdir.change(
        "ruleset.yaml",
        "pays: 12 to 1, clause: \"3.7.1\", pays_clause: \"4.1\"}",
        "pays: 12 to 1, clause: \"3.7.1\", pays_clause: \"4.2\"}",
    );
    let cases = std::fs::read_to_string(workdir.path("cases.yaml")).unwrap();
    let without: String =
        cases.lines().filter(|line| !line.trim_start().starts_with("by: ")).map(|line| format!("{line}\n")).collect();
    let (head, rest) = without.split_once("what: paid to the unit").unwrap();
    let rest = rest.replacen("underpaid 4.1", "underpaid 4.2", 1);
    std::fs::write(workdir.path("cases.yaml"), format!("{head}what: paid to the unit{rest}")).unwrap();
    let run = workdir.approve(&["--document", document]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("does not say what") && run.err.contains("so it is not approved"), "{}", run.err);
}

#[test]
fn a_diff_fails_on_the_level_asked_for_and_on_nothing_that_was_accepted() {
    const OLD: &str = "sg/mbs/7-up-baccarat/2011-08-26";
    let folder = scratch();
    let json: Value = serde_json::from_str(&resettle(&["diff", OLD, V6, "--format", "json"]).out).unwrap();
    let of = |levels: &[&str]| -> String {
        let changes = json["changes"].as_array().unwrap().iter();
        let wanted = changes.filter(|change| levels.contains(&change["level"].as_str().unwrap()));
        wanted
            .map(|change| format!("{} {}\n", change["fingerprint"].as_str().unwrap(), change["path"].as_str().unwrap()))
            .collect()
    };
    let file = folder.path().join("accepted.txt");
    let run = |level: &str, accepted: &str| {
        std::fs::write(&file, format!("# seen by two people\n\n{accepted}")).unwrap();
        resettle(&["diff", OLD, V6, "--fail-on", level, "--accepted", file.to_str().unwrap()])
    };
    assert_eq!(run("settlement", "").status, 1);
    assert_eq!(run("settlement", &of(&["settlement"])).status, 0);
    assert_eq!(run("procedure", &of(&["settlement"])).status, 1);
    assert_eq!(run("procedure", &of(&["settlement", "procedure"])).status, 0);
    assert_eq!(run("editorial", &of(&["settlement", "procedure"])).status, 1);
    let all = run("editorial", &of(&["settlement", "procedure", "editorial"]));
    assert_eq!(all.status, 0);
    assert!(all.err.contains("changes are accepted by"), "{}", all.err);
    // What was accepted stands beside each change, in every form.
    std::fs::write(&file, of(&["settlement"])).unwrap();
    let accepted = ["diff", OLD, V6, "--accepted", file.to_str().unwrap(), "--format"];
    let form = |form: &str| resettle(&[accepted.as_slice(), &[form]].concat()).out;
    let reported: Value = serde_json::from_str(&form("json")).unwrap();
    for change in reported["changes"].as_array().unwrap() {
        assert_eq!(change["accepted"], Value::from(change["level"] == "settlement"), "{change}");
    }
    assert!(form("text").contains(" accepted.\n") && form("html").contains("<strong>accepted</strong>"));
    let bad = run("editorial", "abc\n");
    assert_eq!(bad.status, 2);
    assert!(bad.err.contains("accepted.txt:3: this is no fingerprint"), "{}", bad.err);
}

#[test]
fn past_coups_are_summed_by_currency_and_logs_of_other_games_are_refused_by_name() {
    const OLD: &str = "sg/mbs/7-up-baccarat/2011-08-26";
    let folder = scratch();
    let logs = folder.path().join("logs");
    std::fs::create_dir(&logs).unwrap();
    let simulated = folder.path().join("simulated");
    let made = simulate_in(&root(), &["log", V6, "--out", simulated.to_str().unwrap(), "--coups", "20", "--seed", "1"]);
    assert_eq!(made.status, 0, "{}", made.err);
    let log = std::fs::read_to_string(simulated.join("log.jsonl")).unwrap();
    std::fs::write(logs.join("one.jsonl"), &log).unwrap();
    let first = log.lines().next().unwrap();
    let open: Value = serde_json::from_str(first).unwrap();
    let (currency, table) = (open["currency"].as_str().unwrap(), open["table"].as_str().unwrap());
    let other = log
        .replace(&format!("\"currency\":\"{currency}\""), "\"currency\":\"AUD\"")
        .replace(&format!("\"table\":\"{table}\""), "\"table\":\"other\"");
    std::fs::write(logs.join("two.jsonl"), other).unwrap();
    let path = logs.to_str().unwrap();
    let run = resettle(&["diff", OLD, V6, "--format", "json", "--replay", path]);
    assert_eq!(run.status, 1, "{}", run.err);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["replay"]["logs"].as_array().unwrap().len(), 2);
    let wagers = json["replay"]["wagers"].as_array().unwrap();
    let staked = |currency: &str| -> i64 {
        wagers.iter().filter(|bet| bet["currency"] == currency).map(|bet| bet["staked"].as_i64().unwrap()).sum()
    };
    assert!(staked("AUD") > 0 && staked("AUD") == staked(currency), "{wagers:?}");
    let text = resettle(&["diff", OLD, V6, "--replay", path]).out;
    let headline = text.lines().find(|line| line.contains("Past coups,")).unwrap();
    assert!(headline.contains(" AUD less") && headline.contains(&format!(" {currency} less")), "{headline}");

    std::fs::write(logs.join("star.jsonl"), log.replace("\"venue\":\"mbs\"", "\"venue\":\"star\"")).unwrap();
    let run = resettle(&["diff", OLD, V6, "--replay", path]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("star.jsonl is a log of SG/star/7-up-baccarat"), "{}", run.err);
}
