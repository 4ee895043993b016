//! Documents of other publishers at the command line: their clauses, as text and as PDF, and what is said of the others.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{Run, resettle, scratch};

fn clauses(document: &str, more: &[&str]) -> Run {
    resettle(&[&["ruleset", "clauses", "--document", document], more].concat())
}

/// The clauses without the head, which names the file.
fn listed(run: &Run) -> &str {
    assert_eq!(run.status, 0, "{}", run.err);
    run.out.split_once("clauses:\n").unwrap().1
}

#[test]
fn a_pdf_gives_the_clauses_of_its_text() {
    for (name, first) in [("codes-of-an-agency", "\"19:47B-3.1\""), ("artigos", "\"Artigo 1.º\"")] {
        let folder = format!("fixtures/documents/{name}");
        let text = clauses(&format!("{folder}/document.txt"), &[]);
        let pdf = clauses(&format!("{folder}/document.pdf"), &[]);
        assert_eq!(listed(&text), listed(&pdf), "{name}");
        assert!(listed(&text).contains(first), "{name}");
        assert!(!text.err.contains("warning") && !pdf.err.contains("warning"), "{name}: {}", pdf.err);
    }
}

#[test]
fn lines_that_look_numbered_and_were_not_used_are_reported() {
    let run = clauses("fixtures/documents/numbers-nobody-knows/document.txt", &[]);
    assert_eq!(run.status, 0);
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(run.err));
}

#[test]
fn a_numbering_that_was_said_is_the_one_that_is_read() {
    let folder = scratch();
    let path = folder.path().join("one.txt");
    std::fs::write(&path, "Rule 7 Cards\n\n1. The cards are new.\n\n2. They are counted.\n").unwrap();
    let path = path.to_str().unwrap();
    assert!(listed(&clauses(path, &[])).starts_with("  \"1\":"));
    assert!(listed(&clauses(path, &["--numbering", "words"])).starts_with("  \"Rule 7\":"));
    let refused = clauses(path, &["--numbering", "codes"]);
    assert!(refused.status == 2 && refused.err.contains("numbered by `codes`"), "{}", refused.err);
}
