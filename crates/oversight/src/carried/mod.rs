//! What became of the exceptions of the report before.
//!
//! An exception is a finding of at least `minor`, but `ruleset/uncertain` and the findings about dispositions
//! themselves, which say nothing of a table. Each one of the previous report, and each one that it carried forward
//! itself and that was not settled, is marked by the first of these that holds:
//!
//! 1. **settled**, `answered`: a disposition that is in date fits it.
//! 2. **repeated**, `found again`: this report holds a finding of the same fingerprint.
//! 3. **settled**, `gone`: its log was judged again by this run, and the finding is not there any more.
//! 4. **repeated**, `again at the table`: this report holds another finding of the same code at the same venue and table.
//! 5. **open**: nothing is known of it.

use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::Digest;

/// An exception as the previous report tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The fingerprint.
    pub fingerprint: Digest,
    /// The code.
    pub code: String,
    /// The severity's word.
    pub severity: String,
    /// The log's id.
    pub log: String,
    /// The venue, where the previous report tells it.
    pub venue: Option<String>,
    /// The table, where the previous report tells it.
    pub table: Option<String>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// The shoe.
    pub shoe: Option<String>,
    /// The coup.
    pub coup: Option<u64>,
    /// The wager.
    pub wager: Option<String>,
    /// `returned` − due, in minor currency units.
    pub money: Option<i64>,
    /// The finding in words.
    pub message: String,
    /// `generated_at` of the report that told it first.
    pub first_reported: String,
}

/// What became of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Nothing is known of it.
    Open,
    /// Answered, or gone.
    Settled,
    /// Found again.
    Repeated,
}

impl Standing {
    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Settled => "settled",
            Self::Repeated => "repeated",
        }
    }
}

/// Whether findings of this code and severity are carried forward.
#[must_use]
pub fn is_exception(code: &str, severity: &str) -> bool {
    severity != "info" && code != "ruleset/uncertain" && !code.starts_with("disposition/")
}

/// What this report found, as far as the previous one's exceptions ask.
#[derive(Clone, Debug, Default)]
pub struct Now {
    wanted: BTreeSet<Digest>,
    found: BTreeSet<Digest>,
    /// By code, venue and table.
    codes: BTreeSet<(String, String, String)>,
    /// The logs judged, and the tables they are of.
    logs: BTreeMap<String, (String, String)>,
}

impl Now {
    /// Asks about these exceptions; the fingerprints of all other findings need not be kept.
    #[must_use]
    pub fn about(carried: &[Carried]) -> Self {
        Self { wanted: carried.iter().map(|one| one.fingerprint).collect(), ..Self::default() }
    }

    /// Notes a log that was judged.
    pub fn judged(&mut self, log: &str, venue: &str, table: &str) {
        self.logs.insert(log.to_owned(), (venue.to_owned(), table.to_owned()));
    }

    /// Notes a finding of this report.
    pub fn found(&mut self, fingerprint: Digest, code: &str, log: &str) {
        if self.wanted.contains(&fingerprint) {
            self.found.insert(fingerprint);
        }
        if let Some((venue, table)) = self.logs.get(log) {
            self.codes.insert((code.to_owned(), venue.clone(), table.clone()));
        }
    }

    /// What became of an exception, and by which rule.
    #[must_use]
    pub fn standing(&self, of: &Carried, answered: bool) -> (Standing, &'static str) {
        if answered {
            return (Standing::Settled, "answered");
        }
        if self.found.contains(&of.fingerprint) {
            return (Standing::Repeated, "found again");
        }
        if self.logs.contains_key(&of.log) {
            return (Standing::Settled, "gone");
        }
        let again = of
            .venue
            .as_ref()
            .zip(of.table.as_ref())
            .is_some_and(|(venue, table)| self.codes.contains(&(of.code.clone(), venue.clone(), table.clone())));
        if again { (Standing::Repeated, "again at the table") } else { (Standing::Open, "nothing is known of it") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(log: &str) -> Carried {
        Carried {
            fingerprint: Digest::of(log.as_bytes()),
            code: "settlement/underpaid".into(),
            severity: "critical".into(),
            log: log.into(),
            venue: Some("v".into()),
            table: Some("T1".into()),
            seq: Some(3),
            shoe: None,
            coup: None,
            wager: None,
            money: None,
            message: String::new(),
            first_reported: "2023-06-01T00:00:00Z".into(),
        }
    }

    #[test]
    fn each_rule_in_its_turn() {
        let all = [carried("a"), carried("b"), carried("c"), carried("d")];
        let mut now = Now::about(&all);
        now.judged("a", "v", "T1");
        now.judged("b", "v", "T1");
        now.found(all[0].fingerprint, "settlement/underpaid", "a");
        let standing = |now: &Now, at: usize| now.standing(&all[at], at == 3);
        assert_eq!(standing(&now, 0), (Standing::Repeated, "found again"));
        assert_eq!(standing(&now, 1), (Standing::Settled, "gone"));
        assert_eq!(standing(&now, 2), (Standing::Repeated, "again at the table"));
        assert_eq!(standing(&now, 3), (Standing::Settled, "answered"));
        let mut other = Now::about(&all);
        other.judged("z", "v", "T2");
        other.found(Digest::ZERO, "settlement/underpaid", "z");
        assert_eq!(other.standing(&all[2], false), (Standing::Open, "nothing is known of it"), "at another table");
    }

    #[test]
    fn what_says_nothing_of_a_table_is_not_carried() {
        assert!(is_exception("settlement/underpaid", "critical"));
        assert!(!is_exception("void/discretionary", "info"));
        assert!(!is_exception("ruleset/uncertain", "minor"));
        assert!(!is_exception("disposition/unused", "minor"));
    }
}
