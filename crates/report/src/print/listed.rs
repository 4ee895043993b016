//! Findings in the order in which people want to see them: the most severe first, then the most money.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use resettle_audit::{Code, Severity};

use crate::document::{FindingRow, Rows};

/// How many findings of a severity are sorted by their money; where there are more they stay in the order of the report.
const MOST_SORTED: usize = 20_000;

/// What makes two findings about an uncertain ruleset one: the table and what was used.
type Uncertain = (Option<String>, Option<String>, Option<String>, Option<String>);

/// What the first finding about each uncertain ruleset says.
type Doubts = BTreeMap<Uncertain, String>;

/// A finding as it is listed.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'f> {
    /// Of several about one uncertain ruleset the first, which stands for the others.
    pub finding: &'f FindingRow,
    /// Of how much a doubt about the ruleset holds.
    pub doubts_of: Option<&'f Doubted>,
    /// What is uncertain about whether the ruleset that it rests on was in force for its table.
    pub doubt: Option<&'f str>,
}

impl<'f> Listed<'f> {
    fn of(finding: &'f FindingRow, doubts_of: Option<&'f Doubted>, doubts: &'f Doubts) -> Self {
        Self { finding, doubts_of, doubt: doubt_of(finding, doubts) }
    }
}

/// The logs of a table of which the same doubt about a ruleset holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubted {
    /// Their files.
    pub files: Vec<String>,
    /// The last day on which it was found.
    pub to: Option<String>,
}

impl Doubted {
    fn add(&mut self, row: &FindingRow) {
        self.files.push(row.file.clone());
        let day = row.at.as_ref().and_then(|at| at.get(..10)).map(str::to_owned);
        self.to = self.to.take().max(day);
    }
}

/// Shows every finding: by severity, then by money; that one ruleset is uncertain for one table only once, with the
/// logs of which that holds.
///
/// # Errors
/// What reading the rows says, or `see`.
pub fn each_listed(rows: &dyn Rows, see: &mut dyn FnMut(Listed<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut uncertain: BTreeMap<Uncertain, Doubted> = BTreeMap::new();
    let mut doubts = Doubts::new();
    for row in rows.findings() {
        let row = row?;
        *counts.entry(gravity(&row)).or_default() += 1;
        if is_uncertain(&row) {
            uncertain.entry(about(&row)).or_default().add(&row);
            doubts.entry(about(&row)).or_insert(row.message);
        }
    }
    for (severity, count) in counts {
        let mut held: Vec<(FindingRow, Option<Doubted>)> = Vec::new();
        for row in rows.findings() {
            let row = row?;
            if gravity(&row) != severity {
                continue;
            }
            let mut doubted = None;
            if is_uncertain(&row) {
                // The first one stands for the others.
                doubted = uncertain.remove(&about(&row));
                if doubted.is_none() {
                    continue;
                }
            }
            if count > MOST_SORTED {
                see(Listed::of(&row, doubted.as_ref(), &doubts))?;
            } else {
                held.push((row, doubted));
            }
        }
        held.sort_by_key(|(row, _)| Reverse(row.money.map_or(0, i64::unsigned_abs)));
        held.iter().try_for_each(|(row, doubted)| see(Listed::of(row, doubted.as_ref(), &doubts)))?;
    }
    Ok(())
}

/// Whether a finding says that it is not known which rules applied: no fault of the table.
#[must_use]
pub fn is_uncertain(row: &FindingRow) -> bool {
    Code::parse(&row.code).is_some_and(Code::is_doubt)
}

/// What is doubted of the ruleset of its clause, for its table.
fn doubt_of<'d>(row: &FindingRow, doubts: &'d Doubts) -> Option<&'d str> {
    let id = |clause: &String| clause.split_once(' ').map_or(clause.as_str(), |(id, _)| id).to_owned();
    let ruleset = row.clause.as_ref().filter(|_| !doubts.is_empty()).map(id)?;
    doubts.get(&(row.venue.clone(), row.game.clone(), row.table.clone(), Some(ruleset))).map(String::as_str)
}

fn about(row: &FindingRow) -> Uncertain {
    (row.venue.clone(), row.game.clone(), row.table.clone(), row.logged.clone())
}

/// The place of a finding's severity, the most severe first: 0 for critical.
#[must_use]
pub fn gravity(row: &FindingRow) -> usize {
    let gravest_first = Severity::ALL.iter().rev();
    gravest_first.clone().position(|severity| severity.word() == row.severity).unwrap_or(Severity::ALL.len())
}
