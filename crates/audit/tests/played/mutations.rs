//! One wrong cell in any draw table, one wrong odds, one wrong bound in any ruleset: the comparison with the
//! reference settler fails. It is the comparison of `simulated.rs`, on logs that have all cells in them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::differential::{Played, settings};
use resettle_audit::Settings;
use resettle_game::Odds;
use resettle_reference::Rules;
use resettle_rules::Pays;
use resettle_ruleset::{Registry, Ruleset};
use resettle_simulate::{Config, faults};

/// A ruleset with one thing wrong, and what.
struct Mutant {
    what: String,
    ruleset: Ruleset,
}

/// How many of each kind there are.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    players_cells: usize,
    bankers_cells: usize,
    odds: usize,
    deck_bounds: usize,
    card_values: usize,
    naturals: usize,
}

fn mutants(right: &Ruleset) -> (Vec<Mutant>, Counts) {
    let mut mutants = Vec::new();
    let mut counts = Counts::default();
    let mut add = |count: &mut usize, what: String, change: &dyn Fn(&mut Ruleset)| {
        let mut ruleset = right.clone();
        change(&mut ruleset);
        ruleset.compile().unwrap();
        *count += 1;
        mutants.push(Mutant { what, ruleset });
    };
    for (total, cell) in right.draws.player.iter().enumerate() {
        if cell.is_some() {
            add(&mut counts.players_cells, format!("the Player's {total}"), &|ruleset| {
                let decision = ruleset.draws.player.get_mut(total).unwrap().as_mut().unwrap();
                decision.draws = !decision.draws;
            });
        }
    }
    for (total, line) in right.draws.banker.iter().enumerate() {
        // The Banker has no decision to make on a natural, whatever `banker_otherwise` fills in.
        let natural = right.draws.natural.iter().any(|natural| usize::from(*natural) == total);
        for (column, _) in line.iter().enumerate().filter(|(_, cell)| cell.is_some() && !natural) {
            let third = column.checked_sub(1).map_or("no third card".to_owned(), |third| format!("a third {third}"));
            add(&mut counts.bankers_cells, format!("the Banker's {total} against {third}"), &|ruleset| {
                let line = ruleset.draws.banker.get_mut(total).unwrap();
                let decision = line.get_mut(column).unwrap().as_mut().unwrap();
                decision.draws = !decision.draws;
            });
        }
    }
    for (bet, rule) in right.wagers.iter().enumerate() {
        for (at, row) in rule.rows.iter().enumerate() {
            let Some(odds) = row.pays().odds() else { continue };
            for (win, stake) in [(odds.win() + 1, odds.stake()), (odds.win(), odds.stake() + 1)] {
                let other = Odds::parse(&format!("{win} to {stake}")).unwrap();
                let what = format!("{} {} at {other} instead of {odds}", rule.bet, row.row.when.name());
                add(&mut counts.odds, what, &|ruleset| {
                    ruleset.wagers.get_mut(bet).unwrap().rows.get_mut(at).unwrap().row.pays = Pays::Odds(other);
                });
            }
        }
    }
    let bounds = (right.decks.min, right.decks.max.unwrap());
    for wrong in [bounds.0 - 1, bounds.0 + 1] {
        add(&mut counts.deck_bounds, format!("at least {wrong} decks"), &|ruleset| ruleset.decks.min = wrong);
    }
    for wrong in [bounds.1 - 1, bounds.1 + 1] {
        add(&mut counts.deck_bounds, format!("at most {wrong} decks"), &|ruleset| ruleset.decks.max = Some(wrong));
    }
    for (rank, value) in right.cards.values.iter().enumerate() {
        let wrong = (value + 1) % 10;
        add(&mut counts.card_values, format!("rank {rank} counts {wrong}"), &|ruleset| {
            *ruleset.cards.values.get_mut(rank).unwrap() = wrong;
        });
    }
    for natural in &right.draws.natural {
        add(&mut counts.naturals, format!("{natural} is no natural"), &|ruleset| {
            ruleset.draws.natural.retain(|total| total != natural);
            // Then it needs decisions: as for 7, which stands.
            let seven = ruleset.draws.player.get(7).cloned().flatten();
            *ruleset.draws.player.get_mut(usize::from(*natural)).unwrap() = seven;
            let seven = ruleset.draws.banker.get(7).cloned().unwrap();
            *ruleset.draws.banker.get_mut(usize::from(*natural)).unwrap() = seven;
        });
    }
    (mutants, counts)
}

