//! `resettle explain-coup`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{resettle, root, scratch, shared};

const LOGS: [&str; 2] = ["electronic-7-up-2023", "star-7-up-2016"];

fn explain(log: &str, shoe: &str, coup: &str, more: &[&str]) -> String {
    let run = resettle(&[&["explain-coup", log, shoe, coup], more].concat());
    assert_eq!(run.status, 0, "{log} {shoe} {coup}\n{}", run.err);
    run.out
}

/// Findings as text prints them, one after the other, without what decides them: the steps of an explained coup show that.
fn findings(text: &str) -> Vec<String> {
    let blocks = text.split("\n\n").map(|block| block.trim().trim_start_matches("Findings\n"));
    blocks.filter(|block| block.contains("\n  record ")).map(without_what_decides).collect()
}

fn without_what_decides(block: &str) -> String {
    let mut decides = false;
    let kept = block.lines().filter(|line| {
        decides = ["  the coup ", "  see also "].iter().any(|name| line.starts_with(name))
            || (decides && line.starts_with("              "));
        !decides
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// The coups of a log, as shoe and number.
fn coups(log: &Path) -> BTreeSet<(String, u64)> {
    let text = std::fs::read_to_string(log).unwrap();
    let records = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    records
        .filter(|record| record["type"] == "coup")
        .filter_map(|record| Some((record["shoe"].as_str()?.to_owned(), record["coup"].as_u64()?)))
        .collect()
}

/// Every coup is explained, with the findings that `replay` prints for it and no others.
fn agrees_with_replay(log: &Path, trust: &Path) -> usize {
    let (log_name, trust) = (log.to_str().unwrap(), trust.to_str().unwrap());
    let replayed = resettle(&["replay", log_name, "--trust", trust, "--fail-on", "never"]);
    let all = findings(replayed.out.split("\nSummary\n").next().unwrap());
    let mut reported = BTreeSet::new();
    let coups = coups(log);
    for (shoe, coup) in &coups {
        let number = coup.to_string();
        let out = explain(log_name, shoe, &number, &["--trust", trust]);
        let own: Vec<String> = out.split("\nFindings\n").skip(1).flat_map(findings).collect();
        let of_this = format!("  shoe {shoe} coup {coup}");
        let named = |block: &&String| {
            let head = block.lines().next().unwrap();
            head.ends_with(&of_this) || head.contains(&format!("{of_this} "))
        };
        let expected: BTreeSet<&String> = all.iter().filter(named).collect();
        let printed: BTreeSet<&String> = own.iter().filter(named).collect();
        assert_eq!(printed, expected, "{log_name} {shoe} {coup}");
        for block in &own {
            assert!(all.contains(block), "{log_name} {shoe} {coup}: not told by replay: {block}");
        }
        reported.extend(own);
    }
    for block in &all {
        let head = block.lines().next().unwrap();
        // What stands at no coup's record is explained with none, and neither is a line that is no record.
        if head.contains(" coup ") && !head.contains("integrity/malformed-record") {
            assert!(reported.contains(block), "{log_name}: explained with no coup: {block}");
        }
    }
    coups.len()
}

#[test]
fn every_coup_of_the_examples_is_explained_with_the_findings_of_replay() {
    for name in LOGS {
        let folder = root().join("audit-logs").join(name);
        assert!(agrees_with_replay(&folder.join("log.jsonl"), &folder.join("trust.yaml")) > 50);
    }
}

#[test]
fn every_coup_of_the_samples_is_explained_with_the_findings_of_replay() {
    for samples in ["samples", "samples-hard"] {
        let Some(samples) = shared(samples) else { return };
        for entry in std::fs::read_dir(samples).unwrap() {
            let folder = entry.unwrap().path();
            assert!(agrees_with_replay(&folder.join("log.jsonl"), &folder.join("trust.yaml")) > 10);
        }
    }
}

/// A coup of a tournament is judged by what all logs of the tournament say, in chips.
#[test]
fn a_coup_of_a_tournament_is_explained_with_the_findings_of_replay() {
    let Some(samples) = shared("samples-tournament") else { return };
    let folder = samples.join("planted");
    let trust = folder.join("trust.yaml").display().to_string();
    let mut logs: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .filter(|path| path.ends_with(".jsonl"))
        .collect();
    logs.sort();
    let all: Vec<&str> = logs.iter().map(String::as_str).collect();
    let replayed = resettle(&[&["replay"], all.as_slice(), &["--trust", &trust, "--fail-on", "never"]].concat());
    let reported = findings(replayed.out.split("\nSummary\n").next().unwrap());
    let others: Vec<&str> = all[1..].iter().flat_map(|log| ["--tournament", log]).collect();
    let (mut explained, mut chips) = (0, 0);
    for (shoe, coup) in coups(Path::new(all[0])) {
        let number = coup.to_string();
        let out = explain(all[0], &shoe, &number, &[&["--trust", &trust], others.as_slice()].concat());
        // Ordinary play at such a table is found wrong, and is ordinary play.
        if !out.contains("its sums are tournament chips, no money") {
            continue;
        }
        assert!(!out.contains("minor units of AUD"), "{out}");
        for block in out.split("\nFindings\n").skip(1).flat_map(findings) {
            assert!(reported.contains(&block), "not told by replay: {block}\n{reported:#?}");
            assert!(!block.contains(" AUD"), "{block}");
            explained += 1;
            chips += usize::from(block.contains(" chips"));
        }
    }
    assert!(explained > 5 && chips > 0, "{explained} findings, {chips} in chips");
    let alone = resettle(&["explain-coup", all[0], "7UP-01/S1", "5", "--trust", &trust]);
    assert!(alone.err.contains("records a tournament, and is judged by itself"), "{}", alone.err);
}

#[test]
fn a_clean_coup_and_one_of_each_finding_read_like_a_calculation() {
    let coups = [
        (LOGS[0], "S-0001", "1"),
        (LOGS[0], "S-0001", "9"),
        (LOGS[0], "S-0001", "17"),
        (LOGS[0], "S-0001", "24"),
        (LOGS[0], "S-0001", "33"),
        (LOGS[0], "S-0001", "38"),
        (LOGS[0], "S-0002", "1"),
        (LOGS[0], "S-0002", "8"),
        (LOGS[0], "S-0002", "17"),
        (LOGS[1], "S-0001", "7"),
        (LOGS[1], "S-0001", "23"),
        (LOGS[1], "S-0001", "31"),
        (LOGS[1], "S-0001", "39"),
        (LOGS[1], "S-0001", "47"),
    ];
    for (name, shoe, coup) in coups {
        let log = format!("audit-logs/{name}/log.jsonl");
        let trust = format!("audit-logs/{name}/trust.yaml");
        insta::assert_snapshot!(format!("{name}_{shoe}_{coup}"), explain(&log, shoe, coup, &["--trust", &trust]));
    }
}

#[test]
fn what_is_stated_and_what_is_named_is_said() {
    let folder = scratch();
    let facts = folder.path().join("facts.yaml");
    let text =
        "in_force:\n  au-nsw/star/7-up-baccarat/2016-08-17: {from: 2016-08-24, source: Gazette 71, by: J. Doe}\n";
    std::fs::write(&facts, text).unwrap();
    let log = "audit-logs/star-7-up-2016/log.jsonl";
    let out = explain(log, "S-0001", "7", &["--facts", facts.to_str().unwrap()]);
    assert!(
        out.contains("in force from 2016-08-24T00:00:00 (Australia/Sydney), a date that the facts file states"),
        "{out}"
    );
    assert!(out.contains("in force from 2016-08-24, by J. Doe, source: Gazette 71"), "{out}");
    assert!(!out.contains("uncertain"), "{out}");
    assert!(out.contains("no seal vouches for this line, as nothing is trusted without --trust"), "{out}");
    let out = explain(log, "S-0001", "7", &["--ruleset", "sg/mbs/7-up-baccarat/2017-02-17"]);
    assert!(out.contains("because it was named to judge every coup, whatever was in force"), "{out}");
}

#[test]
fn what_a_coup_would_need_and_lacks_is_said() {
    let folder = scratch();
    let text = std::fs::read_to_string(root().join("audit-logs/star-7-up-2016/log.jsonl")).unwrap();
    let path = folder.path().join("log.jsonl");
    std::fs::write(&path, text.replace("\"venue\":\"star\"", "\"venue\":\"elsewhere\"")).unwrap();
    let out = explain(path.to_str().unwrap(), "S-0001", "7", &[]);
    assert!(out.contains("no ruleset of this jurisdiction, venue and game was in force then"), "{out}");
    assert!(out.contains("ruleset/none-in-force"), "{out}");
}

#[test]
fn a_coup_that_is_not_there_is_reported_with_those_near_it() {
    let log = "audit-logs/star-7-up-2016/log.jsonl";
    let run = resettle(&["explain-coup", log, "S-0001", "139"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    insta::assert_snapshot!(run.err, @r"
    error: audit-logs/star-7-up-2016/log.jsonl has no coup 139 of shoe `S-0001`
      help: the nearest coups of this shoe: 53, 54, 55, 56, 57, 58, 59, 60
    ");
    let run = resettle(&["explain-coup", log, "S-001", "39"]);
    insta::assert_snapshot!(run.err, @r"
    error: audit-logs/star-7-up-2016/log.jsonl has no coup 39 of shoe `S-001`
      help: the log has the shoes `S-0001` (60 coups)
    ");
}

#[test]
fn a_shoe_and_a_coup_in_the_wrong_order_are_reported_as_that() {
    let log = "audit-logs/star-7-up-2016/log.jsonl";
    let run = resettle(&["explain-coup", log, "39", "S-0001"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    insta::assert_snapshot!(run.err, @r"
    error: `S-0001` is no number of a coup
      help: the shoe stands before the number: resettle explain-coup audit-logs/star-7-up-2016/log.jsonl S-0001 39 …
    ");
    let run = resettle(&["explain-coup", log, "S-0001", "last"]);
    insta::assert_snapshot!(run.err, @r"
    error: `last` is no number of a coup
      help: a coup is named by its number in the shoe, from 1
    ");
    // Where shoes are numbers themselves.
    let folder = scratch();
    let text = std::fs::read_to_string(root().join(log)).unwrap().replace("\"S-0001\"", "\"412\"");
    let path = folder.path().join("log.jsonl");
    std::fs::write(&path, text).unwrap();
    let run = resettle(&["explain-coup", path.to_str().unwrap(), "39", "412"]);
    let help = "help: the shoe stands before the number: the log has coup 39 of shoe `412`\n";
    assert!(run.status == 2 && run.err.ends_with(help), "{}", run.err);
}

/// Splits a table's log into one of its shoe and one of its terminal.
fn split(folder: &Path) -> (String, String) {
    let of = |kind: &str| {
        let open = format!(
            "{{\"at\":\"2018-05-20T09:00:00+08:00\",\"type\":\"open\",\"format\":\"coup-log/1\",\"log\":\"t-{kind}\",\"source\":{{\"kind\":\"{kind}\",\"id\":\"{kind}-1\"}},\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\"game\":\"baccarat\",\"table\":\"BAC-07\",\"currency\":\"SGD\"}}\n"
        );
        let coup = "{\"at\":\"2018-05-20T09:02:31+08:00\",\"type\":\"coup\",\"shoe\":\"S-0001\",\"coup\":1,";
        let own = match kind {
            "shoe" => {
                "\"times\":{\"opened\":\"2018-05-20T09:01:45+08:00\",\"closed\":\"2018-05-20T09:02:00+08:00\",\"first_card\":\"2018-05-20T09:02:01+08:00\"},\"cards\":[\"KS\",\"TS\",\"8D\",\"3C\"],\"declared\":{\"result\":\"player\",\"player\":8,\"banker\":3,\"sevens\":0}}\n"
            }
            _ => {
                "\"wagers\":[{\"id\":\"w1\",\"bet\":\"player\",\"stake\":1000,\"placed\":\"2018-05-20T09:01:49+08:00\",\"returned\":1900}]}\n"
            }
        };
        let start = match kind {
            "shoe" => {
                "{\"at\":\"2018-05-20T09:01:38+08:00\",\"type\":\"shoe\",\"shoe\":\"S-0001\",\"event\":\"start\",\"decks\":8,\"burned\":[]}\n"
            }
            _ => "",
        };
        let records = folder.join(format!("{kind}.records"));
        std::fs::write(&records, format!("{open}{start}{coup}{own}")).unwrap();
        let (key, log) = (folder.join("vendor"), folder.join(format!("{kind}.jsonl")));
        if !key.exists() {
            assert_eq!(resettle(&["key", "new", key.to_str().unwrap()]).status, 0);
        }
        let [records, key, out] = [&records, &key, &log].map(|path| path.to_str().unwrap());
        let sealed = resettle(&["seal", records, "--key", key, "--out", out]);
        assert_eq!(sealed.status, 0, "{}", sealed.err);
        out.to_owned()
    };
    (of("shoe"), of("terminal"))
}

#[test]
fn a_coup_recorded_by_several_sources_is_explained_as_one() {
    let folder = scratch();
    let (shoe, terminal) = split(folder.path());
    for (first, second) in [(&shoe, &terminal), (&terminal, &shoe)] {
        let out = explain(first, "S-0001", "1", &["--with", second]);
        assert!(out.contains(&format!("file {shoe}")), "{out}");
        assert!(out.contains(&format!("also recorded by {terminal}:2")), "{out}");
        assert!(out.contains("came back 19.00 SGD, due 20.00 SGD: 19.00 SGD - 20.00 SGD = -1.00 SGD"), "{out}");
        assert!(out.contains("settlement/underpaid"), "{out}");
    }
    let alone = explain(&shoe, "S-0001", "1", &[]);
    assert!(!alone.contains("settlement/underpaid"), "{alone}");
    let other = root().join(format!("audit-logs/{}/log.jsonl", LOGS[0]));
    let run = resettle(&["explain-coup", &shoe, "S-0001", "1", "--with", other.to_str().unwrap()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("is a log of another table than"), "{}", run.err);
}

const NO_NUMBERS: &str = "format: csv-mapping/1
open: {log: x, source: {kind: table, id: T7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}
row:
  id: Round
  time: {column: Time, format: iso-8601}
  cards:
    columns: [{column: P1, to: P}, {column: B1, to: B}, {column: P2, to: P}, {column: B2, to: B}]
  declared: {result: {column: Result, values: {P: player, B: banker}}}
  wagers: [{bet: player, stake: Stake, returned: Back, decimals: 0}]
";

/// A log of an import of which neither shoes nor numbers of coups are known.
fn without_numbers(folder: &Path) -> String {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(path("map.yaml"), NO_NUMBERS).unwrap();
    let rows = "Round,Time,P1,B1,P2,B2,Result,Stake,Back
R-17,2026-06-01T10:00:00+08:00,8S,2D,TH,5C,P,10,20
R-18,2026-06-01T10:01:00+08:00,8S,2D,TH,5C,P,10,19
R-19,2026-06-01T10:02:00+08:00,8S,3D,TH,6C,B,10,0
";
    std::fs::write(path("rounds.csv"), rows).unwrap();
    let log = path("log.jsonl");
    let run = resettle(&["import", "csv", &path("rounds.csv"), "--map", &path("map.yaml"), "--out", &log]);
    assert!(run.status < 2, "{}", run.err);
    log
}

#[test]
fn coups_without_shoe_and_number_are_named_by_line_id_and_fingerprint() {
    let folder = scratch();
    let log = without_numbers(folder.path());
    let report = resettle(&["replay", &log, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    let finding = report["findings"].as_array().unwrap().iter().find(|one| one["code"] == "settlement/underpaid");
    let finding = finding.unwrap();
    assert_eq!((&finding["coup"], &finding["line"]), (&serde_json::Value::Null, &3.into()));
    let text = |key: &str| finding[key].as_str().unwrap().to_owned();
    let record = text("record_sha256").to_ascii_uppercase();
    let named = [["--line", "3"], ["--fingerprint", &text("fingerprint")], ["--fingerprint", &record]];
    for (at, name) in named.iter().enumerate() {
        let run = resettle(&[&["explain-coup", &log][..], name].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(
            run.out.starts_with("Coup without shoe and number, on line 3, id `R-18` of its source\n"),
            "{}",
            run.out
        );
        assert!(run.out.contains("settlement/underpaid") && !run.out.contains("line 4"), "{}", run.out);
        let out = folder.path().join(at.to_string());
        let run = resettle(&[&["evidence", &log, "--out", out.to_str().unwrap()][..], name].concat());
        assert!(run.out.starts_with("the coup `R-18` of its source, line 3 (seq 2): "), "{} {}", run.out, run.err);
        let line = std::fs::read_to_string(&log).unwrap().lines().nth(2).unwrap().to_owned();
        assert_eq!(std::fs::read_to_string(out.join("record.jsonl")).unwrap(), line);
    }
    let run = resettle(&["explain-coup", &log, "--source-id", "R-17"]);
    assert!(run.out.starts_with("Coup without shoe and number, on line 2, id `R-17`"), "{} {}", run.out, run.err);
}

#[test]
fn what_names_no_coup_or_several_is_said_with_what_to_do() {
    let folder = scratch();
    let log = without_numbers(folder.path());
    // An import refuses rows of one id; a program of somebody else may write them.
    std::fs::write(&log, std::fs::read_to_string(&log).unwrap().replace("R-19", "R-18")).unwrap();
    let said = |name: &[&str]| {
        let run = resettle(&[&["explain-coup", &log][..], name].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        run.err.replace(&log, "log.jsonl")
    };
    insta::assert_snapshot!(said(&["--source-id", "R-18"]), @r"
    error: log.jsonl has more than one coup of the source's id `R-18`, on lines 3, 4
      help: name the one that is meant by its line: --line
    ");
    insta::assert_snapshot!(said(&["--fingerprint", "3f2a"]), @r"
    error: `3f2a` is no fingerprint
      help: it has 64 hexadecimal digits: `fingerprint` of a finding in report.json, or its `record_sha256`
    ");
    insta::assert_snapshot!(said(&["--fingerprint", &"0".repeat(64)]), @r"
    error: log.jsonl has no coup of this record_sha256, and no finding of this fingerprint
      help: a finding has its fingerprint where it is judged as for its report, by the same rulesets, facts and logs; else name the coup by its line: --line
    ");
    insta::assert_snapshot!(said(&["S-1", "1"]), @r"
    error: log.jsonl has no coup 1 of shoe `S-1`
      help: no coup of the log could be read, or none has a number; name one by --line, --source-id or --fingerprint
    ");
}
