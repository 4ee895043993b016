//! Text of others does nothing on a terminal, in the commands of the monthly run and of approvals either.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{root, simulate_in};
use crate::planted::{EVIL, chained, escaped, harmful, harmless, hiding, records};
use crate::signed::{RECORDS, Workdir, trust};

const AT: &str = "2026-11-21T11:00:00+08:00";
const BACCARAT: &str = "sg/mbs/baccarat/2017-02-17";

/// As it may stand in a file name.
fn evil_name() -> String {
    EVIL.replace('/', "|")
}

/// A folder of logs: planted texts in every field, names of files and folders, one log that cannot be read.
fn logs(workdir: &Workdir) {
    let folder = workdir.path().join("logs").join(evil_name());
    std::fs::create_dir_all(&folder).unwrap();
    let evil = escaped();
    let mut text = records();
    for field in ["\"S-0001\"", "\"w1\"", "\"void_it\"", "\"ACCOUNT\"", "\"TERM\"", "\"NOTE\"", "\"TEXT\""] {
        text = text.replace(field, &format!("\"{evil}\""));
    }
    for (n, field) in ["\"mbs\"", "\"BAC-07\"", "\"t-1\"", "\"SG\"", "\"baccarat\"", "\"SGD\""].iter().enumerate() {
        let name = format!("{n}{}.jsonl", evil_name());
        std::fs::write(folder.join(name), chained(&text.replace(field, &format!("\"{evil}\"")))).unwrap();
    }
    std::os::unix::fs::symlink("nowhere", folder.join(format!("dead{}.jsonl", evil_name()))).unwrap();
    std::fs::write(folder.join(format!("cut{}.jsonl.gz", evil_name())), [0x1f, 0x8b, 8, 0]).unwrap();
}

#[test]
fn a_batch_and_its_report() {
    let workdir = Workdir::new();
    logs(&workdir);
    workdir.key("signer");
    let evil = escaped();
    workdir.write(
        "roster.yaml",
        "roster:\n  - venue: VENUE\n    game: GAME\n    tables: [TABLE]\n    zone: Asia/Singapore\n    first_day: 2018-05-20\n    last_day: 2018-05-20\n"
            .replace("VENUE", &format!("\"{}\"", hiding()))
            .replace("GAME", &format!("\"{}\"", hiding()))
            .replace("TABLE", &format!("\"{}\"", hiding())),
    );
    workdir.write(
        "dispositions.yaml",
        "dispositions:\n  - code: display/wrd-mismatch\n    log: \"EVIL\"\n    shoe: \"EVIL\"\n    coup: 1\n    kind: waiver\n    reason: \"EVIL\"\n    by: \"EVIL\"\n    until: 2020-01-01\n"
            .replace("EVIL", &hiding()),
    );
    for file in ["roster.yaml", "dispositions.yaml"] {
        let run = workdir.run(&["batch", "logs", &format!("--{}", file.trim_end_matches(".yaml")), file, "--at", AT]);
        assert!(run.out.contains("Summary"), "{file} is taken: {}", run.err);
        harmless(&run, file);
        workdir.write(
            "refused.yaml",
            workdir.text(file).replace("venue:", &format!("\"{evil}\":")).replace("kind:", &evil),
        );
        harmless(
            &workdir.run(&["batch", "logs", &format!("--{}", file.trim_end_matches(".yaml")), "refused.yaml"]),
            "refused",
        );
    }
    let mut reported = 0;
    for format in ["text", "json", "jsonl", "csv"] {
        for more in [&[][..], &["--quiet"], &["--verbose"]] {
            let args = ["batch", "logs", "--at", AT, "--format", format, "--roster", "roster.yaml"];
            let run = workdir.run(&[&args, more].concat());
            assert_eq!(run.status, 2, "a log could not be read: {}", run.err);
            harmless(&run, format);
            reported += run.out.len();
        }
    }
    assert!(reported > 10_000, "{reported}");
    let args = ["--report", "report", "--key", "signer", "--dispositions", "dispositions.yaml", "--checkpoint", "kept"];
    let run = workdir.run(&[&["batch", "logs", "--at", AT, "--roster", "roster.yaml"][..], &args].concat());
    harmless(&run, "a report");
    // Going on from a checkpoint says what was done before.
    harmless(
        &workdir.run(&["batch", "logs", "--at", AT, "--roster", "roster.yaml", "--checkpoint", "kept"]),
        "resumed",
    );
    harmless(&workdir.run(&["batch", "logs", "--at", AT, "--previous", "report"]), "carried");
    harmless(&workdir.run(&["report", "show", "report"]), "shown");
    harmless(&workdir.run(&["report", "render", "report/report.json", "--out", "made", "--html", "--csv"]), "rendered");
    harmless(&workdir.run(&["report", "verify", "report"]), "verified");
    // No text of a log became part of the page, where each stands as data.
    let page = workdir.text("report/report.html");
    assert!(!page.contains('\u{1b}') && !page.contains('\u{9b}') && !page.contains('\u{202e}'));
    for name in [evil_name(), format!("{}.gone", evil_name())] {
        for args in [
            &["batch"][..],
            &["batch", "logs", "--roster"],
            &["batch", "logs", "--dispositions"],
            &["batch", "logs", "--previous"],
            &["batch", "logs", "--digests"],
            &["batch", "logs", "--checkpoint"],
            &["batch", "logs", "--table"],
            &["batch", "logs", "--from"],
            &["batch", "logs", "--key", "signer", "--report"],
            &["report", "show"],
            &["report", "render", "--out", "x", "--html"],
        ] {
            harmless(&workdir.run(&[args, &[name.as_str()][..]].concat()), &format!("{args:?}"));
        }
        harmless(&simulate_in(workdir.path(), &["month", "--out", &name]), "a month");
    }
}

