//! `resettle batch` with venue digests, dispositions and the report of the period before.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::month::{AT, Month};
use serde_json::{Value, json};

const DAYS: [&str; 3] = ["2023-06-01", "2023-06-02", "2023-06-03"];

/// A month of three days at one venue, whose digests stand in `digests`, with the signer's line in `allowed_signers`.
fn digested() -> Month {
    let month = Month::of(3, 3, 600, 0);
    assert_eq!(month.run(&["key", "new", "venue"]).status, 0);
    let public = month.text("venue.pub");
    month.write("allowed_signers", format!("venue@x namespaces=\"resettle-digest\" {public}"));
    std::fs::create_dir(month.path().join("digests")).unwrap();
    let mut before: Option<String> = None;
    for day in DAYS {
        let out = format!("digests/{day}.digest");
        let mut args = vec!["digest", "month", "--key", "venue", "--out", &out, "--day", day, "--at", AT];
        args.extend(["--roster", "month/roster.yaml"]);
        if let Some(before) = &before {
            args.extend(["--previous", before]);
        }
        let run = month.run(&args);
        assert_eq!(run.status, 0, "{}", run.err);
        before = Some(out);
    }
    month
}

fn of_code<'r>(report: &'r Value, code: &str) -> Vec<&'r Value> {
    report["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == code).collect()
}

fn against_digests(month: &Month) -> Value {
    month.report(&["--digests", "digests", "--digest-signers", "allowed_signers", "--roster", "month/roster.yaml"])
}

#[test]
fn logs_that_are_what_the_venue_signed_for_give_nothing() {
    let month = digested();
    let report = against_digests(&month);
    assert!(of_code(&report, "reconcile/digest-mismatch").is_empty(), "{report:#}");
    // The roster misses the day on which a table was idle; the digest of that day says so.
    assert_eq!(of_code(&report, "reconcile/missing-log").len(), 1);
    let digests = report["digests"].as_array().unwrap();
    assert_eq!(digests.len(), 3);
    assert!(digests[0]["signer"].as_str().unwrap().starts_with("venue@x, SHA256:"));
    let unnamed = month.report(&["--digests", "digests"]);
    assert!(unnamed["digests"][0]["signer"].as_str().unwrap().ends_with(", whom no file names"));
}

#[test]
fn a_log_that_is_missing_changed_or_added_since_is_reported() {
    let month = digested();
    let at = |name: &str| month.path().join("month/mbs").join(name);
    std::fs::remove_file(at("BAC-01/2023-06-01.jsonl.gz")).unwrap();
    let changed = std::fs::read_to_string(at("7UP-01/2023-06-02.jsonl")).unwrap();
    std::fs::write(at("7UP-01/2023-06-02.jsonl"), changed.replacen("\"seat\":\"1\"", "\"seat\":\"2\"", 1)).unwrap();
    let added = std::fs::read_to_string(at("7UP-01/2023-06-03.jsonl")).unwrap();
    let added = added.replace("7UP-01", "7UP-09");
    std::fs::create_dir(at("7UP-09")).unwrap();
    std::fs::write(at("7UP-09/2023-06-03.jsonl"), added).unwrap();
    // Packed since: the log is what it was.
    assert!(std::process::Command::new("gzip").arg(at("E7U-01/2023-06-01.jsonl")).status().unwrap().success());
    let report = against_digests(&month);
    let mismatches: Vec<&str> = of_code(&report, "reconcile/digest-mismatch")
        .into_iter()
        .map(|finding| finding["file"].as_str().unwrap())
        .collect();
    assert_eq!(mismatches, ["month/mbs/7UP-01/2023-06-02.jsonl", "month/mbs/7UP-09/2023-06-03.jsonl"]);
    let missing: Vec<&str> = of_code(&report, "reconcile/missing-log")
        .into_iter()
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(missing.len(), 2, "a log that roster and digest miss is one: {missing:#?}");
    assert!(missing.iter().any(|message| message.contains("lists mbs/BAC-01/2023-06-01.jsonl.gz")), "{missing:#?}");
}

/// An unsigned file, where roster and digest expect a sealed one: whole, or with another content.
#[test]
fn an_unsigned_file_in_the_place_of_a_log_leaves_it_missing() {
    let month = digested();
    let path = month.path().join("month/mbs/7UP-01/2023-06-02.jsonl");
    let sealed = std::fs::read_to_string(&path).unwrap();
    let missing = |report: &Value| -> Vec<String> {
        let reported = of_code(report, "reconcile/missing-log").into_iter();
        let about = reported.map(|finding| finding["message"].as_str().unwrap().to_owned());
        about.filter(|message| message.contains("month/mbs/7UP-01/2023-06-02.jsonl")).collect()
    };
    assert_eq!(missing(&against_digests(&month)), Vec::<String>::new());
    // Without its seals and what follows the first of them.
    let lines = sealed.split_inclusive('\n').take_while(|line| !line.contains("\"type\":\"seal\""));
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    let report = against_digests(&month);
    let reported = missing(&report);
    assert_eq!(reported.len(), 1, "{reported:#?}");
    assert!(
        reported.iter().any(|message| message.contains("is there, and no trusted seal vouches for it")),
        "{reported:#?}"
    );
    // The very file that was digested, under a key that the trust store does not hold.
    std::fs::write(&path, &sealed).unwrap();
    let trust = month.text("month/trust.yaml");
    let entry = trust.split("  - ").find(|entry| entry.contains("7UP-01")).unwrap();
    month.write("month/trust.yaml", trust.replace(&format!("  - {entry}"), ""));
    let reported = missing(&against_digests(&month));
    assert_eq!(reported.len(), 1, "{reported:#?}");
}

