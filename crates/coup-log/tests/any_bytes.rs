//! Whatever bytes are handed over as a log: reading ends, and says what is wrong.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::io::BufReader;

use crate::common::{Log, read, trust};
use proptest::prelude::*;
use resettle_coup_log::LogReader;

fn sound() -> Vec<u8> {
    Log::open()
        .with(r#""type":"limits","max":{"player":500000},"chip":500"#)
        .with(r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":["4C"]"#)
        .with(r#""type":"coup","shoe":"S-1","coup":1,"cards":["KD","TS"],"to":"BP","wagers":[{"bet":"tie","stake":5,"returned":0}]"#)
        .seal(false)
        .coup(2)
        .seal(true)
        .bytes()
}

/// Pieces of logs, glued in any order.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let lines: Vec<Vec<u8>> = sound().split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    let piece = prop_oneof![
        8 => prop::sample::select(lines),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => prop::sample::select(vec![b"\n".to_vec(), b"{}\n".to_vec(), b"\"".to_vec(), b"{\"prev\":\"".to_vec(), vec![b'['; 70_000]]),
    ];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn any_bytes_are_no_log(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let outcome = read(&bytes, Some(&trust()));
        prop_assert_eq!(outcome.reported().len(), 1);
        prop_assert!(outcome.reported()[0].ends_with("no-open"));
    }

    #[test]
    fn pieces_of_a_log_give_a_finding_or_are_the_log(bytes in pieces()) {
        let outcome = read(&bytes, Some(&trust()));
        let sound = sound();
        // The part up to the seal in between is the log of an earlier hour.
        if outcome.reported().is_empty() {
            prop_assert!(bytes == sound);
        }
        prop_assert!(outcome.verdict.authenticated_records <= outcome.verdict.records);
        prop_assert_eq!(outcome.verdict.records, outcome.records.len() as u64);
        for fault in &outcome.verdict.faults {
            let lines = bytes.split(|b| *b == b'\n').count() as u64;
            prop_assert!(fault.line.is_none_or(|line| (1..=lines).contains(&line)));
            prop_assert_eq!(fault.line.is_none(), bytes.is_empty());
        }
    }

    #[test]
    fn a_log_with_a_splice_gives_a_finding(at in any::<prop::sample::Index>(), gone in 0usize..30, new in prop::collection::vec(any::<u8>(), 0..30)) {
        let mut bytes = sound();
        let from = at.index(bytes.len());
        let to = (from + gone).min(bytes.len());
        bytes.splice(from..to, new);
        let outcome = read(&bytes, Some(&trust()));
        prop_assert!(!outcome.reported().is_empty() || bytes == sound() || in_the_last_line(&bytes));
    }

    #[test]
    fn how_the_bytes_arrive_changes_nothing(bytes in pieces(), size in 1usize..200) {
        let trust = trust();
        let whole = read(&bytes, Some(&trust));
        let mut reader = LogReader::new(BufReader::with_capacity(size, &bytes[..]), Some(&trust));
        while reader.next_entry().unwrap().is_some() {}
        prop_assert_eq!(reader.finish().faults, whole.verdict.faults);
    }
}

/// Spaces between the tokens of the final seal are all that no seal covers.
fn in_the_last_line(bytes: &[u8]) -> bool {
    let squeezed: Vec<u8> = bytes.iter().copied().filter(|b| !b" \t".contains(b)).collect();
    squeezed == sound()
}
