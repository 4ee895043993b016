//! Odds that are said in words by others: `the same less a twentieth` of what was said before; in rows of a table `the same`, `ditto`,
//! `as the Player, less 5 %`.

use std::borrow::Cow;
use std::ops::Range;

use crate::figures::tokens;
use crate::ratio::{PayForm, next_odds};

/// The most words of the label of such a row, so that no sentence is one.
const LABEL: usize = 4;

/// Words that no label has: the line is a part of a sentence.
const OF_SENTENCES: [&str; 12] =
    ["when", "where", "if", "are", "is", "was", "has", "have", "both", "be", "totals", "shall"];

/// Words between `as` and the row that is meant.
const ARTICLES: [&str; 3] = ["the", "a", "for"];

/// A word of a line, in lower case without the punctuation behind it.
struct Word {
    range: Range<usize>,
    plain: String,
}

/// The text with the odds of the row that is meant in place of these words. Lines stay where they are.
pub(crate) fn with_rows_above(text: &str) -> Cow<'_, str> {
    let mut rows: Vec<(Vec<Word>, &str)> = Vec::new();
    let mut last: Option<String> = None;
    let mut out: Vec<Cow<'_, str>> = Vec::new();
    let mut changed = false;
    for line in text.split('\n') {
        let words = words(line);
        if let Some((label, odds)) = row(line) {
            last = Some(odds.to_owned());
            rows.push((self::words(label), odds));
            out.push(Cow::Borrowed(line));
            continue;
        }
        let meant = again(&words, last.as_deref(), &rows);
        last = None;
        let Some((place, Some(odds))) = meant else {
            out.push(Cow::Borrowed(line));
            continue;
        };
        let (before, behind) = (line.get(..place.start).unwrap_or(""), line.get(place.end..).unwrap_or(""));
        if behind.trim().is_empty() {
            last = Some(odds.clone());
        }
        out.push(Cow::Owned(format!("{before}{odds}{behind}")));
        changed = true;
    }
    if changed { Cow::Owned(out.join("\n")) } else { Cow::Borrowed(text) }
}

/// Whether a row says the odds of another in words, and which these are is not known: the other ends with a commission, or says more.
pub(crate) fn is_left(text: &str) -> bool {
    let mut rows: Vec<(Vec<Word>, &str)> = Vec::new();
    let mut partly: Vec<Vec<Word>> = Vec::new();
    let (mut last, mut behind) = (None, false);
    for line in text.split('\n') {
        let words = words(line);
        if let Some((label, odds)) = row(line) {
            (last, behind) = (Some(odds.to_owned()), false);
            rows.push((self::words(label), odds));
            continue;
        }
        let meant = again(&words, last.as_deref(), &rows);
        let left = || names(&words, &partly).unwrap_or(behind);
        if matches!(meant, Some((_, None))) && left() {
            return true;
        }
        last = meant.and_then(|(place, odds)| {
            odds.filter(|_| line.get(place.end..).is_some_and(|rest| rest.trim().is_empty()))
        });
        // As long as no row says odds of its own, `the same` goes on.
        behind = next_odds(line, 0).is_some();
        if let Some(odds) = next_odds(line, 0) {
            partly.push(self::words(line.get(..odds.start).unwrap_or("")));
        }
    }
    false
}

/// Whether what a row is said to be as is the label of another; none where it is not said to be as anything.
fn names(words: &[Word], labels: &[Vec<Word>]) -> Option<bool> {
    let at = words.iter().position(|word| word.plain == "as")?;
    let named = words.get(at + 1..)?.iter().find(|word| !ARTICLES.contains(&word.plain.as_str()))?;
    Some(labels.iter().any(|label| label.iter().any(|word| word.plain == named.plain)))
}

/// The label and the odds of a line that ends with odds.
fn row(line: &str) -> Option<(&str, &str)> {
    let odds = next_odds(line, 0)?;
    let behind = line.get(odds.end..)?;
    let ends = behind.chars().all(|letter| letter.is_whitespace() || matches!(letter, '.' | ','));
    (ends && odds.commission.is_none()).then_some((line.get(..odds.start)?, line.get(odds.start..odds.end)?))
}

/// Where a line says the odds of another row in words, and these odds if they are known.
fn again(words: &[Word], last: Option<&str>, rows: &[(Vec<Word>, &str)]) -> Option<(Range<usize>, Option<String>)> {
    let is = |at: usize, all: &[&str]| words.get(at).is_some_and(|word| all.contains(&word.plain.as_str()));
    if words.iter().any(|word| OF_SENTENCES.contains(&word.plain.as_str())) {
        return None;
    }
    let place = |from: usize, to: usize| Some(words.get(from)?.range.start..words.get(to)?.range.end);
    for at in 1..=LABEL.min(words.len().saturating_sub(1)) {
        let same = match (is(at, &["ditto", "same"]), is(at, &["the"]) && is(at + 1, &["same"])) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 0,
        };
        let end = at + same + usize::from(same > 0 && is(at + same, &["odds"]));
        if same > 0 && end == words.len() {
            return Some((place(at, end - 1)?, last.map(str::to_owned)));
        }
        if !is(end, &["as"]) {
            continue;
        }
        let name = end + 1 + usize::from(is(end + 1, &ARTICLES));
        let close = name + usize::from(is(name + 1, &["stake", "wager", "bet", "hand"]));
        let whose = words.get(name)?;
        let row = rows.iter().rfind(|(label, _)| label.iter().any(|word| word.plain == whose.plain));
        return Some((place(at, close).or_else(|| place(at, name))?, row.map(|(_, odds)| (*odds).to_owned())));
    }
    None
}