#[test]
fn a_digest_that_is_missing_altered_or_of_nobody_is_reported() {
    let month = digested();
    let path = |name: &str| month.path().join("digests").join(name);
    // Signed anew over another text: fits its signature, and not the digest after it.
    let text = month.text("digests/2023-06-01.digest");
    let altered = text.replacen("\"made\":\"2023-07-01T09", "\"made\":\"2023-07-01T08", 1);
    assert_ne!(text, altered);
    month.write("digests/2023-06-01.digest", &altered);
    let report = against_digests(&month);
    let reported: Vec<&str> = of_code(&report, "reconcile/digest-mismatch")
        .into_iter()
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(reported.len(), 2, "{reported:#?}");
    assert!(reported.iter().any(|message| message.contains("its signature by")), "{reported:#?}");
    assert!(
        reported.iter().any(|message| message.contains("goes on from another digest of 2023-06-01")),
        "{reported:#?}"
    );
    month.write("digests/2023-06-01.digest", &text);
    std::fs::remove_file(path("2023-06-02.digest")).unwrap();
    let report = against_digests(&month);
    let reported = of_code(&report, "reconcile/missing-log");
    let reported =
        reported.iter().any(|finding| finding["message"].as_str().unwrap().contains("goes on from that of 2023-06-02"));
    assert!(reported);
    std::fs::remove_file(path("2023-06-03.digest.sig")).unwrap();
    let report = against_digests(&month);
    let unsigned = of_code(&report, "reconcile/digest-mismatch");
    assert!(unsigned[0]["message"].as_str().unwrap().contains("it is not signed"), "{unsigned:#?}");
    month.write("allowed_signers", "");
    let report = against_digests(&month);
    let unaccepted = of_code(&report, "reconcile/digest-mismatch");
    assert_eq!(unaccepted.len(), 2, "{unaccepted:#?}");
    assert!(unaccepted[0]["message"].as_str().unwrap().contains("cannot be verified"), "{unaccepted:#?}");
}

/// A month with faults, and the first finding of it that stands at a wager.
fn faulty() -> (Month, Value) {
    let month = Month::of(3, 2, 3_000, 3);
    let report = month.report(&[]);
    let at_wager = |finding: &&Value| !finding["wager"].is_null() && !finding["shoe"].is_null();
    let finding = report["findings"].as_array().unwrap().iter().find(at_wager).unwrap().clone();
    (month, finding)
}

fn text(finding: &Value, key: &str) -> String {
    finding[key].as_str().map_or_else(|| finding[key].to_string(), str::to_owned)
}

#[test]
fn a_disposition_stands_with_its_finding_and_hides_nothing() {
    let (month, finding) = faulty();
    let plain = month.report(&[]);
    let about = ["code", "log", "shoe", "coup", "wager"].map(|key| format!("{key}: \"{}\"", text(&finding, key)));
    let about =
        about.join(", ").replace(&format!("coup: \"{}\"", finding["coup"]), &format!("coup: {}", finding["coup"]));
    let yaml = format!(
        "dispositions:\n- {{{about}, kind: waiver, reason: paid on the spot, by: duty inspector, until: 2023-07-01}}\n\
         - {{finding: \"{}\", kind: ruling, reason: x, by: y}}\n",
        "0".repeat(64)
    );
    month.write("dispositions.yaml", yaml);
    let report = month.report(&["--dispositions", "dispositions.yaml"]);
    let marked: Vec<&Value> =
        report["findings"].as_array().unwrap().iter().filter(|one| !one["disposition"].is_null()).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!(marked[0]["fingerprint"], finding["fingerprint"]);
    assert_eq!(marked[0]["disposition"]["kind"], "waiver");
    assert_eq!(marked[0]["disposition"]["expired"], false);
    // Everything else is as before, but for what is reported of the second one.
    assert_eq!(of_code(&report, "disposition/unused").len(), 1);
    let all = |report: &Value| report["findings"].as_array().unwrap().len();
    assert_eq!(all(&report), all(&plain) + 1);
    assert_eq!(report["summary"]["by_severity"]["critical"], plain["summary"]["by_severity"]["critical"]);
    assert_eq!(report["dispositions"]["answered"], 1);
    let run = month.batch(&["--dispositions", "dispositions.yaml"]);
    assert_eq!(run.status, 1);
    let reported = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(reported.contains("waiver by duty inspector, until 2023-07-01: paid on the spot"), "{}", run.out);
}

#[test]
fn a_disposition_is_held_against_the_day_of_the_report() {
    let (month, finding) = faulty();
    let one = format!(
        "dispositions:\n- {{finding: \"{}\", kind: waiver, reason: r, by: b, until: 2023-06-30}}\n",
        text(&finding, "fingerprint")
    );
    month.write("dispositions.yaml", one);
    let report = month.report(&["--dispositions", "dispositions.yaml"]);
    let expired = of_code(&report, "disposition/expired");
    assert_eq!(expired.len(), 1);
    assert_eq!((&expired[0]["file"], &expired[0]["line"]), (&Value::from("dispositions.yaml"), &Value::from(2)));
    let marked = report["findings"].as_array().unwrap().iter().find(|one| !one["disposition"].is_null()).unwrap();
    assert_eq!(marked["disposition"]["expired"], true);
    assert_eq!(report["dispositions"]["answered"], 0);
}

#[test]
fn fingerprints_are_of_findings_and_not_of_files() {
    let (month, _) = faulty();
    let report = month.report(&[]);
    let prints = |report: &Value| -> Vec<String> {
        let all = report["findings"].as_array().unwrap().iter();
        let mut all: Vec<String> = all.map(|finding| text(finding, "fingerprint")).collect();
        all.sort();
        all
    };
    let before = prints(&report);
    let mut apart = before.clone();
    apart.dedup();
    assert_eq!(apart, before, "each has its own");
    std::fs::rename(month.path().join("month/mbs"), month.path().join("month/elsewhere")).unwrap();
    assert_eq!(prints(&month.report(&[])), before);
}

