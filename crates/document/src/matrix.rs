//! How a table of play that is laid out as a matrix looks: the values of cards side by side above it, and rows that begin with
//! a total.

use std::ops::{Range, RangeInclusive};

use crate::decks::number_word;
use crate::fold::fold;

pub use crate::draws::is_none;

/// So many values of cards, each one more than the last, are the head of a table of play, or of a part of one.
const MIN_VALUES: usize = 4;
/// So many are one, whatever stands below them.
const CERTAIN: usize = 8;
/// The most words that name the column for no card.
const NONE: usize = 3;
/// The longest mark of a cell, in letters.
pub const MARK: usize = 3;
/// The longest total that a row begins with, in letters, where it is a number.
pub const TOTAL: usize = 12;
/// The most words of a total, as in `If the Banker has 5`.
const TOTAL_WORDS: usize = 8;
/// The most words of a row, and the longest word of a head, in letters.
pub const MAX_WORDS: usize = 24;

/// Which words of a line are the values of cards, one behind the other, if so many are: digits, an ace before the two and a
/// ten behind the nine.
#[must_use]
pub fn values(words: &[&str]) -> Option<Range<usize>> {
    if words.len() > MAX_WORDS || words.iter().any(|word| word.chars().count() > MAX_WORDS) {
        return None;
    }
    let at = |at: usize| words.get(at).copied().and_then(value);
    let begins =
        |place: usize| words.get(place).is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    let follows = |place: usize| match (at(place), at(place + 1)) {
        // Tens count nothing, and may stand before the ace.
        (Some(TEN), Some(1)) => begins(place),
        (Some(one), Some(next)) => next == one + 1,
        _ => false,
    };
    let end = |from: usize| (from..words.len()).find(|place| !follows(*place)).map_or(words.len(), |last| last + 1);
    (0..words.len()).map(|from| from..end(from)).find(|run| run.len() >= MIN_VALUES)
}

/// The number at the head of a column: of an ace 1, of a ten 10.
pub(crate) fn value(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        b"A" | b"Ace" | b"ace" | b"ACE" => Some(1),
        _ if is_ten(word) => Some(TEN),
        _ => None,
    }
}

/// What a card of ten is at the head of a column; it counts nothing.
const TEN: u8 = 10;
/// The words of such a head, and of the cards beside ten.
const TENS: [&str; 5] = ["0", "10", "t", "ten", "tens"];
const FACES: [&str; 8] = ["j", "q", "k", "jack", "queen", "king", "face", "faces"];

/// `10`, `T`, `10/J/Q/K`, `0/10`, `10-K`.
fn is_ten(word: &str) -> bool {
    let plain: String = word.chars().map(fold).flat_map(char::to_lowercase).collect();
    if matches!(plain.as_str(), "10jqk" | "tjqk") {
        return true;
    }
    let mut parts = plain.trim_end_matches('+').split(['/', ',', '-']);
    let first = parts.next().unwrap_or("");
    let known = |part: &str| TENS.contains(&part) || FACES.contains(&part);
    TENS.contains(&first) && plain != "0" && parts.all(known)
}

/// For each word of a head the first of those that name its column: `No card` is one.
pub(crate) fn first_of_column(words: &[&str], values: &Range<usize>) -> Vec<usize> {
    let mut out: Vec<usize> = (0..words.len()).collect();
    let (before, behind) = nones(words, values.start, values.end);
    for own in [values.start - before.unwrap_or(0)..values.start, values.end..values.end + behind.unwrap_or(0)] {
        let first = own.start;
        out.get_mut(own).into_iter().flatten().for_each(|at| *at = first);
    }
    out
}

/// How many words before and behind the values of a head name the column for no card.
pub(crate) fn nones(words: &[&str], start: usize, end: usize) -> (Option<usize>, Option<usize>) {
    let before = (1..=NONE.min(start)).rev().find(|count| words.get(start - count..start).is_some_and(is_none));
    let behind = (1..=NONE).rev().find(|count| words.get(end..end + count).is_some_and(is_none));
    (before, behind)
}

/// How many words of a line are the total of a row, behind which only cells stand: a number, with or without cells; or other
/// words, behind which all cells are one letter or sign each, so that no sentence is a row.
#[must_use]
pub fn words_of_total(words: &[&str]) -> Option<usize> {
    let letters = |word: &str| word.chars().count();
    let is_number = |total: &str| total.starts_with(|first: char| first.is_ascii_digit()) && letters(total) <= TOTAL;
    if words.len() > MAX_WORDS {
        return None;
    }
    if words.first().is_some_and(|total| is_number(total)) && words.iter().skip(1).all(|word| letters(word) <= MARK) {
        return Some(1);
    }
    let cells = words.iter().rev().take_while(|word| is_sign(word)).count();
    let total = words.len() - cells;
    (cells > 0 && (1..=TOTAL_WORDS).contains(&total)).then_some(total)
}

