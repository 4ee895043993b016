//! The engine against logs that the reference settler played, with planted faults.
//!
//! The two share no table and no line of code; where they agree, the documents were read twice.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/differential.rs"]
mod differential;

use differential::{Played, settings};
use resettle_audit::Settings;
use resettle_reference::Rules;
use resettle_simulate::{Config, Scope, Style, faults};

/// Plays, replays and compares; gives the number of findings that both sides name.
fn agree(config: &Config, settings: &Settings) -> usize {
    let played = Played::of(config);
    let wrong = played.disagreements(settings);
    let what = format!("{} seed {}", config.rules.id(), config.seed);
    assert!(wrong.is_empty(), "{what}: {} disagreements\n{}", wrong.len(), wrong.join("\n"));
    played.outcome.expected.len()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes where the build is not optimised; CI runs it optimised")]
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
#[cfg_attr(debug_assertions, ignore = "takes minutes where the build is not optimised; CI runs it optimised")]
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
#[cfg_attr(debug_assertions, ignore = "takes minutes where the build is not optimised; CI runs it optimised")]
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

/// By hand and in CI: `cargo test --profile ci --workspace --test simulated -- --include-ignored`
#[test]
#[ignore = "takes minutes; CI runs it optimised"]
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
#[ignore = "takes minutes; CI runs it optimised"]
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