#[test]
fn exceptions_of_the_report_before_are_open_settled_or_repeated() {
    let (month, finding) = faulty();
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    let filed = month.batch(&["--report", "june", "--key", "auditor", "--with", "csv"]);
    assert_eq!(filed.status, 1, "{}", filed.err);
    let june: Value = serde_json::from_str(&month.text("june/report.json")).unwrap();
    let exceptions = june["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["severity"] != "info" && one["code"] != "ruleset/uncertain")
        .count();
    // The same logs again: everything repeats, but what a ruling answers.
    let ruling = format!(
        "dispositions:\n- {{finding: \"{}\", kind: ruling, reason: r, by: b}}\n",
        text(&finding, "fingerprint")
    );
    month.write("dispositions.yaml", ruling);
    let again = month.report(&["--previous", "june", "--dispositions", "dispositions.yaml"]);
    let count = |report: &Value, standing: &str, because: &str| {
        let rows = report["carried"].as_array().unwrap().iter();
        rows.filter(|row| row["standing"] == standing && row["because"] == because).count()
    };
    assert_eq!(count(&again, "settled", "answered"), 1);
    assert_eq!(count(&again, "repeated", "found again"), exceptions - 1);
    // One table's logs are gone: what they showed is open, all others are found again.
    let log = text(&finding, "log");
    let other = Month::of(1, 1, 5, 0);
    std::fs::copy(month.path().join("june/report.json"), other.path().join("june.json")).unwrap();
    let july = other.report(&["--previous", "june.json"]);
    let rows = july["carried"].as_array().unwrap();
    assert_eq!(rows.len(), exceptions);
    let row = rows.iter().find(|row| row["fingerprint"] == finding["fingerprint"]).unwrap();
    if log.starts_with("mbs-E7U-01-20230601") {
        assert_eq!((&row["standing"], &row["because"]), (&Value::from("open"), &Value::from("record replaced")));
    } else {
        assert_eq!(row["standing"], "open");
    }
    assert_eq!(row["first_reported"], AT);
    // And on to the month after that.
    let run = other.batch(&["--previous", "june.json", "--format", "json"]);
    other.write("july.json", run.out);
    let august = other.report(&["--previous", "july.json"]);
    let open = |report: &Value| {
        // The other month's logs bear ids of this one's: that they were replaced is an exception of July.
        let rows = report["carried"].as_array().unwrap().iter();
        rows.filter(|row| row["standing"] != "settled" && row["code"] != "reconcile/log-replaced").count()
    };
    assert_eq!(open(&august), open(&july));
    assert!(august["carried"].as_array().unwrap().iter().all(|row| row["first_reported"] == AT));
}

#[test]
fn a_report_that_was_altered_is_not_carried_forward() {
    let (month, _) = faulty();
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    month.batch(&["--report", "june", "--key", "auditor", "--with", "csv"]);
    let json = month.text("june/report.json");
    month.write("june/report.json", json.replacen("critical", "critikal", 1));
    let run = month.batch(&["--previous", "june"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("was altered, so its exceptions are not carried forward"), "{}", run.err);
}

/// A report of the month, kept as a file to go on from.
fn kept(month: &Month, name: &str, more: &[&str]) -> Value {
    let run = month.batch(&[&["--format", "json"], more].concat());
    month.write(name, &run.out);
    serde_json::from_str(&run.out).unwrap()
}

fn carried<'r>(report: &'r Value, standing: &str, because: &str) -> Vec<&'r Value> {
    let rows = report["carried"].as_array().unwrap().iter();
    rows.filter(|row| row["standing"] == standing && row["because"] == because).collect()
}

fn is_exception(finding: &Value) -> bool {
    finding["severity"] != "info" && finding["code"] != "ruleset/uncertain"
}

#[test]
fn what_lies_outside_the_days_of_this_run_is_not_settled() {
    let month = Month::of(4, 4, 4_800, 4);
    let june = kept(&month, "june.json", &[]);
    let before = june["findings"].as_array().unwrap().iter().filter(|one| is_exception(one)).count();
    let part = month.report(&["--previous", "june.json", "--from", "2023-06-03"]);
    assert_eq!(part["carried"].as_array().unwrap().len(), before);
    assert!(carried(&part, "settled", "gone").is_empty(), "{:#?}", carried(&part, "settled", "gone"));
    let open = part["carried"].as_array().unwrap().iter().filter(|row| row["standing"] == "open").count();
    let again = carried(&part, "repeated", "found again").len();
    assert!(again > 0 && open > 0, "{again} again, {open} open");
}

#[test]
fn what_stood_in_a_log_that_is_cut_off_now_is_not_settled() {
    let month = Month::of(3, 2, 3_000, 2);
    let june = kept(&month, "june.json", &[]);
    let packed = |one: &&Value| {
        is_exception(one) && !one["seq"].is_null() && one["file"].as_str().unwrap().ends_with(".jsonl.gz")
    };
    let finding = june["findings"].as_array().unwrap().iter().find(packed).unwrap();
    let file = month.path().join(finding["file"].as_str().unwrap());
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 20]).unwrap();
    let run = month.batch(&["--previous", "june.json", "--format", "json"]);
    assert_eq!(run.status, 2, "{}", run.err);
    let july: Value = serde_json::from_str(&run.out).unwrap();
    let settled = carried(&july, "settled", "gone");
    assert!(settled.iter().all(|row| row["log"] != finding["log"]), "{settled:#?}");
    let of_it = july["carried"].as_array().unwrap().iter().filter(|row| row["log"] == finding["log"]);
    assert!(of_it.clone().count() > 0);
    // The whole log, judged again, is another thing: what was wrong is put right.
    std::fs::write(&file, bytes).unwrap();
    let mut right: Value = serde_json::from_str(&month.text("june.json")).unwrap();
    let all = right["findings"].as_array_mut().unwrap();
    let one = all.iter_mut().find(|one| one["fingerprint"] == finding["fingerprint"]).unwrap();
    one["logged"] = Value::from("what is not there any more");
    month.write("june.json", right.to_string());
    let july = month.report(&["--previous", "june.json"]);
    assert_eq!(carried(&july, "settled", "gone").len(), 1, "{:#}", july["carried"]);
}

