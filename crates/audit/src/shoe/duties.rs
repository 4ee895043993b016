use crate::finding::Place;

/// A shoe may not go on before it was checked, or not at all.
#[derive(Clone, Debug)]
pub(crate) struct CheckDuty {
    /// The clause as findings cite it.
    pub(crate) clause: String,
    /// Whether a check ends the duty; otherwise no further coup may come from this shoe.
    pub(crate) check_ends_it: bool,
    /// Whether the duty rests on a reading.
    pub(crate) reading: bool,
    /// The record that gave rise to it.
    pub(crate) since: Place,
    /// The coup that owes it, else that record.
    pub(crate) owes: Place,
}
