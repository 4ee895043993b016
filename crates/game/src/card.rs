use std::fmt;

use serde::{Deserialize, Serialize};

/// A rank, ace to king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// All thirteen ranks, ace first.
    pub const ALL: [Self; 13] = {
        let mut ranks = [Self(0); 13];
        let mut at = 0u8;
        while at < 13 {
            // A `while` in a const: the index stays below 13.
            #[allow(clippy::indexing_slicing, reason = "a const loop over 13 elements")]
            {
                ranks[at as usize] = Self(at);
            }
            at += 1;
        }
        ranks
    };

    /// The rank 7, whose cards Super 7's counts.
    pub const SEVEN: Self = Self(6);

    const LETTERS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

    /// Reads one of `A23456789TJQK`.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// 0 for the ace to 12 for the king.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// One of `A23456789TJQK`.
    #[must_use]
    pub fn letter(self) -> char {
        Self::LETTERS.get(self.index()).copied().unwrap_or('?')
    }

    /// The face value 2–9; none for ace, ten and court cards.
    #[must_use]
    pub fn face_value(self) -> Option<u8> {
        (1..=8).contains(&self.0).then(|| self.0 + 1)
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Clubs, diamonds, hearts or spades, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

impl Suit {
    /// Clubs, diamonds, hearts, spades.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    const LETTERS: [char; 4] = ['C', 'D', 'H', 'S'];

    /// Reads one of `CDHS`.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// Whether it is diamonds or hearts.
    #[must_use]
    pub fn is_red(self) -> bool {
        matches!(self.0, 1 | 2)
    }

    /// One of `CDHS`.
    #[must_use]
    pub fn letter(self) -> char {
        Self::LETTERS.get(usize::from(self.0)).copied().unwrap_or('?')
    }
}

impl fmt::Debug for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A physical card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "(char, char)", into = "(char, char)")]
pub struct Card {
    /// Its face: a ten and a king are two ranks.
    pub rank: Rank,
    /// No point value depends on it.
    pub suit: Suit,
}

impl Card {
    /// 0 to 51, one number for each card of a deck.
    #[must_use]
    pub fn index(self) -> usize {
        self.rank.index() * 4 + usize::from(self.suit.0)
    }
}

impl TryFrom<(char, char)> for Card {
    type Error = &'static str;

    /// The card of these letters, rank and suit.
    fn try_from((rank, suit): (char, char)) -> Result<Self, Self::Error> {
        let card = Rank::from_letter(rank).zip(Suit::from_letter(suit)).map(|(rank, suit)| Self { rank, suit });
        card.ok_or("not the letters of a rank and a suit")
    }
}

impl From<Card> for (char, char) {
    fn from(card: Card) -> Self {
        (card.rank.letter(), card.suit.letter())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.letter(), self.suit.letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_deck_has_52_cards_each_with_its_own_number_and_name() {
        let mut numbers = BTreeSet::new();
        let mut names = BTreeSet::new();
        for rank in Rank::ALL {
            for suit in Suit::ALL {
                let card = Card { rank, suit };
                assert_eq!(Rank::from_letter(rank.letter()), Some(rank));
                assert_eq!(Suit::from_letter(suit.letter()), Some(suit));
                assert_eq!(Card::try_from(<(char, char)>::from(card)), Ok(card));
                numbers.insert(card.index());
                names.insert(card.to_string());
            }
        }
        assert_eq!(numbers, (0..52).collect());
        assert_eq!(names.len(), 52);
        assert_eq!(Rank::SEVEN.face_value(), Some(7));
        // Snapshots show cards as people write them.
        let ace = Card { rank: Rank::ALL[0], suit: Suit::ALL[0] };
        let shown = (format!("{ace:?}"), format!("{:?}{:?}", ace.rank, ace.suit));
        assert_eq!(shown, (ace.to_string(), ace.to_string()));
    }
}
