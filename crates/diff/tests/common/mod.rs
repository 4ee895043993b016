//! Versions to compare.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod coups;
pub mod dice;
pub mod edits;

use resettle_diff::{Change, Diff, Version, compare};
use resettle_ruleset::Ruleset;

pub const IDS: [&str; 5] = [
    "au-nsw/star/7-up-baccarat/2016-08-17",
    "sg/mbs/7-up-baccarat/2011-08-26",
    "sg/mbs/7-up-baccarat/2017-02-17",
    "sg/mbs/baccarat/2017-02-17",
    "sg/mbs/electronic-7-up-baccarat/2023-05-08",
];
pub const STAR: &str = IDS[0];
pub const MBS_2011: &str = IDS[1];
pub const V6: &str = IDS[2];
pub const V7: &str = IDS[3];
pub const E: &str = IDS[4];

/// A ruleset with its files.
#[derive(Clone)]
pub struct Held {
    pub ruleset: Ruleset,
    pub yaml: String,
    pub notes: Vec<u8>,
}

impl Held {
    pub fn of(id: &str) -> Self {
        let embedded = resettle_rulesets::embedded().find(|embedded| embedded.id == id).unwrap();
        let (yaml, notes) = (embedded.yaml.to_owned(), embedded.notes.as_bytes().to_vec());
        Self { ruleset: Ruleset::from_yaml(id, &yaml, &notes).unwrap(), yaml, notes }
    }

    /// The same with other text in its file, which has to be a ruleset still.
    pub fn with(&self, change: impl Fn(&str) -> String) -> Self {
        let yaml = change(&self.yaml);
        assert_ne!(yaml, self.yaml, "nothing was changed");
        let ruleset = Ruleset::from_yaml(&self.ruleset.id, &yaml, &self.notes)
            .unwrap_or_else(|faults| panic!("{}", faults.render("ruleset.yaml", &yaml, false)));
        Self { ruleset, yaml, notes: self.notes.clone() }
    }

    pub fn version(&self) -> Version<'_> {
        Version { ruleset: &self.ruleset, yaml: &self.yaml, notes: &self.notes, file: "ruleset.yaml" }
    }
}

pub fn diff(old: &Held, new: &Held) -> Diff {
    compare(&old.version(), &new.version()).unwrap()
}

pub fn change<'d>(diff: &'d Diff, path: &str) -> &'d Change {
    let paths: Vec<&str> = diff.changes.iter().map(|change| change.path.as_str()).collect();
    diff.changes.iter().find(|change| change.path == path).unwrap_or_else(|| panic!("no `{path}` in {paths:#?}"))
}

/// `old → new`, a dash where there is none.
pub fn values(change: &Change) -> (&str, &str) {
    (change.old.as_deref().unwrap_or("-"), change.new.as_deref().unwrap_or("-"))
}
