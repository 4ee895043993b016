/// One of the two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The Player's hand.
    Player,
    /// The Banker's hand.
    Banker,
}

impl Side {
    /// The letter by which a log's `to` names the hand.
    pub fn letter(self) -> char {
        match self {
            Side::Player => 'P',
            Side::Banker => 'B',
        }
    }

    /// The word by which a log names the hand.
    pub fn word(self) -> &'static str {
        match self {
            Side::Player => "player",
            Side::Banker => "banker",
        }
    }
}

/// What a completed round came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The Player's total is the higher.
    Player,
    /// The Banker's total is the higher.
    Banker,
    /// Both totals are the same.
    Tie,
}

impl Winner {
    /// The word by which a log declares and displays it.
    pub fn word(self) -> &'static str {
        match self {
            Winner::Player => "player",
            Winner::Banker => "banker",
            Winner::Tie => "tie",
        }
    }
}
