//! The engine against logs that the reference settler played, with planted faults.
//!
//! The two share no table and no line of code; where they agree, the documents were read twice.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

#[path = "../../audit/tests/played/differential.rs"]
mod differential;

use differential::{Played, settings};
use resettle_audit::Settings;
use resettle_import::{CaptureMapping, import_capture};
use resettle_reference::Rules;
use resettle_simulate::shoe_line::{LineFault, NoisyLine, ShoeEvents};
use resettle_simulate::{Config, Scope, Style, faults, simulate};

/// Plays, replays and compares; gives the number of findings that both sides name.
fn agree(config: &Config, settings: &Settings) -> usize {
    let played = Played::of(config);
    let wrong = played.disagreements(settings);
    let what = format!("{} seed {}", config.rules.id(), config.seed);
    assert!(wrong.is_empty(), "{what}: {} disagreements\n{}", wrong.len(), wrong.join("\n"));
    played.outcome.expected.len()
}

#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn untouched_play_gives_nothing_but_an_uncertain_ruleset() {
    let settings = settings();
    for rules in Rules::ALL {
        for style in [Style::Varied, Style::Plain] {
            let config = Config { style, ..Config::clean(rules, 2_000, 11) };
            let uncertain = usize::from(rules.id().contains("2011") || rules.id().contains("star"));
            assert_eq!(agree(&config, &settings), uncertain, "{}", rules.id());
        }
    }
}

#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn planted_faults_are_each_found_once_and_nothing_besides() {
    let settings = settings();
    let mut found = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(21..) {
        let mut config = Config::clean(rules, 3_000, seed);
        config.faults.one_in = 8;
        found += agree(&config, &settings);
    }
    assert!(found > 800, "{found}");
}

#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn every_fault_and_near_miss_under_every_ruleset() {
    let settings = settings();
    let mut planted = 0;
    for fault in faults() {
        for rules in Rules::ALL.into_iter().filter(|rules| fault.fits(*rules) && fault.fits_logs(false)) {
            let mut config = Config::clean(rules, 120, 31);
            let coup = if fault.scope == Scope::Log { 1 } else { 40 };
            config.faults.at.push((fault.name.to_owned(), coup));
            agree(&config, &settings);
            planted += 1;
        }
    }
    assert!(planted > 1_000, "{planted}");
}

/// By hand and in CI: `cargo test --workspace --test simulated -- --ignored`
#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn a_million_untouched_coups() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(41..) {
        for part in 0..4 {
            agree(&Config::clean(rules, 50_000, seed * 10 + part), &settings);
        }
    }
}

/// See above.
#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn ten_thousand_planted_faults() {
    let settings = settings();
    let mut found = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(51..) {
        let mut config = Config::clean(rules, 30_000, seed);
        config.faults.one_in = 8;
        found += agree(&config, &settings);
    }
    assert!(found > 10_000, "{found}");
}

/// The coups of a log: number, cards and what was declared, where the shoe knows it.
fn coups(log: &[u8], declared: bool) -> Vec<String> {
    let record = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let records = std::str::from_utf8(log).unwrap().lines().map(record);
    let said = |coup: &serde_json::Value| if declared { coup["declared"]["result"].to_string() } else { String::new() };
    records
        .filter(|record| record["type"] == "coup")
        .map(|coup| format!("{} {} {}", coup["coup"], coup["cards"], said(&coup)))
        .collect()
}

/// Plays, sends what a shoe would send over a bad line, imports it and compares; every damaged frame has to be listed.
fn frames_agree(rules: Rules, coups_played: u64, seed: u64) {
    let (game, dealt) = match rules {
        Rules::MbsBaccarat2017 => ("baccarat", "baccarat"),
        _ => ("electronic-7-up-baccarat", "7-up"),
    };
    let mut log = Vec::new();
    simulate(&Config::clean(rules, coups_played, seed), &mut log).unwrap();
    let (mut shoe, mut line) = (ShoeEvents::default(), NoisyLine::new(seed, 20));
    let (mut capture, mut damaged) = (Vec::new(), Vec::new());
    for record in std::str::from_utf8(&log).unwrap().lines() {
        for frame in shoe.frames(record).unwrap() {
            loop {
                let attempt = line.send(&frame);
                let is_damaged = attempt.fault.is_some_and(LineFault::damages);
                if is_damaged {
                    damaged.push((capture.len() as u64 + 1, attempt.bytes.len() as u64));
                }
                capture.extend(attempt.bytes);
                capture.extend_from_slice(if is_damaged { &[0x15, 0x02] } else { &[0x06] });
                if !is_damaged {
                    break;
                }
            }
        }
    }
    let mapping = format!(
        "format: angel-eye-capture/1\nopen: {{log: t, source: {{kind: shoe, id: S}}, jurisdiction: SG, venue: mbs, game: {game}, table: T, currency: SGD}}\ndealt: {dealt}\nshoe: T\ndecks: 8\n"
    );
    let mapping = CaptureMapping::from_yaml(&mapping).unwrap();
    let mut imported = Vec::new();
    let summary =
        import_capture(capture.as_slice(), &mapping, "2026-11-21T19:00:00+08:00", "shoe.bin", &mut imported).unwrap();
    let what = format!("{} seed {seed}", rules.id());
    assert!(!summary.lost_something() && summary.problems_left_out == 0, "{what}");
    let is_baccarat = dealt == "baccarat";
    assert!(coups(&imported, is_baccarat) == coups(&log, is_baccarat), "{what}: other coups");
    let listed: Vec<u64> = summary.problems.iter().map(|problem| problem.place).collect();
    for (from, length) in &damaged {
        let first = listed.partition_point(|place| place < from);
        assert!(listed.get(first).is_some_and(|place| *place < from + length), "{what}: byte {from} is not listed");
    }
    assert!(damaged.len() as u64 > coups_played / 50, "{what}: {} frames damaged", damaged.len());
}

#[test]
fn two_thousand_coups_as_frames_over_a_bad_line() {
    frames_agree(Rules::MbsBaccarat2017, 1_000, 61);
    frames_agree(Rules::MbsElectronic2023, 1_000, 62);
}

/// See above.
#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn a_million_coups_as_frames_over_a_bad_line() {
    for part in 0..10 {
        frames_agree(Rules::MbsBaccarat2017, 50_000, 700 + part);
        frames_agree(Rules::MbsElectronic2023, 50_000, 800 + part);
    }
}
