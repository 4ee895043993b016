//! `resettle replay --report` and `resettle report verify`
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::signed;

use crate::common::has_tool;
use crate::signed::{PASSPHRASE, Workdir};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";
const NAME: &str = "audit@resettle.example";
const FILES: [&str; 8] = [
    "MANIFEST.sha256",
    "MANIFEST.sha256.sig",
    "findings.csv",
    "register.csv",
    "report.html",
    "report.json",
    "report.json.sig",
    "report.xlsx",
];

/// A folder with a report, signed with `signer`, in the folder `report`, and `allowed_signers`.
fn workdir() -> Workdir {
    let workdir = Workdir::new();
    workdir.sealed_log();
    let signer = workdir.key("signer");
    workdir.write("allowed_signers", format!("{NAME} namespaces=\"resettle-report\" {signer}\n"));
    let run = workdir.done(&replay("log.jsonl", "report", "signer"));
    assert_eq!(run.err, "signed report written to report\n");
    workdir
}

fn replay<'a>(log: &'a str, report: &'a str, key: &'a str) -> Vec<&'a str> {
    vec!["replay", log, "--trust", "trust.yaml", "--at", AT, "--report", report, "--key", key]
}

/// Status and output of `report verify` with the signers at hand.
fn verify(workdir: &Workdir) -> (i32, String) {
    let run = workdir.run(&["report", "verify", "report", "--signers", "allowed_signers"]);
    (run.status, format!("{}{}", run.out, run.err))
}

#[test]
fn a_report_is_written_signed_and_verified() {
    let workdir = workdir();
    assert_eq!(workdir.names("report"), FILES);
    for file in FILES {
        assert_eq!(workdir.mode(&format!("report/{file}")), 0o644, "{file}");
    }
    let printed = workdir.done(&["replay", "log.jsonl", "--trust", "trust.yaml", "--at", AT, "--format", "json"]);
    assert_eq!(workdir.text("report/report.json"), printed.out, "what is signed is what --format json prints");
    let (status, said) = verify(&workdir);
    assert_eq!(status, 0, "{said}");
    let fingerprint = workdir.done(&["key", "show", "signer.pub"]).out;
    let fingerprint = fingerprint.lines().nth(2).unwrap().strip_prefix("fingerprint  ").unwrap().to_owned();
    let not_compared = "not compared with files of yours: its trust store (--trust)";
    assert_eq!(
        said,
        format!(
            "signed with key {fingerprint}\nknown as {NAME}\nsigned off by nobody\n{not_compared}\nreport: verified\n"
        )
    );
    // The same inputs, time and key are the same files.
    workdir.done(&replay("log.jsonl", "again", "signer"));
    for file in FILES {
        assert_eq!(workdir.read(&format!("again/{file}")), workdir.read(&format!("report/{file}")), "{file}");
    }
}

#[test]
fn a_report_is_written_whatever_it_finds() {
    let workdir = Workdir::new();
    workdir.sealed_log();
    workdir.key("signer");
    let wrong = signed::RECORDS.replace("\"returned\":2000", "\"returned\":3000");
    workdir.write("wrong.jsonl", wrong);
    workdir.done(&["seal", "wrong.jsonl", "--key", "sealer", "--out", "overpaid.jsonl"]);
    let run = workdir.run(&replay("overpaid.jsonl", "report", "signer"));
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(workdir.text("report/report.json").contains("settlement/overpaid"));
    assert_eq!(workdir.run(&["report", "verify", "report"]).status, 1);
}

#[test]
fn what_could_not_be_read_stands_in_the_signed_report() {
    let workdir = workdir();
    let run = workdir.run(&[&replay("log.jsonl", "half", "signer")[..], &["gone.jsonl"]].concat());
    assert_eq!(run.status, 2, "{}", run.err);
    let report: Value = serde_json::from_str(&workdir.text("half/report.json")).unwrap();
    assert_eq!(report["inputs"].as_array().unwrap().len(), 1);
    let unread = json!([{"path": "gone.jsonl", "error": "there is no such file or folder"}]);
    assert_eq!(report["unread"], unread);
    let shown = workdir.run(&["report", "show", "half"]);
    assert!(shown.out.contains("not read      gone.jsonl: there is no such file"), "{}", shown.out);
    let page = workdir.text("half/report.html");
    assert!(page.contains("gone.jsonl: there is no such file"), "the page without its script");
    let verified = workdir.run(&["verify", "log.jsonl", "gone.jsonl", "--trust", "trust.yaml", "--format", "json"]);
    let report: Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!((verified.status, &report["unread"]), (2, &unread));
    // A log by itself that is not there leaves nothing to report.
    let nothing = workdir.run(&replay("gone.jsonl", "none", "signer"));
    assert_eq!(nothing.status, 2, "{}", nothing.err);
    let report: Value = serde_json::from_str(&workdir.text("none/report.json")).unwrap();
    assert_eq!((&report["inputs"], &report["unread"]), (&json!([]), &unread));
}

