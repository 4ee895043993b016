//! Lines that look numbered and open no clause.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;

use crate::clause::Half;
use crate::fold::fold;
use crate::label;
use crate::left::{self, LeftOut, Why};
use crate::line::Line;
use crate::ratio::Colons;
use crate::{candidate, figures, head, mark, odds, row, sections};

/// The longest begin of a line that is shown, in letters.
const SHOWN: usize = 60;
/// The longest mark that is taken for a number, in bytes.
const MAX_MARK: usize = 16;
/// Within how many letters a Chinese number of an article ends.
const MAX_HAN: usize = 6;
/// Chinese digits.
const HAN_DIGITS: &str = "一二三四五六七八九十百千萬万两兩";
/// Words by which a rule decides: what is drawn, won, paid, void.
const DECIDING: [&str; 121] = [
    "draw",
    "draws",
    "drawn",
    "drawing",
    "stand",
    "stands",
    "hit",
    "hits",
    "pay",
    "pays",
    "paid",
    "payout",
    "odds",
    "win",
    "wins",
    "won",
    "winning",
    "lose",
    "loses",
    "lost",
    "void",
    "refund",
    "refunded",
    "return",
    "returned",
    "returns",
    "burn",
    "burned",
    "burns",
    "burning",
    "count",
    "counted",
    "free",
    "twice",
    "double",
    "doubled",
    "thrice",
    "triple",
    "push",
    "pushes",
    "forfeit",
    "forfeited",
    "deck",
    "decks",
    "pack",
    "packs",
    "wager",
    "wagers",
    "bet",
    "bets",
    "stake",
    "stakes",
    "tire",
    "tirer",
    "reste",
    "rester",
    "paie",
    "paient",
    "payé",
    "payée",
    "gagne",
    "gagnent",
    "perd",
    "perdent",
    "mise",
    "mises",
    "nul",
    "nulle",
    "zieht",
    "ziehen",
    "gewinnt",
    "verliert",
    "paga",
    "ganha",
    "perde",
    "commission",
    "commissions",
    "vigorish",
    "waive",
    "waives",
    "waived",
    "voids",
    "voided",
    "paying",
    "payable",
    "payment",
    "payments",
    "betting",
    "wagered",
    "wagering",
    "staked",
    "counts",
    "rank",
    "ranks",
    "forfeits",
    "forfeiture",
    "kept",
    "keeps",
    "keep",
    "withheld",
    "retained",
    "retains",
    "misée",
    "annulé",
    "annulée",
    "remboursé",
    "remboursée",
    "rendue",
    "rendu",
    "rendues",
    "moitié",
    "carte",
    "verfällt",
    "ungültig",
    "einsatz",
    "einsätze",
    "aposta",
    "apostas",
    "nula",
    "nulo",
    "comissão",
];
/// Words that say what is done: a heading that holds one may be a rule.
const RULING: [&str; 29] = [
    "draws", "draw", "stands", "stand", "pays", "pay", "paid", "wins", "loses", "lose", "lost", "returned", "refunded",
    "tire", "tirer", "reste", "rester", "paie", "paient", "payé", "payée", "payés", "gagne", "gagnent", "perd",
    "perdent", "zieht", "gewinnt", "paga",
];
/// Words that no definition needs either, which says when something is won or paid.
const SETTLING: [&str; 24] = [
    "void",
    "voids",
    "voided",
    "forfeit",
    "forfeits",
    "forfeited",
    "kept",
    "keeps",
    "retained",
    "withheld",
    "waived",
    "halved",
    "half",
    "doubled",
    "rend",
    "rendue",
    "rendues",
    "rendus",
    "remboursée",
    "reçoit",
    "nul",
    "nulle",
    "moitié",
    "verliert",
];
/// The most words of a title.
const MAX_TITLE: usize = 14;
/// Words by which a title says when or for whom something is.
const LIMITING: [&str; 6] = ["when", "if", "unless", "only", "except", "not"];
/// Verbs that titles of what is void do not need.
const VERBS: [&str; 22] = [
    "is", "are", "was", "were", "be", "been", "has", "have", "shall", "must", "may", "can", "will", "do", "does",
    "counts", "declare", "declared", "makes", "become", "becomes", "remain",
];
/// Words that what is void may be named behind.
const BEFORE_NAMES: [&str; 10] = ["of", "and", "or", "the", "a", "for", "on", "in", "about", "any"];
/// How many words in lower case a sentence has.
const LEAST_WORDS: usize = 3;
/// How front matter begins that names a power.
const AUTHORITY: [&str; 9] = [
    "in accordance with ",
    "pursuant to ",
    "in exercise of ",
    "under section ",
    "by order of ",
    "published by ",
    "approved by ",
    "this order ",
    "signed at ",
];
/// The most numbers by which two clauses that follow one another may differ for those between to be missed.
const MAX_GAP: u32 = 10;
/// How many lines before and behind one say how lines are set apart.
const AROUND: usize = 8;

