//! What settles an exception: the same record judged again by at least as much, and nothing less.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::month::{AT, Month};
use resettle_testkit::sha256;
use serde_json::Value;

const SETTINGS: &str = "expected: {shoe: 1, terminals: [T1]}\nclock_slack: {noticed: 30s}\n";

/// A month, and the report of it in `june.json`, in which one finding at a wager is another one than there is now: judged
/// again, it is gone.
fn month_with_one_gone(more: &[&str]) -> Month {
    let month = Month::of(3, 2, 2_000, 2);
    month.write("strict.yaml", SETTINGS);
    let run = month.batch(&[&["--format", "json"], more].concat());
    let mut june: Value = serde_json::from_str(&run.out).unwrap();
    let all = june["findings"].as_array_mut().unwrap();
    let one = all.iter_mut().find(|one| !one["wager"].is_null() && one["money"].is_i64()).unwrap();
    one["logged"] = Value::from("what is not there any more");
    one["message"] = Value::from("the one that is gone");
    month.write("june.json", june.to_string());
    month
}

fn row(report: &Value) -> &Value {
    let rows = report["carried"].as_array().unwrap().iter();
    rows.rev().find(|row| row["message"] == "the one that is gone").unwrap()
}

fn missing(report: &Value) -> String {
    let row = row(report);
    assert_eq!((&row["standing"], &row["because"]), (&"open".into(), &"not asked again".into()), "{row:#}");
    row["missing"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join("; ")
}

#[test]
fn gone_is_said_only_where_at_least_as_much_was_asked() {
    let month = month_with_one_gone(&[]);
    let with = |more: &[&str]| month.report(&[&["--previous", "june.json"], more].concat());
    let again = with(&[]);
    assert_eq!(row(&again)["because"], "gone", "{:#}", row(&again));
    assert!(of_code(&again, "reconcile/log-replaced").is_empty());
    // Asking more settles as well.
    let more = with(&["--require-approved", "--roster", "month/roster.yaml"]);
    assert_eq!(row(&more)["because"], "gone");
    let ruleset = with(&["--ruleset", "sg/mbs/baccarat/2017-02-17"]);
    assert!(missing(&ruleset).contains("every coup was judged by sg/mbs/baccarat/2017-02-17"));
    month.write("lax.yaml", "sources:\n  T1: {clock_tolerance: 10s}\nclock_slack: {times: 2s}\n");
    let lax = missing(&with(&["--settings", "lax.yaml"]));
    assert!(lax.contains("the clock of T1 may be off by 10000 ms, then by 0 ms"), "{lax}");
    assert!(lax.contains("the slack of times is 2000 ms, then 1000 ms"), "{lax}");
    let args = ["batch", "month", "--at", AT, "--format", "json", "--previous", "june.json"];
    let untrusted: Value = serde_json::from_str(&month.run(&args).out).unwrap();
    assert!(missing(&untrusted).contains("--trust: no seal was verified"));
    // What was missing is printed, too.
    let text = month.batch(&["--previous", "june.json", "--settings", "lax.yaml", "--verbose"]).out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("open (not asked again: --settings: the clock of T1 may be off"), "{text}");
}

#[test]
fn settings_that_ask_less_settle_nothing() {
    let month = month_with_one_gone(&["--settings", "strict.yaml"]);
    let without = missing(&month.report(&["--previous", "june.json"]));
    assert!(without.contains("0 shoes expected, then 1") && without.contains("no log of T1 expected"), "{without}");
    assert!(without.contains("the slack of noticed is 60000 ms, then 30000 ms"), "{without}");
    let same = month.report(&["--previous", "june.json", "--settings", "strict.yaml"]);
    assert_eq!(row(&same)["because"], "gone");
}