#[test]
fn a_venue_digest() {
    let workdir = Workdir::new();
    logs(&workdir);
    workdir.key("venue");
    for at in ["day.digest", &format!("{}.digest", evil_name())] {
        let run = workdir.run(&["digest", "logs", "--key", "venue", "--out", at, "--day", "2018-05-20", "--at", AT]);
        harmless(&run, "what cannot be signed for");
    }
    // One log that can be, with a name and a table that do harm.
    let folder = workdir.path().join("one");
    std::fs::create_dir(&folder).unwrap();
    let text = chained(&records().replace("\"BAC-07\"", &format!("\"{}\"", hiding())));
    std::fs::write(folder.join(format!("{}.jsonl", evil_name())), &text).unwrap();
    std::fs::create_dir(workdir.path().join("digests")).unwrap();
    let run = workdir.run(&["digest", "one", "--key", "venue", "--out", "digests/day.digest", "--at", AT]);
    harmless(&run, "a digest");
    if run.status != 0 {
        // A name of several lines fits no digest.
        std::fs::rename(
            folder.join(format!("{}.jsonl", evil_name())),
            folder.join(format!("{}.jsonl", hiding().replace('/', "|"))),
        )
        .unwrap();
        harmless(
            &workdir.done(&["digest", "one", "--key", "venue", "--out", "digests/day.digest", "--at", AT]),
            "digest",
        );
    }
    std::fs::write(folder.join("more.jsonl"), text.replace("t-1", "t-2")).unwrap();
    for format in ["text", "json", "csv"] {
        let run = workdir.run(&["batch", "one", "--digests", "digests", "--at", AT, "--format", format]);
        assert!(run.out.contains("reconcile/digest-mismatch"), "{}{}", run.out, run.err);
        harmless(&run, format);
    }
    for evil in [hiding(), EVIL.to_owned()] {
        workdir.write("digests/day.digest", workdir.text("digests/day.digest").replace("mbs", &evil));
        harmless(&workdir.run(&["batch", "one", "--digests", "digests", "--at", AT]), "an altered digest");
    }
}

