use serde::{Deserialize, Serialize};

use super::ExpectedWin;
use crate::flat::flat;
use crate::tally::{
    ChanceRow, Coverage, DayTotals, Exceptions, LargestCoup, Post, Routines, StaffCounts, StaffMost, TableTotals, Won,
    Work,
};

flat! {
    /// What one table staked and paid on one day of play. Money in minor units.
    pub struct DayRow {
        /// As rulesets name it.
        pub jurisdiction: String,
        /// As rulesets name it.
        pub venue: String,
        /// As rulesets name it.
        pub game: String,
        /// The table's id, as its logs write it.
        pub table: String,
        /// ISO 4217 code.
        pub currency: String,
        /// The day, `YYYY-MM-DD`: by the venue's clock, from the hour at which the roster says that its days begin, else from
        /// midnight. A coup belongs to the day on which it commenced.
        pub day: String,
        /// Coups that commenced on it.
        pub coups: u64,
        money: {
            wagers, staked, returned, due, overpaid, underpaid;
            rare wagers_not_at_risk, staked_not_at_risk, wagers_not_judged, staked_not_judged, returned_not_judged
        },
        /// What the table should have won; left out where no odds are known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub expected: Option<WinByChance>,
        /// The coup that moved most of what chance governs, either way; left out where it governs nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub largest_coup: Option<LargestCoup>,
        /// What chance governs of it.
        #[serde(skip)]
        pub chance: Vec<ChanceRow>,
        /// What was not asked of its coups and wagers; everything else was.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub not_asked: Coverage,
        /// What happened on it without the cards deciding it.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub routine: Routines,
        /// What was counted in its drop box, in minor units; left out where that is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub drop: Option<i128>,
    }
}

/// What was won against what chance allows, over stakes that were at risk in coups that the cards settled. Money in minor
/// units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WinByChance {
    /// What was staked, of stakes that were at risk in the coups that count here.
    pub staked: i128,
    /// What the table won of these stakes: them less what went back. What it won of all stakes is [`Won`].
    pub won: i128,
    /// What it should have won on average, a whole number.
    pub expected: String,
    /// The lowest amount of the band.
    pub low: String,
    /// The highest amount of the band.
    pub high: String,
}

impl From<&ExpectedWin> for WinByChance {
    fn from(table: &ExpectedWin) -> Self {
        let ExpectedWin { staked, won, expected, low, high, .. } = table.clone();
        Self { staked, won, expected, low, high }
    }
}

impl WinByChance {
    /// What was won of the stakes at risk.
    #[must_use]
    pub fn at_risk(&self) -> Won {
        Won { staked: self.staked, won: self.won }
    }

    /// The hold that chance gives on average; `None` of no stakes, or where the amount is none.
    #[must_use]
    pub fn hold_by_chance(&self) -> Option<String> {
        Won { staked: self.staked, won: self.expected.parse().ok()? }.hold()
    }

    /// Whether the win lies within the band.
    #[must_use]
    pub fn is_within(&self) -> bool {
        let bound = |text: &str| text.parse::<i128>().ok();
        bound(&self.low).is_none_or(|low| low <= self.won) && bound(&self.high).is_none_or(|high| self.won <= high)
    }
}

impl DayRow {
    /// What the table won of everything that was staked at it on this day.
    #[must_use]
    pub fn won(&self) -> Won {
        Won::of(self.money.staked, self.money.returned)
    }

    /// The sums of a table on this day.
    #[must_use]
    pub fn of(table: &TableTotals, day: String, totals: DayTotals) -> Self {
        let DayTotals { coups, money, chance, not_asked, routine, largest_coup, .. } = totals;
        let TableTotals { jurisdiction, venue, game, table, currency, .. } = table.names();
        let expected = None;
        Self {
            jurisdiction,
            venue,
            game,
            table,
            currency,
            day,
            coups,
            money,
            expected,
            largest_coup,
            chance,
            not_asked,
            routine,
            drop: None,
        }
    }
}

/// How many findings a table has; those that are of no table stand under empty names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ExceptionsRow {
    /// As logs name it.
    pub venue: String,
    /// As logs name it.
    pub game: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// The counts.
    #[serde(flatten)]
    pub counts: Exceptions,
}

flat! {
    /// What a table won in an earlier period, as the report of that period says. Money in minor units.
    pub struct TrendRow {
        /// As rulesets name it.
        pub venue: String,
        /// As rulesets name it.
        pub game: String,
        /// The table's id, as its logs write it.
        pub table: String,
        /// ISO 4217 code.
        pub currency: String,
        /// The first day that was asked for; without a bound the first day of play.
        pub from: Option<String>,
        /// The last, likewise.
        pub to: Option<String>,
        /// When that report was made.
        pub generated_at: String,
        money: { staked, returned, overpaid, underpaid },
        /// What it should have won, where that was worked out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub expected: Option<WinByChance>,
    }
}

impl TrendRow {
    /// What the table won of everything that was staked at it in that period.
    #[must_use]
    pub fn won(&self) -> Won {
        Won::of(self.money.staked, self.money.returned)
    }
}

/// What arose while somebody was on duty, over all tables of a venue. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StaffRow {
    /// As logs name it.
    pub venue: String,
    /// ISO 4217 code.
    pub currency: String,
    /// For what: `dealer`, `supervisor` or `shift`.
    pub post: Post,
    /// The badge id, or the name of the shift; none for what arose while nobody is known to have been on duty.
    pub id: Option<String>,
    /// What arose.
    pub counts: StaffCounts,
    /// The most faults of each kind that chance gives, where somebody else is named for the post at the venue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_by_chance: Option<StaffMost>,
}

impl StaffRow {
    /// Whether there are more findings on that work than chance gives.
    #[must_use]
    pub fn is_beyond(&self, work: Work) -> bool {
        self.most_by_chance.is_some_and(|most| self.counts.faults(work) > most.faults(work))
    }
}
