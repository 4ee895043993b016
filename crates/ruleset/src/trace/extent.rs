//! What of a ruleset a trace compares with a document, and what it never does.
//!
//! Of the sections to which keys are added, `limits` and `combinations`, their declarations say it. Whether a whole section is compared
//! is a fact of `trace`, so that those stand here; a test asks for each.

use crate::model::{Combinations, Limits};
use crate::section::Extent;

use crate::section::Extent::{ByKey, Compared, Never, NotOfTheDocument};

const HEAD: Extent = Never("the head (title, version, jurisdiction, venues, game)");
const DATES: Extent = Never("the effective date and gaps");

const DRAWS: &[(&str, Extent)] = &[
    ("natural", Never("the totals that are naturals")),
    ("player", Compared),
    ("banker", Compared),
    ("banker_otherwise", Compared),
];

const WAGERS: &[(&str, Extent)] = &[
    ("bet", Compared),
    ("elected", Never("what the operator may choose")),
    ("rows", ByKey(ROWS)),
    ("reading", NotOfTheDocument),
];

const ROWS: &[(&str, Extent)] = &[
    ("when", Never("when wagers win")),
    ("clause", Never("when wagers win")),
    ("then", Never("when wagers win")),
    ("elected", Never("what the operator may choose")),
    ("pays", Compared),
    ("pays_clause", Compared),
    ("reading", NotOfTheDocument),
];

/// Every key of a ruleset, as `ruleset.yaml` writes it.
pub const EXTENT: &[(&str, Extent)] = &[
    ("schema", NotOfTheDocument),
    ("source", NotOfTheDocument),
    ("favours_player", NotOfTheDocument),
    ("title", HEAD),
    ("version", HEAD),
    ("jurisdiction", HEAD),
    ("venues", HEAD),
    ("venue", HEAD),
    ("game", HEAD),
    ("effective", DATES),
    ("gaps", DATES),
    ("clauses", Compared),
    ("decks", Compared),
    ("cards", Never("the values of cards")),
    ("deal", Never("the deal and burning")),
    ("moments", Never("moments")),
    ("draws", ByKey(DRAWS)),
    ("wagers", ByKey(WAGERS)),
    ("combinations", ByKey(Combinations::EXTENT)),
    ("rounding", Never("rounding")),
    ("commission", Never("commission (its rate is compared)")),
    ("limits", ByKey(Limits::EXTENT)),
    ("late", Never("late and refused wagers")),
    ("not_accepted", Never("late and refused wagers")),
    ("removal", Never("the removal of wagers")),
    ("void", Never("what a void means")),
    ("misdeal_that_stands", Never("misdeals that stand")),
    ("display", Never("displays")),
    ("no_bet_coups", Never("no-bet coups")),
    ("cut_card", Never("the cut card")),
    ("authority", Never("offices")),
    ("irregularities", Never("what irregularities lead to")),
    ("otherwise", Never("what irregularities lead to")),
    ("tournament", Never("tournament play (its amounts are compared)")),
    ("promotions", Never("promotional prizes (their amounts are compared)")),
    ("options", Never("what the operator may choose")),
];

/// What is compared with no document, in words, each once: people read it next to the document.
#[must_use]
pub fn never_compared() -> Vec<&'static str> {
    fn gather(keys: &[(&str, Extent)], out: &mut Vec<&'static str>) {
        for (_, extent) in keys {
            match extent {
                Never(words) if !out.contains(words) => out.push(words),
                ByKey(keys) => gather(keys, out),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    gather(EXTENT, &mut out);
    out
}
