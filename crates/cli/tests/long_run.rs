//! Logs with more findings than anybody holds in memory: what is printed, what is left out, what is reported when there is
//! no room.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{resettle, root, scratch};
use resettle_testkit::{Log, Opening};

const FAULTS: usize = 200_000;

/// A log with an opening record and so many lines that are no records.
fn faulty(folder: &Path, faults: usize) -> PathBuf {
    let path = folder.join("faulty.jsonl");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    let opening = Opening::of("table", "T").log("faulty").table("B");
    file.write_all(&Log::opened_at(&opening, "2023-06-01T12:00:00Z").bytes()).unwrap();
    for n in 0..faults {
        writeln!(file, "{{\"seq\":{n},\"at\":\"2023-06-01T12:00:00Z\"}}").unwrap();
    }
    file.flush().unwrap();
    path
}

fn lines(format: &str, log: &str) -> usize {
    resettle(&["replay", log, "--format", format]).out.lines().count()
}

#[test]
fn two_hundred_thousand_findings_are_all_printed() {
    let folder = scratch();
    let log = faulty(folder.path(), FAULTS);
    let log = log.to_str().unwrap();
    // Each line, and the log's end.
    assert_eq!(lines("jsonl", log), FAULTS + 1);
    assert_eq!(lines("csv", log), FAULTS + 2);
    let run = resettle(&["replay", log, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), FAULTS + 1);
    assert!(findings.windows(2).all(|pair| pair[0]["line"].as_u64() <= pair[1]["line"].as_u64()));
    assert_eq!(report["summary"]["by_code"]["integrity/malformed-record"], FAULTS);
    assert_eq!(report["summary"]["by_severity"]["critical"], FAULTS + 1);
    let text = resettle(&["verify", log]);
    // Each, their sum, and that nobody judged them.
    assert_eq!(text.out.matches("integrity/malformed-record").count(), FAULTS + 2);
}

/// Under a bound on memory that the findings alone would break: in memory each takes more than a kilobyte.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_findings() {
    let folder = scratch();
    let log = faulty(folder.path(), FAULTS);
    for format in ["jsonl", "json", "text"] {
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 150000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_resettle"), "replay"])
            .arg(&log)
            .args(["--format", format])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{format}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_signed_report_is_written_row_by_row_and_checks() {
    let folder = scratch();
    let log = faulty(folder.path(), 20_000);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (key, out) = (path("key"), path("report"));
    assert_eq!(resettle(&["key", "new", &key]).status, 0);
    let at = "2026-01-01T00:00:00Z";
    let args = ["replay", log.to_str().unwrap(), "--at", at, "--format", "json", "--report", &out, "--key", &key];
    let run = resettle(&args);
    assert_eq!(run.status, 1, "{}", run.err);
    assert_eq!(std::fs::read_to_string(Path::new(&out).join("report.json")).unwrap(), run.out);
    let checked = resettle(&["report", "verify", &out]);
    assert!(checked.out.contains("consistent, signer unknown"), "{}{}", checked.out, checked.err);
    // What is as long is signed and listed all the same; page and workbook, which are made in memory, are left out aloud.
    let log = faulty(folder.path(), 150_000);
    let long = path("long");
    let output = Command::new("sh")
        // The program itself takes most of it; 150,000 findings would take as much again.
        .args(["-c", "ulimit -v 220000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_resettle"), "replay"])
        .arg(&log)
        .args(["--at", at, "--report", &long, "--key", &key, "--max-per-code", "140000"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("report.html and report.xlsx left out: report.json has"), "{said}");
    let listed = std::fs::read_to_string(Path::new(&long).join("findings.csv")).unwrap();
    assert!(listed.lines().count() > 140_000, "{}", listed.lines().count());
    assert!(!Path::new(&long).join("report.html").exists());
    assert!(resettle(&["report", "verify", &long]).out.contains("consistent, signer unknown"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with('.')), "{left:?}");
}

#[test]
fn what_is_left_out_is_said_everywhere() {
    let folder = scratch();
    let log = faulty(folder.path(), 7);
    let log = log.to_str().unwrap();
    for command in ["replay", "verify"] {
        let run = resettle(&[command, log, "--format", "json", "--max-per-code", "3"]);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let reported: Vec<(&str, u64)> = report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| (finding["code"].as_str().unwrap(), finding["line"].as_u64().unwrap()))
            .collect();
        let malformed = "integrity/malformed-record";
        // The first ones in the order of the report, and every finding of other codes.
        assert_eq!(reported, [("integrity/unsealed-tail", 1), (malformed, 2), (malformed, 3), (malformed, 4)]);
        assert_eq!(report["summary"]["truncated"], serde_json::json!({ malformed: 4 }));
        assert_eq!(report["summary"]["by_code"], serde_json::json!({ malformed: 7, "integrity/unsealed-tail": 1 }));
        assert_eq!(report["summary"]["by_severity"], serde_json::json!({ "critical": 8 }));
        let note = "note: 4 findings integrity/malformed-record are left out, by --max-per-code; they are counted";
        assert!(run.err.contains(note), "{}", run.err);
        assert_eq!(run.status, 1);
        let text = resettle(&[command, log, "--max-per-code", "3"]);
        let last = text.out.lines().last().unwrap();
        assert_eq!(last, "  LEFT OUT      4 findings integrity/malformed-record, by --max-per-code");
    }
    let none = resettle(&["replay", log, "--format", "jsonl", "--max-per-code", "0"]);
    assert_eq!((none.out.as_str(), none.status), ("", 1), "findings that are left out count all the same");
    let all = resettle(&["replay", log, "--format", "json", "--max-per-code", "7"]);
    assert!(!all.out.contains("truncated") && all.err.is_empty(), "{}", all.err);
}

/// No room for the temporary file: the job is not done, and nothing looks like a report.
#[test]
#[cfg(unix)]
fn a_full_or_missing_temporary_folder_is_reported() {
    let folder = scratch();
    let log = faulty(folder.path(), FAULTS);
    let run = |shell: &str, tmp: &Path, more: &[&str]| {
        let output = Command::new("sh")
            .args(["-c", shell, "sh", env!("CARGO_BIN_EXE_resettle"), "replay"])
            .arg(&log)
            .args(more)
            .env("TMPDIR", tmp)
            .current_dir(root())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let gone = folder.path().join("gone");
    let (status, out, err) = run("exec \"$@\"", &gone, &[]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("cannot keep what was found in the temporary folder") && err.contains("TMPDIR"), "{err}");
    // A bound on the size of files stands for a full disk.
    let (status, out, err) = run("trap '' XFSZ; ulimit -f 64; exec \"$@\"", folder.path(), &[]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("make room there") && err.contains("no report was written"), "{err}");
}