#[test]
fn findings_of_two_venues_about_one_table_name_are_two() {
    let month = Month::of(8, 3, 900, 0);
    for venue in ["mbs", "star"] {
        let folder = month.path().join("month").join(venue).join("7UP-01");
        for entry in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            if entry.file_name().unwrap().to_str().unwrap().starts_with("2023-06-03") {
                std::fs::remove_file(entry).unwrap();
            }
        }
    }
    let june = kept(&month, "june.json", &["--roster", "month/roster.yaml"]);
    let missing = of_code(&june, "reconcile/missing-log");
    let of_both: Vec<&&Value> =
        missing.iter().filter(|one| text(one, "expected").contains("of 7UP-01 on 2023-06-03")).collect();
    assert_eq!(of_both.len(), 2, "{missing:#?}");
    assert_ne!(of_both[0]["fingerprint"], of_both[1]["fingerprint"]);
    let july = month.report(&["--previous", "june.json", "--roster", "month/roster.yaml"]);
    assert_eq!(carried(&july, "repeated", "found again").len(), missing.len());
}

#[test]
fn of_several_alike_as_many_are_repeated_as_are_found() {
    let (month, finding) = faulty();
    let mut june = kept(&month, "june.json", &[]);
    let before = june["findings"].as_array().unwrap().iter().filter(|one| is_exception(one)).count();
    june["findings"].as_array_mut().unwrap().push(finding.clone());
    month.write("june.json", june.to_string());
    let july = month.report(&["--previous", "june.json"]);
    assert_eq!(july["carried"].as_array().unwrap().len(), before + 1);
    let alike: Vec<&str> = july["carried"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["fingerprint"] == finding["fingerprint"])
        .map(|row| row["because"].as_str().unwrap())
        .collect();
    assert_eq!(alike, ["found again", "gone"]);
}

#[test]
fn what_was_answered_stays_answered_and_first_reported_stays_first_reported() {
    let (month, finding) = faulty();
    let print = text(&finding, "fingerprint");
    let by = |until: &str| {
        format!("dispositions:\n- {{finding: \"{print}\", kind: waiver, reason: r, by: b, until: {until}}}\n")
    };
    month.write("dispositions.yaml", by("2023-12-31"));
    kept(&month, "june.json", &["--dispositions", "dispositions.yaml"]);
    let row = |report: &Value| {
        let rows = report["carried"].as_array().unwrap().iter();
        rows.filter(|row| row["fingerprint"] == print.as_str()).cloned().collect::<Vec<_>>().remove(0)
    };
    let later = ["--format", "json", "--trust", "month/trust.yaml", "--previous"];
    let at = |at: &'static str, previous: &'static str| {
        let run = month.run(&[&["batch", "month", "--at", at], &later[..], &[previous]].concat());
        let report: Value = serde_json::from_str(&run.out).unwrap();
        (report, run.out)
    };
    let (july, out) = at("2023-08-01T09:00:00+08:00", "june.json");
    assert_eq!((&row(&july)["standing"], &row(&july)["because"]), (&"settled".into(), &"answered then".into()));
    assert_eq!(row(&july)["answer"]["reason"], "r");
    month.write("july.json", out);
    let (august, out) = at("2023-09-01T09:00:00+08:00", "july.json");
    assert_eq!(row(&august)["because"], "answered then", "{:#}", row(&august));
    assert_eq!(row(&august)["first_reported"], AT);
    month.write("august.json", out);
    // The waiver is over.
    let (after, _) = at("2024-01-01T09:00:00+08:00", "august.json");
    assert_eq!(row(&after)["because"], "found again", "{:#}", row(&after));
    assert_eq!(row(&after)["first_reported"], AT);
    assert_eq!(row(&after)["answer"]["expired"], true, "what answered it once is still shown");
    // A report that was made after this one is not the one before it.
    let refused = month.batch(&["--previous", "august.json"]);
    assert!(refused.status == 2 && refused.err.contains("is not the previous one"), "{}", refused.err);
}

#[test]
fn a_missing_log_that_turned_up_is_settled() {
    let month = Month::of(3, 3, 600, 0);
    let log = month.path().join("month/mbs/7UP-01/2023-06-02.jsonl");
    let bytes = std::fs::read(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    let june = kept(&month, "june.json", &["--roster", "month/roster.yaml"]);
    assert_eq!(of_code(&june, "reconcile/missing-log").len(), 2);
    std::fs::write(&log, bytes).unwrap();
    let blind = month.report(&["--previous", "june.json"]);
    let of_logs = |rows: Vec<&Value>| rows.into_iter().filter(|row| row["code"] == "reconcile/missing-log").count();
    assert_eq!(of_logs(carried(&blind, "settled", "gone")), 0, "nobody asked");
    let july = month.report(&["--previous", "june.json", "--roster", "month/roster.yaml"]);
    let settled = carried(&july, "settled", "gone");
    assert_eq!(of_logs(settled.clone()), 1, "{:#}", july["carried"]);
    assert!(settled.iter().any(|row| text(row, "message").contains("table 7UP-01 ")), "{settled:#?}");
    assert_eq!(of_logs(carried(&july, "repeated", "found again")), 1);
}

#[test]
fn a_digest_that_was_taken_away_at_either_end_is_reported() {
    let month = digested();
    for day in ["2023-06-01", "2023-06-03"] {
        for ending in ["digest", "digest.sig"] {
            std::fs::remove_file(month.path().join(format!("digests/{day}.{ending}"))).unwrap();
        }
    }
    let report = against_digests(&month);
    let missing: Vec<String> =
        of_code(&report, "reconcile/missing-log").into_iter().map(|one| text(one, "expected")).collect();
    for day in ["2023-06-01", "2023-06-03"] {
        assert!(missing.contains(&format!("the digest of mbs, {day}")), "{missing:#?}");
    }
    assert_eq!(missing.len(), 3, "and the idle table's log: {missing:#?}");
    // Days that were not asked for need none.
    let day = ["--from", "2023-06-02", "--to", "2023-06-02", "--digests", "digests", "--roster", "month/roster.yaml"];
    let one = month.report(&day);
    assert!(of_code(&one, "reconcile/missing-log").iter().all(|one| !text(one, "expected").contains("digest")));
    // Without a roster no digest had to be there; which days have logs and none is said all the same.
    let run = month.batch(&["--digests", "digests"]);
    assert!(run.out.contains("logs, and no digest: mbs 2023-06-01, mbs 2023-06-03\n"), "{}", run.out);
    assert!(run.out.contains("whom no file names; it proves nothing of who made it\n"), "{}", run.out);
    let signed = month.batch(&["--digests", "digests", "--digest-signers", "allowed_signers"]);
    assert!(!signed.out.contains("proves nothing of who made it"), "{}", signed.out);
    assert_eq!(
        month.report(&["--digests", "digests"])["undigested"],
        serde_json::json!(["mbs 2023-06-01", "mbs 2023-06-03"])
    );
}

/// The days asked for hold no record because the logs were taken away: that is what digests are for, and no slip of the pen.
#[test]
fn days_whose_logs_were_all_taken_away_are_judged_by_their_digests() {
    let month = digested();
    for folder in month.path().join("month/mbs").read_dir().unwrap().map(|entry| entry.unwrap().path()) {
        for log in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            // Tables that did not play on the second are sealed on the third.
            let idle = !log.to_str().unwrap().contains("7UP-01");
            if idle || !log.file_name().unwrap().to_str().unwrap().starts_with("2023-06-01") {
                std::fs::remove_file(log).unwrap();
            }
        }
    }
    let day = ["--from", "2023-06-03", "--to", "2023-06-03"];
    let report = month.report(&[&day[..], &["--digests", "digests"]].concat());
    // Three logs begin on the third; those of the second were sealed on the third, so its digest lists them as well.
    assert_eq!(of_code(&report, "reconcile/missing-log").len(), 6, "{report:#}");
    assert_eq!(month.batch(&day).status, 2);
}

