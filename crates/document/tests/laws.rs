//! What holds for any text: it is read or refused, no line is in two clauses, none is lost unsaid.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proptest::prelude::*;
use resettle_document::{Document, Legend, Numbering, deck_range, pay_rows, play};

/// Pieces that numbers, marks and references are made of.
const PIECES: [&str; 48] = [
    "1. ",
    "1.1 ",
    "2. ",
    "5.3 ",
    "5.4 ",
    "§ 629b.1 ",
    "§ 629b.2. ",
    "13:69F-7.1 ",
    "13:69F-7.2",
    "Rule 4",
    "Rule 4A ",
    "RULE 5. ",
    "4A.1 ",
    "Artigo 13.º",
    "Artigo 14.º-A ",
    "Division 5",
    "Division 6 ",
    "Section 12(3) ",
    "(a) ",
    "(b) ",
    "(1) ",
    "(2)",
    "(3A) ",
    "(i) ",
    "(ii) ",
    "1 — ",
    "a) ",
    "b) ",
    "i. ",
    "A. ",
    "The Banker stands:",
    " and",
    "Tie ",
    "8 to 1",
    "9 for 1",
    "1:1",
    " less 5% commission",
    "played with six, seven or eight decks",
    "\"coup\" means ",
    "…",
    "In these rules:",
    "Diagram A",
    "Part IV ",
    "七喜",
    ".....3",
    "\t",
    "Page 2",
    "**",
];

fn line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![9 => prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,8}"];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

fn text() -> impl Strategy<Value = String> {
    let end = prop_oneof![8 => Just("\n"), 4 => Just("\n\n"), 1 => Just("\n\u{c}")];
    prop::collection::vec((line(), end), 0..40)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| format!("{}{end}", line.replace('\u{c}', ""))).collect())
}

/// Each line that is not blank is in one clause, or among those left out. Where a page ends within a line, each of its
/// parts is.
fn holds(text: &str, said: Option<Numbering>) -> Result<(), String> {
    let Ok(document) = Document::parse_by(text, said) else { return Ok(()) };
    let mut reported: BTreeMap<u32, usize> = BTreeMap::new();
    let mut openings = BTreeSet::new();
    for half in std::iter::once(&document.main).chain(&document.other) {
        let mut numbers = BTreeSet::new();
        let legend = Legend::of(half);
        for (at, clause) in half.clauses().iter().enumerate() {
            if !numbers.insert(clause.number.as_str()) {
                return Err(format!("{} stands twice", clause.number));
            }
            if clause.parent.is_some_and(|parent| parent >= at) {
                return Err(format!("{} stands before its parent", clause.number));
            }
            // `(c)(1)` opens two clauses with one line; the words are the last one's.
            let shared = clause.lines().first().filter(|line| !openings.insert(**line)).is_some();
            for line in clause.lines().iter().skip(usize::from(shared)) {
                *reported.entry(*line).or_default() += 1;
            }
            let text = half.text(at);
            let _ = (pay_rows(&text), deck_range(&text), play(&text, &legend));
        }
    }
    for left in &document.left_out {
        *reported.entry(left.line).or_default() += 1;
    }
    for (at, raw) in text.split('\n').enumerate() {
        let count = reported.get(&u32::try_from(at + 1).unwrap()).copied().unwrap_or(0);
        let blank = raw.trim().is_empty();
        let parts = raw.split('\u{c}').filter(|part| !part.trim().is_empty()).count();
        if count > parts.max(1) || (count == 0 && !blank) {
            return Err(format!("line {} stands {count} times: {raw:?}", at + 1));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_line_stands_in_one_clause_or_is_left_out(text in text()) {
        for said in std::iter::once(None).chain(Numbering::ALL.map(Some)) {
            prop_assert_eq!(holds(&text, said), Ok(()));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(\\PC|\n|\u{c}){0,300}") {
        prop_assert_eq!(holds(&text, None), Ok(()));
    }
}

#[test]
fn a_page_may_end_within_a_line() {
    let text = "1.\na\u{c}b\u{c}Page 3\n2. c";
    assert_eq!(holds(text, None), Ok(()));
    let document = Document::parse(text).unwrap();
    assert_eq!(document.main.clauses().iter().map(|clause| clause.page).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(document.main.text(0), "a\nb");
    assert_eq!(document.left_out.iter().map(|left| left.line).collect::<Vec<_>>(), [2]);
}

#[test]
fn no_line_of_a_fixture_is_lost() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let documents =
        std::fs::read_dir(folder.join("documents")).unwrap().map(|one| one.unwrap().path().join("document.txt"));
    for path in documents.chain([folder.join("invented/rules.txt")]) {
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(holds(&text, None), Ok(()), "{}", path.display());
    }
}

/// Lines that look alike and go on and on: what is remembered of them grows with the text, and no faster.
#[test]
fn long_texts_are_read_in_time_that_grows_with_them() {
    let units = [
        "Rule 4 The cards.\n",
        "(a) x.\n",
        "Section 12(3) The x.\n",
        "§ 1.1 (a)(1)(i)(A) x\n",
        "5.3 A.\n5.4 B.\n",
        "8 to 1 x for y: ",
    ];
    for unit in units {
        let text = format!("Rule 1 Words\n\n{}", unit.repeat(60_000));
        let begun = std::time::Instant::now();
        let _ = Document::parse(&text);
        assert!(begun.elapsed().as_secs() < 20, "{unit}: {:?}", begun.elapsed());
    }
}
