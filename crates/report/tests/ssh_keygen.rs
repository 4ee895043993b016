//! A report is checkable without us: the real `ssh-keygen` and `sha256sum` are asked, and our own
//! check must agree with them on every folder.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail by panicking, in its helpers too"
)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use resettle_report::folder::{self, MANIFEST, MANIFEST_SIG, REPORT, REPORT_NAMESPACE, REPORT_SIG};
use resettle_report::{Files, State, Trust};
use resettle_signing::keys::EncryptionRandomness;
use resettle_signing::{AllowedSigners, KeyError, Moment, PrivateKey, sshsig};
use resettle_testkit::has_tool;

const PASSPHRASE: &str = "seven up, seven down";
const NAME: &str = "audit@resettle.example";
/// 2026-11-21T12:00:00Z
const NOON: Moment = Moment { unix: 1_795_262_400, local_offset: 0 };

/// Whether the tools are there. Without them the test is skipped, or fails where they are required.
fn tools() -> bool {
    ["ssh-keygen", "sha256sum"].into_iter().all(has_tool)
}

/// A fresh directory of this test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn write_key(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

/// Runs a tool with the input on its standard input; whether it succeeded, and its output.
fn run(command: &mut Command, input: &[u8]) -> (bool, Vec<u8>) {
    let mut child =
        command.env("TZ", "UTC").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A tool that refuses early closes its end: that is its answer, not a failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    (output.status.success(), output.stdout)
}

/// Four keys: made by us and by ssh-keygen, plain and under a passphrase; each file with its key.
fn keys(dir: &Path) -> Vec<(PathBuf, PrivateKey)> {
    let ours = PrivateKey::from_seed(&[3; 32], "ours").unwrap();
    write_key(&dir.join("ours"), &ours.to_openssh().unwrap());
    let random = EncryptionRandomness { salt: *b"sixteen bytes ok", check: 77 };
    write_key(&dir.join("ours-locked"), &ours.to_openssh_encrypted(PASSPHRASE.as_bytes(), &random).unwrap());
    for (name, passphrase) in [("theirs", ""), ("theirs-locked", PASSPHRASE)] {
        let mut command = Command::new("ssh-keygen");
        command.args(["-q", "-t", "ed25519", "-C", name, "-N", passphrase, "-f"]).arg(dir.join(name));
        assert!(run(&mut command, b"").0);
    }
    ["ours", "ours-locked", "theirs", "theirs-locked"]
        .into_iter()
        .map(|name| {
            let path = dir.join(name);
            let bytes = fs::read(&path).unwrap();
            let locked = name.ends_with("locked");
            if locked {
                assert_eq!(PrivateKey::from_openssh(&bytes, None).unwrap_err(), KeyError::NeedsPassphrase);
                assert_eq!(PrivateKey::from_openssh(&bytes, Some(b"no")).unwrap_err(), KeyError::WrongPassphrase);
            }
            let key = PrivateKey::from_openssh(&bytes, locked.then_some(PASSPHRASE.as_bytes())).unwrap();
            (path, key)
        })
        .collect()
}

fn report() -> Files {
    let mut files = Files::new();
    files.insert(REPORT.into(), b"{\"type\":\"resettle-report/1\",\"findings\":[]}\n".to_vec());
    files.insert("findings.csv".into(), b"code,severity\n".to_vec());
    files
}

/// What `ssh-keygen -Y verify` and `sha256sum -c` say of the folder.
fn tools_accept(dir: &Path, files: &Files, signers: &Path, name: &str) -> bool {
    let folder = dir.join("report");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let manifest = files.get(MANIFEST).cloned().unwrap_or_default();
    let mut verify = Command::new("ssh-keygen");
    verify.args(["-Y", "verify", "-f"]).arg(signers).args(["-I", name, "-n", REPORT_NAMESPACE]);
    verify.args(["-Overify-time=20261121120000", "-s", MANIFEST_SIG]).current_dir(&folder);
    let mut sums = Command::new("sha256sum");
    sums.args(["--strict", "-c", MANIFEST]).current_dir(&folder);
    run(&mut verify, &manifest).0 && run(&mut sums, b"").0
}

