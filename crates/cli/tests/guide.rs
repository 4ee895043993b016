//! `docs/new-ruleset.md` and `docs/first-log.md` are sessions that were held: every command is run again, and prints what
//! stands there.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{has_tool, resettle, root, scratch, simulator_in};

/// Fences of a session: commands after `$ `, each with what it prints.
const FENCE: &str = "```console";

/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- guide::`
#[test]
fn the_guide_is_a_session_that_can_be_held() {
    if !["sh", "sha256sum", "ssh-keygen", "sed"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let held = is_current("docs/new-ruleset.md", masked);
    let commands = held.lines().filter(|line| line.starts_with("$ ")).count();
    assert!(commands > 15, "only {commands} commands were run");
}

/// A paper without numbers is cut by hand and approved; a word changed in its next printing is found.
///
/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- guide::`
#[test]
fn the_run_of_an_approver_is_a_session_that_can_be_held() {
    if !["sh", "sha256sum", "sed", "cut", "grep", "head", "tail", "cp"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let held = is_current("docs/approver.md", masked);
    for shown in [
        "slip.yaml has one fault",
        "0 errors, 0 warnings",
        "[-five-]{+four+}",
        "Draw changed in words, and nothing that it enforces did",
        "reworded:\n    - \"Draw\"",
    ] {
        assert!(held.contains(shown), "{shown}");
    }
}

/// A log written by hand replays clean at the first try.
///
/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- guide::`
#[test]
fn the_first_log_is_a_session_that_can_be_held() {
    if !["sh", "sed", "head", "tail", "cut"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let held = is_current("docs/first-log.md", |text| without_hashes(&masked(text)));
    let replayed = held.split("$ resettle replay log.jsonl").nth(1).unwrap().split("```").next().unwrap();
    assert!(replayed.contains("authentic   7 of 7 records") && replayed.contains("findings      none"), "{replayed}");
    assert!(!replayed.contains("exit status"), "{replayed}");
}

/// A sheet as a pit keeps it is drafted, reviewed, imported and replayed.
///
/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- guide::`
#[test]
fn the_way_from_a_spreadsheet_is_a_session_that_can_be_held() {
    if !["sh", "sed", "cp", "cat", "tr"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let held = is_current("docs/spreadsheet.md", |text| without_hashes(&masked(text)));
    let replayed = held.split("$ resettle replay log.jsonl").nth(1).unwrap();
    for id in ["source id 52", "source id 73", "source id 89"] {
        assert!(replayed.contains(id), "{id}: {replayed}");
    }
}

/// The evening of an inspector and the month of an auditor, to a report that is signed off.
///
/// To renew the pages: `UPDATE_DOCS=1 cargo test --workspace --test all -- guide::`
#[test]
fn the_ways_to_a_filed_report_are_sessions_that_can_be_held() {
    if !["sh", "sed", "head", "tail", "cat", "cp", "ls", "printf"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let held = is_current("docs/inspector.md", |text| without_hashes(&masked(text)));
    assert!(held.contains("report: verified") && held.contains("report: was altered"), "{held}");
    assert!(held.contains("1 finding answered"), "{held}");
    let held = is_current("docs/audit.md", |text| without_hashes(&masked(text)));
    assert!(held.contains("june: verified") && held.contains("as auditor at"), "{held}");
}

/// The guides of the Tournament Manager's office and of the promotions department.
///
/// To renew the pages: `UPDATE_DOCS=1 cargo test --workspace --test all -- guide::`
#[test]
fn the_guides_of_tournaments_and_promotions_are_sessions_that_can_be_held() {
    if !["sh", "sed", "head", "tail", "cut", "grep"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let held = is_current("docs/tournaments.md", |text| without_hashes(&masked(text)));
    assert!(held.contains("2 of tournament play\n") && held.contains("critical tournament/chip-count"), "{held}");
    let held = is_current("docs/promotions.md", |text| without_hashes(&masked(text)));
    assert!(held.contains("critical promotion/no-scrutineer"), "{held}");
}

/// To renew it: `UPDATE_DOCS=1 cargo test --workspace --test all -- guide::`
#[test]
fn the_finding_on_the_first_page_is_one_that_is_printed() {
    const BEFORE: &str = "## What a finding looks like\n\n```text\n";
    let log = "audit-logs/electronic-7-up-2023";
    let run = resettle(&["replay", &format!("{log}/log.jsonl"), "--trust", &format!("{log}/trust.yaml")]);
    let (_, finding) = run.out.split_once("critical settlement/underpaid").unwrap();
    let finding = format!("critical settlement/underpaid{}\n", finding.split("\n\n").next().unwrap().trim_end());
    let path = root().join("README.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEFORE).unwrap();
    let (_, after) = rest.split_once("```").unwrap();
    let renewed = format!("{before}{BEFORE}{finding}```{after}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &renewed).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), renewed, "README.md is out of date");
}

/// Holds the session of a page in an empty folder; the page has to be what comes out, which is given back.
fn is_current(name: &str, masked: impl Fn(&str) -> String) -> String {
    let folder = scratch();
    let path = root().join(name);
    let page = fs::read_to_string(&path).unwrap();
    let held = held_again(&page, folder.path(), masked);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &held).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), held, "{name} is out of date");
    held
}

/// The page with what its commands print now. A fence with a file's name is that file.
fn held_again(page: &str, folder: &Path, masked: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if let Some((_, name)) = line.strip_prefix("```").and_then(|fence| fence.split_once(' ')) {
            let content: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let content = content.join("\n") + "\n";
            fs::write(folder.join(name), &content).unwrap();
            out.push_str(&format!("{content}```\n"));
        }
        if line != FENCE {
            continue;
        }
        for line in lines.by_ref() {
            if line == "```" {
                out.push_str("```\n");
                break;
            }
            if let Some(command) = line.strip_prefix("$ ") {
                out.push_str(&format!("{line}\n{}", printed(command, folder, &masked)));
            }
        }
    }
    out
}

/// What a command prints, as it comes on a terminal, and its exit status where that is not 0.
fn printed(command: &str, folder: &Path, masked: &impl Fn(&str) -> String) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_resettle")).parent().unwrap();
    let simulator = scratch();
    simulator_in(simulator.path());
    let path =
        format!("{}:{}:{}", simulator.path().display(), binary.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("RESETTLE", root())
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
        line = after(&line, "last seal   ", |letter| letter.is_ascii_hexdigit());
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

/// Hashes and signatures hang on keys.
fn without_hashes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_hexdigit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|letter: char| !letter.is_ascii_hexdigit()).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let hidden = word.len() == 64 && word.bytes().any(|digit| digit != b'0');
        out.push_str(before);
        out.push_str(if hidden { "…" } else { word });
        rest = after;
    }
    out.push_str(rest);
    after(&out, "\"sig\":\"", |letter| letter.is_ascii_alphanumeric() || "+/=".contains(letter))
}
