//! A recorder whose machine loses its power, its room and its time.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod disk;
mod shoe;

use ed25519_dalek::SigningKey;
use proptest::prelude::*;
use resettle_coup_log::LogReader;
use resettle_import::{CaptureMapping, ShoeStream, import_capture};
use resettle_recorder::{Now, RecordError, Recorder};
use resettle_sealed_log::TrustStore;
use resettle_testkit::{own, trust_file, trusted};
use serde_json::Value;

use disk::Disk;
use shoe::{Clock, Coup, Damage, frames};

const MAPPING: &str = "format: angel-eye-capture/1
open: {log: t7, source: {kind: shoe, id: S7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}
dealt: baccarat
shoe: T7
decks: 8
";

fn mapping() -> CaptureMapping {
    CaptureMapping::from_yaml(MAPPING).unwrap()
}

/// What goes wrong while a shoe is recorded, by the number of what is written to the disk or of the frame.
#[derive(Debug, Default)]
struct Mishaps {
    power: Vec<usize>,
    full: Vec<usize>,
    /// At which frame the clock is set back, and by how many seconds.
    set_back: Vec<(usize, u32)>,
    damage: Vec<(usize, Damage)>,
}

/// What was recorded, and how often something went wrong.
struct Recorded {
    disk: Disk,
    deaths: usize,
    refusals: usize,
}

/// Records frames; the shoe sends each until it is acknowledged.
fn record(frames: &[Vec<u8>], mishaps: &Mishaps) -> Recorded {
    let (mapping, key) = (mapping(), own());
    let mut disk = Disk::new(&mishaps.power, &mishaps.full);
    let mut clock = Clock::new();
    let mut damage = mishaps.damage.iter().peekable();
    let (mut deaths, mut refusals) = (0, 0);
    let mut at = 0;
    'power: loop {
        disk.power_on();
        let (mut recorder, _) = Recorder::resume(&mapping, &key, &disk).expect("what a recorder wrote");
        let mut stream = ShoeStream::default();
        if retried(&mut disk, &mut clock, |disk, now| recorder.connected(disk, now), &mut refusals).is_err() {
            deaths += 1;
            continue 'power;
        }
        while let Some(frame) = frames.get(at) {
            clock.tick();
            if let Some((_, seconds)) = mishaps.set_back.iter().find(|(frame, _)| *frame == at) {
                clock.set_back(at, *seconds);
            }
            match damage.next_if(|(damaged, _)| *damaged <= at) {
                Some((_, damage)) => stream.push(&damage.of(frame)),
                None => stream.push(frame),
            }
            let segments: Vec<_> = std::iter::from_fn(|| stream.next_segment())
                .collect::<Vec<_>>()
                .into_iter()
                .chain(stream.rest())
                .collect();
            let mut answer = None;
            for segment in segments {
                let (time, day) = clock.now();
                match recorder.take(&mut disk, Now { at: &time, day: &day }, &segment) {
                    Ok(()) => answer = segment.answer.or(answer),
                    Err(_) if disk.is_dead() => {
                        deaths += 1;
                        continue 'power;
                    }
                    Err(RecordError::File { .. }) => refusals += 1,
                    Err(other) => panic!("{other}"),
                }
            }
            at += usize::from(answer == Some(&[6][..]));
        }
        clock.next_day();
        if retried(&mut disk, &mut clock, |disk, now| recorder.idle(disk, now), &mut refusals).is_ok() {
            return Recorded { disk, deaths, refusals };
        }
        deaths += 1;
    }
}

