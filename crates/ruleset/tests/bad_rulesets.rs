//! A ruleset with a fault is refused, and the fault told: where, what, and what to do.

use std::path::Path;
use std::{fs, io};

use resettle_ruleset::Ruleset;
use resettle_yaml::Faults;

const ID: &str = "sg/mbs/7-up-baccarat/2017-02-17";

/// Each makes one fault in a good ruleset: a name, what is replaced (it stands there once), and by what.
const ONE_FAULT: &[(&str, &str, &str)] = &[
    ("unknown_key", "decks: {min: 4,", "decks: {minimum: 4,"),
    ("unknown_section", "misdeal_that_stands:", "surrender: {allowed: true}\nmisdeal_that_stands:"),
    ("duplicate_key", "venue: mbs\n", "venue: mbs\nvenue: rws\n"),
    ("duplicate_clause", "  \"4.2\": {", "  \"4.1\": {"),
    ("float_total", "bet: player, total: 7,", "bet: player, total: 7.5,"),
    (
        "clause_unquoted_float",
        "wins: {when: player_higher, clause: \"3.10\"}",
        "wins: {when: player_higher, clause: 3.10}",
    ),
    ("clause_key_unquoted", "  \"3.10\": {", "  3.10: {"),
    ("clause_unquoted_number", "  \"5\": {", "  5: {"),
    ("total_beyond_9", "bet: tie, total: 7,", "bet: tie, total: 12,"),
    ("date_impossible", "from: 2017-02-17T00:00:00", "from: 2017-02-30T00:00:00"),
    ("date_malformed", "from: 2017-02-17T00:00:00", "from: 17 February 2017"),
    ("zone_unknown", "zone: Asia/Singapore", "zone: Asia/Singapura"),
    (
        "draw_table_gap",
        "{totals: [6, 7], then: stand, clause: \"3.9.2\"}",
        "{totals: [6], then: stand, clause: \"3.9.2\"}",
    ),
    (
        "draw_table_overlap",
        "{totals: [6, 7], then: stand, clause: \"3.9.2\"}",
        "{totals: [5, 6, 7], then: stand, clause: \"3.9.2\"}",
    ),
    ("banker_table_gap", "  banker_otherwise: {then: stand, clause: \"3.9.4\"}\n", ""),
    ("banker_table_overlap", "{totals: [5], third: [4, 5, 6, 7]", "{totals: [4, 5], third: [4, 5, 6, 7]"),
    ("banker_table_word_in_list", "third: [4, 5, 6, 7]", "third: [none, 4, 5, 6, 7]"),
    ("banker_table_word", "third: [4, 5, 6, 7]", "third: any"),
    ("paytable_row_missing", "  - {bet: banker, total: other, pays: 1 to 1, clause: \"4.1\"}\n", ""),
    ("paytable_two_rows_fit", "sevens: 3, pays: 5 to 1", "sevens: 2, pays: 5 to 1"),
    ("paytable_row_for_nothing", "{bet: super_sevens, sevens: 2,", "{bet: super_sevens, sevens: 1,"),
    ("odds_with_point", "pays: 9 to 5", "pays: 0.95 to 1"),
    ("odds_as_a_number", "pays: 9 to 5", "pays: 1.8"),
    ("bet_unknown", "{bet: tie, total: 7,", "{bet: ties, total: 7,"),
    ("wager_undecided", "    stands_off: {when: tie, clause: \"3.10.1\"}\n  - bet: banker", "  - bet: banker"),
    ("wager_sevens_without_count", "when: sevens, at_least: 2,", "when: sevens,"),
    ("rank_missing", "T: 0, J: 0,", "J: 0,"),
    ("rank_unknown", "T: 0, J: 0,", "\"10\": 0, J: 0,"),
    ("deal_of_three", "order: [banker, player, banker]", "order: [banker, player]"),
    ("decks_upside_down", "decks: {min: 4, max: 10,", "decks: {min: 10, max: 4,"),
    (
        "irregularities_overlap",
        "when: {reconstructed: false}, then: void, clause: \"5.4\"",
        "then: void, clause: \"5.4\"",
    ),
    ("irregularity_kind_unknown", "kind: insufficient_cards", "kind: too_few_cards"),
    ("consequence_unknown", "kind: insufficient_cards, then: void", "kind: insufficient_cards, then: voided"),
    ("fact_unknown", "when: {order_known: true}", "when: {order_is_known: true}"),
    ("fact_no_truth_value", "when: {order_known: true}", "when: {order_known: yes}"),
    ("row_without_ground", "then: void, clause: \"5.5\"", "then: void"),
    (
        "clause_absent",
        "withdrawn: {then: settled, clause: \"5.7\"}",
        "withdrawn: {then: settled, clause: \"5.7, 5.8\"}",
    ),
    ("clause_list_without_space", "clause: \"3.4, 3.4.1, 3.4.2\"", "clause: \"3.4,3.4.1, 3.4.2\""),
    ("clause_enforced_uncited", "  free: {clause: \"3.5\"}", "  {}"),
    ("clause_heading_cited", "free: {clause: \"3.5\"}", "free: {clause: \"3.5, 3\"}"),
    (
        "clause_recorded_without_why",
        "0036646e, kind: recorded, why: \"how the layout is marked stands in no log\"",
        "0036646e, kind: recorded",
    ),
    ("clause_enforced_with_why", "kind: definition}\n  \"2\":", "kind: definition, why: it defines}\n  \"2\":"),
    ("fingerprint_short", "text: 8775bb", "text: 75bb"),
    ("section_missing", "decks: {min: 4, max: 10, clause: \"2.1\"}\n", ""),
    ("section_of_wrong_shape", "misdeal_that_stands: {reading: true}", "misdeal_that_stands: true"),
    ("control_character_escaped", "title: 7 Up Baccarat (MBS) Game Rules", "title: \"7 Up \\e[31mBaccarat\""),
    ("schema_unknown", "schema: 1", "schema: 2"),
    ("version_unquoted", "version: \"6\"", "version: 6"),
    ("folder_of_another_id", "game: 7-up-baccarat", "game: 7-up"),
    ("anchor", "decks: {min: 4,", "decks: &decks {min: 4,"),
    ("alias", "clause: \"2.1\"}", "clause: *two}"),
    ("merge_key", "decks: {min: 4,", "decks: {<<: {min: 4},"),
    ("tag", "decks: {min: 4,", "decks: !range {min: 4,"),
    ("bracket_open", "order: [banker, player, banker]", "order: [banker, player, banker"),
    ("tab", "  free: {clause", "\tfree: {clause"),
    ("second_document", "misdeal_that_stands:", "---\nmisdeal_that_stands:"),
];

