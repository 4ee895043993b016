use std::sync::Arc;

use resettle_ruleset::{Registry, Ruleset};
use resettle_sealed_log::Moment;

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
