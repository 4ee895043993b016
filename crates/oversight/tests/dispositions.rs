//! Dispositions: how they are read, and what they fit.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_oversight::disposition::{Book, Dispositions, Idle};
use resettle_oversight::{Exception, fingerprint, parse_date};
use resettle_sealed_log::Digest;

fn read(text: &str) -> Dispositions {
    Dispositions::from_yaml(text, &|code| code.contains('/')).unwrap()
}

fn underpaid(coup: u64, wager: &'static str) -> Exception<'static> {
    Exception {
        code: "settlement/underpaid",
        log: "l",
        shoe: Some("S"),
        coup: Some(coup),
        wager: Some(wager),
        ..Exception::default()
    }
}

fn book(text: &str, today: &str) -> Book {
    Book::new(read(text), parse_date(today).unwrap())
}

const BY_COUP: &str = "dispositions:\n\
    - {code: settlement/underpaid, log: l, shoe: S, coup: 17, kind: waiver, reason: r, by: b, until: 2023-12-31}\n\
    - {code: settlement/underpaid, log: l, shoe: S, coup: 17, wager: w2, kind: ruling, reason: paid on the spot, by: c}\n";

#[test]
fn one_is_about_one_coup_or_one_finding() {
    let mut book = book(BY_COUP, "2023-12-31");
    let (one, two, other) = (underpaid(17, "w1"), underpaid(17, "w2"), underpaid(18, "w1"));
    assert_eq!(book.answer(fingerprint(&one), &one).unwrap().disposition.by, "b");
    assert_eq!(book.answer(fingerprint(&two), &two).unwrap().disposition.by, "c", "the narrower one");
    assert!(book.answer(fingerprint(&other), &other).is_none());
    assert_eq!(book.idle(|_| true).count(), 0);
    for not in [
        Exception { code: "settlement/overpaid", ..one },
        Exception { log: "m", ..one },
        Exception { shoe: Some("T"), ..one },
        Exception { shoe: None, ..one },
        Exception { coup: None, ..one },
    ] {
        assert!(book.look(fingerprint(&not), &not).is_none(), "{not:?}");
    }
}

#[test]
fn a_fingerprint_fits_one_finding_and_goes_before_its_coup() {
    let one = underpaid(17, "w1");
    let text =
        format!("{BY_COUP}- {{finding: {}, kind: ruling, reason: r, by: f, until: 2024-01-01}}\n", fingerprint(&one));
    let mut book = book(&text, "2023-06-01");
    assert_eq!(book.answer(fingerprint(&one), &one).unwrap().disposition.by, "f");
    let more = Exception { money: Some(-1), ..one };
    assert_eq!(book.answer(fingerprint(&more), &more).unwrap().disposition.by, "b");
}

#[test]
fn the_last_day_is_included_and_what_is_out_of_date_answers_nothing() {
    let one = underpaid(17, "w1");
    let mut book = book(BY_COUP, "2024-01-01");
    assert!(book.answer(fingerprint(&one), &one).unwrap().expired);
    let idle: Vec<String> = book
        .idle(|_| true)
        .map(|idle| match idle {
            Idle::Expired(one) => format!("expired {}", one.line),
            Idle::Unused(one) => format!("unused {}", one.line),
        })
        .collect();
    assert_eq!(idle, ["expired 2", "unused 3"]);
}

#[test]
fn all_faults_are_reported_where_they_stand() {
    let print = Digest::of(b"x");
    let text = format!(
        "dispositions:\n\
         - {{code: underpaid, log: l, shoe: S, coup: 0, kind: waved, reason: r, by: b, until: 2023-12-31}}\n\
         - {{code: a/b, log: l, kind: waiver, reason: \" \", by: b}}\n\
         - {{finding: abc, kind: ruling, reason: r, by: b, until: soon}}\n\
         - {{finding: {print}, coup: 3, kind: ruling, reason: r, by: b}}\n\
         - {{finding: {print}, kind: ruling, reason: r, by: b}}\n\
         - {{code: a/b, log: l, shoe: S, coup: 1, kind: ruling, reason: r, by: b, severity: minor}}\n\
         more: 1\n"
    );
    let faults = Dispositions::from_yaml(&text, &|code| code.contains('/')).unwrap_err().sorted();
    let lines: Vec<u32> = faults.iter().map(|fault| fault.place.line).collect();
    let reported: Vec<String> = faults.iter().map(|fault| format!("{} {}", fault.place, fault.message)).collect();
    assert_eq!(lines, [2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 7, 8], "{reported:#?}");
}

/// A draft of a report's findings is given back with one entry filled in: the others are left open, and none is a fault.
#[test]
fn entries_that_a_draft_left_blank_are_counted_and_decide_nothing() {
    let (one, two) = ("a".repeat(64), "b".repeat(64));
    let text = format!(
        "dispositions:\n  - finding: \"{one}\"\n    kind: \n    reason: \n    by: \n  - finding: \"{two}\"\n    kind: ruling\n    \
         reason: paid\n    by: b\n"
    );
    let read = read(&text);
    assert_eq!((read.all.len(), read.blank), (1, 1));
    let half = text.replacen("kind: \n", "kind: ruling\n", 1);
    let faults = Dispositions::from_yaml(&half, &|_| true).unwrap_err();
    assert_eq!(faults.len(), 2, "{}", faults.render("d.yaml", &half, false));
}
