//! Digests: their text, the chain of days, and what differs from them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use proptest::prelude::*;
use resettle_coup_log::LogContents;
use resettle_oversight::digest::{
    BreakKind, ChangeKind, DayDigest, DigestHead, DigestLink, DigestLog, Idle, Previous, breaks, changes,
};
use resettle_oversight::{Date, LogSeen, SealedParts, date_of, parse_date};
use resettle_sealed_log::{Digest, SealedPart, SourceKind, Time};

fn day(number: u8) -> Date {
    parse_date(&format!("2023-06-{number:02}")).unwrap()
}

fn hash(of: &str) -> Digest {
    Digest::of(of.as_bytes())
}

fn log(id: &str, holds: &str) -> DigestLog {
    DigestLog {
        path: format!("t/{id}.jsonl.gz"),
        sha256: hash(&format!("packed {holds}")),
        content: hash(holds),
        size: 17,
        log: id.into(),
        game: "baccarat".into(),
        table: "B1".into(),
        source: Some((SourceKind::Table, "B1".into())),
        records: 3,
        head: Some(DigestHead { seq: 2, sha256: hash("seal"), is_final: true }),
    }
}

fn digest(of: u8, previous: Option<(u8, &str)>, logs: Vec<DigestLog>) -> DayDigest {
    DayDigest {
        venue: "mbs".into(),
        day: day(of),
        made: "2023-06-02T06:00:00+08:00".into(),
        previous: previous.map(|(of, text)| Previous { day: day(of), sha256: hash(text) }),
        logs,
        idle: vec![Idle { game: "baccarat".into(), table: "B9".into(), source: "table".into() }],
    }
}

#[test]
fn the_text_is_what_sha256sum_reads_with_comments() {
    let text = digest(1, Some((31 - 30, "x")), vec![log("a", "one")]).to_text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("# resettle-digest/1 {\"venue\":\"mbs\",\"day\":\"2023-06-01\""), "{text}");
    assert_eq!(lines[2], format!("{}  t/a.jsonl.gz", hash("packed one")));
    assert!(lines.iter().filter(|line| !line.starts_with('#')).count() == 1 && text.ends_with('\n'));
}

#[test]
fn a_digest_has_one_spelling() {
    let good = digest(1, None, vec![log("a", "one"), log("b", "two")]);
    let text = good.to_text();
    assert_eq!(DayDigest::parse(text.as_bytes()).unwrap(), good);
    let spoilt = [
        text.replace("{\"venue\"", "{ \"venue\""),
        text.replace("# idle ", "# idle  "),
        text.replace('\n', "\r\n"),
        text.trim_end().to_owned(),
        format!("{text}\n"),
        text.replace("\"records\":3", "\"records\":3,\"records\":3"),
        text.replace("\"records\":3", "\"records\":3.0"),
        text.replace("\"records\":3,", ""),
        text.replace("t/b.jsonl.gz", "t/a.jsonl.gz"),
        text.replace("t/a.jsonl.gz", "../a.jsonl.gz"),
        text.replace("2023-06-01", "2023-6-1"),
        text.replace("resettle-digest/1", "resettle-digest/2"),
        String::new(),
    ];
    for text in spoilt {
        assert!(DayDigest::parse(text.as_bytes()).is_err(), "{text}");
    }
    assert!(DayDigest::parse(b"\xff").is_err());
}

#[test]
fn all_faults_of_a_digest_are_reported_by_line() {
    let text = digest(1, None, vec![log("a", "one"), log("b", "two")]).to_text();
    let text = text.replace("\"seq\":2", "\"seq\":-2").replace("# idle", "# ilde");
    let faults = DayDigest::parse(text.as_bytes()).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 4, 6], "{faults:?}");
}

fn chained(days: &[(u8, Option<u8>)]) -> Vec<DigestLink> {
    let text = |of: u8| format!("text of {of}");
    let links = days.iter().map(|(of, before)| {
        let digest = digest(*of, before.map(|before| (before, "")), Vec::new());
        let previous = before.map(|before| Previous { day: day(before), sha256: hash(&text(before)) });
        DigestLink { previous, ..DigestLink::of(&digest, &format!("{of}.digest"), hash(&text(*of))) }
    });
    links.collect()
}

