//! What the reader counts, hands out and keeps while a log streams by.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common;

use std::io::{self, Read};

use crate::common::{LOG, Log, own, read, record, seal, trust};
use resettle_coup_log::LogReader;
use resettle_sealed_log::{Digest, FaultCode, LogVerdict};

#[test]
fn lines_records_coups_and_what_is_authentic_are_counted() {
    let trust = trust();
    let log = Log::open().coup(1).coup(2).seal(false).raw(|_| b"{}".to_vec()).coup(3).seal(true);
    let verdict = read(&log.bytes(), Some(&trust)).verdict;
    assert_eq!((verdict.lines, verdict.records, verdict.coups), (7, 6, 3));
    assert_eq!((verdict.authenticated_records, verdict.vouched_lines()), (6, &[(1, 4), (5, 7)][..]));
    assert_eq!(read(&log.bytes(), None).verdict.vouched_lines(), []);
    let twice = Log::open().coup(1).seal(false).coup(2).seal(true);
    assert_eq!(read(&twice.bytes(), Some(&trust)).verdict.vouched_lines(), [(1, 5)], "one unbroken stretch");
    let cut = log.bytes();
    assert_eq!(read(&cut[..cut.len() - 1], None).verdict.lines, 6, "a line that does not end is none");
}

#[test]
fn the_open_is_known_once_it_was_read() {
    let bytes = Log::open().coup(1).bytes();
    let mut reader = LogReader::new(&bytes[..], None);
    assert_eq!(reader.open(), None);
    reader.next_entry().unwrap();
    let open = reader.open().unwrap().clone();
    assert_eq!(open.log, LOG);
    let unread = LogVerdict::unread(Some(open.clone()));
    assert_eq!((unread.open, unread.lines), (Some(open), 0));
}

#[test]
fn faults_that_are_taken_out_are_not_reported_twice() {
    let bytes = Log::open().raw(|_| b"{}".to_vec()).seq(9).coup(1).bytes();
    let mut reader = LogReader::new(&bytes[..], None);
    let mut taken = Vec::new();
    while reader.next_entry().unwrap().is_some() {
        taken.push(reader.take_faults().iter().map(|fault| fault.code).collect::<Vec<_>>());
    }
    let (malformed, gap) = (FaultCode::MalformedRecord, FaultCode::SequenceGap);
    assert_eq!(taken, [vec![], vec![malformed], vec![gap]]);
    let left = reader.finish().faults;
    assert!(left.iter().all(|fault| ![malformed, gap].contains(&fault.code)), "{left:?}");
}

#[test]
fn of_a_log_that_could_not_be_read_on_nothing_is_said_about_its_end() {
    let bytes = Log::open().coup(1).bytes();
    let whole = read(&bytes, Some(&trust())).verdict;
    assert!(!whole.faults.is_empty() && !whole.cut_short);
    let trust = trust();
    let mut reader = LogReader::new(&bytes[..], Some(&trust));
    reader.next_entry().unwrap();
    reader.cut_short();
    assert!(reader.next_entry().unwrap().is_none(), "nothing is read after that");
    let verdict = reader.finish();
    assert_eq!((verdict.faults, verdict.cut_short, verdict.lines), (vec![], true, 1));
}

#[test]
fn a_tab_stands_in_no_seal() {
    let trust = trust();
    let spaced = |gap: &'static str| {
        Log::open().coup(1).raw(move |next| seal(LOG, next, &own(), true).replace(",\"final\"", gap).into_bytes())
    };
    let verdict = read(&spaced(", \"final\"").bytes(), Some(&trust)).verdict;
    assert_eq!((verdict.faults, verdict.authenticated_records), (vec![], 3));
    let verdict = read(&spaced(",\t\"final\"").bytes(), Some(&trust)).verdict;
    assert_eq!((verdict.faults[0].code, verdict.authenticated_records), (FaultCode::MalformedRecord, 0));
    // In other records it is white space like any other.
    let coup = Log::open().raw(|next| record(next, "\t\"type\":\"coup\",\"shoe\":\"S\",\"coup\":1").into_bytes());
    assert_eq!(read(&coup.seal(true).bytes(), Some(&trust)).verdict.faults, []);
}

#[test]
fn every_fault_says_when_its_record_was_written() {
    let log = Log::open()
        .seq(7)
        .coup(1)
        .seq(8)
        .raw(|next| record(next, "\"type\":\"coup\",\"shoe\":\"S-1\",\"coup\":\"two\"").into_bytes());
    let faults = read(&log.bytes(), Some(&trust())).verdict.faults;
    let said: Vec<_> =
        faults.iter().take(2).map(|fault| (fault.code, fault.at.as_ref().map(|at| at.as_str()))).collect();
    let times = [common::time(1), common::time(2)];
    assert_eq!(
        said,
        [(FaultCode::SequenceGap, Some(times[0].as_str())), (FaultCode::MalformedRecord, Some(times[1].as_str()))]
    );
}

#[test]
fn a_break_names_a_wrong_number_only_where_it_is_wrong() {
    let broken = |seq: u64| {
        let log = Log::open().coup(1).prev(Digest::of(b"another")).seq(seq).coup(2);
        let faults = read(&log.bytes(), None).verdict.faults;
        faults.into_iter().find(|fault| fault.code == FaultCode::ChainBroken).unwrap().what
    };
    let (before, either) = (
        "`prev` is not the hash of the line before (line 2, seq 1, shoe S-1 coup 1)",
        "a line was changed, moved or repeated, or lines were cut out",
    );
    assert_eq!(broken(2), format!("{before}; the numbers (`seq`) of the two lines follow each other; {either}"));
    assert_eq!(broken(5), format!("{before}; `seq` is 5 where 2 was due; {either}"));
}

/// How many malformed lines are reported one by one.
const TOLD: u64 = 1_000_000;

#[test]
fn a_million_lines_that_are_no_records_are_reported_one_by_one_and_the_others_counted() {
    let reported = |blank: u64| {
        let open = Log::open().bytes();
        let input = io::BufReader::new(io::Cursor::new(open).chain(io::repeat(b'\n').take(blank)));
        let mut reader = LogReader::new(input, None);
        let mut reported = 0;
        while reader.next_entry().unwrap().is_some() {
            reported += reader.take_faults().len() as u64;
        }
        let mut rest = reader.finish().faults;
        rest.retain(|fault| fault.code == FaultCode::MalformedRecord);
        let last = rest.pop().map(|fault| (fault.line.unwrap(), fault.what));
        assert!(rest.is_empty());
        (reported, last)
    };
    assert_eq!(reported(TOLD), (TOLD, None));
    let (one_by_one, last) = reported(TOLD + 3);
    let (line, what) = last.unwrap();
    assert_eq!((one_by_one, line), (TOLD, TOLD + 4));
    assert!(what.starts_with("3 more lines of this log are no records"), "{what}");
}
