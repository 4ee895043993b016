//! A document cut into clauses by a person: where each begins, and which lines are in none.
//!
//! For documents that number their clauses in no way that is known, or not at all. Every line that is not blank is in a
//! clause or declared outside; what does not fit is a fault, with its line.

use std::collections::{BTreeMap, BTreeSet};

use crate::clause::{Clause, Half, Language};
use crate::fault::{DocumentFault, DocumentFaults};
use crate::figures::{self, Token};
use crate::label;
use crate::left::{self, LeftOut, OutsideLine, Why};
use crate::line::{self, Line};
use crate::numbering::Numbering;
use crate::overlooked::{self, numbered};
use crate::{Document, MAX_BYTES, MAX_CLAUSES, MAX_LINES};

/// How much of a clause's words says where it begins, in letters.
const LABEL: usize = 40;

/// Where clauses begin, and what is outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The clauses in the order of the document.
    pub clauses: Vec<CutClause>,
    /// The lines that are in no clause, in order.
    pub outside: Vec<CutOutside>,
}

/// Where a clause begins, or goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutClause {
    /// Its number, as it is cited.
    pub number: String,
    /// The line of the text, from 1.
    pub line: u32,
    /// What stands there, without white space before and behind it: it has to be in the line, behind what other clauses
    /// of the same line begin with. Empty for what stands first.
    pub at: String,
    /// Whether that is the number or heading of the clause, which is no part of its text.
    pub taken_off: bool,
    /// The clause that it is under; none for one that is under no other.
    pub under: Option<String>,
    /// Whether it began before, and these lines belong to it too.
    pub goes_on: bool,
}

/// Lines that are in no clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOutside {
    /// The first line, from 1.
    pub from: u32,
    /// The last line.
    pub to: u32,
    /// The reason that the person gives; of a cut that was only proposed, that no clause was read there.
    pub why: String,
}

/// The lines of a text without typesetting, each with its page. Blank ones are left out.
fn lines(text: &str) -> Vec<Line> {
    let mut page = 1u32;
    let mut out = Vec::new();
    let mut after_blank = true;
    for (number, raw) in (1u32..).zip(text.split('\n')) {
        let breaks = u32::try_from(raw.matches('\u{c}').count()).unwrap_or(u32::MAX);
        let plain = raw.replace('\u{c}', " ");
        // The first page break of a line stands before its words.
        out.extend(line::clean(&plain, page.saturating_add(breaks), number, after_blank || breaks > 0));
        after_blank = plain.trim().is_empty();
        page = page.saturating_add(breaks);
    }
    out
}

