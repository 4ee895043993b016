//! What became of the exceptions of the report before.
//!
//! An exception is a finding of at least `minor`, but `ruleset/uncertain` and the findings about dispositions
//! themselves, which say nothing of a table. Each one of the previous report, and each one that it carried forward
//! itself and that was not settled, is marked by the first of these that holds:
//!
//! 1. **settled**, `answered`: a disposition that is in date fits it.
//! 2. **settled**, `answered then`: the previous report showed it with a disposition that is in date today.
//! 3. **repeated**, `found again`: this report holds a finding of the same fingerprint.
//! 4. **settled**, `gone`: this run judged its record again and asked the same, and the finding is not there any more.
//! 5. **repeated**, `again at the table`: this report holds another finding of the same code at the same venue and table.
//! 6. **open**, `its record was not judged`: its log was given, and its record was not judged.
//! 7. **open**, `nothing is known of it`.

use std::collections::{BTreeMap, BTreeSet};

use resettle_sealed_log::{Digest, Moment};

/// An exception as the previous report has it.
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
    /// The venue, where the previous report has it.
    pub venue: Option<String>,
    /// The table, where the previous report has it.
    pub table: Option<String>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// When the record was written, where the previous report has it.
    pub at: Option<Moment>,
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
    /// `generated_at` of the report that reported it first.
    pub first_reported: String,
    /// Whether the previous report showed it with a disposition that is still in date.
    pub answered_then: bool,
}

/// What became of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExceptionStatus {
    /// Nothing is known of it.
    Open,
    /// Answered, or gone.
    Settled,
    /// Found again.
    Repeated,
}

impl ExceptionStatus {
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

/// A coup is written when it is over, and belongs to the time at which it commences: a record that was written so soon
/// after the days asked for began may be of a coup before them. In nanoseconds: one hour.
const LONGEST_COUP: i128 = 3_600_000_000_000;

/// Findings that say that records of their log were not judged, or not as what they are.
const NOT_JUDGED: [&str; 5] = [
    "reconcile/overlap",
    "ruleset/none-in-force",
    "ruleset/not-elected",
    "integrity/malformed-record",
    "integrity/no-open",
];

/// Findings that only several sources side by side show.
const JOINED: [&str; 4] =
    ["reconcile/disagreement", "reconcile/missing-source", "reconcile/paid-undealt", "reconcile/clock-tolerance"];

/// How far a log was judged by this run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// As its `open` says.
    pub venue: String,
    /// As its `open` says.
    pub table: String,
    /// Whether it was read to its end, and judged: not for the shoes alone that go on from it.
    pub whole: bool,
    /// How many lines were read.
    pub lines: u64,
    /// The first moment asked for; none for no beginning.
    pub from: Option<Moment>,
    /// The first moment after those asked for; none for no end.
    pub until: Option<Moment>,
    /// Whether every record of it lies between the two.
    pub within: bool,
    /// Whether it was joined with other sources of its table.
    pub joined: bool,
}

impl Reach {
    fn holds(&self, of: &Carried) -> bool {
        let inside = |at: Moment| {
            self.from.is_none_or(|from| from.nanos.saturating_add(LONGEST_COUP) <= at.nanos)
                && self.until.is_none_or(|until| at < until)
        };
        let asked = self.joined || !JOINED.contains(&of.code.as_str());
        asked && self.whole && of.seq.is_none_or(|seq| seq < self.lines) && (self.within || of.at.is_some_and(inside))
    }
}

/// What this report found, as far as the previous one's exceptions ask.
#[derive(Clone, Debug, Default)]
pub struct Now {
    wanted: BTreeSet<Digest>,
    /// How many findings of each fingerprint.
    found: BTreeMap<Digest, u64>,
    /// By code, venue and table.
    codes: BTreeSet<(String, String, String)>,
    /// The logs given; two files of one id are both listed.
    logs: BTreeMap<String, Vec<Reach>>,
    /// Logs of which records were not judged.
    unjudged: BTreeSet<String>,
    /// What was asked again, and is not found.
    cleared: BTreeSet<Digest>,
    /// Codes that this run cannot find, because nobody asked for them: at any log, or at this one.
    not_asked: BTreeSet<(&'static str, Option<String>)>,
}

impl Now {
    /// Asks about these exceptions; the fingerprints of all other findings need not be kept.
    #[must_use]
    pub fn about<'c>(carried: impl IntoIterator<Item = &'c Carried>) -> Self {
        Self { wanted: carried.into_iter().map(|one| one.fingerprint).collect(), ..Self::default() }
    }

