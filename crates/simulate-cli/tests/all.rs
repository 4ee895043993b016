//! `resettle-simulate`
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use resettle_simulate::{Scope, faults};
use tempfile::tempdir as scratch;

const SEVEN_UP: &str = "sg/mbs/7-up-baccarat/2017-02-17";
const FILES: [&str; 5] = ["coups.csv", "expected.json", "log.jsonl", "planted.txt", "trust.yaml"];

/// What a run gave.
struct Run {
    status: i32,
    out: String,
    err: String,
}

fn run(command: &mut Command) -> Run {
    let output = command.env("NO_COLOR", "1").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn simulate(folder: &Path, args: &[&str]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_resettle-simulate")).arg("log").args(args).current_dir(folder))
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn equal_seeds_give_equal_bytes() {
    let folder = scratch().unwrap();
    for (name, seed) in [("one", "7"), ("two", "7"), ("other", "8")] {
        let run = simulate(folder.path(), &[SEVEN_UP, "--seed", seed, "--one-in", "5", "--out", name]);
        assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
        assert!(run.err.starts_with(&format!("{name}: ")), "{}", run.err);
        let mut files: Vec<String> = std::fs::read_dir(folder.path().join(name))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        assert_eq!(files, FILES);
    }
    for file in FILES {
        let [one, two, other] = ["one", "two", "other"].map(|name| read(folder.path(), &format!("{name}/{file}")));
        assert!(one == two, "{file} differs");
        assert!(one != other, "{file} does not depend on the seed");
    }
}

#[test]
fn every_fault_is_explained() {
    let folder = scratch().unwrap();
    let run = simulate(folder.path(), &["--list-faults"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for fault in faults() {
        let gives = fault.code.map_or("a near miss, gives nothing".to_owned(), |code| format!("gives {code}"));
        let scope = match fault.scope {
            Scope::Coup => "in a coup",
            Scope::Shoe => "in a shoe",
            Scope::Sources => "in a coup of several sources",
            Scope::Log => "in the whole log",
        };
        let line = format!("\n  {}: {gives}, {scope}\n      {}\n", fault.name, fault.about);
        assert!(run.out.contains(&line), "{}", fault.name);
    }
}

#[test]
fn what_cannot_be_simulated_is_reported_and_leaves_nothing_behind() {
    let folder = scratch().unwrap();
    let cases: [(&[&str], &str); 6] = [
        (
            &["sg/mbs/poker/2017-02-17", "--out", "x"],
            "error: there is no ruleset `sg/mbs/poker/2017-02-17`\n  help: did you mean `sg/mbs/7-up-baccarat/2017-02-17`",
        ),
        (
            &[SEVEN_UP, "--plant", "stolen@3", "--out", "x"],
            "error: there is no fault `stolen`\n  help: `resettle-simulate log --list-faults` explains those there are\n",
        ),
        (&[SEVEN_UP, "--only", "stolen", "--one-in", "2", "--out", "x"], "error: there is no fault `stolen`\n"),
        (
            &[SEVEN_UP, "--plant", "underpaid", "--out", "x"],
            "error: `underpaid` is no fault at a coup\n  help: write it as underpaid@17\n",
        ),
        (&[SEVEN_UP, "--plant", "nobody_told@3", "--out", "x"], "error: these rules cannot show nobody_told\n"),
        (
            &[SEVEN_UP, "--coups", "5", "--plant", "underpaid@6", "--out", "x"],
            "error: no place for underpaid at coup 6 or after it\n",
        ),
    ];
    for (args, message) in cases {
        let run = simulate(folder.path(), args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with(message), "{args:?}: {}", run.err);
        assert!(!folder.path().join("x").exists(), "{args:?} left a folder behind");
    }
    for args in [&[][..], &[SEVEN_UP], &["--out", "x"]] {
        assert_eq!(simulate(folder.path(), args).status, 2, "{args:?}");
    }
}

#[test]
fn a_folder_that_exists_is_left_alone() {
    let folder = scratch().unwrap();
    std::fs::create_dir(folder.path().join("x")).unwrap();
    std::fs::write(folder.path().join("x/log.jsonl"), "mine").unwrap();
    let run = simulate(folder.path(), &[SEVEN_UP, "--out", "x"]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.starts_with("error: cannot write x: ") && run.err.contains("nothing is overwritten"),
        "{}",
        run.err
    );
    assert_eq!(read(folder.path(), "x/log.jsonl"), "mine");
    assert_eq!(std::fs::read_dir(folder.path().join("x")).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_played_by_data_is_reported() {
    let folder = scratch().unwrap();
    let refused = |args: &[&str]| {
        let run = simulate(folder.path(), &[&[SEVEN_UP, "--by-data", "--out", "x"], args].concat());
        assert_eq!(run.status, 2, "{args:?}");
        assert!(!folder.path().join("x").exists(), "{args:?}");
        run.err
    };
    assert!(refused(&["--only", "underpayd"]).contains("there is no fault `underpayd`"));
    assert!(refused(&["--plant", "underpaid"]).contains("write it as underpaid@17"));
    assert!(refused(&["--plant", "no_commission@3"]).contains("no coup at 3 or after it can show no_commission"));
    assert!(refused(&["--split", "3"]).contains("leave --split and --plain out"));
    assert!(refused(&["--staff"]).contains("and --staff"));
    let chosen = simulate(folder.path(), &[SEVEN_UP, "--elect", "dragon=yes", "--out", "x"]);
    assert!(chosen.status == 2 && chosen.err.contains("leaves no choice of `dragon`"), "{}", chosen.err);
    let empty = simulate(folder.path(), &[SEVEN_UP, "--by-data", "--coups", "0", "--out", "empty"]);
    assert_eq!(empty.status, 0, "{}", empty.err);
    let unknown = simulate(folder.path(), &["sg/mbs/pontoon/2017-02-17", "--out", "x"]);
    assert!(
        unknown.status == 2 && unknown.err.contains("there is no ruleset `sg/mbs/pontoon/2017-02-17`"),
        "{}",
        unknown.err
    );
}

/// The binary's status where it cannot print at all is a failure, and no panic.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_resettle-simulate"));
    let run = run(command.args(["log", "--list-faults"]).stdout(full));
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("error: cannot write to standard output"), "{}", run.err);
}
