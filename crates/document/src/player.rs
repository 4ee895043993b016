//! On which totals the Player draws, in a sentence: `the Player draws on 0 to 5 and stands on 6 and 7`.

use std::ops::RangeInclusive;

use crate::decision::{PlayCell, PlayHand};
use crate::figures::{self, Token};
use crate::fold::fold;

/// Words for the Banker.
pub(crate) const BANKER: [&str; 8] = ["banker", "bankers", "bank", "banque", "banquier", "banca", "banco", "banquero"];
/// Words behind a number that counts something else than the points of a hand.
pub(crate) const COUNTED: [&str; 16] = [
    "card", "cards", "carte", "cartes", "third", "more", "deck", "decks", "pack", "packs", "seconds", "minutes", "to",
    "times", "players", "coups",
];
/// Words before a number that names a clause or a table, or an amount.
pub(crate) const REFERRED: [&str; 14] = [
    "table",
    "tables",
    "rule",
    "rules",
    "clause",
    "clauses",
    "article",
    "articles",
    "section",
    "paragraph",
    "chapter",
    "part",
    "figure",
    "appendix",
];

/// The most words of a sentence that is read.
const MAX_WORDS: usize = 60;
/// The highest total on which a hand decides anything.
const MOST: u8 = 7;
const PLAYER: [&str; 6] = ["player", "joueur", "ponte", "spieler", "jugador", "jogador"];
const DRAW: [&str; 9] = ["draw", "draws", "hit", "hits", "take", "takes", "tire", "tirer", "tirera"];
const STAND: [&str; 7] = ["stand", "stands", "stay", "stays", "reste", "rester", "restera"];
/// Words after which more would have to be known than is here.
const UNKNOWN: [&str; 26] = [
    "natural",
    "naturals",
    "unless",
    "except",
    "but",
    "not",
    "only",
    "may",
    "cannot",
    "never",
    "neither",
    "otherwise",
    "other",
    "previous",
    "if",
    "whether",
    "option",
    "sauf",
    "excepté",
    "ne",
    "pas",
    "peut",
    "si",
    "jamais",
    "autre",
    "naturel",
];
/// Words that a total follows.
const LEADING: [&str; 27] = [
    "on", "of", "with", "at", "has", "having", "is", "to", "through", "or", "and", "total", "totals", "than", "under",
    "below", "above", "over", "from", "between", "least", "most", "de", "à", "sur", "ou", "et",
];
const NUMBERS: [(&str, u8); 18] = [
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("zéro", 0),
    ("deux", 2),
    ("trois", 3),
    ("quatre", 4),
    ("cinq", 5),
    ("sept", 7),
    ("huit", 8),
    ("neuf", 9),
];

/// The decisions of the Player that a sentence in lower case states; none where it is about anything else besides.
pub(crate) fn cells(sentence: &str) -> Vec<PlayCell> {
    read(sentence).unwrap_or_default()
}

/// Words of a condition that a natural, which ends the drawing anyway, is not there.
const WITHOUT_NATURAL: [&str; 21] = [
    "if", "when", "where", "unless", "neither", "no", "either", "nor", "or", "the", "player", "banker", "s", "hand",
    "hands", "is", "has", "holds", "a", "natural", "naturals",
];

/// A sentence without the condition before it that there is no natural: `if neither hand is a natural, …`.
fn without_natural(sentence: &str) -> &str {
    let Some((lead, rest)) = sentence.split_once(',') else { return sentence };
    let words: Vec<String> = figures::tokens(lead).into_iter().map(|token| token.text).collect();
    let has = |all: &[&str]| words.iter().any(|word| all.contains(&word.as_str()));
    let none = match words.first().map(String::as_str) {
        Some("if" | "when" | "where") => has(&["neither", "no"]) && !has(&["either", "unless"]),
        Some("unless") => !has(&["neither", "no", "nor"]),
        _ => false,
    };
    let known = words.iter().all(|word| WITHOUT_NATURAL.contains(&word.as_str())) && has(&["natural", "naturals"]);
    if none && known { rest } else { sentence }
}

