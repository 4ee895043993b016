//! Cards as somebody writes them, to the codes of the log.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// The ranks and suits of the log, in its letters.
pub(crate) const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
/// The suits of the log.
pub(crate) const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// The most letters that the spelling of a card among others may have.
const LONGEST: usize = 12;

/// A text of more letters holds no hand.
const MOST_LETTERS: usize = 400;

/// A card that cannot be read.
pub(crate) const UNREADABLE: &str = "??";

/// Every spelling of a card in the source, with the log's code for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Notation {
    codes: BTreeMap<String, String>,
}

/// The parts that the spelling of a card is put together from: spelling in the source and letter
/// in the log.
pub(crate) struct Parts {
    pub(crate) ranks: Vec<(String, char)>,
    pub(crate) suits: Vec<(String, char)>,
    pub(crate) separator: String,
    pub(crate) suit_first: bool,
}

/// In place of the suits, where the source has none.
pub(crate) fn rank_alone() -> Vec<(String, char)> {
    vec![(String::new(), '?')]
}

impl Notation {
    /// Puts all spellings together; a spelling of two cards is an error that names it.
    pub(crate) fn new(parts: &Parts) -> Result<Self, String> {
        let mut codes = BTreeMap::new();
        for (rank, rank_letter) in &parts.ranks {
            for (suit, suit_letter) in &parts.suits {
                let (first, second) = if parts.suit_first { (suit, rank) } else { (rank, suit) };
                let spelling = format!("{first}{}{second}", parts.separator);
                let code = format!("{rank_letter}{suit_letter}");
                match codes.insert(spelling.clone(), code.clone()) {
                    Some(other) if other != code => {
                        return Err(format!("{spelling:?} would be both {other} and {code}"));
                    }
                    _ => {}
                }
            }
        }
        Ok(Self { codes })
    }

    /// Cards that are numbers: each with the number of its card in the order of a new deck, decks one after the other.
    pub(crate) fn of_numbers(first: u32, decks: u32, order: &[(char, char)]) -> Self {
        let cards = (0..decks).flat_map(|_| order);
        let codes = (first..).zip(cards).map(|(number, (rank, suit))| (number.to_string(), format!("{rank}{suit}")));
        Self { codes: codes.collect() }
    }

    /// Cards by their points, 0 to 9; a ten or court card may also be 10.
    pub(crate) fn of_points() -> Self {
        let points = (0..=9).map(|points| (points.to_string(), format!("~{points}")));
        Self { codes: points.chain([("10".to_owned(), "~0".to_owned())]).collect() }
    }

    /// The log's code for a cell.
    pub(crate) fn read(&self, cell: &str) -> Option<&str> {
        let code = self.codes.get(cell).or_else(|| match without_variation(cell) {
            Cow::Owned(bare) => self.codes.get(&bare),
            // Exported by way of a float, a number ends in `.0`.
            Cow::Borrowed(cell) => self.codes.get(cell.strip_suffix(".0")?),
        });
        code.map(String::as_str)
    }

    /// The most letters that the spelling of a card has.
    fn longest(&self) -> usize {
        self.codes.keys().map(|spelling| spelling.chars().count()).max().unwrap_or_default()
    }
}

/// How cards of a cell are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written<'m> {
    pub(crate) notation: &'m Notation,
    /// Spellings of a card that could not be read.
    pub(crate) unreadable: &'m [String],
    /// What stands where no card is.
    pub(crate) empty: &'m [String],
}

/// Why the cards of a text are unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// They can be these or those.
    Ambiguous(String, String),
    /// What stands there is no card, and may be several.
    Unknown(String),
}

/// Cards of a text, the last one first.
type Way<'c> = Vec<&'c str>;

