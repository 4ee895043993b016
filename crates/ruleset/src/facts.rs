use std::collections::BTreeMap;

use resettle_yaml::Faults;

/// What somebody states where documents leave a date open; printed at the top of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedFacts {
    /// By ruleset id.
    pub in_force: BTreeMap<String, StatedDate>,
}

/// Since when a ruleset applies, as a person states it where the document leaves that open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedDate {
    /// A date (from its first moment) or a date and time, local to the venue.
    pub from: String,
    /// Where it was found.
    pub source: String,
    /// The name of the person who states it.
    pub by: String,
}

impl StatedFacts {
    /// Reads a facts file.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let mut facts = Self::default();
        if let Some(mut fields) = root.fields("the facts file", &mut faults) {
            let map = fields.required("in_force", &mut faults);
            if let Some(mut map) = map.and_then(|node| node.fields("`in_force`", &mut faults)) {
                for (id, _, node) in map.rest() {
                    let Some(mut stated) = node.fields("a stated date", &mut faults) else { continue };
                    let mut text = |key| {
                        stated.required(key, &mut faults).and_then(|node| node.text(&mut faults)).map(str::to_owned)
                    };
                    let (from, source, by) = (text("from"), text("source"), text("by"));
                    stated.finish(&mut faults);
                    if let (Some(from), Some(source), Some(by)) = (from, source, by) {
                        facts.in_force.insert(id.to_owned(), StatedDate { from, source, by });
                    }
                }
            }
            fields.finish(&mut faults);
        }
        if faults.is_empty() { Ok(facts) } else { Err(faults) }
    }
}
