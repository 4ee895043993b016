//! Keys that everybody knows, and the trust stores that hold them.

use base64ct::{Base64, Encoding as _};
use ed25519_dalek::SigningKey;

use crate::sha256;

/// The signing key of this name.
#[must_use]
pub fn key(name: u8) -> SigningKey {
    SigningKey::from_bytes(&[name; 32])
}

/// The key that seals where a test names no other.
#[must_use]
pub fn own() -> SigningKey {
    key(7)
}

/// A key's id, as records name it.
#[must_use]
pub fn id(key: &SigningKey) -> String {
    sha256(key.verifying_key().as_bytes())
}

/// One entry of a trust store, with `more` lines of its own. Where they name no venue it is `mbs`, where they do not say
/// since when, 2023.
#[must_use]
pub fn trusted(key: &SigningKey, more: &str) -> String {
    let public = Base64::encode_string(key.verifying_key().as_bytes());
    let from = if more.contains("from:") { "" } else { "    from: 2023-01-01T00:00:00+08:00\n" };
    let venue = if more.contains("venue:") { "" } else { "    venue: mbs\n" };
    let more: String = more.lines().map(|line| format!("    {line}\n")).collect();
    format!("  - name: key {}\n    public_key: {public}\n{venue}{from}{more}", &id(key)[..4])
}

/// The text of a trust store of these entries.
#[must_use]
pub fn trust_file(entries: &[String]) -> String {
    format!("keys:\n{}", entries.concat())
}
