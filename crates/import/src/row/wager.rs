//! The wagers of a row.

use super::RowReader;
use crate::mapping::{Bet, WagerRule};
use crate::problem::{ProblemConsequence, RowFault, short};
use crate::record::{ImportedWager, Lists};

impl<'r, 'm: 'r> RowReader<'r, 'm> {
    /// Reads the wagers; how many of them were left out of a coup that is written all the same.
    pub(super) fn wagers(&mut self, lists: &mut Lists) -> u64 {
        for rule in &self.table.mapping.row.wagers {
            if let Some(wager) = self.wager(rule) {
                lists.add_wager(&wager);
            }
        }
        self.wagers_left_out()
    }

    /// A wager, unless its amounts are empty or nothing.
    fn wager(&mut self, rule: &'m WagerRule) -> Option<ImportedWager<'r>> {
        let before = self.problems.len();
        let stake = self.money(rule.stake, rule.decimals);
        let returned = self.money(rule.returned, rule.decimals);
        if stake.unwrap_or(0) == 0 && returned.unwrap_or(0) == 0 && self.problems.len() == before {
            return None;
        }
        if stake == Some(0) && returned > Some(0) {
            let fault = RowFault::PaidWithoutStake(self.cell(rule.returned).map(short).unwrap_or_default());
            self.report(Some(rule.stake), fault, ProblemConsequence::WagerLeftOut);
            return None;
        }
        for (amount, column) in [(stake, rule.stake), (returned, rule.returned)] {
            if amount.is_none() && self.cell(column).is_none() {
                self.skip(Some(column), RowFault::HalfAWager);
            }
        }
        let bet = match &rule.bet {
            Bet::Always(bet) => Some(bet.as_str()),
            Bet::Coded(coded) => match self.cell(coded.column) {
                Some(cell) => self.meant(coded, cell),
                None => {
                    self.sums = true;
                    self.skip(Some(coded.column), RowFault::HalfAWager);
                    self.coded(coded)
                }
            },
        };
        let (id, seat, player) = (self.name(rule.id), self.name(rule.seat), self.name(rule.player));
        Some(ImportedWager { id, seat, player, bet: bet?, stake: stake?, returned: returned? })
    }
}
