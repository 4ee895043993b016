//! Odds as documents print them: `8 to 1`, `8:1`, `9 for 1`, and the commission that may follow.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n};
use nom::character::complete::{char, multispace0, multispace1, one_of};
use nom::combinator::{map, map_opt, opt, value};
use nom::sequence::{preceded, terminated};

use crate::figures::is_span;
use crate::label::is_han;

/// How odds are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayForm {
    /// `8 to 1`, `8:1`: what is won in addition to the stake.
    To,
    /// `9 for 1`: what comes back, the stake among it; 8 are won.
    For,
    /// `1:8`: the stake comes first.
    StakeFirst,
}

/// In which order the two numbers of odds with a colon stand, as far as the odds of a text show: `8:1` and `0.95:1` have
/// the winnings first, `1:8` and `1:0.95` the stake. `1:2` and `19:20` show nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colons {
    /// Some odds have the winnings first.
    pub winnings_first: bool,
    /// Some have the stake first.
    pub stake_first: bool,
}

impl Colons {
    /// What the odds of a text show.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let (mut found, mut from) = (Self::default(), 0);
        while let Some(odds) = next_odds(text, from) {
            from = odds.end;
            found.see(&odds);
        }
        found
    }

    /// What two texts show together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            winnings_first: self.winnings_first || other.winnings_first,
            stake_first: self.stake_first || other.stake_first,
        }
    }

    fn see(&mut self, odds: &Odds<'_>) {
        let one = |number: &str| number == "1";
        let beyond = |number: &str, most: u64| number.parse::<u64>().is_ok_and(|number| number > most);
        if odds.colon {
            self.winnings_first |= one(odds.b) && (odds.a.contains('.') || beyond(odds.a, 1));
            self.stake_first |= one(odds.a) && (odds.b.contains('.') || beyond(odds.b, 2));
        }
    }
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
    /// Whether a colon is between the numbers.
    pub colon: bool,
    /// The share of the winnings that is kept, in lowest terms.
    pub commission: Option<(u64, u64)>,
    /// What the rest of the line says in addition that changes odds and was not read; empty if nothing.
    pub unread: &'t str,
}

impl Odds<'_> {
    /// What is won on which stake, in lowest terms, and how that is printed; several where the numbers may stand in
    /// either order, none where these are no odds.
    pub(crate) fn values(&self, colons: Colons) -> Vec<(u64, u64, PayForm)> {
        let as_said = in_lowest_terms(self.a, self.b, self.form).map(|(a, b)| (a, b, self.form));
        let turned = in_lowest_terms(self.b, self.a, PayForm::To).map(|(a, b)| (a, b, PayForm::StakeFirst));
        // `1 to 0.95` says nothing that way about.
        let decimal_stake = self.form == PayForm::To && self.b.contains('.');
        match (self.colon, colons.winnings_first, colons.stake_first) {
            _ if self.a == self.b => as_said.into_iter().collect(),
            (false, ..) if decimal_stake => as_said.into_iter().chain(turned).collect(),
            (false, ..) | (true, true, false) => as_said.into_iter().collect(),
            (true, false, true) => turned.into_iter().collect(),
            (true, ..) => as_said.into_iter().chain(turned).collect(),
        }
    }
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
    let bare = a.trim_start_matches('.');
    let points = a.len() - bare.len();
    let lead = text.get(..start).unwrap_or("");
    // `.95` is a number, dots that lead from a label to its odds are none.
    let decimal =
        points == 1 && !bare.contains('.') && lead.chars().next_back().is_none_or(|last| !last.is_alphanumeric());
    let decimal = decimal && !lead.trim_end().ends_with(['.', '…']);
    let (start, a) = if decimal { (start, a) } else { (start + points, bare) };
    let after = text.get(at + word.len()..)?;
    let gap = after.len() - after.trim_start().len();
    let b = after.trim_start();
    let length = figures(b);
    let behind = b.get(length..)?;
    let b = b.get(..length)?;
    if a.is_empty() || b.is_empty() || a.ends_with('.') || a.len() > 12 || b.len() > 9 {
        return None;
    }
    let ahead = text.get(from..start).unwrap_or("");
    // A time of day, a number of another kind, `2 cards for 1 hand` are not odds.
    let bounded = || {
        let parted = !ahead.ends_with([':', '-', '.', '/', ',']);
        let stake_first = word == ":" && a == "1" && !b.starts_with("00") && (b.contains('.') || !b.starts_with('0'));
        let low = behind.trim_start().to_ascii_lowercase();
        let clock = ["am", "pm", "a.m", "p.m", "hour", "o'clock"].iter().any(|word| low.starts_with(word));
        parted
            && (b.len() == 1 || stake_first)
            && b != "0"
            && !clock
            && !behind.starts_with(|next: char| next.is_alphanumeric() || ":-/".contains(next))
    };
    if word != "to" && (!bounded() || (word == "for" && gap == 0)) {
        return None;
    }
    let whole = |number: &str| number.parse::<u64>().ok();
    if word == "to" && whole(a).zip(whole(b)).is_some_and(|(a, b)| is_span(ahead, a, b, behind)) {
        return None;
    }
    let end = at + word.len() + gap + length;
    let (tail, commission) = commission(behind).map_or((0, None), |(length, kept)| (length, Some(kept)));
    let form = if word == "for" { PayForm::For } else { PayForm::To };
    let lone_point = points == 1 && !decimal;
    let unread = match goes_on(ahead, behind, lone_point) {
        true => whole_word(text, start, end),
        false => qualified(behind.get(tail..).unwrap_or("")),
    };
    Some(Odds { start, end: end + tail, a, b, form, colon: word == ":", commission, unread })
}

