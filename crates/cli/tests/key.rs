//! `resettle key`
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::has_tool;
use crate::signed::{PASSPHRASE, Workdir};

#[test]
fn a_new_key_is_its_owners_alone() {
    let workdir = Workdir::new();
    let run = workdir.done(&["key", "new", "k", "--comment", "table 7"]);
    assert_eq!((workdir.mode("k"), workdir.mode("k.pub")), (0o600, 0o644));
    assert_eq!(workdir.names("."), ["k", "k.pub"]);
    let public = workdir.text("k.pub");
    assert!(public.starts_with("ssh-ed25519 AAAA") && public.ends_with(" table 7\n"), "{public}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], format!("openssh      {}", public.trim_end()));
    assert_eq!(lines[1].len(), "key id       ".len() + 64);
    assert!(lines[2].starts_with("fingerprint  SHA256:"));
    assert_eq!((lines[3], lines[5]), ("-----BEGIN PUBLIC KEY-----", "-----END PUBLIC KEY-----"));
    assert_eq!(run.err, "private key: k (keep it), public key: k.pub\n");
    assert!(!format!("{}{}", run.out, run.err).contains("PRIVATE"));
    assert_ne!(workdir.key("other"), public.trim_end(), "no two keys are the same");
}

#[test]
fn nothing_is_overwritten() {
    let workdir = Workdir::new();
    workdir.key("k");
    let before = (workdir.read("k"), workdir.read("k.pub"));
    assert_eq!(
        workdir.refused(&["key", "new", "k"]),
        "error: cannot write k.pub: it is there already\n  help: nothing is overwritten; choose another name or move the old one away\n"
    );
    assert_eq!((workdir.read("k"), workdir.read("k.pub")), before);
    // One half is enough to refuse, and no other half is made.
    workdir.write("half.pub", "mine\n");
    workdir.refused(&["key", "new", "half"]);
    workdir.write("other", "mine\n");
    workdir.refused(&["key", "new", "other"]);
    std::os::unix::fs::symlink("nowhere", workdir.path().join("linked.pub")).unwrap();
    workdir.refused(&["key", "new", "linked"]);
    assert_eq!(workdir.names("."), ["half.pub", "k", "k.pub", "linked.pub", "other"]);
    assert_eq!((workdir.text("half.pub"), workdir.text("other")), ("mine\n".into(), "mine\n".into()));
    workdir.refused(&["key", "new", "no/such/folder/k"]);
}

#[test]
fn a_passphrase_locks_the_key() {
    let workdir = Workdir::new();
    let public = workdir.locked_key("k");
    assert_eq!(workdir.mode("k"), 0o600);
    let shown = workdir.done(&["key", "show", "k", "--passphrase-file", "passphrase"]);
    assert!(shown.out.starts_with(&format!("openssh      {public}\n")), "{}", shown.out);
    workdir.write_private("wrong", "seven up\n");
    assert_eq!(
        workdir.refused(&["key", "show", "k", "--passphrase-file", "wrong"]),
        "error: k is no private key to use: wrong passphrase (or the key file is damaged)\n"
    );
    workdir.write_private("empty", "\n");
    assert_eq!(
        workdir.refused(&["key", "new", "e", "--passphrase-file", "empty"]),
        "error: no key was made: the passphrase is empty\n"
    );
    workdir.set_mode("passphrase", 0o640);
    assert_eq!(
        workdir.refused(&["key", "show", "k", "--passphrase-file", "passphrase"]),
        "error: passphrase can be read by others (mode 0640), so it is not used\n  help: chmod 600 passphrase\n"
    );
    workdir.refused(&["key", "new", "e", "--passphrase-file", "passphrase"]);
    assert!(!workdir.path().join("e").exists());
    // The line feed is none of the passphrase, blanks are.
    workdir.write_private("bare", PASSPHRASE);
    workdir.done(&["key", "show", "k", "--passphrase-file", "bare"]);
    workdir.write_private("blank", format!("{PASSPHRASE} \n"));
    workdir.refused(&["key", "show", "k", "--passphrase-file", "blank"]);
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    if !has_tool("setsid") {
        return;
    }
    let workdir = Workdir::new();
    workdir.locked_key("k");
    std::fs::remove_file(workdir.path().join("k.pub")).unwrap();
    for args in [["key", "show", "k"].as_slice(), &["key", "new", "n", "--ask-passphrase"]] {
        let args = [&["--wait", env!("CARGO_BIN_EXE_resettle")], args].concat();
        let (done, out) = workdir.tool("setsid", &args);
        assert!(!done && out.is_empty(), "{args:?}: {out}");
    }
    assert!(!workdir.path().join("n").exists());
}

#[test]
fn a_key_that_others_can_read_is_not_used() {
    let workdir = Workdir::new();
    workdir.key("k");
    for mode in [0o640, 0o604, 0o620, 0o777] {
        workdir.set_mode("k", mode);
        let said = workdir.refused(&["key", "show", "k"]);
        assert!(said.contains(&format!("can be read by others (mode {mode:04o})")), "{said}");
        assert!(said.contains("chmod 600 k"), "{said}");
    }
    workdir.set_mode("k", 0o400);
    workdir.done(&["key", "show", "k"]);
    workdir.set_mode("k.pub", 0o666);
    workdir.done(&["key", "show", "k.pub"]);
}

#[test]
fn every_form_of_a_key_shows_the_same() {
    let workdir = Workdir::new();
    let line = workdir.key("k");
    let shown = workdir.done(&["key", "show", "k"]).out;
    let pem: Vec<&str> = shown.lines().skip(3).collect();
    workdir.write("k.pem", pem.join("\n"));
    workdir.write("k.crlf", format!("{line}\r\n"));
    // The raw bytes are the last 32 of the PEM's body.
    let body = pem[1];
    assert_eq!(body.len(), 60);
    workdir.write("k.raw", format!("{}\n", &body[16..]));
    for name in ["k", "k.pub", "k.pem", "k.raw", "k.crlf"] {
        assert_eq!(workdir.done(&["key", "show", name]).out, shown, "{name}");
    }
}

#[test]
fn a_key_is_shown_by_its_public_half_beside_it() {
    let workdir = Workdir::new();
    workdir.locked_key("k");
    let shown = workdir.done(&["key", "show", "k.pub"]).out;
    let run = workdir.done(&["key", "show", "k"]);
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        (shown.as_str(), "k is under a passphrase; this is k.pub, which lies beside it\n")
    );
    std::fs::remove_file(workdir.path().join("k")).unwrap();
    let said = workdir.refused(&["key", "show", "k"]);
    assert!(said.ends_with("help: did you mean `k.pub`? nothing was read\n"), "{said}");
    // A public half that is of another key is not taken for its own.
    workdir.key("a");
    workdir.key("b");
    workdir.write("a.pub", workdir.read("b.pub"));
    let run = workdir.done(&["key", "show", "a"]);
    assert_eq!(run.err, "warning: a.pub is the public half of another key than a\n");
}

