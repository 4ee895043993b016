//! A ruleset compared with the document it was made from: every clause, the paytable, the decks, the tables of play,
//! the languages.

mod amounts;
mod chapters;
mod decks;
mod draws;
mod extent;
mod irregularities;
mod languages;
mod paytable;
mod places;
mod show;

use std::collections::HashMap;

use resettle_document::{Declared, Document, Legend, Overlooked, holds_unread_table};
use resettle_yaml::{Faults, Position};

use crate::clause::ClauseKind;
use crate::model::Ruleset;
use crate::options::Elected;

pub use amounts::TracedAmount;
pub use chapters::{TracedRule, promotion_rules, tournament_rules};
pub use decks::TracedDecks;
pub use draws::{TracedDecision, TracedDraws, UnreadSentence, decisions_in_words};
pub use extent::{EXTENT, Extent, never_compared};
pub use irregularities::TracedIrregularity;
pub use languages::{TracedLanguages, TracedPair};
pub use paytable::TracedRow;
pub use show::{TraceSource, show_trace};

/// How one thing in the ruleset compares with the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Ruleset and document say the same.
    Equal,
    /// Something else.
    Different,
    /// The same odds are in the clause cited, at this place among them; for which outcome was not compared.
    Stated,
    /// The same, and the ruleset cites another clause for it than the one that says it.
    Miscited,
    /// The document does not have it.
    Absent,
    /// The ruleset does not have it.
    Missing,
    /// The document can be read in more than one way.
    Ambiguous,
    /// The document could not be read here.
    Unread,
}

impl Comparison {
    /// The word for it in output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Stated => "stated",
            Self::Different => "different",
            Self::Miscited => "miscited",
            Self::Absent => "absent",
            Self::Missing => "missing",
            Self::Ambiguous => "ambiguous",
            Self::Unread => "unread",
        }
    }
}

/// Where something is in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentPlace {
    /// The page, from 1.
    pub page: u32,
    /// The line of the text, from 1.
    pub line: u32,
}

/// A clause of the ruleset compared with the document's.
#[derive(Clone, Debug)]
pub struct TracedClause {
    /// Its number.
    pub clause: String,
    /// What became of it.
    pub kind: ClauseKind,
    /// Equal, different, or absent from the document.
    pub fingerprint: Comparison,
    /// Where it is in the YAML.
    pub yaml: Position,
    /// Where it is in the document.
    pub document: Option<DocumentPlace>,
    /// The fingerprint of the document's text, where it differs.
    pub read: Option<String>,
}

/// A clause of the document that the ruleset does not have.
#[derive(Clone, Debug)]
pub struct MissingClause {
    /// Its number.
    pub clause: String,
    /// The fingerprint of its text.
    pub fingerprint: String,
    /// Where it is.
    pub document: DocumentPlace,
}

/// A clause of the document that visibly holds a table, of which nothing was read.
#[derive(Clone, Debug)]
pub struct UnreadTable {
    /// Its number.
    pub clause: String,
    /// Where it is.
    pub document: DocumentPlace,
}

/// A ruleset compared with a document.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Every clause of the ruleset, in its order.
    pub clauses: Vec<TracedClause>,
    /// Clauses of the document that are missing from the ruleset.
    pub missing: Vec<MissingClause>,
    /// Clauses of the ruleset that are missing from the document.
    pub unknown: Vec<String>,
    /// Whether the clauses that both have are in the same order.
    pub in_order: bool,
    /// The paytable.
    pub paytable: Vec<TracedRow>,
    /// The range of decks.
    pub decks: TracedDecks,
    /// The tables of play.
    pub draws: TracedDraws,
    /// The rows on irregularities, and whether the clauses they cite speak of them.
    pub irregularities: Vec<TracedIrregularity>,
    /// The amounts of the ruleset and of the document: money, days, hours, litres and the like.
    pub amounts: Vec<TracedAmount>,
    /// The lines of the document that look numbered and open no clause.
    pub overlooked: Vec<Overlooked>,
    /// The clauses of the document that hold a table of which nothing was read.
    pub tables: Vec<UnreadTable>,
    /// The lines that the cut file declares outside, with their words and why.
    pub outside: Vec<Declared>,
    /// The two languages of a bilingual document.
    pub languages: Option<TracedLanguages>,
}

