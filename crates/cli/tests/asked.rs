//! What a log may leave out, and what the report then says was not asked.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use resettle_testkit::{Log, Opening, file, own, trust_file, trusted};
use serde_json::{Value, json};

use crate::common::{resettle, resettle_in, scratch};
use crate::month::Month;

/// A log that holds all that can be asked of one coup with two wagers.
struct Whole {
    opening: Opening,
    start: bool,
    sign: Option<Value>,
    sealed: bool,
    coup: Value,
}

impl Whole {
    fn new() -> Self {
        let at = |seconds: u32| format!("2023-06-01T12:00:{seconds:02}+08:00");
        let wager = |id: &str, player: &str, bet: &str, returned: u32| json!({"id": id, "player": player, "seat": "1", "area": "1", "bet": bet, "stake": 10_000, "placed": at(4), "returned": returned});
        let coup = json!({
            "type": "coup", "shoe": "S-1", "coup": 1,
            "times": {"opened": at(3), "closed": at(5), "first_card": at(6), "settled": at(9)},
            "cards": ["KS", "TS", "8D", "3C"],
            "wagers": [wager("w1", "p1", "player", 20_000), wager("w2", "p2", "banker", 0)],
            "declared": {"result": "player", "player": 8, "banker": 3},
            "wrd": "player",
        });
        let bounds = |amount: u32| json!({"player": amount, "banker": amount});
        let sign = json!({"type": "limits", "min": bounds(1_000), "max": bounds(100_000)});
        Self { opening: Opening::of("table", "T").log("t-1"), start: true, sign: Some(sign), sealed: true, coup }
    }

    /// Its bytes.
    fn bytes(&self) -> Vec<u8> {
        let mut log = Log::opened(&self.opening);
        if let Some(sign) = &self.sign {
            let sign = sign.to_string();
            log = log.with(&sign[1..sign.len() - 1]);
        }
        if self.start {
            log = log.with(r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":[]"#);
        }
        let coup = self.coup.to_string();
        let log = log.at(10).with(coup.trim_start_matches('{').trim_end_matches('}'));
        file(&if self.sealed { log.seal(true) } else { log }.lines)
    }
}

/// What lacked in the only table of a report, as `check why`.
fn gaps(report: &Value) -> BTreeSet<String> {
    let reasons = report["coverage"]["reasons"].as_array().unwrap();
    let is_gap = |why: &Value| reasons.iter().any(|reason| reason["why"] == *why && reason["gap"] == true);
    let table = &report["tables"][0]["not_asked"];
    assert_eq!(*table, report["days"][0]["not_asked"]);
    let rows = table.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    rows.iter()
        .filter(|row| is_gap(&row["why"]))
        .map(|row| format!("{} {}", word(&row["check"]), word(&row["why"])))
        .collect()
}

fn report(whole: &Whole, trust: bool) -> Value {
    let dir = scratch();
    std::fs::write(dir.path().join("log.jsonl"), whole.bytes()).unwrap();
    std::fs::write(dir.path().join("trust.yaml"), trust_file(&[trusted(&own(), "")])).unwrap();
    let mut args = vec!["replay", "log.jsonl", "--format", "json"];
    if trust {
        args.extend(["--trust", "trust.yaml"]);
    }
    let run = resettle_in(dir.path(), &args);
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err))
}

fn lacking(change: impl FnOnce(&mut Whole)) -> Vec<String> {
    let mut whole = Whole::new();
    change(&mut whole);
    gaps(&report(&whole, true)).into_iter().collect()
}

fn without(whole: &mut Whole, member: &str) {
    whole.coup.as_object_mut().unwrap().remove(member).unwrap();
}

fn of_wagers(whole: &mut Whole, member: &str) {
    for wager in whole.coup["wagers"].as_array_mut().unwrap() {
        wager.as_object_mut().unwrap().remove(member).unwrap();
    }
}

