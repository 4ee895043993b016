//! Amounts that a text prints with what they are of: dollars, days, hours, litres, years.

use crate::figures::{Token, ending, gap, tokens};
use crate::fold::fold;

/// Of what an amount is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AmountUnit {
    /// Money of any currency, in its major unit.
    Money,
    /// Years, ages among them.
    Years,
    /// `month` or `months`.
    Months,
    /// `week` or `weeks`.
    Weeks,
    /// `day` or `days`; a word before it, as in `working days`, is not kept.
    Days,
    /// `hour` or `hr`, also in the plural, or `h` right behind the number.
    Hours,
    /// `minute` or `min`, also in the plural.
    Minutes,
    /// `second` or `sec`, also in the plural, or `s` right behind the number; `7s` are cards.
    Seconds,
    /// `litre` or `liter`, also in the plural, or `l` right behind the number.
    Litres,
    /// `kilogram`, also in the plural, or `kg`.
    Kilograms,
    /// `metre` or `meter`, also in the plural.
    Metres,
    /// Hundredths.
    Percent,
    /// Rounds of play, coups.
    Rounds,
    /// How many people play: `player`, `players` or `patrons`.
    Players,
    /// How many wagers or bets; a few words may stand between, as in `three Super 7's wagers`.
    Wagers,
    /// How many cards; `7s` and `7's` are ranks, no number of cards.
    Cards,
}

impl AmountUnit {
    const WORDS: [(&[&str], Self); 15] = [
        (&["dollar", "dollars", "euro", "euros", "pound", "pounds", "pataca", "patacas"], Self::Money),
        (&["year", "years"], Self::Years),
        (&["month", "months"], Self::Months),
        (&["week", "weeks"], Self::Weeks),
        (&["day", "days"], Self::Days),
        (&["hour", "hours", "hr", "hrs"], Self::Hours),
        (&["minute", "minutes", "min", "mins"], Self::Minutes),
        (&["second", "seconds", "sec", "secs"], Self::Seconds),
        (&["litre", "litres", "liter", "liters"], Self::Litres),
        (&["kilogram", "kilograms", "kg"], Self::Kilograms),
        (&["metre", "metres", "meter", "meters"], Self::Metres),
        (&["round", "rounds", "coup", "coups"], Self::Rounds),
        (&["player", "players", "patrons"], Self::Players),
        (&["wager", "wagers", "bet", "bets"], Self::Wagers),
        (&["card", "cards"], Self::Cards),
    ];

    /// The unit in words, as what several are of.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Years => "years",
            Self::Months => "months",
            Self::Weeks => "weeks",
            Self::Days => "days",
            Self::Hours => "hours",
            Self::Minutes => "minutes",
            Self::Seconds => "seconds",
            Self::Litres => "litres",
            Self::Kilograms => "kilograms",
            Self::Metres => "metres",
            Self::Percent => "per cent",
            Self::Rounds => "rounds",
            Self::Players => "players",
            Self::Wagers => "wagers",
            Self::Cards => "cards",
        }
    }

    /// Whether numbers of it stand everywhere in a rule document, so that they say something only where a rule counts them.
    #[must_use]
    pub fn is_count(self) -> bool {
        matches!(self, Self::Rounds | Self::Players | Self::Wagers | Self::Cards)
    }
}

/// An amount as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// What is counted or measured.
    pub unit: AmountUnit,
    /// How much, in hundredths of the unit.
    pub hundredths: u64,
    /// The line of the text, from 0.
    pub line: usize,
}

/// Words that may stand between a number and its unit.
const BETWEEN: [&str; 14] = [
    "calendar",
    "working",
    "business",
    "consecutive",
    "full",
    "whole",
    "clear",
    "further",
    "additional",
    "more",
    "other",
    "australian",
    "us",
    "singapore",
];
/// How many other words may stand between a number and what is counted: `three Super 7's wagers`.
const COUNTED_WITHIN: usize = 4;
/// Units that are letters, right behind their number: `24h`. Apart from it they mark the cells of tables; `2H` is a card.
const GLUED: [(&str, AmountUnit); 3] =
    [("h", AmountUnit::Hours), ("s", AmountUnit::Seconds), ("l", AmountUnit::Litres)];
/// The most that a card is worth or named by: `7s` are cards, `30s` are seconds.
const MAX_CARD: u64 = 13;
/// Words before a number of seconds that may be one of cards.
const OF_TIME: [&str; 3] = ["within", "after", "every"];
/// Signs of currencies.
const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₱'];
/// Codes of currencies, which may stand before or behind.
const CODES: [&str; 10] = ["aud", "usd", "sgd", "hkd", "mop", "eur", "gbp", "nzd", "php", "cad"];

