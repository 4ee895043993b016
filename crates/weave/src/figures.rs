//! The numbers of a text: digits, and words for small numbers.

use std::collections::BTreeSet;

use resettle_document::normalised;

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
const WORDS: [(&str, &str); 30] = [
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
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("seventeen", "17"),
    ("eighteen", "18"),
    ("nineteen", "19"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
    ("thousand", "1000"),
    ("twice", "2"),
    ("dozen", "12"),
];

/// A word behind which, and before which, a number goes on.
const SCALES: [&str; 2] = ["hundred", "thousand"];

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
            // Letters of another width are the same number: `１２`.
            let folded = || if word.is_ascii() { None } else { number(&normalised(word)) };
            let counted = number(word).or_else(|| ordinal(word)).or_else(|| part(word, &plain, behind)).or_else(folded);
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
    parts_of_one(&mut out);
    out
}

/// `thirty-eight`, `two hundred and ten`: what part of a number in several words says is not what the number says, so that each part is
/// marked, whatever it is by itself.
fn parts_of_one(runs: &mut [Run]) {
    let said =
        |run: &Run| run.figure.and_then(|_| number(&run.text)).map(|number| (run.text.to_ascii_lowercase(), number));
    let goes_on = |one: &Run, between: &Run, two: &Run| -> Option<bool> {
        let ((left, tens), (right, _)) = (said(one)?, said(two)?);
        let words = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
        let scale = |word: &str| SCALES.contains(&word);
        let gap = between.text.trim();
        let is_close = gap.is_empty()
            || (gap.chars().count() == 1
                && !gap.contains(|mark: char| mark.is_alphanumeric() || ",.;:()/".contains(mark)));
        let is_tens = tens.len() == 2 && tens.ends_with('0') && tens != "10";
        let joined = (is_close && (is_tens || scale(&left) || scale(&right))) || (gap == "and" && scale(&left));
        Some(between.figure.is_none() && words(&left) && words(&right) && joined)
    };
    let of_one: Vec<usize> = (0..runs.len())
        .filter(|&at| match (runs.get(at), runs.get(at + 1), runs.get(at + 2)) {
            (Some(one), Some(between), Some(two)) => goes_on(one, between, two) == Some(true),
            _ => false,
        })
        .flat_map(|at| [at, at + 2])
        .collect();
    for at in of_one {
        if let Some(run) = runs.get_mut(at) {
            run.figure = Some(Figure::Nowhere);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_a_number_in_words_is_no_number() {
        let marked = |text: &str| -> Vec<(String, &str)> {
            let place = |number: &str| if number == "1000" { Figure::Nowhere } else { Figure::Here };
            let runs = runs(text, &place, &|_| false).into_iter();
            runs.filter_map(|run| Some((run.text, run.figure?.word()))).collect()
        };
        let all = |text: &str, word: &str| {
            let found = marked(text);
            assert!(!found.is_empty() && found.iter().all(|(_, figure)| *figure == word), "{text}: {found:?}");
        };
        for text in [
            "thirty-eight packs",
            "thirty eight packs",
            "five hundred",
            "two hundred and ten times",
            "forty\u{2011}two",
        ] {
            all(text, "nowhere");
        }
        for text in [
            "eight packs",
            "thirty packs",
            "two, three or four",
            "between twenty and thirty",
            "seven or eight",
            "two tens, eight",
        ] {
            all(text, "here");
        }
    }

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
            ("once sixty rounds", "sixty", "here"),
            ("once ６０ rounds", "６０", "here"),
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
