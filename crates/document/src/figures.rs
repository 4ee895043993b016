//! Odds in words and fractions made figures: `eight to one` is `8 to 1`, `pays one-half` is `pays 1 to 2`.

use std::borrow::Cow;
use std::ops::Range;

use crate::fold::fold;

/// Number words that stand alone or behind tens.
const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [(&str, u64); 8] = [
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];
/// The most tokens that a number in words has: `one hundred and twenty five`.
const MAX_WORDS: usize = 5;
/// How many tokens before odds are looked through for words about paying.
const CONTEXT: usize = 5;
/// Words about paying.
const PAYING: [&str; 10] = ["pays", "pay", "paid", "payout", "odds", "payment", "payable", "paying", "pagas", "paga"];
/// Words about what is won, and of paying in other languages.
const WINNING: [&str; 13] = [
    "win", "wins", "won", "winnings", "receives", "receive", "paie", "payé", "payée", "payés", "gagne", "rapporte",
    "reçoit",
];
/// Words before numbers that go from one to another.
const SPAN_BEHIND: [&str; 24] = [
    "from", "between", "card", "cards", "rank", "ranks", "ranked", "numbered", "numbers", "value", "values", "total",
    "totals", "points", "is", "are", "has", "have", "on", "of", "valued", "spot", "count", "the",
];
/// Words behind numbers that go from one to another.
const SPAN_BEFORE: [&str; 26] = [
    "inclusive",
    "count",
    "counts",
    "have",
    "has",
    "are",
    "is",
    "shall",
    "deck",
    "decks",
    "packs",
    "card",
    "cards",
    "minutes",
    "hours",
    "days",
    "players",
    "seats",
    "points",
    "face",
    "pip",
    "at",
    "draw",
    "draws",
    "stand",
    "stands",
];

/// A word or a number of a text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub range: Range<usize>,
    /// In lower case.
    pub text: String,
}

/// The text with odds in figures; lines stay where they are.
pub(crate) fn with_figures(text: &str) -> Cow<'_, str> {
    let tokens = tokens(text);
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let change = match token.text.as_str() {
            "to" | "for" => between(text, &tokens, at),
            "even" => even(text, &tokens, at),
            "half" => half(text, &tokens, at),
            word if is_vulgar(word) => half(text, &tokens, at),
            _ => share(text, &tokens, at),
        };
        // What overlaps the change before is part of it: `one-half to one`.
        if let Some((range, figures)) = change {
            match changes.last_mut() {
                Some((before, own)) if range.start < before.end => {
                    if range.len() > before.len() {
                        (*before, *own) = (range, figures);
                    }
                }
                _ => changes.push((range, figures)),
            }
        }
    }
    if changes.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for (range, figures) in changes {
        let replaced = text.get(range.clone()).unwrap_or("");
        out.push_str(text.get(from..range.start).unwrap_or(""));
        out.push_str(&figures);
        // Lines are counted behind.
        out.extend(replaced.chars().filter(|letter| *letter == '\n'));
        from = range.end;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    Cow::Owned(out)
}

/// Whether a text holds a number, in digits or words.
#[must_use]
pub fn holds_number(text: &str, number: u64) -> bool {
    let tokens = tokens(text);
    let is = |(value, scale): (u64, u64)| number.checked_mul(scale) == Some(value);
    (0..tokens.len()).any(|at| ending(text, &tokens, at).is_some_and(|found| is(found.value)))
}

/// Whether `a to b` goes from one number to another, as `cards from 2 to 9`, and is no odds. `before` and `behind`
/// are the text around it.
pub(crate) fn is_span(before: &str, a: u64, b: u64, behind: &str) -> bool {
    if a >= b || b <= 1 {
        return false;
    }
    let start = before.len().saturating_sub(100);
    let near = (start..=before.len()).find_map(|from| before.get(from..)).unwrap_or("");
    let words: Vec<String> = tokens(near).into_iter().map(|token| token.text).collect();
    let pays = words.iter().rev().take(CONTEXT).any(|word| PAYING.contains(&word.as_str()));
    let from = words.last().is_some_and(|word| SPAN_BEHIND.contains(&word.as_str()));
    let end = behind.len().min(40);
    let next = (0..=end).rev().find_map(|end| behind.get(..end)).unwrap_or("");
    let up = next.split('\n').next().and_then(|line| tokens(line).into_iter().next());
    let to = up.is_some_and(|word| SPAN_BEFORE.contains(&word.text.as_str()));
    !pays && (from || to)
}

