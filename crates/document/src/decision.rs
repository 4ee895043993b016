//! Decisions on drawing, as they are read.

/// Whose decision it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayHand {
    /// The Player's, by its own total alone.
    Player,
    /// The Banker's, which may depend on the Player's drawn card.
    Banker,
}

/// One decision of a table of play as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayCell {
    /// Which hand's decision it is.
    pub hand: PlayHand,
    /// The hand's point total, 0 to 9.
    pub total: u8,
    /// For the Banker: the point value of the Player's drawn card, none where the Player stood. Always none for the
    /// Player.
    pub third: Option<u8>,
    /// Whether a card is drawn.
    pub draws: bool,
}

/// A row of a table, or a sentence with a hand, a total and a word of drawing, of which no decision was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadDraw {
    /// The line of the clause's text on which it begins, from 0.
    pub line: usize,
    /// The hands that it names, each with every total; none for a row.
    pub about: Vec<(PlayHand, u8)>,
    /// What it names, in its words: `Banker, 4, stands`; of a row `row 4`.
    pub words: String,
}

impl UnreadDraw {
    /// A row of a table, by its total.
    pub(crate) fn row(line: usize, total: &str) -> Self {
        Self { line, about: Vec::new(), words: format!("row {total}") }
    }
}
