//! Tables of every coup: rows are made while a table is judged, kept in the spill as row groups, and put into files at the
//! end, in the order of tables.

mod parts;
mod write;

use resettle_export::{Edges, Form, Names, Recorder};
use resettle_oversight::Clock;
use resettle_oversight::roster::Roster;
use resettle_ruleset::Registry;
use resettle_sealed_log::Open;

use crate::judging::{Table, clock_of};

pub use parts::{Parts, Recording};
pub use write::{Exported, sums, write};

/// The views over the tables, as a database reads them.
pub const VIEWS: &str = "views.sql";

/// How tables are made.
pub struct Exporting<'e> {
    form: Form,
    edges: Edges,
    registry: &'e Registry,
    roster: Option<&'e Roster>,
    with_staff: bool,
}

impl<'e> Exporting<'e> {
    /// In this form; days begin as the roster says where it lists a table.
    pub fn new(form: Form, registry: &'e Registry, roster: Option<&'e Roster>) -> Self {
        Self { form, edges: Edges::of(registry), registry, roster, with_staff: true }
    }

    /// Whether tables say who was on duty.
    pub fn with_staff(self, with_staff: bool) -> Self {
        Self { with_staff, ..self }
    }

    /// The clock of a table whose logs name it so.
    pub fn clock(&self, table: &Table, open: &Open) -> Clock {
        clock_of(table, open, self.roster, self.registry)
    }

    /// Records the coups of a table whose logs name it so.
    pub fn recording(&self, table: &Table, open: &Open) -> Recording<'_> {
        let (names, clock) = (names_of(open), self.clock(table, open));
        Recording::new(self.form, Recorder::new(names, clock, &self.edges, self.with_staff))
    }
}

/// What a table is called by an opening record.
pub fn names_of(open: &Open) -> Names {
    Names {
        jurisdiction: open.jurisdiction.clone(),
        venue: open.venue.clone(),
        game: open.game.clone(),
        table: open.table.clone(),
        currency: open.currency.clone(),
    }
}
