//! Sections that hold numbered clauses: `Chapter 1`, `Part A`, `A. The game`, `II. Money`. Their numbers run on from one
//! section to the next, or begin anew.

use std::collections::HashSet;

use crate::candidate;
use crate::clause::{Clause, Half, Language};
use crate::fault::DocumentFault;
use crate::half::{Part, letters};
use crate::head::{self, LEAF};
use crate::label::{self, is_han, roman};
use crate::left::{LeftOut, Parsed, Why};
use crate::line::Line;
use crate::mark::Kind;
use crate::tree;

/// How deep sections may be nested: parts of chapters.
const MAX_DEPTH: usize = 3;
/// The longest title of a section, in words.
const MAX_TITLE: usize = 16;
/// The most begins of a row of sections that are tried: contents pages repeat them.
const MAX_BEGINS: usize = 3;

/// What sections count with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counting {
    /// A word and a number: `Chapter 1`.
    Word(&'static str),
    /// Capital letters, each with a full stop: `A.`
    Letters,
    /// `I.`
    Roman,
}

/// A line that may head a section.
struct Heading<'t> {
    at: usize,
    counting: Counting,
    number: u32,
    cite: String,
    title: &'t str,
}

/// What was read of a row of sections.
#[derive(Default)]
struct Got {
    clauses: Vec<Clause>,
    faults: Vec<DocumentFault>,
    left_out: Vec<LeftOut>,
    /// How many sections there are.
    sections: usize,
}

/// Reads sections of numbered clauses; `None` where there are not two of a kind at least. The number says how many there
/// are.
pub(crate) fn read(lines: &[Line]) -> Option<(Parsed, usize)> {
    let got = row(lines, 0, lines.len(), MAX_DEPTH)?;
    let (latin, han) = letters(lines);
    let language = if han * 3 > latin { Language::Chinese } else { Language::Latin };
    let Got { clauses, faults, left_out, sections } = got;
    Some((Parsed { half: Half { language, clauses }, faults, left_out }, sections))
}

/// The row of sections that holds the most clauses, among those that begin with the first number of their kind.
fn row(lines: &[Line], from: usize, to: usize, depth: usize) -> Option<Got> {
    if depth == 0 {
        return None;
    }
    let found: Vec<Heading<'_>> = (from..to).filter_map(|at| heading(lines, from, at)).flatten().collect();
    let begins = found.iter().enumerate().filter(|(_, one)| one.number == 1).map(|(place, _)| place);
    let mut best: Option<Got> = None;
    for begin in begins.take(MAX_BEGINS) {
        let row = following(&found, begin);
        if row.len() < 2 {
            continue;
        }
        let got = split(lines, &row, to, depth);
        // What sections hold are clauses; headings alone are a list.
        let holds = got.clauses.len() > row.len();
        if holds && best.as_ref().is_none_or(|best| best.clauses.len() < got.clauses.len()) {
            best = Some(got);
        }
    }
    best
}

/// The next number of the same kind, again and again.
fn following<'f, 't>(found: &'f [Heading<'t>], begin: usize) -> Vec<&'f Heading<'t>> {
    let mut row: Vec<&Heading<'_>> = Vec::new();
    for one in found.iter().skip(begin) {
        let next = match row.last() {
            None => true,
            Some(last) => one.counting == last.counting && one.number == last.number.saturating_add(1),
        };
        if next {
            row.push(one);
        }
    }
    row
}

