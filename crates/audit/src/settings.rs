use std::sync::Arc;

use resettle_ruleset::{Registry, Ruleset};
use resettle_sealed_log::Moment;

use crate::slack::Slack;
use crate::tournament::Rulings;

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