impl Written<'_> {
    /// Whether a text is one card, as the source writes it.
    pub(crate) fn is_one(&self, text: &str) -> bool {
        self.notation.read(text).is_some() || self.unreadable.iter().any(|spelling| spelling == text)
    }

    /// A text that stands between separators as one card, whether it can be read or not.
    ///
    /// # Errors
    /// [`Unclear::Unknown`], where several cards stand in it.
    pub(crate) fn one<'c>(&self, text: &'c str) -> Result<&'c str, Unclear> {
        let (mut cards, mut from) = (0, 0);
        while cards < 2 && from < text.len() && !self.is_one(text) {
            let rest = text.get(from..).unwrap_or_default();
            let ends = rest.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(LONGEST);
            let card = ends.clone().filter(|end| rest.get(..*end).is_some_and(|card| self.is_one(card))).last();
            cards += usize::from(card.is_some());
            from += card.or(ends.min()).unwrap_or(rest.len());
        }
        if cards < 2 { Ok(text) } else { Err(Unclear::Unknown(text.to_owned())) }
    }

    /// The cards that stand one behind the other in a text, with or without blanks between. What is no card and no longer than
    /// one is a card that cannot be read.
    ///
    /// # Errors
    /// [`Unclear`], where they can be read in two ways, or something stands there that is no card and may be several.
    pub(crate) fn split<'c>(&self, text: &'c str) -> Result<Vec<&'c str>, Unclear> {
        let text = text.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() > 1 && words.iter().all(|word| self.is_one(word)) {
            return Ok(words);
        }
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        if places.len() > MOST_LETTERS {
            return Err(Unclear::Unknown(text.to_owned()));
        }
        let ways = self.ways(text, &places);
        let ways_from = |place: usize| ways.get(&place).map(Vec::as_slice).unwrap_or_default();
        let (mut known, mut from) = (Vec::new(), 0);
        loop {
            let rest = text.get(from..).unwrap_or_default().trim_start();
            from = text.len() - rest.len();
            match ways_from(from) {
                [way] => {
                    known.extend(way.iter().rev());
                    return Ok(known);
                }
                [one, other, ..] => {
                    let shown = |way: &[&str]| way.iter().rev().copied().collect::<Vec<_>>().join(" ");
                    return Err(Unclear::Ambiguous(shown(one), shown(other)));
                }
                [] => {}
            }
            let behind = || places.iter().copied().filter(|place| *place > from);
            // The longest card, and else what is none, up to where cards begin again.
            let card = behind().rev().find(|end| text.get(from..*end).is_some_and(|card| self.is_one(card)));
            let end = card.or_else(|| behind().find(|end| !ways_from(*end).is_empty())).unwrap_or(text.len());
            let item = text.get(from..end).unwrap_or_default().trim_end();
            if card.is_none() && item.chars().count() > self.notation.longest() {
                return Err(Unclear::Unknown(item.to_owned()));
            }
            known.push(item);
            from = end;
        }
    }

    /// The ways to read a text as cards from each place of it to its end, two of each at most that differ.
    fn ways<'c>(&self, text: &'c str, places: &[usize]) -> BTreeMap<usize, Vec<Way<'c>>> {
        let mut ways: BTreeMap<usize, Vec<Way<'c>>> = BTreeMap::from([(text.len(), vec![Vec::new()])]);
        for (at, begin) in places.iter().copied().enumerate().rev().skip(1) {
            let ends = || places.iter().copied().skip(at + 1).take(LONGEST);
            let mut own: Vec<Way<'c>> = Vec::new();
            if text.get(begin..).is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
                own = ends().next().and_then(|next| ways.get(&next)).cloned().unwrap_or_default();
            }
            for end in ends().rev() {
                let Some(card) = text.get(begin..end).filter(|card| self.is_one(card)) else { continue };
                for way in ways.get(&end).into_iter().flatten() {
                    let way: Way<'c> = way.iter().copied().chain([card]).collect();
                    if own.len() < 2 && own.iter().all(|other| !self.are_alike(other, &way)) {
                        own.push(way);
                    }
                }
            }
            ways.insert(begin, own);
        }
        ways
    }

    fn are_alike(&self, one: &[&str], other: &[&str]) -> bool {
        let read = |card: &&str| self.notation.read(card).map(str::to_owned);
        one.iter().map(read).eq(other.iter().map(read))
    }
}

