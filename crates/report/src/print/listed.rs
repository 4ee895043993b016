//! Findings in the order in which people want to see them: the most severe first, then the most money.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::io;

use resettle_audit::{Code, Severity};

use crate::document::{FindingRow, Rows};

/// How many findings of a severity come first by their money; where there are more, the others follow in the order of the
/// report, so that a report of any length takes no more memory.
const MOST_SORTED: usize = 4_000;

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
    listed(rows, MOST_SORTED, see)
}

fn listed(rows: &dyn Rows, most: usize, see: &mut dyn FnMut(Listed<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut severities: BTreeMap<usize, Heaviest> = BTreeMap::new();
    // Of each the first finding, and what all of them say.
    let mut uncertain: BTreeMap<Uncertain, (usize, Doubted)> = BTreeMap::new();
    let mut doubts = Doubts::new();
    for (nth, row) in rows.findings().enumerate() {
        let row = row?;
        severities.entry(gravity(&row)).or_default().add(&row, nth, most);
        if is_uncertain(&row) {
            uncertain.entry(about(&row)).or_insert_with(|| (nth, Doubted::default())).1.add(&row);
            doubts.entry(about(&row)).or_insert(row.message);
        }
    }
    let is_short = severities.values().map(|heaviest| heaviest.count).sum::<usize>() <= most;
    let sorted = |take: Take<'_>, see: &mut dyn FnMut(Listed<'_>) -> io::Result<()>| {
        let mut held = Vec::new();
        each_of(rows, &uncertain, take, &mut |row, doubted| {
            held.push((row, doubted));
            Ok(())
        })?;
        held.sort_by_key(|(row, _)| (gravity(row), Reverse(money(row))));
        held.iter().try_for_each(|(row, doubted)| see(Listed::of(row, *doubted, &doubts)))
    };
    if is_short {
        return sorted(&|_, _| true, see);
    }
    for (severity, heaviest) in severities {
        let (bound, is_whole) = (heaviest.bound(), heaviest.count <= most);
        let is_first = |row: &FindingRow, nth| is_whole || weight(row, nth) >= bound;
        sorted(&|row, nth| gravity(row) == severity && is_first(row, nth), see)?;
        if !is_whole {
            let is_left = |row: &FindingRow, nth: usize| gravity(row) == severity && !is_first(row, nth);
            each_of(rows, &uncertain, &is_left, &mut |row, doubted| see(Listed::of(&row, doubted, &doubts)))?;
        }
    }
    Ok(())
}

/// Goes through the findings that are taken; the first of those about one uncertain ruleset stands for the others.
fn each_of<'d>(
    rows: &dyn Rows,
    uncertain: &'d BTreeMap<Uncertain, (usize, Doubted)>,
    take: Take<'_>,
    see: &mut dyn FnMut(FindingRow, Option<&'d Doubted>) -> io::Result<()>,
) -> io::Result<()> {
    for (nth, row) in rows.findings().enumerate() {
        let row = row?;
        let doubted = is_uncertain(&row).then(|| uncertain.get(&about(&row))).flatten();
        if take(&row, nth) && doubted.is_none_or(|(first, _)| *first == nth) {
            see(row, doubted.map(|(_, doubted)| doubted))?;
        }
    }
    Ok(())
}

/// Whether a finding is taken, which is the so many-th of the report.
type Take<'t> = &'t dyn Fn(&FindingRow, usize) -> bool;

/// By its money, and of as much money the first one.
type Weight = (u64, Reverse<usize>);

fn money(row: &FindingRow) -> u64 {
    row.money.map_or(0, i64::unsigned_abs)
}

fn weight(row: &FindingRow, nth: usize) -> Weight {
    (money(row), Reverse(nth))
}

/// The heaviest findings of a severity, and how many there are in all.
#[derive(Default)]
struct Heaviest {
    count: usize,
    weights: BinaryHeap<Reverse<Weight>>,
}

impl Heaviest {
    fn add(&mut self, row: &FindingRow, nth: usize, most: usize) {
        self.count += 1;
        self.weights.push(Reverse(weight(row, nth)));
        if self.weights.len() > most {
            self.weights.pop();
        }
    }

    /// The weight of the lightest of them.
    fn bound(&self) -> Weight {
        self.weights.peek().map_or((0, Reverse(usize::MAX)), |Reverse(weight)| *weight)
    }
}

/// Whether a finding says that it is not known which rules applied: no fault of the table.
#[must_use]
pub fn is_uncertain(row: &FindingRow) -> bool {
    Code::parse(&row.code).is_some_and(Code::is_doubt)
}

/// What is doubted of the ruleset of its clause, for its table.
fn doubt_of<'d>(row: &FindingRow, doubts: &'d Doubts) -> Option<&'d str> {
    if doubts.is_empty() {
        return None;
    }
    let id = |clause: &String| clause.split_once(' ').map_or(clause.as_str(), |(id, _)| id).to_owned();
    let of = |ruleset| doubts.get(&(row.venue.clone(), row.game.clone(), row.table.clone(), Some(ruleset)));
    // One that no clause grounds rests on a ruleset all the same, which its message names.
    let named = || {
        let mut own = doubts
            .iter()
            .filter(|((venue, game, table, _), _)| (venue, game, table) == (&row.venue, &row.game, &row.table));
        let names = |id: &Option<String>| id.as_ref().is_some_and(|id| row.message.contains(id.as_str()));
        own.find(|((.., id), _)| row.money.is_some() && names(id)).map(|(_, doubt)| doubt)
    };
    match row.clause.as_ref().map(id) {
        Some(ruleset) => of(ruleset),
        None if is_uncertain(row) => None,
        None => named(),
    }
    .map(String::as_str)
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

#[cfg(test)]
mod tests {
    use resettle_audit::{Finding, Place};

    use super::*;
    use crate::document::Held;

    fn row(code: Code, line: u64, money: Option<i64>) -> FindingRow {
        let finding = Finding::new(code, &Place { line: Some(line), ..Place::default() }, "");
        FindingRow { money, ..FindingRow::from(&finding) }
    }

    #[test]
    fn a_long_list_begins_with_the_most_money_of_each_severity_and_names_every_finding_once() {
        let (grave, light) = (Code::Overpaid, Code::Clock);
        let gravity_of = |code| gravity(&row(code, 0, None));
        assert!(gravity_of(grave) < gravity_of(light));
        let findings = [(light, 9), (grave, 1), (grave, 7), (light, 9), (grave, 7), (grave, 3), (light, 2)];
        let findings = findings.iter().zip(1..).map(|((code, money), line)| row(*code, line, Some(*money))).collect();
        let held = Held { findings, ..Held::default() };
        let lines = |most| {
            let mut lines = Vec::new();
            listed(&held, most, &mut |listed| {
                lines.extend(listed.finding.line);
                Ok(())
            })
            .unwrap();
            lines
        };
        assert_eq!(lines(100), [3, 5, 6, 2, 1, 4, 7]);
        assert_eq!(lines(4), [3, 5, 6, 2, 1, 4, 7], "by severity");
        assert_eq!(lines(2), [3, 5, 2, 6, 1, 4, 7], "two of each by their money");
        assert_eq!(lines(1), [3, 2, 5, 6, 1, 4, 7]);
        assert_eq!(lines(0).len(), 7);
    }
}
