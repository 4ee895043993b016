//! What became of the exceptions of the report before.
//!
//! An exception is a finding of at least `minor`, but `ruleset/uncertain` and the findings about dispositions
//! themselves, which say nothing of a table. Each one of the previous report, and each one that it carried forward
//! itself and that was not settled, is marked by the first of these that holds:
//!
//! 1. **settled**, `answered`: a disposition that is in date fits it.
//! 2. **settled**, `answered then`: the previous report showed it with a disposition that is in date today.
//! 3. **repeated**, `found again`: this report holds a finding of the same fingerprint.
//! 4. **open**, `record replaced`: a log of its id is there, and does not hold the bytes that were judged then.
//! 5. **settled**, `gone`: this run judged its record again, by at least as much, and the finding is not there any more.
//! 6. **open**, `not asked again`: its record was judged again, and something that may have given the finding is missing.
//! 7. **repeated**, `again at the table`: this report holds another finding of the same code at the same venue and table.
//! 8. **open**, `its record was not judged`: its log was given, and its record was not judged.
//! 9. **open**, `its log was not given`.

mod asked;
mod head;

use std::collections::{BTreeMap, BTreeSet};

use resettle_sealed_log::{Digest, Moment, Time};
use serde::{Deserialize, Serialize};

pub use asked::{Asked, AskedSettings};
pub use head::{Continued, LogHead, Marks, continued};

/// An exception as the previous report has it: what its standing depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// What makes it this finding and no other, whatever file it was in.
    pub fingerprint: Digest,
    /// The code of the finding.
    pub code: String,
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
    /// Whether the previous report showed it with a disposition that is still in date.
    pub answered_then: bool,
    /// The ruleset of its clause.
    pub ruleset: Option<String>,
    /// `generated_at` of the report that found it last: by what that judged is what has to be asked again.
    pub reported_in: String,
    /// Further logs that its shoe's records were in, by id.
    pub needs: Vec<String>,
}

/// What an earlier report was judged by, and its logs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Before {
    /// When that report was made.
    pub generated_at: String,
    /// By what it judged.
    pub asked: Asked,
    /// Its logs.
    pub logs: Vec<LogHead>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The log as it is now.
    pub head: LogHead,
    /// The earlier reports, by `generated_at`, whose bytes of it are there still.
    pub continues: BTreeSet<String>,
    /// Whether an earlier report judged other bytes under its id.
    pub replaced: bool,
    /// Whether it was read to its end.
    pub read: bool,
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
        self.whole && of.seq.is_none_or(|seq| seq < self.lines) && (self.within || of.at.is_some_and(inside))
    }

    fn is_of_table(&self, of: &Carried) -> bool {
        of.venue.as_ref().is_none_or(|venue| *venue == self.head.venue)
            && of.table.as_ref().is_none_or(|table| *table == self.head.table)
    }
}

/// How much of what showed an exception was judged again.
enum Again {
    /// All of it, so that it is gone where it is not found again.
    Whole,
    /// Its record, and this is missing.
    Lacking(Vec<String>),
    /// Its log is another one now.
    Replaced,
    /// None of it.
    Nothing,
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
    /// The same, where a roster asked for it.
    cleared_by_roster: BTreeSet<Digest>,
    /// Codes that this run cannot find, because nobody asked for them: at any log, or at this one; and what was missing.
    not_asked: BTreeMap<(&'static str, Option<String>), String>,
    /// By what it judged.
    asked: Asked,
    /// The earlier reports that found what is carried, by `generated_at`.
    before: BTreeMap<String, Before>,
}

impl Now {
    /// Asks about these exceptions; the fingerprints of all other findings need not be kept.
    #[must_use]
    pub fn about<'c>(carried: impl IntoIterator<Item = &'c Carried>) -> Self {
        Self { wanted: carried.into_iter().map(|one| one.fingerprint).collect(), ..Self::default() }
    }

    /// Says by what this run judges, and what earlier reports judged by.
    pub fn by(&mut self, asked: Asked, before: impl IntoIterator<Item = Before>) {
        self.asked = asked;
        self.before = before.into_iter().map(|one| (one.generated_at.clone(), one)).collect();
    }

    /// Notes a log that was given, and how far it was judged.
    pub fn judged(&mut self, log: &str, reach: Reach) {
        self.logs.entry(log.to_owned()).or_default().push(reach);
    }

