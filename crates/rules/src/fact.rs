use resettle_game::{Rank, Side, Suit};

use crate::values::Values;

/// Whose cards are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Those of this hand alone.
    Hand(Side),
    /// Those of both hands together.
    Both,
    /// Those of the hand that has the most of them.
    OneHand,
}

impl Scope {
    /// Every scope, that of one hand once for each hand.
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
    /// The rank that they have.
    pub rank: Rank,
    /// The suit; none for all four.
    pub suit: Option<Suit>,
}

/// Cards by their suit or colour, whatever their rank. A permanent card has neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SuitOf {
    /// Those of this suit alone.
    Suit(Suit),
    /// Diamonds and hearts.
    Red,
}

impl SuitOf {
    /// The four suits, then red.
    #[must_use]
    pub fn all() -> [Self; 5] {
        let [clubs, diamonds, hearts, spades] = Suit::ALL.map(Self::Suit);
        [clubs, diamonds, hearts, spades, Self::Red]
    }

    /// Whether cards of a suit are among them.
    #[must_use]
    pub fn holds(self, suit: Suit) -> bool {
        match self {
            Self::Suit(own) => own == suit,
            Self::Red => suit.is_red(),
        }
    }
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
    /// Whether they are of one rank and one colour: both red, or both black.
    ColouredPair(Side),
    /// Whether they are of one suit, whatever their ranks. A permanent card has none.
    Suited(Side),
    /// How many of the first two cards of a hand are of a rank, a permanent one counted.
    First(Rank, Side),
    /// How many of the first two cards of a hand are red.
    FirstRed(Side),
    /// Whether the first two cards of both hands are all four of one rank.
    TwinPairs,
    /// How many cards of a rank there are, a permanent one counted.
    Count(CardsOf, Scope),
    /// How many cards are of the rank that most of them have, a permanent one counted.
    OneRank(Scope),
    /// How many cards of a suit or colour there are.
    OfSuit(SuitOf, Scope),
    /// How many cards are of the suit that most of them have.
    OneSuit(Scope),
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
            Self::First(..) | Self::FirstRed(_) => Values::between(0, 2),
            Self::Count(_, scope) | Self::OfSuit(_, scope) => Values::between(0, scope.most()),
            Self::OneRank(scope) | Self::OneSuit(scope) => Values::between(1, scope.most()),
            Self::Natural(_)
            | Self::Pair(_)
            | Self::SuitedPair(_)
            | Self::ColouredPair(_)
            | Self::Suited(_)
            | Self::TwinPairs => Values::between(0, 1),
        }
    }

    /// Whether it is true or false.
    #[must_use]
    pub fn is_truth(self) -> bool {
        matches!(
            self,
            Self::Natural(_)
                | Self::Pair(_)
                | Self::SuitedPair(_)
                | Self::ColouredPair(_)
                | Self::Suited(_)
                | Self::TwinPairs
        )
    }

    /// Whether the first two cards of each hand alone decide it, and no announcement says anything of it.
    #[must_use]
    pub fn is_of_first_two(self) -> bool {
        matches!(
            self,
            Self::Pair(_)
                | Self::SuitedPair(_)
                | Self::ColouredPair(_)
                | Self::Suited(_)
                | Self::First(..)
                | Self::FirstRed(_)
                | Self::TwinPairs
        )
    }

    /// Whether the suits of two first cards matter, also where their ranks differ or they are of two suits.
    pub(crate) fn tells_suits_apart(self) -> bool {
        matches!(self, Self::Suited(_) | Self::ColouredPair(_))
    }

    /// Whether suits have a part in it.
    #[must_use]
    pub fn asks_suits(self) -> bool {
        self.tells_suits_apart()
            || matches!(
                self,
                Self::SuitedPair(_)
                    | Self::FirstRed(_)
                    | Self::Count(CardsOf { suit: Some(_), .. }, _)
                    | Self::OfSuit(..)
                    | Self::OneSuit(_)
            )
    }

    /// The same counted in the hand that has the most, where it is counted over both.
    #[must_use]
    pub fn in_one_hand(self) -> Self {
        match self {
            Self::Count(of, Scope::Both) => Self::Count(of, Scope::OneHand),
            Self::OneRank(Scope::Both) => Self::OneRank(Scope::OneHand),
            Self::OfSuit(of, Scope::Both) => Self::OfSuit(of, Scope::OneHand),
            Self::OneSuit(Scope::Both) => Self::OneSuit(Scope::OneHand),
            other => other,
        }
    }
}