#[test]
fn whoever_leaves_out_an_optional_member_changes_the_coverage() {
    let nothing: [&str; 0] = [];
    assert_eq!(lacking(|_| {}), nothing);
    assert_eq!(lacking(|whole| without(whole, "wrd")), nothing, "the rules of this game know no display");
    let dark = lacking(|whole| {
        whole.opening = Opening::of("table", "T").log("t-1").game("electronic-7-up-baccarat");
        without(whole, "wrd");
    });
    assert!(dark.contains(&"display no_display".to_owned()), "{dark:?}");
    assert_eq!(lacking(|whole| whole.coup["wrd"] = "none".into()), ["display display_off"]);
    assert_eq!(lacking(|whole| whole.coup["declared"] = json!({})), ["result not_declared"]);
    assert_eq!(lacking(|whole| of_wagers(whole, "placed")), ["lateness not_placed"]);
    assert_eq!(lacking(|whole| of_wagers(whole, "player")), nothing, "the seat stands for the player");
    let nobody = lacking(|whole| {
        of_wagers(whole, "player");
        of_wagers(whole, "seat");
    });
    assert!(nobody.contains(&"limits no_person".to_owned()), "{nobody:?}");
    assert_eq!(lacking(|whole| whole.sign = None), ["limits no_sign"]);
    let without_part =
        |part: &str| lacking(|whole| drop(whole.sign.as_mut().unwrap().as_object_mut().unwrap().remove(part)));
    assert_eq!(without_part("max"), ["limits no_maximum"]);
    assert_eq!(without_part("min"), nothing, "bets without a minimum are usual: a profile asks for it");
    let of_one_bet =
        lacking(|whole| drop(whole.sign.as_mut().unwrap()["max"].as_object_mut().unwrap().remove("banker")));
    assert_eq!(of_one_bet, ["limits no_maximum"]);
    assert_eq!(lacking(|whole| whole.start = false), ["composition no_start"]);
    let no_cards = ["composition no_cards", "deal no_cards", "money no_cards", "result no_cards"];
    assert_eq!(lacking(|whole| without(whole, "cards")), no_cards);
    // Of a day without any wager no money is asked.
    assert_eq!(lacking(|whole| without(whole, "wagers")), ["money no_wagers"]);
    assert_eq!(lacking(|whole| whole.coup["wagers"] = json!([])), ["money no_wagers"]);
    let unread = lacking(|whole| whole.coup["cards"][1] = "??".into());
    assert_eq!(unread, ["composition unread_card", "deal unread_card", "money unread_card", "result unread_card"]);
    // The rank or the points are enough for all but what the shoe can hold.
    for known in ["T?", "~0"] {
        assert_eq!(lacking(|whole| whole.coup["cards"][1] = known.into()), ["composition partly_known"], "{known}");
    }
    let suit = lacking(|whole| whole.coup["cards"][1] = "?S".into());
    let no_points = ["composition partly_known", "deal partly_known", "money partly_known", "result partly_known"];
    assert_eq!(suit, no_points);
    let times = lacking(|whole| without(whole, "times"));
    assert_eq!(times, ["lateness no_close"]);
}

