//! Odds as documents print them: `8 to 1`, `8:1`, `9 for 1`, and the commission that may follow.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n};
use nom::character::complete::{char, multispace0, multispace1, one_of};
use nom::combinator::{map, map_opt, opt, value};
use nom::sequence::{preceded, terminated};

/// How odds are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayForm {
    /// `8 to 1`, `8:1`: what is won in addition to the stake.
    To,
    /// `9 for 1`: what comes back, the stake among it; 8 are won.
    For,
}

/// How far behind odds their commission is looked for, in bytes.
const TAIL: usize = 100;

/// Odds in a text.
pub(crate) struct Odds<'t> {
    pub start: usize,
    /// Behind the odds, and behind what is said of a commission.
    pub end: usize,
    pub a: &'t str,
    pub b: &'t str,
    pub form: PayForm,
    /// The share of the winnings that is kept, in lowest terms.
    pub commission: Option<(u64, u64)>,
}

/// The next odds behind a place.
pub(crate) fn next_odds(text: &str, from: usize) -> Option<Odds<'_>> {
    let mut search = from;
    loop {
        let rest = text.get(search..)?;
        // One pass for all three: a word that is missing from a long text is not looked for again and again.
        let (at, word) =
            rest.bytes().enumerate().filter(|(_, byte)| matches!(byte, b't' | b'f' | b':')).find_map(|(at, _)| {
                WORDS
                    .iter()
                    .find(|word| rest.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(word.as_bytes())))
                    .map(|word| (search + at, *word))
            })?;
        search = at + word.len();
        if let Some(odds) = around(text, from, at, word) {
            return Some(odds);
        }
    }
}

/// The words between two numbers of odds.
const WORDS: [&str; 3] = ["to", ":", "for"];

/// The odds whose word is at a place, if numbers are around it.
fn around<'t>(text: &'t str, from: usize, at: usize, word: &str) -> Option<Odds<'t>> {
    let before = text.get(from..at)?;
    let number = before.trim_end();
    let digits = number.len() - number.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.').len();
    let start = from + number.len() - digits;
    let a = text.get(start..from + number.len())?;
    let start = start + (a.len() - a.trim_start_matches('.').len());
    let a = a.trim_start_matches('.');
    let after = text.get(at + word.len()..)?;
    let gap = after.len() - after.trim_start().len();
    let b = after.trim_start();
    let length = b.len() - b.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let behind = b.get(length..)?;
    let b = b.get(..length)?;
    if a.is_empty() || b.is_empty() || a.ends_with('.') || a.len() > 12 || b.len() > 9 {
        return None;
    }
    // A time of day, a number of another kind, `2 cards for 1 hand` are not odds.
    let bounded = || {
        let parted = !text.get(from..start).unwrap_or("").ends_with([':', '-', '.', '/', ',']);
        parted
            && b.len() == 1
            && b != "0"
            && !behind.starts_with(|next: char| next.is_alphanumeric() || ":-/".contains(next))
    };
    if word != "to" && (!bounded() || (word == "for" && gap == 0)) {
        return None;
    }
    let end = at + word.len() + gap + length;
    let (tail, commission) = commission(behind).map_or((0, None), |(length, kept)| (length, Some(kept)));
    let form = if word == "for" { PayForm::For } else { PayForm::To };
    Some(Odds { start, end: end + tail, a, b, form, commission })
}

/// `0.95 to 1` is 19 to 20, `12 for 1` is 11 to 1.
pub(crate) fn in_lowest_terms(a: &str, b: &str, form: PayForm) -> Option<(u64, u64)> {
    let (a, scale) = decimal(a)?;
    let b = b.parse::<u64>().ok()?.checked_mul(scale)?;
    let a = match form {
        PayForm::To => a,
        PayForm::For => a.checked_sub(b)?,
    };
    reduced(a, b)
}

/// A number with up to six places behind its point, as a whole one and what it counts.
fn decimal(text: &str) -> Option<(u64, u64)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 6 || part.contains('.') {
        return None;
    }
    let scale = 10u64.checked_pow(u32::try_from(part.len()).ok()?)?;
    Some((format!("{whole}{part}").parse::<u64>().ok()?, scale))
}

fn reduced(a: u64, b: u64) -> Option<(u64, u64)> {
    let (mut high, mut low) = (a, b);
    while low != 0 {
        (high, low) = (low, high % low);
    }
    (high > 0 && b > 0).then(|| (a / high, b / high))
}

type Read<'t, O> = nom::IResult<&'t str, O>;

