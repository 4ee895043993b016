use crate::print::percent;

/// What a table won: stakes less what went back, and its share of the stakes. Every output takes both from here. Money in
/// minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// What was staked, in minor units.
    pub staked: i128,
    /// Stakes less what went back, commission taken off; wrong payments included.
    pub won: i128,
}

impl Won {
    /// Of stakes and what went back of them.
    #[must_use]
    pub fn of(staked: i128, returned: i128) -> Self {
        Self { staked, won: staked.saturating_sub(returned) }
    }

    /// The share of the stakes, as people write it; `None` of no stakes.
    #[must_use]
    pub fn hold(self) -> Option<String> {
        percent(self.won, self.staked)
    }
}
