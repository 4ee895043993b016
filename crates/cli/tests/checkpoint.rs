//! A run that is killed goes on where it was, and ends as if nothing had happened.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::month::{AT, Month};
use resettle_testkit::sha256;
use serde_json::Value;

const ARGS: [&str; 8] = ["--format", "json", "--roster", "month/roster.yaml", "--checkpoint", "run", "--threads", "2"];

fn child(month: &Month) -> std::process::Child {
    let args = [&["batch", "month", "--trust", "month/trust.yaml", "--at", AT][..], &ARGS].concat();
    Command::new(env!("CARGO_BIN_EXE_resettle"))
        .args(args)
        .current_dir(month.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_run_killed_at_any_point_and_taken_up_again_gives_the_same_report() {
    let month = Month::of(10, 3, 20_000, 5);
    let whole = month.batch(&ARGS[..4]);
    assert_eq!(whole.status, 1, "{}", whole.err);
    let kept = || month.path().join("run.results").read_dir().map_or(0, Iterator::count);
    for tables in [0, 1, 2, 4, 6] {
        let mut child = child(&month);
        while kept() < tables && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(kept() > 0, "nothing was kept though six tables were");
    let resumed = month.batch(&ARGS);
    assert_eq!(resumed.status, 1, "{}", resumed.err);
    let finished = resumed.err.contains("tables were finished before");
    let (resumed, taken) = but_for_the_checkpoint(&resumed.out);
    assert!(resumed == but_for_the_checkpoint(&whole.out).0, "the report differs after being taken up again");
    assert_eq!(taken["path"].as_str(), finished.then_some("run"), "{taken}");
    assert!(!month.path().join("run").exists() && !month.path().join("run.results").exists(), "nothing is left");
}

/// A report, and what it says of results that nobody vouches for.
fn but_for_the_checkpoint(report: &str) -> (Value, Value) {
    let mut report: Value = serde_json::from_str(report).unwrap();
    let taken = report.as_object_mut().unwrap().remove("checkpoint").unwrap_or_default();
    (report, taken)
}

/// The same with a key: then results are bound to it, and the signed report does not show that there was an interruption.
#[test]
fn a_signed_run_killed_and_taken_up_again_signs_the_same_report() {
    let month = Month::of(4, 2, 1_200, 4);
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    assert_eq!(month.batch(&signed("whole")[..]).status, 1);
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    assert_eq!(month.batch(&signed("first")).status, 2);
    std::fs::remove_file(month.path().join("month/cut.jsonl.gz")).unwrap();
    let run = month.batch(&signed("second"));
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.err.contains("4 of 4 tables were finished before"), "{}", run.err);
    assert!(month.text("second/report.json") == month.text("whole/report.json"));
}

fn signed(report: &str) -> Vec<&str> {
    [&ARGS[..], &["--verbose", "--report", report, "--key", "auditor", "--with", "csv"]].concat()
}

/// Takes all findings out of every result, and has each hash say that nothing happened. Gives how many were changed.
fn without_findings(month: &Month, more: impl Fn(&mut Value)) -> usize {
    let text = month.text("run");
    let mut lines = text.lines().map(|line| line.split_once("  ").unwrap().1.to_owned());
    let mut kept = vec![lines.next().unwrap()];
    let mut changed = 0;
    for line in lines {
        let mut entry: Value = serde_json::from_str(&line).unwrap();
        let path = month.path().join("run.results").join(entry["results"].as_str().unwrap());
        let result = std::fs::read_to_string(&path).unwrap();
        let mut rows = result.lines();
        let about = rows.next().unwrap();
        let mut head: Value = serde_json::from_str(rows.next().unwrap()).unwrap();
        let findings = head["findings"].as_u64().unwrap();
        changed += usize::from(findings > 0);
        head["findings"] = 0.into();
        head["counts"]["by_code"] = serde_json::json!({});
        head["counts"]["by_severity"] = serde_json::json!({});
        let rows: Vec<&str> = rows.skip(usize::try_from(findings).unwrap()).collect();
        let edited = format!("{about}\n{head}\n{}\n", rows.join("\n"));
        std::fs::write(&path, &edited).unwrap();
        entry["sha256"] = sha256(edited.as_bytes()).into();
        more(&mut entry);
        kept.push(entry.to_string());
    }
    let lines: Vec<String> = kept.iter().map(|json| format!("{}  {json}\n", sha256(json.as_bytes()))).collect();
    month.write("run", lines.concat());
    changed
}

#[test]
fn results_that_somebody_edited_are_never_signed() {
    let month = finished_but_one();
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    assert_eq!(month.run(&["key", "new", "somebody"]).status, 0);
    let whole = month.batch(&["--format", "json", "--roster", "month/roster.yaml"]).out;
    let findings = |report: &str| {
        let report: Value = serde_json::from_str(report).unwrap();
        report["findings"].as_array().unwrap().len()
    };
    // Kept without a key: whoever can write there says what was found, and the report says so.
    assert!(without_findings(&month, |_| ()) > 0);
    let unsigned = month.batch(&ARGS);
    let (report, taken) = but_for_the_checkpoint(&unsigned.out);
    assert!(report["findings"].as_array().unwrap().len() < findings(&whole), "the edited results were taken");
    let tables = taken["tables"].as_array().unwrap();
    assert!(tables.len() == 4 && tables.contains(&"mbs 7-up-baccarat 7UP-01".into()), "{taken}");
    let reported = month.batch(&[&ARGS[2..], &["--quiet"]].concat()).out;
    assert!(reported.contains("run: no key binds it, so it proves nothing"), "{reported}");
    assert!(reported.contains("taken from it: mbs 7-up-baccarat 7UP-01"), "{reported}");
    // A run that signs judges those tables again.
    let first = month.batch(&signed("first"));
    assert_eq!(first.status, 2, "{}", first.err);
    assert!(first.err.contains("4 tables of run are judged again"), "{}", first.err);
    assert_eq!(first.err.matches(": finished before, ").count(), 0, "{}", first.err);
    assert_eq!(findings(&month.text("first/report.json")), findings(&whole));
    // Bound to the key, and edited afterwards: the code fits no more, whatever stands in its place.
    let code = |entry: &mut Value| entry["code"] = "0".repeat(64).into();
    let none = |entry: &mut Value| _ = entry.as_object_mut().unwrap().remove("code");
    for (report, edit) in
        [("second", &(|_: &mut Value| ()) as &dyn Fn(&mut Value)), ("third", &code), ("fourth", &none)]
    {
        assert!(without_findings(&month, edit) > 0);
        let run = month.batch(&signed(report));
        assert_eq!(run.err.matches(": finished before, ").count(), 0, "{report}: {}", run.err);
        assert_eq!(findings(&month.text(&format!("{report}/report.json"))), findings(&whole), "{report}");
    }
    // Now all are bound; another key takes none of them.
    assert_eq!(month.batch(&signed("fifth")).err.matches(": finished before, ").count(), 4);
    let other = [&ARGS[..], &["--verbose", "--report", "sixth", "--key", "somebody", "--with", "csv"]].concat();
    assert_eq!(month.batch(&other).err.matches(": finished before, ").count(), 0);
}

/// A result that is genuine, and of another run: judged under other options.
#[test]
fn bound_results_of_a_run_with_other_options_are_judged_again() {
    let month = finished_but_one();
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    for kept in ["run", "run.results"].map(|name| month.path().join(name)) {
        if kept.is_dir() { std::fs::remove_dir_all(kept).unwrap() } else { std::fs::remove_file(kept).unwrap() }
    }
    // Judged by the rules of another game, the auditor's own results say something else of each table.
    let odd = [&signed("odd")[..], &["--ruleset", "sg/mbs/baccarat/2017-02-17"]].concat();
    assert_eq!(month.batch(&odd).status, 2);
    let theirs = month.text("run");
    let results = month.path().join("run.results");
    std::fs::rename(&results, month.path().join("odd.results")).unwrap();
    std::fs::remove_file(month.path().join("run")).unwrap();
    assert_eq!(month.batch(&signed("right")).status, 2);
    let ours = month.text("run");
    let lines = theirs.lines().skip(1).map(|line| format!("{line}\n"));
    month.write("run", ours.lines().take(1).map(|line| format!("{line}\n")).chain(lines).collect::<String>());
    std::fs::remove_dir_all(&results).unwrap();
    std::fs::rename(month.path().join("odd.results"), &results).unwrap();
    let run = month.batch(&signed("again"));
    assert_eq!(run.err.matches(": finished before, ").count(), 0, "{}", run.err);
    assert!(month.text("again/report.json") == month.text("right/report.json"));
}

/// A run whose tables were all finished, but which was not allowed to end: one log cannot be read.
fn finished_but_one() -> Month {
    let month = Month::of(4, 2, 1_200, 4);
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    let run = month.batch(&ARGS);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(month.path().join("run").is_file(), "what is done is kept");
    month
}

#[test]
fn what_was_finished_is_not_done_again_and_what_changed_is() {
    let month = finished_but_one();
    let said = month.batch(&[&ARGS[..], &["--verbose"]].concat()).err;
    assert_eq!(said.matches(": finished before, ").count(), 4, "{said}");
    // But for the one that could not be read.
    assert_eq!(said.matches(": judged, ").count(), 1, "{said}");
    // Changed without another size or time.
    let path = month.path().join("month/mbs/7UP-01/2023-06-01.jsonl");
    let modified = std::fs::metadata(&path).unwrap().modified().unwrap();
    let text = std::fs::read_to_string(&path).unwrap().replacen("\"seat\":\"1\"", "\"seat\":\"2\"", 1);
    std::fs::write(&path, text).unwrap();
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    let run = month.batch(&[&ARGS[..], &["--verbose"]].concat());
    assert_eq!(run.err.matches(": finished before, ").count(), 3, "{}", run.err);
    assert!(run.err.contains("mbs 7-up-baccarat 7UP-01: judged"), "{}", run.err);
    assert!(run.out.contains("\"integrity/chain-broken\""));
    std::fs::remove_file(month.path().join("month/cut.jsonl.gz")).unwrap();
    let done = month.batch(&ARGS);
    assert_eq!(done.status, 1, "{}", done.err);
    assert!(!month.path().join("run").exists());
}

#[test]
fn a_line_that_was_cut_off_or_spoilt_is_done_again() {
    let month = finished_but_one();
    let whole = month.batch(&ARGS[..4]).out;
    let text = month.text("run");
    assert_eq!(text.lines().count(), 5);
    month.write("run", &text[..text.len() - 30]);
    let run = month.batch(&[&ARGS[..], &["--verbose"]].concat());
    assert_eq!(run.err.matches(": finished before, ").count(), 3, "{}", run.err);
    assert!(but_for_the_checkpoint(&run.out).0 == but_for_the_checkpoint(&whole).0);
    // A result that was altered is not believed.
    let folder = month.path().join("run.results");
    let result = folder.read_dir().unwrap().next().unwrap().unwrap().path();
    let spoilt = std::fs::read_to_string(&result).unwrap().replacen("\"coups\":", "\"coups\":1", 1);
    std::fs::write(&result, spoilt).unwrap();
    let run = month.batch(&[&ARGS[..], &["--verbose"]].concat());
    assert_eq!(run.err.matches(": finished before, ").count(), 3, "{}", run.err);
    assert!(but_for_the_checkpoint(&run.out).0 == but_for_the_checkpoint(&whole).0);
}

#[test]
fn a_checkpoint_of_another_run_is_refused_and_left_alone() {
    let month = finished_but_one();
    let before = month.text("run");
    for other in [&["--from", "2023-06-02"][..], &["--ruleset", "sg/mbs/baccarat/2017-02-17"], &["--table", "E7U-01"]] {
        let run = month.batch(&[&ARGS[..], other].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{other:?}");
        assert!(run.err.contains("belongs to a run of resettle"), "{}", run.err);
    }
    let trust = month.text("month/trust.yaml");
    month.write("month/trust.yaml", format!("{trust}\n# changed\n"));
    assert_eq!(month.batch(&ARGS).status, 2);
    assert_eq!(month.text("run"), before);
}

/// A checkpoint that another run holds is not shared.
#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let month = Month::of(8, 3, 16_000, 0);
    let mut first = child(&month);
    let until = Instant::now() + Duration::from_secs(30);
    while !month.path().join("run.results").is_dir() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(2));
    }
    let second = month.batch(&ARGS);
    let still_running = first.try_wait().unwrap().is_none();
    first.wait().unwrap();
    if still_running {
        assert_eq!(second.status, 2, "{}", second.err);
        assert!(second.err.contains("is in use by another run"), "{}", second.err);
    }
}

