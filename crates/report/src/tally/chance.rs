use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Squares;

/// What was staked on one bet and came back, in coups that the cards settled, under one ruleset and from shoes of so
/// many decks: what chance governs. Stakes that were not at risk, as of wagers refused or taken back, are not among it. Money
/// in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ChanceRow {
    /// The ruleset.
    pub ruleset: Arc<str>,
    /// The decks.
    pub decks: u32,
    /// The bet, one that the ruleset offers.
    pub bet: Arc<str>,
    /// What was staked, in minor units.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// Over coups, the sum of the squares of what all wagers of the coup staked on the bet: they win or lose together.
    pub squares: Squares,
}

/// What was staked at risk on one bet in coups that the cards settled, and came back.
#[derive(Clone, Debug, Default)]
pub(super) struct Staked {
    pub(super) staked: i128,
    pub(super) returned: i128,
    /// Over coups, the sum of the squares of what a coup staked.
    pub(super) squares: Squares,
}

/// Adds what coups that the cards settled staked on a bet and got back, to the rows of their table and of their day, which
/// share their names: a log may have thousands of days.
pub(super) fn sum(
    table: &mut Vec<ChanceRow>,
    day: Option<&mut Vec<ChanceRow>>,
    (ruleset, decks, bet): (&str, u32, &str),
    sums: &Staked,
) {
    let of = (ruleset, decks, bet);
    let of_table = row(table, of, || (ruleset.into(), bet.into()));
    let of_day = day.map(|day| row(day, of, || (Arc::clone(&of_table.ruleset), Arc::clone(&of_table.bet))));
    for row in of_day.into_iter().chain([of_table]) {
        row.staked += sums.staked;
        row.returned += sums.returned;
        row.squares.add(sums.squares);
    }
}

/// Adds the rows of the same table.
pub(super) fn add(rows: &mut Vec<ChanceRow>, more: &[ChanceRow]) {
    for other in more {
        let of = (&*other.ruleset, other.decks, &*other.bet);
        let row = row(rows, of, || (Arc::clone(&other.ruleset), Arc::clone(&other.bet)));
        row.staked += other.staked;
        row.returned += other.returned;
        row.squares.add(other.squares);
    }
}

/// The row of a ruleset, decks and bet; they stand in this order. `texts` gives the names of a new one.
fn row<'r>(
    rows: &'r mut Vec<ChanceRow>,
    of: (&str, u32, &str),
    texts: impl FnOnce() -> (Arc<str>, Arc<str>),
) -> &'r mut ChanceRow {
    let at = match rows.binary_search_by(|row| (&*row.ruleset, row.decks, &*row.bet).cmp(&of)) {
        Ok(at) => at,
        Err(at) => {
            let (ruleset, bet) = texts();
            // They stay few, and there is a list for every day.
            rows.reserve_exact(1);
            rows.insert(at, ChanceRow { ruleset, decks: of.1, bet, ..ChanceRow::default() });
            at
        }
    };
    #[expect(clippy::indexing_slicing, reason = "it was found or put there")]
    &mut rows[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ruleset: &str, decks: u32, bet: &str, staked: i64) -> ChanceRow {
        let mut squares = Squares::default();
        squares.stake(staked);
        let staked = i128::from(staked);
        ChanceRow { ruleset: ruleset.into(), decks, bet: bet.into(), staked, returned: 0, squares }
    }

    #[test]
    fn rows_add_up_to_the_same_whatever_the_order() {
        let rows = [of("b", 8, "tie", 3), of("a", 8, "tie", 4), of("b", 6, "tie", 1), of("b", 8, "tie", 5)];
        let mut forward = Vec::new();
        rows.iter().for_each(|row| add(&mut forward, std::slice::from_ref(row)));
        let mut backward = Vec::new();
        rows.iter().rev().for_each(|row| add(&mut backward, std::slice::from_ref(row)));
        assert_eq!(forward, backward);
        let reported: Vec<_> =
            forward.iter().map(|row| (&*row.ruleset, row.decks, row.staked, row.squares.0)).collect();
        assert_eq!(reported, [("a", 8, 4, Some(16)), ("b", 6, 1, Some(1)), ("b", 8, 8, Some(34))]);
    }
}
