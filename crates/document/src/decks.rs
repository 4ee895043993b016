//! The range of decks that a clause names.

use std::collections::BTreeSet;
use std::ops::Range;

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1};
use nom::combinator::{map, map_res, opt, value, verify};
use nom::multi::many1;

use crate::beside;
use crate::figures;
use crate::fold::fold;

/// How many decks may be played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckRange {
    /// At least.
    pub min: u32,
    /// At most; [`DeckRange::NO_MOST`] where only a minimum is stated.
    pub max: u32,
    /// The numbers that a list names, ascending, where it leaves some out in between: `six or eight` is not seven.
    /// Empty for a range, and for a list without gaps.
    pub listed: Vec<u32>,
    /// What the text says beside it that may add to it or narrow it, and was not read: a further number, `except`,
    /// `if`; empty if nothing.
    pub unread: String,
}

impl DeckRange {
    /// In place of the most decks where none is stated: `a minimum of six decks`.
    pub const NO_MOST: u32 = u32::MAX;
}

/// Number words of both languages.
const WORDS: [(&str, u32); 39] = [
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
    ("deux", 2),
    ("trois", 3),
    ("quatre", 4),
    ("cinq", 5),
    ("sept", 7),
    ("huit", 8),
    ("neuf", 9),
    ("dix", 10),
    ("onze", 11),
    ("douze", 12),
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

/// Roman numbers, the longer first: before decks alone, for elsewhere they are items of a list.
const ROMAN: [(&str, u32); 9] =
    [("viii", 8), ("vii", 7), ("vi", 6), ("iv", 4), ("iii", 3), ("ii", 2), ("ix", 9), ("xii", 12), ("xi", 11)];

/// Words that are about what is played with; some as headings have them. A number follows them.
const PLAYED: [&str; 33] = [
    "playedwith",
    "playwith",
    "playthegamewith",
    "playthisgamewith",
    "playedusing",
    "playedfrom",
    "dealtfrom",
    "dealtfromashoeof",
    "dealtfromashoecontaining",
    "playedfromashoeof",
    "playedfromashoecontaining",
    "uses",
    "using",
    "shalluse",
    "mustuse",
    "willuse",
    "consistof",
    "consistsof",
    "consistingof",
    "comprises",
    "comprise",
    "shoecontains",
    "shoeshallcontain",
    "numberofdecksis",
    "应有",
    "joueavec",
    "jouéavec",
    "jouentavec",
    "utilise",
    "composéde",
    "jogadocom",
    "joga-secom",
    "jogofaz-secom",
];
/// What heads a number that needs no noun behind it.
const HEADED: [&str; 3] = ["numberofdecks:", "decks:", "numberofpacks:"];
/// Words behind decks that say that they are what is played with.
const USED: [&str; 5] = ["used", "employed", "inuse", "required", "playedwith"];
/// Words between a number and its decks that change neither.
const ADJECTIVES: [&str; 19] = [
    "standard",
    "regular",
    "ordinary",
    "conventional",
    "complete",
    "full",
    "separate",
    "identical",
    "new",
    "shuffled",
    "playing",
    "poker",
    "52-card",
    "52card",
    "52-playing-card",
    "fifty-two-card",
    "fifty-twocard",
    "card",
    "iguais",
];
/// The most numbers that are listed one by one.
const MAX_LISTED: usize = 12;
/// The most decks that a number before decks may be: 52 cards are none.
const MAX_DECKS: u32 = 50;

type Read<'t, O> = nom::IResult<&'t str, O>;

/// Every range of decks that a text plays with, in order, without repeats. White space does not matter.
///
/// A rack that holds six decks is none: the words before the number, or behind the decks, have to be about playing.
#[must_use]
pub fn deck_range(text: &str) -> Vec<DeckRange> {
    let Plain { text: plain, begins, places } = plain(text);
    let mut found: Vec<DeckRange> = Vec::new();
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for (at, _) in plain.char_indices() {
        if at < end {
            continue;
        }
        let (Some(before), Some(rest)) = (plain.get(..at), plain.get(at..)) else { continue };
        let headed = HEADED.iter().any(|words| before.ends_with(words));
        let plays = headed || PLAYED.iter().any(|words| before.ends_with(words));
        let read = match plays {
            true => range(rest, headed).ok(),
            // White space that was lost hides where a word begins.
            false if begins.contains(&at) => range(rest, false).ok().filter(|(rest, _)| is_used(rest)),
            false => None,
        };
        if let Some((rest, range)) = read {
            end = plain.len().saturating_sub(rest.len());
            let place = |at: usize| places.get(at).copied().unwrap_or(text.len());
            // White space behind the last letter read belongs to what follows.
            let last = place(end.saturating_sub(1));
            let behind = (last + 1..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
            spans.push(place(at)..behind);
            if !found.contains(&range) {
                found.push(range);
            }
        }
    }
    if let Some(more) = beside::said_beside(text, &spans) {
        found.iter_mut().filter(|range| range.unread.is_empty()).for_each(|range| range.unread.clone_from(&more));
    }
    found
}

/// Numbers of decks that a text mentions, whether it plays with them or not, ascending, without repeats.
#[must_use]
pub fn deck_mentions(text: &str) -> Vec<u32> {
    let Plain { text: plain, begins, .. } = plain(text);
    let mut found: Vec<u32> = begins
        .iter()
        .filter_map(|at| {
            let (rest, number) = number(plain.get(*at..)?).ok()?;
            decks(rest).ok().map(|_| number)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Numbers that a text holds and that may be of decks, whatever they count, ascending, without repeats: of what was not read
/// beside decks.
#[must_use]
pub fn numbers_said(text: &str) -> Vec<u32> {
    let number = |word: figures::Token| word.text.parse().ok().or_else(|| number_word(&word.text));
    let mut found: Vec<u32> = figures::tokens(text).into_iter().filter_map(number).collect();
    found.retain(|number| *number <= MAX_DECKS);
    found.sort_unstable();
    found.dedup();
    found
}

/// A text in lower case without white space.
struct Plain {
    text: String,
    /// The places where a word or a number begins.
    begins: BTreeSet<usize>,
    /// Where each byte comes from.
    places: Vec<usize>,
}

fn plain(text: &str) -> Plain {
    let mut out = Plain { text: String::with_capacity(text.len()), begins: BTreeSet::new(), places: Vec::new() };
    let mut before = ' ';
    for (at, letter) in text.char_indices().map(|(at, letter)| (at, fold(letter))) {
        if !letter.is_whitespace() {
            if !before.is_alphanumeric() || (letter.is_ascii_digit() && !before.is_ascii_digit()) {
                out.begins.insert(out.text.len());
            }
            out.text.extend(letter.to_lowercase());
            out.places.resize(out.text.len(), at);
        }
        before = letter;
    }
    out
}

/// Whether the words behind decks say that they are played with: `of cards are used`.
fn is_used(text: &str) -> bool {
    let cards = (opt((tag("of"), opt(alt((tag("52"), tag("fifty-two")))))), opt(tag("playing")), opt(tag("cards")));
    let each = (opt(char(',')), opt(tag("each")));
    let verb = alt((tag("are"), tag("is"), tag("shallbe"), tag("willbe"), tag("mustbe"), tag("maybe"), tag("tobe")));
    let parsed: Read<'_, _> = (cards, each, verb).parse(text);
    parsed.is_ok_and(|(rest, _)| USED.iter().any(|word| rest.starts_with(word)))
}

/// How a bound without its counterpart is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Upwards,
    Downwards,
}

/// What joins two numbers of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    /// `to`, `-` and their like in other languages; doubtful behind words such as `at least`.
    Span,
    /// `and`, which is clear behind `between` alone.
    And,
    /// `and at most`, `to a maximum of` and the like.
    Most,
}

fn range(text: &str, headed: bool) -> Read<'_, DeckRange> {
    let lead = alt((
        value(Some(Open::Upwards), alt((tag("aminimumof"), tag("minimumof"), tag("atleast")))),
        value(
            Some(Open::Upwards),
            alt((tag("notlessthan"), tag("nolessthan"), tag("notfewerthan"), tag("nofewerthan"))),
        ),
        value(Some(Open::Downwards), alt((tag("amaximumof"), tag("maximumof"), tag("atmost"), tag("upto")))),
        value(Some(Open::Downwards), alt((tag("notmorethan"), tag("nomorethan")))),
        value(None, alt((tag("between"), tag("from"), tag("either"), tag("entre"), tag("de")))),
    ));
    let (rest, open) = map(opt(lead), Option::flatten).parse(text)?;
    let between = text.starts_with("between");
    let (rest, first) = number(rest)?;
    // The noun may stand behind each number: `six decks or eight decks`.
    let noun = || opt(decks);
    let (rest, own) = noun().parse(rest)?;
    let parsed: Read<'_, _> = many1((or, number, noun())).parse(rest);
    if let Ok((rest, more)) = parsed
        && open.is_none()
        && (headed || own.is_some() || more.iter().any(|(_, _, noun)| noun.is_some()))
    {
        return Ok((rest, listed(first, more.into_iter().map(|(_, number, _)| number).collect())));
    }
    let most = alt((
        tag("toamaximumof"),
        tag("andamaximumof"),
        tag("andnotmorethan"),
        tag("andnomorethan"),
        tag("butnotmorethan"),
        tag("butnomorethan"),
        tag("andatmost"),
    ));
    let to = alt((
        value(To::Most, most),
        value(To::And, tag("and")),
        value(To::Span, alt((tag("to"), tag("-"), tag("a"), tag("到"), tag("至")))),
    ));
    let (behind, second) = opt((to, number, noun())).parse(rest)?;
    let named = own.is_some() || second.is_some_and(|(_, _, noun)| noun.is_some());
    let last = second.map(|(_, number, _)| number);
    // `at least six to eight`, `four decks and ten decks`: what these allow is anybody's guess.
    let doubtful = match second.map(|(to, ..)| to) {
        Some(To::Most) => open == Some(Open::Downwards),
        Some(To::Span) => open.is_some(),
        Some(To::And) => !between,
        None => false,
    };
    let (rest, bound) = match (named, last) {
        (true, _) => trailing(behind)?,
        // `six or more decks`, `6 +`
        (false, None) => {
            let (rest, open) = trailing(rest)?;
            let (rest, _) = opt(decks).parse(rest).and_then(|(rest, noun)| match (noun, headed) {
                (None, false) => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag))),
                _ => Ok((rest, ())),
            })?;
            (rest, open)
        }
        (false, Some(_)) if headed => (behind, None),
        (false, Some(_)) => return Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag))),
    };
    // A bound behind a range, or behind another bound: `four to ten decks or more`.
    let doubtful = doubtful || (bound.is_some() && (last.is_some() || open.is_some_and(|open| Some(open) != bound)));
    let (min, max) = match (last, open.or(bound)) {
        (Some(last), _) => (first.min(last), first.max(last)),
        (None, Some(Open::Upwards)) => (first, DeckRange::NO_MOST),
        (None, Some(Open::Downwards)) => (1, first),
        (None, None) => (first, first),
    };
    let unread = if doubtful { cited(text, rest).to_owned() } else { String::new() };
    Ok((rest, DeckRange { min, max, listed: Vec::new(), unread }))
}

