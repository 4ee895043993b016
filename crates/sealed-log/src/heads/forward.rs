use std::collections::BTreeMap;

use super::{Head, Heads, LogName, Remembered, Stand};
use crate::verdict::LogVerdict;

/// A head that may replace the one remembered, and what it replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The log whose head it is.
    pub log: LogName,
    /// What was remembered; `None` if the log is new.
    pub from: Option<Head>,
    /// What is to be remembered.
    pub to: Head,
}

/// Why moves could not be made: the heads of these logs have changed since they were read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("other heads were remembered meanwhile for {} of the logs", .0.len())]
pub struct Overtaken(pub Vec<LogName>);

impl Move {
    /// The step that a log allows: to its last verified seal, if that is further on than the remembered one and covers
    /// it. A log that lost its head, or goes on after a final one, allows none.
    #[must_use]
    pub fn of(verdict: &LogVerdict) -> Option<Self> {
        let log = LogName::from(verdict.open.as_ref()?);
        let (to_line, to) = verdict.head.clone()?;
        match &verdict.remembered {
            None => Some(Self { log, from: None, to }),
            Some(Remembered { head, stand: Stand::Holds { line }, .. }) if to_line > *line && !head.is_final() => {
                Some(Self { log, from: Some(head.clone()), to })
            }
            Some(_) => None,
        }
    }
}

impl Heads {
    /// Makes moves, each from what is remembered now: all of them, or none.
    ///
    /// # Errors
    /// [`Overtaken`], if another run has moved one of these heads since they were read.
    pub fn forward(&mut self, moves: &BTreeMap<LogName, Move>) -> Result<(), Overtaken> {
        let overtaken: Vec<LogName> = moves
            .values()
            .filter(|step| {
                let now = self.logs.get(&step.log);
                now != step.from.as_ref() && now != Some(&step.to)
            })
            .map(|step| step.log.clone())
            .collect();
        if !overtaken.is_empty() {
            return Err(Overtaken(overtaken));
        }
        for step in moves.values() {
            self.logs.insert(step.log.clone(), step.to.clone());
        }
        Ok(())
    }
}
