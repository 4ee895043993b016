//! What follows from the limits of the table sign.

use crate::clause::Cite;

/// What follows from a breach of a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLimit {
    /// The stake is settled whole; nothing in the document says otherwise.
    Whole,
    /// The wager is paid or collected to the maximum, the excess goes back.
    Capped,
    /// The same, reduced pro rata.
    ProRata,
}

/// A rule about a limit.
#[derive(Clone, Debug)]
pub struct LimitRule {
    /// What follows.
    pub then: AtLimit,
    /// The clause; none where the document is silent.
    pub clause: Option<Cite>,
    /// The clause by which results of earlier coups stand.
    pub earlier_coups: Option<Cite>,
}

/// What follows from the table sign.
#[derive(Clone, Debug)]
pub struct LimitRules {
    /// The maximum of one player on one bet.
    pub maximum: LimitRule,
    /// The maximum of one area on one bet.
    pub area_maximum: LimitRule,
    /// The clause by which a minimum binds although the document has no consequence for it: a breach is reported.
    pub minimum: Option<Cite>,
    /// Clauses that need no check: wagers below the minimum and beyond the differential are valid,
    /// personal limits hold for one player.
    pub recorded: Vec<(&'static str, Cite)>,
}

impl LimitRules {
    /// The rule that a wager below the minimum, or beyond the differential, is valid; none where the document has none.
    #[must_use]
    pub fn valid(&self, what: &str) -> Option<&Cite> {
        self.recorded.iter().find(|(known, _)| *known == what).map(|(_, clause)| clause)
    }
}