/// What was read of a text.
fn cited<'t>(text: &'t str, rest: &str) -> &'t str {
    text.get(..text.len().saturating_sub(rest.len())).unwrap_or("")
}

/// `or more`, `or fewer` behind a number or its decks.
fn trailing(text: &str) -> Read<'_, Option<Open>> {
    let up = alt((tag("ormore"), tag("andmore"), tag("oratleast"), tag("atleast"), tag("(minimum)"), tag("minimum")));
    let down = alt((tag("orfewer"), tag("orless"), tag("atmost"), tag("(maximum)"), tag("maximum")));
    let found = alt((value(Open::Upwards, up), value(Open::Downwards, down), value(Open::Upwards, tag("+"))));
    opt(found).parse(text)
}

/// Decks by whichever name, with what may stand before them: `standard 52-card decks`.
fn decks(text: &str) -> Read<'_, ()> {
    let mut rest = text;
    while let Some(behind) = ADJECTIVES.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = behind.strip_prefix(',').unwrap_or(behind);
    }
    let noun = alt((tag("deck"), tag("pack"), tag("baralho"), tag("副"), tag("paquet"), tag("jeux")));
    let (rest, _) = (opt(tag("(")), noun, opt(alt((tag("(s)"), tag("s"))))).parse(rest)?;
    Ok((rest, ()))
}

