//! `resettle witness`, and what `resettle batch --witnesses` says of digests
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;

use serde_json::Value;

use crate::month::{AT, Month};

const ORIGIN: &str = "casino.example/digests";

/// A month of four days of one table, the digests of its first three days in `digests`, keys of the venue and of two witnesses, and
/// `witnesses`, by which both have to cosign.
fn month() -> Month {
    let month = Month::of(1, 4, 60, 0);
    for name in ["venue", "w1", "w2"] {
        done(&month, &["key", "new", name]);
    }
    let digests = [
        "digest",
        "month",
        "--key",
        "venue",
        "--from",
        "2023-06-01",
        "--to",
        "2023-06-03",
        "--out",
        "digests",
        "--at",
        AT,
    ];
    done(&month, &digests);
    month.write("allowed_signers", format!("venue@x namespaces=\"resettle-digest\" {}", month.text("venue.pub")));
    let log = vkey(&month, "venue", &["--name", &format!("{ORIGIN}/mbs"), "--log"]);
    let (one, two) = (vkey(&month, "w1", &["--name", "w.example/1"]), vkey(&month, "w2", &["--name", "w.example/2"]));
    month.write(
        "witnesses",
        format!("log {log}\nwitness w1 {one}\nwitness w2 {two}\ngroup both all w1 w2\nquorum both\n"),
    );
    month
}

fn done(month: &Month, args: &[&str]) -> String {
    let run = month.run(args);
    assert_eq!(run.status, 0, "{args:?}: {}{}", run.out, run.err);
    run.out
}

fn refused(month: &Month, args: &[&str]) -> String {
    let run = month.run(args);
    assert_eq!(run.status, 2, "{args:?}: {}{}", run.out, run.err);
    run.err
}

fn vkey(month: &Month, name: &str, more: &[&str]) -> String {
    let file = format!("{name}.pub");
    done(month, &[&["witness", "key", &file], more].concat()).trim_end().to_owned()
}

fn note(month: &Month, out: &str, more: &[&str]) {
    done(month, &[&["witness", "note", "digests", "--origin", ORIGIN, "--key", "venue", "--out", out], more].concat());
}

fn cosigned(month: &Month, note: &str, who: &str, at: &str, after: &[&str]) {
    let venue = vkey(month, "venue", &["--name", &format!("{ORIGIN}/mbs"), "--log"]);
    let (name, out) = (format!("w.example/{}", &who[1..]), format!("{note}.{who}"));
    let args = ["witness", "cosign", note, "--venue", &venue, "--key", who, "--name", &name, "--out", &out, "--at", at];
    done(month, &[&args, after].concat());
    done(month, &["witness", "add", note, "--cosignature", &out, "--witnesses", "witnesses"]);
}

fn reported(month: &Month, more: &[&str]) -> Value {
    month.report(
        &[&["--digests", "digests", "--digest-signers", "allowed_signers", "--witnesses", "witnesses"], more].concat(),
    )
}

