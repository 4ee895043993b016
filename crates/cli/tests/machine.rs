//! Faults of the machine: killed at any moment, a full disk, folders that nobody may read, two runs at once, files that
//! change while they are read. Nothing already written is lost or half-written, and what to do is said.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::signed;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{has_tool, root, simulate_in};
use crate::signed::Workdir;

const NAME: &str = "inspector@example.org";
const RULESET: &str = "sg/mbs/baccarat/2017-02-17";
const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
/// A run is killed at most so often.
const MOST_RUNS: u32 = 1_000;
const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";

/// A folder with the audit log, its trust store, a key for reports and whom to accept.
fn workdir() -> Workdir {
    let workdir = Workdir::new();
    fs::copy(root().join(LOG), workdir.path().join("log.jsonl")).unwrap();
    fs::copy(root().join(TRUST), workdir.path().join("trust.yaml")).unwrap();
    let public = workdir.key("signer");
    workdir.write("allowed_signers", format!("{NAME} namespaces=\"resettle-report\" {}\n", public.trim_end()));
    workdir
}

fn command(workdir: &Workdir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_resettle"));
    command.args(args).current_dir(workdir.path()).env("NO_COLOR", "1").stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn replay(report: &str) -> Vec<&str> {
    vec!["replay", "log.jsonl", "--trust", "trust.yaml", "--fail-on", "never", "--report", report, "--key", "signer"]
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is in the folder besides what a killed run leaves under a temporary name.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| !name.starts_with(".resettle-"));
    names.sort();
    names
}

/// How many folders of a temporary name are in the folder.
fn left_by_killed_runs(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.file_name().to_str().unwrap().starts_with(".resettle-") && entry.path().is_dir())
        .count()
}

fn verified(workdir: &Workdir, report: &str) -> bool {
    workdir.run(&["report", "verify", report, "--signers", "allowed_signers"]).status == 0
}

/// The names and lengths of all files below the folder.
fn listing(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() {
                folders.push(entry.path());
            }
            files.push((entry.path(), if about.is_dir() { 0 } else { about.len() }));
        }
    }
    files.sort();
    files
}

/// Starts what `args` says again and again, each time killed once its folder was seen to change once more often than the time before;
/// from the start once it was not killed any more. `check` looks at what each left, and says whether it has seen enough.
fn killed(workdir: &Workdir, args: &[&str], mut check: impl FnMut() -> bool) {
    let finished = |output: Output| assert!(output.status.success(), "{args:?}: {}", said(&output));
    finished(command(workdir, args).output().unwrap());
    check();
    let mut changes = 0;
    for _ in 0..MOST_RUNS {
        let mut before = listing(workdir.path());
        let mut child = command(workdir, args).spawn().unwrap();
        let mut seen = 0;
        while seen < changes && child.try_wait().unwrap().is_none() {
            let now = listing(workdir.path());
            seen += u32::from(now != before);
            before = now;
        }
        let _ = child.kill();
        let killed = !child.wait().unwrap().success();
        changes = if killed { changes + 1 } else { 0 };
        if check() && !killed {
            return;
        }
    }
    panic!("not enough was seen in {MOST_RUNS} runs of {args:?}");
}

#[test]
fn a_report_whose_run_is_killed_at_any_moment_is_whole_or_not_there() {
    for there_before in [false, true] {
        let workdir = workdir();
        let report = workdir.path().join("report");
        let prepare = || {
            if there_before {
                fs::create_dir(&report).unwrap();
            }
        };
        prepare();
        let (mut whole, mut none, mut seen_left) = (0, 0, 0);
        killed(&workdir, &replay("report"), || {
            seen_left += left_by_killed_runs(workdir.path());
            if report.is_dir() && !names(&report).is_empty() {
                // Into a folder that lay there files go one by one; the signature that makes them a report comes last.
                let complete = report.join("MANIFEST.sha256.sig").exists();
                assert!(complete || there_before, "half a report: {:?}", names(&report));
                assert!(!complete || verified(&workdir, "report"), "{:?}", names(&report));
                whole += 1;
                fs::remove_dir_all(&report).unwrap();
            } else {
                none += 1;
                let _ = fs::remove_dir_all(&report);
            }
            prepare();
            none > 20 && whole > 1 && seen_left > 0
        });
        let left = names(workdir.path());
        assert!(left.iter().all(|name| !name.contains("tmp")), "{left:?}");
        // What killed runs left beside the report, if anything, goes with the next run.
        assert!(command(&workdir, &replay("report")).output().unwrap().status.success());
        assert_eq!(left_by_killed_runs(workdir.path()), 0);
    }
}

