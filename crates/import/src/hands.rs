//! Cells that hold several cards.

use crate::cards::{Unclear, Written};
use crate::mapping::Column;

/// What stands behind each card in a cell that was an array of cards.
pub(crate) const CARD_END: char = '\u{1f}';

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

    /// The cards of a cell as they are spelled there, an empty text where one is missing before others. Brackets around the cell
    /// and quotation marks around cards, as programs print lists, are no part of them.
    ///
    /// # Errors
    /// Why it is unknown which cards they are.
    pub(crate) fn split<'c>(&self, cell: &'c str, written: &Written<'_>) -> Result<Vec<&'c str>, Unclear> {
        let mut cards = Vec::new();
        if cell.contains(CARD_END) {
            for item in cell.split(CARD_END) {
                let is_one = item.is_empty() || written.is_one(item);
                cards.extend(if is_one { vec![item] } else { self.split_text(item, written)? });
            }
        } else {
            cards = self.split_text(cell, written)?;
        }
        let is_empty = |card: &str| card.is_empty() || written.empty.iter().any(|empty| empty == card);
        cards.iter_mut().filter(|card| is_empty(card)).for_each(|card| *card = "");
        // Behind the last card none was drawn.
        while cards.last().is_some_and(|card| card.is_empty()) {
            cards.pop();
        }
        Ok(cards)
    }

    fn split_text<'c>(&self, cell: &'c str, written: &Written<'_>) -> Result<Vec<&'c str>, Unclear> {
        let listed = |open, close| cell.strip_prefix(open).and_then(|cell| cell.strip_suffix(close));
        let cell = listed('[', ']').or_else(|| listed('(', ')')).unwrap_or(cell).trim();
        let bare = |card: &'c str| card.trim().trim_matches(['"', '\'', ',']).trim();
        match self.separator.as_str() {
            "" => written.split(cell),
            // Blanks are typed without counting them.
            " " => cell.split_whitespace().map(|card| written.one(bare(card))).collect(),
            separator => cell.split(separator).map(|card| written.one(bare(card))).collect(),
        }
    }
}
