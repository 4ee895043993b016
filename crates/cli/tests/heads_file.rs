//! The file in which `--heads` remembers: strict, written whole or not at all, never begun anew unasked.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

use crate::histories::{FIXED, SIGNS, sealed, verify, workdir, write};
use crate::signed::{Workdir, trust};
use resettle_sealed_log::Heads;
use resettle_testkit::sha256;

/// A folder with the closed logs `t-0` to `t-<count - 1>`, each in a file of its name, none of them remembered.
fn logs(count: usize) -> (Workdir, Vec<String>) {
    let workdir = workdir();
    let names: Vec<String> = (0..count).map(|n| format!("t-{n}")).collect();
    for name in &names {
        write(&workdir, name, &sealed(name, &SIGNS));
    }
    (workdir, names)
}

fn start(workdir: &Workdir, log: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_resettle"))
        .args([&["verify", log], &FIXED[..]].concat())
        .current_dir(workdir.path())
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Starts a run that has read and printed everything, and waits for the lock that `held` has.
fn waiting(workdir: &Workdir, log: &str, held: &File) -> Child {
    held.try_lock().unwrap();
    let mut child = start(workdir, log);
    let mut out = BufReader::new(child.stdout.as_mut().unwrap());
    let mut line = String::new();
    while !line.contains("findings") {
        line.clear();
        assert_ne!(out.read_line(&mut line).unwrap(), 0, "the run ended without its summary");
    }
    child
}

/// The exit status, and what was said on standard error.
fn ended(mut child: Child) -> (i32, String) {
    let mut said = String::new();
    child.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code().unwrap(), said)
}

fn lock(workdir: &Workdir) -> File {
    File::options().write(true).create(true).truncate(false).open(workdir.path().join("heads.jsonl.lock")).unwrap()
}

