use std::rc::Rc;

use resettle_coup_log::{Limits, Moment};

use crate::settle::TableLimits;

/// The table signs of a log in the order in which they came into force.
#[derive(Debug, Default)]
pub(super) struct Signs {
    all: Vec<(Moment, Limits)>,
    /// What stands after every sign so far.
    now: Rc<TableLimits>,
    latest: Option<Moment>,
}

impl Signs {
    pub(super) fn put(&mut self, at: Moment, limits: Limits) {
        Rc::make_mut(&mut self.now).put(&limits);
        self.latest = self.latest.max(Some(at));
        self.all.push((at, limits));
    }

    /// The limits as they stood at a moment. A sign may be recorded between a coup's commencement
    /// and its record; it does not hold for that coup.
    pub(super) fn at(&self, moment: Moment) -> Rc<TableLimits> {
        if self.latest.is_none_or(|latest| latest <= moment) {
            return Rc::clone(&self.now);
        }
        let mut then = TableLimits::default();
        for (_, limits) in self.all.iter().filter(|(at, _)| *at <= moment) {
            then.put(limits);
        }
        Rc::new(then)
    }
}
