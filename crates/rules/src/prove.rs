use crate::bet::{BetRows, When};
use crate::book::{Book, Facts};
use crate::table::PlayTable;

/// What is wrong with the rows of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Which bet.
    pub bet: usize,
    /// What it is.
    pub kind: FlawKind,
}

/// What can be wrong with rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// Two rows hold for the same facts.
    Both {
        /// The one.
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
        /// The row.
        row: usize,
    },
    /// There is more than one row for what the others leave.
    Others {
        /// The second of them.
        row: usize,
    },
}

/// What was seen of a cell.
#[derive(Clone, Copy)]
struct Seen {
    facts: Facts,
}

impl Book {
    /// Proves that of each bet exactly one row holds for everything that a deal can give, and that each row can hold.
    /// `bets` are those that the book was made of.
    #[must_use]
    pub fn flaws(&self, bets: &[BetRows], table: &PlayTable) -> Vec<Flaw> {
        let mut seen: Vec<Vec<Option<Seen>>> = (0..bets.len()).map(|bet| vec![None; self.cells(bet)]).collect();
        self.each_ending(table, &[], &mut |player, banker| {
            let facts = self.facts(player, banker);
            for (bet, cells) in seen.iter_mut().enumerate() {
                if let Some(slot) = self.cell(bet, &facts).and_then(|cell| cells.get_mut(cell))
                    && slot.is_none()
                {
                    *slot = Some(Seen { facts });
                }
            }
            true
        });
        let mut flaws = Vec::new();
        for (at, (bet, cells)) in bets.iter().zip(&seen).enumerate() {
            self.flaws_of(at, bet, cells, &mut flaws);
        }
        flaws
    }

    fn flaws_of(&self, at: usize, bet: &BetRows, cells: &[Option<Seen>], flaws: &mut Vec<Flaw>) {
        let mut others = bet.rows.iter().enumerate().filter(|(_, row)| row.when == When::Otherwise);
        if let Some((row, _)) = others.nth(1) {
            flaws.push(Flaw { bet: at, kind: FlawKind::Others { row } });
            return;
        }
        let mut held = vec![false; bet.rows.len()];
        let mut gap = None;
        let mut both: Vec<(usize, usize)> = Vec::new();
        for (cell, seen) in cells.iter().enumerate() {
            let Some(seen) = seen else { continue };
            if let Some(row) = self.row_of_cell(at, cell) {
                if let Some(slot) = held.get_mut(row) {
                    *slot = true;
                }
                continue;
            }
            let holding: Vec<usize> = (0..bet.rows.len()).filter(|row| self.holds(bet, *row, &seen.facts)).collect();
            match holding.as_slice() {
                [] => gap = gap.or(Some(seen.facts)),
                [first, rest @ ..] => {
                    for row in &holding {
                        if let Some(slot) = held.get_mut(*row) {
                            *slot = true;
                        }
                    }
                    for second in rest {
                        if !both.contains(&(*first, *second)) {
                            both.push((*first, *second));
                            let example = self.example(at, &seen.facts);
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
            flaws.push(Flaw { bet: at, kind: FlawKind::Gap { example: self.example(at, &facts) } });
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

    /// Facts in words, those that a bet asks for.
    fn example(&self, bet: usize, facts: &Facts) -> String {
        let told: Vec<String> = self
            .facts_of_bet(bet)
            .into_iter()
            .filter_map(|fact| Some(fact.in_words(crate::Values::only(self.known(facts, fact)?))))
            .collect();
        told.join(", ")
    }
}
