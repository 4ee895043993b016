//! Two logs of one name handed over in one run.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::Run;
use crate::histories::{SIGNS, json, reported, sealed, verify, workdir, write};
use crate::signed::Workdir;
use resettle_testkit::sha256;

fn replay(workdir: &Workdir, logs: &[&str]) -> Run {
    workdir.run(&[&["replay"], logs, &["--trust", "trust.yaml", "--fail-on", "critical", "--format", "json"]].concat())
}

fn forks(run: &Run) -> Vec<serde_json::Value> {
    let report = json(run);
    let all = report["findings"].as_array().unwrap();
    all.iter().filter(|found| found["code"] == "integrity/fork").cloned().collect()
}

/// A folder with `a.jsonl`, a whole log, and `b.jsonl`, the same up to line 7 and another from there on; both sealed.
fn parted() -> (Workdir, Vec<String>, Vec<String>) {
    let workdir = workdir();
    let one = sealed("t-1", &SIGNS);
    let other = sealed("t-1", &[100, 101, 102, 103, 999, 105, 106]);
    assert_eq!(one[..7], other[..7]);
    assert_ne!(one[7], other[7]);
    write(&workdir, "a.jsonl", &one);
    write(&workdir, "b.jsonl", &other);
    (workdir, one, other)
}

#[test]
fn two_sealed_histories_of_one_log_fork_where_they_part() {
    let (workdir, one, other) = parted();
    let sha256 = |line: &String| sha256(line.as_bytes());
    for files in [["a.jsonl", "b.jsonl"], ["b.jsonl", "a.jsonl"]] {
        let runs = [
            workdir.run(&["verify", files[0], files[1], "--trust", "trust.yaml", "--format", "json"]),
            replay(&workdir, &files),
        ];
        for run in &runs {
            assert_eq!(run.status, 1, "{}", run.err);
            let found = forks(run);
            // It stands in the shorter, whatever their order.
            assert_eq!(found.len(), 1, "{}", run.out);
            assert_eq!(
                (&found[0]["file"], &found[0]["line"], &found[0]["seq"]),
                (&"b.jsonl".into(), &8.into(), &7.into())
            );
            assert_eq!(found[0]["record_sha256"], sha256(&other[7]));
            let message = found[0]["message"].as_str().unwrap();
            assert!(message.contains("part ways after line 7 (seq 6)"), "{message}");
            assert!(message.contains(&sha256(&one[7])) && message.contains(&sha256(&other[7])), "{message}");
            assert!(message.contains("in a.jsonl, line 8"), "{message}");
            assert!(message.ends_with("they prove by themselves that the log was rewritten"), "{message}");
            // The first seals after the parting, there and here.
            assert_eq!(found[0]["expected"].as_str(), Some(one[8].as_str()));
            assert_eq!(found[0]["logged"].as_str(), Some(other[8].as_str()));
        }
        assert_eq!(forks(&runs[0]), forks(&runs[1]));
    }
    let found = &forks(&replay(&workdir, &["a.jsonl", "b.jsonl"]))[0];
    let message = found["message"].as_str().unwrap();
    insta::assert_snapshot!(message.replace(&sha256(&one[7]), "<there>").replace(&sha256(&other[7]), "<here>"), @"two logs of one id part ways after line 7 (seq 6): the next line has the SHA-256 <here> here and <there> in a.jsonl, line 8; both seals are valid signatures of one key, `BAC-07`, of two histories with the same last `seq`: they prove by themselves that the log was rewritten");
}

#[test]
fn one_that_goes_on_where_the_other_ends_is_no_fork() {
    let (workdir, one, _) = parted();
    for keep in 1..one.len() {
        write(&workdir, "b.jsonl", &one[..keep]);
        let run = workdir.run(&["verify", "a.jsonl", "b.jsonl", "--trust", "trust.yaml", "--format", "json"]);
        assert!(forks(&run).is_empty(), "{keep}");
    }
    // Nor one whose last line was copied in part, nor the same file twice.
    workdir.write("b.jsonl", &workdir.read("a.jsonl")[..2000]);
    assert!(forks(&replay(&workdir, &["a.jsonl", "b.jsonl"])).is_empty());
    assert!(forks(&replay(&workdir, &["a.jsonl", "a.jsonl"])).is_empty());
}

#[test]
fn what_is_said_of_sides_that_no_seal_covers() {
    let (workdir, one, other) = parted();
    let ends = |run: &Run| forks(run)[0]["message"].as_str().unwrap().rsplit("; ").next().unwrap().to_owned();
    let both = ["a.jsonl", "b.jsonl"];
    write(&workdir, "b.jsonl", &other[..8]);
    assert_eq!(ends(&replay(&workdir, &both)), "only the other side is vouched for by a seal that counts");
    write(&workdir, "a.jsonl", &one[..8]);
    assert_eq!(ends(&replay(&workdir, &both)), "no seal that counts vouches for either side");
    write(&workdir, "b.jsonl", &other[..9]);
    write(&workdir, "a.jsonl", &one[..8]);
    assert_eq!(ends(&replay(&workdir, &both)), "only the other side is vouched for by a seal that counts");
    let unsealed: Vec<String> = one.iter().filter(|line| !line.contains("\"type\":\"seal\"")).cloned().collect();
    write(&workdir, "a.jsonl", &unsealed);
    // What is sealed is the measure, however much longer the other is.
    assert_eq!(ends(&replay(&workdir, &both)), "only the other side is vouched for by a seal that counts");
    // Without a trust store nothing can be said of seals, and the fork is reported all the same.
    let run = workdir.run(&["verify", "a.jsonl", "b.jsonl", "--format", "json"]);
    assert_eq!(ends(&run), "no seal that counts vouches for either side");
}

