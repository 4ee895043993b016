use crate::hash::Digest;

/// The bytes that a seal's signature covers. `prev` chains back to the first line, so they stand
/// for everything before the seal.
#[must_use]
pub fn seal_message(log: &str, seq: u64, prev: Digest, at: &str, is_final: bool) -> Vec<u8> {
    let state = if is_final { "final" } else { "open" };
    format!("coup-log/1 seal\n{log}\n{seq}\n{prev}\n{at}\n{state}\n").into_bytes()
}