#[test]
fn every_fault_is_told_with_its_place() {
    let good = good().unwrap();
    assert!(Ruleset::from_yaml(ID, &good, b"").is_ok(), "the ruleset that the faults are made in is bad itself");
    for (name, find, replace) in ONE_FAULT {
        assert_eq!(good.matches(find).count(), 1, "{name}: `{find}` has to stand there once");
        snapshot(name, &good.replacen(find, replace, 1));
    }
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let mut bad = good().unwrap();
    for name in [
        "unknown_key",
        "float_total",
        "clause_key_unquoted",
        "zone_unknown",
        "draw_table_gap",
        "paytable_row_missing",
        "consequence_unknown",
        "clause_absent",
    ] {
        let (_, find, replace) = ONE_FAULT.iter().find(|(known, ..)| *known == name).unwrap();
        bad = bad.replacen(find, replace, 1);
    }
    snapshot("many_faults_at_once", &bad);
}

#[test]
fn what_is_no_ruleset_at_all_is_told_too() {
    snapshot("empty_file", "");
    snapshot("a_list", "- one\n- two\n");
    snapshot("words_only", "this is no ruleset\n");
    snapshot("control_character", "schema: 1\ntitle: \"a\u{7}b\u{1b}[31m\"\n\u{0}\n");
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