#[test]
fn two_runs_on_one_report_folder_leave_one_whole_report() {
    for there_before in [false, true] {
        let workdir = workdir();
        if there_before {
            fs::create_dir(workdir.path().join("report")).unwrap();
        }
        let runs: Vec<Child> = (0..6).map(|_| command(&workdir, &replay("report")).spawn().unwrap()).collect();
        let outputs: Vec<Output> = runs.into_iter().map(|run| run.wait_with_output().unwrap()).collect();
        let (done, refused): (Vec<&Output>, Vec<&Output>) = outputs.iter().partition(|one| one.status.success());
        let reported: Vec<String> = refused.iter().map(|one| said(one)).collect();
        // Two that find each other's temporary folder may both go away; then the next one has the folder.
        assert!(done.len() == 1 || (there_before && done.is_empty()), "{reported:?}");
        for reported in &reported {
            assert!(reported.contains("help: name a new folder"), "{reported}");
            assert!(reported.contains("is left alone") || reported.contains("is not empty"), "{reported}");
        }
        assert!(refused.iter().all(|one| one.status.code() == Some(2)));
        if done.is_empty() {
            assert!(command(&workdir, &replay("report")).output().unwrap().status.success());
        }
        assert!(verified(&workdir, "report"));
        assert!(fs::read_dir(workdir.path()).unwrap().all(|entry| !entry.unwrap().path().ends_with(".resettle")));
    }
}

/// A digest and its signature, an approval and its signature, a key and its public half, a sealed log.
#[test]
fn what_other_commands_write_is_whole_or_not_there_when_they_are_killed() {
    let workdir = workdir();
    workdir.key("sealer");
    workdir.write("records.jsonl", signed::RECORDS);
    let seal = ["seal", "records.jsonl", "--key", "sealer", "--out", "sealed.jsonl"];
    let mut sealed = None;
    let mut runs = 0;
    killed(&workdir, &seal, || {
        runs += 1;
        if let Ok(bytes) = fs::read(workdir.path().join("sealed.jsonl")) {
            assert_eq!(&bytes, sealed.get_or_insert_with(|| bytes.clone()));
            fs::remove_file(workdir.path().join("sealed.jsonl")).unwrap();
        }
        runs > 20
    });
    runs = 0;
    killed(&workdir, &["key", "new", "another"], || {
        runs += 1;
        let there = |name: &str| workdir.path().join(name).exists();
        assert!(!there("another.pub") || there("another"), "a public key whose private half is lost");
        if there("another") {
            assert!(workdir.run(&["key", "show", "another"]).status == 0, "half a key");
        }
        for name in ["another", "another.pub"] {
            let _ = fs::remove_file(workdir.path().join(name));
        }
        runs > 20
    });
    runs = 0;
    let log = workdir.text("log.jsonl");
    let shoe = log.lines().find_map(|line| line.split("\"shoe\":\"").nth(1)?.split('"').next()).unwrap();
    let args = ["evidence", "log.jsonl", shoe, "1", "--out", "bundle", "--trust", "trust.yaml"];
    killed(&workdir, &args, || {
        runs += 1;
        let bundle = workdir.path().join("bundle");
        if bundle.exists() {
            assert!(bundle.join("SHA256SUMS").exists(), "{:?}", names(&bundle));
            fs::remove_dir_all(&bundle).unwrap();
        }
        runs > 20
    });
}

