//! How the cards of a CSV are spelled.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::table::are_most;
use crate::cards::{RANKS, SUITS};

/// Spellings of ranks and suits that are known, small letters for letters of any size.
const RANK_WORDS: [(char, &[&str]); 13] = [
    ('A', &["a", "1", "ace"]),
    ('2', &["2", "two"]),
    ('3', &["3", "three"]),
    ('4', &["4", "four"]),
    ('5', &["5", "five"]),
    ('6', &["6", "six"]),
    ('7', &["7", "seven"]),
    ('8', &["8", "eight"]),
    ('9', &["9", "nine"]),
    ('T', &["10", "t", "0", "ten"]),
    ('J', &["j", "11", "jack"]),
    ('Q', &["q", "12", "queen"]),
    ('K', &["k", "13", "king"]),
];

/// Court cards in German, French and Italian, whose letters are others beside letters for suits: they count beside a picture of one.
const COURT_WORDS: [(char, &[&str]); 3] = [
    ('J', &["b", "bube", "v", "valet", "f", "fante"]),
    ('Q', &["d", "dame", "donna", "regina"]),
    ('K', &["k\u{f6}nig", "r", "roi", "re"]),
];

const SUIT_WORDS: [(char, &[&str]); 4] = [
    ('C', &["c", "\u{2663}", "\u{2667}", "clubs", "club", "\u{6885}\u{82b1}", "\u{8349}\u{82b1}", "\u{6885}"]),
    ('D', &["d", "\u{2666}", "\u{2662}", "diamonds", "diamond", "\u{65b9}\u{5757}", "\u{65b9}\u{584a}", "\u{65b9}"]),
    ('H', &["h", "\u{2665}", "\u{2661}", "hearts", "heart", "\u{7ea2}\u{6843}", "\u{7d05}\u{5fc3}", "\u{7ea2}"]),
    ('S', &["s", "\u{2660}", "\u{2664}", "spades", "spade", "\u{9ed1}\u{6843}", "\u{9ed1}\u{5fc3}", "\u{9ed1}"]),
];

const SEPARATORS: [&str; 8] = ["", ".", "-", "_", "/", " ", ":", " of "];

/// A card as it is spelled.
struct Spelled<'c> {
    rank: (&'c str, char),
    suit: (&'c str, char),
    separator: &'static str,
    suit_first: bool,
}

fn word(text: &str, words: &[(char, &[&str])]) -> Option<char> {
    let small = text.to_lowercase();
    words.iter().find(|(_, words)| words.contains(&small.as_str())).map(|(letter, _)| *letter)
}

/// The rank that stands beside a suit.
fn rank(text: &str, suit: &str) -> Option<char> {
    word(text, &RANK_WORDS).or_else(|| word(text, &COURT_WORDS).filter(|_| !suit.is_ascii()))
}

/// Reads a card in any spelling that is known.
fn read(cell: &str) -> Option<Spelled<'_>> {
    let cell = cell.trim_end_matches(['\u{fe0e}', '\u{fe0f}']);
    let ends = cell.char_indices().map(|(at, _)| at).skip(1);
    for at in ends {
        let (before, rest) = cell.split_at_checked(at)?;
        for separator in SEPARATORS {
            let Some(behind) = rest.strip_prefix(separator) else { continue };
            if let (Some(rank), Some(suit)) = (rank(before, behind), word(behind, &SUIT_WORDS)) {
                return Some(Spelled { rank: (before, rank), suit: (behind, suit), separator, suit_first: false });
            }
            if let (Some(suit), Some(rank)) = (word(before, &SUIT_WORDS), rank(behind, before)) {
                return Some(Spelled { rank: (behind, rank), suit: (before, suit), separator, suit_first: true });
            }
        }
    }
    None
}

/// Whether a cell is a card in some spelling.
pub(super) fn is_card(cell: &str) -> bool {
    read(cell).is_some()
}

/// Whether a cell is a rank, or the points of a card, in some spelling.
pub(super) fn is_rank(cell: &str) -> bool {
    word(cell, &RANK_WORDS).is_some()
}

/// The points of a card in some spelling.
pub(super) fn points(card: &str) -> Option<u32> {
    let rank = read(card).map(|card| card.rank.1).or_else(|| word(card, &RANK_WORDS))?;
    Some(if rank == 'A' { 1 } else { rank.to_digit(10).unwrap_or(0) })
}

/// Whether cells without suits are points: no letter and no number above 10 among them, which ranks would have.
pub(super) fn are_points<'c>(mut cells: impl Iterator<Item = &'c str>) -> bool {
    cells.all(|cell| cell.parse::<u8>().is_ok_and(|points| points <= 10))
}