/// Whether a number goes on before or behind the digits that were read: `8,5 to 1`, `8-1/2 to 1`, `8 to 1½`.
fn goes_on(ahead: &str, behind: &str, lone_point: bool) -> bool {
    let mut before = ahead.chars().rev();
    let (last, above) = (before.next().unwrap_or(' '), before.next().unwrap_or(' '));
    let strange = |letter: char| letter.is_numeric() && !letter.is_ascii_digit() && !is_han(letter);
    let joins = |letter: char| matches!(letter, '/' | ',' | '.' | '-' | '\u{b7}' | '\'' | '\u{2019}' | '\u{2044}');
    let mut after = behind.chars();
    let (next, second) = (after.next().unwrap_or(' '), after.next().unwrap_or(' '));
    let ahead = lone_point || strange(last) || (joins(last) && above.is_ascii_digit());
    ahead || strange(next) || (joins(next) && second.is_ascii_digit())
}

/// Odds with the words that their numbers are parts of.
fn whole_word(text: &str, start: usize, end: usize) -> &str {
    let before = text.get(..start).unwrap_or("");
    let from = before
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    let behind = text.get(end..).unwrap_or("");
    let to = end + behind.find(char::is_whitespace).unwrap_or(behind.len());
    text.get(from..to).unwrap_or("")
}

/// How long the number is that a text begins with; a full stop counts between digits alone.
fn figures(text: &str) -> usize {
    let digits = |text: &str| text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let whole = digits(text);
    let part = text.get(whole..).and_then(|rest| rest.strip_prefix('.')).map_or(0, digits);
    if whole > 0 && part > 0 { whole + 1 + part } else { whole }
}

/// Words that change odds.
const CHANGING: [&str; 28] = [
    "%",
    "per cent",
    "percent",
    "commission",
    "vigorish",
    "less ",
    "minus",
    "half",
    "except",
    "unless",
    "deduct",
    "reduc",
    "rounded",
    "multipl",
    "includ",
    "inclusive",
    "in total",
    "in all",
    "net of",
    " tax",
    "doubl",
    "tripl",
    "twice",
    "kept",
    "keeps",
    "retain",
    "withheld",
    "capped",
];

/// Words that change odds where they follow them directly; further on they count something else.
const FOLLOWING: [&str; 6] = ["or more", "or less", "or better", "at least", "at most", "up to"];

