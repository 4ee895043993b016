use std::io::BufRead;

use resettle_coup_log::LogReader;

use crate::join::{self, SourceSettings};
use crate::replay;
use crate::results::{Audit, AuditedLog, JoinedAudit, JoinedReplay, ReplayedLog, whole};
use crate::settings::{Settings, Window};
use crate::sink::{Plain, Sink};
use crate::stream::{self, SourceLog};
use crate::trace::CoupName;

/// Reads logs to their end, authenticates them, and re-deals and re-settles every coup.
///
/// ```text
/// Replay::by(&settings).log(reader, "log.jsonl", &mut sink)                 one log, what is found goes to a sink
/// Replay::by(&settings).audit_log(reader, "log.jsonl")                      the same, and it is held
/// Replay::by(&settings).logs(logs, &mut sink)                               the logs of one source of a table
/// Replay::by(&settings).joining(&sources).logs(logs, &mut sink)             the logs of several sources of a table
/// Replay::by(&settings).explaining(&coup).audit_log(reader, "log.jsonl")    with the steps by which one coup was judged
/// ```
///
/// Everything that is wrong with a log itself is a finding. An input that fails is reported in the results; then only
/// what came before the failure is judged.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    settings: &'a Settings,
    window: Option<Window>,
    sources: Option<&'a SourceSettings>,
    explain: Option<&'a CoupName>,
}

impl<'a> Replay<'a> {
    /// By these rules.
    #[must_use]
    pub fn by(settings: &'a Settings) -> Self {
        Self { settings, window: None, sources: None, explain: None }
    }

    /// Only coups that commence within the window are judged; what comes before and after is followed.
    #[must_use]
    pub fn within(self, window: Option<Window>) -> Self {
        Self { window, ..self }
    }

    /// Several sources of a table are judged as one: [`Replay::logs`] joins what they say of each coup.
    #[must_use]
    pub fn joining(self, sources: &'a SourceSettings) -> Self {
        Self { sources: Some(sources), ..self }
    }

    /// The steps by which this coup is judged are to be kept, if findings are held in memory: [`Audit::traces`]. A sink
    /// states itself what it wants: [`Sink::steps`].
    #[must_use]
    pub fn explaining(self, coup: &'a CoupName) -> Self {
        Self { explain: Some(coup), ..self }
    }

    /// Replays one log, and hands what is found to `sink`. `file` names it in findings.
    pub fn log<R: BufRead>(self, reader: LogReader<'_, R>, file: &str, sink: &mut dyn Sink) -> ReplayedLog {
        replay::log(reader, file, Some((self.settings, self.window)), sink)
    }

    /// Replays logs of one table, and hands what is found to `sink`; their order does not matter. All are of one
    /// jurisdiction, venue, game and table, and of one source unless [`Replay::joining`] is used.
    ///
    /// A shoe whose coups stand in two of them goes on; coups that a later one repeats are reported once and not judged again.
    pub fn logs<R: BufRead>(self, logs: Vec<SourceLog<'_, R>>, sink: &mut dyn Sink) -> JoinedReplay {
        match self.sources {
            None => stream::replay(logs, self.settings, self.window, sink),
            Some(about) => join::replay(logs, self.settings, about, self.window, sink),
        }
    }

    /// Replays one log and holds everything that is found, in the order of reports. `file` names the log in findings.
    ///
    /// Everything that is wrong with the log is a finding, and says whether its record is authentic. Check two things
    /// before using the findings: [`AuditedLog::read_error`], with which only what came before is judged, and
    /// [`Audit::tournament`], with which none of it is valid.
    pub fn audit_log<R: BufRead>(self, reader: LogReader<'_, R>, file: &str) -> AuditedLog {
        let mut sink = self.held();
        let ReplayedLog { verdict, totals, rulesets, read_error } = self.log(reader, file, &mut sink);
        let audit = whole(sink, totals, rulesets, |_| Some(&verdict));
        AuditedLog { verdict, audit, read_error }
    }

    /// Replays logs of one table as [`Replay::logs`] does, and holds everything that is found, in the order of reports.
    pub fn audit_logs<R: BufRead>(self, logs: Vec<SourceLog<'_, R>>) -> JoinedAudit {
        let passed: Vec<String> = logs.iter().map(|log| log.file().to_string()).collect();
        let mut sink = self.held();
        let JoinedReplay { sources, verdicts, read_errors, totals, rulesets, stopped, .. } = self.logs(logs, &mut sink);
        let audit: Audit = whole(sink, totals, rulesets, |source| sources.get(source).and_then(|at| verdicts.get(*at)));
        let files = sources.iter().filter_map(|at| passed.get(*at).cloned()).collect();
        JoinedAudit { files, verdicts, read_errors, audit, stopped }
    }

    fn held(self) -> Plain<'a> {
        Plain { explain: self.explain, ..Plain::default() }
    }
}

/// Only authenticates a log, and hands its integrity findings to `sink`. No coup is judged.
pub fn authenticate_log<R: BufRead>(reader: LogReader<'_, R>, file: &str, sink: &mut dyn Sink) -> ReplayedLog {
    replay::log(reader, file, None, sink)
}
