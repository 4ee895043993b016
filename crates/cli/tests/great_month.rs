//! The monthly run at full size: forty tables, thirty days, two million coups.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod common;
mod month;

use std::collections::BTreeSet;
use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use month::{AT, Month, found};
use serde_json::Value;

/// The most memory that a run may ever hold, in KiB.
const MOST: u64 = 256 * 1024;

fn run(month: &Month, out: &str, more: &[&str]) -> Child {
    let args = [
        &[
            "batch",
            "month",
            "--trust",
            "month/trust.yaml",
            "--roster",
            "month/roster.yaml",
            "--at",
            AT,
            "--format",
            "json",
            "--key",
            "key",
        ],
        more,
    ];
    Command::new(env!("CARGO_BIN_EXE_resettle"))
        .args(args.concat())
        .current_dir(month.path())
        .stdout(File::create(month.path().join(out)).unwrap())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
}

/// The most memory that a process has held so far, in KiB, as the kernel counts it.
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Runs to the end; gives the exit status and the most memory it ever held.
fn to_the_end(mut child: Child) -> (i32, u64) {
    let mut most = 0;
    loop {
        most = most.max(peak(&child).unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code().unwrap(), most);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The log that a line of a finding names, behind its code.
fn log(line: &str) -> Option<&str> {
    line.split(' ').nth(1)
}

/// `.ci/nightly`, or by hand: `cargo test --release -p resettle --test great_month -- --ignored`
#[test]
#[ignore = "takes minutes; .ci/nightly runs it optimised"]
fn two_million_coups_of_forty_tables() {
    let began = Instant::now();
    let month = Month::of(40, 30, 2_000_000, 100);
    let simulated = began.elapsed();
    assert_eq!(month.run(&["key", "new", "key"]).status, 0);
    let began = Instant::now();
    let (status, most) = to_the_end(run(&month, "whole.json", &["--report", "whole"]));
    let lasts = began.elapsed();
    assert_eq!(status, 1);
    // What was measured stands in the log of the run.
    eprintln!("simulated in {simulated:?}, judged in {lasts:?}, at most {} MiB", most / 1024);
    assert!(most > 1024 && most < MOST, "{most} KiB");

    let report: Value = serde_json::from_str(&month.text("whole.json")).unwrap();
    let expected = month.expected();
    let found = found(&report, &expected);
    // A coup whose line is no record is none.
    let lost = 2_000_000 - report["summary"]["coups"].as_u64().unwrap();
    assert!(lost <= report["summary"]["by_code"]["integrity/malformed-record"].as_u64().unwrap(), "{lost}");
    let missed: Vec<&String> = expected.iter().filter(|line| found.binary_search(line).is_err()).collect();
    // A break leaves records that no seal covers. Where another log vouches for their shoe they are not used, and that is
    // reported of the log that broke, and of no other.
    let broken: BTreeSet<&str> =
        expected.iter().filter_map(|line| line.strip_prefix("integrity/")).filter_map(log).collect();
    let left = |line: &&String| {
        let unvouched = line.strip_prefix("reconcile/unvouched");
        unvouched.and_then(log).is_some_and(|log| broken.contains(log))
    };
    let besides: Vec<&String> =
        found.iter().filter(|line| expected.binary_search(line).is_err()).filter(|line| !left(line)).collect();
    let reported_of_breaks = found.iter().filter(left).count();
    assert!(missed.is_empty() && besides.is_empty(), "missed {missed:#?}\nbesides {besides:#?}");
    assert_eq!(found.len(), expected.len() + reported_of_breaks);
    assert!(found.len() > 500, "{}", found.len());

    // The same with every coup, card and wager as tables.
    let began = Instant::now();
    let (status, most) = to_the_end(run(&month, "exported.json", &["--report", "exported", "--export", "tables"]));
    let exported = began.elapsed();
    assert_eq!(status, 1);
    eprintln!("with tables in {exported:?}, at most {} MiB", most / 1024);
    assert!(most < MOST, "{most} KiB");
    assert!(month.text("whole.json") == month.text("exported.json"), "the tables show in the report");

    // Killed three times, and taken up again with another number of threads.
    // Together well under a whole run, however fast the machine is at that moment.
    for part in [2, 3, 1] {
        let mut child = run(&month, "killed.json", &["--checkpoint", "run", "--report", "resumed"]);
        std::thread::sleep(lasts * part / 9);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(month.path().join("run.results").read_dir().unwrap().count() > 0, "nothing was kept");
    let (status, most) =
        to_the_end(run(&month, "resumed.json", &["--checkpoint", "run", "--report", "resumed", "--threads", "1"]));
    assert_eq!(status, 1);
    assert!(most < MOST, "{most} KiB");
    assert!(month.text("whole.json") == month.text("resumed.json"), "the report differs after being taken up again");
    for file in ["report.json", "report.html", "findings.csv", "register.csv", "report.xlsx", "MANIFEST.sha256.sig"] {
        // Page and workbook are left out of a report that is too long for them.
        let of = |folder: &str| std::fs::read(month.path().join(folder).join(file)).ok();
        assert!(of("whole").is_some() || ["report.html", "report.xlsx"].contains(&file), "{file}");
        assert!(of("whole") == of("resumed"), "{file} differs after being taken up again");
    }
    let verify = month.run(&["report", "verify", "whole"]);
    assert!(verify.out.contains("consistent"), "{}{}", verify.out, verify.err);
}