/// What is said behind odds, in their sentence and on their line, if it changes them.
fn qualified(text: &str) -> &str {
    let end = text.char_indices().take(TAIL).find(|(at, letter)| {
        let next = text.get(at + letter.len_utf8()..).unwrap_or("");
        *letter == '\n'
            || *letter == '\t'
            || (matches!(letter, '.' | ';') && !next.starts_with(|next: char| next.is_ascii_digit()))
    });
    let end =
        end.map_or_else(|| (0..=text.len().min(TAIL)).rev().find(|at| text.is_char_boundary(*at)), |(at, _)| Some(at));
    let said = end.and_then(|end| text.get(..end)).unwrap_or("");
    // The next odds have a sentence of their own.
    let said = said.find(" to ").and_then(|at| said.get(..at)).unwrap_or(said);
    let low = said.to_ascii_lowercase();
    let follows = FOLLOWING.iter().any(|word| low.trim_start().starts_with(word));
    if follows || CHANGING.iter().any(|word| low.contains(word)) { said.trim() } else { "" }
}

/// `0.95 to 1` is 19 to 20, `12 for 1` is 11 to 1.
pub(crate) fn in_lowest_terms(a: &str, b: &str, form: PayForm) -> Option<(u64, u64)> {
    let ((a, a_scale), (b, b_scale)) = (decimal(a)?, decimal(b)?);
    let (a, b) = (a.checked_mul(b_scale)?, b.checked_mul(a_scale)?);
    let a = match form {
        PayForm::To | PayForm::StakeFirst => a,
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
    let (rest, share) = alt((percent, part)).parse(rest)?;
    let (rest, last) = opt(preceded(multispace0, noun())).parse(rest)?;
    // `50% less (half)`
    let (rest, behind) = opt(preceded(multispace0, tag("less"))).parse(rest)?;
    let half = || opt((multispace0, char('('), multispace0, tag("half"), multispace0, char(')')));
    let (rest, halved) = half().parse(rest)?;
    let (rest, _) = opt((multispace0, char(')'))).parse(rest)?;
    // A percentage alone may be anything; a half is a half.
    let said = first.is_some() || last.is_some() || behind.is_some() || matches!(less, Some("less" | "minus"));
    if !said || (halved.is_some() && share != (1, 2)) {
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

/// A part of the winnings in words: `twentieth`, `one-twentieth part of it`. A part of the stake is another amount.
fn part(text: &str) -> Read<'_, (u64, u64)> {
    const PARTS: [(&str, u64); 12] = [
        ("half", 2),
        ("third", 3),
        ("quarter", 4),
        ("fourth", 4),
        ("fifth", 5),
        ("eighth", 8),
        ("tenth", 10),
        ("twentieth", 20),
        ("twenty-fifth", 25),
        ("fortieth", 40),
        ("fiftieth", 50),
        ("hundredth", 100),
    ];
    let (rest, _) = opt((tag("one"), one_of(" -\u{2010}\u{2011}"))).parse(text)?;
    let word = take_while(|letter: char| letter.is_alphanumeric() || letter == '-');
    let (rest, of) =
        map_opt(word, |word: &str| PARTS.iter().find(|(known, _)| *known == word).map(|(_, of)| *of)).parse(rest)?;
    let (rest, _) = opt((multispace1, tag("part"))).parse(rest)?;
    let whole = alt((tag("it"), tag("that"), tag("the winnings"), tag("its winnings"), tag("what is won")));
    let (rest, _) = opt((multispace1, tag("of"), multispace1, whole)).parse(rest)?;
    if rest.trim_start().starts_with("of ") {
        return Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag)));
    }
    Ok((rest, (1, of)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let odds = next_odds(text, 0)?;
        let (a, b, form) = odds.values(Colons::of(text)).first().copied()?;
        let kept = odds.commission.map_or(String::new(), |(kept, of)| format!(" less {kept}/{of}"));
        Some(format!("{form:?} {a}:{b}{kept}|{}", text.get(odds.end..)?))
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
    fn odds_with_a_colon_have_either_order() {
        let read = |text: &str| -> Vec<(u64, u64)> {
            let colons = Colons::of(text);
            let values = next_odds(text, 0).map(|odds| odds.values(colons)).unwrap_or_default();
            values.into_iter().map(|(a, b, _)| (a, b)).collect()
        };
        assert_eq!(read("Tie 1:8"), [(8, 1)]);
        assert_eq!(read("Pair 1:11, Tie 1:8"), [(11, 1)]);
        assert_eq!(read("Banker 1:0.95"), [(19, 20)]);
        assert_eq!(read("Banker on six 1:2, Tie 8:1"), [(1, 2)]);
        // Nothing says which of the two it is.
        assert_eq!(read("Banker on six 1:2"), [(1, 2), (2, 1)]);
        assert_eq!(read("Banker on six 1:4, Tie 8:1"), [(1, 4), (4, 1)]);
        assert_eq!(read("Banker 1 to 0.95"), [(20, 19), (19, 20)]);
        assert_eq!(read("Player 1:1"), [(1, 1)]);
    }

    #[test]
    fn what_changes_odds_and_was_not_read_is_kept() {
        let unread = |text| next_odds(text, 0).map(|odds| odds.unread);
        assert_eq!(unread("1 to 1, less what the floor says"), Some(", less what the floor says"));
        assert_eq!(unread("1 to 1 except on 6"), Some("except on 6"));
        assert_eq!(unread("8 to 1 or more"), Some("or more"));
        assert_eq!(unread("3 to 1 when one hand has two kings or more"), Some(""));
        for text in ["1 to 1, less 5%", "1 to 1 for the Player", "1 to 1. A commission is taken", "1 to 1\nless"] {
            assert_eq!(unread(text), Some(""), "{text}");
        }
    }

    #[test]
    fn what_is_kept_of_winnings_is_read() {
        let is = |text: &str, kept: &str| assert_eq!(read(text).as_deref(), Some(kept), "{text}");
        is("1 to 1 (5 % vigorish) Tie", "To 1:1 less 1/20| Tie");
        is("1 to 1, less a 5% commission", "To 1:1 less 1/20|");
        is("1 to 1 minus five per cent commission.", "To 1:1 less 1/20|.");
        is("1 to 1 less commission of 4.5 %", "To 1:1 less 9/200|");
        is("1 to 1 less 5%", "To 1:1 less 1/20|");
        is("1 to 1 minus 5 % commission", "To 1:1 less 1/20|");
        is("1:1, 50% less (half)", "To 1:1 less 1/2|");
        is("1:1 (50 % less)", "To 1:1 less 1/2|");
        is("1 to 1 5% of tables", "To 1:1| 5% of tables");
        is("1 to 1, 100% commission", "To 1:1|, 100% commission");
        is("1 to 1 less a twentieth.", "To 1:1 less 1/20|.");
        is("1 to 1, minus one-twentieth part of the winnings, as", "To 1:1 less 1/20|, as");
        is("1 to 1 after a commission of one tenth", "To 1:1 less 1/10|");
        is("8 to 1 less a twentieth of the stake", "To 8:1| less a twentieth of the stake");
        is("1 to 1, a third of them", "To 1:1|, a third of them");
    }

    #[test]
    fn a_number_that_goes_on_is_not_read_in_part() {
        let unread = |text| next_odds(text, 0).map(|odds| odds.unread);
        assert_eq!(unread("Tie 8-1/2 to 1"), Some("8-1/2 to 1"));
        assert_eq!(unread("Tie 8,5 to 1 here"), Some("8,5 to 1"));
        assert_eq!(unread("Tie 8 to 1,5"), Some("8 to 1,5"));
        assert_eq!(unread("Tie \u{2189}8 to 1"), Some("\u{2189}8 to 1"));
        assert_eq!(unread("Banker.95 to 1"), Some("Banker.95 to 1"));
        assert_eq!(read("Banker .95 to 1").as_deref(), Some("To 19:20|"));
        assert_eq!(read("Tie.....8 to 1").as_deref(), Some("To 8:1|"));
        for text in ["with a total of 79 to 1", "Any two 7s2 to 1", "'TIE' 8 to 1,"] {
            assert_eq!(unread(text), Some(""), "{text}");
        }
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
