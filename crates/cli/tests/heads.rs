//! `--heads`: what was verified once is not taken back unnoticed.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{has_tool, root};
use crate::histories::{FIXED, SIGNS, json, records, reported, sealed, verify, workdir, write};
use crate::signed::{Workdir, trust};
use resettle_sealed_log::{Head, PublicKey};
use resettle_testkit::sha256;

/// A folder in which `t-1` was verified up to its seal with `seq` 11; its lines, also those that were not written yet.
fn remembered() -> (Workdir, Vec<String>) {
    let workdir = workdir();
    let whole = sealed("t-1", &SIGNS);
    assert_eq!(whole.len(), 16);
    write(&workdir, "log.jsonl", &whole[..12]);
    let run = verify(&workdir, &["log.jsonl"]);
    assert_eq!((run.status, reported(&run)), (0, vec!["integrity/not-closed".to_owned()]), "{}", run.err);
    assert_eq!(run.err, "heads.jsonl was not there and is new: one log is remembered from now on\n");
    (workdir, whole)
}

/// The one finding of a roll-back. What is remembered stays as it was.
fn rolled_back(workdir: &Workdir, lines: &[String]) -> serde_json::Value {
    write(workdir, "log.jsonl", lines);
    let before = workdir.read("heads.jsonl");
    let run = verify(workdir, &["log.jsonl"]);
    assert_eq!(run.status, 1, "{}", run.err);
    let report = json(&run);
    let all = report["findings"].as_array().unwrap();
    let found: Vec<&serde_json::Value> = all.iter().filter(|one| one["code"] == "integrity/rolled-back").collect();
    assert_eq!(found.len(), 1, "{}", run.out);
    assert_eq!(found[0]["severity"], "critical");
    assert_eq!(workdir.read("heads.jsonl"), before, "what was remembered is not given up");
    // A replay says the same.
    let replayed = workdir.run(&[&["replay", "log.jsonl"], &FIXED[..], &["--format", "json"]].concat());
    let replayed = json(&replayed);
    assert!(replayed["findings"].as_array().unwrap().contains(found[0]), "{replayed}");
    found[0].clone()
}

fn message(finding: &serde_json::Value) -> &str {
    finding["message"].as_str().unwrap()
}

#[test]
fn a_log_that_grows_moves_its_head() {
    let (workdir, whole) = remembered();
    let entry = |workdir: &Workdir| -> serde_json::Value {
        let text = workdir.text("heads.jsonl");
        assert_eq!(text.lines().count(), 2, "{text}");
        serde_json::from_str(text.lines().nth(1).unwrap()).unwrap()
    };
    let first = entry(&workdir);
    assert_eq!((first["line"].as_str(), &first["seq"]), (Some(whole[11].as_str()), &11.into()));
    assert_eq!(first["sha256"], sha256(whole[11].as_bytes()));
    assert_eq!(workdir.mode("heads.jsonl"), 0o644);
    // The same log again changes nothing, and records without a seal move nothing.
    write(&workdir, "log.jsonl", &whole[..13]);
    assert_eq!(reported(&verify(&workdir, &["log.jsonl"])), ["integrity/unsealed-tail"]);
    assert_eq!(entry(&workdir), first);
    write(&workdir, "log.jsonl", &whole);
    for _ in 0..2 {
        let run = verify(&workdir, &["log.jsonl"]);
        assert_eq!((run.status, run.err.as_str(), reported(&run)), (0, "", vec![]));
        let last = entry(&workdir);
        assert_eq!((&last["seq"], &last["final"]), (&15.into(), &true.into()));
    }
    let run = verify(&workdir, &["log.jsonl"]);
    let heads = &json(&run)["heads"];
    assert_eq!((&heads["remembered"], &heads["not_seen"]), (&1.into(), &0.into()));
    assert_eq!(heads["sha256"], sha256(&workdir.read("heads.jsonl")));
}