/// Words and numbers in order. A number may hold points and commas between digits.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut open = false;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let digit = letter.is_ascii_digit();
        let next_is_digit = letters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        let last_is_number = out.last().is_some_and(|last| last.text.ends_with(|last: char| last.is_ascii_digit()));
        let within = open && last_is_number && matches!(letter, '.' | ',') && next_is_digit;
        let fraction = vulgar(letter).is_some();
        if !(letter.is_alphabetic() || digit || within || fraction) {
            open = false;
            continue;
        }
        let end = at + letter.len_utf8();
        let goes_on = open
            && !fraction
            && (within
                || out.last().is_some_and(|last| last.text.ends_with(|last: char| last.is_alphabetic()) != digit));
        match out.last_mut() {
            Some(last) if goes_on => {
                last.range.end = end;
                last.text.extend(letter.to_lowercase());
            }
            _ => out.push(Token { range: at..end, text: letter.to_lowercase().collect() }),
        }
        open = !fraction;
    }
    out
}

/// What is between two tokens.
pub(crate) fn gap<'t>(text: &'t str, one: &Token, two: &Token) -> &'t str {
    text.get(one.range.end..two.range.start).unwrap_or("")
}

/// Whether nothing but white space and hyphens is between two tokens.
fn close(text: &str, one: &Token, two: &Token) -> bool {
    gap(text, one, two).chars().all(|letter| letter.is_whitespace() || fold(letter) == '-')
}

/// A number, as a fraction, and which tokens it takes.
pub(crate) struct Numeral {
    pub value: (u64, u64),
    pub from: usize,
    /// The token behind its last.
    pub to: usize,
    /// Whether it is written in digits that are read as they are.
    pub plain: bool,
}

/// The value of a fraction that is one letter: `½`.
fn vulgar(letter: char) -> Option<(u64, u64)> {
    Some(match letter {
        '\u{bd}' => (1, 2),
        '\u{2153}' => (1, 3),
        '\u{2154}' => (2, 3),
        '\u{bc}' => (1, 4),
        '\u{be}' => (3, 4),
        '\u{2155}' => (1, 5),
        '\u{2156}' => (2, 5),
        '\u{2157}' => (3, 5),
        '\u{2158}' => (4, 5),
        '\u{2159}' => (1, 6),
        '\u{215a}' => (5, 6),
        '\u{2150}' => (1, 7),
        '\u{215b}' => (1, 8),
        '\u{215c}' => (3, 8),
        '\u{215d}' => (5, 8),
        '\u{215e}' => (7, 8),
        '\u{2151}' => (1, 9),
        '\u{2152}' => (1, 10),
        _ => return None,
    })
}

fn is_vulgar(word: &str) -> bool {
    word.chars().all(|letter| vulgar(letter).is_some())
}

/// The number that ends with a token: `8`, `eight and a half`, `8½`.
pub(crate) fn ending(text: &str, tokens: &[Token], last: usize) -> Option<Numeral> {
    let part = plain_ending(text, tokens, last)?;
    let whole = (part.value.0 < part.value.1).then(|| whole_before(text, tokens, &part)).flatten();
    Some(match whole {
        Some(whole) => {
            let (high, low) = part.value;
            let value = (whole.value.0.checked_mul(low)?.checked_add(high)?, low);
            Numeral { value, from: whole.from, to: part.to, plain: false }
        }
        None => part,
    })
}

/// The whole number before a fraction.
fn whole_before(text: &str, tokens: &[Token], part: &Numeral) -> Option<Numeral> {
    let own = tokens.get(part.from)?;
    let above = part.from.checked_sub(1)?;
    let whole = |last: usize| plain_ending(text, tokens, last).filter(|whole| whole.value.1 == 1);
    let before = tokens.get(above)?;
    if before.text == "and" {
        let last = above.checked_sub(1)?;
        let joined = close(text, tokens.get(last)?, before) && close(text, before, own);
        return joined.then(|| whole(last)).flatten();
    }
    let glued = is_vulgar(&own.text) && matches!(gap(text, before, own), "" | " " | "\u{a0}" | "\u{202f}");
    glued.then(|| whole(above)).flatten()
}

