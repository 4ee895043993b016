//! Findings in the order in which people want to see them: the most severe first, then the most money.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use resettle_audit::{Code, Severity};

use crate::document::{FindingRow, GRAVITIES, Rows};

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
    // Of each the first finding, and what all of them say.
    let mut uncertain: BTreeMap<Uncertain, (usize, Doubted)> = BTreeMap::new();
    let mut doubts = Doubts::new();
    let of_doubts = Severity::ALL.iter().rev().position(|severity| *severity == Code::Uncertain.severity());
    for (nth, row) in rows.findings_of(of_doubts.unwrap_or_default()).enumerate() {
        let row = row?;
        if is_uncertain(&row) {
            uncertain.entry(about(&row)).or_insert_with(|| (nth, Doubted::default())).1.add(&row);
            doubts.entry(about(&row)).or_insert(row.message);
        }
    }
    for gravity in 0..GRAVITIES {
        let mut heaviest: BTreeMap<Weight, (FindingRow, Option<&Doubted>)> = BTreeMap::new();
        let mut left = None;
        each_of(rows, gravity, &uncertain, &mut |row, nth, doubted| {
            heaviest.insert(weight(&row, nth), (row, doubted));
            if heaviest.len() > most {
                left = left.max(heaviest.pop_first().map(|(weight, _)| weight));
            }
            Ok(())
        })?;
        for (row, doubted) in heaviest.values().rev() {
            see(Listed::of(row, *doubted, &doubts))?;
        }
        drop(heaviest);
        if left.is_some() {
            each_of(rows, gravity, &uncertain, &mut |row, nth, doubted| match Some(weight(&row, nth)) <= left {
                true => see(Listed::of(&row, doubted, &doubts)),
                false => Ok(()),
            })?;
        }
    }
    Ok(())
}

/// Goes through the findings of a severity, each with its place among them; the first of those about one uncertain ruleset stands
/// for the others.
fn each_of<'d>(
    rows: &dyn Rows,
    gravity: usize,
    uncertain: &'d BTreeMap<Uncertain, (usize, Doubted)>,
    see: &mut dyn FnMut(FindingRow, usize, Option<&'d Doubted>) -> io::Result<()>,
) -> io::Result<()> {
    for (nth, row) in rows.findings_of(gravity).enumerate() {
        let row = row?;
        let doubted = is_uncertain(&row).then(|| uncertain.get(&about(&row))).flatten();
        if doubted.is_none_or(|(first, _)| *first == nth) {
            see(row, nth, doubted.map(|(_, doubted)| doubted))?;
        }
    }
    Ok(())
}

/// By its money, and of as much money the first one.
type Weight = (u128, Reverse<usize>);

fn weight(row: &FindingRow, nth: usize) -> Weight {
    (row.size(), Reverse(nth))
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
        let gravity_of = |code| row(code, 0, None).gravity();
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
