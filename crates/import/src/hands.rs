//! Cells that hold several cards.

use std::borrow::Cow;

use crate::cards::Notation;
use crate::mapping::Column;

/// Columns whose cells hold several cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hands {
    /// What stands between the cards of a cell; empty where nothing does.
    pub(crate) separator: String,
    pub(crate) columns: HandColumns,
    /// What the cell of a hand begins with though it was not dealt: a card that is printed on the layout, as it is spelled.
    pub(crate) printed: Vec<(char, String)>,
}

/// Which columns they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HandColumns {
    /// One for all cards in the order dealt.
    All(Column),
    /// One for each place where cards end, and the places in the order dealt.
    Each { deal: Vec<char>, columns: Vec<(char, Column)> },
}

impl Hands {
    /// The card that stands first in each cell of this hand and was not dealt.
    pub(crate) fn printed(&self, hand: char) -> Option<&str> {
        self.printed.iter().find(|(to, _)| *to == hand).map(|(_, card)| card.as_str())
    }

    /// Whether it is known where each card ended.
    pub(crate) fn have_ends(&self) -> bool {
        matches!(self.columns, HandColumns::Each { .. })
    }

    /// The cards of a cell as they are spelled there. Brackets around the cell and quotation marks around cards, as programs
    /// print lists, are no part of them.
    pub(crate) fn split<'c>(&self, cell: &'c str, notation: &Notation) -> Vec<&'c str> {
        let listed = |open, close| cell.strip_prefix(open).and_then(|cell| cell.strip_suffix(close));
        let cell = listed('[', ']').or_else(|| listed('(', ')')).unwrap_or(cell).trim();
        let bare = |card: &'c str| card.trim().trim_matches(['"', '\'', ',']).trim();
        if self.separator.is_empty() {
            return notation.split(cell);
        }
        if self.separator.trim().is_empty() {
            return cell.split_whitespace().map(bare).collect();
        }
        cell.split(&self.separator).map(bare).filter(|card| !card.is_empty()).collect()
    }
}

/// A text without the marks by which a symbol is to be drawn as a picture or as a letter.
pub(crate) fn without_variation(text: &str) -> Cow<'_, str> {
    const MARKS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];
    if text.contains(MARKS) { Cow::Owned(text.replace(MARKS, "")) } else { Cow::Borrowed(text) }
}