fn words(line: &str) -> Vec<Word> {
    let mut out = Vec::new();
    let mut from = 0;
    for word in line.split_whitespace() {
        let Some(at) = line.get(from..).and_then(|rest| rest.find(word)) else { break };
        let start = from + at;
        from = start + word.len();
        let plain = word.trim_end_matches([',', '.', ';', ':']);
        out.push(Word { range: start..start + plain.len(), plain: plain.to_lowercase() });
    }
    out
}

/// Words between `the same` and what is taken off.
const OF_ODDS: [&str; 5] = ["odds", "rate", "amount", "payment", "as"];
/// Words by which something is taken off.
const LESS: [&str; 2] = ["less", "minus"];

/// The text with the odds that `the same less a twentieth` speaks of in the place of `the same`: those before it, else `before`, the
/// last of the clause above. Lines stay where they are.
pub(crate) fn with_same<'t>(text: &'t str, before: Option<&str>) -> Cow<'t, str> {
    let tokens = tokens(text);
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| words.contains(&token.text.as_str()));
    let mut places: Vec<Range<usize>> = Vec::new();
    for at in 0..tokens.len() {
        if is(at, &["the"]) && is(at + 1, &["same"]) {
            let end = at + 1 + usize::from(is(at + 2, &OF_ODDS));
            if is(end + 1, &LESS)
                && !is(end + 2, &["than"])
                && let (Some(from), Some(to)) = (tokens.get(at), tokens.get(end))
            {
                places.push(from.range.start..to.range.end);
            }
        }
    }
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut last = before.map(str::to_owned);
    let (mut out, mut from, mut next) = (String::with_capacity(text.len()), 0, next_odds(text, 0));
    for place in places {
        while let Some(odds) = next.take_if(|odds| odds.start < place.start) {
            let word = if odds.colon {
                ":"
            } else if odds.form == PayForm::For {
                " for "
            } else {
                " to "
            };
            last = Some(format!("{}{word}{}", odds.a, odds.b));
            next = next_odds(text, odds.end);
        }
        let Some(odds) = &last else { continue };
        out.push_str(text.get(from..place.start).unwrap_or(""));
        out.push_str(odds);
        // Lines are counted behind.
        out.extend(text.get(place.clone()).unwrap_or("").chars().filter(|letter| *letter == '\n'));
        from = place.end;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{with_rows_above, with_same};

    #[test]
    fn rows_that_say_the_odds_of_another_have_them() {
        for (text, read) in [
            ("Player 1 to 1\nBanker the same\nTie 8 to 1", "Player 1 to 1\nBanker 1 to 1\nTie 8 to 1"),
            ("Player\t1 to 1\nBanker\tditto\nTie\t8 to 1", "Player\t1 to 1\nBanker\t1 to 1\nTie\t8 to 1"),
            ("Player 1 to 1\nTie 8 to 1\nBanker as the Player", "Player 1 to 1\nTie 8 to 1\nBanker 1 to 1"),
            (
                "Player 1 to 1\nTie 8 to 1\nBanker the same as the Player, less 5 %",
                "Player 1 to 1\nTie 8 to 1\nBanker 1 to 1, less 5 %",
            ),
        ] {
            assert_eq!(with_rows_above(text), read);
        }
        for text in [
            "A stake on the tie is paid 8 to 1\nwhen both totals are the same",
            "Player 1 to 1\nWhere the totals of both hands are the same\nTie 8 to 1",
            "Banker the same\nTie 8 to 1",
            "Player 1 to 1\nBanker as agreed\nTie 8 to 1",
        ] {
            assert_eq!(with_rows_above(text), text);
        }
    }

    #[test]
    fn the_same_is_what_is_said_before() {
        let is = |text: &str, before: Option<&str>, wanted: &str| assert_eq!(with_same(text, before), wanted, "{text}");
        is(
            "The Player 1 to 1, the Banker the same less a twentieth",
            None,
            "The Player 1 to 1, the Banker 1 to 1 less a twentieth",
        );
        is("paid the same, less five per cent.", Some("1 to 1"), "paid 1 to 1, less five per cent.");
        is("12 for 1, the same odds minus 5 %", Some("1 to 1"), "12 for 1, 12 for 1 minus 5 %");
        is("the\nsame less a tenth", Some("1 to 1"), "1 to 1\n less a tenth");
        for text in ["the same less a twentieth", "8 to 1, the same is paid", "8 to 1, or the same less than thrice"] {
            is(text, None, text);
        }
    }
}