impl Trace {
    /// Compares a ruleset with a document. `yaml` is the text that the ruleset was read from. For a ruleset that leaves
    /// choices, the rows that hold under `elected` are reported, those of every choice where nothing is given.
    ///
    /// # Errors
    /// The fault of the YAML's syntax, which a ruleset that was read from it does not have.
    pub fn of(
        ruleset: &Ruleset,
        yaml: &str,
        mut document: Document,
        elected: Option<&Elected>,
    ) -> Result<Self, Faults> {
        let places = places::Places::of(&resettle_yaml::parse(yaml)?);
        let expected: HashMap<String, &str> =
            ruleset.clauses.iter().map(|clause| (key(&clause.number), clause.fingerprint.as_str())).collect();
        document.fit(|number| expected.get(&key(number)).copied());
        let half = &document.main;
        let found: HashMap<String, usize> =
            half.clauses().iter().enumerate().map(|(at, clause)| (key(&clause.number), at)).collect();
        let place = |at: usize| {
            let clause = half.clauses().get(at)?;
            Some(DocumentPlace { page: clause.page, line: clause.line })
        };
        let mut clauses = Vec::new();
        let mut order = Vec::new();
        for clause in &ruleset.clauses {
            let at = found.get(&key(&clause.number)).copied();
            order.extend(at);
            let read = at.map(|at| half.fingerprint(at));
            let fingerprint = match &read {
                None => Comparison::Absent,
                Some(read) if *read == clause.fingerprint => Comparison::Equal,
                Some(_) => Comparison::Different,
            };
            clauses.push(TracedClause {
                clause: clause.number.clone(),
                kind: clause.kind,
                fingerprint,
                yaml: places.clause(&clause.number),
                document: at.and_then(place),
                read: read.filter(|_| fingerprint == Comparison::Different),
            });
        }
        let legend = Legend::of(half);
        let tables = half.clauses().iter().enumerate().filter(|(at, _)| holds_unread_table(&half.text(*at), &legend));
        let tables =
            tables.filter_map(|(at, clause)| Some(UnreadTable { clause: clause.number.clone(), document: place(at)? }));
        let tables = tables.collect();
        let mut missing = Vec::new();
        for (at, clause) in half.clauses().iter().enumerate() {
            if !expected.contains_key(&key(&clause.number))
                && let Some(document) = place(at)
            {
                missing.push(MissingClause {
                    clause: clause.number.clone(),
                    fingerprint: half.fingerprint(at),
                    document,
                });
            }
        }
        let unknown = clauses
            .iter()
            .filter(|clause| clause.fingerprint == Comparison::Absent)
            .map(|clause| clause.clause.clone())
            .collect();
        Ok(Self {
            clauses,
            missing,
            unknown,
            in_order: order.is_sorted(),
            paytable: paytable::trace(ruleset, half, &places, elected),
            decks: decks::trace(ruleset, half, &places),
            draws: draws::trace(ruleset, half, &legend, &places),
            irregularities: irregularities::trace(ruleset, half, &places),
            overlooked: document.overlooked.clone(),
            tables,
            outside: document.declared.clone(),
            amounts: amounts::trace(ruleset, half),
            languages: document.other.as_ref().map(|other| languages::trace(half, other)),
        })
    }

