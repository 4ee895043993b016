//! One wrong cell, odds or consequence in any ruleset is reported, under its path and level, with a coup
//! that the engine itself settles differently.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::common;

use crate::common::{E, Held, MBS_2011, STAR, V6, V7};
use crate::engine::engine_agrees;
use resettle_diff::{Change, Level, Voiding, changes};
use resettle_game::{Odds, Rank};
use resettle_rules::Pays;
use resettle_ruleset::{Consequence, Ruleset};

struct Mutant {
    path: String,
    ruleset: Ruleset,
}

fn mutants(right: &Ruleset) -> Vec<Mutant> {
    let mut out = Vec::new();
    let mut add = |path: String, change: &dyn Fn(&mut Ruleset)| {
        let mut ruleset = right.clone();
        change(&mut ruleset);
        ruleset.compile().unwrap();
        out.push(Mutant { path, ruleset });
    };
    for total in (0..=9u8).filter(|total| !right.draws.is_natural(*total)) {
        let at = usize::from(total);
        add(format!("draws.player.{total}"), &|ruleset| {
            let cell = ruleset.draws.player[at].as_mut().unwrap();
            cell.draws = !cell.draws;
        });
        for column in 0..11 {
            let third = if column == 0 { "none".to_owned() } else { (column - 1).to_string() };
            add(format!("draws.banker.{total}.{third}"), &|ruleset| {
                let cell = ruleset.draws.banker[at][column].as_mut().unwrap();
                cell.draws = !cell.draws;
            });
        }
    }
    for (bet, rule) in right.wagers.iter().enumerate() {
        for (at, row) in rule.rows.iter().enumerate() {
            let Some(odds) = row.pays().odds() else { continue };
            for (win, stake) in [(odds.win() + 1, odds.stake()), (odds.win(), odds.stake() + 1)] {
                add(format!("wagers.{}.{}", rule.bet, row.row.when.name()), &|ruleset| {
                    let other = Odds::parse(&format!("{win} to {stake}")).unwrap();
                    ruleset.wagers[bet].rows[at].row.pays = Pays::Odds(other);
                });
            }
        }
    }
    for rank in Rank::ALL {
        add(format!("cards.values.{}", rank.letter()), &|ruleset| {
            let value = &mut ruleset.cards.values[rank.index()];
            *value = (*value + 1) % 10;
        });
    }
    for natural in &right.draws.natural {
        add(format!("draws.natural.{natural}"), &|ruleset| {
            ruleset.draws.natural.retain(|total| total != natural);
            let at = usize::from(*natural);
            ruleset.draws.player[at] = ruleset.draws.player[7].clone();
            ruleset.draws.banker[at] = ruleset.draws.banker[7].clone();
        });
    }
    out
}

fn settlement(all: &[Change]) -> Vec<&Change> {
    all.iter().filter(|change| change.level == Level::Settlement).collect()
}

fn every_mutant_is_reported(id: &str, expected: usize) {
    let right = Held::of(id);
    let mutants = mutants(&right.ruleset);
    assert_eq!(mutants.len(), expected);
    for Mutant { path, ruleset } in mutants {
        let wrong = Held { ruleset, ..right.clone() };
        let reported = changes(&right.version(), &wrong.version());
        let found =
            reported.iter().find(|change| change.path == path).unwrap_or_else(|| panic!("{id}: {path} {reported:#?}"));
        assert_eq!(found.level, Level::Settlement, "{id}: {path}");
        // A total that is no longer a natural also has decisions.
        let also = |change: &&&Change| path.starts_with("draws.natural.") && change.path.starts_with("draws.");
        let others: Vec<_> = settlement(&reported).into_iter().filter(|change| change.path != path).collect();
        assert!(others.iter().all(|change| also(&change)), "{id}: {path} {others:#?}");
        let example = found.example.as_ref().unwrap_or_else(|| panic!("{id}: {path} has no coup"));
        engine_agrees(&right.ruleset, &wrong.ruleset, example, None);
    }
}

