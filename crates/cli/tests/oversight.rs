//! `resettle batch` with venue digests, dispositions and the report of the period before.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod common;
mod month;

use month::{AT, Month};
use serde_json::Value;

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
    assert!(unnamed["digests"][0]["signer"].as_str().unwrap().ends_with(", whom nobody names"));
}

#[test]
fn a_log_that_is_missing_changed_or_added_since_is_told() {
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
    assert_eq!(missing.len(), 3, "{missing:#?}");
    assert!(missing.iter().any(|message| message.contains("lists mbs/BAC-01/2023-06-01.jsonl.gz")), "{missing:#?}");
}

#[test]
fn a_digest_that_is_missing_altered_or_of_nobody_is_told() {
    let month = digested();
    let path = |name: &str| month.path().join("digests").join(name);
    // Signed anew over another text: fits its signature, and not the digest after it.
    let text = month.text("digests/2023-06-01.digest");
    let altered = text.replacen("\"made\":\"2023-07-01T09", "\"made\":\"2023-07-01T08", 1);
    assert_ne!(text, altered);
    month.write("digests/2023-06-01.digest", &altered);
    let report = against_digests(&month);
    let told: Vec<&str> = of_code(&report, "reconcile/digest-mismatch")
        .into_iter()
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told.iter().any(|message| message.contains("its signature by")), "{told:#?}");
    assert!(told.iter().any(|message| message.contains("goes on from another digest of 2023-06-01")), "{told:#?}");
    month.write("digests/2023-06-01.digest", &text);
    std::fs::remove_file(path("2023-06-02.digest")).unwrap();
    let report = against_digests(&month);
    let told = of_code(&report, "reconcile/missing-log");
    let told =
        told.iter().any(|finding| finding["message"].as_str().unwrap().contains("goes on from that of 2023-06-02"));
    assert!(told);
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
    // Everything else is as before, but for what is told of the second one.
    assert_eq!(of_code(&report, "disposition/unused").len(), 1);
    let all = |report: &Value| report["findings"].as_array().unwrap().len();
    assert_eq!(all(&report), all(&plain) + 1);
    assert_eq!(report["summary"]["by_severity"]["critical"], plain["summary"]["by_severity"]["critical"]);
    assert_eq!(report["dispositions"]["answered"], 1);
    let run = month.batch(&["--dispositions", "dispositions.yaml"]);
    assert_eq!(run.status, 1);
    let told = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("waiver by duty inspector, until 2023-07-01: paid on the spot"), "{}", run.out);
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
        assert_eq!((&row["standing"], &row["because"]), (&Value::from("settled"), &Value::from("gone")));
    } else {
        assert_eq!(row["standing"], "open");
    }
    assert_eq!(row["first_reported"], AT);
    // And on to the month after that.
    let run = other.batch(&["--previous", "june.json", "--format", "json"]);
    other.write("july.json", run.out);
    let august = other.report(&["--previous", "july.json"]);
    let open = |report: &Value| {
        report["carried"].as_array().unwrap().iter().filter(|row| row["standing"] != "settled").count()
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
