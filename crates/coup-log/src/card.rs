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
            [rank, suit] if b"A23456789TJQK".contains(rank) && b"CDHS".contains(suit) => Some(Self([*rank, *suit])),
            b"??" => Some(Self::UNREADABLE),
            b"XX" => Some(Self::FOREIGN),
            _ => None,
        }
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
        write!(f, "{}{}", char::from(self.0[0]), char::from(self.0[1]))
    }
}

impl fmt::Debug for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
