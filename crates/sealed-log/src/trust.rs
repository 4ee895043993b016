use std::sync::{Arc, OnceLock};

use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Faults, Form, Node, section, word_schema};

use crate::hash::Digest;
use crate::key::{KeyId, PublicKey};
use crate::open::{Open, SourceKind};
use crate::time::{Moment, Time};
use crate::verifier::Verifier;

/// Which key may seal for whom, and when. Everything else is refused.
#[derive(Clone, Debug, Default)]
pub struct TrustStore {
    keys: Vec<TrustedKey>,
}

section! {
    Faults;
    /// The keys of a trust store.
    TrustFile as "the trust store" {
        /// An entry for each key; one key listed twice is an error.
        keys: Vec<TrustedKey> = EachOnce,
    }

    /// One key and what it may seal.
    TrustedKey as "a key of the trust store" beside {
        /// What is derived from the key.
        ready: Ready,
    } checked by window {
        /// A name for people, shown wherever the key counts or does not.
        name: String,
        /// Ed25519: an OpenSSH line `ssh-ed25519 AAAA…`, base64 of the 32 raw bytes, or a PEM block (RFC 8410).
        public_key: PublicKey,
        /// The venue of the logs, as their `open` spells it.
        venue: String,
        /// The tables, as `open` spells them; left out, every table of the venue; `[]` is none.
        tables: Option<Vec<String>>,
        /// The kinds of source; left out, every kind.
        kinds: Option<Vec<SourceKind>>,
        /// The games, as `open` spells them, so that whoever has the key cannot have its table judged by another game's rules;
        /// left out, every one; `[]` is none.
        games: Option<Vec<String>>,
        /// The jurisdictions, as `open` spells them; left out, every one; `[]` is none.
        jurisdictions: Option<Vec<String>>,
        /// Whether the key may seal logs whose `open` says `"imported":true`; left out, `false`.
        imports: bool,
        /// Seals from then on count, that moment included.
        from: Time,
        /// Seals before it count, that moment excluded; after `from`. Left out, no end.
        until: Option<Time>,
        /// Seals from then on do not count.
        revoked: Option<Time>,
        /// The key leaked: only what stood by one of these seals counts; `[]` is nothing at all.
        compromised: Option<Vec<GoodPosition>>,
    }

    /// A seal known to be good though its key leaked later.
    GoodPosition as "a good position" {
        /// The log's id.
        log: String,
        /// The seal's `seq`.
        seq: u64 = 0..=i64::MAX,
        /// The seal's `prev`.
        prev: Digest,
    }
}

/// Keys of which none is listed twice.
struct EachOnce;

impl Form<Faults, EachOnce> for Vec<TrustedKey> {
    fn read(node: &Node, key: &'static str, _: &EachOnce, faults: &mut Faults) -> Option<Self> {
        let mut keys = Self::new();
        for item in node.list(faults).unwrap_or_default() {
            let Some(one) = TrustedKey::read(item, key, &(), faults) else { continue };
            if keys.iter().any(|known: &TrustedKey| known.public_key == one.public_key) {
                faults.add_with_help(
                    item.member("public_key").unwrap_or(item).place,
                    format!("the key of `{}` is listed twice", one.name),
                    "one entry for each key: widen its window or scope there",
                );
            }
            keys.push(one);
        }
        Some(keys)
    }

    fn schema(_: &EachOnce, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Faults>>::schema(&(), generator)
    }
}

/// Asks for an `until` after `from`.
fn window(_: Option<&TrustedKey>, node: &Node, faults: &mut Faults) {
    let time = |key| Time::parse(node.word_at(key)?).ok();
    if time("from").zip(time("until")).is_some_and(|(from, until)| until <= from) {
        faults.add(node.place, "`until` is not after `from`: this key could never seal");
    }
}

impl Form<Faults> for PublicKey {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        let key = Self::parse(node.text(faults)?);
        key.map_err(|error| faults.add(node.place, format!("this is no key to trust: {error}"))).ok()
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

impl Form<Faults> for SourceKind {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        node.word(Self::ALL, faults)
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        word_schema(Self::ALL)
    }
}

