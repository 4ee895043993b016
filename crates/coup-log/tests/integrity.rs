//! Every finding about one log as a log, with its nearest miss, each at its line.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use crate::common;

use crate::common::{
    LOG, Log, Outcome, file, id, key, may_import, open_body, own, read, record, reported, sha256, store, time, trust,
    trusted,
};
use resettle_coup_log::{Body, LogReader, Seen};
use resettle_sealed_log::{CoupStakes, Digest, FaultCode, Refusal, SoundSeals, TrustStore};
use resettle_testkit::zeros;

const NONE: [&str; 0] = [];

/// Reads a log under the store that trusts the fixed key and compares what is reported.
#[track_caller]
fn reports(log: &Log, wanted: &[&str]) -> Outcome {
    bytes_report(&log.bytes(), Some(&trust()), wanted)
}

#[track_caller]
fn bytes_report(bytes: &[u8], trust: Option<&TrustStore>, wanted: &[&str]) -> Outcome {
    let outcome = read(bytes, trust);
    assert_eq!(outcome.reported(), wanted, "{:#?}", outcome.verdict.faults);
    outcome
}

/// A log says by itself that less is to be asked of it; whoever trusts its key has to have allowed that.
#[test]
fn an_import_is_sealed_only_by_a_key_that_may() {
    let sealed = Log::imported().coup(1).seal(true);
    assert_eq!(reports(&sealed, &["3 untrusted-key"]).vouched(3), Vec::<u64>::new());
    let what = &reports(&sealed, &["3 untrusted-key"]).verdict.faults[0].what;
    assert!(what.contains("may seal no import") && what.contains("imports: true"), "{what}");
    let denied = store(&[trusted(&own(), "imports: false")]);
    bytes_report(&sealed.bytes(), Some(&denied), &["3 untrusted-key"]);
    bytes_report(&sealed.bytes(), Some(&may_import()), &NONE);
    // Whoever may seal imports may seal the table's own log.
    bytes_report(&sound().bytes(), Some(&may_import()), &NONE);
}

/// open, coup, seal, coup, final seal.
fn sound() -> Log {
    Log::open().coup(1).seal(false).coup(2).seal(true)
}

/// The seventh hash of nothing in particular.
fn elsewhere() -> Digest {
    Digest::of(b"elsewhere")
}

#[test]
fn a_sound_log_gives_no_finding() {
    let outcome = reports(&sound(), &NONE);
    assert_eq!(outcome.vouched(9), [1, 2, 3, 4, 5]);
    assert_eq!((outcome.verdict.records, outcome.verdict.authenticated_records), (5, 5));
    assert_eq!(outcome.verdict.keys, [id(&own())]);
    assert!(!outcome.verdict.unsealed_import);
    // A log of an open and a seal is complete, and so is one that is a final seal behind it.
    reports(&Log::open().seal(true), &NONE);
}

