use crate::bet::{BetRows, When};
use crate::book::{Book, Facts};
use crate::table::PlayTable;

/// What is wrong with the rows of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The place of the bet among those that were given, from 0.
    pub bet: usize,
    /// What is wrong with its rows.
    pub kind: FlawKind,
}

/// What can be wrong with rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// Two rows hold for the same facts.
    Both {
        /// The one, by its place in the bet, from 0.
        first: usize,
        /// The other.
        second: usize,
        /// Such facts, in words.
        example: String,
    },
    /// No row holds.
    Gap {
        /// Such facts, in words.
        example: String,
    },
    /// No deal gives what a row asks for.
    Never {
        /// Its place in the bet, from 0.
        row: usize,
    },
    /// There is more than one row for what the others leave.
    Others {
        /// The second of them.
        row: usize,
    },
    /// It distinguishes more ways to deal a coup than can be gone through.
    TooMany,
}

/// This many ways to end a coup are gone through for all bets of a ruleset together.
const MOST_ENDINGS: usize = 1 << 25;

/// Proves that of each bet exactly one row holds for everything that a deal can give, and that each row can hold.
#[must_use]
pub fn flaws(bets: &[BetRows], table: &PlayTable) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut left = MOST_ENDINGS;
    for (at, bet) in bets.iter().enumerate() {
        // By a book of its own, which distinguishes no more hands than this bet does.
        if let Ok(book) = Book::of(std::slice::from_ref(bet)) {
            book.flaws_of(at, bet, table, &mut left, &mut flaws);
        }
    }
    flaws
}

impl Book {
    /// Which cells of its only bet a deal can reach, and facts of each; none where there are too many deals.
    fn reached(&self, table: &PlayTable, left: &mut usize) -> Option<Vec<Option<Facts>>> {
        let mut cells = vec![None; self.cells(0)];
        self.each_ending(table, &[], &mut |player, banker| {
            let facts = self.facts(player, banker);
            if let Some(slot) = self.cell(0, &facts).and_then(|cell| cells.get_mut(cell)) {
                slot.get_or_insert(facts);
            }
            *left = left.saturating_sub(1);
            *left > 0
        });
        (*left > 0).then_some(cells)
    }

    fn flaws_of(&self, at: usize, bet: &BetRows, table: &PlayTable, left: &mut usize, flaws: &mut Vec<Flaw>) {
        let mut others = bet.rows.iter().enumerate().filter(|(_, row)| row.when == When::Otherwise);
        if let Some((row, _)) = others.nth(1) {
            flaws.push(Flaw { bet: at, kind: FlawKind::Others { row } });
            return;
        }
        let Some(cells) = self.reached(table, left) else {
            flaws.push(Flaw { bet: at, kind: FlawKind::TooMany });
            return;
        };
        let mut held = vec![false; bet.rows.len()];
        let mut gap = None;
        let mut both: Vec<(usize, usize)> = Vec::new();
        for (cell, facts) in cells.iter().enumerate() {
            let Some(facts) = facts else { continue };
            if let Some(row) = self.row_of_cell(0, cell) {
                if let Some(slot) = held.get_mut(row) {
                    *slot = true;
                }
                continue;
            }
            let holding: Vec<usize> = (0..bet.rows.len()).filter(|row| self.holds(bet, *row, facts)).collect();
            match holding.as_slice() {
                [] => gap = gap.or(Some(*facts)),
                [first, rest @ ..] => {
                    for row in &holding {
                        if let Some(slot) = held.get_mut(*row) {
                            *slot = true;
                        }
                    }
                    for second in rest {
                        if !both.contains(&(*first, *second)) {
                            both.push((*first, *second));
                            let example = self.example(facts);
                            flaws.push(Flaw {
                                bet: at,
                                kind: FlawKind::Both { first: *first, second: *second, example },
                            });
                        }
                    }
                }
            }
        }
        if let Some(facts) = gap {
            flaws.push(Flaw { bet: at, kind: FlawKind::Gap { example: self.example(&facts) } });
        }
        for (row, _) in held.iter().enumerate().filter(|(_, held)| !**held) {
            flaws.push(Flaw { bet: at, kind: FlawKind::Never { row } });
        }
    }

    fn holds(&self, bet: &BetRows, row: usize, facts: &Facts) -> bool {
        match bet.rows.get(row).map(|row| &row.when) {
            Some(When::Is(condition)) => condition.holds(&|fact| self.known(facts, fact).unwrap_or(u8::MAX)),
            Some(When::Otherwise) | None => false,
        }
    }

    /// Facts in words, those that its only bet asks for.
    fn example(&self, facts: &Facts) -> String {
        let described: Vec<String> = self
            .facts_of_bet(0)
            .into_iter()
            .filter_map(|fact| Some(fact.in_words(crate::Values::only(self.known(facts, fact)?))))
            .collect();
        described.join(", ")
    }
}