#[test]
fn the_file_as_people_read_it() {
    let (workdir, names) = logs(2);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let run = verify(&workdir, &names);
    assert_eq!(run.err, "heads.jsonl was not there and is new: 2 logs are remembered from now on\n");
    let text = workdir.text("heads.jsonl");
    let heads = Heads::parse(text.as_bytes(), resettle_coup_log::record_faults).unwrap();
    assert_eq!(heads.to_text(), text);
    let entry = text.lines().nth(1).unwrap();
    let head = heads.iter().next().unwrap().1;
    let short = entry
        .replace(&head.sha256().to_string(), "<sha256>")
        .replace(&format!("{:?}", head.line()), "\"<the seal's line>\"");
    insta::assert_snapshot!(format!("{}\n{short}", text.lines().next().unwrap()), @r#"
    {"type":"resettle-heads/1","heads":2}
    {"log":"t-0","jurisdiction":"SG","venue":"mbs","table":"BAC-07","source":{"kind":"table","id":"BAC-07"},"seq":15,"final":true,"sha256":"<sha256>","line":"<the seal's line>"}
    "#);
    assert_eq!(workdir.names("").iter().filter(|name| name.starts_with(".resettle")).count(), 0);
}

#[test]
fn a_file_with_faults_is_reported_whole_and_left_alone() {
    let (workdir, names) = logs(3);
    verify(&workdir, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let good = workdir.text("heads.jsonl");
    let lines: Vec<&str> = good.lines().collect();
    let whole = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let cases: Vec<(&str, String)> = vec![
        ("empty", String::new()),
        ("a blank line", "\n".to_owned()),
        ("binary", "\u{0}\u{1}\u{2}".to_owned()),
        ("another version", good.replacen("heads/1", "heads/2", 1)),
        ("the first line gone", whole(&lines[1..])),
        ("a line gone", whole(&[lines[0], lines[1], lines[3]])),
        ("the last line gone", whole(&lines[..3])),
        ("cut in a line", good[..good.len() - 100].to_owned()),
        ("cut before the last line feed", good[..good.len() - 1].to_owned()),
        ("a log twice", whole(&[&lines[0].replace(":3", ":4"), lines[1], lines[1], lines[2], lines[3]])),
        ("out of order", whole(&[lines[0], lines[2], lines[1], lines[3]])),
        ("another seq", good.replacen("\"seq\":15,\"final\"", "\"seq\":16,\"final\"", 1)),
        ("another final", good.replacen("\"seq\":15,\"final\":true", "\"seq\":15,\"final\":false", 1)),
        ("another hash", good.replacen("\"sha256\":\"", "\"sha256\":\"0", 1)),
        ("a field twice", good.replacen("\"seq\":15,\"final\"", "\"seq\":15,\"seq\":15,\"final\"", 1)),
        ("a field more", good.replacen("\"seq\":15,\"final\"", "\"seq\":15,\"note\":\"x\",\"final\"", 1)),
        ("a field missing", good.replacen("\"venue\":\"mbs\",", "", 1)),
        ("no seal", good.replacen("\\\"type\\\":\\\"seal\\\"", "\\\"type\\\":\\\"coup\\\"", 1)),
        (
            "several",
            good.replacen("\"heads\":3", "\"heads\":7", 1)
                .replace("\"final\":true,\"sha256\"", "\"final\":1,\"sha256\""),
        ),
    ];
    let mut reported = String::new();
    for (case, text) in cases {
        assert_ne!(text, good, "{case}");
        workdir.write("heads.jsonl", &text);
        for command in ["verify", "replay"] {
            let run = workdir.run(&[&[command, "t-0"], &FIXED[..]].concat());
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{case}");
            assert_eq!(workdir.text("heads.jsonl"), text, "{case}: nothing is overwritten");
            if command == "verify" {
                reported.push_str(&format!("# {case}\n{}", run.err));
            }
        }
    }
    insta::assert_snapshot!(reported);
}

/// Whoever can write to the file can make the tool forget, but not remember what nobody sealed.
#[test]
fn seals_that_were_altered_in_the_file_are_reported() {
    let (workdir, names) = logs(2);
    verify(&workdir, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let good = workdir.text("heads.jsonl");
    // Under another log's name the seal is none of it; with another time it is none at all.
    for altered in [good.replace("\"log\":\"t-0\"", "\"log\":\"t-00\""), resealed(&good)] {
        assert_ne!(altered, good);
        assert!(
            Heads::parse(altered.as_bytes(), resettle_coup_log::record_faults).is_ok(),
            "the form alone shows nothing"
        );
        workdir.write("heads.jsonl", &altered);
        let said = workdir.refused(&[&["verify", "t-1"], &FIXED[..]].concat());
        assert!(said.contains("heads.jsonl was altered: seals in it do not verify under their trusted keys"), "{said}");
        assert_eq!(workdir.text("heads.jsonl"), altered);
    }
}

/// The first entry with another time in its seal, and the hash that fits it.
fn resealed(text: &str) -> String {
    let heads = Heads::parse(text.as_bytes(), resettle_coup_log::record_faults).unwrap();
    let head = heads.iter().next().unwrap().1;
    let line = head.line().replace("+08:00", "+09:00");
    text.replacen(&format!("{:?}", head.line()), &format!("{line:?}"), 1).replacen(
        &head.sha256().to_string(),
        &sha256(line.as_bytes()),
        1,
    )
}

#[test]
fn what_is_no_file_or_may_not_be_written_is_refused_before_anything_is_read() {
    let (workdir, _) = logs(1);
    let heads = |name: &str| workdir.refused(&["verify", "t-0", "--trust", "trust.yaml", "--heads", name]);
    std::fs::create_dir(workdir.path().join("folder")).unwrap();
    let reported = [heads("folder"), heads("nowhere/heads.jsonl"), heads("/dev/null")].concat();
    insta::assert_snapshot!(reported);
    // Heads are verified seals: without a trust store there are none.
    let run = workdir.run(&["verify", "t-0", "--heads", "heads.jsonl"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--trust <FILE>"), "{}", run.err);
    assert!(!workdir.path().join("heads.jsonl").exists());
}

#[test]
fn a_link_stays_a_link() {
    let (workdir, _) = logs(1);
    std::fs::create_dir(workdir.path().join("safe")).unwrap();
    std::os::unix::fs::symlink("safe/real.jsonl", workdir.path().join("heads.jsonl")).unwrap();
    workdir.write("safe/real.jsonl", "{\"type\":\"resettle-heads/1\",\"heads\":0}\n");
    workdir.set_mode("safe/real.jsonl", 0o640);
    assert_eq!(verify(&workdir, &["t-0"]).status, 0);
    assert!(workdir.path().join("heads.jsonl").is_symlink());
    assert_eq!(workdir.text("safe/real.jsonl").lines().count(), 2);
    assert_eq!(workdir.mode("safe/real.jsonl"), 0o640, "its rights stay");
}

#[test]
fn runs_at_the_same_time_lose_nothing() {
    let (workdir, names) = logs(8);
    let children: Vec<Child> = names.iter().map(|name| start(&workdir, name)).collect();
    for child in children {
        let (status, said) = ended(child);
        assert_eq!(status, 0, "{said}");
    }
    let heads = Heads::parse(&workdir.read("heads.jsonl"), resettle_coup_log::record_faults).unwrap();
    assert_eq!(heads.iter().map(|(name, _)| name.log.clone()).collect::<Vec<_>>(), names);
}

#[test]
fn a_run_waits_for_another_that_writes() {
    let (workdir, _) = logs(2);
    let held = lock(&workdir);
    let mut child = waiting(&workdir, "t-0", &held);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it waits");
    assert!(!workdir.path().join("heads.jsonl").exists());
    // Another run remembered another log meanwhile: both are kept.
    let other = Workdir::new();
    for name in ["sealer", "trust.yaml", "t-1"] {
        other.write_private(name, workdir.read(name));
    }
    verify(&other, &["t-1"]);
    workdir.write("heads.jsonl", other.read("heads.jsonl"));
    held.unlock().unwrap();
    assert_eq!(ended(child).0, 0);
    assert_eq!(Heads::parse(&workdir.read("heads.jsonl"), resettle_coup_log::record_faults).unwrap().len(), 2);
}

#[test]
fn a_head_that_another_run_moved_elsewhere_is_not_overwritten() {
    let (workdir, _) = logs(1);
    let held = lock(&workdir);
    let child = waiting(&workdir, "t-0", &held);
    let other = Workdir::new();
    for name in ["sealer", "trust.yaml"] {
        other.write_private(name, workdir.read(name));
    }
    write(&other, "t-0", &sealed("t-0", &[7, 8, 9]));
    verify(&other, &["t-0"]);
    let theirs = other.read("heads.jsonl");
    workdir.write("heads.jsonl", &theirs);
    held.unlock().unwrap();
    let (status, said) = ended(child);
    assert_eq!(status, 2, "{said}");
    insta::assert_snapshot!(said, @r"
    error: heads.jsonl was changed by another run meanwhile, which remembered another seal for
      log t-0
      help: nothing was written; run again to compare with what is remembered now
    ");
    assert_eq!(workdir.read("heads.jsonl"), theirs);
}

#[test]
fn a_file_that_goes_while_a_run_lasts_is_not_begun_anew() {
    let (workdir, _) = logs(2);
    assert_eq!(verify(&workdir, &["t-0"]).status, 0);
    let held = lock(&workdir);
    let child = waiting(&workdir, "t-1", &held);
    std::fs::remove_file(workdir.path().join("heads.jsonl")).unwrap();
    held.unlock().unwrap();
    let (status, said) = ended(child);
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("was there when this run began, and is gone: it is not begun anew"), "{said}");
    assert!(!workdir.path().join("heads.jsonl").exists());
}

#[test]
fn a_full_disk_leaves_the_file_as_it_was() {
    let (workdir, _) = logs(3);
    assert_eq!(verify(&workdir, &["t-0", "t-1"]).status, 0);
    let before = workdir.read("heads.jsonl");
    let args: Vec<&str> = [&["verify", "t-2"], &FIXED[..]].concat();
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; \"$0\" \"$@\"", env!("CARGO_BIN_EXE_resettle")])
        .args(&args)
        .current_dir(workdir.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write heads.jsonl"), "{said}");
    assert_eq!(workdir.read("heads.jsonl"), before);
    assert!(workdir.names("").iter().all(|name| !name.starts_with(".resettle")), "{:?}", workdir.names(""));
}

/// Killed at any moment, the file is what it was or what it was to become.
#[test]
fn a_killed_run_leaves_a_whole_file() {
    let (workdir, names) = logs(6);
    assert_eq!(verify(&workdir, &["t-0"]).status, 0);
    let before = workdir.read("heads.jsonl");
    for (n, name) in names.iter().enumerate().skip(1) {
        for millis in [0, 1, 2, 4, 8, 16] {
            let mut child = start(&workdir, name);
            std::thread::sleep(std::time::Duration::from_micros(millis * 700 + n as u64 * 90));
            let _ = child.kill();
            child.wait().unwrap();
            let heads = Heads::parse(&workdir.read("heads.jsonl"), resettle_coup_log::record_faults).unwrap();
            assert!((1..=2).contains(&heads.len()));
        }
        // The lock goes with its holder.
        assert_eq!(verify(&workdir, &[name]).status, 0);
        workdir.write("heads.jsonl", &before);
    }
}

/// A key that is trusted no more says nothing about the file.
#[test]
fn heads_under_keys_that_are_unknown_now_are_kept() {
    let (workdir, _) = logs(2);
    assert_eq!(verify(&workdir, &["t-0"]).status, 0);
    let before = workdir.text("heads.jsonl");
    workdir.write("trust.yaml", trust(&workdir.key("another")));
    assert_eq!(verify(&workdir, &["t-1"]).status, 1);
    assert_eq!(workdir.text("heads.jsonl"), before);
}
