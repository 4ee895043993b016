use std::io::{self, BufRead};
use std::rc::Rc;
use std::sync::Arc;

use resettle_coup_log::{Coup, EntryBody, LogReader, Step};
use resettle_ruleset::{Registry, Ruleset};
use resettle_sealed_log::{LogVerdict, Moment};

use super::stage::Stage;
use crate::claims::Slack;
use crate::finding::Finding;
use crate::join::JoinedReplay;
use crate::judge::money;
use crate::sink::{Out, Plain, Sink};
use crate::stream::{Chained, Parted, Pulled, SourceLog, Spoken, Turn, Unvouched, Use, leading, sorted_out};
use crate::tournament::Rulings;
use crate::trace::{CoupName, CoupTrace};

/// By which rules logs are judged.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The rulesets at hand.
    pub registry: Registry,
    /// Judge everything by this one, whatever was in force.
    pub named: Option<Arc<Ruleset>>,
    /// How far people's clocks may differ where claims are held against a log.
    pub slack: Slack,
    /// What was found of the tournaments of the logs; none where that was not asked yet.
    pub tournaments: Option<Arc<Rulings>>,
}

/// The span within which coups are judged that commence in it. What comes before and after is followed, because a shoe
/// may go on from it, and not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first moment; none for no beginning.
    pub from: Option<Moment>,
    /// The first moment after it; none for no end.
    pub until: Option<Moment>,
}

impl Window {
    /// Whether a moment lies within it.
    #[must_use]
    pub fn holds(&self, moment: Moment) -> bool {
        self.from.is_none_or(|from| from <= moment) && self.until.is_none_or(|until| moment < until)
    }
}

/// Sums over coups; money in minor units of the log's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Coups.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// What was due; where two amounts are right the nearer one, where nothing is judged what went back.
    pub due: i128,
    /// The same of coups of tournaments, which count here alone.
    pub tournament: ChipTotals,
}

/// Sums over coups of tournaments, in chips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipTotals {
    /// Coups.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back.
    pub returned: i128,
    /// What was due.
    pub due: i128,
}

impl ChipTotals {
    fn count(&mut self, wagers: u64, staked: i128, returned: i128) {
        self.coups += 1;
        self.wagers += wagers;
        self.staked += staked;
        self.returned += returned;
    }
}

impl Totals {
    /// Counts a coup, its wagers, what was staked and what went back.
    pub(super) fn count(&mut self, coup: &Coup) {
        let (wagers, staked, returned) = money(coup);
        match coup.tournament.is_some() {
            true => self.tournament.count(wagers, staked, returned),
            false => {
                self.coups += 1;
                self.wagers += wagers;
                self.staked += staked;
                self.returned += returned;
            }
        }
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Self) {
        self.coups += other.coups;
        self.wagers += other.wagers;
        self.staked += other.staked;
        self.returned += other.returned;
        self.due += other.due;
        self.tournament.coups += other.tournament.coups;
        self.tournament.wagers += other.tournament.wagers;
        self.tournament.staked += other.tournament.staked;
        self.tournament.returned += other.tournament.returned;
        self.tournament.due += other.tournament.due;
    }
}

/// A ruleset that coups were judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetUse {
    /// Its id.
    pub id: String,
    /// Its digest.
    pub digest: String,
    /// How many coups.
    pub coups: u64,
}

/// What the replay of one log found, beside the verdict on the log as a log.
#[derive(Debug, Default)]
pub struct Audit {
    /// Everything that does not fit, in the order of log, line, wager, code.
    pub findings: Vec<Finding>,
    /// The sums.
    pub totals: Totals,
    /// The rulesets used, by id.
    pub rulesets: Vec<RulesetUse>,
    /// How the coup was judged that was to be explained, once for each record of it; else empty.
    pub traces: Vec<CoupTrace>,
    /// Whether tournament play was read that was not judged, and nothing of this holds: [`gather`](crate::gather) the tournaments of all
    /// logs, [`follow`](crate::follow) them, and judge again with the rulings as [`Settings::tournaments`].
    pub tournament: bool,
}

/// One log, authenticated and replayed; its findings and coups went to a sink.
#[derive(Debug)]
pub struct ReplayedLog {
    /// The verdict on the log as a log, but for the faults, which are findings.
    pub verdict: LogVerdict,
    /// The sums.
    pub totals: Totals,
    /// The rulesets used, by id.
    pub rulesets: Vec<RulesetUse>,
    /// Why the input could not be read to its end; what came before is judged all the same.
    pub read_error: Option<io::Error>,
}

