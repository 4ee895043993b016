//! A ruleset taken apart: one leaf for each value that decides something, under a path that is the
//! same in every version.

mod deal;
mod draws;
mod head;
mod wagers;

use resettle_game::{Rank, Side};
use resettle_ruleset::{BY_A_READING, Cite, Ruleset};

use resettle_ruleset::Level;

/// A part of a ruleset that can be put into another version alone, to see what it does there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    CardValue(Rank),
    Permanent(Side),
    Order,
    Natural(u8),
    PlayersDraw(u8),
    BankersDraw(u8, Option<u8>),
    /// A row of a bet, by its name.
    Row(String, String),
    /// The other reading of a bet.
    Reading(String),
    Rounding,
    Commission,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) path: String,
    pub(crate) value: String,
    pub(crate) clause: Option<Cite>,
    pub(crate) level: Level,
    /// Under which path a change of the clause alone is reported.
    pub(crate) group: String,
    pub(crate) part: Option<Part>,
    /// Whether it is for a clause next to that of another leaf: that it comes or goes is reported there.
    pub(crate) beside: bool,
}

/// Collects leaves.
#[derive(Debug, Default)]
pub(crate) struct Leaves(Vec<Leaf>);

impl Leaves {
    /// A leaf whose clause is reported under its own path.
    fn add(&mut self, level: Level, path: impl Into<String>, value: impl Into<String>, clause: Option<&Cite>) {
        let path = self.apart(path.into());
        let value = value.into();
        // Sections that say so in their value need no leaf beside it.
        let is_reading = clause.is_some_and(Cite::is_reading) && !value.ends_with(BY_A_READING);
        let reading = is_reading.then(|| self.apart(format!("{path}.reading")));
        let leaf = |path: String, value, level, clause: Option<&Cite>| Leaf {
            group: path.clone(),
            path,
            value,
            clause: clause.cloned(),
            level,
            part: None,
            beside: false,
        };
        let said = "a choice where the document is silent or unclear".to_owned();
        self.0.extend(reading.map(|path| leaf(path, said, Level::Procedure, None)));
        self.0.push(leaf(path, value, level, clause.and_then(Cite::stated)));
    }

    /// The values of a section of the ruleset.
    fn section(&mut self, path: &str, section: &impl resettle_ruleset::Leaves) {
        let mut out = Vec::new();
        section.leaves(path, &mut out);
        for leaf in out {
            self.add(leaf.level, leaf.path, leaf.value, leaf.clause.as_ref());
        }
    }

    /// A path that no leaf has yet, so that none hides another.
    fn apart(&self, path: String) -> String {
        let taken = |path: &str| self.0.iter().any(|leaf| leaf.path == path);
        if !taken(&path) {
            return path;
        }
        (2..).map(|number| format!("{path} ({number})")).find(|path| !taken(path)).unwrap_or(path)
    }

    /// Says which part of the ruleset the leaf added last is, and under which path its clause is reported.
    fn is(&mut self, part: Part, group: &str) {
        if let Some(leaf) = self.0.last_mut() {
            leaf.part = Some(part);
            group.clone_into(&mut leaf.group);
        }
    }

    /// Says which part of the ruleset the leaf of this path is, if there is one.
    fn holds(&mut self, path: &str, part: Part) {
        if let Some(leaf) = self.0.iter_mut().find(|leaf| leaf.path == path) {
            leaf.part = Some(part);
        }
    }

    /// A second clause of the leaf added last.
    fn beside(&mut self, name: &str, group: &str, clause: &Cite) {
        if let Some(leaf) = self.0.last() {
            let path = format!("{}.{name}", leaf.path);
            let (value, clause) = (name.to_owned(), Some(clause.clone()));
            let group = group.to_owned();
            self.0.push(Leaf { path, value, clause, level: leaf.level, group, part: None, beside: true });
        }
    }
}

/// Sections that say their own values, each under its key.
macro_rules! sections {
    ($leaves:ident, $ruleset:ident: $($key:ident),+) => {$($leaves.section(stringify!($key), &$ruleset.$key);)+};
}

/// Everything that a ruleset decides but its irregularities, and what its document is.
pub(crate) fn of(ruleset: &Ruleset) -> Vec<Leaf> {
    let mut leaves = Leaves::default();
    head::head(&mut leaves, ruleset);
    deal::deal(&mut leaves, ruleset);
    draws::draws(&mut leaves, ruleset);
    wagers::wagers(&mut leaves, ruleset);
    sections!(leaves, ruleset: rounding, commission, limits, late, removal, not_accepted, void, misdeal_that_stands);
    leaves.holds("rounding", Part::Rounding);
    leaves.holds("commission", Part::Commission);
    if let Some(clause) = &ruleset.display {
        leaves.add(Level::Procedure, "display", "the cards count", Some(clause));
    }
    sections!(leaves, ruleset: no_bet_coups, cut_card, authority, otherwise, tournament, promotions);
    leaves.0
}

pub(crate) use wagers::{row_names, row_path};