#[test]
fn a_log_that_differs_from_its_first_line_on() {
    let (workdir, one, _) = parted();
    let other = sealed("t-1", &SIGNS).join("\n").replace("09:00:00+08:00", "09:00:00.0+08:00");
    workdir.write("b.jsonl", format!("{other}\n"));
    write(&workdir, "a.jsonl", &one);
    let found = forks(&replay(&workdir, &["a.jsonl", "b.jsonl"]));
    assert!(found[0]["message"].as_str().unwrap().contains("part ways from the first line on"), "{found:?}");
}

#[test]
fn each_of_several_is_compared_with_the_longest() {
    let (workdir, one, other) = parted();
    write(&workdir, "c.jsonl", &one[..5]);
    write(&workdir, "d.jsonl", &sealed("t-1", &[100, 7]));
    let run = replay(&workdir, &["c.jsonl", "d.jsonl", "b.jsonl", "a.jsonl"]);
    let files: Vec<String> = forks(&run).iter().map(|found| found["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(files, ["d.jsonl", "b.jsonl"], "in the order of their lines");
    // Two that go together with a third, which is shorter, and not with each other.
    write(&workdir, "a.jsonl", &one[..9]);
    write(&workdir, "b.jsonl", &other[..9]);
    let run = replay(&workdir, &["c.jsonl", "b.jsonl", "a.jsonl"]);
    assert_eq!(forks(&run).len(), 1, "{}", run.out);
}

#[test]
fn logs_of_another_name_do_not_fork() {
    let (workdir, _, _) = parted();
    write(&workdir, "b.jsonl", &sealed("t-2", &[1, 2, 3]));
    assert!(forks(&replay(&workdir, &["a.jsonl", "b.jsonl"])).is_empty());
}

#[test]
fn packed_and_plain_files_are_compared_by_what_they_hold() {
    use std::io::Write as _;
    let (workdir, one, other) = parted();
    let pack = |lines: &[String]| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        lines.iter().for_each(|line| out.write_all(format!("{line}\n").as_bytes()).unwrap());
        out.finish().unwrap()
    };
    workdir.write("b.jsonl.gz", pack(&one));
    assert!(forks(&replay(&workdir, &["a.jsonl", "b.jsonl.gz"])).is_empty());
    let packed = pack(&other);
    workdir.write("b.jsonl.gz", &packed);
    assert_eq!(forks(&replay(&workdir, &["a.jsonl", "b.jsonl.gz"])).len(), 1);
    // Cut in the middle, it cannot be compared to its end, and that is reported in words for people.
    workdir.write("b.jsonl.gz", &packed[..packed.len() / 3]);
    let run = replay(&workdir, &["a.jsonl", "b.jsonl.gz"]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("a.jsonl: it ends in the middle: it was cut off"), "{}", run.err);
}

#[test]
fn nothing_is_remembered_of_a_log_that_forks() {
    let (workdir, one, other) = parted();
    let run = verify(&workdir, &["a.jsonl", "b.jsonl"]);
    assert_eq!(reported(&run), ["integrity/fork"]);
    assert_eq!(workdir.text("heads.jsonl").lines().count(), 1);
    // One of the two, remembered before, stays.
    write(&workdir, "a.jsonl", &one[..9]);
    verify(&workdir, &["a.jsonl"]);
    let head = workdir.read("heads.jsonl");
    write(&workdir, "a.jsonl", &one);
    write(&workdir, "b.jsonl", &other);
    assert_eq!(reported(&verify(&workdir, &["a.jsonl", "b.jsonl"])), ["integrity/fork", "integrity/rolled-back"]);
    assert_eq!(workdir.read("heads.jsonl"), head);
}

/// An unsigned file under the id of a sealed log: it parts from it, and takes no memory from anybody.
#[test]
fn a_file_that_nobody_sealed_keeps_no_head_from_moving() {
    let (workdir, one, other) = parted();
    // Longer than the sealed log, and read first.
    let mut unsealed: Vec<String> = other.iter().filter(|line| !line.contains("\"type\":\"seal\"")).cloned().collect();
    unsealed.extend(unsealed.clone().into_iter().skip(1));
    unsealed.extend(unsealed.clone().into_iter().skip(1));
    assert!(unsealed.len() > one.len());
    write(&workdir, "0.jsonl", &unsealed);
    for _ in 0..2 {
        let run = verify(&workdir, &["0.jsonl", "a.jsonl"]);
        assert!(reported(&run).contains(&"integrity/fork".to_owned()), "{}", run.out);
        let head: serde_json::Value =
            serde_json::from_str(workdir.text("heads.jsonl").lines().nth(1).unwrap()).unwrap();
        assert_eq!(head["line"].as_str(), Some(one.last().unwrap().as_str()));
    }
}

/// What can be read only once cannot be compared, and that is said.
#[test]
fn what_cannot_be_compared_is_reported() {
    let (workdir, _, _) = parted();
    let script = "cat a.jsonl | \"$0\" verify /dev/stdin b.jsonl --trust trust.yaml --heads heads.jsonl";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_resettle")])
        .current_dir(workdir.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("say to be one log, `t-1`, and /dev/stdin can be read only once"), "{said}");
    assert_eq!(workdir.text("heads.jsonl").lines().count(), 1, "which of the two to remember is not known");
}
