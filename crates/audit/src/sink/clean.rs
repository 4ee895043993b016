use std::sync::Arc;

use resettle_coup_log::{QuickCoup, QuickTime};
use resettle_ruleset::{RoundTime, Ruleset};

use super::CoupResult;
use crate::table_limits::BetLimits;

/// A judged coup without any finding. Its cards gave the result; it counts, and a shoe dealt it.
#[derive(Clone, Copy, Debug)]
pub struct CleanCoup<'a> {
    /// What was logged.
    pub coup: &'a QuickCoup,
    /// The id of its log.
    pub log: &'a Arc<str>,
    /// The file, as it was named.
    pub file: &'a Arc<str>,
    /// The ruleset that judged it.
    pub ruleset: &'a Arc<Ruleset>,
    /// The decks of its shoe.
    pub decks: u32,
    /// The limits that the table sign gives each bet of the ruleset, in their order.
    pub limits: &'a [BetLimits],
    /// Whether cards come back into its shoe.
    pub cards_return: bool,
    /// Its result: the Player won, or the Banker, or nobody.
    pub result: CoupResult,
    /// The wagers, in their order.
    pub wagers: &'a [CleanWager],
}

impl CleanCoup<'_> {
    /// When play commenced, as the ruleset means it.
    #[must_use]
    pub fn commenced(&self) -> QuickTime {
        match self.ruleset.moments.next_commencement {
            RoundTime::FirstCard => self.coup.times.first_card,
            RoundTime::Opened | RoundTime::Closed => self.coup.times.opened,
        }
    }

    /// The moment after which wagers are late.
    #[must_use]
    pub fn close(&self) -> QuickTime {
        match self.ruleset.moments.close {
            RoundTime::Opened => self.coup.times.opened,
            RoundTime::Closed => self.coup.times.closed,
            RoundTime::FirstCard => self.coup.times.first_card,
        }
    }
}

/// A live wager that returned what was due. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanWager {
    /// Which of the ruleset's bets it is, counted from 0.
    pub bet: usize,
    /// What lay on the layout, above zero.
    pub stake: i64,
    /// What went back, commission taken off.
    pub returned: i128,
}