fn reported(links: &[DigestLink], closed: &[u8]) -> Vec<String> {
    let closed = |_: &str, date: Date| closed.iter().any(|of| day(*of) == date);
    breaks(links, &closed)
        .into_iter()
        .map(|found| {
            let what = match found.kind {
                BreakKind::Altered { .. } => "altered",
                BreakKind::Absent(_) => "absent",
                BreakKind::BegunAnew => "begun anew",
                BreakKind::Backwards(_) => "backwards",
                BreakKind::Twice(_) => "twice",
                BreakKind::Skipped => "skipped",
            };
            format!("{} {} {what}", found.file, found.day.day())
        })
        .collect()
}

#[test]
fn a_chain_of_days_holds_or_says_where_it_breaks() {
    assert!(reported(&chained(&[(3, Some(2)), (4, Some(3)), (5, Some(4))]), &[]).is_empty());
    assert!(
        reported(&chained(&[(5, Some(4)), (3, None), (4, Some(3))]), &[]).is_empty(),
        "whatever the order of files"
    );
    assert_eq!(reported(&chained(&[(3, None), (4, None)]), &[]), ["4.digest 4 begun anew"]);
    assert_eq!(reported(&chained(&[(3, None), (5, Some(4))]), &[]), ["5.digest 5 absent"]);
    assert_eq!(reported(&chained(&[(3, None), (6, Some(3))]), &[5]), ["6.digest 4 skipped"]);
    assert_eq!(reported(&chained(&[(3, Some(3))]), &[]), ["3.digest 3 backwards"]);
    let mut links = chained(&[(3, None), (4, Some(3))]);
    links[0].sha256 = hash("another text");
    assert_eq!(reported(&links, &[]), ["4.digest 4 altered"]);
    let mut links = chained(&[(3, None), (3, None)]);
    links[1].file = "copy".into();
    assert!(reported(&links, &[]).is_empty(), "the same bytes twice");
    links[1].sha256 = hash("another text");
    assert_eq!(reported(&links, &[]), ["copy 3 twice"]);
}

fn seen(id: &str, holds: &str, at: &str) -> LogSeen {
    LogSeen {
        file: format!("elsewhere/{id}.jsonl"),
        log: id.into(),
        venue: "mbs".into(),
        game: "baccarat".into(),
        table: "B1".into(),
        kind: SourceKind::Table,
        source: "B1".into(),
        first: Time::parse(at).unwrap().moment(),
        last: Time::parse(at).unwrap().moment(),
        day: date_of(at),
        touches: date_of(at).map(|day| (day, day)),
        sealed: SealedParts::Unasked,
        content: hash(holds),
        contents: LogContents::default(),
    }
}

fn compared(digests: &[DayDigest], found: &[LogSeen]) -> Vec<String> {
    let named: Vec<(&str, &DayDigest)> = digests.iter().map(|digest| ("d", digest)).collect();
    changes(&named, found, &|_, _, _| true)
        .into_iter()
        .map(|change| {
            let what = match change.kind {
                ChangeKind::Missing { .. } => "missing",
                ChangeKind::Unvouched { .. } => "unvouched",
                ChangeKind::Changed { .. } => "changed",
                ChangeKind::Added { .. } => "added",
            };
            format!("{} {} {what} {}", change.day.day(), change.log, change.file)
        })
        .collect()
}

#[test]
fn what_is_missing_changed_or_added_since() {
    let digests = [digest(1, None, vec![log("a", "one"), log("b", "two"), log("c", "three")])];
    let at = "2023-06-01T09:00:00+08:00";
    let found = [seen("a", "one", at), seen("b", "TWO", at), seen("x", "four", at)];
    assert_eq!(
        compared(&digests, &found),
        ["1 b changed elsewhere/b.jsonl", "1 c missing d", "1 x added elsewhere/x.jsonl"]
    );
    let other_day = [
        seen("a", "one", at),
        seen("b", "two", at),
        seen("c", "three", at),
        seen("x", "4", "2023-06-02T09:00:00+08:00"),
    ];
    assert!(compared(&digests, &other_day).is_empty(), "no digest speaks of that day");
}