impl Document {
    /// Reads a text as a person cut it.
    ///
    /// # Errors
    /// All faults, each with its line: a clause that begins nowhere, out of order or twice, a line that is in no clause and
    /// not declared outside, or in both; a text beyond [`MAX_BYTES`] or [`MAX_LINES`], more than [`MAX_CLAUSES`] clauses.
    pub fn cut(text: &str, cut: &Cut) -> Result<Self, DocumentFaults> {
        let help = "no rule document is so long: is it the right file?";
        let ended = text.matches('\n').count();
        if text.len() > MAX_BYTES || ended > MAX_LINES || cut.clauses.len() > MAX_CLAUSES {
            let message =
                format!("the text has {} bytes in {ended} lines, and {} clauses", text.len(), cut.clauses.len());
            return Err(DocumentFaults::one(1, 1, message, help));
        }
        let lines = lines(text);
        let mut cutter =
            Cutter { cut, faults: Vec::new(), half: Half { language: Language::Latin, clauses: Vec::new() } };
        let outside = cutter.outside(&lines);
        cutter.clauses(&lines, &outside);
        let Cutter { faults, half, .. } = cutter;
        if !faults.is_empty() {
            return Err(DocumentFaults::new(faults));
        }
        let numbering =
            Numbering::of(half.clauses.iter().map(|clause| clause.number.as_str())).unwrap_or(Numbering::Points);
        let mut left_out: Vec<LeftOut> =
            outside.keys().map(|line| LeftOut { line: *line, why: Why::Declared }).collect();
        let worded: BTreeSet<u32> = lines.iter().map(|line| line.line).collect();
        let bare =
            (1u32..).zip(text.split('\n')).filter(|(line, raw)| !raw.trim().is_empty() && !worded.contains(line));
        left_out.extend(bare.map(|(line, _)| LeftOut { line, why: Why::Marks }));
        left_out.sort_unstable();
        let looking: BTreeSet<u32> = overlooked::numbered(&lines).map(|(line, _)| line.line).collect();
        let titles = left::headings(&[&half]);
        let words = |line: &Line| {
            let why = outside.get(&line.line)?.clone();
            let may_rule = looking.contains(&line.line) || overlooked::may_decide(&line.text);
            let (text, in_clause) = (line.text.clone(), titles.holds(&line.text));
            Some(OutsideLine { line: line.line, text, page: line.page, kind: Why::Declared, why, may_rule, in_clause })
        };
        let mut declared: Vec<OutsideLine> = lines.iter().filter_map(words).collect();
        declared.extend(cut.clauses.iter().filter_map(taken_off));
        declared.sort_by_key(|one| one.line);
        let relabelled = relabelled(&lines, &cut.clauses);
        let opening = half.clauses.iter().map(|clause| clause.line).collect();
        let (overlooked, numbered) = overlooked::under_cut(&lines, &opening, |line| outside.contains_key(&line));
        Ok(Self { main: half, other: None, numbering, left_out, outside: declared, relabelled, overlooked, numbered })
    }
}

/// A clause that the cut calls by another number than the one that its line bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relabelled {
    /// The line of the text, from 1.
    pub line: u32,
    /// What the cut calls it.
    pub number: String,
    /// What the line bears.
    pub own: String,
}

/// The clauses whose line begins with a number that is no part of what they are called. A name without any number is a
/// person's own.
fn relabelled(lines: &[Line], clauses: &[CutClause]) -> Vec<Relabelled> {
    let begun: BTreeMap<u32, &CutClause> =
        clauses.iter().rev().filter(|clause| !clause.goes_on).map(|clause| (clause.line, clause)).collect();
    let mut out = Vec::new();
    for (line, own) in numbered(lines) {
        let Some(clause) = begun.get(&line.line).filter(|clause| line.text.starts_with(&clause.at)) else { continue };
        let (mut called, bears) = (numbers(&clause.number), numbers(&own));
        // `(2)` may be called 4.2.
        called.extend(clause.number.split(['.', ' ']).flat_map(numbers));
        if !called.is_empty() && !bears.is_subset(&called) {
            out.push(Relabelled { line: line.line, number: clause.number.clone(), own });
        }
    }
    out
}

/// The numbers of a label, roman ones in digits, and its letters.
fn numbers(label: &str) -> BTreeSet<String> {
    let words = figures::tokens(label).into_iter();
    words
        .filter_map(|Token { text: word, .. }| match label::roman(&word) {
            Some(value) => Some(value.to_string()),
            None => (word.len() == 1 || word.contains(|letter: char| letter.is_ascii_digit())).then_some(word),
        })
        .collect()
}

/// What is taken off a clause's text as its number and is more than that: it is in no clause.
fn taken_off(clause: &CutClause) -> Option<OutsideLine> {
    let number = figures::tokens(&clause.number);
    let more = figures::tokens(&clause.at).into_iter().filter(|word| !number.iter().any(|own| own.text == word.text));
    let more: Vec<String> = more.map(|word| word.text).collect();
    (clause.taken_off && !more.is_empty()).then(|| OutsideLine {
        line: clause.line,
        text: clause.at.clone(),
        page: 1,
        kind: Why::Declared,
        in_clause: false,
        why: format!("taken off as the number of {}", clause.number),
        may_rule: overlooked::may_decide(&more.join(" ")),
    })
}

