//! A month of tables: its logs, days and shoes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

use resettle_simulate::Style;
use resettle_simulate::month::{MonthConfig, MonthOutcome, roster_yaml, simulate_table};

fn month(tables: u64, days: u64, coups: u64) -> MonthConfig {
    MonthConfig {
        tables,
        first_day: jiff::civil::date(2023, 6, 1),
        days,
        coups,
        faulty_shoes: 4,
        seed: 5,
        style: Style::Varied,
        staff: false,
    }
}

type Files = BTreeMap<String, Rc<RefCell<Vec<u8>>>>;

struct File(Rc<RefCell<Vec<u8>>>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn played(config: &MonthConfig) -> (Files, Vec<MonthOutcome>) {
    let mut files = Files::new();
    let mut outcomes = Vec::new();
    for table in config.plan().unwrap() {
        let open = |path: &str| Ok(File(Rc::clone(files.entry(path.to_owned()).or_default())));
        outcomes.push(simulate_table(config, &table, open).unwrap());
    }
    (files, outcomes)
}

fn lines(file: &Rc<RefCell<Vec<u8>>>) -> Vec<serde_json::Value> {
    let text = String::from_utf8(file.borrow().clone()).unwrap();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn equal_configurations_give_equal_bytes_and_all_coups_are_played() {
    let config = month(4, 3, 1_500);
    let ((files, outcomes), (again, _)) = (played(&config), played(&config));
    assert_eq!(outcomes.iter().map(|outcome| outcome.coups).sum::<u64>(), 1_500);
    // Two tables are idle for a day each.
    assert_eq!(files.len(), 10);
    for (path, file) in &files {
        assert_eq!(*file.borrow(), *again[path].borrow(), "{path}");
    }
    let (_, other) = played(&MonthConfig { seed: 6, ..config });
    assert_ne!(outcomes[2].staked, other[2].staked);
}

#[test]
fn every_log_begins_on_its_day_and_ends_in_a_final_seal() {
    let (files, _) = played(&month(4, 3, 1_500));
    for (path, file) in &files {
        let lines = lines(file);
        let day = path.rsplit('/').next().unwrap().strip_suffix(".jsonl").unwrap();
        assert_eq!(lines[0]["type"], "open");
        assert!(lines[0]["at"].as_str().unwrap().starts_with(day), "{path}: {}", lines[0]["at"]);
        assert_eq!(lines.last().unwrap()["final"], true, "{path}");
    }
}

#[test]
fn shoes_straddle_midnight_and_their_coups_go_on() {
    let (files, outcomes) = played(&MonthConfig { faulty_shoes: 0, ..month(4, 4, 2_400) });
    assert!(outcomes.iter().map(|outcome| outcome.straddling).sum::<u64>() >= 3);
    let coups = |path: &str| -> Vec<(String, u64)> {
        let lines = lines(&files[path]);
        let coups = lines.iter().filter(|line| line["type"] == "coup");
        coups.map(|line| (line["shoe"].as_str().unwrap().to_owned(), line["coup"].as_u64().unwrap())).collect()
    };
    let (first, second) = (coups("star/7UP-01/2023-06-01.jsonl"), coups("star/7UP-01/2023-06-02.jsonl"));
    let ((shoe, last), (next_shoe, next)) = (first.last().unwrap().clone(), second[0].clone());
    assert_eq!((next_shoe, next), (shoe, last + 1));
}

#[test]
fn one_shoe_in_so_many_is_faulty() {
    let config = MonthConfig { faulty_shoes: 4, ..month(2, 4, 10_000) };
    let (_, outcomes) = played(&config);
    let shoes: u64 = outcomes.iter().map(|outcome| outcome.shoes).sum();
    let planted: usize = outcomes.iter().map(|outcome| outcome.planted.len()).sum();
    // One lot in four for a fault, one for a nearest miss.
    let share = planted as u64 * 100 / shoes;
    assert!((40..=60).contains(&share), "{planted} in {shoes} shoes");
    let logs: Vec<&String> = outcomes.iter().flat_map(|outcome| outcome.logs.iter().map(|(_, log)| log)).collect();
    for (log, finding) in outcomes.iter().flat_map(|outcome| &outcome.expected) {
        assert!(logs.contains(&log), "{log} {finding:?}");
    }
}

#[test]
fn the_roster_misses_one_day_and_knows_of_another() {
    let config = month(5, 3, 300);
    let (roster, absent) = roster_yaml(&config, &config.plan().unwrap());
    assert_eq!(roster.matches("closed: [").count(), 1, "{roster}");
    let absent: Vec<String> = absent.iter().map(|one| format!("{} {} {}", one.venue, one.table, one.day)).collect();
    assert_eq!(absent, ["mbs E7U-01 2023-06-02"]);
}

#[test]
fn who_is_on_duty_is_said_by_records_of_their_own_and_changes_nothing_that_is_played() {
    let config = month(3, 3, 1_500);
    let (files, without) = played(&config);
    let (staffed, with) = played(&MonthConfig { staff: true, ..config });
    let expected = |outcomes: &[MonthOutcome]| outcomes.iter().flat_map(|one| one.expected.clone()).collect::<Vec<_>>();
    assert_eq!(expected(&with), expected(&without));
    for (path, file) in &files {
        // What chains the records to each other differs, and nothing else.
        let bare = |file: &Rc<RefCell<Vec<u8>>>| -> Vec<serde_json::Value> {
            let mut lines = lines(file);
            lines.retain(|line| line["type"] != "staff");
            for line in &mut lines {
                for name in ["seq", "prev", "sig"] {
                    line.as_object_mut().unwrap().remove(name);
                }
            }
            lines
        };
        assert!(bare(file) == bare(&staffed[path]), "{path}");
        let mut staff = lines(&staffed[path]);
        staff.retain(|line| line["type"] == "staff");
        assert!(staff[0]["dealer"].is_string() && staff[0]["supervisor"].is_string(), "{path}");
        assert!(staff.len() > 2 && staff[1]["dealer"] != staff[0]["dealer"], "{path}: {staff:?}");
    }
}
