//! What a log's remembered seal says of the log when it is handed over again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common;

use std::collections::BTreeMap;

use crate::common::{LOG, Log, key, own, sha256, store, trust, trusted};
use resettle_coup_log::LogReader;
use resettle_sealed_log::{Digest, Head, Heads, LogName, LogVerdict, MAX_LINE, Move, Stand, TrustStore};

/// What reading a log gives, against what is remembered.
fn against(log: &Log, trust: &TrustStore, heads: &Heads) -> LogVerdict {
    let bytes = log.bytes();
    let mut reader = LogReader::new(&bytes[..], Some(trust)).against(Some(heads));
    while reader.next_entry().unwrap().is_some() {}
    reader.finish()
}

/// The same, with the step made that the log allows.
fn remembered(heads: &mut Heads, log: &Log, trust: &TrustStore) -> Option<Move> {
    let step = Move::of(&against(log, trust, heads))?;
    heads.forward(&alone(&step)).unwrap();
    Some(step)
}

/// One step to be made by itself.
fn alone(step: &Move) -> BTreeMap<LogName, Move> {
    BTreeMap::from([(step.log.clone(), step.clone())])
}

fn name(log: &Log) -> LogName {
    LogName::from(&against(log, &trust(), &Heads::default()).open.unwrap())
}

fn stand(log: &Log, heads: &Heads) -> Option<Stand> {
    against(log, &trust(), heads).remembered.map(|remembered| remembered.stand)
}

#[test]
fn the_last_seal_that_counts_is_remembered_with_its_line() {
    let mut heads = Heads::default();
    assert!(heads.is_empty());
    let log = Log::open().coup(1).seal(false);
    let step = remembered(&mut heads, &log.clone().coup(2), &trust()).unwrap();
    assert_eq!(step.from, None);
    assert!(!heads.is_empty());
    assert_eq!(heads.len(), 1);
    assert_eq!(heads.iter().map(|(name, head)| (name.log.as_str(), head.seq())).collect::<Vec<_>>(), [(LOG, 2)]);
    let head = heads.get(&name(&log)).unwrap();
    let line = log.lines.last().unwrap();
    assert_eq!(head.line().as_bytes(), line);
    assert_eq!((head.seq(), head.is_final(), head.sha256().to_string()), (2, false, sha256(line)));
    assert_eq!(head.key(), common::id(&own()));
    assert_eq!(Head::read(head.line()).as_ref(), Ok(head));
    let other = LogName { source: "other".to_owned(), ..name(&log) };
    assert_eq!(heads.get(&other), None);
}

#[test]
fn a_log_holds_its_head_or_ends_before_it_or_differs() {
    let mut heads = Heads::default();
    let begun = Log::open().coup(1);
    remembered(&mut heads, &begun.clone().seal(false), &trust());
    assert_eq!(stand(&begun.clone().seal(false), &heads), Some(Stand::Holds { line: 3 }));
    assert_eq!(stand(&begun.clone().seal(false).coup(2).seal(true), &heads), Some(Stand::Holds { line: 3 }));
    assert_eq!(stand(&begun, &heads), Some(Stand::Short));
    let rewritten = begun.clone().coup(2).seal(false).coup(3).seal(true);
    let third = Digest::of(&rewritten.lines[2]);
    assert_eq!(stand(&rewritten, &heads), Some(Stand::Differs { line: 3, seq: 2, sha256: third }));
    let now = against(&rewritten, &trust(), &heads).remembered.unwrap().seal_now.unwrap();
    assert_eq!(now.seq(), 3, "the first seal that vouches for the other history");
    let sealed_otherwise = begun.seal(true);
    let now = against(&sealed_otherwise, &trust(), &heads).remembered.unwrap().seal_now.unwrap();
    assert_eq!((now.seq(), now.is_final()), (2, true), "the seal that stands in the head's place");
    assert_eq!(Move::of(&against(&rewritten, &trust(), &heads)), None, "such a log moves nothing");
}

