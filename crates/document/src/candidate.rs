//! Lines that begin with a number, and what speaks for its being a clause's.

use std::collections::HashMap;

use crate::fold::fold;
use crate::label;
use crate::line::Line;
use crate::row;

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
    /// Whether what follows it begins as a sentence does.
    pub begins: bool,
}

/// How long a title with blanks inside its words may be, in bytes without blanks.
const MAX_TITLE: usize = 60;

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
    let own = lines.get(from..to).unwrap_or_default();
    // Where most lines are set apart, that says nothing about paragraphs.
    let spaced = own.iter().filter(|line| line.apart).count() * 2 > own.len();
    for (at, line) in lines.iter().enumerate().take(to).skip(from) {
        let Some((number, rest)) = label::number(&line.text).filter(|_| !row::is_row(lines, at)) else { continue };
        if number.parts.len() == 1 && !number.dot && !is_title(rest) {
            continue;
        }
        let above = |up: usize| {
            let before = at.checked_sub(up).filter(|before| *before >= from).and_then(|before| lines.get(before));
            before.map_or("", |line| line.text.as_str())
        };
        let before = above(1);
        // The number of a title may have a line of its own, and a title may go on below.
        let heading =
            label::number(before).filter(|(_, title)| is_title(title)).map(|(number, _)| number).or_else(|| {
                let (above, title) = label::number(above(2))?;
                let whole = format!("{title} {before}");
                let leads = title.is_empty() || is_first_below(&number.parts, &above.parts);
                (leads && is_title(whole.trim_start())).then_some(above)
            });
        let referring = is_referring(before);
        // A sentence may begin as a title does: `13.1 This rule, and rules`, and on the next line `13.2 to 13.3`.
        let titled =
            heading.is_some_and(|above| !referring || line.apart || is_first_below(&number.parts, &above.parts));
        out.push(Candidate {
            at,
            parts: number.parts,
            dot: number.dot,
            after_end: line.apart || titled || end(above(2), before),
            referred: !titled && referring && (spaced || !line.apart),
            begins: rest.chars().next().is_some_and(|letter| {
                letter.is_uppercase() || label::is_han(letter) || letter == '(' || label::is_quoted(rest)
            }),
        });
    }
    out
}

/// Whether the numbers of all clauses are bare: none has a full stop or a part more, and at least two titles that are set apart
/// follow one another, from 1.
pub(crate) fn are_bare(candidates: &[Candidate], lines: &[Line]) -> bool {
    let apart = |one: &&Candidate| one.begins && lines.get(one.at).is_some_and(|line| line.apart);
    let mut last = 0;
    for one in candidates.iter().filter(apart) {
        last += u16::from(one.parts.first() == Some(&(last + 1)));
    }
    last > 1 && !candidates.iter().any(|one| !one.referred && (one.dot || one.parts.len() > 1))
}

/// The line that begins with a number after this many others that do.
pub(crate) fn beyond(lines: &[Line], most: usize) -> Option<&Line> {
    lines.iter().filter(|line| label::number(&line.text).is_some()).nth(most)
}

/// Whether a number is the first below another: `15.2.1` below `15.2`.
fn is_first_below(number: &[u16], above: &[u16]) -> bool {
    number.strip_prefix(above) == Some(&[1])
}

/// Whether words look like a heading's.
pub(crate) fn is_title(text: &str) -> bool {
    let words = || text.split_whitespace();
    let long_first = words().next().is_some_and(|word| word.chars().count() > 1);
    // Some PDFs have blanks inside words, which says nothing of how many there are.
    let broken = || words().any(|word| word.len() == 1 && word.contains(char::is_alphabetic) && !"AaI".contains(word));
    let short_enough = match words().count() {
        0..=8 => long_first || broken(),
        _ => words().map(str::len).sum::<usize>() <= MAX_TITLE && broken(),
    };
    text.chars().next().is_some_and(char::is_uppercase) && short_enough && !text.ends_with(['.', ',', ';', ':'])
}

/// Whether a line ends its paragraph, as far as it shows, and the line above where it says `and` alone.
pub(crate) fn end(above: &str, line: &str) -> bool {
    let word = line.trim();
    let joins = ["and", "or", "and/or"].iter().any(|known| word.eq_ignore_ascii_case(known));
    ends(line) || (joins && ends(&format!("{} {word}", last(above, 200))))
}

/// The last bytes of a text, as many as asked for or a few less.
fn last(text: &str, most: usize) -> &str {
    let from = text.len().saturating_sub(most);
    (from..=text.len()).find_map(|from| text.get(from..)).unwrap_or("")
}

/// Whether a line is the last of its paragraph, as far as its own end shows.
fn ends(line: &str) -> bool {
    let line = line.trim_end_matches(|letter: char| letter.is_whitespace() || matches!(fold(letter), '"' | '\''));
    let Some(last) = line.chars().next_back() else { return true };
    let low = line.to_lowercase();
    let joins = ["and", "or", "and/or"]
        .into_iter()
        .any(|word| low.strip_suffix(word).is_some_and(|before| before.trim_end().ends_with([';', ',', '.', ')'])));
    let dashes = fold(last) == '-' && line.ends_with([' ', '-', '–', '—']);
    joins || dashes || matches!(last, '.' | ';' | ':' | ',' | '!' | '?' | ')' | '。')
}

pub(crate) fn is_referring(line: &str) -> bool {
    let Some(word) = line.split_whitespace().next_back() else { return false };
    let word = word.trim_start_matches(|letter| matches!(fold(letter), '(' | '"' | '\''));
    REFERRING.contains(&word.to_lowercase().as_str())
}

/// Where each number is, to look ahead.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_short() {
        assert!(is_title("Application of 7-Up Baccarat rules") && is_title("Mode of Play"));
        assert!(is_title("A p p licatio n  o f 7-Up  B accarat rules") && is_title("D efinitions"));
        assert!(!is_title("A player may at any time") && !is_title("the shoe") && !is_title("Cards, each of which,"));
        assert!(
            !is_title("A natural is a point")
                && !is_title("A natural is a point total of 8 or 9 in the initial deal of a hand")
        );
    }

    #[test]
    fn a_word_that_joins_ends_what_the_line_above_ends() {
        assert!(end("of the tournament;", "and") && end("x", "of the tournament; or") && end("", "A rule."));
        assert!(!end("of the tournament", "and") && !end("x;", "and so"));
    }

    #[test]
    fn the_last_bytes_are_whole_letters() {
        assert_eq!((last("a\u{201c}b", 3), last("ab", 9), last("", 1)), ("b", "ab", ""));
    }
}
