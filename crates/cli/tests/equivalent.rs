//! `resettle ruleset equivalent` and `resettle ruleset history`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{resettle, root, scratch};
use serde_json::Value;

const MBS_2011: &str = "sg/mbs/7-up-baccarat/2011-08-26";
const V6: &str = "sg/mbs/7-up-baccarat/2017-02-17";

/// Version 6 in a folder, with something else in its file.
fn draft(folder: &Path, from: &str, to: &str) -> String {
    let shipped = root().join("rulesets").join(V6);
    let yaml = std::fs::read_to_string(shipped.join("ruleset.yaml")).unwrap();
    assert!(yaml.contains(from), "{from}");
    std::fs::write(folder.join("ruleset.yaml"), yaml.replacen(from, to, 1)).unwrap();
    std::fs::copy(shipped.join("notes.md"), folder.join("notes.md")).unwrap();
    folder.to_str().unwrap().to_owned()
}

fn statement(args: &[&str]) -> (i32, Value) {
    let run = resettle(&[&["ruleset", "equivalent"], args, &["--format", "json"]].concat());
    (run.status, serde_json::from_str(&run.out).unwrap_or_else(|_| Value::from(run.err)))
}

#[test]
fn what_is_proven_is_exit_status_0_and_nothing_else_is() {
    let (status, same) = statement(&[V6, V6]);
    assert_eq!((status, &same["verdict"]), (0, &"equivalent".into()));
    let folder = scratch();
    // Other words, the same rules.
    let words = draft(folder.path(), "title: ", "title: Another ");
    let (status, same) = statement(&[V6, &words]);
    assert_eq!((status, &same["verdict"]), (0, &"equivalent".into()), "{same}");
    let odds = draft(folder.path(), "{sevens: 3}}, pays: 5 to 1", "{sevens: 3}}, pays: 6 to 1");
    let (status, other) = statement(&[V6, &odds]);
    assert_eq!((status, &other["verdict"]), (1, &"equivalent_except".into()));
    let [difference] = other["differences"].as_array().unwrap().as_slice() else { panic!("{other}") };
    assert_eq!(difference["set"], "every coup in which 3 7s in both hands, a permanent one counted");
    assert_eq!((&difference["old"], &difference["new"]), (&"5 to 1".into(), &"6 to 1".into()));
    assert_eq!(difference["coup"]["wager"]["returns_new"], "700");
    let accepted = folder.path().join("accepted");
    std::fs::write(&accepted, format!("{} seen\n", difference["fingerprint"].as_str().unwrap())).unwrap();
    let (status, _) = statement(&[V6, &odds, "--accepted", accepted.to_str().unwrap()]);
    assert_eq!(status, 0);
    std::fs::write(&accepted, "no fingerprint\n").unwrap();
    let (status, error) = statement(&[V6, &odds, "--accepted", accepted.to_str().unwrap()]);
    assert_eq!(status, 2);
    assert!(error.as_str().unwrap().contains("accepted:1: this is no fingerprint of a difference"), "{error}");
    let run = resettle(&["ruleset", "equivalent", V6, "nowhere"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

#[test]
fn diff_says_what_is_proven() {
    let folder = scratch();
    let moments = draft(folder.path(), "close: {time: closed", "close: {time: first_card");
    let run = resettle(&["diff", V6, &moments]);
    assert!(
        run.out.contains("  Equivalent except for one difference: that the two rulesets have no other is proven"),
        "{}",
        run.out
    );
    let run = resettle(&["ruleset", "equivalent", V6, &moments]);
    assert!(run.out.contains("  moments.close.time\n") && run.out.contains("closed → first card"), "{}", run.out);
}

#[test]
fn a_history_holds_each_value_with_its_dates_and_clauses() {
    let run = resettle(&["ruleset", "history", "sg/mbs/7-up-baccarat", "--changed"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("history_of_7_up", run.out));
    assert_eq!(resettle(&["ruleset", "history", "baccarat"]).status, 0);
    let all = resettle(&["ruleset", "history", "sg/mbs/7-up-baccarat", "--format", "json"]);
    let all: Value = serde_json::from_str(&all.out).unwrap();
    assert_eq!(all["versions"].as_array().unwrap().len(), 2);
    let values = all["values"].as_array().unwrap();
    let row = values.iter().find(|value| value["path"] == "wagers.super_sevens.both 7s 3").unwrap();
    assert_eq!(row["said"][0], serde_json::json!({"since": "2011-08-26", "value": "7 to 1", "clause": "4.1"}));
    assert_eq!(row["said"][1], serde_json::json!({"since": "2017-02-17", "value": "5 to 1", "clause": "4.2"}));
    // Of several venues, and of none.
    let several = resettle(&["ruleset", "history", "7-up-baccarat"]);
    assert_eq!(several.status, 2);
    assert!(several.err.contains("au-nsw/star/7-up-baccarat, sg/mbs/7-up-baccarat"), "{}", several.err);
    let none = resettle(&["ruleset", "history", MBS_2011]);
    assert_eq!(none.status, 2);
    assert!(none.err.contains("an id without its date"), "{}", none.err);
}
