use resettle_coup_log::Wager;

use crate::finding::Finding;

/// A wager of which two sources say different things.
#[derive(Clone, Debug)]
pub(crate) struct Contested {
    /// Its place among the coup's wagers.
    pub(crate) at: usize,
    /// As each of the two records it.
    pub(crate) said: [Wager; 2],
    /// That they differ, with the money that hangs on it whatever was dealt.
    pub(crate) finding: Finding,
}