/// The report of June, signed by the auditor, whose line stands in `report_signers`; and how many exceptions it holds.
fn filed() -> (Month, usize) {
    let (month, _) = faulty();
    for key in ["auditor", "stranger"] {
        assert_eq!(month.run(&["key", "new", key]).status, 0);
    }
    let public = month.text("auditor.pub");
    month.write("report_signers", format!("auditor@x namespaces=\"resettle-report\" {public}"));
    let filed = month.batch(&["--report", "june", "--key", "auditor", "--with", "csv"]);
    assert_eq!(filed.status, 1, "{}", filed.err);
    let june: Value = serde_json::from_str(&month.text("june/report.json")).unwrap();
    (month, june["findings"].as_array().unwrap().iter().filter(|one| is_exception(one)).count())
}

const BY_AUDITORS: [&str; 2] = ["--previous-signers", "report_signers"];

fn unverified(report: &Value) -> Vec<&Value> {
    of_code(report, "disposition/previous-unverified")
}

#[test]
fn the_report_before_is_vouched_for_by_an_accepted_signer() {
    let (month, exceptions) = filed();
    let report = month.report(&[&["--previous", "june"][..], &BY_AUDITORS].concat());
    assert!(unverified(&report).is_empty(), "{:#?}", unverified(&report));
    assert_eq!(report["carried"].as_array().unwrap().len(), exceptions);
    let previous = &report["previous"];
    assert!(previous["signer"].as_str().unwrap().starts_with("auditor@x, SHA256:"), "{previous}");
    assert_eq!(previous["verified"], true);
    assert_eq!(previous["signers"]["path"], "report_signers");
    // Its report.json alone, with the signature that lies beside it.
    let alone = month.report(&[&["--previous", "june/report.json"][..], &BY_AUDITORS].concat());
    assert!(unverified(&alone).is_empty());
    assert_eq!(alone["carried"], report["carried"]);
    let reported = month.batch(&[&["--previous", "june", "--quiet"][..], &BY_AUDITORS].concat()).out;
    assert!(
        reported.contains("  previous      june/report.json, made ")
            && !reported.contains("proves nothing of who made it"),
        "{reported}"
    );
}

#[test]
fn a_report_before_that_nobody_vouches_for_is_a_finding() {
    let (month, exceptions) = filed();
    // Nobody said whose reports count.
    let report = month.report(&["--previous", "june"]);
    assert_eq!(unverified(&report).len(), 1);
    assert_eq!(
        (&unverified(&report)[0]["severity"], &report["previous"]["verified"]),
        (&"major".into(), &false.into())
    );
    assert_eq!(report["carried"].as_array().unwrap().len(), exceptions);
    let reported = month.batch(&["--previous", "june", "--quiet"]).out;
    let reported = reported.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(reported.contains("whom no file names; it proves nothing of who made it"), "{reported}");
    // An edited report.json, without any signature: its open exceptions were taken out.
    let mut june: Value = serde_json::from_str(&month.text("june/report.json")).unwrap();
    june["findings"] = serde_json::json!([]);
    month.write("edited.json", june.to_string());
    let report = month.report(&[&["--previous", "edited.json"][..], &BY_AUDITORS].concat());
    assert_eq!((unverified(&report).len(), report["carried"].as_array().unwrap().len()), (1, 0));
    let reported = month.batch(&[&["--previous", "edited.json", "--quiet"][..], &BY_AUDITORS].concat()).out;
    let reported = reported.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(reported.contains("the report's file alone was passed; it proves nothing of who made it"), "{reported}");
    // It is about this run alone, and not carried forward.
    month.write("july.json", report.to_string());
    let august = month.report(&["--previous", "july.json"]);
    let codes = august["carried"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap());
    assert_eq!(codes.filter(|code| code.starts_with("disposition/")).count(), 0);
}

