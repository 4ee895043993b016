//! What was asked of how much, and what was not and why.

use std::collections::BTreeMap;

use resettle_audit::{Check, NotAsked};
use resettle_game::{Amount, counted};
use serde::Serialize;

use super::{DayRow, Played, Report};
use crate::print::neutral;
use crate::tally::{Coverage, Part, TableTotals, is_of_coups};

/// The checks that a coup and its wagers are asked, the reasons for which one is not, and their sums over all tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CoverageOf {
    /// The checks, in their order.
    pub checks: Vec<CheckRow>,
    /// The reasons for which a check may not be asked, in their order.
    pub reasons: Vec<ReasonRow>,
    /// For each currency and check: what it was asked of, then what not, by reason.
    pub sums: Vec<CoverageSum>,
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CheckRow {
    /// The word by which sums and tables name it.
    pub check: &'static str,
    /// `coups` or `wagers`: what is asked.
    pub of: &'static str,
    /// What it asks, in words.
    pub asks: &'static str,
}

/// Why a check is not asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ReasonRow {
    /// The word by which sums and tables name it.
    pub why: &'static str,
    /// The same for people.
    pub says: &'static str,
    /// Whether what the check needs was not there; else there was nothing to ask.
    pub gap: bool,
}

/// Of how much in one currency a check was asked, or was not and why. Money in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CoverageSum {
    /// ISO 4217 code.
    pub currency: String,
    /// The word of the check.
    pub check: &'static str,
    /// The reason for which it was not asked; null of what it was asked of.
    pub why: Option<&'static str>,
    /// Coups; left out where the check is of wagers and some are logged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coups: Option<u64>,
    /// Wagers; of a check of coups all of these coups.
    pub wagers: u64,
    /// Their stakes.
    pub staked: i128,
    /// What went back of them, commission taken off.
    pub returned: i128,
}

impl CoverageOf {
    /// Of the sums of tables.
    #[must_use]
    pub fn of(played: &Played) -> Self {
        let checks = Check::ALL.iter().map(|(_, check)| CheckRow {
            check: check.word(),
            of: if check.is_of_wagers() { "wagers" } else { "coups" },
            asks: check.asks(),
        });
        let reasons =
            NotAsked::ALL.iter().map(|(_, why)| ReasonRow { why: why.word(), says: why.says(), gap: why.is_gap() });
        let mut currencies: BTreeMap<&str, BTreeMap<(Check, Option<NotAsked>), Part>> = BTreeMap::new();
        for table in &played.tables {
            let sums = currencies.entry(&table.currency).or_default();
            for (check, why, part) in shares(whole_of(table.coups, &table.money), &table.not_asked) {
                sums.entry((check, why)).or_default().add(&part);
            }
        }
        let sums = currencies.into_iter().flat_map(|(currency, sums)| {
            sums.into_iter().map(move |((check, why), part)| CoverageSum {
                currency: currency.to_owned(),
                check: check.word(),
                why: why.map(NotAsked::word),
                coups: is_of_coups(check, why).then_some(part.coups),
                wagers: part.wagers,
                staked: part.staked,
                returned: part.returned,
            })
        });
        Self { checks: checks.collect(), reasons: reasons.collect(), sums: sums.collect() }
    }
}

/// All of a table or a day.
fn whole_of(coups: u64, money: &resettle_audit::Money) -> Part {
    Part { coups, wagers: money.wagers, staked: money.staked, returned: money.returned }
}

/// For each check what it was asked of, then what not, by reason: together they are the whole.
fn shares(whole: Part, not_asked: &Coverage) -> impl Iterator<Item = (Check, Option<NotAsked>, Part)> + '_ {
    Check::ALL.iter().copied().flat_map(move |(_, check)| {
        let whole = if check.is_of_wagers() { Part { coups: 0, ..whole } } else { whole };
        let asked = (check, None, whole.without(&not_asked.of(check)));
        let not = not_asked.iter().filter(move |(of, _, _)| *of == check);
        std::iter::once(asked).chain(not.map(|(check, why, part)| (check, Some(why), *part)))
    })
}