/// What parts numbers that are listed one by one: `six, seven or eight`. `and` alone is a range's: `between 4 and 8`.
fn or(text: &str) -> Read<'_, &str> {
    alt((tag(",or"), tag(",and"), tag("or"), tag("ou"), tag(","), tag("/"), tag("、"), tag("或"))).parse(text)
}

fn listed(first: u32, more: Vec<u32>) -> DeckRange {
    let mut all: Vec<u32> = std::iter::once(first).chain(more).take(MAX_LISTED).collect();
    all.sort_unstable();
    all.dedup();
    let (min, max) = (all.first().copied().unwrap_or(first), all.last().copied().unwrap_or(first));
    let gaps = usize::try_from(max - min).map_or(true, |span| span + 1 != all.len());
    DeckRange { min, max, listed: if gaps { all } else { Vec::new() }, unread: String::new() }
}

fn number(text: &str) -> Read<'_, u32> {
    let digits = map_res(digit1, |digits: &str| digits.parse::<u32>());
    let (rest, found) = verify(alt((digits, word)), |number: &u32| *number <= MAX_DECKS).parse(text)?;
    // `four (4)`; another number in parentheses is one more.
    let again =
        verify((char('('), digit1, char(')')), |(_, digits, _): &(char, &str, char)| digits.parse() == Ok(found));
    let parsed: Read<'_, _> = opt(again).parse(rest);
    let (rest, _) = parsed?;
    Ok((rest, found))
}