#[test]
fn what_stands_in_the_folder_of_results_and_is_not_its_own_is_never_deleted() {
    let month = Month::of(2, 1, 60, 0);
    std::fs::create_dir_all(month.path().join("run.results/deeper")).unwrap();
    month.write("run.results/photos.txt", "mine");
    month.write("run.results/deeper/too.txt", "mine");
    let run = month.batch(&ARGS);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("run.results is there already and belongs to no checkpoint"), "{}", run.err);
    assert_eq!(month.text("run.results/photos.txt"), "mine");
    assert!(!month.path().join("run").exists());
    // Put there while a run was under way.
    let month = finished_but_one();
    month.write("run.results/photos.txt", "mine");
    std::fs::remove_file(month.path().join("month/cut.jsonl.gz")).unwrap();
    assert_eq!(month.batch(&ARGS).status, 1);
    let left: Vec<String> = month
        .path()
        .join("run.results")
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(left, ["photos.txt"], "the results are gone, and nothing else");
    assert!(!month.path().join("run").exists());
}

#[test]
fn a_checkpoint_that_names_other_files_than_results_is_refused() {
    let month = finished_but_one();
    month.write("precious", "mine");
    let text = month.text("run");
    let (first, rest) = text.split_once('\n').unwrap();
    let json = rest.lines().next().unwrap().split_once("  ").unwrap().1;
    let mut entry: serde_json::Value = serde_json::from_str(json).unwrap();
    entry["results"] = "../precious".into();
    let json = entry.to_string();
    month.write("run", format!("{first}\n{}  {json}\n", sha256(json.as_bytes())));
    let run = month.batch(&ARGS);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("is no checkpoint of a run of resettle"), "{}", run.err);
    assert_eq!(month.text("precious"), "mine");
}

