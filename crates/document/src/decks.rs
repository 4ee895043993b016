//! The range of decks that a clause names.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1};
use nom::combinator::{map_res, opt, value};
use nom::multi::many1;
use nom::sequence::{preceded, terminated};

use crate::fold::fold;

/// How many decks may be played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckRange {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
    /// The numbers that a list names, ascending, where it leaves some out in between: `six or eight` is not seven.
    /// Empty for a range, and for a list without gaps.
    pub listed: Vec<u32>,
}

/// Number words of both languages.
const WORDS: [(&str, u32); 29] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("quatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("sete", 7),
    ("oito", 8),
    ("十二", 12),
    ("十一", 11),
    ("一", 1),
    ("两", 2),
    ("三", 3),
    ("四", 4),
    ("五", 5),
    ("六", 6),
    ("七", 7),
    ("八", 8),
    ("九", 9),
    ("十", 10),
];

/// Words that are about what is played with; some as headings have them.
const PLAYED: [&str; 14] = [
    "playedwith",
    "playwith",
    "playedusing",
    "playedfrom",
    "dealtfrom",
    "uses",
    "using",
    "shallconsistof",
    "numberofdecks:",
    "numberofdecksis",
    "应有",
    "jogadocom",
    "joga-secom",
    "jogofaz-secom",
];
/// The most numbers that are listed one by one.
const MAX_LISTED: usize = 12;

type Read<'t, O> = nom::IResult<&'t str, O>;

/// Every range of decks that a text plays with, in order, without repeats. White space does not matter.
///
/// A rack that holds six decks is none: the words before the number have to be about playing.
#[must_use]
pub fn deck_range(text: &str) -> Vec<DeckRange> {
    let plain: String =
        text.chars().map(fold).flat_map(char::to_lowercase).filter(|letter| !letter.is_whitespace()).collect();
    let mut found = Vec::new();
    for (at, _) in plain.char_indices() {
        let before = plain.get(..at).unwrap_or("");
        let plays = PLAYED.iter().any(|words| before.ends_with(words));
        if !plays {
            continue;
        }
        if let Some(range) = plain.get(at..).and_then(|rest| range(rest).ok()).map(|(_, range)| range)
            && !found.contains(&range)
        {
            found.push(range);
        }
    }
    found
}

fn range(text: &str) -> Read<'_, DeckRange> {
    let lead = opt(alt((tag("between"), tag("from"), tag("aminimumof"), tag("either"), tag("entre"), tag("de"))));
    let to = alt((
        tag("to"),
        tag("toamaximumof"),
        tag("andamaximumof"),
        tag("and"),
        tag("-"),
        tag("a"),
        tag("到"),
        tag("至"),
    ));
    let decks = || (opt(tag("(")), alt((tag("deck"), tag("pack"), tag("baralho"), tag("副"))));
    let (rest, (_, min)) = (lead, number).parse(text)?;
    let parsed: Read<'_, _> = terminated(many1(preceded(or, number)), decks()).parse(rest);
    if let Ok((rest, more)) = parsed {
        return Ok((rest, listed(min, more)));
    }
    let (rest, (max, _)) = (opt(preceded(to, number)), decks()).parse(rest)?;
    let max = max.unwrap_or(min);
    Ok((rest, DeckRange { min: min.min(max), max: min.max(max), listed: Vec::new() }))
}

/// What parts numbers that are listed one by one: `six, seven or eight`. `and` alone is a range's: `between 4 and 8`.
fn or(text: &str) -> Read<'_, &str> {
    alt((tag(",or"), tag(",and"), tag("or"), tag("ou"), tag(","), tag("、"), tag("或"))).parse(text)
}

fn listed(first: u32, more: Vec<u32>) -> DeckRange {
    let mut all: Vec<u32> = std::iter::once(first).chain(more).take(MAX_LISTED).collect();
    all.sort_unstable();
    all.dedup();
    let (min, max) = (all.first().copied().unwrap_or(first), all.last().copied().unwrap_or(first));
    let gaps = usize::try_from(max - min).map_or(true, |span| span + 1 != all.len());
    DeckRange { min, max, listed: if gaps { all } else { Vec::new() } }
}

fn number(text: &str) -> Read<'_, u32> {
    let digits = map_res(digit1, |digits: &str| digits.parse::<u32>());
    let (rest, found) = alt((digits, word)).parse(text)?;
    // `four (4)`
    let mut again = opt((char('('), digit1, char(')')));
    let parsed: Read<'_, _> = again.parse(rest);
    let (rest, _) = parsed?;
    Ok((rest, found))
}

fn word(text: &str) -> Read<'_, u32> {
    let Some((name, number)) = WORDS.iter().find(|(name, _)| text.starts_with(name)) else {
        return Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Alt)));
    };
    value(*number, tag(*name)).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(text: &str) -> Vec<(u32, u32)> {
        deck_range(text).into_iter().map(|range| (range.min, range.max)).collect()
    }

    #[test]
    fn words_digits_and_spans_are_read() {
        assert_eq!(ranges("shall be played with four to\nten decks of cards, each of 52"), [(4, 10)]);
        assert_eq!(ranges("is playedwithsixdecks"), [(6, 6)]);
        assert_eq!(ranges("played with between 4 and 8 packs"), [(4, 8)]);
        assert_eq!(ranges("应有四到八副"), [(4, 8)]);
        assert_eq!(ranges("played with six (6) decks"), [(6, 6)]);
    }

    #[test]
    fn numbers_are_listed_with_and_without_gaps() {
        let listed = |text: &str| deck_range(text).into_iter().map(|range| range.listed).collect::<Vec<_>>();
        let text = "shall be played with six, seven or eight decks";
        assert_eq!((ranges(text), listed(text)), (vec![(6, 8)], vec![vec![]]));
        let text = "is played with six (6) or eight (8) decks of cards";
        assert_eq!((ranges(text), listed(text)), (vec![(6, 8)], vec![vec![6, 8]]));
        assert_eq!(listed("played with 4, 6, or 8 decks"), [[4, 6, 8]]);
        assert_eq!(ranges("joga-se com 6, 7 ou 8 baralhos"), [(6, 8)]);
        assert_eq!(ranges("shall be dealt from 8 decks"), [(8, 8)]);
        assert_eq!(ranges("Number of decks: 6 to 8 decks"), [(6, 8)]);
    }

    #[test]
    fn a_rack_is_no_range() {
        assert_eq!(ranges("a rack capable of holding six decks of cards"), []);
        assert_eq!(ranges("played with cards"), []);
    }
}
