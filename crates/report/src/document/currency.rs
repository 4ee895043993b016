use std::collections::BTreeMap;

use resettle_audit::{Check, Code};
use resettle_game::Amount;
use serde::{Deserialize, Serialize};

use super::{Condition, ConditionRow, DropSum, StatementLine, UnreadMoney, statement};
use crate::flat::flat;
use crate::print::neutral;
use crate::tally::{FoundMoney, Part, TableTotals, is_nought};

flat! {
    /// The sums of all tables of one currency, in its minor units.
    pub struct CurrencyTotals {
        /// ISO 4217 code, as the logs name it.
        pub currency: String,
        /// How many coups.
        pub coups: u64,
        money: {
            wagers, staked, returned, due, net_variance, overpaid, underpaid;
            rare wagers_not_at_risk, staked_not_at_risk, wagers_not_judged, staked_not_judged, returned_not_judged
        },
        /// Wagers at risk that were settled by what was announced, since the cards do not show what was due; left out where
        /// there are none.
        #[serde(default, skip_serializing_if = "is_nought")]
        pub wagers_by_announcement: u64,
        /// The stakes of those.
        #[serde(default, skip_serializing_if = "is_nought")]
        pub staked_by_announcement: i128,
        /// From what was staked to what was won, line by line. Reports of older versions do not have it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub statement: Vec<StatementLine>,
        /// What was counted in drop boxes; left out where that is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub drop: Option<DropSum>,
        /// The money of findings by code, those left out counted.
        #[serde(default, skip_serializing_if = "is_nought")]
        pub found: FoundMoney,
        /// How the sum of the findings and `net_variance` fit together: lines that add up to it. Left out where neither is
        /// anything.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub reconciled: Vec<Reconciled>,
    }
}

/// One line between the sum of the findings and the net error. Money in minor units, positive in the players' favour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Reconciled {
    /// What the line is, in words.
    pub line: String,
    /// The code of the findings that it takes off again, if it is about those of one code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The sum.
    pub money: i128,
}

/// Why the money of other findings is no part of it.
fn beside(code: &str) -> String {
    let why = match Code::parse(code) {
        Some(Code::ClaimUnsupported) => "moved by a claim, by which it counts as due",
        Some(Code::Refused) => "would have been won or lost; the stake went back",
        Some(
            Code::TournamentRefund | Code::TournamentRefundMissing | Code::TournamentPrizePool | Code::TournamentPrize,
        ) => "at the desk of a tournament, on no wager",
        _ => "in no sum of wagers returned and due",
    };
    format!("without {code}: {why}")
}

/// The lines from the sum of the findings to the net error.
fn reconciled(found: &FoundMoney, net: i128) -> Vec<Reconciled> {
    let sum: i128 = found.0.values().sum();
    let mut lines = vec![Reconciled { line: "sum of findings".to_owned(), code: None, money: sum }];
    let others = found.0.iter().filter(|(code, _)| !Code::parse(code).is_some_and(Code::is_of_net_error));
    lines.extend(others.filter(|(_, money)| **money != 0).map(|(code, money)| Reconciled {
        line: beside(code),
        code: Some(code.clone()),
        money: -money,
    }));
    let rest = net - lines.iter().map(|line| line.money).sum::<i128>();
    if rest != 0 {
        let line = "returned otherwise than due, and no finding puts a sum to it".to_owned();
        lines.push(Reconciled { line, code: None, money: rest });
    }
    if lines.iter().all(|line| line.money == 0) {
        lines.clear();
    }
    lines
}

impl CurrencyTotals {
    /// From what was staked to what was won, and what was counted in drop boxes where that is known.
    #[must_use]
    pub fn statement_of_money(&self) -> Vec<StatementLine> {
        if !self.statement.is_empty() {
            // A report that was read back may say anything.
            let safe = |one: &StatementLine| StatementLine {
                line: neutral(&one.line),
                about: neutral(&one.about),
                money: one.money,
            };
            return self.statement.iter().map(safe).collect();
        }
        let mut lines = self.lines();
        lines.extend(self.drop.and_then(|drop| drop.line(&neutral(&self.currency))));
        lines
    }
}

