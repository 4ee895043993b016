//! What a clause says beside the decks that were read from it: a further number, a word that narrows or opens them.

use std::ops::Range;

use crate::decks;
use crate::figures::{self, Token};
use crate::label::roman;

/// The longest piece of what was not read that is shown, in letters.
const SHOWN: usize = 60;
/// The cards of a deck.
const CARDS: u64 = 52;
/// Words that count, or say which numbers are meant.
const COUNTING: [&str; 24] = [
    "half",
    "halves",
    "dozen",
    "dozens",
    "double",
    "single",
    "pair",
    "pairs",
    "couple",
    "both",
    "twice",
    "even",
    "odd",
    "multiple",
    "multiples",
    "another",
    "additional",
    "further",
    "extra",
    "fewer",
    "several",
    "hundred",
    "hundreds",
    "thousand",
];
/// Words that narrow what was said, or open it.
const RESTRICTING: [&str; 52] = [
    "except",
    "excepting",
    "exception",
    "exceptions",
    "exceptionally",
    "excluding",
    "excluded",
    "but",
    "save",
    "unless",
    "only",
    "apart",
    "than",
    "otherwise",
    "instead",
    "however",
    "although",
    "provided",
    "subject",
    "if",
    "when",
    "where",
    "whenever",
    "wherever",
    "while",
    "until",
    "never",
    "always",
    "usually",
    "normally",
    "generally",
    "about",
    "approximately",
    "circa",
    "approval",
    "permission",
    "discretion",
    "reduce",
    "reduced",
    "reduction",
    "increase",
    "increased",
    "vary",
    "varied",
    "salvo",
    "excepto",
    "exceto",
    "sauf",
    "ausser",
    "außer",
    "wenn",
    "falls",
];
/// Words behind `not` that make a restriction of it.
const BEHIND_NOT: [&str; 14] = [
    "at",
    "in",
    "on",
    "during",
    "after",
    "before",
    "always",
    "more",
    "fewer",
    "less",
    "exceeding",
    "for",
    "by",
    "with",
];
/// Words behind `or` that begin another choice.
const BEHIND_OR: [&str; 14] = [
    "such",
    "any",
    "other",
    "another",
    "more",
    "fewer",
    "less",
    "as",
    "with",
    "by",
    "at",
    "whatever",
    "whichever",
    "else",
];
/// What a number counts that is no deck. Cards are not among them where decks are spoken of: a deck of 48 is another one.
const OTHERS: [&str; 48] = [
    "minute",
    "minutes",
    "hour",
    "hours",
    "day",
    "days",
    "month",
    "months",
    "year",
    "years",
    "player",
    "players",
    "seat",
    "seats",
    "dealer",
    "dealers",
    "croupier",
    "croupiers",
    "person",
    "persons",
    "hand",
    "hands",
    "coup",
    "coups",
    "round",
    "rounds",
    "chip",
    "chips",
    "bet",
    "bets",
    "wager",
    "wagers",
    "suit",
    "suits",
    "rank",
    "ranks",
    "colour",
    "colours",
    "color",
    "colors",
    "size",
    "sizes",
    "design",
    "designs",
    "pattern",
    "patterns",
    "back",
    "backs",
];
/// Words before the number of a clause.
const REFERRING: [&str; 18] = [
    "rule",
    "rules",
    "subrule",
    "subrules",
    "clause",
    "clauses",
    "section",
    "sections",
    "paragraph",
    "paragraphs",
    "regulation",
    "regulations",
    "article",
    "articles",
    "appendix",
    "schedule",
    "chapter",
    "figure",
];

/// The first thing in a text that may add to the decks read from it, or narrow them, from there to the end of its sentence.
/// `spans` is what was read, in order; where nothing was, nothing is beside it.
pub(crate) fn said_beside(text: &str, spans: &[Range<usize>]) -> Option<String> {
    let (first, tokens) = (spans.first()?, figures::tokens(text));
    let sentences = sentences(text);
    let inside = |token: &Token| spans.iter().any(|span| span.start < token.range.end && token.range.start < span.end);
    let about_decks = |at: usize| {
        let Some(sentence) = sentences.iter().find(|sentence| sentence.contains(&at)) else { return false };
        let read = spans.iter().any(|span| sentence.contains(&span.start));
        let words = || tokens.iter().filter(|token| sentence.contains(&token.range.start));
        read || words().any(|word| word.text == "number" || decks::is_noun(&word.text))
    };
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.text.as_str());
    let mut more = None;
    let mut at = 0;
    while let Some(token) = tokens.get(at).filter(|_| more.is_none()) {
        let (own, begin) = (token.text.as_str(), token.range.start);
        let above = word(at.checked_sub(1));
        let numeral = number(text, &tokens, at);
        let next = word(Some(numeral.map_or(at + 1, |(_, to)| to)));
        let adds = || {
            if let Some((number, _)) = numeral {
                let cards = matches!(next, "card" | "cards" | "playing" | "poker");
                let of_deck = cards && (number == CARDS || !about_decks(begin));
                let named = begin < first.start && is_named(text, token);
                return !(of_deck || named || OTHERS.contains(&next) || REFERRING.contains(&above));
            }
            let words = match own {
                "or" => BEHIND_OR.contains(&next),
                "not" => BEHIND_NOT.contains(&next),
                _ => COUNTING.contains(&own) || RESTRICTING.contains(&own),
            };
            words && about_decks(begin)
        };
        if !inside(token) && adds() {
            more = Some(begin);
        }
        at = numeral.map_or(at + 1, |(_, to)| to);
    }
    // Digits of other scripts, fractions, numbers in circles.
    let strange = text.char_indices().find(|(at, letter)| {
        letter.is_numeric()
            && !letter.is_ascii()
            && !crate::label::is_han(*letter)
            && !spans.iter().any(|span| span.contains(at))
    });
    let at = more.into_iter().chain(strange.map(|(at, _)| at)).min()?;
    let end = sentences.iter().find(|sentence| sentence.contains(&at)).map_or(text.len(), |sentence| sentence.end);
    let said = text.get(at..end).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    Some(said.chars().take(SHOWN).collect())
}

