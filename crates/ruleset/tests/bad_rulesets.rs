//! A ruleset with a fault is refused, and the fault reported: where, what, and what to do.

use std::path::Path;
use std::{fs, io};

use resettle_ruleset::Ruleset;
use resettle_yaml::Faults;

use crate::faults::{ID, ONE_FAULT};

#[test]
fn every_fault_is_reported_with_its_place() {
    let good = good().unwrap();
    assert!(Ruleset::from_yaml(ID, &good, b"").is_ok(), "the ruleset that the faults are made in is bad itself");
    for (name, find, replace) in ONE_FAULT {
        assert_eq!(good.matches(find).count(), 1, "{name}: `{find}` has to stand there once");
        snapshot(name, &good.replacen(find, replace, 1));
    }
}

#[test]
fn all_faults_of_a_file_are_reported_at_once() {
    let mut bad = good().unwrap();
    for name in [
        "unknown_key",
        "float_total",
        "clause_key_unquoted",
        "zone_unknown",
        "draw_table_gap",
        "wager_row_missing",
        "consequence_unknown",
        "clause_absent",
    ] {
        let (_, find, replace) = ONE_FAULT.iter().find(|(known, ..)| *known == name).unwrap();
        bad = bad.replacen(find, replace, 1);
    }
    snapshot("many_faults_at_once", &bad);
}

#[test]
fn what_is_no_ruleset_at_all_is_reported_too() {
    snapshot("empty_file", "");
    snapshot("a_list", "- one\n- two\n");
    snapshot("words_only", "this is no ruleset\n");
    snapshot("a_file_of_schema_1", "schema: 1\ntitle: An old file\n");
    snapshot("control_character", "schema: 2\ntitle: \"a\u{7}b\u{1b}[31m\"\n\u{0}\n");
    let mut bomb = String::from("a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (one, next) in ["b", "c", "d", "e", "f", "g", "h", "i"].iter().zip(["a", "b", "c", "d", "e", "f", "g", "h"]) {
        bomb.push_str(&format!("{one}: &{one} [{}]\n", vec![format!("*{next}"); 10].join(", ")));
    }
    snapshot("alias_bomb", &bomb);
    snapshot("nested_deeply", &"[".repeat(10_000));
    let big = format!("title: {}\n", "x".repeat(resettle_yaml::MAX_BYTES));
    snapshot("too_big", &big);
}

fn good() -> io::Result<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets").join(ID).join("ruleset.yaml");
    fs::read_to_string(path)
}

fn snapshot(name: &str, yaml: &str) {
    let faults = |faults: Faults| faults.render("ruleset.yaml", yaml, false);
    let text = Ruleset::from_yaml(ID, yaml, b"").map_or_else(faults, |_| String::new());
    assert!(!text.is_empty(), "{name}: taken for a good ruleset");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
