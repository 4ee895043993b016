//! Two rulesets that settle any coup differently never compare as "nothing changed": generated mutations, each compared by
//! what the engine says of generated coups.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::thread;

use crate::common::coups::{facts, judged};
use crate::common::dice::Dice;
use crate::common::{E, Held, MBS_2011, STAR, V6, V7};
use proptest::prelude::*;
use resettle_diff::{Level, changes};
use resettle_equivalence::{Statement, Verdict};
use resettle_game::{Affects, Card, Cause, DealtFault, Kind, Odds, Rank, Role, Side, Stage, Suit};
use resettle_rules::{BetRows, CardsOf, Condition, Fact, Pays, Scope, SuitOf, Values, When, flaws};
use resettle_ruleset::{
    AtLimit, Commission, CommissionDue, CommissionRate, Consequence, Direction, Requires, RoundTo, Rounding,
    RoundingUnit, Ruleset, WagerRule, WinningsRule,
};
use resettle_testkit::{Opening, chained};
use serde_json::{Value, json};

impl Dice {
    /// Each of some words, or that none is stated.
    fn words<T: Copy>(&mut self, all: &[(&str, T)]) -> Option<Vec<Option<T>>> {
        let some: Vec<Option<T>> =
            all.iter().map(|(_, word)| Some(*word)).chain([None]).filter(|_| self.truth()).collect();
        (!some.is_empty()).then_some(some)
    }

    fn values(&mut self, domain: Values) -> Values {
        let some = domain.iter().filter(|_| self.truth()).fold(Values::NONE, |all, value| all.or(Values::only(value)));
        if some.is_empty() { Values::only(domain.iter().next().unwrap()) } else { some }
    }

    fn fact(&mut self) -> Fact {
        let side = if self.truth() { Side::Player } else { Side::Banker };
        let sevens = CardsOf { rank: Rank::SEVEN, suit: None };
        let scope = self.one(&Scope::ALL);
        let [.., hearts, _] = Suit::ALL.map(SuitOf::Suit);
        self.one(&[
            Fact::Winner,
            Fact::Margin,
            Fact::Dealt,
            Fact::Total(side),
            Fact::Cards(side),
            Fact::Drawn(side),
            Fact::Natural(side),
            Fact::Pair(side),
            Fact::ColouredPair(side),
            Fact::Suited(side),
            Fact::First(Rank::SEVEN, side),
            Fact::FirstRed(side),
            Fact::TwinPairs,
            Fact::Count(sevens, scope),
            Fact::OneRank(scope),
            Fact::OfSuit(hearts, scope),
            Fact::OfSuit(SuitOf::Red, scope),
            Fact::OneSuit(scope),
        ])
    }

    fn pays(&mut self) -> Pays {
        match self.below(5) {
            0 => Pays::Push,
            1 => Pays::Loses,
            _ => Pays::Odds(Odds::parse(&format!("{} to {}", 1 + self.below(12), 1 + self.below(5))).unwrap()),
        }
    }

    fn round(&mut self) -> RoundTo {
        RoundTo {
            direction: self.one(&[Direction::Up, Direction::Down, Direction::Nearest]),
            unit: self.one(&[RoundingUnit::Chip, RoundingUnit::Minor(25), RoundingUnit::Minor(100)]),
        }
    }
}

fn is_sound(ruleset: &Ruleset) -> bool {
    let bets: Vec<BetRows> = ruleset.wagers.iter().map(WagerRule::core).collect();
    let rows = &ruleset.irregularities;
    let apart =
        |at: usize| rows[..at].iter().all(|row| row.kind != rows[at].kind || !row.when.overlaps(&rows[at].when));
    let follows = |at: usize| rows[at].then.only_of().is_none_or(|only| only.contains(&rows[at].kind));
    flaws(&bets, &ruleset.table).is_empty() && (0..rows.len()).all(|at| apart(at) && follows(at))
}

