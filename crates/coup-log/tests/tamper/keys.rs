//! Old records under newer keys, and keys after their time.

use crate::common::{Log, key, own, read, sha256, store, time, trusted};
use resettle_sealed_log::TrustStore;

/// The own key until 12:10, a newer one from then on.
fn in_turn() -> TrustStore {
    store(&[trusted(&own(), &format!("until: {}", time(600))), trusted(&key(9), &format!("from: {}", time(600)))])
}

fn reported(log: &Log, trust: &TrustStore) -> Vec<String> {
    read(&log.bytes(), Some(trust)).reported()
}

#[test]
fn old_records_sealed_again_with_a_newer_key() {
    let log = || Log::open().coup(1).coup(2);
    assert!(reported(&log().seal(true), &in_turn()).is_empty());
    // In the old key's time the newer one may not seal.
    assert_eq!(reported(&log().seal_by(&key(9), true), &in_turn()), ["4 untrusted-key"]);
    assert_eq!(reported(&log().at(599).seal_by(&key(9), true), &in_turn()), ["4 untrusted-key"]);
    // An old seal that stays, with records changed under a newer one.
    let changed = Log::open().coup(1).seal(false).coup(7).seal_by(&key(9), true);
    assert_eq!(reported(&changed, &in_turn()), ["5 untrusted-key"]);
    assert_eq!(read(&changed.bytes(), Some(&in_turn())).vouched(5), [1, 2, 3]);
}

/// A seal vouches for all before it, however old: whoever holds today's key can seal yesterday's records late.
/// By itself that is a log closed late; `--heads` shows where another seal stood before.
#[test]
fn old_records_sealed_late_with_a_newer_key_are_faultless_by_themselves() {
    let late = Log::open().coup(1).coup(2).at(600).seal_by(&key(9), true);
    assert!(reported(&late, &in_turn()).is_empty());
}

#[test]
fn an_old_key_after_its_time() {
    assert_eq!(reported(&Log::open().coup(1).at(600).seal(true), &in_turn()), ["3 untrusted-key"]);
    assert!(reported(&Log::open().coup(1).at(599).seal(true), &in_turn()).is_empty());
    let revoked = store(&[trusted(&own(), &format!("revoked: {}", time(60)))]);
    assert_eq!(reported(&Log::open().coup(1).at(60).seal(true), &revoked), ["3 untrusted-key"]);
}

/// The thief signs the time too: before the revocation everything is possible, and a good position is all that helps.
#[test]
fn a_stolen_key_that_dates_back_counts_until_it_is_called_compromised() {
    let log = Log::open().coup(1).seal(false).coup(2).seal(true);
    let forged = Log::open().coup(1).seal(false).coup(99).seal(true);
    let revoked = store(&[trusted(&own(), &format!("revoked: {}", time(60)))]);
    assert!(reported(&forged, &revoked).is_empty());
    let prev = sha256(&log.lines[1]);
    let bound = store(&[trusted(&own(), &format!("compromised: [{{log: t-1, seq: 2, prev: \"{prev}\"}}]"))]);
    for one in [&log, &forged] {
        assert_eq!(reported(one, &bound), ["5 untrusted-key"]);
        assert_eq!(read(&one.bytes(), Some(&bound)).vouched(5), [1, 2, 3]);
    }
}

/// The key that the first line names has to be trusted too.
#[test]
fn the_opening_key_exchanged_for_ones_own() {
    let thief = key(66);
    let own_key = format!(r#","key":"{}""#, crate::common::id(&thief));
    let log = Log::empty().with(&crate::common::open_body(&own_key)).coup(1);
    let trust = store(&[trusted(&own(), "")]);
    assert_eq!(reported(&log.clone().seal_by(&thief, true), &trust), ["3 untrusted-key"]);
    assert_eq!(reported(&log.seal(true), &trust), ["3 untrusted-key"]);
}
