words! {
    /// One of the two hands.
    Side {
        /// The Player's hand.
        Player = "player",
        /// The Banker's hand.
        Banker = "banker",
    }
}

impl Side {
    /// Both, the Player's first.
    pub const BOTH: [Self; 2] = [Self::Player, Self::Banker];

    /// `Player` or `Banker`, for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Player => "Player",
            Self::Banker => "Banker",
        }
    }
}

/// Something that each hand has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerSide<T> {
    /// What the Player's hand has.
    pub player: T,
    /// What the Banker's hand has.
    pub banker: T,
}

impl<T> PerSide<T> {
    /// What the hand of this side has.
    #[must_use]
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    /// The one of `side`, to change.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }
}

words! {
    /// The result of a coup that has one.
    Winner {
        /// The Player's hand has the higher point total.
        Player = "player",
        /// The Banker's hand has.
        Banker = "banker",
        /// The point totals are equal.
        Tie = "tie",
    }
}

impl Winner {
    /// By the two point totals.
    #[must_use]
    pub fn by_totals<N: Ord>(player: N, banker: N) -> Self {
        match player.cmp(&banker) {
            std::cmp::Ordering::Greater => Self::Player,
            std::cmp::Ordering::Less => Self::Banker,
            std::cmp::Ordering::Equal => Self::Tie,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_winners_have_the_words_of_messages_and_logs() {
        assert_eq!(Side::BOTH.map(Side::name), ["Player", "Banker"]);
        let winners = [Winner::by_totals(9, 8), Winner::by_totals(0, 1), Winner::by_totals(5, 5)];
        assert_eq!(winners, [Winner::Player, Winner::Banker, Winner::Tie]);
        assert_eq!(winners.map(Winner::word), ["player", "banker", "tie"]);
    }
}
