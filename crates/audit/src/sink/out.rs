use std::sync::Arc;

use resettle_sealed_log::IntegrityFault;

use super::{CoupSeen, Registered, Sink};
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};

/// Passes on what is found, and states which log it belongs to.
pub(crate) struct Out<'s> {
    pub(crate) sink: &'s mut dyn Sink,
    /// Log and file of each source, as places number them.
    names: Vec<(Arc<str>, Arc<str>)>,
    /// Those of a source without any.
    unknown: (Arc<str>, Arc<str>),
}

impl<'s> Out<'s> {
    /// `files` names the sources' files, as places number them.
    pub(crate) fn new(sink: &'s mut dyn Sink, files: &[Arc<str>]) -> Self {
        let names = files.iter().map(|file| (Arc::from(""), Arc::clone(file))).collect();
        Self { sink, names, unknown: (Arc::from(""), Arc::from("")) }
    }

    /// States which log a source is, once its opening record has been read.
    pub(crate) fn name(&mut self, source: usize, log: &str) {
        if let Some((known, _)) = self.names.get_mut(source) {
            *known = Arc::from(log);
        }
    }

    /// Log and file of a source.
    pub(crate) fn named(&self, source: usize) -> (Arc<str>, Arc<str>) {
        self.names.get(source).unwrap_or(&self.unknown).clone()
    }

    /// A finding with the log and the file of the source that shows it.
    fn located(&self, mut finding: Finding) -> Finding {
        (finding.log, finding.file) = self.named(finding.place.source);
        finding
    }

    pub(crate) fn report(&mut self, finding: Finding) {
        let finding = self.located(finding);
        self.sink.finding(finding);
    }

    pub(crate) fn report_all(&mut self, findings: impl IntoIterator<Item = Finding>) {
        findings.into_iter().for_each(|finding| self.report(finding));
    }

    /// Reports what is wrong with a log as a log, lightly where it changes nothing; returns the finding's severity.
    pub(crate) fn fault(&mut self, fault: IntegrityFault, source: usize, light: bool) -> Severity {
        let mut finding = from_fault(fault, source);
        if light {
            finding = finding.severity(Severity::Info);
        }
        let severity = finding.severity;
        self.report(finding);
        severity
    }

    pub(crate) fn register(&mut self, mut entry: Registered) {
        (entry.log, entry.file) = self.named(entry.place.source);
        self.sink.registered(entry);
    }

    /// Passes on a judged coup of a source with what was found of it; `seen` is given the log and the file.
    pub(crate) fn coup<'n>(
        &'n mut self,
        source: usize,
        findings: Vec<Finding>,
        seen: impl FnOnce(&'n Arc<str>, &'n Arc<str>) -> CoupSeen<'n>,
    ) {
        let (log, file) = self.names.get(source).unwrap_or(&self.unknown);
        let seen = seen(log, file);
        for finding in findings {
            let finding = self.located(finding);
            self.sink.finding_of(finding, &seen);
        }
        self.sink.coup(&seen);
    }
}

fn from_fault(fault: IntegrityFault, source: usize) -> Finding {
    let code = code(&fault);
    let place = Place {
        source,
        line: fault.line,
        seq: fault.seq,
        record_sha256: fault.sha256.map(|digest| digest.to_string()),
        at: fault.at,
        shoe: fault.shoe,
        coup: fault.coup,
        ..Place::default()
    };
    let mut finding = Finding::new(code, &place, fault.what);
    finding.wager = fault.wager;
    finding.expected = fault.expected;
    finding.logged = fault.logged;
    if let Some(stakes) = fault.stakes {
        (finding.staked, finding.stakes_unread) = (stakes.staked, stakes.more);
    }
    finding
}

fn code(fault: &IntegrityFault) -> Code {
    use resettle_sealed_log::FaultCode;
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
