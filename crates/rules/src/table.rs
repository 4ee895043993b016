use resettle_game::{PerSide, Rank, Side};

/// How a coup is dealt: the values of the cards, the initial deal and the tables of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayTable {
    /// Point value by rank, ace first; 0 to 9.
    pub values: [u8; 13],
    /// The face value of a permanent card, which is the first of its hand.
    pub permanent: PerSide<Option<u8>>,
    /// To which hand the cards of the initial deal go.
    pub order: Vec<Side>,
    /// Totals of the initial deal that end the drawing.
    pub natural: [bool; 10],
    /// Whether the Player draws, by total.
    pub player_draws: [bool; 10],
    /// Whether the Banker draws, by total, then 0 where the Player stood, else 1 + the point value of its card.
    pub banker_draws: [[bool; 11]; 10],
}

impl PlayTable {
    /// How many cards of the shoe a coup can take: those of the initial deal and a draw for each hand.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.order.len() + 2
    }

    /// How many cards of the shoe the initial deal gives a hand.
    #[must_use]
    pub fn dealt_to(&self, side: Side) -> usize {
        self.order.iter().filter(|to| **to == side).count()
    }

    /// The point value of a rank, 0 to 9.
    #[must_use]
    pub fn value(&self, rank: Rank) -> u8 {
        self.values.get(rank.index()).copied().unwrap_or(0)
    }

    /// Whether a total of the initial deal is a natural.
    #[must_use]
    pub fn is_natural(&self, total: u8) -> bool {
        self.natural.get(usize::from(total)).copied().unwrap_or(false)
    }

    /// Whether the Player draws.
    #[must_use]
    pub fn player_draws(&self, total: u8) -> bool {
        self.player_draws.get(usize::from(total)).copied().unwrap_or(false)
    }

    /// Whether the Banker draws; `third` is the point value of the card that the Player drew.
    #[must_use]
    pub fn banker_draws(&self, total: u8, third: Option<u8>) -> bool {
        let column = third.map_or(0, |value| usize::from(value) + 1);
        self.banker_draws.get(usize::from(total)).and_then(|line| line.get(column)).copied().unwrap_or(false)
    }
}
