use std::fmt;

use crate::card::{Card, Rank, Suit};

/// What is known of a card that has a point value: the card itself, its rank alone, or its points alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnownCard {
    /// Rank and suit.
    Whole(Card),
    /// The rank; the suit may be any.
    Rank(Rank),
    /// The point value, 0 to 9; the card may be any that has it.
    Points(u8),
}

impl KnownCard {
    /// The card, if rank and suit are known.
    #[must_use]
    pub fn whole(self) -> Option<Card> {
        match self {
            Self::Whole(card) => Some(card),
            Self::Rank(_) | Self::Points(_) => None,
        }
    }

    /// The suit, if it is known.
    #[must_use]
    pub fn suit(self) -> Option<Suit> {
        self.whole().map(|card| card.suit)
    }
}

impl From<Card> for KnownCard {
    fn from(card: Card) -> Self {
        Self::Whole(card)
    }
}

/// As logs write it: `7H`, `7?`, `~8`.
impl fmt::Display for KnownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(card) => write!(f, "{card}"),
            Self::Rank(rank) => write!(f, "{}?", rank.letter()),
            Self::Points(points) => write!(f, "~{points}"),
        }
    }
}

impl fmt::Debug for KnownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_shown_as_logs_write_it() {
        let seven = Card { rank: Rank::SEVEN, suit: Suit::ALL[2] };
        let shown =
            [KnownCard::from(seven), KnownCard::Rank(Rank::SEVEN), KnownCard::Points(0)].map(|card| card.to_string());
        assert_eq!(shown, ["7H", "7?", "~0"]);
        assert_eq!((KnownCard::from(seven).suit(), KnownCard::Rank(Rank::SEVEN).suit()), (Some(seven.suit), None));
    }
}
