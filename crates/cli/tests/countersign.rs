//! `resettle report countersign`, timestamps, and what `report verify` says of both
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;

use crate::common::has_tool;
use crate::signed::{PASSPHRASE, Workdir};

const AT: &str = "2026-11-21T19:00:00+08:00";
const LATER: &str = "2026-11-22T09:00:00+08:00";
const NOW: &str = "2026-11-23T09:00:00+08:00";

/// A report on a coup whose Player's wager was paid too little, and those who may sign it.
fn reported() -> Workdir {
    let workdir = Workdir::new();
    let public = workdir.key("sealer");
    workdir.write("records.jsonl", crate::signed::RECORDS.replace("\"returned\":2000", "\"returned\":1900"));
    workdir.write("trust.yaml", crate::signed::trust(&public));
    workdir.done(&["seal", "records.jsonl", "--key", "sealer", "--out", "log.jsonl"]);
    let [audit, alice, bob] = ["audit", "alice", "bob"].map(|name| workdir.key(name));
    let signers = format!(
        "audit@casino namespaces=\"resettle-report\" {audit}\nalice@casino namespaces=\"resettle-signoff\" {alice}\nbob@regulator namespaces=\"resettle-signoff\" {bob}\n"
    );
    workdir.write("signers", signers);
    let run = workdir.run(&[
        "replay",
        "log.jsonl",
        "--trust",
        "trust.yaml",
        "--at",
        AT,
        "--report",
        "report",
        "--key",
        "audit",
    ]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    workdir
}

fn sign<'a>(key: &'a str, role: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["report", "countersign", "report", "--key", key, "--role", role, "--name", key, "--at", LATER];
    [&args, more].concat()
}

/// Status and output of `report verify`.
fn verified(workdir: &Workdir, more: &[&str]) -> (i32, String) {
    let args = ["report", "verify", "report", "--signers", "signers", "--verify-time", NOW];
    let run = workdir.run(&[&args, more].concat());
    (run.status, format!("{}{}", run.out, run.err))
}

fn answers(workdir: &Workdir) {
    let draft = workdir.done(&["dispositions", "draft", "report"]).out;
    let filled = draft.replacen("kind: ", "kind: ruling", 1).replacen("reason: ", "reason: paid by voucher 12", 1);
    workdir.write("answers.yaml", filled.replacen("by: \n", "by: alice\n", 1));
}

#[test]
fn several_people_sign_a_report_off_and_nothing_of_it_is_touched() {
    let workdir = reported();
    answers(&workdir);
    let before: Vec<(String, Vec<u8>)> = workdir
        .names("report")
        .into_iter()
        .map(|name| (name.clone(), workdir.read(&format!("report/{name}"))))
        .collect();
    workdir.done(&sign("alice", "auditor", &["--dispositions", "answers.yaml", "--signers", "signers"]));
    workdir.done(&sign("bob", "inspector", &["--note", "seen on video"]));
    for (name, bytes) in before {
        assert_eq!(workdir.read(&format!("report/{name}")), bytes, "{name}");
    }
    assert_eq!(
        workdir.names("report/signoff"),
        ["alice.dispositions.yaml", "alice.yaml", "alice.yaml.sig", "bob.yaml", "bob.yaml.sig"]
    );
    let manifest = workdir.read_sha("report/MANIFEST.sha256");
    let bob = workdir.text("report/signoff/bob.yaml");
    assert!(bob.contains(&manifest), "{bob}");
    assert!(
        bob.contains(&format!("{{name: \"alice\", sha256: \"{}\"}}", workdir.read_sha("report/signoff/alice.yaml")))
    );
    let (status, said) = verified(&workdir, &[]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("signoff/alice.yaml: signed off by alice@casino"), "{said}");
    assert!(said.contains(&format!("as auditor at {LATER}: 1 finding answered, 0 in hand, 0 open")), "{said}");
    assert!(
        said.contains(&format!("as inspector at {LATER}: 0 findings answered, 0 in hand, 1 open; seen on video")),
        "{said}"
    );
    assert!(said.ends_with("report: verified\n"), "{said}");
    if has_tool("ssh-keygen") {
        let checked = std::process::Command::new("ssh-keygen")
            .args(["-Y", "verify", "-f", "signers", "-I", "bob@regulator", "-n", "resettle-signoff"])
            .args(["-s", "report/signoff/bob.yaml.sig"])
            .current_dir(workdir.path())
            .stdin(fs::File::open(workdir.path().join("report/signoff/bob.yaml")).unwrap())
            .output()
            .unwrap();
        assert!(checked.status.success());
    }
    // Later commands read the report as before.
    workdir.done(&["report", "show", "report"]);
}