/// A minimum that a sign does not name is no gap, since signs name those of main bets alone; of how much it does not is counted.
#[test]
fn a_minimum_that_is_left_out_changes_the_coverage() {
    let without = |bets: &[&str]| {
        let mut whole = Whole::new();
        let minima = whole.sign.as_mut().unwrap()["min"].as_object_mut().unwrap();
        bets.iter().for_each(|bet| drop(minima.remove(*bet).unwrap()));
        let report = report(&whole, true);
        let rows = report["coverage"]["sums"].as_array().unwrap().clone();
        let rows = rows.into_iter().filter(|row| row["check"] == "minimum" && row["wagers"] != 0);
        rows.map(|row| (row["why"].clone(), row["wagers"].as_u64().unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(without(&[]), [(Value::Null, 2)]);
    assert_eq!(without(&["banker"]), [(Value::Null, 1), ("no_minimum".into(), 1)]);
    assert_eq!(without(&["banker", "player"]), [("no_minimum".into(), 2)]);
}

#[test]
fn what_nobody_vouches_for_was_not_asked_of_its_custody() {
    let whole = Whole::new();
    assert_eq!(gaps(&report(&whole, false)).into_iter().collect::<Vec<_>>(), ["custody no_seal"]);
    let imported = Whole { opening: Opening::of("table", "T").log("t-1").imported(), sealed: false, ..Whole::new() };
    assert_eq!(gaps(&report(&imported, false)).into_iter().collect::<Vec<_>>(), ["claims import", "custody import"]);
}

/// For each currency and check, what was asked and what was not are all coups, wagers and money.
#[test]
fn the_sums_of_each_check_are_the_whole() {
    let mut whole = Whole::new();
    of_wagers(&mut whole, "placed");
    let report = report(&whole, true);
    let checks: Vec<&Value> = report["coverage"]["checks"].as_array().unwrap().iter().collect();
    assert_eq!(checks.len(), 11);
    for check in checks {
        let rows: Vec<&Value> = report["coverage"]["sums"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["check"] == check["check"])
            .collect();
        let sum = |name: &str| rows.iter().map(|row| row[name].as_i64().unwrap_or(0)).sum::<i64>();
        let coups = if check["of"] == "coups" { 1 } else { 0 };
        assert_eq!(
            (sum("coups"), sum("wagers"), sum("staked"), sum("returned")),
            (coups, 2, 20_000, 20_000),
            "{check}"
        );
    }
    let lateness =
        report["coverage"]["sums"].as_array().unwrap().iter().find(|row| row["why"] == "not_placed").unwrap();
    assert_eq!((&lateness["wagers"], &lateness["staked"]), (&2.into(), &20_000.into()));
}

/// What was asked of the examples and of a simulated month, and what was not and why, over all tables of a currency.
#[test]
fn what_was_asked_of_the_examples_and_of_a_month() {
    let mut out = String::new();
    let mut add = |name: &str, report: &Value| {
        out += &format!("{name}\n");
        for row in report["coverage"]["sums"].as_array().unwrap() {
            let word = |name: &str| row[name].as_str().unwrap_or("asked").to_owned();
            let number = |name: &str| row[name].as_i64().unwrap_or(0);
            let (currency, check, why) = (word("currency"), word("check"), word("why"));
            let [coups, wagers, staked, returned] = ["coups", "wagers", "staked", "returned"].map(number);
            out += &format!(
                "  {currency} {check:<12} {why:<13} {coups} coups, {wagers} wagers, {staked} staked, {returned} returned\n"
            );
        }
    };
    for name in ["electronic-7-up-2023", "star-7-up-2016"] {
        let (log, trust) = (format!("audit-logs/{name}/log.jsonl"), format!("audit-logs/{name}/trust.yaml"));
        let run = resettle(&["replay", &log, "--trust", &trust, "--format", "json"]);
        add(name, &serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err)));
    }
    add("a month of 6 tables and 3 days", &Month::of(6, 3, 3_000, 3).report(&["--roster", "month/roster.yaml"]));
    insta::assert_snapshot!(out);
}

/// A roster says what logs have to hold; once a table and member it is found, with what lacks it.
#[test]
fn what_a_roster_says_that_logs_have_to_hold_is_found_missing() {
    let dir = scratch();
    let mut whole = Whole::new();
    of_wagers(&mut whole, "placed");
    std::fs::create_dir(dir.path().join("logs")).unwrap();
    std::fs::write(dir.path().join("logs/log.jsonl"), whole.bytes()).unwrap();
    std::fs::write(dir.path().join("trust.yaml"), trust_file(&[trusted(&own(), "")])).unwrap();
    let found = |must: &str, first_day: &str| {
        let roster = format!(
            "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [T]\n    zone: Asia/Singapore\n    first_day: {first_day}\n    last_day: 2023-06-02\n    closed: [2023-06-02]\n    must: [{must}]\n"
        );
        std::fs::write(dir.path().join("roster.yaml"), roster).unwrap();
        let args = ["batch", "logs", "--trust", "trust.yaml", "--roster", "roster.yaml", "--format", "json"];
        let run = resettle_in(dir.path(), &args);
        let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        let all = report["findings"].as_array().unwrap().clone();
        all.into_iter().filter(|one| one["code"] == "reconcile/profile").collect::<Vec<_>>()
    };
    assert_eq!(
        found("cards, declared, display, start, times, limits, person, area, seal", "2023-06-01"),
        Vec::<Value>::new()
    );
    assert_eq!(found("placed", "2023-06-02"), Vec::<Value>::new(), "the day is before the period");
    let lacks = found("limits, placed", "2023-06-01");
    let [one] = lacks.as_slice() else { panic!("{lacks:#?}") };
    assert_eq!((&one["table"], &one["file"], &one["line"]), (&"T".into(), &"roster.yaml".into(), &4.into()));
    assert_eq!(one["expected"], "`placed` of T (mbs, baccarat)");
    let message = "logs of table T (mbs, baccarat) have to hold `placed`, and do not on 1 day from 2023-06-01 to 2023-06-01: 2 wagers, 200.00 SGD staked";
    assert_eq!(one["message"], message);
}

/// Each file that a run is given: without it, the roster misses a log, or the report says what was not asked.
#[test]
fn whoever_leaves_out_a_file_changes_the_report() {
    let month = Month::of(2, 2, 200, 0);
    let given = ["--roster", "month/roster.yaml", "--from", "2023-06-01", "--to", "2023-06-02"];
    let said = |report: &Value| {
        let findings = report["findings"].as_array().unwrap();
        let missing = findings.iter().filter(|one| one["code"] == "reconcile/missing-log").count();
        (missing, report["judged_with"]["not_asked"].as_array().map_or(0, Vec::len), report["roster"].clone())
    };
    let (missing, _, _) = said(&month.report(&given));
    assert_eq!(missing, 0);
    let logs = |folder: &std::path::Path| -> Vec<std::path::PathBuf> {
        let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        all.filter(|path| path.to_string_lossy().contains(".jsonl")).collect()
    };
    let mut folders = vec![month.path().join("month")];
    let mut all = Vec::new();
    while let Some(folder) = folders.pop() {
        all.extend(logs(&folder));
        folders.extend(
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()),
        );
    }
    assert_eq!(all.len(), 4, "{all:?}");
    for log in &all {
        let aside = month.path().join("aside");
        std::fs::rename(log, &aside).unwrap();
        let (missing, _, roster) = said(&month.report(&given));
        std::fs::rename(&aside, log).unwrap();
        assert_eq!((missing, &roster["missing"]), (1, &1.into()), "{}", log.display());
    }
    let with_roster = said(&month.report(&given)).1;
    let without_roster = said(&month.report(&given[2..])).1;
    assert!(without_roster > with_roster, "{without_roster}, {with_roster}");
}

