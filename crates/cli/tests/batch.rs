//! `resettle batch`
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::month::{Month, found};
use serde_json::Value;

fn codes(report: &Value) -> Vec<&str> {
    report["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

fn count(report: &Value, code: &str) -> usize {
    codes(report).into_iter().filter(|own| *own == code).count()
}

#[test]
fn every_planted_fault_is_an_exception_and_nothing_else_is() {
    let month = Month::of(8, 4, 24_000, 5);
    let report = month.report(&["--roster", "month/roster.yaml"]);
    let expected = month.expected();
    assert!(expected.len() > 60, "{}", expected.len());
    let found = found(&report, &expected);
    let missed: Vec<&String> = expected.iter().filter(|line| found.binary_search(line).is_err()).collect();
    let besides: Vec<&String> = found.iter().filter(|line| expected.binary_search(line).is_err()).collect();
    assert!(missed.is_empty() && besides.is_empty(), "missed {missed:#?}\nbesides {besides:#?}");
    assert_eq!(found.len(), expected.len());
    // A coup whose line is no record is none.
    let lost = 24_000 - report["summary"]["coups"].as_u64().unwrap() as usize;
    assert!(lost <= count(&report, "integrity/malformed-record"), "{lost}");
    assert_eq!(report["scope"]["logs_found"], 30);
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let month = Month::of(6, 3, 6_000, 6);
    let one = month.batch(&["--format", "json", "--threads", "1", "--roster", "month/roster.yaml"]);
    for threads in ["2", "7"] {
        let other = month.batch(&["--format", "json", "--threads", threads, "--roster", "month/roster.yaml"]);
        assert!(one.out == other.out, "{threads} threads");
    }
    let text = month.batch(&["--threads", "1"]);
    assert_eq!(text.out, month.batch(&["--threads", "4"]).out);
}

#[test]
fn sums_over_venues_tables_shoes_wagers_and_findings_agree() {
    let month = Month::of(5, 3, 6_000, 4);
    let report = month.report(&[]);
    let sum =
        |rows: &Value, key: &str| rows.as_array().unwrap().iter().map(|row| row[key].as_i64().unwrap()).sum::<i64>();
    for key in ["coups", "wagers", "staked", "returned", "due"] {
        let whole = sum(&report["summary"]["currencies"], key);
        assert_eq!(sum(&report["tables"], key), whole, "{key} by table");
        assert_eq!(sum(&report["venues"], key), whole, "{key} by venue");
        if key != "coups" {
            assert_eq!(sum(&report["shoes"], key), whole, "{key} by shoe");
            let bets = report["tables"].as_array().unwrap().iter();
            let by_bet: i64 = bets
                .flat_map(|table| table["by_bet"].as_object().unwrap().values())
                .map(|bet| bet[key].as_i64().unwrap())
                .sum();
            assert_eq!(by_bet, whole, "{key} by wager");
        }
    }
    let played: usize =
        report["shoes"].as_array().unwrap().iter().map(|shoe| shoe["results"].as_str().unwrap().len()).sum();
    assert_eq!(played, 6_000);
    let findings = report["findings"].as_array().unwrap();
    for by in ["by_code", "by_severity"] {
        let counts = report["summary"][by].as_object().unwrap().values();
        assert_eq!(counts.map(|count| count.as_u64().unwrap()).sum::<u64>() as usize, findings.len(), "{by}");
    }
    // What was played is held against what chance leads one to expect.
    let expected = &report["expected"];
    assert!(!expected["outcomes"].as_array().unwrap().is_empty(), "{expected:#}");
    assert!(!expected["tables"].as_array().unwrap().is_empty(), "{expected:#}");
    // Every variance is somebody's finding; a coup whose result stands has its payments judged one by one.
    for totals in report["summary"]["currencies"].as_array().unwrap() {
        let number = |key: &str| totals[key].as_i64().unwrap();
        assert_eq!(number("net_variance"), number("returned") - number("due"));
        assert_eq!(number("net_variance"), number("overpaid") - number("underpaid"));
    }
}

#[test]
fn days_are_those_of_the_venue_and_shoes_go_on_from_the_day_before() {
    let month = Month::of(4, 4, 4_800, 4);
    let whole = month.report(&[]);
    let mut coups = 0;
    let mut found = Vec::new();
    for day in ["2023-06-01", "2023-06-02", "2023-06-03", "2023-06-04"] {
        let report = month.report(&["--from", day, "--to", day]);
        coups += report["summary"]["coups"].as_u64().unwrap();
        found.extend(codes(&report).into_iter().filter(|code| *code != "ruleset/uncertain").map(str::to_owned));
        assert_eq!(report["scope"]["from"], day);
    }
    assert_eq!(coups, whole["summary"]["coups"], "each coup lies in one day");
    let mut all: Vec<String> =
        codes(&whole).into_iter().filter(|code| *code != "ruleset/uncertain").map(str::to_owned).collect();
    found.sort();
    all.sort();
    assert_eq!(found, all);
    let one = month.report(&["--table", "BAC-01"]);
    assert_eq!(one["tables"].as_array().unwrap().len(), 1);
    assert!(one["scope"]["logs_left_out"].as_u64().unwrap() > 0);
}

#[test]
fn what_cannot_be_read_is_reported_and_the_rest_goes_on() {
    let month = Month::of(3, 2, 600, 0);
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    month.write("month/notes.txt", "no log");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", month.path().join("month/dead.jsonl")).unwrap();
    let run = month.batch(&["--format", "json"]);
    assert_eq!(run.status, 2, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["summary"]["coups"], 600);
    let unread: Vec<&str> =
        report["scope"]["unread"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(unread, ["month/cut.jsonl.gz", "month/dead.jsonl"]);
    assert!(run.err.contains("could not be read, or not to the end; everything else is judged"), "{}", run.err);
    assert!(report["scope"]["other_files"].as_u64().unwrap() >= 4);
}

#[test]
fn a_log_below_the_folder_twice_counts_once() {
    let month = Month::of(3, 2, 900, 0);
    let once = month.report(&[]);
    let folder = month.path().join("month/mbs/E7U-01");
    std::fs::copy(folder.join("2023-06-01.jsonl"), month.path().join("month/copy.jsonl")).unwrap();
    let twice = month.report(&[]);
    assert_eq!(count(&twice, "reconcile/overlap"), 1, "{:?}", codes(&twice));
    assert_eq!(codes(&twice).len(), codes(&once).len() + 1);
    assert_eq!(twice["summary"]["returned"], once["summary"]["returned"]);
    let overlap = twice["findings"].as_array().unwrap().iter().find(|one| one["code"] == "reconcile/overlap").unwrap();
    assert_eq!((&overlap["shoe"], &overlap["coup"]), (&Value::from("S-0001"), &Value::from(1)), "{overlap}");
}

#[test]
fn the_summary_fits_eighty_columns_and_quiet_leaves_the_exceptions_out() {
    let month = Month::of(5, 3, 3_000, 3);
    let run = month.batch(&["--roster", "month/roster.yaml"]);
    assert_eq!(run.status, 1);
    for line in run.out.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
    let quiet = month.batch(&["--roster", "month/roster.yaml", "--quiet"]);
    assert!(run.out.starts_with("Findings\n") && !quiet.out.contains("Findings\n"), "{}", quiet.out);
    // Of the register, which comes behind it, the sums alone are left.
    let summary = |out: &str| {
        let (from, to) = (out.find("Summary\n").unwrap(), out.find("Register of irregularities\n").unwrap());
        out[from..to].to_owned()
    };
    assert_eq!(summary(&run.out), summary(&quiet.out));
    let verbose = month.batch(&["--verbose"]);
    assert!(
        verbose.out.contains("  record      month/") && verbose.err.contains("mbs baccarat BAC-01: judged, 2 logs")
    );
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let month = Month::of(1, 1, 10, 0);
    for (args, wanted) in [
        (&["--from", "June"][..], "`June` is no date"),
        (&["--from", "2023-06-02", "--to", "2023-06-01"], "lies before"),
        (&["--roster", "month/trust.yaml"], "it is a trust store, not a roster"),
        (&["--digests", "month"], "no digest stands in"),
        (&["--dispositions", "month/roster.yaml"], "it is a roster, not a file of dispositions"),
        (&["--previous", "month/expected.json"], "is no report of resettle"),
        (&["--checkpoint", "month/trust.yaml"], "is no checkpoint"),
        (&["--threads", "0"], "0"),
    ] {
        let run = month.batch(args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(wanted), "{args:?}: {}", run.err);
    }
    assert!(month.text("month/trust.yaml").starts_with("keys:\n"), "nothing was overwritten");
}

#[test]
fn a_slip_of_the_pen_is_no_clean_month() {
    let month = Month::of(2, 2, 200, 0);
    std::fs::create_dir(month.path().join("empty")).unwrap();
    month.write("empty/readme.txt", "no log");
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    let filed = ["--report", "filed", "--key", "auditor", "--checkpoint", "run"];
    let run = month.run(&[&["batch", "empty"], &filed[..]].concat());
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("no log was found below empty"), "{}", run.err);
    for (args, wanted) in [
        (
            &["--table", "BAC-1"][..],
            "no log below month is of table BAC-1\n  help: did you mean `BAC-01`? nothing was judged; there are logs of ",
        ),
        (&["--table", "NOPE", "--table", "E7U-01"], "is of table NOPE\n"),
        (&["--from", "2030-01-01"], "lies in the days asked for; nothing was judged"),
        (&["--to", "2020-01-01"], "lies in the days asked for; nothing was judged"),
    ] {
        let run = month.batch(&[args, &filed].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(wanted), "{args:?}: {}", run.err);
    }
    for left in ["filed", "run", "run.results"] {
        assert!(!month.path().join(left).exists(), "{left}");
    }
    // A roster says itself what there had to be; no log at all is not done all the same.
    let run = month.run(&["batch", "empty", "--roster", "month/roster.yaml", "--format", "json"]);
    assert_eq!(run.status, 2, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert!(count(&report, "reconcile/missing-log") > 0);
    // How many coups there were is said.
    let one = month.batch(&["--from", "2023-06-02", "--to", "2023-06-02"]);
    let report = month.report(&["--from", "2023-06-02", "--to", "2023-06-02"]);
    let said = format!("2023-06-02 to 2023-06-02; {} coups commence in them", report["summary"]["coups"]);
    assert!(one.out.contains(&said), "{}", one.out);
}

#[test]
fn a_hidden_log_is_judged_like_any_other() {
    let month = Month::of(3, 2, 600, 4);
    let before = month.report(&[]);
    let at = |name: &str| month.path().join("month").join(name);
    std::fs::rename(at("mbs/E7U-01/2023-06-01.jsonl"), at("mbs/E7U-01/.2023-06-01.jsonl")).unwrap();
    std::fs::rename(at("mbs/7UP-01"), at("mbs/.7UP-01")).unwrap();
    let after = month.report(&[]);
    assert_eq!(after["summary"], before["summary"]);
    assert_eq!(after["scope"]["logs_found"], before["scope"]["logs_found"]);
    month.write("month/log.JSON", "{}");
    let run = month.batch(&["--verbose"]);
    assert!(run.err.contains("passed over: month/log.JSON, no log by its name or its first bytes\n"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn what_is_named_like_a_log_and_is_no_file_is_reported_in_plain_words() {
    let month = Month::of(2, 1, 60, 0);
    let _socket = std::os::unix::net::UnixListener::bind(month.path().join("month/s.jsonl")).unwrap();
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    // A frame of zstd with nothing behind its magic number but rubbish.
    month.write("month/bad.jsonl.zst", [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x50, 0xff, 0xff, 0xff, 0xff, 0xff]);
    let run = month.batch(&["--format", "json"]);
    assert_eq!(run.status, 2, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let unread = report["scope"]["unread"].as_array().unwrap();
    let paths: Vec<&str> = unread.iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["month/bad.jsonl.zst", "month/cut.jsonl.gz", "month/s.jsonl"]);
    for one in unread {
        let why = one["error"].as_str().unwrap();
        assert!(!why.contains("error") && !why.contains("help") && !why.contains('\n') && !why.contains('{'), "{why}");
        assert!(run.err.contains(why), "{why}\n{}", run.err);
    }
    assert_eq!(unread[1]["error"], "it ends in the middle: it was cut off");
}
