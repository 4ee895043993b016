//! Wagers that were placed or withdrawn too late, or not taken.

use crate::clause::Cite;
use crate::irregularity::Decider;

/// A rule about lateness.
#[derive(Clone, Debug)]
pub struct Late {
    /// The clause.
    pub clause: Cite,
    /// Whether the consequence is a reading.
    pub reading: bool,
}

/// Wagers that were not taken before the close.
#[derive(Clone, Debug)]
pub struct NotAccepted {
    /// The clause.
    pub clause: Cite,
    /// Who may refuse a wager; none where a terminal refuses it in an interruption that names it.
    pub by: Option<Decider>,
}