/// Of how much of a table a check was asked, or was not and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageRow {
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
    /// The day of play, `YYYY-MM-DD`; none of the whole period.
    pub day: Option<String>,
    /// Which check was asked, or was not.
    pub check: Check,
    /// The reason for which it was not asked; none of what it was asked of.
    pub why: Option<NotAsked>,
    /// How many coups and wagers, with their money.
    pub part: Part,
}

impl CoverageRow {
    /// Each table on each day, in the order of checks and reasons; what is nothing is left out.
    pub fn by_day(days: &[DayRow]) -> impl Iterator<Item = Self> {
        days.iter().flat_map(|row| {
            let DayRow { jurisdiction, venue, game, table, currency, day, coups, money, not_asked, .. } = row;
            let names = [jurisdiction, venue, game, table, currency].map(String::as_str);
            Self::all(names, Some(day), whole_of(*coups, money), not_asked)
        })
    }

    /// Each table over the whole period, likewise.
    pub fn by_table(tables: &[TableTotals]) -> impl Iterator<Item = Self> {
        tables.iter().flat_map(|row| {
            let (jurisdiction, venue, game, table, currency) = row.key();
            let names = [jurisdiction, venue, game, table, currency];
            Self::all(names, None, whole_of(row.coups, &row.money), &row.not_asked)
        })
    }

    fn all<'r>(
        names: [&'r str; 5],
        day: Option<&'r String>,
        whole: Part,
        not_asked: &'r Coverage,
    ) -> impl Iterator<Item = Self> + 'r {
        let shares = shares(whole, not_asked).filter(|(_, _, part)| *part != Part::default());
        shares.map(move |(check, why, part)| {
            let [jurisdiction, venue, game, table, currency] = names.map(str::to_owned);
            Self { jurisdiction, venue, game, table, currency, day: day.cloned(), check, why, part }
        })
    }
}

/// Of how many tables a check could not be asked for one reason, of how much, with the stakes of each currency.
#[derive(Default)]
struct Gap<'r> {
    tables: usize,
    sum: Part,
    staked: BTreeMap<&'r str, i128>,
}

/// What lacked in the logs, so that a check could not be asked: one line for each check and reason, over all tables, as
/// `limits of 3 tables (812 wagers, 12,300.00 SGD): no sign`.
#[must_use]
pub fn gaps(report: &Report) -> Vec<String> {
    let tables = report.played.iter().flat_map(|played| &played.tables);
    let mut gaps: BTreeMap<(Check, NotAsked), Gap<'_>> = BTreeMap::new();
    for table in tables {
        let TableTotals { currency, not_asked, .. } = table;
        for (check, why, part) in not_asked.iter().filter(|(_, why, _)| why.is_gap()) {
            let gap = gaps.entry((check, why)).or_default();
            gap.tables += 1;
            gap.sum.add(part);
            *gap.staked.entry(currency.as_str()).or_default() += part.staked;
        }
    }
    let line = |((check, why), Gap { tables, sum, staked }): ((Check, NotAsked), Gap<'_>)| {
        let number =
            if is_of_coups(check, Some(why)) { counted(sum.coups, "coup") } else { counted(sum.wagers, "wager") };
        let amount = |(currency, staked): (&str, i128)| Amount::new(staked, Some(&neutral(currency))).to_string();
        let staked: Vec<String> = staked.into_iter().filter(|(_, staked)| *staked != 0).map(amount).collect();
        let staked = if staked.is_empty() { String::new() } else { format!(", {}", staked.join(", ")) };
        format!("{} of {} ({number}{staked}): {}", check.word(), counted(tables, "table"), why.says())
    };
    gaps.into_iter().map(line).collect()
}
