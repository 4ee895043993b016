//! `resettle seal`
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common;

use crate::signed::{RECORDS, Workdir, trust};

/// The codes that `verify` reports of a log under a trust store.
fn codes(workdir: &Workdir, log: &str, trust: &str) -> Vec<String> {
    let run = workdir.run(&["verify", log, "--trust", trust, "--format", "jsonl"]);
    assert!(run.err.is_empty(), "{}", run.err);
    assert_eq!(run.status == 0, run.out.is_empty());
    let finding = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
    run.out.lines().map(|line| finding(line)["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_is_sealed_verifies() {
    let workdir = Workdir::new();
    let public = workdir.key("k");
    workdir.write("records.jsonl", RECORDS);
    workdir.write("trust.yaml", trust(&public));
    let run = workdir.done(&["seal", "records.jsonl", "--key", "k", "--out", "log.jsonl"]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", "log.jsonl: 5 records, one of them a seal\n"));
    assert_eq!(codes(&workdir, "log.jsonl", "trust.yaml"), Vec::<String>::new());
    let shown = workdir.done(&["verify", "log.jsonl", "--trust", "trust.yaml"]).out;
    assert!(shown.contains("5 of 5 records"), "{shown}");
    assert_eq!(workdir.mode("log.jsonl"), 0o644);
    // Ed25519 signatures are not random: the same records and key are the same log.
    workdir.done(&["seal", "records.jsonl", "--key", "k", "--out", "again.jsonl"]);
    assert_eq!(workdir.read("again.jsonl"), workdir.read("log.jsonl"));
}

#[test]
fn seals_stand_where_they_are_asked_for() {
    let workdir = Workdir::new();
    workdir.write("trust.yaml", trust(&workdir.key("k")));
    workdir.write("records.jsonl", RECORDS);
    for (every, seals) in [("1", 5), ("2", 3), ("3", 2), ("4", 2), ("100", 1)] {
        let out = format!("{every}.jsonl");
        workdir.done(&["seal", "records.jsonl", "--key", "k", "--every", every, "--out", &out]);
        let text = workdir.text(&out);
        assert_eq!(text.matches("\"type\":\"seal\"").count(), seals, "every {every}");
        assert_eq!(text.matches("\"final\":true").count(), 1, "every {every}");
        assert_eq!(codes(&workdir, &out, "trust.yaml"), Vec::<String>::new(), "every {every}");
    }
}

#[test]
fn an_open_log_is_not_closed() {
    let workdir = Workdir::new();
    workdir.write("trust.yaml", trust(&workdir.key("k")));
    workdir.write("records.jsonl", RECORDS);
    workdir.done(&["seal", "records.jsonl", "--key", "k", "--open", "--out", "log.jsonl"]);
    assert_eq!(codes(&workdir, "log.jsonl", "trust.yaml"), ["integrity/not-closed"]);
}

#[test]
fn a_passphrase_key_seals_too() {
    let workdir = Workdir::new();
    workdir.write("trust.yaml", trust(&workdir.locked_key("k")));
    workdir.write("records.jsonl", RECORDS);
    let args = ["seal", "records.jsonl", "--key", "k", "--passphrase-file", "passphrase", "--out", "log.jsonl"];
    workdir.done(&args);
    assert_eq!(codes(&workdir, "log.jsonl", "trust.yaml"), Vec::<String>::new());
}

#[test]
fn a_log_that_was_sealed_is_sealed_anew() {
    let workdir = Workdir::new();
    workdir.sealed_log();
    workdir.write("other.yaml", trust(&workdir.key("other")));
    let refused = workdir.refused(&["seal", "log.jsonl", "--key", "other", "--out", "new.jsonl"]);
    assert!(refused.contains("sealed already, on line 5") && refused.contains("--again"), "{refused}");
    workdir.done(&["seal", "log.jsonl", "--again", "--key", "other", "--out", "new.jsonl"]);
    assert_eq!(codes(&workdir, "new.jsonl", "other.yaml"), Vec::<String>::new());
    assert_eq!(codes(&workdir, "new.jsonl", "trust.yaml"), ["integrity/untrusted-key"]);
    assert_eq!(workdir.text("new.jsonl").lines().count(), 5);
}

/// A pipe can be read only once, and is looked through all the same.
#[test]
fn records_that_come_by_a_pipe_are_looked_through() {
    let workdir = Workdir::new();
    workdir.key("key");
    workdir.write("records.jsonl", RECORDS.replace("\"wrd\":", "\"wdr\":"));
    let sealed = |from: &str, to: &str| {
        let script = format!("cat {from} | \"$0\" seal /dev/stdin --key key --out {to}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_resettle")])
            .current_dir(workdir.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, said) = sealed("records.jsonl", "piped.jsonl");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("warning: /dev/stdin:") && said.contains("wdr"), "{said}");
    let run = workdir.run(&["seal", "records.jsonl", "--key", "key", "--out", "filed.jsonl"]);
    assert_eq!((run.status, workdir.text("piped.jsonl")), (0, workdir.text("filed.jsonl")));
    let (status, said) = sealed("piped.jsonl", "again.jsonl");
    assert!(status == Some(2) && said.contains("sealed already, on line"), "{said}");
    let left = std::fs::read_dir(workdir.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with(".resettle-")), "a copy is left");
}