fn plain_ending(text: &str, tokens: &[Token], last: usize) -> Option<Numeral> {
    let token = tokens.get(last)?;
    let first = last.saturating_sub(MAX_WORDS - 1);
    if let Some(value) = digits(&token.text) {
        let plain = !token.text.contains(',');
        let slash =
            |at: usize| tokens.get(at).zip(tokens.get(at + 1)).is_some_and(|(one, two)| gap(text, one, two) == "/");
        let Some(above) = last.checked_sub(1).filter(|above| slash(*above)) else {
            return Some(Numeral { value, from: last, to: last + 1, plain });
        };
        let (high, low) = (digits(&tokens.get(above)?.text)?, value);
        let fraction = (high.0.checked_mul(low.1)?, high.1.checked_mul(low.0)?);
        // `1 1/2`
        let whole = above
            .checked_sub(1)
            .filter(|at| tokens.get(*at).zip(tokens.get(above)).is_some_and(|(one, two)| gap(text, one, two) == " "));
        let whole = whole.and_then(|at| Some((at, digits(&tokens.get(at)?.text).filter(|whole| whole.1 == 1)?)));
        return Some(match whole {
            Some((at, (number, _))) => {
                let value = (number.checked_mul(fraction.1)?.checked_add(fraction.0)?, fraction.1);
                Numeral { value, from: at, to: last + 1, plain: false }
            }
            None => Numeral { value: fraction, from: above, to: last + 1, plain: false },
        });
    }
    (first..=last).find_map(|from| {
        let words = tokens.get(from..=last)?;
        let joined = words.iter().zip(words.iter().skip(1)).all(|(one, two)| close(text, one, two));
        let value = joined.then(|| in_words(words)).flatten()?;
        Some(Numeral { value, from, to: last + 1, plain: false })
    })
}

/// The number that begins with a token.
pub(crate) fn beginning(text: &str, tokens: &[Token], first: usize) -> Option<Numeral> {
    let longest = tokens.len().min(first + MAX_WORDS);
    (first + 1..=longest).rev().find_map(|end| ending(text, tokens, end - 1).filter(|found| found.from == first))
}

/// `0.95`, `1,000`, `0,95`.
fn digits(text: &str) -> Option<(u64, u64)> {
    if !text.starts_with(|first: char| first.is_ascii_digit()) || text.len() > 12 {
        return None;
    }
    let grouped = text.split(',').skip(1).all(|group| group.len() == 3 && !group.contains('.'));
    let plain = if grouped { text.replace(',', "") } else { text.replace(',', ".") };
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    if part.len() > 6 || part.contains('.') {
        return None;
    }
    let scale = 10u64.checked_pow(u32::try_from(part.len()).ok()?)?;
    Some((format!("{whole}{part}").parse().ok()?, scale))
}

/// `twenty five`, `one hundred and twenty`, `one half`, `½`.
fn in_words(words: &[Token]) -> Option<(u64, u64)> {
    let words: Vec<&str> = words.iter().map(|token| token.text.as_str()).collect();
    match words.as_slice() {
        ["half"] | ["one" | "a", "half"] => return Some((1, 2)),
        ["three", "quarters"] => return Some((3, 4)),
        ["quarter"] | ["one" | "a", "quarter"] => return Some((1, 4)),
        ["third"] | ["one" | "a", "third"] => return Some((1, 3)),
        ["two", "thirds"] => return Some((2, 3)),
        [word] if is_vulgar(word) => return word.chars().next().and_then(vulgar),
        _ => {}
    }
    let below_hundred = |words: &[&str]| -> Option<u64> {
        let ones = |word: &str| ONES.iter().position(|one| *one == word).and_then(|at| u64::try_from(at).ok());
        let tens = |word: &str| TENS.iter().find(|(ten, _)| *ten == word).map(|(_, value)| *value);
        match words {
            [word] => ones(word).or_else(|| tens(word)),
            [ten, one] => Some(tens(ten)? + ones(one).filter(|one| (1..10).contains(one))?),
            _ => None,
        }
    };
    let (head, rest) = match words.iter().position(|word| matches!(*word, "hundred" | "thousand")) {
        None => return below_hundred(&words).map(|value| (value, 1)),
        Some(at) => (words.get(..at)?, words.get(at..)?),
    };
    let (scale, rest) = rest.split_first()?;
    let scale = if *scale == "hundred" { 100 } else { 1000 };
    let rest = rest.strip_prefix(&["and"]).unwrap_or(rest);
    let head = if head == ["a"] { 1 } else { below_hundred(head)? };
    let rest = if rest.is_empty() { 0 } else { below_hundred(rest)? };
    Some((head * scale + rest, 1))
}