#[test]
fn what_was_changed_after_a_sign_off_is_named() {
    let changed = |change: &dyn Fn(&Workdir)| {
        let workdir = reported();
        answers(&workdir);
        workdir.done(&sign("alice", "auditor", &["--dispositions", "answers.yaml"]));
        workdir.done(&sign("bob", "inspector", &[]));
        change(&workdir);
        verified(&workdir, &[])
    };
    let remove = |name: &'static str| move |workdir: &Workdir| fs::remove_file(workdir.path().join(name)).unwrap();
    let append = |name: &'static str| {
        move |workdir: &Workdir| workdir.write(name, [workdir.read(name), b"# more\n".to_vec()].concat())
    };
    let said = |change: &dyn Fn(&Workdir), expected: &str, state: &str| {
        let (status, said) = changed(change);
        assert_eq!(status, 1, "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
        assert!(said.ends_with(&format!("report: {state}\n")), "{said}");
    };
    said(&append("report/signoff/alice.yaml"), "signoff/alice.yaml was altered after it was signed", "was altered");
    said(
        &append("report/signoff/alice.dispositions.yaml"),
        "signoff/alice.dispositions.yaml is another than it was when signoff/alice.yaml was signed",
        "was altered",
    );
    said(
        &remove("report/signoff/alice.dispositions.yaml"),
        "was there when signoff/alice.yaml was signed",
        "was altered",
    );
    said(&remove("report/signoff/bob.yaml.sig"), "signoff/bob.yaml has no signature beside it", "cannot be verified");
    said(&append("report/findings.csv"), "\"findings.csv\" was altered", "was altered");
    said(
        &|workdir| {
            for ending in ["yaml", "yaml.sig", "dispositions.yaml"] {
                fs::remove_file(workdir.path().join(format!("report/signoff/alice.{ending}"))).unwrap();
            }
        },
        "signoff/alice.yaml was there when signoff/bob.yaml was signed, and is not any more",
        "was altered",
    );
    said(&|workdir| workdir.write("report/signoff/more.txt", "x"), "\"signoff/more.txt\" is not listed", "was altered");
    // The whole report made anew, and signed again: it is not the one that was signed off.
    said(
        &|workdir| {
            let (old, kept) = (workdir.path().join("report"), workdir.path().join("kept"));
            fs::rename(old.join("signoff"), &kept).unwrap();
            fs::remove_dir_all(&old).unwrap();
            workdir.run(&[
                "replay",
                "log.jsonl",
                "--trust",
                "trust.yaml",
                "--at",
                NOW,
                "--report",
                "report",
                "--key",
                "audit",
            ]);
            fs::rename(kept, old.join("signoff")).unwrap();
        },
        "signoff/alice.yaml signs off another MANIFEST.sha256 than the one here",
        "was altered",
    );
    // Taken off the list of those who may sign.
    said(
        &|workdir| {
            let kept: Vec<String> = workdir
                .text("signers")
                .lines()
                .filter(|line| !line.starts_with("bob"))
                .map(|line| format!("{line}\n"))
                .collect();
            workdir.write("signers", kept.concat());
        },
        "signoff/bob.yaml does not count: SHA256:",
        "consistent, signer unknown of the sign-off bob; the report's own is known",
    );
}