    /// Notes a log that was given, and how far it was judged.
    pub fn judged(&mut self, log: &str, reach: Reach) {
        self.logs.entry(log.to_owned()).or_default().push(reach);
    }

    /// Notes that a finding of this code cannot come of this run, at this log or at any: it was not asked for.
    pub fn not_asked(&mut self, code: &'static str, log: Option<&str>) {
        self.not_asked.insert((code, log.map(str::to_owned)));
    }

    /// Notes what was asked for and found in order, by the fingerprint that the finding about it would have.
    pub fn cleared(&mut self, fingerprint: Digest) {
        if self.wanted.contains(&fingerprint) {
            self.cleared.insert(fingerprint);
        }
    }

    /// Notes a finding of this report.
    pub fn found(&mut self, fingerprint: Digest, code: &str, log: &str) {
        if self.wanted.contains(&fingerprint) {
            *self.found.entry(fingerprint).or_default() += 1;
        } else if NOT_JUDGED.contains(&code) {
            // What was so before hid nothing of what was found then.
            self.unjudged.insert(log.to_owned());
        }
        for reach in self.logs.get(log).into_iter().flatten() {
            self.codes.insert((code.to_owned(), reach.venue.clone(), reach.table.clone()));
        }
    }

    /// Notes a finding of this report that is reported of a table, and of no log that was given.
    pub fn found_at(&mut self, code: &str, venue: &str, table: &str) {
        self.codes.insert((code.to_owned(), venue.to_owned(), table.to_owned()));
    }

    /// What became of an exception, and by which rule. Each finding of this report is one exception found again, so
    /// that of several with one fingerprint no more are repeated than are found.
    pub fn status(&mut self, of: &Carried, answered: bool) -> (ExceptionStatus, &'static str) {
        if answered {
            return (ExceptionStatus::Settled, "answered");
        }
        if of.answered_then {
            return (ExceptionStatus::Settled, "answered then");
        }
        if let Some(left) = self.found.get_mut(&of.fingerprint).filter(|left| **left > 0) {
            *left -= 1;
            return (ExceptionStatus::Repeated, "found again");
        }
        if self.is_gone(of) {
            return (ExceptionStatus::Settled, "gone");
        }
        let again = of
            .venue
            .as_ref()
            .zip(of.table.as_ref())
            .is_some_and(|(venue, table)| self.codes.contains(&(of.code.clone(), venue.clone(), table.clone())));
        if again {
            (ExceptionStatus::Repeated, "again at the table")
        } else if self.logs.contains_key(&of.log) {
            (ExceptionStatus::Open, "its record was not judged")
        } else {
            (ExceptionStatus::Open, "nothing is known of it")
        }
    }

