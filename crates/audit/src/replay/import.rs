//! Imports under a seal by a key that may seal none: such a log counts as an import without a seal, where it is one.

use resettle_coup_log::Coup;
use resettle_sealed_log::Time;

use super::table::TableAudit;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::moments::dates_import;

impl TableAudit<'_> {
    /// A seal of a log counts for nothing, as the log says that it is an import. Whether that is all: the log is the only
    /// source of its table, and its coups so far were dealt before it was opened.
    pub(super) fn is_a_true_import(&mut self, source: usize) -> bool {
        !self.joined && self.logs.refuse_import(source)
    }

    /// The first coup that shows such a log to be one of play.
    pub(super) fn no_import(&mut self, coup: &Coup, place: &Place) -> Option<Finding> {
        let times = &coup.times;
        let stated = times.opened.as_ref().or(times.first_card.as_ref());
        let stated = stated.or_else(|| dates_import(coup).map(|(_, time)| time));
        if self.joined || !self.logs.dealt(place.source, stated.map(Time::moment)) {
            return None;
        }
        let message = "the log says that it is an import, under a seal by a key that may seal none, and no time of this \
                       coup shows that it was dealt before the log was opened";
        let opened = self.logs.opened(place.source).map_or(String::new(), Time::to_string);
        let logged = stated.map_or("no time".to_owned(), Time::to_string);
        Some(Finding::new(Code::UntrustedKey, place, message).compared(format!("a coup before {opened}"), logged))
    }
}