/// 8 cells of the Player's, 88 of the Banker's, 22 odds, 13 values, 2 naturals.
const SEVEN_UP: usize = 133;

#[test]
fn seven_up_2011() {
    every_mutant_is_reported(MBS_2011, SEVEN_UP);
}

#[test]
fn seven_up_2017() {
    every_mutant_is_reported(V6, SEVEN_UP);
}

#[test]
fn baccarat_2017() {
    every_mutant_is_reported(V7, SEVEN_UP - 12);
}

#[test]
fn electronic_2023() {
    every_mutant_is_reported(E, SEVEN_UP);
}

#[test]
fn star_2016() {
    every_mutant_is_reported(STAR, SEVEN_UP);
}

#[test]
fn a_ruleset_that_rounds_no_more_pays_otherwise() {
    let right = Held::of(STAR);
    let mut wrong = right.clone();
    wrong.ruleset.rounding = None;
    let reported = changes(&right.version(), &wrong.version());
    let [change, reading] = reported.as_slice() else { panic!("{reported:#?}") };
    assert_eq!((change.path.as_str(), change.level), ("rounding", Level::Settlement));
    assert_eq!((reading.path.as_str(), reading.level), ("rounding.may_mean", Level::Procedure));
    engine_agrees(&right.ruleset, &wrong.ruleset, change.example.as_ref().unwrap(), None);
}

#[test]
fn other_consequences_are_reported_and_voids_are_voids() {
    for id in common::IDS {
        let right = Held::of(id);
        let (mut seen, mut judged) = (0, 0);
        for at in 0..right.ruleset.irregularities.len() {
            let row = &right.ruleset.irregularities[at];
            let (then, voiding) = match row.then {
                Consequence::Void => (Consequence::PlaysOn, Voiding::NoLonger),
                _ => (Consequence::Void, Voiding::Newly),
            };
            let mut wrong = right.clone();
            wrong.ruleset.irregularities[at].then = then;
            let reported = changes(&right.version(), &wrong.version());
            let [change] = reported.as_slice() else { panic!("{id} {at}: {reported:#?}") };
            assert!(change.path.starts_with(&format!("irregularities.{}.", row.kind.word())), "{}", change.path);
            assert!(change.path.ends_with(".then"), "{}", change.path);
            assert_eq!((change.level, change.voiding), (Level::Settlement, Some(voiding)), "{}", change.path);
            assert_eq!(change.place_old.map(|place| place.line), change.place_new.map(|place| place.line));
            seen += 1;
            // A kind that no card has to show, and that the cards of the example do not refute.
            if change.path == "irregularities.foreign_card.not_completed.then" {
                engine_agrees(&right.ruleset, &wrong.ruleset, change.example.as_ref().unwrap(), Some(row.kind.word()));
                judged += 1;
            }
        }
        assert!(seen > 12 && judged == 1, "{id} {seen} {judged}");
    }
}

#[test]
fn a_change_in_the_file_is_reported_at_its_line() {
    let right = Held::of(V6);
    let wrong = right.with(|yaml| yaml.replace("sevens: 3}}, pays: 5 to 1", "sevens: 3}}, pays: 6 to 1"));
    let reported = changes(&right.version(), &wrong.version());
    let [change] = reported.as_slice() else { panic!("{reported:#?}") };
    let line = wrong.yaml.lines().nth(change.place_new.unwrap().line as usize - 1).unwrap();
    assert!(line.contains("6 to 1"), "{line}");
    // Deck bounds decide which shoes are allowed, not what a wager is due.
    let wrong = right.with(|yaml| yaml.replace("max: 10", "max: 9"));
    let reported = changes(&right.version(), &wrong.version());
    assert_eq!((reported[0].path.as_str(), reported[0].level, reported.len()), ("decks.max", Level::Procedure, 1));
    // Moved blanks and comments change nothing.
    let same = right.with(|yaml| {
        format!("# a comment\n{}", yaml.replace("{when: {winner: tie}, then", "{ when:  {winner: tie},  then"))
    });
    assert!(changes(&right.version(), &same.version()).is_empty());
}