/// Words that stand beside the total of a hand of the Banker.
const BESIDE: [&str; 20] = [
    "banker", "banker's", "bankers", "bank", "hand", "total", "totals", "point", "points", "count", "of", "on", "at",
    "if", "the", "has", "is", "a", "holds", "with",
];

/// Whether a cell is one letter or sign, and no number.
fn is_sign(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|first| !first.is_ascii_digit()) && letters.next().is_none()
}

/// Where the head of a matrix and each of its rows stand: lines of the text, from 0.
pub(crate) struct Matrix {
    /// The line of the head.
    pub head: usize,
    /// Which words of it are values.
    pub values: Range<usize>,
    /// The rows below it.
    pub rows: Vec<MatrixRow>,
}

impl Matrix {
    /// Whether its head has most of the values, so that it is one whatever stands below.
    pub(crate) fn is_certain(&self) -> bool {
        self.values.len() >= CERTAIN
    }
}

/// A row of a matrix: its line and where in the text this is, how many words its total has, and how many cells stand behind these.
pub(crate) struct MatrixRow {
    pub line: usize,
    pub range: Range<usize>,
    pub total: usize,
    pub cells: usize,
}

/// The totals that a row is for, if its words say them and nothing else: `5`, `0-2`, `five`, `Banker 5`, `If the Banker has 5`.
pub(crate) fn totals(words: &[&str]) -> Option<RangeInclusive<u8>> {
    let mut found = None;
    for word in words {
        let plain: String = word.chars().map(fold).flat_map(char::to_lowercase).collect();
        let plain = plain.trim_matches([',', ':', '.', '(', ')']);
        match number(plain) {
            // `5 (five)`
            Some(totals) if found.as_ref().is_none_or(|known| *known == totals) => found = Some(totals),
            None if BESIDE.contains(&plain) => {}
            _ => return None,
        }
    }
    found
}

/// `4`, `0-2`, `four`.
fn number(word: &str) -> Option<RangeInclusive<u8>> {
    let one = |word: &str| {
        let said = word.parse::<u8>().ok().or_else(|| number_word(word).and_then(|number| u8::try_from(number).ok()));
        said.or_else(|| matches!(word, "nought" | "nil" | "zero").then_some(0)).filter(|total| *total <= 9)
    };
    match word.split_once('-') {
        Some((least, most)) => Some(one(least)?..=one(most)?),
        None => one(word).map(|total| total..=total),
    }
}

/// The matrices of a text. A head of few values is one only where a row of signs stands below it.
pub(crate) fn matrices(text: &str) -> Vec<Matrix> {
    let mut out: Vec<Matrix> = Vec::new();
    let mut open: Option<Matrix> = None;
    let close = |open: &mut Option<Matrix>, out: &mut Vec<Matrix>| {
        let is_one = |one: &Matrix| one.is_certain() || one.rows.iter().any(|row| row.cells > 0);
        out.extend(open.take().filter(is_one));
    };
    let mut next = 0;
    for (line, own) in text.split('\n').enumerate() {
        let range = next..next + own.len();
        next = range.end + 1;
        let words: Vec<&str> = own.split_whitespace().take(MAX_WORDS + 1).collect();
        if let Some(values) = values(&words) {
            close(&mut open, &mut out);
            open = Some(Matrix { head: line, values, rows: Vec::new() });
            continue;
        }
        let row = open.as_ref().and_then(|matrix| {
            let begins = || words.first().is_some_and(|first| first.starts_with(|sign: char| sign.is_ascii_digit()));
            let blank = totals(&words).map(|_| words.len());
            let total = blank.or_else(|| words_of_total(&words)).or_else(|| begins().then_some(1))?;
            (matrix.is_certain() || words.iter().skip(total).all(|word| is_sign(word))).then_some(total)
        });
        match (row, &mut open) {
            (Some(total), Some(matrix)) => {
                matrix.rows.push(MatrixRow { line, range, total, cells: words.len() - total });
            }
            _ => close(&mut open, &mut out),
        }
    }
    close(&mut open, &mut out);
    out
}
