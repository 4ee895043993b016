//! How a coup begins, and what is burned.

use resettle_game::{PerSide, Rank, Side};

use crate::clause::Cite;
use crate::shoe::BurnBeforeCoup;

/// How a coup begins.
#[derive(Clone, Debug)]
pub struct Deal {
    /// The face value of a printed or permanent card, which is the first of its hand.
    pub permanent: PerSide<Option<u8>>,
    /// The clause on it.
    pub permanent_clause: Option<Cite>,
    /// To which hand the physical cards of the initial deal go, in order.
    pub order: Vec<Side>,
    /// The clause.
    pub clause: Cite,
    /// The clause by which discards return to the device.
    pub cards_return: Option<Cite>,
    /// The burn before play; none where the document demands none.
    pub burn_at_start: Option<Burn>,
    /// The burn before each coup; none where the document demands none.
    pub burn_before_coup: Option<BurnBeforeCoup>,
}

/// The burn before play.
#[derive(Clone, Debug)]
pub struct Burn {
    /// How many cards.
    pub count: BurnCount,
    /// The clause.
    pub clause: Cite,
}

/// How many cards are burned before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BurnCount {
    /// One at least.
    Some,
    /// This many.
    Number(usize),
    /// The first card is turned up, and as many more are burned as it shows: an ace one, tens and court cards ten.
    ByFirstCard,
}

impl BurnCount {
    /// How many are due, where the first card burned is this one; none where nobody can say.
    #[must_use]
    pub fn due(self, first: Option<Rank>) -> Option<usize> {
        match self {
            Self::Some => None,
            Self::Number(number) => Some(number),
            Self::ByFirstCard => {
                let first = first?;
                Some(1 + first.face_value().map_or(if first.index() == 0 { 1 } else { 10 }, usize::from))
            }
        }
    }

    /// As people read it.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::Some | Self::Number(1) => "before play starts the first card is burned".to_owned(),
            Self::Number(number) => format!("before play starts {number} cards are burned"),
            Self::ByFirstCard => {
                "before play starts the first card is turned up and burned, and as many more as it shows".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_card_says_how_many_are_burned() {
        let due = |letter| BurnCount::ByFirstCard.due(Rank::from_letter(letter));
        assert_eq!(
            [due('A'), due('2'), due('9'), due('T'), due('K')],
            [Some(2), Some(3), Some(10), Some(11), Some(11)]
        );
        assert_eq!((BurnCount::ByFirstCard.due(None), BurnCount::Some.due(None)), (None, None));
        assert_eq!(BurnCount::Number(3).due(None), Some(3));
    }
}
