//! The rows of one coup put together, where each row is a wager.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use resettle_game::counted_that;

use crate::hint::Hint;
use crate::joined::{Joined, MINUTES, OtherTime, Otherwise, second};
use crate::name::{Key, Keys, RoundName};
use crate::problem::RowPlace;
use crate::record::{ImportedCoup, Lists};
use crate::row::Shows;
use crate::written::WrittenCoups;

/// This many coups wait for further rows of theirs; beyond, the oldest is written.
const MOST_OPEN: usize = 4_096;

/// A coup of which rows were read.
#[derive(Debug)]
pub(crate) struct Group<'m> {
    key: Option<Key>,
    /// The object of JSON whose rows it is, where one is a round.
    object: Option<u64>,
    /// Where its first row is.
    pub(crate) line: u64,
    /// The rows that became part of it.
    pub(crate) rows: Vec<RowPlace>,
    /// Whether one of its rows shows that it is a coup.
    pub(crate) is_coup: bool,
    /// Rows of it that could not be read, and wagers that are in no log.
    pub(crate) lost: u64,
    /// Such rows, as long as none shows that it is a coup.
    pub(crate) lost_rows: Vec<RowPlace>,
    /// What its rows say; none where no row of it could be read.
    pub(crate) coup: Option<Box<Joined<'m>>>,
}

impl Group<'_> {
    fn new(key: Option<Key>, object: Option<u64>, line: u64) -> Self {
        Self { key, object, line, rows: Vec::new(), is_coup: key.is_none(), lost: 0, lost_rows: Vec::new(), coup: None }
    }
}

/// Why a row is not part of its coup.
pub(crate) enum Apart {
    /// The coup was written before.
    Late,
    /// The row of this line has the same number, and may be of another shoe.
    PerhapsOfAnotherShoe(u64),
    /// It says something else than the row of this line.
    Differs(&'static str, u64),
    /// The coup of the row of this line was settled at another time.
    OfAnotherTime(OtherTime, u64),
}

/// Rows of a coup behind rows of others, where neither times nor cards show that they are of one.
#[derive(Debug, Default)]
struct Returned {
    rows: u64,
    /// The first of them: its coup, its line, and that of the coup's first row.
    first: Option<(String, u64, u64)>,
}

impl Returned {
    fn note(&mut self, name: &RoundName<'_>, line: u64, before: u64) {
        self.rows = self.rows.saturating_add(1);
        self.first.get_or_insert_with(|| (name.to_string(), line, before));
    }
}

/// The coups whose rows may not all have been read.
#[derive(Default)]
pub(crate) struct Groups<'m> {
    keys: Keys,
    open: VecDeque<Group<'m>>,
    /// Coups that left `open`, so that a place in it can be reckoned.
    left: usize,
    by_key: HashMap<Key, usize>,
    /// The coup of the row before.
    last: Option<(Key, usize)>,
    written: WrittenCoups,
    returned: Returned,
    /// The seconds at which coups were settled that have the name of another, and are in no log.
    others: HashMap<Key, Vec<i64>>,
    /// To be used again.
    spare: Option<Box<Joined<'m>>>,
}

impl<'m> Groups<'m> {
    /// Adds a row to its coup; a row that cannot be read may still show that there was one. Where a wager of it has the id of
    /// another one of the coup, that is given back. `object` is that of JSON, where one is a round.
    pub(crate) fn add(
        &mut self,
        name: &RoundName<'_>,
        object: Option<u64>,
        place: &RowPlace,
        shows: Shows,
        row: Option<(&ImportedCoup<'_, 'm>, &Lists)>,
    ) -> Result<Option<String>, Apart> {
        let key = self.keys.of(name);
        let stands_behind = self.last.is_some_and(|(last, _)| last == key);
        let stands_apart = !stands_behind && name.may_come_again();
        let at = match name.is_of_one_shoe() {
            true => self.place(key, place.line).ok_or(Apart::Late)?,
            false => self.place_by_number(key, object, place.line)?,
        };
        let at = at.checked_sub(self.left);
        let Some(group) = at.and_then(|at| self.open.get_mut(at)) else { return Ok(None) };
        group.is_coup |= shows.a_coup();
        if group.is_coup {
            group.lost_rows = Vec::new();
        }
        let Some((row, lists)) = row else {
            group.lost += 1;
            if !group.is_coup && shows == Shows::Nothing {
                group.lost_rows.push(place.clone());
            }
            return Ok(None);
        };
        let same_id = match &mut group.coup {
            None => {
                let mut coup = self.spare.take().unwrap_or_default();
                coup.begin(row, lists, &mut self.keys);
                group.coup = Some(coup);
                None
            }
            Some(coup) => {
                let is_shown = row.settled.is_some() || !(coup.lists.cards.is_empty() || lists.cards.is_empty());
                let same_id = match coup.add(row, lists, &mut self.keys, stands_apart) {
                    Ok(same_id) => same_id,
                    Err(Otherwise::Says(what)) => {
                        group.lost += 1;
                        return Err(Apart::Differs(what, group.line));
                    }
                    Err(Otherwise::IsOf(time)) => {
                        let line = group.line;
                        self.lose_another(key, row.settled, place.line);
                        return Err(Apart::OfAnotherTime(time, line));
                    }
                };
                if stands_apart && !is_shown {
                    self.returned.note(name, place.line, group.line);
                }
                same_id
            }
        };
        group.lost += row.unread_rows;
        group.rows.push(place.clone());
        Ok(same_id)
    }

