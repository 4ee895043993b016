//! Where the clauses begin, and which language they are written in.

use crate::candidate::{self, Candidate};
use crate::clause::Language;
use crate::label::is_han;
use crate::line::Line;

/// Lines that hold the clauses of one half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub from: usize,
    pub to: usize,
    pub language: Language,
    /// Whether the document has another half, whose lines do not belong to this one.
    pub bilingual: bool,
}

/// The parts of a document that hold its clauses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Halves {
    pub main: Option<Part>,
    pub other: Option<Part>,
}

/// Finds the parts. A part begins at a `1.` that is followed by `1.1` or `1.1.1`; a contents page goes straight on
/// to `2.`. Of several parts in one language the longest counts: the others are contents pages too.
pub(crate) fn halves(lines: &[Line]) -> Halves {
    let candidates = candidate::all(lines, 0, lines.len());
    let mut starts: Vec<usize> = Vec::new();
    for (at, one) in candidates.iter().enumerate() {
        let next = candidates.get(at + 1).map(|next| next.parts.as_slice());
        if one.parts == [1] && matches!(next, Some([1, 1] | [1, 1, 1])) {
            starts.push(one.at);
        }
    }
    if starts.is_empty() {
        starts.extend(fallback(lines, &candidates));
    }
    let mut parts: Vec<(usize, Part)> = Vec::new();
    for (at, from) in starts.iter().copied().enumerate() {
        let to = starts.get(at + 1).copied().unwrap_or(lines.len());
        let (latin, han) = letters(lines.get(from..to).unwrap_or_default());
        let language = if han * 3 > latin { Language::Chinese } else { Language::Latin };
        parts.push((latin + han, Part { from, to, language, bilingual: false }));
    }
    let longest = |language: Language| {
        // The last of equal ones: contents stand before what they list.
        parts.iter().filter(|(_, part)| part.language == language).max_by_key(|(size, _)| *size).map(|(_, part)| *part)
    };
    match (longest(Language::Latin), longest(Language::Chinese)) {
        (Some(latin), Some(chinese)) => {
            Halves { main: Some(Part { bilingual: true, ..latin }), other: Some(Part { bilingual: true, ..chinese }) }
        }
        (main, None) => Halves { main, other: None },
        (None, main) => Halves { main, other: None },
    }
}

/// Where no `1.` has children: the `1.` with the most text before the next one, or the first number of all.
fn fallback(lines: &[Line], candidates: &[Candidate]) -> Option<usize> {
    let ones: Vec<usize> = candidates.iter().filter(|one| one.parts == [1]).map(|one| one.at).collect();
    let sized = ones.iter().enumerate().map(|(at, from)| {
        let to = ones.get(at + 1).copied().unwrap_or(lines.len());
        let (latin, han) = letters(lines.get(*from..to).unwrap_or_default());
        (latin + han, *from)
    });
    let first = || candidates.iter().find(|one| matches!(one.parts.as_slice(), [1, 1] | [1, 1, 1])).map(|one| one.at);
    sized.max().map(|(_, from)| from).or_else(first)
}

/// How many Latin letters and Chinese characters lines hold.
fn letters(lines: &[Line]) -> (usize, usize) {
    let mut found = (0usize, 0usize);
    for letter in lines.iter().flat_map(|line| line.text.chars()) {
        if is_han(letter) {
            found.1 += 1;
        } else if letter.is_alphabetic() {
            found.0 += 1;
        }
    }
    found
}

impl Part {
    /// Whether a line is written in the other half's letters alone.
    pub(crate) fn is_foreign(&self, line: &Line) -> bool {
        if !self.bilingual {
            return false;
        }
        let (latin, han) = letters(std::slice::from_ref(line));
        match self.language {
            Language::Latin => han > 0 && latin == 0,
            Language::Chinese => latin > 0 && han == 0,
        }
    }
}