#[test]
fn a_log_cut_before_its_head_is_rolled_back() {
    let (workdir, whole) = remembered();
    for keep in 1..12 {
        let found = rolled_back(&workdir, &whole[..keep]);
        assert_eq!((found["line"].as_u64(), found["expected"].as_str()), (Some(keep as u64), Some(whole[11].as_str())));
        let left = [8, 5, 2].into_iter().find(|seal| *seal < keep);
        assert_eq!(found["logged"].as_str(), left.map(|seal| whole[seal].as_str()), "{keep} lines kept");
        let says = match left {
            Some(seal) => format!("its last seal that counts has seq {seal} now"),
            None => "no seal that counts is left".to_owned(),
        };
        assert!(message(&found).contains("the seal with seq 11 is gone") && message(&found).contains(&says), "{found}");
    }
    // Whole again: nothing is held against it.
    write(&workdir, "log.jsonl", &whole);
    assert_eq!(reported(&verify(&workdir, &["log.jsonl"])), Vec::<String>::new());
}

#[test]
fn a_head_cut_off_in_the_middle_of_its_line_is_rolled_back() {
    let (workdir, whole) = remembered();
    let mut cut = whole[..11].iter().map(|line| format!("{line}\n")).collect::<String>();
    cut.push_str(&whole[11]);
    workdir.write("log.jsonl", cut);
    let run = verify(&workdir, &["log.jsonl"]);
    assert!(reported(&run).contains(&"integrity/rolled-back".to_owned()), "{}", run.out);
}

/// The thief seals what is rewritten; by itself the log is faultless.
#[test]
fn a_suffix_of_the_same_length_rewritten_with_the_stolen_key_is_rolled_back() {
    let (workdir, whole) = remembered();
    let rewritten = sealed("t-1", &[100, 101, 102, 103, 104, 999, 106, 107, 108]);
    assert_eq!(rewritten[..9], whole[..9], "the first seven records and the seals among them are as they were");
    write(&workdir, "alone.jsonl", &rewritten);
    workdir.done(&["verify", "alone.jsonl", "--trust", "trust.yaml"]);
    let found = rolled_back(&workdir, &rewritten[..12]);
    assert_eq!((&found["line"], &found["seq"], &found["authenticated"]), (&12.into(), &11.into(), &true.into()));
    assert!(message(&found).contains("they prove by themselves that the log was rewritten"), "{found}");
    // Both seals are there, and anybody with the public key can check them.
    let (before, now) = (found["expected"].as_str().unwrap(), found["logged"].as_str().unwrap());
    assert_eq!((before, now), (whole[11].as_str(), rewritten[11].as_str()));
    let key = PublicKey::from_openssh(&workdir.text("sealer.pub")).unwrap().0;
    let (before, now) = (Head::read(before).unwrap(), Head::read(now).unwrap());
    assert!(before.verify("t-1", &key) && now.verify("t-1", &key));
    assert_ne!(before.message("t-1"), now.message("t-1"));
    let text = workdir.run(&[&["verify", "log.jsonl"], &FIXED[..]].concat()).out;
    let key = before.key().to_string();
    let last = now.sha256().to_string();
    insta::assert_snapshot!(without(&text, &[&key, &last, &workdir.read_sha("heads.jsonl")]));
}

#[test]
fn a_log_cut_and_continued_with_the_stolen_key_is_rolled_back() {
    let (workdir, whole) = remembered();
    for keep in 0..8usize {
        let mut signs = SIGNS.to_vec();
        signs.truncate(keep);
        signs.extend(200..208);
        let other = sealed("t-1", &signs);
        write(&workdir, "alone.jsonl", &other);
        workdir.done(&["verify", "alone.jsonl", "--trust", "trust.yaml"]);
        let common = whole.iter().zip(&other).take_while(|(one, other)| one == other).count();
        if common >= 12 {
            continue;
        }
        let found = rolled_back(&workdir, &other);
        assert_eq!(found["seq"], 11, "{keep} signs kept");
        assert!(message(&found).contains("valid signatures of one key"), "{found}");
    }
}