#[test]
fn a_report_before_that_somebody_else_signed_is_refused() {
    let (month, _) = filed();
    let refused = |what: &str, more: &[&str], reported: &str| {
        let run = month.batch(more);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{what}: {}", run.err);
        assert!(run.err.contains("so its exceptions are not carried forward"), "{what}: {}", run.err);
        assert!(run.err.contains(reported), "{what}: {}", run.err);
    };
    // Without its exceptions, and signed anew by whoever had a key.
    let mut june: Value = serde_json::from_str(&month.text("june/report.json")).unwrap();
    june["findings"] = serde_json::json!([]);
    let mut files = resettle_report::Files::from([("report.json".to_owned(), june.to_string().into_bytes())]);
    let key = month.text("stranger");
    let key = resettle_signing::PrivateKey::from_openssh(key.as_bytes(), None).unwrap();
    resettle_report::folder::sign(&mut files, &key).unwrap();
    std::fs::create_dir(month.path().join("anew")).unwrap();
    for (name, bytes) in &files {
        month.write(&format!("anew/{name}"), bytes);
    }
    let whole = [&["--previous", "anew"][..], &BY_AUDITORS].concat();
    refused("signed anew", &whole, "is not in the list of accepted signers");
    refused(
        "as a bare file",
        &[&["--previous", "anew/report.json"][..], &BY_AUDITORS].concat(),
        "was signed by a person",
    );
    month.write("june/report.json", june.to_string());
    refused("edited", &[&["--previous", "june"][..], &BY_AUDITORS].concat(), "was altered");
    refused("edited, as a bare file", &["--previous", "june/report.json"], "does not fit report.json");
    // A key that seals logs signs no reports, whoever accepts it.
    let trust = month.text("month/trust.yaml");
    let own = trust.lines().find(|line| line.contains("public_key:")).unwrap().to_owned();
    let stranger =
        own.replace(own.split_once("public_key:").unwrap().1, &format!(" {}", month.text("stranger.pub").trim()));
    month.write("month/trust.yaml", trust.replacen(&own, &stranger, 1));
    refused("a key that seals logs", &["--previous", "anew"], "so it signs no reports");
    month.write("report_signers", format!("stranger@x {}", month.text("stranger.pub")));
    let run = month.batch(&whole);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("lets a key sign reports that seals logs"), "{}", run.err);
}

/// One key, one use: with the key that seals its logs, whoever changed a log signs for the change, too.
#[test]
fn a_digest_signed_by_a_key_that_seals_logs_vouches_for_nothing() {
    let month = digested();
    // The trust store knows the venue's key as one that seals logs.
    let trust = month.text("month/trust.yaml");
    let own = trust.lines().find(|line| line.contains("public_key:")).unwrap();
    let venue = own.replace(own.split_once("public_key:").unwrap().1, &format!(" {}", month.text("venue.pub").trim()));
    month.write("both.yaml", trust.replacen(own, &venue, 1));
    let run = |more: &[&str]| {
        let args = ["batch", "month", "--trust", "both.yaml", "--at", AT, "--format", "json", "--digests", "digests"];
        month.run(&[&args[..], more].concat())
    };
    let unnamed: Value = serde_json::from_str(&run(&[]).out).unwrap();
    let reported = of_code(&unnamed, "reconcile/digest-mismatch");
    assert_eq!(reported.len(), 3, "{reported:#?}");
    assert!(reported.iter().all(|one| text(one, "message").contains("seals logs")), "{reported:#?}");
    assert!(unnamed["digests"][0]["signer"].as_str().unwrap().ends_with(", who is not accepted"));
    // Whoever accepts it makes a mistake, and is warned before anything is judged.
    let named = run(&["--digest-signers", "allowed_signers"]);
    assert_eq!((named.status, named.out.as_str()), (2, ""));
    assert!(named.err.contains("line 1 of allowed_signers lets a key sign digests that seals logs"), "{}", named.err);
    let args = ["digest", "month", "--key", "venue", "--out", "x", "--day", DAYS[0], "--trust", "both.yaml"];
    let made = month.run(&args);
    assert_eq!(made.status, 2);
    assert!(made.err.contains("seals logs") && made.err.contains("so it signs no digest"), "{}", made.err);
    assert!(!month.path().join("x").exists());
}

/// The trust store need not know the key: a seal of a log that was handed over is enough.
#[test]
fn a_digest_signed_by_the_key_of_a_log_vouches_for_nothing() {
    let month = digested();
    // A log of its own, sealed with the venue's key, and added to the folder.
    let log = month.text("month/mbs/7UP-01/2023-06-01.jsonl");
    let records: String = log
        .lines()
        .filter(|line| !line.contains("\"type\":\"seal\""))
        .map(|line| format!("{}\n", line.replace("7UP-01", "7UP-09")))
        .collect();
    month.write("records.jsonl", records);
    let sealed = month.run(&["seal", "records.jsonl", "--key", "venue", "--out", "month/mbs/sealed.jsonl"]);
    assert_eq!(sealed.status, 0, "{}", sealed.err);
    let report = month.report(&["--digests", "digests", "--digest-signers", "allowed_signers"]);
    let reported: Vec<&Value> = of_code(&report, "reconcile/digest-mismatch")
        .into_iter()
        .filter(|one| text(one, "message").contains("seals logs; one key, one use"))
        .collect();
    assert_eq!(reported.len(), 3, "{:#?}", of_code(&report, "reconcile/digest-mismatch"));
    assert!(report["digests"][2]["signer"].as_str().unwrap().ends_with(", who is not accepted"));
}

/// Neither the roster's word nor the digest's is lost, and one removed log is one exception.
#[test]
fn a_removed_log_that_roster_and_digest_miss_is_one_exception() {
    let month = digested();
    let log = month.path().join("month/mbs/7UP-01/2023-06-01.jsonl");
    std::fs::remove_file(log).unwrap();
    let both = month.report(&["--digests", "digests", "--roster", "month/roster.yaml"]);
    let of_table = |report: &Value| {
        of_code(report, "reconcile/missing-log").into_iter().filter(|one| one["table"] == "7UP-01").count()
    };
    assert_eq!(of_table(&both), 1, "{:#?}", of_code(&both, "reconcile/missing-log"));
    assert_eq!(of_table(&month.report(&["--digests", "digests"])), 1);
    assert_eq!(of_table(&month.report(&["--roster", "month/roster.yaml"])), 1);
    let reported = of_code(&both, "reconcile/missing-log").into_iter().find(|one| one["table"] == "7UP-01").unwrap();
    assert!(text(reported, "message").ends_with("the roster expects it too"), "{reported}");
}

