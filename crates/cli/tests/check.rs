//! `resettle ruleset check` and `resettle ruleset schema`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{resettle, resettle_in, root, scratch};

const BACCARAT: &str = "sg/mbs/baccarat/2017-02-17";
const SEVEN_UP: &str = "sg/mbs/7-up-baccarat/2017-02-17";
const STAR: &str = "au-nsw/star/7-up-baccarat/2016-08-17";
const OLDER: &str = "sg/mbs/7-up-baccarat/2011-08-26";

#[test]
fn the_built_in_rulesets_are_sound() {
    let run = resettle(&["ruleset", "check"]);
    assert_eq!(run.status, 0, "{}", run.err);
    insta::assert_snapshot!("built_in", run.out);
    // The folder that they were built from is the same, and its approvals are no rulesets.
    let folder = resettle(&["ruleset", "check", "rulesets"]);
    assert_eq!(folder.status, 0, "{}", folder.out);
}

/// Each makes one thing wrong that the decoder lets pass, or that only the folder shows: a name, what is replaced in
/// which file, by what, and whether it is reported as an error.
const REMARKS: &[(&str, &str, &str, &str, &str)] = &[
    ("year_that_cannot_be_meant", "ruleset.yaml", "from: 2011-08-26T00:00:00", "from: 0211-08-26T00:00:00", "error"),
    ("gap_before_the_beginning", "ruleset.yaml", "  - from: 2011-08-26", "  - from: 2011-08-25", "error"),
    ("noticed_without_ground", "ruleset.yaml", "noticed: {time: noticed}", "noticed: {time: notified_at}", "error"),
    ("list_with_a_twin", "ruleset.yaml", "totals: [8, 9]", "totals: [8, 9, 9]", "warning"),
    (
        "office_that_nobody_asks",
        "ruleset.yaml",
        "irregularities:\n",
        "authority:\n  casino_supervisor: {from: gaming_supervisor, clause: \"5.1\"}\n\nirregularities:\n",
        "warning",
    ),
    (
        "decider_whom_nothing_asks",
        "ruleset.yaml",
        "{kind: display_error, then: plays_on,",
        "{kind: display_error, by: {role: gaming_shift_manager, clause: \"5.1\"}, then: plays_on,",
        "warning",
    ),
    ("clauses_out_of_order", "ruleset.yaml", "  \"5.7\": {", "  \"2.7\": {", ""),
    (
        "reading_unexplained",
        "ruleset.yaml",
        "{kind: display_error, then: plays_on,",
        "{kind: display_error, then: plays_on, clause: \"3.4.2\",",
        "warning",
    ),
    ("line_ends_of_windows", "notes.md", "\n\nWhat was read", "\r\n\r\nWhat was read", "warning"),
    ("byte_order_mark", "notes.md", "# 7 Up", "\u{feff}# 7 Up", "warning"),
    (
        "no_source",
        "ruleset.yaml",
        "  files:\n    - {name: sg-mbs-7-up-baccarat-2011-zh-en.txt, sha256: e85b7be848e92594b097132736c22699c8d99d6571428f6a4629f5b273946a79}",
        "  files: []",
        "error",
    ),
];

#[test]
fn every_remark_is_reported_with_its_place() {
    let mut out = String::new();
    for (name, file, find, replace, level) in REMARKS {
        let folder = scratch();
        copy(OLDER, folder.path());
        let path = folder.path().join(OLDER).join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(find).count(), 1, "{name}");
        std::fs::write(&path, text.replacen(find, replace, 1)).unwrap();
        let run = resettle_in(folder.path(), &["ruleset", "check", "."]);
        if !level.is_empty() {
            assert!(run.out.contains(&format!("{level}: ")), "{name}: {}", run.out);
            assert_eq!(run.status, 1, "{name}");
        }
        let (remarks, _) = run.out.rsplit_once("\n\n").unwrap_or((&run.out, ""));
        out.push_str(&format!("== {name} ({})\n{remarks}\n\n", run.status));
    }
    insta::assert_snapshot!("remarks", out);
}