/// Does it until the disk has room; an error where the power is gone.
fn retried(
    disk: &mut Disk,
    clock: &mut Clock,
    mut work: impl FnMut(&mut Disk, Now<'_>) -> Result<(), RecordError<disk::Failed>>,
    refusals: &mut usize,
) -> Result<(), ()> {
    loop {
        let (time, day) = clock.now();
        match work(disk, Now { at: &time, day: &day }) {
            Ok(()) => return Ok(()),
            Err(_) if disk.is_dead() => return Err(()),
            Err(RecordError::File { .. }) => *refusals += 1,
            Err(other) => panic!("{other}"),
        }
    }
}

/// The records of all logs in the order of days; each log has to verify, and to be closed.
fn records(disk: &Disk, key: &SigningKey) -> Vec<Value> {
    let trust = TrustStore::from_yaml(&trust_file(&[trusted(key, "")])).unwrap();
    let mut out = Vec::new();
    for (name, log) in disk.files().filter(|(name, _)| name.ends_with(".jsonl")) {
        let mut reader = LogReader::new(log, Some(&trust));
        while reader.next_entry().unwrap().is_some() {}
        let verdict = reader.finish();
        assert_eq!(verdict.faults, [], "{name}");
        assert_eq!(verdict.records, verdict.authenticated_records, "{name}");
        let text = std::str::from_utf8(log).unwrap();
        out.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        assert_eq!(out.last().unwrap()["final"], true, "{name} is not closed");
    }
    out
}

/// What a log says of its coups.
fn coups(records: &[Value]) -> Vec<Value> {
    records.iter().filter(|record| record["type"] == "coup").cloned().collect()
}

/// Compares with what the shoe dealt: every coup once, in its order, with its number.
fn compare(dealt: &[Coup], recorded: &Recorded) -> Vec<Value> {
    let records = records(&recorded.disk, &own());
    let coups = coups(&records);
    let said: Vec<(String, u64, String, String)> = coups.iter().map(Coup::said).collect();
    let expected: Vec<_> = dealt.iter().map(Coup::expected).collect();
    assert_eq!(said, expected);
    let burned = |records: &[Value]| records.iter().filter(|record| record["event"] == "burn").count();
    assert_eq!(burned(&records), dealt.iter().filter(|coup| coup.burn_behind).count());
    let times: Vec<&str> = records.iter().map(|record| record["at"].as_str().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    // The capture gives the same coups by the import.
    let mut imported = Vec::new();
    for (name, capture) in recorded.disk.files().filter(|(name, _)| name.ends_with(".capture")) {
        let yaml = recorded.disk.file(&name.replace(".capture", ".yaml"));
        let mapping = CaptureMapping::from_yaml(std::str::from_utf8(yaml).unwrap()).unwrap();
        let mut log = Vec::new();
        match import_capture(capture, &mapping, "2026-11-21T19:00:00+08:00", name, &mut log) {
            Ok(_) => {}
            Err(error) => assert!(!capture.contains(&b'<'), "{name}: {error}"),
        }
        let lines = String::from_utf8(log).unwrap();
        imported.extend(lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
    }
    let imported: Vec<_> = self::coups(&imported).iter().map(Coup::said).collect();
    assert_eq!(imported, expected);
    records
}

#[test]
fn a_day_is_recorded_and_closed() {
    let dealt = Coup::play(12, 5);
    let recorded = record(&frames(&dealt), &Mishaps::default());
    let records = compare(&dealt, &recorded);
    let kinds = |kind: &str| records.iter().filter(|record| record["type"] == kind).count();
    assert_eq!((recorded.deaths, recorded.refusals, kinds("incident")), (0, 0, 0));
    assert_eq!((kinds("open"), kinds("coup")), (1, 12));
}

#[test]
fn days_follow_each_other_and_shoes_go_on() {
    let dealt = Coup::play(400, 60);
    let recorded = record(&frames(&dealt), &Mishaps::default());
    let records = compare(&dealt, &recorded);
    let logs: Vec<&str> = records
        .iter()
        .filter(|record| record["type"] == "open")
        .map(|record| record["log"].as_str().unwrap())
        .collect();
    assert!(logs.len() > 2, "{logs:?}");
    assert!(logs[0].ends_with("-2026-06-01") && logs[1].ends_with("-2026-06-02"), "{logs:?}");
}

#[test]
fn an_altered_log_or_another_key_is_refused() {
    let dealt = Coup::play(3, 5);
    let recorded = record(&frames(&dealt), &Mishaps::default());
    let refused =
        |disk: &Disk, key: &SigningKey| Recorder::resume(&mapping(), key, disk).map(|_| ()).unwrap_err().to_string();
    assert!(refused(&recorded.disk, &resettle_testkit::key(9)).starts_with("2026-06-01.jsonl, line 1: "));
    let mut disk = recorded.disk.clone();
    disk.alter("2026-06-01.jsonl", "\"result\":\"", "\"result\":\"x");
    assert!(refused(&disk, &own()).contains(".jsonl, line "));
    let mut disk = recorded.disk.clone();
    disk.alter("2026-06-01.capture", " < 05", " = 05");
    assert!(
        refused(&disk, &own()).contains(".capture, line 2: no recorder wrote this line"),
        "{}",
        refused(&disk, &own())
    );
}

#[test]
fn a_clock_that_is_set_back_is_said_and_never_written() {
    let dealt = Coup::play(40, 60);
    let set_back = vec![(20, 3_600), (90, 90_000)];
    let recorded = record(&frames(&dealt), &Mishaps { set_back, ..Mishaps::default() });
    let records = compare(&dealt, &recorded);
    let said = |record: &&Value| record.to_string().contains("the clock of the recorder went back to");
    assert_eq!(records.iter().filter(said).count(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// A hundred times without power, ten times without room, ten times with a clock that is set back, and a line that damages.
    #[test]
    fn nothing_acknowledged_is_lost_and_nothing_recorded_twice(
        power in prop::collection::vec(0_usize..1_600, 100),
        full in prop::collection::vec(0_usize..400, 10),
        set_back in prop::collection::vec((0_usize..700, 1_u32..200_000), 10),
        damage in prop::collection::vec((0_usize..700, shoe::damage()), 60),
        coups in 91_usize..120,
    ) {
        let dealt = Coup::play(coups, 30);
        let (mut power, mut damage) = (power, damage);
        // A write that finds neither power nor room counts as one without power.
        power.retain(|write| !full.contains(write));
        damage.sort_by_key(|(frame, _)| *frame);
        let recorded = record(&frames(&dealt), &Mishaps { power, full, set_back, damage });
        compare(&dealt, &recorded);
        prop_assert!(recorded.deaths > 10 && recorded.refusals > 0, "{} {}", recorded.deaths, recorded.refusals);
    }
}
