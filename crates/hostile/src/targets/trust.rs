use std::fmt::Write as _;

use resettle_sealed_log::{TrustStore, TrustedKey};

use super::yaml::{quoted, read_twice, text};
use crate::broken::{Broken, same, works};

/// A trust store.
///
/// # Errors
/// A store that means something else once it is written again, or faults that cannot be shown.
pub fn trust_store(data: &[u8]) -> Result<(), Broken> {
    let Some(text) = text(data) else { return Ok(()) };
    let Some(store) = read_twice(text, TrustStore::from_yaml)? else { return Ok(()) };
    let written = written(&store);
    let again = works(TrustStore::from_yaml(&written), "a trust store written again is refused")?;
    same(&format!("{again:?}"), &format!("{store:?}"), "a trust store written again means something else")
}

/// The store in one plain spelling.
fn written(store: &TrustStore) -> String {
    if store.keys().is_empty() {
        return "keys: []\n".to_owned();
    }
    let mut out = "keys:\n".to_owned();
    for key in store.keys() {
        entry(key, &mut out);
    }
    out
}

fn entry(key: &TrustedKey, out: &mut String) {
    let _ = writeln!(out, "  - name: {}", quoted(&key.name));
    let _ = writeln!(out, "    public_key: {}", quoted(&key.public_key.to_openssh("")));
    let _ = writeln!(out, "    venue: {}", quoted(&key.venue));
    if let Some(tables) = &key.tables {
        let tables: Vec<String> = tables.iter().map(|table| quoted(table)).collect();
        let _ = writeln!(out, "    tables: [{}]", tables.join(", "));
    }
    if let Some(kinds) = &key.kinds {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
        let _ = writeln!(out, "    kinds: [{}]", kinds.join(", "));
    }
    if key.imports {
        let _ = writeln!(out, "    imports: true");
    }
    for (name, time) in [("from", Some(&key.from)), ("until", key.until.as_ref()), ("revoked", key.revoked.as_ref())] {
        if let Some(time) = time {
            let _ = writeln!(out, "    {name}: {}", quoted(time.as_str()));
        }
    }
    if let Some(positions) = &key.compromised {
        let positions: Vec<String> = positions
            .iter()
            .map(|at| format!("{{log: {}, seq: {}, prev: {}}}", quoted(&at.log), at.seq, quoted(&at.prev.to_string())))
            .collect();
        let _ = writeln!(out, "    compromised: [{}]", positions.join(", "));
    }
}
