//! A seal used again: in another log, at another place, table or time.

use crate::common::{Log, Next, file, id, open_body, own, read, record, seal, store, time, trust, trusted};

/// `t-1` with two coups, up to where a seal is to stand.
fn unsealed() -> Log {
    Log::open().coup(1).coup(2)
}

/// What is reported of a log that ends in a seal made for something else, its `seq`, `prev` and `at` fitted to its place.
fn reported_of(log: Log, made_for: impl FnOnce(&Next) -> String) -> Vec<String> {
    read(&log.raw(|next| made_for(next).into_bytes()).bytes(), Some(&trust())).reported()
}

/// The signature of one seal under the words of another.
fn with_sig_of(made: &str, next: &Next, is_final: bool) -> String {
    let sig = made.split("\"sig\":\"").nth(1).unwrap().split('"').next().unwrap();
    record(next, &format!("\"type\":\"seal\",\"key\":\"{}\",\"sig\":\"{sig}\",\"final\":{is_final}", id(&own())))
}

#[test]
fn a_seal_replayed_in_another_log() {
    // As it stands, its chain leads elsewhere.
    let elsewhere = Log::open().coup(5).coup(6).seal(true).lines[3].clone();
    let copied = unsealed().raw(|_| elsewhere.clone());
    assert_eq!(read(&copied.bytes(), Some(&trust())).reported(), ["4 chain-broken"]);
    assert_eq!(read(&copied.bytes(), Some(&trust())).vouched(4), [4], "a seal over nothing vouches for itself");
    // Signed for another id at this very place, or for another history of the same id, and fitted in.
    assert_eq!(reported_of(unsealed(), |next| seal("t-2", next, &own(), true)), ["4 bad-signature"]);
    let other = String::from_utf8(elsewhere).unwrap();
    assert_eq!(reported_of(unsealed(), |next| with_sig_of(&other, next, true)), ["4 bad-signature"]);
}

#[test]
fn a_seal_replayed_at_another_place_of_its_log() {
    let first = Log::open().coup(1).seal(false);
    let early = String::from_utf8(first.lines[2].clone()).unwrap();
    let reported = reported_of(first.clone().coup(2), |next| with_sig_of(&early, next, false));
    assert_eq!(reported, ["5 bad-signature", "5 not-closed"]);
    let reported = reported_of(first.coup(2), |_| early.clone());
    assert_eq!(reported, ["5 chain-broken", "5 time-reversal", "5 not-closed"]);
}

#[test]
fn a_seal_made_final_or_open() {
    let made = |is_final: bool| move |next: &Next| with_sig_of(&seal("t-1", next, &own(), !is_final), next, is_final);
    assert_eq!(reported_of(unsealed(), made(true)), ["4 bad-signature"]);
    assert_eq!(reported_of(unsealed(), made(false)), ["4 bad-signature", "4 not-closed"]);
}

#[test]
fn a_seal_replayed_at_another_time() {
    for at in [time(2), time(200), "2024-06-01T12:00:03+08:00".to_owned(), "2023-06-01T04:00:03Z".to_owned()] {
        let reported = reported_of(unsealed(), |next| {
            let made = seal("t-1", next, &own(), true);
            with_sig_of(&made, &Next { at: at.clone(), ..next.clone() }, true)
        });
        assert!(reported.contains(&"4 bad-signature".to_owned()), "{at}: {reported:?}");
    }
}

/// The table is no part of what a seal signs by itself; the chain binds it to the first line.
#[test]
fn a_seal_replayed_for_another_table_or_venue() {
    for (from, to) in [
        ("\"table\":\"7UP-03\"", "\"table\":\"7UP-04\""),
        ("\"kind\":\"table\"", "\"kind\":\"shoe\""),
        ("\"venue\":\"mbs\"", "\"venue\":\"mbc\""),
    ] {
        let own_key = format!(r#","key":"{}""#, id(&own()));
        let moved = open_body(&own_key).replace(from, to);
        assert_ne!(moved, open_body(&own_key));
        let here = || Log::empty().with(&moved).coup(1).coup(2);
        let anywhere =
            store(&[trusted(&own(), &format!("venue: {}", if from.contains("venue") { "mbc" } else { "mbs" }))]);
        // The seal as it stood under the true first line, fitted in.
        let made = String::from_utf8(unsealed().seal(true).lines[3].clone()).unwrap();
        let log = here().raw(|next| with_sig_of(&made, next, true).into_bytes());
        assert_eq!(read(&log.bytes(), Some(&anywhere)).reported(), ["4 bad-signature"], "{to}");
        // With the key itself for a table that is not the key's: it cannot be verified.
        let bound = store(&[trusted(&own(), "tables: [\"7UP-03\"]\nkinds: [table]")]);
        assert_eq!(read(&here().seal(true).bytes(), Some(&bound)).reported(), ["4 untrusted-key"], "{to}");
    }
}

/// Every seal of a log, at the place of every other, as it stands.
#[test]
fn seals_exchanged_for_one_another() {
    let log = Log::open().seal(false).coup(1).seal(false).coup(2).seal(false).coup(3).seal(true);
    let places = [1, 3, 5, 7];
    for one in places {
        for other in places {
            let mut lines = log.lines.clone();
            lines[one].clone_from(&log.lines[other]);
            let reported = read(&file(&lines), Some(&trust())).reported();
            assert!(
                one == other || reported.contains(&format!("{} chain-broken", one + 1)),
                "{one} {other}: {reported:?}"
            );
        }
    }
}
