//! `resettle digest`
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::has_tool;
use crate::signed::Workdir;
use resettle_testkit::sha256;

const AT: &str = "2018-05-21T06:00:00+08:00";
const ROSTER: &str = "roster:\n  - {venue: mbs, game: baccarat, tables: [BAC-07, BAC-08], zone: Asia/Singapore, \
                      first_day: 2018-05-20, last_day: 2018-05-22, closed: [2018-05-22]}\n";

/// A folder with one sealed log of 20 May below `logs`, a key `signer`, and its line in `allowed_signers`.
fn workdir() -> Workdir {
    let workdir = Workdir::new();
    workdir.sealed_log();
    std::fs::create_dir_all(workdir.path().join("logs/BAC-07")).unwrap();
    workdir.write("logs/BAC-07/a.jsonl", workdir.read("log.jsonl"));
    workdir.write("logs/readme.txt", "no log");
    workdir.write("roster.yaml", ROSTER);
    let signer = workdir.key("signer");
    workdir.write("allowed_signers", format!("venue@x namespaces=\"resettle-digest\" {signer}\n"));
    workdir
}

fn digest<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["digest", "logs", "--key", "signer", "--out", out, "--at", AT], more].concat()
}

#[test]
fn a_digest_says_what_there_is_and_who_was_idle() {
    let workdir = workdir();
    let run = workdir.done(&digest("20.digest", &["--roster", "roster.yaml"]));
    assert!(run.out.starts_with("20.digest: mbs, 2018-05-20: 1 log, 1 idle\n  sha256     "), "{}", run.out);
    let text = workdir.text("20.digest");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    let first = "# resettle-digest/1 {\"venue\":\"mbs\",\"day\":\"2018-05-20\",\"made\":\"2018-05-21T06:00:00+08:00\",\"previous\":null}";
    assert_eq!(lines[0], first);
    assert!(lines[1].contains("\"log\":\"t-1\"") && lines[1].contains("\"records\":5"), "{text}");
    assert!(lines[1].contains("\"head\":{\"seq\":4,") && lines[1].ends_with("\"final\":true}}"), "{text}");
    assert!(lines[2].ends_with("  BAC-07/a.jsonl"));
    assert_eq!(lines[3], "# idle {\"game\":\"baccarat\",\"table\":\"BAC-08\",\"source\":\"table\"}");
    // The same inputs, time and key are the same bytes.
    workdir.done(&digest("again", &["--roster", "roster.yaml"]));
    assert_eq!(workdir.read("again.sig"), workdir.read("20.digest.sig"));
}

#[test]
fn openssh_and_sha256sum_check_it_without_us() {
    if !has_tool("ssh-keygen") || !has_tool("sha256sum") || !has_tool("sh") {
        return;
    }
    let workdir = workdir();
    workdir.done(&digest("20.digest", &[]));
    let check = "ssh-keygen -Y verify -f ../allowed_signers -I venue@x -n resettle-digest -s ../20.digest.sig < ../20.digest \
                 && sha256sum -c ../20.digest";
    let (fits, said) = workdir.tool("sh", &["-c", &format!("cd logs && {check}")]);
    assert!(fits && said.contains("BAC-07/a.jsonl: OK"), "{said}");
    workdir.write("logs/BAC-07/a.jsonl", "{}\n");
    let (fits, _) = workdir.tool("sh", &["-c", &format!("cd logs && {check} 2>/dev/null")]);
    assert!(!fits);
}

#[test]
fn packing_a_log_changes_the_file_and_not_what_it_holds() {
    if !has_tool("gzip") {
        return;
    }
    let workdir = workdir();
    workdir.done(&digest("plain", &[]));
    assert!(workdir.tool("gzip", &["logs/BAC-07/a.jsonl"]).0);
    workdir.done(&digest("packed", &[]));
    let content = |name: &str| {
        let text = workdir.text(name);
        let (_, rest) = text.split_once("\"content\":\"").unwrap();
        (rest[..64].to_owned(), text.lines().nth(2).unwrap()[..64].to_owned())
    };
    let ((plain, plain_file), (packed, packed_file)) = (content("plain"), content("packed"));
    assert_eq!((&plain, &plain), (&plain_file, &packed));
    assert_ne!(packed, packed_file);
}

#[test]
fn days_are_chained_and_idle_days_are_reported() {
    let workdir = workdir();
    workdir.done(&digest("20.digest", &[]));
    let next = ["--day", "2018-05-21", "--roster", "roster.yaml", "--previous", "20.digest"];
    workdir.done(&digest("21.digest", &next));
    let text = workdir.text("21.digest");
    let before = sha256(&workdir.read("20.digest"));
    assert!(text.contains(&format!("\"previous\":{{\"day\":\"2018-05-20\",\"sha256\":\"{before}\"}}")), "{text}");
    assert_eq!(text.matches("# idle").count(), 2, "{text}");
    workdir.done(&digest("22.digest", &["--day", "2018-05-22", "--roster", "roster.yaml", "--previous", "21.digest"]));
    assert_eq!(workdir.text("22.digest").matches("\"source\":\"closed\"").count(), 2);
}

