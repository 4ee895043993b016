use resettle_game::{Card, PerSide, Rank, Side};

use crate::bet::{BetRow, BetRows, Reading, When};
use crate::fact::{CardsOf, Fact, Scope, SuitOf};
use crate::hand::{Hand, MOST_COUNTED, MOST_FIRSTS, most_of_one};
use crate::table::PlayTable;

/// How many different facts the bets of one ruleset can ask for.
pub const MOST_FACTS: usize = 40;

/// How many bets one ruleset can have.
const MOST_BETS: usize = 100;

/// How many cells the table of one bet can have.
const MOST_CELLS: usize = 1 << 18;

/// How often a condition is tried while a book is compiled: the cells of each bet times what its rows name.
const MOST_TRIALS: usize = 1 << 25;

/// The value of a fact that is not known.
const UNKNOWN: u8 = u8::MAX;

/// A cell for which no row holds, or several: no deal gives such facts.
const NO_ROW: u8 = u8::MAX;

/// Why bets cannot be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// All bets together ask for too many facts.
    #[error("the bets ask for more than {MOST_FACTS} different facts")]
    Facts,
    /// All bets together count too many kinds of cards.
    #[error("the bets count the cards of more than {MOST_COUNTED} ranks, or ranks and suits")]
    Counted,
    /// All bets together count too many ranks among the first two cards.
    #[error("the bets count more than {MOST_FIRSTS} ranks among the first two cards of a hand")]
    Firsts,
    /// One bet distinguishes too many cases.
    #[error("the rows tell apart more than {MOST_CELLS} cases")]
    Cells {
        /// The place of the bet among those that were compiled, from 0.
        bet: usize,
    },
    /// There are too many bets.
    #[error("a ruleset has at most {MOST_BETS} bets")]
    Bets,
    /// One bet has too many rows.
    #[error("a bet has at most 200 rows")]
    Rows {
        /// The place of the bet among those that were compiled, from 0.
        bet: usize,
    },
}

/// The facts of a coup, as far as the bets of a [`Book`] ask; some may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facts([u8; MOST_FACTS]);

/// Nothing is known.
impl Default for Facts {
    fn default() -> Self {
        Self([UNKNOWN; MOST_FACTS])
    }
}

impl Facts {
    /// What both say alike; the rest is not known.
    #[must_use]
    pub fn in_common(&self, other: &Self) -> Self {
        let mut common = *self;
        for (slot, other) in common.0.iter_mut().zip(other.0) {
            *slot = if *slot == other { other } else { UNKNOWN };
        }
        common
    }
}

/// One fact in the index of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    /// Where the fact is in [`Facts`].
    at: usize,
    /// Values that no row distinguishes have one class; [`UNKNOWN`] for what is not a value.
    classes: [u8; 16],
    /// A value of each class.
    values: Vec<u8>,
    stride: usize,
}

/// A bet, ready to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Compiled {
    slots: Vec<Slot>,
    /// The row by index.
    cells: Vec<u8>,
}

/// All bets of a ruleset, compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    asked: Vec<Fact>,
    pub(crate) counted: Vec<CardsOf>,
    pub(crate) ranks: bool,
    pub(crate) suits: bool,
    /// Whether the suits of two first cards matter, also where their ranks differ.
    pub(crate) first_suits: bool,
    /// Whether the colours of first cards are counted.
    pub(crate) first_red: bool,
    /// Which suits and colours are counted, in the order of [`SuitOf::all`].
    pub(crate) suits_counted: [bool; 5],
    /// Whether the pairs of both hands are compared.
    pub(crate) twins: bool,
    /// The ranks that are counted among the first two cards of a hand.
    pub(crate) firsts: Vec<Rank>,
    bets: Vec<(Compiled, Option<Compiled>)>,
}

impl Book {
    /// Compiles bets.
    ///
    /// # Errors
    /// [`BookError`] where they ask for more than can be held.
    pub fn of(bets: &[BetRows]) -> Result<Self, BookError> {
        // The winner is always known, so that what is counted can be listed by result.
        if bets.len() > MOST_BETS {
            return Err(BookError::Bets);
        }
        let mut trials = MOST_TRIALS;
        let mut book = Self { asked: vec![Fact::Winner], ..Self::default() };
        let read = |bet: &BetRows| bet.reading.map(|reading| reading.of(&bet.rows));
        for rows in bets.iter().flat_map(|bet| std::iter::once(bet.rows.clone()).chain(read(bet))) {
            book.ask(&rows)?;
        }
        for (at, bet) in bets.iter().enumerate() {
            let own = book.compile(&bet.rows, at, &mut trials)?;
            let other = read(bet).map(|rows| book.compile(&rows, at, &mut trials)).transpose()?;
            book.bets.push((own, other));
        }
        Ok(book)
    }