fn read(sentence: &str) -> Option<Vec<PlayCell>> {
    let sentence = without_natural(sentence);
    let tokens = figures::tokens(sentence);
    let words = Words { sentence, tokens: &tokens };
    let has = |all: &[&str]| (0..tokens.len()).any(|at| words.is_any(at, all));
    if tokens.len() > MAX_WORDS || !has(&PLAYER) || has(&BANKER) || has(&UNKNOWN) {
        return None;
    }
    let action = |at: usize| {
        let stands = words.is_any(at, &STAND) && !words.is(at + 1, "off");
        (stands || words.is_any(at, &DRAW)).then_some(!stands)
    };
    let first = (0..tokens.len()).find(|at| action(*at).is_some())?;
    let (mut out, mut totals): (Vec<PlayCell>, Vec<u8>) = (Vec::new(), Vec::new());
    // Totals stand before what is done or behind it.
    let (mut before, mut draws) = (None, None);
    let mut at = 0;
    while at < tokens.len() {
        if let Some(next) = action(at) {
            let done = if *before.get_or_insert(!totals.is_empty()) { Some(next) } else { draws };
            if at > first || before == Some(true) {
                out.extend(decided(&mut totals, done?)?);
            }
            draws = Some(next);
            at += 1;
        } else if let Some((range, to)) = words.totals(at)? {
            totals.extend(range);
            at = to;
        } else {
            at += 1;
        }
    }
    match before {
        Some(false) => out.extend(decided(&mut totals, draws?)?),
        _ if !totals.is_empty() => return None,
        _ => {}
    }
    Some(out)
}

/// What is done on these totals; none where there are none.
fn decided(totals: &mut Vec<u8>, draws: bool) -> Option<Vec<PlayCell>> {
    let own = std::mem::take(totals);
    let cell = |total: u8| PlayCell { hand: PlayHand::Player, total, third: None, draws };
    (!own.is_empty()).then(|| own.into_iter().filter(|total| *total <= MOST).map(cell).collect())
}

struct Words<'s> {
    sentence: &'s str,
    tokens: &'s [Token],
}

