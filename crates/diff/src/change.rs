use resettle_yaml::Position;
use sha2::{Digest as _, Sha256};

use crate::example::Example;

pub use resettle_ruleset::Level;

/// What a change does to the voids that an irregularity demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voiding {
    /// It voids the coup now, and did not.
    Newly,
    /// It voided the coup, and does not any more.
    NoLonger,
}

impl Voiding {
    /// `newly_voids` or `no_longer_voids`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Newly => "newly_voids",
            Self::NoLonger => "no_longer_voids",
        }
    }
}

/// One value that is not the same in both versions. Values are the ruleset's text and may hold
/// anything: neutralise before printing on a terminal.
#[derive(Clone, Debug)]
pub struct Change {
    /// What it is, as `docs/diff.md` names the paths.
    pub path: String,
    /// How much it weighs.
    pub level: Level,
    /// The old value; none where the old version has no such thing.
    pub old: Option<String>,
    /// The new value; none where the new version has no such thing.
    pub new: Option<String>,
    /// The clause behind the old value.
    pub clause_old: Option<String>,
    /// The clause behind the new value.
    pub clause_new: Option<String>,
    /// Where the old value is in its file.
    pub place_old: Option<Position>,
    /// Where the new value is.
    pub place_new: Option<Position>,
    /// Of an irregularity, in which circumstances exactly, as people read it.
    pub circumstances: Option<String>,
    /// What it does to voids.
    pub voiding: Option<Voiding>,
    /// What else a reader should know.
    pub note: Option<String>,
    /// A coup that settles differently by this change.
    pub example: Option<Example>,
}

impl Change {
    /// A change of which nothing else is known yet.
    pub(crate) fn of(path: impl Into<String>, level: Level, old: Option<String>, new: Option<String>) -> Self {
        Self {
            path: path.into(),
            level,
            old,
            new,
            clause_old: None,
            clause_new: None,
            place_old: None,
            place_new: None,
            circumstances: None,
            voiding: None,
            note: None,
            example: None,
        }
    }

    /// SHA-256, in lower-case hex, over path, old and new value: the JSON array of the three, without
    /// spaces. Clauses, places and examples have no part in it.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let text = |value: Option<&str>| value.map_or_else(|| "null".to_owned(), json_string);
        let array =
            format!("[{},{},{}]", json_string(&self.path), text(self.old.as_deref()), text(self.new.as_deref()));
        base16ct::lower::encode_string(&Sha256::digest(array.as_bytes()))
    }
}

fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_the_hash_of_a_json_array() {
        let change = Change {
            clause_old: Some("4.1".into()),
            ..Change::of("paytable.super_sevens.3", Level::Settlement, Some("7 to 1".into()), None)
        };
        // printf '["paytable.super_sevens.3","7 to 1",null]' | sha256sum
        let known = "a32f";
        assert_eq!(change.fingerprint().len(), 64);
        assert_eq!(change.fingerprint().get(..4), Some(known));
        let other = Change { clause_old: None, ..change.clone() };
        assert_eq!(other.fingerprint(), change.fingerprint());
        let other = Change { new: Some("null".into()), ..change.clone() };
        assert_ne!(other.fingerprint(), change.fingerprint());
    }
}