/// A report in between that asked less does not become the measure.
#[test]
fn what_the_report_asked_that_found_it_counts_and_not_the_last_one() {
    let month = month_with_one_gone(&[]);
    month.write("lax.yaml", "clock_slack: {times: 9s}\n");
    let lax = ["--settings", "lax.yaml", "--format", "json", "--previous"];
    let at = |at: &'static str, more: &[&str]| {
        let run = month.run(&[&["batch", "month", "--trust", "month/trust.yaml", "--at", at], more].concat());
        assert!(run.status < 2, "{}", run.err);
        run.out
    };
    let july = at("2023-08-01T09:00:00+08:00", &[&lax[..], &["june.json"]].concat());
    month.write("july.json", &july);
    assert!(missing(&serde_json::from_str(&july).unwrap()).contains("9000 ms"));
    let august = at("2023-09-01T09:00:00+08:00", &[&lax[..], &["july.json"]].concat());
    let august: Value = serde_json::from_str(&august).unwrap();
    assert!(missing(&august).contains("the slack of times is 9000 ms, then 1000 ms"));
    assert_eq!(row(&august)["reported_in"], AT);
    let settled = at("2023-09-01T09:00:00+08:00", &["--format", "json", "--previous", "july.json"]);
    assert_eq!(row(&serde_json::from_str(&settled).unwrap())["because"], "gone");
}

#[test]
fn a_previous_report_that_leaves_findings_out_is_refused() {
    let month = month_with_one_gone(&[]);
    let cut = month.batch(&["--format", "json", "--max-per-code", "1"]);
    month.write("cut.json", &cut.out);
    let run = month.batch(&["--previous", "cut.json"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("cut.json leaves findings out, by --max-per-code"), "{}", run.err);
    // A cap that cut nothing cuts nothing.
    let whole = month.batch(&["--format", "json", "--max-per-code", "100000"]);
    month.write("whole.json", &whole.out);
    assert!(month.batch(&["--previous", "whole.json"]).status < 2);
}

fn of_code<'r>(report: &'r Value, code: &str) -> Vec<&'r Value> {
    report["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == code).collect()
}

