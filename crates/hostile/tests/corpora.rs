//! What fuzzing found worth keeping is tried again by ordinary tests.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use resettle_hostile::{Broken, TARGETS, whole_log_by_every_ruleset};

fn corpora() -> PathBuf {
    match std::env::var_os("RESETTLE_CORPORA") {
        Some(elsewhere) => elsewhere.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fuzz"),
    }
}

/// Tries every input of a target; what broke a promise.
fn tried(target: &str, check: fn(&[u8]) -> Result<(), Broken>) -> Vec<String> {
    let mut tried = 0;
    let mut broken = Vec::new();
    for entry in std::fs::read_dir(corpora().join(target)).unwrap() {
        let path = entry.unwrap().path();
        let data = std::fs::read(&path).unwrap();
        match std::panic::catch_unwind(|| check(&data)) {
            Ok(Ok(())) => {}
            Ok(Err(promise)) => broken.push(format!("{}: {promise}", path.display())),
            Err(_) => broken.push(format!("{}: it panics", path.display())),
        }
        tried += 1;
    }
    assert!(tried > 0, "{target} has no corpus");
    broken
}

#[test]
fn no_kept_input_breaks_a_promise() {
    let broken: Vec<String> = TARGETS.iter().flat_map(|(target, check)| tried(target, *check)).collect();
    assert!(broken.is_empty(), "{} of the inputs:\n{}", broken.len(), broken[..broken.len().min(20)].join("\n"));
}

#[test]
fn no_kept_log_breaks_a_promise_under_any_ruleset() {
    let broken = tried("whole_log", whole_log_by_every_ruleset);
    assert!(broken.is_empty(), "{} of the logs:\n{}", broken.len(), broken[..broken.len().min(20)].join("\n"));
}