#[test]
fn seals_of_different_seq_prove_it_together_with_the_log() {
    let (workdir, _) = remembered();
    workdir.write("records.jsonl", records("t-1", &[100, 101, 102, 103, 104, 999, 106, 107, 108]));
    workdir.done(&["seal", "records.jsonl", "--key", "sealer", "--out", "sparse.jsonl"]);
    let sparse: Vec<String> = workdir.text("sparse.jsonl").lines().map(str::to_owned).collect();
    // Its only seal has seq 10, and what stands at 11 in the other is not reached: it is shorter.
    let found = rolled_back(&workdir, &sparse);
    assert!(message(&found).contains("the seal with seq 11 is gone, and its last seal that counts has seq 10 now"));
    let mut long = SIGNS.to_vec();
    long.extend([1, 2, 3]);
    workdir.write("records.jsonl", records("t-1", &long));
    workdir.done(&["seal", "records.jsonl", "--key", "sealer", "--out", "long.jsonl"]);
    let long: Vec<String> = workdir.text("long.jsonl").lines().map(str::to_owned).collect();
    let found = rolled_back(&workdir, &long);
    assert!(message(&found).contains("together with the log that holds the one of higher `seq`"), "{found}");
}

#[test]
fn a_closed_log_that_goes_on_is_rolled_back() {
    let (workdir, whole) = remembered();
    write(&workdir, "log.jsonl", &whole);
    workdir.done(&[&["verify", "log.jsonl"], &FIXED[..]].concat());
    let prev = sha256(whole[15].as_bytes());
    let more = format!(
        "{{\"seq\":16,\"prev\":\"{prev}\",\"at\":\"2018-05-20T10:00:00+08:00\",\"type\":\"limits\",\"min\":{{\"player\":1}}}}"
    );
    let longer = [whole.clone(), vec![more]].concat();
    let found = rolled_back(&workdir, &longer);
    assert_eq!((&found["line"], &found["logged"]), (&17.into(), &serde_json::Value::Null));
    assert!(message(&found).contains("goes on now"), "{found}");
    // Opened again with the stolen key: the final seal is not final any more.
    let mut signs = SIGNS.to_vec();
    signs.push(109);
    let reopened = sealed("t-1", &signs);
    assert_eq!(reopened[..15], whole[..15]);
    assert!(message(&rolled_back(&workdir, &reopened)).contains("they prove"), "{reopened:?}");
}

#[test]
fn a_broken_chain_before_the_head_is_rolled_back() {
    let (workdir, whole) = remembered();
    let mut changed = whole.clone();
    changed[4] = changed[4].replace("102", "999");
    assert_ne!(changed, whole);
    let found = rolled_back(&workdir, &changed);
    assert_eq!((&found["line"], &found["authenticated"]), (&12.into(), &true.into()));
    assert!(message(&found).contains("the chain before it is broken"), "{found}");
}

/// Somebody between respells the last line before the log is verified: the same is remembered as of the log itself, so
/// that the log is not called rolled back when it goes on.
#[test]
fn a_seal_spelled_otherwise_is_noted_and_remembered_as_what_it_says() {
    let (workdir, whole) = remembered();
    let honest = workdir.read("heads.jsonl");
    let last = &whole[11];
    let turned = {
        let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(last).unwrap();
        let fields: Vec<String> = fields.iter().rev().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", fields.join(","))
    };
    for other in [last.replace(',', " ,"), last.replace("\"seal\"", "\"\\u0073eal\""), turned] {
        assert_ne!(&other, last);
        let mut respelled = whole[..12].to_vec();
        respelled[11].clone_from(&other);
        write(&workdir, "log.jsonl", &respelled);
        for remembered in [true, false] {
            if !remembered {
                std::fs::remove_file(workdir.path().join("heads.jsonl")).unwrap();
            }
            let run = verify(&workdir, &["log.jsonl"]);
            assert_eq!(reported(&run), ["integrity/not-closed"], "{other}: {}", run.out);
            let note = json(&run)["inputs"][0]["note"].as_str().unwrap().to_owned();
            assert!(note.starts_with("12 of 12 records; the last seal's line is not spelled as"), "{note}");
            assert_eq!(workdir.read("heads.jsonl"), honest, "{other}");
        }
        // A second seal in another spelling, and the log as it went on.
        write(&workdir, "other.jsonl", &whole);
        let run = verify(&workdir, &["log.jsonl", "other.jsonl"]);
        assert_eq!(reported(&run), ["integrity/not-closed"], "{other}: {}", run.out);
        workdir.write("heads.jsonl", &honest);
    }
}