#[test]
fn a_disk_that_is_full_is_reported_and_leaves_nothing_half_written() {
    let workdir = workdir();
    // The kernel's own full disk.
    let run = |args: &[&str]| {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        command(&workdir, args).stdout(full).output().unwrap()
    };
    for format in ["text", "json", "jsonl", "csv"] {
        let full = run(&["replay", "log.jsonl", "--trust", "trust.yaml", "--format", format]);
        assert_eq!(full.status.code(), Some(2), "{format}");
        assert!(said(&full).contains("cannot write to standard output"), "{}", said(&full));
    }
    fs::create_dir_all(workdir.path().join("folder")).unwrap();
    for args in [
        &["ruleset", "list"][..],
        &["ruleset", "show", RULESET],
        &["ruleset", "check", "folder"],
        &["ruleset", "schema"],
        &["ruleset", "clauses", RULESET],
        &["odds", RULESET, "--decks", "8"],
        &["diff", RULESET, RULESET],
        &["ruleset", "equivalent", RULESET, RULESET],
        &["explain", "settlement/overpaid"],
        &["explain"],
        &["key", "show", "signer.pub"],
        &["key", "new", "never-seen"],
        &["verify", "log.jsonl"],
        &["batch", "folder"],
        &["demo", "demonstration"],
        &["--help"],
        &["--version"],
    ] {
        let full = run(args);
        assert!(!said(&full).contains("panicked"), "{args:?}: {}", said(&full));
        assert_ne!(full.status.code(), Some(101), "{args:?}");
        assert!(args[0].starts_with("--") || full.status.code() == Some(2), "{args:?}: {}", said(&full));
    }
    let full = run(&replay("report"));
    assert_eq!(full.status.code(), Some(2));
    assert!(verified(&workdir, "report"), "the report was asked for, and there is room for it");
    // No room for a key.
    let full = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_resettle"), "key", "new", "k"])
        .current_dir(workdir.path())
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(2));
    assert!(said(&full).contains("cannot write k"), "{}", said(&full));
    assert!(!workdir.path().join("k").exists() && !workdir.path().join("k.pub").exists());
    for limit in [1, 8, 16, 64, 256] {
        let args = replay("full");
        let shell = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$@\"");
        let full = Command::new("sh")
            .args(["-c", &shell, "sh", env!("CARGO_BIN_EXE_resettle")])
            .args(&args)
            .current_dir(workdir.path())
            .output()
            .unwrap();
        if full.status.code() == Some(0) {
            assert!(verified(&workdir, "full"));
            break;
        }
        assert_eq!(full.status.code(), Some(2), "{}", said(&full));
        assert!(said(&full).contains("cannot write full/"), "{}", said(&full));
        assert!(!workdir.path().join("full").exists(), "{limit}: {:?}", names(&workdir.path().join("full")));
        assert!(
            fs::read_dir(workdir.path())
                .unwrap()
                .all(|one| { !one.unwrap().file_name().to_string_lossy().starts_with(".resettle-") })
        );
    }
}

