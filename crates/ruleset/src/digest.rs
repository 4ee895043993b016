use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// A ruleset's digest: the SHA-256, in lower-case hex, of the sorted `sha256sum` lines of its two files.
#[must_use]
pub fn ruleset_digest(ruleset_yaml: &[u8], notes_md: &[u8]) -> String {
    let mut lines = [
        format!("{}  notes.md\n", hex(&Sha256::digest(notes_md))),
        format!("{}  ruleset.yaml\n", hex(&Sha256::digest(ruleset_yaml))),
    ];
    lines.sort();
    hex(&Sha256::digest(lines.concat()))
}

fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(64);
    for byte in bytes {
        let _ = write!(out, "{byte:02x}");
    }
    out
}