fn we_accept(files: &Files, signers: &AllowedSigners, name: &str) -> bool {
    let trust = Trust { signers, identity: Some(name), moment: NOON };
    folder::check(files, Some(trust)).state() == State::Verified
}

#[test]
fn we_agree_with_ssh_keygen_and_sha256sum() {
    if !tools() {
        return;
    }
    let dir = directory("agree");
    let keys = keys(&dir);
    let stranger = PrivateKey::from_seed(&[4; 32], "").unwrap();
    let signers_path = dir.join("allowed_signers");
    for (path, key) in &keys {
        let line = key.public_key().unwrap().to_openssh("");
        fs::write(&signers_path, format!("# ours\n{NAME} namespaces=\"{REPORT_NAMESPACE}\" {line}\n")).unwrap();
        let signers = AllowedSigners::parse(&fs::read(&signers_path).unwrap()).unwrap();
        let mut good = report();
        folder::sign(&mut good, key).unwrap();

        type Change<'c> = &'c dyn Fn(&mut Files);
        let cases: [(&str, bool, &str, Change); 11] = [
            ("good", true, NAME, &|_| ()),
            ("signed by another name", false, "other@resettle.example", &|_| ()),
            ("altered", false, NAME, &|f| f.get_mut(REPORT).unwrap()[4] ^= 1),
            ("altered elsewhere", false, NAME, &|f| f.get_mut("findings.csv").unwrap().push(b'\n')),
            ("altered with its hash", false, NAME, &|f| {
                let sig = f[MANIFEST_SIG].clone();
                f.insert("findings.csv".into(), b"nothing\n".to_vec());
                folder::sign(f, key).unwrap();
                f.insert(MANIFEST_SIG.into(), sig);
            }),
            ("wrongly named", false, NAME, &|f| {
                let bytes = f.remove(REPORT).unwrap();
                f.insert("findings.json".into(), bytes);
            }),
            ("a file gone", false, NAME, &|f| drop(f.remove("findings.csv"))),
            ("no signature", false, NAME, &|f| drop(f.remove(MANIFEST_SIG))),
            ("signed by a stranger", false, NAME, &|f| folder::sign(f, &stranger).unwrap()),
            ("signed for another use", false, NAME, &|f| {
                let sig = sshsig::sign(key, "file", &f[MANIFEST]).unwrap();
                f.insert(MANIFEST_SIG.into(), sig.into_bytes());
            }),
            ("the other signature", false, NAME, &|f| {
                let sig = f[REPORT_SIG].clone();
                f.insert(MANIFEST_SIG.into(), sig);
            }),
        ];
        for (case, expected, name, change) in cases {
            let mut files = good.clone();
            change(&mut files);
            let shown = path.display();
            assert_eq!(tools_accept(&dir, &files, &signers_path, name), expected, "the tools: {case}, {shown}");
            assert_eq!(we_accept(&files, &signers, name), expected, "we: {case}, {shown}");
        }
    }
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn our_signatures_are_those_of_ssh_keygen() {
    if !tools() {
        return;
    }
    let dir = directory("sign");
    let askpass = dir.join("askpass");
    fs::write(&askpass, format!("#!/bin/sh\necho '{PASSPHRASE}'\n")).unwrap();
    fs::set_permissions(&askpass, fs::Permissions::from_mode(0o700)).unwrap();
    let message = b"the quick brown shoe\n";
    for (path, key) in keys(&dir) {
        let mut command = Command::new("ssh-keygen");
        command.args(["-q", "-Y", "sign", "-n", REPORT_NAMESPACE, "-f"]).arg(&path);
        command.env("SSH_ASKPASS", &askpass).env("SSH_ASKPASS_REQUIRE", "force");
        let (signed, theirs) = run(&mut command, message);
        assert!(signed, "{}", path.display());
        let ours = sshsig::sign(&key, REPORT_NAMESPACE, message).unwrap();
        assert_eq!(ours, String::from_utf8(theirs).unwrap());
        assert_eq!(sshsig::verify(ours.as_bytes(), REPORT_NAMESPACE, message).ok(), key.public_key().ok());
    }
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn public_forms_are_those_of_ssh_keygen() {
    if !tools() {
        return;
    }
    let dir = directory("public");
    for (path, key) in keys(&dir) {
        let public = key.public_key().unwrap();
        let passphrase = if path.ends_with("ours") || path.ends_with("theirs") { "" } else { PASSPHRASE };
        let (_, line) = run(Command::new("ssh-keygen").args(["-y", "-P", passphrase, "-f"]).arg(&path), b"");
        let line = String::from_utf8(line).unwrap();
        assert_eq!(line.trim_end(), public.to_openssh(key.comment()));
        let public_path = dir.join("line.pub");
        fs::write(&public_path, &line).unwrap();
        let (_, shown) = run(Command::new("ssh-keygen").arg("-lf").arg(&public_path), b"");
        assert!(String::from_utf8(shown).unwrap().contains(&format!(" {} ", public.fingerprint())));
    }
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn keys_of_other_kinds_are_refused_by_name() {
    if !tools() {
        return;
    }
    let dir = directory("kinds");
    for (kind, passphrase) in [("rsa", ""), ("rsa", PASSPHRASE), ("ecdsa", ""), ("ecdsa", PASSPHRASE)] {
        let path = dir.join(format!("{kind}{}", passphrase.len()));
        let mut command = Command::new("ssh-keygen");
        command.args(["-q", "-t", kind, "-N", passphrase, "-f"]).arg(&path);
        assert!(run(&mut command, b"").0);
        let error = PrivateKey::from_openssh(&fs::read(&path).unwrap(), None).unwrap_err();
        assert!(matches!(error, KeyError::NotEd25519(_)), "{kind}: {error}");
    }
    let pem = dir.join("pem");
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-t", "rsa", "-m", "PEM", "-N", "", "-f"]).arg(&pem);
    assert!(run(&mut command, b"").0);
    let error = PrivateKey::from_openssh(&fs::read(&pem).unwrap(), None).unwrap_err();
    assert!(matches!(error, KeyError::NotOpenSsh(_)), "{error}");
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn allowed_signers_are_read_as_ssh_keygen_reads_them() {
    if !tools() {
        return;
    }
    let dir = directory("signers");
    let key = PrivateKey::from_seed(&[3; 32], "").unwrap();
    let mut files = report();
    folder::sign(&mut files, &key).unwrap();
    let k = key.public_key().unwrap().to_openssh("with a comment");
    let path = dir.join("allowed_signers");
    for (text, expected) in [
        (format!("{NAME} {k}\n"), true),
        (format!("{NAME} {k}"), true),
        (format!("  a@b,{NAME}\t{k}\r\n"), true),
        (format!("*@resettle.example {k}\n"), true),
        (format!("*@resettle.example,!audit@* {k}\n"), false),
        (format!("\"{NAME}\" {k}\n"), true),
        (format!("audit@resettle.exampl? {k}\n"), true),
        (format!("Audit@resettle.example {k}\n"), false),
        (format!("{NAME} namespaces=\"git,resettle-*\" {k}\n"), true),
        (format!("{NAME} NAMESPACES=\"git\" {k}\n"), false),
        (format!("{NAME} valid-after=\"20261121\" {k}\n"), true),
        (format!("{NAME} valid-after=\"202611211201\" {k}\n"), false),
        (format!("{NAME} valid-after=\"20261121120000\",valid-before=\"20261121120000\" {k}\n"), false),
        (format!("{NAME} valid-before=\"20261121120000\" {k}\n"), true),
        (format!("{NAME} valid-before=\"20261121115959\" {k}\n"), false),
        (format!("{NAME} namespaces=\"git\" {k}\n{NAME} {k}\n"), true),
        (format!("{NAME} cert-authority {k}\n"), false),
        (format!("{NAME} namespaces=resettle-report {k}\n"), false),
        (format!("{NAME} no-pty {k}\n"), false),
        (format!("\u{feff}{NAME} {k}\n"), false),
    ] {
        fs::write(&path, &text).unwrap();
        let ours = AllowedSigners::parse(text.as_bytes()).is_ok_and(|signers| we_accept(&files, &signers, NAME));
        assert_eq!(tools_accept(&dir, &files, &path, NAME), expected, "ssh-keygen: {text}");
        assert_eq!(ours, expected, "we: {text}");
    }
    fs::remove_dir_all(dir).unwrap();
}
