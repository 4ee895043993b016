//! The wagers of a row.

use super::RowReader;
use crate::mapping::{AtTie, Back, Bet, Column, Mapping, Seat, Together, WagerRule};
use crate::problem::{ProblemConsequence, RowFault, short};
use crate::record::{ImportedWager, Lists};
use crate::together::Sums;

impl<'r, 'm: 'r> RowReader<'r, 'm> {
    /// Reads the wagers; how many of them were left out of a coup that is written all the same.
    pub(super) fn wagers(&mut self, lists: &mut Lists) -> u64 {
        if self.is_left_out_by_only() {
            return self.wagers_left_out();
        }
        let row = &self.table.mapping.row;
        if let Some(together) = row.together {
            self.wagers_together(&row.wagers, together, lists);
            return self.wagers_left_out();
        }
        for rule in &row.wagers {
            if let Some(wager) = self.wager(rule) {
                lists.add_wager(&wager);
            }
        }
        self.wagers_left_out()
    }

    /// Reads wagers of which the row has sums alone: those that the sums leave open are left out.
    fn wagers_together(&mut self, rules: &'m [WagerRule], together: Together, lists: &mut Lists) {
        let mut staked: Vec<(&'m WagerRule, i64)> = Vec::new();
        for rule in rules {
            if !self.not_a_settled_wager(rule)
                && let Some(stake) = self.money(rule.stake, rule.decimals).filter(|stake| *stake > 0)
            {
                staked.push((rule, stake));
            }
        }
        let won = together.won.and_then(|column| self.money(column, together.decimals));
        let house = match together.net {
            Some(Back::NetOfHouse(column)) => self.signed_money(column, together.decimals),
            Some(Back::NetOfPlayer(column)) => self.signed_money(column, together.decimals).and_then(i64::checked_neg),
            _ => None,
        };
        let stakes: Vec<i64> = staked.iter().map(|(_, stake)| *stake).collect();
        if staked.is_empty() && (won.unwrap_or(0), house.unwrap_or(0)) != (0, 0) {
            let column = together.won.or(together.net.and_then(Back::column));
            let cell = column.and_then(|column| self.cell(column)).map(short).unwrap_or_default();
            self.report(column, RowFault::PaidWithoutStake(cell), ProblemConsequence::WagerLeftOut);
        }
        let sums = Sums { won, house };
        let open = if sums.disagree(&stakes) { RowFault::SumsDisagree } else { RowFault::NotApart };
        for ((rule, stake), returned) in staked.into_iter().zip(sums.apart(&stakes)) {
            let Some(returned) = returned else {
                self.report(Some(rule.stake), open.clone(), ProblemConsequence::WagerLeftOut);
                continue;
            };
            if let Some(bet) = self.bet(rule) {
                let (id, seat, player) = (self.name(rule.id), self.seat(rule), self.name(rule.player));
                let placed = rule.placed.as_ref().and_then(|moment| self.moment(moment));
                lists.add_wager(&ImportedWager { id, seat, player, bet, stake, placed, returned });
            }
        }
    }

    /// Whether something beside the wager is not as `only` of the mapping wants it, reported. What concerns the round was asked
    /// before.
    fn is_left_out_by_only(&mut self) -> bool {
        let Mapping { only, json, .. } = self.table.mapping;
        for (column, values) in only.iter().filter(|(column, _)| json.is_some() && !self.table.is_of_round(*column)) {
            let cell = self.cell(*column).unwrap_or_default();
            if !values.iter().any(|value| value == cell) && (!cell.is_empty() || self.has_a_wager()) {
                let fault = match (cell, self.table.label(*column)) {
                    ("", Some(name)) => RowFault::NothingForOnly(name),
                    _ => RowFault::NotOnly(short(cell)),
                };
                self.report(Some(*column), fault, ProblemConsequence::WagerLeftOut);
                return true;
            }
        }
        false
    }

    /// Whether the row has an amount of a wager.
    fn has_a_wager(&mut self) -> bool {
        let rules = &self.table.mapping.row.wagers;
        rules.iter().any(|rule| self.has_amounts(rule))
    }

    fn has_amounts(&mut self, rule: &WagerRule) -> bool {
        self.shown(rule.stake).is_some_and(|cell| !cell.is_empty())
            || rule.back.column().is_some_and(|column| self.shown(column).is_some_and(|cell| !cell.is_empty()))
    }

    /// Reports that a wager has the id of another one of its coup.
    pub(crate) fn has_an_id_of_another(&mut self, id: &str) {
        let column = self.table.mapping.row.wagers.iter().find_map(|rule| rule.id);
        self.report(column, RowFault::SameId(short(id)), ProblemConsequence::BothKept);
    }

    /// What the source says against a wager, reported.
    fn not_a_settled_wager(&mut self, rule: &'m WagerRule) -> bool {
        let rejected = rule.rejected.as_ref();
        let code = rejected.and_then(|rejected| self.cell(rejected.column).filter(|cell| rejected.says(cell)));
        if let Some(code) = code {
            let code = short(code);
            let back = rule
                .back
                .column()
                .and_then(|column| self.cell(column))
                .filter(|cell| cell.bytes().any(|byte| matches!(byte, b'1'..=b'9')));
            let (fault, consequence) = match back {
                None => (RowFault::Rejected(code), ProblemConsequence::NoWager),
                Some(back) => {
                    let code = format!("{code}, and {} went back all the same", short(back));
                    (RowFault::Rejected(code), ProblemConsequence::WagerLeftOut)
                }
            };
            self.report(rejected.map(|rejected| rejected.column), fault, consequence);
            return true;
        }
        let says = |cell: &&str| !matches!(*cell, "0" | "false" | "NONE" | "none");
        if let Some(what) = rule.reversed.and_then(|column| self.cell(column)).filter(says) {
            self.report(rule.reversed, RowFault::Reversed(short(what)), ProblemConsequence::WagerLeftOut);
            return true;
        }
        if let Some((column, settled)) = &rule.status {
            let status = self.cell(*column).unwrap_or_default();
            if !settled.iter().any(|word| word == status) && (!status.is_empty() || self.has_amounts(rule)) {
                let fault = if status.is_empty() { RowFault::NoStatus } else { RowFault::Unsettled(short(status)) };
                self.report(Some(*column), fault, ProblemConsequence::WagerLeftOut);
                return true;
            }
        }
        false
    }

    /// All that went back with a wager, and the column that says so.
    fn back(&mut self, rule: &WagerRule, stake: Option<i64>) -> (Option<i64>, Column) {
        let column = rule.back.column().unwrap_or(rule.stake);
        let won = match rule.back {
            Back::Together => None,
            Back::Returned(_) => return (self.money(column, rule.decimals), column),
            Back::Won(_) => match (stake, self.money(column, rule.decimals)) {
                (Some(stake @ 1..), Some(0)) => return (self.nothing_won(rule, stake), column),
                (_, won) => won,
            },
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
            if self.table.mapping.rows_are_wagers() && !self.has_amounts(rule) && self.names_a_wager(rule) {
                self.report(Some(rule.stake), RowFault::NoAmounts, ProblemConsequence::WagerLeftOut);
            }
            return None;
        }
        if stake == Some(0) && returned > Some(0) {
            let fault = RowFault::PaidWithoutStake(self.cell(won).map(short).unwrap_or_default());
            self.report(Some(rule.stake), fault, ProblemConsequence::WagerLeftOut);
            return None;
        }
        for (amount, column) in [(stake, rule.stake), (returned, won)] {
            if amount.is_none() && self.cell(column).is_none() && !self.is_zero(column) {
                let fault = match self.shown(column) {
                    None | Some("") => RowFault::NoAmount,
                    Some(word) => RowFault::NothingOfAWager(short(word)),
                };
                self.skip(Some(column), fault);
            }
        }
        let bet = self.bet(rule);
        let (id, seat, player) = (self.name(rule.id), self.seat(rule), self.name(rule.player));
        let placed = rule.placed.as_ref().and_then(|moment| self.moment(moment));
        Some(ImportedWager { id, seat, player, bet: bet?, stake: stake?, placed, returned: returned? })
    }

    /// Whether something stands there that only a wager has.
    fn names_a_wager(&mut self, rule: &WagerRule) -> bool {
        let bet = match &rule.bet {
            Bet::Always(_) => false,
            Bet::Coded(coded) => self.cell(coded.column).is_some_and(|cell| coded.values.contains_key(cell)),
        };
        bet || rule.id.is_some_and(|id| self.cell(id).is_some())
    }

    /// The seat of a wager.
    fn seat(&mut self, rule: &'m WagerRule) -> Option<&'r str> {
        match rule.seat.as_ref()? {
            Seat::Of(column) => self.name(Some(*column)),
            Seat::Always(seat) => Some(seat),
        }
    }

    /// The bet of a wager.
    fn bet(&mut self, rule: &'m WagerRule) -> Option<&'m str> {
        match &rule.bet {
            Bet::Always(bet) => Some(bet.as_str()),
            Bet::Coded(coded) => match self.cell(coded.column) {
                Some(cell) => self.meant(coded, cell),
                None => {
                    self.sums = true;
                    self.skip(Some(coded.column), RowFault::HalfAWager);
                    self.coded(coded)
                }
            },
        }
    }

    /// What went back where nothing was won: nothing by a result that is no tie; at a tie what the mapping says of the bet, and
    /// otherwise it is not known.
    fn nothing_won(&mut self, rule: &WagerRule, stake: i64) -> Option<i64> {
        let result = self.table.mapping.row.declared.result.as_ref();
        let result = result.and_then(|coded| coded.values.get(self.cell(coded.column)?));
        let bet = match &rule.bet {
            Bet::Always(bet) => Some(bet.as_str()),
            Bet::Coded(coded) => self.cell(coded.column).and_then(|cell| coded.values.get(cell)).map(String::as_str),
        };
        match (result.map(String::as_str), rule.at_tie.as_ref().and_then(|at_tie| at_tie.of(bet))) {
            (Some("player" | "banker"), _) | (Some("tie"), Some(AtTie::Lost)) => return Some(0),
            (Some("tie"), Some(AtTie::Back)) => return Some(stake),
            _ => {}
        }
        self.report(Some(rule.stake), RowFault::LostOrBack, ProblemConsequence::WagerLeftOut);
        None
    }
}
