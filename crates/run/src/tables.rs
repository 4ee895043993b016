//! Which logs belong together.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::path::PathBuf;

use resettle_coup_log::{EntryBody, LogReader};
use resettle_sealed_log::{Open, SourceKind, Time, TrustStore};

use crate::source::LogSource;

/// A log of which the first line was read.
#[derive(Clone, Debug)]
pub struct Known {
    /// The path by which its source finds it.
    pub path: PathBuf,
    /// What reports call it: its path on the machine that planned the unit of work, if one is judged.
    pub name: String,
    /// Its opening record and when that was written; `None` if the first line is not an opening record.
    pub open: Option<(Open, Time)>,
    /// Whether it is read only for the shoes that continue from it.
    pub context: bool,
}

/// The logs of one table that are judged together.
#[derive(Clone, Debug, Default)]
pub struct TableLogs {
    /// The logs, in any order.
    pub logs: Vec<Known>,
}

impl TableLogs {
    /// The opening record that identifies it.
    pub fn open(&self) -> Option<&Open> {
        self.logs.iter().find_map(|log| log.open.as_ref().map(|(open, _)| open))
    }

    /// The opening record of each log.
    pub fn opens(&self) -> Vec<Option<Open>> {
        self.logs.iter().map(|log| log.open.as_ref().map(|(open, _)| open.clone())).collect()
    }

    /// Whether all logs are of one source.
    pub fn is_one_source(&self) -> bool {
        let mut sources = self.logs.iter().filter_map(|log| log.open.as_ref()).map(|(open, _)| &open.source);
        let first = sources.next();
        sources.all(|source| Some(source) == first)
    }

    /// Its logs by source, those of each source in the order in which they began.
    pub fn by_source(&self) -> BTreeMap<(SourceKind, &str), Vec<usize>> {
        let mut out: BTreeMap<(SourceKind, &str), Vec<usize>> = BTreeMap::new();
        for (at, log) in self.logs.iter().enumerate() {
            if let Some((open, _)) = &log.open {
                out.entry((open.source.kind, open.source.id.as_str())).or_default().push(at);
            }
        }
        let began = |at: &usize| self.logs.get(*at).and_then(|log| log.open.as_ref()).map(|(_, at)| at.moment());
        for logs in out.values_mut() {
            logs.sort_by_key(began);
        }
        out
    }
}

/// The opening record of a log and when it was written; `None` if the first line is not one.
pub fn opening(content: impl BufRead) -> Option<(Open, Time)> {
    let mut reader = LogReader::new(content, None);
    // Any other failure is reported when the log is judged.
    let began = match reader.next_entry() {
        Ok(Some(entry)) => match entry.body {
            EntryBody::Record(record) => Some(record.at),
            EntryBody::Malformed { .. } => None,
        },
        _ => None,
    };
    reader.open().cloned().zip(began)
}

/// What logs belong together by: jurisdiction, venue, game and table.
type Key = [String; 4];

fn key(open: &Open) -> Key {
    [&open.jurisdiction, &open.venue, &open.game, &open.table].map(String::clone)
}

/// The logs of each table together, by jurisdiction, venue, game and table; then those that state no table, each alone.
///
/// A log that nobody vouches for and that names another game, or another table for the same source, than the sealed ones
/// is put with those, and left out there.
pub fn tables(logs: Vec<Known>, trust: Option<&TrustStore>, source: &impl LogSource) -> Vec<TableLogs> {
    let mut by_table: BTreeMap<Key, TableLogs> = BTreeMap::new();
    let mut alone = Vec::new();
    for log in logs {
        match &log.open {
            Some((open, _)) => by_table.entry(key(open)).or_default().logs.push(log),
            None => alone.push(TableLogs { logs: vec![log] }),
        }
    }
    if trust.is_some() {
        for (from, to) in strays(&by_table, trust, source) {
            let logs = by_table.remove(&from).unwrap_or_default().logs;
            by_table.entry(to).or_default().logs.extend(logs);
        }
    }
    by_table.into_values().chain(alone).collect()
}

/// Which logs, by the names they give, are put with which others, because no seal vouches for any of them but one does
/// for the others.
fn strays(by_table: &BTreeMap<Key, TableLogs>, trust: Option<&TrustStore>, source: &impl LogSource) -> Vec<(Key, Key)> {
    // The name of one table or of one table's own source, and who uses it.
    let mut alike: BTreeMap<(&str, &str, bool), BTreeSet<&Key>> = BTreeMap::new();
    for (key, table) in by_table {
        for (open, _) in table.logs.iter().filter_map(|log| log.open.as_ref()) {
            alike.entry((&open.venue, &open.table, false)).or_default().insert(key);
            if open.source.kind == SourceKind::Table {
                alike.entry((&open.venue, &open.source.id, true)).or_default().insert(key);
            }
        }
    }
    let mut vouched: BTreeMap<&Key, bool> = BTreeMap::new();
    let mut out: BTreeMap<Key, Key> = BTreeMap::new();
    for keys in alike.into_values().filter(|keys| keys.len() > 1) {
        for key in &keys {
            let any =
                || by_table.get(*key).is_some_and(|table| table.logs.iter().any(|log| is_vouched(log, trust, source)));
            vouched.entry(key).or_insert_with(any);
        }
        let sealed = |key: &&&Key| vouched.get(**key).copied().unwrap_or(false);
        let Some(to) = keys.iter().find(sealed) else { continue };
        for from in keys.iter().filter(|key| !sealed(key)) {
            out.entry((*from).clone()).or_insert_with(|| (*to).clone());
        }
    }
    out.into_iter().collect()
}

/// Whether a seal that counts vouches for any of a log.
fn is_vouched(log: &Known, trust: Option<&TrustStore>, source: &impl LogSource) -> bool {
    let Ok(content) = source.open(&log.path) else { return false };
    let mut reader = LogReader::new(content, trust);
    while let Ok(Some(entry)) = reader.next_entry() {
        reader.take_faults();
        if reader.vouched_so_far(entry.line) {
            return true;
        }
    }
    false
}
