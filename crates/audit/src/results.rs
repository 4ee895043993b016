//! The results of a replay, beside what it passed to the sink.

use std::io;

use resettle_coup_log::{Body, LogContents, Record};
use resettle_sealed_log::{LogVerdict, Moment, Open, Time};

use crate::finding::Finding;
use crate::late::LateIncident;
use crate::moments::played_at;
use crate::ruleset_use::RulesetUse;
use crate::sink::Plain;
use crate::totals::Totals;
use crate::trace::CoupTrace;

/// What the replay of one log found, beside the verdict on the log as a log.
#[derive(Debug, Default)]
pub struct Audit {
    /// Everything that does not fit, in the order of log, line, wager, code.
    pub findings: Vec<Finding>,
    /// The sums over all coups, wagers and chips.
    pub totals: Totals,
    /// The rulesets used, by id.
    pub rulesets: Vec<RulesetUse>,
    /// How the coup to be explained was judged, once for each record of it; otherwise empty.
    pub traces: Vec<CoupTrace>,
    /// Whether tournament play was read that was not judged; then none of this is valid: [`gather`](crate::gather) the
    /// tournaments of all logs, [`follow`](crate::follow) them, and judge again with the rulings as
    /// [`Settings::tournaments`](crate::Settings::tournaments).
    pub tournament: bool,
    /// Incidents that were written after their coups had been judged. If there are any, none of this is valid: judge again
    /// by [`Settings::knowing`](crate::Settings::knowing) them.
    pub late: Vec<LateIncident>,
}

/// One log, authenticated and replayed; its findings and coups went to a sink.
#[derive(Debug)]
pub struct ReplayedLog {
    /// The verdict on the log as a log, without the faults, which are findings.
    pub verdict: LogVerdict,
    /// The sums over all coups, wagers and chips.
    pub totals: Totals,
    /// The rulesets used, by id.
    pub rulesets: Vec<RulesetUse>,
    /// Why the input could not be read to its end; what came before is judged all the same.
    pub read_error: Option<io::Error>,
}

/// One log, authenticated and replayed, with everything that was found.
#[derive(Debug)]
pub struct AuditedLog {
    /// The verdict on the log as a log, without the faults, which are among the findings.
    pub verdict: LogVerdict,
    /// What the replay found, integrity findings among it.
    pub audit: Audit,
    /// Why the input could not be read to its end; what came before is judged all the same.
    pub read_error: Option<io::Error>,
}

/// When a log was written, and what.
#[derive(Clone, Debug)]
pub struct LogSpan {
    /// When its first record was written.
    pub first: Time,
    /// When its last record was written.
    pub last: Moment,
    /// When the earliest of all records was written.
    pub earliest: Moment,
    /// When the latest of all records was written.
    pub latest: Moment,
    /// From when to when the coups of an import were played, as they say; `None` of a log that the table itself wrote, and of
    /// an import whose coups state no time.
    pub played: Option<(Time, Time)>,
    /// What it wrote and what it left out.
    pub contents: LogContents,
}

impl LogSpan {
    /// Notes a record that belongs to it.
    pub(crate) fn note(&mut self, record: &Record, imported: bool) {
        let at = record.at.moment();
        self.last = at;
        self.earliest = self.earliest.min(at);
        self.latest = self.latest.max(at);
        self.contents.note(record);
        if let (true, Body::Coup(coup)) = (imported, &record.body)
            && let Some(played) = played_at(coup)
        {
            let (earliest, latest) = self.played.get_or_insert_with(|| (played.clone(), played.clone()));
            if played.moment() < earliest.moment() {
                earliest.clone_from(played);
            }
            if played.moment() > latest.moment() {
                latest.clone_from(played);
            }
        }
    }

    /// It begins with this record.
    pub(crate) fn beginning(record: &Record) -> Self {
        let at = record.at.moment();
        let contents = LogContents::default();
        Self { first: record.at.clone(), last: at, earliest: at, latest: at, played: None, contents }
    }
}

/// The result of judging the sources of one table together; findings and coups went to a sink.
#[derive(Debug)]
pub struct JoinedReplay {
    /// The log that each [`Place::source`](crate::Place::source) refers to: its position among those passed.
    pub sources: Vec<usize>,
    /// The opening record that identifies the table: that of the first source that has one.
    pub open: Option<Open>,
    /// The verdict on each log as a log, in the order in which they were passed; the faults are findings.
    pub verdicts: Vec<LogVerdict>,
    /// From when to when each was written, in the same order; `None` for a log without any record.
    pub spans: Vec<Option<LogSpan>>,
    /// Why an input could not be read to its end, in the same order.
    pub read_errors: Vec<Option<io::Error>>,
    /// The sums over all coups, wagers and chips.
    pub totals: Totals,
    /// The rulesets used, by id.
    pub rulesets: Vec<RulesetUse>,
    /// Why the joining had to stop; what came before is judged.
    pub stopped: Option<JoinError>,
}

/// The result of judging the sources of one table together, with everything that was found.
#[derive(Debug)]
pub struct JoinedAudit {
    /// The files as [`Place::source`](crate::Place::source) numbers them.
    pub files: Vec<String>,
    /// The verdict on each log as a log, in the order in which they were passed.
    pub verdicts: Vec<LogVerdict>,
    /// Why an input could not be read to its end.
    pub read_errors: Vec<Option<io::Error>>,
    /// What the replay of the joined coups found.
    pub audit: Audit,
    /// Why the joining had to stop; what came before is judged.
    pub stopped: Option<JoinError>,
}

/// Why sources cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// One shoe comes earlier in one file than in another.
    #[error(
        "shoe `{shoe}` comes at another place in {file} than in {other}: logs are joined shoe by shoe, in one order"
    )]
    ShoeOrder {
        /// Its id, as both logs name it.
        shoe: String,
        /// Where it comes late.
        file: String,
        /// Where it came before.
        other: String,
    },
}

/// States for everything whether its record is authentic, and puts it in the order of reports.
pub(crate) fn whole<'v>(
    sink: Plain<'_>,
    totals: Totals,
    rulesets: Vec<RulesetUse>,
    verdict: impl Fn(usize) -> Option<&'v LogVerdict>,
) -> Audit {
    let Plain { mut findings, mut traces, tournament, late, .. } = sink;
    let vouched = |source, line: Option<u64>| verdict(source).zip(line).is_some_and(|(log, line)| log.vouched(line));
    for finding in &mut findings {
        finding.authenticated = vouched(finding.place.source, finding.place.line);
    }
    for trace in &mut traces {
        trace.authenticated = vouched(trace.place.source, trace.place.line);
    }
    findings.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    Audit { findings, totals, rulesets, traces, tournament, late }
}

/// What is in the order of places, in the order in which the logs were passed.
pub(crate) fn as_passed<T>(by_place: Vec<T>, order: &[usize]) -> Vec<T> {
    let mut passed: Vec<(usize, T)> = order.iter().copied().zip(by_place).collect();
    passed.sort_by_key(|(at, _)| *at);
    passed.into_iter().map(|(_, one)| one).collect()
}
