//! The two halves of a bilingual document side by side, clause by clause.

use std::collections::{BTreeMap, BTreeSet};

use crate::clause::{Clause, Half, Language};
use crate::fold::folded;
use crate::lexicon::{CHINESE_NUMBERS, COUNTED, ENGLISH_NUMBERS, NAMES, WORDS};
use crate::odds::pay_rows;

/// The most pairs that are compared; longer documents are laid side by side by number alone.
const MAX_PAIRS: usize = 1_000_000;
/// What it costs to leave a clause without a counterpart.
const ALONE: i64 = 0;

/// How one pair of clauses parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The numbers differ.
    Number,
    /// The other half has no such clause.
    Missing,
    /// The main half has no such clause.
    Added,
    /// This many rows of odds are in the main half, this many in the other.
    PayRows(usize, usize),
    /// Numbers in the text that the main half has alone, and those that the other has alone.
    Figures(Vec<u32>, Vec<u32>),
    /// Numbers and decisions that both halves have, and how often each writes them.
    Counts(Vec<(String, usize, usize)>),
    /// What the main half speaks of alone.
    MainOnly(Vec<&'static str>),
    /// What the other half speaks of alone.
    OtherOnly(Vec<&'static str>),
    /// The other half has it without its number.
    Unnumbered,
    /// The other half has a heading or an opening and nothing below it.
    Bare,
}

/// A clause of the main half and its counterpart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The place of the main half's clause.
    pub main: Option<usize>,
    /// The place of the other half's clause.
    pub other: Option<usize>,
    /// Where they differ; empty where they agree, as far as words and numbers show.
    pub departures: Vec<Departure>,
}

/// The pairs in the order of the main half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// Every clause of either half once.
    pub pairs: Vec<Pair>,
}

/// What a clause speaks of.
struct Content {
    words: BTreeSet<&'static str>,
    figures: BTreeSet<u32>,
    /// How often each number is written in digits; none of those that are written as words too.
    digits: BTreeMap<u32, usize>,
    /// How often each thing that counts is said.
    said: BTreeMap<&'static str, usize>,
    pay_rows: usize,
    length: usize,
}

/// Lays two halves side by side: in order, each clause with the one that speaks of the same things, numbers helping.
#[must_use]
pub fn align(main: &Half, other: &Half) -> Alignment {
    let left: Vec<Content> = (0..main.clauses().len()).map(|at| content(&main.text(at), main.language)).collect();
    let right: Vec<Content> = (0..other.clauses().len()).map(|at| content(&other.text(at), other.language)).collect();
    let pairs = if left.len().saturating_mul(right.len()) > MAX_PAIRS {
        by_number(main, other)
    } else {
        by_content(main, other, &left, &right)
    };
    // A clause whose own heading has lost its number is under none.
    let unnumbered: BTreeSet<usize> = pairs
        .iter()
        .filter_map(|(a, b)| Some((main.clauses().get((*a)?)?, other.clauses().get((*b)?)?)))
        .filter(|(_, clause)| clause.skipped && clause.parent.is_none())
        .filter_map(|(clause, _)| clause.parent)
        .collect();
    let pairs = pairs
        .into_iter()
        .map(|(a, b)| {
            let departures = match (a, b) {
                (Some(a), Some(b)) => {
                    let numbers = (main.clauses().get(a), other.clauses().get(b));
                    match (numbers, left.get(a), right.get(b)) {
                        ((Some(one), Some(two)), Some(left), Some(right)) => departures(one, two, left, right),
                        _ => Vec::new(),
                    }
                }
                (Some(a), None) if unnumbered.contains(&a) => vec![Departure::Unnumbered],
                (Some(_), None) => vec![Departure::Missing],
                _ => vec![Departure::Added],
            };
            Pair { main: a, other: b, departures }
        })
        .collect();
    Alignment { pairs }
}

