//! The faults, one file a family, each with its nearest misses.

mod carried;
mod common;
mod composition;
mod deal;
mod display;
mod groundless;
mod incident;
mod integrity;
mod interruption;
mod limits;
mod malformed;
mod not_permitted;
mod odds;
mod procedure;
mod result;
mod ruleset;
mod seals;
mod settlement;
mod star_duties;
mod timing;
mod void;

use crate::fault::Fault;

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = &'static Fault> {
    [
        deal::FAULTS,
        carried::FAULTS,
        composition::FAULTS,
        result::FAULTS,
        void::FAULTS,
        groundless::FAULTS,
        incident::FAULTS,
        interruption::FAULTS,
        settlement::FAULTS,
        odds::FAULTS,
        timing::FAULTS,
        not_permitted::FAULTS,
        limits::FAULTS,
        display::FAULTS,
        procedure::FAULTS,
        star_duties::FAULTS,
        integrity::FAULTS,
        malformed::FAULTS,
        seals::FAULTS,
        ruleset::FAULTS,
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_unique_and_explained() {
        let mut names: Vec<&str> = super::all().map(|fault| fault.name).collect();
        let many = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), many);
        assert!(super::all().all(|fault| fault.about.ends_with('.')));
    }
}