    /// Which coup of all this is; none where it was written.
    fn place(&mut self, key: Key, line: u64) -> Option<usize> {
        if let Some((last, at)) = self.last
            && last == key
            && at >= self.left
        {
            return Some(at);
        }
        let at = match self.by_key.entry(key) {
            Entry::Occupied(open) => *open.get(),
            Entry::Vacant(_) if self.written.contains(key) => return None,
            Entry::Vacant(new) => {
                self.open.push_back(Group::new(Some(key), None, line));
                *new.insert(self.left + self.open.len() - 1)
            }
        };
        self.last = Some((key, at));
        Some(at)
    }

    /// The same where coups are named by numbers alone, which begin again with each shoe: the rows of one stand together, or in one
    /// object.
    fn place_by_number(&mut self, key: Key, object: Option<u64>, line: u64) -> Result<usize, Apart> {
        let known = self.by_key.get(&key).copied();
        let is_last = known.is_some_and(|at| self.last == Some((key, at)));
        let group = known.and_then(|at| self.open.get_mut(at.checked_sub(self.left)?));
        match (group, known) {
            (Some(group), Some(at)) if group.object == object && (is_last || object.is_some()) => return Ok(at),
            (Some(group), _) if object.is_none() => {
                group.lost += 1;
                return Err(Apart::PerhapsOfAnotherShoe(group.line));
            }
            (None, _) if object.is_none() && self.written.contains(key) => return Err(Apart::Late),
            _ => {}
        }
        self.open.push_back(Group::new(Some(key), object, line));
        let at = self.left + self.open.len() - 1;
        self.by_key.insert(key, at);
        self.last = Some((key, at));
        Ok(at)
    }

    /// Notes a row that does not say of which coup it is, as a coup of its own that nobody can read.
    pub(crate) fn lose(&mut self, line: u64) {
        self.open.push_back(Group::new(None, None, line));
    }

    /// Notes a row of a coup that has the name of another and was settled at another time: the coup is in no log, once.
    fn lose_another(&mut self, key: Key, settled: Option<&str>, line: u64) {
        // Further rows of it do not stand behind one of the coup that is in the log.
        self.last = None;
        let Some(second) = settled.and_then(second) else { return };
        let known = self.others.entry(key).or_default();
        if !known.iter().any(|other| other.abs_diff(second) <= MINUTES) {
            known.push(second);
            self.lose(line);
        }
    }

    /// The oldest coup, where too many wait.
    pub(crate) fn too_many(&mut self) -> Option<Group<'m>> {
        (self.open.len() > MOST_OPEN).then(|| self.oldest()).flatten()
    }

    /// The oldest coup.
    pub(crate) fn oldest(&mut self) -> Option<Group<'m>> {
        let group = self.open.pop_front()?;
        if let Some(key) = group.key {
            // A later one may have the same number.
            if self.by_key.get(&key) == Some(&self.left) {
                self.by_key.remove(&key);
            }
            self.written.insert(key);
        }
        self.left += 1;
        Some(group)
    }

    /// What speaks for coups of several days that have the same names.
    pub(crate) fn hints(&self) -> Option<Hint> {
        let (name, line, before) = self.returned.first.clone()?;
        let rows = counted_that(self.returned.rows, "row", ["is", "are"]);
        Some(Hint::RowsApart { rows, name, line, before })
    }

    /// Takes back what a coup was held in.
    pub(crate) fn give_back(&mut self, coup: Box<Joined<'m>>) {
        self.spare = Some(coup);
    }
}
