//! What Resettle is made of: no `unsafe` of ours, and what is asked of other people's crates.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use resettle_testkit::root;

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders of all crates of the workspace.
fn crates() -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> =
        std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    out.retain(|folder| folder.join("Cargo.toml").is_file());
    out.push(root().join("rulesets"));
    assert!(out.len() > 12, "{out:?}");
    out
}

/// Every Rust file below a folder.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn every_crate_of_ours_forbids_unsafe_code() {
    let workspace = text("Cargo.toml");
    let lints = workspace.split("[workspace.lints.rust]").nth(1).unwrap().split("\n[").next().unwrap();
    assert!(lints.contains("unsafe_code = \"forbid\""), "{lints}");
    for folder in crates() {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true\n"), "{} does not take the lints over", folder.display());
    }
    let mut files = Vec::new();
    for folder in ["crates", "rulesets", "fuzz/fuzz_targets"] {
        sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 300, "{}", files.len());
    for path in files.iter().filter(|path| !path.ends_with("xtask/tests/supply_chain.rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        for sign in ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe(", "(unsafe_code"] {
            let stands = |at: usize| !text[..at].ends_with('_');
            assert!(!text.match_indices(sign).any(|(at, _)| stands(at)), "{}: {sign}", path.display());
        }
    }
}

/// The harness for hostile input is no part of the program.
#[test]
fn nothing_stands_on_the_harness() {
    for folder in crates() {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("resettle-hostile."), "{}", folder.display());
    }
}

#[test]
fn what_is_checked_before_anything_lands() {
    let run = text(".ci/run");
    assert!(run.contains("\n.ci/dependencies\n") && run.contains("\n.ci/sbom\n"));
    let dependencies = text(".ci/dependencies");
    assert!(dependencies.contains("check licenses bans sources") && dependencies.contains("check advisories"));
    assert!(dependencies.contains("ADVISORIES NOT CHECKED"), "what is left out has to be said");
    let deny = text("deny.toml");
    for asked in [
        "multiple-versions = \"deny\"",
        "wildcards = \"deny\"",
        "unknown-registry = \"deny\"",
        "unknown-git = \"deny\"",
        "allow-git = []",
        "unmaintained = \"all\"",
        "yanked = \"deny\"",
        "ignore = []",
    ] {
        assert!(deny.contains(asked), "{asked}");
    }
    let licences = deny.split("\nallow = [").nth(1).unwrap().split(']').next().unwrap();
    for licence in licences.split(',').map(|licence| licence.trim().trim_matches('"')) {
        let permissive = ["Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "Unicode-3.0", "Zlib"].contains(&licence);
        assert!(permissive, "{licence} is not known here to bind nobody who passes the binary on");
    }
}

/// Every version of every crate is pinned by its hash, and comes from one place.
#[test]
fn the_lock_file_pins_every_crate_of_others_by_its_hash() {
    let lock = text("Cargo.lock");
    let mut others = 0;
    for package in lock.split("[[package]]").skip(1).filter(|package| package.contains("\nsource = ")) {
        others += 1;
        assert!(package.contains("source = \"registry+https://github.com/rust-lang/crates.io-index\""), "{package}");
        assert!(package.contains("\nchecksum = \""), "{package}");
    }
    assert!(others > 100, "{others}");
}
