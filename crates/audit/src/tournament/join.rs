use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{Coup, Times, Wager};
use resettle_sealed_log::Digest;

use super::gather::{TournamentLog, TournamentRecord, What};

/// The logs, in which a record that stands in several counts once, in the longest of them.
pub(super) fn distinct(mut logs: Vec<TournamentLog>) -> Vec<TournamentLog> {
    let mut longest: Vec<usize> = (0..logs.len()).collect();
    longest.sort_by_key(|at| std::cmp::Reverse(logs.get(*at).map_or(0, |log| log.records.len())));
    let mut seen: BTreeSet<Digest> = BTreeSet::new();
    for at in longest {
        if let Some(log) = logs.get_mut(at) {
            log.records.retain(|item| seen.insert(item.sha256));
        }
    }
    logs.retain(|log| !log.records.is_empty());
    logs
}

/// Table, shoe and number of a coup.
type CoupKey = (Vec<String>, Option<String>, u64);

/// The logs with what shoes, displays and terminals record of a coup merged into the table's record of it; and which
/// record each part was merged into. A part of a coup that no table records stands for itself, if it names a
/// tournament.
pub(super) fn joined(mut logs: Vec<TournamentLog>) -> (Vec<TournamentLog>, Vec<(Digest, Digest)>) {
    let mut coups: BTreeMap<CoupKey, (usize, usize)> = BTreeMap::new();
    for (log, own) in logs.iter().enumerate() {
        for (at, item) in own.records.iter().enumerate() {
            let named = match &item.what {
                What::Coup(coup) => (coup.shoe.clone(), coup.coup),
                What::Other(shoe, coup) => (shoe.clone(), *coup),
                What::Session(_) | What::Part(_) => continue,
            };
            if let (shoe, Some(number)) = named {
                coups.entry((own.table(), shoe, number)).or_insert((log, at));
            }
        }
    }
    let mut parts = Vec::new();
    let mut put = Vec::new();
    for log in &mut logs {
        let table = log.table();
        let mut kept = Vec::with_capacity(log.records.len());
        for mut item in std::mem::take(&mut log.records) {
            let What::Part(coup) = item.what else {
                kept.push(item);
                continue;
            };
            let at = coup.coup.and_then(|number| coups.get(&(table.clone(), coup.shoe.clone(), number)));
            match at {
                Some(at) => put.push((*at, item.sha256, item.vouched, log.open.source.id.clone(), coup)),
                None if coup.tournament.is_some() => {
                    item.what = What::Coup(coup);
                    kept.push(item);
                }
                None => {}
            }
        }
        log.records = kept;
    }
    // Nothing was taken out of the logs of tables: their records are at the same positions.
    for ((log, at), part, vouched, source, coup) in put {
        let Some(item) = logs.get_mut(log).and_then(|log| log.records.get_mut(at)) else { continue };
        parts.push((part, item.sha256));
        if vouched || !item.vouched {
            add(item, &source, *coup);
        }
    }
    logs.retain(|log| !log.records.is_empty());
    (logs, parts)
}

/// Adds what another source records of a coup: its mark, the sections that the table leaves out, and its wagers.
fn add(item: &mut TournamentRecord, source: &str, part: Coup) {
    if let What::Other(..) = item.what {
        // A table's coup without a mark is an ordinary one, unless another source marks it.
        if part.tournament.is_some() {
            item.what = What::Coup(Box::new(part));
        }
        return;
    }
    let What::Coup(coup) = &mut item.what else { return };
    coup.tournament = coup.tournament.take().or(part.tournament);
    if coup.times == Times::default() {
        coup.times = part.times;
    }
    coup.declared = coup.declared.or(part.declared);
    coup.wrd = coup.wrd.or(part.wrd);
    coup.mode = coup.mode.or(part.mode);
    for mut wager in part.wagers.into_iter().flatten() {
        let own = coup.wagers.get_or_insert_default();
        // One id is one wager only within one terminal.
        let owner = wager.terminal.get_or_insert_with(|| source.to_owned()).clone();
        let same = |known: &&mut Wager| {
            known.name == wager.name && known.terminal.as_ref().is_none_or(|terminal| *terminal == owner)
        };
        match own.iter_mut().find(same) {
            // A wager's own times come from its terminal.
            Some(known) => {
                known.placed = wager.placed.or(known.placed.take());
                known.withdrawn = wager.withdrawn.or(known.withdrawn.take());
            }
            None => own.push(wager),
        }
    }
}

impl TournamentLog {
    /// The table that it is a source of.
    fn table(&self) -> Vec<String> {
        let open = &self.open;
        [&open.jurisdiction, &open.venue, &open.game, &open.table, &open.currency].map(Clone::clone).to_vec()
    }
}