/// One log, authenticated and replayed, with everything that was found.
#[derive(Debug)]
pub struct AuditedLog {
    /// The verdict on the log as a log, but for the faults, which are among the findings.
    pub verdict: LogVerdict,
    /// What the replay found, integrity findings among it.
    pub audit: Audit,
    /// Why the input could not be read to its end; what came before is judged all the same.
    pub read_error: Option<io::Error>,
}

/// Reads a log to its end, authenticates it, re-deals and re-settles every coup, and hands what is found to `sink`.
/// `file` names it in findings.
///
/// Everything that is wrong with the log itself is a finding; an input that fails is told in
/// [`ReplayedLog::read_error`].
pub fn audit_log_to<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    sink: &mut dyn Sink,
) -> ReplayedLog {
    replay(reader, file, Some(settings), sink)
}

/// Replays the logs of one source of a table as one stream, and hands what is found to `sink`. All are of one
/// jurisdiction, venue, game, table and source; their order changes nothing.
///
/// A shoe whose coups stand in two of them goes on; coups that a later one repeats are told once and not judged again.
pub fn audit_stream_to<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    window: Option<Window>,
    sink: &mut dyn Sink,
) -> JoinedReplay {
    let mut logs: Vec<(usize, SourceLog<'_, R>)> = logs.into_iter().enumerate().collect();
    logs.sort_by(|(_, one), (_, other)| one.order(other));
    let open = leading(logs.iter().map(|(_, log)| log));
    let (mut sources, mut own, mut strays) = (Vec::new(), Vec::new(), Vec::new());
    for (at, log) in logs {
        match sorted_out(log, open.as_ref()) {
            Ok(log) => {
                sources.push(at);
                own.push(log);
            }
            Err(stray) => strays.push((at, stray)),
        }
    }
    sources.extend(strays.iter().map(|(at, _)| *at));
    let spoken = Spoken::of(own.iter().map(|log| (0, log.vouching())).collect()).map(Rc::new);
    let claims: Vec<bool> = own.iter().map(SourceLog::asks_claims).collect();
    let all = own.iter().chain(strays.iter().map(|(_, stray)| &stray.log));
    let files: Vec<Arc<str>> = all.clone().map(|log| Arc::clone(log.file())).collect();
    let mut out = Out::new(sink, &files);
    for (at, log) in all.enumerate() {
        log.open().into_iter().for_each(|open| out.name(at, &open.log));
    }
    let mut unvouched = Unvouched::new(spoken.clone());
    let mut chain = Chained::new(own.into_iter().enumerate().collect(), 0, spoken);
    let mut stage = Stage::Before(out);
    if let Some(open) = &open {
        stage = stage.open(settings, open.clone(), false).within(window);
    }
    while let Some(turn) = chain.turn(&mut stage) {
        let Some(table) = stage.table() else { continue };
        let (Turn::Line(Pulled { source, nth, .. }) | Turn::Quick { source, nth }) = turn;
        table.reading(nth);
        table.vouched = unvouched.counts(source);
        table.asks(claims.get(source).copied().unwrap_or(true));
        let Pulled { body, worst, .. } = match turn {
            Turn::Line(pulled) => pulled,
            Turn::Quick { source, nth } => {
                if let Some(reader) = chain.quick()
                    && table.takes(reader.quick(), source)
                {
                    table.hold(|held| reader.take_quick(held));
                    continue;
                }
                chain.slow(source, nth)
            }
        };
        match body {
            EntryBody::Record(record) => {
                if let Use::LeftOut(told) = unvouched.judge(&record, 0, source) {
                    told.into_iter().for_each(|finding| table.report_beside(*finding));
                    continue;
                }
                table.flag(worst);
                table.record(record, source);
            }
            EntryBody::Malformed { seen: Some(seen) } => table.seen(&seen),
            EntryBody::Malformed { seen: None } => {}
        }
    }
    let mut finished = chain.finish();
    for ((_, stray), source) in strays.into_iter().zip(claims.len()..) {
        finished.extend(stray.leave_out(source, &mut stage));
    }
    let Parted { mut verdicts, spans, failed } = Parted::of(finished);
    let (totals, rulesets) = stage.finish(verdicts.iter_mut());
    let verdicts = as_passed(verdicts, &sources);
    let spans = as_passed(spans, &sources);
    let read_errors = as_passed(failed, &sources);
    JoinedReplay { sources, open, verdicts, spans, read_errors, totals, rulesets, stopped: None }
}

/// What is in the order of places, in the order in which the logs were passed.
pub(crate) fn as_passed<T>(by_place: Vec<T>, order: &[usize]) -> Vec<T> {
    let mut passed: Vec<(usize, T)> = order.iter().copied().zip(by_place).collect();
    passed.sort_by_key(|(at, _)| *at);
    passed.into_iter().map(|(_, one)| one).collect()
}

/// Only authenticates a log, and hands its integrity findings to `sink`. No coup is judged.
pub fn authenticate_log<R: BufRead>(reader: LogReader<'_, R>, file: &str, sink: &mut dyn Sink) -> ReplayedLog {
    replay(reader, file, None, sink)
}

/// Audits a log and holds everything that is found, in the order of reports. `file` names the log in findings.
///
/// Everything that is wrong with the log is a finding, and says whether its record is authentic. Two things have to be looked at
/// before what was found is used: [`AuditedLog::read_error`], with which only what came before is judged, and [`Audit::tournament`],
/// with which nothing of it holds.
pub fn audit_log<R: BufRead>(reader: LogReader<'_, R>, file: &str, settings: &Settings) -> AuditedLog {
    held(reader, file, settings, None)
}

/// The same, and the steps by which one coup was judged: [`Audit::traces`].
pub fn explain_in_log<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    coup: &CoupName,
) -> AuditedLog {
    held(reader, file, settings, Some(coup))
}

