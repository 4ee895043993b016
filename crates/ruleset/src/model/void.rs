//! What a void means.

use resettle_words::Kind;

use crate::clause::Cite;

/// What grounds a refund.
#[derive(Clone, Debug)]
pub struct RefundRule {
    /// The clause; none where the document is silent.
    pub clause: Option<Cite>,
    /// Whether it is a reading.
    pub reading: bool,
}

/// What a void means.
#[derive(Clone, Debug)]
pub struct VoidRules {
    /// What grounds the refund of all stakes.
    pub refund: RefundRule,
    /// Irregularities for which law outside the document may ground a void, and which law.
    pub outside: Vec<Kind>,
    /// Which law.
    pub outside_why: Option<String>,
}