/// A line that looks numbered and opens no clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlooked {
    /// The line of the text, from 1.
    pub line: u32,
    /// What it begins with.
    pub text: String,
}

/// The lines that look numbered: those that open no clause, and how many there are in all. The entries of a contents
/// page whose clauses were found are none of them.
pub(crate) fn overlooked(lines: &[Line], halves: &[&Half], left_out: &[LeftOut]) -> (Vec<Overlooked>, usize) {
    let opening: BTreeSet<u32> = halves.iter().flat_map(|half| half.clauses.iter().map(|clause| clause.line)).collect();
    let outside: BTreeSet<u32> = left_out
        .iter()
        .filter(|left| matches!(left.why, Why::Outside | Why::OtherLanguage))
        .map(|left| left.line)
        .collect();
    // The titles of another language are not compared.
    let foreign: BTreeSet<u32> = match halves {
        [_] => left_out.iter().filter(|left| left.why == Why::OtherLanguage).map(|left| left.line).collect(),
        _ => outside.clone(),
    };
    let skipped = skipped(halves);
    let looking: Vec<(&Line, String)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| {
            let number = number_of(lines, at, outside.contains(&line.line));
            Some((line, number.or_else(|| of_gap(line, &skipped))?))
        })
        .collect();
    let mut opened: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (line, number) in looking.iter().filter(|(line, _)| opening.contains(&line.line)) {
        opened.entry(number.as_str()).or_default().push(left::key(&line.text));
    }
    // An entry of a contents page begins as its clause does; what bears the number of another clause alone is none.
    let is_item = |line: &Line| line.text.starts_with('(');
    let is_entry = |line: &Line, number: &str| {
        let own = left::key(left::entry(&line.text));
        let alike = |title: &String| title.starts_with(&own) || own.starts_with(title.as_str());
        outside.contains(&line.line)
            && opened
                .get(number)
                .is_some_and(|titles| is_item(line) || foreign.contains(&line.line) || titles.iter().any(alike))
    };
    let mut out = Vec::new();
    let mut all = 0;
    for (line, number) in &looking {
        if opening.contains(&line.line) {
            all += 1;
        } else if !is_entry(line, number) {
            all += 1;
            out.push(Overlooked { line: line.line, text: shown(line) });
        }
    }
    (out, all)
}

/// The numbers that are skipped between two clauses, the lines that these begin on, and how many at most.
fn skipped(halves: &[&Half]) -> Vec<(Range<u32>, Range<u32>)> {
    let mut out = Vec::new();
    for half in halves {
        let mut last: BTreeMap<(Option<usize>, &str), (u32, u32)> = BTreeMap::new();
        for clause in &half.clauses {
            let Some((before, number)) = last_number(&clause.number) else { continue };
            if let Some((line, known)) = last.insert((clause.parent, before), (clause.line, number))
                && (2..=MAX_GAP).contains(&number.saturating_sub(known))
            {
                out.push((line..clause.line, known + 1..number));
            }
        }
    }
    out
}

