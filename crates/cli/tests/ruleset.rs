//! `resettle ruleset`, and where rulesets come from

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{resettle, root, scratch};

#[test]
fn the_list_names_every_ruleset() {
    let run = resettle(&["ruleset", "list"]);
    assert_eq!(run.status, 0);
    for id in [
        "au-nsw/star/7-up-baccarat/2016-08-17",
        "sg/mbs/7-up-baccarat/2011-08-26",
        "sg/mbs/7-up-baccarat/2017-02-17",
        "sg/mbs/baccarat/2017-02-17",
        "sg/mbs/electronic-7-up-baccarat/2023-05-08",
    ] {
        assert!(run.out.contains(id), "{id}");
        let show = resettle(&["ruleset", "show", id]);
        assert_eq!(show.status, 0, "{id}");
        assert!(show.out.contains("Banker"), "{id}");
    }
    assert_eq!(resettle(&["ruleset", "show", "nowhere"]).status, 2);
}

#[test]
fn a_folder_of_rulesets_replaces_the_built_in_ones() {
    let all = resettle(&["ruleset", "list", "--rulesets", "rulesets"]);
    // Where each is from stands below the list, where any is from elsewhere than the binary.
    let listed = |run: &crate::common::Run| run.out.split("\nFrom\n").next().unwrap().to_owned();
    assert_eq!(listed(&all), resettle(&["ruleset", "list"]).out);
    assert!(all.out.contains("\nFrom\n  rulesets\n    au-nsw/star/7-up-baccarat/2016-08-17\n"), "{}", all.out);
    let folder = scratch();
    copy(folder.path(), "sg/mbs/baccarat/2017-02-17", |yaml| yaml);
    let one = resettle(&["ruleset", "list", "--rulesets", folder.path().to_str().unwrap()]);
    assert!(one.out.contains("sg/mbs/baccarat") && !one.out.contains("electronic"), "{}", one.out);
    // Added beside the built-in ones, the same content is one ruleset.
    let both = resettle(&["ruleset", "list", "--add-rulesets", folder.path().to_str().unwrap()]);
    assert_eq!(listed(&both), listed(&all));
}

#[test]
fn one_id_with_two_contents_is_an_error() {
    let folder = scratch();
    copy(folder.path(), "sg/mbs/baccarat/2017-02-17", |yaml| yaml.replace("19 to 20", "1 to 1"));
    let run = resettle(&["ruleset", "list", "--add-rulesets", folder.path().to_str().unwrap()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("is there twice with different contents"), "{}", run.err);
}

#[test]
fn a_ruleset_with_errors_is_reported_with_all_of_them_and_judges_nothing() {
    let folder = scratch();
    copy(folder.path(), "sg/mbs/baccarat/2017-02-17", |yaml| {
        yaml.replace("pays: 11 to 1, clause", "pays: 11.5, clause").replace("max: 10", "max: 3")
    });
    let path = folder.path().to_str().unwrap();
    let run = resettle(&["replay", "audit-logs/electronic-7-up-2023/log.jsonl", "--rulesets", path]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    insta::assert_snapshot!(run.err.replace(path, "DIR"));
}

#[test]
fn an_empty_or_missing_folder_is_reported() {
    let folder = scratch();
    assert!(
        resettle(&["ruleset", "list", "--rulesets", folder.path().to_str().unwrap()])
            .err
            .contains("no ruleset stands below")
    );
    let run = resettle(&["ruleset", "list", "--rulesets", "/nowhere/at/all"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("cannot read /nowhere/at/all"), "{}", run.err);
}

fn copy(to: &std::path::Path, id: &str, change: impl Fn(String) -> String) {
    let from = root().join("rulesets").join(id);
    let to = to.join(id);
    std::fs::create_dir_all(&to).unwrap();
    std::fs::write(to.join("ruleset.yaml"), change(std::fs::read_to_string(from.join("ruleset.yaml")).unwrap()))
        .unwrap();
    std::fs::copy(from.join("notes.md"), to.join("notes.md")).unwrap();
}
