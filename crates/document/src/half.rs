//! Where the clauses begin, and which language they are written in.

use std::collections::HashMap;

use crate::candidate::{self, Candidate};
use crate::clause::Language;
use crate::label::is_han;
use crate::line::Line;

/// Lines that hold the clauses of one half.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub from: usize,
    pub to: usize,
    pub language: Language,
    /// Whether the document has another half, whose lines do not belong to this one.
    pub bilingual: bool,
    /// The numbers that are open before its first: `[5, 2]` where an excerpt begins at 5.3.
    pub open: Vec<u16>,
}

/// The parts of a document that hold its clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halves {
    pub main: Option<Part>,
    pub other: Option<Part>,
    /// Whether a `1.` is followed by what is below it.
    pub begun: bool,
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
    let begun = !starts.is_empty();
    if !begun {
        starts.extend(fallback(lines, &candidates));
    }
    let mut parts: Vec<(usize, Part)> = Vec::new();
    for (at, from) in starts.iter().copied().enumerate() {
        let to = starts.get(at + 1).copied().unwrap_or(lines.len());
        let (latin, han) = letters(lines.get(from..to).unwrap_or_default());
        let language = if han * 3 > latin { Language::Chinese } else { Language::Latin };
        parts.push((latin + han, Part { from, to, language, bilingual: false, open: Vec::new() }));
    }
    let longest = |language: Language| {
        // The last of equal ones: contents come before what they list.
        parts
            .iter()
            .filter(|(_, part)| part.language == language)
            .max_by_key(|(size, _)| *size)
            .map(|(_, part)| part.clone())
    };
    match (longest(Language::Latin), longest(Language::Chinese)) {
        (Some(latin), Some(chinese)) => Halves {
            main: Some(Part { bilingual: true, ..latin }),
            other: Some(Part { bilingual: true, ..chinese }),
            begun,
        },
        (main, None) => Halves { main, other: None, begun },
        (None, main) => Halves { main, other: None, begun },
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

/// The part of an excerpt, which begins at any number that others follow on: 5.3, then 5.3.1 or 5.4.
pub(crate) fn excerpt(lines: &[Line]) -> Option<Part> {
    let candidates = candidate::all(lines, 0, lines.len());
    let surely = |one: &&Candidate| one.after_end && !one.referred && (one.parts.len() > 1 || one.dot);
    let sure: Vec<&Candidate> = candidates.iter().filter(surely).collect();
    let mut last: HashMap<&[u16], usize> = HashMap::new();
    for one in &sure {
        last.insert(&one.parts, one.at);
    }
    let is_followed = |one: &Candidate| {
        let child: Vec<u16> = one.parts.iter().copied().chain([1]).collect();
        let mut sibling = one.parts.clone();
        if let Some(last) = sibling.last_mut() {
            *last = last.saturating_add(1);
        }
        [child, sibling].iter().any(|next| last.get(next.as_slice()).is_some_and(|at| *at > one.at))
    };
    let first = sure.iter().find(|one| is_followed(one))?;
    let mut open = first.parts.clone();
    if let Some(last) = open.last_mut() {
        *last = last.saturating_sub(1);
    }
    if open.last() == Some(&0) {
        open.pop();
    }
    // Of a contents page and the body, the longer one counts.
    let starts: Vec<usize> = sure.iter().filter(|one| one.parts == first.parts).map(|one| one.at).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let (from, to) = starts.iter().copied().zip(ends).max_by_key(|(from, to)| {
        let (latin, han) = letters(lines.get(*from..*to).unwrap_or_default());
        latin + han
    })?;
    let (latin, han) = letters(lines.get(from..to).unwrap_or_default());
    let language = if han * 3 > latin { Language::Chinese } else { Language::Latin };
    Some(Part { from, to, language, bilingual: false, open })
}

/// How many Latin letters and Chinese characters lines hold.
pub(crate) fn letters(lines: &[Line]) -> (usize, usize) {
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