/// A profile says what each log may hold; a checkpoint keeps what that is held against.
#[test]
fn a_log_that_is_not_as_its_profile_says_is_found() {
    let dir = scratch();
    let mut whole = Whole::new();
    of_wagers(&mut whole, "placed");
    std::fs::create_dir(dir.path().join("logs")).unwrap();
    std::fs::write(dir.path().join("logs/log.jsonl"), whole.bytes()).unwrap();
    let roster = "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [T]\n    zone: Asia/Singapore\n    first_day: 2023-06-01\n    last_day: 2023-06-01\n    profile: {members: {table: [placed, seat]}, decks: [6]}\n";
    std::fs::write(dir.path().join("roster.yaml"), roster).unwrap();
    let args = ["batch", "logs", "--roster", "roster.yaml", "--checkpoint", "kept", "--format", "json"];
    for time in ["first", "from the checkpoint"] {
        let run = resettle_in(dir.path(), &args);
        let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        let all = report["findings"].as_array().unwrap();
        let own: Vec<&Value> = all.iter().filter(|one| one["code"] == "reconcile/profile").collect();
        let [decks, placed] = own.as_slice() else { panic!("{time}: {all:#?}") };
        assert_eq!((&decks["expected"], &decks["logged"], &decks["log"]), (&"6".into(), &"8".into(), &"t-1".into()));
        let message = "log t-1 of table T (mbs, baccarat) is not as the roster's profile says under `placed`: 0 coups, 2 wagers, 200.00 SGD staked";
        assert_eq!((&placed["message"], &placed["line"]), (&message.into(), &4.into()));
    }
}

/// What is drafted from logs is a roster that finds nothing in them, and what they no longer hold.
#[test]
fn a_profile_drafted_from_logs_is_kept_by_them() {
    let dir = scratch();
    std::fs::create_dir(dir.path().join("logs")).unwrap();
    std::fs::write(dir.path().join("logs/log.jsonl"), Whole::new().bytes()).unwrap();
    let draft = ["profile", "draft", "logs", "--zone", "Asia/Singapore"];
    let printed = resettle_in(dir.path(), &draft);
    assert_eq!(printed.status, 0, "{}", printed.err);
    let written = resettle_in(dir.path(), &[&draft[..], &["--out", "roster.yaml"]].concat());
    assert_eq!(written.status, 0, "{}", written.err);
    assert_eq!(std::fs::read_to_string(dir.path().join("roster.yaml")).unwrap(), printed.out);
    assert_eq!(
        resettle_in(dir.path(), &[&draft[..], &["--out", "roster.yaml"]].concat()).status,
        2,
        "never overwritten"
    );
    assert_eq!(resettle_in(dir.path(), &["profile", "draft", "logs", "--zone", "Mars/Olympus"]).status, 2);
    let args = ["batch", "logs", "--roster", "roster.yaml", "--format", "json"];
    let found = || {
        let run = resettle_in(dir.path(), &args);
        let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        let all = report["findings"].as_array().unwrap();
        all.iter().filter(|one| one["code"].as_str().unwrap().starts_with("reconcile/")).count()
    };
    assert_eq!(found(), 0, "{}", printed.out);
    let mut less = Whole { sign: None, ..Whole::new() };
    of_wagers(&mut less, "seat");
    std::fs::write(dir.path().join("logs/log.jsonl"), less.bytes()).unwrap();
    assert_eq!(found(), 2);
}