#[test]
fn a_line_that_is_no_record_shows_too_that_a_remembered_head_is_gone() {
    let mut heads = Heads::default();
    let begun = Log::open().coup(1);
    remembered(&mut heads, &begun.clone().seal(false), &trust());
    let log = begun.raw(|next| common::record(next, "\"type\":\"coup\"").into_bytes());
    let third = Digest::of(&log.lines[2]);
    assert_eq!(stand(&log, &heads), Some(Stand::Differs { line: 3, seq: 2, sha256: third }));
}

#[test]
fn a_head_whose_history_was_replaced_does_not_hold() {
    let mut heads = Heads::default();
    let log = Log::open().coup(1).seal(false);
    remembered(&mut heads, &log, &trust());
    let mut replaced = log.coup(2).seal(true);
    replaced.lines[1] = Log::open().coup(9).lines[1].clone();
    let verdict = against(&replaced, &trust(), &heads);
    assert_eq!(verdict.remembered.as_ref().map(|remembered| remembered.stand), Some(Stand::Unchained { line: 3 }));
    assert_eq!(Move::of(&verdict), None);
}

#[test]
fn a_head_goes_forward_only_and_never_beyond_a_final_one() {
    let mut heads = Heads::default();
    let log = Log::open().coup(1).seal(false);
    remembered(&mut heads, &log, &trust());
    assert_eq!(remembered(&mut heads, &log, &trust()), None, "it is there already");
    let closed = log.clone().coup(2).seal(true);
    let step = remembered(&mut heads, &closed, &trust()).unwrap();
    assert_eq!((step.from.unwrap().seq(), step.to.seq()), (2, 4));
    assert!(heads.get(&name(&log)).unwrap().is_final());
    assert_eq!(remembered(&mut heads, &log, &trust()), None, "a shorter log takes nothing back");
    assert_eq!(remembered(&mut heads, &closed.coup(3).seal(true), &trust()), None);
    assert_eq!(heads.get(&name(&log)).unwrap().seq(), 4);
}

#[test]
fn moves_are_made_together_or_not_at_all() {
    let log = Log::open().coup(1).seal(false);
    let (mut heads, mut other) = (Heads::default(), Heads::default());
    let first = remembered(&mut heads, &log, &trust()).unwrap();
    let longer = remembered(&mut heads.clone(), &log.clone().coup(2).seal(true), &trust()).unwrap();
    let rewritten = remembered(&mut other, &Log::open().coup(7).seal(false), &trust()).unwrap();
    // Made already by another run.
    assert_eq!(heads.forward(&alone(&first)), Ok(()));
    let before = heads.clone();
    let elsewhere = LogName { log: "u-1".to_owned(), ..longer.log.clone() };
    let fine = Move { log: elsewhere, ..first.clone() };
    let both = BTreeMap::from([(rewritten.log.clone(), rewritten.clone()), (fine.log.clone(), fine)]);
    assert_eq!(heads.forward(&both).unwrap_err().0, [rewritten.log]);
    assert_eq!(heads, before);
    assert_eq!(heads.forward(&alone(&longer)), Ok(()));
    assert_eq!(other.forward(&alone(&longer)).unwrap_err().0, [longer.log]);
}