#[test]
fn a_sign_off_that_was_taken_away_is_missed_where_it_is_asked_for() {
    let workdir = reported();
    let (status, said) = verified(&workdir, &[]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("signed off by nobody\n"), "{said}");
    let missed =
        "bob@regulator: no sign-off of this name is here that counts; whoever signed off keeps a copy, so ask for it";
    let asked = ["--signed-off-by", "bob@regulator"];
    let (status, said) = verified(&workdir, &asked);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains(missed) && said.contains("verified, but not signed off as asked"), "{said}");
    workdir.done(&sign("alice", "auditor", &[]));
    assert_eq!(verified(&workdir, &asked).0, 1, "another's does not do");
    workdir.done(&sign("bob", "inspector", &[]));
    let (status, said) = verified(&workdir, &asked);
    assert_eq!(status, 0, "{said}");
    assert!(!said.contains("nobody"), "{said}");
    fs::remove_dir_all(workdir.path().join("report/signoff")).unwrap();
    let (status, said) = verified(&workdir, &asked);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains(missed), "{said}");
}

#[test]
fn a_report_from_the_future_is_remarked() {
    let workdir = reported();
    let args = ["report", "verify", "report", "--signers", "signers", "--verify-time", "2026-11-20T09:00:00+08:00"];
    let run = workdir.run(&args);
    let said = "the report is dated 2026-11-21T19:00:00+08:00, which is later than the time at which it is verified\n";
    assert!(run.out.contains(said), "{}{}", run.out, run.err);
    assert!(!verified(&workdir, &[]).1.contains("is later than"));
}

#[test]
fn what_is_not_signed_off() {
    let workdir = reported();
    let said = workdir.refused(&sign("sealer", "auditor", &[]));
    assert!(said.contains("sealed log.jsonl"), "{said}");
    let said = workdir.refused(&sign("sealer", "auditor", &["--trust", "trust.yaml"]));
    assert!(said.contains("seals logs"), "{said}");
    let name = ["report", "countersign", "report", "--key", "bob", "--role", "inspector", "--name"];
    for bad in ["../x", "a.dispositions", "", "a b"] {
        let said = workdir.refused(&[&name[..], &[bad]].concat());
        assert!(said.contains("is no name for the files of a sign-off"), "{said}");
    }
    workdir.done(&sign("bob", "inspector", &[]));
    let said = workdir.refused(&sign("bob", "inspector", &[]));
    assert!(said.contains("is there already") && said.contains("--name"), "{said}");
    workdir.write("report/findings.csv", "x");
    let said = workdir.refused(&sign("alice", "auditor", &[]));
    assert!(said.contains("was altered, so it is not signed off"), "{said}");
    let said = workdir.refused(&["report", "countersign", "nowhere", "--key", "bob", "--role", "auditor"]);
    assert!(said.contains("nowhere"), "{said}");
}

#[test]
fn a_key_under_a_passphrase_signs_off() {
    let workdir = reported();
    workdir.locked_key("locked");
    let said = workdir.refused(&sign("locked", "auditor", &[]));
    assert!(said.contains("passphrase"), "{said}");
    let run = workdir.done(&sign("locked", "auditor", &["--passphrase-file", "passphrase"]));
    assert!(!run.out.contains(PASSPHRASE) && !run.err.contains(PASSPHRASE));
}

/// The report's own maker is nobody besides.
#[test]
fn who_made_the_report_and_signs_it_off_is_said() {
    let workdir = reported();
    workdir.done(&sign("audit", "auditor", &[]));
    let audit = workdir.text("audit.pub");
    workdir.write("signers", format!("audit@casino {audit}"));
    let (status, said) = verified(&workdir, &[]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("so its maker alone"), "{said}");
}

/// A timestamp authority of OpenSSL in the folder: `tsa.pem` vouches for it.
fn authority(workdir: &Workdir) {
    workdir.write("tsa.ext", "extendedKeyUsage=critical,timeStamping\n");
    workdir.write("serial", "01\n");
    workdir.write("ts.cnf", "[tsa]\ndefault_tsa = one\n[one]\nserial = serial\ncrypto_device = builtin\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\n");
    let openssl = |line: &str| {
        let args: Vec<&str> = line.split(' ').collect();
        assert!(workdir.tool("openssl", &args).0, "{line}");
    };
    openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=root -keyout root.key -out tsa.pem",
    );
    openssl("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=clock -keyout clock.key -out clock.csr");
    openssl(
        "x509 -req -in clock.csr -CA tsa.pem -CAkey root.key -CAcreateserial -days 30 -extfile tsa.ext -out clock.pem",
    );
}

