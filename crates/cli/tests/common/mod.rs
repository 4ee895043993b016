//! What the command tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod python;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The material beside the project; `None` after a word about it where it may be missing.
pub fn shared(what: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(what);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("../shared/{what}"));
    None
}

/// Whether an outside tool is there; says so where it may be missing.
pub fn has_tool(name: &str) -> bool {
    let found = std::env::var_os("PATH")
        .is_some_and(|paths| std::env::split_paths(&paths).any(|folder| folder.join(name).is_file()));
    if !found {
        skip(name);
    }
    found
}

/// Says that a test does less than it could; fails where it may not.
pub fn skip(what: &str) {
    assert!(std::env::var_os("RESETTLE_REQUIRE_TOOLS").is_none_or(|v| v != "1"), "needs {what}");
    // Not `println!`: the test runner shows that of failing tests alone.
    let _ = writeln!(std::io::stderr(), "SKIPPED: needs {what}");
}

/// What a run gave.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs `resettle` in the project's folder, as a person with a plain terminal would.
pub fn resettle(args: &[&str]) -> Run {
    resettle_in(&root(), args)
}

/// Runs `resettle` in some folder.
pub fn resettle_in(folder: &Path, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_resettle"))
        .args(args)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("RESETTLE_TRUST")
        // There is no configuration here.
        .env_remove("RESETTLE_CONFIG")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("NO_COLOR", "1")
        .env("TZ", "UTC")
        .output()
        .unwrap();
    from(&output)
}

fn from(output: &Output) -> Run {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    Run { status: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
}

/// The findings of a JSON report as `code shoe coup wager money`.
pub fn told(json: &str) -> Vec<String> {
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(one_line).collect()
}

fn one_line(finding: &serde_json::Value) -> String {
    let part = |name: &str| match &finding[name] {
        serde_json::Value::Null => "-".to_owned(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    format!("{} {} {} {} {}", part("code"), part("shoe"), part("coup"), part("wager"), part("money"))
}

/// A scratch folder that goes with its owner.
pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
