//! The bets on offer.

use resettle_rules::{BetRow, BetRows, Condition, Fact, Pays, Reading, Values, When};
use resettle_yaml::section;

use super::combinations::Bet;
use crate::clause::Cite;
use crate::decode::{Context, Offered, Whole};
use crate::options::Mark;
use crate::section::{Because, rule};

/// A row of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerRow {
    /// When it holds, and what becomes of a stake then.
    pub row: BetRow,
    /// The clause by which the wager wins, loses or stands off.
    pub clause: Cite,
    /// The clause that states the odds, where that is another one.
    pub pays_clause: Option<Cite>,
}

impl WagerRow {
    /// The clause by which a stake returns what it does: that of the odds where it wins.
    #[must_use]
    pub fn settled_by(&self) -> &Cite {
        self.pays_clause.as_ref().unwrap_or(&self.clause)
    }

    /// What becomes of a stake.
    #[must_use]
    pub fn pays(&self) -> Pays {
        self.row.pays
    }
}

rule! {
    Favoured as "a bet that favours the player" {
        bet: String = Bet,
        /// Why it favours the player.
        why: String = Because,
    }
}

section! {
    Context;
    WagerRule as "a wager" named "Wager" {
        /// Its name, as logs write it.
        bet: String = Offered,
        /// The choices under which it is offered; left out where it always is.
        elected: Mark,
        /// Exactly one of them holds for any coup.
        rows: Vec<WagerRow> = Whole,
        /// Another reading: what is counted over both hands is counted in one hand only.
        reading: Option<Reading>,
    }
}

impl WagerRule {
    /// Its rows as the core takes them.
    #[must_use]
    pub fn core(&self) -> BetRows {
        BetRows { rows: self.rows.iter().map(|row| row.row.clone()).collect(), reading: self.reading }
    }

    /// When a row holds, as people read it, without what all rows by which the bet wins have in common.
    #[must_use]
    pub fn apart(&self, row: &WagerRow) -> String {
        let parts = |row: &WagerRow| match &row.row.when {
            When::Is(Condition::All(parts)) => parts.clone(),
            When::Is(only) => vec![only.clone()],
            When::Otherwise => Vec::new(),
        };
        let wins: Vec<Vec<Condition>> = self.rows.iter().filter(|row| row.pays().wins()).map(parts).collect();
        let common = |part: &Condition| row.pays().wins() && wins.iter().all(|parts| parts.contains(part));
        let own: Vec<Condition> = parts(row).into_iter().filter(|part| !common(part)).collect();
        if own.is_empty() { row.row.in_words() } else { Condition::All(own).in_words() }
    }

    /// That for which some row other than `otherwise` holds, where one condition says it: what all of them have in common,
    /// and the values of the one fact that distinguishes them.
    #[must_use]
    pub fn named_rows(&self) -> Option<Condition> {
        let parts = |row: &WagerRow| match &row.row.when {
            When::Is(Condition::All(parts)) => Some(parts.clone()),
            When::Is(only) => Some(vec![only.clone()]),
            When::Otherwise => None,
        };
        let rows: Vec<Vec<Condition>> = self.rows.iter().filter_map(parts).collect();
        let common = |part: &Condition| rows.iter().all(|parts| parts.contains(part));
        let mut shared: Vec<Condition> = rows.first()?.iter().filter(|part| common(part)).cloned().collect();
        let mut apart: Option<(Fact, Values)> = None;
        for row in &rows {
            let own: Vec<&Condition> = row.iter().filter(|part| !common(part)).collect();
            match (own.as_slice(), apart) {
                ([], None) if rows.len() == 1 => {}
                ([Condition::Is(fact, values)], None) => apart = Some((*fact, *values)),
                ([Condition::Is(fact, values)], Some((known, all))) if *fact == known => {
                    apart = Some((known, all.or(*values)));
                }
                _ => return None,
            }
        }
        shared.extend(
            apart
                .filter(|(fact, values)| !values.has_all(fact.domain()))
                .map(|(fact, values)| Condition::Is(fact, values)),
        );
        match shared.len() {
            0 | 1 => shared.pop(),
            _ => Some(Condition::All(shared)),
        }
    }

    /// The first row by which it wins.
    #[must_use]
    pub fn first_win(&self) -> Option<&WagerRow> {
        self.rows.iter().find(|row| row.pays().wins())
    }
}
