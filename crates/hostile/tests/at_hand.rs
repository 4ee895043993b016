//! Every log at hand keeps the promises, of which one is that both ways of judging agree: fixtures, and what lies beside the project.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use resettle_hostile::{joined_logs, whole_log};
use resettle_testkit::{root, shared};

const BESIDE: [&str; 5] = ["samples", "samples-hard", "samples-claims", "samples-tournament", "cases"];

/// The logs below a folder, by the folder in which they lie.
fn logs(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<Vec<u8>>>) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            logs(&path, found);
        } else if path.extension().is_some_and(|of| of == "jsonl") {
            found.entry(folder.to_owned()).or_default().push(std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn every_log_at_hand_keeps_the_promises_alone_and_joined() {
    let mut found = BTreeMap::new();
    for folder in ["fixtures", "audit-logs"] {
        logs(&root().join(folder), &mut found);
    }
    for folder in BESIDE {
        shared(folder).iter().for_each(|folder| logs(folder, &mut found));
    }
    let mut broken = Vec::new();
    let (mut alone, mut together) = (0, 0);
    for (folder, logs) in &found {
        let mut keep = |kept| {
            if let Err(promise) = kept {
                broken.push(format!("{}: {promise}", folder.display()));
            }
        };
        for log in logs {
            keep(whole_log(log));
            alone += 1;
        }
        for pair in logs.windows(2) {
            keep(joined_logs(&pair.join(&b"%%\n"[..])));
            together += 1;
        }
    }
    assert!(broken.is_empty(), "{} of {alone} logs and {together} pairs:\n{}", broken.len(), broken.join("\n"));
    assert!(alone > 200 && together > 50, "only {alone} logs and {together} pairs");
}
