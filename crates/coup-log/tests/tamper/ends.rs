//! What a log ends in: cut and continued, stripped of its seals, empty.

use super::setup::sealed;
use crate::common::{Log, file, id, key, own, read, store, trust, trusted};

fn reported(lines: &[Vec<u8>]) -> Vec<String> {
    read(&file(lines), Some(&trust())).reported()
}

#[test]
fn cut_and_continued_without_the_key() {
    let lines = sealed();
    for keep in 1..=lines.len() {
        let records = Log::after(&lines[..keep]).coup(4).coup(5);
        let wanted = match keep {
            12 => "13 after-final".to_owned(),
            6..12 => "7 unsealed-tail".to_owned(),
            _ => "1 unsealed-tail".to_owned(),
        };
        assert!(reported(&records.lines).contains(&wanted), "{keep}: {:?}", reported(&records.lines));
        // With the old final seal at the end, fitted in.
        let old = String::from_utf8(lines[11].clone()).unwrap();
        let (_, rest) = old.split_once("\"at\":").unwrap();
        let (_, rest) = rest.split_once(',').unwrap();
        let end = records.lines.len() as u64 + 1;
        let fitted = records.raw(|next| crate::common::record(next, rest.trim_end_matches('}')).into_bytes());
        assert!(
            reported(&fitted.lines).contains(&format!("{end} bad-signature")),
            "{keep}: {:?}",
            reported(&fitted.lines)
        );
        // Sealed with a key of one's own.
        let forged = Log::after(&lines[..keep]).coup(4).seal_by(&key(66), true);
        let end = forged.lines.len();
        assert!(
            reported(&forged.lines).contains(&format!("{end} untrusted-key")),
            "{keep}: {:?}",
            reported(&forged.lines)
        );
        assert!(!read(&forged.bytes(), Some(&trust())).verdict.vouched(end as u64));
    }
}

/// By itself the log is faultless; `crates/cli/tests/heads.rs` shows what finds it.
#[test]
fn cut_and_continued_with_the_stolen_key_is_faultless_by_itself() {
    let lines = sealed();
    for keep in 1..lines.len() {
        let forged = Log::after(&lines[..keep]).coup(4).seal(true);
        let reported = reported(&forged.lines);
        assert!(reported.iter().all(|reported| reported.ends_with("unknown-kind")), "{keep}: {reported:?}");
    }
    // But not after the final seal, whoever has the key.
    assert_eq!(reported(&Log::after(&lines).coup(4).seal(true).lines), ["11 unknown-kind", "13 after-final"]);
}

#[test]
fn stripped_of_its_seals() {
    let (bare, sealed_once) = (Log::open().coup(1).coup(2), Log::open().coup(1).seal(false).coup(2));
    assert_eq!(reported(&bare.lines), ["1 unsealed-tail"]);
    assert_eq!(reported(&sealed_once.lines), ["4 unsealed-tail"]);
    assert_eq!(read(&bare.bytes(), Some(&trust())).verdict.authenticated_records, 0);
}

/// What cannot be noticed here: the roster says which logs there have to be, and `--heads` which there were.
#[test]
fn stripped_of_its_seals_and_called_imported_is_not_authenticated_and_no_finding() {
    let outcome = read(&Log::imported().coup(1).bytes(), Some(&trust()));
    assert!(outcome.reported().is_empty() && outcome.verdict.unsealed_import);
    assert_eq!(outcome.verdict.authenticated_records, 0);
    // With one seal left it is judged like any log.
    let sealed = Log::imported().seal_by(&key(66), false).coup(1);
    assert_eq!(read(&sealed.bytes(), Some(&trust())).reported(), ["2 untrusted-key", "3 unsealed-tail"]);
}

#[test]
fn empty_or_nearly() {
    for (bytes, wanted) in [
        (&b""[..], "- no-open"),
        (b"\n", "1 no-open"),
        (b"{}\n", "1 no-open"),
        (b"{", "1 no-open"),
        (b"\0", "1 no-open"),
        (b"\xef\xbb\xbf\n", "1 no-open"),
        (b"\n\n\n", "1 no-open"),
    ] {
        let outcome = read(bytes, Some(&trust()));
        assert_eq!(outcome.reported(), [wanted], "{bytes:?}");
        assert_eq!(outcome.verdict.authenticated_records, 0);
    }
}

/// A log that was never this one: another open, sealed with a key that may seal there. Only its name shows it.
#[test]
fn the_first_line_exchanged() {
    let lines = sealed();
    let other = String::from_utf8(lines[0].clone()).unwrap().replace("7UP-03", "7UP-04").into_bytes();
    let changed = [&[other][..], &lines[1..]].concat();
    let trust = store(&[trusted(&own(), "")]);
    assert_eq!(read(&file(&changed), Some(&trust)).reported(), ["2 chain-broken", "11 unknown-kind"]);
    assert_eq!(read(&file(&changed), Some(&trust)).vouched(1), Vec::<u64>::new());
    assert_ne!(id(&own()), id(&key(66)));
}