    /// Whether nothing that was compared differs. Where two languages differ, and where something could not be read,
    /// that is reported and is not a difference of the ruleset: [`Trace::uncompared`] says what it is.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.clauses.iter().all(|clause| clause.fingerprint == Comparison::Equal)
            && self.missing.is_empty()
            && self.in_order
            && self.paytable.iter().all(|row| row.comparison == Comparison::Equal || row.is_unread())
            && matches!(self.decks.comparison, Comparison::Equal | Comparison::Unread)
            && self.draws.agrees()
            && self.irregularities.iter().all(|row| row.comparison != Comparison::Miscited)
            && self.amounts.iter().all(|amount| amount.comparison != Comparison::Different)
    }

    /// Whether the ruleset says what the document says, as far as a trace can show: nothing differs, and everything that is
    /// ever compared was.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.agrees() && self.not_compared() == 0
    }

    /// What the document could not be asked about, each with how many there are and what they are called, in the order of
    /// the trace: a person has to read it beside the document. Lines declared outside, clauses with unread tables,
    /// decisions and sentences on drawing are named behind that.
    #[must_use]
    pub fn uncompared(&self) -> Vec<(usize, String)> {
        let rows = |comparison| self.paytable.iter().filter(|row| row.comparison == comparison).count();
        let irregularities = self.irregularities.iter().filter(|row| row.comparison == Comparison::Unread).count();
        let all = [
            (
                self.overlooked.len(),
                "line that looks numbered and opens no clause",
                "lines that look numbered and open no clause",
            ),
            (self.outside_rules().count(), OUTSIDE, OUTSIDES),
            (self.tables.len(), TABLE, TABLES),
            (
                rows(Comparison::Unread),
                "row of odds that could not be read, or that the ruleset has none for",
                "rows of odds that could not be read, or that the ruleset has none for",
            ),
            (
                rows(Comparison::Stated),
                "row of odds of which the outcome was not compared",
                "rows of odds of which the outcome was not compared",
            ),
            (usize::from(self.decks.comparison == Comparison::Unread), "range of decks", "ranges of decks"),
            (self.draws.count(Comparison::Unread), DECISION, DECISIONS),
            (self.draws.unread.len(), SENTENCE, SENTENCES),
            (
                irregularities,
                "row on irregularities that no clause speaks of in known words",
                "rows on irregularities that no clause speaks of in known words",
            ),
            (self.amounts.iter().filter(|amount| amount.is_unread()).count(), "amount", "amounts"),
        ];
        let there = all.into_iter().filter(|(count, ..)| *count > 0);
        let tables: Vec<&str> = self.tables.iter().map(|table| table.clause.as_str()).collect();
        let named = |what: &str| match what {
            DECISION | DECISIONS => format!("{what} ({})", self.draws.not_compared_in_words()),
            OUTSIDE | OUTSIDES => {
                let lines: Vec<String> = self.outside_rules().map(|one| one.line.to_string()).collect();
                format!("{what} ({} {})", if lines.len() == 1 { "line" } else { "lines" }, lines.join(", "))
            }
            SENTENCE | SENTENCES => format!("{what} ({})", self.draws.unread_in_words()),
            TABLE | TABLES => format!("{what} ({})", tables.join(", ")),
            other => other.to_owned(),
        };
        there.map(|(count, one, several)| (count, named(if count == 1 { one } else { several }))).collect()
    }

    /// The lines declared outside that may be rules all the same.
    fn outside_rules(&self) -> impl Iterator<Item = &Declared> {
        self.outside.iter().filter(|one| one.may_rule)
    }

    /// How many these are in all.
    #[must_use]
    pub fn not_compared(&self) -> usize {
        self.uncompared().into_iter().map(|(count, _)| count).sum()
    }
}

const DECISION: &str = "decision on drawing";
const DECISIONS: &str = "decisions on drawing";
const SENTENCE: &str = "row or sentence on drawing that was not read";
const SENTENCES: &str = "rows or sentences on drawing that were not read";
const OUTSIDE: &str = "line in no clause by the cut file that may be a rule";
const OUTSIDES: &str = "lines in no clause by the cut file that may be rules";
const TABLE: &str = "clause with a table of which nothing was read";
const TABLES: &str = "clauses with a table of which nothing was read";

/// A clause's number with its term's white space left out, which may have been lost or gained where its line was broken.
/// That of the number counts: `Rule 7 1` is not `Rule 71`.
fn key(number: &str) -> String {
    let (number, term) = number.split_at_checked(number.find('"').unwrap_or(number.len())).unwrap_or((number, ""));
    let term = term.chars().filter(|letter| !letter.is_whitespace());
    number.trim_end().chars().chain(term).collect()
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn white_space_counts_in_numbers_and_not_in_terms() {
        assert_eq!(key("1.1 \"standing stake\""), key("1.1  \"standingstake\""));
        assert_ne!(key("Rule 7 1"), key("Rule 71"));
    }
}
