use super::{CoupSeen, Registered, Sink, Steps};
use crate::finding::Finding;
use crate::late::LateIncident;
use crate::trace::{CoupName, CoupTrace};

/// Holds everything but the coups: for small logs, and for tests.
#[derive(Debug, Default)]
pub struct Memory {
    /// The findings, as they came.
    pub findings: Vec<Finding>,
    /// The entries of the register, as they came.
    pub register: Vec<Registered>,
    /// The incidents whose coups had already been judged; if there are any, the log has to be judged again with them.
    pub late: Vec<LateIncident>,
}

impl Sink for Memory {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn coup(&mut self, _: &CoupSeen<'_>) {}

    fn registered(&mut self, entry: Registered) {
        self.register.push(entry);
    }

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }
}

/// Holds the findings, and how one coup was judged.
#[derive(Debug, Default)]
pub(crate) struct Plain<'n> {
    pub(crate) findings: Vec<Finding>,
    pub(crate) traces: Vec<CoupTrace>,
    pub(crate) explain: Option<&'n CoupName>,
    /// Whether tournament play was read that nobody has judged.
    pub(crate) tournament: bool,
    /// The incidents whose coups had already been judged.
    pub(crate) late: Vec<LateIncident>,
}

impl Sink for Plain<'_> {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        self.traces.extend(coup.trace.cloned());
    }

    fn registered(&mut self, _: Registered) {}

    fn tournament(&mut self) {
        self.tournament = true;
    }

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }

    fn steps(&self) -> Steps<'_> {
        self.explain.map_or(Steps::Never, Steps::Of)
    }
}