#[test]
fn no_open() {
    bytes_report(b"", Some(&trust()), &["- no-open"]);
    let later = Log::empty().coup(1).with(&open_body(r#","imported":true"#)).seal(true);
    let outcome = reports(&later, &["1 no-open"]);
    assert!(outcome.records.is_empty() && outcome.verdict.open.is_none() && outcome.vouched(3).is_empty());
    reports(&Log::empty().seal(true), &["1 no-open"]);
    bytes_report(b"\n", Some(&trust()), &["1 no-open"]);
    bytes_report(b"\n\n\n", Some(&trust()), &["1 no-open"]);
    bytes_report(b"\x7fELF\x02\x01\n\x00\n", Some(&trust()), &["1 no-open"]);
    // Cut off within its first line: nothing was read.
    let bytes = sound().bytes();
    bytes_report(&bytes[..40], Some(&trust()), &["1 no-open"]);
    bytes_report(Log::open().bytes().strip_suffix(b"\n").unwrap(), Some(&trust()), &["1 no-open"]);
    // The nearest miss: an open that does not stand where it should in its chain is still one.
    reports(&Log::empty().seq(5).with(&open_body(r#","imported":true"#)), &["1 sequence-gap"]);
    let moved = Log::empty().prev(elsewhere()).with(&open_body(r#","imported":true"#)).seal(true);
    bytes_report(&moved.bytes(), Some(&may_import()), &["1 chain-broken"]);
    reports(&moved, &["1 chain-broken", "2 untrusted-key"]);
}

#[test]
fn a_second_open_is_malformed_and_nothing_else() {
    let again = |log: Log| log.with(&open_body(r#","imported":true"#));
    let outcome = reports(&again(Log::open().coup(1)).coup(2).seal(true), &["3 malformed-record"]);
    assert_eq!(outcome.malformed, [(3, None)]);
    assert!(!outcome.verdict.open.as_ref().unwrap().imported);
    assert_eq!(outcome.vouched(5), [1, 2, 3, 4, 5]);
    reports(&again(Log::open()).coup(1).seal(true), &["2 malformed-record"]);
    // Two logs one behind the other: the second one's open belongs to no chain here, and what
    // follows it follows it.
    let both = [sound().bytes(), sound().bytes()].concat();
    let outcome = bytes_report(
        &both,
        Some(&trust()),
        &["6 malformed-record", "6 chain-broken", "7 time-reversal", "7 after-final"],
    );
    assert_eq!(outcome.vouched(10), (1..=10).collect::<Vec<_>>());
}

#[test]
fn chain_broken() {
    // With the seq that follows, and with another one, which is reported with it.
    let outcome = reports(&Log::open().prev(elsewhere()).coup(1).seal(true), &["2 chain-broken"]);
    let fault = &outcome.verdict.faults[0];
    assert_eq!(fault.logged, Some(elsewhere().to_string()));
    assert_eq!(fault.expected, Some(sha256(&Log::open().lines[0])));
    assert_eq!((fault.shoe.as_deref(), fault.coup, fault.seq), (Some("S-1"), Some(1), Some(1)));
    let outcome = reports(&Log::open().prev(elsewhere()).seq(9).coup(1).seal(true), &["2 chain-broken"]);
    assert!(outcome.verdict.faults[0].what.contains("`seq` is 9 where 1 was due"), "{:?}", outcome.verdict.faults);
    // The seal says so of itself: it vouches for itself alone.
    let outcome = reports(&Log::open().coup(1).prev(elsewhere()).seal(true), &["3 chain-broken"]);
    assert_eq!((outcome.vouched(3), outcome.verdict.authenticated_records), (vec![3], 1));
    // Every break is one.
    let log = Log::open().prev(elsewhere()).coup(1).prev(elsewhere()).coup(2).seal(true);
    reports(&log, &["2 chain-broken", "3 chain-broken"]);
    // The hash of the line with its LF is another hash.
    let with_lf = sha256(&Log::open().bytes());
    reports(&Log::open().prev(with_lf).coup(1).seal(true), &["2 chain-broken"]);
    // A line altered shows at the next one, a line gone at the one that followed.
    let log = Log::open().coup(1).coup(2).coup(3).seal(true);
    reports(&log.clone().edit(2, r#""coup":1"#, r#""coup":7"#), &["3 chain-broken"]);
    let mut lines = log.lines.clone();
    lines.remove(1);
    let outcome = bytes_report(&file(&lines), Some(&trust()), &["2 chain-broken"]);
    assert!(outcome.verdict.faults[0].what.contains("`seq` is 2 where 1 was due"));
}

#[test]
fn a_seal_vouches_back_to_the_last_break_and_what_is_before_needs_one_of_its_own() {
    let outcome =
        reports(&Log::open().coup(1).coup(2).prev(elsewhere()).coup(3).coup(4).seal(true), &["4 chain-broken"]);
    assert_eq!((outcome.vouched(6), outcome.verdict.authenticated_records), (vec![4, 5, 6], 3));
    let outcome =
        reports(&Log::open().coup(1).seal(false).coup(2).prev(elsewhere()).coup(3).seal(true), &["5 chain-broken"]);
    assert_eq!((outcome.vouched(6), outcome.verdict.authenticated_records), (vec![1, 2, 3, 5, 6], 5));
    // A gap in the numbers breaks nothing.
    let outcome = reports(&Log::open().coup(1).seq(7).coup(2).seal(true), &["3 sequence-gap"]);
    assert_eq!(outcome.vouched(4), [1, 2, 3, 4]);
    // A seal that does not count vouches for nothing, and a later one takes its part over.
    let stranger = key(9);
    let outcome = reports(
        &Log::open().coup(1).seal_by(&stranger, false).coup(2).seal(false).coup(3),
        &["3 untrusted-key", "6 unsealed-tail"],
    );
    assert_eq!((outcome.vouched(6), outcome.verdict.authenticated_records), (vec![1, 2, 3, 4, 5], 5));
    assert_eq!(outcome.verdict.keys, [id(&stranger), id(&own())]);
}

#[test]
fn sequence_gap() {
    let outcome = reports(&Log::open().seq(2).coup(1).coup(2).seal(true), &["2 sequence-gap"]);
    let fault = &outcome.verdict.faults[0];
    assert_eq!((fault.expected.as_deref(), fault.logged.as_deref()), (Some("1"), Some("2")));
    reports(&Log::open().coup(1).seq(1).coup(2).seal(true), &["3 sequence-gap"]);
    reports(&Log::open().coup(1).seq(0).coup(2).seal(true), &["3 sequence-gap"]);
    reports(&Log::open().coup(1).seq(i64::MAX as u64).coup(2), &["3 sequence-gap", "1 unsealed-tail"]);
    reports(&Log::open().seq(5).coup(1).seq(8).coup(2).seal(true), &["2 sequence-gap", "3 sequence-gap"]);
}

#[test]
fn time_reversal() {
    let outcome = reports(&Log::open().at(60).coup(1).at(59).coup(2).at(60).seal(true), &["3 time-reversal"]);
    let fault = &outcome.verdict.faults[0];
    assert_eq!(
        (fault.expected.clone(), fault.logged.clone()),
        (Some(format!("{} or later", time(60))), Some(time(59)))
    );
    // The same time, also by another clock, is no reversal; a nanosecond is one.
    reports(&Log::open().at(60).coup(1).at(60).coup(2).at(60).seal(true), &NONE);
    let at = |text: &str| Log::open().at(60).coup(1).written(text).coup(2).at(61).seal(true);
    reports(&at("2023-06-01T04:01:00Z"), &NONE);
    reports(&at("2023-06-01T12:01:00.000000000+08:00"), &NONE);
    reports(&at("2023-06-01T04:00:59.999999999Z"), &["3 time-reversal"]);
    reports(&at("2023-06-01T12:01:00+08:01"), &["3 time-reversal"]);
    // Reported once: the record after it is compared with it, not with the latest.
    reports(&Log::open().at(60).coup(1).at(10).coup(2).at(11).coup(3).at(12).seal(true), &["3 time-reversal"]);
    // A malformed line has no time.
    reports(&Log::open().at(60).with(r#""type":"coup""#).at(10).coup(1).at(11).seal(true), &["2 malformed-record"]);
}

#[test]
fn bad_signature() {
    // A signature over something else: another log, seq, prev, time, or whether it is final.
    let mut other = Log::open().coup(1);
    other.id = "t-2".to_owned();
    reports(&other.seal(true), &["3 bad-signature"]);
    let of = |edit: fn(String) -> String| {
        let sealed = Log::open().coup(1).seal(true);
        let line = String::from_utf8(sealed.lines[2].clone()).unwrap();
        Log::open().coup(1).raw(|_| edit(line).into())
    };
    reports(&of(|line| line), &NONE);
    reports(&of(|line| line.replace("12:00:02", "12:00:03")), &["3 bad-signature"]);
    reports(&of(|line| line.replace("12:00:02", "12:00:02.0")), &["3 bad-signature"]);
    reports(&of(|line| line.replace("T12:00:02+08:00", "T04:00:02Z")), &["3 bad-signature"]);
    reports(&of(|line| line.replace("true", "false")), &["3 bad-signature", "3 not-closed"]);
    reports(&of(|line| line.replace(r#""seq":2"#, r#""seq":3"#)), &["3 sequence-gap", "3 bad-signature"]);
    // By a key that is trusted, but is not the one named.
    let both = store(&[trusted(&own(), ""), trusted(&key(9), "")]);
    let swapped = of(|line| line.replace(&id(&own()).to_string(), &id(&key(9)).to_string()));
    bytes_report(&swapped.bytes(), Some(&both), &["3 bad-signature"]);
    // A seal that does not verify still ends the log, and vouches for nothing; each one is reported.
    let bad = |log: Log| log.raw(|next| common::seal("t-2", next, &own(), false).into());
    let outcome = reports(&bad(bad(Log::open().coup(1)).coup(2)).seal(true), &["3 bad-signature", "5 bad-signature"]);
    assert_eq!(outcome.vouched(6), [1, 2, 3, 4, 5, 6]);
    let outcome = reports(&bad(Log::open().coup(1)), &["3 bad-signature", "3 not-closed"]);
    assert_eq!((outcome.vouched(3), outcome.verdict.authenticated_records), (vec![], 0));
    // The small zero of all signatures.
    let zero = Log::open().raw(|next| {
        record(next, &format!(r#""type":"seal","key":"{}","sig":"{}==","final":true"#, id(&own()), "A".repeat(86)))
            .into()
    });
    reports(&zero, &["2 bad-signature"]);
}

/// What a store says to a log that ends in a final seal written `at` seconds after its begin.
#[track_caller]
fn store_says(entry: &str, at: u64, refused: Option<&str>) {
    let trust = store(&[trusted(&own(), entry)]);
    let log = Log::open().coup(1).at(at).seal(true);
    let outcome = bytes_report(&log.bytes(), Some(&trust), if refused.is_some() { &["3 untrusted-key"] } else { &[] });
    let Some(words) = refused else {
        assert_eq!(outcome.vouched(3), [1, 2, 3]);
        return;
    };
    let fault = &outcome.verdict.faults[0];
    assert!(fault.what.contains(words) && fault.what.contains("cannot be verified"), "{}", fault.what);
    assert_eq!(fault.logged, Some(id(&own()).to_string()));
    assert_eq!((outcome.vouched(3), outcome.verdict.authenticated_records), (vec![], 0));
}

#[test]
fn untrusted_key_by_scope() {
    store_says("", 60, None);
    store_says("venue: star", 60, Some("may seal for venue `star` only"));
    store_says("venue: MBS", 60, Some("may seal for venue `MBS` only"));
    store_says("tables: [\"7UP-03\"]", 60, None);
    store_says("tables: [\"7UP-04\", \"7UP-03\"]", 60, None);
    store_says("tables: [\"7UP-04\", \"7UP-05\"]", 60, Some("may seal for table 7UP-04, 7UP-05 only"));
    store_says("tables: []", 60, Some("may seal for table"));
    store_says("kinds: [table]", 60, None);
    store_says("kinds: [display, table]", 60, None);
    store_says("kinds: [shoe, terminal]", 60, Some("may seal for sources of kind shoe, terminal only"));
    store_says("games: [7-up-baccarat]", 60, None);
    store_says("games: [roulette, other]", 60, Some("may seal for game roulette, other only"));
    store_says("games: []", 60, Some("may seal for game none only"));
    store_says("jurisdictions: [SG]", 60, None);
    store_says("jurisdictions: [au-nsw]", 60, Some("may seal for jurisdiction au-nsw only"));
}

#[test]
fn untrusted_key_by_time() {
    // The seal stands at 12:01:00+08:00.
    store_says("from: 2023-06-01T12:01:01+08:00", 60, Some("may seal only from"));
    store_says("from: 2023-06-01T12:01:00.000000001+08:00", 60, Some("may seal only from"));
    store_says("from: 2023-06-01T12:01:00+08:00", 60, None);
    store_says("from: 2023-06-01T04:01:00Z", 60, None);
    store_says("until: 2023-06-01T12:01:00+08:00", 60, Some("only before 2023-06-01T12:01:00+08:00"));
    store_says("until: 2023-06-01T12:00:30+08:00", 60, Some("may seal only before 2023-06-01T12:00:30+08:00"));
    store_says("until: 2023-06-01T12:01:00.000000001+08:00", 60, None);
    store_says("until: 2023-06-01T12:01:01+08:00", 60, None);
    store_says("revoked: 2023-06-01T12:01:00+08:00", 60, Some("was revoked at 2023-06-01T12:01:00+08:00"));
    store_says("revoked: 2023-06-01T12:00:00+08:00", 60, Some("was revoked"));
    store_says("revoked: 2023-06-01T12:01:01+08:00", 60, None);
    // What counts is the seal's own time, not that of the open.
    store_says("from: 2023-06-01T12:00:30+08:00", 60, None);
    store_says("until: 2023-06-01T12:00:30+08:00", 10, None);
}

#[test]
fn untrusted_key_once_per_key_and_log() {
    let (one, two) = (key(8), key(9));
    let log =
        Log::open().seal_by(&one, false).seal_by(&one, false).seal_by(&two, false).seal_by(&one, false).seal(true);
    reports(&log, &["2 untrusted-key", "4 untrusted-key"]);
    // For whatever reason: first too early, then revoked.
    let window = store(&[trusted(&own(), "from: 2023-06-01T12:00:02+08:00\nrevoked: 2023-06-01T12:00:03+08:00")]);
    let outcome =
        bytes_report(&Log::open().seal(false).seal(false).seal(true).bytes(), Some(&window), &["2 untrusted-key"]);
    assert_eq!(outcome.vouched(4), [1, 2, 3]);
    // Without a store once, whatever keys there are; then no signature is looked at.
    let mut log = log;
    log.id = "t-2".to_owned();
    let outcome = bytes_report(&log.coup(1).seal(true).bytes(), None, &["2 untrusted-key", "7 after-final"]);
    assert!(outcome.verdict.faults[0].what.contains(&Refusal::NoStore.to_string()));
    assert_eq!(outcome.vouched(8), Vec::<u64>::new());
    bytes_report(&Log::open().coup(1).bytes(), None, &["1 unsealed-tail"]);
    // An empty store holds no key.
    let nobody = TrustStore::from_yaml("keys: []").unwrap();
    bytes_report(&sound().bytes(), Some(&nobody), &["3 untrusted-key"]);
    // A seal that is remembered as sound counts only where its key is trusted.
    let known = SoundSeals::default();
    for (store, wanted) in [(&trust(), &NONE[..]), (&nobody, &["3 untrusted-key"])] {
        let bytes = sound().bytes();
        let mut reader = LogReader::new(&bytes[..], Some(store)).remembering(&known);
        while reader.next_entry().unwrap().is_some() {}
        assert_eq!(reader.finish().faults.iter().map(reported).collect::<Vec<_>>(), wanted);
    }
}

/// The good position that the seal on this line is.
fn position(log: &Log, line: usize) -> String {
    let prev = if line == 1 { zeros() } else { sha256(&log.lines[line - 2]) };
    format!("{{log: {LOG}, seq: {}, prev: \"{prev}\"}}", line - 1)
}

fn leaked(positions: &[String]) -> TrustStore {
    store(&[trusted(&own(), &format!("compromised: [{}]", positions.join(", ")))])
}

#[test]
fn a_compromised_key_counts_up_to_its_last_good_positions() {
    // Seals on lines 3, 5, 7.
    let log = Log::open().coup(1).seal(false).coup(2).seal(false).coup(3).seal(true);
    let judge = |positions: &[String], wanted: &[&str], vouched: u64| {
        let outcome = bytes_report(&log.bytes(), Some(&leaked(positions)), wanted);
        assert_eq!(outcome.vouched(7), (1..=vouched).collect::<Vec<_>>(), "{positions:?}");
        assert_eq!(outcome.verdict.authenticated_records, vouched);
    };
    judge(&[], &["3 untrusted-key"], 0);
    judge(&[position(&log, 3)], &["5 untrusted-key"], 3);
    judge(&[position(&log, 5)], &["7 untrusted-key"], 5);
    judge(&[position(&log, 7)], &NONE, 7);
    judge(&[position(&log, 3), position(&log, 5)], &["7 untrusted-key"], 5);
    judge(&[position(&log, 7), position(&log, 3)], &NONE, 7);
    // Exactly this seal: another log, seq or prev is another seal.
    let other = |from: &str, to: &str| [position(&log, 7).replace(from, to)];
    judge(&other("log: t-1", "log: t-2"), &["3 untrusted-key"], 0);
    judge(&other("seq: 6", "seq: 5"), &["3 untrusted-key"], 0);
    let prev = sha256(&log.lines[5]);
    judge(&other(&prev, &elsewhere().to_string()), &["3 untrusted-key"], 0);
    // A position at a record that is no seal holds nothing.
    judge(&[position(&log, 4)], &["3 untrusted-key"], 0);
    // The window still binds.
    let late =
        store(&[trusted(&own(), &format!("until: 2023-06-01T12:00:06+08:00\ncompromised: [{}]", position(&log, 7)))]);
    bytes_report(&log.bytes(), Some(&late), &["7 untrusted-key"]);
}

#[test]
fn two_leaked_keys_are_reported_each_once() {
    let (one, other) = (own(), key(9));
    let log = Log::open().coup(1).seal(false).seal_by(&other, false).seal(false).seal_by(&other, true);
    let keys = [&one, &other].map(|key| trusted(key, "compromised: []"));
    let outcome = bytes_report(&log.bytes(), Some(&store(&keys)), &["3 untrusted-key", "4 untrusted-key"]);
    let named: Vec<_> = outcome.verdict.faults.iter().map(|fault| fault.logged.clone().unwrap()).collect();
    assert_eq!(named, [id(&one), id(&other)].map(|id| id.to_string()));
}

#[test]
fn a_good_position_does_not_reach_over_a_break() {
    let log = Log::open().coup(1).seal(false).prev(elsewhere()).coup(2).seal(true);
    let outcome =
        bytes_report(&log.bytes(), Some(&leaked(&[position(&log, 5)])), &["4 chain-broken", "3 untrusted-key"]);
    assert_eq!(outcome.vouched(5), [4, 5]);
    let outcome =
        bytes_report(&log.bytes(), Some(&leaked(&[position(&log, 3), position(&log, 5)])), &["4 chain-broken"]);
    assert_eq!(outcome.vouched(5), [1, 2, 3, 4, 5]);
    // A seal written with the stolen key behind a good position, numbered as if it stood before it.
    let log = Log::open().coup(1).seal(false).seal(false).prev(elsewhere()).seq(1).coup(9).seal(true);
    let outcome =
        bytes_report(&log.bytes(), Some(&leaked(&[position(&log, 4)])), &["5 chain-broken", "6 untrusted-key"]);
    assert_eq!(outcome.vouched(6), [1, 2, 3, 4]);
    // A bad signature at a good position is a bad signature.
    let log = Log::open().raw(|next| common::seal("t-2", next, &own(), true).into());
    let outcome = bytes_report(&log.bytes(), Some(&leaked(&[position(&log, 2)])), &["2 bad-signature"]);
    assert_eq!(outcome.vouched(2), Vec::<u64>::new());
}

#[test]
fn another_key_may_seal_when_both_may_seal_for_the_source() {
    let (opener, sealer) = (own(), key(9));
    let log = Log::open().coup(1).seal_by(&sealer, true);
    let judge = |entries: &[String], wanted: &[&str], named: Option<&ed25519_dalek::SigningKey>| {
        let outcome = bytes_report(&log.bytes(), Some(&store(entries)), wanted);
        assert_eq!(outcome.vouched(3).len(), if named.is_none() { 3 } else { 0 });
        if let Some(key) = named {
            assert_eq!(outcome.verdict.faults[0].logged, Some(id(key).to_string()));
        }
    };
    judge(&[trusted(&opener, ""), trusted(&sealer, "")], &NONE, None);
    judge(&[trusted(&sealer, "")], &["3 untrusted-key"], Some(&opener));
    judge(&[trusted(&opener, "")], &["3 untrusted-key"], Some(&sealer));
    judge(&[trusted(&opener, "venue: star"), trusted(&sealer, "")], &["3 untrusted-key"], Some(&opener));
    judge(&[trusted(&opener, "kinds: [shoe]"), trusted(&sealer, "")], &["3 untrusted-key"], Some(&opener));
    judge(&[trusted(&opener, "tables: [X]"), trusted(&sealer, "")], &["3 untrusted-key"], Some(&opener));
    judge(&[trusted(&opener, ""), trusted(&sealer, "kinds: [shoe]")], &["3 untrusted-key"], Some(&sealer));
    // Neither may: the seal's own key is the one to name.
    judge(&[trusted(&opener, "venue: star"), trusted(&sealer, "venue: star")], &["3 untrusted-key"], Some(&sealer));
    // Keys are changed while a log is written: the opening key is asked about the opening.
    judge(&[trusted(&opener, "until: 2023-06-01T12:00:01+08:00"), trusted(&sealer, "")], &NONE, None);
    judge(
        &[trusted(&opener, "from: 2023-06-01T12:00:01+08:00"), trusted(&sealer, "")],
        &["3 untrusted-key"],
        Some(&opener),
    );
    // An import need not name a key.
    let outcome = bytes_report(&Log::imported().coup(1).seal(true).bytes(), Some(&may_import()), &NONE);
    assert_eq!(outcome.vouched(3), [1, 2, 3]);
}

#[test]
fn unsealed_tail() {
    let outcome = reports(&Log::open().coup(1).seal(false).coup(2).coup(3), &["4 unsealed-tail"]);
    let fault = &outcome.verdict.faults[0];
    assert_eq!((fault.seq, fault.shoe.as_deref(), fault.coup), (Some(3), Some("S-1"), Some(2)));
    assert!(fault.what.contains("2 records"), "{}", fault.what);
    assert_eq!(outcome.vouched(5), [1, 2, 3]);
    reports(&Log::open(), &["1 unsealed-tail"]);
    reports(&Log::open().coup(1), &["1 unsealed-tail"]);
    reports(&Log::open().with(r#""type":"dance""#), &["2 unknown-kind", "1 unsealed-tail"]);
    // A seal that does not count is a seal all the same: what it cannot vouch for is reported at it.
    reports(&Log::open().coup(1).seal_by(&key(9), true), &["3 untrusted-key"]);
    // A seal that is no record is none.
    let crooked =
        Log::open().coup(1).raw(|next| common::seal(LOG, next, &own(), true).replace('}', r#","x":0}"#).into());
    reports(&crooked, &["3 malformed-record", "1 unsealed-tail"]);
    // A malformed line behind a seal is no record, and is reported as what it is.
    reports(&sound().raw(|_| b"more".to_vec()), &["6 malformed-record"]);
}

#[test]
fn after_final_once_and_nothing_else_about_the_end() {
    reports(&sound().coup(3), &["6 after-final"]);
    reports(&sound().coup(3).coup(4).seal(false).coup(5), &["6 after-final"]);
    reports(&sound().coup(3).seal(false), &["6 after-final"]);
    reports(&sound().coup(3).seal(true).coup(4), &["6 after-final"]);
    reports(&sound().seal(true), &["6 after-final"]);
    let outcome = reports(&sound().coup(3).seal(true), &["6 after-final"]);
    assert_eq!(outcome.vouched(7), [1, 2, 3, 4, 5, 6, 7]);
    let fault = &outcome.verdict.faults[0];
    assert_eq!((fault.shoe.as_deref(), fault.coup), (Some("S-1"), Some(3)));
}

#[test]
fn not_closed() {
    let outcome = reports(&Log::open().coup(1).seal(false).coup(2).seal(false), &["5 not-closed"]);
    assert_eq!((outcome.verdict.faults[0].seq, outcome.vouched(5).len()), (Some(4), 5));
    reports(&Log::open().seal(false), &["2 not-closed"]);
    // Whether more was written is one question, who wrote it another.
    reports(&Log::open().seal_by(&key(9), false), &["2 untrusted-key", "2 not-closed"]);
}

#[test]
fn an_import_without_a_seal_is_no_finding_and_with_one_is_judged_like_any() {
    for trust in [Some(trust()), None] {
        let outcome = bytes_report(&Log::imported().coup(1).bytes(), trust.as_ref(), &NONE);
        assert!(outcome.verdict.unsealed_import);
        assert_eq!((outcome.vouched(2), outcome.verdict.records), (vec![], 2));
    }
    let allowed = |log: Log, wanted: &[&str]| bytes_report(&log.bytes(), Some(&may_import()), wanted);
    assert!(!allowed(Log::imported().coup(1).seal(true), &NONE).verdict.unsealed_import);
    allowed(Log::imported().coup(1).seal(false), &["3 not-closed"]);
    allowed(Log::imported().coup(1).seal(false).coup(2), &["4 unsealed-tail"]);
    reports(&Log::imported().coup(1).seal_by(&key(9), true), &["3 untrusted-key"]);
    bytes_report(&Log::imported().coup(1).seal(true).bytes(), None, &["3 untrusted-key"]);
    reports(&Log::imported().coup(1).prev(elsewhere()).coup(2), &["3 chain-broken"]);
    // Not imported, it lacks a seal.
    reports(&Log::open().coup(1), &["1 unsealed-tail"]);
}

#[test]
fn no_line_feed_at_the_end() {
    let cut = |log: Log, wanted: &[&str]| {
        let bytes = log.bytes();
        bytes_report(bytes.strip_suffix(b"\n").unwrap(), Some(&trust()), wanted)
    };
    // The line is not read, and nothing is said about the log's end.
    let outcome = cut(sound(), &["5 malformed-record"]);
    assert_eq!((outcome.records.len(), outcome.vouched(5)), (4, vec![1, 2, 3]));
    assert!(outcome.malformed.is_empty());
    cut(Log::open().coup(1).coup(2), &["3 malformed-record"]);
    cut(sound().coup(3), &["6 malformed-record"]);
    cut(Log::open().coup(1).prev(elsewhere()).seq(9).coup(2), &["3 malformed-record"]);
    cut(Log::imported().coup(1), &["2 malformed-record"]);
    cut(sound().coup(3).coup(4), &["6 after-final", "7 malformed-record"]);
    // One LF more is a blank line.
    bytes_report(&[sound().bytes(), b"\n".to_vec()].concat(), Some(&trust()), &["6 malformed-record"]);
}

#[test]
fn unknown_kinds_once_each() {
    let coup = |kinds: &[&str]| {
        let list: Vec<String> =
            kinds.iter().map(|kind| format!(r#"{{"kind":"{kind}","noticed":"{}"}}"#, time(0))).collect();
        format!(r#""type":"coup","shoe":"S-1","coup":1,"irregularities":[{}]"#, list.join(","))
    };
    let log = Log::open()
        .with(r#""type":"dance""#)
        .with(r#""type":"dance""#)
        .with(&coup(&["earthquake", "fraud", "earthquake", "dance"]))
        .with(&format!(r#""type":"incident","kind":"earthquake","noticed":"{}""#, time(0)))
        .with(&format!(r#""type":"incident","kind":"flood","noticed":"{}""#, time(0)))
        .with(&coup(&["flood", "other", "Fraud"]))
        .with(r#""type":"Seal""#)
        .with(r#""type":"session","tournament":"T","event":"cancelled""#)
        .seal(true);
    let outcome = reports(
        &log,
        &["2 unknown-kind", "4 unknown-kind", "4 unknown-kind", "6 unknown-kind", "7 unknown-kind", "8 unknown-kind"],
    );
    let words: Vec<_> = outcome.verdict.faults.iter().map(|fault| fault.logged.as_deref().unwrap()).collect();
    assert_eq!(words, ["dance", "earthquake", "dance", "flood", "Fraud", "Seal"]);
    assert_eq!(outcome.vouched(10).len(), 10);
    let reported = [0, 1].map(|at| outcome.verdict.faults[at].what.as_str());
    assert_eq!(
        reported,
        [
            "unknown record type `dance`: it is left out",
            "unknown irregularity kind `earthquake`: it is treated as an irregularity of kind `other`: by the clause for what is not covered elsewhere, or, where there is none, as something on which the rules say nothing (the register of irregularities shows which); who decided on it was not checked"
        ]
    );
}

#[test]
fn a_fault_inside_a_wager_or_irregularity_takes_only_that_out() {
    let wager = |id: &str, stake: i64| format!(r#"{{"id":"{id}","bet":"tie","stake":{stake},"returned":0}}"#);
    let log = Log::open()
        .with(&format!(
            r#""type":"coup","shoe":"S-1","coup":1,"wagers":[{},{},{}],"irregularities":[{{"kind":"fraud"}},{{"kind":"other","noticed":"{}"}}]"#,
            wager("w1", 5),
            wager("w2", 0),
            wager("w3", -5),
            time(0)
        ))
        .seal(true);
    let outcome = reports(&log, &["2 malformed-record w2", "2 malformed-record w3", "2 malformed-record"]);
    let resettle_coup_log::Body::Coup(coup) = &outcome.records[1].body else { panic!("a coup") };
    let names: Vec<_> = coup.wagers.as_ref().unwrap().iter().map(|wager| (wager.name.as_str(), wager.place)).collect();
    assert_eq!((names, coup.irregularities.len()), (vec![("w1", 1)], 1));
    assert_eq!((outcome.verdict.records, outcome.vouched(3).len()), (3, 3));
    let fault = &outcome.verdict.faults[0];
    assert_eq!((fault.shoe.as_deref(), fault.coup, fault.seq), (Some("S-1"), Some(1), Some(1)));
    // An incident is its irregularity, and out with it.
    let outcome = reports(&Log::open().with(r#""type":"incident","kind":"fraud""#).seal(true), &["2 malformed-record"]);
    assert_eq!((outcome.records.len(), outcome.malformed.clone()), (2, vec![(2, None)]));
}

#[test]
fn a_malformed_line_that_names_its_predecessor_breaks_nothing() {
    for edit in [
        |line: String| line.replace("\"coup\":2", "\"coup\":2,\"x\":1.5"),
        |line: String| line.replace("\"S-1\"", "5"),
        |line: String| {
            line.replace(',', ", ")
                .replace(':', " : ")
                .replace("12 : 00 : 02", "12:00:02")
                .replace("+08 : 00", "+08:00x")
        },
        |line: String| format!(" {line}"),
        |line: String| format!("{line}{}", " ".repeat(70_000)),
        |line: String| line.replace("\"coup\"", "\"coup"),
    ] {
        let log = Log::open()
            .coup(1)
            .raw(|next| edit(record(next, r#""type":"coup","shoe":"S-1","coup":2"#)).into())
            .coup(3)
            .seal(true);
        let outcome = reports(&log, &["3 malformed-record"]);
        assert_eq!(outcome.vouched(5), [1, 2, 3, 4, 5]);
        // It counts as a line and not as a record.
        assert_eq!((outcome.verdict.records, outcome.verdict.authenticated_records), (4, 4));
    }
}

#[test]
fn a_malformed_line_that_names_no_predecessor_breaks_the_chain_and_is_one_fault() {
    for line in ["", "junk", "{}", "[1]", "{\"seq\":2,\"prev\":5}", r#"{"x":"prev"#] {
        let log = Log::open().coup(1).raw(|_| line.into()).coup(3).seal(true);
        let outcome = reports(&log, &["3 malformed-record"]);
        assert_eq!((outcome.vouched(5), outcome.verdict.authenticated_records), (vec![3, 4, 5], 2), "{line}");
        assert!(outcome.verdict.faults[0].what.contains("names no predecessor"), "{:?}", outcome.verdict.faults);
    }
    // The hash somewhere inside is not the field, and a field of the same name further in is not this one.
    let inside = Log::open()
        .coup(1)
        .raw(|next| format!(r#"{{"x":{{"prev":"{}"}},"y":"{}"}}"#, next.prev, next.prev).into())
        .coup(3)
        .seal(true);
    assert_eq!(reports(&inside, &["3 malformed-record"]).vouched(5), [3, 4, 5]);
}

#[test]
fn a_malformed_line_that_names_another_predecessor_is_two_faults() {
    for bad in ["", ",\"x\":1.5", ",\"wrd\":5"] {
        let body = format!(r#""type":"coup","shoe":"S-1","coup":4{bad}"#);
        let full = Log::open().coup(1).coup(2).coup(3).with(&body).coup(5).seal(true);
        let mut lines = full.lines;
        lines.remove(3);
        // The line before is gone; numbers are read from the line as it stands, sound or not.
        let wanted: &[&str] =
            if bad.is_empty() { &["4 chain-broken"] } else { &["4 malformed-record", "4 chain-broken"] };
        let outcome = bytes_report(&file(&lines), Some(&trust()), wanted);
        assert_eq!(outcome.vouched(6), [4, 5, 6], "{bad}");
        assert!(outcome.verdict.faults.last().unwrap().what.contains("`seq` is 4 where 3 was due"), "{bad}");
    }
}

#[test]
fn a_malformed_coup_counts_as_seen() {
    let seen = |shoe: Option<&str>, coup| Some(Seen { shoe: shoe.map(str::to_owned), coup });
    for (body, wanted) in [
        (r#""type":"coup","shoe":"S-1","coup":2,"cards":"KD""#, seen(Some("S-1"), 2)),
        (r#""type":"coup","shoe":"S-1","coup":2,"x":1.5"#, seen(Some("S-1"), 2)),
        (r#""type":"coup","x":1.5,"y":{"coup":9},"coup":2,"shoe":"S-1""#, seen(Some("S-1"), 2)),
        (r#""type":"coup","coup":2"#, seen(None, 2)),
        (r#""type":"coup","shoe":1,"coup":2"#, seen(None, 2)),
        (r#""type":"coup","shoe":"S-1""#, None),
        (r#""type":"coup","shoe":"S-1","coup":"2""#, None),
        (r#""type":"coup","shoe":"S-1","coup":0"#, None),
        (r#""type":"coup","shoe":"S-1","coup":-2"#, None),
        (r#""type":"coup","shoe":"S-1","coup":18446744073709551615"#, None),
        (r#""type":"incident","shoe":"S-1","coup":2"#, None),
        (r#""type":"limits","coup":2,"x":1.5"#, None),
    ] {
        let outcome = reports(&Log::open().with(body).seal(true), &["2 malformed-record"]);
        assert_eq!(outcome.malformed, [(2, wanted)], "{body}");
        let place = outcome.verdict.faults.iter().map(reported).collect::<Vec<_>>();
        assert_eq!(place.len(), 1);
    }
}

/// A line is at most 65,536 bytes, and what is reported about it stays of that order.
#[test]
fn a_line_full_of_faults_is_reported_in_few_words() {
    let cards = format!(r#""type":"coup","shoe":"S-1","coup":1,"cards":[{}]"#, ["1"; 32_000].join(","));
    let word = format!(r#""type":"coup","shoe":"S-1","coup":1,"wrd":"{}""#, "é".repeat(30_000));
    let twice = format!(r#""type":"coup","shoe":"S-1","coup":1,"{0}":1,"{0}":1"#, "n".repeat(30_000));
    for body in [cards, word, twice] {
        let outcome = reports(&Log::open().with(&body).seal(true), &["2 malformed-record"]);
        assert_eq!(outcome.malformed, [(2, Some(Seen { shoe: Some("S-1".to_owned()), coup: 1 }))]);
        assert!(outcome.verdict.faults[0].what.len() < 2_000, "{}", outcome.verdict.faults[0].what.len());
    }
    let wagers = format!(r#""type":"coup","shoe":"S-1","coup":1,"wagers":[{}]"#, ["0"; 32_000].join(","));
    let outcome = read(&Log::open().with(&wagers).seal(true).bytes(), Some(&trust()));
    assert_eq!(outcome.verdict.faults.len(), 2_001);
    assert!(outcome.verdict.faults[2_000].what.starts_with("30000 more"));
}

/// What is remembered of a log to report it once is bounded, however many words and keys somebody makes up.
#[test]
fn words_and_keys_beyond_a_thousand_are_counted() {
    let mut log = Log::open();
    for n in 0..1_200 {
        log = log.with(&format!(r#""type":"dance{n}""#));
    }
    let outcome = read(&log.clone().seal(true).bytes(), Some(&trust()));
    assert_eq!(outcome.verdict.faults.len(), 1_001);
    let last = outcome.verdict.faults.last().unwrap();
    assert_eq!(last.line, Some(1_002));
    assert!(
        last.what.starts_with("200 more record types or irregularity kinds from here on are unknown"),
        "{}",
        last.what
    );

    let mut log = Log::open();
    for n in 0..1_200u64 {
        let key = Digest::of(&n.to_le_bytes());
        let sig = "A".repeat(86) + "==";
        log = log.with(&format!(r#""type":"seal","key":"{key}","sig":"{sig}","final":false"#));
    }
    let outcome = read(&log.seal(true).bytes(), Some(&trust()));
    assert_eq!(outcome.verdict.faults.len(), 1_001);
    let last = outcome.verdict.faults.last().unwrap();
    assert_eq!((last.code, last.line), (FaultCode::UntrustedKey, Some(1_002)));
    assert!(last.what.starts_with("what 200 more seals from here on vouch for cannot be verified"), "{}", last.what);
    // A key that is known is named however many strangers sealed before.
    assert_eq!(outcome.verdict.keys.len(), 1_001);
    assert_eq!(outcome.verdict.keys.last(), Some(&id(&own())));
    assert!(outcome.verdict.vouched(1_202));
}

/// A coup on which 100 times its number was staked.
fn with_a_stake(log: Log, number: u64) -> Log {
    let wager = format!(r#"[{{"bet":"tie","stake":{},"returned":0}}]"#, number * 100);
    log.with(&format!(r#""type":"coup","shoe":"S-1","coup":{number},"wagers":{wager}"#))
}

/// Whatever is cut off or out, the coups that no seal vouches for are those on the lines that none does, with their stakes.
#[test]
fn coups_that_no_seal_covers_are_counted_with_their_stakes() {
    let log = [2, 3, 4].into_iter().fold(with_a_stake(Log::open(), 1).seal(false), with_a_stake).seal(false);
    let log = with_a_stake(with_a_stake(log, 5).seal(true), 6).bytes();
    let lines: Vec<&[u8]> = log.split_inclusive(|byte| *byte == b'\n').collect();
    let cut_off = (2..=lines.len()).map(|left| lines[..left].to_vec());
    let cut_out = (1..lines.len()).map(|out| [&lines[..out], &lines[out + 1..]].concat());
    let trust = trust();
    let mut counted = Vec::new();
    for left in cut_off.chain(cut_out) {
        for trust in [Some(&trust), None] {
            let outcome = read(&left.concat(), trust);
            let mut due = CoupStakes::default();
            for record in outcome.records.iter().filter(|record| !outcome.verdict.vouched(record.line)) {
                let Body::Coup(coup) = &record.body else { continue };
                let staked = coup.wagers.iter().flatten().map(|wager| i128::from(wager.stake)).sum();
                due += CoupStakes { coups: 1, staked };
            }
            assert_eq!(outcome.verdict.not_vouched_coups, due, "{}", String::from_utf8_lossy(&left.concat()));
            counted.push(due.coups);
        }
    }
    counted.sort_unstable();
    counted.dedup();
    assert_eq!(counted, [0, 1, 2, 3, 4, 5, 6], "each number of them was tried");
}