fn said_of_digests(report: &Value) -> Vec<String> {
    let findings = report["findings"].as_array().unwrap().iter().filter(|finding| {
        finding["code"] == "reconcile/digest-mismatch" || finding["message"].as_str().unwrap().contains("digest")
    });
    findings.map(|finding| finding["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn digests_are_shown_to_have_existed_by_witnesses_and_by_nobody_else() {
    let month = month();
    note(&month, "digests/june.note", &["--request", "request"]);
    assert!(month.text("request").starts_with("old 0\n\ncasino.example/digests/mbs\n3\n"), "{}", month.text("request"));
    let sums = month.text("digests/june.note.leaves");
    assert_eq!(sums.lines().count(), 3);
    let check = ["witness", "check", "digests/june.note", "--witnesses", "witnesses", "--digests", "digests"];

    // Signed by the venue alone, it shows nothing, and that is said.
    let run = month.run(&check);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(
        run.out.contains("not shown by as many witnesses as the quorum asks for; seen by no witness that counts"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("0 of 3 digests witnessed\n"), "{}", run.out);

    cosigned(&month, "digests/june.note", "w1", "2023-06-04T10:00:00+08:00", &["--first"]);
    assert_eq!(month.run(&check).status, 1, "one of two");
    cosigned(&month, "digests/june.note", "w2", "2023-06-04T09:00:00+08:00", &["--first"]);
    let said = done(&month, &check);
    assert!(said.contains("3 digests of casino.example/digests/mbs, existed before 2023-06-04T02:00:00Z; seen by w1 at 2023-06-04T02:00:00Z, w2 at 2023-06-04T01:00:00Z"), "{said}");
    assert!(said.contains("digests/2023-06-02.digest: existed before 2023-06-04T02:00:00Z"), "{said}");

    // A digest that came after is not witnessed until a note lists it.
    let next = [
        "digest",
        "month",
        "--key",
        "venue",
        "--day",
        "2023-06-04",
        "--out",
        "digests/2023-06-04.digest",
        "--previous",
        "digests/2023-06-03.digest",
        "--at",
        AT,
    ];
    done(&month, &next);
    let run = month.run(&check);
    assert_eq!(run.status, 1);
    assert!(
        run.out.contains(
            "2023-06-04.digest: not witnessed: when it was made rests on its signer's word\n3 of 4 digests witnessed\n"
        ),
        "{}",
        run.out
    );
    let report = reported(&month, &[]);
    assert_eq!(report["digests"][1]["witnessed"]["before"], "2023-06-04T02:00:00Z");
    assert_eq!(report["digests"][3]["witnessed"]["before"], Value::Null, "{}", report["digests"][3]);
    assert_eq!(said_of_digests(&report), Vec::<String>::new());
    let text = month.batch(&["--digests", "digests", "--witnesses", "witnesses"]).out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains(
            "witnessed: 3, before 2023-06-04T02:00:00Z; 1 not: when they were made rests on their signer's word"
        ),
        "{text}"
    );
    let run = month.batch(&["--digests", "digests"]);
    assert!(
        !run.out.contains("witnessed") && run.err.contains("june.note not asked: --witnesses names"),
        "{}{}",
        run.out,
        run.err
    );

    note(&month, "july.note", &["--after", "digests/june.note", "--request", "again"]);
    assert!(month.text("again").starts_with("old 3\n"), "{}", month.text("again"));
    cosigned(&month, "july.note", "w1", "2023-06-05T09:00:00+08:00", &["--after", "digests/june.note"]);
    let said = refused(
        &month,
        &[
            "witness",
            "note",
            "digests",
            "--origin",
            ORIGIN,
            "--key",
            "venue",
            "--after",
            "july.note",
            "--out",
            "x.note",
        ],
    );
    assert!(said.contains("no digest has come since the last note"), "{said}");
}

/// The venue's own key writes its digests again, and takes the last one away.
#[test]
fn digests_that_are_written_again_or_taken_away_differ_from_what_witnesses_saw() {
    let month = month();
    note(&month, "digests/june.note", &[]);
    for who in ["w1", "w2"] {
        cosigned(&month, "digests/june.note", who, "2023-06-04T10:00:00+08:00", &["--first"]);
    }
    for ending in ["", ".sig"] {
        for day in ["2023-06-02", "2023-06-03"] {
            fs::remove_file(month.path().join(format!("digests/{day}.digest{ending}"))).unwrap();
        }
    }
    let again = [
        "digest",
        "month",
        "--key",
        "venue",
        "--day",
        "2023-06-02",
        "--out",
        "digests/2023-06-02.digest",
        "--previous",
        "digests/2023-06-01.digest",
        "--at",
        "2023-06-30T00:00:00Z",
    ];
    done(&month, &again);
    // By themselves they are a chain in which nothing is wrong.
    let alone = month.report(&["--digests", "digests", "--digest-signers", "allowed_signers", "--to", "2023-06-03"]);
    assert_eq!(said_of_digests(&alone), Vec::<String>::new());
    let said = said_of_digests(&reported(&month, &["--to", "2023-06-03"]));
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(
        said.iter()
            .any(|one| one
                == "witnesses saw another digest of mbs, 2023-06-02, before 2023-06-04T02:00:00Z, than this one"),
        "{said:#?}"
    );
    assert!(
        said.iter().any(
            |one| one == "there is no digest of mbs, 2023-06-03, and witnesses saw one before 2023-06-04T02:00:00Z"
        ),
        "{said:#?}"
    );

    // A note over the new ones is a second history: no witness who saw the first cosigns it, and both together show nothing.
    let said = refused(
        &month,
        &[
            "witness",
            "note",
            "digests",
            "--origin",
            ORIGIN,
            "--key",
            "venue",
            "--after",
            "digests/june.note",
            "--out",
            "x.note",
        ],
    );
    assert!(said.contains("the last note lists another digest of 2023-06-02"), "{said}");
    note(&month, "other.note", &[]);
    let venue = vkey(&month, "venue", &["--name", &format!("{ORIGIN}/mbs"), "--log"]);
    let args = [
        "witness",
        "cosign",
        "other.note",
        "--venue",
        &venue,
        "--key",
        "w1",
        "--name",
        "w.example/1",
        "--out",
        "x",
        "--after",
        "digests/june.note",
    ];
    let said = refused(&month, &args);
    assert!(said.contains("the venue signed for two histories"), "{said}");
    let run = month.run(&["witness", "check", "other.note", "digests/june.note", "--witnesses", "witnesses"]);
    assert_eq!(run.status, 1);
    assert_eq!(
        run.out.matches("list other digests under one origin: there are two histories").count(),
        2,
        "{}",
        run.out
    );
}

#[test]
fn what_does_not_fit_is_refused_and_said() {
    let month = month();
    note(&month, "digests/june.note", &[]);
    let said = refused(&month, &["witness", "key", "venue", "--name", "x"]);
    assert!(said.contains("is no public key"), "{said}");
    let said = refused(&month, &["witness", "key", "venue.pub", "--name", "a b"]);
    assert!(said.contains("`a b` is no name of a key"), "{said}");

    // The venue's key is no witness, and a stranger's cosignature is not kept as one that counts.
    let venue = vkey(&month, "venue", &["--name", &format!("{ORIGIN}/mbs"), "--log"]);
    let cosign = |key: &'static str| {
        [
            "witness",
            "cosign",
            "digests/june.note",
            "--venue",
            &venue,
            "--first",
            "--name",
            "w",
            "--key",
            key,
            "--out",
            "w.line",
        ]
        .map(str::to_owned)
    };
    let own = cosign("venue");
    let said = refused(&month, &own.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("is the venue's own key"), "{said}");
    let stranger = cosign("w1");
    done(&month, &stranger.iter().map(String::as_str).collect::<Vec<_>>());
    let said = refused(
        &month,
        &["witness", "add", "digests/june.note", "--cosignature", "w.line", "--witnesses", "witnesses"],
    );
    assert!(said.contains("`w` is no witness that counts"), "{said}");

    // The list is changed: the note shows nothing, and the report says so.
    let sums = month.text("digests/june.note.leaves");
    month.write("digests/june.note.leaves", sums.replace("2023-06-03", "2023-06-05"));
    let said = said_of_digests(&reported(&month, &[]));
    assert_eq!(
        said,
        ["nothing is shown by this note of witnesses: the list beside it is of other digests than it signs for"]
    );

    fs::remove_file(month.path().join("digests/june.note")).unwrap();
    let said = refused(&month, &["witness", "check", "digests/june.note", "--witnesses", "witnesses"]);
    assert!(said.contains("june.note"), "{said}");
    month.write("witnesses", "quorum none\n");
    let said = refused(&month, &["witness", "check", "digests/june.note", "--witnesses", "witnesses"]);
    assert!(said.contains("line 1: `quorum none` asks for no witness") && said.contains("no `log KEY`"), "{said}");
}
