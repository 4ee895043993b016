//! What one player may combine.

use resettle_words::Token;

use crate::clause::Cite;

/// What may be combined.
#[derive(Clone, Debug, Default)]
pub struct Combinations {
    /// The clause by which wagers are independent.
    pub free: Option<Cite>,
    /// Bets that oppose each other, unless approved.
    pub opposed: Option<Opposed>,
    /// A bet that needs another.
    pub requires: Option<Requires>,
    /// Wagers on one bet in one area.
    pub wagers_per_area: Option<PerArea>,
    /// Players on one bet of one area.
    pub players_per_area: Option<PerArea>,
    /// By what means wagers are placed, beside chips.
    pub tokens: Option<Tokens>,
}

/// A pair of bets that one player may not have together.
#[derive(Clone, Debug)]
pub struct Opposed {
    /// The two bets.
    pub bets: [String; 2],
    /// The clause.
    pub clause: Cite,
}

/// A bet that needs another one on the table.
#[derive(Clone, Debug)]
pub struct Requires {
    /// The bet.
    pub bet: String,
    /// One of these has to lie at the table.
    pub any_of: Vec<String>,
    /// The clause by which it has to lie there before the bet is placed; none where the order does not matter.
    pub before: Option<Cite>,
    /// The clause.
    pub clause: Cite,
}

/// What wagers are placed with.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// Beside chips.
    pub accepted: Vec<Token>,
    /// The clause.
    pub clause: Cite,
}

/// A bound on what one area holds.
#[derive(Clone, Debug)]
pub struct PerArea {
    /// The bet; none = every bet.
    pub bet: Option<String>,
    /// At most this many.
    pub at_most: usize,
    /// The clause.
    pub clause: Cite,
}
