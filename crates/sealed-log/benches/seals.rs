//! What one seal costs, verified by a key's tables and by the library: `cargo bench -p resettle-sealed-log`.
#![allow(clippy::unwrap_used, reason = "a benchmark may fail by panicking")]

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use resettle_sealed_log::{PublicKey, TrustStore, TrustedKey};

fn main() {
    divan::main();
}

/// As long as what a seal of a log signs.
const MESSAGE: [u8; 120] = [0x5e; 120];

fn signed() -> (VerifyingKey, [u8; 64]) {
    let signing = SigningKey::from_bytes(&[7; 32]);
    (signing.verifying_key(), signing.sign(&MESSAGE).to_bytes())
}

fn trusted(key: &VerifyingKey) -> TrustedKey {
    let key = PublicKey::from_bytes(key.as_bytes()).unwrap();
    let store = format!(
        "keys:\n  - {{name: shoe, venue: v, public_key: \"{}\", from: \"2023-01-01T00:00:00Z\"}}\n",
        key.to_openssh("")
    );
    TrustStore::from_yaml(&store).unwrap().keys().first().unwrap().clone()
}

/// The key's tables, made once for all logs.
#[divan::bench]
fn by_tables(bencher: divan::Bencher<'_, '_>) {
    let (key, signature) = signed();
    let trusted = trusted(&key);
    bencher.bench(|| assert!(trusted.verifies(&MESSAGE, &signature)));
}

/// `verify_strict` of the library, its key decoded once.
#[divan::bench]
fn by_the_library(bencher: divan::Bencher<'_, '_>) {
    let (key, signature) = signed();
    bencher.bench(|| assert!(key.verify_strict(&MESSAGE, &Signature::from_bytes(&signature)).is_ok()));
}
