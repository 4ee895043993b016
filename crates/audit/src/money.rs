use std::cmp::Ordering;
use std::ops::AddAssign;

use crate::sink::WagerSeen;

/// Sums over wagers, in minor units of one currency; of tournaments in chips. Every sum of an output is one of these.
///
/// They are 128 bits wide, so that no number of wagers that logs can hold goes beyond them; what did would panic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Money {
    /// How many wagers.
    pub wagers: u64,
    /// What was staked, in minor units.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// What was due; where two amounts are right the nearer one, where nothing is judged what went back.
    pub due: i128,
    /// What went back beyond what was due, over the wagers that returned too much.
    pub overpaid: i128,
    /// What was due and did not go back, over the wagers that returned too little.
    pub underpaid: i128,
    /// Wagers that are judged and were not at risk: refused, withdrawn, late, voided, of void coups and the like.
    pub wagers_not_at_risk: u64,
    /// The stakes of those.
    pub staked_not_at_risk: i128,
    /// Wagers that are not judged: what went back stands for what was due.
    pub wagers_not_judged: u64,
    /// The stakes of those.
    pub staked_not_judged: i128,
    /// What went back of those.
    pub returned_not_judged: i128,
    /// Wagers for whose bet no table sign names a minimum or a maximum: whether they kept to limits was not asked.
    pub wagers_without_limits: u64,
}

impl Money {
    /// One wager that returned what was due.
    #[must_use]
    pub fn right(stake: i64, returned: i128) -> Self {
        Self { wagers: 1, staked: i128::from(stake), returned, due: returned, ..Self::default() }
    }

    /// Whether nothing of these wagers is judged.
    #[must_use]
    pub fn nothing_judged(&self) -> bool {
        self.wagers > 0 && self.wagers_not_judged == self.wagers
    }

    /// `returned` − `due`, positive in the players' favour. Errors either way cancel out in it.
    #[must_use]
    pub fn net_variance(&self) -> i128 {
        self.returned - self.due
    }
}

impl AddAssign<&WagerSeen> for Money {
    fn add_assign(&mut self, wager: &WagerSeen) {
        let staked = i128::from(wager.stake);
        self.wagers += 1;
        self.staked += staked;
        self.returned += wager.returned;
        self.due += wager.due;
        match wager.returned.cmp(&wager.due) {
            Ordering::Greater => self.overpaid += wager.returned - wager.due,
            Ordering::Less => self.underpaid += wager.due - wager.returned,
            Ordering::Equal => {}
        }
        if !wager.judged {
            self.wagers_not_judged += 1;
            self.staked_not_judged += staked;
            self.returned_not_judged += wager.returned;
        } else if wager.not_at_risk.is_some() {
            self.wagers_not_at_risk += 1;
            self.staked_not_at_risk += staked;
        }
        self.wagers_without_limits += u64::from(wager.limits.is_none());
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, more: Self) {
        let Self {
            wagers,
            staked,
            returned,
            due,
            overpaid,
            underpaid,
            wagers_not_at_risk,
            staked_not_at_risk,
            wagers_not_judged,
            staked_not_judged,
            returned_not_judged,
            wagers_without_limits,
        } = more;
        self.wagers += wagers;
        self.staked += staked;
        self.returned += returned;
        self.due += due;
        self.overpaid += overpaid;
        self.underpaid += underpaid;
        self.wagers_not_at_risk += wagers_not_at_risk;
        self.staked_not_at_risk += staked_not_at_risk;
        self.wagers_not_judged += wagers_not_judged;
        self.staked_not_judged += staked_not_judged;
        self.returned_not_judged += returned_not_judged;
        self.wagers_without_limits += wagers_without_limits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::NotAtRisk;

    fn wager(returned: i128, due: i128) -> WagerSeen {
        WagerSeen { stake: 100, returned, due, judged: true, ..WagerSeen::default() }
    }

    #[test]
    fn errors_either_way_are_kept_apart() {
        let mut sum = Money::default();
        for one in [wager(250, 200), wager(0, 30), wager(200, 200)] {
            sum += &one;
        }
        let refused = Some(NotAtRisk::Refused);
        sum += &WagerSeen { judged: false, not_at_risk: refused, ..wager(7, 7) };
        sum += &WagerSeen { not_at_risk: refused, ..wager(100, 100) };
        sum += Money::right(5, 10);
        let expected = Money {
            wagers: 6,
            staked: 505,
            returned: 567,
            due: 547,
            overpaid: 50,
            underpaid: 30,
            wagers_not_at_risk: 1,
            staked_not_at_risk: 100,
            wagers_not_judged: 1,
            staked_not_judged: 100,
            returned_not_judged: 7,
            wagers_without_limits: 5,
        };
        assert_eq!((sum, sum.net_variance()), (expected, 20));
    }
}