    fn ask(&mut self, rows: &[BetRow]) -> Result<(), BookError> {
        let mut facts = Vec::new();
        for row in rows {
            if let When::Is(condition) = &row.when {
                condition.each(&mut |fact, _| facts.push(fact));
            }
        }
        for fact in facts {
            if self.asked.contains(&fact) {
                continue;
            }
            self.asked.push(fact);
            self.suits |= fact.asks_suits();
            self.ranks |= matches!(fact, Fact::OneRank(_));
            self.first_suits |= fact.tells_suits_apart();
            self.first_red |= matches!(fact, Fact::FirstRed(_));
            for (of, counted) in SuitOf::all().into_iter().zip(&mut self.suits_counted) {
                *counted |= match fact {
                    Fact::OfSuit(asked, _) => asked == of,
                    Fact::OneSuit(_) => of != SuitOf::Red,
                    _ => false,
                };
            }
            self.twins |= fact == Fact::TwinPairs;
            if let Fact::First(rank, _) = fact
                && !self.firsts.contains(&rank)
            {
                self.firsts.push(rank);
            }
            if let Fact::Count(of, _) = fact
                && !self.counted.contains(&of)
            {
                self.counted.push(of);
            }
        }
        if self.asked.len() > MOST_FACTS {
            return Err(BookError::Facts);
        }
        if self.counted.len() > MOST_COUNTED {
            return Err(BookError::Counted);
        }
        if self.firsts.len() > MOST_FIRSTS {
            return Err(BookError::Firsts);
        }
        Ok(())
    }

    fn compile(&self, rows: &[BetRow], bet: usize, trials: &mut usize) -> Result<Compiled, BookError> {
        if rows.len() > 200 {
            return Err(BookError::Rows { bet });
        }
        let mut named: Vec<(Fact, Vec<crate::Values>)> = Vec::new();
        for row in rows {
            let When::Is(condition) = &row.when else { continue };
            condition.each(&mut |fact, values| match named.iter_mut().find(|(known, _)| *known == fact) {
                Some((_, sets)) => sets.push(values),
                None => named.push((fact, vec![values])),
            });
        }
        let mut slots = Vec::with_capacity(named.len());
        let mut size = 1usize;
        for (fact, sets) in &named {
            let Some(at) = self.asked.iter().position(|asked| asked == fact) else { continue };
            let mut slot = Slot { at, classes: [UNKNOWN; 16], values: Vec::new(), stride: size };
            let alike = |a: u8, b: u8| sets.iter().all(|set| set.has(a) == set.has(b));
            for value in fact.domain().iter() {
                let class = slot.values.iter().position(|known| alike(*known, value)).unwrap_or_else(|| {
                    slot.values.push(value);
                    slot.values.len() - 1
                });
                if let Some(cell) = slot.classes.get_mut(usize::from(value)) {
                    *cell = u8::try_from(class).unwrap_or(UNKNOWN);
                }
            }
            size = size.saturating_mul(slot.values.len());
            if size > MOST_CELLS {
                return Err(BookError::Cells { bet });
            }
            slots.push(slot);
        }
        let terms: usize = rows.len() + named.iter().map(|(_, sets)| sets.len()).sum::<usize>();
        *trials = trials.checked_sub(size.saturating_mul(terms)).ok_or(BookError::Cells { bet })?;
        let mut compiled = Compiled { slots, cells: Vec::with_capacity(size) };
        for index in 0..size {
            let value = |fact: Fact| {
                let slot =
                    named.iter().zip(&compiled.slots).find(|((known, _), _)| *known == fact).map(|(_, slot)| slot);
                slot.map_or(UNKNOWN, |slot| slot.value(index))
            };
            compiled.cells.push(row_of(rows, &value));
        }
        Ok(compiled)
    }

    /// The facts that its bets ask for. The winner is one of them.
    #[must_use]
    pub fn asked(&self) -> &[Fact] {
        &self.asked
    }

    /// The kinds of cards that its bets count.
    #[must_use]
    pub fn counted(&self) -> &[CardsOf] {
        &self.counted
    }

    /// Whether suits matter.
    #[must_use]
    pub fn asks_suits(&self) -> bool {
        self.suits
    }

    /// Whether a bet asks for many cards of one rank, whichever.
    #[must_use]
    pub fn asks_one_rank(&self) -> bool {
        self.ranks
    }

    /// Whether its bets distinguish cards by more than points, ranks that are counted, and pairs: then there are so many hands
    /// that each bet is better asked alone.
    #[must_use]
    pub fn distinguishes_cards(&self) -> bool {
        self.twins || !self.firsts.is_empty() || self.parts_suits()
    }

