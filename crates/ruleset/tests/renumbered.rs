//! Odds of a clause that was numbered anew: the number that the ruleset cites is another clause's.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use resettle_document::Document;
use resettle_ruleset::{Comparison, Ruleset, Trace, TraceSource, show_trace};

const ID: &str = "zz/pearl-quay/matching-cards-baccarat/2025-06-01";

fn traced(text: impl Fn(String) -> String) -> (Trace, String) {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games");
    let yaml = fs::read_to_string(games.join("rulesets").join(ID).join("ruleset.yaml")).unwrap();
    let ruleset = Ruleset::from_yaml(ID, &yaml, b"").unwrap_or_else(|faults| panic!("{:?}", faults.sorted()));
    let document = text(fs::read_to_string(games.join("documents/pearl-quay/rules.txt")).unwrap());
    let trace = Trace::of(&ruleset, &yaml, Document::parse(&document).unwrap(), None).unwrap();
    let source = TraceSource { file: "rules.txt".to_owned(), sha256: String::new(), yaml: "ruleset.yaml".to_owned() };
    let shown = show_trace(&trace, &ruleset, &source, &str::to_owned);
    (trace, shown)
}

#[test]
fn a_row_whose_clause_says_nothing_of_its_odds_differs() {
    let standing = |trace: &Trace, bet: &str| -> Vec<Comparison> {
        trace.paytable.iter().filter(|row| row.bet == bet).map(|row| row.comparison).collect()
    };
    let (before, _) = traced(|text| text);
    assert_eq!(standing(&before, "red"), [Comparison::Stated]);
    // 3.7 is 3.8 now, and 3.7 another rule.
    let (after, shown) = traced(|text| {
        let numbered_on = (7..=17)
            .rev()
            .fold(text, |text, number| text.replacen(&format!("\n3.{number} "), &format!("\n3.{} ", number + 1), 1));
        let other = "\n3.7 Stakes are settled in the order of their boxes.\n\n3.8 A stake on red";
        numbered_on.replacen("\n3.8 A stake on red", other, 1)
    });
    assert_eq!(standing(&after, "red"), [Comparison::Miscited]);
    assert!(!after.agrees());
    assert!(shown.contains("cites 3.7, which says nothing of 3 to 1; 3.8 does"), "{shown}");
}

#[test]
fn a_row_whose_clause_still_holds_its_number_is_not_read_as_another_s() {
    let (trace, _) = traced(|text| text.replacen("on red is paid 3 to 1", "on red wins the threefold, 3 for each", 1));
    let red: Vec<Comparison> = trace.paytable.iter().filter(|row| row.bet == "red").map(|row| row.comparison).collect();
    assert_eq!(red, [Comparison::Unread]);
}

/// What a document pays in words, by a commission: read, or said to be unread; never taken for other odds.
#[test]
fn the_same_less_a_part_is_what_is_said_before_it() {
    let banker = |words: &str| {
        let (trace, shown) = traced(|text| {
            text.replacen("on the Banker is paid 19 to 20", &format!("on the Banker is paid {words}"), 1)
        });
        let rows = || trace.paytable.iter().filter(|row| row.bet == "banker");
        assert_eq!(rows().count(), 1);
        rows().map(|row| (row.comparison, row.document.join("; "))).next().unwrap_or_else(|| panic!("{shown}"))
    };
    for words in [
        "the same less a twentieth",
        "the same, less five per cent,",
        "the same less a commission of 5%",
        "1 to 1 less one-twentieth of the winnings",
    ] {
        assert_eq!(banker(words), (Comparison::Stated, "1 to 1, less 1 in 20".to_owned()), "{words}");
    }
    for words in ["the same less what the house keeps", "1 to 1, a twentieth being kept,", "1 to 1 less a share"] {
        let (comparison, said) = banker(words);
        assert_eq!(comparison, Comparison::Unread, "{words}: {said}");
    }
    assert_eq!(banker("the same less a tenth").0, Comparison::Different);
    assert_eq!(banker("1 to 2, a twentieth being kept,").0, Comparison::Different, "the ruleset pays more");
    // In one clause, too.
    let (trace, _) = traced(|text| {
        let own = "3.1 A stake on the Player is paid 1 to 1 when the Player has won, and one on the Banker the same less a twentieth when the Banker has.";
        let (before, rest) = text.split_once("3.1 ").unwrap();
        let (_, behind) = rest.split_once("3.3 ").unwrap();
        format!("{before}{own}\n\n3.2 Either is returned on a tie.\n\n3.3 {behind}")
    });
    let of = |bet: &str| -> Vec<Comparison> {
        trace.paytable.iter().filter(|row| row.bet == bet).map(|row| row.comparison).collect()
    };
    assert_eq!(of("player"), [Comparison::Stated]);
    assert_ne!(of("banker"), [Comparison::Different]);
}