struct Cutter<'c> {
    cut: &'c Cut,
    faults: Vec<DocumentFault>,
    half: Half,
}

impl Cutter<'_> {
    fn fault(&mut self, line: u32, message: String, help: &str) {
        self.faults.push(DocumentFault { line, column: 1, message, help: help.to_owned() });
    }

    /// The lines declared outside, each with why.
    fn outside(&mut self, lines: &[Line]) -> BTreeMap<u32, String> {
        let mut out = BTreeMap::new();
        let mut last = 0;
        for span in &self.cut.outside {
            if span.from <= last || span.to < span.from {
                let help = "spans are in the order of the document, and none reaches into another";
                self.fault(span.from, format!("lines {} to {} are declared outside here", span.from, span.to), help);
            }
            last = last.max(span.to);
            let held = lines.iter().filter(|line| (span.from..=span.to).contains(&line.line));
            let before = out.len();
            out.extend(held.map(|line| (line.line, span.why.clone())));
            if out.len() == before {
                let help = "the lines are counted from 1, blank ones too";
                self.fault(
                    span.from,
                    format!("lines {} to {} hold nothing that is not declared outside already", span.from, span.to),
                    help,
                );
            }
        }
        out
    }

    fn clauses(&mut self, lines: &[Line], outside: &BTreeMap<u32, String>) {
        let cut = self.cut;
        let end = lines.last().map_or(0, |line| line.line);
        // One line beyond the end says nothing of the clauses behind it.
        for beyond in cut.clauses.iter().filter(|entry| entry.line > end) {
            let message = format!("{} begins on a line that is blank or not there", beyond.number);
            self.fault(beyond.line, message, "the lines are counted from 1, blank ones too");
        }
        let mut entries = cut.clauses.iter().filter(|entry| entry.line <= end).peekable();
        let mut current: Option<usize> = None;
        let mut last = 0;
        for line in lines {
            while let Some(late) = entries.next_if(|entry| entry.line < line.line) {
                let (what, help) = if late.line < last {
                    ("comes after a clause that begins later", "clauses are in the order of the document")
                } else {
                    ("begins on a line that is blank or not there", "the lines are counted from 1, blank ones too")
                };
                self.fault(late.line, format!("{} {what}", late.number), help);
            }
            last = line.line;
            if outside.contains_key(&line.line) {
                while let Some(entry) = entries.next_if(|entry| entry.line == line.line) {
                    let help = "a line is in a clause or outside, not both";
                    self.fault(line.line, format!("{} begins on a line that is declared outside", entry.number), help);
                }
                continue;
            }
            let mut rest = line.text.as_str();
            let mut column = 0usize;
            while let Some(entry) = entries.next_if(|entry| entry.line == line.line) {
                let Some(from) = rest.find(&entry.at) else {
                    let help = "the words have to be in the line as it is printed here, behind what begins before";
                    self.fault(
                        line.line,
                        format!("`{}` of {} is not in the line `{}`", entry.at, entry.number, line.text),
                        help,
                    );
                    continue;
                };
                let before = rest.get(..from).unwrap_or_default();
                if current.is_none() && !before.trim().is_empty() {
                    let message = format!("these words before {} are in no clause: {}", entry.number, before.trim());
                    let help =
                        "let a clause begin with the first words of the line: one without `number` and `words` does";
                    self.fault(line.line, message, help);
                }
                self.add(current, before, line);
                column = column.saturating_add(rest.get(..from).map_or(0, |before| before.chars().count()));
                current = self.begin(entry, line, column);
                let to = from + if entry.taken_off { entry.at.len() } else { 0 };
                column = column.saturating_add(rest.get(from..to).map_or(0, |label| label.chars().count()));
                rest = rest.get(to..).unwrap_or_default();
                self.add_empty(current, line);
            }
            if current.is_none() && !rest.trim().is_empty() {
                let help = "let a clause begin there or before it, or declare the line outside";
                self.fault(line.line, format!("this line is in no clause: {}", line.text), help);
            }
            self.add(current, rest, line);
        }
        for entry in entries {
            let message = format!("{} comes after a clause that begins later", entry.number);
            self.fault(entry.line, message, "clauses are in the order of the document");
        }
    }

    /// The clause that begins or goes on.
    fn begin(&mut self, entry: &CutClause, line: &Line, column: usize) -> Option<usize> {
        let known = self.half.find(&entry.number);
        match (known, entry.goes_on) {
            (Some(at), true) => return Some(at),
            (Some(_), false) => {
                let help =
                    "a number is that of one clause; `goes_on: true` says that the lines belong to the one before";
                self.fault(entry.line, format!("{} begins a second time", entry.number), help);
                return known;
            }
            (None, true) => {
                let help = "leave `goes_on` out where a clause begins";
                self.fault(entry.line, format!("{} goes on and has not begun", entry.number), help);
            }
            (None, false) => {}
        }
        let parent = entry.under.as_ref().and_then(|under| {
            let at = self.half.find(under);
            if at.is_none() {
                let help = "a clause is under one that begins before it";
                self.fault(entry.line, format!("{} is under {under}, which has not begun", entry.number), help);
            }
            at
        });
        self.half.clauses.push(Clause {
            number: entry.number.clone(),
            parent,
            page: line.page,
            line: line.line,
            column: line.column.saturating_add(u32::try_from(column).unwrap_or(u32::MAX)),
            skipped: false,
            own: String::new(),
            lines: Vec::new(),
            columns: Vec::new(),
            cut: None,
            cuts: Vec::new(),
        });
        Some(self.half.clauses.len() - 1)
    }

    /// A line belongs to the clause, of which nothing but the number may stand there.
    fn add_empty(&mut self, clause: Option<usize>, line: &Line) {
        if let Some(clause) = clause.and_then(|at| self.half.clauses.get_mut(at))
            && clause.lines.last() != Some(&line.line)
        {
            clause.lines.push(line.line);
            clause.columns.push(line.column);
        }
    }

    fn add(&mut self, clause: Option<usize>, text: &str, line: &Line) {
        if text.trim().is_empty() {
            return;
        }
        self.add_empty(clause, line);
        if let Some(clause) = clause.and_then(|at| self.half.clauses.get_mut(at)) {
            if !clause.own.is_empty() {
                clause.own.push('\n');
            }
            clause.own.push_str(text.trim());
        }
    }
}

