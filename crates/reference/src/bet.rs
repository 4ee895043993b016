/// A wager that some document knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bet {
    /// On the Player's hand.
    Player,
    /// On the Banker's hand.
    Banker,
    /// On equal totals.
    Tie,
    /// On two or more sevens in the round.
    SuperSevens,
    /// On a pair in the Player's first two cards.
    PlayerPair,
    /// On a pair in the Banker's first two cards.
    BankerPair,
}

impl Bet {
    /// All six; no document knows every one of them.
    pub const ALL: [Bet; 6] = [Bet::Player, Bet::Banker, Bet::Tie, Bet::SuperSevens, Bet::PlayerPair, Bet::BankerPair];

    /// The word by which a log names it.
    pub fn word(self) -> &'static str {
        match self {
            Bet::Player => "player",
            Bet::Banker => "banker",
            Bet::Tie => "tie",
            Bet::SuperSevens => "super_sevens",
            Bet::PlayerPair => "player_pair",
            Bet::BankerPair => "banker_pair",
        }
    }

    /// Reads the word of a log.
    pub fn read(word: &str) -> Option<Bet> {
        Bet::ALL.into_iter().find(|bet| bet.word() == word)
    }
}

/// "`a` to `b`": a winning stake of `b` is paid `a` in addition to the stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    /// What is won …
    pub a: i64,
    /// … for a stake of this.
    pub b: i64,
}

/// Short for the pay tables.
pub(crate) const fn to(a: i64, b: i64) -> Odds {
    Odds { a, b }
}