/// The clauses of a row of sections.
fn split(lines: &[Line], row: &[&Heading<'_>], to: usize, depth: usize) -> Got {
    let mut parts: Vec<(usize, Got)> = Vec::new();
    let mut last = 0;
    for (place, one) in row.iter().enumerate() {
        let end = row.get(place + 1).map_or(to, |next| next.at);
        let from = one.at + 1;
        let inner = self::row(lines, from, end, depth - 1).unwrap_or_else(|| numbered(lines, from, end, last));
        last = inner.clauses.iter().rev().find_map(top_number).unwrap_or(last);
        parts.push((place, inner));
    }
    let mut seen = HashSet::new();
    let own = |clause: &Clause| clause.number.rsplit_once(' ').map_or(clause.number.clone(), |(_, own)| own.to_owned());
    let anew = parts.iter().flat_map(|(_, got)| &got.clauses).any(|clause| !seen.insert(own(clause)))
        || row.iter().any(|one| seen.contains(&one.cite));
    let mut out = Got { sections: row.len(), ..Got::default() };
    for (place, inner) in parts {
        let (Some(one), Some(line)) = (row.get(place), row.get(place).and_then(|one| lines.get(one.at))) else {
            continue;
        };
        let end = row.get(place + 1).map_or(to, |next| next.at);
        let first = inner.clauses.first().map_or(u32::MAX, |clause| clause.line);
        let own = lines.get(one.at + 1..end).unwrap_or_default().iter().filter(|line| line.line < first);
        let mut text = one.title.to_owned();
        let (mut held, mut columns) = (vec![line.line], vec![line.column]);
        for more in own {
            if inner.left_out.iter().any(|left| left.line == more.line && matches!(left.why, Why::Figure | Why::Behind))
            {
                continue;
            }
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&more.text);
            held.push(more.line);
            columns.push(more.column);
        }
        let head = out.clauses.len();
        out.left_out.extend(inner.left_out.iter().filter(|left| !held.contains(&left.line)));
        out.clauses.push(Clause {
            number: one.cite.clone(),
            parent: None,
            page: line.page,
            line: line.line,
            column: line.column,
            skipped: false,
            own: text,
            lines: held,
            columns,
            cut: None,
            cuts: Vec::new(),
        });
        for mut clause in inner.clauses {
            clause.parent = Some(clause.parent.map_or(head, |parent| parent + head + 1));
            if anew {
                clause.number = format!("{} {}", one.cite, clause.number);
            }
            out.clauses.push(clause);
        }
        out.faults.extend(inner.faults);
        out.sections += inner.sections;
    }
    out
}

/// The clauses with numbers of a section: they go on behind the last of the section before, or begin anew.
fn numbered(lines: &[Line], from: usize, to: usize, last: u16) -> Got {
    let read = |open: Vec<u16>| {
        let part = Part { from, to, language: Language::Latin, bilingual: false, open };
        let Parsed { half, faults, left_out } = tree::read(lines, &part);
        Got { clauses: half.clauses, faults, left_out, sections: 0 }
    };
    let anew = read(Vec::new());
    if last == 0 {
        return anew;
    }
    let on = read(vec![last]);
    // The first number decides; of a section without one, whichever reads more.
    let begins = |got: &Got| got.clauses.first().map_or(u32::MAX, |clause| clause.line);
    if begins(&on) < begins(&anew) || (begins(&on) == begins(&anew) && on.clauses.len() > anew.clauses.len()) {
        on
    } else {
        anew
    }
}

/// The number of a clause that is below no other: that of its section's numbering.
fn top_number(clause: &Clause) -> Option<u16> {
    clause.number.rsplit(' ').next()?.split(['.', '(', '"']).next()?.parse().ok()
}

/// Whether a citation is of a section that a letter or a Roman number alone heads: `A`, `IV 3.1`.
pub(crate) fn is_cited(citation: &str) -> bool {
    let (mark, rest) = citation.split_once(' ').unwrap_or((citation, ""));
    let capital = [Kind::Capitals, Kind::CapitalRoman].iter().any(|kind| kind.value(mark).is_some());
    capital && (rest.is_empty() || rest.starts_with(|first: char| first.is_ascii_digit()) || is_cited(rest))
}

/// The headings that a line may be: `I.` may count in letters or be a Roman number.
fn heading<'t>(lines: &'t [Line], from: usize, at: usize) -> Option<Vec<Heading<'t>>> {
    let line = lines.get(at)?;
    let before = at.checked_sub(1).filter(|before| *before >= from).and_then(|before| lines.get(before));
    let above = before.map_or("", |line| line.text.as_str());
    let sure = line.apart || before.is_none() || candidate::end("", above) || candidate::is_title(above);
    if !sure || candidate::is_referring(above) && !line.apart {
        return None;
    }
    if let Some(found) = head::head(&line.text).filter(|found| !found.word.is_empty() && !found.glued) {
        let group = found.rank < LEAF || found.word == "section";
        let number = found.parts.first().filter(|_| group && found.parts.len() == 1)?.0;
        let title = found.rest;
        return is_title(title)
            .then(|| vec![Heading { at, counting: Counting::Word(found.word), number, cite: found.cite, title }]);
    }
    let (mark, title) = lettered(&line.text)?;
    if !is_title(title) {
        return None;
    }
    let of = |kind: Kind, counting| {
        let (number, _) = kind.value(mark)?;
        Some(Heading { at, counting, number: u32::from(number), cite: mark.to_owned(), title })
    };
    let found: Vec<Heading<'_>> = [of(Kind::Capitals, Counting::Letters), of(Kind::CapitalRoman, Counting::Roman)]
        .into_iter()
        .flatten()
        .collect();
    (!found.is_empty()).then_some(found)
}

