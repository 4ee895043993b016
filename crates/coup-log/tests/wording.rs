//! "Cannot be verified" and "was altered" are two things: which of them is said follows from the code, in every message.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{Log, id, key, own, read, seal, store, time, trust, trusted};
use resettle_sealed_log::{Digest, FaultCode, IntegrityFault, Refusal, TrustStore};

/// Words that accuse.
const ALTERED: [&str; 7] = ["altered", "tamper", "forge", "rewritten", "changed", "manipulat", "fake"];
/// Words that leave it open.
const OPEN: [&str; 3] = ["cannot be verified", "not known", "unknown key"];

fn says(what: &str, words: &[&str]) -> bool {
    let low = what.to_lowercase();
    words.iter().any(|word| low.contains(word))
}

fn faults(log: &Log, trust: Option<&TrustStore>) -> Vec<IntegrityFault> {
    read(&log.bytes(), trust).verdict.faults
}

/// Logs and stores that show every way in which a key may not count.
fn refused() -> Vec<(Log, Option<TrustStore>)> {
    let log = || Log::open().coup(1).seal(true);
    let mut out: Vec<(Log, Option<TrustStore>)> = vec![(log(), None)];
    for entry in [
        "venue: star",
        "tables: [\"9\"]",
        "kinds: [shoe]",
        "from: 2024-01-01T00:00:00Z",
        "until: 2023-02-01T00:00:00Z",
        "revoked: 2023-02-01T00:00:00Z",
        "compromised: []",
    ] {
        out.push((log(), Some(store(&[trusted(&own(), entry)]))));
    }
    out.push((log(), Some(store(&[trusted(&key(9), "")]))));
    out
}

#[test]
fn a_key_that_does_not_count_accuses_nobody() {
    let mut reported = Vec::new();
    for (log, trust) in refused() {
        let faults = faults(&log, trust.as_ref());
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(faults[0].code, FaultCode::UntrustedKey);
        let what = &faults[0].what;
        assert!(what.contains("cannot be verified") && !says(what, &ALTERED), "{what}");
        reported.push(what.clone());
    }
    reported.sort();
    reported.dedup();
    assert_eq!(reported.len(), refused().len(), "each reason has words of its own");
}

/// A key that is not known, or not for this seal, says nothing about its signature, good or bad. A leaked key is
/// known: what does not fit it was altered all the same.
#[test]
fn a_bad_signature_is_one_only_under_a_key_that_is_known() {
    let bad = Log::open().coup(1).raw(|next| seal("t-2", next, &own(), true).into_bytes());
    for (_, trust) in refused() {
        let leaked = trust.as_ref().and_then(|store| store.keys()[0].compromised.as_ref()).is_some();
        let codes: Vec<FaultCode> = faults(&bad, trust.as_ref()).iter().map(|fault| fault.code).collect();
        assert_eq!(codes, [if leaked { FaultCode::BadSignature } else { FaultCode::UntrustedKey }]);
    }
    let faults = faults(&bad, Some(&trust()));
    assert_eq!(faults[0].code, FaultCode::BadSignature);
    assert!(says(&faults[0].what, &ALTERED) && !says(&faults[0].what, &OPEN), "{}", faults[0].what);
}

/// A broken chain, a gap, a missing end: reported as what they are, neither as an unknown key nor as a bad signature.
#[test]
fn no_other_fault_speaks_of_keys() {
    let elsewhere = Digest([7; 32]);
    let logs = [
        Log::open().coup(1).prev(elsewhere).coup(2).seal(true),
        Log::open().coup(1).seq(7).coup(2).seal(true),
        Log::open().coup(1).at(90).coup(2).at(3).coup(3).at(95).seal(true),
        Log::open().coup(1),
        Log::open().seal(false).coup(1),
        Log::open().seal(false),
        Log::open().seal(true).coup(1),
        Log::open().raw(|_| b"{".to_vec()).seal(true),
        Log::empty().raw(|_| b"{".to_vec()),
        Log::open().with(r#""type":"unheard_of""#).seal(true),
        Log::empty(),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for log in &logs {
        for fault in faults(log, Some(&trust())) {
            assert!(!says(&fault.what, &OPEN), "{:?}: {}", fault.code, fault.what);
            assert!(!matches!(fault.code, FaultCode::UntrustedKey | FaultCode::BadSignature), "{}", fault.what);
            seen.insert(fault.code);
        }
    }
    assert_eq!(seen.len(), 9, "every code but the two about keys: {seen:?}");
}

#[test]
fn the_words_of_every_refusal() {
    let name = || "k".to_owned();
    let all = [
        Refusal::NoStore,
        Refusal::Unknown,
        Refusal::Venue { name: name(), venue: name() },
        Refusal::Table { name: name(), tables: name() },
        Refusal::Kind { name: name(), kinds: name() },
        Refusal::Game { name: name(), games: name() },
        Refusal::Jurisdiction { name: name(), jurisdictions: name() },
        Refusal::Import { name: name() },
        Refusal::TooEarly { name: name(), from: time(0), by: "1 ms".to_owned() },
        Refusal::TooLate { name: name(), until: time(0) },
        Refusal::Revoked { name: name(), revoked: time(0) },
        Refusal::Compromised { name: name() },
    ];
    for refusal in &all {
        // A new reason has to be put into the list above.
        match refusal {
            Refusal::NoStore
            | Refusal::Unknown
            | Refusal::Venue { .. }
            | Refusal::Table { .. }
            | Refusal::Kind { .. }
            | Refusal::Game { .. }
            | Refusal::Jurisdiction { .. }
            | Refusal::Import { .. }
            | Refusal::TooEarly { .. }
            | Refusal::TooLate { .. }
            | Refusal::Revoked { .. }
            | Refusal::Compromised { .. } => assert!(!says(&refusal.to_string(), &ALTERED), "{refusal}"),
        }
    }
    assert_eq!(id(&own()), Digest::of(own().verifying_key().as_bytes()));
}