#[test]
fn the_folder_holds_what_was_asked_for() {
    let workdir = workdir();
    for (with, files) in [
        ("json", vec!["report.json"]),
        ("html", vec!["report.html", "report.json"]),
        ("csv,xlsx", vec!["findings.csv", "register.csv", "report.json", "report.xlsx"]),
    ] {
        workdir.done(&[replay("log.jsonl", with, "signer").as_slice(), &["--with", with]].concat());
        let listed = workdir.text(&format!("{with}/MANIFEST.sha256"));
        let listed: Vec<&str> = listed.lines().map(|line| line.split_once("  ").unwrap().1).collect();
        assert_eq!(listed, files);
    }
}

#[test]
fn without_signers_nobody_says_who_signed() {
    let workdir = workdir();
    let run = workdir.run(&["report", "verify", "report"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.ends_with("report: consistent, signer unknown\n"), "{}", run.out);
    assert!(run.out.contains("compare it with the fingerprint that reached you by another way"), "{}", run.out);
}

#[test]
fn signers_are_accepted_by_name_time_and_use() {
    let workdir = workdir();
    let signer = workdir.text("signer.pub");
    let cases = [
        (format!("{NAME} {signer}"), vec![], 0),
        (format!("{NAME} {signer}"), vec!["--identity", NAME], 0),
        (format!("*@resettle.example {signer}"), vec!["--identity", NAME], 0),
        (format!("{NAME} {signer}"), vec!["--identity", "somebody@resettle.example"], 1),
        (format!("{NAME} namespaces=\"file\" {signer}"), vec![], 1),
        (format!("{NAME} valid-before=\"20261122\" {signer}"), vec!["--verify-time", AT], 0),
        (format!("{NAME} valid-before=\"20261120\" {signer}"), vec!["--verify-time", AT], 1),
        (format!("{NAME} valid-after=\"20261122\" {signer}"), vec!["--verify-time", AT], 1),
        (format!("{NAME} {}", workdir.key("other")), vec![], 1),
        ("# nobody yet\n".to_owned(), vec![], 1),
    ];
    for (text, more, status) in cases {
        workdir.write("allowed_signers", &text);
        let args = [&["report", "verify", "report", "--signers", "allowed_signers"], more.as_slice()].concat();
        let run = workdir.run(&args);
        assert_eq!((run.status, run.err.as_str()), (status, ""), "{text}{}", run.out);
        let state = if status == 0 { "verified" } else { "consistent, signer unknown" };
        assert!(run.out.ends_with(&format!("report: {state}\n")), "{text}{}", run.out);
    }
}

/// One key, one use: what `replay --report` refuses to make is not accepted from others either.
#[test]
fn a_report_signed_with_a_key_that_seals_logs_is_not_accepted() {
    let workdir = workdir();
    // Without a trust store, too: the log says which key sealed it.
    let args = ["replay", "log.jsonl", "--at", AT, "--fail-on", "never", "--report", "own", "--key", "sealer"];
    let run = workdir.run(&args);
    assert_eq!(run.status, 2, "{}", run.out);
    assert!(run.err.contains("sealed log.jsonl, so no report was written"), "{}", run.err);
    assert!(!workdir.path().join("own").exists());
    // As another program would sign it.
    let key = resettle_signing::PrivateKey::from_openssh(&workdir.read("sealer"), None).unwrap();
    let mut files: resettle_report::Files =
        ["report.json"].map(|name| (name.to_owned(), workdir.read(&format!("report/{name}")))).into();
    resettle_report::folder::sign(&mut files, &key).unwrap();
    std::fs::create_dir(workdir.path().join("own")).unwrap();
    files.iter().for_each(|(name, bytes)| workdir.write(&format!("own/{name}"), bytes));
    workdir.write("allowed_signers", format!("{NAME} {}", workdir.text("sealer.pub")));
    let check = ["report", "verify", "own", "--signers", "allowed_signers"];
    let run = workdir.run(&check);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.contains("sealed log.jsonl, which this report is about, so it signs no reports"), "{}", run.out);
    assert!(!run.out.contains("known as") && run.out.ends_with("own: consistent, signer unknown\n"), "{}", run.out);
    let run = workdir.run(&[&check[..], &["--trust", "trust.yaml"]].concat());
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.contains("seals logs (`BAC-07` of the trust store), so it signs no reports"), "{}", run.out);
    assert!(run.out.ends_with("own: consistent, signer unknown\n"), "{}", run.out);
    workdir.write("allowed_signers", format!("{NAME} {}", workdir.text("signer.pub")));
    workdir.done(&["report", "verify", "report", "--signers", "allowed_signers", "--trust", "trust.yaml"]);
}