/// The commission that the text behind odds begins with: how long that is, and which share.
fn commission(text: &str) -> Option<(usize, (u64, u64))> {
    let end = (0..=text.len().min(TAIL)).rev().find(|end| text.is_char_boundary(*end))?;
    let low = text.get(..end)?.to_ascii_lowercase();
    let (rest, kept) = kept(&low).ok()?;
    Some((low.len() - rest.len(), kept))
}

fn kept(text: &str) -> Read<'_, (u64, u64)> {
    let (rest, _) = (multispace0, opt(one_of(",;")), multispace0, opt(char('(')), multispace0).parse(text)?;
    let less = alt((tag("less"), tag("minus"), tag("subject to"), tag("with"), tag("after"), tag("and")));
    let (rest, less) = opt(terminated(less, multispace1)).parse(rest)?;
    let article = || opt(terminated(alt((tag("an"), tag("a"), tag("the"))), multispace1));
    let (rest, _) = article().parse(rest)?;
    let noun = || alt((tag("vigorish"), tag("commission"), tag("comiss\u{e3}o"), tag("vig")));
    let named = (noun(), multispace1, tag("of"), multispace1);
    let (rest, first) = opt(named).parse(rest)?;
    let (rest, share) = percent(rest)?;
    let (rest, last) = opt(preceded(multispace0, noun())).parse(rest)?;
    let (rest, _) = opt((multispace0, char(')'))).parse(rest)?;
    // A percentage alone may be anything.
    if first.is_none() && last.is_none() && !matches!(less, Some("less" | "minus")) {
        return Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag)));
    }
    Ok((rest, share))
}

fn percent(text: &str) -> Read<'_, (u64, u64)> {
    let digits = (
        take_while_m_n(1, 3, |letter: char| letter.is_ascii_digit()),
        take_while(|letter: char| letter.is_ascii_digit() || letter == '.'),
    );
    let number = map_opt(nom::combinator::recognize(digits), decimal);
    let words = [("ten", 10), ("five", 5), ("four", 4), ("three", 3), ("two", 2), ("one", 1)];
    let word = map_opt(take_while(|letter: char| letter.is_ascii_alphabetic()), move |word: &str| {
        words.iter().find(|(known, _)| *known == word).map(|(_, number)| (*number, 1u64))
    });
    let sign = alt((value((), char('%')), map((tag("per"), multispace0, tag("cent")), |_| ())));
    map_opt(terminated(alt((number, word)), (multispace0, sign)), |(number, scale)| {
        reduced(number, scale.checked_mul(100)?).filter(|(kept, of)| kept < of)
    })
    .parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let odds = next_odds(text, 0)?;
        let (a, b) = in_lowest_terms(odds.a, odds.b, odds.form)?;
        let kept = odds.commission.map_or(String::new(), |(kept, of)| format!(" less {kept}/{of}"));
        Some(format!("{:?} {a}:{b}{kept}|{}", odds.form, text.get(odds.end..)?))
    }

    #[test]
    fn odds_are_read_in_every_form() {
        assert_eq!(read("Tie 8 to 1.").as_deref(), Some("To 8:1|."));
        assert_eq!(read("Tie 8:1").as_deref(), Some("To 8:1|"));
        assert_eq!(read("Tie 12 for 1").as_deref(), Some("For 11:1|"));
        assert_eq!(read("Banker 1.95 for 1").as_deref(), Some("For 19:20|"));
        assert_eq!(read("Banker 19 to 20").as_deref(), Some("To 19:20|"));
        assert_eq!(read("from 10:30 on, a Tie 9 for 1").as_deref(), Some("For 8:1|"));
    }

    #[test]
    fn what_is_kept_of_winnings_is_read() {
        let is = |text: &str, kept: &str| assert_eq!(read(text).as_deref(), Some(kept), "{text}");
        is("1 to 1 (5 % vigorish) Tie", "To 1:1 less 1/20| Tie");
        is("1 to 1, less a 5% commission", "To 1:1 less 1/20|");
        is("1 to 1 minus five per cent commission.", "To 1:1 less 1/20|.");
        is("1 to 1 less commission of 4.5 %", "To 1:1 less 9/200|");
        is("1 to 1 less 5%", "To 1:1 less 1/20|");
        is("1 to 1 5% of tables", "To 1:1| 5% of tables");
        is("1 to 1, 100% commission", "To 1:1|, 100% commission");
    }

    #[test]
    fn other_numbers_are_no_odds() {
        for text in
            ["at 10:30", "19:47B-3.1", "2 cards for 1 hand", "8:15:1", "2 for 10", "1:0", "for 1", ":", "3 for 1st"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
