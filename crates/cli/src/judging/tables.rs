use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use resettle_coup_log::{EntryBody, LogReader, Open, SourceKind, Time};

use crate::error::{Error, shown};
use crate::files::LogFile;

/// A log file of which the first line was read.
#[derive(Clone, Debug)]
pub struct Known {
    pub path: PathBuf,
    /// Its opening record and when that was written; none where the first line is none.
    pub open: Option<(Open, Time)>,
    /// Whether it is read for the shoes alone that go on from it.
    pub context: bool,
}

/// The logs of one table that are judged together.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub logs: Vec<Known>,
}

impl Table {
    /// The opening record by which it is known.
    pub fn open(&self) -> Option<&Open> {
        self.logs.iter().find_map(|log| log.open.as_ref().map(|(open, _)| open))
    }

    /// Whether all logs are of one source.
    pub fn is_one_source(&self) -> bool {
        let mut sources = self.logs.iter().filter_map(|log| log.open.as_ref()).map(|(open, _)| &open.source);
        let first = sources.next();
        sources.all(|source| Some(source) == first)
    }

    /// Its logs by source, each source's in the order in which they began.
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

/// Reads the opening record of a log.
pub fn known(path: &Path) -> Result<Known, Error> {
    let fail = |error| Error::read(path, error);
    if path.exists() && !LogFile::lasts(path) {
        return Err(Error::Plain(format!(
            "{} is no file, and can be read only once\n  help: to see which logs belong to one table each is read twice; save it as a file, or replay it alone",
            shown(path)
        )));
    }
    let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
    let mut reader = LogReader::new(file.content().map_err(fail)?, None);
    // What else goes wrong is told when the log is judged.
    let began = match reader.next_entry() {
        Ok(Some(entry)) => match entry.body {
            EntryBody::Record(record) => Some(record.at),
            EntryBody::Malformed { .. } => None,
        },
        _ => None,
    };
    Ok(Known { path: path.to_owned(), open: reader.open().cloned().zip(began), context: false })
}

/// The logs of each table together, by jurisdiction, venue, game and table; then those that tell no table, each alone.
pub fn tables(logs: Vec<Known>) -> Vec<Table> {
    let mut by_table: BTreeMap<[String; 4], Table> = BTreeMap::new();
    let mut alone = Vec::new();
    for log in logs {
        match &log.open {
            Some((open, _)) => {
                let key = [&open.jurisdiction, &open.venue, &open.game, &open.table].map(String::clone);
                by_table.entry(key).or_default().logs.push(log);
            }
            None => alone.push(Table { logs: vec![log] }),
        }
    }
    by_table.into_values().chain(alone).collect()
}
