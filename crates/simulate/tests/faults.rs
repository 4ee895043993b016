//! Every fault finds its place under every ruleset that it fits, and says what it says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests stand outside the test functions"
)]

use resettle_reference::Rules;
use resettle_simulate::{Config, Error, Fault, Scope, faults, simulate};

fn planted(rules: Rules, name: &str, seed: u64) -> resettle_simulate::SimulatedLog {
    let mut config = Config::clean(rules, 30, seed);
    config.faults.at.push((name.to_owned(), 8));
    simulate(&config, &mut Vec::new()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn each_gives_its_code_and_nothing_besides() {
    for rules in Rules::ALL {
        let uncertain = matches!(rules, Rules::MbsSevenUp2011 | Rules::StarSevenUp2016);
        for fault in faults().into_iter().filter(|fault| fault.fits(rules) && fault.fits_logs(false)) {
            let outcome = planted(rules, fault.name, 3);
            let mut codes: Vec<&str> = outcome.expected.iter().map(|f| f.code).collect();
            if uncertain && fault.code != Some("integrity/no-open") {
                assert_eq!(codes.remove(0), "ruleset/uncertain", "{}", fault.name);
            }
            let mut want: Vec<&str> = fault.code.into_iter().collect();
            want.extend(fault.also);
            codes.sort_unstable();
            want.sort_unstable();
            assert_eq!(codes, want, "{} under {}", fault.name, rules.id());
            if fault.scope == Scope::Log {
                assert!(outcome.planted.is_empty());
            } else {
                assert_eq!(outcome.planted.len(), 1, "{}", fault.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let mut config = Config::clean(Rules::MbsBaccarat2017, 5, 1);
    config.faults.at = vec![("no_such_thing".to_owned(), 1)];
    assert!(matches!(simulate(&config, &mut Vec::new()), Err(Error::UnknownFault(_))));
    config.faults.at = vec![("nobody_told".to_owned(), 1)];
    assert!(matches!(simulate(&config, &mut Vec::new()), Err(Error::NotUnder(_))));
    config.faults.at = vec![("underpaid".to_owned(), 6)];
    assert!(matches!(simulate(&config, &mut Vec::new()), Err(Error::NoPlace(_, 6))));
}

#[test]
fn equal_configurations_give_equal_bytes() {
    for rules in Rules::ALL {
        let mut config = Config::clean(rules, 300, 11);
        config.faults.one_in = 5;
        let (mut one, mut two) = (Vec::new(), Vec::new());
        let first = simulate(&config, &mut one).expect("a log");
        let second = simulate(&config, &mut two).expect("a log");
        assert_eq!(one, two);
        assert_eq!(first.expected, second.expected);
        assert_eq!(first.trust_yaml, second.trust_yaml);
        config.seed = 12;
        let mut other = Vec::new();
        simulate(&config, &mut other).expect("a log");
        assert_ne!(one, other);
    }
}

/// What was planted and where, of the faults of these names.
fn planted_of(names: &[&str]) -> Vec<(u64, &'static str)> {
    let mut config = Config::clean(Rules::MbsBaccarat2017, 600, 11);
    config.faults.one_in = 5;
    config.faults.only = names.iter().map(|name| (*name).to_owned()).collect();
    let outcome = simulate(&config, &mut Vec::new()).expect("a log");
    outcome.planted.into_iter().map(|planted| (planted.ordinal, planted.name)).collect()
}

#[test]
fn one_more_fault_moves_no_other() {
    let fits = |fault: &Fault| fault.fits(Rules::MbsBaccarat2017) && fault.fits_logs(false);
    let all: Vec<&str> = faults().into_iter().filter(|fault| fits(fault)).map(|fault| fault.name).collect();
    let with = planted_of(&all);
    assert!(with.len() > 80, "{with:?}");
    for (_, more) in [with[1], with[20], with[50]] {
        let before: Vec<&str> = all.iter().copied().filter(|name| *name != more).collect();
        let without = planted_of(&before);
        let (mut others, mut stay) = (0, 0);
        for (ordinal, name) in with.iter().filter(|(_, name)| *name != more) {
            others += 1;
            // What the one more did to its shoe may leave a later fault no place; none is exchanged for another.
            let Some((_, there)) = without.iter().find(|(coup, _)| coup == ordinal) else { continue };
            assert_eq!(there, name, "{more} at {ordinal}");
            stay += 1;
        }
        assert!(others < with.len() && stay * 100 >= others * 95, "{more}: {stay} of {others}");
    }
}

#[test]
fn every_code_that_one_log_can_show_is_planted() {
    let planted: Vec<&str> = faults().iter().filter_map(|fault| fault.code).collect();
    for code in [
        "integrity/malformed-record",
        "integrity/no-open",
        "integrity/unknown-kind",
        "integrity/chain-broken",
        "integrity/sequence-gap",
        "integrity/time-reversal",
        "integrity/bad-signature",
        "integrity/untrusted-key",
        "integrity/unsealed-tail",
        "integrity/after-final",
        "integrity/not-closed",
        "ruleset/none-in-force",
        "ruleset/uncertain",
        "deal/decks-out-of-range",
        "deal/impossible-card",
        "deal/unreadable-card",
        "deal/foreign-card",
        "deal/replaced-cards",
        "deal/missing-draw",
        "deal/extra-draw",
        "deal/misplaced-card",
        "deal/carried-card",
        "result/misdeclared",
        "claim/refuted",
        "claim/unsupported",
        "void/undeclared",
        "void/groundless",
        "void/discretionary",
        "settlement/underpaid",
        "settlement/overpaid",
        "wager/late-honoured",
        "wager/withdrawn-honoured",
        "wager/not-permitted",
        "wager/over-limit",
        "wager/under-limit",
        "wager/refused",
        "wager/duplicate-id",
        "display/wrd-mismatch",
        "procedure/notification-missing",
        "procedure/authority-missing",
        "procedure/check-missing",
        "procedure/clock",
        "procedure/ruling",
        "procedure/burn-missing",
        "procedure/burn",
        "procedure/sign",
        "procedure/no-bet-coup",
        "procedure/coup-gap",
        "procedure/shoe-record",
        "procedure/times",
        "procedure/section-missing",
    ] {
        assert!(planted.contains(&code), "{code}");
    }
}