#[test]
fn lines_that_are_no_records_are_all_listed_and_nothing_is_sealed() {
    let workdir = Workdir::new();
    workdir.key("k");
    let mut lines: Vec<&str> = RECORDS.lines().collect();
    let wrong_type = lines[3].replace("\"cards\":[", "\"cards\":[7,");
    let unknown = lines[2].replace("start", "st\u{202e}art");
    lines[2] = &unknown;
    lines[3] = &wrong_type;
    lines.insert(2, "{\"at\":\"2018-05-20T09:01:00+08:00\",");
    lines.insert(3, "");
    lines.insert(4, lines[0]);
    workdir.write("records.jsonl", lines.join("\n"));
    let before = workdir.names(".");
    insta::assert_snapshot!(workdir.refused(&["seal", "records.jsonl", "--key", "k", "--out", "log.jsonl"]));
    assert_eq!(workdir.names("."), before, "nothing is left behind");
}

#[test]
fn wrong_words_and_cards_are_reported_with_those_that_there_are() {
    let workdir = Workdir::new();
    workdir.key("k");
    let wrong = RECORDS
        .replace("\"kind\":\"table\"", "\"kind\":\"tabel\"")
        .replace("\"event\":\"start\"", "\"event\":\"begin\"")
        .replace("\"TS\"", "\"10S\"")
        .replace("\"wrd\":\"player\"", "\"wrd\":\"plyer\",\"to\":\"PQ\"")
        .replace(
            "\"irregularities\":[]",
            "\"irregularities\":[{\"kind\":\"other\",\"noticed\":\"2018-05-20T09:02:10+08:00\",\"by\":\"boss\",\"notified\":[\"police\"]}]",
        );
    workdir.write("records.jsonl", wrong);
    insta::assert_snapshot!(workdir.refused(&["seal", "records.jsonl", "--key", "k", "--out", "log.jsonl"]));
}

