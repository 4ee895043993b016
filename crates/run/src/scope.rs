//! Which part of a table's logs is judged.

use resettle_audit::Window;
use resettle_oversight::roster::{Roster, Scope};
use resettle_oversight::{Date, DayRule};
use resettle_ruleset::Registry;

use crate::clock::days_of;
use crate::tables::TableLogs;

/// The span of the requested days: as the roster has them if it lists the table, else from midnight by the clock of the table's
/// venue, that of its rulesets or the offset that its first record writes. What is expected of a day lies in the days that
/// are judged.
pub fn window(scope: &Scope, table: &TableLogs, roster: Option<&Roster>, registry: &Registry) -> Option<Window> {
    if scope.from.is_none() && scope.to.is_none() {
        return None;
    }
    let days: DayRule = days_of(table, table.open(), roster, registry);
    let begins = |day: Date| days.begins(day);
    Some(Window {
        from: scope.from.and_then(begins),
        until: scope.to.and_then(|to| to.tomorrow().ok()).and_then(begins),
    })
}

/// Takes out the logs that lie outside the window, but no import, whose own times say nothing of its coups; for each
/// source the last log before it stays, for the shoes that continue from it. Of several sources none is taken out: which
/// coups a log records shows only when they are joined, whatever time its own clock writes.
pub fn narrow(table: &mut TableLogs, window: Option<Window>) {
    let Some(window) = window else { return };
    let joined = !table.is_one_source();
    let mut keep = vec![true; table.logs.len()];
    let mut context = vec![false; table.logs.len()];
    let began = |at: usize| table.logs.get(at)?.open.as_ref().map(|(_, began)| began.moment());
    let imported =
        |at: usize| table.logs.get(at).and_then(|log| log.open.as_ref()).is_some_and(|(open, _)| open.imported);
    for logs in table.by_source().values() {
        let mut before = None;
        for (place, at) in logs.iter().enumerate() {
            let over = logs.get(place + 1).and_then(|next| began(*next));
            let ends_before = window.from.zip(over).is_some_and(|(from, over)| over <= from);
            let begins_after = window.until.zip(began(*at)).is_some_and(|(until, began)| began >= until);
            if ends_before {
                before = Some(*at);
            }
            let outside = !imported(*at) && (ends_before || begins_after);
            keep.get_mut(*at).into_iter().for_each(|keep| *keep = joined || !outside);
            context.get_mut(*at).into_iter().for_each(|context| *context = joined && outside);
        }
        if let Some(at) = before {
            keep.get_mut(at).into_iter().for_each(|keep| *keep = true);
            context.get_mut(at).into_iter().for_each(|context| *context = true);
        }
    }
    for (log, context) in table.logs.iter_mut().zip(context) {
        log.context = context;
    }
    let mut keep = keep.into_iter();
    table.logs.retain(|_| keep.next().unwrap_or(true));
    if table.logs.iter().all(|log| log.context) {
        table.logs.clear();
    }
}
