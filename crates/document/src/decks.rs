//! The range of decks that a clause names.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1};
use nom::combinator::{map_res, opt, value};
use nom::sequence::preceded;

use crate::fold::fold;

/// How many decks may be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckRange {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
}

/// Number words of both languages.
const WORDS: [(&str, u32); 24] = [
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
        let plays = ["playedwith", "playwith", "playedusing", "uses", "using", "应有"]
            .iter()
            .any(|words| before.ends_with(words));
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
    let lead = opt(alt((tag("between"), tag("from"), tag("aminimumof"))));
    let to = alt((
        tag("to"),
        tag("toamaximumof"),
        tag("andamaximumof"),
        tag("and"),
        tag("or"),
        tag("-"),
        tag("到"),
        tag("至"),
    ));
    let decks = (opt(tag("(")), alt((tag("deck"), tag("pack"), tag("副"))));
    let (rest, (_, min, max, _)) = (lead, number, opt(preceded(to, number)), decks).parse(text)?;
    let max = max.unwrap_or(min);
    Ok((rest, DeckRange { min: min.min(max), max: min.max(max) }))
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
    fn a_rack_is_no_range() {
        assert_eq!(ranges("a rack capable of holding six decks of cards"), []);
        assert_eq!(ranges("played with cards"), []);
    }
}
