//! `ruleset clauses --cut` and `--cut-file`, and what reads a document by a cut file: `fixtures/cuts` holds one document for
//! each shape of heading that is met in public documents, with the file that says where its clauses begin.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::common::{resettle, root, scratch};
use resettle_document::Document;
use resettle_ruleset::CutFile;

fn folders() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(root().join("fixtures/cuts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    assert_eq!(found.len(), 12);
    found
}

/// Every line that is not blank is in a clause or outside.
fn nothing_is_lost(text: &str, document: &Document) {
    let clauses = document.main.clauses().iter().flat_map(|clause| clause.lines().iter().copied());
    let held: BTreeSet<u32> = clauses.chain(document.left_out.iter().map(|left| left.line)).collect();
    for (number, line) in (1u32..).zip(text.lines()) {
        assert!(line.trim().is_empty() || held.contains(&number), "line {number}: {line}");
    }
}

#[test]
fn each_shape_of_heading_is_cut_as_the_file_says() {
    let mut out = String::new();
    for folder in folders() {
        let text = std::fs::read_to_string(folder.join("document.txt")).unwrap();
        let file = CutFile::from_yaml(&std::fs::read_to_string(folder.join("cut.yaml")).unwrap()).unwrap();
        assert_eq!(file.document, resettle_testkit::sha256(text.as_bytes()), "{}", folder.display());
        let document = Document::cut(&text, &file.cut).unwrap();
        nothing_is_lost(&text, &document);
        out.push_str(&format!("== {}\n", folder.file_name().unwrap().to_string_lossy()));
        let half = &document.main;
        for (at, clause) in half.clauses().iter().enumerate() {
            out.push_str(&format!("{}: {}\n", clause.number, half.text(at).replace('\n', " / ")));
        }
        // What is read of it without the file, and which of its lines are named.
        if let Ok(alone) = Document::parse_by(&text, None) {
            let numbers: Vec<&str> = alone.main.clauses().iter().map(|clause| clause.number.as_str()).collect();
            out.push_str(&format!("-- alone: {}\n", numbers.join(", ")));
            alone.overlooked.iter().for_each(|one| out.push_str(&format!("-- {}: {}\n", one.line, one.text)));
            alone.gaps().iter().for_each(|one| out.push_str(&format!("-- a gap before {}\n", one.clause)));
        }
        // The command prints the same clauses.
        let (path, cut) = (folder.join("document.txt"), folder.join("cut.yaml"));
        let args = ["ruleset", "clauses", "--document", path.to_str().unwrap(), "--cut-file", cut.to_str().unwrap()];
        let run = resettle(&args);
        assert_eq!(run.status, 0, "{}", run.err);
        for (at, clause) in half.clauses().iter().enumerate() {
            let line = format!("  \"{}\": {{text: {}, ", clause.number, half.fingerprint(at));
            assert!(run.out.contains(&line), "{line}\n{}", run.out);
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("cuts", out));
}

#[test]
fn a_cut_file_is_bound_to_its_document_and_every_fault_is_named() {
    let folder = scratch();
    let from = root().join("fixtures/cuts/no-numbers");
    let (document, cut) = (folder.path().join("document.txt"), folder.path().join("cut.yaml"));
    let text = std::fs::read_to_string(from.join("document.txt")).unwrap();
    let good = std::fs::read_to_string(from.join("cut.yaml")).unwrap();
    let run = |args: &[&str]| {
        let own = ["ruleset", "clauses", "--document", document.to_str().unwrap()];
        resettle(&[&own[..], args].concat())
    };
    let by_cut = ["--cut-file", cut.to_str().unwrap()];
    std::fs::write(&document, format!("{text}One line more.\n")).unwrap();
    std::fs::write(&cut, &good).unwrap();
    let other = run(&by_cut);
    assert_eq!((other.status, other.out.as_str()), (2, ""));
    assert!(
        other.err.contains("is not the cut of") && other.err.contains("it is bound to the document"),
        "{}",
        other.err
    );
    std::fs::write(&document, &text).unwrap();
    std::fs::write(&cut, good.replace("outside:\n  - {from: 1, to: 1, why: \"title or imprint\"}", "outside:"))
        .unwrap();
    let lost = run(&by_cut);
    assert_eq!(lost.status, 2);
    assert!(lost.err.contains("this line is in no clause: THE GAME OF BACCARAT"), "{}", lost.err);
    assert!(lost.err.contains("document.txt:1:1"), "{}", lost.err);
    std::fs::write(&cut, good.replace("line: 2", "line: two")).unwrap();
    assert!(run(&by_cut).err.contains("a whole number"), "{}", run(&by_cut).err);
    // Where nothing is recognised, the proposal holds every line as outside, to be corrected.
    let proposal = run(&["--cut"]);
    assert_eq!(proposal.status, 0, "{}", proposal.err);
    assert!(proposal.out.contains("clauses: []\noutside:\n  - {from: 1, to: 28,"), "{}", proposal.out);
    assert!(proposal.err.contains("no numbered clause was found"), "{}", proposal.err);
    std::fs::write(&cut, proposal.out).unwrap();
    assert_eq!(run(&by_cut).status, 0);
}

#[test]
fn headers_that_repeat_in_a_text_without_page_breaks_are_named() {
    let folder = scratch();
    let path = folder.path().join("rules.txt");
    let text = "1. The game\n\nHouse Rules - page 1\n\n1.1 It is played.\n\nHouse Rules - page 2\n\n2. A tie\n\n2.1 It pays 8 to 1.\n\nHouse Rules - page 3\n";
    std::fs::write(&path, text).unwrap();
    let clauses = ["ruleset", "clauses", "--document", path.to_str().unwrap()];
    let run = resettle(&clauses);
    assert_eq!(run.status, 0, "{}", run.err);
    let said = "these lines are in no clause, because they repeat but for the number of a page: 3, 7, 13\n";
    assert!(run.err.contains(said), "{}", run.err);
    let proposed = resettle(&[&clauses[..], &["--cut"]].concat());
    assert!(proposed.err.contains(said), "{}", proposed.err);
    assert!(proposed.out.contains("{from: 13, to: 13, "), "{}", proposed.out);
}