/// Whether the words before a token are about paying.
fn pays(tokens: &[Token], before: usize) -> bool {
    let from = before.saturating_sub(CONTEXT);
    tokens.get(from..before).is_some_and(|words| words.iter().any(|word| PAYING.contains(&word.text.as_str())))
}

/// Whether a text speaks of paying, or of winning what is paid.
pub(crate) fn speaks_of_paying(text: &str) -> bool {
    tokens(text).iter().any(|token| PAYING.contains(&token.text.as_str()) || WINNING.contains(&token.text.as_str()))
}

/// Two numbers around a word, of which one at least is not in plain digits.
fn between(text: &str, tokens: &[Token], at: usize) -> Option<(Range<usize>, String)> {
    let (one, two) = (ending(text, tokens, at.checked_sub(1)?)?, beginning(text, tokens, at + 1)?);
    let (word, left, right) = (tokens.get(at)?, tokens.get(one.to - 1)?, tokens.get(two.from)?);
    if (one.plain && two.plain) || !close(text, left, word) || !close(text, word, right) {
        return None;
    }
    let above = one.from.checked_sub(1).and_then(|above| tokens.get(above)).map(|token| token.text.as_str());
    let from_to = matches!(above, Some("from" | "between" | "numbered"));
    let single = two.value == (1, 1);
    if !(pays(tokens, one.from) || (single && !from_to)) {
        return None;
    }
    let a = one.value.0.checked_mul(two.value.1)?;
    let b = one.value.1.checked_mul(two.value.0)?;
    // Odds that return the stake too count it: `9 for 1`.
    Some((tokens.get(one.from)?.range.start..tokens.get(two.to - 1)?.range.end, format!("{a} {} {b}", word.text)))
}

/// `even money`.
fn even(text: &str, tokens: &[Token], at: usize) -> Option<(Range<usize>, String)> {
    let (one, two) = (tokens.get(at)?, tokens.get(at + 1)?);
    (two.text == "money" && close(text, one, two)).then(|| (one.range.start..two.range.end, "1 to 1".to_owned()))
}

/// `pays one-half of the stake`.
fn half(text: &str, tokens: &[Token], at: usize) -> Option<(Range<usize>, String)> {
    let own = ending(text, tokens, at)?;
    let followed = tokens.get(at + 1).map(|next| next.text.as_str());
    let is_stake = matches!(followed, None | Some("of" | "the" | "their" | "a" | "his" | "its"))
        || tokens
            .get(at + 1)
            .zip(tokens.get(at))
            .is_some_and(|(two, one)| gap(text, one, two).contains(['\n', '.', ';', ',']));
    let from = own.from.saturating_sub(CONTEXT);
    let lost = |word: &Token| matches!(word.text.as_str(), "less" | "minus" | "lose" | "loses" | "lost" | "not");
    let otherwise = tokens.get(from..own.from).is_some_and(|words| words.iter().any(lost));
    let written = tokens.get(own.from)?.range.start..tokens.get(at)?.range.end;
    let (won, stake) = own.value;
    (pays(tokens, own.from) && is_stake && !otherwise).then(|| (written, format!("{won} to {stake}")))
}

