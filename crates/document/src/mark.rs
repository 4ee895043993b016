//! The marks of items below a heading: `(a)`, `(3A)`, `1.`, `iv)`, `2 –`, `1°`.

use crate::label::{self, roman};

/// What follows a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// In brackets on both sides: `(a)`.
    Enclosed,
    /// With a bracket behind it alone: `a)`.
    Closed,
    /// With a full stop behind it, and perhaps a dash: `a.`, `2.-`.
    Stopped,
    /// `1 –`.
    Dashed,
    /// `1°`.
    Degree,
}

/// What a list counts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Digits,
    Letters,
    Capitals,
    Roman,
    CapitalRoman,
}

/// An item's mark at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub shape: Shape,
    pub text: String,
}

/// The longest mark, in letters.
const MAX_MARK: usize = 6;

/// The mark that `text` begins with, and what follows it.
pub(crate) fn mark(text: &str) -> Option<(Mark, &str)> {
    let (inner, enclosed) = text.strip_prefix('(').map_or((text, false), |inner| (inner, true));
    let length = inner.chars().take_while(char::is_ascii_alphanumeric).take(MAX_MARK + 1).count();
    let (token, behind) = (inner.get(..length)?, inner.get(length..)?);
    if length == 0 || length > MAX_MARK || Kind::ALL.iter().all(|kind| kind.value(token).is_none()) {
        return None;
    }
    // `5 bis.`, `5 bis)`
    let later = behind.strip_prefix(' ').filter(|_| Kind::Digits.value(token).is_some()).and_then(label::inserted_word);
    let (token, behind) = match later {
        Some((word, behind)) => (inner.get(..length + 1 + word.len())?, behind),
        None => (token, behind),
    };
    let apart = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let (shape, rest) = match behind.chars().next()? {
        ')' => (if enclosed { Shape::Enclosed } else { Shape::Closed }, behind.get(1..)?),
        _ if enclosed => return None,
        '°' | 'º' if Kind::Digits.value(token).is_some() => {
            let rest = behind.trim_start_matches(['°', 'º']);
            // `7° bis` stands behind `7°`.
            if let Some((word, rest)) = rest.strip_prefix(' ').and_then(label::inserted_word) {
                let rest = rest.strip_prefix([')', '.']).unwrap_or(rest);
                let mark = Mark { shape: Shape::Degree, text: format!("{token} {word}") };
                return apart(rest).then(|| (mark, rest.trim_start()));
            }
            let rest = rest.strip_prefix(')').unwrap_or(rest);
            (Shape::Degree, apart(rest).then_some(rest)?)
        }
        // `9 °`
        ' ' if Kind::Digits.value(token).is_some() && behind.trim_start().starts_with(['°', 'º']) => {
            let rest = behind.trim_start().trim_start_matches(['°', 'º']);
            (Shape::Degree, apart(rest).then_some(rest)?)
        }
        // `I.-Le sabot`, `1.- Cards`
        '.' if dashed(behind.get(1..)?).is_some() => (Shape::Stopped, dashed(behind.get(1..)?)?),
        '.' => (Shape::Stopped, behind.get(1..).filter(|rest| apart(rest))?),
        ' ' if Kind::Digits.value(token).is_some() => {
            let rest = behind.trim_start().strip_prefix(['-', '–', '—'])?;
            (Shape::Dashed, apart(rest).then_some(rest)?)
        }
        _ => return None,
    };
    if shape == Shape::Closed && !apart(rest) {
        return None;
    }
    Some((Mark { shape, text: token.to_owned() }, rest.trim_start()))
}

/// What follows a dash right behind a full stop, where a clause begins there.
fn dashed(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['-', '–', '—'])?;
    rest.starts_with(|first: char| first.is_whitespace() || first.is_uppercase()).then_some(rest)
}

