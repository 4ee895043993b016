//! What may stand at the beginning of a line: a clause number, an item's letter, a defined term.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{char, one_of};
use nom::combinator::{map_opt, opt, recognize, verify};
use nom::multi::{many1, separated_list1};
use nom::sequence::{delimited, terminated};

use crate::fold::fold;

type Read<'t, O> = nom::IResult<&'t str, O>;

/// A clause number at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its parts, `[3, 9, 1]`.
    pub parts: Vec<u16>,
    /// Whether a full stop follows the last part.
    pub dot: bool,
}

/// The number that `text` begins with, and the text behind it.
pub(crate) fn number(text: &str) -> Option<(Number, &str)> {
    let part = || {
        map_opt(take_while_m_n(1, 3, |letter: char| letter.is_ascii_digit()), |digits: &str| {
            digits.parse::<u16>().ok().filter(|part| *part > 0 && !digits.starts_with('0'))
        })
    };
    let parsed: Read<'_, _> = (separated_list1(char('.'), part()), opt(char('.'))).parse(text);
    let (rest, (parts, dot)) = parsed.ok()?;
    let number = Number { dot: dot.is_some(), parts };
    let next = rest.chars().next();
    let ends = match next {
        None => number.dot || number.parts.len() > 1,
        Some(next) if next.is_whitespace() => true,
        Some(next) if matches!(fold(next), '"' | '\'') || next.is_uppercase() || is_han(next) => true,
        Some(next) => number.parts.len() > 1 && (next.is_alphabetic() || next == '('),
    };
    ends.then(|| (number, rest.trim_start()))
}

/// An item's mark: `(a)`, `(iv)`, `i)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// What stands before the closing parenthesis.
    pub mark: String,
    /// Whether a parenthesis opens it.
    pub opened: bool,
}

/// The item's mark that `text` begins with, and the text behind it.
pub(crate) fn item(text: &str) -> Option<(Item, &str)> {
    let roman = || recognize(many1(one_of("ivx")));
    let letter = || take_while_m_n(1, 1, |letter: char| letter.is_ascii_lowercase());
    let opened = delimited(char('('), alt((terminated(roman(), close()), terminated(letter(), close()))), char(')'));
    let bare = terminated(verify(roman(), |mark: &str| mark.len() <= 5), char(')'));
    let mut any = alt((opened.map(|mark| (mark, true)), bare.map(|mark| (mark, false))));
    let parsed: Read<'_, (&str, bool)> = any.parse(text);
    let (rest, (mark, opened)) = parsed.ok()?;
    (mark.len() <= 5).then(|| (Item { mark: mark.to_owned(), opened }, rest.trim_start()))
}

/// Succeeds before a closing parenthesis, which stays.
fn close<'t>() -> impl nom::Parser<&'t str, Output = &'t str, Error = nom::error::Error<&'t str>> {
    nom::combinator::peek(tag(")"))
}

/// Whether a text begins with a quotation mark.
pub(crate) fn is_quoted(text: &str) -> bool {
    text.chars().next().is_some_and(|letter| matches!(fold(letter), '"' | '\''))
}

/// The quoted term that `text` begins with, without its quotes.
pub(crate) fn term(text: &str) -> Option<&str> {
    let mut letters = text.char_indices();
    let (_, open) = letters.next()?;
    let quote = fold(open);
    if !matches!(quote, '"' | '\'') {
        return None;
    }
    let from = open.len_utf8();
    for (at, letter) in letters.take(120) {
        if fold(letter) != quote || at == from {
            continue;
        }
        let next = text.get(at + letter.len_utf8()..).and_then(|rest| rest.chars().next());
        let closes = quote == '"' || next.is_none_or(|next| next.is_whitespace() || next == '(');
        if closes {
            return text.get(from..at);
        }
    }
    None
}

/// Whether a line holds nothing but the name of a diagram or an appendix.
pub(crate) fn is_figure(text: &str) -> bool {
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
    let mut found = false;
    while let Some(word) = words.next() {
        let named = matches!(word.to_lowercase().as_str(), "diagram" | "appendix" | "figure");
        let mark = words.next().map(|mark| mark.trim_matches(|letter| matches!(fold(letter), '"' | '\'')));
        let lettered = mark.is_some_and(|mark| {
            let mut letters = mark.chars();
            letters.next().is_some_and(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
                && letters.next().is_none()
        });
        if !named || !lettered {
            return false;
        }
        found = true;
    }
    found
}

/// Whether a letter is Chinese.
pub(crate) fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

/// The value of a lower-case Roman numeral up to 39, written as it should be.
pub(crate) fn roman(mark: &str) -> Option<u16> {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let ones = mark.trim_start_matches('x');
    let tens = mark.len().saturating_sub(ones.len());
    let ones = ONES.iter().position(|known| *known == ones)?;
    // `ix` begins with an i, so its x is never taken for a ten.
    u16::try_from(tens * 10 + ones).ok().filter(|value| (1..=39).contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<(Vec<u16>, bool, &str)> {
        number(text).map(|(number, rest)| (number.parts, number.dot, rest))
    }

    #[test]
    fn numbers_open_with_and_without_full_stop_and_space() {
        assert_eq!(parts("3.9.1. If"), Some((vec![3, 9, 1], true, "If")));
        assert_eq!(parts("5.1.1 a wager"), Some((vec![5, 1, 1], false, "a wager")));
        assert_eq!(parts("3.4.2.Where"), Some((vec![3, 4, 2], true, "Where")));
        assert_eq!(parts("3.2.1any"), Some((vec![3, 2, 1], false, "any")));
        assert_eq!(parts("4.1七"), Some((vec![4, 1], false, "七")));
        assert_eq!(parts("3.9.1."), Some((vec![3, 9, 1], true, "")));
    }

    #[test]
    fn quantities_are_no_numbers() {
        for text in ["0.95 to 1", "0-1-2-3", "1,000.00", "10%", "7", "3.05 x", "7s", "1.1234 x"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }

    #[test]
    fn items_and_terms() {
        assert_eq!(item("(h) in").map(|(item, _)| item.mark).as_deref(), Some("h"));
        assert_eq!(item("iv) v").map(|(item, _)| item.opened), Some(false));
        assert_eq!(item("(i.e. take)"), None);
        assert_eq!(item("a) b"), None);
        assert_eq!(term("\u{201c}Super 7's\u{201d} means"), Some("Super 7's"));
        assert_eq!(term("'no more bets' by"), Some("no more bets"));
        assert_eq!(term("\"open"), None);
        assert_eq!([roman("iv"), roman("ix"), roman("xiv"), roman("iix")], [Some(4), Some(9), Some(14), None]);
    }

    #[test]
    fn figures_stand_alone() {
        assert!(is_figure("Diagram \u{201c}A\u{201d}") && is_figure("Appendix \"A\"") && is_figure("Diagram B"));
        assert!(!is_figure("Diagram \u{201c}C\u{201d} with:") && !is_figure("Diagram A.....27") && !is_figure(""));
    }
}
