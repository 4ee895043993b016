use resettle_game::Winner;

/// What the cards of a coup come to, as far as any wager of this family asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The Player's point total, 0 to 9.
    pub player: u8,
    /// The Banker's point total, 0 to 9.
    pub banker: u8,
    /// Cards of face value 7 in both hands, the permanent one included; 0 to 6.
    pub sevens: u8,
    /// Whether the Player's first two cards are of one rank.
    pub player_pair: bool,
    /// Whether the Banker's first two cards are.
    pub banker_pair: bool,
}

/// How many different outcomes there can be.
pub(crate) const OUTCOMES: usize = 10 * 10 * 7 * 4;

impl Outcome {
    /// The result.
    #[must_use]
    pub fn winner(&self) -> Winner {
        Winner::by_totals(self.player, self.banker)
    }

    /// The total that wins; at a tie that of both hands.
    #[must_use]
    pub fn winning_total(&self) -> u8 {
        self.player.max(self.banker)
    }

    /// One number for each outcome, below [`OUTCOMES`].
    pub(crate) fn index(&self) -> usize {
        let totals = usize::from(self.player) * 10 + usize::from(self.banker);
        let pairs = usize::from(self.player_pair) * 2 + usize::from(self.banker_pair);
        (totals * 7 + usize::from(self.sevens)) * 4 + pairs
    }

    /// The outcome of a number that [`Outcome::index`] gave.
    pub(crate) fn of_index(index: usize) -> Self {
        let digit = |number: usize| u8::try_from(number).unwrap_or(0);
        let (rest, pairs) = (index / 4, index % 4);
        let (totals, sevens) = (rest / 7, rest % 7);
        Self {
            player: digit(totals / 10),
            banker: digit(totals % 10),
            sevens: digit(sevens),
            player_pair: pairs / 2 == 1,
            banker_pair: pairs % 2 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_one_outcome() {
        for index in 0..OUTCOMES {
            assert_eq!(Outcome::of_index(index).index(), index);
        }
    }
}