/// The cut that the reader's own clauses make of a text, to be corrected: where each begins, and every other line outside.
/// Where it found none, each line that looks numbered begins one; where none does, all of it is outside.
#[must_use]
pub fn proposed(text: &str, read: Option<&Document>) -> Cut {
    let lines = lines(text);
    let by_number: BTreeMap<u32, &Line> = lines.iter().map(|line| (line.line, line)).collect();
    let mut cut = Cut::default();
    let mut inside: Vec<u32> = Vec::new();
    if let Some(document) = read {
        let half = &document.main;
        let mut entries: Vec<((u32, usize), CutClause)> = Vec::new();
        for (nth, clause) in half.clauses.iter().enumerate() {
            inside.extend(&clause.lines);
            let under = clause.parent.and_then(|parent| half.clauses.get(parent)).map(|parent| parent.number.clone());
            let next = half.clauses.get(nth + 1).filter(|next| next.line == clause.line);
            let first = by_number.get(&clause.line).map_or_else(String::new, |line| {
                // Of several clauses on one line each has its own piece.
                let from = clause.column.saturating_sub(line.column);
                let to = next.map_or(u32::MAX, |next| next.column.saturating_sub(line.column));
                let inside = |at: u32| at >= from && at < to;
                (0u32..).zip(line.text.chars()).filter(|(at, _)| inside(*at)).map(|(_, letter)| letter).collect()
            });
            let at = label(&first, clause);
            let entry = CutClause {
                number: clause.number.clone(),
                line: clause.line,
                taken_off: !at.is_empty(),
                at,
                under,
                goes_on: false,
            };
            entries.push(((clause.line, nth), entry));
            // What closes the sentence of the clause above goes back to it.
            if let (Some(cut), Some(parent)) = (clause.cut, clause.parent.and_then(|parent| half.clauses.get(parent))) {
                let before = clause.own.get(..cut).unwrap_or_default().trim_end();
                let skip = before.matches('\n').count() + 1;
                let tail = clause.own.get(cut..).unwrap_or_default().trim();
                if let (Some(line), false) = (clause.lines.get(skip), tail.is_empty()) {
                    let words = tail.lines().next().unwrap_or_default().to_owned();
                    entries.push((
                        (*line, nth),
                        CutClause {
                            number: parent.number.clone(),
                            line: *line,
                            at: words,
                            taken_off: false,
                            under: None,
                            goes_on: true,
                        },
                    ));
                }
            }
        }
        entries.sort_by_key(|(order, _)| *order);
        cut.clauses = entries.into_iter().map(|(_, entry)| entry).collect();
    } else {
        cut.clauses = headed(&lines);
        let first = cut.clauses.first().map_or(u32::MAX, |clause| clause.line);
        inside.extend(lines.iter().map(|line| line.line).filter(|line| *line >= first));
    }
    inside.sort_unstable();
    for line in lines.iter().filter(|line| inside.binary_search(&line.line).is_err()) {
        match cut.outside.last_mut() {
            Some(span) if !inside.iter().any(|inner| (span.to..line.line).contains(inner)) => span.to = line.line,
            _ => cut.outside.push(CutOutside {
                from: line.line,
                to: line.line,
                why: "in no clause, as it was read".to_owned(),
            }),
        }
    }
    cut
}

