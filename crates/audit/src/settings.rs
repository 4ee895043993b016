use std::sync::Arc;

use resettle_ruleset::{Registry, Ruleset};
use resettle_sealed_log::Moment;

use crate::late::{LateIncident, LateIncidents};
use crate::slack::Slack;
use crate::tournament::Rulings;

/// Which rules logs are judged by.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The available rulesets.
    pub registry: Registry,
    /// Judge everything by this ruleset, whatever was in force.
    pub named: Option<Arc<Ruleset>>,
    /// How far people's clocks may differ when claims are checked against a log.
    pub slack: Slack,
    /// What was found about the tournaments of the logs; `None` if that was not determined yet.
    pub tournaments: Option<Arc<Rulings>>,
    /// The incidents of the table that were written after their coups had been judged; `None` if nobody looked yet.
    pub late: Option<Arc<LateIncidents>>,
}

impl Settings {
    /// Whether incidents are looked for before their turn: not once it is known which come late.
    #[must_use]
    pub fn foresees(&self) -> bool {
        self.late.is_none()
    }

    /// The same, with the late incidents of the table that is judged once more.
    #[must_use]
    pub fn knowing(&self, late: &[LateIncident]) -> Self {
        Self { late: Some(Arc::new(late.iter().cloned().collect())), ..self.clone() }
    }
}

/// The span of time in which a coup has to commence to be judged. What comes before and after is followed, because a
/// shoe may continue from it, but not reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first moment; `None` if it has no beginning.
    pub from: Option<Moment>,
    /// The first moment after it; `None` if it has no end.
    pub until: Option<Moment>,
}

impl Window {
    /// Whether a moment lies within it.
    #[must_use]
    pub fn holds(&self, moment: Moment) -> bool {
        self.from.is_none_or(|from| from <= moment) && self.until.is_none_or(|until| moment < until)
    }
}