/// Logs in which, taken together, every cell decides something and every row pays somebody; in each of them shoes stand
/// on either side of each bound. Several short ones, since most mutants are noticed in the first.
fn distinguishing_logs(rules: Rules) -> Vec<Played> {
    let wanted = [
        "four_sevens_paid",
        "five_sevens_paid",
        "six_sevens_paid",
        "one_deck_too_few",
        "four_decks",
        "eight_decks_2011",
        "one_deck_too_many_2011",
        "ten_decks",
        "eleven_decks",
        "five_decks_star",
        "seven_decks_star",
    ];
    let log = |seed| {
        let mut config = Config::clean(rules, 500, seed);
        let fitting = faults().into_iter().filter(|fault| wanted.contains(&fault.name) && fault.fits(rules));
        for (fault, coup) in fitting.zip((40..).step_by(40)) {
            config.faults.at.push((fault.name.to_owned(), coup));
        }
        Played::of(&config)
    };
    (61..69).map(log).collect()
}

/// All embedded rulesets, one of them replaced.
fn with(ruleset: Ruleset) -> Settings {
    let mut registry = Registry::default();
    for right in settings().registry.iter().filter(|right| right.id != ruleset.id) {
        registry.add(Ruleset::clone(right)).unwrap();
    }
    registry.add(ruleset).unwrap();
    Settings { registry, named: None, ..Settings::default() }
}

fn every_mutant_is_noticed(rules: Rules, expected: &Counts) {
    let logs = distinguishing_logs(rules);
    let settings = settings();
    for played in &logs {
        assert_eq!(played.disagreements(&settings), Vec::<String>::new(), "the ruleset as it is");
    }
    let (mutants, counts) = mutants(settings.registry.get(rules.id()).unwrap());
    assert_eq!(counts, *expected);
    let unnoticed: Vec<String> = mutants
        .into_iter()
        .filter(|mutant| {
            let settings = with(mutant.ruleset.clone());
            logs.iter().all(|played| played.disagreements(&settings).is_empty())
        })
        .map(|mutant| mutant.what)
        .collect();
    assert!(unnoticed.is_empty(), "{}: nobody noticed {unnoticed:#?}", rules.id());
}

/// Totals 0 to 7, the Banker's against no card and 0 to 9; eleven rows, each number of the odds wrong once; each bound
/// one too low and one too high.
const SEVEN_UP: Counts =
    Counts { players_cells: 8, bankers_cells: 88, odds: 22, deck_bounds: 4, card_values: 13, naturals: 2 };

#[test]
fn seven_up_2011() {
    every_mutant_is_noticed(Rules::MbsSevenUp2011, &SEVEN_UP);
}

#[test]
fn seven_up_2017() {
    every_mutant_is_noticed(Rules::MbsSevenUp2017, &SEVEN_UP);
}

#[test]
fn baccarat_2017() {
    every_mutant_is_noticed(Rules::MbsBaccarat2017, &Counts { odds: 10, ..SEVEN_UP });
}

#[test]
fn electronic_2023() {
    every_mutant_is_noticed(Rules::MbsElectronic2023, &SEVEN_UP);
}

#[test]
fn star_2016() {
    every_mutant_is_noticed(Rules::StarSevenUp2016, &SEVEN_UP);
}
