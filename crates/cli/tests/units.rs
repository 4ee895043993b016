//! `plan`, `judge` and `merge` give what `batch` gives, byte for byte, whatever happens to the units on the way.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::{Run, resettle_in, scratch, simulate_in};
use crate::month::{AT, Month};
use resettle_testkit::sha256;
use serde_json::Value;

const BY: [&str; 4] = ["--trust", "month/trust.yaml", "--roster", "month/roster.yaml"];

fn month() -> Month {
    let month = Month::of(4, 2, 1_200, 4);
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    month
}

/// Plans, and gives how many units there are.
fn plan(month: &Month, name: &str, more: &[&str]) -> usize {
    let run = month.run(&[&["plan", "month", "--out", name, "--at", AT], &BY[..], more].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let units = month.text(name).lines().count() - 1;
    assert_eq!(run.out, format!("{name}: {units} units of 8 logs\n"));
    units
}

fn judge(month: &Month, name: &str, out: &str, units: &[usize], more: &[&str]) -> Run {
    let numbers: Vec<String> = units.iter().map(usize::to_string).collect();
    let units = numbers.iter().flat_map(|number| ["--unit", number]);
    month.run(&["judge", name, "--out", out].into_iter().chain(units).chain(more.iter().copied()).collect::<Vec<_>>())
}

fn merge(month: &Month, name: &str, results: &str, more: &[&str]) -> Run {
    month.run(&[&["merge", name, "--results", results], &BY[..], more].concat())
}

/// The names of a plan's results, in the order of its units.
fn results(month: &Month, name: &str) -> Vec<String> {
    let units: Vec<Value> = month.text(name).lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    units.iter().map(|unit| format!("{}.result", unit["key"].as_str().unwrap())).collect()
}

/// Every file of a folder with its bytes.
fn folder(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().into(), std::fs::read(&path).unwrap())).collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, target).unwrap();
        }
    }
}

#[test]
fn units_judged_anywhere_in_any_order_are_reported_as_a_batch_is() {
    let month = month();
    let at = |name: &str| month.path().join(name);
    let written = |report: &'static str, tables: &'static str| {
        ["--report", report, "--key", "auditor", "--export", tables, "--max-per-code", "40"]
    };
    let whole = month.batch(&[&BY[2..], &written("whole", "whole-tables")].concat());
    assert_eq!(whole.status, 1, "{}", whole.err);

    let units = plan(&month, "june.plan", &["--export-format", "parquet"]);
    assert_eq!(units, 4);
    copy(&at("month"), &at("elsewhere/logs"));
    std::fs::create_dir(at("results")).unwrap();
    // What a killed process left, and half of a result.
    month.write("results/.resettle-k1ll3d", "half");
    month.write(&format!("results/{}", results(&month, "june.plan")[1]), "{\"kind\":\"resettle-result/1\"");
    let by = ["--trust", "month/trust.yaml", "--roster", "month/roster.yaml", "--logs", "elsewhere/logs"];
    for unit in (1..=units).rev() {
        let run = judge(&month, "june.plan", "results", &[unit], &by);
        assert_eq!(run.status, 0, "{}", run.err);
        assert_eq!(run.out, format!("{unit} results/{}\n", results(&month, "june.plan")[unit - 1]));
    }
    // Judged twice: what is there stays; and in another folder it comes to the same bytes.
    let again = judge(&month, "june.plan", "results", &[2, 3], &by);
    assert!(again.err.contains("unit 2: its result is there already"), "{}", again.err);
    assert_eq!(judge(&month, "june.plan", "others", &[1, 2, 3, 4], &BY).status, 0);
    for name in results(&month, "june.plan") {
        assert!(std::fs::read(at("results").join(&name)).unwrap() == std::fs::read(at("others").join(&name)).unwrap());
    }
    // The machine that merges needs none of the logs.
    std::fs::rename(at("month"), at("away")).unwrap();
    std::fs::create_dir(at("month")).unwrap();
    for name in ["trust.yaml", "roster.yaml"] {
        std::fs::copy(at("away").join(name), at("month").join(name)).unwrap();
    }
    let merged = merge(&month, "june.plan", "results", &written("merged", "merged-tables"));
    assert_eq!(merged.status, 1, "{}", merged.err);
    assert!(merged.out == whole.out, "{}\n{}", merged.out, whole.out);
    assert!(folder(&at("merged")) == folder(&at("whole")), "the reports differ");
    assert!(folder(&at("merged-tables")) == folder(&at("whole-tables")), "the tables differ");
}

