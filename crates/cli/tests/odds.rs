//! `resettle odds`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{resettle, root, scratch};

const IDS: [&str; 5] = [
    "au-nsw/star/7-up-baccarat/2016-08-17",
    "sg/mbs/7-up-baccarat/2011-08-26",
    "sg/mbs/7-up-baccarat/2017-02-17",
    "sg/mbs/baccarat/2017-02-17",
    "sg/mbs/electronic-7-up-baccarat/2023-05-08",
];

#[test]
fn decks_outside_the_range_are_refused_with_the_clause() {
    let run = resettle(&["odds", IDS[0], "--decks", "8"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("is played with 6 decks, not with 8 (clause 3.1)"), "{}", run.err);
    for decks in ["0", "3", "9", "4294967295"] {
        assert_eq!(resettle(&["odds", IDS[1], "--decks", decks]).status, 2, "{decks}");
    }
    for decks in ["-1", "six", "4294967296", ""] {
        assert_eq!(resettle(&["odds", IDS[1], "--decks", decks]).status, 2, "{decks}");
    }
}

#[test]
fn a_draft_is_named_by_its_folder() {
    let folder = scratch();
    let from = root().join("rulesets").join(IDS[2]);
    let yaml = std::fs::read_to_string(from.join("ruleset.yaml")).unwrap();
    std::fs::write(folder.path().join("ruleset.yaml"), yaml.replace("pays: 5 to 1", "pays: 7 to 1")).unwrap();
    std::fs::copy(from.join("notes.md"), folder.path().join("notes.md")).unwrap();
    let path = folder.path().to_str().unwrap();
    let run = resettle(&["odds", path, "--decks", "6"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("3 7s in both hands") && run.out.contains("7 to 1"), "{}", run.out);
    assert_ne!(run.out, resettle(&["odds", IDS[2], "--decks", "6"]).out);
}

#[test]
fn an_unknown_ruleset_is_reported() {
    let run = resettle(&["odds", "sg/mbs/\u{1b}[31mpontoon/2020-01-01", "--decks", "6"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("there is no ruleset") && !run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn rulesets_come_from_a_folder_if_one_is_named() {
    let run = resettle(&["odds", IDS[4], "--decks", "10", "--rulesets", "rulesets"]);
    assert_eq!(run.out, resettle(&["odds", IDS[4], "--decks", "10"]).out);
    let folder = scratch();
    assert_eq!(resettle(&["odds", IDS[4], "--rulesets", folder.path().to_str().unwrap()]).status, 2);
}
