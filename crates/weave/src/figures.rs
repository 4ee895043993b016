//! The numbers of a text: digits, and words for small numbers.

use std::collections::BTreeSet;

/// Where a number of a clause is among the values of the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Among those by this clause.
    Here,
    /// Among those by another clause.
    Elsewhere,
    /// Nowhere.
    Nowhere,
    /// It is the number of a clause.
    Clause,
}

impl Figure {
    /// `here`, `elsewhere`, `nowhere` or `clause`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Elsewhere => "elsewhere",
            Self::Nowhere => "nowhere",
            Self::Clause => "clause",
        }
    }
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text.
    pub text: String,
    /// What it is, where it is a number.
    pub figure: Option<Figure>,
}

/// "One" is left out: it is a pronoun more often than a number.
const WORDS: [(&str, &str); 13] = [
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("thirteen", "13"),
    ("twenty", "20"),
];

/// The numbers that a text of the ruleset holds.
pub(crate) fn numbers(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter_map(number).collect()
}

/// The number that a word is: `7`, `7s`, `07`, `seven`.
fn number(word: &str) -> Option<String> {
    let low = word.to_ascii_lowercase();
    let digits = low.strip_suffix('s').unwrap_or(&low);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let bare = digits.trim_start_matches('0');
        return Some(if bare.is_empty() { "0" } else { bare }.to_owned());
    }
    WORDS.iter().find(|(name, _)| *name == low).map(|(_, digits)| (*digits).to_owned())
}

/// A text in pieces, its numbers apart. `place` says of a number where it is, and of a number with points whether it is that
/// of a clause.
pub(crate) fn runs(text: &str, place: &impl Fn(&str) -> Figure, is_clause: &impl Fn(&str) -> bool) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let word_ends = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
        if word_ends == 0 {
            plain.push(letter);
            rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            continue;
        }
        // `3.9.1` and `12.5` are one number.
        let pointed = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
        let pointed = rest.get(..pointed).unwrap_or_default().trim_end_matches('.');
        let (piece, figure) = if pointed.contains('.') {
            let figure = if is_clause(pointed) { Figure::Clause } else { place(pointed) };
            (pointed, Some(figure))
        } else {
            let word = rest.get(..word_ends).unwrap_or_default();
            (word, number(word).map(|number| place(&number)))
        };
        match figure {
            Some(_) => {
                if !plain.is_empty() {
                    out.push(Run { text: std::mem::take(&mut plain), figure: None });
                }
                out.push(Run { text: piece.to_owned(), figure });
            }
            None => plain.push_str(piece),
        }
        rest = rest.get(piece.len()..).unwrap_or_default();
    }
    if !plain.is_empty() {
        out.push(Run { text: plain, figure: None });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_falls_into_words_and_numbers() {
        let place = |number: &str| if number == "7" { Figure::Here } else { Figure::Nowhere };
        let found = runs("Three 7's, see 3.9.1; pays 12.5 é 07.", &place, &|number| number == "3.9.1");
        let found: Vec<(&str, Option<&str>)> =
            found.iter().map(|run| (run.text.as_str(), run.figure.map(Figure::word))).collect();
        let expected = [
            ("Three", Some("nowhere")),
            (" ", None),
            ("7", Some("here")),
            ("'s, see ", None),
            ("3.9.1", Some("clause")),
            ("; pays ", None),
            ("12.5", Some("nowhere")),
            (" é ", None),
            ("07", Some("here")),
            (".", None),
        ];
        assert_eq!(found, expected);
        assert_eq!(runs("", &place, &|_| false), []);
        assert_eq!(numbers("both 7s 3: 7 to 1, Seven"), ["1", "3", "7"].map(str::to_owned).into());
    }
}
