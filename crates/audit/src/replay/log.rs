use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::sync::Arc;

use resettle_coup_log::{EntryBody, IntegrityFault, LogReader, LogVerdict};
use resettle_ruleset::{Registry, Ruleset};

use super::table::{Outcome, TableAudit};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::trace::{CoupName, CoupTrace};

/// By which rules logs are judged.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The rulesets at hand.
    pub registry: Registry,
    /// Judge everything by this one, whatever was in force.
    pub named: Option<Arc<Ruleset>>,
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
}

impl Totals {
    /// Adds another sum.
    pub fn add(&mut self, other: &Self) {
        self.coups += other.coups;
        self.wagers += other.wagers;
        self.staked += other.staked;
        self.returned += other.returned;
        self.due += other.due;
    }
}

/// What the wagers on one bet come to; money in minor units, as in [`Totals`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetTotals {
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What was due.
    pub due: i128,
}

impl BetTotals {
    /// Adds another sum.
    pub fn add(&mut self, other: &Self) {
        self.wagers += other.wagers;
        self.staked += other.staked;
        self.due += other.due;
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
    /// The same by bet, as logs name it; it may be any text.
    pub bets: BTreeMap<String, BetTotals>,
    /// Coups that a clause voids, whatever was declared, in the order they were judged.
    pub void: Vec<Place>,
    /// The rulesets used, by id.
    pub rulesets: Vec<RulesetUse>,
    /// How the coup was judged that was to be explained, once for each record of it; else empty.
    pub traces: Vec<CoupTrace>,
}

/// One log, authenticated and replayed.
#[derive(Debug)]
pub struct AuditedLog {
    /// The verdict on the log as a log.
    pub verdict: LogVerdict,
    /// What the replay found, integrity findings among it.
    pub audit: Audit,
    /// Why the input could not be read to its end; what came before is judged all the same.
    pub read_error: Option<io::Error>,
}

/// Reads a log to its end, authenticates it, re-deals and re-settles every coup. `file` names it in findings.
///
/// Everything that is wrong with the log itself is a finding; an input that fails is told in [`AuditedLog::read_error`].
pub fn audit_log<R: BufRead>(reader: LogReader<'_, R>, file: &str, settings: &Settings) -> AuditedLog {
    replay(reader, file, settings, None)
}

/// The same, and the steps by which one coup was judged: [`Audit::traces`].
pub fn explain_in_log<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    coup: &CoupName,
) -> AuditedLog {
    replay(reader, file, settings, Some(coup))
}

fn replay<R: BufRead>(
    mut reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    explain: Option<&CoupName>,
) -> AuditedLog {
    let mut table: Option<TableAudit<'_>> = None;
    let mut read_error = None;
    loop {
        let entry = match reader.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(error) => {
                reader.cut_short();
                read_error = Some(error);
                break;
            }
        };
        if table.is_none()
            && let Some(open) = reader.open()
        {
            table = Some(TableAudit::new(settings, open.clone(), false).explaining(explain));
        }
        let Some(table) = table.as_mut() else { continue };
        match entry.body {
            EntryBody::Record(record) => table.record(record, 0),
            EntryBody::Malformed { seen: Some(seen) } => table.seen(&seen),
            EntryBody::Malformed { seen: None } => {}
        }
    }
    let verdict = reader.finish();
    let audit = finish_audit(table, &[(&verdict, file)]);
    AuditedLog { verdict, audit, read_error }
}

/// The integrity findings of a log that was only authenticated.
#[must_use]
pub fn integrity_findings(verdict: &LogVerdict, file: &str) -> Vec<Finding> {
    finish_audit(None, &[(verdict, file)]).findings
}

/// What a table came to, with the integrity findings of its logs. The logs stand in the order by which places name them.
pub(crate) fn finish_audit(table: Option<TableAudit<'_>>, logs: &[(&LogVerdict, &str)]) -> Audit {
    let Outcome { mut findings, totals, bets, void, used, mut traces } =
        table.map(TableAudit::finish).unwrap_or_default();
    for trace in &mut traces {
        let verdict = logs.get(trace.place.source).map(|(verdict, _)| verdict);
        trace.authenticated = verdict.zip(trace.place.line).is_some_and(|(verdict, line)| verdict.vouched(line));
    }
    for (source, (verdict, _)) in logs.iter().enumerate() {
        findings.extend(verdict.faults.iter().map(|fault| from_fault(fault, source)));
    }
    stamp(&mut findings, logs);
    Audit { findings, totals, bets, void, rulesets: rulesets(used), traces }
}

fn rulesets(used: BTreeMap<String, (Arc<Ruleset>, u64)>) -> Vec<RulesetUse> {
    used.into_iter().map(|(id, (ruleset, coups))| RulesetUse { id, digest: ruleset.digest.clone(), coups }).collect()
}

/// Says of every finding which log and file it is about and whether its record is authentic.
fn stamp(findings: &mut [Finding], logs: &[(&LogVerdict, &str)]) {
    let names: Vec<(Arc<str>, Arc<str>)> = logs
        .iter()
        .map(|(verdict, file)| {
            let log = verdict.open.as_ref().map_or("", |open| open.log.as_str());
            (Arc::from(log), Arc::from(*file))
        })
        .collect();
    for finding in findings.iter_mut() {
        let source = finding.place.source;
        if let (Some((log, file)), Some((verdict, _))) = (names.get(source), logs.get(source)) {
            finding.log = Arc::clone(log);
            finding.file = Arc::clone(file);
            finding.authenticated = finding.place.line.is_some_and(|line| verdict.vouched(line));
        }
    }
    findings.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
}

fn from_fault(fault: &IntegrityFault, source: usize) -> Finding {
    let place = Place {
        source,
        line: fault.line,
        seq: fault.seq,
        record_sha256: fault.sha256.map(|digest| digest.to_string()),
        shoe: fault.shoe.clone(),
        coup: fault.coup,
        ..Place::default()
    };
    let mut finding = Finding::new(code(fault), &place, fault.what.clone());
    finding.wager.clone_from(&fault.wager);
    finding.expected.clone_from(&fault.expected);
    finding.logged.clone_from(&fault.logged);
    finding
}

fn code(fault: &IntegrityFault) -> Code {
    use resettle_coup_log::FaultCode;
    match fault.code {
        FaultCode::MalformedRecord => Code::MalformedRecord,
        FaultCode::NoOpen => Code::NoOpen,
        FaultCode::UnknownKind => Code::UnknownKind,
        FaultCode::ChainBroken => Code::ChainBroken,
        FaultCode::SequenceGap => Code::SequenceGap,
        FaultCode::TimeReversal => Code::TimeReversal,
        FaultCode::BadSignature => Code::BadSignature,
        FaultCode::UntrustedKey => Code::UntrustedKey,
        FaultCode::UnsealedTail => Code::UnsealedTail,
        FaultCode::AfterFinal => Code::AfterFinal,
        FaultCode::NotClosed => Code::NotClosed,
    }
}