#[test]
fn a_month_is_digested_at_once_as_day_by_day() {
    let workdir = workdir();
    let days = ["--from", "2018-05-20", "--to", "2018-05-22", "--roster", "roster.yaml"];
    let run = workdir.done(&digest("month", &days));
    assert_eq!(run.out.matches("signed by").count(), 3, "{}", run.out);
    let mut previous = Vec::new();
    for day in ["2018-05-20", "2018-05-21", "2018-05-22"] {
        let alone = format!("{day}.digest");
        let named = ["--day", day, "--roster", "roster.yaml"];
        workdir.done(&digest(&alone, &[&named[..], &previous.iter().map(String::as_str).collect::<Vec<_>>()].concat()));
        for file in [alone.clone(), format!("{alone}.sig")] {
            assert_eq!(workdir.text(&format!("month/{file}")), workdir.text(&file), "{file}");
        }
        previous = vec!["--previous".to_owned(), alone];
    }
    // A day that is there already, days the wrong way round, and a log that lies outside.
    assert!(workdir.refused(&digest("month", &days)).contains("it is there already"));
    assert!(workdir.refused(&digest("x", &["--from", "2018-05-22", "--to", "2018-05-20"])).contains("lies before"));
    assert!(
        workdir.refused(&digest("x", &["--from", "2018-05-22", "--to", "2028-05-20"])).contains("more than 366 days")
    );
    let after = ["--from", "2018-05-21", "--to", "2018-05-22", "--roster", "roster.yaml"];
    let after = workdir.done(&digest("after", &after)).out;
    assert!(after.contains("note: 1 log below logs outside 2018-05-21 to 2018-05-22"), "{after}");
}

#[test]
fn what_cannot_be_digested_is_reported_and_nothing_is_written() {
    let workdir = workdir();
    workdir.done(&digest("20.digest", &[]));
    let mut reported = Vec::new();
    let mut refused =
        |args: &[&str]| reported.push(workdir.refused(args).replace(workdir.path().to_str().unwrap(), "DESK"));
    refused(&digest("20.digest", &[]));
    refused(&digest("x", &["--day", "1 June"]));
    refused(&digest("x", &["--day", "2018-05-20", "--previous", "20.digest"]));
    refused(&digest("x", &["--previous", "roster.yaml"]));
    refused(&["digest", "logs", "--key", "sealer", "--out", "x"]);
    refused(&["digest", "nowhere", "--key", "signer", "--out", "x"]);
    workdir.write("logs/BAC-07/b\\c.jsonl", "");
    refused(&digest("x", &[]));
    std::fs::remove_file(workdir.path().join("logs/BAC-07/b\\c.jsonl")).unwrap();
    workdir.write("logs/cut.jsonl.gz", &[0x1f, 0x8b, 8, 0][..]);
    refused(&digest("x", &[]));
    std::fs::remove_file(workdir.path().join("logs/cut.jsonl.gz")).unwrap();
    let records = workdir.text("records.jsonl");
    for other in [records.replace("\"mbs\"", "\"elsewhere\""), records.replace("05-20", "05-23")] {
        workdir.write("other.jsonl", other);
        workdir.done(&["seal", "other.jsonl", "--key", "sealer", "--out", "logs/other.jsonl"]);
        refused(&digest("x", &[]));
        std::fs::remove_file(workdir.path().join("logs/other.jsonl")).unwrap();
    }
    std::fs::remove_file(workdir.path().join("logs/BAC-07/a.jsonl")).unwrap();
    refused(&digest("x", &[]));
    refused(&digest("x", &["--day", "2018-05-20"]));
    insta::assert_snapshot!(reported.join("\n"));
    assert!(!workdir.path().join("x").exists() && !workdir.path().join("x.sig").exists());
}

/// A log that opens on the eve of the first digest, with a coup on the day itself, and that no digest lists.
#[test]
fn a_log_that_opens_before_the_digests_is_of_each_day_that_it_touches() {
    let workdir = workdir();
    workdir.done(&digest("20.digest", &[]));
    std::fs::create_dir(workdir.path().join("digests")).unwrap();
    for name in ["20.digest", "20.digest.sig"] {
        std::fs::rename(workdir.path().join(name), workdir.path().join("digests").join(name)).unwrap();
    }
    let reported = || -> Vec<String> {
        let run = workdir.run(&["batch", "logs", "--trust", "trust.yaml", "--digests", "digests", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let all = report["findings"].as_array().unwrap().iter();
        let of_digest = all.filter(|finding| finding["code"] == "reconcile/digest-mismatch");
        of_digest.map(|finding| finding["message"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(reported(), Vec::<String>::new());
    let records = workdir.text("records.jsonl").replace("\"t-1\"", "\"t-0\"").replace("S-0001", "S-0002");
    workdir.write("other.jsonl", records.replacen("2018-05-20T09:00:00", "2018-05-19T23:00:00", 1));
    workdir.done(&["seal", "other.jsonl", "--key", "sealer", "--out", "logs/other.jsonl"]);
    let found = reported();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("records of this log are of a day that a digest covers"), "{found:?}");
    // A digest of the day lists it as well.
    std::fs::remove_dir_all(workdir.path().join("digests")).unwrap();
    workdir.done(&digest("20.digest", &["--day", "2018-05-20"]));
    assert_eq!(workdir.text("20.digest").matches("# log ").count(), 2);
    workdir.done(&digest("19.digest", &["--day", "2018-05-19"]));
    assert_eq!(workdir.text("19.digest").matches("# log ").count(), 1);
}
