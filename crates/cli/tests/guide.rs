//! `docs/new-ruleset.md` is a session that was held: every command is run again, and prints what stands there.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{has_tool, root, scratch};

/// Fences of a session: commands after `$ `, each with what it prints.
const FENCE: &str = "```console";

/// To renew the page: `UPDATE_DOCS=1 cargo test -p resettle --test guide`
#[test]
fn the_guide_is_a_session_that_can_be_held() {
    if !["sh", "sha256sum", "ssh-keygen", "sed"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let folder = scratch();
    let invented = root().join("fixtures/invented");
    for file in ["rules.pdf", "records.jsonl"] {
        fs::copy(invented.join(file), folder.path().join(file)).unwrap();
    }
    copy_folder(&invented.join("rulesets"), &folder.path().join("finished"));
    let path = root().join("docs/new-ruleset.md");
    let page = fs::read_to_string(&path).unwrap();
    let held = held_again(&page, folder.path());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &held).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), held, "docs/new-ruleset.md is out of date");
    let commands = held.lines().filter(|line| line.starts_with("$ ")).count();
    assert!(commands > 15, "only {commands} commands were run");
}

/// The page with what its commands print now.
fn held_again(page: &str, folder: &Path) -> String {
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if line != FENCE {
            continue;
        }
        for line in lines.by_ref() {
            if line == "```" {
                out.push_str("```\n");
                break;
            }
            if let Some(command) = line.strip_prefix("$ ") {
                out.push_str(&format!("{line}\n{}", printed(command, folder)));
            }
        }
    }
    out
}

/// What a command prints, as it comes on a terminal, and its exit status where that is not 0.
fn printed(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_resettle")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("TZ", "UTC")
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let mut text = masked(&String::from_utf8(output.stdout).unwrap());
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match output.status.code().unwrap() {
        0 => text,
        status => format!("{text}(exit status {status})\n"),
    }
}

/// Keys are drawn anew in each session: they stand as `…`.
fn masked(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut line = after(line, "SHA256:", |letter| letter.is_ascii_alphanumeric() || "+/".contains(letter));
        line = after(&line, "ssh-ed25519 AAAA", |letter| letter.is_ascii_alphanumeric() || "+/=".contains(letter));
        line = after(&line, "key id       ", |letter| letter.is_ascii_hexdigit());
        line = after(&line, "2025-03-01/KEY-", |letter| letter.is_ascii_hexdigit());
        out.push_str(&line);
    }
    // The PEM of a public key.
    let mut pem = false;
    let kept = out.split_inclusive('\n').filter_map(|line| {
        if line.starts_with("-----END") {
            pem = false;
        }
        let shown = if pem { None } else { Some(line.to_owned()) };
        if line.starts_with("-----BEGIN") {
            pem = true;
            return Some(format!("{line}…\n"));
        }
        shown
    });
    kept.collect()
}

/// The line with the letters after `start` that belong to it hidden.
fn after(line: &str, start: &str, belongs: impl Fn(char) -> bool) -> String {
    match line.split_once(start) {
        None => line.to_owned(),
        Some((before, rest)) => {
            let tail = rest.trim_start_matches(&belongs);
            let hidden = if tail.len() == rest.len() { "" } else { "…" };
            format!("{before}{start}{hidden}{tail}")
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}