/// The text of a rule document, and what two versions differ in.
#[test]
fn commands_about_approvals() {
    let workdir = Workdir::new();
    let text = std::fs::read_to_string(root().join("fixtures/invented/rules.txt")).unwrap();
    let find =
        workdir.run(&["ruleset", "list", "--rulesets", root().join("fixtures/invented/rulesets").to_str().unwrap()]);
    let id = find.out.split_whitespace().find(|word| word.matches('/').count() == 3).unwrap().to_owned();
    let rules = root().join("fixtures/invented/rulesets").display().to_string();
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.len() > 4).step_by(12).collect();
    assert!(words.len() > 10);
    let mut reported = 0;
    for word in words {
        for evil in [EVIL.to_owned(), hiding(), format!("{word}\u{0}\u{1b}]0;x\u{7}")] {
            workdir.write("rules.txt", text.replacen(word, &evil, 1));
            for format in ["text", "json"] {
                let trace =
                    ["ruleset", "trace", &id, "--rulesets", &rules, "--document", "rules.txt", "--format", format];
                let run = workdir.run(&trace);
                harmless(&run, &format!("trace {word}"));
                reported += usize::from(run.status == 1);
            }
        }
    }
    assert!(reported > 40, "{reported} documents were read");
    workdir.write(&evil_name(), &text);
    harmless(&workdir.run(&["ruleset", "trace", &id, "--rulesets", &rules, "--document", &evil_name()]), "a name");
    harmless(&workdir.run(&["ruleset", "trace", &id, "--rulesets", &rules, "--document", "gone\u{1b}[2J"]), "gone");

    let yaml = std::fs::read_to_string(root().join("rulesets").join(BACCARAT).join("ruleset.yaml")).unwrap();
    let notes = std::fs::read_to_string(root().join("rulesets").join(BACCARAT).join("notes.md")).unwrap();
    let folder = workdir.path().join("rules").join(BACCARAT);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("notes.md"), notes).unwrap();
    workdir.write("log.jsonl", chained(RECORDS));
    let mut changed = 0;
    for evil in [escaped(), hiding()] {
        for (from, to) in [
            ("title: Baccarat (MBS) Game Rules", format!("title: \"{evil}<script>x</script>\"")),
            ("why: \"how the layout is marked stands in no log\"", format!("why: \"{evil}\"")),
            ("document: Baccarat (MBS) Game Rules, Version 7", format!("document: \"{evil}\"")),
        ] {
            std::fs::write(folder.join("ruleset.yaml"), yaml.replacen(from, &to, 1)).unwrap();
            let here = folder.display().to_string();
            for format in ["text", "json", "html"] {
                let run = workdir.run(&["diff", BACCARAT, &here, "--format", format, "--replay", "log.jsonl"]);
                harmless(&run, &format!("diff {from}"));
                assert!(format != "html" || !run.out.contains("<script>x"), "{}", run.out);
                changed += usize::from(run.status == 1);
            }
            harmless(&workdir.run(&["ruleset", "check", "rules"]), "check");
            for format in ["text", "json"] {
                harmless(&workdir.run(&["ruleset", "equivalent", BACCARAT, &here, "--format", format]), "equivalent");
                let game = ["ruleset", "history", "baccarat", "--rulesets", "rules", "--format", format];
                harmless(&workdir.run(&game), "history");
            }
            harmless(&workdir.run(&["ruleset", "clauses", &here]), "clauses");
            harmless(&workdir.run(&["odds", BACCARAT, "--decks", "8", "--rulesets", "rules"]), "odds");
        }
    }
    assert!(changed > 5, "{changed}");
    for args in [
        &["odds", EVIL, "--decks", "8"][..],
        &["diff", EVIL, BACCARAT],
        &["diff", BACCARAT, EVIL],
        &["ruleset", "check", EVIL],
        &["ruleset", "approve", EVIL, "--key", EVIL],
        &["explain", EVIL],
        &["demo", EVIL],
    ] {
        harmless(&workdir.run(args), &format!("{args:?}"));
    }
    // Whose approval counts.
    let public = workdir.key("approver");
    workdir.write("trust.yaml", trust(&public));
    let name: String = hiding().replace([' ', '"'], "");
    workdir.write("approvers", format!("\"{name}\" namespaces=\"resettle-ruleset\" {public}\n{EVIL}\n"));
    harmless(&workdir.run(&["replay", "log.jsonl", "--approvers", "approvers", "--require-approved"]), "approvers");
    workdir.write("approvers", format!("\"{name}\" namespaces=\"resettle-ruleset\" {public}\n"));
    harmless(&workdir.run(&["replay", "log.jsonl", "--approvers", "approvers", "--require-approved"]), "approvers");
    assert!(name.chars().any(harmful));
}

/// A report.json of somebody else, with text where hashes and ids belong.
#[test]
fn a_report_that_is_shown() {
    let workdir = Workdir::new();
    workdir.sealed_log();
    workdir.key("signer");
    let args = ["replay", "log.jsonl", "--trust", "trust.yaml", "--report", "report", "--key", "signer", "--at", AT];
    assert!(workdir.run(&args).status < 2);
    let report: serde_json::Value = serde_json::from_str(&workdir.text("report/report.json")).unwrap();
    let mut shown = 0;
    for pointer in [
        "/inputs/0/path",
        "/inputs/0/sha256",
        "/inputs/0/log",
        "/inputs/0/keys/0",
        "/inputs/0/table/table",
        "/rulesets/0/id",
        "/rulesets/0/sha256",
        "/trust/path",
        "/trust/sha256",
        "/generated_at",
        "/tool",
        "/summary/by_code",
        "/rulesets/0/approval/state",
    ] {
        let mut evil = report.clone();
        let Some(place) = evil.pointer_mut(pointer) else { continue };
        *place = match place.as_object() {
            Some(_) => serde_json::json!({ EVIL: 1 }),
            None => EVIL.into(),
        };
        workdir.write("evil.json", evil.to_string());
        let run = workdir.run(&["report", "show", "evil.json"]);
        harmless(&run, pointer);
        shown += usize::from(run.status == 0);
        let out = format!("made{}", pointer.replace('/', "-"));
        harmless(&workdir.run(&["report", "render", "evil.json", "--html", "--csv", "--out", &out]), pointer);
    }
    assert!(shown > 4, "{shown}");
}
