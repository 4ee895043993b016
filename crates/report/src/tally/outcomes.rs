use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How often each result came, by ruleset and decks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Outcomes {
    rows: Vec<OutcomeRow>,
}

/// How often each result came under one ruleset, from shoes of so many decks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct OutcomeRow {
    /// The ruleset.
    pub ruleset: String,
    /// The decks; none where no record says how many.
    pub decks: Option<u32>,
    /// The Player won, as the cards, dealt by the rules, give it.
    pub player: u64,
    /// The Banker won, likewise.
    pub banker: u64,
    /// A tie, likewise.
    pub tie: u64,
    /// Void: voided, or it had to be.
    pub void: u64,
    /// The cards were not dealt by the rules or not all could be read: what was declared stands, and is not counted.
    pub unknown: u64,
}

impl Outcomes {
    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        for more in &other.rows {
            self.put(&more.ruleset, more.decks, more);
        }
    }

    /// The rows by ruleset and decks.
    #[must_use]
    pub fn into_rows(self) -> Vec<OutcomeRow> {
        let by_key: BTreeMap<_, _> = self.rows.into_iter().map(|row| ((row.ruleset.clone(), row.decks), row)).collect();
        by_key.into_values().collect()
    }

    pub(super) fn put(&mut self, ruleset: &str, decks: Option<u32>, more: &OutcomeRow) {
        // A table has few, and nearly always the last one is asked for.
        let known = self.rows.iter_mut().rev().find(|row| row.decks == decks && row.ruleset == ruleset);
        match known {
            Some(row) => {
                row.player += more.player;
                row.banker += more.banker;
                row.tie += more.tie;
                row.void += more.void;
                row.unknown += more.unknown;
            }
            None => self.rows.push(OutcomeRow { ruleset: ruleset.to_owned(), decks, ..more.clone() }),
        }
    }
}
