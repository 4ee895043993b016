use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;
use resettle_rules::{Book, PlayTable};
use resettle_yaml::{Faults, Fields, Node, Position};

use crate::clause::{Cite, ClauseEntry, ClauseKind, parted};
use crate::model::Office;

/// What to do where a decision has no ground.
pub(crate) const CITE: &str = "cite the clause, or write `reading: true` and explain it in notes.md";

/// The key that may stand in place of `clause`.
pub(crate) const READING: &str = "reading";

/// The most rows of one table.
const MOST_ROWS: usize = 500;

/// What is gathered while a file is decoded.
#[derive(Default)]
pub(crate) struct Context {
    pub(crate) faults: Faults,
    /// Whether it is known that for every deal one row of each bet holds.
    pub(crate) is_proved: bool,
    /// Whether there are `venues`.
    pub(crate) several: bool,
    /// The zone of `effective`.
    pub(crate) zone: Option<TimeZone>,
    /// The id that the head states.
    pub(crate) id: Option<String>,
    pub(crate) clauses: Vec<ClauseEntry>,
    pub(crate) clause_places: Vec<Position>,
    /// Every number that is in `clauses`, also those of faulty entries.
    pub(crate) clause_numbers: BTreeSet<String>,
    /// How a coup is dealt, by `cards`, `deal` and `draws`.
    pub(crate) table: Option<PlayTable>,
    /// The bets of `wagers`.
    pub(crate) book: Book,
    /// Every name that is in `wagers`, also those of faulty entries.
    pub(crate) bets: Vec<String>,
    /// The offices of `authority`, by name.
    pub(crate) offices: BTreeMap<String, Office>,
    /// The clauses of `limits` that a tournament may switch off.
    pub(crate) can_be_off: Vec<String>,
    cited: Vec<(String, Position)>,
}

impl Context {
    /// For a ruleset of which it is known that for every deal one row of each bet holds.
    pub(crate) fn of_proved_bets() -> Self {
        Self { is_proved: true, ..Self::default() }
    }

    /// Reads a list of clauses, `"4.1, 4.2"`.
    pub(crate) fn cite(&mut self, node: &Node) -> Option<Cite> {
        let text = node.text(&mut self.faults)?;
        let numbers: Vec<String> = parted(text).into_iter().map(|number| number.trim().to_owned()).collect();
        if Cite::of(text).is_none() {
            self.faults.add_with_help(
                node.place,
                format!("`{text}` is no list of clauses"),
                "clauses are separated by a comma and one space: \"3.4, 3.4.1\"",
            );
        }
        for number in &numbers {
            self.cited.push((number.clone(), node.place));
        }
        Some(Cite::written(numbers))
    }

    /// The `clause` of a leaf; where the document is silent, `reading: true` stands in its place, and beside it where the
    /// document is unclear.
    pub(crate) fn clause(&mut self, fields: &mut Fields<'_>) -> Option<Cite> {
        let clause = fields.optional("clause");
        let reading = match fields.optional(READING) {
            Some(node) => node.truth(&mut self.faults),
            None => Some(false),
        };
        match clause {
            Some(node) => self.cite(node).map(|cite| cite.as_reading(reading.unwrap_or(false))),
            None if reading? => Some(Cite::silent()),
            None => {
                self.faults.add_with_help(fields.place(), format!("{} lacks `clause`", fields.what()), CITE);
                None
            }
        }
    }

    /// A list of rows that are compared with each other, and for that reason are not without number.
    pub(crate) fn rows<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        let rows = node.list(&mut self.faults).unwrap_or_default();
        if rows.len() > MOST_ROWS {
            self.faults.add_with_help(
                node.place,
                format!("{} rows; at most {MOST_ROWS} are read here", rows.len()),
                "no document has so many: is this the right file?",
            );
        }
        rows.get(..MOST_ROWS).unwrap_or(rows)
    }

    /// Every clause that is cited exists and may be; every enforced clause is cited.
    pub(super) fn check_citations(&mut self) {
        let cited = std::mem::take(&mut self.cited);
        let named = gathered(&cited);
        let known: BTreeMap<&str, &ClauseEntry> =
            self.clauses.iter().map(|clause| (clause.number.as_str(), clause)).collect();
        for (number, places) in &named {
            let Some(place) = places.first().copied() else { continue };
            let others = match places.len() {
                1 => String::new(),
                n => format!(" (cited in {n} places)"),
            };
            match known.get(number) {
                None if self.clause_numbers.contains(*number) => {}
                None => self.faults.add_with_help(
                    place,
                    format!("the document has no clause `{number}`{others}"),
                    "every clause of the document stands in `clauses`",
                ),
                Some(clause) if !matches!(clause.kind, ClauseKind::Enforced | ClauseKind::Definition) => {
                    self.faults.add_with_help(
                        place,
                        format!(
                            "clause `{number}` is cited here, but `clauses` calls it `{}`{others}",
                            clause.kind.word()
                        ),
                        "a clause that decides something is `enforced` or a `definition`",
                    );
                }
                Some(_) => {}
            }
        }
        for (at, clause) in self.clauses.iter().enumerate() {
            if clause.kind == ClauseKind::Enforced && !named.contains_key(clause.number.as_str()) {
                let place = self.clause_places.get(at).copied().unwrap_or_default();
                self.faults.add_with_help(
                    place,
                    format!("clause `{}` is enforced, but nothing cites it", clause.number),
                    "cite it where it decides something, or call it `recorded` and say why",
                );
            }
        }
    }
}

/// The places of each number, in order.
fn gathered(cited: &[(String, Position)]) -> BTreeMap<&str, Vec<Position>> {
    let mut out: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
    for (number, place) in cited.iter().filter(|(number, _)| !number.is_empty()) {
        out.entry(number).or_default().push(*place);
    }
    for places in out.values_mut() {
        places.sort();
    }
    out
}