/// Whether a line may head a section by a letter or a Roman number.
pub(crate) fn is_heading(text: &str) -> bool {
    lettered(text).is_some_and(|(_, title)| is_title(title))
}

/// The capital letters that a line begins with, and its title: `A. The game`, `II – Money`, `(B) Errors`.
fn lettered(text: &str) -> Option<(&str, &str)> {
    let enclosed = text.starts_with('(');
    let inner = text.strip_prefix('(').unwrap_or(text);
    let length = inner.chars().take_while(char::is_ascii_uppercase).count();
    let (mark, behind) = inner.split_at_checked(length).filter(|_| (1..=6).contains(&length))?;
    let behind = if enclosed { behind.strip_prefix(')')? } else { behind };
    let rest = behind.trim_start().trim_start_matches(['.', ')', ':', '-', '–', '—']);
    let marked = enclosed || rest.len() < behind.trim_start().len();
    // `I.-Le sabot`
    let dashed = behind.starts_with(".-") && rest.starts_with(char::is_uppercase);
    let apart = rest.is_empty() || rest.starts_with(char::is_whitespace) || dashed;
    (marked && apart && (roman(&mark.to_lowercase()).is_some() || mark.len() <= 2)).then(|| (mark, rest.trim_start()))
}

/// Whether a section may be called so; a title may be on the next line.
fn is_title(title: &str) -> bool {
    let begins = title.chars().next().is_none_or(|first| {
        first.is_uppercase() || is_han(first) || matches!(first, '(' | '\u{201c}') || label::is_quoted(title)
    });
    let entry = title.ends_with("....")
        || title.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end().ends_with("...");
    begins && !entry && title.split_whitespace().count() <= MAX_TITLE && !title.ends_with(['.', ';', ',', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page;

    fn numbers(text: &str) -> Vec<String> {
        let (lines, _) = page::lines(text);
        let read = read(&lines);
        read.map(|(parsed, _)| parsed.half.clauses.into_iter().map(|clause| clause.number).collect())
            .unwrap_or_default()
    }

    #[test]
    fn numbers_run_on_or_begin_anew() {
        let text = "Chapter 1\n\n1. Red.\n\n2. Blue.\n\nChapter 2\n\n3. Green.\n\n3.1 Leaf.\n\n4. Grey.\n";
        assert_eq!(numbers(text), ["Chapter 1", "1", "2", "Chapter 2", "3", "3.1", "4"]);
        let text = "Part A Red\n\n1. Rose.\n\n1.1 Thorn.\n\nPart B Blue\n\n1. Sky.\n\n2. Sea.\n";
        assert_eq!(numbers(text), ["Part A", "Part A 1", "Part A 1.1", "Part B", "Part B 1", "Part B 2"]);
        let text = "I – Red\n\n1. Rose.\n\n2. Ruby.\n\nII – Blue\n\n3. Sky.\n";
        assert_eq!(numbers(text), ["I", "1", "2", "II", "3"]);
    }

    #[test]
    fn sections_hold_sections() {
        let text = "A. Red\n\nI. Rose\n\n1. Thorn.\n\nII. Ruby\n\n1. Cut.\n\nB. Blue\n\n1. Sky.\n";
        assert_eq!(numbers(text), ["A", "A I", "A I 1", "A II", "A II 1", "B", "B 1"]);
    }

    #[test]
    fn headings_without_clauses_are_no_sections() {
        assert_eq!(numbers("A. Red\n\nB. Blue\n\nC. Green\n"), [] as [&str; 0]);
        assert_eq!(numbers("A. Red\n\n1. Rose.\n"), [] as [&str; 0]);
        let contents = "A. Red ..... 2\nB. Blue ..... 3\n\nA. Red\n\n1. Rose.\n\nB. Blue\n\n1. Sky.\n";
        assert_eq!(numbers(contents), ["A", "A 1", "B", "B 1"]);
    }
}