fn departures(one: &Clause, two: &Clause, left: &Content, right: &Content) -> Vec<Departure> {
    let mut out = Vec::new();
    if one.number != two.number {
        out.push(Departure::Number);
    }
    if left.pay_rows != right.pay_rows {
        out.push(Departure::PayRows(left.pay_rows, right.pay_rows));
    }
    // A Chinese character says about as much as three letters.
    let bare = left.length > 60 && right.length * 4 < left.length;
    if bare {
        out.push(Departure::Bare);
    }
    let figures = |from: &Content, to: &Content| from.figures.difference(&to.figures).copied().collect::<Vec<_>>();
    let (more, less) = (figures(left, right), figures(right, left));
    if left.pay_rows == right.pay_rows && !(more.is_empty() && less.is_empty()) {
        out.push(Departure::Figures(more, less));
    }
    let count = |content: &Content, number: u32| content.digits.get(&number).copied().unwrap_or(0);
    let both = left.digits.keys().filter(|number| right.digits.contains_key(number));
    let numbers = both.map(|number| (number.to_string(), count(left, *number), count(right, *number)));
    let said = left.said.iter().filter_map(|(word, main)| Some((format!("\"{word}\""), *main, *right.said.get(word)?)));
    let counts: Vec<(String, usize, usize)> = numbers.chain(said).filter(|(_, main, other)| main != other).collect();
    if !counts.is_empty() && left.pay_rows == right.pay_rows {
        out.push(Departure::Counts(counts));
    }
    let words = |from: &Content, to: &Content| from.words.difference(&to.words).copied().collect::<Vec<_>>();
    let (more, less) = (words(left, right), words(right, left));
    if !more.is_empty() && left.pay_rows == right.pay_rows {
        out.push(Departure::MainOnly(more));
    }
    if !less.is_empty() {
        out.push(Departure::OtherOnly(less));
    }
    out
}

fn by_number(main: &Half, other: &Half) -> Vec<(Option<usize>, Option<usize>)> {
    let places: std::collections::HashMap<&str, usize> =
        other.clauses().iter().enumerate().map(|(at, clause)| (clause.number.as_str(), at)).collect();
    let mut used = BTreeSet::new();
    let mut out = Vec::new();
    for (at, clause) in main.clauses().iter().enumerate() {
        let found = places.get(clause.number.as_str()).copied();
        used.extend(found);
        out.push((Some(at), found));
    }
    out.extend((0..other.clauses().len()).filter(|at| !used.contains(at)).map(|at| (None, Some(at))));
    out
}

/// The pairing in order with the greatest likeness in all.
fn by_content(main: &Half, other: &Half, left: &[Content], right: &[Content]) -> Vec<(Option<usize>, Option<usize>)> {
    let width = right.len() + 1;
    let mut best = vec![0i64; (left.len() + 1) * width];
    let cell = |a: usize, b: usize| a * width + b;
    let mut likes = vec![i64::MIN; left.len() * right.len()];
    for (a, from) in left.iter().enumerate() {
        for (b, to) in right.iter().enumerate() {
            let like = match (main.clauses().get(a), other.clauses().get(b)) {
                (Some(one), Some(two)) => likeness(one, two, from, to),
                _ => i64::MIN,
            };
            if let Some(slot) = likes.get_mut(a * right.len() + b) {
                *slot = like;
            }
        }
    }
    let like = |a: usize, b: usize| likes.get(a * right.len() + b).copied().unwrap_or(i64::MIN);
    for a in (0..left.len()).rev() {
        for b in (0..right.len()).rev() {
            let at = |cells: &[i64], a: usize, b: usize| cells.get(cell(a, b)).copied().unwrap_or(0);
            let together = like(a, b).saturating_add(at(&best, a + 1, b + 1));
            let apart = ALONE + at(&best, a + 1, b).max(at(&best, a, b + 1));
            if let Some(slot) = best.get_mut(cell(a, b)) {
                *slot = together.max(apart);
            }
        }
    }
    let at = |a: usize, b: usize| best.get(cell(a, b)).copied().unwrap_or(0);
    let (mut a, mut b) = (0, 0);
    let mut out = Vec::new();
    while a < left.len() || b < right.len() {
        if a < left.len() && b < right.len() && at(a, b) == like(a, b).saturating_add(at(a + 1, b + 1)) {
            out.push((Some(a), Some(b)));
            (a, b) = (a + 1, b + 1);
        } else if a < left.len() && (b == right.len() || at(a, b) == ALONE + at(a + 1, b)) {
            out.push((Some(a), None));
            a += 1;
        } else {
            out.push((None, Some(b)));
            b += 1;
        }
    }
    out
}

