//! What a trust store takes: each key once, sound, and with nothing that is not understood.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{key, own};
use base64ct::{Base64, Encoding as _};
use resettle_sealed_log::{PublicKey, TrustStore};

fn entry(name: &str, key: &str, more: &str) -> String {
    format!("  - name: {name}\n    public_key: {key}\n    venue: mbs\n    from: 2023-01-01T00:00:00+08:00\n{more}")
}

/// The faults of a store, as `line: message`.
fn faults(entries: &[String]) -> Vec<String> {
    let faults = TrustStore::from_yaml(&format!("keys:\n{}", entries.concat())).unwrap_err();
    faults.sorted().iter().map(|fault| format!("{}: {}", fault.place, fault.message)).collect()
}

/// The three forms of 32 bytes as YAML; made by hand, for bytes that are no sound key too.
fn forms(raw: &[u8; 32]) -> [String; 3] {
    let blob = [&b"\0\0\0\x0bssh-ed25519\0\0\0\x20"[..], raw].concat();
    let der = [&[0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00][..], raw].concat();
    [
        Base64::encode_string(raw),
        format!("\"ssh-ed25519 {} a comment\"", Base64::encode_string(&blob)),
        format!(
            "|\n      -----BEGIN PUBLIC KEY-----\n      {}\n      -----END PUBLIC KEY-----",
            Base64::encode_string(&der)
        ),
    ]
}

#[test]
fn one_key_listed_twice_is_an_error_whatever_its_form_or_scope() {
    let raw = own().verifying_key().to_bytes();
    let forms = forms(&raw);
    for (at, one) in forms.iter().enumerate() {
        assert!(TrustStore::from_yaml(&format!("keys:\n{}", entry("a", one, ""))).is_ok(), "{one}");
        for other in &forms[at..] {
            let reported = faults(&[entry("a", one, "    tables: [x]\n"), entry("b", other, "    tables: [y]\n")]);
            assert_eq!(reported.len(), 1, "{reported:?}");
            assert!(reported[0].ends_with("the key of `b` is listed twice"), "{reported:?}");
        }
    }
}

#[test]
fn weak_torsioned_and_misspelled_keys_are_refused_in_every_form() {
    let small = |first: u8, rest: u8, last: u8| {
        let mut raw = [rest; 32];
        (raw[0], raw[31]) = (first, last);
        raw
    };
    let cases = [
        ("weak", small(0, 0, 0)),
        ("weak", small(1, 0, 0)),
        ("weak", small(0xec, 0xff, 0x7f)),
        ("not written in its one canonical form", small(0xee, 0xff, 0x7f)),
        ("not a point of the curve", small(2, 0, 0)),
        ("torsion component", torsioned()),
    ];
    for (why, raw) in cases {
        for form in forms(&raw) {
            let reported = faults(&[entry("a", &form, "")]);
            assert!(
                reported.len() == 1 && reported[0].contains("this is no key to trust") && reported[0].contains(why),
                "{reported:?}"
            );
        }
    }
}

/// A sound key with the point of order two added: (x, y) becomes (-x, -y).
fn torsioned() -> [u8; 32] {
    let good = own().verifying_key().to_bytes();
    let mut out = [0u8; 32];
    let mut borrow = 0i32;
    for at in 0..32 {
        let (p, mut y) = (
            if at == 0 {
                0xed
            } else if at == 31 {
                0x7f
            } else {
                0xff
            },
            i32::from(good[at]),
        );
        if at == 31 {
            y &= 0x7f;
        }
        let difference = p - y - borrow;
        borrow = i32::from(difference < 0);
        out[at] = u8::try_from(difference.rem_euclid(256)).unwrap();
    }
    out[31] |= (good[31] & 0x80) ^ 0x80;
    assert!(PublicKey::from_bytes(&good).is_ok());
    out
}

#[test]
fn what_is_not_understood_is_an_error_and_all_of_it_is_reported() {
    let raw = Base64::encode_string(key(8).verifying_key().as_bytes());
    for (more, said) in [
        ("    revoke: 2023-06-01T00:00:00Z\n", "unknown key `revoke`"),
        ("    until: 2023-01-01T00:00:00+08:00\n", "`until` is not after `from`"),
        ("    until: 2022-12-31T16:00:00Z\n", "`until` is not after `from`"),
        ("    revoked: yesterday\n", "`yesterday` is no time"),
        ("    kinds: [terminals]\n", "unknown word `terminals`"),
        ("    imports: sometimes\n", "6:14: true or false is wanted here, not text"),
        ("    compromised: [{log: t-1, seq: 4}]\n", "lacks `prev`"),
        ("    compromised: [{log: t-1, seq: -1, prev: x}]\n", "-1"),
        ("    compromised: [{log: t-1, seq: 4, prev: ABCD}]\n", "`prev` is no SHA-256"),
        ("    compromised: [{log: t-1, seq: 4, prev: ABCD, at: now}]\n", "unknown key `at`"),
        ("    compromised: true\n", ""),
        ("    tables: 7UP-03\n", ""),
    ] {
        let reported = faults(&[entry("a", &raw, more)]);
        assert!(reported.iter().any(|reported| reported.contains(said)), "{more}{reported:?}");
    }
    let reported = faults(&[entry("a", "x", "    more: 1\n"), entry("b", "y", "    kinds: [z]\n")]);
    assert_eq!(reported.len(), 4, "{reported:?}");
}
