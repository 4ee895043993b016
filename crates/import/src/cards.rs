//! Cards as somebody writes them, to the codes of the log.

use std::collections::BTreeMap;

/// The ranks and suits of the log, in its letters.
pub(crate) const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
/// The suits of the log.
pub(crate) const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// A card that cannot be read.
pub(crate) const UNREADABLE: &str = "??";

/// Every spelling of a card in the source, with the log's code for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Notation {
    codes: BTreeMap<String, String>,
}

/// The parts that the spelling of a card is put together from: spelling in the source and letter
/// in the log.
pub(crate) struct Parts {
    pub(crate) ranks: Vec<(String, char)>,
    pub(crate) suits: Vec<(String, char)>,
    pub(crate) separator: String,
    pub(crate) suit_first: bool,
}

impl Notation {
    /// Puts all spellings together; a spelling of two cards is an error that names it.
    pub(crate) fn new(parts: &Parts) -> Result<Self, String> {
        let mut codes = BTreeMap::new();
        for (rank, rank_letter) in &parts.ranks {
            for (suit, suit_letter) in &parts.suits {
                let (first, second) = if parts.suit_first { (suit, rank) } else { (rank, suit) };
                let spelling = format!("{first}{}{second}", parts.separator);
                let code = format!("{rank_letter}{suit_letter}");
                match codes.insert(spelling.clone(), code.clone()) {
                    Some(other) if other != code => {
                        return Err(format!("{spelling:?} would be both {other} and {code}"));
                    }
                    _ => {}
                }
            }
        }
        Ok(Self { codes })
    }

    /// The log's code for a cell.
    pub(crate) fn read(&self, cell: &str) -> Option<&str> {
        self.codes.get(cell).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(letters: &[char]) -> Vec<(String, char)> {
        letters.iter().map(|letter| (letter.to_string(), *letter)).collect()
    }

    #[test]
    fn spellings_of_a_card() {
        let numbers = (1..).map(|n: u8| n.to_string()).zip(RANKS).collect();
        let parts = Parts { ranks: numbers, suits: letters(&SUITS), separator: ".".into(), suit_first: true };
        let notation = Notation::new(&parts).unwrap();
        assert_eq!(notation.read("S.10"), Some("TS"));
        assert_eq!(notation.read("D.1"), Some("AD"));
        assert_eq!(notation.read("H.13"), Some("KH"));
        for cell in ["S.0", "S.14", "s.1", "10.S", "S10", "", "?"] {
            assert_eq!(notation.read(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_spelling_of_two_cards_is_no_notation() {
        let ranks = vec![("1".into(), 'A'), ("11".into(), 'J')];
        let suits = vec![("1".into(), 'C'), ("11".into(), 'D')];
        let parts = Parts { ranks, suits, separator: String::new(), suit_first: false };
        assert_eq!(Notation::new(&parts), Err("\"111\" would be both AD and JC".into()));
    }
}