/// Something else in the place of one thing, which a checked ruleset may say.
fn mutate(ruleset: &mut Ruleset, dice: &mut Dice) {
    match dice.below(9) {
        0 | 1 => {
            let bet = dice.below(ruleset.wagers.len());
            let rule = &mut ruleset.wagers[bet];
            let row = dice.below(rule.rows.len());
            if dice.truth() {
                rule.rows[row].row.pays = dice.pays();
            } else if rule.rows.len() == 2 {
                let fact = dice.fact();
                let condition = Condition::Is(fact, dice.values(fact.domain()));
                rule.rows[0].row.when = When::Is(condition);
                rule.rows[1].row.when = When::Otherwise;
            } else {
                let other = dice.below(rule.rows.len());
                let when = rule.rows[row].row.when.clone();
                rule.rows[row].row.when = std::mem::replace(&mut rule.rows[other].row.when, when);
            }
        }
        2 => {
            let clause = ruleset.wagers[0].rows[0].clause.clone();
            ruleset.rounding =
                dice.truth().then(|| Rounding { rule: dice.round(), clause, may_mean_payment: dice.truth() });
        }
        3 => {
            let bet = dice.one(&ruleset.wagers).bet;
            let clause = ruleset.wagers[0].rows[0].clause.clone();
            let of_winnings = (1 + u32::try_from(dice.below(9)).unwrap(), 100);
            let rounding = dice.truth().then(|| dice.round());
            let rate = CommissionRate { of_winnings, due: CommissionDue::AtOnce, rounding };
            ruleset.commission = dice.truth().then_some(Commission { bet, rate: Some(rate), clause });
        }
        4 => {
            let at = dice.below(ruleset.irregularities.len());
            let row = &mut ruleset.irregularities[at];
            row.then = dice.one(&[
                Consequence::Void,
                Consequence::MayVoid,
                Consequence::PlaysOn,
                Consequence::StandsAsDeclared,
                Consequence::VoidsWagers,
            ]);
        }
        5 | 6 => {
            let at = dice.below(ruleset.irregularities.len());
            let row = &mut ruleset.irregularities[at];
            let truth = [None, Some(false), Some(true)];
            match dice.below(10) {
                0 => row.when.reconstructed = dice.one(&truth),
                1 => row.when.completed = dice.one(&truth),
                2 => row.when.outcome_affected = dice.one(&truth),
                3 => row.when.hand = dice.words(Side::ALL),
                4 => row.when.dealt = dice.words(DealtFault::ALL),
                5 => row.when.cause = dice.words(Cause::ALL),
                6 => row.when.stage = dice.words(Stage::ALL),
                7 => row.when.affects = dice.words(Affects::ALL),
                8 => {
                    let clause = ruleset.wagers[0].rows[0].clause.clone();
                    row.forfeit = row.forfeit.is_none().then_some(clause);
                }
                _ => row.when.in_time = dice.one(&truth),
            }
            if dice.below(4) == 0 {
                ruleset.irregularities.remove(at);
            }
        }
        7 => {
            let bets: Vec<String> = ruleset.wagers.iter().map(|rule| rule.bet.clone()).collect();
            let clause = ruleset.wagers[0].rows[0].clause.clone();
            let whose = dice.truth().then_some(resettle_yaml::Fixed);
            let needs = Requires { bet: dice.one(&bets), any_of: vec![dice.one(&bets)], whose, before: None, clause };
            match (dice.truth(), ruleset.combinations.requires.0.first_mut()) {
                (true, Some(rule)) => rule.whose = rule.whose.is_none().then_some(resettle_yaml::Fixed),
                _ => ruleset.combinations.requires.0.push(needs),
            }
        }
        _ => {
            let then = dice.one(&[AtLimit::Whole, AtLimit::Capped, AtLimit::ProRata]);
            let clause = ruleset.wagers[0].rows[0].clause.clone();
            if dice.truth() {
                ruleset.limits.winnings = dice.truth().then_some(WinningsRule { at_most: 500, clause });
            } else if let Some(rule) = &mut ruleset.limits.maximum {
                rule.then = then;
            }
        }
    }
    ruleset.compile().unwrap();
}