#[test]
fn a_log_under_another_name_is_known_by_its_id_and_its_key() {
    let mut heads = Heads::default();
    let log = Log::open().coup(1).seal(false);
    remembered(&mut heads, &log, &trust());
    let renamed = |owner: u8, id: &str| {
        let open = common::open_body(&format!(r#","key":"{}""#, common::id(&key(owner))))
            .replace("7UP-03", "7UP-04")
            .replace(LOG, id);
        common::read(&Log::empty().with(&open).bytes(), None).verdict.open.unwrap()
    };
    assert_eq!(heads.about(&renamed(7, LOG)).map(Head::seq), Some(2));
    assert_eq!(heads.about(&renamed(8, LOG)), None, "another device may have given the same id");
    assert_eq!(heads.about(&renamed(7, "t-2")), None, "a device writes many logs");
}

#[test]
fn what_nobody_is_trusted_to_seal_is_not_remembered() {
    let mut heads = Heads::default();
    let stranger = store(&[trusted(&key(8), "")]);
    assert_eq!(remembered(&mut heads, &Log::open().coup(1).seal(true), &stranger), None);
    assert!(heads.is_empty());
}

#[test]
fn a_head_proves_its_own_log_under_its_own_key() {
    let mut heads = Heads::default();
    let log = Log::open().coup(1).seal(true);
    remembered(&mut heads, &log, &trust());
    let head = heads.get(&name(&log)).unwrap();
    let trust = store(&[trusted(&own(), ""), trusted(&key(8), "")]);
    let public = |id| trust.keys().iter().find(|known| known.public_key.id() == id).unwrap().public_key;
    assert!(head.verify(LOG, &public(head.key())));
    assert!(!head.verify("t-2", &public(head.key())));
    assert!(!head.verify(LOG, &public(common::id(&key(8)))));
}

#[test]
fn what_is_no_seal_of_a_log_is_no_head() {
    let log = Log::open().seal(true);
    let line = std::str::from_utf8(&log.lines[1]).unwrap();
    assert!(Head::read(line).is_ok());
    let longest = format!("{line}{}", " ".repeat(MAX_LINE - line.len()));
    assert!(Head::read(&longest).is_ok());
    for (bad, why) in [
        (format!("{line}\n"), "it is no line of a log"),
        (line.replace(",\"final\"", ",\t\"final\""), "it is no line of a log"),
        (format!("{longest} "), "it is no line of a log"),
        (String::from_utf8(log.lines[0].clone()).unwrap(), "it is no seal"),
    ] {
        assert_eq!(Head::read(&bad).unwrap_err(), why);
    }
}

#[test]
fn a_heads_file_means_the_same_read_again_and_every_fault_of_it_is_reported() {
    let mut heads = Heads::default();
    remembered(&mut heads, &Log::open().coup(1).seal(true), &trust());
    let step = |log: &str| {
        let name = LogName { log: log.to_owned(), ..heads.iter().next().unwrap().0.clone() };
        Move { log: name, from: None, to: heads.iter().next().unwrap().1.clone() }
    };
    let more: BTreeMap<_, _> =
        ["a", "七\u{202e}\"\\"].map(step).into_iter().map(|step| (step.log.clone(), step)).collect();
    heads.forward(&more).unwrap();
    assert_eq!(heads.len(), 3);
    let text = heads.to_text();
    assert!(text.is_ascii());
    assert_eq!(Heads::parse(text.as_bytes(), resettle_coup_log::record_faults).as_ref(), Ok(&heads));
    let [first, a, t, seven] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    let reported = |lines: &[&str]| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        Heads::parse(text.as_bytes(), resettle_coup_log::record_faults)
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };
    insta::assert_snapshot!(
        [
            reported(&[]),
            reported(&["{}"]),
            reported(&[&first.replace("\"heads\":3", "\"heads\":3,\"more\":1"), a, t, seven]),
            reported(&[&first.replace("/1", "/2"), a, t, seven]),
            reported(&[first, a, t]),
            reported(&[first, t, a, seven]),
            reported(&[first, a, a, seven]),
            reported(&[first, a, "{}", &seven.replace("\"seq\":2", "\"seq\":3")]),
            reported(&[first, a, t, &seven.replace("\"final\":true", "\"final\":false")]),
            reported(&[first, a, t, &seven.replace("\"sha256\":\"", "\"sha256\":\"0")]),
            reported(&[first, a, t, &seven.replace("\\\"seal\\\"", "\\\"shoe\\\"")]),
            reported(&[first, a, t, &seven.replace("\"table\"", "\"stand\"")]),
            reported(&[first, a, t, &seven.replace("\"seq\":2", "\"more\":1,\"seq\":2")]),
            Heads::parse(text.trim_end().as_bytes(), resettle_coup_log::record_faults)
                .unwrap_err()
                .iter()
                .map(ToString::to_string)
                .collect(),
        ]
        .join("\n--\n")
    );
}
