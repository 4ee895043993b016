//! How the judgement of one coup came about, step by step.
//!
//! The engine itself writes the steps down while it judges, so that they cannot differ from the findings. Coups that
//! nobody asked about are judged without.

mod around;
mod deal;
mod irregularities;
mod moment;
mod tournament;

use std::cell::RefCell;

use resettle_coup_log::Coup;
use resettle_game::Unit;
use resettle_ruleset::{Cite, Cited};

use crate::finding::Place;

pub(crate) use around::{
    Recorded, Surroundings, commenced, composition, fixed_moments, follows, record, ruleset, shoe_rules, unjudged,
};
pub(crate) use deal::{announced, beyond_reach, dealt, declared_only, logged_cards, misdealt, outcome};
pub(crate) use irregularities::{
    as_logged, irregularities, logged_at_coup, refuted, verdict, what_follows, who_decides, with_what_follows,
};
pub(crate) use tournament::tournament;

/// The coup to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoupName {
    /// By its place in play: every record of that coup.
    InShoe {
        /// The shoe's id, as the log writes it.
        shoe: String,
        /// Its number in the shoe.
        coup: u64,
    },
    /// By its record: one that lacks shoe or number, as in an import.
    Record {
        /// SHA-256 of the record's bytes, in lower-case hex.
        sha256: String,
    },
}

impl CoupName {
    /// Whether a coup whose record has this SHA-256 is meant.
    #[must_use]
    pub fn names(&self, coup: &Coup, record_sha256: Option<&str>) -> bool {
        match self {
            Self::InShoe { shoe, coup: number } => {
                coup.coup == Some(*number) && coup.shoe.as_deref().unwrap_or_default() == *shoe
            }
            Self::Record { sha256 } => record_sha256 == Some(sha256),
        }
    }
}

/// How one coup was judged.
#[derive(Clone, Debug)]
pub struct CoupTrace {
    /// The coup's record.
    pub place: Place,
    /// The records at which findings about it are reported, as source and line: its own, those of its sections in other
    /// logs, those of incidents.
    pub records: Vec<(usize, u64)>,
    /// Whether a seal that counts vouches for its record.
    pub authenticated: bool,
    /// What was asked, in order.
    pub sections: Vec<Section>,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What was asked.
    pub title: &'static str,
    /// The answer.
    pub steps: Vec<TraceStep>,
}

/// One thing that was established about a coup, with what grounds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// Whether it belongs to the closest step before it that does not.
    pub inner: bool,
    /// In words. May quote text of the log: neutralise before printing.
    pub text: String,
    /// The clauses that ground it, of the ruleset that judges the coup.
    pub clause: Option<String>,
    /// Whether this is a choice where the document is silent or unclear.
    pub reading: bool,
}

/// Collects the steps of one coup.
#[derive(Debug)]
pub(crate) struct Trace<'u> {
    sections: RefCell<Vec<Section>>,
    /// What the amounts of the coup are counted in.
    pub(crate) unit: Unit<'u>,
}

impl<'u> Trace<'u> {
    pub(crate) fn new(unit: Unit<'u>) -> Self {
        Self { sections: RefCell::default(), unit }
    }

    pub(crate) fn section(&self, title: &'static str) {
        self.sections.borrow_mut().push(Section { title, steps: Vec::new() });
    }

    pub(crate) fn say(&self, text: impl Into<String>) {
        self.step(false, text.into(), None, false);
    }

    pub(crate) fn by(&self, text: impl Into<String>, clause: Option<&Cite>, reading: bool) {
        self.step(false, text.into(), clause, reading);
    }

    pub(crate) fn inner(&self, text: impl Into<String>) {
        self.step(true, text.into(), None, false);
    }

    pub(crate) fn inner_by(&self, text: impl Into<String>, clause: Option<&Cite>, reading: bool) {
        self.step(true, text.into(), clause, reading);
    }

    /// The same with what a finding cites.
    pub(crate) fn inner_citing(&self, text: impl Into<String>, cited: Option<&Cited>) {
        let number = cited.and_then(|cited| cited.number()).map(str::to_owned);
        self.push(true, text.into(), number, cited.is_some_and(|cited| cited.reading));
    }

    fn step(&self, inner: bool, text: String, clause: Option<&Cite>, reading: bool) {
        let reading = reading || clause.is_some_and(Cite::is_reading);
        self.push(inner, text, clause.and_then(Cite::stated).map(ToString::to_string), reading);
    }

    fn push(&self, inner: bool, text: String, clause: Option<String>, reading: bool) {
        if let Some(section) = self.sections.borrow_mut().last_mut() {
            section.steps.push(TraceStep { inner, text, clause, reading });
        }
    }

    pub(crate) fn into_sections(self) -> Vec<Section> {
        self.sections.into_inner().into_iter().filter(|section| !section.steps.is_empty()).collect()
    }
}

/// A word of the format, as people read it.
pub(crate) fn plain(word: &str) -> String {
    word.replace('_', " ")
}