    /// Notes that a finding of this code cannot come of this run, at this log or at any, since something is missing.
    pub fn not_asked(&mut self, code: &'static str, log: Option<&str>, missing: &str) {
        self.not_asked.insert((code, log.map(str::to_owned)), missing.to_owned());
    }

    /// Notes what was asked for and found in order, by the fingerprint that the finding about it would have.
    pub fn cleared(&mut self, fingerprint: Digest) {
        if self.wanted.contains(&fingerprint) {
            self.cleared.insert(fingerprint);
        }
    }

    /// Notes what the roster asked for and is there, by the fingerprint that the finding about it would have. By another
    /// roster than that of the earlier report it settles nothing: one that asks less is met by less.
    pub fn cleared_by_roster(&mut self, fingerprint: Digest) {
        if self.wanted.contains(&fingerprint) {
            self.cleared_by_roster.insert(fingerprint);
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
            self.codes.insert((code.to_owned(), reach.head.venue.clone(), reach.head.table.clone()));
        }
    }

    /// Notes a finding of this report that is reported of a table, and of no log that was given.
    pub fn found_at(&mut self, code: &str, venue: &str, table: &str) {
        self.codes.insert((code.to_owned(), venue.to_owned(), table.to_owned()));
    }

    /// What became of an exception, by which rule, and what was missing. Each finding of this report is one exception found
    /// again, so that of several with one fingerprint no more are repeated than are found.
    pub fn status(&mut self, of: &Carried, answered: bool) -> (ExceptionStatus, &'static str, Vec<String>) {
        let settled = |because| (ExceptionStatus::Settled, because, Vec::new());
        if answered {
            return settled("answered");
        }
        if of.answered_then {
            return settled("answered then");
        }
        if let Some(left) = self.found.get_mut(&of.fingerprint).filter(|left| **left > 0) {
            *left -= 1;
            return (ExceptionStatus::Repeated, "found again", Vec::new());
        }
        match self.again(of) {
            Again::Whole => return settled("gone"),
            Again::Replaced => return (ExceptionStatus::Open, "record replaced", Vec::new()),
            Again::Lacking(missing) => return (ExceptionStatus::Open, "not asked again", missing),
            Again::Nothing => {}
        }
        let again = of
            .venue
            .as_ref()
            .zip(of.table.as_ref())
            .is_some_and(|(venue, table)| self.codes.contains(&(of.code.clone(), venue.clone(), table.clone())));
        if again {
            (ExceptionStatus::Repeated, "again at the table", Vec::new())
        } else if self.logs.contains_key(&of.log) {
            (ExceptionStatus::Open, "its record was not judged", Vec::new())
        } else {
            (ExceptionStatus::Open, "its log was not given", Vec::new())
        }
    }

    fn again(&self, of: &Carried) -> Again {
        if self.cleared.contains(&of.fingerprint) {
            return Again::Whole;
        }
        if self.cleared_by_roster.contains(&of.fingerprint) {
            let before = self.before.get(&of.reported_in);
            return match before.is_some_and(|before| self.asked.is_by_another_roster(&before.asked)) {
                true => Again::Lacking(vec![asked::ANOTHER_ROSTER.to_owned()]),
                false => Again::Whole,
            };
        }
        let logs = self.logs.get(&of.log).into_iter().flatten().filter(|reach| reach.is_of_table(of));
        let reaches: Vec<&Reach> = logs.collect();
        if reaches.iter().any(|reach| reach.replaced) {
            return Again::Replaced;
        }
        let judged = !reaches.is_empty()
            && !self.unjudged.contains(&of.log)
            && reaches.iter().all(|reach| reach.holds(of) && self.is_what_was_judged(reach, of));
        if !judged && !of.log.is_empty() {
            return Again::Nothing;
        }
        let mut missing: Vec<String> = self
            .not_asked
            .iter()
            .filter(|((code, log), _)| *code == of.code && log.as_ref().is_none_or(|log| *log == of.log))
            .map(|(_, missing)| missing.clone())
            .collect();
        if let Some(before) = self.before.get(&of.reported_in) {
            let games = reaches.iter().map(|reach| format!("{}/{}", reach.head.venue, reach.head.game)).collect();
            missing.extend(self.asked.lacks(&before.asked, of, &games));
            self.lacks_sources(before, of, &reaches, &mut missing);
        }
        if JOINED.contains(&of.code.as_str()) && !reaches.iter().any(|reach| reach.joined) {
            missing.push("the other sources of its table".to_owned());
        }
        missing.dedup();
        match (judged, missing.is_empty()) {
            (true, true) => Again::Whole,
            (false, true) => Again::Nothing,
            (_, false) => Again::Lacking(missing),
        }
    }

