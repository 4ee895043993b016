//! Keys, trust and rules that the inputs meet.

use std::sync::{Arc, LazyLock};

use ed25519_dalek::SigningKey;
use resettle_audit::Settings;
use resettle_sealed_log::{PublicKey, TrustStore};

use crate::broken::Broken;

/// The secret halves of the test keys, by venue.
pub const KEYS: [(&str, [u8; 32]); 2] = [("mbs", [1; 32]), ("star", [2; 32])];

/// The key that seals logs of a venue here.
#[must_use]
pub fn log_key(venue: &str) -> Option<SigningKey> {
    KEYS.iter().find(|(name, _)| *name == venue).map(|(_, seed)| SigningKey::from_bytes(seed))
}

/// The trust store of the test keys.
pub static TRUST: LazyLock<String> = LazyLock::new(|| {
    let mut text = "keys:\n".to_owned();
    for (venue, seed) in KEYS {
        let key = PublicKey::from_bytes(SigningKey::from_bytes(&seed).verifying_key().as_bytes());
        let line = key.map(|key| key.to_openssh("")).unwrap_or_default();
        text.push_str(&format!(
            "  - {{name: {venue}, public_key: {line}, venue: {venue}, from: 0001-01-02T00:00:00Z, imports: true}}\n"
        ));
    }
    text
});

/// The same, read.
pub(crate) fn trust() -> Result<&'static TrustStore, Broken> {
    static STORE: LazyLock<Result<TrustStore, String>> =
        LazyLock::new(|| TrustStore::from_yaml(&TRUST).map_err(|faults| faults.render("trust", &TRUST, false)));
    STORE.as_ref().map_err(|error| Broken(error.clone()))
}

/// By the rules in force.
pub(crate) fn in_force() -> Result<&'static Settings, Broken> {
    static SETTINGS: LazyLock<Result<Settings, String>> =
        LazyLock::new(|| Ok(Settings { registry: resettle_rulesets::registry()?, named: None, ..Settings::default() }));
    SETTINGS.as_ref().map_err(|error| Broken(error.clone()))
}

/// By each ruleset by name.
pub(crate) fn named() -> Result<&'static [Settings], Broken> {
    static ALL: LazyLock<Result<Vec<Settings>, Broken>> = LazyLock::new(|| {
        let registry = &in_force()?.registry;
        let named = registry.iter().map(Arc::clone).map(Some);
        Ok(named.map(|named| Settings { registry: registry.clone(), named, ..Settings::default() }).collect())
    });
    ALL.as_ref().map(Vec::as_slice).map_err(Broken::clone)
}
