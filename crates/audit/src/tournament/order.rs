use resettle_sealed_log::SourceKind;

use super::gather::{TournamentLog, TournamentRecord};

/// The records of a tournament in order: within a log as they stand, between logs by the time at which they were
/// written; at the same instant, the desk's first.
pub(super) fn in_order<'l>(
    logs: &'l [TournamentLog],
    wanted: impl Fn(usize, &TournamentRecord) -> bool,
) -> Vec<(usize, &'l TournamentRecord)> {
    let mut queues: Vec<(usize, std::iter::Peekable<std::vec::IntoIter<&'l TournamentRecord>>)> = logs
        .iter()
        .enumerate()
        .map(|(at, log)| {
            let own: Vec<&TournamentRecord> = log.records.iter().filter(|item| wanted(at, item)).collect();
            (at, own.into_iter().peekable())
        })
        .collect();
    let mut out = Vec::new();
    loop {
        let mut first = None;
        for (place, (log, queue)) in queues.iter_mut().enumerate() {
            let Some(item) = queue.peek() else { continue };
            let Some(open) = logs.get(*log).map(|log| &log.open) else { continue };
            let key = (item.at.moment(), open.source.kind != SourceKind::Desk, open.log.clone());
            if first.as_ref().is_none_or(|(best, _)| key < *best) {
                first = Some((key, place));
            }
        }
        let Some((_, place)) = first else { return out };
        if let Some((log, queue)) = queues.get_mut(place)
            && let Some(item) = queue.next()
        {
            out.push((*log, item));
        }
    }
}
