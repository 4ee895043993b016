//! Coups that are dealt without wagers.

use resettle_words::{NoBetReason, Role};

use crate::clause::Cite;

/// A reason for a no-bet coup.
#[derive(Clone, Debug)]
pub struct NoBetRule {
    /// The reason.
    pub reason: NoBetReason,
    /// Who has to permit it.
    pub by: Option<Role>,
    /// The clause.
    pub clause: Cite,
}

/// No-bet coups.
#[derive(Clone, Debug)]
pub struct NoBetCoups {
    /// The clause that permits no wagers then.
    pub clause: Cite,
    /// The reasons.
    pub reasons: Vec<NoBetRule>,
}
