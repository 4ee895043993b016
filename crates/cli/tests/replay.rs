//! `resettle replay`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::io::Write as _;

use crate::common::{Run, reported, resettle, root, scratch};
use resettle_testkit::sha256;

const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";

fn replay(args: &[&str]) -> Run {
    resettle(&[&["replay"], args].concat())
}

#[test]
fn the_examples_show_what_was_planted_and_nothing_besides() {
    for folder in ["electronic-7-up-2023", "star-7-up-2016"] {
        let (log, trust) = (format!("audit-logs/{folder}/log.jsonl"), format!("audit-logs/{folder}/trust.yaml"));
        let run = replay(&[&log, "--trust", &trust, "--format", "json"]);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{folder}");
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let expected = std::fs::read_to_string(root().join("audit-logs").join(folder).join("expected.json")).unwrap();
        let expected: Vec<serde_json::Value> = serde_json::from_str(&expected).unwrap();
        let found = report["findings"].as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "{folder}");
        for wanted in &expected {
            let names = ["code", "shoe", "coup", "wager", "money"];
            let fits = |finding: &&serde_json::Value| {
                names.iter().all(|name| wanted.get(name).is_none_or(|value| finding[name] == *value))
            };
            assert_eq!(found.iter().filter(fits).count(), 1, "{folder}: {wanted}");
        }
    }
}

#[test]
fn findings_as_people_read_them() {
    let run = replay(&[LOG, "--trust", TRUST]);
    insta::assert_snapshot!(run.out);
    assert_eq!(run.status, 1);
}

#[test]
fn findings_as_json() {
    let run = replay(&[LOG, "--trust", TRUST, "--format", "json", "--at", "2026-11-21T09:00:00+08:00"]);
    insta::assert_snapshot!(rows_on_lines(&run.out));
}