/// The number that a citation ends with, and what is before it: `Article 12`, `4.2(3)`, `7°`.
fn last_number(citation: &str) -> Option<(&str, u32)> {
    let bare = citation.trim_end_matches([')', '°', 'º', '.']);
    let before = bare.trim_end_matches(|letter: char| letter.is_ascii_digit());
    Some((before, bare.get(before.len()..)?.parse().ok()?))
}

/// The number that a line begins with, where it is one of those that are skipped there: `3 Tie` between 2 and 4.
fn of_gap(line: &Line, skipped: &[(Range<u32>, Range<u32>)]) -> Option<String> {
    let own = line.text.trim_start_matches(['(', '[']);
    let digits = own.len() - own.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let (number, rest) = own.split_at_checked(digits).filter(|_| (1..=4).contains(&digits))?;
    let rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || ".):]-–—°º".contains(letter));
    let begins = rest.starts_with(|first: char| first.is_uppercase() || label::is_han(first));
    let value: u32 = number.parse().ok()?;
    let lacks = |(lines, numbers): &(Range<u32>, Range<u32>)| {
        line.line > lines.start && lines.contains(&line.line) && numbers.contains(&value)
    };
    (begins && skipped.iter().any(lacks)).then(|| number.to_owned())
}

/// The lines that look numbered and open no clause, where a person said where clauses begin and which lines are outside, and
/// how many look numbered in all.
pub(crate) fn under_cut(
    lines: &[Line],
    opening: &BTreeSet<u32>,
    is_outside: impl Fn(u32) -> bool,
) -> (Vec<Overlooked>, usize) {
    let looking: Vec<&Line> = numbered(lines).map(|(line, _)| line).filter(|line| !is_outside(line.line)).collect();
    let swallowed = looking.iter().filter(|line| !opening.contains(&line.line));
    (swallowed.map(|line| Overlooked { line: line.line, text: shown(line) }).collect(), looking.len())
}

/// Whether a text may be a rule: it holds a number in digits or words, odds or an amount, or a word by which rules decide.
pub(crate) fn may_decide(text: &str) -> bool {
    may_hold_numbers(text) || decides(text)
}

/// Whether a clause that a ruleset calls a heading or a definition may be a rule: it holds odds or a share, or says what is
/// done. What it names between quotes is not said.
#[must_use]
pub fn may_rule(text: &str) -> bool {
    let said = unquoted(text);
    let defines = text.trim_start().chars().map(fold).next().is_some_and(|first| matches!(first, '"' | '\''));
    // What follows the sentence of a definition is none.
    let end = said.char_indices().find(|(at, letter)| {
        *letter == '.' && said.get(at + 1..).is_some_and(|rest| rest.starts_with(char::is_whitespace))
    });
    let behind = if defines { end.and_then(|(at, _)| said.get(at..)).unwrap_or("") } else { said.as_str() };
    holds_word(&said, &SETTLING) || holds_word(behind, &RULING) || holds_odds(&said) || (defines && bounds(&said))
}

/// Whether a text says how many there may be: `no more than four`, `at least 2`.
pub(crate) fn bounds(text: &str) -> bool {
    let words = figures::tokens(text);
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |word| word.text.as_str());
    (0..words.len()).any(|at| {
        let before = |back: usize| word(at.checked_sub(back));
        let least = before(2) == "at" && matches!(before(1), "least" | "most");
        let than =
            before(1) == "than" && matches!(before(2), "more" | "less" | "fewer") && matches!(before(3), "no" | "not");
        (least || than) && figures::beginning(text, &words, at).is_some()
    })
}