/// A text without the marks by which a symbol is to be drawn as a picture or as a letter.
pub(crate) fn without_variation(text: &str) -> Cow<'_, str> {
    const MARKS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];
    if text.contains(MARKS) { Cow::Owned(text.replace(MARKS, "")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(letters: &[char]) -> Vec<(String, char)> {
        letters.iter().map(|letter| (letter.to_string(), *letter)).collect()
    }

    #[test]
    fn spellings_of_a_card() {
        let numbers = (1..).map(|n: u8| n.to_string()).zip(RANKS).collect();
        let parts = Parts { ranks: numbers, suits: letters(&SUITS), separator: ".".into(), suit_first: true };
        let notation = Notation::new(&parts).unwrap();
        assert_eq!(notation.read("S.10"), Some("TS"));
        assert_eq!(notation.read("D.1"), Some("AD"));
        assert_eq!(notation.read("H.13"), Some("KH"));
        for cell in ["S.0", "S.14", "s.1", "10.S", "S10", "", "?"] {
            assert_eq!(notation.read(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_spelling_of_two_cards_is_no_notation() {
        let ranks = vec![("1".into(), 'A'), ("11".into(), 'J')];
        let suits = vec![("1".into(), 'C'), ("11".into(), 'D')];
        let parts = Parts { ranks, suits, separator: String::new(), suit_first: false };
        assert_eq!(Notation::new(&parts), Err("\"111\" would be both AD and JC".into()));
    }

    #[test]
    fn cards_by_number() {
        let order: Vec<(char, char)> = SUITS.iter().flat_map(|suit| RANKS.map(|rank| (rank, *suit))).collect();
        let notation = Notation::of_numbers(1, 8, &order);
        for (cell, code) in [
            ("1", Some("AC")),
            ("13", Some("KC")),
            ("14", Some("AD")),
            ("52", Some("KS")),
            ("53", Some("AC")),
            ("416", Some("KS")),
            ("416.0", Some("KS")),
            ("0", None),
            ("417", None),
            ("01", None),
        ] {
            assert_eq!(notation.read(cell), code, "{cell}");
        }
    }

    #[test]
    fn cards_by_rank_or_by_points_alone() {
        let parts = Parts { ranks: letters(&RANKS), suits: rank_alone(), separator: String::new(), suit_first: false };
        let ranks = Notation::new(&parts).unwrap();
        assert_eq!((ranks.read("7"), ranks.read("K"), ranks.read("7H")), (Some("7?"), Some("K?"), None));
        assert_eq!(written(&ranks).split("7 K2").unwrap(), ["7", "K", "2"]);
        let points = Notation::of_points();
        let read = ["0", "8", "10", "8.0"].map(|cell| points.read(cell));
        assert_eq!(read, [Some("~0"), Some("~8"), Some("~0"), Some("~8")]);
        assert_eq!((points.read("11"), points.read("K")), (None, None));
    }

    fn written(notation: &Notation) -> Written<'_> {
        Written { notation, unreadable: &[], empty: &[] }
    }

    #[test]
    fn what_separators_leave_together_is_one_card() {
        let parts =
            Parts { ranks: letters(&RANKS), suits: letters(&SUITS), separator: String::new(), suit_first: false };
        let notation = Notation::new(&parts).unwrap();
        for card in ["KS", "KX", "FAIL", "?", "KS!", ""] {
            assert_eq!(written(&notation).one(card), Ok(card));
        }
        for several in ["KS7H", "KS,7H", "KS/7H/2D", "?KS?7H"] {
            assert_eq!(written(&notation).one(several), Err(Unclear::Unknown(several.to_owned())));
        }
    }

    #[test]
    fn figures_that_can_be_other_cards_are_ambiguous() {
        let points = Notation::of_points();
        let numbers = (1..).map(|n: u8| n.to_string()).zip(RANKS).collect();
        let parts = Parts { ranks: numbers, suits: rank_alone(), separator: String::new(), suit_first: false };
        let ranks = Notation::new(&parts).unwrap();
        for (notation, text, expected) in [
            (&points, "98", Ok(vec!["9", "8"])),
            (&points, "10 9", Ok(vec!["10", "9"])),
            (&points, "109", Err(("10 9", "1 0 9"))),
            (&points, "10", Err(("10", "1 0"))),
            (&ranks, "1213", Err(("12 13", "12 1 3"))),
            (&ranks, "1 13", Ok(vec!["1", "13"])),
            (&ranks, "205", Ok(vec!["2", "0", "5"])),
        ] {
            let split = written(notation).split(text);
            let expected =
                expected.map_err(|(one, other): (&str, &str)| Unclear::Ambiguous(one.to_owned(), other.to_owned()));
            assert_eq!(split, expected, "{text}");
        }
    }

    #[test]
    fn cards_one_behind_the_other() {
        let mut ranks = letters(&RANKS);
        ranks.push(("10".into(), 'T'));
        ranks.push(("1".into(), 'A'));
        let suits = vec![
            ("\u{2663}".into(), 'C'),
            ("\u{2666}".into(), 'D'),
            ("\u{2665}".into(), 'H'),
            ("\u{2660}".into(), 'S'),
        ];
        let notation = Notation::new(&Parts { ranks, suits, separator: String::new(), suit_first: false }).unwrap();
        for (text, cards) in [
            ("10\u{2665}\u{fe0f}K\u{2660}", vec!["10\u{2665}\u{fe0f}", "K\u{2660}"]),
            ("1\u{2663} 10\u{2663}", vec!["1\u{2663}", "10\u{2663}"]),
            ("K\u{2660}?K\u{2660}", vec!["K\u{2660}", "?", "K\u{2660}"]),
            ("K\u{2660} 1O", vec!["K\u{2660}", "1O"]),
            ("1O K\u{2660}", vec!["1O", "K\u{2660}"]),
            ("", vec![]),
        ] {
            assert_eq!(written(&notation).split(text).unwrap(), cards, "{text}");
        }
        let unknown = written(&notation).split("K\u{2660}nothing7\u{2660}");
        assert_eq!(unknown, Err(Unclear::Unknown("nothing".to_owned())));
        assert_eq!(notation.read("10\u{2665}\u{fe0f}"), Some("TH"));
    }
}
