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
            Idle::Early(one, _) => format!("early {}", one.line),
            Idle::Unused(one) => format!("unused {}", one.line),
        })
        .collect();
    assert_eq!(idle, ["expired 2", "unused 3"]);
}

/// A ruling about a table answers what could be known when it was made; a waiver may be given ahead, and says until when it holds.
#[test]
fn a_ruling_answers_nothing_that_arose_after_it() {
    let at =
        |day: &str| Exception { venue: Some("mbs"), table: Some("B1"), day: parse_date(day), ..underpaid(17, "w1") };
    let said = |more: &str, today: &str, days: &[&str]| {
        let text = format!(
            "dispositions:\n- {{code: settlement/underpaid, venue: mbs, table: B1, from: 2020-01-01, {more}, reason: r, by: b}}\n"
        );
        let mut book = book(&text, today);
        let answered: Vec<bool> = days
            .iter()
            .map(|day| {
                let of = Exception { log: day, ..at(day) };
                book.answer(fingerprint(&of), &of).is_some()
            })
            .collect();
        let early: Vec<String> = book
            .idle(|_| true)
            .map(|idle| match idle {
                Idle::Early(one, beyond) => {
                    format!("line {}: {}, {} to {}", one.line, beyond.findings.len(), beyond.first, beyond.last)
                }
                Idle::Expired(_) => "expired".to_owned(),
                Idle::Unused(_) => "unused".to_owned(),
            })
            .collect();
        (answered, early)
    };
    let days = ["2020-01-31", "2020-02-01", "2023-06-04"];
    let for_ever = "to: 2099-12-31, kind: ruling";
    let beyond = vec!["line 2: 2, 2020-02-01 to 2023-06-04".to_owned()];
    assert_eq!(said(&format!("{for_ever}, on: 2020-01-31"), "2023-07-01", &days), (vec![true, false, false], beyond));
    // Not made yet, and not said when: then it decides nothing of days that were still to come.
    let all = vec!["line 2: 3, 2020-01-31 to 2023-06-04".to_owned()];
    assert_eq!(said(&format!("{for_ever}, on: 2023-08-01"), "2023-07-01", &days), (vec![false; 3], all.clone()));
    assert_eq!(said(for_ever, "2023-07-01", &days), (vec![false; 3], all));
    for told in ["to: 2023-06-30, kind: ruling", "to: 2023-06-30, kind: ruling, on: 2023-07-01"] {
        assert_eq!(said(told, "2023-07-01", &days), (vec![true; 3], Vec::new()), "{told}");
    }
    let waiver = "to: 2023-12-31, kind: waiver, on: 2020-01-01, until: 2023-12-31";
    assert_eq!(said(waiver, "2023-07-01", &days), (vec![true; 3], Vec::new()));
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