#[test]
fn a_roster_that_no_accepted_signer_signed_is_refused() {
    let dir = scratch();
    std::fs::create_dir(dir.path().join("logs")).unwrap();
    std::fs::write(dir.path().join("logs/log.jsonl"), Whole::new().bytes()).unwrap();
    let drafted = ["profile", "draft", "logs", "--zone", "Asia/Singapore", "--out", "roster.yaml"];
    assert_eq!(resettle_in(dir.path(), &drafted).status, 0);
    for key in ["regulator", "somebody"] {
        assert_eq!(resettle_in(dir.path(), &["key", "new", key]).status, 0);
    }
    let public = std::fs::read_to_string(dir.path().join("regulator.pub")).unwrap();
    std::fs::write(dir.path().join("signers"), format!("regulator@x namespaces=\"resettle-roster\" {public}")).unwrap();
    let sign = |key: &str| {
        let signed = dir.path().join("roster.yaml.sig");
        if signed.exists() {
            std::fs::remove_file(&signed).unwrap();
        }
        let key = std::fs::read(dir.path().join(key)).unwrap();
        let key = resettle_signing::PrivateKey::from_openssh(&key, None).unwrap();
        let roster = std::fs::read(dir.path().join("roster.yaml")).unwrap();
        std::fs::write(signed, resettle_signing::sshsig::sign(&key, "resettle-roster", &roster).unwrap()).unwrap();
    };
    let args = ["batch", "logs", "--roster", "roster.yaml", "--roster-signers", "signers", "--format", "json"];
    let refused = |why: &str| {
        let run = resettle_in(dir.path(), &args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{why}");
        assert!(run.err.contains(why), "{}", run.err);
    };
    refused("it has no signature");
    sign("somebody");
    refused("is not accepted for rosters");
    sign("regulator");
    let run = resettle_in(dir.path(), &args);
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    assert!(report["roster"]["signer"].as_str().unwrap().starts_with("regulator@x, SHA256:"), "{}", report["roster"]);
    // Whom a report accepts is held against the reader's own files, and one key does not vouch twice.
    let signed = [&args[..6], &["--report", "own", "--key", "regulator", "--fail-on", "never"]].concat();
    assert_eq!(resettle_in(dir.path(), &signed).status, 0);
    let own: Value = serde_json::from_slice(&std::fs::read(dir.path().join("own/report.json")).unwrap()).unwrap();
    let not_asked = own["judged_with"]["not_asked"].to_string();
    assert!(not_asked.contains("one key signed the roster and this report: SHA256:"), "{not_asked}");
    std::fs::write(dir.path().join("mine"), format!("regulator@x {public}")).unwrap();
    let other = std::fs::read_to_string(dir.path().join("somebody.pub")).unwrap();
    std::fs::write(dir.path().join("others"), format!("somebody@x {other}")).unwrap();
    std::fs::write(dir.path().join("trust.yaml"), "keys: []\n").unwrap();
    let verify = |more: &[&str]| {
        let run = resettle_in(dir.path(), &[&["report", "verify", "own", "--signers", "mine"], more].concat());
        (run.status, run.out)
    };
    let (status, out) = verify(&[]);
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("\none key signed the roster and this report: SHA256:"), "{out}");
    assert!(out.contains("\nnot compared with files of yours: the signer of its roster (--roster-signers)\n"), "{out}");
    let (status, out) = verify(&["--roster-signers", "mine"]);
    assert!(status == 0 && !out.contains("not compared"), "{out}");
    for more in [["--roster-signers", "others"], ["--digest-signers", "mine"], ["--trust", "trust.yaml"]] {
        let (status, out) = verify(&more);
        assert!(status == 1 && out.starts_with("it was not made with the "), "{out}");
        assert!(out.ends_with("own: signed by an accepted signer, and not made with your files\n"), "{out}");
    }
    let text = std::fs::read_to_string(dir.path().join("roster.yaml")).unwrap();
    std::fs::write(dir.path().join("roster.yaml"), text + "#\n").unwrap();
    refused("does not fit it");
    let without = resettle_in(dir.path(), &["batch", "logs", "--roster-signers", "signers"]);
    assert_eq!(without.status, 2, "{}", without.err);
}

