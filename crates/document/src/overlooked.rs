//! Lines that look numbered and open no clause.

use std::collections::BTreeSet;

use crate::clause::Half;
use crate::label;
use crate::left::{LeftOut, Why};
use crate::line::Line;
use crate::{candidate, head, mark, row, sections};

/// The longest begin of a line that is shown, in letters.
const SHOWN: usize = 60;

/// A line that looks numbered and opens no clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlooked {
    /// The line of the text, from 1.
    pub line: u32,
    /// What it begins with.
    pub text: String,
}

/// The lines that look numbered: those that open no clause, and how many there are in all. The entries of a contents
/// page whose clauses were found are none of them.
pub(crate) fn overlooked(lines: &[Line], halves: &[&Half], left_out: &[LeftOut]) -> (Vec<Overlooked>, usize) {
    let opening: BTreeSet<u32> = halves.iter().flat_map(|half| half.clauses.iter().map(|clause| clause.line)).collect();
    let outside: BTreeSet<u32> = left_out
        .iter()
        .filter(|left| matches!(left.why, Why::Outside | Why::OtherLanguage))
        .map(|left| left.line)
        .collect();
    let looking: Vec<(&Line, String)> = lines
        .iter()
        .filter_map(|line| number_of(line, outside.contains(&line.line)).map(|number| (line, number)))
        .collect();
    let opened: BTreeSet<&str> =
        looking.iter().filter(|(line, _)| opening.contains(&line.line)).map(|(_, number)| number.as_str()).collect();
    let is_entry = |line: &Line, number: &str| outside.contains(&line.line) && opened.contains(number);
    let mut out = Vec::new();
    let mut all = 0;
    for (line, number) in &looking {
        if opening.contains(&line.line) {
            all += 1;
        } else if !is_entry(line, number) {
            all += 1;
            out.push(Overlooked { line: line.line, text: line.text.chars().take(SHOWN).collect() });
        }
    }
    (out, all)
}

/// What a line seems to be numbered by. `outside` of all clauses a title that begins with a number is that of a game, or a
/// date.
fn number_of(line: &Line, outside: bool) -> Option<String> {
    let text = line.text.as_str();
    if row::is_row(text) {
        return None;
    }
    if let Some(head) = head::head(text).or_else(|| head::points(text)) {
        return Some(head.cite);
    }
    if let Some((number, _)) = label::number(text).filter(|(number, _)| number.parts.len() > 1 || number.dot) {
        return Some(number.parts.iter().map(u16::to_string).collect::<Vec<_>>().join("."));
    }
    if let Some((mark, _)) = mark::mark(text) {
        return Some(mark.text);
    }
    // What has a line set apart and begins as a heading does, whatever follows.
    if line.apart && head::seems(text) {
        return Some(text.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    }
    if line.apart && sections::is_heading(text) {
        return text.split_whitespace().next().map(str::to_owned);
    }
    let bare = label::number(text).filter(|(_, title)| line.apart && !outside && candidate::is_title(title));
    if let Some((number, _)) = bare {
        return Some(number.parts.iter().map(u16::to_string).collect::<Vec<_>>().join("."));
    }
    // Numbers of a kind that nobody foresaw: digits and letters, and a full stop or a parenthesis at their end.
    let word = text.split_whitespace().next()?;
    let known = |letter: char| letter.is_alphanumeric() || ".-:/§()[]°º".contains(letter);
    let digits = word.contains(|letter: char| letter.is_ascii_digit());
    let seems = word.len() <= 24
        && digits
        && word.chars().all(known)
        && word.ends_with(['.', ')', ']', ':', '-', '/', '°', 'º']);
    (seems && text.len() > word.len()).then(|| word.trim_end_matches(['.', ':']).to_owned())
}
