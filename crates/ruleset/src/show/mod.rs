//! A ruleset as text for the person who approves it, and the registry as a list.
//!
//! Plain text without colour, aligned, 100 columns or less where words allow.

mod clauses;
mod deal;
mod draws;
pub(crate) mod head;
pub(crate) mod irregularities;
pub mod layout;
mod list;
pub(crate) mod money;
mod options;
mod procedure;
mod promotions;
mod tournament;
pub(crate) mod wagers;

use crate::clause::{Cite, NO_CLAUSE, READING_MARK as READING};
use crate::model::Ruleset;
use crate::section::{Leaf, Leaves};

pub use list::list;

/// Everything that a ruleset decides, with the clause of each decision.
#[must_use]
pub fn show(ruleset: &Ruleset) -> String {
    let mut out = String::new();
    head::head(&mut out, ruleset);
    deal::deal(&mut out, ruleset);
    deal::moments(&mut out, ruleset);
    draws::draws(&mut out, &ruleset.draws);
    if ruleset.options.is_empty() {
        wagers::wagers(&mut out, &ruleset.wagers);
        wagers::combinations(&mut out, &ruleset.combinations);
        money::money(&mut out, ruleset);
    } else {
        options::options(&mut out, ruleset);
        wagers::combinations(&mut out, &ruleset.combinations);
    }
    procedure::procedure(&mut out, ruleset);
    irregularities::irregularities(&mut out, ruleset);
    tournament::tournament(&mut out, ruleset);
    promotions::promotions(&mut out, ruleset.promotions.as_ref());
    clauses::clauses(&mut out, &ruleset.clauses);
    out
}

/// The columns of what is neither a table of play nor of irregularities: subject, rule, clause.
const RULES: &[usize] = &[18, 52, 26];

/// A clause, or that there is none.
fn cite(clause: Option<&Cite>) -> String {
    clause.map_or_else(|| NO_CLAUSE.to_owned(), Cite::shown)
}

/// `text`, marked when it is a reading.
fn marked(text: &str, reading: bool) -> String {
    format!("{text}{}", if reading { READING } else { "" })
}

/// What a section says under keys that have no rows of their own: the key, and the value by which versions are compared.
fn as_compared(section: &impl Leaves, own: &[&str]) -> Vec<(String, Leaf)> {
    let mut leaves = Vec::new();
    section.leaves("", &mut leaves);
    let keyed = leaves.into_iter().map(|leaf| (leaf.path.split('.').nth(1).unwrap_or_default().to_owned(), leaf));
    keyed.filter(|(key, _)| !own.contains(&key.as_str())).map(|(key, leaf)| (plain(&key), leaf)).collect()
}

/// A word of the format, as people read it.
fn plain(word: &str) -> String {
    word.replace('_', " ")
}