/// A year of reports, each carried on from the one before: a wrong payment that nobody answers ages.
#[test]
fn what_is_open_ages_over_more_than_a_year() {
    let dir = scratch();
    std::fs::create_dir(dir.path().join("logs")).unwrap();
    let mut wrong = Whole::new();
    wrong.coup["wagers"][0]["returned"] = 15_000.into();
    std::fs::write(dir.path().join("logs/log.jsonl"), wrong.bytes()).unwrap();
    let mut names: Vec<String> = Vec::new();
    for (year, month) in (0..14).map(|month| (2024 + month / 12, month % 12 + 1)) {
        let at = format!("{year}-{month:02}-01T00:00:00Z");
        let mut args = vec!["batch", "logs", "--format", "json", "--at", &at];
        if let Some(before) = names.last() {
            args.extend(["--previous", before]);
        }
        let run = resettle_in(dir.path(), &args);
        let name = format!("{year}-{month:02}.json");
        std::fs::write(dir.path().join(&name), &run.out).unwrap_or_else(|_| panic!("{}", run.err));
        names.push(name);
    }
    let args = ["report", "trend", "--format", "json"].into_iter().chain(names.iter().rev().map(String::as_str));
    let run = resettle_in(dir.path(), &args.collect::<Vec<_>>());
    assert_eq!(run.status, 0, "{}", run.err);
    let trend: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(trend["reports"].as_array().unwrap().len(), 14);
    let [nobody] = trend["open"].as_array().unwrap().as_slice() else { panic!("{trend:#}") };
    assert_eq!((&nobody["owner"], &nobody["oldest_days"]), (&Value::Null, &397.into()), "{trend:#}");
    assert!(nobody["by_age"][4].as_u64().unwrap() > 0, "{trend:#}");
}

/// Two reports of the same log, once with a wrong payment.
#[test]
fn two_reports_are_compared() {
    let dir = scratch();
    std::fs::write(dir.path().join("trust.yaml"), trust_file(&[trusted(&own(), "")])).unwrap();
    let made = |name: &str, whole: &Whole, more: &[&str]| {
        std::fs::write(dir.path().join("log.jsonl"), whole.bytes()).unwrap();
        let run = resettle_in(dir.path(), &[&["replay", "log.jsonl", "--format", "json"], more].concat());
        std::fs::write(dir.path().join(name), run.out).unwrap();
    };
    let mut wrong = Whole::new();
    wrong.coup["wagers"][0]["returned"] = 15_000.into();
    made("a.json", &Whole::new(), &["--trust", "trust.yaml"]);
    made("b.json", &wrong, &["--trust", "trust.yaml"]);
    made("c.json", &wrong, &[]);
    let compared = |one: &str, other: &str| -> Value {
        let run = resettle_in(dir.path(), &["report", "diff", one, other, "--format", "json"]);
        assert_eq!(run.status, 0, "{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    };
    let log = compared("a.json", "b.json");
    let [new] = log["new"].as_array().unwrap().as_slice() else { panic!("{log:#}") };
    assert_eq!(
        (&new["code"], &new["wager"], &new["money_after"]),
        (&"settlement/underpaid".into(), &"w1".into(), &(-5_000).into())
    );
    assert_eq!(new["why"], json!(["its log is another file with as many coups"]));
    assert_eq!(log["logs"][0]["log"], "t-1");
    let names: Vec<&Value> = log["totals"].as_array().unwrap().iter().map(|sum| &sum["name"]).collect();
    assert_eq!(names, ["returned", "net_variance", "underpaid"]);
    let trust = compared("b.json", "c.json");
    assert_eq!(
        (&trust["judged_with"][0]["name"], &trust["judged_with"][0]["after"]),
        (&"--trust".into(), &Value::Null)
    );
    assert_eq!((&trust["logs"], &trust["totals"]), (&json!([]), &json!([])));
    let text = resettle_in(dir.path(), &["report", "diff", "a.json", "a.json"]).out;
    assert!(text.contains("Nothing differs: "), "{text}");
}