/// A clause for each line that looks numbered, by what it begins with; a number that came before is counted.
fn headed(lines: &[Line]) -> Vec<CutClause> {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = Vec::new();
    for (line, number) in numbered(lines) {
        let times = met.entry(number.clone()).and_modify(|times| *times += 1).or_insert(1);
        let behind = line.text.strip_prefix(number.as_str());
        let marks = |rest: &str| rest.len() - rest.trim_start_matches(['.', ')', ':', '-', '°', 'º', '–', '—']).len();
        let label = behind.and_then(|rest| line.text.get(..number.len() + marks(rest)));
        out.push(CutClause {
            number: if *times == 1 { number } else { format!("{number} ({times})") },
            line: line.line,
            at: label.unwrap_or(&line.text).chars().take(LABEL).collect::<String>().trim_end().to_owned(),
            taken_off: label.is_some(),
            under: None,
            goes_on: false,
        });
    }
    out
}

/// The number or heading in front of a clause's own words; all of a line that holds nothing else.
fn label(line: &str, clause: &Clause) -> String {
    let start: String = clause.own.trim_start().lines().next().unwrap_or_default().chars().take(LABEL).collect();
    let start = start.trim_end();
    match (start.is_empty(), line.find(start)) {
        (false, Some(at)) => line.get(..at).unwrap_or_default().trim().to_owned(),
        _ => line.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(number: &str, line: u32, at: &str) -> CutClause {
        CutClause { number: number.to_owned(), line, at: at.to_owned(), taken_off: true, under: None, goes_on: false }
    }

    const TEXT: &str =
        "House of Cards\n\nThe game\nis played with\nsix decks.\n- 2 -\nMoney\n(a) A tie pays (b) 8 to 1\nas ever.\n";

    fn cut() -> Cut {
        let under = |entry: CutClause| CutClause { under: Some("Money".to_owned()), ..entry };
        Cut {
            clauses: vec![
                CutClause { taken_off: false, ..clause("Play", 3, "The game") },
                clause("Money", 7, "Money"),
                under(clause("Money (a)", 8, "(a)")),
                under(clause("Money (b)", 8, "(b)")),
                CutClause { goes_on: true, taken_off: false, ..clause("Money", 9, "as ever") },
            ],
            outside: vec![
                CutOutside { from: 1, to: 1, why: "the house".to_owned() },
                CutOutside { from: 6, to: 6, why: "a page".to_owned() },
            ],
        }
    }

    #[test]
    fn a_person_says_where_clauses_begin() {
        let document = Document::cut(TEXT, &cut()).unwrap();
        let half = &document.main;
        let texts: Vec<(&str, String)> = half
            .clauses()
            .iter()
            .enumerate()
            .map(|(at, clause)| (clause.number.as_str(), half.text(at).replace('\n', " / ")))
            .collect();
        let expected = [
            ("Play", "The game / is played with / six decks."),
            ("Money", "as ever."),
            ("Money (a)", "A tie pays"),
            ("Money (b)", "8 to 1"),
        ];
        assert_eq!(texts, expected.map(|(number, text)| (number, text.to_owned())));
        assert_eq!(half.clauses().last().unwrap().parent, Some(1));
        assert_eq!(document.left_out.iter().map(|left| left.line).collect::<Vec<_>>(), [1, 6]);
    }

    #[test]
    fn lines_that_go_on_later_are_those_of_the_document() {
        let text = "(a) As follows:\n14 1 to 1\n\n17 8 to 1\n18 20 to 1\n";
        let on = CutClause { goes_on: true, taken_off: false, ..clause("a", 5, "18") };
        let cut = Cut { clauses: vec![clause("a", 1, "(a)"), clause("a 17", 4, "17"), on], outside: Vec::new() };
        let half = Document::cut(text, &cut).unwrap().main;
        assert_eq!([0, 1, 2].map(|nth| half.line_of(0, nth)), [1, 2, 5]);
        assert_eq!(half.line_of(1, 0), 4);
    }

    #[test]
    fn what_does_not_fit_is_a_fault_with_its_line() {
        let bad = |change: &dyn Fn(&mut Cut)| {
            let mut cut = cut();
            change(&mut cut);
            let faults = Document::cut(TEXT, &cut).unwrap_err();
            faults.all().iter().map(|fault| format!("{}: {}", fault.line, fault.message)).collect::<Vec<_>>().join("\n")
        };
        for (change, said) in [
            (
                &(|cut: &mut Cut| cut.outside.truncate(0)) as &dyn Fn(&mut Cut),
                "1: this line is in no clause: House of Cards",
            ),
            (&|cut| cut.outside[0].to = 3, "3: Play begins on a line that is declared outside"),
            (
                &|cut| cut.outside.push(CutOutside { from: 2, to: 2, why: String::new() }),
                "2: lines 2 to 2 are declared outside here",
            ),
            (&|cut| cut.clauses[0].line = 2, "2: Play begins on a line that is blank or not there"),
            (&|cut| cut.clauses[4].line = 99, "99: Money begins on a line that is blank or not there"),
            (&|cut| cut.clauses[0].at = "game".to_owned(), "3: these words before Play are in no clause: The"),
            (&|cut| cut.clauses[0].at = "the game".to_owned(), "3: `the game` of Play is not in the line `The game`"),
            (&|cut| cut.clauses[4].goes_on = false, "9: Money begins a second time"),
            (&|cut| cut.clauses[1].goes_on = true, "7: Money goes on and has not begun"),
            (
                &|cut| cut.clauses[2].under = Some("Play (a)".to_owned()),
                "8: Money (a) is under Play (a), which has not begun",
            ),
            (&|cut| cut.clauses.swap(0, 1), "3: Play comes after a clause that begins later"),
        ] {
            let found = bad(change);
            assert!(found.contains(said), "{said}\n{found}");
        }
    }

    #[test]
    fn one_line_beyond_the_end_is_one_fault() {
        let mut wrong = cut();
        wrong.clauses[1].line = 99;
        let faults = Document::cut(TEXT, &wrong).unwrap_err();
        let said: Vec<String> = faults.all().iter().map(|fault| format!("{}: {}", fault.line, fault.message)).collect();
        let accused: Vec<&String> = said.iter().filter(|one| one.contains("begins on a line")).collect();
        assert_eq!(accused, ["99: Money begins on a line that is blank or not there"], "{said:?}");
    }

    #[test]
    fn a_clause_that_its_line_numbers_otherwise_is_named() {
        let text = "4. Errors\n\n4.1 A void.\n\n4.2 A refund.\n\n(a) One.\n\nIV. Two.\n";
        let named = |calls: [(u32, &str, &str); 4]| {
            let clauses = calls.map(|(line, at, number)| clause(number, line, at)).to_vec();
            let outside = vec![CutOutside { from: 1, to: 1, why: "a heading".to_owned() }];
            let read = Document::cut(text, &Cut { clauses, outside }).unwrap();
            read.relabelled.iter().map(|one| format!("{}: {} as {}", one.line, one.own, one.number)).collect::<Vec<_>>()
        };
        let rest = [(7, "(a)", "4.2(a)"), (9, "IV.", "Part 4")];
        assert_eq!(named([(3, "4.1", "4.1"), (5, "4.2", "B 4.2"), rest[0], rest[1]]), [] as [&str; 0]);
        assert_eq!(named([(3, "4.1", "Void"), (5, "4.2", "Refund"), rest[0], rest[1]]), [] as [&str; 0]);
        let swapped = ["3: 4.1 as 4.2", "5: 4.2 as 4.1"];
        assert_eq!(named([(3, "4.1", "4.2"), (5, "4.2", "4.1"), rest[0], rest[1]]), swapped);
        assert_eq!(named([(3, "4.1", "1.4"), (5, "4.2", "4.2"), rest[0], rest[1]]), ["3: 4.1 as 1.4"]);
    }

    #[test]
    fn lines_that_look_numbered_are_proposed_where_no_clause_is_found() {
        const SHAPES: [[&str; 3]; 9] = [
            ["Article 55-14", "Article 55-15", "Article 55-16"],
            ["Article R. 321-14", "Article R. 321-15", "Article R. 321-16"],
            ["WAC 230-15-040", "WAC 230-15-045", "WAC 230-15-050"],
            ["146.18:", "146.19:", "146.20:"],
            ["Rule 3-1", "Rule 3-2", "Rule 3-3"],
            ["1)", "2)", "3)"],
            ["1°", "2°", "3°"],
            ["I.", "II.", "III."],
            ["A.", "B.", "C."],
        ];
        let mut out = Vec::new();
        for [first, second, third] in SHAPES {
            let text = format!(
                "RULES OF THE GAME\n\n{first} The game is played with eight decks.\n\n{second} A hand of 8 or 9 is a natural,\nand no card\n\
                 is drawn.\n\n{third} A tie pays 8 to 1.\n"
            );
            let cut = proposed(&text, None);
            let read = Document::cut(&text, &cut).unwrap();
            let clauses = read.main.clauses.iter();
            let words: Vec<String> =
                clauses.map(|one| format!("{}: {}", one.number, one.own.replace('\n', " "))).collect();
            out.push(words.join(" / "));
        }
        let expected = SHAPES.map(|shape| {
            let [first, second, third] = shape.map(|label| label.trim_end_matches([':', ')', '°', '.']));
            format!(
                "{first}: The game is played with eight decks. / {second}: A hand of 8 or 9 is a natural, and no card is drawn. / \
                 {third}: A tie pays 8 to 1."
            )
        });
        assert_eq!(out, expected);
    }

    #[test]
    fn what_is_proposed_without_clauses_is_all_outside() {
        let text = "House of Cards\n\nThe game\nis played with\nsix decks.\n";
        let cut = proposed(text, None);
        assert_eq!((cut.clauses.len(), cut.outside.len()), (0, 1));
        assert_eq!((cut.outside[0].from, cut.outside[0].to), (1, 5));
        assert!(Document::cut(text, &cut).is_ok());
    }
}