#[test]
fn what_is_no_key_is_reported() {
    let workdir = Workdir::new();
    let line = workdir.key("k");
    workdir.write("rsa.pub", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAA x\n");
    workdir.write("weak", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n");
    workdir.write("two.pub", format!("{line}\n{line}\n"));
    workdir.write("prose", "not a key\n");
    workdir.write("bytes", b"\xff\xfe");
    workdir.write("empty", "");
    workdir.write_private("cut", &workdir.text("k")[..200]);
    workdir.write("putty", "PuTTY-User-Key-File-3: ssh-ed25519\n");
    workdir.write_private("pem", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
    let names = ["rsa.pub", "weak", "two.pub", "prose", "bytes", "empty", "cut", "pem", "putty", "absent", "."];
    let reported: Vec<String> = names.iter().map(|name| workdir.refused(&["key", "show", name])).collect();
    insta::assert_snapshot!(reported.concat());
}

#[test]
fn a_comment_cannot_steer_the_terminal() {
    let workdir = Workdir::new();
    let line = workdir.key("k");
    workdir.write("k.pub", format!("{line} a\u{1b}[2Jb\u{202e}\n"));
    let shown = workdir.done(&["key", "show", "k.pub"]).out;
    assert!(shown.lines().next().unwrap().ends_with(" a\\u{1b}[2Jb\\u{202e}"), "{shown}");
    workdir.refused(&["key", "new", "n", "--comment", "a\nb"]);
    assert!(!workdir.path().join("n").exists());
}

#[test]
fn ssh_keygen_agrees() {
    if !has_tool("ssh-keygen") {
        return;
    }
    let workdir = Workdir::new();
    workdir.key("ours");
    workdir.locked_key("ours-locked");
    for (name, passphrase) in [("theirs", ""), ("theirs-locked", PASSPHRASE)] {
        assert!(workdir.tool("ssh-keygen", &["-q", "-t", "ed25519", "-C", "a b", "-N", passphrase, "-f", name]).0);
    }
    for name in ["ours", "ours-locked", "theirs", "theirs-locked"] {
        let locked = name.ends_with("locked");
        let passphrase = if locked { PASSPHRASE } else { "" };
        let (done, line) = workdir.tool("ssh-keygen", &["-y", "-P", passphrase, "-f", name]);
        assert!(done, "{name}");
        let args = ["key", "show", name, "--passphrase-file", "passphrase"];
        let shown = workdir.done(&args[..if locked { 5 } else { 3 }]).out;
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], format!("openssh      {}", line.trim_end()), "{name}");
        assert_eq!(workdir.text(&format!("{name}.pub")), line, "{name}");
        let (_, listed) = workdir.tool("ssh-keygen", &["-lf", &format!("{name}.pub")]);
        assert_eq!(listed.split(' ').nth(1), lines[2].strip_prefix("fingerprint  "), "{listed}");
        let (done, theirs) = workdir.tool("ssh-keygen", &["-e", "-m", "PKCS8", "-f", &format!("{name}.pub")]);
        // Older ones cannot write this form of such a key.
        if done {
            assert_eq!(theirs.lines().collect::<Vec<_>>(), lines[3..], "{name}");
        }
    }
    assert!(workdir.tool("ssh-keygen", &["-q", "-t", "rsa", "-N", "", "-f", "rsa"]).0);
    assert!(workdir.refused(&["key", "show", "rsa"]).contains("only Ed25519 keys are used"));
    assert!(workdir.refused(&["key", "show", "rsa.pub"]).contains("only ssh-ed25519 keys are used"));
}