/// A log that is written again is faultless by itself; only what was judged of it before shows it.
#[test]
fn a_log_that_was_written_again_is_found_and_settles_nothing() {
    let month = Month::of(3, 2, 2_000, 2);
    month.write("june.json", month.batch(&["--format", "json"]).out);
    let june: Value = serde_json::from_str(&month.text("june.json")).unwrap();
    let found = june["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["code"] == "settlement/underpaid" || one["code"] == "settlement/overpaid");
    let found = found.unwrap();
    let file = found["file"].as_str().unwrap().to_owned();
    let plain = file.trim_end_matches(".gz").to_owned();
    if plain != file {
        assert!(std::process::Command::new("gunzip").arg(month.path().join(&file)).status().unwrap().success());
    }
    let lines: Vec<String> = month.text(&plain).lines().map(str::to_owned).collect();
    let at = usize::try_from(found["line"].as_u64().unwrap() - 1).unwrap();
    // The coup is taken out of its shoe, and the chain is made anew, without seals that fit.
    let mut written = String::new();
    let mut prev = "0".repeat(64);
    for (place, line) in lines.iter().enumerate() {
        let mut record: Value = serde_json::from_str(line).unwrap();
        if place == at {
            record["wagers"] = serde_json::json!([]);
        }
        record["prev"] = Value::from(prev);
        let line = record.to_string();
        prev = sha256(line.as_bytes());
        written.push_str(&format!("{line}\n"));
    }
    month.write(&plain, &written);
    let july = month.report(&["--previous", "june.json"]);
    let replaced = of_code(&july, "reconcile/log-replaced");
    assert_eq!(replaced.len(), 1, "{replaced:#?}");
    let one = replaced[0];
    assert_eq!((&one["severity"], &one["log"], &one["table"]), (&"critical".into(), &found["log"], &found["table"]));
    let message = one["message"].as_str().unwrap();
    let coup = format!("shoe {} coup {}", found["shoe"].as_str().unwrap(), found["coup"]);
    assert!(message.contains(&coup) && message.contains("cannot be known"), "{message}");
    let rows = july["carried"].as_array().unwrap().iter().filter(|row| row["log"] == found["log"]);
    let because: Vec<&str> = rows.map(|row| row["because"].as_str().unwrap()).collect();
    assert!(because.contains(&"record replaced") && !because.contains(&"gone"), "{because:?}");
    // The month after that it is said again, and still nothing is settled.
    month.write("july.json", july.to_string());
    let run = month.run(&[
        "batch",
        "month",
        "--trust",
        "month/trust.yaml",
        "--at",
        "2023-08-01T09:00:00+08:00",
        "--format",
        "json",
        "--previous",
        "july.json",
    ]);
    let august: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(of_code(&august, "reconcile/log-replaced").len(), 1, "{:#}", august["carried"]);
    let rows = august["carried"].as_array().unwrap().iter();
    let gone = rows.filter(|row| row["log"] == found["log"] && row["standing"] == "settled");
    assert_eq!(gone.count(), 0);
}

/// What goes on, or is packed otherwise, is the same log; one with an id of its own is another.
#[test]
fn a_log_that_goes_on_is_the_same_log() {
    let month = Month::of(3, 2, 1_000, 2);
    let whole = month.text("month/mbs/7UP-01/2023-06-02.jsonl");
    let cut: usize = whole.split_inclusive('\n').take(whole.lines().count() / 2).map(str::len).sum();
    month.write("month/mbs/7UP-01/2023-06-02.jsonl", &whole[..cut]);
    month.write("june.json", month.batch(&["--format", "json"]).out);
    month.write("month/mbs/7UP-01/2023-06-02.jsonl", &whole);
    let packed = month.path().join("month/mbs/7UP-01/2023-06-01.jsonl");
    assert!(std::process::Command::new("gzip").arg(&packed).status().unwrap().success());
    let july = month.report(&["--previous", "june.json"]);
    assert!(of_code(&july, "reconcile/log-replaced").is_empty(), "{:#?}", of_code(&july, "reconcile/log-replaced"));
    let because: Vec<&Value> = july["carried"].as_array().unwrap().iter().map(|row| &row["because"]).collect();
    assert!(because.iter().all(|one| **one != "record replaced"), "{because:?}");
    // That it was cut off is not so any more: its record is there, and was judged again.
    month.write("month/mbs/7UP-01/2023-06-02.jsonl", &whole[..cut / 2]);
    let shorter = month.report(&["--previous", "june.json"]);
    let replaced = of_code(&shorter, "reconcile/log-replaced");
    assert_eq!(replaced.len(), 1);
    assert!(replaced[0]["message"].as_str().unwrap().contains(" fewer than then"), "{}", replaced[0]["message"]);
}

/// Whoever reads a report sees by what it was judged, and what nobody asked for.
#[test]
fn what_judged_stands_in_the_report_with_its_hash_and_what_was_not_asked() {
    let month = Month::of(2, 1, 300, 0);
    month.write("settings.yaml", SETTINGS);
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    let run =
        month.batch(&["--settings", "settings.yaml", "--report", "june", "--key", "auditor", "--fail-on", "never"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let june: Value = serde_json::from_str(&month.text("june/report.json")).unwrap();
    let given = june["judged_with"]["given"].as_array().unwrap();
    let of = |option: &str| given.iter().find(|row| row["option"] == option).unwrap();
    assert_eq!(of("--settings")["value"], "settings.yaml");
    assert_eq!(of("--settings")["sha256"], sha256(SETTINGS.as_bytes()));
    assert_eq!(of("--trust")["sha256"], sha256(month.text("month/trust.yaml").as_bytes()));
    assert_eq!(june["judged_with"]["asked"]["settings"]["terminals"], serde_json::json!(["T1"]));
    let lacks = june["judged_with"]["not_asked"].as_array().unwrap();
    for what in ["roster", "heads", "digests", "approvals", "previous report"] {
        assert!(lacks.iter().any(|one| one == what), "{lacks:?}");
    }
    assert!(!lacks.iter().any(|one| one == "settings" || one == "trust store"), "{lacks:?}");
    let shown = month.run(&["report", "show", "june"]).out;
    for text in [run.out, shown] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("--settings settings.yaml sha256 {}", sha256(SETTINGS.as_bytes()))), "{text}");
        assert!(text.contains("not asked approvals, roster, heads, digests, previous report"), "{text}");
    }
    let page = month.text("june/report.html");
    assert!(page.contains(&sha256(SETTINGS.as_bytes())) && page.contains("not asked"));
    let log = "month/mbs/7UP-01/2023-06-01.jsonl";
    let replayed = month.run(&["replay", log, "--fail-on", "never"]).out;
    assert!(replayed.contains("not asked     trust store, approvals, settings, roster, heads, digests,"), "{replayed}");
}