/// The amounts of a text, in order.
#[must_use]
pub fn amounts(text: &str) -> Vec<Amount> {
    let tokens = tokens(text);
    let mut out: Vec<Amount> = Vec::new();
    let mut until = 0;
    for at in 0..tokens.len() {
        // The longest number that ends here, unless it goes on.
        let Some(number) = ending(text, &tokens, at) else { continue };
        let longer = (at + 1..tokens.len().min(at + 5))
            .any(|end| ending(text, &tokens, end).is_some_and(|next| next.from < number.to && next.to > number.to));
        // `7's` and `7s` are cards.
        let card = tokens.get(at).zip(tokens.get(at + 1)).is_some_and(|(own, next)| {
            let between = gap(text, own, next);
            let before = number.from.checked_sub(1).and_then(|before| tokens.get(before));
            let timed = before.is_some_and(|before| OF_TIME.contains(&before.text.as_str()));
            let seconds = between.is_empty() && (timed || number.value.0 / number.value.1.max(1) > MAX_CARD);
            next.text == "s" && !seconds && between.chars().all(|letter| fold(letter) == '\'')
        });
        if longer || card || number.from < until {
            continue;
        }
        let (Some(first), Some(last)) = (tokens.get(number.from), tokens.get(at)) else { continue };
        let Some(unit) = unit(text, &tokens, at, number.from, first, last) else { continue };
        let (value, scale) = number.value;
        let scaled = value.checked_mul(100).filter(|scaled| scaled % scale == 0).map(|scaled| scaled / scale);
        let Some(hundredths) = scaled else { continue };
        let line = text.get(..first.range.start).unwrap_or("").matches('\n').count();
        // `twenty (20) minutes` is one amount.
        let last = out.last().map(|before| (before.unit, before.hundredths));
        let again = number.from == until && last == Some((unit, hundredths));
        until = number.to;
        if !again {
            out.push(Amount { unit, hundredths, line });
        }
    }
    out
}

fn unit(text: &str, tokens: &[Token], at: usize, from: usize, first: &Token, last: &Token) -> Option<AmountUnit> {
    let before = text.get(..first.range.start)?;
    let behind = text.get(last.range.end..)?;
    let word = |place: Option<usize>| place.and_then(|at| tokens.get(at)).map_or("", |token| token.text.as_str());
    if before.trim_end_matches(' ').ends_with(SIGNS) || CODES.contains(&word(from.checked_sub(1))) {
        return Some(AmountUnit::Money);
    }
    if behind.trim_start_matches([' ', ')']).starts_with('%') {
        return Some(AmountUnit::Percent);
    }
    // `aged 18`, `the age of eighteen`
    let aged = word(from.checked_sub(1)) == "aged"
        || (word(from.checked_sub(1)) == "of" && matches!(word(from.checked_sub(2)), "age" | "ages"));
    if aged {
        return Some(AmountUnit::Years);
    }
    if let Some(next) = tokens.get(at + 1).filter(|next| gap(text, last, next).is_empty())
        && let Some((_, unit)) = GLUED.iter().find(|(letter, _)| text.get(next.range.clone()) == Some(*letter))
    {
        return Some(*unit);
    }
    let mut before = last;
    for (offset, next) in tokens.iter().skip(at + 1).take(COUNTED_WITHIN).enumerate() {
        let near = gap(text, before, next);
        if !near.chars().all(|letter| letter.is_whitespace() || "-()'’\u{2010}\u{2011}".contains(letter)) {
            return None;
        }
        let cent = next.text == "per" && word(Some(at + offset + 2)) == "cent";
        if (cent || next.text == "percent") && offset == 0 {
            return Some(AmountUnit::Percent);
        }
        if CODES.contains(&next.text.as_str()) && offset == 0 {
            return Some(AmountUnit::Money);
        }
        let known = AmountUnit::WORDS.iter().find(|(words, _)| words.contains(&next.text.as_str()));
        let skips = offset == 0 || tokens.get(at + 1..=at + offset).is_some_and(|words| words.iter().all(is_between));
        match known {
            Some((_, unit)) if skips || unit.is_count() => return Some(*unit),
            Some(_) => return None,
            None => {}
        }
        before = next;
    }
    None
}

/// Whether a word may stand between a number and its unit; the number may be repeated in figures.
fn is_between(token: &Token) -> bool {
    BETWEEN.contains(&token.text.as_str()) || token.text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        amounts(text)
            .into_iter()
            .map(|one| format!("{}.{:02} {}", one.hundredths / 100, one.hundredths % 100, one.unit.name()))
            .collect()
    }

    #[test]
    fn amounts_are_read_with_their_unit() {
        assert_eq!(read("a prize over $10,000 or USD 50.50"), ["10000.00 money", "50.50 money"]);
        assert_eq!(read("more than 20 litres; within 2 days of it"), ["20.00 litres", "2.00 days"]);
        assert_eq!(read("at least twenty-four (24) hours before"), ["24.00 hours"]);
        assert_eq!(read("aged 18, under the age of eighteen, 21 years"), ["18.00 years", "18.00 years", "21.00 years"]);
        assert_eq!(read("a maximum of three rounds of play"), ["3.00 rounds"]);
        assert_eq!(read("no more than three Super 7's wagers"), ["3.00 wagers"]);
        assert_eq!(read("five working days, 5 % and five per cent"), ["5.00 days", "5.00 per cent", "5.00 per cent"]);
        assert_eq!(read("ten thousand dollars"), ["10000.00 money"]);
    }

    #[test]
    fn a_unit_may_be_glued_on() {
        let glued = "within 24h, in 60min or 90 mins, for 30s, within 10s, no more than 2l";
        let read = read(glued);
        let expected =
            ["24.00 hours", "60.00 minutes", "90.00 minutes", "30.00 seconds", "10.00 seconds", "2.00 litres"];
        assert_eq!(read, expected);
    }

    #[test]
    fn other_numbers_are_none() {
        assert_eq!(read("rule 12.8.2, 8 to 1; a total of 7. Days go by"), [] as [&str; 0]);
        assert_eq!(read("Any two 7s and six decks, 7's, 5 H S, 2H, 10s and 9s"), [] as [&str; 0]);
    }
}
