//! The worked examples of `fixtures/games`: venues that do not exist, each with its document as text and as PDF, a
//! ruleset, cases and an approval.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use crate::common::{list_to_accept, resettle, resettle_in, root, scratch};
use crate::typeset::{PLAIN, Style, blocks, pdf};
use resettle_testkit::sha256;
use serde_json::Value;

const RULESETS: &str = "fixtures/games/rulesets";

/// Every example: its id, the folder of its document, and the sets of choices under which it is traced.
const GAMES: [(&str, &str, &[&[&str]]); 7] = [
    ("zz/harbour-light/push-on-seven-baccarat/2025-06-01", "harbour-light", &[&[]]),
    ("zz/copper-gate/half-on-six-baccarat/2025-06-01", "copper-gate", &[&[]]),
    ("zz/silver-weir/margins-and-pairs-baccarat/2025-06-01", "silver-weir", &[&[]]),
    ("zz/pearl-quay/matching-cards-baccarat/2025-06-01", "pearl-quay", &[&[]]),
    ("zz/willow-court/of-one-kind-baccarat/2025-06-01", "willow-court", &[&[]]),
    ("zz/venues/commission-baccarat/2025-06-01", "venues", &[&[]]),
    (
        "zz/amber-hall/choice-baccarat/2025-06-01",
        "amber-hall",
        &[
            &["--elect", "banker=half_on_six", "--elect", "six=offered"],
            &["--elect", "banker=half_on_six", "--elect", "six=not_offered"],
            &["--elect", "banker=commission", "--elect", "six=offered"],
            &["--elect", "banker=commission", "--elect", "six=not_offered"],
        ],
    ),
];

fn document(venue: &str, name: &str) -> PathBuf {
    root().join("fixtures/games/documents").join(venue).join(name)
}

fn updates() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

/// To renew them: `UPDATE_DOCS=1`; the hashes in the rulesets and the approvals follow.
#[test]
fn each_pdf_is_what_its_text_is_typeset_to() {
    for (_, venue, _) in GAMES {
        let text = std::fs::read_to_string(document(venue, "rules.txt")).unwrap();
        let style = Style { repeat_head: true, ..PLAIN };
        let made = pdf(&blocks(&text), &style);
        let path = document(venue, "rules.pdf");
        if updates() {
            std::fs::write(&path, &made).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == made, "{} is out of date", path.display());
    }
}

#[test]
fn each_ruleset_is_sound_and_its_cases_hold() {
    let checked = resettle(&["ruleset", "check", RULESETS]);
    assert_eq!(checked.status, 0, "{}", checked.out);
    assert!(checked.out.contains("7 rulesets checked: 0 errors, 0 warnings, 0 notes"), "{}", checked.out);
    let tested = resettle(&["ruleset", "test", "--rulesets", RULESETS, "--format", "json"]);
    assert_eq!(tested.status, 0, "{}", tested.out);
    let tested: Value = serde_json::from_str(&tested.out).unwrap();
    for one in tested["rulesets"].as_array().unwrap() {
        assert!(one["cases"].as_u64().unwrap() > 130, "{} {}", one["ruleset"], one["cases"]);
    }
}

fn traced(id: &str, path: &Path, rulesets: &str, more: &[&str]) -> (i32, Value) {
    let args = ["ruleset", "trace", id, "--document", path.to_str().unwrap(), "--rulesets", rulesets];
    let run = resettle(&[&args[..], &["--format", "json"], more].concat());
    assert!(run.status < 2, "{id}: {}", run.err);
    (run.status, serde_json::from_str(&run.out).unwrap())
}

/// As text and as PDF; nothing is left that a person has to compare, but for which outcome odds in sentences are, which is
/// said and asks for the person's word.
#[test]
fn each_ruleset_says_what_its_document_says() {
    for (id, venue, choices) in GAMES {
        for (name, elect) in
            ["rules.txt", "rules.pdf"].iter().flat_map(|name| choices.iter().map(move |set| (name, set)))
        {
            let (status, trace) = traced(id, &document(venue, name), RULESETS, elect);
            assert_eq!((status, &trace["different"]), (1, &Value::Bool(false)), "{id} {name}: {trace:#}");
            assert_eq!(trace["not_compared"], trace["paytable"].as_array().unwrap().len(), "{id} {name}: {trace:#}");
            let accepted = [&elect[..], &["--accept-uncompared"]].concat();
            assert_eq!(traced(id, &document(venue, name), RULESETS, &accepted).0, 0, "{id} {name}");
            assert_eq!(trace["document"]["source"], true, "{id} does not name {name}");
            let rows = trace["paytable"].as_array().unwrap();
            assert!(rows.len() > 2 && rows.iter().all(|row| row["standing"] == "stated"), "{id} {name}: {rows:#?}");
        }
    }
}

