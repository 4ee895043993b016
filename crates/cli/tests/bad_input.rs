//! Bad input of every kind: a clear message, the contract's exit status, never a panic, and the
//! rest is still judged.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::io::Write as _;

use crate::common::{Run, reported, resettle, root, scratch};

const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";

fn calm(run: &Run) {
    assert!(!run.err.contains("panicked") && !run.err.contains("RUST_BACKTRACE"), "{}", run.err);
}

#[test]
fn files_that_cannot_be_read_do_not_stop_the_others() {
    let run = resettle(&["replay", "nowhere.jsonl", "audit-logs", LOG, "--trust", TRUST, "--format", "json"]);
    calm(&run);
    assert_eq!(run.status, 2);
    assert_eq!(reported(&run.out).len(), 8);
    insta::assert_snapshot!(run.err);
}

#[test]
fn a_name_that_is_not_there_is_reported_with_the_nearest() {
    let run =
        resettle(&["verify", "audit-logs/star-7-up-2016/log.json", "--trust", "audit-logs/star-7-up-2016/trust.yml"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("help: did you mean `trust.yaml`? nothing was read"), "{}", run.err);
    let run = resettle(&["verify", "audit-logs/star-7-up-2016/log.json"]);
    assert!(run.err.contains("help: did you mean `log.jsonl`? nothing was read"), "{}", run.err);
    let run = resettle(&["verify", "audit-lags/log.jsonl"]);
    assert!(run.err.contains("there is no folder audit-lags"), "{}", run.err);
}

#[test]
fn a_ruleset_that_the_facts_misspell_is_reported_with_the_nearest() {
    let folder = scratch();
    let path = folder.path().join("facts.yaml");
    std::fs::write(&path, "in_force: {au-nsw/star/7-up-baccarat/2016-08-71: {from: 2016-08-24, source: s, by: b}}\n")
        .unwrap();
    let run = resettle(&["replay", LOG, "--facts", path.to_str().unwrap()]);
    assert_eq!(run.status, 2);
    assert!(run.err.ends_with("help: did you mean `au-nsw/star/7-up-baccarat/2016-08-17`?\n"), "{}", run.err);
}

#[test]
fn standard_input_is_a_log_or_refused_with_what_to_do() {
    for args in [
        &["replay", LOG, "--trust", "-"][..],
        &["import", "csv", "-", "--map", "fixtures/import/small.yaml", "--out", "target/never.jsonl"],
    ] {
        let run = resettle(args);
        calm(&run);
        assert_eq!(run.status, 2, "{args:?}");
        assert!(run.err.contains("error: cannot read -: standard input is not read"), "{args:?}: {}", run.err);
        assert!(run.err.contains("help: save it to a file first"), "{args:?}: {}", run.err);
    }
}

#[test]
fn contents_that_are_no_log_give_findings() {
    let folder = scratch();
    let path = folder.path().join("log.jsonl");
    let name = path.to_str().unwrap();
    let random: Vec<u8> = (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cases: [(&str, Vec<u8>); 7] = [
        ("empty", Vec::new()),
        ("a line feed", b"\n".to_vec()),
        ("binary", random),
        ("invalid UTF-8", b"{\"seq\":0,\"x\":\"\xff\xfe\"}\n".to_vec()),
        ("a JSON array", b"[1,2,3]\n".to_vec()),
        ("another format", b"{\"seq\":0,\"prev\":\"\",\"at\":\"now\",\"type\":\"open\"}\n".to_vec()),
        ("no line feed", b"{\"seq\":0".to_vec()),
    ];
    for (what, bytes) in cases {
        std::fs::write(&path, bytes).unwrap();
        for command in ["replay", "verify"] {
            let run = resettle(&[command, name, "--trust", TRUST, "--format", "json"]);
            calm(&run);
            assert_eq!(run.status, 1, "{what}: {}", run.err);
            assert!(reported(&run.out).iter().any(|line| line.starts_with("integrity/no-open")), "{what}: {}", run.out);
        }
    }
}

#[test]
fn a_line_of_any_length_takes_no_memory_and_only_itself_out() {
    let folder = scratch();
    let path = folder.path().join("log.jsonl");
    let text = std::fs::read_to_string(root().join(LOG)).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    file.write_all(lines[..10].concat().as_bytes()).unwrap();
    let megabyte = vec![b'x'; 1 << 20];
    // The test keeps to 64 MiB; by hand a gigabyte was tried.
    for _ in 0..64 {
        file.write_all(&megabyte).unwrap();
    }
    file.write_all(b"\n").unwrap();
    file.write_all(lines[10..].concat().as_bytes()).unwrap();
    drop(file);
    let run = resettle(&["replay", path.to_str().unwrap(), "--trust", TRUST, "--format", "json"]);
    calm(&run);
    let reported = reported(&run.out);
    assert!(reported.iter().any(|line| line.starts_with("integrity/malformed-record")));
    assert!(reported.contains(&"wager/late-honoured S-0001 17 x1 10000".to_owned()), "{reported:?}");
}

#[test]
fn one_bad_record_hides_no_other() {
    let folder = scratch();
    let path = folder.path().join("log.jsonl");
    let text = std::fs::read_to_string(root().join(LOG)).unwrap();
    let changes: [(&str, &str); 6] = [
        ("\"decks\":10", "\"decks\":-10"),
        ("\"result\":\"player\"", "\"result\":\"dragon\""),
        ("\"stake\":10063", "\"stake\":99999999999999999999"),
        ("\"cards\":[\"5S\"", "\"cards\":[\"5X\""),
        ("\"wrd\":\"tie\"", "\"wrd\":7"),
        ("\"times\":{\"opened\"", "\"times\":{\"opend\""),
    ];
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let run = resettle(&["replay", path.to_str().unwrap(), "--trust", TRUST, "--format", "json"]);
        calm(&run);
        assert_eq!(run.status, 1, "{to}: {}", run.err);
        let reported = reported(&run.out);
        assert!(reported.contains(&"void/groundless S-0002 17 - 17500".to_owned()), "{to}: {reported:?}");
    }
}

#[test]
fn trust_stores_facts_and_times_with_faults_are_reported_whole() {
    let folder = scratch();
    let path = folder.path().join("file.yaml");
    let name = path.to_str().unwrap();
    std::fs::write(&path, "keys:\n  - {name: a, public_key: x, venue: mbs, form: 1}\n  - {name: 7}\n").unwrap();
    let run = resettle(&["replay", LOG, "--trust", name]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    insta::assert_snapshot!("trust", run.err.replace(name, "FILE"));
    std::fs::write(&path, "in_force: {nowhere: {from: 2016-08-24, source: s, by: b}}\n").unwrap();
    let run = resettle(&["replay", LOG, "--facts", name]);
    assert_eq!(run.status, 2);
    insta::assert_snapshot!(run.err.replace(name, "FILE"), @r"
    error: FILE: the facts file states a date for `nowhere`, but there is no such ruleset
      help: `resettle ruleset list` shows those there are
    ");
    for (id, from, why) in [
        ("sg/mbs/baccarat/2017-02-17", "2017-03-01", "its document says from"),
        ("au-nsw/star/7-up-baccarat/2016-08-17", "2016-08-16", "before the document was signed"),
    ] {
        std::fs::write(&path, format!("in_force: {{\"{id}\": {{from: {from}, source: s, by: b}}}}\n")).unwrap();
        let run = resettle(&["replay", LOG, "--facts", name]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{id}");
        assert!(run.err.contains(why), "{}", run.err);
    }
    let run = resettle(&["replay", LOG, "--at", "tomorrow"]);
    assert_eq!(run.status, 2);
    insta::assert_snapshot!(run.err, @r"
    error: `tomorrow` is no time: not of the form YYYY-MM-DDTHH:MM:SS[.digits](Z|±HH:MM)
      help: write it as 2026-11-21T09:00:00+08:00
    ");
}

#[test]
fn wrong_usage_is_status_2() {
    for args in
        [&["replay"][..], &["replay", LOG, "--format", "xml"], &["nonsense"], &["replay", LOG, "--report", "x"], &[]]
    {
        let run = resettle(args);
        calm(&run);
        assert_eq!(run.status, 2, "{args:?}");
    }
}

/// A file that is something else accuses nobody: it is named, and the job is not done.
#[test]
fn files_that_are_something_else_are_named_and_give_no_finding() {
    let folder = scratch();
    let log = std::fs::read_to_string(root().join(LOG)).unwrap();
    let json = resettle(&["replay", LOG, "--trust", TRUST, "--format", "json"]).out;
    let trust = std::fs::read(root().join(TRUST)).unwrap();
    let utf16: Vec<u8> = [0xfeff_u16].into_iter().chain(log.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (name, bytes, what) in [
        ("crlf.jsonl", log.replace('\n', "\r\n").into_bytes(), "a file with CRLF line ends"),
        ("report.json", json.into_bytes(), "a report of Resettle"),
        ("trust.yaml", trust, "a trust store"),
        ("logs.zip", b"PK\x03\x04\x14\x00june.jsonl".to_vec(), "a zip archive"),
        ("month.xlsx", b"PK\x03\x04\x14\x00[Content_Types].xml".to_vec(), "a workbook"),
        ("utf16.jsonl", utf16, "text in UTF-16"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        for command in ["replay", "verify"] {
            let run = resettle(&[command, path.to_str().unwrap(), "--trust", TRUST]);
            calm(&run);
            assert_eq!(run.status, 2, "{name}: {}", run.out);
            assert!(run.err.contains(&format!("it is {what}, no coup log")), "{name}: {}", run.err);
            assert!(!run.err.contains("the others are judged"), "{}", run.err);
            let flat = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains("findings nothing was judged"), "{name}: {}", run.out);
        }
        let both = resettle(&["replay", path.to_str().unwrap(), LOG, "--trust", TRUST]);
        assert_eq!(both.status, 2);
        assert!(
            both.err.contains("1 of 2 logs could not be read") && both.err.contains("judged above"),
            "{}",
            both.err
        );
    }
}

/// A file behind the wrong option is named, instead of the faults that it has as another.
#[test]
fn files_behind_the_wrong_option_are_named() {
    for (args, said) in [
        (&["replay", LOG, "--trust", LOG][..], "it is a coup log, not a trust store"),
        (&["replay", LOG, "--facts", TRUST], "it is a trust store, not a file of facts"),
        (&["replay", LOG, "--settings", TRUST], "it is a trust store, not a settings file"),
        (&["replay", LOG, "--trust", TRUST, "--heads", TRUST], "it is a trust store, not a heads file"),
    ] {
        let run = resettle(args);
        calm(&run);
        assert!(run.status == 2 && run.err.contains(said) && run.err.contains("help: "), "{args:?}: {}", run.err);
    }
}
