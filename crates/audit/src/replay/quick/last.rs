//! The last coup of a shoe, which waited because an incident could still name it: accepted from its line if it is clean.

use std::rc::Rc;
use std::sync::Arc;

use super::terms::Terms;
use super::{accept, is_for_clean, seen};
use crate::replay::table::TableAudit;
use crate::several::Room;

impl TableAudit<'_> {
    /// Judges the coup that has waited longest, the last of this shoe, if it is clean, and puts the shoe away again. Otherwise
    /// nothing changes.
    pub(in crate::replay) fn accept_longest_waiting(&mut self, id: &str) -> bool {
        let accepted = self.accept_last(id);
        if accepted {
            self.put_away(id);
        }
        accepted
    }

    /// Judges the waiting coup of a shoe that was packed, if it is clean: the shoe is then held without it. Otherwise
    /// nothing changes.
    pub(in crate::replay) fn accept_last(&mut self, id: &str) -> bool {
        if !is_for_clean(self) || self.open.imported {
            return false;
        }
        let kind = self.open.source.kind;
        let Some((mut shoe, waits, parked)) = self.shoes.put_away_with_coup(id, self.out.sink) else { return false };
        let (source, ruleset) = (parked.source, Arc::clone(&parked.ruleset));
        let limits = &parked.limits;
        let of_table = limits.seats.is_empty() && limits.players.is_empty();
        let Some(terms) = Terms::under(ruleset, Rc::clone(&limits.table), kind).filter(|_| of_table) else {
            return false;
        };
        let usual = waits.vouched
            && waits.in_window
            && !waits.first_of_shoe
            && shoe.asked()
            && accept::is_settled(&shoe)
            && !self.logs.is_import(source);
        let not_before = waits.not_before.map(|moment| i64::try_from(moment.nanos));
        let (true, Ok(not_before)) = (usual, not_before.transpose()) else { return false };
        let mut wagers = Vec::with_capacity(waits.coup.wagers.len());
        let mut room = Room::default();
        let accepted = accept::accept_arrived(&terms, &mut shoe, &waits.coup, not_before, &mut wagers, &mut room);
        let Some(accepted) = accepted else { return false };
        self.totals.money.due += wagers.iter().map(|wager| wager.due).sum::<i128>();
        let coup = &waits.coup;
        self.out
            .coup(source, Vec::new(), |log, file| seen((source, log, file), coup, &accepted, &terms, &shoe, &wagers));
        self.shoes.hold_judged(id, shoe, waits.ticket);
        true
    }
}
