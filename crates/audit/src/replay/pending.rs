use std::rc::Rc;
use std::sync::Arc;

use resettle_coup_log::{Coup, Irregularity, Time};
use resettle_ruleset::Ruleset;

use crate::finding::Place;
use crate::irregularity::Logged;
use crate::moments::Aftermath;
use crate::settle::TableLimits;

/// A coup that waits for what may still concern it: the next commencement, and incidents written
/// before the shoe's next coup.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) coup: Box<Coup>,
    pub(super) place: Place,
    pub(super) written: Time,
    /// None where no ruleset was in force.
    pub(super) ruleset: Option<Arc<Ruleset>>,
    pub(super) limits: Rc<TableLimits>,
    pub(super) aftermath: Aftermath,
    /// Irregularities that incidents brought.
    pub(super) incidents: Vec<Logged>,
    /// Whether this is the first coup of its shoe.
    pub(super) first_of_shoe: bool,
}

impl Pending {
    /// Its own irregularities and those of incidents.
    pub(super) fn irregularities(&self) -> Vec<Logged> {
        let own = self.coup.irregularities.iter().cloned();
        let own =
            own.map(|irregularity: Irregularity| Logged { irregularity, place: self.place.clone(), implied: false });
        own.chain(self.incidents.iter().cloned()).collect()
    }
}
