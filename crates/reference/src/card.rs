use std::fmt;

/// A card's rank, by its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// One point; `A` in a log.
    Ace,
    /// Two points; `2` in a log.
    Two,
    /// Three points; `3` in a log.
    Three,
    /// Four points; `4` in a log.
    Four,
    /// Five points; `5` in a log.
    Five,
    /// Six points; `6` in a log.
    Six,
    /// Seven points; `7` in a log.
    Seven,
    /// Eight points; `8` in a log.
    Eight,
    /// Nine points; `9` in a log.
    Nine,
    /// No points; `T` in a log.
    Ten,
    /// No points; `J` in a log.
    Jack,
    /// No points; `Q` in a log.
    Queen,
    /// No points; `K` in a log.
    King,
}

impl Rank {
    /// All thirteen ranks.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// The point value: MBS 3.3 in all four documents, the Star 3.2.
    pub fn points(self) -> u8 {
        match self {
            Rank::Ace => 1,
            Rank::Two => 2,
            Rank::Three => 3,
            Rank::Four => 4,
            Rank::Five => 5,
            Rank::Six => 6,
            Rank::Seven => 7,
            Rank::Eight => 8,
            Rank::Nine => 9,
            Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 0,
        }
    }

    fn letter(self) -> char {
        match self {
            Rank::Ace => 'A',
            Rank::Two => '2',
            Rank::Three => '3',
            Rank::Four => '4',
            Rank::Five => '5',
            Rank::Six => '6',
            Rank::Seven => '7',
            Rank::Eight => '8',
            Rank::Nine => '9',
            Rank::Ten => 'T',
            Rank::Jack => 'J',
            Rank::Queen => 'Q',
            Rank::King => 'K',
        }
    }
}

/// A card's suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suit {
    /// `C` in a log.
    Clubs,
    /// `D` in a log.
    Diamonds,
    /// `H` in a log.
    Hearts,
    /// `S` in a log.
    Spades,
}

impl Suit {
    /// All four suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }
}

/// A physical card. The permanent or printed 7 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card {
    /// By its face: a ten and a king are two ranks, though both have no points.
    pub rank: Rank,
    /// No wager depends on it.
    pub suit: Suit,
}

impl Card {
    /// Reads the two letters of a log, such as `TC`; `None` for anything else, `??` and `XX` included.
    pub fn read(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let (rank, suit) = (letters.next()?, letters.next()?);
        if letters.next().is_some() {
            return None;
        }
        let rank = Rank::ALL.into_iter().find(|r| r.letter() == rank)?;
        let suit = Suit::ALL.into_iter().find(|s| s.letter() == suit)?;
        Some(Card { rank, suit })
    }

    /// The 52 cards of one deck (no jokers: MBS 2.1, the Star 3.1).
    pub fn deck() -> Vec<Card> {
        let mut deck = Vec::with_capacity(52);
        for suit in Suit::ALL {
            for rank in Rank::ALL {
                deck.push(Card { rank, suit });
            }
        }
        deck
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.letter(), self.suit.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        let deck = Card::deck();
        assert_eq!(deck.len(), 52);
        for card in deck {
            assert_eq!(Card::read(&card.to_string()), Some(card));
        }
        for bad in ["", "1C", "10", "XX", "??", "tc", "TCC", "T"] {
            assert_eq!(Card::read(bad), None, "{bad}");
        }
    }
}
