use resettle_game::{Rank, Side, Suit};

use crate::values::Values;

/// Whose cards are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Those of one hand.
    Hand(Side),
    /// Those of both hands together.
    Both,
    /// Those of the hand that has the most of them.
    OneHand,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Hand(Side::Player), Self::Hand(Side::Banker), Self::Both, Self::OneHand];

    /// The word of the ruleset format.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Hand(Side::Player) => "player",
            Self::Hand(Side::Banker) => "banker",
            Self::Both => "both",
            Self::OneHand => "one_hand",
        }
    }

    /// The most cards that it can hold.
    fn most(self) -> u8 {
        if self == Self::Both { 6 } else { 3 }
    }
}

/// The cards of a rank, or of a rank and a suit. A permanent card has a rank and no suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardsOf {
    /// The rank.
    pub rank: Rank,
    /// The suit; none for all four.
    pub suit: Option<Suit>,
}

/// Something that the cards of a coup say, as a small number. The vocabulary is closed: what a
/// ruleset pays for, it says in these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// Which total is higher: 0 the Player's, 1 the Banker's, 2 neither.
    Winner,
    /// The higher total less the lower one.
    Margin,
    /// How many cards came off the shoe.
    Dealt,
    /// A hand's point total.
    Total(Side),
    /// How many cards a hand has, a permanent one counted.
    Cards(Side),
    /// The point value of the card that a hand drew after the initial deal; [`Fact::NO_CARD`] where it drew none.
    Drawn(Side),
    /// Whether the first two cards of a hand are a natural: 0 or 1.
    Natural(Side),
    /// Whether the first two cards of a hand are of one rank. A permanent card makes no pair.
    Pair(Side),
    /// Whether they are of one rank and one suit.
    SuitedPair(Side),
    /// How many cards of a rank there are, a permanent one counted.
    Count(CardsOf, Scope),
    /// How many cards are of the rank that most of them have, a permanent one counted.
    OneRank(Scope),
}

impl Fact {
    /// The value of [`Fact::Drawn`] where no card was drawn.
    pub const NO_CARD: u8 = 10;

    /// All values that it can have.
    #[must_use]
    pub fn domain(self) -> Values {
        match self {
            Self::Winner => Values::between(0, 2),
            Self::Margin | Self::Total(_) => Values::between(0, 9),
            Self::Dealt => Values::between(2, 6),
            Self::Cards(_) => Values::between(2, 3),
            Self::Drawn(_) => Values::between(0, Self::NO_CARD),
            Self::Natural(_) | Self::Pair(_) | Self::SuitedPair(_) => Values::between(0, 1),
            Self::Count(_, scope) => Values::between(0, scope.most()),
            Self::OneRank(scope) => Values::between(1, scope.most()),
        }
    }

    /// Whether it is true or false.
    #[must_use]
    pub fn is_truth(self) -> bool {
        matches!(self, Self::Natural(_) | Self::Pair(_) | Self::SuitedPair(_))
    }

    /// Whether suits have a part in it.
    #[must_use]
    pub fn asks_suits(self) -> bool {
        matches!(self, Self::SuitedPair(_) | Self::Count(CardsOf { suit: Some(_), .. }, _))
    }

    /// The same counted in the hand that has the most, where it is counted over both.
    #[must_use]
    pub fn in_one_hand(self) -> Self {
        match self {
            Self::Count(of, Scope::Both) => Self::Count(of, Scope::OneHand),
            Self::OneRank(Scope::Both) => Self::OneRank(Scope::OneHand),
            other => other,
        }
    }
}
