use std::collections::BTreeMap;

use resettle_yaml::{Faults, section};

section! {
    Faults;
    /// What somebody states where documents leave a date open; printed at the top of a report.
    StatedFacts as "the facts file" with Default {
        /// An entry for each ruleset whose date is stated, by its id; one that does not exist is an error.
        in_force: BTreeMap<String, StatedDate>,
    }

    /// Since when a ruleset applies, as a person states it where the document leaves that open.
    StatedDate as "a stated date" {
        /// In force from then on, that moment included: a day, from midnight, or `YYYY-MM-DDTHH:MM:SS`, by the clock of the ruleset's
        /// zone.
        from: String,
        /// Where it was found.
        source: String,
        /// Who states it.
        by: String,
    }
}

impl StatedFacts {
    /// Reads a facts file.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        resettle_yaml::read(text)
    }
}
