//! What the command tests share.
#![allow(dead_code, unused_imports, reason = "each test file uses its own part")]

pub mod python;

use std::path::Path;
use std::process::{Command, Output};

pub use resettle_testkit::{has_tool, root, shared, skip};

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
pub fn reported(json: &str) -> Vec<String> {
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
