//! What a text says of the letters or words in the cells of a table of play: `D for drawing`, `S = stand`, `stands (S)`.

use std::collections::{BTreeMap, BTreeSet};

use crate::clause::Half;
use crate::fold::fold;

/// What cells say where a card is drawn, and where none is.
pub(crate) const CELLS: [(&str, &str); 19] = [
    ("d", "s"),
    ("draw", "stand"),
    ("draws", "stands"),
    ("t", "r"),
    ("tirer", "rester"),
    ("tire", "reste"),
    ("h", "s"),
    ("hit", "stand"),
    ("hits", "stands"),
    ("hit", "stay"),
    ("yes", "no"),
    ("y", "n"),
    ("d", "-"),
    ("draw", "-"),
    ("draws", "-"),
    ("h", "-"),
    ("hit", "-"),
    ("yes", "-"),
    ("y", "-"),
];
/// A cell with a mark, and one with nothing, as a legend says them.
pub(crate) const MARKED: [(&str, &str); 3] = [("x", "blank"), ("\u{2713}", "blank"), ("\u{2022}", "blank")];
/// A cell with a tick and one with a cross, where none is blank.
pub(crate) const BOTH: (&str, &str) = ("\u{2713}", "x");
/// Cells that say themselves whether a card is drawn. All others need a legend.
const SPOKEN: [(&str, bool); 11] = [
    ("draw", true),
    ("draws", true),
    ("tirer", true),
    ("tire", true),
    ("hit", true),
    ("hits", true),
    ("stand", false),
    ("stands", false),
    ("rester", false),
    ("reste", false),
    ("stay", false),
];
/// Words between a cell and what it means.
const LINKS: [&str; 16] = [
    "for",
    "means",
    "mean",
    "meaning",
    "is",
    "denotes",
    "indicates",
    "=",
    ":",
    "pour",
    "signifie",
    "für",
    "bedeutet",
    "para",
    "significa",
    "per",
];
/// Words between an answer and its question: `yes where the Banker draws`.
const QUESTIONS: [&str; 3] = ["where", "when", "if"];
/// What a letter says in so many words that a hand does: `D draws, S stands`.
const ACTIONS: [&str; 8] = ["draw", "draws", "stand", "stands", "hit", "hits", "tire", "reste"];
const ANSWERS: [&str; 4] = ["yes", "no", "y", "n"];
/// How many words behind a link are looked at, how many behind a question, and how many before a parenthesis.
const WITHIN: usize = 4;
const ASKED: usize = 8;
const BEFORE: usize = 4;
/// How many words before and behind an `or` are looked at: explanations and clause numbers stand among them.
const BEFORE_OR: usize = 16;
const BEHIND_OR: usize = 10;
/// Stands for the end of a line among words.
const LINE: char = '\u{b6}';
/// How words begin that say that a card is drawn, and that none is.
const DRAWN: [&str; 9] = ["draw", "tak", "hit", "tir", "zieh", "card", "pioch", "pull", "pedir"];
const NOT_DRAWN: [&str; 14] = [
    "stand", "stay", "no", "not", "none", "rest", "halt", "pass", "plant", "without", "cannot", "forbid", "neither",
    "nor",
];

/// What a text says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Whether a card is drawn.
    Draws(bool),
    /// Something that is not known, or both.
    Unknown,
}

/// What a text says of the cells of tables of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    said: BTreeMap<&'static str, Meaning>,
    /// The first letters of what it lets a hand do, draw or stand, in that order.
    initials: BTreeSet<(char, char)>,
}

impl Legend {
    /// What the clauses of a document say together.
    #[must_use]
    pub fn of(half: &Half) -> Self {
        let mut out = Self::default();
        let mut before: Vec<String> = Vec::new();
        for at in 0..half.clauses().len() {
            let own = words(&half.text(at));
            out.add_said(&own);
            // Two items of a list are two clauses.
            let parted = own.first().filter(|first| *first == "(").map(|_| ".");
            let both: Vec<&str> =
                before.iter().map(String::as_str).chain(parted).chain(own.iter().map(String::as_str)).collect();
            out.initials.extend(initials(&both));
            before = own;
        }
        out
    }

