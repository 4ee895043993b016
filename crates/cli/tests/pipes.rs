//! Standard output whose reader goes away, and standard input as a log.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::common::{resettle, root};

const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";

fn started(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_resettle"));
    command.args(args).current_dir(root()).env("XDG_CONFIG_HOME", "/nonexistent").env("NO_COLOR", "1");
    command.env_remove("RESETTLE_CONFIG").env_remove("RESETTLE_TRUST").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = started(args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn who_stops_reading_gets_the_same_status_and_no_message() {
    for args in [
        &["replay", LOG, "--trust", TRUST, "--format", "json"][..],
        &["replay", LOG, "--trust", TRUST, "--fail-on", "never"],
        &["verify", LOG],
        &["explain"],
    ] {
        let whole = resettle(args);
        let mut child = started(args).spawn().unwrap();
        drop(child.stdout.take());
        let cut = child.wait_with_output().unwrap();
        assert_eq!(cut.status.code(), Some(whole.status), "{args:?}");
        assert_eq!(String::from_utf8(cut.stderr).unwrap(), whole.err, "{args:?}");
    }
}

#[test]
fn a_log_on_standard_input_is_judged_as_its_file() {
    let log = std::fs::read(root().join(LOG)).unwrap();
    for rest in [&["--trust", TRUST][..], &["--trust", TRUST, "--format", "csv"], &[]] {
        let file = resettle(&[&["replay", LOG], rest].concat());
        let input = fed(&[&["replay", "-"], rest].concat(), &log);
        assert_eq!(input.status.code(), Some(file.status), "{rest:?}");
        let words =
            |text: &str| text.replace(LOG, "-").replace("'-", "-").split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&String::from_utf8(input.stdout).unwrap()), words(&file.out), "{rest:?}");
    }
    let coup = ["explain-coup", "-", "S-0001", "9", "--trust", TRUST];
    assert_eq!(fed(&coup, &log).status.code(), Some(0));
    let empty = fed(&["replay", "-"], b"");
    assert_eq!(empty.status.code(), Some(1), "{empty:?}");
}
