//! Timestamps that OpenSSL made (`fixtures/timestamp/make.sh`).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_timestamp::{Authorities, AuthoritiesError, ChainError, StampError, read, request};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/timestamp/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn trusted() -> Authorities {
    Authorities::from_pem(&fixture("trusted.pem")).unwrap()
}

#[test]
fn the_request_is_the_one_that_openssl_writes() {
    assert_eq!(request(&fixture("stamped")), fixture("stamped.tsq"));
}

#[test]
fn stamps_of_several_algorithms_are_vouched_for() {
    for (name, subject) in [("rsa", "CN=rsa,O=Fixture"), ("curve", "CN=curve,O=Fixture")] {
        let stamp = read(&fixture(&format!("{name}.tsr"))).unwrap();
        assert!(stamp.is_of(&fixture("stamped")), "{name}");
        assert!(!stamp.is_of(b"another file"), "{name}");
        assert_eq!(stamp.vouched_by(&trusted()), Ok(subject.to_owned()), "{name}");
        assert_eq!(stamp.policy, "1.2.3.4.1");
        // The day on which the fixtures were made: 26 November 2026.
        assert!((1_795_651_200..1_795_737_600).contains(&stamp.time), "{name}: {}", stamp.time);
    }
}

/// A certificate authority in between says nothing of usages, as most do; the authority's own certificate is for timestamps alone.
#[test]
fn the_usage_is_asked_of_the_authority_alone() {
    let stamp = read(&fixture("between.tsr")).unwrap();
    assert_eq!(stamp.vouched_by(&trusted()), Ok("CN=between,O=Fixture".to_owned()));
    for name in ["signs-code-too", "not-critical"] {
        let stamp = read(&fixture(&format!("{name}.tsr"))).unwrap();
        assert_eq!(stamp.intact(), Ok(()), "{name}");
        let other = Authorities::from_pem(&fixture("other-root.pem")).unwrap();
        assert_eq!(stamp.vouched_by(&other), Err(ChainError::Usage), "{name}");
    }
}

/// A certificate that was out of date when the stamp was made vouches for nothing.
#[test]
fn an_authority_that_was_out_of_date_then_does_not_count() {
    let stamp = read(&fixture("rsa.tsr")).unwrap();
    let old = Authorities::from_pem(&fixture("trusted-old.pem")).unwrap();
    assert!(matches!(stamp.vouched_by(&old), Err(ChainError::Chain(_))));
}

#[test]
fn nobody_vouches_for_a_strangers_stamp() {
    let stamp = read(&fixture("unknown.tsr")).unwrap();
    assert!(stamp.is_of(&fixture("stamped")));
    assert!(matches!(stamp.vouched_by(&trusted()), Err(ChainError::Chain(_))));
    let strangers = Authorities::from_pem(&fixture("stranger.pem")).unwrap();
    assert_eq!(stamp.vouched_by(&strangers), Ok("CN=unknown,O=Fixture".to_owned()));
}

/// Whatever is changed is noticed, or is nothing that was signed: then time and file are what they were.
#[test]
fn no_byte_of_a_stamp_can_be_changed_unnoticed() {
    let (good, trusted, of) = (fixture("rsa.tsr"), trusted(), fixture("stamped"));
    let known = read(&good).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        let Ok(stamp) = read(&bad) else { continue };
        if stamp.is_of(&of) && stamp.vouched_by(&trusted).is_ok() {
            assert_eq!(
                (stamp.time, &stamp.serial, &stamp.policy),
                (known.time, &known.serial, &known.policy),
                "byte {at}"
            );
        }
    }
    for length in 0..good.len() {
        assert!(read(&good[..length]).is_err(), "{length}");
    }
}

#[test]
fn what_is_no_stamp_says_so() {
    for bytes in [&b""[..], b"\n", b"\x30\x00", &fixture("trusted.pem"), &fixture("stamped.tsq")] {
        assert!(matches!(read(bytes), Err(StampError::Unreadable(_))), "{bytes:?}");
    }
    // SEQUENCE { SEQUENCE { 2 } }: the authority refused.
    assert_eq!(read(&[0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x02]).unwrap_err(), StampError::Refused(2));
    assert_eq!(Authorities::from_pem(b"").unwrap_err(), AuthoritiesError::None);
    let broken = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    assert!(matches!(Authorities::from_pem(broken), Err(AuthoritiesError::Certificate { nth: 1, .. })));
}
