//! The faults, one file a family, each with its nearest misses.

mod carried;
mod claims;
mod clocks;
mod common;
mod composition;
mod deal;
mod decisions;
mod display;
mod duplicate_id;
mod found_late;
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
mod reach;
mod reconstruction;
mod refusals;
mod replaced;
mod result;
mod ruleset;
mod seals;
mod settlement;
mod star_duties;
mod timing;
mod void;

use crate::fault::Fault;

/// The families in order, each with a name to print.
pub(crate) const FAMILIES: [(&str, &[Fault]); 30] = [
    ("deal", deal::FAULTS),
    ("reconstructions", reconstruction::FAULTS),
    ("kept cards", carried::FAULTS),
    ("shoes", composition::FAULTS),
    ("cards replaced", replaced::FAULTS),
    ("results", result::FAULTS),
    ("misdeals that stand", reach::FAULTS),
    ("voids", void::FAULTS),
    ("groundless voids", groundless::FAULTS),
    ("claims", claims::FAULTS),
    ("cards found late", found_late::FAULTS),
    ("decisions", decisions::FAULTS),
    ("incidents", incident::FAULTS),
    ("interruptions", interruption::FAULTS),
    ("payments", settlement::FAULTS),
    ("odds", odds::FAULTS),
    ("times of wagers", timing::FAULTS),
    ("wagers refused or removed", refusals::FAULTS),
    ("wagers not permitted", not_permitted::FAULTS),
    ("limits", limits::FAULTS),
    ("display", display::FAULTS),
    ("procedure", procedure::FAULTS),
    ("clocks", clocks::FAULTS),
    ("duties at the Star", star_duties::FAULTS),
    ("lines", integrity::FAULTS),
    ("malformed lines", malformed::FAULTS),
    ("seals and keys", seals::FAULTS),
    ("rulesets", ruleset::FAULTS),
    ("several sources", joining::FAULTS),
    ("ids of wagers", duplicate_id::FAULTS),
];

/// Every fault, family by family.
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