/// The separator by which most cells of a column hold several cards, and none where they do not.
pub(super) fn separator_of_hands(cells: &[String]) -> Option<&'static str> {
    BETWEEN.into_iter().find(|separator| are_hands(cells, separator, is_card))
}

/// The same of hands of ranks or points alone. Digits one behind the other are more likely to be a number.
pub(super) fn separator_of_ranks(cells: &[String]) -> Option<&'static str> {
    BETWEEN.into_iter().filter(|separator| !separator.is_empty()).find(|separator| are_hands(cells, separator, is_rank))
}

const BETWEEN: [&str; 7] = [" ", ",", ";", "|", "/", "-", ""];

fn are_hands(cells: &[String], separator: &str, is: impl Fn(&str) -> bool) -> bool {
    let odd = cells.iter().filter(|cell| !is_hand(cell, separator, &is)).count();
    let of_several = |cell: &&String| is_hand(cell, separator, &is) && cards(cell, separator).len() > 1;
    are_most(cells.len(), odd) && cells.iter().any(|cell| of_several(&cell))
}

/// Whether a cell is a hand of such cards.
pub(super) fn is_hand(cell: &str, separator: &str, is: impl Fn(&str) -> bool) -> bool {
    let cards = cards(cell, separator);
    (1..=6).contains(&cards.len()) && cards.iter().all(|card| is(card))
}

/// The cards of a cell, as a mapping's `hands` separates them.
pub(super) fn cards<'c>(cell: &'c str, separator: &str) -> Vec<&'c str> {
    let within = |open, close| cell.strip_prefix(open).and_then(|cell| cell.strip_suffix(close));
    let cell = within('[', ']').or_else(|| within('(', ')')).unwrap_or(cell).trim();
    let bare = |card: &'c str| card.trim().trim_matches(['"', '\'', ',']).trim();
    match separator {
        "" => one_behind_the_other(cell),
        " " => cell.split_whitespace().map(bare).collect(),
        _ => cell.split(separator).map(bare).filter(|card| !card.is_empty()).collect(),
    }
}

fn one_behind_the_other(text: &str) -> Vec<&str> {
    let (mut cards, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let ends = rest.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(12).collect::<Vec<_>>();
        let known = ends.into_iter().rev().find_map(|end| rest.split_at_checked(end).filter(|(card, _)| is_card(card)));
        let (card, behind) = known.unwrap_or((rest, ""));
        cards.push(card);
        rest = behind;
    }
    cards
}

/// The card that nearly all of these are, as it is spelled.
pub(super) fn common<'c>(cards: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    cards.for_each(|card| *counts.entry(card).or_default() += 1);
    let all: usize = counts.values().sum();
    counts.into_iter().find(|(_, count)| count * 100 >= all * 95).map(|(card, _)| card)
}

/// The rank of the card that nearly all of these are.
pub(super) fn common_rank<'c>(cards: impl Iterator<Item = &'c str> + Clone) -> Option<char> {
    let enough = cards.clone().count() >= 5;
    let card = common(cards).filter(|_| enough)?;
    word(card, &RANK_WORDS).or_else(|| read(card).map(|card| card.rank.1))
}

/// How all cards are spelled.
#[derive(Default)]
pub(super) struct Spelling {
    ranks: BTreeMap<String, char>,
    suits: BTreeMap<String, char>,
    separator: &'static str,
    suit_first: bool,
    /// Whether no cell has a suit.
    ranks_alone: bool,
    /// What was in no cell and is spelled as the others are.
    pub(super) assumed: Vec<String>,
    /// Whether `0` stands beside another spelling of ten, so that it is none.
    pub(super) no_card_is_0: bool,
    /// Whether `1` stands beside another spelling of an ace: it may be a ten without its nought.
    pub(super) no_card_is_1: bool,
}

