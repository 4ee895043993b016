use resettle_ruleset::Ruleset;

use crate::Fraction;
use crate::rounded::{MOST_STAKES, edge_of, period};
use crate::wager::{RulesetOdds, WagerOdds};

/// The largest amount of a sign, in minor units.
const MOST: i64 = 1_000_000_000_000;

/// Which stakes a table takes: as many chips above the minimum as one likes, up to the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    chip: i64,
    minimum: i64,
    maximum: Option<i64>,
}

impl Stakes {
    /// The smallest chip, the minimum and the maximum in minor units, each 1 to 1,000,000,000,000; the minimum is one
    /// chip where it is left out. None where an amount lies outside, or the maximum below the minimum.
    #[must_use]
    pub fn new(chip: i64, minimum: Option<i64>, maximum: Option<i64>) -> Option<Self> {
        let minimum = minimum.unwrap_or(chip);
        let amounts = 1..=MOST;
        let sound = amounts.contains(&chip) && amounts.contains(&minimum);
        (sound && maximum.is_none_or(|maximum| (minimum..=MOST).contains(&maximum))).then_some(Self {
            chip,
            minimum,
            maximum,
        })
    }

    /// The smallest chip, in minor units.
    #[must_use]
    pub fn chip(self) -> i64 {
        self.chip
    }

    /// The minimum, in minor units.
    #[must_use]
    pub fn minimum(self) -> i64 {
        self.minimum
    }

    /// The maximum, in minor units.
    #[must_use]
    pub fn maximum(self) -> Option<i64> {
        self.maximum
    }

    /// `stakes of 2500 or more, in chips of 2500`.
    #[must_use]
    pub fn in_words(self) -> String {
        let most = self.maximum.map_or_else(|| "or more".to_owned(), |maximum| format!("to {maximum}"));
        format!("stakes of {} {most}, in chips of {} (minor units)", self.minimum, self.chip)
    }
}

/// The house edge of a bet at a stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StakedEdge {
    /// The stake, in minor units.
    pub stake: i64,
    /// The house edge at that stake.
    pub house_edge: Fraction,
}

/// What rounding, and a cap on what a wager wins, make of the house edge of a bet at the stakes of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StakedEdges {
    /// At the smallest stake that the table takes.
    pub minimum: StakedEdge,
    /// At the stake at which it is lowest, where that is below the edge without rounding.
    pub lowest: Option<StakedEdge>,
    /// At the stake at which it is highest, where that is above the edge without rounding.
    pub highest: Option<StakedEdge>,
}

impl StakedEdges {
    fn of(ruleset: &Ruleset, wager: &WagerOdds, stakes: Stakes) -> Self {
        let at = |stake: i64| StakedEdge { stake, house_edge: edge_of(ruleset, wager, stake, stakes.chip) };
        let mut out = Self { minimum: at(stakes.minimum), lowest: None, highest: None };
        // What rounding moves repeats, and weighs the less the more is staked.
        let most = period(ruleset, wager, stakes.chip).unwrap_or(MOST_STAKES.into());
        let tried = (0..most.clamp(1, MOST_STAKES.into()))
            .map_while(|number| {
                let stake = stakes.chip.checked_mul(number).and_then(|more| stakes.minimum.checked_add(more));
                stake.filter(|stake| *stake <= stakes.maximum.unwrap_or(MOST))
            })
            .chain(capped(ruleset, stakes));
        for stake in tried {
            let edge = at(stake);
            let (low, high) = (&out.lowest, &out.highest);
            if edge.house_edge < *low.as_ref().map_or(&wager.house_edge, |known| &known.house_edge) {
                out.lowest = Some(edge);
            } else if edge.house_edge > *high.as_ref().map_or(&wager.house_edge, |known| &known.house_edge) {
                out.highest = Some(edge);
            }
        }
        out
    }
}

/// The largest stake, where the ruleset caps what a wager wins: a cap weighs the more the more is staked.
fn capped(ruleset: &Ruleset, stakes: Stakes) -> Option<i64> {
    ruleset.limits.winnings.as_ref()?;
    let above = stakes.maximum?.checked_sub(stakes.minimum)?;
    stakes.minimum.checked_add(above - above.checked_rem(stakes.chip)?)
}

impl RulesetOdds {
    /// The same, with what rounding makes of each bet at the stakes of a table.
    #[must_use]
    pub fn at_stakes(mut self, ruleset: &Ruleset, stakes: Stakes) -> Self {
        for wager in &mut self.wagers {
            wager.staked = Some(StakedEdges::of(ruleset, wager, stakes));
        }
        self.stakes = Some(stakes);
        self
    }
}