#[test]
fn unknown_bets_games_kinds_and_types_are_sealed_and_reported() {
    let workdir = Workdir::new();
    workdir.key("k");
    let odd = RECORDS
        .replace("\"game\":\"baccarat\"", "\"game\":\"bacarat\"")
        .replace("\"bet\":\"player\"", "\"bet\":\"plyer\"")
        .replace(
            "\"irregularities\":[]",
            "\"irregularities\":[{\"kind\":\"wrong_card_cuont\",\"noticed\":\"2018-05-20T09:02:10+08:00\"}]",
        )
        + "{\"at\":\"2018-05-20T09:03:00+08:00\",\"type\":\"note\"}\n";
    workdir.write("records.jsonl", odd);
    let run = workdir.done(&["seal", "records.jsonl", "--key", "k", "--out", "log.jsonl"]);
    insta::assert_snapshot!(run.err);
    // What a ruleset of one's own names is known.
    let rules = common::root().join("fixtures/invented/rulesets");
    let own = RECORDS.replace("\"game\":\"baccarat\"", "\"game\":\"seven-lantern-baccarat\"");
    workdir.write("own.jsonl", own);
    let run = workdir.run(&["seal", "own.jsonl", "--key", "k", "--out", "a.jsonl"]);
    assert!(run.err.contains("unknown game `seven-lantern-baccarat`"), "{}", run.err);
    let rules = rules.to_str().unwrap();
    let run = workdir.done(&["seal", "own.jsonl", "--key", "k", "--add-rulesets", rules, "--out", "b.jsonl"]);
    assert_eq!(run.err, "b.jsonl: 5 records, one of them a seal\n");
}

#[test]
fn what_cannot_be_sealed() {
    let workdir = Workdir::new();
    workdir.key("k");
    workdir.write("records.jsonl", RECORDS);
    workdir.write("empty.jsonl", "");
    workdir.write("headless.jsonl", RECORDS.split_once('\n').unwrap().1);
    workdir.write("log.jsonl", "mine\n");
    let seal = |records, key, out| workdir.refused(&["seal", records, "--key", key, "--out", out]);
    let reported = [
        seal("records.jsonl", "k", "log.jsonl"),
        seal("records.jsonl", "k", "records.jsonl"),
        seal("empty.jsonl", "k", "out.jsonl"),
        seal("headless.jsonl", "k", "out.jsonl"),
        seal("absent.jsonl", "k", "out.jsonl"),
        seal(".", "k", "out.jsonl"),
        seal("-", "k", "out.jsonl"),
        seal("records.jsonl", "k.pub", "out.jsonl"),
        seal("records.jsonl", "absent", "out.jsonl"),
        seal("records.jsonl", "k", "absent/out.jsonl"),
    ];
    insta::assert_snapshot!(reported.concat());
    assert_eq!(workdir.text("log.jsonl"), "mine\n");
    assert_eq!(workdir.text("records.jsonl"), RECORDS);
    assert_eq!(workdir.names("."), ["empty.jsonl", "headless.jsonl", "k", "k.pub", "log.jsonl", "records.jsonl"]);
}

#[test]
fn what_is_odd_is_said_before_it_stays() {
    let workdir = Workdir::new();
    workdir.key("k");
    let odd = RECORDS
        .replace("\"wrd\":", "\"wdr\":")
        .replace("\"stake\":", "\"mx\":1,\"stake\":")
        .replace("\"venue\":\"mbs\"", "\"venue\":\"mbx\"");
    let mut lines: Vec<String> = odd.lines().map(str::to_owned).collect();
    let late = lines[1].replace("2018-05-20", "2018-05-21");
    lines[1] = late;
    workdir.write("records.jsonl", lines.join("\n") + "\n");
    let run = workdir.done(&["seal", "records.jsonl", "--key", "k", "--out", "log.jsonl"]);
    insta::assert_snapshot!(run.err);
    for (records, said) in [
        (
            RECORDS.replace("\"stake\":", "\"commission\":1.5,\"stake\":"),
            "`commission` is 1.5: write whole minor units, 150 where",
        ),
        (format!("\u{feff}{RECORDS}"), "tail -c +4 records.jsonl"),
        (RECORDS.replace('\n', "\r\n"), "tr -d '\\r' < records.jsonl"),
        (format!("[{}]", RECORDS.trim_end().replace('\n', ",\n")), "jq -c '.[]' records.jsonl"),
        (RECORDS.replacen('{', "{\n", 1), "jq -c . records.jsonl"),
    ] {
        workdir.write("records.jsonl", records);
        let refused = workdir.refused(&["seal", "records.jsonl", "--key", "k", "--out", "other.jsonl"]);
        assert!(refused.contains(said), "{said}: {refused}");
    }
}