/// A log of generated coups, some of them with an irregularity, each with a wager on every bet.
fn log(ruleset: &Ruleset, dice: &mut Dice, coups: usize) -> Vec<u8> {
    let at = |second: usize| {
        format!("2024-03-05T{:02}:{:02}:{:02}+08:00", 10 + second / 3600, second / 60 % 60, second % 60)
    };
    let mut lines = vec![
        Opening::of("table", "T").log("L").venue("SG", "v").game("g").record(&at(0)),
        json!({"at": at(1), "type": "shoe", "shoe": "S", "event": "start", "decks": ruleset.decks.most_counted(), "burned": []}),
        json!({"at": at(2), "type": "limits", "chip": 500, "max": {"player": 1_000}}),
    ];
    for coup in 1..=coups {
        let start = coup * 120;
        let dealt = loop {
            let cards: Vec<Card> = (0..ruleset.table.longest())
                .map(|_| Card { rank: dice.one(&Rank::ALL), suit: dice.one(&Suit::ALL) })
                .collect();
            if let Some(dealt) = ruleset.book.deal(&ruleset.table, &cards) {
                break cards.into_iter().take(dealt.used).map(|card| card.to_string()).collect::<Vec<_>>();
            }
        };
        let mut irregularities = Vec::new();
        if dice.below(3) > 0 {
            let (_, kind) = dice.one(Kind::ALL);
            let mut logged = Value::Object(facts(kind, dealt.len(), dice));
            let noticed = dice.one(&[30, 55, 100]);
            logged["kind"] = json!(kind.word());
            logged["noticed"] = json!(at(start + noticed));
            logged["by"] = json!(Role::GamingShiftManager.word());
            logged["notified"] = json!(["surveillance", "inspector", "gaming_shift_manager"]);
            if dice.truth() {
                logged["ruling"] = json!(dice.one(&["void", "stands"]));
            }
            irregularities.push(logged);
        }
        let stake = 500 * (1 + dice.below(4));
        let wagers = ruleset.wagers.iter().enumerate().map(|(nth, rule)| {
            json!({"id": format!("{coup}-{nth}"), "seat": nth.to_string(), "bet": rule.bet, "stake": stake,
                "returned": stake * dice.below(3), "placed": at(start + 5)})
        });
        let wagers: Vec<Value> = wagers.collect();
        lines.push(json!({
            "at": at(start + 110), "type": "coup", "shoe": "S", "coup": coup,
            "times": {"opened": at(start), "closed": at(start + 10), "first_card": at(start + 12), "settled": at(start + 50)},
            "cards": dealt, "irregularities": irregularities, "wagers": wagers,
        }));
    }
    chained(&lines)
}

fn compared(id: &str, seed: u64) -> Option<bool> {
    let right = Held::of(id);
    let mut dice = Dice::new(seed);
    let mut wrong = right.clone();
    for _ in 0..=dice.below(3) {
        mutate(&mut wrong.ruleset, &mut dice);
    }
    if !is_sound(&wrong.ruleset) {
        return None;
    }
    let log = log(&right.ruleset, &mut dice, 40);
    let [was, is] = [&right, &wrong].map(|held| judged(&Arc::new(held.ruleset.clone()), &log));
    let differs = was != is;
    let reported = changes(&right.version(), &wrong.version());
    let listed = reported.iter().any(|change| change.level != Level::Editorial);
    assert!(!differs || listed, "{id} {seed}: settled differently, and nothing changed: {reported:#?}");
    let statement = Statement::of(&right.ruleset, &wrong.ruleset);
    let equivalent = statement.verdict() == Verdict::Equivalent;
    assert!(!differs || !equivalent, "{id} {seed}: judged differently, and said to be equivalent");
    Some(differs)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn what_settles_differently_is_a_change(seed in any::<u64>(), id in prop::sample::select(vec![STAR, MBS_2011, V6, V7, E])) {
        compared(id, seed);
    }
}

/// The mutations are such that many do settle differently.
#[test]
fn many_mutations_settle_differently() {
    let compared: Vec<bool> = (0..24).filter_map(|seed| compared(STAR, seed)).collect();
    let differ = compared.iter().filter(|differs| **differs).count();
    assert!(compared.len() >= 8 && differ >= 4, "{} compared, {differ} differ", compared.len());
}

/// A few thousand of them.
#[test]
#[ignore = "takes minutes"]
fn no_two_that_judge_differently_are_equivalent() {
    const SEEDS: u64 = 1_200;
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let of = |first: u64| {
        let (mut all, mut differ) = (0, 0);
        for seed in (first..SEEDS).step_by(workers) {
            for differs in [STAR, MBS_2011, V6, V7, E].into_iter().filter_map(|id| compared(id, seed)) {
                all += 1;
                differ += usize::from(differs);
            }
        }
        (all, differ)
    };
    let found: Vec<(usize, usize)> = thread::scope(|scope| {
        let running: Vec<_> = (0..SEEDS).take(workers).map(|first| scope.spawn(move || of(first))).collect();
        running.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let sum = |part: fn(&(usize, usize)) -> usize| found.iter().map(part).sum::<usize>();
    let (all, differ) = (sum(|one| one.0), sum(|one| one.1));
    assert!(all >= 2_500 && differ >= 800, "{all} compared, {differ} differ");
}