/// The number that begins with a token, in figures, in words, or a Roman one, and the token behind it.
fn number(text: &str, tokens: &[Token], at: usize) -> Option<(u64, usize)> {
    let token = tokens.get(at)?;
    let written = text.get(token.range.clone()).unwrap_or("");
    let capital = written.len() > 1 || matches!(written, "V" | "X");
    if capital
        && written.bytes().all(|letter| letter.is_ascii_uppercase())
        && let Some(value) = roman(&token.text)
    {
        return Some((u64::from(value), at + 1));
    }
    if token.text.starts_with(|first: char| first.is_ascii_digit()) {
        return Some((token.text.parse().unwrap_or(0), at + 1));
    }
    let whole = figures::beginning(text, tokens, at).filter(|numeral| numeral.value.1 == 1);
    let known = || decks::number_word(&token.text).map(|number| (u64::from(number), at + 1));
    whole.map(|numeral| (numeral.value.0, numeral.to)).or_else(known)
}

/// Whether a number is part of a name: `7 Up Baccarat`.
fn is_named(text: &str, token: &Token) -> bool {
    let behind = text.get(token.range.end..).unwrap_or("");
    // A justified page may end its line within the name.
    let behind = behind.trim_start();
    let behind = behind.strip_prefix(['-', '\u{2011}', '\u{2010}']).unwrap_or(behind);
    let word: String = behind.chars().take_while(|letter| letter.is_alphabetic()).collect();
    word.starts_with(char::is_uppercase) && !decks::is_noun(&word.to_lowercase())
}

/// The sentences of a text, those of its lines that end without a full stop joined.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let next = text.get(end..).and_then(|rest| rest.chars().next());
        if matches!(letter, '.' | '!' | '?' | '。') && next.is_none_or(char::is_whitespace) {
            out.push(from..end);
            from = end;
        }
    }
    out.push(from..text.len());
    out
}

#[cfg(test)]
mod tests {
    use crate::deck_range;

    fn unread(text: &str) -> String {
        let ranges = deck_range(text);
        assert_eq!(ranges.len(), 1, "{text}: {ranges:?}");
        ranges.into_iter().next().map(|range| range.unread).unwrap_or_default()
    }

    #[test]
    fn whatever_adds_to_decks_or_narrows_them_is_kept() {
        for more in [
            "four to ten decks of cards, or twelve with approval, with each deck having 52 cards",
            "four to ten decks of cards (twelve with approval)",
            "four to ten decks but not seven",
            "four to ten decks except nine",
            "four to ten decks or more",
            "four decks and ten decks",
            "four and ten decks",
            "four to ten decks, always an even number",
            "six decks (or eight with approval)",
            "six decks save that four may be used",
            "six decks. The number may be reduced to four",
            "six decks (four at quiet tables)",
            "six decks. At night the casino may add another deck",
            "six decks, if the supervisor agrees",
            "six decks, or such number as is approved",
            "six decks (８ at night)",
            "six decks of 48 cards",
            "at least six to eight decks",
            "6 to 8 decks minimum",
        ] {
            assert_ne!(unread(&format!("The game is played with {more}.")), "", "{more}");
        }
        assert_ne!(unread("Unless the casino says otherwise, six decks are used."), "");
        assert_ne!(unread("Twenty-six decks are used."), "");
    }

    #[test]
    fn what_says_nothing_of_how_many_there_are_is_read_over() {
        for text in [
            "The game of Six Up is dealt from four to ten packs of cards, every pack of 52 cards, each without jokers and with backs of one colour and design.",
            "The game is played with six to eight packs of 52 cards, none of them a joker.",
            "The game is played with six decks. The dealer burns two cards. Players wait 2 minutes.",
            "The game is played with six decks, checked by rule 3.1, of fifty-two cards or plastic ones.",
            "The game is played with eight decks of 52 cards, all of one size and with backs of one design.",
            "7-Up Baccarat is played with between four (4) and ten (10) decks, each of 52 cards.",
            "The table is round. Eight standard 52-card decks are used.",
        ] {
            assert_eq!(unread(text), "", "{text}");
        }
    }

    #[test]
    fn another_number_in_parentheses_is_one_more() {
        assert_eq!(deck_range("is played with four (6) to ten (8) decks"), []);
        assert_eq!(deck_range("is played with six (6) to eight (8) decks").len(), 1);
    }
}