    /// Whether a log of an exception's id holds what the report judged that found it.
    fn is_what_was_judged(&self, reach: &Reach, of: &Carried) -> bool {
        let known = self
            .before
            .get(&of.reported_in)
            .is_some_and(|before| before.logs.iter().any(|head| head.log == of.log && head.is_same_log(&reach.head)));
        !known || reach.continues.contains(&of.reported_in)
    }

    /// Logs of the same table that were judged then together with that of the exception, and are not now, or not as they were.
    fn lacks_sources(&self, before: &Before, of: &Carried, own: &[&Reach], missing: &mut Vec<String>) {
        let of_table = |head: &&LogHead| {
            own.iter().any(|reach| {
                (&head.venue, &head.game, &head.table) == (&reach.head.venue, &reach.head.game, &reach.head.table)
            })
        };
        let own_spans: Vec<Option<(Moment, Moment)>> =
            before.logs.iter().filter(of_table).filter(|head| head.log == of.log).map(span).collect();
        let beside = |head: &LogHead| {
            let spans = own_spans.iter();
            spans.clone().count() == 0
                || spans.into_iter().any(|own| match (own, span(head)) {
                    (Some((first, last)), Some((begins, ends))) => *first <= ends && begins <= *last,
                    _ => true,
                })
        };
        let mut away: Vec<String> = Vec::new();
        for head in before.logs.iter().filter(of_table) {
            let is_own = head.log == of.log;
            if !is_own && !beside(head) && !of.needs.contains(&head.log) {
                continue;
            }
            let same = self.logs.get(&head.log).into_iter().flatten().filter(|reach| reach.head.is_same_log(head));
            let there: Vec<&Reach> = same.filter(|reach| reach.continues.contains(&before.generated_at)).collect();
            if there.is_empty() {
                away.push(head.name());
            } else if there.iter().any(|reach| !is_own && !reach.read) {
                away.push(format!("{} to its end", head.name()));
            } else if there.iter().any(|reach| reach.head.authenticated < head.authenticated) {
                away.push(format!("{}: then seals vouched for {} of its records", head.name(), head.authenticated));
            }
        }
        let more = away.len().saturating_sub(MOST_NAMED);
        missing.extend(away.into_iter().take(MOST_NAMED));
        if more > 0 {
            missing.push(format!("{more} more logs of the table"));
        }
    }
}

/// How many logs are named that are missing.
const MOST_NAMED: usize = 5;

