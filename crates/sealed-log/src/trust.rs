use std::sync::OnceLock;

use resettle_yaml::{Faults, Fields, Node};

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

/// One key and what it may seal.
#[derive(Clone, Debug, PartialEq)]
pub struct TrustedKey {
    /// A name for people.
    pub name: String,
    /// The public half, by which its seals are verified.
    pub public_key: PublicKey,
    /// The venue's id, as its logs write it.
    pub venue: String,
    /// The tables; `None` = every table of the venue.
    pub tables: Option<Vec<String>>,
    /// The kinds of source; `None` = every kind.
    pub kinds: Option<Vec<SourceKind>>,
    /// The games, as logs name them; `None` = every game.
    pub games: Option<Vec<String>>,
    /// The jurisdictions, as logs name them; `None` = every one.
    pub jurisdictions: Option<Vec<String>>,
    /// Whether it may seal logs that say they were made from somebody's export, of which less is asked.
    pub imports: bool,
    /// From when, included.
    pub from: Time,
    /// Until when, excluded.
    pub until: Option<Time>,
    /// Seals from then on do not count.
    pub revoked: Option<Time>,
    /// The key leaked: only these positions count.
    pub compromised: Option<Vec<GoodPosition>>,
    ready: Ready,
}

/// What is derived from a key, computed once for all logs: its id, and what verifies with it.
#[derive(Clone, Debug)]
struct Ready {
    id: KeyId,
    verifier: OnceLock<Option<Verifier>>,
}

/// It is derived from the key, so two entries of one key are equal.
impl PartialEq for Ready {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl TrustedKey {
    /// Strict verification, as by [`PublicKey::verify`].
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        match self.ready.verifier.get_or_init(|| Verifier::new(&self.public_key)) {
            Some(verifier) => verifier.verify(message, signature),
            None => self.public_key.verify(message, signature),
        }
    }
}

/// A seal known to be good though its key leaked later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoodPosition {
    /// The log's id.
    pub log: String,
    /// The seal's `seq`.
    pub seq: u64,
    /// The seal's `prev`.
    pub prev: Digest,
}

/// Why a seal cannot be verified. None of these means that anything was altered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No trust store was given.
    #[error("no trust store was given, so no seal can be verified; pass one with --trust")]
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
    #[error("`{name}` may seal only from {from}")]
    TooEarly {
        /// The entry.
        name: String,
        /// The start of the window.
        from: String,
    },
    /// After its window.
    #[error("`{name}` may seal only before {until}")]
    TooLate {
        /// The entry.
        name: String,
        /// The end of the window.
        until: String,
    },
    /// The seal is not from before the moment at which the entry was revoked.
    #[error("`{name}` was revoked at {revoked}")]
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
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let mut keys: Vec<TrustedKey> = Vec::new();
        if let Some(mut fields) = root.fields("the trust store", &mut faults) {
            let list = fields.required("keys", &mut faults).and_then(|node| node.list(&mut faults));
            for node in list.unwrap_or_default() {
                let Some((key, place)) = entry(node, &mut faults) else { continue };
                if keys.iter().any(|known| known.public_key == key.public_key) {
                    faults.add_with_help(
                        place,
                        format!("the key of `{}` is listed twice", key.name),
                        "one entry for each key: widen its window or scope there",
                    );
                }
                keys.push(key);
            }
            fields.finish(&mut faults);
        }
        if faults.is_empty() { Ok(Self { keys }) } else { Err(faults) }
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
        self.keys.iter().find(|key| key.ready.id == id)
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
            return Err(Refusal::TooEarly { name, from: key.from.to_string() });
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

fn entry(node: &Node, faults: &mut Faults) -> Option<(TrustedKey, resettle_yaml::Position)> {
    let mut fields = node.fields("a key of the trust store", faults)?;
    let name = text(&mut fields, "name", faults);
    let key_node = fields.required("public_key", faults);
    let public_key = key_node.and_then(|node| {
        let text = node.text(faults)?;
        PublicKey::parse(text).map_err(|error| faults.add(node.place, format!("this is no key to trust: {error}"))).ok()
    });
    let venue = text(&mut fields, "venue", faults);
    let tables = fields.optional("tables").map(|node| texts(node, faults));
    let kinds = fields.optional("kinds").map(|node| {
        let items = node.list(faults).unwrap_or_default();
        items.iter().filter_map(|item| item.word(SourceKind::ALL, faults)).collect::<Vec<_>>()
    });
    let games = fields.optional("games").map(|node| texts(node, faults));
    let jurisdictions = fields.optional("jurisdictions").map(|node| texts(node, faults));
    let imports = fields.optional("imports").and_then(|node| node.truth(faults)).unwrap_or(false);
    let from = fields.required("from", faults).and_then(|node| time(node, faults));
    let until = fields.optional("until").and_then(|node| time(node, faults));
    let revoked = fields.optional("revoked").and_then(|node| time(node, faults));
    let compromised = fields.optional("compromised").map(|node| {
        let items = node.list(faults).unwrap_or_default();
        items.iter().filter_map(|item| position(item, faults)).collect::<Vec<_>>()
    });
    fields.finish(faults);
    if let (Some(from), Some(until)) = (&from, &until)
        && until <= from
    {
        faults.add(node.place, "`until` is not after `from`: this key could never seal");
    }
    let public_key = public_key?;
    let key = TrustedKey {
        name: name?,
        ready: Ready { id: public_key.id(), verifier: OnceLock::new() },
        public_key,
        venue: venue?,
        tables,
        kinds,
        games,
        jurisdictions,
        imports,
        from: from?,
        until,
        revoked,
        compromised,
    };
    Some((key, key_node?.place))
}

fn position(node: &Node, faults: &mut Faults) -> Option<GoodPosition> {
    let mut fields = node.fields("a good position", faults)?;
    let log = text(&mut fields, "log", faults);
    let seq = fields.required("seq", faults).and_then(|node| node.int(0..=i64::MAX, faults));
    let prev = fields.required("prev", faults).and_then(|node| {
        let text = node.text(faults)?;
        let digest = Digest::from_hex(text);
        if digest.is_none() {
            faults.add(node.place, "`prev` is no SHA-256 in lower-case hex");
        }
        digest
    });
    fields.finish(faults);
    Some(GoodPosition { log: log?, seq: u64::try_from(seq?).ok()?, prev: prev? })
}

fn text(fields: &mut Fields<'_>, key: &'static str, faults: &mut Faults) -> Option<String> {
    fields.required(key, faults).and_then(|node| node.text(faults)).map(str::to_owned)
}

fn texts(node: &Node, faults: &mut Faults) -> Vec<String> {
    let items = node.list(faults).unwrap_or_default();
    items.iter().filter_map(|item| item.text(faults).map(str::to_owned)).collect()
}

fn time(node: &Node, faults: &mut Faults) -> Option<Time> {
    let text = node.text(faults)?;
    Time::parse(text).map_err(|error| faults.add(node.place, format!("`{text}` is no time: {error}"))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

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
