//! How the logs of a run compare with each other and with what was verified before: rolled back, forked.
//!
//! One small entry is held per log, whatever its length. What to remember is decided here too, so that a log that was
//! rolled back or forks never replaces what was remembered of it.

mod fork;
mod proof;
mod rolled_back;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use resettle_sealed_log::{Fork, Head, LogName, LogVerdict, Move, Remembered, Stand, TrustStore};

use crate::finding::Finding;

/// One file of a log, as far as the history of the log is concerned.
#[derive(Clone, Debug)]
struct LogCopy {
    name: LogName,
    file: Arc<str>,
    lines: u64,
    /// The line of the last seal that counts over a chain unbroken from the first line; 0 without one.
    sealed: u64,
    cut_short: bool,
    head: Option<Head>,
    remembered: Option<Remembered>,
    /// Whether a seal that counts vouches for the line at which it differs from what was remembered.
    authenticated: bool,
    step: Option<(u64, Move)>,
}

/// Two logs of one id in one run.
#[derive(Clone, Debug)]
struct Forked {
    file: Arc<str>,
    from: Arc<str>,
    fork: Fork,
}

/// The logs of one run.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// By the log's id: only the id is signed by a seal, so a log that names another table or source under this id is
    /// still the same log.
    logs: BTreeMap<String, Vec<LogCopy>>,
    forks: BTreeMap<String, Vec<Forked>>,
    unsettled: BTreeSet<String>,
}

/// Two files that hold logs of one id, to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The id that both bear.
    pub log: String,
    /// The file that may have diverged.
    pub file: Arc<str>,
    /// The file of this log that is sealed furthest; if several are, the longest.
    pub from: Arc<str>,
}

impl History {
    /// Takes a log that was read. A log without a readable `open` has no name, and no history.
    pub fn add(&mut self, file: &str, verdict: &LogVerdict) {
        let Some(open) = &verdict.open else { return };
        let at = verdict.remembered.as_ref().and_then(|remembered| rolled_back::line(remembered.stand, verdict.lines));
        let read = LogCopy {
            name: LogName::from(open),
            file: Arc::from(file),
            lines: verdict.lines,
            sealed: verdict.head.as_ref().map_or(0, |(line, _)| *line),
            cut_short: verdict.cut_short,
            head: verdict.head.as_ref().map(|(_, head)| head.clone()),
            remembered: verdict.remembered.clone(),
            authenticated: at.is_some_and(|line| verdict.vouched(line)),
            step: verdict.head.as_ref().map(|(line, _)| *line).zip(Move::of(verdict)),
        };
        self.logs.entry(open.log.clone()).or_default().push(read);
    }

    /// Which files have to be compared with [`resettle_sealed_log::compare`]: for each log of which several files were
    /// given, every file with the one that is sealed furthest, if several are, with the longest. If each of them
    /// agrees with that one, all agree with each other.
    #[must_use]
    pub fn pairs(&self) -> Vec<Pair> {
        let mut out = Vec::new();
        for (log, files) in self.logs.iter().filter(|(_, files)| files.len() > 1) {
            let longest = files
                .iter()
                .max_by(|a, b| (a.sealed, a.lines).cmp(&(b.sealed, b.lines)).then_with(|| b.file.cmp(&a.file)));
            let Some(longest) = longest else { continue };
            for other in files.iter().filter(|other| other.file != longest.file) {
                out.push(Pair { log: log.clone(), file: Arc::clone(&other.file), from: Arc::clone(&longest.file) });
            }
        }
        out
    }

    /// Takes what the comparison of a pair gave.
    pub fn compared(&mut self, pair: Pair, fork: Option<Fork>) {
        let Some(fork) = fork else { return };
        let Pair { log, file, from } = pair;
        self.forks.entry(log).or_default().push(Forked { file, from, fork });
    }

    /// A pair could not be compared: which of the two to remember is not known.
    pub fn not_compared(&mut self, pair: Pair) {
        self.unsettled.insert(pair.log);
    }

    /// What was found: `integrity/rolled-back` and `integrity/fork`, in the order of reports. `trust` names keys.
    #[must_use]
    pub fn findings(&self, trust: Option<&TrustStore>) -> Vec<Finding> {
        let mut out = Vec::new();
        for (log, files) in &self.logs {
            let forks = self.forks.get(log).map_or(&[][..], Vec::as_slice);
            // An older copy beside the log that it was copied from does not roll anything back.
            let whole = files.iter().any(|one| one.remembered.as_ref().is_some_and(holds));
            for one in files {
                out.extend(rolled_back::finding(log, one, whole && forks.is_empty(), trust));
            }
            out.extend(forks.iter().map(|forked| fork::finding(log, forked, trust)));
        }
        out.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()).then_with(|| a.file.cmp(&b.file)));
        out
    }

    /// What may be remembered of this run: for each log the furthest step, but none if two histories of it are sealed.
    /// A file that diverges from it without a seal of its own is not a history.
    #[must_use]
    pub fn moves(&self) -> BTreeMap<LogName, Move> {
        let mut out = BTreeMap::new();
        for (log, files) in &self.logs {
            let sealed_twice = |forked: &Forked| forked.fork.lines.iter().all(|side| side.seal.is_some());
            let forks = self.forks.get(log).is_some_and(|forks| forks.iter().any(sealed_twice));
            if forks || self.unsettled.contains(log) {
                continue;
            }
            let furthest = files.iter().filter_map(|one| one.step.as_ref()).max_by_key(|(line, _)| *line);
            if let Some((_, step)) = furthest {
                out.insert(step.log.clone(), step.clone());
            }
        }
        out
    }

    /// Whether a log of this name was given.
    #[must_use]
    pub fn holds(&self, log: &LogName) -> bool {
        self.logs.get(&log.log).is_some_and(|files| files.iter().any(|one| one.name == *log))
    }
}

fn holds(remembered: &Remembered) -> bool {
    matches!(remembered.stand, Stand::Holds { .. })
}