/// The draft is what `--dispositions` reads once it is filled in; unfilled it is refused at its lines.
#[test]
fn a_draft_lists_what_nobody_answered_and_is_read_once_filled_in() {
    let (month, finding) = faulty();
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    let made = ["--report", "june", "--key", "auditor", "--fail-on", "never"];
    assert_eq!(month.batch(&made).status, 0);
    let draft = month.run(&["dispositions", "draft", "june"]);
    assert_eq!(draft.status, 0, "{}", draft.err);
    let report = month.report(&[]);
    let open = report["findings"].as_array().unwrap().iter().filter(|one| is_exception(one)).count();
    assert_eq!(draft.out.matches("  - finding: ").count(), open, "{}", draft.out);
    assert!(draft.out.contains(&text(&finding, "fingerprint")), "{}", draft.out);
    month.write("draft.yaml", &draft.out);
    // Left blank it answers nothing, and is counted; half an answer is a fault.
    let blank = month.report(&["--dispositions", "draft.yaml"])["dispositions"].clone();
    assert_eq!((&blank["all"], &blank["answered"], &blank["blank"]), (&json!(0), &json!(0), &json!(open)));
    month.write("half.yaml", draft.out.replacen("kind: ", "kind: ruling", 1));
    let half = month.batch(&["--dispositions", "half.yaml"]);
    assert_eq!(half.status, 2, "{}", half.out);
    assert!(half.err.contains("half.yaml:"), "{}", half.err);
    let filled =
        draft.out.replace("kind: ", "kind: ruling").replace("reason: ", "reason: paid").replace("by: ", "by: x");
    let filled: String =
        filled.lines().map(|line| if line.starts_with('#') { String::new() } else { format!("{line}\n") }).collect();
    month.write("draft.yaml", filled);
    let report = month.report(&["--dispositions", "draft.yaml"]);
    assert_eq!(report["dispositions"]["answered"], open);
    // A spreadsheet answers the same.
    let sheet = month.run(&["dispositions", "draft", "june", "--format", "csv"]);
    let blank = sheet.out.lines().skip(1).map(|row| row.strip_suffix(",,,,,,,").unwrap());
    let rows: String = blank.map(|row| format!("{row},ruling,paid,x,,,,\n")).collect();
    month.write("answers.csv", format!("{}\n{rows}", sheet.out.lines().next().unwrap()));
    let read = month.run(&["dispositions", "read", "answers.csv", "--out", "read.yaml"]);
    assert_eq!(read.status, 0, "{}", read.err);
    assert!(read.err.contains("(0 left blank, which stay open) written to read.yaml"), "{}", read.err);
    let by_sheet = month.report(&["--dispositions", "read.yaml"]);
    assert_eq!(by_sheet["dispositions"]["answered"], open);
    assert_eq!(by_sheet["summary"], report["summary"]);
    // What is answered is in no draft.
    assert_eq!(
        month
            .batch(&["--dispositions", "draft.yaml", "--report", "july", "--key", "auditor", "--fail-on", "never"])
            .status,
        0
    );
    let again = month.run(&["dispositions", "draft", "july"]);
    assert!(again.out.contains("dispositions: []"), "{}", again.out);
}

/// Owner, due date and age are carried until somebody answers.
#[test]
fn an_action_answers_nothing_and_is_carried_with_its_owner() {
    let (month, finding) = faulty();
    let fingerprint = text(&finding, "fingerprint");
    let action = |due: &str| {
        format!(
            "dispositions:\n- {{finding: \"{fingerprint}\", kind: action, reason: ask the maker, by: x, on: 2023-06-30, owner: head of slots, due: {due}}}\n"
        )
    };
    month.write("actions.yaml", action("2030-01-31"));
    let june = month.report(&["--dispositions", "actions.yaml"]);
    assert_eq!(june["dispositions"]["answered"], 0);
    let shown =
        june["findings"].as_array().unwrap().iter().find(|one| one["fingerprint"] == fingerprint.as_str()).unwrap();
    assert_eq!(shown["disposition"]["owner"], "head of slots");
    month.write("june.json", june.to_string());
    let july = month.report(&["--previous", "june.json"]);
    let row =
        july["carried"].as_array().unwrap().iter().find(|row| row["fingerprint"] == fingerprint.as_str()).unwrap();
    assert_ne!(row["standing"], "settled", "{row}");
    assert_eq!((&row["answer"]["owner"], &row["answer"]["until"]), (&"head of slots".into(), &"2030-01-31".into()));
    assert!(row["age_days"].is_i64(), "{row}");
    let reported = month.batch(&["--previous", "june.json", "--verbose"]).out;
    let reported = reported.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        reported.contains("action by x on 2023-06-30, owner head of slots, due 2030-01-31: ask the maker"),
        "{reported}"
    );
    // An overdue one is a finding.
    month.write("actions.yaml", action("2023-06-30"));
    let late = month.report(&["--dispositions", "actions.yaml"]);
    assert_eq!(of_code(&late, "disposition/expired").len(), 1);
    month.write("actions.yaml", action("2030-01-31").replace(", owner: head of slots", ""));
    let refused = month.batch(&["--dispositions", "actions.yaml"]);
    assert!(refused.status == 2 && refused.err.contains("an action lacks `owner`"), "{}", refused.err);
}

