//! Lines that are in no clause, and why.

use std::collections::HashSet;

use crate::clause::Half;
use crate::line::Line;

/// Why a line is in no clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A header, a footer or a page number.
    Furniture,
    /// It holds nothing but marks of typesetting.
    Marks,
    /// It is before the first clause, or in a contents page.
    Outside,
    /// The caption of a figure, or what is next to it.
    Figure,
    /// The heading of a table, repeated on the next page.
    Repeated,
    /// A person declared it outside.
    Declared,
    /// A line in the letters of the other half of a bilingual document.
    OtherLanguage,
}

/// A line that is in no clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// The line of the text, from 1.
    pub line: u32,
    /// Why.
    pub why: Why,
}

/// A line that a person declared to be in no clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The line of the text, from 1.
    pub line: u32,
    /// Its words, without typesetting.
    pub text: String,
    /// Why it is in none, in the person's words.
    pub why: String,
    /// Whether it may be a rule all the same: it looks numbered as a clause does, holds a number, odds or an amount, or a
    /// word by which rules decide.
    pub may_rule: bool,
}

/// The lines that are in no clause and about which nothing was said so far: before the clauses, between two halves.
pub(crate) fn outside(lines: &[Line], main: &Half, other: Option<&Half>, known: &[LeftOut]) -> Vec<LeftOut> {
    let halves = std::iter::once(main).chain(other);
    let mut seen: HashSet<u32> =
        halves.flat_map(|half| half.clauses.iter().flat_map(|clause| clause.lines.iter().copied())).collect();
    seen.extend(known.iter().map(|left| left.line));
    let rest = lines.iter().filter(|line| !seen.contains(&line.line));
    rest.map(|line| LeftOut { line: line.line, why: Why::Outside }).collect()
}