fn held<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    explain: Option<&CoupName>,
) -> AuditedLog {
    let mut sink = Plain { explain, ..Plain::default() };
    let ReplayedLog { verdict, totals, rulesets, read_error } = replay(reader, file, Some(settings), &mut sink);
    let audit = whole(sink, totals, rulesets, |_| Some(&verdict));
    AuditedLog { verdict, audit, read_error }
}

/// Says of everything whether its record is authentic, and puts it in the order of reports.
pub(crate) fn whole<'v>(
    sink: Plain<'_>,
    totals: Totals,
    rulesets: Vec<RulesetUse>,
    verdict: impl Fn(usize) -> Option<&'v LogVerdict>,
) -> Audit {
    let Plain { mut findings, mut traces, tournament, .. } = sink;
    let vouched = |source, line: Option<u64>| verdict(source).zip(line).is_some_and(|(log, line)| log.vouched(line));
    for finding in &mut findings {
        finding.authenticated = vouched(finding.place.source, finding.place.line);
    }
    for trace in &mut traces {
        trace.authenticated = vouched(trace.place.source, trace.place.line);
    }
    findings.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    Audit { findings, totals, rulesets, traces, tournament }
}

fn replay<R: BufRead>(
    mut reader: LogReader<'_, R>,
    file: &str,
    settings: Option<&Settings>,
    sink: &mut dyn Sink,
) -> ReplayedLog {
    let mut stage = Stage::Before(Out::new(sink, &[Arc::from(file)]));
    let mut named = false;
    let mut read_error = None;
    while !stage.out().sink.is_full() {
        let entry = match reader.next_step() {
            Ok(Some(Step::Entry(entry))) => entry,
            Ok(Some(Step::Quick)) => {
                let Some(table) = stage.table() else { continue };
                if table.takes(reader.quick(), 0) {
                    table.hold(|held| reader.take_quick(held));
                } else {
                    table.record(reader.quick().record(), 0);
                }
                continue;
            }
            Ok(None) => break,
            Err(error) => {
                reader.cut_short();
                read_error = Some(error);
                break;
            }
        };
        if !named && let Some(open) = reader.open() {
            named = true;
            stage.out().name(0, &open.log);
            if let Some(settings) = settings {
                stage = stage.open(settings, open.clone(), false);
                // Whether a seal vouches for an import shows at its end; one that names a key is taken for sealed.
                let asks = !open.imported || (open.key.is_some() && reader.has_trust());
                stage.table().into_iter().for_each(|table| table.asks_claims = asks);
            }
        }
        let worst = stage.faults(reader.take_faults(), 0, Some(entry.line), None);
        let Some(table) = stage.table() else { continue };
        match entry.body {
            EntryBody::Record(record) => {
                table.flag(worst);
                table.record(record, 0);
            }
            EntryBody::Malformed { seen: Some(seen) } => table.seen(&seen),
            EntryBody::Malformed { seen: None } => {}
        }
    }
    let mut verdict = reader.finish();
    let (totals, rulesets) = stage.finish(std::iter::once(&mut verdict));
    ReplayedLog { verdict, totals, rulesets, read_error }
}