    pub(crate) fn read(text: &str) -> Self {
        let own = words(text);
        let mut out = Self::default();
        out.add_said(&own);
        out.initials = initials(&own.iter().map(String::as_str).collect::<Vec<_>>());
        out
    }

    /// Adds what words say of cells.
    fn add_said(&mut self, words: &[String]) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for (at, word) in words.iter().enumerate() {
            let Some(cell) = cell(word) else { continue };
            if let Some(meaning) = said(&words, at, cell) {
                self.add(if lacks(&words, at) { BLANK } else { cell }, meaning);
            }
        }
    }

    fn add(&mut self, cell: &'static str, meaning: Meaning) {
        let known = self.said.entry(cell).or_insert(meaning);
        if *known != meaning {
            *known = Meaning::Unknown;
        }
    }

    /// Whether a table's first kind of cells says that a card is drawn and its second that none is, or the other way round;
    /// none where nothing says it, or not in known words. What the clause itself says goes before what the document says;
    /// `before` are the words of the clause before the table.
    pub(crate) fn draws(&self, document: &Self, before: &str, (first, second): (&str, &str)) -> Option<bool> {
        let is_said = |legend: &Self| legend.said.contains_key(first) || legend.said.contains_key(second);
        let said = [self, document].into_iter().find(|legend| is_said(legend));
        let of = |cell: &str| {
            let spoken = || SPOKEN.iter().find(|(word, _)| *word == cell).map(|(_, draws)| Meaning::Draws(*draws));
            said.and_then(|legend| legend.said.get(cell).copied()).or_else(spoken)
        };
        match (of(first), of(second)) {
            (Some(Meaning::Draws(one)), Some(Meaning::Draws(other))) => (one != other).then_some(one),
            (Some(Meaning::Draws(one)), None) => Some(one),
            (None, Some(Meaning::Draws(other))) => Some(!other),
            (None, None) if ANSWERS.contains(&first) || (first, second) == BOTH => asked(before),
            (None, None) => {
                let are = |draws: &str, stands: &str| {
                    let mut all = self.initials.iter().chain(&document.initials);
                    all.any(|(one, other)| is_letter(draws, *one) && is_letter(stands, *other))
                };
                match (are(first, second), are(second, first)) {
                    (true, false) => Some(true),
                    (false, true) => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The initials of the two things that words let a hand do, of what draws first: `d` and `s` of `shall draw or stand by Table 2`.
fn initials(words: &[&str]) -> BTreeSet<(char, char)> {
    let of = |some: &[&str], what: &[&str]| -> Vec<char> {
        some.iter().filter(|word| begins(&[**word], what)).filter_map(|word| word.chars().next()).collect()
    };
    let mut out = BTreeSet::new();
    for (at, _) in words.iter().enumerate().filter(|(_, word)| matches!(**word, "or" | "ou" | "oder")) {
        let before = words.get(at.saturating_sub(BEFORE_OR)..at).unwrap_or_default();
        let behind = words.get(at + 1..).unwrap_or_default();
        let behind = behind.get(..BEHIND_OR).unwrap_or(behind);
        for (drawn, not_drawn) in [(before, behind), (behind, before)] {
            let stands = of(not_drawn, &NOT_DRAWN);
            out.extend(of(drawn, &DRAWN).into_iter().flat_map(|draws| stands.iter().map(move |stand| (draws, *stand))));
        }
    }
    out
}

/// What the words before a table ask, where they ask one thing: whether a card is drawn, or none.
fn asked(before: &str) -> Option<bool> {
    let words = words(before);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match (begins(&words, &DRAWN), begins(&words, &NOT_DRAWN)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

fn begins(words: &[&str], all: &[&str]) -> bool {
    // `no` begins more words than those that negate.
    let is = |word: &&str, begin: &&str| if begin.len() < 4 { *word == *begin } else { word.starts_with(*begin) };
    let short = |word: &&str, begin: &&str| ["tak", "hit", "tir"].contains(begin) && word.starts_with(*begin);
    words.iter().any(|word| all.iter().any(|begin| is(word, begin) || short(word, begin)))
}

/// Whether what follows a word is the ending of its plural.
fn is_plural(before: &str, rest: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or("");
    rest.starts_with("(s)") && word.ends_with(char::is_alphabetic) && !word.starts_with('s')
}

/// Words in lower case; signs are words of their own.
fn words(text: &str) -> Vec<String> {
    let folded: String = text.chars().map(fold).flat_map(char::to_lowercase).collect();
    let mut spaced = String::with_capacity(folded.len());
    for (at, letter) in folded.char_indices() {
        match letter {
            // `card(s)` is a plural, `stands(S)` a legend.
            '(' if is_plural(&spaced, folded.get(at..).unwrap_or("")) => spaced.push(letter),
            '"' | '[' | ']' => spaced.push(' '),
            '=' | ':' | ',' | ';' | '.' | '(' | ')' => spaced.extend([' ', letter, ' ']),
            '\n' if is_row(folded.get(at + 1..).unwrap_or("")) => spaced.extend([' ', '.', ' ']),
            '\n' => spaced.extend([' ', LINE, ' ']),
            other => spaced.push(other),
        }
    }
    let mut out: Vec<String> = Vec::new();
    let mut all = spaced.split_whitespace().peekable();
    while let Some(word) = all.next() {
        // A line ends what is said only where a parenthesis begins the next one.
        if !word.starts_with(LINE) {
            out.push(word.trim_matches('\'').to_owned());
        } else if all.peek() == Some(&"(") {
            out.push(".".to_owned());
        }
    }
    out
}

/// Whether a line of a table begins a text: three cells or more, half of them at least, are a number, a letter or a mark.
fn is_row(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    let cells: Vec<&str> =
        line.split(|letter: char| letter.is_whitespace() || letter == '|').filter(|cell| !cell.is_empty()).collect();
    let is_cell = |cell: &&str| {
        let mut letters = cell.chars();
        cell.parse::<u8>().is_ok() || (letters.next().is_some() && letters.next().is_none())
    };
    let own = cells.iter().copied().filter(is_cell).count();
    own >= 3 && own * 2 >= cells.len()
}

/// Whether letters stand before, other than those that list: `with D draws`, `and S stands`.
fn is_word(before: &str) -> bool {
    before.starts_with(char::is_alphanumeric)
        && !matches!(before, "and" | "et" | "und" | "or" | "ou" | "oder" | "where")
}

fn is_letter(cell: &str, letter: char) -> bool {
    let mut letters = cell.chars();
    letters.next() == Some(letter) && letters.next().is_none()
}

/// The mark of a cell as a legend says it, whichever of its signs stands there.
pub(crate) fn mark(word: &str) -> Option<&'static str> {
    match word {
        "x" | "X" | "\u{d7}" | "\u{2715}" | "\u{2717}" | "\u{2718}" => Some("x"),
        "\u{2713}" | "\u{2714}" | "\u{221a}" => Some("\u{2713}"),
        "\u{2022}" | "\u{25cf}" => Some("\u{2022}"),
        _ => None,
    }
}

fn cell(word: &str) -> Option<&'static str> {
    let word = match word {
        "dash" => "-",
        "cross" | "crosses" => "x",
        "tick" | "ticks" => "\u{2713}",
        "dot" | "dots" => "\u{2022}",
        other => mark(other).unwrap_or(other),
    };
    CELLS.iter().chain(&MARKED).flat_map(|(draws, stands)| [*draws, *stands]).find(|cell| *cell == word)
}

/// A cell in which nothing stands, as a legend says it.
const BLANK: &str = "blank";

/// Whether what is said of the mark at a place is said of cells without it: `no cross means`, `a cell without a cross`.
fn lacks(words: &[&str], at: usize) -> bool {
    let before = words.get(..at).unwrap_or_default();
    let article = before.last().is_some_and(|word| matches!(*word, "a" | "an" | "any"));
    let last = before.len().checked_sub(1 + usize::from(article)).and_then(|at| before.get(at));
    let is_mark =
        words.get(at).and_then(|word| cell(word)).is_some_and(|cell| MARKED.iter().any(|(mark, _)| *mark == cell));
    is_mark && last.is_some_and(|word| matches!(*word, "no" | "without" | "not" | "lacks"))
}

/// What is said of the cell at a place.
fn said(words: &[&str], at: usize, cell: &str) -> Option<Meaning> {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or("");
    let (before, next) = (word(at.checked_sub(1)), word(at.checked_add(1)));
    let ends =
        |word: &&&str| !matches!(**word, "," | ";" | "." | "and" | "or" | "et" | "ou" | "und" | "oder" | "(" | ")");
    let said: Vec<&str> = if (before, next) == ("(", ")") {
        // `draws (D) or stands (S)`
        let own = words.get(..at.saturating_sub(1)).unwrap_or_default();
        own.iter().rev().take(BEFORE).take_while(ends).copied().collect()
    } else {
        // `S stands for standing`
        let (from, within) = match next {
            "stands" | "stand" if word(at.checked_add(2)) == "for" => (at + 3, WITHIN),
            _ if LINKS.contains(&next) => (at + 2, WITHIN),
            // `D - draw`, where cells of a row stand as well.
            // `D draws, S stands`, where the letter begins what is said.
            _ if cell.len() == 1 && cell != "-" && ACTIONS.contains(&next) && !is_word(before) => (at + 1, 1),
            "-" if cell != "-" && begins(&[word(at.checked_add(2))], &DRAWN) => (at + 2, WITHIN),
            "-" if cell != "-" && begins(&[word(at.checked_add(2))], &NOT_DRAWN) => (at + 2, WITHIN),
            _ if ANSWERS.contains(&cell) && QUESTIONS.contains(&next) => (at + 2, ASKED),
            _ => return None,
        };
        // What says itself what it means is followed by other words than a legend: `the Banker draws if`.
        if SPOKEN.iter().any(|(spoken, _)| *spoken == cell) && !matches!(next, "means" | "=" | ":") {
            return None;
        }
        // Of `the Player's card` it is not said that it is drawn.
        let whose = |at: usize| at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| word.ends_with("'s"));
        let own = words.iter().enumerate().skip(from).take(within).take_while(|(_, word)| ends(word));
        own.filter(|(at, word)| !(word.starts_with("card") && whose(*at))).map(|(_, word)| *word).collect()
    };
    match (begins(&said, &NOT_DRAWN), begins(&said, &DRAWN)) {
        (true, _) => Some(Meaning::Draws(false)),
        (false, true) => Some(Meaning::Draws(true)),
        // `no: the house decides` is no legend, a letter with other words is one that is not known.
        (false, false) => (!ANSWERS.contains(&cell) && SPOKEN.iter().all(|(spoken, _)| *spoken != cell) && cell != "-")
            .then_some(Meaning::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_says_what_cells_mean() {
        let none = Legend::default();
        let read = |text: &str| {
            let legend = Legend::read(text);
            legend.draws(&none, text, ("d", "s"))
        };
        for (text, draws) in [
            ("D for drawing and S for standing:", Some(true)),
            ("it has to:\n9.1 draw (one card more), or\n9.2 stand, by Table 2", Some(true)),
            ("the hand shall stand or draw by Table 2", Some(true)),
            ("the hand shall stand by Table 2 and draw by Table 3", None),
            ("S = draw, D = stand", Some(false)),
            ("\"D\" means that a card is drawn; \"S\" stands for none.", Some(true)),
            ("The Banker draws (D) or stands (S) by Table 2.", Some(true)),
            ("The Banker stands (D) or draws a card (S).", Some(false)),
            ("D = draw", Some(true)),
            ("D pour tirer et S pour rester", Some(true)),
            ("D \u{2013} draw, S \u{2013} stand", Some(true)),
            ("3 D - S", None),
            ("where S means that the Banker draws and D that the hand is left alone", Some(false)),
            ("D: as the house says, S for standing", None),
            ("D = draw. D = stand.", None),
            ("D = stand, S = stand", None),
            ("The Player's card for the Banker\n3\tD\tS", None),
            ("The Banker stands.\n(d) The Player draws.", None),
            ("The card(s) drawn by the Player's hand:", None),
            ("The Banker draws(D), or stands(S).", Some(true)),
            ("D draws, S stands", Some(true)),
            ("Legend: S draws and D stands.", Some(false)),
            ("A hand with D draws, one with S stands.", None),
        ] {
            assert_eq!(read(text), draws, "{text}");
        }
        let crosses = |text: &str| Legend::read(text).draws(&none, text, MARKED[0]);
        for (text, draws) in [
            ("X = the Banker draws, blank = the Banker stands", Some(true)),
            ("A cross means that no card is drawn.", Some(false)),
            ("X: draw", Some(true)),
            ("blank = draw", Some(false)),
            ("X = as agreed", None),
            ("The Banker draws or stands by this table:", None),
            ("\u{2713} = the Banker draws", None),
            ("No cross means that the Banker draws.", Some(false)),
            ("No cross means that the Banker draws, a cross that it stands:", Some(false)),
            ("A cell without a cross: the Banker draws.", Some(false)),
            ("X = draw forbidden", Some(false)),
            ("X = neither draws", Some(false)),
            ("X means that the Player's card lets the Banker stand; an empty cell that it draws.", None),
        ] {
            assert_eq!(crosses(text), draws, "{text}");
        }
    }

    #[test]
    fn a_legend_says_what_ticks_and_dots_mean() {
        let none = Legend::default();
        for (text, at) in
            [("\u{2714} = the Banker draws", 1), ("A tick means that a card is drawn.", 1), ("\u{25cf} = draw", 2)]
        {
            for (nth, cells) in MARKED.into_iter().enumerate() {
                assert_eq!(
                    Legend::read(text).draws(&none, text, cells),
                    (nth == at).then_some(true),
                    "{text} {cells:?}"
                );
            }
        }
    }

    #[test]
    fn the_document_says_what_the_clause_does_not() {
        let document = Legend::read("T for tirer, R for rester");
        let of = |own: &str, cells| Legend::read(own).draws(&document, own, cells);
        assert_eq!(of("The table:", ("t", "r")), Some(true));
        assert_eq!(of("T = stand, R = draw", ("t", "r")), Some(false));
        assert_eq!(of("The table:", ("d", "s")), None);
        let document = Legend::read("the hand shall draw or stand by the table, and any card(s) lie in its area");
        let of = |own: &str, cells| Legend::read(own).draws(&document, own, cells);
        assert_eq!((of("The table:", ("d", "s")), of("The table:", ("h", "s"))), (Some(true), None));
        assert_eq!(of("S = draw, D = stand", ("d", "s")), Some(false));
        let document = Legend::read("T for tirer, R for rester");
        let of = |own: &str, cells| Legend::read(own).draws(&document, own, cells);
        assert_eq!(of("The table:", ("draw", "stand")), Some(true));
        assert_eq!(of("The table:", ("draw", "-")), Some(true));
    }

    #[test]
    fn a_head_of_a_table_ends_what_is_said_before_it() {
        let none = Legend::default();
        let of = |text: &str| Legend::read(text).draws(&none, text, ("d", "s"));
        assert_eq!(of("D = draw\nBanker's total None A 2 3 4 5"), Some(true));
        assert_eq!(of("D = draw\n| total | None | 0 | 1 | 2 |"), Some(true));
        assert_eq!(of("D = draw no\nfurther card to a hand of a total"), Some(false));
    }

    #[test]
    fn yes_and_no_answer_a_question() {
        let none = Legend::default();
        let of = |text: &str| Legend::read(text).draws(&none, text, ("yes", "no"));
        assert_eq!(of("Whether the Banker draws:"), Some(true));
        assert_eq!(of("Whether the Banker stands:"), Some(false));
        assert_eq!(of("yes where the Banker may not draw:"), Some(false));
        assert_eq!(of("no where the Banker stands:"), Some(true));
        for text in ["The table:", "Whether the Banker draws or stands:"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