/// Whether a clause that a ruleset calls a heading may be a rule: as [`may_rule`], but for a title that names what is void. A
/// title that says when or for whom something is rules.
#[must_use]
pub fn heading_may_rule(text: &str) -> bool {
    let words = figures::tokens(text);
    let is_title = words.len() <= MAX_TITLE && !text.contains('\n') && !text.trim_end().ends_with(['.', ';', ':']);
    // `When something goes wrong` names what is spoken of; `Rounds, when void` limits it.
    let topic = words.first().is_some_and(|word| matches!(word.text.as_str(), "when" | "if"));
    let limits = words.iter().skip(usize::from(topic)).any(|word| LIMITING.contains(&word.text.as_str()));
    if is_title && limits {
        return true;
    }
    may_rule(text) && !(is_title && only_names_what_is_void(text))
}

/// Whether nothing of a title says what is done but `void` before what is so called: `Void rounds; who decides`.
fn only_names_what_is_void(title: &str) -> bool {
    let words = figures::tokens(title);
    let rest = SETTLING.iter().chain(&RULING).filter(|word| **word != "void");
    let rest: Vec<&str> = rest.copied().chain(VERBS).collect();
    let named = |part: &str| {
        let words = figures::tokens(part);
        let of = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
        (0..words.len()).filter(|at| of(*at) == "void").all(|at| {
            let begins = at.checked_sub(1).is_none_or(|before| BEFORE_NAMES.contains(&of(before)));
            begins && words.len() > at + 1
        })
    };
    !words.iter().any(|word| rest.contains(&word.text.as_str()))
        && !may_hold_numbers(title)
        && !holds_odds(title)
        && title.split([';', ',', ':', '\u{2013}', '\u{2014}']).all(named)
}

/// Whether a text holds a number in digits or words.
fn may_hold_numbers(text: &str) -> bool {
    let words = figures::tokens(text);
    let in_words = || (0..words.len()).any(|at| figures::ending(text, &words, at).is_some());
    text.contains(|letter: char| letter.is_numeric() || HAN_DIGITS.contains(letter)) || in_words()
}

/// Whether a line beside a figure may be a rule: a sentence that says what is done, and no label of what is drawn there.
pub(crate) fn is_ruling_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', ';']) && says_what_is_done(&unquoted(text))
}

/// Whether a text is a sentence, or ends with one: words in lower case, and a full stop.
pub(crate) fn is_sentence(text: &str) -> bool {
    let said = unquoted(text);
    let words = said.split_whitespace().filter(|word| word.starts_with(char::is_lowercase)).count();
    let end = text.trim_end().trim_end_matches(['"', '\'', '\u{201d}', '\u{2019}', ')']);
    words >= LEAST_WORDS && end.ends_with(['.', ';', '!']) && !end.ends_with("..")
}

/// Whether a text begins by saying who made the rules, and by which power.
pub(crate) fn names_authority(text: &str) -> bool {
    let low = text.to_lowercase();
    AUTHORITY.iter().any(|begin| low.starts_with(begin)) || low.trim_end().ends_with("are approved.")
}

fn says_what_is_done(text: &str) -> bool {
    holds_word(text, &SETTLING) || holds_word(text, &RULING)
}

fn holds_word(text: &str, all: &[&str]) -> bool {
    let words = figures::tokens(text);
    let next = |at: usize| words.get(at + 1).map_or("", |word| word.text.as_str());
    // `paid in chips`
    (0..words.len()).zip(&words).any(|(at, word)| all.contains(&word.text.as_str()) && next(at) != "in")
}

/// A text without what stands between quotes. A quote that is not closed on its line hides nothing.
fn unquoted(text: &str) -> String {
    let folded: String = text.chars().map(fold).collect();
    let mut out = String::with_capacity(folded.len());
    for line in folded.split('\n') {
        let parts: Vec<&str> = line.split('"').collect();
        let open = parts.len().is_multiple_of(2);
        for (at, part) in parts.iter().enumerate() {
            if at.is_multiple_of(2) || (open && at + 1 == parts.len()) {
                out.push_str(part);
            }
            out.push(' ');
        }
        out.push('\n');
    }
    out
}

