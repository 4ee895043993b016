//! The job of `integrations/spark` gives the report of `batch`, with tasks that are killed on the way.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::python::python_in;
use crate::common::{has_tool, root};
use crate::month::{AT, Month};

const BY: [&str; 6] = ["--trust", "month/trust.yaml", "--roster", "month/roster.yaml", "--rulesets", "rules"];

fn spark() -> Option<PathBuf> {
    let requirements = "integrations/spark/requirements.txt";
    let python = python_in("spark", requirements, &["pyspark", "pyarrow"])?;
    has_tool("java").then_some(python)
}

/// The job with what it needs, on this machine.
fn submit(
    month: &Month,
    python: &Path,
    (master, binary, logs, results): (&str, &str, &str, &str),
    merge: &[&str],
) -> Output {
    let job = root().join("integrations/spark/resettle_spark.py");
    // Not by spark-submit, which puts standard error into standard output.
    let options = format!("--master {master} --conf spark.ui.enabled=false pyspark-shell");
    Command::new(python)
        .arg(job)
        .args(["--binary", binary, "--plan", "june.plan", "--logs", logs, "--results", results])
        .args(["--file", "trust=month/trust.yaml", "--file", "roster=month/roster.yaml"])
        .args(["--file", "rulesets=rules", "--"])
        .args(merge)
        .env("PYSPARK_SUBMIT_ARGS", options)
        .env("PYSPARK_PYTHON", python)
        .env("SPARK_LOCAL_IP", "127.0.0.1")
        .current_dir(month.path())
        .output()
        .unwrap()
}

/// A program in place of the binary: in the first attempt at each unit it kills somebody, later it is the binary.
fn stumbling(month: &Month, name: &str, whom: &str) {
    let text = format!(
        "#!/bin/sh\nif [ \"$1\" = judge ] && mkdir \"{}/{name}-tried-$4\" 2>/dev/null; then\n  {whom}\n  sleep 60\nfi\n\
         exec \"{}\" \"$@\"\n",
        month.path().display(),
        env!("CARGO_BIN_EXE_resettle")
    );
    month.write(name, text);
    std::fs::set_permissions(month.path().join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_job_of_which_tasks_and_executors_are_killed_gives_the_report_of_a_batch() {
    let Some(python) = spark() else { return };
    let month = Month::of(3, 2, 600, 4);
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    // Fewer than the built-in ones: without them no unit of the plan is judged.
    std::fs::create_dir(month.path().join("rules")).unwrap();
    let copied = Command::new("cp").arg("-r").args([root().join("rulesets/sg"), month.path().join("rules")]).status();
    assert!(copied.unwrap().success());
    let signed = |report: &'static str| ["--report", report, "--key", "auditor", "--with", "csv"];
    let whole = month.batch(&[&BY[2..], &signed("whole")].concat());
    assert_eq!(whole.status, 1, "{}", whole.err);
    let plan = month.run(&[&["plan", "month", "--out", "june.plan", "--at", AT], &BY[..]].concat());
    assert_eq!(plan.status, 0, "{}", plan.err);

    // The Python of the task, then the whole executor: its process is the one above the daemon of Pythons.
    stumbling(&month, "killing-tasks", "kill -9 $PPID");
    let executor = "daemon=$(ps -o ppid= -p $PPID); kill -9 $(ps -o ppid= -p $daemon)";
    stumbling(&month, "killing-executors", &format!("[ \"$4\" = 2 ] && {{ {executor}; }} || exec false"));
    // Once with folders, once with places that logs are fetched from and results are put into.
    let place = |name: &str| format!("file://{}/{name}", month.path().display());
    for (master, binary, logs, results, report) in [
        ("local[2,4]", "killing-tasks", "month".to_owned(), "results".to_owned(), "by-tasks"),
        ("local-cluster[2,1,1024]", "killing-executors", place("month"), place("others"), "by-executors"),
    ] {
        let run = submit(&month, &python, (master, binary, &logs, &results), &signed(report));
        let err = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{master}: {err}");
        assert!(month.path().join(format!("{binary}-tried-1")).is_dir(), "{master}: no task was killed");
        assert!(String::from_utf8_lossy(&run.stdout) == whole.out, "{master}: {err}");
        assert_eq!(files(&month, report), files(&month, "whole"), "{master}");
    }
}

fn files(month: &Month, folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(month.path().join(folder)).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> =
        entries.map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())).collect();
    files.sort();
    files
}