    fn is_gone(&self, of: &Carried) -> bool {
        if self.cleared.contains(&of.fingerprint) {
            return true;
        }
        let of_it =
            |(code, log): &(&str, Option<String>)| *code == of.code && log.as_ref().is_none_or(|log| *log == of.log);
        if self.unjudged.contains(&of.log) || self.not_asked.iter().any(of_it) {
            return false;
        }
        self.logs.get(&of.log).is_some_and(|logs| logs.iter().all(|reach| reach.holds(of)))
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
            at: Some(Moment::from_seconds(10_000)),
            shoe: None,
            coup: None,
            wager: None,
            money: None,
            message: String::new(),
            first_reported: "2023-06-01T00:00:00Z".into(),
            answered_then: false,
        }
    }

    fn reach(table: &str) -> Reach {
        let (venue, table) = ("v".into(), table.into());
        Reach { venue, table, whole: true, lines: 10, from: None, until: None, within: true, joined: false }
    }

    const OPEN: (ExceptionStatus, &str) = (ExceptionStatus::Open, "its record was not judged");
    const GONE: (ExceptionStatus, &str) = (ExceptionStatus::Settled, "gone");

    #[test]
    fn each_rule_in_its_turn() {
        let mut all = ["a", "b", "c", "d", "e"].map(carried);
        all[4].answered_then = true;
        let mut now = Now::about(&all);
        now.judged("a", reach("T1"));
        now.judged("b", reach("T1"));
        now.found(all[0].fingerprint, "settlement/underpaid", "a");
        let mut status = |at: usize| now.status(&all[at], at == 3);
        assert_eq!(status(0), (ExceptionStatus::Repeated, "found again"));
        assert_eq!(status(1), GONE);
        assert_eq!(status(2), (ExceptionStatus::Repeated, "again at the table"));
        assert_eq!(status(3), (ExceptionStatus::Settled, "answered"));
        assert_eq!(status(4), (ExceptionStatus::Settled, "answered then"));
        let mut other = Now::about(&all);
        other.judged("z", reach("T2"));
        other.found(Digest::ZERO, "settlement/underpaid", "z");
        let nothing = (ExceptionStatus::Open, "nothing is known of it");
        assert_eq!(other.status(&all[2], false), nothing, "at another table");
        other.found_at("settlement/underpaid", "v", "T1");
        assert_eq!(
            other.status(&all[2], false),
            (ExceptionStatus::Repeated, "again at the table"),
            "reported of a table alone"
        );
    }

    #[test]
    fn only_what_was_judged_again_is_gone() {
        let one = carried("a");
        let status = |reach: Reach| {
            let mut now = Now::about([&one]);
            now.judged("a", reach);
            now.status(&one, false)
        };
        let (from, until) = (Some(Moment::from_seconds(6_000)), Some(Moment::from_seconds(10_001)));
        let days = Reach { from, until, within: false, ..reach("T1") };
        assert_eq!(status(reach("T1")), GONE);
        assert_eq!(status(days.clone()), GONE, "written in the days asked for");
        assert_eq!(status(Reach { whole: false, ..reach("T1") }), OPEN, "cut off, or read for context");
        assert_eq!(status(Reach { lines: 3, ..reach("T1") }), OPEN, "the record is not there any more");
        assert_eq!(status(Reach { until: from, ..days.clone() }), OPEN, "after the days");
        let late = Some(Moment::from_seconds(9_000));
        assert_eq!(status(Reach { from: late, ..days }), OPEN, "its coup may have commenced before them");
        let mut now = Now::about([&one]);
        now.judged("a", reach("T1"));
        now.judged("a", Reach { whole: false, ..reach("T1") });
        assert_eq!(now.status(&one, false), OPEN, "one of two files of that id");
        for code in NOT_JUDGED {
            let mut now = Now::about([&one]);
            now.judged("a", reach("T1"));
            now.found(Digest::ZERO, code, "a");
            assert_eq!(now.status(&one, false), OPEN, "{code}");
        }
        let mut now = Now::about([&one]);
        now.judged("a", reach("T1"));
        now.not_asked("settlement/underpaid", Some("b"));
        assert_eq!(now.status(&one, false), GONE, "asked at this log");
        now.not_asked("settlement/underpaid", Some("a"));
        assert_eq!(now.status(&one, false), OPEN, "nobody asked");
        let apart = Carried { code: "reconcile/disagreement".into(), ..carried("a") };
        let mut now = Now::about([&apart]);
        now.judged("a", reach("T1"));
        assert_eq!(now.status(&apart, false), OPEN, "its other sources are not there");
        let mut now = Now::about([&apart]);
        now.judged("a", Reach { joined: true, ..reach("T1") });
        assert_eq!(now.status(&apart, false), GONE);
    }

    #[test]
    fn what_stands_several_times_is_found_as_often_as_it_is_there() {
        let all = [carried("a"), carried("a"), carried("a")];
        let mut now = Now::about(&all);
        now.judged("a", reach("T1"));
        now.found(all[0].fingerprint, "settlement/underpaid", "a");
        now.found(all[0].fingerprint, "settlement/underpaid", "a");
        let statuses: Vec<&str> = all.iter().map(|one| now.status(one, false).1).collect();
        assert_eq!(statuses, ["found again", "found again", "gone"]);
    }

    #[test]
    fn what_was_asked_again_and_is_in_order_is_gone() {
        let mut one = carried("");
        one.seq = None;
        let mut now = Now::about([&one]);
        assert_eq!(now.status(&one, false).0, ExceptionStatus::Open);
        now.cleared(one.fingerprint);
        assert_eq!(now.status(&one, false), GONE);
    }

    #[test]
    fn what_says_nothing_of_a_table_is_not_carried() {
        assert!(is_exception("settlement/underpaid", "critical"));
        assert!(!is_exception("void/discretionary", "info"));
        assert!(!is_exception("ruleset/uncertain", "minor"));
        assert!(!is_exception("disposition/unused", "minor"));
    }
}
