//! A cut file that the reader proposes cuts a document as it was read.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use resettle_document::{Cut, CutClause, CutOutside, Document, proposed};

/// Every line that is not blank is in a clause or outside.
fn nothing_is_lost(text: &str, document: &Document) {
    let clauses = document.main.clauses().iter().flat_map(|clause| clause.lines().iter().copied());
    let held: BTreeSet<u32> = clauses.chain(document.left_out.iter().map(|left| left.line)).collect();
    for (number, line) in (1u32..).zip(text.lines()) {
        assert!(line.trim().is_empty() || held.contains(&number), "line {number}: {line}");
    }
}

/// What the reader proposes cuts a document as it was read.
#[test]
fn what_is_proposed_says_what_was_read() {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/documents");
    let mut read = 0;
    for entry in std::fs::read_dir(documents).unwrap() {
        let path = entry.unwrap().path().join("document.txt");
        let text = std::fs::read_to_string(&path).unwrap();
        let Ok(document) = Document::parse(&text) else { continue };
        read += 1;
        let cut = Document::cut(&text, &proposed(&text, Some(&document)))
            .unwrap_or_else(|faults| panic!("{}: {:#?}", path.display(), faults.all()));
        nothing_is_lost(&text, &cut);
        let numbers = |document: &Document| -> Vec<String> {
            document.main.clauses().iter().map(|clause| clause.number.clone()).collect()
        };
        assert_eq!(numbers(&cut), numbers(&document), "{}", path.display());
        let differ: Vec<&str> = (0..document.main.clauses().len())
            .filter(|at| cut.main.fingerprint(*at) != document.main.fingerprint(*at))
            .map(|at| document.main.clauses()[at].number.as_str())
            .collect();
        assert!(differ.is_empty(), "{}: {differ:?}", path.display());
    }
    assert!(read > 10, "{read}");
}

/// What a person declares outside is carried on with its words and the reason.
#[test]
fn a_line_declared_outside_keeps_its_words_and_the_reason() {
    let text = "House paper\n\n1 A tie pays 8 to 1.\nA tie pays 9 to 1 at night.\n|---|---|\n";
    let (number, at) = ("1".to_owned(), "1".to_owned());
    let cut = Cut {
        clauses: vec![CutClause { number, line: 3, at, taken_off: true, under: None, goes_on: false }],
        outside: vec![
            CutOutside { from: 1, to: 1, why: "title".to_owned() },
            CutOutside { from: 4, to: 4, why: "a note".to_owned() },
        ],
    };
    let document = Document::cut(text, &cut).unwrap_or_else(|faults| panic!("{:#?}", faults.all()));
    nothing_is_lost(text, &document);
    let declared: Vec<(u32, &str, &str, bool)> =
        document.outside.iter().map(|one| (one.line, one.text.as_str(), one.why.as_str(), one.may_rule)).collect();
    assert_eq!(declared, [(1, "House paper", "title", false), (4, "A tie pays 9 to 1 at night.", "a note", true)]);
}

/// A line outside that may be a rule is marked, and a numbered line that opens no clause is named.
#[test]
fn what_a_cut_may_swallow_is_said() {
    let rows = [
        ("House paper", false),
        ("The rooms are open.", false),
        ("The coup is void.", true),
        ("The Banker draws.", true),
        ("4.3 No one may leave.", true),
        ("IV. Errors", true),
        ("A tie pays nine to one.", true),
        ("All else is paid at even money.", true),
        ("At most $500", true),
        ("5a. Errors", true),
        ("5 bis. Errors", true),
    ];
    let clause = |number: &str, line| CutClause {
        number: number.to_owned(),
        line,
        at: number.to_owned(),
        taken_off: true,
        under: None,
        goes_on: false,
    };
    for (line, may_rule) in rows {
        let text = format!("1. Six decks.\n\n2. A tie.\n\n{line}\n");
        let clauses = vec![clause("1", 1), clause("2", 3)];
        let outside = vec![CutOutside { from: 5, to: 5, why: "a note".to_owned() }];
        let document = Document::cut(&text, &Cut { clauses: clauses.clone(), outside }).unwrap();
        assert_eq!((document.outside[0].may_rule, document.overlooked.len()), (may_rule, 0), "{line}");
        let document = Document::cut(&text, &Cut { clauses, outside: Vec::new() }).unwrap();
        let numbered = line.starts_with(|first: char| first.is_ascii_digit()) || line.starts_with("IV");
        assert_eq!(document.overlooked.len(), usize::from(numbered), "{line}");
    }
    // What is taken off as a number and is more than one.
    for (at, number, named) in [
        ("2. A tie", "2", Some(false)),
        ("2. A tie pays nine to one.", "2", Some(true)),
        ("2.", "2", None),
        ("2.", "Part A 2", None),
    ] {
        let text = "1. Six decks.\n\n2. A tie pays nine to one.\n";
        let second = CutClause { at: at.to_owned(), number: number.to_owned(), ..clause("2", 3) };
        let cut = Cut { clauses: vec![clause("1", 1), second], outside: Vec::new() };
        let declared = Document::cut(text, &cut).unwrap().outside;
        let found: Vec<(u32, bool)> = declared.iter().map(|one| (one.line, one.may_rule)).collect();
        assert_eq!(found, named.map(|may_rule| (3, may_rule)).into_iter().collect::<Vec<_>>(), "{at}");
    }
    // A clause that goes on there opens none.
    let text = "1. Six decks.\n\n2. A tie.\n";
    let swallowing = CutClause { goes_on: true, taken_off: false, at: "2.".to_owned(), ..clause("1", 3) };
    let document =
        Document::cut(text, &Cut { clauses: vec![clause("1", 1), swallowing], outside: Vec::new() }).unwrap();
    assert_eq!(document.overlooked.iter().map(|one| one.line).collect::<Vec<_>>(), [3]);
}
