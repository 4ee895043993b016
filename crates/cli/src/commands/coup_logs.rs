//! The logs in which one coup is looked up, judged as `replay` judges them.

use std::io;
use std::path::{Path, PathBuf};

use resettle_audit::{Audit, CoupName, Replay, Settings, Slack, SourceLog, SourceSettings};
use resettle_console::notice::Notice;
use resettle_coup_log::LogReader;
use resettle_report::print::neutral;
use resettle_ruleset::StatedFacts;
use resettle_run::{Store, vouching};
use resettle_sealed_log::{Open, SoundSeals, TrustStore};

use super::named_logs;
use crate::args::RulesArgs;
use crate::error::{Error, shown};
use crate::files::{LogFile, Sharing, usual_temporary_folder};
use crate::judging::{LogFiles, with_tournaments};
use crate::rules;

/// The logs of one table that hold a coup, and by what they are judged.
pub struct CoupLogs<'a> {
    /// The log that was named.
    pub log: &'a Path,
    /// Logs of other sources of the table.
    pub with: &'a [PathBuf],
    /// Other logs of its tournament.
    pub tournament: &'a [PathBuf],
    pub store: Option<&'a TrustStore>,
    pub settings: Settings,
    pub about: SourceSettings,
}

/// What came of judging them, and whose logs they are.
pub struct JudgedLogs {
    /// The logs by name, as places number them.
    pub files: Vec<String>,
    pub audit: Audit,
    /// The table that they belong to.
    pub open: Option<Open>,
}

/// What judges, by these options, and the facts that are stated.
pub fn settings(
    rules: &RulesArgs,
    ruleset: Option<&str>,
    facts: Option<&Path>,
    slack: Slack,
) -> Result<(Settings, Option<StatedFacts>), Error> {
    let mut registry = rules::registry(rules)?;
    let facts = rules::facts(facts, &mut registry)?.map(|(facts, _)| facts);
    let named = rules::named(ruleset, &registry)?;
    Ok((Settings { registry, named, slack, tournaments: None, late: None }, facts))
}

impl CoupLogs<'_> {
    /// The log that was named, and those of other sources.
    pub fn paths(&self) -> Vec<&Path> {
        std::iter::once(self.log).chain(self.with.iter().map(PathBuf::as_path)).collect()
    }

    /// Judges all of it; the steps by which the coup of this name is judged are kept.
    pub fn judged(&mut self, name: Option<&CoupName>) -> Result<JudgedLogs, Error> {
        let mut judged = self.once(&self.settings, name)?;
        if judged.audit.tournament {
            let all = self.paths().into_iter().chain(self.tournament.iter().map(PathBuf::as_path));
            self.settings = with_tournaments(all, self.store, &self.settings)?;
            judged = self.once(&self.settings, name)?;
            if self.tournament.is_empty() {
                Notice::note(format!("{} records a tournament, and is judged by itself", shown(self.log)))
                    .help("name the logs of its other tables and of the desk with --tournament")
                    .say();
            }
        }
        if !judged.audit.late.is_empty() {
            judged = self.once(&self.settings.knowing(&judged.audit.late), name)?;
        }
        Ok(judged)
    }

    fn once(&self, settings: &Settings, name: Option<&CoupName>) -> Result<JudgedLogs, Error> {
        let replay = Replay::by(settings);
        let replay = name.map_or(replay, |name| replay.explaining(name));
        if self.with.is_empty() { self.alone(replay) } else { self.joined(replay) }
    }

    fn alone(&self, replay: Replay<'_>) -> Result<JudgedLogs, Error> {
        let fail = |error| Error::read(self.log, error);
        let file = self.log.display().to_string();
        let mut opened = LogFile::open(self.log, |_| ()).map_err(fail)?;
        let audited = replay.audit_log(LogReader::new(opened.content().map_err(fail)?, self.store), &file);
        match audited.read_error {
            Some(error) => Err(unread(self.log, &error)),
            None => Ok(JudgedLogs { files: vec![file], audit: audited.audit, open: audited.verdict.open }),
        }
    }

    fn joined(&self, replay: Replay<'_>) -> Result<JudgedLogs, Error> {
        let paths = self.paths();
        let sound = SoundSeals::default();
        let spill = Store::new(&usual_temporary_folder());
        let sharing = Sharing::among(paths.len(), &spill);
        let mut opened = Vec::new();
        for path in &paths {
            opened.push(LogFile::beside(path, sharing, |_| ()).map_err(|error| Error::read(path, error))?);
        }
        let mut logs = Vec::new();
        let mut whose: Option<Open> = None;
        let table = |open: &Open| [&open.jurisdiction, &open.venue, &open.game, &open.table].map(Clone::clone);
        for (path, file) in paths.iter().zip(&mut opened) {
            let open = named_logs::opening(path)?;
            if let (Some(own), Some(first)) = (&open, &whose)
                && table(own) != table(first)
            {
                let what = format!("{} is a log of another table than {}", shown(path), shown(self.log));
                return Err(Error::new(what).help("name the logs of one table only"));
            }
            whose = whose.or(open);
            let content = file.content().map_err(|error| Error::read(path, error))?;
            let log =
                SourceLog::new(path.display().to_string(), LogReader::new(content, self.store).remembering(&sound));
            logs.push(log.vouched_by(vouching(path, self.store, &sound, &LogFiles)));
        }
        let judged = replay.joining(&self.about).audit_logs(logs);
        if let Some(stopped) = judged.stopped {
            return Err(Error::new(neutral(&stopped.to_string())));
        }
        for (path, error) in paths.iter().zip(&judged.read_errors) {
            if let Some(error) = error {
                return Err(unread(path, error));
            }
        }
        Ok(JudgedLogs { files: judged.files, audit: judged.audit, open: whose })
    }
}

/// A coup is also judged by what follows, so an incomplete log explains none.
fn unread(path: &Path, error: &io::Error) -> Error {
    Error::new(format!("{} could not be read to its end: {error}", shown(path)))
        .help("what follows a coup may decide about it; get the whole file from its source, unpacked")
}
