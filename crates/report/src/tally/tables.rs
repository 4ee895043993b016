use std::collections::BTreeMap;

use resettle_sealed_log::Open;
use serde::{Deserialize, Serialize};

use super::chance::{self, ChanceRow};
use super::{Squares, Won};

/// Whether there is nothing to write: reports of which everything is judged do not mention it.
pub(crate) fn is_nought<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// What one table staked and paid. Money in minor units of its currency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct TableTotals {
    /// As rulesets name it.
    pub jurisdiction: String,
    /// As rulesets name it.
    pub venue: String,
    /// As rulesets name it.
    pub game: String,
    /// The table.
    pub table: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Coups.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// What was due; where two amounts are right the nearer one, where nothing is judged what went back.
    pub due: i128,
    /// What went back beyond what was due, over the wagers that returned too much.
    #[serde(default)]
    pub overpaid: i128,
    /// What was due and did not go back, over the wagers that returned too little.
    #[serde(default)]
    pub underpaid: i128,
    /// Wagers that are not judged: what went back stands for what was due.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub wagers_not_judged: u64,
    /// The stakes of those.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub staked_not_judged: i128,
    /// Wagers for whose bet no table sign names a minimum or a maximum: whether they kept to limits was not asked.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub wagers_without_limits: u64,
    /// The same by bet. `not_offered` stands for bets that the ruleset does not offer, `not_judged` for coups that no
    /// ruleset judged: a log can name any number of them.
    pub by_bet: BTreeMap<String, BetTotals>,
    /// What chance governs of it: stakes at risk in coups that the cards settled, by ruleset, decks and bet.
    #[serde(default)]
    pub chance: Vec<ChanceRow>,
}

/// What was staked and paid on one bet. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct BetTotals {
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// What was due.
    pub due: i128,
    /// The sum of the squares of the stakes, for the variance of what was returned.
    pub staked_squares: Squares,
}

impl TableTotals {
    pub(super) fn of(&mut self, open: &Open) {
        self.jurisdiction.clone_from(&open.jurisdiction);
        self.venue.clone_from(&open.venue);
        self.game.clone_from(&open.game);
        self.table.clone_from(&open.table);
        self.currency.clone_from(&open.currency);
    }

    /// The same table without any sums.
    #[must_use]
    pub fn names(&self) -> Self {
        let (jurisdiction, venue, game, table, currency) = self.key();
        let [jurisdiction, venue, game, table, currency] =
            [jurisdiction, venue, game, table, currency].map(str::to_owned);
        Self { jurisdiction, venue, game, table, currency, ..Self::default() }
    }

    /// What the table won of everything that was staked at it.
    #[must_use]
    pub fn won(&self) -> Won {
        Won::of(self.staked, self.returned)
    }

    /// By what tables are distinguished, and ordered.
    #[must_use]
    pub fn key(&self) -> (&str, &str, &str, &str, &str) {
        (&self.jurisdiction, &self.venue, &self.game, &self.table, &self.currency)
    }

    /// Adds the sums of the same table.
    pub fn add(&mut self, other: &Self) {
        self.coups += other.coups;
        self.wagers += other.wagers;
        self.staked += other.staked;
        self.returned += other.returned;
        self.due += other.due;
        self.overpaid += other.overpaid;
        self.underpaid += other.underpaid;
        self.wagers_not_judged += other.wagers_not_judged;
        self.staked_not_judged += other.staked_not_judged;
        self.wagers_without_limits += other.wagers_without_limits;
        for (bet, more) in &other.by_bet {
            let totals = self.by_bet.entry(bet.clone()).or_default();
            totals.add(more);
        }
        chance::add(&mut self.chance, &other.chance);
    }

    /// Adds up the sums of logs by table, in the order of tables.
    #[must_use]
    pub fn by_table(all: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut tables: Vec<Self> = all.into_iter().collect();
        tables.sort_by(|a, b| a.key().cmp(&b.key()));
        let mut out: Vec<Self> = Vec::new();
        for table in tables {
            match out.last_mut() {
                Some(last) if last.key() == table.key() => last.add(&table),
                _ => out.push(table),
            }
        }
        out
    }
}

impl BetTotals {
    pub(super) fn add(&mut self, more: &Self) {
        self.wagers += more.wagers;
        self.staked += more.staked;
        self.returned += more.returned;
        self.due += more.due;
        self.staked_squares.add(more.staked_squares);
    }
}
