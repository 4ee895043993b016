//! What was last verified of each log, remembered from one run to the next.
//!
//! A *head* is a seal that counted, over a chain unbroken from the log's first line. Its bytes stand for everything
//! before it, so a log that is given later has to contain the same line: if it does not, it was cut or rewritten,
//! whoever holds the key.

mod file;
mod forward;
mod head;
mod watch;

use std::collections::BTreeMap;

pub use file::{HeadsFault, HeadsFaultReason};
pub use forward::{Move, Overtaken};
pub use head::Head;
pub(crate) use watch::Watch;
pub use watch::{Remembered, Stand};

use crate::open::{Open, Source, SourceKind};

/// Which log: its id, and who is named as its writer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogName {
    /// The log's id.
    pub log: String,
    /// As rulesets name it.
    pub jurisdiction: String,
    /// As rulesets name it.
    pub venue: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// Which kind of device writes it.
    pub kind: SourceKind,
    /// The device's id.
    pub source: String,
}

impl From<&Open> for LogName {
    fn from(open: &Open) -> Self {
        let Source { kind, id } = &open.source;
        Self {
            log: open.log.clone(),
            jurisdiction: open.jurisdiction.clone(),
            venue: open.venue.clone(),
            table: open.table.clone(),
            kind: *kind,
            source: id.clone(),
        }
    }
}

/// The last verified seal of every log seen so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heads {
    logs: BTreeMap<LogName, Head>,
}

impl Heads {
    /// What is remembered of a log.
    #[must_use]
    pub fn get(&self, name: &LogName) -> Option<&Head> {
        self.logs.get(name)
    }

    /// What is remembered of a log that begins with this record: under its name; else under another name with the same
    /// id, if the same key sealed it, since the id is all that a seal states about its log.
    #[must_use]
    pub fn about(&self, open: &Open) -> Option<&Head> {
        let name = LogName::from(open);
        self.get(&name).or_else(|| {
            let alike = self.logs.iter().filter(|(other, _)| other.log == name.log);
            alike.map(|(_, head)| head).find(|head| Some(head.key()) == open.key)
        })
    }

    /// Every log with its head, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&LogName, &Head)> {
        self.logs.iter()
    }

    /// How many logs are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.logs.len()
    }

    /// Whether no log is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.logs.is_empty()
    }
}
