//! The numbers of a text: digits, and words for small numbers.

use std::collections::BTreeSet;

/// Where a number of a clause is among the values of the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Among those by this clause.
    Here,
    /// Among those by another clause.
    Elsewhere,
    /// Among none of them.
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
    /// The piece as it stands in the text.
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

/// What may stand right behind a number that it counts: `7s`, `24h`, `60min`; `2H` is a card.
const UNITS: [&str; 11] = ["s", "h", "hr", "hrs", "min", "mins", "sec", "secs", "l", "ml", "kg"];

/// The numbers that a text of the ruleset holds.
pub(crate) fn numbers(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter_map(number).collect()
}

/// The number that a word is: `7`, `7s`, `07`, `24h`, `seven`.
fn number(word: &str) -> Option<String> {
    let low = word.to_ascii_lowercase();
    let letters = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let counts = UNITS.contains(&letters) || letters == "S";
    let digits = if counts { word.strip_suffix(letters).unwrap_or(word) } else { &low };
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let bare = digits.trim_start_matches('0');
        return Some(if bare.is_empty() { "0" } else { bare }.to_owned());
    }
    WORDS.iter().find(|(name, _)| *name == low).map(|(_, digits)| (*digits).to_owned())
}

/// The number of an ordinal in digits: `60th`.
fn ordinal(word: &str) -> Option<String> {
    let low = word.to_ascii_lowercase();
    let digits = ["st", "nd", "rd", "th"].into_iter().find_map(|end| low.strip_suffix(end))?;
    number(digits).filter(|_| digits.ends_with(|last: char| last.is_ascii_digit()))
}

/// Of a part in words how many make a whole: `half`, `a third of`. The third card is none.
fn part(word: &str, before: &str, behind: &str) -> Option<String> {
    let counted = || ["a", "one", "two"].contains(&before.split_whitespace().next_back().unwrap_or(""));
    let of = counted() && !behind.trim_start().starts_with("card");
    let parts = match word.to_ascii_lowercase().as_str() {
        "half" | "halves" => "2",
        "thirds" => "3",
        "third" if of => "3",
        "quarter" | "quarters" => "4",
        "fifth" if of => "5",
        "tenth" if of => "10",
        _ => return None,
    };
    Some(parts.to_owned())
}

/// The number with commas between thousands that a text begins with, and where it is: as it stands, or in hundredths.
fn amount<'t>(text: &'t str, place: &impl Fn(&str) -> Figure) -> Option<(&'t str, Figure)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let mut end = digits(text);
    if !(1..=3).contains(&end) {
        return None;
    }
    let first = end;
    while let Some(next) = text.get(end..).and_then(|rest| rest.strip_prefix(',')).filter(|next| digits(next) == 3) {
        end = text.len() - next.len() + 3;
    }
    if end == first {
        return None;
    }
    let whole: String = text.get(..end)?.chars().filter(char::is_ascii_digit).collect();
    let cents = text.get(end..).and_then(|rest| rest.strip_prefix('.')).filter(|rest| digits(rest) == 2);
    let cents = cents.and_then(|rest| rest.get(..2));
    end += cents.map_or(0, |_| 3);
    let plain = if cents.is_none_or(|cents| cents == "00") { place(&whole) } else { Figure::Nowhere };
    let figure = match plain {
        Figure::Nowhere => place(&format!("{whole}{}", cents.unwrap_or("00"))),
        found => found,
    };
    Some((text.get(..end)?, figure))
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
        // `5,000.00` is one number; the ruleset may hold it in minor units.
        if let Some((piece, figure)) = amount(rest, place) {
            if !plain.is_empty() {
                out.push(Run { text: std::mem::take(&mut plain), figure: None });
            }
            out.push(Run { text: piece.to_owned(), figure: Some(figure) });
            rest = rest.get(piece.len()..).unwrap_or_default();
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
            let behind = rest.get(word_ends..).unwrap_or_default();
            let counted = number(word).or_else(|| ordinal(word)).or_else(|| part(word, &plain, behind));
            (word, counted.map(|number| place(&number)))
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
        let marked = |text: &str| -> Vec<(String, &str)> {
            let place = |number: &str| match number {
                "500000" | "60" | "2" | "3" => Figure::Here,
                _ => Figure::Nowhere,
            };
            let runs = runs(text, &place, &|_| false).into_iter();
            runs.filter_map(|run| Some((run.text, run.figure?.word()))).collect()
        };
        for (text, word, place) in [
            ("at most 5,000.00 a wager", "5,000.00", "here"),
            ("at most 5,000", "5,000", "here"),
            ("at most 7,000.50", "7,000.50", "nowhere"),
            ("after the 60th coup", "60th", "here"),
            ("within 60min", "60min", "here"),
            ("after 24h", "24h", "nowhere"),
            ("in 30s", "30s", "nowhere"),
            ("no more than half of that", "half", "here"),
            ("a third of it", "third", "here"),
        ] {
            assert_eq!(marked(text), [(word.to_owned(), place)], "{text}");
        }
        assert_eq!(marked("the third card, a third card"), []);
        assert_eq!(runs("", &place, &|_| false), []);
        assert_eq!(numbers("both 7s 3: 7 to 1, Seven"), ["1", "3", "7"].map(str::to_owned).into());
    }
}