fn holds_odds(text: &str) -> bool {
    text.contains(['%', '\u{2030}']) || !odds::stated_odds(text, Colons::default()).0.is_empty()
}

/// Whether a text holds odds, a share, or a word by which rules decide. Numbers alone are those of titles, dates and pages.
pub(crate) fn decides(text: &str) -> bool {
    let words = figures::tokens(text);
    words.iter().any(|word| DECIDING.contains(&word.text.as_str())) || holds_odds(text) || bounds(text)
}

/// The lines that look numbered, where no clause was found at all, as they are shown.
pub(crate) fn looking(lines: &[Line]) -> impl Iterator<Item = (&Line, String)> {
    numbered(lines).map(|(line, _)| (line, shown(line)))
}

/// The lines that look numbered, where no clause was found at all, and what each seems to be numbered by.
pub(crate) fn numbered(lines: &[Line]) -> impl Iterator<Item = (&Line, String)> {
    let number = |at, line| number_of(lines, at, false).or_else(|| code(line));
    lines.iter().enumerate().filter_map(move |(at, line)| Some((line, number(at, line)?)))
}

/// A number of several parts behind a word, as codes have it: `Article 55-14`, `Article R. 321-14`, `WAC 230-15-040`.
fn code(line: &Line) -> Option<String> {
    let words: Vec<&str> = line.text.split_whitespace().take(3).collect();
    let is_code = |word: &str| {
        let word = word.trim_end_matches(['.', ':']);
        let mut parts = word.split('-');
        let number = |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_digit());
        parts.next().is_some_and(number) && parts.clone().next().is_some() && parts.all(number)
    };
    let is_word = |word: &str| {
        word.starts_with(char::is_uppercase) && word.chars().filter(|letter| letter.is_alphabetic()).count() <= 12
    };
    let at = words.iter().position(|word| is_code(word)).filter(|at| (1..3).contains(at))?;
    let head = words.get(..=at)?;
    let named = head.split_last().is_some_and(|(_, before)| before.iter().all(|word| is_word(word)));
    named.then(|| head.join(" ").trim_end_matches(['.', ':']).to_owned())
}

fn shown(line: &Line) -> String {
    line.text.chars().take(SHOWN).map(|letter| if letter == '\t' { ' ' } else { letter }).collect()
}

