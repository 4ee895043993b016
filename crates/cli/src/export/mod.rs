//! Tables of every coup: rows are made while a table is judged, kept in the spill as row groups, and put into files at the
//! end, in the order of tables.

mod parts;
mod write;

use resettle_coup_log::Open;
use resettle_export::{Clock, Edges, Form, Names, Recorder};
use resettle_oversight::DayRule;
use resettle_oversight::roster::Roster;
use resettle_ruleset::Registry;

use crate::judging::{Table, zone_of};

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
}

impl<'e> Exporting<'e> {
    /// In this form; days begin as the roster says where it lists a table.
    pub fn new(form: Form, registry: &'e Registry, roster: Option<&'e Roster>) -> Self {
        Self { form, edges: Edges::of(registry), registry, roster }
    }

    /// Records the coups of a table whose logs name it so.
    pub fn recording(&self, table: &Table, open: &Open) -> Recording<'_> {
        let names = names_of(open);
        let clock = self.clock(table, &names);
        Recording::new(self.form, Recorder::new(names, clock, &self.edges))
    }

    fn clock(&self, table: &Table, names: &Names) -> Clock {
        let listed = self.roster.and_then(|roster| roster.days_of(&names.venue, &names.game, &names.table));
        let usual = || DayRule { zone: zone_of(table, self.registry), starts: jiff::civil::Time::midnight() };
        Clock::new(listed.cloned().unwrap_or_else(usual))
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
