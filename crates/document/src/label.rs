//! What may be at the beginning of a line: a clause number, an item's letter, a defined term.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while_m_n};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, map_opt, opt, recognize, verify};
use nom::multi::{many1, separated_list1};
use nom::sequence::{delimited, preceded, terminated};

use crate::fold::fold;

/// The longest line that may name figures alone, in bytes.
const MAX_FIGURES: usize = 400;

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
    // Some PDFs have blanks inside words and numbers: `1 . 1 . In`. Before a full stop they count only where another
    // one follows: `4 . 7 Up` is the number 4.
    let blank = || take_while(char::is_whitespace);
    let wide = || many1(terminated(part(), (blank(), char('.'), blank())));
    let parsed: Read<'_, _> = (separated_list1(char('.'), part()), opt(char('.'))).parse(text);
    let (rest, (parts, dot)) = parsed.ok()?;
    let mut number = Number { dot: dot.is_some(), parts };
    let mut rest = rest;
    if !number.dot && rest.trim_start().starts_with('.') && rest.starts_with(char::is_whitespace) {
        let parsed: Read<'_, _> = wide().parse(text);
        let (behind, parts) = parsed.ok()?;
        (number, rest) = (Number { dot: true, parts }, behind);
        let parted = text.strip_suffix(rest).is_some_and(|before| before.ends_with(char::is_whitespace));
        if parted {
            return Some((number, rest));
        }
    }
    // `1.- Words`
    let dash = rest.strip_prefix(['-', '–', '—']).filter(|_| number.dot);
    rest =
        dash.filter(|rest| rest.starts_with(|next: char| next.is_whitespace() || next.is_uppercase())).unwrap_or(rest);
    let next = rest.chars().next();
    let ends = match next {
        None => number.dot || number.parts.len() > 1,
        Some(next) if next.is_whitespace() => true,
        Some(next) if matches!(fold(next), '"' | '\'') || next.is_uppercase() || is_han(next) => true,
        Some(next) => number.parts.len() > 1 && (next.is_alphabetic() || next == '('),
    };
    ends.then(|| (number, rest.trim_start()))
}

/// What is put behind a number later, in order.
pub(crate) const INSERTED: [&str; 6] = ["bis", "ter", "quater", "quinquies", "sexies", "septies"];

/// A number with what was put behind it later: `5 bis`, `4.1 ter`, `5a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inserted {
    /// The parts of the number that it stands behind.
    pub parts: Vec<u16>,
    /// What stands behind that, as it is cited: ` bis`, `a`.
    pub mark: String,
    /// What stands behind the number in the clause before: nothing, ` bis`, `a`.
    pub after: String,
}

/// The number with what was put behind it later that `text` begins with, `5 bis.`, `4.1 ter)`, `5a.`, and the text behind, which
/// begins as a clause or a title does.
pub(crate) fn inserted(text: &str) -> Option<(Inserted, &str)> {
    let digits = text.find(|letter: char| !(letter.is_ascii_digit() || letter == '.'))?;
    let parts: Option<Vec<u16>> =
        text.get(..digits)?.split('.').map(|part| part.parse().ok().filter(|part| *part > 0)).collect();
    let behind = text.get(digits..)?;
    let (mark, after, rest) = match inserted_word(behind.trim_start()) {
        Some((word, rest)) => {
            let place = INSERTED.iter().position(|known| *known == word)?;
            let after = place.checked_sub(1).and_then(|before| INSERTED.get(before));
            (format!(" {word}"), after.map_or_else(String::new, |after| format!(" {after}")), rest)
        }
        None => {
            let letter = behind.chars().next().filter(char::is_ascii_alphabetic)?;
            // A single letter is one only with a mark behind it.
            let rest = behind.get(1..).filter(|rest| rest.starts_with(['.', ')', ':']))?;
            let before = char::from_u32(u32::from(letter) - 1).filter(char::is_ascii_alphabetic);
            (letter.to_string(), before.map_or_else(String::new, String::from), rest)
        }
    };
    let rest = rest.strip_prefix(['.', ')', ':']).unwrap_or(rest);
    let begins = rest.starts_with(char::is_whitespace) || rest.is_empty();
    let rest = rest.trim_start();
    let first = rest.chars().next();
    let as_clause = first.is_none_or(|first| first.is_uppercase() || is_han(first) || first == '(' || is_quoted(rest));
    (begins && as_clause).then_some((Inserted { parts: parts?, mark, after }, rest))
}

/// The word of those put behind a number that `text` begins with, whole, and what follows it.
pub(crate) fn inserted_word(text: &str) -> Option<(&'static str, &str)> {
    let found = INSERTED.into_iter().find_map(|word| Some((word, text.strip_prefix(word)?)));
    found.filter(|(_, rest)| !rest.starts_with(char::is_alphanumeric))
}

/// An item's mark: `(a)`, `(iv)`, `(2)`, `i)`, `2°`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// What comes before the closing parenthesis.
    pub mark: String,
    /// Whether a parenthesis opens it.
    pub opened: bool,
}

