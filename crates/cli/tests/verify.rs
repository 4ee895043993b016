//! `resettle verify`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{resettle, root, scratch};

const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";
const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";

#[test]
fn a_sealed_log_is_authentic() {
    let run = resettle(&["verify", LOG, "--trust", TRUST]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    insta::assert_snapshot!(run.out);
}

#[test]
fn a_changed_byte_is_reported_with_its_line() {
    let folder = scratch();
    let path = folder.path().join("log.jsonl");
    let mut bytes = std::fs::read(root().join(LOG)).unwrap();
    let starts: Vec<usize> = std::iter::once(0)
        .chain(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1))
        .collect();
    let at = starts[20] + 300;
    bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
    std::fs::write(&path, bytes).unwrap();
    let run = resettle(&["verify", path.to_str().unwrap(), "--trust", TRUST, "--format", "jsonl"]);
    assert_eq!(run.status, 1);
    let lines: Vec<u64> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["line"].as_u64().unwrap())
        .collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| [21, 22].contains(line)), "{}", run.out);
}

#[test]
fn a_log_cut_after_any_line_is_reported() {
    let folder = scratch();
    let path = folder.path().join("log.jsonl");
    let text = std::fs::read_to_string(root().join(LOG)).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for keep in (1..lines.len()).step_by(7) {
        std::fs::write(&path, lines[..keep].concat()).unwrap();
        let run = resettle(&["verify", path.to_str().unwrap(), "--trust", TRUST]);
        assert_eq!(run.status, 1, "{keep} lines kept");
    }
}

/// Authentic is not judged: a log with faults of play is not called free of findings.
#[test]
fn what_was_not_judged_is_not_called_free_of_findings() {
    let run = resettle(&["verify", LOG, "--trust", TRUST]);
    let flat = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("findings none: authentic; play was not judged (use `replay`)"), "{}", run.out);
    let folder = scratch();
    std::fs::write(folder.path().join("cut.jsonl"), &std::fs::read(root().join(LOG)).unwrap()[..5_000]).unwrap();
    let cut = folder.path().join("cut.jsonl");
    let run = resettle(&["verify", cut.to_str().unwrap(), "--trust", TRUST]);
    assert_eq!(run.status, 1);
    let flat = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("play not judged (use `replay`)"), "{}", run.out);
}
