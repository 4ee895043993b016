//! Bytes taken out, put in, set.

use super::setup::{Checks, near};

#[test]
fn every_byte_gone_doubled_or_set_15_000_cases() {
    let mut checks = Checks::new();
    let original = checks.original.clone();
    for at in 0..original.len() {
        let line = checks.line_of(at);
        let (before, after) = original.split_at(at);
        let gone = [before, &after[1..]].concat();
        checks.changed(&gone, near(line), || format!("byte {at} of line {line} gone"));
        let doubled = [before, &after[..1], after].concat();
        checks.changed(&doubled, near(line), || format!("byte {at} of line {line} doubled"));
        for value in [b' ', b'\n', b'"', b'0', b'}'] {
            let set = [before, &[value], &after[1..]].concat();
            checks.changed(&set, near(line), || format!("byte {at} of line {line} set to {value:#x}"));
        }
        if line == 12 {
            continue; // see below
        }
        let spaced = [before, b" ", after].concat();
        checks.changed(&spaced, near(line), || format!("a space before byte {at} of line {line}"));
    }
    checks.end("every byte", 15_000);
}
