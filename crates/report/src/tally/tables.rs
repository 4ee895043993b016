use std::collections::BTreeMap;

use resettle_sealed_log::Open;

use super::chance::{self, ChanceRow};
use super::{Coverage, Part, Routines, Squares, Won, coverage};
use crate::document::DropSum;
use crate::flat::flat;

/// Whether there is nothing to write: reports of which everything is judged do not mention it.
pub(crate) fn is_nought<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

flat! {
    /// What one table staked and paid. Money in minor units of its currency.
    pub struct TableTotals {
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
        /// How many coups.
        pub coups: u64,
        money: {
            wagers, staked, returned, due;
            later overpaid, underpaid;
            rare wagers_not_at_risk, staked_not_at_risk, wagers_not_judged, staked_not_judged, returned_not_judged, wagers_without_limits
        },
        /// The same by bet. `not_offered` stands for bets that the ruleset does not offer, `not_judged` for coups that no
        /// ruleset judged: a log can name any number of them.
        pub by_bet: BTreeMap<String, BetTotals>,
        /// What chance governs of it: stakes at risk in coups that the cards settled, by ruleset, decks and bet.
        #[serde(default)]
        pub chance: Vec<ChanceRow>,
        /// What was not asked of its coups and wagers; everything else was.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub not_asked: Coverage,
        /// What happened without the cards deciding it.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub routine: Routines,
        /// What was counted in its drop box; left out where that is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub drop: Option<DropSum>,
        /// Its coups by log, until it is known which logs somebody vouches for.
        #[serde(skip)]
        pub logs: BTreeMap<usize, Part>,
    }
}

flat! {
    /// What was staked and paid on one bet. Money in minor units.
    pub struct BetTotals {
        money: { wagers, staked, returned, due },
        /// The sum of the squares of the stakes, for the variance of what was returned.
        pub staked_squares: Squares,
    }
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
        Won::of(self.money.staked, self.money.returned)
    }

    /// By what tables are distinguished, and ordered.
    #[must_use]
    pub fn key(&self) -> (&str, &str, &str, &str, &str) {
        (&self.jurisdiction, &self.venue, &self.game, &self.table, &self.currency)
    }

    /// Adds the sums of the same table.
    pub fn add(&mut self, other: &Self) {
        self.coups += other.coups;
        self.money += other.money;
        for (bet, more) in &other.by_bet {
            let totals = self.by_bet.entry(bet.clone()).or_default();
            totals.add(more);
        }
        chance::add(&mut self.chance, &other.chance);
        self.not_asked.add(&other.not_asked);
        self.routine.add(&other.routine);
        coverage::add_logs(&mut self.logs, &other.logs);
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
        self.money += more.money;
        self.staked_squares.add(more.staked_squares);
    }
}
