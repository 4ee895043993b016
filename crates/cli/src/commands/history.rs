use std::io;
use std::path::{Path, PathBuf};

use resettle_audit::{Finding, History, Pair};
use resettle_coup_log::LogReader;
use resettle_report::document::HeadsUsed;
use resettle_report::print::neutral;
use resettle_sealed_log::{Fork, Heads, LogVerdict, TrustStore, compare};

use crate::error::{self, Error, shown};
use crate::files::{HeadsFile, LogFile};

/// How the logs of a run compare with each other, and with what was remembered of earlier runs.
pub struct Remembering {
    file: Option<HeadsFile>,
    history: History,
    /// Pairs of files that could not be compared.
    failed: usize,
}

impl Remembering {
    /// Reads the heads file, if one is named.
    pub fn begin(path: Option<&Path>, store: Option<&TrustStore>) -> Result<Self, Error> {
        let file = path.map(|path| HeadsFile::load(path, store)).transpose()?;
        Ok(Self { file, history: History::default(), failed: 0 })
    }

    /// What logs are to be compared with while they are read: [`LogReader::against`].
    pub fn heads(&self) -> Option<&Heads> {
        self.file.as_ref().map(HeadsFile::heads)
    }

    /// Takes a log that was read.
    pub fn add(&mut self, file: &str, verdict: &LogVerdict) {
        self.history.add(file, verdict);
    }

    /// Once all logs were read: compares those that claim to be the same log, and reports what was rolled back and what
    /// forks. `path_of` returns where a log of a name is read.
    pub fn findings(&mut self, path_of: &dyn Fn(&str) -> PathBuf, store: Option<&TrustStore>) -> Vec<Finding> {
        for pair in self.history.pairs() {
            match forked(&pair, path_of, store) {
                Ok(fork) => self.history.compared(pair, fork),
                Err(error) => {
                    anstream::eprintln!("{error}");
                    self.failed += 1;
                    self.history.not_compared(pair);
                }
            }
        }
        self.history.findings(store)
    }

    /// What the report states about the heads file.
    pub fn used(&self) -> Option<HeadsUsed> {
        let file = self.file.as_ref()?;
        Some(HeadsUsed {
            path: file.path().display().to_string(),
            sha256: file.sha256().map(str::to_owned),
            remembered: file.heads().len(),
            not_seen: file.heads().iter().filter(|(name, _)| !self.history.holds(name)).count(),
        })
    }

    /// Remembers what may be remembered, after the run.
    pub fn save(&self) -> Result<(), Error> {
        match &self.file {
            Some(file) => file.save(&self.history.moves()),
            None => Ok(()),
        }
    }

    /// Whether every comparison could be made.
    pub fn settled(&self) -> Result<(), Error> {
        match self.failed {
            0 => Ok(()),
            _ => Err(Error::new("logs of one id could not be compared; what else was found stands above")
                .help("save them as files, whole, and run again")),
        }
    }
}

/// The file among these that reports call by a name.
pub fn file_named<'p>(paths: &'p [PathBuf]) -> impl Fn(&str) -> PathBuf + use<'p> {
    |name| {
        paths.iter().find(|path| path.display().to_string() == name).map_or_else(|| PathBuf::from(name), Clone::clone)
    }
}

fn forked(pair: &Pair, path_of: &dyn Fn(&str) -> PathBuf, store: Option<&TrustStore>) -> Result<Option<Fork>, Error> {
    let open = |name: &str| {
        let path = &path_of(name);
        if !LogFile::lasts(path) {
            let (one, other) = (neutral(&pair.file), neutral(&pair.from));
            return Err(Error::new(format!(
                "{one} and {other} say to be one log, `{}`, and {} can be read only once",
                neutral(&pair.log),
                shown(path)
            )));
        }
        LogFile::open(path, |_| ()).map_err(|error| Error::read(path, error))
    };
    let (mut file, mut from) = (open(&pair.file)?, open(&pair.from)?);
    let fail = |error: io::Error| {
        let (one, other, why) = (neutral(&pair.file), neutral(&pair.from), neutral(&error::why(&error)));
        Error::new(format!("{one} could not be compared with {other}: {why}"))
    };
    let one = LogReader::new(file.content().map_err(fail)?, store);
    let other = LogReader::new(from.content().map_err(fail)?, store);
    compare(one, other).map_err(fail)
}
