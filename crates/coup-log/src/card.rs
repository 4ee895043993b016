use std::fmt;

/// A card as a log writes it: rank and suit, `??` for an unreadable one, `XX` for one that belongs
/// to no deck in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardCode([u8; 2]);

impl CardCode {
    /// A card that could not be read.
    pub const UNREADABLE: Self = Self(*b"??");
    /// A card that belongs to no deck in play.
    pub const FOREIGN: Self = Self(*b"XX");

    /// Reads a card; `None` when the format knows no such word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            b"??" => Some(Self::UNREADABLE),
            b"XX" => Some(Self::FOREIGN),
            [rank, suit] => Self::of_deck([*rank, *suit]),
            _ => None,
        }
    }

    /// A card of a deck, by the letters of its rank and its suit.
    pub(crate) fn of_deck([rank, suit]: [u8; 2]) -> Option<Self> {
        let known =
            matches!(rank, b'A' | b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K') && matches!(suit, b'C' | b'D' | b'H' | b'S');
        known.then_some(Self([rank, suit]))
    }

    /// Its two letters, as the log writes them.
    #[must_use]
    pub const fn letters(self) -> [u8; 2] {
        self.0
    }

    /// The same as a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The rank, one of `A23456789TJQK`; `None` for `??` and `XX`.
    #[must_use]
    pub fn rank(self) -> Option<char> {
        (self != Self::UNREADABLE && self != Self::FOREIGN).then(|| char::from(self.0[0]))
    }

    /// The suit, one of `CDHS`; `None` for `??` and `XX`.
    #[must_use]
    pub fn suit(self) -> Option<char> {
        (self != Self::UNREADABLE && self != Self::FOREIGN).then(|| char::from(self.0[1]))
    }
}

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