#[test]
fn days_and_tables_are_chosen_by_the_plan() {
    let month = month();
    let chosen = ["--from", "2023-06-02", "--to", "2023-06-02", "--venue", "mbs"];
    let whole = month.batch(&[&BY[2..], &chosen, &["--format", "json"]].concat());
    let run = month.run(&[&["plan", "month", "--out", "june.plan", "--at", AT], &BY[..], &chosen].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let units: Vec<usize> = (1..month.text("june.plan").lines().count()).collect();
    let run = judge(&month, "june.plan", "results", &units, &BY);
    assert_eq!(run.status, 0, "{}", run.err);
    let merged = merge(&month, "june.plan", "results", &["--format", "json"]);
    assert_eq!(merged.status, whole.status, "{}", merged.err);
    assert!(merged.out == whole.out, "the reports differ");
}

#[test]
fn logs_that_cannot_be_read_are_reported_as_a_batch_reports_them() {
    let month = month();
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    std::os::unix::fs::symlink("nowhere", month.path().join("month/gone.jsonl")).unwrap();
    let whole = month.batch(&[&BY[2..], &["--format", "json"]].concat());
    assert_eq!(whole.status, 2, "{}", whole.err);
    let run = month.run(&[&["plan", "month", "--out", "june.plan", "--at", AT], &BY[..]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let units: Vec<usize> = (1..month.text("june.plan").lines().count()).collect();
    assert_eq!(judge(&month, "june.plan", "results", &units, &BY).status, 0);
    let merged = merge(&month, "june.plan", "results", &["--format", "json"]);
    assert_eq!(merged.status, 2, "{}", merged.err);
    assert!(merged.out == whole.out, "the reports differ");
}

#[test]
fn what_was_remembered_of_logs_is_compared_when_units_are_merged() {
    let month = month();
    let remember = |heads: &str| month.batch(&[&BY[2..], &["--format", "json", "--heads", heads]].concat());
    assert_eq!(remember("one.heads").status, 1);
    month.write("two.heads", month.text("one.heads"));
    // A log lost its end, and one is there twice.
    let log = std::fs::read_dir(month.path().join("month")).unwrap().map(|entry| entry.unwrap().path());
    let mut logs: Vec<PathBuf> = log.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect();
    logs.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    logs.sort();
    let text = std::fs::read_to_string(&logs[0]).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&logs[0], format!("{}\n", lines[..lines.len() / 2].join("\n"))).unwrap();
    std::fs::copy(&logs[1], logs[1].with_extension("copy.jsonl")).unwrap();
    let whole = remember("one.heads");
    assert!(whole.out.contains("integrity/rolled-back"), "{}", whole.err);
    let run = month.run(&[&["plan", "month", "--out", "june.plan", "--at", AT], &BY[..]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(judge(&month, "june.plan", "results", &[1, 2, 3, 4], &BY).status, 0);
    let merged = merge(&month, "june.plan", "results", &["--format", "json", "--heads", "two.heads"]);
    assert_eq!(merged.status, whole.status, "{}", merged.err);
    assert!(merged.out.replace("two.heads", "one.heads") == whole.out, "the reports differ");
    assert!(month.text("two.heads") == month.text("one.heads"));
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}

/// Tables whose logs hold a tournament are judged again once all were judged: merging reads their logs.
#[test]
fn tournaments_are_joined_when_units_are_merged() {
    let folder = scratch();
    let run = |args: &[&str]| resettle_in(folder.path(), args);
    let star = "au-nsw/star/7-up-baccarat/2016-08-17";
    let played = simulate_in(folder.path(), &["log", star, "--tournament", "--seed", "7", "--out", "played"]);
    assert_eq!(played.status, 0, "{}", played.err);
    let by = ["--trust", "played/trust.yaml"];
    let whole = run(&[&["batch", "played", "--format", "json", "--at", AT], &by[..]].concat());
    assert!(whole.status < 2 && whole.out.contains("\"tournaments\""), "{}", whole.err);
    let planned = run(&[&["plan", "played", "--out", "plan", "--at", AT], &by[..]].concat());
    assert_eq!(planned.status, 0, "{}", planned.err);
    let units = std::fs::read_to_string(folder.path().join("plan")).unwrap().lines().count() - 1;
    assert!(units > 1);
    for unit in 1..=units {
        let judged = run(&[&["judge", "plan", "--out", "results", "--unit", &unit.to_string()], &by[..]].concat());
        assert_eq!(judged.status, 0, "{}", judged.err);
    }
    let merged = run(&[&["merge", "plan", "--results", "results", "--format", "json"], &by[..]].concat());
    assert_eq!(merged.status, whole.status, "{}", merged.err);
    assert!(merged.out == whole.out, "the reports differ");
    std::fs::rename(folder.path().join("played"), folder.path().join("away")).unwrap();
    let merged = run(&["merge", "plan", "--results", "results", "--trust", "away/trust.yaml"]);
    assert!(merged.status == 2 && merged.err.contains("cannot read played/"), "{}", merged.err);
}

#[test]
fn a_log_that_changed_is_refused() {
    let month = month();
    plan(&month, "june.plan", &[]);
    let unit: Value = serde_json::from_str(month.text("june.plan").lines().nth(2).unwrap()).unwrap();
    let log = unit["logs"][0]["path"].as_str().unwrap();
    let text = month.text(&format!("month/{log}"));
    let refused = |text: &str, why: &str| {
        month.write(&format!("month/{log}"), text);
        let run = judge(&month, "june.plan", "results", &[2], &BY);
        assert!(run.status == 2 && run.err.contains(why) && run.err.contains(log), "{}", run.err);
        assert_eq!(std::fs::read_dir(month.path().join("results")).unwrap().count(), 0, "nothing is left");
    };
    refused(&format!("{text}\n"), "is not the log that was planned");
    let at = text.rfind("\"sig\":\"").unwrap() + 8;
    let other = if text.as_bytes()[at] == b'A' { "B" } else { "A" };
    refused(&format!("{}{other}{}", &text[..at], &text[at + 1..]), "is not the log that was planned");
    std::fs::remove_file(month.path().join("month").join(log)).unwrap();
    let run = judge(&month, "june.plan", "results", &[2], &BY);
    assert!(run.status == 2 && run.err.contains("cannot read") && run.err.contains(log), "{}", run.err);
}

#[test]
fn results_that_lack_are_all_named_at_once() {
    let month = month();
    plan(&month, "june.plan", &[]);
    assert_eq!(judge(&month, "june.plan", "results", &[1, 2, 3], &BY).status, 0);
    let names = results(&month, "june.plan");
    let result = |at: usize| format!("results/{}", names[at]);
    let path = |at: usize| month.path().join(result(at));
    // One is damaged, one bears the name of another.
    let mut bytes = std::fs::read(path(0)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    month.write(&result(0), bytes);
    std::fs::rename(path(1), path(2)).unwrap();
    let run = merge(&month, "june.plan", "results", &[]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    for reported in [
        "4 of 4 units lack a usable result in results",
        "unit 1 (star 7-up-baccarat 7UP-01): its result is damaged",
        "): no result",
        "): its result is of another unit, or by other options",
        "--unit 1 --unit 2 --unit 3 --unit 4",
    ] {
        assert!(run.err.contains(reported), "{reported}\n{}", run.err);
    }
    // What it says mends it.
    assert_eq!(judge(&month, "june.plan", "results", &[1, 2, 3, 4], &BY).status, 0);
    assert_eq!(merge(&month, "june.plan", "results", &[]).status, 1);
}

#[test]
fn what_was_judged_by_other_files_or_options_is_refused() {
    let month = month();
    plan(&month, "june.plan", &[]);
    for (more, reported) in [
        (&["--roster", "month/roster.yaml"][..], "the trust store (--trust)"),
        (&["--trust", "month/trust.yaml"], "the roster (--roster)"),
    ] {
        for run in [
            judge(&month, "june.plan", "results", &[1], more),
            month.run(&[&["merge", "june.plan", "--results", "results"], more].concat()),
        ] {
            assert!(run.status == 2 && run.err.contains("differs from the plan"), "{}", run.err);
            assert!(run.err.contains(reported), "{}", run.err);
        }
    }
    // The same logs under other days are other results, whatever file they are put into.
    let units = plan(&month, "other.plan", &["--from", "2023-06-01"]);
    let all: Vec<usize> = (1..=units).collect();
    assert_eq!(judge(&month, "other.plan", "others", &all, &BY).status, 0);
    std::fs::create_dir(month.path().join("results")).unwrap();
    for (from, to) in results(&month, "other.plan").iter().zip(results(&month, "june.plan")) {
        assert_ne!(*from, to);
        std::fs::copy(month.path().join("others").join(from), month.path().join("results").join(to)).unwrap();
    }
    let run = merge(&month, "june.plan", "results", &[]);
    assert!(run.err.matches("by other options").count() == units, "{}", run.err);
    // Nor does a changed plan pass, nor another program's.
    let text = month.text("june.plan");
    let refused = |text: String, reported: &str| {
        month.write("changed.plan", text);
        for run in [judge(&month, "changed.plan", "results", &[1], &BY), merge(&month, "changed.plan", "results", &[])]
        {
            assert!(run.status == 2 && run.err.contains(reported), "{reported}\n{}", run.err);
        }
    };
    refused(text.replace("\"context\":false", "\"context\":true"), "of the plan was changed");
    refused(text.replace("\"binary\":\"", "\"binary\":\"0"), "written by another program");
    refused(text.lines().next().unwrap().to_owned(), "is cut off or was changed");
    refused("{}\n".to_owned(), "is no plan");
    let run = judge(&month, "june.plan", "results", &[5], &BY);
    assert!(run.status == 2 && run.err.contains("has no unit 5"), "{}", run.err);
    let run = merge(&month, "june.plan", "results", &["--export", "tables"]);
    assert!(run.status == 2 && run.err.contains("plan with --export-format"), "{}", run.err);
}

#[test]
fn paths_that_are_no_unicode_are_planned_as_a_batch_judges_them() {
    use std::os::unix::ffi::OsStrExt as _;
    let month = month();
    let renamed = |from: &Path, name: &[u8]| {
        let to = from.with_file_name(std::ffi::OsStr::from_bytes(name));
        std::fs::rename(from, &to).unwrap();
        to
    };
    let plain = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    let log = below(&month.path().join("month/mbs")).into_iter().find(plain).unwrap();
    renamed(&log, b"2023-06-\xff1.jsonl");
    renamed(log.parent().unwrap(), b"Tisch \xe4");
    let whole = month.batch(&[&BY[2..], &["--report", "whole", "--key", "auditor"]].concat());
    assert_eq!(whole.status, 1, "{}", whole.err);
    let units = plan(&month, "june.plan", &[]);
    assert!(month.text("june.plan").contains("\"path_bytes\":\""));
    let all: Vec<usize> = (1..=units).collect();
    assert_eq!(judge(&month, "june.plan", "results", &all, &BY).status, 0);
    let merged = merge(&month, "june.plan", "results", &["--report", "merged", "--key", "auditor"]);
    assert_eq!((merged.status, &merged.out), (1, &whole.out), "{}", merged.err);
    let at = |name: &str| month.path().join(name);
    assert_eq!(folder(&at("merged")), folder(&at("whole")));

    // And the folder itself.
    let folder = renamed(&at("month"), b"M\xe4rz");
    for file in ["trust.yaml", "roster.yaml"] {
        std::fs::copy(folder.join(file), at(file)).unwrap();
    }
    let by = ["--trust", "trust.yaml", "--roster", "roster.yaml"].map(std::ffi::OsStr::new);
    let run = |args: &[&std::ffi::OsStr]| {
        let args = args.iter().chain(&by);
        let out =
            std::process::Command::new(env!("CARGO_BIN_EXE_resettle")).args(args).current_dir(month.path()).output();
        let out = out.unwrap();
        (
            out.status.code().unwrap(),
            String::from_utf8(out.stdout).unwrap(),
            String::from_utf8_lossy(&out.stderr).into_owned(),
        )
    };
    let words = |line: &'static str| line.split(' ').map(std::ffi::OsStr::new).collect::<Vec<_>>();
    let moved = std::ffi::OsStr::from_bytes(b"M\xe4rz");
    let at = ["--at", AT].map(std::ffi::OsStr::new);
    let whole = run(&[&words("batch")[..], &[moved], &at].concat());
    assert_eq!(whole.0, 1, "{}", whole.2);
    assert_eq!(run(&[&words("plan --out march.plan")[..], &[moved], &at].concat()).0, 0);
    assert_eq!(run(&words("judge march.plan --out march --unit 1 --unit 2 --unit 3 --unit 4")).0, 0);
    let merged = run(&words("merge march.plan --results march"));
    assert_eq!((merged.0, merged.1), (1, whole.1), "{}", merged.2);
}

/// Whoever can write to the folder of results can write another one there, whole, with a hash that is right.
#[test]
fn a_result_that_somebody_else_wrote_is_found_where_its_unit_is_judged_again() {
    let month = month();
    let units = plan(&month, "june.plan", &[]);
    let all: Vec<usize> = (1..=units).collect();
    assert_eq!(judge(&month, "june.plan", "results", &all, &BY).status, 0);
    let all = units.to_string();
    let honest = merge(&month, "june.plan", "results", &["--format", "json"]);
    assert_eq!(honest.status, 1);
    assert!(honest.err.contains("nothing shows who made the results in results"), "{}", honest.err);

    let report = |more: &[&str]| {
        let run = merge(&month, "june.plan", "results", &[&["--format", "json"], more].concat());
        assert_eq!(run.status, 1, "{}", run.err);
        serde_json::from_str::<Value>(&run.out).unwrap()
    };
    let mut some = report(&["--judge-again", "2", "--again-seed", "7"]);
    let used = some.as_object_mut().unwrap().remove("results").unwrap();
    assert_eq!(some, serde_json::from_str::<Value>(&honest.out).unwrap(), "nothing else differs");
    assert_eq!((used["units"].as_u64(), used["seed"].as_u64()), (Some(units as u64), Some(7)));
    assert_eq!(used["judged_again"].as_array().unwrap().len(), 2);
    assert_eq!(report(&["--judge-again", "2", "--again-seed", "7"])["results"], used);
    assert_eq!(report(&["--judge-again", "100"])["results"]["judged_again"].as_array().unwrap().len(), units);
    let text = merge(&month, "june.plan", "results", &["--judge-again", "3", "--again-seed", "7"]).out;
    assert!(text.contains("nothing in them shows who made them"), "{text}");
    assert!(text.contains("the other 1 were not judged again"), "{text}");

    // A finding is taken out of a result, and the hash at its end is made right again.
    let path =
        results(&month, "june.plan").into_iter().map(|name| month.path().join("results").join(name)).find(|path| {
            let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
            text.contains("\"returned\":")
        });
    let path = path.unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let (body, _) = bytes.split_at(bytes.len() - 65);
    let text = String::from_utf8(body.to_vec()).unwrap();
    let changed = text.replacen("\"message\":\"", "\"message\":\"Nothing. ", 1);
    assert_ne!(changed, text);
    let hash = sha256(changed.as_bytes());
    std::fs::write(&path, format!("{changed}{hash}\n")).unwrap();
    let fooled = merge(&month, "june.plan", "results", &["--format", "json"]);
    assert!(fooled.status == 1 && fooled.out.contains("Nothing. ") && fooled.out != honest.out, "{}", fooled.err);
    let found = merge(&month, "june.plan", "results", &["--judge-again", &all, "--report", "none", "--key", "auditor"]);
    assert_eq!((found.status, found.out.as_str()), (2, ""), "{}", found.err);
    for reported in ["one unit comes to here is not what the results say", path.file_name().unwrap().to_str().unwrap()]
    {
        assert!(found.err.contains(reported), "{}", found.err);
    }
    assert!(!month.path().join("none").exists());
}
