use std::collections::BTreeMap;

use resettle_sealed_log::{IntegrityFault, LogVerdict, Moment, Open, Time};

use super::table::TableAudit;
use crate::finding::{Finding, Severity};
use crate::ruleset_use::RulesetUse;
use crate::settings::{Settings, Window};
use crate::sink::Out;
use crate::totals::Totals;

/// A table before its opening record and after: findings of its logs are reported in both.
pub(crate) enum Stage<'s> {
    Before(Out<'s>),
    Judging(Box<TableAudit<'s>>),
}

impl<'s> Stage<'s> {
    /// The table's opening record was read.
    pub(crate) fn open(self, settings: &'s Settings, open: Open, joined: bool) -> Self {
        match self {
            Self::Before(out) => Self::Judging(Box::new(TableAudit::new(settings, open, joined, out))),
            judging @ Self::Judging(_) => judging,
        }
    }

    /// Only coups that commence within the window are judged.
    pub(crate) fn within(mut self, window: Option<Window>) -> Self {
        if let Self::Judging(table) = &mut self {
            table.window = window;
        }
        self
    }

    pub(crate) fn table(&mut self) -> Option<&mut TableAudit<'s>> {
        match self {
            Self::Before(_) => None,
            Self::Judging(table) => Some(table),
        }
    }

    pub(crate) fn out(&mut self) -> &mut Out<'s> {
        match self {
            Self::Before(out) => out,
            Self::Judging(table) => table.out(),
        }
    }

    /// Reports what was found about a record beside the coups, if that lies in the window.
    pub(crate) fn report_beside(&mut self, finding: Finding) {
        match self {
            Self::Before(out) => out.report(finding),
            Self::Judging(table) => table.report_beside(finding),
        }
    }

    /// Reports faults of a log; returns the gravest one on `line`. A fault lies in the window if its record does; if
    /// the record states no time, if the record written last does.
    pub(crate) fn faults(
        &mut self,
        faults: Vec<IntegrityFault>,
        source: usize,
        line: Option<u64>,
        last: Option<Moment>,
    ) -> Option<Severity> {
        let window = self.table().and_then(|table| table.window);
        let mut worst = None;
        for fault in faults {
            let at = fault.at.as_ref().map(Time::moment).or(last);
            if window.zip(at).is_some_and(|(window, at)| !window.holds(at)) {
                continue;
            }
            let here = line.is_some() && fault.line == line;
            let light = fault.counts_as_unsealed && self.table().is_some_and(|table| table.is_a_true_import(source));
            let severity = self.out().fault(fault, source, light);
            worst = worst.max(here.then_some(severity));
        }
        worst
    }

    /// Judges what still waits, and reports the remaining faults of the verdicts on the logs, by source.
    pub(crate) fn finish<'v>(self, verdicts: impl Iterator<Item = &'v mut LogVerdict>) -> (Totals, Vec<RulesetUse>) {
        let (mut out, totals, used) = match self {
            Self::Before(out) => (out, Totals::default(), BTreeMap::new()),
            Self::Judging(table) => table.finish(),
        };
        for (source, verdict) in verdicts.enumerate() {
            for fault in std::mem::take(&mut verdict.faults) {
                out.fault(fault, source, false);
            }
        }
        (totals, used.into_values().collect())
    }
}