    /// Whether cards of one rank are not alike to the bets by their suits alone, pairs of one suit aside.
    pub(crate) fn parts_suits(&self) -> bool {
        self.first_suits
            || self.first_red
            || self.suits_counted.contains(&true)
            || self.counted.iter().any(|of| of.suit.is_some())
    }

    /// Whether a bet asks for the first two cards of a hand, pairs among them.
    #[must_use]
    pub fn asks_pairs(&self) -> bool {
        self.asked.iter().any(|fact| fact.is_of_first_two())
    }

    /// What two hands say.
    #[must_use]
    pub fn facts(&self, player: &Hand, banker: &Hand) -> Facts {
        let mut facts = Facts::default();
        for (fact, slot) in self.asked.iter().zip(&mut facts.0) {
            *slot = self.value(*fact, player, banker);
        }
        facts
    }

    /// What the cards of two hands say.
    #[must_use]
    pub fn facts_of(&self, table: &PlayTable, cards: PerSide<&[Card]>) -> Facts {
        let hand = |side| self.hand(table, side, cards.of(side));
        self.facts(&hand(Side::Player), &hand(Side::Banker))
    }

    fn value(&self, fact: Fact, player: &Hand, banker: &Hand) -> u8 {
        let of = |side| match side {
            Side::Player => player,
            Side::Banker => banker,
        };
        let value = match fact {
            Fact::Winner => match player.total.cmp(&banker.total) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 2,
            },
            Fact::Margin => player.total.abs_diff(banker.total),
            Fact::Dealt => player.dealt.saturating_add(banker.dealt),
            Fact::Total(side) => of(side).total,
            Fact::Cards(side) => of(side).cards,
            Fact::Drawn(side) => of(side).drawn,
            Fact::Natural(side) => u8::from(of(side).natural),
            Fact::Pair(side) => u8::from(of(side).pair),
            Fact::SuitedPair(side) => u8::from(of(side).suited),
            Fact::ColouredPair(side) => u8::from(of(side).coloured),
            Fact::Suited(side) => u8::from(of(side).one_suit),
            Fact::First(rank, side) => {
                let at = self.firsts.iter().position(|known| *known == rank).unwrap_or(MOST_FIRSTS);
                of(side).firsts.get(at).copied().unwrap_or(0)
            }
            Fact::FirstRed(side) => of(side).first_red,
            Fact::TwinPairs => u8::from(player.pair_of.is_some() && player.pair_of == banker.pair_of),
            Fact::Count(cards, scope) => {
                let at = self.counted.iter().position(|known| *known == cards).unwrap_or(MOST_COUNTED);
                let in_hand = |side| of(side).counts.get(at).copied().unwrap_or(0);
                match scope {
                    Scope::Hand(side) => in_hand(side),
                    Scope::Both => in_hand(Side::Player).saturating_add(in_hand(Side::Banker)),
                    Scope::OneHand => in_hand(Side::Player).max(in_hand(Side::Banker)),
                }
            }
            Fact::OneRank(scope) => match scope {
                Scope::Hand(side) => most_of_one(of(side).ranks),
                Scope::Both => most_of_one(player.ranks + banker.ranks),
                Scope::OneHand => most_of_one(player.ranks).max(most_of_one(banker.ranks)),
            },
            Fact::OfSuit(suit, scope) => scoped(player, banker, scope, |all| {
                let each = SuitOf::all().into_iter().zip(all);
                each.filter(|(of, _)| *of == suit).map(|(_, count)| count).sum()
            }),
            Fact::OneSuit(scope) => scoped(player, banker, scope, |[clubs, diamonds, hearts, spades, _]| {
                clubs.max(diamonds).max(hearts).max(spades)
            }),
        };
        if fact.domain().has(value) { value } else { UNKNOWN }
    }

    /// What is known of a fact; none also where no bet asks for it.
    #[must_use]
    pub fn known(&self, facts: &Facts, fact: Fact) -> Option<u8> {
        let at = self.asked.iter().position(|asked| *asked == fact)?;
        facts.0.get(at).copied().filter(|value| *value != UNKNOWN)
    }

    /// Says what a fact is, or that it is not known. What is not a value of the fact is as good as unknown.
    pub fn set(&self, facts: &mut Facts, fact: Fact, value: Option<u8>) {
        if let Some(at) = self.asked.iter().position(|asked| *asked == fact)
            && let Some(slot) = facts.0.get_mut(at)
        {
            *slot = value.filter(|value| fact.domain().has(*value)).unwrap_or(UNKNOWN);
        }
    }

    /// The row of a bet that holds; none where the facts it needs are not known.
    #[must_use]
    pub fn row(&self, bet: usize, facts: &Facts) -> Option<usize> {
        self.bets.get(bet)?.0.row(facts)
    }

    /// The row that holds under another reading of the bet; that of its own where it has no other.
    #[must_use]
    pub fn row_read(&self, bet: usize, reading: Option<Reading>, facts: &Facts) -> Option<usize> {
        let (own, other) = self.bets.get(bet)?;
        match (reading, other) {
            (Some(Reading::OneHand), Some(other)) => other.row(facts),
            _ => own.row(facts),
        }
    }

    pub(crate) fn cell(&self, bet: usize, facts: &Facts) -> Option<usize> {
        self.bets.get(bet)?.0.index(facts)
    }

    /// The row of a cell of a bet.
    pub(crate) fn row_of_cell(&self, bet: usize, cell: usize) -> Option<usize> {
        let row = self.bets.get(bet)?.0.cells.get(cell).copied()?;
        (row != NO_ROW).then_some(usize::from(row))
    }

    pub(crate) fn cells(&self, bet: usize) -> usize {
        self.bets.get(bet).map_or(0, |(own, _)| own.cells.len())
    }

    /// The facts that the rows of a bet ask for.
    pub(crate) fn facts_of_bet(&self, bet: usize) -> Vec<Fact> {
        let slots = self.bets.get(bet).map(|(own, _)| own.slots.as_slice()).unwrap_or_default();
        slots.iter().filter_map(|slot| self.asked.get(slot.at).copied()).collect()
    }
}