/// A key that may not seal any more makes nothing shorter and nothing different.
#[test]
fn what_cannot_be_verified_now_is_not_called_rolled_back() {
    let (workdir, whole) = remembered();
    let sealer = workdir.text("sealer.pub");
    let head = workdir.read("heads.jsonl");
    workdir.write("trust.yaml", trust(&sealer).replace('}', ", revoked: \"2018-01-01T00:00:00+08:00\"}"));
    assert_eq!(reported(&verify(&workdir, &["log.jsonl"])), ["integrity/untrusted-key", "integrity/not-closed"]);
    workdir.write("trust.yaml", trust(&workdir.key("another")));
    write(&workdir, "log.jsonl", &whole);
    assert_eq!(reported(&verify(&workdir, &["log.jsonl"])), ["integrity/untrusted-key"]);
    assert_eq!(workdir.read("heads.jsonl"), head, "a seal that cannot be verified moves no head");
    // Where it is gone, that is reported, and what cannot be said is not said.
    let found = rolled_back(&workdir, &sealed("t-1", &[1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert!(message(&found).ends_with("no seal that counts vouches for what stands here now"), "{found}");
}

#[test]
fn an_older_copy_beside_its_log_takes_nothing_back() {
    let (workdir, whole) = remembered();
    write(&workdir, "older.jsonl", &whole[..6]);
    write(&workdir, "newer.jsonl", &whole);
    let run = verify(&workdir, &["older.jsonl", "newer.jsonl"]);
    assert_eq!(reported(&run), ["integrity/not-closed"]);
    assert!(workdir.text("heads.jsonl").contains("\"final\":true"));
    write(&workdir, "other.jsonl", &sealed("t-1", &[1, 2, 3])[..6]);
    let run = verify(&workdir, &["other.jsonl", "newer.jsonl"]);
    let reported = reported(&run);
    assert!(
        reported.contains(&"integrity/fork".to_owned()) && reported.contains(&"integrity/rolled-back".to_owned()),
        "{reported:?}"
    );
}

#[test]
fn logs_that_are_not_handed_over_stay_remembered() {
    let (workdir, _) = remembered();
    let before = workdir.text("heads.jsonl");
    write(&workdir, "other.jsonl", &sealed("s-9", &SIGNS));
    let run = verify(&workdir, &["other.jsonl"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!((&json(&run)["heads"]["remembered"], &json(&run)["heads"]["not_seen"]), (&1.into(), &1.into()));
    let after = workdir.text("heads.jsonl");
    assert_eq!(after.lines().count(), 3);
    // Sorted by log, whatever came first.
    assert!(after.lines().nth(1).unwrap().contains("\"s-9\""), "{after}");
    assert_eq!(after.lines().nth(2), before.lines().nth(1));
    let run = workdir.run(&[&["verify", "other.jsonl"], &FIXED[..]].concat());
    assert!(run.out.contains("heads         heads.jsonl  (2 remembered, 1 of them not handed over)"), "{}", run.out);
}

/// A seal signs the log's id alone: whoever seals another table's history under it with the same key rewrites that log.
#[test]
fn another_table_or_source_of_the_same_id_and_key_is_the_same_log() {
    let (workdir, _) = remembered();
    let before = workdir.read("heads.jsonl");
    for (from, to) in [("\"table\":\"BAC-07\"", "\"table\":\"BAC-08\""), ("\"id\":\"BAC-07\"", "\"id\":\"BAC-09\"")] {
        let _ = std::fs::remove_file(workdir.path().join("elsewhere.jsonl"));
        workdir.write("records.jsonl", records("t-1", &SIGNS).replace(from, to));
        workdir.done(&["seal", "records.jsonl", "--key", "sealer", "--every", "2", "--out", "elsewhere.jsonl"]);
        let run = verify(&workdir, &["elsewhere.jsonl"]);
        assert_eq!(reported(&run), ["integrity/rolled-back"], "{}", run.out);
        let found = &json(&run)["findings"][0];
        assert!(message(found).contains("they prove by themselves that the log was rewritten"), "{found}");
        let run = verify(&workdir, &["elsewhere.jsonl", "log.jsonl"]);
        assert!(reported(&run).contains(&"integrity/fork".to_owned()), "{}", run.out);
        assert_eq!(workdir.read("heads.jsonl"), before);
    }
}

/// Under another key it may be a log of another venue that happens to bear the same id.
#[test]
fn another_table_of_the_same_id_under_another_key_is_another_log() {
    let (workdir, _) = remembered();
    let keys = [("BAC-07", workdir.text("sealer.pub")), ("BAC-08", workdir.key("another"))];
    let entries = keys.map(|(name, public)| trust(&public).replace("BAC-07", name));
    let [first, second] = entries.each_ref().map(|text| text.split_once("keys:\n").unwrap().1);
    workdir.write("trust.yaml", format!("keys:\n{first}{second}"));
    workdir.write("records.jsonl", records("t-1", &[7, 8, 9]).replace("BAC-07", "BAC-08"));
    workdir.done(&["seal", "records.jsonl", "--key", "another", "--out", "elsewhere.jsonl"]);
    let run = verify(&workdir, &["elsewhere.jsonl"]);
    assert_eq!(reported(&run), [""; 0], "{}{}", run.out, run.err);
    assert_eq!(workdir.text("heads.jsonl").lines().count(), 3);
}

/// What the page says to do without our program, done.
#[test]
fn python_and_openssl_are_enough_to_check_both_seals() {
    if !has_tool("python3") || !has_tool("openssl") {
        return;
    }
    let page = std::fs::read_to_string(root().join("docs/spec/heads.md")).unwrap();
    let block = |language: &str, with: &str| {
        let fence = format!("```{language}\n");
        let mut blocks = page.split(&fence).skip(1).map(|rest| rest.split("\n```").next().unwrap());
        blocks.find(|block| block.contains(with)).unwrap().to_owned()
    };
    let (workdir, _) = remembered();
    let rewritten = sealed("t-1", &[100, 101, 102, 103, 104, 999, 106, 107, 108]);
    let found = rolled_back(&workdir, &rewritten[..12]);
    let key = PublicKey::from_openssh(&workdir.text("sealer.pub")).unwrap().0;
    workdir.write("public.pem", key.to_spki_pem());
    workdir.write("split.py", block("python", "base64"));
    workdir.write("before.jsonl", found["expected"].as_str().unwrap());
    workdir.write("now.jsonl", found["logged"].as_str().unwrap());
    assert!(workdir.tool("python3", &["split.py", "t-1"]).0);
    let commands = block("sh", "openssl");
    let commands: Vec<&str> = commands.lines().collect();
    for command in &commands[..2] {
        let (fine, said) = workdir.tool("sh", &["-c", command]);
        assert!(fine && said.contains("Signature Verified Successfully"), "{command}: {said}");
    }
    assert!(!workdir.tool("sh", &["-c", commands[2]]).0, "the two messages differ");
    // Of another log they are no seals.
    assert!(workdir.tool("python3", &["split.py", "t-2"]).0);
    assert!(!workdir.tool("sh", &["-c", commands[0]]).0);
}

/// The text without what differs from run to run.
fn without(text: &str, what: &[&str]) -> String {
    let mut out = text.to_owned();
    for (n, one) in what.iter().enumerate() {
        out = out.replace(one, &format!("<{n}>"));
    }
    let parts: Vec<String> = out
        .split('"')
        .map(|part| {
            let random = part.len() >= 64 && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b));
            if random { "…".to_owned() } else { part.to_owned() }
        })
        .collect();
    parts.join("\"")
}