/// A table whose logs show no sign was asked nothing about limits.
#[test]
fn limits_that_no_log_shows_were_not_asked() {
    let month = Month::of(1, 1, 5, 0);
    let open = format!(
        r#"{{"seq":0,"prev":"{}","at":"2026-03-02T20:00:00+08:00","type":"open","format":"coup-log/1","log":"l","source":{{"kind":"table","id":"T"}},"jurisdiction":"SG","venue":"mbs","game":"baccarat","table":"T","currency":"SGD","imported":true}}"#,
        "0".repeat(64)
    );
    let record = |seq: u64, prev: &str, rest: &str| {
        format!(r#"{{"seq":{seq},"prev":"{}","at":"2026-03-02T20:0{seq}:00+08:00",{rest}}}"#, sha256(prev.as_bytes()))
    };
    let sign = record(1, &open, r#""type":"limits","scope":"table","min":{"player":1000},"max":{"player":100000}"#);
    let coup = |seq: u64, prev: &str| {
        record(
            seq,
            prev,
            r#""type":"coup","shoe":"S-1","coup":1,"cards":["KS","TS","8D","3C"],"wagers":[{"id":"w1","bet":"player","stake":10000,"returned":20000}],"declared":{"result":"player","player":8,"banker":3}"#,
        )
    };
    let without = coup(1, &open);
    let with = coup(2, &sign);
    month.write("without.jsonl", format!("{open}\n{without}\n"));
    month.write("with.jsonl", format!("{open}\n{sign}\n{with}\n"));
    let text = |log: &str| {
        let run = month.run(&["replay", log]);
        run.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(
        text("without.jsonl").contains(" limits of 1 table (1 wager, 100.00 SGD): no sign "),
        "{}",
        text("without.jsonl")
    );
    assert!(!text("with.jsonl").contains("limits of 1 table"), "{}", text("with.jsonl"));
}

/// An ending takes no log out of a report, and what is no log is listed.
#[test]
fn a_log_is_a_log_by_its_first_bytes() {
    let month = Month::of(3, 2, 600, 2);
    let before = month.report(&[]);
    let at = |name: &str| month.path().join("month/mbs").join(name);
    std::fs::rename(at("7UP-01/2023-06-01.jsonl"), at("7UP-01/2023-06-01.txt")).unwrap();
    std::fs::rename(at("7UP-01/2023-06-02.jsonl"), at("7UP-01/2023-06-02")).unwrap();
    std::fs::rename(at("BAC-01/2023-06-01.jsonl.gz"), at("BAC-01/2023-06-01.bak")).unwrap();
    month.write("month/mbs/notes.txt", "no log");
    let after = month.report(&[]);
    assert_eq!(after["summary"], before["summary"]);
    assert_eq!(after["scope"]["logs_found"], before["scope"]["logs_found"]);
    let others: Vec<&str> =
        after["scope"]["not_logs"].as_array().unwrap().iter().map(|path| path.as_str().unwrap()).collect();
    assert!(others.contains(&"month/mbs/notes.txt") && others.contains(&"month/trust.yaml"), "{others:?}");
    let text = month.batch(&["--quiet"]).out;
    assert!(text.contains("  not logs      ") && text.contains(" month/mbs/notes.txt\n"), "{text}");
}

/// The plan says what there is to judge; the folder says whether that is all.
#[test]
fn merge_refuses_a_plan_that_leaves_out_a_log() {
    let month = Month::of(3, 2, 600, 2);
    let trust = ["--trust", "month/trust.yaml"];
    let hidden = month.path().join("month/mbs/7UP-01/2023-06-02.jsonl");
    let log = std::fs::read(&hidden).unwrap();
    std::fs::remove_file(&hidden).unwrap();
    let planned = month.run(&[&["plan", "month", "--out", "p", "--at", AT], &trust[..]].concat());
    assert_eq!(planned.status, 0, "{}", planned.err);
    for unit in 1..month.text("p").lines().count() {
        let judged = month.run(&[&["judge", "p", "--out", "r", "--unit", &unit.to_string()], &trust[..]].concat());
        assert_eq!(judged.status, 0, "{}", judged.err);
    }
    let merge = || month.run(&[&["merge", "p", "--results", "r"], &trust[..]].concat());
    assert!(merge().status < 2, "{}", merge().err);
    // It comes back under another name.
    std::fs::write(hidden.with_extension("old"), &log).unwrap();
    let refused = merge();
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("1 log lies below month and not in the plan"), "{}", refused.err);
    assert!(refused.err.contains("month/mbs/7UP-01/2023-06-02.old"), "{}", refused.err);
    std::fs::remove_file(hidden.with_extension("old")).unwrap();
    // Or in the place of one that was planned; or what stands there is not the same any more.
    let planned = month.path().join("month/mbs/7UP-01/2023-06-01.jsonl");
    let own = std::fs::read(&planned).unwrap();
    let longer = [&own[..], b"{}\n"].concat();
    let mut changed = own.clone();
    *changed.last_mut().unwrap() = b' ';
    for (bytes, why) in [
        (&log, format!("{} bytes, and {} were planned", log.len(), own.len())),
        (&longer, format!("{} bytes, and {} were planned", longer.len(), own.len())),
        (&changed, "its SHA-256 is another one".to_owned()),
    ] {
        std::fs::write(&planned, bytes).unwrap();
        let refused = merge();
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{why}: {}", refused.err);
        assert!(
            refused.err.contains("1 log below month is not what was planned; nothing was reported"),
            "{}",
            refused.err
        );
        assert!(refused.err.contains(&format!("month/mbs/7UP-01/2023-06-01.jsonl: {why}\n")), "{}", refused.err);
    }
    // The machine that merges may lack it.
    std::fs::remove_file(&planned).unwrap();
    assert!(merge().status < 2, "{}", merge().err);
    std::fs::write(&planned, &own).unwrap();
    assert!(merge().status < 2, "{}", merge().err);
    // What the plan left out because it was not asked for is left out here.
    let one = month.run(&[&["plan", "month", "--out", "q", "--at", AT, "--table", "BAC-01"], &trust[..]].concat());
    assert_eq!(one.status, 0, "{}", one.err);
    assert_eq!(month.run(&[&["judge", "q", "--out", "r", "--unit", "1"], &trust[..]].concat()).status, 0);
    let merged = month.run(&[&["merge", "q", "--results", "r"], &trust[..]].concat());
    assert!(merged.status < 2, "{}", merged.err);
}

/// Names that there are not show nothing, and that is said.
#[test]
fn a_name_that_there_is_not_is_an_error_and_the_register_is_filtered_too() {
    let month = Month::of(3, 1, 2_500, 2);
    let log = "month/mbs/7UP-01/2023-06-01.jsonl";
    let replay = |more: &[&str]| month.run(&[&["replay", log, "--trust", "month/trust.yaml"], more].concat());
    for (option, name, said) in [
        ("--shoe", "S-9999", "there is no shoe `S-9999` in what was judged"),
        ("--table", "7UP-O1", "there is no table `7UP-O1` in what was judged"),
        ("--code", "setlement", "there is no finding `setlement`"),
    ] {
        let run = replay(&[option, name]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{option}");
        assert!(run.err.contains(said), "{}", run.err);
        assert!(run.err.contains("did you mean `settlement`?") || option != "--code", "{}", run.err);
        assert!(run.err.contains("7UP-01") || option != "--table", "{}", run.err);
    }
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    assert!(month.batch(&["--report", "june", "--key", "auditor", "--with", "json"]).status < 2);
    let shown = month.run(&["report", "show", "june", "--shoe", "S-9999"]);
    assert_eq!((shown.status, shown.out.as_str()), (2, ""), "{}", shown.err);
    let june: Value = serde_json::from_str(&month.text("june/report.json")).unwrap();
    let entry = june["register"].as_array().unwrap().iter().find(|one| one["shoe"].is_string()).unwrap();
    let of = (entry["table"].as_str().unwrap(), entry["shoe"].as_str().unwrap());
    let own = june["register"].as_array().unwrap().iter();
    let own = own.filter(|one| (one["table"].as_str().unwrap(), one["shoe"].as_str().unwrap_or("")) == of).count();
    let one = month.run(&["report", "show", "june", "--table", of.0, "--shoe", of.1]);
    assert_eq!(one.status, 0, "{}", one.err);
    assert!(one.out.contains(&format!("  {own} logged, ")), "{own}: {}", one.out);
    assert!(one.err.contains("of the register are not shown"), "{}", one.err);
    let whole = month.run(&["report", "show", "june"]).out;
    assert!(whole.contains(&format!("  {} logged, ", june["register"].as_array().unwrap().len())), "{whole}");
}
