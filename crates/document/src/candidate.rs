//! Lines that begin with a number, and what speaks for its being a clause's.

use std::collections::HashMap;

use crate::fold::fold;
use crate::label;
use crate::line::Line;

/// A line that begins with what may be a clause's number.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The place of its line.
    pub at: usize,
    pub parts: Vec<u16>,
    pub dot: bool,
    /// Whether the text before it has come to an end.
    pub after_end: bool,
    /// Whether the word before it speaks of a clause: `in accordance with rule`.
    pub referred: bool,
}

/// Words after which a number names a clause, or counts something.
const REFERRING: [&str; 20] = [
    "rule",
    "rules",
    "subrule",
    "subrules",
    "sub-rule",
    "sub-rules",
    "clause",
    "clauses",
    "section",
    "sections",
    "paragraph",
    "paragraphs",
    "table",
    "tables",
    "of",
    "with",
    "under",
    "by",
    "than",
    "to",
];

/// The candidates among the lines from one place to another.
pub(crate) fn all(lines: &[Line], from: usize, to: usize) -> Vec<Candidate> {
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate().take(to).skip(from) {
        let Some((number, rest)) = label::number(&line.text) else { continue };
        let before = at.checked_sub(1).filter(|before| *before >= from).and_then(|before| lines.get(before));
        if number.parts.len() == 1 && !number.dot && !is_title(rest) {
            continue;
        }
        let before = before.map_or("", |line| line.text.as_str());
        // The number of a title may have a line of its own.
        let alone = || {
            let two = at.checked_sub(2).filter(|two| *two >= from).and_then(|two| lines.get(two));
            two.and_then(|line| label::number(&line.text)).is_some_and(|(_, rest)| rest.is_empty()) && is_title(before)
        };
        let titled = label::number(before).is_some_and(|(_, rest)| is_title(rest)) || alone();
        out.push(Candidate {
            at,
            parts: number.parts,
            dot: number.dot,
            after_end: line.apart || titled || ends(before),
            referred: !titled && is_referring(before),
        });
    }
    out
}

/// The line that begins with a number after so many others that do.
pub(crate) fn beyond(lines: &[Line], most: usize) -> Option<&Line> {
    lines.iter().filter(|line| label::number(&line.text).is_some()).nth(most)
}

/// Whether words look like a heading's.
fn is_title(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
        && text.split_whitespace().count() <= 8
        && !text.ends_with(['.', ',', ';', ':'])
        && text.split_whitespace().next().is_some_and(|word| word.chars().count() > 1)
}

/// Whether a line is the last of its paragraph, as far as its end tells.
pub(crate) fn ends(line: &str) -> bool {
    let line = line.trim_end_matches(|letter: char| letter.is_whitespace() || matches!(fold(letter), '"' | '\''));
    let Some(last) = line.chars().next_back() else { return true };
    let low = line.to_lowercase();
    let joins = ["and", "or", "and/or"]
        .into_iter()
        .any(|word| low.strip_suffix(word).is_some_and(|before| before.trim_end().ends_with([';', ',', '.', ')'])));
    let dashes = fold(last) == '-' && line.ends_with([' ', '-', '–', '—']);
    joins || dashes || matches!(last, '.' | ';' | ':' | ',' | '!' | '?' | ')' | '。')
}

fn is_referring(line: &str) -> bool {
    let Some(word) = line.split_whitespace().next_back() else { return false };
    let word = word.trim_start_matches(|letter| matches!(fold(letter), '(' | '"' | '\''));
    REFERRING.contains(&word.to_lowercase().as_str())
}

/// Where each number stands, to look ahead.
pub(crate) struct Ahead {
    places: HashMap<Vec<u16>, Vec<(usize, bool)>>,
}

impl Ahead {
    pub(crate) fn of(candidates: &[Candidate]) -> Self {
        let mut places: HashMap<Vec<u16>, Vec<(usize, bool)>> = HashMap::new();
        for candidate in candidates.iter().filter(|candidate| !candidate.referred) {
            places.entry(candidate.parts.clone()).or_default().push((candidate.at, candidate.after_end));
        }
        Self { places }
    }

    /// The next line after `at` that begins with a number; `surely`: and follows the end of a paragraph.
    pub(crate) fn next(&self, parts: &[u16], at: usize, surely: bool) -> Option<usize> {
        let places = self.places.get(parts)?;
        let from = places.partition_point(|(place, _)| *place <= at);
        places.get(from..)?.iter().find(|(_, after_end)| *after_end || !surely).map(|(place, _)| *place)
    }
}
