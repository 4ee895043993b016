//! Which part of a table's logs is judged.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use resettle_audit::Window;
use resettle_oversight::Date;
use resettle_oversight::roster::Scope;
use resettle_ruleset::Registry;
use resettle_sealed_log::Moment;

use crate::clock::zone_of;
use crate::tables::TableLogs;

/// The span of the requested days, by the clock of the table's venue: that of its rulesets, else the offset that
/// its first record writes.
pub fn window(scope: &Scope, table: &TableLogs, registry: &Registry) -> Option<Window> {
    if scope.from.is_none() && scope.to.is_none() {
        return None;
    }
    let zone = zone_of(table, registry);
    let moment = |day: Date| moment(&zone, day.at(0, 0, 0, 0));
    Some(Window {
        from: scope.from.and_then(moment),
        until: scope.to.and_then(|to| to.tomorrow().ok()).and_then(moment),
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

fn moment(zone: &TimeZone, day: DateTime) -> Option<Moment> {
    let stamp: Timestamp = zone.to_timestamp(day).ok()?;
    Some(Moment { nanos: stamp.as_nanosecond() })
}