/// As somebody who is not the superuser, whom no rights stop.
#[test]
fn a_folder_that_nobody_may_read_is_reported_and_the_rest_is_judged() {
    if !has_tool("setpriv") {
        return;
    }
    let workdir = workdir();
    for folder in ["logs", "logs/closed", "logs/open"] {
        fs::create_dir(workdir.path().join(folder)).unwrap();
        workdir.set_mode(folder, 0o755);
    }
    fs::copy(workdir.path().join("log.jsonl"), workdir.path().join("logs/open/log.jsonl")).unwrap();
    fs::copy(workdir.path().join("log.jsonl"), workdir.path().join("logs/locked.jsonl")).unwrap();
    workdir.set_mode("logs/open/log.jsonl", 0o644);
    workdir.set_mode("trust.yaml", 0o644);
    workdir.set_mode("logs/locked.jsonl", 0);
    workdir.set_mode("logs/closed", 0);
    workdir.set_mode(".", 0o755);
    let binary = workdir.path().join("resettle");
    fs::copy(env!("CARGO_BIN_EXE_resettle"), &binary).unwrap();
    let everybody = |args: &[&str]| {
        let output = Command::new("setpriv")
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(&binary)
            .args(args)
            .current_dir(workdir.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout.clone()).unwrap(), said(&output))
    };
    let (status, out, err) = everybody(&["batch", "logs", "--trust", "trust.yaml", "--format", "json"]);
    assert_eq!(status, Some(2), "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(report["summary"]["coups"].as_u64().unwrap() > 0);
    let unread: Vec<&str> =
        report["scope"]["unread"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(unread, ["logs/closed", "logs/locked.jsonl"]);
    for path in unread {
        assert!(err.contains(&format!("cannot read {path}")) && err.contains("ask for the right to read"), "{err}");
    }
    let (status, _, err) = everybody(&["replay", "logs/locked.jsonl"]);
    assert!(status == Some(2) && err.contains("cannot read logs/locked.jsonl"), "{err}");
    // Nor does a folder that takes nothing lose what is printed.
    workdir.set_mode("signer", 0o644);
    let (status, _, err) = everybody(&["replay", "logs/open/log.jsonl", "--trust", "trust.yaml"]);
    assert!(status < Some(2), "{err}");
    workdir.set_mode("logs/closed", 0o755);
}

/// Stops a run while it reads, does something to the log, and lets it go on.
fn disturbed(workdir: &Workdir, args: &[&str], disturb: impl FnOnce(&Path)) -> (Option<i32>, String, String) {
    let mut child = command(workdir, args).stdout(Stdio::piped()).spawn().unwrap();
    let signal = |name: &str| {
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
    };
    // Nothing else that a run reads is as long as this.
    let is_reading = || {
        let counted = fs::read_to_string(format!("/proc/{}/io", child.id())).unwrap();
        let read = counted.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap();
        read.parse::<u64>().unwrap() > 4_000_000
    };
    let began = Instant::now();
    while !is_reading() {
        assert!(began.elapsed() < Duration::from_secs(60), "the log is never read");
    }
    signal("-STOP");
    disturb(&workdir.path().join("great.jsonl"));
    signal("-CONT");
    let mut out = String::new();
    std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut out).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), out, said(&output))
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_changes_while_it_is_read_is_reported() {
    let workdir = workdir();
    // Long enough that no run reads it to its end before it can be stopped.
    let made = simulate_in(workdir.path(), &["log", "sg/mbs/baccarat/2017-02-17", "--out", "sim", "--coups", "150000"]);
    assert_eq!(made.status, 0, "{}", made.err);
    let log = fs::read_dir(workdir.path().join("sim"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .unwrap();
    let great = workdir.path().join("great.jsonl");
    fs::copy(&log, &great).unwrap();
    let length = fs::metadata(&great).unwrap().len();
    let quiet = workdir.run(&["replay", "great.jsonl", "--trust", "sim/trust.yaml", "--format", "json"]);
    assert!(quiet.status < 2, "{}", quiet.err);
    let grow = |path: &Path| {
        fs::OpenOptions::new().append(true).open(path).unwrap().write_all(b"{\"seq\":").unwrap();
    };
    let cut = |path: &Path| fs::OpenOptions::new().write(true).open(path).unwrap().set_len(length - 1000).unwrap();
    let replay = &["replay", "great.jsonl", "--trust", "sim/trust.yaml", "--format", "json"][..];
    let verify = &["verify", "great.jsonl", "--trust", "sim/trust.yaml", "--format", "json"][..];
    for args in [replay, verify] {
        for (disturb, what) in [(&grow as &dyn Fn(&Path), "grew"), (&cut, "was cut")] {
            fs::copy(&log, &great).unwrap();
            let (status, out, err) = disturbed(&workdir, args, disturb);
            assert_eq!(status, Some(2), "{err}");
            assert!(err.contains(&format!("it {what} from {length} to")), "{err}");
            assert!(err.contains("a copy that no program writes to"), "{err}");
            let report: serde_json::Value = serde_json::from_str(&out).unwrap();
            assert_eq!(report["inputs"].as_array().unwrap().len(), 1, "what was read is told");
            assert_eq!(report["unread"][0]["path"], "great.jsonl");
            assert!(report["unread"][0]["error"].as_str().unwrap().contains(what), "{}", report["unread"]);
        }
    }
    fs::create_dir(workdir.path().join("logs")).unwrap();
    fs::rename(&great, workdir.path().join("logs/great.jsonl")).unwrap();
    std::os::unix::fs::symlink("logs/great.jsonl", &great).unwrap();
    fs::copy(&log, &great).unwrap();
    let batch = ["batch", "logs", "--trust", "sim/trust.yaml", "--format", "json"];
    let (status, out, err) = disturbed(&workdir, &batch, |path| {
        // A batch opens each log twice: first for the table that it is of.
        std::thread::sleep(Duration::from_millis(1));
        grow(path);
    });
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    match status {
        // It grew before it was opened for good: what was added is judged with the rest.
        Some(1) => assert!(report["findings"].as_array().unwrap().iter().any(|one| one["file"] == "logs/great.jsonl")),
        Some(2) => {
            assert_eq!(report["scope"]["unread"][0]["path"], "logs/great.jsonl");
            assert!(err.contains("it grew from"), "{err}");
        }
        other => panic!("{other:?}\n{err}"),
    }
}