/// The trace of a ruleset of which something was changed.
fn slipped(venue: &str, id: &str, from: &str, to: &str) -> Vec<(String, String)> {
    let folder = scratch();
    let copy = folder.path().join(id);
    std::fs::create_dir_all(&copy).unwrap();
    std::fs::copy(root().join(RULESETS).join(id).join("notes.md"), copy.join("notes.md")).unwrap();
    let yaml = std::fs::read_to_string(root().join(RULESETS).join(id).join("ruleset.yaml")).unwrap();
    let slip = yaml.replacen(from, to, 1);
    assert_ne!(yaml, slip);
    std::fs::write(copy.join("ruleset.yaml"), slip).unwrap();
    let (status, trace) = traced(id, &document(venue, "rules.txt"), folder.path().to_str().unwrap(), &[]);
    assert_eq!(status, 1, "{trace:#}");
    let rows = trace["paytable"].as_array().unwrap().iter().filter(|row| row["standing"] != "stated");
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    rows.map(|row| (text(&row["standing"]), text(&row["document"]))).collect()
}

#[test]
fn a_slip_in_the_odds_of_a_sentence_is_found() {
    let (id, venue, _) = GAMES[0];
    let reported = |standing: &str, document: &str| (standing.to_owned(), document.to_owned());
    assert_eq!(slipped(venue, id, "pays: 40 to 1", "pays: 14 to 1"), [reported("different", "40 to 1")]);
    let (id, venue, _) = GAMES[1];
    // Two rows in each other's place are not the document's, though it has both odds.
    let swapped = slipped(venue, id, "{total: 6, cards: 2}}, pays: 12 to 1", "{total: 6, cards: 2}}, pays: 20 to 1");
    assert_eq!(swapped, [reported("different", "12 to 1")]);
    // What the document pays for and no row does.
    let (id, venue, _) = GAMES[2];
    let row = "      - {when: {winner: player, player: {natural: false}, margin: 7}, pays: 6 to 1, clause: \"3.4\"}\n";
    let left_out = slipped(venue, id, row, "");
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    assert_eq!(left_out[0].0, "unread");
}

const APPROVERS: &str = "fixtures/games/approvers";
const APPROVALS: &str = "fixtures/games/approvals";

/// Signs all of them anew, with a key that is then thrown away.
fn approve_anew() {
    let folder = scratch();
    assert_eq!(resettle_in(folder.path(), &["key", "new", "approver"]).status, 0);
    let public = std::fs::read_to_string(folder.path().join("approver.pub")).unwrap();
    let public: Vec<&str> = public.split_whitespace().take(2).collect();
    let line = format!("examples@resettle namespaces=\"resettle-ruleset\" {}\n", public.join(" "));
    std::fs::write(root().join(APPROVERS), line).unwrap();
    let rulesets = root().join(RULESETS);
    for (id, venue, _) in GAMES {
        let to = root().join(APPROVALS).join(id);
        let _ = std::fs::remove_dir_all(&to);
        std::fs::create_dir_all(&to).unwrap();
        let (out, document) = (to.join("examples.yaml"), document(venue, "rules.pdf"));
        let args = ["ruleset", "approve", id, "--rulesets", rulesets.to_str().unwrap(), "--key", "approver"];
        let document = document.to_str().unwrap();
        let more = ["--document", document, "--at", "2025-06-02T10:00:00+12:00", "--out", out.to_str().unwrap()];
        let refused = resettle_in(folder.path(), &[&args[..], &more].concat());
        let accepted = ["--accept-uncompared", &list_to_accept(&refused.err)];
        let run = resettle_in(folder.path(), &[&args[..], &more, &accepted].concat());
        assert_eq!(run.status, 0, "{id}: {}", run.err);
    }
}

/// To renew them: `UPDATE_DOCS=1`.
#[test]
fn each_ruleset_is_approved_with_the_document_that_it_was_traced_against() {
    if updates() {
        approve_anew();
    }
    let args = ["--approvers", APPROVERS, "--approvals", APPROVALS];
    let checked = resettle(&[&["ruleset", "check", RULESETS], &args[..]].concat());
    assert_eq!(checked.status, 0, "{}", checked.out);
    assert_eq!(checked.out.matches("approved by examples@resettle").count(), GAMES.len(), "{}", checked.out);
    for (id, venue, _) in GAMES {
        let path = root().join(APPROVALS).join(id).join("examples.yaml");
        let approval = std::fs::read_to_string(path).unwrap();
        let hash = sha256(&std::fs::read(document(venue, "rules.pdf")).unwrap());
        assert!(approval.contains(&format!("traced:\n  document: \"{hash}\"\n  not_compared: ")), "{approval}");
        assert!(approval.contains(" rows of odds of which the outcome was not compared ("), "{approval}");
        assert!(approval.contains("\ncases: \""), "{id}");
    }
}