#[test]
fn the_digest_of_the_trust_store_stands_in_the_report() {
    let workdir = workdir();
    let report: serde_json::Value = serde_json::from_str(&workdir.text("report/report.json")).unwrap();
    assert_eq!(report["trust"]["sha256"], workdir.read_sha("trust.yaml"));
    assert_eq!(report["trust"]["path"], "trust.yaml");
    let verified = workdir.done(&["verify", "log.jsonl", "--trust", "trust.yaml", "--format", "json"]);
    let verified: serde_json::Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!(verified["trust"], report["trust"]);
    let alone = workdir.run(&["verify", "log.jsonl", "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&alone.out).unwrap().get("trust"), None);
}

#[test]
fn what_was_changed_is_reported() {
    let flip = |workdir: &Workdir, name: &str| {
        let mut bytes = workdir.read(name);
        // Another digit of a hash is still a digit; elsewhere any other byte will do.
        bytes[40] = match bytes[40] {
            b'0' => b'1',
            digit if digit.is_ascii_hexdigit() && name.ends_with("MANIFEST.sha256") => b'0',
            other => other ^ 1,
        };
        workdir.write(name, bytes);
    };
    let at = |workdir: &Workdir, name: &str| workdir.path().join("report").join(name);
    type Change<'c> = &'c dyn Fn(&Workdir);
    let cases: [(&str, Change<'_>); 9] = [
        ("report.json altered", &|workdir| flip(workdir, "report/report.json")),
        ("the manifest altered", &|workdir| flip(workdir, "report/MANIFEST.sha256")),
        ("the manifest's signature altered", &|workdir| flip(workdir, "report/MANIFEST.sha256.sig")),
        ("report.json renamed", &|workdir| {
            std::fs::rename(at(workdir, "report.json"), at(workdir, "findings.json")).unwrap()
        }),
        ("report.json gone", &|workdir| std::fs::remove_file(at(workdir, "report.json")).unwrap()),
        ("a file more", &|workdir| workdir.write("report/notes.txt", "all well\n")),
        ("a name that steers a terminal", &|workdir| workdir.write("report/a\u{1b}[2J.html", "")),
        ("the manifest's signature gone", &|workdir| std::fs::remove_file(at(workdir, "MANIFEST.sha256.sig")).unwrap()),
        ("report.json.sig gone", &|workdir| std::fs::remove_file(at(workdir, "report.json.sig")).unwrap()),
    ];
    let mut reported = String::new();
    let workdir = workdir();
    let good: Vec<(String, Vec<u8>)> =
        FILES.iter().map(|name| (format!("report/{name}"), workdir.read(&format!("report/{name}")))).collect();
    let fingerprint = verify(&workdir).1.lines().next().unwrap().strip_prefix("signed with key ").unwrap().to_owned();
    for (case, change) in cases {
        change(&workdir);
        let (status, said) = verify(&workdir);
        assert_eq!(status, 1, "{case}: {said}");
        reported.push_str(&format!("# {case}\n{}\n", said.replace(&fingerprint, "SHA256:<signer>")));
        std::fs::remove_dir_all(workdir.path().join("report")).unwrap();
        std::fs::create_dir(workdir.path().join("report")).unwrap();
        good.iter().for_each(|(name, bytes)| workdir.write(name, bytes));
    }
    assert_eq!(verify(&workdir).0, 0);
    insta::assert_snapshot!(reported);
}

/// Whoever signs can sign anything: what was signed has to fit itself.
#[test]
fn what_was_changed_before_it_was_signed_is_reported() {
    let workdir = workdir();
    let key = resettle_signing::PrivateKey::from_openssh(&workdir.read("signer"), None).unwrap();
    let good: resettle_report::Files =
        FILES.map(|name| (name.to_owned(), workdir.read(&format!("report/{name}")))).into();
    let counted = |bytes: &mut Vec<u8>| {
        let mut report: Value = serde_json::from_slice(bytes).unwrap();
        report["summary"]["by_code"]["settlement/overpaid"] = json!(1);
        *bytes = serde_json::to_vec(&report).unwrap();
    };
    let longer = |bytes: &mut Vec<u8>| bytes.push(b'\n');
    let (not_made, not_ours) = ("is not what is made of report.json", "is not what this program makes of report.json");
    let uncounted = "report.json states 1 finding of settlement/overpaid, and what it lists comes to 0";
    for (name, change, status, said) in [
        ("findings.csv", &longer as &dyn Fn(&mut Vec<u8>), 1, not_made),
        ("register.csv", &longer, 1, not_made),
        ("report.json", &counted, 1, uncounted),
        // Another build makes another page.
        ("report.html", &longer, 0, not_ours),
        ("report.xlsx", &longer, 0, not_ours),
    ] {
        let mut files = good.clone();
        change(files.get_mut(name).unwrap());
        resettle_report::folder::sign(&mut files, &key).unwrap();
        files.iter().for_each(|(name, bytes)| workdir.write(&format!("report/{name}"), bytes));
        let (ended, out) = verify(&workdir);
        assert_eq!(ended, status, "{name}: {out}");
        let state = if status == 0 { "verified" } else { "contradicts itself" };
        assert!(
            out.contains(said) && out.contains(name) && out.ends_with(&format!("report: {state}\n")),
            "{name}: {out}"
        );
    }
}

#[test]
fn what_cannot_be_checked_at_all() {
    let workdir = workdir();
    let check = |dir, signers| workdir.refused(&["report", "verify", dir, "--signers", signers]);
    workdir.write("bad_signers", "somebody\nx@y zone=\"1\" ssh-ed25519 AAAA\nx@y ssh-ed25519 AAAA\n");
    let mut reported = vec![
        check("absent", "allowed_signers"),
        check("log.jsonl", "allowed_signers"),
        check("report", "absent"),
        check("report", "bad_signers"),
        workdir.refused(&["report", "verify", "report", "--signers", "allowed_signers", "--verify-time", "20261121"]),
    ];
    std::fs::create_dir(workdir.path().join("report/more")).unwrap();
    reported.push(check("report", "allowed_signers"));
    std::fs::remove_dir(workdir.path().join("report/more")).unwrap();
    std::os::unix::fs::symlink("report.json", workdir.path().join("report/link")).unwrap();
    reported.push(check("report", "allowed_signers"));
    insta::assert_snapshot!(reported.concat());
}

#[test]
fn a_report_is_not_written_where_it_must_not_be() {
    let workdir = workdir();
    let mut reported = vec![
        // One key, one use.
        workdir.refused(&replay("log.jsonl", "new", "sealer")),
        // Nothing is overwritten, and nothing mixed.
        workdir.refused(&replay("log.jsonl", "report", "signer")),
        workdir.refused(&replay("log.jsonl", "log.jsonl", "signer")),
        workdir.refused(&replay("log.jsonl", "new", "signer.pub")),
    ];
    workdir.set_mode("signer", 0o644);
    reported.push(workdir.refused(&replay("log.jsonl", "new", "signer")));
    insta::assert_snapshot!(reported.concat());
    assert!(!workdir.path().join("new").exists());
    let run = workdir.run(&["replay", "log.jsonl", "--report", "new"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "a report without a key: {}", run.err);
    assert_eq!(verify(&workdir).0, 0);
}

#[test]
fn a_report_that_cannot_be_written_is_reported_before_anything_is_judged() {
    let workdir = workdir();
    let before = workdir.names(".");
    for (dir, why) in [
        (
            "log.jsonl/new",
            "error: cannot read log.jsonl/new: a part of its path is a file\n  help: this is a file, and a folder is wanted\n",
        ),
        ("/proc/new", "error: cannot write /proc/new: "),
        ("/proc/a/b/new", "error: cannot write /proc/a/b/new: "),
    ] {
        // Nothing is printed: nothing was judged.
        let said = workdir.refused(&replay("log.jsonl", dir, "signer"));
        assert!(said.starts_with(why), "{said}");
    }
    assert_eq!(workdir.names("."), before, "what was tried left nothing behind");
}

#[cfg(unix)]
#[test]
fn a_report_is_written_whole_or_not_at_all() {
    let workdir = workdir();
    let run = |script: &str| {
        std::process::Command::new("sh")
            .args(["-c", script, "sh", env!("CARGO_BIN_EXE_resettle")])
            .args(replay("log.jsonl", "new", "signer"))
            .current_dir(workdir.path())
            .output()
            .unwrap()
    };
    // No file may grow beyond a few blocks: report.json does not fit, what was written before it goes.
    let full = run("trap '' XFSZ; ulimit -f 1; \"$@\"");
    assert_eq!(full.status.code(), Some(2), "{full:?}");
    assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write new/report.json"), "{full:?}");
    assert!(!workdir.path().join("new").exists());
    // Nor does one, beyond so many that report.json fits and the page does not.
    let full = run("trap '' XFSZ; ulimit -f 64; \"$@\"");
    assert_eq!(full.status.code(), Some(2), "{full:?}");
    assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write new/report.html"), "{full:?}");
    assert!(!workdir.path().join("new").exists());
    // The reader of the findings goes away; the report was asked for all the same.
    run("\"$@\" | true");
    assert_eq!(std::fs::read_dir(workdir.path().join("new")).unwrap().count(), FILES.len());
}

/// What an inspector types who does not have our program.
#[test]
fn ssh_keygen_and_sha256sum_are_enough() {
    if !["ssh-keygen", "sha256sum", "sh"].iter().all(|tool| has_tool(tool)) {
        return;
    }
    let workdir = Workdir::new();
    workdir.sealed_log();
    let plain = workdir.key("plain");
    let locked = workdir.locked_key("locked");
    assert!(workdir.tool("ssh-keygen", &["-q", "-t", "ed25519", "-N", PASSPHRASE, "-f", "theirs"]).0);
    let theirs = workdir.text("theirs.pub");
    for (key, public) in [("plain", plain), ("locked", locked), ("theirs", theirs)] {
        workdir.write("allowed_signers", format!("{NAME} namespaces=\"resettle-report\" {}\n", public.trim_end()));
        let mut args = replay("log.jsonl", key, key);
        // One report for each key: the folder bears another name.
        let folder = format!("report-{key}");
        args[7] = &folder;
        if key != "plain" {
            args.extend(["--passphrase-file", "passphrase"]);
        }
        workdir.done(&args);
        let check = format!(
            "cd {folder} && ssh-keygen -Y verify -f ../allowed_signers -I {NAME} -n resettle-report \
             -s MANIFEST.sha256.sig < MANIFEST.sha256 && sha256sum -c MANIFEST.sha256"
        );
        let (done, said) = workdir.tool("sh", &["-c", &check]);
        assert!(done, "{key}: {said}");
        assert!(said.starts_with("Good \"resettle-report\" signature for ") && said.ends_with("OK\n"));
        for file in FILES.iter().filter(|file| !file.contains("sig") && !file.starts_with("MANIFEST")) {
            assert!(said.contains(&format!("{file}: OK\n")), "{said}");
        }
        let single = check.replace(
            "MANIFEST.sha256.sig < MANIFEST.sha256 && sha256sum -c MANIFEST.sha256",
            "report.json.sig < report.json",
        );
        assert!(workdir.tool("sh", &["-c", &single]).0, "{key}");
        let ours = workdir.run(&["report", "verify", &folder, "--signers", "allowed_signers", "--identity", NAME]);
        assert_eq!(ours.status, 0, "{key}: {}", ours.out);
        let report = format!("{folder}/report.json");
        let changed =
            workdir.text(&report).replace("\"coups\": 1", "\"coups\": 2").replace("\"coups\":1", "\"coups\":2");
        assert_ne!(changed, workdir.text(&report));
        workdir.write(&report, changed);
        assert!(!workdir.tool("sh", &["-c", &check]).0, "{key}");
        assert!(!workdir.tool("sh", &["-c", &single]).0, "{key}");
    }
}
