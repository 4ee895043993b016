//! A ruleset compared with the document it was made from: every clause, the paytable, the decks, the tables of play,
//! the languages.

mod amounts;
mod chapters;
mod decks;
mod draws;
mod extent;
mod irregularities;
mod languages;
mod names;
mod paytable;
mod places;
mod show;

use std::collections::HashMap;

use resettle_document::{
    Document, Legend, OutsideLine, Overlooked, Relabelled, Why, heading_may_rule, holds_unread_table, may_rule,
};
use resettle_yaml::{Faults, Position};
use sha2::{Digest as _, Sha256};

use crate::clause::{ClauseEntry, ClauseKind};
use crate::model::Ruleset;
use crate::options::Elected;

pub use amounts::TracedAmount;
pub use chapters::{TracedRule, promotion_rules, tournament_rules};
pub use decks::TracedDecks;
pub use draws::{TracedDecision, TracedDraws, UnreadSentence, decisions_in_words};
pub use extent::{EXTENT, never_compared};
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
    /// The page and the line on which it begins.
    pub document: DocumentPlace,
}

/// A clause of the document that visibly holds a table, of which nothing was read.
#[derive(Clone, Debug)]
pub struct UnreadTable {
    /// Its number.
    pub clause: String,
    /// The page and the line on which it begins.
    pub document: DocumentPlace,
}

/// A clause that the ruleset calls a heading or a definition, cites for nothing, and that may be a rule.
#[derive(Clone, Debug)]
pub struct UnaskedClause {
    /// Its number.
    pub clause: String,
    /// Heading or definition.
    pub kind: ClauseKind,
    /// The page and the line on which it begins.
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
    /// What each row pays, compared.
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
    /// The lines in no clause, with their words and why.
    pub outside: Vec<OutsideLine>,
    /// Whether a cut file declared them.
    pub is_cut: bool,
    /// The clauses that the cut file calls by another number than their line bears.
    pub relabelled: Vec<Relabelled>,
    /// The headings and definitions that may be rules: nothing of the ruleset is compared with them.
    pub unasked: Vec<UnaskedClause>,
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
        let tables = half.clauses().iter().enumerate().filter(|(at, _)| holds_unread_table(half, *at, &legend));
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
        let kinds: HashMap<String, &ClauseEntry> =
            ruleset.clauses.iter().map(|clause| (key(&clause.number), clause)).collect();
        let mut unasked = Vec::new();
        for (at, clause) in half.clauses().iter().enumerate() {
            let entry = kinds.get(&key(&clause.number));
            let kind = entry.map(|entry| entry.kind);
            let names = matches!(kind, Some(ClauseKind::Heading | ClauseKind::Definition));
            if let (true, Some(kind), Some(document)) = (names, kind, place(at))
                && !entry.is_some_and(|entry| places.is_cited(&entry.number))
                && if kind == ClauseKind::Heading { heading_may_rule(&half.text(at)) } else { may_rule(&half.text(at)) }
            {
                unasked.push(UnaskedClause { clause: clause.number.clone(), kind, document });
            }
        }
        let odds = paytable::DocumentOdds::of(half);
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
            paytable: paytable::trace(ruleset, half, &odds, &places, elected),
            decks: decks::trace(ruleset, half, &places),
            draws: draws::trace(ruleset, half, &legend, &places),
            irregularities: irregularities::trace(ruleset, half, &places),
            overlooked: document.overlooked.clone(),
            tables,
            is_cut: document.left_out.iter().any(|left| left.why == Why::Declared),
            outside: document.outside.clone(),
            relabelled: document.relabelled.clone(),
            unasked,
            amounts: amounts::trace(ruleset, half, &odds),
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

