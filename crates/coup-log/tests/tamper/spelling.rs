//! How the last line is spelled.

use crate::bench::sealed;
use crate::common::{file, read, trust};
use resettle_coup_log::Digest;

/// A seal cannot sign its own line, only what its line says: a space between the tokens of the very
/// last line alters nothing that anybody sealed, and any line after it would name another hash.
#[test]
fn the_spelling_of_the_last_line_is_all_that_no_seal_covers() {
    let mut lines = sealed();
    let last = String::from_utf8(lines.pop().unwrap()).unwrap();
    let spaced = last.replace(',', " ,").into_bytes();
    lines.push(spaced.clone());
    let outcome = read(&file(&lines), Some(&trust()));
    assert_eq!(outcome.told(), ["11 unknown-kind"]);
    assert_eq!(outcome.records[11].sha256, Digest::of(&spaced));
}

/// Also where a writer puts spaces into its seals, no byte of the last line can be changed unnoticed.
#[test]
fn every_byte_of_a_spaced_last_line_is_watched() {
    let mut lines = sealed();
    let last = String::from_utf8(lines.pop().unwrap()).unwrap();
    let spaced = last.replace(',', " , ").replace("\":", "\" : ").into_bytes();
    for at in 0..spaced.len() {
        let flips = (0..8).map(|bit| spaced[at] ^ (1 << bit));
        for byte in flips.chain(*b" \t\n\r\x0b\x0c\"0a{}").collect::<std::collections::BTreeSet<u8>>() {
            if byte == spaced[at] {
                continue;
            }
            let mut changed = spaced.clone();
            changed[at] = byte;
            let mut all = lines.clone();
            all.push(changed);
            let told = read(&file(&all), Some(&trust())).told();
            assert_ne!(told, ["11 unknown-kind"], "byte {at} changed to {byte:#04x}");
        }
    }
}