/// How much two clauses are alike: what they share, and whether their numbers agree. Clauses of different chapters
/// or depths are never alike.
fn likeness(one: &Clause, two: &Clause, left: &Content, right: &Content) -> i64 {
    let chapter = |clause: &Clause| clause.number.split('.').next().map(str::to_owned);
    let depth = |clause: &Clause| clause.number.split('.').count();
    if chapter(one) != chapter(two) || depth(one) != depth(two) {
        return i64::MIN / 4;
    }
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let shared =
        count(left.words.intersection(&right.words).count() * 3 + left.figures.intersection(&right.figures).count());
    let apart = count(
        left.words.symmetric_difference(&right.words).count() * 2
            + left.figures.symmetric_difference(&right.figures).count(),
    );
    let all = (shared + apart).max(1);
    let same_number = if one.number == two.number { 60 } else { 0 };
    1 + same_number + shared * 200 / all
}

fn content(text: &str, language: Language) -> Content {
    let mut plain = folded(text).to_lowercase().replace('\n', " ");
    for name in NAMES {
        plain = plain.replace(name, " ");
    }
    // A copy for the digits: words are taken out of the other one as they are found.
    let (figures, digits) = figures(&plain, language);
    let mut words = BTreeSet::new();
    let mut said = BTreeMap::new();
    for word in WORDS {
        let spellings = match language {
            Language::Latin => word.english,
            Language::Chinese => word.chinese,
        };
        let times: usize = spellings.iter().map(|spelling| plain.matches(&folded(spelling)).count()).sum();
        if times > 0 {
            words.insert(word.name);
            if COUNTED.contains(&word.name) {
                said.insert(word.name, times);
            }
        }
    }
    let length = match language {
        Language::Latin => plain.chars().filter(|letter| letter.is_alphanumeric()).count(),
        Language::Chinese => plain.chars().filter(|letter| letter.is_alphanumeric()).count() * 3,
    };
    Content { words, figures, digits, said, pay_rows: pay_rows(text).len(), length }
}

/// The numbers of a text, and how often it writes each of them in digits alone. A number that is written twice without
/// another one between counts once: `10 或 10 以上`.
fn figures(plain: &str, language: Language) -> (BTreeSet<u32>, BTreeMap<u32, usize>) {
    let written = plain.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
    let mut written: Vec<u32> = written.collect();
    written.dedup();
    let mut out = words_for_numbers(plain, language);
    let mut digits = BTreeMap::new();
    for number in &written {
        if !out.contains(number) {
            *digits.entry(*number).or_insert(0) += 1;
        }
    }
    out.extend(written);
    out.remove(&1);
    digits.remove(&1);
    (out, digits)
}

fn words_for_numbers(plain: &str, language: Language) -> BTreeSet<u32> {
    let mut out = BTreeSet::new();
    match language {
        Language::Latin => {
            let words = plain.split(|letter: char| !letter.is_ascii_alphabetic());
            let known = words.filter_map(|word| ENGLISH_NUMBERS.iter().find(|(name, _)| *name == word));
            out.extend(known.map(|(_, number)| *number));
            // A text may have lost its spaces; short words are parts of others.
            let long = ENGLISH_NUMBERS.iter().filter(|(name, _)| name.len() > 4 && plain.contains(name));
            out.extend(long.map(|(_, number)| *number));
        }
        Language::Chinese => {
            out.extend(CHINESE_NUMBERS.iter().filter(|(name, _)| plain.contains(name)).map(|(_, number)| *number));
        }
    }
    out
}