/// What a word alone counts, in the languages in which decks are read.
pub(crate) fn number_word(word: &str) -> Option<u32> {
    WORDS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number)
}

/// Whether a word in lower case means decks.
pub(crate) fn is_noun(word: &str) -> bool {
    matches!(word, "deck" | "decks" | "pack" | "packs" | "baralho" | "baralhos" | "paquets" | "jeux")
}

fn word(text: &str) -> Read<'_, u32> {
    let Some((name, number)) = WORDS.iter().chain(&ROMAN).find(|(name, _)| text.starts_with(name)) else {
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
        assert_eq!(ranges("shall be played with VIII decks"), [(8, 8)]);
        assert_eq!(numbers_said("(ii) with VIII decks"), []);
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
    fn decks_are_read_as_documents_write_them() {
        const MORE: u32 = DeckRange::NO_MOST;
        for (text, wanted) in [
            ("The game is played with a minimum of six decks.", (6, MORE)),
            ("is played with no fewer than four decks of cards", (4, MORE)),
            ("shall be played with at least 6 decks", (6, MORE)),
            ("is played with six or more decks", (6, MORE)),
            ("is played with six decks or more", (6, MORE)),
            ("is played with no more than eight decks", (1, 8)),
            ("is played with a minimum of six and a maximum of eight decks", (6, 8)),
            ("is played with a minimum of six decks and a maximum of eight decks", (6, 8)),
            ("is played with at least 6 and not more than 8 packs", (6, 8)),
            ("is played with eight standard 52-card decks", (8, 8)),
            ("is played with eight (8) full, new decks", (8, 8)),
            ("is played with 8 decks of 52 cards", (8, 8)),
            ("is played with six (6), seven (7) or eight (8) decks", (6, 8)),
            ("Six decks are used.", (6, 6)),
            ("A minimum of six decks of cards shall be used", (6, MORE)),
            ("The table is round. Eight standard 52-card decks are used.", (8, 8)),
            ("The game is dealt from a shoe containing 6 decks", (6, 6)),
            ("Number of decks: 8", (8, 8)),
            ("A licensee may play the game with six decks.", (6, 6)),
            ("Le jeu se joue avec six jeux de 52 cartes.", (6, 6)),
            ("Il se joue avec six ou sept jeux de cartes", (6, 7)),
            ("On joue avec 8 jeux de 52 cartes", (8, 8)),
            ("Le sabot est composé de huit paquets de cartes", (8, 8)),
        ] {
            assert_eq!(ranges(text), [wanted], "{text}");
        }
        let either = deck_range("is played with either six decks or eight decks");
        assert_eq!(either, [DeckRange { min: 6, max: 8, listed: vec![6, 8], unread: String::new() }]);
    }

    #[test]
    fn numbers_of_decks_are_mentioned_wherever_they_stand() {
        assert_eq!(deck_mentions("played with six decks, at night eight decks, of 52 cards"), [6, 8]);
        assert_eq!(deck_mentions("a rack for six (6) decks and 52-card decks"), [6]);
        assert_eq!(numbers_said("or twelve (12) with approval, of 52 cards, at 4 tables"), [4, 12]);
    }

    #[test]
    fn a_rack_is_no_range() {
        assert_eq!(ranges("six decks of cards are kept in the rack"), []);
        assert_eq!(ranges("a rack capable of holding six decks of cards"), []);
        assert_eq!(ranges("played with cards"), []);
    }
}
