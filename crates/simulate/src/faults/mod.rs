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
mod joining;
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

/// The families in order, each with a name to print.
pub(crate) const FAMILIES: [(&str, &[Fault]); 21] = [
    ("deal", deal::FAULTS),
    ("kept cards", carried::FAULTS),
    ("shoes", composition::FAULTS),
    ("results", result::FAULTS),
    ("voids", void::FAULTS),
    ("groundless voids", groundless::FAULTS),
    ("incidents", incident::FAULTS),
    ("interruptions", interruption::FAULTS),
    ("payments", settlement::FAULTS),
    ("odds", odds::FAULTS),
    ("times of wagers", timing::FAULTS),
    ("wagers not permitted", not_permitted::FAULTS),
    ("limits", limits::FAULTS),
    ("display", display::FAULTS),
    ("procedure", procedure::FAULTS),
    ("duties at the Star", star_duties::FAULTS),
    ("lines", integrity::FAULTS),
    ("malformed lines", malformed::FAULTS),
    ("seals and keys", seals::FAULTS),
    ("rulesets", ruleset::FAULTS),
    ("several sources", joining::FAULTS),
];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = &'static Fault> {
    FAMILIES.into_iter().flat_map(|(_, faults)| faults)
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