/// `50% less (half)` where no odds come before it; `paid 95 % of the stake`.
fn share(text: &str, tokens: &[Token], at: usize) -> Option<(Range<usize>, String)> {
    let token = tokens.get(at)?;
    let (number, scale) = digits(&token.text)?;
    let behind = text.get(token.range.end..)?;
    let sign = behind.trim_start_matches(' ').strip_prefix('%')?;
    let next = |offset: usize| tokens.get(at + offset).map(|token| token.text.as_str());
    let start = token.range.start;
    if (number, scale) == (50, 1) && next(1) == Some("less") && next(2) == Some("half") {
        let before =
            text.get(..start)?.trim_end_matches(|letter: char| letter.is_whitespace() || "(,;".contains(letter));
        let to = tokens.get(at + 2)?.range.end;
        let to = to + usize::from(text.get(to..)?.starts_with(')'));
        return (!follows_odds(before)).then(|| (start..to, "1 to 2".to_owned()));
    }
    let of_stake = next(1) == Some("of") && pays(tokens, at);
    let end = text.len() - sign.len();
    let whole = scale.checked_mul(100)?;
    (of_stake && number > 0).then(|| (start..end, format!("{number} to {whole}")))
}

/// Whether a text ends with odds.
fn follows_odds(text: &str) -> bool {
    let from = text.len().saturating_sub(24);
    let last = (from..=text.len()).find_map(|from| text.get(from..)).unwrap_or("").to_lowercase();
    let rest = last.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.').trim_end();
    let figures = rest.len() < last.len() && [":", "to", "for"].iter().any(|word| rest.ends_with(word));
    figures || last.ends_with("to one") || last.ends_with("even money")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &str, wanted: &str) {
        assert_eq!(with_figures(text), wanted, "{text}");
    }

    #[test]
    fn odds_in_words_become_figures() {
        is("A tie pays eight to one.", "A tie pays 8 to 1.");
        is("pays Twenty-Five to One", "pays 25 to 1");
        is("at one hundred and twenty to one", "at 120 to 1");
        is("the Banker is paid nineteen to twenty", "the Banker is paid 19 to 20");
        is("nine for one", "9 for 1");
        is("Banker even money", "Banker 1 to 1");
        is("1/2 to 1 and 1 1/2 to 1", "1 to 2 and 3 to 2");
        is("Tie 8\u{bd} to 1", "Tie 17 to 2");
        is("Tie 8 \u{bd} to 1, 2\u{be} to 1", "Tie 17 to 2, 11 to 4");
        is("8 and a half to 1, eight and one half to one", "17 to 2, 17 to 2");
        is("is paid one and a half of the stake", "is paid 3 to 2 of the stake");
        is("1,000 to 1", "1000 to 1");
        is("0,95 to 1", "95 to 100");
    }

    #[test]
    fn halves_are_read_where_they_are_paid() {
        is("a Banker with 6 pays one-half", "a Banker with 6 pays 1 to 2");
        is("is paid one half of the stake", "is paid 1 to 2 of the stake");
        is("pays one-half to one", "pays 1 to 2");
        is("pays \u{bd} to 1", "pays 1 to 2");
        is("Banker with 6: 50% less (half)", "Banker with 6: 1 to 2");
        is("Banker with 6 1:1, 50% less (half)", "Banker with 6 1:1, 50% less (half)");
        is("is paid 95 % of the stake", "is paid 95 to 100 of the stake");
        is("the stake loses one half", "the stake loses one half");
        is("half of the shoe", "half of the shoe");
    }

    #[test]
    fn other_words_stay() {
        for text in [
            "four to ten decks",
            "cards from two to nine",
            "from eight to one",
            "two cards for one hand",
            "8 to 1\n7 to 1",
            "one or two to each hand",
        ] {
            is(text, text);
        }
    }

    #[test]
    fn spans_are_no_odds() {
        assert!(is_span("A card from ", 2, 9, " has its face value"));
        assert!(is_span("Cards ", 2, 9, " count as they show") && is_span("", 2, 9, ": face value"));
        assert!(is_span("the third card is ", 4, 7, ""));
        assert!(!is_span("Banker with 6 ", 1, 2, "") && !is_span("the odds are ", 19, 20, "."));
        assert!(!is_span("from ", 8, 1, "") && !is_span("is paid at odds of ", 1, 2, ""));
    }
}
