//! `resettle evidence`, checked with the tools that its README names.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{Run, has_tool, resettle, root, scratch};
use resettle_testkit::sha256;

const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";

fn evidence(log: &str, coup: &str, out: &Path, more: &[&str]) -> Run {
    resettle(&[&["evidence", log, "S-0001", coup, "--out", out.to_str().unwrap()], more].concat())
}

fn good(folder: &Path) -> std::path::PathBuf {
    let out = folder.join("evidence");
    let run = evidence(LOG, "9", &out, &["--trust", TRUST]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    out
}

/// Runs a command of the README inside the folder.
fn sh(folder: &Path, command: &str) -> (bool, String) {
    let output = Command::new("sh").args(["-c", command]).current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

/// The lines of Python in the page of the docs.
fn python() -> String {
    let page = fs::read_to_string(root().join("docs/evidence.md")).unwrap();
    page.split("```python\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

fn check_chain(folder: &Path) -> (bool, String) {
    let output = Command::new("python3").args(["-c", &python()]).current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

const OPENSSL: &str = "openssl pkeyutl -verify -pubin -inkey public.pem -rawin -in seal.message -sigfile seal.sig";

#[test]
fn the_folder_holds_the_very_bytes_of_the_log() {
    let folder = scratch();
    let out = good(folder.path());
    let log = fs::read(root().join(LOG)).unwrap();
    let lines: Vec<&[u8]> = log.split(|byte| *byte == b'\n').collect();
    assert_eq!(fs::read(out.join("record.jsonl")).unwrap(), lines[11]);
    let mut chain = lines[11..22].join(&b'\n');
    chain.push(b'\n');
    assert_eq!(fs::read(out.join("chain.jsonl")).unwrap(), chain);
    assert_eq!(fs::read(out.join("seal.sig")).unwrap().len(), 64);
    let mut names: Vec<String> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    let expected = [
        "README.txt",
        "SHA256SUMS",
        "chain.jsonl",
        "hashes.txt",
        "next.sha256",
        "previous.sha256",
        "public.pem",
        "record.jsonl",
        "seal.message",
        "seal.sig",
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_readme_and_the_page_show_the_same_check() {
    let folder = scratch();
    let readme = fs::read_to_string(good(folder.path()).join("README.txt")).unwrap();
    for line in python().lines() {
        assert!(readme.lines().any(|known| known.trim() == line.trim()), "{line}");
    }
    let page = fs::read_to_string(root().join("docs/evidence.md")).unwrap();
    for line in readme.lines().filter(|line| line.starts_with("    sha256sum") || line.starts_with("    openssl")) {
        let command = line.split('#').next().unwrap().trim();
        assert!(page.contains(command), "{command}");
    }
}

#[test]
fn every_command_of_the_readme_agrees_with_a_good_folder() {
    if !has_tool("sha256sum") || !has_tool("openssl") || !has_tool("python3") {
        return;
    }
    let folder = scratch();
    let out = good(folder.path());
    let (fine, said) = sh(&out, "sha256sum -c SHA256SUMS");
    assert!(fine, "{said}");
    let hash = |command: &str| sh(&out, command).1.split_whitespace().next().unwrap().to_owned();
    let finding = resettle(&["replay", LOG, "--trust", TRUST, "--format", "jsonl"]).out;
    let finding: serde_json::Value = serde_json::from_str(finding.lines().next().unwrap()).unwrap();
    assert_eq!(Some(hash("sha256sum record.jsonl").as_str()), finding["record_sha256"].as_str());
    assert_eq!(hash("sha256sum record.jsonl"), hash("head -n 1 hashes.txt"));
    assert_eq!(hash("tail -n 2 chain.jsonl | head -n 1 | tr -d '\\n' | sha256sum"), hash("sed -n 4p seal.message"));
    let (fine, said) = sh(&out, OPENSSL);
    assert!(fine && said.contains("Signature Verified Successfully"), "{said}");
    let key = hash("openssl pkey -pubin -in public.pem -outform DER | tail -c 32 | sha256sum");
    assert!(fs::read_to_string(out.join("chain.jsonl")).unwrap().contains(&format!("\"key\":\"{key}\"")));
    let (fine, said) = check_chain(&out);
    assert!(fine && said.contains(&key), "{said}");
}

#[test]
fn whatever_is_altered_is_noticed_by_one_of_them() {
    if !has_tool("sha256sum") || !has_tool("openssl") || !has_tool("python3") {
        return;
    }
    let folder = scratch();
    let out = good(folder.path());
    for name in
        ["record.jsonl", "chain.jsonl", "previous.sha256", "seal.message", "seal.sig", "public.pem", "hashes.txt"]
    {
        let path = out.join(name);
        let whole = fs::read(&path).unwrap();
        let mut altered = whole.clone();
        let at = if name == "public.pem" { 60 } else { altered.len() / 2 };
        altered[at] = if altered[at] == b'1' { b'2' } else { b'1' };
        fs::write(&path, altered).unwrap();
        assert!(!sh(&out, "sha256sum -c SHA256SUMS").0, "{name}");
        if name != "hashes.txt" {
            // Even where somebody wrote the sums anew.
            assert!(!check_chain(&out).0 || !sh(&out, OPENSSL).0, "{name}");
        }
        fs::write(&path, whole).unwrap();
    }
    assert!(check_chain(&out).0);
}

#[test]
fn a_chain_made_anew_for_another_record_is_refused_by_the_signature() {
    if !has_tool("openssl") || !has_tool("python3") {
        return;
    }
    let folder = scratch();
    let out = good(folder.path());
    let text = fs::read_to_string(out.join("chain.jsonl")).unwrap();
    let mut forged = Vec::new();
    let mut before: Option<(String, String)> = None;
    for line in text.lines() {
        let own = sha256(line.as_bytes());
        let mut line = line.replace("\"returned\":47500", "\"returned\":50000");
        if let Some((old, new)) = &before {
            line = line.replace(old, new);
        }
        before = Some((own, sha256(line.as_bytes())));
        forged.push(line);
    }
    let seal: serde_json::Value = serde_json::from_str(forged.last().unwrap()).unwrap();
    let message = fs::read_to_string(out.join("seal.message")).unwrap();
    let mut parts: Vec<&str> = message.split('\n').collect();
    assert_ne!(parts[3], seal["prev"].as_str().unwrap());
    parts[3] = seal["prev"].as_str().unwrap();
    fs::write(out.join("seal.message"), parts.join("\n")).unwrap();
    fs::write(out.join("record.jsonl"), &forged[0]).unwrap();
    fs::write(out.join("chain.jsonl"), forged.join("\n") + "\n").unwrap();
    let (follows, said) = check_chain(&out);
    assert!(follows, "{said}");
    assert!(!sh(&out, OPENSSL).0);
}

#[test]
fn without_a_trust_store_the_seal_is_written_and_not_counted() {
    let folder = scratch();
    let out = folder.path().join("evidence");
    let run = evidence(LOG, "9", &out, &[]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("NO SEAL VOUCHES FOR IT: the seal on line 22 was not checked"), "{}", run.out);
    assert!(out.join("seal.sig").exists() && !out.join("public.pem").exists());
    let readme = fs::read_to_string(out.join("README.txt")).unwrap();
    assert!(readme.contains("No seal vouches for this record."), "{readme}");
}

#[test]
fn a_record_that_no_seal_covers_is_written_with_that_said() {
    let folder = scratch();
    let text = fs::read_to_string(root().join(LOG)).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let path = folder.path().join("cut.jsonl");
    fs::write(&path, lines[..15].concat()).unwrap();
    let out = folder.path().join("evidence");
    let run = evidence(path.to_str().unwrap(), "9", &out, &["--trust", TRUST]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("NO SEAL VOUCHES FOR IT: no seal stands after it"), "{}", run.out);
    assert!(!out.join("seal.sig").exists());
    assert_eq!(fs::read_to_string(out.join("chain.jsonl")).unwrap(), lines[11..13].concat());
}

#[test]
fn a_chain_broken_before_the_seal_is_said() {
    let folder = scratch();
    let text = fs::read_to_string(root().join(LOG)).unwrap();
    let path = folder.path().join("altered.jsonl");
    fs::write(&path, text.replacen("\"returned\":47500", "\"returned\":50000", 1)).unwrap();
    let out = folder.path().join("evidence");
    let run = evidence(path.to_str().unwrap(), "9", &out, &["--trust", TRUST]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("line 13: `prev` is not the hash of the line before"), "{}", run.out);
    if has_tool("python3") {
        assert!(!check_chain(&out).0);
    }
}

#[test]
fn a_packed_log_gives_the_same_folder() {
    if !has_tool("gzip") {
        return;
    }
    let folder = scratch();
    let path = folder.path().join("log.jsonl");
    fs::copy(root().join(LOG), &path).unwrap();
    let plain = folder.path().join("plain");
    assert_eq!(evidence(path.to_str().unwrap(), "9", &plain, &["--trust", TRUST]).status, 0);
    assert!(sh(folder.path(), "gzip log.jsonl").0);
    let packed = folder.path().join("packed");
    let run = evidence(folder.path().join("log.jsonl.gz").to_str().unwrap(), "9", &packed, &["--trust", TRUST]);
    assert_eq!(run.status, 0, "{}", run.err);
    for name in ["record.jsonl", "chain.jsonl", "seal.message", "seal.sig", "public.pem", "hashes.txt"] {
        assert_eq!(fs::read(plain.join(name)).unwrap(), fs::read(packed.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn nothing_is_mixed_with_other_files_and_a_missing_coup_is_reported() {
    let folder = scratch();
    let out = good(folder.path());
    let run = evidence(LOG, "9", &out, &["--trust", TRUST]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("is not empty"), "{}", run.err);
    let run = evidence(LOG, "900", &folder.path().join("other"), &["--trust", TRUST]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("has no coup 900 of shoe `S-0001`"), "{}", run.err);
    assert!(!folder.path().join("other").exists());
    let run = evidence(LOG, "S-0001", &folder.path().join("other"), &["--trust", TRUST]);
    assert!(run.status == 2 && run.err.contains("`S-0001` is no number of a coup"), "{}", run.err);
}