impl CurrencyTotals {
    /// Adds up tables by currency.
    #[must_use]
    pub fn of(tables: &[TableTotals]) -> Vec<Self> {
        let mut out: BTreeMap<&str, Self> = BTreeMap::new();
        for table in tables {
            let sum = out
                .entry(&table.currency)
                .or_insert_with(|| Self { currency: table.currency.clone(), ..Self::default() });
            sum.coups += table.coups;
            sum.money += table.money;
            // What is not judged lacks the cards, too; the rest of what lacks them was settled by what was announced.
            let gaps = table.not_asked.iter().filter(|(check, why, _)| *check == Check::Money && why.is_gap());
            let mut lacks = Part::default();
            gaps.for_each(|(_, _, part)| lacks.add(part));
            sum.wagers_by_announcement += lacks.wagers.saturating_sub(table.money.wagers_not_judged);
            sum.staked_by_announcement += (lacks.staked - table.money.staked_not_judged).max(0);
        }
        out.into_values().collect()
    }

    fn lines(&self) -> Vec<StatementLine> {
        statement(&self.money, &self.currency, (self.wagers_by_announcement, self.staked_by_announcement))
    }

    /// Says in its statement what of it is owed on a condition only, and what it lacks.
    pub(super) fn owing<'c>(
        &mut self,
        conditions: impl Iterator<Item = &'c ConditionRow>,
        unread: Option<&UnreadMoney>,
    ) {
        let rows: Vec<&ConditionRow> = conditions.collect();
        for line in ["overpaid", "underpaid"] {
            let of = |row: &ConditionRow| if line == "overpaid" { row.to_house } else { -row.to_patron };
            let own: Vec<&&ConditionRow> = rows.iter().filter(|row| of(row) != 0).collect();
            let Some(at) = self.statement.iter().position(|one| one.line == line).filter(|_| !own.is_empty()) else {
                continue;
            };
            let money = own.iter().map(|row| of(row)).sum();
            let mut on: BTreeMap<String, i128> = BTreeMap::new();
            own.iter().for_each(|row| *on.entry(row.briefly()).or_default() += of(row));
            let of_several = on.len() > 1;
            let parts = on.into_iter().map(|(words, sum)| match of_several {
                true => format!("{} only {words}", Amount::new(sum, Some(&self.currency)).signed()),
                false => format!("only {words}"),
            });
            let about = format!("a part of it, owed {}", parts.collect::<Vec<_>>().join("; "));
            self.statement.insert(at + 1, StatementLine { line: format!("{line}_on_condition"), money, about });
        }
        let money: i128 = rows.iter().map(|row| row.to_house - row.to_patron).sum();
        let hangs = rows.iter().any(|row| row.to_house != 0 || row.to_patron != 0);
        if let Some(at) = self.statement.iter().position(|one| one.line == "net_error").filter(|_| hangs) {
            let signed = |sum| Amount::new(sum, Some(&self.currency)).signed();
            let certain = signed(self.money.net_variance() - money);
            let twice: i128 = rows
                .iter()
                .filter(|row| row.on == Condition::TwoWagers.word())
                .map(|row| row.to_house_otherwise - row.to_house + row.to_patron)
                .sum();
            let otherwise = match twice {
                0 => String::new(),
                more => format!(
                    "; as it is, but if of these the wagers written twice are one each, {}",
                    signed(self.money.net_variance() + more)
                ),
            };
            let about = match money {
                0 => format!("parts of it that cancel out; without them {certain}{otherwise}"),
                _ => format!("a part of it; without it {certain}{otherwise}"),
            };
            self.statement.insert(at + 1, StatementLine { line: "net_error_on_condition".to_owned(), money, about });
        }
        self.statement.extend(unread.map(UnreadMoney::line));
    }

    /// With its statement, the money of the findings in this currency, and the lines between it and the net error.
    #[must_use]
    pub fn reconciled_with(self, found: FoundMoney) -> Self {
        let reconciled = reconciled(&found, self.money.net_variance());
        let statement = self.lines();
        Self { statement, found, reconciled, ..self }
    }
}