#[test]
fn a_checkpoint_below_the_folder_of_logs_is_no_log() {
    let month = Month::of(4, 2, 1_200, 4);
    let whole = month.batch(&ARGS[..4]);
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    let args = [&ARGS[..4], &["--checkpoint", "month/kept.jsonl"]].concat();
    assert_eq!(month.batch(&args).status, 2);
    assert!(month.path().join("month/kept.jsonl.results").read_dir().unwrap().count() > 0);
    std::fs::remove_file(month.path().join("month/cut.jsonl.gz")).unwrap();
    let resumed = month.batch(&args);
    assert_eq!(resumed.status, 1, "{}", resumed.err);
    assert!(resumed.err.contains("going on from month/kept.jsonl: 4 of 4 tables"), "{}", resumed.err);
    let own = but_for_the_checkpoint(&resumed.out).0;
    assert!(own == but_for_the_checkpoint(&whole.out).0, "its own results were judged");
}

#[test]
fn after_a_file_that_could_not_be_read_the_run_goes_on_with_another_report_folder() {
    let month = finished_but_one();
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    let report = |dir: &'static str| [&ARGS[..], &["--report", dir, "--key", "auditor", "--with", "csv"]].concat();
    let run = month.batch(&report("first"));
    assert_eq!(run.status, 2);
    assert!(run.err.contains("run again with another folder as --report: what is done is kept"), "{}", run.err);
    std::fs::remove_file(month.path().join("month/cut.jsonl.gz")).unwrap();
    let again = month.batch(&report("second"));
    assert_eq!(again.status, 1, "{}", again.err);
    assert!(again.err.contains("4 of 4 tables were finished before"), "{}", again.err);
}
