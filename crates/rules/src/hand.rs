use resettle_game::{Card, Rank, Side};

use crate::book::Book;
use crate::fact::{Fact, SuitOf};
use crate::table::PlayTable;

/// How many kinds of cards a book can count.
pub(crate) const MOST_COUNTED: usize = 16;

/// Of how many ranks a book can count the first two cards.
pub(crate) const MOST_FIRSTS: usize = 4;

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
    pub(crate) coloured: bool,
    pub(crate) one_suit: bool,
    /// Of a pair its rank, where a bet asks for pairs of both hands.
    pub(crate) pair_of: Option<Rank>,
    /// Of the first two cards how many are of each rank that a bet asks for in them.
    pub(crate) firsts: [u8; MOST_FIRSTS],
    /// How many of the first two cards are red, where a bet asks.
    pub(crate) first_red: u8,
    /// The first card, until the second one lies next to it.
    first: Option<Card>,
    pub(crate) counts: [u8; MOST_COUNTED],
    /// Of each rank how many, where a bet asks for many of one rank.
    pub(crate) ranks: u64,
    /// Of each suit and colour how many, in the order of [`SuitOf::all`], where a bet asks.
    pub(crate) suits: [u8; 5],
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
            coloured: false,
            one_suit: false,
            pair_of: None,
            firsts: [0; MOST_FIRSTS],
            first_red: 0,
            first: None,
            counts: [0; MOST_COUNTED],
            ranks: 0,
            suits: [0; 5],
        };
        if let Some(face) = *table.permanent.of(side) {
            hand.total = face % 10;
            hand.cards = 1;
            if let Some(rank) = Rank::ALL.into_iter().find(|rank| rank.face_value() == Some(face)) {
                self.count_first(&mut hand, rank);
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
        for ((of, asked), count) in SuitOf::all().into_iter().zip(self.suits_counted).zip(&mut hand.suits) {
            *count = count.saturating_add(u8::from(asked && of.holds(card.suit)));
        }
        if hand.cards <= 2 {
            self.count_first(&mut hand, card.rank);
            hand.first_red = hand.first_red.saturating_add(u8::from(self.first_red && card.suit.is_red()));
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
                    let (one_suit, one_colour) = (first.suit == card.suit, first.suit.is_red() == card.suit.is_red());
                    hand.coloured = self.first_suits && hand.pair && one_colour;
                    hand.one_suit = self.first_suits && one_suit;
                    hand.pair_of = Some(card.rank).filter(|_| self.twins && hand.pair);
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

    /// The hand once no card follows, without what no bet asks: hands between which no bet distinguishes are equal.
    #[must_use]
    pub fn ended(&self, mut hand: Hand) -> Hand {
        let [mut natural, mut pair, mut suited, mut drawn, mut cards] = [false; 5];
        for fact in self.asked() {
            match fact {
                Fact::Natural(_) => natural = true,
                Fact::Pair(_) => pair = true,
                Fact::SuitedPair(_) => suited = true,
                Fact::Drawn(_) => drawn = true,
                Fact::Dealt | Fact::Cards(_) => cards = true,
                _ => {}
            }
        }
        hand.first = None;
        hand.natural &= natural;
        hand.pair &= pair;
        hand.suited &= suited;
        if !drawn {
            hand.drawn = Fact::NO_CARD;
        }
        if !cards {
            (hand.cards, hand.dealt) = (0, 0);
        }
        hand
    }

    fn count_first(&self, hand: &mut Hand, rank: Rank) {
        for (of, count) in self.firsts.iter().zip(&mut hand.firsts) {
            *count = count.saturating_add(u8::from(*of == rank));
        }
    }

    fn rank_bit(&self, rank: Rank) -> u64 {
        if self.ranks { 1 << (rank.index() * BITS) } else { 0 }
    }
}

/// The largest number of one rank.
pub(crate) fn most_of_one(ranks: u64) -> u8 {
    (0..13).map(|rank| u8::try_from(ranks >> (rank * BITS) & 0b111).unwrap_or(0)).max().unwrap_or(0)
}