impl Form<Faults> for Time {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        let text = node.text(faults)?;
        Self::parse(text).map_err(|error| faults.add(node.place, format!("`{text}` is no time: {error}"))).ok()
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "date-time"})
    }
}

impl Form<Faults> for Digest {
    fn read(node: &Node, key: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        let digest = Self::from_hex(node.text(faults)?);
        if digest.is_none() {
            faults.add(node.place, format!("`{key}` is no SHA-256 in lower-case hex"));
        }
        digest
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": "^[0-9a-f]{64}$"})
    }
}

/// What is derived from a key, computed once for all logs: its id, and what verifies with it.
#[derive(Clone, Debug, Default)]
pub struct Ready(Arc<(OnceLock<KeyId>, OnceLock<Option<Verifier>>)>);

/// It is derived from the key, so two entries of one key are equal.
impl PartialEq for Ready {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Ready {}

impl TrustedKey {
    fn id(&self) -> KeyId {
        *self.ready.0.0.get_or_init(|| self.public_key.id())
    }

    /// Strict verification, as by [`PublicKey::verify`].
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        match self.ready.0.1.get_or_init(|| Verifier::new(&self.public_key)) {
            Some(verifier) => verifier.verify(message, signature),
            None => self.public_key.verify(message, signature),
        }
    }
}

/// Why a seal cannot be verified. None of these means that anything was altered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No trust store was given.
    #[error("no trust store was given to this run, so that no seal could be checked")]
    NoStore,
    /// The key is in no entry.
    #[error("the trust store does not hold this key")]
    Unknown,
    /// For another venue.
    #[error("`{name}` may seal for venue `{venue}` only")]
    Venue {
        /// The entry.
        name: String,
        /// The only venue that the entry names.
        venue: String,
    },
    /// For other tables.
    #[error("`{name}` may seal for table {tables} only")]
    Table {
        /// The entry.
        name: String,
        /// The only tables that the entry names, in words.
        tables: String,
    },
    /// For other kinds of source.
    #[error("`{name}` may seal for sources of kind {kinds} only")]
    Kind {
        /// The entry.
        name: String,
        /// The only kinds that the entry names, with commas between.
        kinds: String,
    },
    /// For other games.
    #[error("`{name}` may seal for game {games} only")]
    Game {
        /// The entry.
        name: String,
        /// The only games that the entry names, in words.
        games: String,
    },
    /// For other jurisdictions.
    #[error("`{name}` may seal for jurisdiction {jurisdictions} only")]
    Jurisdiction {
        /// The entry.
        name: String,
        /// The only jurisdictions that the entry names, in words.
        jurisdictions: String,
    },
    /// The log says that it is an import, of which less is asked.
    #[error(
        "`{name}` may seal no import (`\"imported\":true`), of which shoes, coup numbers, times and composition are not asked; where it may, its entry says `imports: true`"
    )]
    Import {
        /// The entry.
        name: String,
    },
    /// Before its window.
    #[error("its key `{name}` may seal only from {from}, {by} later")]
    TooEarly {
        /// The entry.
        name: String,
        /// The start of the window.
        from: String,
        /// How long before that the seal was made.
        by: String,
    },
    /// After its window.
    #[error("its key `{name}` may seal only before {until}")]
    TooLate {
        /// The entry.
        name: String,
        /// The end of the window.
        until: String,
    },
    /// The seal is not from before the moment at which the entry was revoked.
    #[error("its key `{name}` was revoked at {revoked}")]
    Revoked {
        /// The entry.
        name: String,
        /// Since when.
        revoked: String,
    },
    /// Leaked, and this seal is not under a position known to be good.
    #[error("`{name}` is compromised, and this seal does not stand under a position of this log known to be good")]
    Compromised {
        /// The entry.
        name: String,
    },
}