/// What follows all marks that a text begins with.
pub(crate) fn chain(text: &str) -> &str {
    let mut rest = text;
    while let Some((_, behind)) = mark(rest) {
        rest = behind;
    }
    rest
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [Self::Digits, Self::Letters, Self::Capitals, Self::Roman, Self::CapitalRoman];

    /// What a mark counts, as a number and the letter of one inserted behind it: `3A` and `3a` are 3 and `A`.
    pub(crate) fn value(self, mark: &str) -> Option<(u16, char)> {
        let plain = |value: Option<u16>| value.map(|value| (value, ' '));
        match self {
            // `5 bis` stands where `5A` does.
            Self::Digits if mark.contains(' ') => {
                let (number, word) = mark.split_once(' ')?;
                let number = Self::Digits.value(number).filter(|(_, letter)| *letter == ' ')?.0;
                Some((number, label::INSERTED.into_iter().zip('A'..).find(|(known, _)| *known == word)?.1))
            }
            Self::Digits => {
                let digits = mark.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
                let mut inserted = mark.get(digits.len()..)?.chars().map(|letter| letter.to_ascii_uppercase());
                let (letter, more) = (inserted.next().unwrap_or(' '), inserted.next());
                let whole = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
                let number = digits.parse().ok().filter(|number| whole && more.is_none() && *number < 1000)?;
                Some((number, letter))
            }
            Self::Letters => plain(letter(mark, b'a')),
            Self::Capitals => plain(letter(mark, b'A')),
            Self::Roman => plain(roman(mark)),
            Self::CapitalRoman if mark.bytes().all(|letter| letter.is_ascii_uppercase()) => {
                plain(roman(&mark.to_lowercase()))
            }
            Self::CapitalRoman => None,
        }
    }

    /// The kind of the list that a mark begins.
    pub(crate) fn begun_by(mark: &str) -> Option<Self> {
        match mark {
            "1" => Some(Self::Digits),
            "a" => Some(Self::Letters),
            "A" => Some(Self::Capitals),
            "i" => Some(Self::Roman),
            "I" => Some(Self::CapitalRoman),
            _ => None,
        }
    }
}

/// Whether a mark's value is the one that follows another: the next number, or one inserted behind this one.
pub(crate) fn follows(value: (u16, char), last: (u16, char)) -> bool {
    let inserted = match last.1 {
        ' ' => 'A',
        letter => char::from_u32(u32::from(letter) + 1).unwrap_or(' '),
    };
    (value.1 == ' ' && value.0 == last.0.saturating_add(1)) || value == (last.0, inserted)
}

/// The place of a letter in the alphabet; letters doubled go on behind z.
fn letter(mark: &str, first: u8) -> Option<u16> {
    let mut letters = mark.bytes();
    let one = letters.next().filter(|one| (first..first + 26).contains(one))?;
    let place = u16::from(one - first) + 1;
    match (letters.next(), letters.next()) {
        (None, _) => Some(place),
        (Some(two), None) if two == one => Some(place + 26),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_in_every_shape() {
        let read = |text: &str| mark(text).map(|(mark, rest)| (mark.text, mark.shape, rest.to_owned()));
        let is = |text: &str, mark: &str, shape: Shape, rest: &str| {
            assert_eq!(read(text), Some((mark.to_owned(), shape, rest.to_owned())), "{text}");
        };
        is("(3A) The", "3A", Shape::Enclosed, "The");
        is("(a)(2) the", "a", Shape::Enclosed, "(2) the");
        is("iv) the", "iv", Shape::Closed, "the");
        is("1. The", "1", Shape::Stopped, "The");
        is("2 – O", "2", Shape::Dashed, "O");
        is("1° the cards", "1", Shape::Degree, "the cards");
        is("9 ° the cards", "9", Shape::Degree, "the cards");
        is("7° bis the cards", "7 bis", Shape::Degree, "the cards");
        is("I.-The cards", "I", Shape::Stopped, "The cards");
        is("2.- The cards", "2", Shape::Stopped, "The cards");
        for text in ["1.5 x", "(Cards)", "10%", "1 to 1", "(i.e. x)", "0. x", "a.m. x", "Player. x", "(", "1)x", "2 x"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn inserted_marks_follow() {
        let value = |mark: &str| Kind::Digits.value(mark).unwrap();
        assert!(follows(value("3A"), value("3")) && follows(value("3B"), value("3A")));
        assert!(follows(value("4"), value("3B")) && !follows(value("5"), value("3")));
        assert_eq!(Kind::Letters.value("aa"), Some((27, ' ')));
    }
}