/// A waiver may cover what breaks again and again at one table, in its days and no others.
#[test]
fn a_waiver_of_a_code_covers_its_table_and_its_days() {
    let (month, finding) = faulty();
    let day = &text(&finding, "at")[..10];
    let (venue, table, code) = (text(&finding, "venue"), text(&finding, "table"), text(&finding, "code"));
    let waiver = |table: &str, from: &str, to: &str| {
        format!(
            "dispositions:\n- {{code: {code}, venue: {venue}, table: {table}, from: {from}, to: {to}, kind: waiver, reason: x, by: y, until: 2030-01-01}}\n"
        )
    };
    let answered = |yaml: String| {
        month.write("waivers.yaml", yaml);
        let report = month.report(&["--dispositions", "waivers.yaml"]);
        report["dispositions"]["answered"].as_u64().unwrap()
    };
    let all = month.report(&[]);
    let same = |one: &&Value| {
        one["code"] == code.as_str() && one["table"] == table.as_str() && text(one, "at").starts_with(day)
    };
    let expected = all["findings"].as_array().unwrap().iter().filter(same).count() as u64;
    assert_eq!(answered(waiver(&table, day, day)), expected);
    assert_eq!(answered(waiver("ANOTHER", day, day)), 0);
    assert_eq!(answered(waiver(&table, "2001-01-01", "2001-01-31")), 0);
    month.write("waivers.yaml", waiver(&table, "2023-06-30", "2023-06-01"));
    let refused = month.batch(&["--dispositions", "waivers.yaml"]);
    assert!(refused.status == 2 && refused.err.contains("lies before `from`"), "{}", refused.err);
}

/// Tables of two venues may bear one name; a venue that nobody knows is a slip of the pen.
#[test]
fn a_run_may_be_narrowed_to_a_venue() {
    let month = Month::of(5, 2, 1_500, 0);
    let all = month.report(&[]);
    let venues: std::collections::BTreeSet<String> =
        all["tables"].as_array().unwrap().iter().map(|table| text(table, "venue")).collect();
    assert!(venues.len() > 1);
    for venue in &venues {
        let report = month.report(&["--venue", venue]);
        let tables = report["tables"].as_array().unwrap();
        assert!(!tables.is_empty() && tables.iter().all(|table| text(table, "venue") == *venue));
        assert_eq!(report["scope"]["venues"], serde_json::json!([venue]));
    }
    let strange = month.batch(&["--venue", "mbz"]);
    assert!(strange.status == 2 && strange.err.contains("is of venue mbz"), "{}", strange.err);
}

/// Keys may stand in several trust stores, and every one is named in the report.
#[test]
fn trust_stores_may_be_several() {
    let month = Month::of(2, 1, 600, 0);
    let text = month.text("month/trust.yaml");
    let entries: Vec<&str> = text.split("\n  - ").collect();
    assert!(entries.len() > 2, "{text}");
    let half = entries.len() / 2 + 1;
    month.write("one.yaml", entries[..half].join("\n  - ") + "\n");
    month.write("two.yaml", format!("keys:\n  - {}", entries[half..].join("\n  - ")));
    let run = month.run(&["batch", "month", "--trust", "one.yaml", "--trust", "two.yaml", "--format", "json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert!(of_code(&report, "integrity/untrusted-key").is_empty(), "{}", run.err);
    assert_eq!(
        (&report["trust"]["path"], &report["trust"]["also"][0]["path"]),
        (&"one.yaml".into(), &"two.yaml".into())
    );
    let one = month.run(&["batch", "month", "--trust", "one.yaml", "--format", "json"]);
    assert!(!of_code(&serde_json::from_str(&one.out).unwrap(), "integrity/untrusted-key").is_empty());
    let twice = month.run(&["batch", "month", "--trust", "one.yaml", "--trust", "one.yaml", "--format", "json"]);
    assert!(twice.status < 2, "{}", twice.err);
}

/// A file more would make a signed report look altered.
#[test]
fn no_report_is_written_into_a_signed_report() {
    let month = Month::of(1, 1, 200, 0);
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    let into = |folder: &str| month.batch(&["--report", folder, "--key", "auditor", "--fail-on", "never"]);
    assert_eq!(into("june").status, 0);
    let inside = into("june/again");
    assert!(inside.status == 2 && inside.err.contains("lies in the signed report"), "{}", inside.err);
    assert!(!month.path().join("june/again").exists());
}

#[test]
fn a_log_that_was_missing_is_carried_with_its_table() {
    let month = Month::of(3, 3, 600, 0);
    let june = month.report(&["--roster", "month/roster.yaml"]);
    let missing = of_code(&june, "reconcile/missing-log");
    assert!(!missing.is_empty());
    month.write("june.json", june.to_string());
    let july = month.report(&["--previous", "june.json"]);
    let rows = july["carried"].as_array().unwrap();
    let row = rows.iter().find(|row| row["code"] == "reconcile/missing-log").unwrap();
    assert_eq!((&row["venue"], &row["table"]), (&missing[0]["venue"], &missing[0]["table"]));
}

#[test]
fn days_beyond_those_of_the_roster_are_said() {
    let month = Month::of(3, 3, 600, 0);
    let roster = month.text("month/roster.yaml");
    let line = roster.lines().find(|line| line.contains("2023-06-03")).unwrap().to_owned();
    month.write("short.yaml", roster.replace(&line, &line.replace("2023-06-03", "2023-06-02")));
    let report = month.report(&["--roster", "short.yaml"]);
    let unlisted = report["roster"]["unlisted"].as_array().unwrap();
    assert!(!unlisted.is_empty(), "{}", report["roster"]);
    let said = "on 1 day between 2023-06-03 and 2023-06-03";
    assert!(unlisted.iter().all(|row| row.as_str().unwrap().ends_with(said)), "{unlisted:?}");
}

#[test]
fn a_run_over_one_venue_says_nothing_of_dispositions_of_another() {
    let month = Month::of(2, 2, 400, 0);
    let mbs = "code: settlement/underpaid, kind: waiver, reason: r, by: b, until: 2023-12-31";
    let text = format!(
        "dispositions:\n  - {{{mbs}, venue: mbs, table: 7UP-01, from: 2023-06-01, to: 2023-06-02}}\n  - {{{mbs}, venue: star, table: X, from: 2023-06-01, to: 2023-06-02}}\n"
    );
    month.write("dispositions.yaml", text);
    let unused = |more: &[&str]| {
        let report = month.report(&[&["--dispositions", "dispositions.yaml"], more].concat());
        of_code(&report, "disposition/unused").len()
    };
    assert_eq!(unused(&[]), 2);
    assert_eq!(unused(&["--venue", "mbs"]), 1);
}