/// The item's mark that `text` begins with, and the text behind it.
pub(crate) fn item(text: &str) -> Option<(Item, &str)> {
    let roman = || recognize(many1(one_of("ivx")));
    let letter = || take_while_m_n(1, 1, |letter: char| letter.is_ascii_lowercase());
    let digits = || {
        verify(take_while_m_n(1, 2, |letter: char| letter.is_ascii_digit()), |digits: &str| !digits.starts_with('0'))
    };
    let inner = alt((terminated(roman(), close()), terminated(letter(), close()), terminated(digits(), close())));
    let opened = delimited(char('('), inner, char(')'));
    let bare = terminated(verify(roman(), |mark: &str| mark.len() <= 5), char(')'));
    // `7° bis` is another one than `7°`.
    let later = || verify(nom::combinator::rest, |rest: &str| inserted_word(rest.trim_start()).is_none());
    let blank = nom::combinator::peek(preceded(nom::character::complete::space1, later()));
    let degree = terminated(digits(), (nom::character::complete::space0, one_of("°º"), opt(char(')')), blank));
    let mut any =
        alt((opened.map(|mark| (mark, true)), bare.map(|mark| (mark, false)), degree.map(|mark| (mark, false))));
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

/// Whether a line holds nothing but the name of a diagram or an appendix. Blanks count nothing.
pub(crate) fn is_figure(text: &str) -> bool {
    if text.len() > MAX_FIGURES {
        return false;
    }
    let plain: String = text.chars().map(fold).filter(|letter| !letter.is_whitespace()).collect();
    let name = || alt((tag_no_case("diagram"), tag_no_case("appendix"), tag_no_case("figure")));
    let quote = || opt(one_of("\"'"));
    let mark = satisfy(|letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit());
    let figure = (name(), quote(), mark, quote(), opt(char(',')));
    let parsed: Read<'_, _> = all_consuming(many1(figure)).parse(plain.as_str());
    parsed.is_ok()
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
        assert_eq!(parts("1.- Decks"), Some((vec![1], true, "Decks")));
        assert_eq!(parts("2.1.-Decks"), Some((vec![2, 1], true, "Decks")));
        assert_eq!(parts("3.9.1."), Some((vec![3, 9, 1], true, "")));
    }

    #[test]
    fn blanks_inside_a_number_count_nothing() {
        assert_eq!(parts("1 .   D efinitions"), Some((vec![1], true, "D efinitions")));
        assert_eq!(parts("1 . 1 .   In"), Some((vec![1, 1], true, "In")));
        assert_eq!(parts("1. 1 . In"), Some((vec![1], true, "1 . In")));
        assert_eq!(parts("4 . 7 Up B accarat"), Some((vec![4], true, "7 Up B accarat")));
        assert_eq!(parts("4. 7 Up Baccarat"), Some((vec![4], true, "7 Up Baccarat")));
        assert_eq!(parts("7 . no"), Some((vec![7], true, "no")));
        assert_eq!(parts("7 .5 x"), None);
    }

    #[test]
    fn quantities_are_no_numbers() {
        for text in ["0.95 to 1", "0-1-2-3", "1,000.00", "10%", "7", "3.05 x", "7s", "1.1234 x"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_have_words_behind_them_that_were_put_there_later() {
        let read = |text: &str| {
            let (found, rest) = inserted(text)?;
            Some(format!("{:?}{} behind `{}`: {rest}", found.parts, found.mark, found.after))
        };
        for (text, wanted) in [
            ("5 bis. Money", "[5] bis behind ``: Money"),
            ("4.1 ter) Money", "[4, 1] ter behind ` bis`: Money"),
            ("2quater Money", "[2] quater behind ` ter`: Money"),
            ("5a. Money", "[5]a behind ``: Money"),
            ("4.1C) Money", "[4, 1]C behind `B`: Money"),
        ] {
            assert_eq!(read(text).as_deref(), Some(wanted), "{text}");
        }
        for text in [
            "5 bis der Bank",
            "5 biscuits",
            "bis. Money",
            "0 bis. Money",
            "5. bis. Money",
            "5a Money",
            "5th. Money",
            "5a. money",
        ] {
            assert_eq!(inserted(text), None, "{text}");
        }
    }

    #[test]
    fn items_and_terms() {
        assert_eq!(item("(h) in").map(|(item, _)| item.mark).as_deref(), Some("h"));
        assert_eq!(item("iv) v").map(|(item, _)| item.opened), Some(false));
        assert_eq!(item("(12) in").map(|(item, _)| item.mark).as_deref(), Some("12"));
        assert_eq!([item("(i.e. take)"), item("(0) x"), item("(100) x"), item("12) x")], [None, None, None, None]);
        assert_eq!(item("2° the shoe").map(|(item, rest)| (item.mark, rest)), Some(("2".to_owned(), "the shoe")));
        assert_eq!(item("9 ° the shoe").map(|(item, _)| item.mark).as_deref(), Some("9"));
        assert_eq!([item("20°C"), item("2°"), item("7° bis the shoe")], [None, None, None]);
        assert_eq!(item("a) b"), None);
        assert_eq!(term("\u{201c}Super 7's\u{201d} means"), Some("Super 7's"));
        assert_eq!(term("'no more bets' by"), Some("no more bets"));
        assert_eq!(term("\"open"), None);
        assert_eq!([roman("iv"), roman("ix"), roman("xiv"), roman("iix")], [Some(4), Some(9), Some(14), None]);
    }

    #[test]
    fn figures_stand_alone() {
        assert!(is_figure("Diagram \u{201c}A\u{201d}") && is_figure("Appendix \"A\"") && is_figure("Diagram B"));
        assert!(is_figure("D iagram \u{201c}A \u{201d}, D iagram \u{201c}B \u{201d}") && is_figure("A ppendix A"));
        assert!(!is_figure("Diagrams") && !is_figure("Figure As shown"));
        assert!(!is_figure("Diagram \u{201c}C\u{201d} with:") && !is_figure("Diagram A.....27") && !is_figure(""));
    }
}
