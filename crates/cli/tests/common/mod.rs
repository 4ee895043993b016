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
    from(&output(Command::new(env!("CARGO_BIN_EXE_resettle")).args(args).current_dir(folder)))
}

/// Runs `resettle-simulate` in some folder.
pub fn simulate_in(folder: &Path, args: &[&str]) -> Run {
    let run = from(&output(
        Command::new(std::env::current_exe().unwrap()).args(SIMULATOR).env(TYPED, args.join("\n")).current_dir(folder),
    ));
    Run { out: run.out.strip_prefix(HEAD).unwrap().to_owned(), ..run }
}

/// `resettle-simulate` as an executable file in a folder, for what a shell runs.
pub fn simulator_in(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let program = folder.join("resettle-simulate");
    let (test, lines) = (std::env::current_exe().unwrap(), HEAD.lines().count() + 1);
    let script = format!(
        "#!/bin/sh\n{TYPED}=$(printf '%s\\n' \"$@\") '{}' {} | tail -n +{lines}\n",
        test.display(),
        SIMULATOR.join(" ")
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// `resettle-simulate` is another package's program, which need not be built, or may be an old one, where tests of this
/// one run. So this test program is it: started again with this test alone, and the arguments, one a line, in a variable.
const SIMULATOR: [&str; 4] = ["--exact", "common::be_the_simulator", "--nocapture", "--test-threads=2"];
const TYPED: &str = "RESETTLE_SIMULATE_TYPED";
/// What a test program prints before the test does.
const HEAD: &str = "\nrunning 1 test\n";

#[test]
fn be_the_simulator() {
    let Ok(typed) = std::env::var(TYPED) else { return };
    let typed = ["resettle-simulate"].into_iter().chain(typed.lines());
    let status = resettle_simulate_cli::run(typed.map(std::ffi::OsString::from));
    std::process::exit(if status == std::process::ExitCode::SUCCESS { 0 } else { 2 });
}

fn output(command: &mut Command) -> Output {
    command
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env_remove("RESETTLE_TRUST")
        // There is no configuration here.
        .env_remove("RESETTLE_CONFIG")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("NO_COLOR", "1")
        .env("TZ", "UTC")
        .output()
        .unwrap()
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

/// What stands for the list of what was not compared, as a refusal says it.
pub fn list_to_accept(refused: &str) -> String {
    let list = refused.split("pass --accept-uncompared ").nth(1).map_or("", |rest| rest.get(..8).unwrap_or(""));
    list.to_owned()
}

/// A scratch folder that goes with its owner.
pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