    /// What differs, each with how many there are, in words; empty where nothing does.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        let clauses = self.clauses.iter().filter(|clause| clause.fingerprint != Comparison::Equal).count();
        let odds = self.paytable.iter().filter(|row| row.comparison != Comparison::Equal && !row.is_unread()).count();
        let decks = !matches!(self.decks.comparison, Comparison::Equal | Comparison::Unread);
        let draws = self.draws.count(Comparison::Different) + self.draws.count(Comparison::Ambiguous);
        let miscited = self.irregularities.iter().filter(|row| row.comparison == Comparison::Miscited).count();
        let amounts = self.amounts.iter().filter(|amount| amount.comparison == Comparison::Different).count();
        let all = [
            (clauses + self.missing.len(), "clause", "clauses"),
            (odds, "row of odds", "rows of odds"),
            (usize::from(decks), "range of decks", "ranges of decks"),
            (draws, "decision on drawing", "decisions on drawing"),
            (miscited, "citation of an irregularity", "citations of irregularities"),
            (amounts, "amount", "amounts"),
        ];
        let there = all.into_iter().filter(|(count, ..)| *count > 0);
        let mut out: Vec<String> =
            there.map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several })).collect();
        if !self.in_order {
            out.push("the order of the clauses".to_owned());
        }
        out
    }

    /// Whether the ruleset says what the document says, as far as a trace can show: nothing differs, and everything that is
    /// ever compared was.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.agrees() && self.not_compared() == 0
    }

    /// What the document could not be asked about, each with how many there are, what they are called and which they are, in the
    /// order of the trace: a person has to read it beside the document.
    #[must_use]
    pub fn uncompared(&self) -> Vec<(usize, String)> {
        let rows = |comparison| {
            let rows = self.paytable.iter().filter(move |row| row.comparison == comparison);
            rows.map(TracedRow::named).collect::<Vec<_>>()
        };
        let irregularities = self.irregularities.iter().filter(|row| row.comparison == Comparison::Unread);
        let lines = |all: Vec<u32>| -> Vec<String> {
            let word = if all.len() == 1 { "line" } else { "lines" };
            let all: Vec<String> = all.iter().map(u32::to_string).collect();
            vec![format!("{word} {}", all.join(", "))]
        };
        let outside: Vec<u32> = self.outside.iter().filter(|one| one.may_rule).map(|one| one.line).collect();
        let unread = |one: &UnreadSentence| format!("{} line {}: {}", one.clause, one.at.line, one.words);
        let relabelled = |one: &Relabelled| format!("{} on line {}, which bears {}", one.number, one.line, one.own);
        let amounts: Vec<String> =
            self.amounts.iter().filter(|amount| amount.is_unread()).map(TracedAmount::named).collect();
        let decks = self.decks.comparison == Comparison::Unread;
        let all: [(usize, &str, &str, Vec<String>); 12] = [
            (
                self.overlooked.len(),
                "line that looks numbered and opens no clause",
                "lines that look numbered and open no clause",
                lines(self.overlooked.iter().map(|one| one.line).collect()),
            ),
            (
                outside.len(),
                "line in no clause that may be a rule",
                "lines in no clause that may be rules",
                lines(outside),
            ),
            (
                self.relabelled.len(),
                "clause that the cut file calls otherwise than its line does",
                "clauses that the cut file calls otherwise than their lines do",
                self.relabelled.iter().map(relabelled).collect(),
            ),
            (
                self.unasked.len(),
                "heading or definition that may be a rule",
                "headings or definitions that may be rules",
                self.unasked.iter().map(|one| one.clause.clone()).collect(),
            ),
            (
                self.tables.len(),
                "clause with a table of which nothing was read",
                "clauses with a table of which nothing was read",
                self.tables.iter().map(|table| table.clause.clone()).collect(),
            ),
            (
                rows(Comparison::Unread).len(),
                "row of odds that could not be read, or that the ruleset has none for",
                "rows of odds that could not be read, or that the ruleset has none for",
                rows(Comparison::Unread),
            ),
            (
                rows(Comparison::Stated).len(),
                "row of odds of which the outcome was not compared",
                "rows of odds of which the outcome was not compared",
                rows(Comparison::Stated),
            ),
            (usize::from(decks), "range of decks", "ranges of decks", self.decks.named()),
            (
                self.draws.count(Comparison::Unread),
                "decision on drawing",
                "decisions on drawing",
                vec![self.draws.not_compared_in_words()],
            ),
            (
                self.draws.unread.len(),
                "row or sentence on drawing that was not read",
                "rows or sentences on drawing that were not read",
                self.draws.unread.iter().map(unread).collect(),
            ),
            (
                irregularities.clone().count(),
                "row on irregularities that no clause speaks of in known words",
                "rows on irregularities that no clause speaks of in known words",
                irregularities.map(|row| row.kind.replace('_', " ")).collect(),
            ),
            (amounts.len(), "amount", "amounts", amounts),
        ];
        let there = all.into_iter().filter(|(count, ..)| *count > 0);
        there
            .map(|(count, one, several, which)| {
                let what = if count == 1 { one } else { several };
                let which = which.join("; ");
                (count, if which.is_empty() { what.to_owned() } else { format!("{what} ({which})") })
            })
            .collect()
    }

    /// How many these are in all.
    #[must_use]
    pub fn not_compared(&self) -> usize {
        self.uncompared().into_iter().map(|(count, _)| count).sum()
    }
}

/// What stands for one list of what was not compared with one document, as people accept it: the first digits of a SHA-256.
#[must_use]
pub fn acceptance(document: &str, uncompared: &[String]) -> String {
    let whole = base16ct::lower::encode_string(&Sha256::digest(format!("{document}\n{}", uncompared.join("\n"))));
    whole.get(..ACCEPTANCE).unwrap_or_default().to_owned()
}

/// How many digits of it people pass on.
const ACCEPTANCE: usize = 8;

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
