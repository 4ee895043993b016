//! Where files and outside tools lie, and what is said where they are missing.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The project's folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The rulesets below a folder, each by its id with its own folder, in the order of their ids.
#[must_use]
pub fn rulesets_below(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with("ruleset.yaml") {
                found.push((at.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(), at.clone()));
            }
        }
    }
    found.sort();
    found
}

/// The material beside the project, which is no part of it; `None` after a word about it where it may be missing.
#[must_use]
pub fn shared(what: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(what);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("../shared/{what}"));
    None
}

/// Whether an outside tool is there; says so where it may be missing.
#[must_use]
pub fn has_tool(name: &str) -> bool {
    let found = std::env::var_os("PATH")
        .is_some_and(|paths| std::env::split_paths(&paths).any(|folder| folder.join(name).is_file()));
    if !found {
        skip(name);
    }
    found
}

/// Whether a test has to fail where something that it needs is missing: with `RESETTLE_REQUIRE_TOOLS=1`.
#[must_use]
pub fn tools_required() -> bool {
    std::env::var_os("RESETTLE_REQUIRE_TOOLS").is_some_and(|value| value == "1")
}

/// Says that a test does less than it could; fails where it may not.
pub fn skip(what: &str) {
    assert!(!tools_required(), "needs {what}");
    // Not `println!`: the test runner shows that of failing tests alone.
    let _ = writeln!(std::io::stderr(), "SKIPPED: needs {what}");
}