#[test]
fn folders_and_registries_are_checked_too() {
    let mut out = String::new();
    let mut reported = |name: &str, make: &dyn Fn(&Path)| {
        let folder = scratch();
        make(folder.path());
        let run = resettle_in(folder.path(), &["ruleset", "check", "."]);
        assert_eq!(run.status, 1, "{name}: {}", run.out);
        let (remarks, _) = run.out.rsplit_once("\n\n").unwrap_or((&run.out, ""));
        out.push_str(&format!("== {name}\n{remarks}\n\n"));
    };
    reported("notes_missing", &|folder| {
        copy(BACCARAT, folder);
        std::fs::remove_file(folder.join(BACCARAT).join("notes.md")).unwrap();
    });
    reported("something_beside", &|folder| {
        copy(BACCARAT, folder);
        std::fs::write(folder.join(BACCARAT).join("draft.yaml"), "schema: 2\n").unwrap();
    });
    reported("too_deep", &|folder| {
        copy(BACCARAT, &folder.join("drafts"));
    });
    reported("notes_alone", &|folder| {
        copy(BACCARAT, folder);
        std::fs::create_dir_all(folder.join("sg/mbs/baccarat/2026-01-01")).unwrap();
        std::fs::write(folder.join("sg/mbs/baccarat/2026-01-01/notes.md"), "# later\n").unwrap();
    });
    reported("two_at_once", &|folder| {
        copy(SEVEN_UP, folder);
        copy(OLDER, folder);
        // The same moment, as clocks of another zone show it.
        redate(
            folder,
            SEVEN_UP,
            "from: 2017-02-17T00:00:00, zone: Asia/Singapore",
            "from: 2011-08-25T16:00:00, zone: Etc/UTC",
        );
    });
    reported("time_that_exists_twice", &|folder| {
        copy(STAR, folder);
        let from = "on: publication, signed: 2016-08-17, zone: Australia/Sydney";
        redate(folder, STAR, from, "from: 2016-04-03T02:30:00, zone: Australia/Sydney");
    });
    reported("two_spellings", &|folder| {
        copy(SEVEN_UP, folder);
        copy(OLDER, folder);
        let path = folder.join(OLDER).join("ruleset.yaml");
        let yaml = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, yaml.replace("jurisdiction: SG", "jurisdiction: Sg")).unwrap();
    });
    reported("gap_too_long", &|folder| {
        copy(SEVEN_UP, folder);
        copy(OLDER, folder);
        let path = folder.join(OLDER).join("ruleset.yaml");
        let yaml = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, yaml.replace("until: 2017-02-17", "until: 2017-03-01")).unwrap();
    });
    reported("version_skipped", &|folder| {
        copy(SEVEN_UP, folder);
        copy(OLDER, folder);
        let path = folder.join(OLDER).join("ruleset.yaml");
        let yaml = std::fs::read_to_string(&path).unwrap();
        let (head, rest) = yaml.split_once("gaps:\n").unwrap();
        let (_, rest) = rest.split_once("source:\n").unwrap();
        std::fs::write(path, format!("{head}version: \"4\"\nsource:\n{rest}")).unwrap();
    });
    insta::assert_snapshot!("folders", out);
}

#[test]
fn json_says_the_same() {
    let folder = scratch();
    copy(OLDER, folder.path());
    let path = folder.path().join(OLDER).join("ruleset.yaml");
    let yaml = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, yaml.replace("decks: {min: 4,", "decks: {minimum: 4,").replace("[8, 9]", "[8, 9, 9]"))
        .unwrap();
    let run = resettle_in(folder.path(), &["ruleset", "check", ".", "--format", "json"]);
    assert_eq!(run.status, 1);
    insta::assert_snapshot!("json", run.out);
}

#[test]
fn what_cannot_be_checked_is_reported() {
    let empty = scratch();
    let run = resettle(&["ruleset", "check", empty.path().to_str().unwrap()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("no ruleset stands below"), "{}", run.err);
    let run = resettle(&["ruleset", "check", "/nowhere/at/all"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("cannot read /nowhere/at/all"), "{}", run.err);
}

#[test]
fn the_schema_is_printed_as_editors_read_it() {
    let run = resettle(&["ruleset", "schema"]);
    assert_eq!(run.status, 0);
    let schema: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(schema["properties"]["wagers"].is_object());
    let file = std::fs::read_to_string(root().join("docs/ruleset.schema.json")).unwrap_or_default();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(root().join("docs/ruleset.schema.json"), &run.out).unwrap();
        return;
    }
    assert_eq!(file, run.out, "docs/ruleset.schema.json is out of date: UPDATE_DOCS=1 renews it");
}

/// Another effective date, and the folder named by it.
fn redate(folder: &Path, id: &str, from: &str, to: &str) {
    let old = folder.join(id);
    let yaml = std::fs::read_to_string(old.join("ruleset.yaml")).unwrap();
    assert_eq!(yaml.matches(from).count(), 1);
    std::fs::write(old.join("ruleset.yaml"), yaml.replace(from, to)).unwrap();
    let (_, date) = to.split_once(": ").unwrap();
    std::fs::rename(&old, old.with_file_name(date.get(..10).unwrap())).unwrap();
}

fn copy(id: &str, to: &Path) {
    let to = to.join(id);
    std::fs::create_dir_all(&to).unwrap();
    for file in ["ruleset.yaml", "notes.md"] {
        std::fs::copy(root().join("rulesets").join(id).join(file), to.join(file)).unwrap();
    }
}
