use std::collections::BTreeMap;
use std::io::BufRead;

use resettle_coup_log::{Body, EntryBody, LogReader, Record, ShoeEvent, Step};
use resettle_sealed_log::Moment;

use super::ranges::Ranges;

/// More stretches of one shoe than a real log holds; any beyond that are added to the last.
const MOST_TURNS: usize = 256;

/// What seals that count vouch for in a log, determined before any of it is used: the log is read through once, and
/// only which lines, shoes and coups those are is held.
#[derive(Clone, Debug, Default)]
pub struct Vouching {
    /// First and last line of each range that seals vouch for, ascending.
    lines: Vec<(u64, u64)>,
    /// Whether every line lies in one of them.
    whole: bool,
    /// The stretches about each shoe, in their order.
    shoes: BTreeMap<String, Vec<Turn>>,
}

/// A stretch of a log that is about one shoe: a new one begins where the shoe is started, and where what seals vouch
/// for begins or ends.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) first: Moment,
    pub(super) last: Moment,
    /// Whether its first record starts the shoe.
    pub(super) starts: bool,
    pub(super) vouched: bool,
    /// First and last line.
    pub(super) lines: (u64, u64),
    pub(super) coups: Ranges,
}

impl Vouching {
    /// Reads a log through. What cannot be read is not vouched for; that is reported when the log is judged.
    #[must_use]
    pub fn of<R: BufRead>(mut reader: LogReader<'_, R>) -> Self {
        let mut out = Self::default();
        // What no seal vouches for so far.
        let mut open: BTreeMap<String, Vec<Turn>> = BTreeMap::new();
        let mut unbroken_from = reader.unbroken_from();
        while let Ok(Some(step)) = reader.next_part() {
            // The faults are reported when the log is judged.
            reader.take_faults();
            if reader.unbroken_from() != unbroken_from {
                unbroken_from = reader.unbroken_from();
                out.close(&mut open, false);
            }
            let entry = match step {
                Step::Entry(entry) => entry,
                Step::Quick => {
                    let coup = reader.quick();
                    let about = (coup.text(coup.shoe), Some(coup.coup), false);
                    note(&mut open, about, coup.at.moment(), coup.line);
                    continue;
                }
            };
            let EntryBody::Record(record) = entry.body else { continue };
            if let Some(about) = about(&record) {
                note(&mut open, about, record.at.moment(), record.line);
            }
            if matches!(record.body, Body::Seal(_)) && reader.vouched_so_far(record.line) {
                out.close(&mut open, true);
            }
        }
        out.close(&mut open, false);
        let verdict = reader.finish();
        out.whole = verdict.wholly_vouched();
        out.lines = verdict.vouched_lines().to_vec();
        out
    }

    /// Whether seals that count vouch for the whole log.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Whether a seal that counts vouches for any of it.
    #[must_use]
    pub fn any(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Whether a seal that counts vouches for this line.
    pub(super) fn line(&self, line: u64) -> bool {
        let before = self.lines.partition_point(|(from, _)| *from <= line);
        before.checked_sub(1).and_then(|at| self.lines.get(at)).is_some_and(|(_, to)| line <= *to)
    }

    pub(super) fn shoes(&self) -> impl Iterator<Item = (&str, &Turn)> {
        self.shoes.iter().flat_map(|(shoe, turns)| turns.iter().map(|turn| (shoe.as_str(), turn)))
    }

    /// Whether vouched records include a coup of a shoe that bears this name.
    pub(super) fn records_coup(&self, shoe: &str, coup: u64) -> bool {
        self.shoes.get(shoe).is_some_and(|turns| turns.iter().any(|turn| turn.vouched && turn.coups.holds(coup)))
    }

    /// The stretch about a shoe that a line lies in.
    pub(super) fn turn(&self, shoe: &str, line: u64) -> Option<&Turn> {
        let turns = self.shoes.get(shoe)?;
        let before = turns.partition_point(|turn| turn.lines.0 <= line);
        turns.get(before.checked_sub(1)?)
    }

    fn close(&mut self, open: &mut BTreeMap<String, Vec<Turn>>, vouched: bool) {
        for (shoe, turns) in std::mem::take(open) {
            let known = turns_of(&mut self.shoes, &shoe);
            for turn in turns {
                add(known, Turn { vouched, ..turn });
            }
        }
    }
}

fn turns_of<'m>(shoes: &'m mut BTreeMap<String, Vec<Turn>>, shoe: &str) -> &'m mut Vec<Turn> {
    shoes.entry(shoe.to_owned()).or_default()
}

/// Notes a record that is about a shoe, for which nothing vouches yet.
fn note(
    open: &mut BTreeMap<String, Vec<Turn>>,
    (shoe, coup, starts): (&str, Option<u64>, bool),
    at: Moment,
    line: u64,
) {
    let turn = Turn { first: at, last: at, starts, vouched: false, lines: (line, line), coups: Ranges::of(coup) };
    match open.get_mut(shoe) {
        Some(turns) => add(turns, turn),
        None => add(turns_of(open, shoe), turn),
    }
}

/// Continues the last stretch, or begins a new one.
fn add(turns: &mut Vec<Turn>, turn: Turn) {
    let full = turns.len() >= MOST_TURNS;
    match turns.last_mut() {
        Some(last) if full || (!turn.starts && last.vouched == turn.vouched) => {
            last.first = last.first.min(turn.first);
            last.last = last.last.max(turn.last);
            last.lines.1 = turn.lines.1;
            last.vouched &= turn.vouched;
            last.coups.join(&turn.coups);
        }
        _ => turns.push(turn),
    }
}

/// The shoe that a record is about, the coup, and whether it starts the shoe.
fn about(record: &Record) -> Option<(&str, Option<u64>, bool)> {
    match &record.body {
        Body::Coup(coup) => Some((coup.shoe.as_deref()?, coup.coup, false)),
        Body::Shoe(shoe) => Some((&shoe.shoe, None, matches!(shoe.event, ShoeEvent::Start { .. }))),
        _ => None,
    }
}