/// JSON as it was printed, with each element of the lists of the outermost object on one line.
fn rows_on_lines(json: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in json.lines() {
        let text = line.trim_start_matches(' ');
        let inside = line.len() - text.len() > 2 || text.starts_with(['}', ']']) && line.starts_with("  ");
        match lines.last_mut().filter(|_| inside) {
            Some(row) => row.push_str(text),
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

#[test]
fn findings_as_rows() {
    insta::assert_snapshot!("csv", replay(&[LOG, "--trust", TRUST, "--format", "csv"]).out);
    let lines = replay(&[LOG, "--trust", TRUST, "--format", "jsonl"]).out;
    assert_eq!(lines.lines().count(), 8);
    assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn same_inputs_same_bytes_whatever_their_order() {
    let star = "audit-logs/star-7-up-2016/log.jsonl";
    let at = ["--at", "2026-11-21T09:00:00Z", "--format", "json"];
    let one = replay(&[&[LOG, star][..], &at].concat());
    let other = replay(&[&[star, LOG][..], &at].concat());
    assert_eq!(one.out, other.out);
}

#[test]
fn the_exit_status_follows_fail_on() {
    let severities = ["never", "critical", "major", "minor"].map(|lowest| {
        let star = ["audit-logs/star-7-up-2016/log.jsonl", "--trust", "audit-logs/star-7-up-2016/trust.yaml"];
        replay(&[&star[..], &["--fail-on", lowest]].concat()).status
    });
    assert_eq!(severities, [0, 1, 1, 1]);
}

#[test]
fn without_a_trust_store_nothing_is_trusted_and_the_log_says_so_once() {
    let run = replay(&[LOG, "--format", "json"]);
    let untrusted = reported(&run.out).into_iter().filter(|line| line.starts_with("integrity/untrusted-key")).count();
    assert_eq!(untrusted, 1);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["inputs"][0]["authenticated_records"], 0);
    assert!(report["findings"].as_array().unwrap().iter().all(|finding| finding["authenticated"] == false));
}

#[test]
fn compressed_logs_are_read_as_what_they_hold() {
    let folder = scratch();
    let plain = std::fs::read(root().join(LOG)).unwrap();
    let (head, tail) = plain.split_at(plain.len() / 2);
    let gz = folder.path().join("log.jsonl.gz");
    let mut bytes = Vec::new();
    for part in [head, tail] {
        let mut encoder = flate2::write::GzEncoder::new(&mut bytes, flate2::Compression::default());
        encoder.write_all(part).unwrap();
        encoder.finish().unwrap();
    }
    std::fs::write(&gz, &bytes).unwrap();
    let zst = folder.path().join("log.jsonl.zst");
    // A frame that holds nothing of the file, as pzstd writes them, before each that does.
    let mut bytes = Vec::new();
    for part in [head, tail] {
        bytes.extend([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
        bytes.extend(ruzstd::encoding::compress_to_vec(part, ruzstd::encoding::CompressionLevel::Fastest));
    }
    std::fs::write(&zst, &bytes).unwrap();
    let wanted = reported(&replay(&[LOG, "--trust", TRUST, "--format", "json"]).out);
    for path in [&gz, &zst] {
        let run = replay(&[path.to_str().unwrap(), "--trust", TRUST, "--format", "json"]);
        assert_eq!(reported(&run.out), wanted, "{}", path.display());
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let on_disk = std::fs::read(path).unwrap();
        assert_eq!(report["inputs"][0]["sha256"], sha256(&on_disk));
    }
    // A checksum that does not fit: the archive is damaged, whatever the log in it says.
    for path in [&gz, &zst] {
        let mut bytes = std::fs::read(path).unwrap();
        let from_the_end = if path == &gz { 5 } else { 1 };
        let at = bytes.len() - from_the_end;
        bytes[at] ^= 1;
        let damaged = folder.path().join("damaged");
        std::fs::write(&damaged, &bytes).unwrap();
        let run = replay(&[damaged.to_str().unwrap(), "--trust", TRUST]);
        assert_eq!(run.status, 2, "{}", path.display());
        assert!(run.err.contains("checksum"), "{}", run.err);
    }
    // Cut off: what could be read is judged, and the status says that the job was not done.
    let bytes = std::fs::read(&gz).unwrap();
    let cut = folder.path().join("cut.jsonl.gz");
    std::fs::write(&cut, &bytes[..bytes.len() - 2000]).unwrap();
    let run = replay(&[cut.to_str().unwrap(), "--trust", TRUST, "--format", "json"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("could not be read to its end"), "{}", run.err);
    let reported = reported(&run.out);
    assert!(reported.contains(&"settlement/underpaid S-0001 9 w3 -2500".to_owned()), "{reported:?}");
    assert!(!reported.iter().any(|line| line.starts_with("integrity/unsealed-tail")), "{reported:?}");
}

#[test]
fn a_named_ruleset_judges_everything_and_says_so() {
    let run = replay(&["audit-logs/star-7-up-2016/log.jsonl", "--ruleset", "sg/mbs/7-up-baccarat/2017-02-17"]);
    assert!(run.out.starts_with("Every coup is judged by sg/mbs/7-up-baccarat/2017-02-17, whatever was in force.\n"));
    assert!(!run.out.contains("ruleset/uncertain"));
    assert!(!run.out.contains("of another game"), "{}", run.out);
    let other = replay(&[LOG, "--ruleset", "sg/mbs/7-up-baccarat/2017-02-17", "--fail-on", "never"]);
    assert!(other.out.contains("WARNING: a log is of another game, electronic-7-up-baccarat;"), "{}", other.out);
    let run = replay(&[LOG, "--ruleset", "sg/mbs/poker/2017-02-17"]);
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("error: there is no ruleset `sg/mbs/poker/2017-02-17`\n  help: "), "{}", run.err);
    assert!(run.err.ends_with("`resettle ruleset list` shows those there are\n"), "{}", run.err);
    for (typed, meant) in
        [("sg/mbs/baccarat/2017-02-71", "sg/mbs/baccarat/2017-02-17"), ("star", "au-nsw/star/7-up-baccarat/2016-08-17")]
    {
        let run = replay(&[LOG, "--ruleset", typed]);
        assert!(run.err.contains(&format!("did you mean `{meant}`?")), "{}", run.err);
    }
}

#[test]
fn a_stated_date_makes_a_ruleset_certain_and_stands_in_the_report() {
    let folder = scratch();
    let facts = folder.path().join("facts.yaml");
    let star = ["audit-logs/star-7-up-2016/log.jsonl", "--trust", "audit-logs/star-7-up-2016/trust.yaml"];
    let state = |from: &str| {
        let text = format!(
            "in_force: {{\"au-nsw/star/7-up-baccarat/2016-08-17\": {{from: {from}, source: \"Authority's website\", by: \"N. N.\"}}}}\n"
        );
        std::fs::write(&facts, text).unwrap();
        replay(&[&star[..], &["--facts", facts.to_str().unwrap(), "--format", "json"]].concat())
    };
    let run = state("2016-08-24");
    assert!(!reported(&run.out).iter().any(|line| line.starts_with("ruleset/")));
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["facts"]["in_force"]["au-nsw/star/7-up-baccarat/2016-08-17"]["from"], "2016-08-24");
    // Stated to begin after the log: nothing was in force, at every coup.
    let run = state("2018-01-01");
    assert_eq!(reported(&run.out).iter().filter(|line| line.starts_with("ruleset/none-in-force")).count(), 60);
    assert_eq!(state("2016-02-30").status, 2);
}

#[test]
fn text_of_a_log_never_steers_the_terminal() {
    let folder = scratch();
    let log = folder.path().join("log.jsonl");
    let text = std::fs::read_to_string(root().join(LOG)).unwrap();
    let evil = text.replace("\"shoe\":\"S-0001\"", "\"shoe\":\"S\\u001b[2J\\u202e\\u009b\\n1\"");
    std::fs::write(&log, evil).unwrap();
    for format in ["text", "json", "jsonl", "csv"] {
        let run = replay(&[log.to_str().unwrap(), "--format", format]);
        let harmful: Vec<char> =
            run.out.chars().filter(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}').collect();
        assert_eq!(harmful, [] as [char; 0], "{format}");
        assert!(run.out.contains("[2J"), "{format}");
    }
}

#[cfg(unix)]
#[test]
fn what_can_be_read_only_once_is_not_half_read_among_several_logs() {
    let run = replay(&[LOG, "/dev/null", "--trust", TRUST]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("/dev/null is no file"), "{}", run.err);
    assert!(!run.out.contains("integrity/no-open"), "{}", run.out);
    assert!(run.out.contains("settlement/underpaid"), "{}", run.out);
}