impl Spelling {
    /// What these cells show, completed for the cards that are in none of them.
    pub(super) fn of<'c>(cells: impl Iterator<Item = &'c str>) -> Self {
        let mut all = Self::default();
        for card in cells.filter_map(read) {
            all.ranks.insert(card.rank.0.to_owned(), card.rank.1);
            all.suits.insert(card.suit.0.to_owned(), card.suit.1);
            (all.separator, all.suit_first) = (card.separator, card.suit_first);
        }
        all.no_card_is_0 = without_0(&mut all.ranks);
        all.no_card_is_1 = without_1(&mut all.ranks);
        complete(&mut all.ranks, &RANK_WORDS, &mut all.assumed);
        complete(&mut all.suits, &SUIT_WORDS, &mut all.assumed);
        all
    }

    /// What cells without suits show, completed for the ranks that are in none of them.
    pub(super) fn of_ranks<'c>(cells: impl Iterator<Item = &'c str>) -> Self {
        let mut all = Self { ranks_alone: true, ..Self::default() };
        all.ranks.extend(cells.filter_map(|cell| Some((cell.to_owned(), word(cell, &RANK_WORDS)?))));
        all.no_card_is_0 = without_0(&mut all.ranks);
        all.no_card_is_1 = without_1(&mut all.ranks);
        complete(&mut all.ranks, &RANK_WORDS, &mut all.assumed);
        all
    }

    /// As the entries of `notation`; empty where it is the log's own.
    pub(super) fn entries(&self) -> String {
        let mut entries = Vec::new();
        if self.suit_first {
            entries.push("order: suit-rank".to_owned());
        }
        if !self.separator.is_empty() {
            entries.push(format!("separator: \"{}\"", self.separator));
        }
        let is = |map: &BTreeMap<String, char>, words: &[(String, char)]| {
            map.len() == words.len() && words.iter().all(|(word, letter)| map.get(word) == Some(letter))
        };
        let own = |letters: &[char]| letters.iter().map(|letter| (letter.to_string(), *letter)).collect::<Vec<_>>();
        let numbers: Vec<(String, char)> = (1_u8..).map(|number| number.to_string()).zip(RANKS).collect();
        if is(&self.ranks, &numbers) {
            entries.push("ranks: numbers".to_owned());
        } else if !is(&self.ranks, &own(&RANKS)) {
            entries.push(format!("ranks: {{{}}}", listed(&self.ranks, &RANKS)));
        }
        if self.ranks_alone {
            entries.push("suits: none".to_owned());
        } else if !is(&self.suits, &own(&SUITS)) {
            entries.push(format!("suits: {{{}}}", listed(&self.suits, &SUITS)));
        }
        entries.join(", ")
    }
}

/// Takes `0` out where a ten, or a court card by its number, is spelled otherwise: it then says that there is no card.
fn without_0(ranks: &mut BTreeMap<String, char>) -> bool {
    let other = |spelling: &str, letter: char| {
        spelling != "0" && letter == 'T' || spelling.parse::<u8>().is_ok_and(|number| number > 10)
    };
    ranks.iter().any(|(spelling, letter)| other(spelling, *letter)) && ranks.remove("0").is_some()
}

/// Takes `1` out where an ace is spelled otherwise.
fn without_1(ranks: &mut BTreeMap<String, char>) -> bool {
    ranks.iter().any(|(spelling, letter)| spelling != "1" && *letter == 'A') && ranks.remove("1").is_some()
}

/// A map of spellings in the order of the log's letters.
fn listed(map: &BTreeMap<String, char>, order: &[char]) -> String {
    let mut text = String::new();
    for letter in order {
        for (spelling, _) in map.iter().filter(|(_, other)| *other == letter) {
            let comma = if text.is_empty() { "" } else { ", " };
            // Writing into a text cannot fail.
            let _ = write!(text, "{comma}\"{spelling}\": \"{letter}\"");
        }
    }
    text
}

/// Spells what is missing as most others are: by the same place in the lists of words, in letters of the same size.
fn complete(map: &mut BTreeMap<String, char>, words: &[(char, &[&str])], assumed: &mut Vec<String>) {
    let place = |spelling: &str, letter: char| {
        let (_, words) = words.iter().find(|(other, _)| *other == letter)?;
        words.iter().position(|word| *word == spelling.to_lowercase())
    };
    // What is spelled the same in every style shows none.
    let telling = map.iter().filter(|(_, letter)| !('2'..='9').contains(*letter) && **letter != 'T');
    let places: Vec<usize> = telling.clone().filter_map(|(spelling, letter)| place(spelling, *letter)).collect();
    let most = (0..8).max_by_key(|at| (places.iter().filter(|other| *other == at).count(), 8 - at)).unwrap_or(0);
    let capital = map.keys().all(|spelling| spelling.chars().all(|letter| !letter.is_lowercase()));
    let title =
        telling.clone().any(|(spelling, _)| spelling.chars().count() > 1 && spelling.starts_with(char::is_uppercase));
    for (letter, words) in words {
        if map.values().any(|known| known == letter) {
            continue;
        }
        // An ace is `1` and a ten `10` where court cards are numbers.
        let numbers = *letter == 'A' && places.is_empty() && map.contains_key("11");
        let at = if numbers { 1 } else { most.min(words.len().saturating_sub(1)) };
        let at = if *letter == 'T' || ('2'..='9').contains(letter) { 0 } else { at };
        let Some(word) = words.get(at) else { continue };
        let spelling = match word.chars().next() {
            Some(first) if title && word.len() > 1 => first.to_uppercase().chain(word.chars().skip(1)).collect(),
            _ if capital => word.to_uppercase(),
            _ => (*word).to_owned(),
        };
        assumed.push(spelling.clone());
        map.insert(spelling, *letter);
    }
}
