//! The file cut at any place.

use super::setup::Checks;

#[test]
fn cut_at_every_byte_and_after_every_line_5_000_cases() {
    let mut checks = Checks::new();
    let original = checks.original.clone();
    for at in 0..original.len() {
        let line = checks.line_of(at);
        // After a whole line: what is left ends in a seal that is not final, or in records of no seal.
        let whole = at > 0 && original[at - 1] == b'\n';
        let place = match line {
            _ if !whole => line..=line,
            0..=6 => 1..=1,
            7 => 6..=6,
            _ => 7..=7,
        };
        checks.changed(&original[..at], place, || format!("cut before byte {at} of line {line}"));
        if at > 0 {
            let place = if whole { 1..=1 } else { 1..=2 };
            checks.changed(&original[at..], place, || format!("begun at byte {at} of line {line}"));
        }
    }
    checks.end("every cut", 5_000);
}
