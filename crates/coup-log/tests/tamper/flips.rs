//! Every bit of every byte.

use super::setup::{Checks, near, sealed};

/// What changing one byte of the value of a field of the last line has to give; all of it on that line.
const LAST: [(&str, &[&str]); 7] = [
    ("seq", &["sequence-gap", "malformed-record"]),
    ("prev", &["chain-broken", "malformed-record"]),
    ("at", &["bad-signature", "untrusted-key", "time-reversal", "malformed-record"]),
    ("type", &["unknown-kind", "malformed-record"]),
    ("key", &["untrusted-key", "malformed-record"]),
    ("sig", &["bad-signature", "malformed-record"]),
    ("final", &["malformed-record"]),
];

/// The fields of a line in whose values this byte lies, by its place in the line.
fn field(line: &[u8], at: usize) -> Option<&'static str> {
    let text = std::str::from_utf8(line).unwrap();
    LAST.iter().map(|(name, _)| *name).find(|name| {
        let start = text.find(&format!("\"{name}\":")).unwrap() + name.len() + 3;
        let end = start + text[start..].find([',', '}']).unwrap();
        let quoted = usize::from(text[start..].starts_with('"'));
        (start + quoted..end - quoted).contains(&at)
    })
}

/// What has to be reported when a byte of a line, at this place in it, becomes another.
fn expected(line: u64, bytes: &[u8], at: usize, becomes: u8) -> Vec<String> {
    let here = |codes: &[&str]| codes.iter().map(|code| format!("{line} {code}")).collect::<Vec<_>>();
    if at == bytes.len() {
        // The line feed: this line and the next are one.
        return match line {
            1 => here(&["no-open"]),
            _ => here(&["malformed-record"]),
        };
    }
    if becomes == b'\n' {
        return match line {
            1 => here(&["no-open"]),
            _ => here(&["malformed-record"]),
        };
    }
    match (line, field_of(line, bytes, at)) {
        (12, Some(codes)) => here(codes),
        (12, None) => here(&["malformed-record"]),
        // The next line names the hash of this one as it was.
        (1, _) => vec!["1 no-open".to_owned(), "2 chain-broken".to_owned()],
        _ => vec![format!("{} chain-broken", line + 1)],
    }
}

fn field_of(line: u64, bytes: &[u8], at: usize) -> Option<&'static [&'static str]> {
    let name = (line == 12).then(|| field(bytes, at)).flatten()?;
    LAST.iter().find(|(known, _)| *known == name).map(|(_, codes)| *codes)
}

#[test]
fn every_bit_of_every_byte_20_000_cases() {
    let mut checks = Checks::new();
    let original = checks.original.clone();
    let lines = sealed();
    for at in 0..original.len() {
        let line = checks.line_of(at);
        let start = original[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1);
        let mut bytes = original.clone();
        for bit in 0..8 {
            bytes[at] = original[at] ^ (1 << bit);
            let what = || format!("byte {at} of line {line}, bit {bit}");
            checks.changed(&bytes, near(line), what);
            let wanted = expected(line, &lines[line as usize - 1], at - start, bytes[at]);
            checks.named(&bytes, &wanted, what);
        }
    }
    checks.end("every bit", 40_000);
}