impl TrustStore {
    /// Reads a trust store.
    ///
    /// # Errors
    /// All faults of the file: unknown keys, missing ones, weak keys, one key listed twice.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let TrustFile { keys } = resettle_yaml::read(text)?;
        Ok(Self { keys })
    }

    /// Takes over the keys of another trust store.
    ///
    /// # Errors
    /// The name of a key that both hold with different rights; nothing is taken over then.
    pub fn join(&mut self, other: Self) -> Result<(), String> {
        let mut new = Vec::new();
        for key in other.keys {
            match self.get(key.public_key.id()) {
                None => new.push(key),
                Some(known) if *known == key => {}
                Some(known) => return Err(known.name.clone()),
            }
        }
        self.keys.extend(new);
        Ok(())
    }

    /// The entry of a key.
    #[must_use]
    pub fn get(&self, id: KeyId) -> Option<&TrustedKey> {
        self.keys.iter().find(|key| key.id() == id)
    }

    /// Every entry.
    #[must_use]
    pub fn keys(&self) -> &[TrustedKey] {
        &self.keys
    }

    /// The key that may seal for this source at this moment, ignoring whether it leaked.
    pub(crate) fn admit(&self, id: KeyId, open: &Open, at: Moment) -> Result<&TrustedKey, Refusal> {
        let key = self.get(id).ok_or(Refusal::Unknown)?;
        let name = key.name.clone();
        if key.venue != open.venue {
            return Err(Refusal::Venue { name, venue: key.venue.clone() });
        }
        if let Some(tables) = &key.tables
            && !tables.contains(&open.table)
        {
            return Err(Refusal::Table { name, tables: among(tables) });
        }
        if let Some(kinds) = &key.kinds
            && !kinds.contains(&open.source.kind)
        {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
            return Err(Refusal::Kind { name, kinds: kinds.join(", ") });
        }
        if let Some(games) = &key.games
            && !games.contains(&open.game)
        {
            return Err(Refusal::Game { name, games: among(games) });
        }
        if let Some(jurisdictions) = &key.jurisdictions
            && !jurisdictions.contains(&open.jurisdiction)
        {
            return Err(Refusal::Jurisdiction { name, jurisdictions: among(jurisdictions) });
        }
        if open.imported && !key.imports {
            return Err(Refusal::Import { name });
        }
        if at < key.from.moment() {
            let by = key.from.moment().apart(at);
            return Err(Refusal::TooEarly { name, from: key.from.to_string(), by });
        }
        if let Some(until) = &key.until
            && at >= until.moment()
        {
            return Err(Refusal::TooLate { name, until: until.to_string() });
        }
        if let Some(revoked) = &key.revoked
            && at >= revoked.moment()
        {
            return Err(Refusal::Revoked { name, revoked: revoked.to_string() });
        }
        Ok(key)
    }
}

/// A list in words.
fn among(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resettle_testkit::keys_stand_on;

    #[test]
    fn the_page_has_the_keys() {
        keys_stand_on(
            "trust-store.md",
            &serde_json::to_value(resettle_yaml::schemars::schema_for!(TrustFile)).unwrap(),
        );
    }

    const KEY: &str = "Yw0LODiphzPNxIffzEmrrlY18SaxBWCJ9atTcRGb4Uc=";

    #[test]
    fn all_faults_of_a_store_are_reported_at_once() {
        let text = format!(
            "keys:\n  - name: a\n    public_key: {KEY}\n    venue: mbs\n    form: x\n    from: 2023-01-01T00:00:00+08:00\n  \
             - name: b\n    public_key: AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n    from: 2023-01-01\n    kinds: [table, tabel]\n"
        );
        let faults = TrustStore::from_yaml(&text).unwrap_err().sorted();
        let said: Vec<String> = faults.iter().map(|f| format!("{}: {}", f.place, f.message)).collect();
        assert_eq!(
            said,
            [
                "5:5: unknown key `form` in a key of the trust store",
                "7:5: a key of the trust store lacks `venue`",
                "8:17: this is no key to trust: the public key is weak (of small order): whoever likes can make signatures that fit it",
                "9:11: `2023-01-01` is no time: not of the form YYYY-MM-DDTHH:MM:SS[.digits](Z|±HH:MM)",
                "10:20: unknown word `tabel`",
            ]
        );
    }

    #[test]
    fn one_key_listed_twice_is_an_error() {
        let entry = format!("  - {{name: a, public_key: \"{KEY}\", venue: mbs, from: \"2023-01-01T00:00:00Z\"}}\n");
        let faults = TrustStore::from_yaml(&format!("keys:\n{entry}{entry}")).unwrap_err().sorted();
        assert_eq!(faults[0].message, "the key of `a` is listed twice");
    }
}
