use std::collections::BTreeMap;

use resettle_game::Card;
use resettle_rules::{BetRow, Book, Hand, Pays, Reading};
use resettle_ruleset::{Ruleset, WagerRule};

use crate::coup::cards_of;

/// This many ways to end a coup are gone through for one bet; a ruleset is checked with no more for all of its bets.
const MOST_ENDINGS: usize = 1 << 25;

/// More cases, or more deals, than can be gone through: nothing is known of the bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Which row of each version settles a coup, for a bet that both offer. A deal of either version counts.
#[derive(Debug, Default)]
pub struct RowsMet {
    met: Vec<Met>,
}

/// A row of the old version and one of the new that hold for the same cards.
#[derive(Clone, Debug)]
pub struct Met {
    /// The row of the old version.
    pub old: usize,
    /// The row of the new one.
    pub new: usize,
    /// By which reading, where it is not the rulesets' own.
    pub reading: Option<Reading>,
    /// Whether the old version deals such cards.
    pub by_old: bool,
    /// Whether the new one does.
    pub by_new: bool,
    /// A coup with the fewest cards, off the shoe in order; empty where no shoe of the versions holds them.
    pub cards: Vec<Card>,
}

/// Two hands, and whether the old version deals them.
type Ending = (Hand, Hand, bool);

impl RowsMet {
    /// Goes through every deal.
    ///
    /// # Errors
    /// [`TooLarge`] where there are more deals, or more cases, than are gone through.
    pub fn of(old: &Ruleset, new: &Ruleset, was: &WagerRule, is: &WagerRule) -> Result<Self, TooLarge> {
        let book = Book::of(&[was.core(), is.core()]).map_err(|_| TooLarge)?;
        let mut readings = vec![None];
        if was.reading.is_some() && was.reading == is.reading {
            readings.push(was.reading);
        }
        let mut met: BTreeMap<(bool, usize, usize), (Met, Ending)> = BTreeMap::new();
        let mut left = MOST_ENDINGS;
        for (ruleset, by_old) in [(old, true), (new, false)] {
            if !by_old && old.table == new.table {
                met.values_mut().for_each(|(met, _)| met.by_new = true);
                break;
            }
            book.each_ending(&ruleset.table, &[], &mut |player, banker| {
                let facts = book.facts(player, banker);
                for reading in &readings {
                    let rows = (book.row_read(0, *reading, &facts), book.row_read(1, *reading, &facts));
                    let (Some(old), Some(new)) = rows else { continue };
                    let ending = (*player, *banker, by_old);
                    let (met, shortest) = met.entry((reading.is_some(), old, new)).or_insert_with(|| {
                        let reading = *reading;
                        (Met { old, new, reading, by_old: false, by_new: false, cards: Vec::new() }, ending)
                    });
                    met.by_old |= by_old;
                    met.by_new |= !by_old;
                    if dealt(&ending) < dealt(shortest) {
                        *shortest = ending;
                    }
                }
                left = left.saturating_sub(1);
                left > 0
            });
        }
        if left == 0 {
            return Err(TooLarge);
        }
        let decks = old.decks.most_counted().max(new.decks.most_counted());
        let met = met.into_values().map(|(mut met, (player, banker, by_old))| {
            let table = if by_old { &old.table } else { &new.table };
            met.cards = cards_of(&book, table, [&player, &banker], decks);
            met
        });
        Ok(Self { met: met.collect() })
    }

    /// All that meet.
    pub fn iter(&self) -> impl Iterator<Item = &Met> {
        self.met.iter()
    }

    /// The rows of the other version that hold where a row of one does and that version deals the cards; by the
    /// rulesets' own readings.
    pub fn beside(&self, row: usize, of_old: bool) -> impl Iterator<Item = usize> {
        let own = move |met: &&Met| met.reading.is_none() && if of_old { met.by_old } else { met.by_new };
        let pair = move |met: &Met| if of_old { (met.old, met.new) } else { (met.new, met.old) };
        self.met.iter().filter(own).map(pair).filter(move |(own, _)| *own == row).map(|(_, other)| other)
    }

    /// Rows that hold for the same cards and do not pay the same.
    pub fn paid_otherwise(&self, was: &WagerRule, is: &WagerRule) -> impl Iterator<Item = &Met> {
        self.met.iter().filter(|met| match (was.rows.get(met.old), is.rows.get(met.new)) {
            (Some(old), Some(new)) => !same_amounts(old.pays(), new.pays()),
            _ => true,
        })
    }
}

fn dealt((player, banker, _): &Ending) -> u8 {
    player.dealt() + banker.dealt()
}

/// Whether any stake returns the same: `2 to 2` is `1 to 1`.
#[must_use]
pub fn same_amounts(a: Pays, b: Pays) -> bool {
    let ratio = |pays: Pays| match pays {
        Pays::Odds(odds) => Some((true, odds.win(), odds.stake())),
        Pays::LosesPart { lost, of } => Some((false, lost, of)),
        Pays::Push | Pays::Loses => None,
    };
    match (ratio(a), ratio(b)) {
        (Some((win, a, b)), Some((other, c, d))) => {
            win == other && u64::from(a) * u64::from(d) == u64::from(c) * u64::from(b)
        }
        _ => a == b,
    }
}

/// Whether two bets have the same rows, in any order.
#[must_use]
pub fn same_rows(was: &WagerRule, is: &WagerRule) -> bool {
    let rows = |rule: &WagerRule| -> Vec<BetRow> { rule.rows.iter().map(|row| row.row.clone()).collect() };
    let (was_rows, is_rows) = (rows(was), rows(is));
    was.reading == is.reading
        && was_rows.len() == is_rows.len()
        && was_rows.iter().all(|row| is_rows.contains(row))
        && is_rows.iter().all(|row| was_rows.contains(row))
}
