use resettle_game::{Card, Side};

use crate::book::Book;
use crate::fact::Fact;
use crate::table::PlayTable;

/// How many kinds of cards a book can count.
pub(crate) const MOST_COUNTED: usize = 16;

/// Bits of one rank in [`Hand::ranks`]; six cards fit.
const BITS: usize = 3;

/// What the cards of one hand say, as far as the bets of a book ask. Two hands that say the same are equal,
/// whatever cards they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand {
    pub(crate) total: u8,
    pub(crate) cards: u8,
    /// Those of them that came off the shoe.
    pub(crate) dealt: u8,
    pub(crate) drawn: u8,
    pub(crate) natural: bool,
    pub(crate) pair: bool,
    pub(crate) suited: bool,
    /// The first card, until the second one lies next to it.
    first: Option<Card>,
    pub(crate) counts: [u8; MOST_COUNTED],
    /// Of each rank how many, where a bet asks for many of one rank.
    pub(crate) ranks: u64,
}

impl Hand {
    /// The point total.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// The point value of the card drawn after the initial deal.
    #[must_use]
    pub fn drawn(&self) -> Option<u8> {
        (self.drawn != Fact::NO_CARD).then_some(self.drawn)
    }

    /// How many cards came off the shoe.
    #[must_use]
    pub fn dealt(&self) -> u8 {
        self.dealt
    }
}

impl Book {
    /// A hand before any card is dealt to it: its permanent card, where it has one.
    #[must_use]
    pub fn start(&self, table: &PlayTable, side: Side) -> Hand {
        let mut hand = Hand {
            total: 0,
            cards: 0,
            dealt: 0,
            drawn: Fact::NO_CARD,
            natural: false,
            pair: false,
            suited: false,
            first: None,
            counts: [0; MOST_COUNTED],
            ranks: 0,
        };
        if let Some(face) = *table.permanent.of(side) {
            hand.total = face % 10;
            hand.cards = 1;
            if let Some(rank) = resettle_game::Rank::ALL.into_iter().find(|rank| rank.face_value() == Some(face)) {
                for (of, count) in self.counted.iter().zip(&mut hand.counts) {
                    *count += u8::from(of.suit.is_none() && of.rank == rank);
                }
                hand.ranks = self.rank_bit(rank);
            }
        }
        hand
    }

    /// The hand with one card more.
    #[must_use]
    pub fn with(&self, table: &PlayTable, mut hand: Hand, card: Card) -> Hand {
        let value = table.value(card.rank);
        hand.total = (hand.total + value) % 10;
        hand.cards = hand.cards.saturating_add(1);
        hand.dealt = hand.dealt.saturating_add(1);
        for (of, count) in self.counted.iter().zip(&mut hand.counts) {
            let counts = of.rank == card.rank && of.suit.is_none_or(|suit| suit == card.suit);
            *count = count.saturating_add(u8::from(counts));
        }
        if hand.cards <= 6 {
            hand.ranks += self.rank_bit(card.rank);
        }
        match hand.cards {
            1 => hand.first = Some(card),
            2 => {
                if let Some(first) = hand.first.take() {
                    hand.pair = first.rank == card.rank;
                    hand.suited = self.suits && first == card;
                }
                hand.natural = table.is_natural(hand.total);
            }
            _ => hand.drawn = value,
        }
        hand
    }

    /// A hand of cards in the order drawn.
    #[must_use]
    pub fn hand(&self, table: &PlayTable, side: Side, cards: &[Card]) -> Hand {
        cards.iter().fold(self.start(table, side), |hand, card| self.with(table, hand, *card))
    }

    fn rank_bit(&self, rank: resettle_game::Rank) -> u64 {
        if self.ranks { 1 << (rank.index() * BITS) } else { 0 }
    }
}

/// The largest number of one rank.
pub(crate) fn most_of_one(ranks: u64) -> u8 {
    (0..13).map(|rank| u8::try_from(ranks >> (rank * BITS) & 0b111).unwrap_or(0)).max().unwrap_or(0)
}
