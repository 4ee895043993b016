//! The wagers of a row.

use super::RowReader;
use crate::mapping::{Back, Bet, Column, WagerRule};
use crate::problem::{ProblemConsequence, RowFault, short};
use crate::record::{ImportedWager, Lists};

impl<'r, 'm: 'r> RowReader<'r, 'm> {
    /// Reads the wagers; how many of them were left out of a coup that is written all the same.
    pub(super) fn wagers(&mut self, lists: &mut Lists) -> u64 {
        if self.is_left_out_by_only() {
            return self.wagers_left_out();
        }
        for rule in &self.table.mapping.row.wagers {
            if let Some(wager) = self.wager(rule) {
                lists.add_wager(&wager);
            }
        }
        self.wagers_left_out()
    }

    /// Whether something beside the wager is not as `only` of the mapping wants it, reported. What concerns the round was asked
    /// before.
    fn is_left_out_by_only(&mut self) -> bool {
        let only = self.table.mapping.json.as_ref().map(|json| json.only.as_slice()).unwrap_or_default();
        for (column, values) in only.iter().filter(|(column, _)| !self.table.is_of_round(*column)) {
            if let Some(cell) = self.cell(*column)
                && !values.iter().any(|value| value == cell)
            {
                self.report(Some(*column), RowFault::NotOnly(short(cell)), ProblemConsequence::WagerLeftOut);
                return true;
            }
        }
        false
    }

    /// Reports that a wager has the id of another one of its coup.
    pub(crate) fn has_an_id_of_another(&mut self, id: &str) {
        let column = self.table.mapping.row.wagers.iter().find_map(|rule| rule.id);
        self.report(column, RowFault::SameId(short(id)), ProblemConsequence::BothKept);
    }

    /// What the source says against a wager, reported.
    fn not_a_settled_wager(&mut self, rule: &'m WagerRule) -> bool {
        let says = |reader: &mut Self, column: Option<Column>| {
            let cell = column.and_then(|column| reader.cell(column));
            cell.filter(|cell| !matches!(*cell, "0" | "false" | "NONE" | "none"))
        };
        if let Some(code) = says(self, rule.rejected) {
            let code = short(code);
            let back =
                self.cell(rule.back.column()).filter(|cell| cell.bytes().any(|byte| matches!(byte, b'1'..=b'9')));
            let (fault, consequence) = match back {
                None => (RowFault::Rejected(code), ProblemConsequence::NoWager),
                Some(back) => {
                    let code = format!("{code}, and {} went back all the same", short(back));
                    (RowFault::Rejected(code), ProblemConsequence::WagerLeftOut)
                }
            };
            self.report(rule.rejected, fault, consequence);
            return true;
        }
        if let Some(what) = says(self, rule.reversed) {
            self.report(rule.reversed, RowFault::Reversed(short(what)), ProblemConsequence::WagerLeftOut);
            return true;
        }
        if let Some((column, settled)) = &rule.status
            && let Some(status) = self.cell(*column)
            && !settled.iter().any(|word| word == status)
        {
            self.report(Some(*column), RowFault::Unsettled(short(status)), ProblemConsequence::WagerLeftOut);
            return true;
        }
        false
    }

    /// All that went back with a wager, and the column that says so.
    fn back(&mut self, rule: &WagerRule, stake: Option<i64>) -> (Option<i64>, Column) {
        let column = rule.back.column();
        let won = match rule.back {
            Back::Returned(_) => return (self.money(column, rule.decimals), column),
            Back::NetOfPlayer(_) => self.signed_money(column, rule.decimals),
            Back::NetOfHouse(_) => self.signed_money(column, rule.decimals).and_then(i64::checked_neg),
        };
        let Some(won) = won else { return (None, column) };
        // That a stake is missing is reported of the stake.
        let Some(stake) = stake else { return (Some(i64::from(won != 0)), column) };
        let returned = stake.checked_add(won).filter(|returned| *returned >= 0);
        if returned.is_none() {
            let cell = self.cell(column).map(short).unwrap_or_default();
            self.skip(Some(column), RowFault::LostMoreThanStake(cell));
        }
        (returned, column)
    }

    /// A wager, unless its amounts are empty or nothing.
    fn wager(&mut self, rule: &'m WagerRule) -> Option<ImportedWager<'r>> {
        if self.not_a_settled_wager(rule) {
            return None;
        }
        let before = self.problems.len();
        let stake = self.money(rule.stake, rule.decimals);
        let (returned, won) = self.back(rule, stake);
        if stake.unwrap_or(0) == 0 && returned.unwrap_or(0) == 0 && self.problems.len() == before {
            return None;
        }
        if stake == Some(0) && returned > Some(0) {
            let fault = RowFault::PaidWithoutStake(self.cell(won).map(short).unwrap_or_default());
            self.report(Some(rule.stake), fault, ProblemConsequence::WagerLeftOut);
            return None;
        }
        for (amount, column) in [(stake, rule.stake), (returned, won)] {
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
        let placed = rule.placed.as_ref().and_then(|moment| self.moment(moment));
        Some(ImportedWager { id, seat, player, bet: bet?, stake: stake?, placed, returned: returned? })
    }
}