/// A number of the suits of one hand, of both together, or of the hand that has the most.
fn scoped(player: &Hand, banker: &Hand, scope: Scope, number: impl Fn([u8; 5]) -> u8) -> u8 {
    match scope {
        Scope::Hand(Side::Player) => number(player.suits),
        Scope::Hand(Side::Banker) => number(banker.suits),
        Scope::Both => {
            let mut both = player.suits;
            for (count, other) in both.iter_mut().zip(banker.suits) {
                *count = count.saturating_add(other);
            }
            number(both)
        }
        Scope::OneHand => number(player.suits).max(number(banker.suits)),
    }
}

impl Slot {
    /// The value that this fact has in a cell.
    fn value(&self, index: usize) -> u8 {
        self.values.get(index / self.stride % self.values.len().max(1)).copied().unwrap_or(UNKNOWN)
    }

    fn class(&self, facts: &Facts) -> Option<usize> {
        let value = facts.0.get(self.at).copied()?;
        let class = self.classes.get(usize::from(value)).copied()?;
        (class != UNKNOWN).then_some(usize::from(class))
    }
}

impl Compiled {
    /// The cell of facts that are all known.
    fn index(&self, facts: &Facts) -> Option<usize> {
        self.slots.iter().try_fold(0usize, |index, slot| Some(index + slot.class(facts)? * slot.stride))
    }

    fn row(&self, facts: &Facts) -> Option<usize> {
        let row = match self.index(facts) {
            Some(index) => self.cells.get(index).copied()?,
            None => self.row_whatever(facts)?,
        };
        (row != NO_ROW).then_some(usize::from(row))
    }

    /// The row that holds whatever the unknown facts are.
    fn row_whatever(&self, facts: &Facts) -> Option<u8> {
        let known: usize = self.slots.iter().filter_map(|slot| Some(slot.class(facts)? * slot.stride)).sum();
        let open: Vec<&Slot> = self.slots.iter().filter(|slot| slot.class(facts).is_none()).collect();
        let ways: usize = open.iter().map(|slot| slot.values.len()).product();
        let mut row = None;
        for way in 0..ways {
            let mut rest = way;
            let mut index = known;
            for slot in &open {
                index += rest % slot.values.len().max(1) * slot.stride;
                rest /= slot.values.len().max(1);
            }
            let found = self.cells.get(index).copied().filter(|row| *row != NO_ROW);
            match (row, found) {
                (_, None) => {}
                (None, Some(_)) => row = found,
                (Some(row), Some(found)) if row == found => {}
                (Some(_), Some(_)) => return None,
            }
        }
        row
    }
}

/// The one row that holds, `otherwise` where no other does.
fn row_of(rows: &[BetRow], value: &impl Fn(Fact) -> u8) -> u8 {
    let mut holding = rows.iter().enumerate().filter(|(_, row)| match &row.when {
        When::Is(condition) => condition.holds(value),
        When::Otherwise => false,
    });
    let number = |at: usize| u8::try_from(at).unwrap_or(NO_ROW);
    match (holding.next(), holding.next()) {
        (Some((at, _)), None) => number(at),
        (None, _) => rows.iter().position(|row| row.when == When::Otherwise).map_or(NO_ROW, number),
        (Some(_), Some(_)) => NO_ROW,
    }
}
