//! Rows of every coup, if tables are requested: made while a table is judged, and spilled as row groups.

use std::io::{self, BufRead, Read as _, Write};

use resettle_audit::CoupSeen;
use resettle_export::{Batch, Edges, Form, Names, Recorder};
use resettle_oversight::Clock;
use resettle_oversight::roster::Roster;
use resettle_oversight::staffing::Duty;
use resettle_ruleset::Registry;
use resettle_sealed_log::Open;
use serde::{Deserialize, Serialize};

use crate::clock::clock_of;
use crate::spill::{SpillSection, Store};
use crate::tables::TableLogs;

/// How tables are made.
pub struct Exporting<'e> {
    form: Form,
    edges: Edges,
    registry: &'e Registry,
    roster: Option<&'e Roster>,
    with_staff: bool,
}

impl<'e> Exporting<'e> {
    /// In this form; days begin as the roster states if it lists a table.
    pub fn new(form: Form, registry: &'e Registry, roster: Option<&'e Roster>) -> Self {
        Self { form, edges: Edges::of(registry), registry, roster, with_staff: true }
    }

    /// Whether tables state who was on duty.
    pub fn with_staff(self, with_staff: bool) -> Self {
        Self { with_staff, ..self }
    }

    /// The form in which the tables are written.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// The edges of the rulesets' wagers.
    #[must_use]
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Whether tables state who was on duty.
    #[must_use]
    pub fn says_staff(&self) -> bool {
        self.with_staff
    }

    /// The clock of a table whose logs give its venue and name.
    pub fn clock(&self, table: &TableLogs, open: &Open) -> Clock {
        clock_of(table, open, self.roster, self.registry)
    }

    /// Records the coups of a table whose logs give its venue and name.
    pub fn recording(&self, table: &TableLogs, open: &Open) -> Recording<'_> {
        let (names, clock) = (names_of(open), self.clock(table, open));
        Recording::new(self.form, Recorder::new(names, clock, &self.edges, self.with_staff))
    }
}

/// The names that an opening record gives a table.
pub fn names_of(open: &Open) -> Names {
    Names {
        jurisdiction: open.jurisdiction.clone(),
        venue: open.venue.clone(),
        game: open.game.clone(),
        table: open.table.clone(),
        currency: open.currency.clone(),
    }
}

/// The coups, cards and wagers of one table, as row groups that are spilled.
#[derive(Clone, Default)]
pub struct Parts([Vec<Group>; 3]);

/// A row group that is spilled, and how many rows it has.
type Group = (u64, SpillSection);

/// Makes row groups of coups as they are judged.
pub struct Recording<'e> {
    form: Form,
    recorder: Recorder<'e>,
    parts: Parts,
}

impl<'e> Recording<'e> {
    /// Makes row groups in this form from the rows of `recorder`.
    pub fn new(form: Form, recorder: Recorder<'e>) -> Self {
        Self { form, recorder, parts: Parts::default() }
    }

    /// Takes a coup.
    pub fn coup(&mut self, coup: &CoupSeen<'_>, duty: &Duty, store: &Store) -> io::Result<()> {
        self.recorder.coup(coup, duty);
        self.put_away(Batch::is_full, store)
    }

    /// All row groups, the last ones included.
    pub fn finish(mut self, store: &Store) -> io::Result<Parts> {
        self.put_away(|batch| !batch.is_empty(), store)?;
        Ok(self.parts)
    }

    fn put_away(&mut self, is_due: impl Fn(&Batch) -> bool, store: &Store) -> io::Result<()> {
        for (batch, groups) in self.recorder.batches().into_iter().zip(&mut self.parts.0) {
            if is_due(batch) {
                let rows = batch.len() as u64;
                let group = self.form.group(batch).map_err(io::Error::other)?;
                groups.push((rows, store.keep(&group)?));
            }
        }
        Ok(())
    }
}

/// The number of rows and bytes of a row group.
#[derive(Serialize, Deserialize)]
struct About {
    rows: u64,
    bytes: u64,
}

/// The largest row group that is read back: far larger than any that is written.
const MOST: u64 = 256 * 1024 * 1024;

impl Parts {
    /// The row groups of coups, cards and wagers.
    pub fn groups(&self) -> &[Vec<Group>; 3] {
        &self.0
    }

    /// Writes all of it: a line with the length of each row group, then their bytes.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let read = |groups: &Vec<Group>| groups.iter().map(about).collect::<io::Result<Vec<About>>>();
        let head: io::Result<Vec<Vec<About>>> = self.0.iter().map(read).collect();
        serde_json::to_writer(&mut *out, &head?)?;
        out.write_all(b"\n")?;
        self.0.iter().flatten().try_for_each(|(_, group)| out.write_all(&group.read()?))
    }

    /// Reads what [`Parts::save`] wrote. Incomplete input is an error.
    pub fn load(input: &mut dyn BufRead, store: &Store) -> io::Result<Self> {
        let mut line = String::new();
        input.read_line(&mut line)?;
        let head: [Vec<About>; 3] = serde_json::from_str(&line)?;
        let mut parts = Self::default();
        for (groups, abouts) in parts.0.iter_mut().zip(head) {
            for about in abouts {
                if about.bytes > MOST {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                let mut bytes = Vec::new();
                let read = (&mut *input).take(about.bytes).read_to_end(&mut bytes)?;
                if read as u64 != about.bytes {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                groups.push((about.rows, store.keep(&bytes)?));
            }
        }
        Ok(parts)
    }
}

fn about((rows, group): &Group) -> io::Result<About> {
    Ok(About { rows: *rows, bytes: group.read()?.len() as u64 })
}
