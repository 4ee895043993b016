//! What a text says of the letters or words in the cells of a table of play: `D for drawing`, `S = stand`.

use crate::fold::fold;

/// Words between a letter and what it means.
const LINKS: [&str; 9] = ["for", "means", "mean", "meaning", "is", "denotes", "indicates", "=", ":"];
/// How many words behind that are looked at.
const WITHIN: usize = 4;
/// How words begin that say that a card is drawn, and that none is.
const DRAWN: [&str; 9] = ["draw", "tak", "hit", "tir", "zieh", "card", "pioch", "pull", "pedir"];
const NOT_DRAWN: [&str; 10] = ["stand", "stay", "no", "not", "none", "rest", "halt", "pass", "plant", "without"];

/// What a text says of a word in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Nothing.
    Unsaid,
    /// Whether a card is drawn.
    Draws(bool),
    /// Something that is not known, or both.
    Unknown,
}

/// What a text says of a word of cells, in lower case.
pub(crate) fn meaning(text: &str, cell: &str) -> Meaning {
    let folded: String = text.chars().map(fold).flat_map(char::to_lowercase).collect();
    // Signs are words of their own; quotes go, but for those within a word.
    let spaced: String = folded
        .chars()
        .flat_map(|letter| match letter {
            '"' | '(' | ')' | '[' | ']' => vec![' '],
            '=' | ':' | ',' | ';' | '.' => vec![' ', letter, ' '],
            other => vec![other],
        })
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().map(|word| word.trim_matches('\'')).collect();
    let mut found = Meaning::Unsaid;
    for at in (0..words.len()).filter(|at| words.get(*at) == Some(&cell)) {
        let next = words.get(at + 1).copied().unwrap_or("");
        // `S stands for standing`
        let from = match next {
            "stands" | "stand" if words.get(at + 2) == Some(&"for") => at + 3,
            _ if LINKS.contains(&next) => at + 2,
            _ => continue,
        };
        let said = words.iter().skip(from).take(WITHIN).take_while(|word| !matches!(**word, "," | ";" | "." | "and"));
        let said: Vec<&str> = said.copied().collect();
        let begins = |all: &[&str]| said.iter().any(|word| all.iter().any(|begin| word.starts_with(begin)));
        let one = match (begins(&NOT_DRAWN), begins(&DRAWN)) {
            (true, _) => Meaning::Draws(false),
            (false, true) => Meaning::Draws(true),
            (false, false) => Meaning::Unknown,
        };
        found = if found == Meaning::Unsaid || found == one { one } else { Meaning::Unknown };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Meaning, meaning};

    #[test]
    fn a_legend_says_what_cells_mean() {
        for (text, d, s) in [
            ("D for drawing and S for standing:", Meaning::Draws(true), Meaning::Draws(false)),
            ("S = draw, D = stand", Meaning::Draws(false), Meaning::Draws(true)),
            ("\"D\" means that a card is drawn; \"S\" stands for none.", Meaning::Draws(true), Meaning::Draws(false)),
            ("D: as the house says", Meaning::Unknown, Meaning::Unsaid),
            ("D = draw. D = stand.", Meaning::Unknown, Meaning::Unsaid),
            ("The Player's card for the Banker\n3\tD\tS", Meaning::Unsaid, Meaning::Unsaid),
        ] {
            assert_eq!((meaning(text, "d"), meaning(text, "s")), (d, s), "{text}");
        }
    }
}
