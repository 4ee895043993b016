//! Where two histories of one log part, as far as the reader reports it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{Log, trust};
use resettle_coup_log::LogReader;
use resettle_sealed_log::{Fork, TrustStore, compare};

fn parted(one: &Log, other: &Log, trust: Option<&TrustStore>) -> Option<Fork> {
    let (one, other) = (one.bytes(), other.bytes());
    compare(LogReader::new(&one[..], trust), LogReader::new(&other[..], trust)).unwrap()
}

#[test]
fn one_that_goes_on_where_the_other_ends_is_no_fork() {
    let begun = Log::open().coup(1).seal(false);
    let whole = begun.clone().coup(2).seal(true);
    assert_eq!(parted(&begun, &whole, None), None);
    assert_eq!(parted(&whole, &begun, None), None);
    assert_eq!(parted(&whole, &whole, None), None);
}

#[test]
fn both_sides_of_a_fork_are_reported_with_their_seals() {
    let trust = trust();
    let begun = Log::open().coup(1).seal(false);
    let (one, other) = (begun.clone().coup(2).seal(true), begun.coup(3).coup(4).seal(true).coup(5));
    let fork = parted(&one, &other, Some(&trust)).unwrap();
    assert_eq!((fork.common_lines, fork.common_seq), (3, Some(2)));
    let [here, there] = &fork.lines;
    assert_eq!([here.line, there.line], [4, 4]);
    assert_eq!([here.seq, there.seq], [Some(3), Some(3)]);
    assert_ne!(here.sha256, there.sha256);
    assert!(here.authenticated && there.authenticated);
    assert_eq!([here, there].map(|side| side.seal.as_ref().unwrap().seq()), [4, 5]);
    // What nobody is trusted to seal is vouched for by nothing.
    let fork = parted(&one, &other, None).unwrap();
    assert!(fork.lines.iter().all(|side| !side.authenticated && side.seal.is_none()));
}

#[test]
fn logs_may_differ_from_the_first_line_on_and_at_lines_that_are_no_records() {
    let other = Log::imported().coup(1);
    let fork = parted(&Log::open().coup(1), &other, None).unwrap();
    assert_eq!((fork.common_lines, fork.common_seq, fork.lines[0].line), (0, None, 1));
    let garbled = |log: Log| log.raw(|_| b"{}".to_vec());
    let (one, other) = (garbled(Log::open()), garbled(Log::open()).coup(7));
    let fork = parted(&garbled(one.clone()), &other, None).unwrap();
    assert_eq!((fork.common_lines, fork.common_seq), (2, None), "the last line in common is no record");
    assert_eq!([fork.lines[0].seq, fork.lines[1].seq], [None, Some(2)]);
}