fn answer(workdir: &Workdir, request: &str, out: &str) {
    let args = [
        "ts",
        "-reply",
        "-config",
        "ts.cnf",
        "-queryfile",
        request,
        "-signer",
        "clock.pem",
        "-inkey",
        "clock.key",
        "-out",
        out,
    ];
    assert!(workdir.tool("openssl", &args).0);
}

#[test]
fn a_timestamp_is_asked_for_kept_and_checked() {
    if !has_tool("openssl") {
        return;
    }
    let workdir = reported();
    authority(&workdir);
    let (status, said) = verified(&workdir, &["--tsa", "tsa.pem"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("no timestamp: when it was made rests on its signer's word"), "{said}");
    workdir.done(&["timestamp", "request", "report", "--out", "report.tsq"]);
    answer(&workdir, "report.tsq", "report.tsr");
    workdir.done(&["timestamp", "add", "report", "--timestamp", "report.tsr", "--tsa", "tsa.pem"]);
    assert_eq!(workdir.names("report/timestamps"), ["MANIFEST.sha256.sig.tsr"]);
    let openssl = [
        "ts",
        "-verify",
        "-data",
        "report/MANIFEST.sha256.sig",
        "-in",
        "report/timestamps/MANIFEST.sha256.sig.tsr",
        "-CAfile",
        "tsa.pem",
    ];
    assert!(workdir.tool("openssl", &openssl).0);
    let (status, said) = verified(&workdir, &["--tsa", "tsa.pem"]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("stamped at 2") && said.contains("by CN=clock, number "), "{said}");
    let (status, said) = verified(&workdir, &[]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("unchecked: --tsa names whose timestamps count"), "{said}");
    // A sign-off of it, too.
    workdir.done(&sign("bob", "inspector", &[]));
    workdir.done(&["timestamp", "request", "report/signoff/bob.yaml", "--out", "bob.tsq"]);
    answer(&workdir, "bob.tsq", "bob.tsr");
    let said = workdir.refused(&["timestamp", "add", "report/signoff/bob.yaml", "--timestamp", "report.tsr"]);
    assert!(said.contains("it is of another file"), "{said}");
    workdir.done(&["timestamp", "add", "report/signoff/bob.yaml", "--timestamp", "bob.tsr"]);
    let both = workdir.done(&["timestamp", "check", "report", "report/signoff/bob.yaml", "--tsa", "tsa.pem"]).out;
    assert_eq!(both.matches("by CN=clock").count(), 2, "{both}");
    let (status, said) = verified(&workdir, &["--tsa", "tsa.pem"]);
    assert_eq!(status, 0, "{said}");
    // Signed again later, the same report is not what was stamped.
    fs::rename(workdir.path().join("report/timestamps"), workdir.path().join("kept")).unwrap();
    fs::remove_dir_all(workdir.path().join("report")).unwrap();
    workdir.run(&["replay", "log.jsonl", "--trust", "trust.yaml", "--at", NOW, "--report", "report", "--key", "audit"]);
    fs::rename(workdir.path().join("kept"), workdir.path().join("report/timestamps")).unwrap();
    let (status, said) = verified(&workdir, &["--tsa", "tsa.pem"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("does not count: it is of another file, or that was changed after"), "{said}");
    // Dated after it was stamped.
    workdir.run(&["replay", "log.jsonl", "--at", "2099-01-01T00:00:00Z", "--report", "late", "--key", "audit"]);
    workdir.done(&["timestamp", "request", "late", "--out", "late.tsq"]);
    answer(&workdir, "late.tsq", "late.tsr");
    workdir.done(&["timestamp", "add", "late", "--timestamp", "late.tsr", "--tsa", "tsa.pem"]);
    let said = workdir.run(&["report", "verify", "late", "--signers", "signers", "--tsa", "tsa.pem"]).out;
    let remark = "the report says that it was made at 2099-01-01T00:00:00Z, which is after its own timestamp";
    assert!(said.contains(remark), "{said}");
    // Of authorities that nobody named.
    workdir.write("records.txt", "any file\n");
    workdir.done(&["timestamp", "request", "records.txt", "--out", "any.tsq"]);
    answer(&workdir, "any.tsq", "any.tsr");
    workdir.done(&["timestamp", "add", "records.txt", "--timestamp", "any.tsr"]);
    let stranger = crate::common::root().join("fixtures/timestamp/stranger.pem");
    let run = workdir.run(&["timestamp", "check", "records.txt", "--tsa", stranger.to_str().unwrap()]);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.out.contains("its certificate does not count"), "{}", run.out);
    // A file with another file's signature beside it, and one that was changed after it was signed.
    workdir.write("other.txt", "another file\n");
    fs::copy(workdir.path().join("report/MANIFEST.sha256.sig"), workdir.path().join("other.txt.sig")).unwrap();
    let said = workdir.refused(&["timestamp", "request", "other.txt", "--out", "other.tsq"]);
    assert!(said.contains("other.txt.sig is no signature of other.txt"), "{said}");
    let said = workdir.refused(&["timestamp", "check", "nowhere", "--tsa", "tsa.pem"]);
    assert!(said.contains("nowhere"), "{said}");
}

#[test]
fn a_sign_off_by_another_name_and_a_false_count_are_found() {
    let workdir = reported();
    workdir.done(&sign("bob", "inspector", &[]));
    for ending in ["yaml", "yaml.sig"] {
        let at = |name: &str| workdir.path().join(format!("report/signoff/{name}.{ending}"));
        fs::copy(at("bob"), at("carol")).unwrap();
    }
    let (status, said) = verified(&workdir, &[]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("signoff/carol.yaml cannot be used: it was signed as \"bob\""), "{said}");
    for ending in ["yaml", "yaml.sig"] {
        fs::remove_file(workdir.path().join(format!("report/signoff/carol.{ending}"))).unwrap();
    }
    // Whoever holds an accepted key writes that nothing is open.
    let false_count = workdir.text("report/signoff/bob.yaml").replace("open: 1", "open: 0");
    workdir.write("report/signoff/bob.yaml", &false_count);
    fs::remove_file(workdir.path().join("report/signoff/bob.yaml.sig")).unwrap();
    let signed = ["-Y", "sign", "-q", "-n", "resettle-signoff", "-f", "bob", "report/signoff/bob.yaml"];
    if !has_tool("ssh-keygen") {
        return;
    }
    assert!(workdir.tool("ssh-keygen", &signed).0);
    let (status, said) = verified(&workdir, &[]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("states 0 findings answered, 0 in hand, 0 open"), "{said}");
    assert!(said.contains("they are 0, 0, 1"), "{said}");
}

#[test]
fn a_sign_off_that_would_not_count_is_not_made() {
    let workdir = reported();
    workdir.key("carol");
    let said = workdir.refused(&sign("carol", "auditor", &["--signers", "signers"]));
    assert!(said.contains("this sign-off would not count"), "{said}");
    for note in ["seen\u{1b}[0m", "a\nb", &"x".repeat(501)] {
        let said = workdir.refused(&sign("bob", "inspector", &["--note", note]));
        assert!(said.contains("a note is one line"), "{said}");
    }
    workdir.done(&[
        "report",
        "countersign",
        "report",
        "--key",
        "bob",
        "--role",
        "inspector",
        "--name",
        "early",
        "--at",
        "2020-01-01T00:00:00Z",
    ]);
    workdir.done(&sign("bob", "inspector", &[]));
    let run = workdir.run(&["report", "verify", "report", "--verify-time", NOW, "--signers", "signers"]);
    assert!(run.out.contains("before the report was made"), "{}", run.out);
    assert!(run.out.contains("(the key of bob, so the same person)"), "{}", run.out);
}