impl Words<'_> {
    fn at(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.at(at) == word
    }

    fn is_any(&self, at: usize, all: &[&str]) -> bool {
        all.contains(&self.at(at))
    }

    fn number(&self, at: usize) -> Option<u8> {
        match self.at(at).as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => NUMBERS.iter().find(|(word, _)| self.is(at, word)).map(|(_, number)| *number),
        }
    }

    /// The totals that begin at a word, and the word behind them: `0 to 5`, `0-5`, `5 or less`, `under 6`. Of a number that is
    /// no total nothing can be said: then the sentence is not read.
    #[allow(clippy::option_option, reason = "the outer one ends the reading, the inner one finds no number here")]
    fn totals(&self, at: usize) -> Option<Option<(RangeInclusive<u8>, usize)>> {
        let Some(first) = self.number(at) else {
            // `10`, `6th`, `2.5`
            let digits = self.at(at).contains(|letter: char| letter.is_ascii_digit());
            return if digits { None } else { Some(None) };
        };
        let before = |back: usize| at.checked_sub(back).map_or("", |place| self.at(place));
        // `one card`, `a third card`
        if self.is_any(at + 1, &COUNTED) && !self.is(at + 1, "to") && !self.is(at + 1, "more") {
            return Some(None);
        }
        let listed = at.checked_sub(1).is_some_and(|last| self.number(last).is_some());
        if REFERRED.contains(&before(1)) || !(LEADING.contains(&before(1)) || listed) {
            return None;
        }
        let dash = self
            .tokens
            .get(at)
            .zip(self.tokens.get(at + 1))
            .is_some_and(|(one, two)| figures::gap(self.sentence, one, two).trim().chars().map(fold).eq(['-']));
        let joined = ["to", "through", "à"].iter().any(|word| self.is(at + 1, word))
            || (before(1) == "between" && self.is(at + 1, "and"));
        let second = if dash { at + 1 } else { at + 2 };
        if (dash || joined)
            && let Some(last) = self.number(second)
        {
            return (last > first).then_some(Some((first..=last, second + 1)));
        }
        if self.is(at + 1, "or") || self.is(at + 1, "and") || self.is(at + 1, "ou") {
            if self.is_any(at + 2, &["less", "fewer", "under", "below", "lower", "moins"]) {
                return Some(Some((0..=first, at + 3)));
            }
            if self.is_any(at + 2, &["more", "over", "above", "higher", "plus"]) {
                return Some(Some((first..=9, at + 3)));
            }
        }
        let below = ["under", "below"].contains(&before(1))
            || (before(1) == "than" && ["less", "fewer", "lower"].contains(&before(2)))
            || (before(1) == "de" && before(2) == "moins");
        let above = ["over", "above"].contains(&before(1)) || (before(1) == "than" && before(2) == "more");
        let most = (before(1) == "to" && before(2) == "up") || (before(1) == "most" && before(2) == "at");
        let least = before(1) == "least" && before(2) == "at";
        let negated = before(1) == "than" && before(3) == "no";
        match (below, above, most, least) {
            _ if negated => None,
            (true, ..) => first.checked_sub(1).map(|last| Some((0..=last, at + 1))),
            (_, true, ..) => Some(Some((first.saturating_add(1)..=9, at + 1))),
            (_, _, true, _) => Some(Some((0..=first, at + 1))),
            (.., true) => Some(Some((first..=9, at + 1))),
            _ => Some(Some((first..=first, at + 1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cells;

    fn read(sentence: &str) -> String {
        let cells = cells(&sentence.to_lowercase());
        cells.iter().map(|cell| format!("{}{}", cell.total, if cell.draws { 'd' } else { 's' })).collect()
    }

    #[test]
    fn the_totals_of_the_player_are_read_in_sentences() {
        for sentence in [
            "The Player draws on 0 to 5 and stands on 6 and 7",
            "The Player must draw on 0 through 5 and stand on 6 or 7",
            "The Player draws a third card on 0-5, and stands on 6 and 7",
            "The Player draws one card on a total of 5 or less and stands on 6 or more",
            "The Player draws on a total under 6 and stands on at least 6",
            "The Player shall draw with less than six and stand with six or seven",
            "The Player draws on a total of 0, 1, 2, 3, 4 or 5 and stands on 6 or 7",
            "On 0 to 5 the Player draws and on 6 and 7 stands",
            "On up to 5 the Player draws a card, and on 6 to 9 the Player stands",
            "If neither hand is a natural, the Player's hand shall draw a third card when its point count is 0, 1, 2, 3, 4 or 5, and shall stand when its point count is 6 or 7",
            "Unless either hand has a natural, the Player's hand shall draw a third card when its point count is zero, one, two, three, four or five, and shall stand when its point count is six or seven",
            "Le joueur tire de 0 à 5 et reste à 6 et 7",
            "Le joueur tire avec un total de 5 ou moins et reste à 6 ou plus",
        ] {
            assert_eq!(read(sentence), "0d1d2d3d4d5d6s7s", "{sentence}");
        }
        assert_eq!(read("The Player draws on 0 to 4"), "0d1d2d3d4d");
        assert_eq!(read("On 5 the Player stands"), "5s");
    }

    #[test]
    fn what_says_more_is_left() {
        for sentence in [
            "The Player may draw on 5",
            "The Player draws on 0 to 5 unless the house closes",
            "The Player draws on 0 to 5 and the Banker on 0 to 2",
            "The Player draws by table 5",
            "A player stands 2 metres away",
            "A player who draws within 5 minutes",
            "The Player draws on 5 to 0",
            "The Player draws on no more than 5",
            "The Player draws and stands on 6",
            "The Player stands on a natural 8",
            "If either hand is a natural, the Player draws on 0 to 5",
            "Unless neither hand is a natural, the Player draws on 0 to 5",
            "If neither hand is a natural on 8, the Player draws on 0 to 5",
            "Players stand on 5",
            "A wager on the Player stands off on a tie",
            "The Player draws one card",
        ] {
            assert_eq!(read(sentence), "", "{sentence}");
        }
    }
}