fn span(head: &LogHead) -> Option<(Moment, Moment)> {
    let moment = |text: &str| Time::parse(text).ok().map(|time| time.moment());
    let (first, last) = head.span.as_ref()?;
    Some((moment(first)?, moment(last)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(log: &str) -> Carried {
        Carried {
            fingerprint: Digest::of(log.as_bytes()),
            code: "settlement/underpaid".into(),
            log: log.into(),
            venue: Some("v".into()),
            table: Some("T1".into()),
            seq: Some(3),
            at: Some(Moment::from_seconds(10_000)),
            answered_then: false,
            ruleset: Some("r".into()),
            reported_in: "2023-06-01T00:00:00Z".into(),
            needs: Vec::new(),
        }
    }

    fn head(log: &str, table: &str) -> LogHead {
        LogHead { log: log.into(), venue: "v".into(), table: table.into(), ..LogHead::default() }
    }

    fn reach(table: &str) -> Reach {
        let continues = ["2023-06-01T00:00:00Z".to_owned()].into();
        Reach {
            head: head("a", table),
            continues,
            read: true,
            whole: true,
            lines: 10,
            within: true,
            ..Reach::default()
        }
    }

    type Status = (ExceptionStatus, &'static str);

    fn status_of(now: &mut Now, of: &Carried, answered: bool) -> Status {
        let (status, because, _) = now.status(of, answered);
        (status, because)
    }

    const OPEN: Status = (ExceptionStatus::Open, "its record was not judged");
    const GONE: Status = (ExceptionStatus::Settled, "gone");
    const NOT_ASKED: Status = (ExceptionStatus::Open, "not asked again");

    #[test]
    fn each_rule_in_its_turn() {
        let mut all = ["a", "b", "c", "d", "e"].map(carried);
        all[4].answered_then = true;
        let mut now = Now::about(&all);
        now.judged("a", reach("T1"));
        now.judged("b", reach("T1"));
        now.found(all[0].fingerprint, "settlement/underpaid", "a");
        let mut status = |at: usize| status_of(&mut now, &all[at], at == 3);
        assert_eq!(status(0), (ExceptionStatus::Repeated, "found again"));
        assert_eq!(status(1), GONE);
        assert_eq!(status(2), (ExceptionStatus::Repeated, "again at the table"));
        assert_eq!(status(3), (ExceptionStatus::Settled, "answered"));
        assert_eq!(status(4), (ExceptionStatus::Settled, "answered then"));
        let mut other = Now::about(&all);
        other.judged("z", reach("T2"));
        other.found(Digest::ZERO, "settlement/underpaid", "z");
        let nothing = (ExceptionStatus::Open, "its log was not given");
        assert_eq!(status_of(&mut other, &all[2], false), nothing, "at another table");
        other.found_at("settlement/underpaid", "v", "T1");
        assert_eq!(
            status_of(&mut other, &all[2], false),
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
            status_of(&mut now, &one, false)
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
        assert_eq!(status_of(&mut now, &one, false), OPEN, "one of two files of that id");
        for code in NOT_JUDGED {
            let mut now = Now::about([&one]);
            now.judged("a", reach("T1"));
            now.found(Digest::ZERO, code, "a");
            assert_eq!(status_of(&mut now, &one, false), OPEN, "{code}");
        }
        let mut now = Now::about([&one]);
        now.judged("a", reach("T1"));
        now.not_asked("settlement/underpaid", Some("b"), "--heads");
        assert_eq!(status_of(&mut now, &one, false), GONE, "asked at this log");
        now.not_asked("settlement/underpaid", Some("a"), "--heads");
        assert_eq!(now.status(&one, false), (NOT_ASKED.0, NOT_ASKED.1, vec!["--heads".to_owned()]));
        let apart = Carried { code: "reconcile/disagreement".into(), ..carried("a") };
        let mut now = Now::about([&apart]);
        now.judged("a", reach("T1"));
        assert_eq!(status_of(&mut now, &apart, false), NOT_ASKED, "its other sources are not there");
        let mut now = Now::about([&apart]);
        now.judged("a", Reach { joined: true, ..reach("T1") });
        assert_eq!(status_of(&mut now, &apart, false), GONE);
    }

    /// A run that judged `then`, and one that judges `now`, over a log and a terminal beside it.
    fn asked(then: &Asked, now: &Asked, one: &Carried) -> (Status, Vec<String>) {
        let beside = LogHead { authenticated: 4, ..head("b", "T1") };
        let before = Before {
            generated_at: one.reported_in.clone(),
            asked: then.clone(),
            logs: vec![head("a", "T1"), beside.clone(), head("far", "T2")],
        };
        let mut run = Now::about([one]);
        run.by(now.clone(), [before]);
        run.judged("a", reach("T1"));
        run.judged("b", Reach { head: beside, ..reach("T1") });
        let (status, because, missing) = run.status(one, false);
        ((status, because), missing)
    }

    #[test]
    fn an_exception_without_a_clause_is_gone_only_under_the_rulesets_of_then() {
        let one = Carried { code: "void/groundless".into(), ruleset: None, ..carried("a") };
        let by = |rulesets: &[(&str, &str)]| Asked {
            rulesets: rulesets.iter().map(|(id, digest)| ((*id).to_owned(), (*digest).to_owned())).collect(),
            ..Asked::default()
        };
        let then = by(&[("j/v/g/1", "aa"), ("j/v/g/2", "bb")]);
        assert_eq!(asked(&then, &then, &one), (GONE, Vec::new()), "the same again");
        assert_eq!(asked(&then, &by(&[("j/v/g/2", "bb")]), &one).0, GONE, "one of them judged nothing more");
        for (what, now) in [
            ("other bytes", by(&[("j/v/g/1", "ab"), ("j/v/g/2", "bb")])),
            ("another one beside them", by(&[("j/v/g/1", "aa"), ("j/v/g/2", "bb"), ("j/v/g/3", "cc")])),
            ("another one in their place", by(&[("j/v/g/3", "cc")])),
            ("none", by(&[])),
        ] {
            let (status, missing) = asked(&then, &now, &one);
            assert_eq!((status, missing.len()), (NOT_ASKED, 1), "{what}: {missing:?}");
        }
    }

    #[test]
    fn a_roster_or_digests_that_ask_less_settle_nothing() {
        let of = |code: &str| Carried { code: code.into(), ..carried("a") };
        let by = |roster: &str, digests: &[&str]| Asked {
            roster: Some(roster.to_owned()),
            digest_files: digests.iter().map(|one| (*one).to_owned()).collect(),
            ..Asked::default()
        };
        let then = by("aa", &["11", "22"]);
        for code in ["reconcile/profile", "reconcile/missing-log"] {
            assert_eq!(asked(&then, &then, &of(code)).0, GONE, "{code}");
            assert_eq!(asked(&then, &by("bb", &["11", "22"]), &of(code)).0, NOT_ASKED, "{code}");
        }
        let mismatch = of("reconcile/digest-mismatch");
        assert_eq!(asked(&then, &by("bb", &["11", "22", "33"]), &mismatch).0, GONE);
        assert_eq!(asked(&then, &by("aa", &["11", "44"]), &mismatch).0, NOT_ASKED);
        let mut absent = Carried { seq: None, ..of("reconcile/missing-log") };
        absent.log = String::new();
        for (now, status) in [(&then, GONE), (&by("bb", &[]), NOT_ASKED)] {
            let mut run = Now::about([&absent]);
            let before = Before { generated_at: absent.reported_in.clone(), asked: then.clone(), ..Before::default() };
            run.by(now.clone(), [before]);
            run.cleared_by_roster(absent.fingerprint);
            assert_eq!(status_of(&mut run, &absent, false), status);
        }
    }

    #[test]
    fn rulesets_of_other_games_judge_no_coup_of_the_exception() {
        let one = Carried { code: "void/groundless".into(), ruleset: None, ..carried("a") };
        let by = |ids: &[&str]| Asked {
            rulesets: ids.iter().map(|id| ((*id).to_owned(), "aa".to_owned())).collect(),
            ..Asked::default()
        };
        let games = ["v/g".to_owned()].into();
        let then = by(&["j/v/g/1"]);
        assert_eq!(by(&["j/v/g/1", "j/v/h/1"]).lacks(&then, &one, &games), Vec::<String>::new());
        assert_eq!(by(&["j/v/h/1"]).lacks(&then, &one, &games).len(), 1);
    }

    #[test]
    fn gone_is_said_only_where_at_least_as_much_was_asked() {
        let one = carried("a");
        let settings = AskedSettings {
            clock_tolerance: [("T1".to_owned(), 100)].into(),
            noticed: 60_000,
            times: 1_000,
            shoes: 1,
            displays: 0,
            terminals: vec!["T1".into()],
        };
        let then = Asked {
            rulesets: [("r".to_owned(), "aa".to_owned())].into(),
            facts: [("r".to_owned(), "2020-01-01".to_owned())].into(),
            trust: ["bb".to_owned()].into(),
            approvers: Some("cc".into()),
            settings: Some(settings.clone()),
            ..Asked::default()
        };
        assert_eq!(asked(&then, &then, &one), (GONE, Vec::new()), "the same again");
        let with = |settings: AskedSettings| Asked { settings: Some(settings), ..then.clone() };
        let more = Asked {
            trust: ["bb".to_owned(), "dd".to_owned()].into(),
            require_approved: true,
            ..with(AskedSettings { clock_tolerance: BTreeMap::new(), noticed: 1, shoes: 2, ..settings.clone() })
        };
        assert_eq!(asked(&then, &more, &one).0, GONE, "more is asked");
        for (what, now) in [
            ("another ruleset for all", Asked { ruleset: Some("s".into()), ..then.clone() }),
            (
                "other bytes of its ruleset",
                Asked { rulesets: [("r".to_owned(), "ab".to_owned())].into(), ..then.clone() },
            ),
            ("its ruleset judged nothing", Asked { rulesets: BTreeMap::new(), ..then.clone() }),
            ("no facts", Asked { facts: BTreeMap::new(), ..then.clone() }),
            ("no trust store", Asked { trust: BTreeSet::new(), ..then.clone() }),
            ("no approvers", Asked { approvers: None, ..then.clone() }),
            (
                "a tolerance",
                with(AskedSettings { clock_tolerance: [("T1".to_owned(), 101)].into(), ..settings.clone() }),
            ),
            ("of another", with(AskedSettings { clock_tolerance: [("T2".to_owned(), 1)].into(), ..settings.clone() })),
            ("slack", with(AskedSettings { noticed: 60_001, ..settings.clone() })),
            ("sources", with(AskedSettings { shoes: 0, ..settings.clone() })),
            ("terminals", with(AskedSettings { terminals: Vec::new(), ..settings.clone() })),
        ] {
            let (status, missing) = asked(&then, &now, &one);
            assert_eq!((status, missing.len()), (NOT_ASKED, 1), "{what}: {missing:?}");
        }
        // What a log shows by its bytes alone depends on no rules.
        let chain = Carried { code: "integrity/chain-broken".into(), ..carried("a") };
        assert_eq!(asked(&then, &Asked { facts: BTreeMap::new(), ..then.clone() }, &chain).0, GONE);
        let key = Carried { code: "integrity/untrusted-key".into(), ..carried("a") };
        assert_eq!(asked(&then, &more, &key).0, NOT_ASKED, "whoever adds a key to the trust store settles nothing");
        // A report that does not say its settings.
        let old = Asked { settings: None, ..then.clone() };
        let none = AskedSettings { noticed: 60_000, times: 1_000, ..AskedSettings::default() };
        assert_eq!(asked(&old, &with(none), &one).0, GONE);
        assert_eq!(asked(&old, &then, &one).0, NOT_ASKED);
    }

    #[test]
    fn gone_needs_the_sources_that_were_joined() {
        let one = carried("a");
        let span =
            |first: &str, last: &str| Some((format!("2023-06-{first}T00:00:00Z"), format!("2023-06-{last}T00:00:00Z")));
        let own = LogHead { span: span("02", "03"), ..head("a", "T1") };
        let terminal = LogHead {
            source: Some(("terminal".into(), "T9".into())),
            authenticated: 4,
            span: span("01", "02"),
            ..head("b", "T1")
        };
        let later = LogHead { span: span("04", "05"), ..head("c", "T1") };
        let before = Before {
            generated_at: one.reported_in.clone(),
            logs: vec![own.clone(), terminal.clone(), later, head("far", "T2")],
            ..Before::default()
        };
        let status = |of: &Carried, beside: Option<Reach>| {
            let mut run = Now::about([of]);
            run.by(Asked::default(), [before.clone()]);
            run.judged("a", Reach { head: own.clone(), ..reach("T1") });
            beside.into_iter().for_each(|reach| run.judged("b", reach));
            run.status(of, false)
        };
        let there = Reach { head: terminal.clone(), ..reach("T1") };
        assert_eq!(status(&one, Some(there.clone())), (GONE.0, GONE.1, Vec::new()), "the later one says nothing of it");
        let missing = |named: &str| (NOT_ASKED.0, NOT_ASKED.1, vec![named.to_owned()]);
        assert_eq!(status(&one, None), missing("log b of terminal T9"));
        let other = Reach { continues: BTreeSet::new(), ..there.clone() };
        assert_eq!(status(&one, Some(other)), missing("log b of terminal T9"), "other bytes");
        let cut = Reach { read: false, ..there.clone() };
        assert_eq!(status(&one, Some(cut)), missing("log b of terminal T9 to its end"));
        let unsealed = Reach { head: LogHead { authenticated: 3, ..terminal.clone() }, ..there.clone() };
        assert_eq!(status(&one, Some(unsealed)).1, "not asked again");
        let straddling = Carried { needs: vec!["c".into()], ..carried("a") };
        assert_eq!(status(&straddling, Some(there)), missing("log c"));
    }

    #[test]
    fn a_log_that_was_replaced_settles_nothing() {
        let one = carried("a");
        let mut now = Now::about([&one]);
        now.judged("a", Reach { replaced: true, ..reach("T1") });
        assert_eq!(status_of(&mut now, &one, false), (ExceptionStatus::Open, "record replaced"));
        // A log of that id of another table is another log.
        let mut now = Now::about([&one]);
        now.judged("a", reach("T7"));
        assert_eq!(status_of(&mut now, &one, false), OPEN);
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
        assert_eq!(status_of(&mut now, &one, false), GONE);
    }

    #[test]
    fn what_says_nothing_of_a_table_is_not_carried() {
        assert!(is_exception("settlement/underpaid", "critical"));
        assert!(!is_exception("void/discretionary", "info"));
        assert!(!is_exception("ruleset/uncertain", "minor"));
        assert!(!is_exception("disposition/unused", "minor"));
    }
}
