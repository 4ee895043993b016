use std::sync::Arc;

use resettle_coup_log::QuickCoup;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::IntegrityFault;

use super::{CleanCoup, CleanWager, CoupResult, CoupSeen, Registered, Sink};
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::table_limits::BetLimits;

/// Passes on what is found, and states which log it belongs to.
pub(crate) struct Out<'s> {
    pub(crate) sink: &'s mut dyn Sink,
    /// Log and file of each source, as places number them.
    names: Vec<(Arc<str>, Arc<str>)>,
}

/// What a clean coup was judged by.
pub(crate) struct By<'a> {
    pub(crate) ruleset: &'a Arc<Ruleset>,
    pub(crate) decks: u32,
    pub(crate) limits: &'a [BetLimits],
    pub(crate) cards_return: bool,
}

impl<'s> Out<'s> {
    /// `files` names the sources' files, as places number them.
    pub(crate) fn new(sink: &'s mut dyn Sink, files: &[Arc<str>]) -> Self {
        let names = files.iter().map(|file| (Arc::from(""), Arc::clone(file))).collect();
        Self { sink, names }
    }

    /// States which log a source is, once its opening record has been read.
    pub(crate) fn name(&mut self, source: usize, log: &str) {
        if let Some((known, _)) = self.names.get_mut(source) {
            *known = Arc::from(log);
        }
    }

    /// Log and file of a source.
    pub(crate) fn named(&self, source: usize) -> (Arc<str>, Arc<str>) {
        self.names.get(source).cloned().unwrap_or_else(|| (Arc::from(""), Arc::from("")))
    }

    pub(crate) fn report(&mut self, mut finding: Finding) {
        (finding.log, finding.file) = self.named(finding.place.source);
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

    /// Passes on a coup without findings.
    pub(crate) fn clean(
        &mut self,
        source: usize,
        coup: &QuickCoup,
        by: By<'_>,
        result: CoupResult,
        wagers: &[CleanWager],
    ) {
        if let Some((log, file)) = self.names.get(source) {
            let By { ruleset, decks, limits, cards_return } = by;
            self.sink.clean(&CleanCoup { coup, log, file, ruleset, decks, limits, cards_return, result, wagers });
        }
    }

    pub(crate) fn coup(&mut self, coup: CoupSeen) {
        self.sink.coup(coup);
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
