use resettle_ruleset::Cited;

use crate::finding::Place;

/// A shoe may not go on before it was checked or its damaged cards were replaced, or not at all.
#[derive(Clone, Debug)]
pub(crate) struct CheckDuty {
    /// The clause as findings cite it.
    pub(crate) clause: Cited,
    /// The kind of irregularity that gave rise to it, as people read it.
    pub(crate) kind: String,
    /// What has to be done before the shoe goes on, if anything lets it go on.
    pub(crate) ends: DutyEnds,
    /// Whether the duty rests on a reading.
    pub(crate) reading: bool,
    /// The record that gave rise to it.
    pub(crate) since: Place,
    /// The coup that owes it, else that record.
    pub(crate) owes: Place,
}

/// What ends a duty of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DutyEnds {
    /// A check of the shoe that the log records.
    Check,
    /// Cards taken out and replaced.
    Replacement,
    /// Nothing: no further coup may come from this shoe.
    Never,
}