/// What a line seems to be numbered by. `outside` of all clauses a title that begins with a number is that of a game, or a
/// date.
fn number_of(lines: &[Line], at: usize, outside: bool) -> Option<String> {
    let line = lines.get(at)?;
    let text = line.text.as_str();
    if row::is_row(lines, at) {
        return None;
    }
    if let Some(head) = head::head(text).or_else(|| head::points(text)) {
        return Some(head.cite);
    }
    if let Some((number, _)) = label::number(text).filter(|(number, _)| number.parts.len() > 1 || number.dot) {
        return Some(number.parts.iter().map(u16::to_string).collect::<Vec<_>>().join("."));
    }
    if let Some((mark, _)) = mark::mark(text) {
        return Some(mark.text);
    }
    // What has a line set apart and begins as a heading does, whatever follows.
    if (line.apart || (!outside && begins_anew(lines, at))) && (head::seems(text) || head::are_several(text)) {
        return Some(text.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    }
    if line.apart && sections::is_heading(text) {
        return text.split_whitespace().next().map(str::to_owned);
    }
    let bare = label::number(text).filter(|(_, title)| line.apart && !outside && candidate::is_title(title));
    if let Some((number, _)) = bare {
        return Some(number.parts.iter().map(u16::to_string).collect::<Vec<_>>().join("."));
    }
    if !outside && begins_anew(lines, at) {
        let plain: String = text.chars().take(SHOWN).collect::<String>().nfkc().collect();
        // Digits of other scripts and in circles: `６．The`, `⑥ The`.
        let changed = plain.chars().next() != text.chars().next();
        let as_digits = || {
            label::number(&plain)
                .map(|(number, _)| number.parts.iter().map(u16::to_string).collect::<Vec<_>>().join("."))
        };
        if let Some(number) = of_any_kind(&plain).or_else(|| changed.then(as_digits).flatten()) {
            return Some(number);
        }
    }
    // Numbers of a kind that nobody foresaw: digits and letters, and a full stop or a parenthesis at their end.
    let word = text.split_whitespace().next()?;
    let known = |letter: char| letter.is_alphanumeric() || ".-:/§()[]°º".contains(letter);
    let digits = word.contains(|letter: char| letter.is_ascii_digit());
    let seems = word.len() <= 24
        && digits
        && word.chars().all(known)
        && word.ends_with(['.', ')', ']', ':', '-', '/', '°', 'º']);
    (seems && text.len() > word.len()).then(|| word.trim_end_matches(['.', ':']).to_owned())
}

/// Whether the text before a line has come to an end, as far as the layout and its last letter show.
fn begins_anew(lines: &[Line], at: usize) -> bool {
    let above = |up: usize| at.checked_sub(up).and_then(|above| lines.get(above)).map_or("", |line| line.text.as_str());
    // Where lines are set apart one by one, as some PDFs have them, that says nothing.
    let around = lines.get(at.saturating_sub(AROUND)..lines.len().min(at + AROUND)).unwrap_or_default();
    let spaced = around.iter().filter(|line| line.apart).count() * 5 > around.len() * 4;
    let ended = candidate::end(above(2), above(1)) && !above(1).ends_with(',');
    let apart = lines.get(at).is_some_and(|line| line.apart);
    let heading = || {
        let title = label::number(above(1)).map_or(above(1), |(_, title)| title);
        candidate::is_title(title) || head::head(above(1)).is_some() || sections::is_heading(above(1))
    };
    ended || (apart && (!spaced || heading()))
}

/// A number of any kind that a text begins with, where what follows begins as a clause or a title does: `6 The`, `VI The`,
/// `A.1 The`, `1-1 The`, `3 bis The`, `1 .2 The`.
fn of_any_kind(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let known = |letter: char| letter.is_alphanumeric() || ".-–—·:/§()[]°º¶#".contains(letter);
    // `第三条`
    let han = text.starts_with('第') && text.chars().take(MAX_HAN).any(|letter| "条章节款编部项".contains(letter));
    if han {
        return Some(first.chars().take(MAX_HAN).collect());
    }
    // `5, The`
    let comma = first.strip_suffix(',').filter(|own| own.len() < 4 && own.bytes().all(|digit| digit.is_ascii_digit()));
    if first.len() > MAX_MARK || !comma.unwrap_or(first).chars().all(known) {
        return None;
    }
    let mut number = first.to_owned();
    let mut rest = words.next();
    // `3 bis`, `3 ter.`, `5 a)`, `1 .2`
    let goes_on = |word: &&str| {
        label::INSERTED.contains(&word.trim_end_matches(['.', ')', ':']))
            || matches!(word.as_bytes(), [b'a'..=b'z', b')' | b'.'])
            || (word.starts_with('.') && word.len() > 1 && word.chars().skip(1).all(|letter| letter.is_ascii_digit()))
    };
    if first.ends_with(|last: char| last.is_ascii_digit())
        && let Some(word) = rest.filter(goes_on)
    {
        number.push_str(word);
        rest = words.next();
    }
    let dashed = rest.filter(|word| matches!(*word, "-" | "–" | "—"));
    let rest = if dashed.is_some() { words.next() } else { rest };
    let begins = rest.is_none_or(|word| word.starts_with(|first: char| first.is_uppercase() || label::is_han(first)));
    let bare = first.trim_matches(|letter: char| !letter.is_alphanumeric());
    let digits = bare.chars().filter(char::is_ascii_digit).count();
    let letters = bare.chars().filter(|letter| letter.is_alphabetic()).count();
    let marked = first.len() > bare.len()
        || number.len() > first.len()
        || bare.contains(|letter: char| !letter.is_alphanumeric());
    let counts = match (digits, letters) {
        (0, _) => {
            bare.chars().all(|letter| letter.is_ascii_uppercase()) && label::roman(&bare.to_lowercase()).is_some()
        }
        // A year, a sum and the like have more digits; a card has its suit behind it.
        (1..=6, 0) => marked || digits <= 3,
        (1..=6, 1..=3) => true,
        _ => false,
    };
    (counts && begins && (rest.is_some() || marked)).then(|| number.trim_end_matches(['.', ':']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{heading_may_rule, may_rule, of_any_kind};

    #[test]
    fn a_title_that_names_what_is_void_is_none_and_one_that_limits_is() {
        for title in
            ["Void rounds; who decides", "Irregularities, and void hands", "Order of the deal", "When a card is torn"]
        {
            assert!(!heading_may_rule(title), "{title}");
        }
        for heading in [
            "Void rounds are refunded",
            "Wagers void",
            "On a tie all wagers void",
            "Tie: void",
            "A torn card voids the coup",
            "Void rounds at 8 to 1",
            "Void bets on 7",
            "COMMISSION IS WAIVED.",
            "Wager on the Tide, when offered",
            "Third card, if drawn",
            "Wagers by leave only",
        ] {
            assert!(heading_may_rule(heading), "{heading}");
        }
        assert!(!heading_may_rule("The following words, when used here, mean:"));
    }

    #[test]
    fn a_definition_that_says_how_many_there_may_be_may_be_a_rule() {
        for text in [
            "\"captain\" means whoever oversees the dealers of no more than four tables",
            "\"shoe\" means a box of at least 6 decks",
        ] {
            assert!(may_rule(text), "{text}");
        }
        for text in ["\"natural\" means a count of 8 or 9", "\"rank\" means no more than what is printed"] {
            assert!(!may_rule(text), "{text}");
        }
    }

    #[test]
    fn a_heading_or_a_definition_may_be_a_rule() {
        for text in [
            "A Banker who wins with six is paid one to two.",
            "Payment (a tie pays 9 to 1)",
            "The house takes 5 %",
            "\"torn card\" means a card by which all stakes are forfeited",
            "\"tie\" means equal totals. Then the Banker loses.",
            "Le banquier gagnant avec six reçoit la moitié.",
        ] {
            assert!(may_rule(text), "{text}");
        }
        for text in [
            "Minimum and maximum wagers",
            "Order of wagering",
            "\"void\" means without a result",
            "\"stand-off\" means that a wager neither wins nor loses",
            "\"token\" means a chip of paper. Its winnings are paid in chips",
            "",
        ] {
            assert!(!may_rule(text), "{text}");
        }
    }

    #[test]
    fn numbers_of_any_kind_begin_a_clause() {
        for text in [
            "6 The Banker is paid as the casino decides.",
            "VI The odds may be changed.",
            "A.1 The casino",
            "1-1 A tie",
            "1·2 A tie",
            "1 .2 A tie",
            "3 bis Money",
            "1er Money",
            "3bis. Money",
            "6. The casino",
            "3 – Money",
            "4 ter. Money",
            "2 quater) Money",
            "5 a) Money",
            "5, Money",
        ] {
            assert!(of_any_kind(text).is_some(), "{text}");
        }
        for text in [
            "5, money",
            "5 a money",
            "6 to 1 and",
            "7 of the cards",
            "2016 The year",
            "A tie pays",
            "I am",
            "The 3 cards",
            "52-card decks",
            "6",
        ] {
            assert_eq!(of_any_kind(text), None, "{text}");
        }
    }
}