#[test]
fn a_log_that_grew_and_was_signed_for_again_is_whole() {
    let digests = [digest(1, None, vec![log("a", "one")]), digest(2, Some((1, "")), vec![log("a", "one and more")])];
    let now = [seen("a", "one and more", "2023-06-01T09:00:00+08:00")];
    assert!(compared(&digests, &now).is_empty());
    let back = [seen("a", "one", "2023-06-01T09:00:00+08:00")];
    assert_eq!(compared(&digests, &back), ["2 a changed elsewhere/a.jsonl"]);
    let both = [back[0].clone(), seen("a", "never signed for", "2023-06-01T09:00:00+08:00"), now[0].clone()];
    assert_eq!(compared(&digests, &both), ["2 a changed elsewhere/a.jsonl"], "a copy that differs");
}

/// Sealed up to the seal with this number; without one nobody vouches for it.
fn sealed(log: LogSeen, seq: Option<u64>) -> LogSeen {
    let part = |seq| SealedPart { first: log.first, last: log.last, seq };
    LogSeen { sealed: SealedParts::Parts(seq.map(part).into_iter().collect()), ..log }
}

#[test]
fn a_listed_log_is_met_only_as_far_as_trusted_seals_vouch_for_it() {
    let digests = [digest(1, None, vec![log("a", "one")])];
    let at = "2023-06-01T09:00:00+08:00";
    assert!(compared(&digests, &[sealed(seen("a", "one", at), Some(2))]).is_empty());
    // Not to the seal that was signed for; not at all; and another file in its place.
    assert_eq!(compared(&digests, &[sealed(seen("a", "one", at), Some(1))]), ["1 a unvouched d"]);
    assert_eq!(compared(&digests, &[sealed(seen("a", "one", at), None)]), ["1 a unvouched d"]);
    assert_eq!(
        compared(&digests, &[sealed(seen("a", "another", at), None)]),
        ["1 a unvouched d", "1 a changed elsewhere/a.jsonl"]
    );
    let both = [sealed(seen("a", "one", at), None), sealed(seen("a", "one", at), Some(2))];
    assert!(compared(&digests, &both).is_empty(), "the sealed one is there as well");
}

/// A log that begins before the first digest, or says so, is of every day that its records touch.
#[test]
fn a_log_that_nobody_listed_is_added_on_any_day_that_it_touches() {
    let digests = [digest(2, None, vec![log("a", "one")])];
    let listed = seen("a", "one", "2023-06-02T09:00:00+08:00");
    let mut early = seen("x", "four", "2023-06-01T09:00:00+08:00");
    assert!(compared(&digests, &[listed.clone(), early.clone()]).is_empty(), "no digest speaks of its day");
    early.touches = Some((day(1), day(3)));
    assert_eq!(compared(&digests, &[listed, early]), ["2 x added elsewhere/x.jsonl"]);
}

proptest! {
    /// Whatever the names hold, a digest is read as it was written.
    #[test]
    fn digests_come_back(venue in ".{0,12}", id in ".{0,12}", table in ".{0,8}", records in any::<u64>()) {
        let mut one = log("a", "one");
        one.log = id;
        one.table = table;
        one.records = records;
        let mut good = digest(1, None, vec![one]);
        good.venue = venue;
        prop_assert_eq!(DayDigest::parse(good.to_text().as_bytes()).unwrap(), good);
    }

    /// Any text is refused, or is how its digest is spelled.
    #[test]
    fn any_text_is_read_or_refused(text in "(# (log|idle|resettle-digest/1) )?[{}\":a-z0-9 \\n]{0,200}") {
        if let Ok(read) = DayDigest::parse(text.as_bytes()) {
            prop_assert_eq!(read.to_text(), text);
        }
    }
}
