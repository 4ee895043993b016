//! Nothing that settles a coup differently compares as "nothing changed"; what changes nothing does.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::common::{Held, STAR, V6, V7, change, diff, values};
use crate::engine::engine_agrees;
use resettle_diff::{Change, Level, Version, Voiding, changes, print};
use resettle_game::{Cause, Kind, Rank, Role, Side};
use resettle_rules::{CardsOf, Condition, Fact, Scope, Values, When};
use resettle_ruleset::{Cite, Consequence, Decider, IrregularityRow, IrregularityWhen, Notify, RefundRule, Ruleset};

/// Conditions of which no two hold for the same coups.
fn conditions() -> Vec<Condition> {
    let is = |fact, values: &[u8]| {
        Condition::Is(fact, values.iter().fold(Values::NONE, |all, value| all.or(Values::only(*value))))
    };
    let [player, banker] = [Side::Player, Side::Banker];
    let sevens = CardsOf { rank: Rank::SEVEN, suit: None };
    vec![
        is(Fact::Winner, &[0]),
        is(Fact::Winner, &[1]),
        is(Fact::Winner, &[2]),
        is(Fact::Margin, &[1]),
        is(Fact::Margin, &[4, 5, 6, 7, 8, 9]),
        is(Fact::Dealt, &[4]),
        is(Fact::Dealt, &[5]),
        is(Fact::Dealt, &[6]),
        is(Fact::Total(player), &[7]),
        is(Fact::Total(banker), &[7]),
        is(Fact::Total(banker), &[0, 1, 2, 3, 4, 5, 7, 8, 9]),
        is(Fact::Total(banker), &[0, 1, 2, 3, 4, 5, 6, 8, 9]),
        is(Fact::Cards(player), &[2]),
        is(Fact::Cards(banker), &[3]),
        is(Fact::Drawn(player), &[0]),
        is(Fact::Drawn(banker), &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        is(Fact::Natural(player), &[1]),
        is(Fact::Natural(banker), &[0]),
        is(Fact::Pair(player), &[1]),
        is(Fact::Pair(banker), &[1]),
        is(Fact::Count(sevens, Scope::Both), &[2]),
        is(Fact::Count(sevens, Scope::OneHand), &[2]),
        Condition::All(vec![is(Fact::Winner, &[2]), is(Fact::Dealt, &[4, 5])]),
    ]
}

fn paid_for(held: &Held, condition: &Condition) -> Held {
    let mut held = held.clone();
    let bet = held.ruleset.wagers.iter_mut().find(|rule| rule.bet == "player_pair").unwrap();
    bet.rows[0].row.when = When::Is(condition.clone());
    held.ruleset.compile().unwrap();
    held
}

/// The changes that a reader would not overlook.
fn of_settlement(changes: &[Change]) -> Vec<&Change> {
    changes.iter().filter(|change| change.level == Level::Settlement).collect()
}

#[test]
fn another_condition_of_a_bet_with_a_remainder_is_never_silent() {
    let baccarat = Held::of(V7);
    let conditions = conditions();
    let versions: Vec<Held> = conditions.iter().map(|condition| paid_for(&baccarat, condition)).collect();
    let mut pairs = 0;
    for (at, old) in versions.iter().enumerate() {
        for (to, new) in versions.iter().enumerate().filter(|(to, _)| *to != at) {
            let what = format!("{} to {}", conditions[at].in_words(), conditions[to].in_words());
            let reported = changes(&old.version(), &new.version());
            let settled = of_settlement(&reported);
            assert!(!settled.is_empty(), "{what}: nothing changed");
            let with_coup: Vec<_> = settled.iter().filter_map(|change| change.example.as_ref()).collect();
            assert!(!with_coup.is_empty(), "{what}: no coup");
            for example in &with_coup {
                assert_ne!(example.old, example.new, "{what}");
            }
            if pairs % 46 == 0 {
                engine_agrees(&old.ruleset, &new.ruleset, with_coup[0], None);
            }
            pairs += 1;
        }
    }
    assert_eq!(pairs, 506);
}

#[test]
fn a_row_that_holds_for_other_coups_is_a_change_of_its_own() {
    let baccarat = Held::of(V7);
    let naturals = baccarat.with(|yaml| {
        let own = "{when: {player: {pair: true}}, pays: 11 to 1,";
        yaml.replace(own, "{when: {player: {natural: true}}, pays: 11 to 1,")
    });
    let reported = diff(&baccarat, &naturals);
    let pairs = change(&reported, "wagers.player_pair.player pair yes → otherwise");
    assert_eq!((values(pairs), pairs.level), (("11 to 1", "loses"), Level::Settlement));
    assert_eq!((pairs.clause_old.as_deref(), pairs.clause_new.as_deref()), (Some("4.1"), Some("3.8.1, 3.8, 1.1.5")));
    engine_agrees(&baccarat.ruleset, &naturals.ruleset, pairs.example.as_ref().unwrap(), None);
    let others = change(&reported, "wagers.player_pair.otherwise → player natural yes");
    assert_eq!(values(others), ("loses", "11 to 1"));
    assert_eq!(reported.changes.len(), 2, "{:#?}", reported.changes);
    // What a reader sees first says it, in every form.
    let text = print::text(&reported, None);
    assert!(text.contains("player_pair on 7 decks") && text.contains(&pairs.path), "{text}");
    assert!(print::html(&reported, None).unwrap().contains("player_pair on 7 decks"));
    let json = serde_json::to_value(print::json(&reported, None)).unwrap();
    assert_eq!(json["changes"].as_array().unwrap().len(), 2);
}

#[test]
fn rows_in_another_order_or_cut_otherwise_change_nothing() {
    let star = Held::of(STAR);
    let mut other = star.clone();
    for rule in &mut other.ruleset.wagers {
        rule.rows.reverse();
    }
    other.ruleset.irregularities.reverse();
    other.ruleset.moments.next_commencement.also.iter_mut().for_each(|also| also.reverse());
    other.ruleset.compile().unwrap();
    let same = |a: &Ruleset, b: &Ruleset| {
        let version = |ruleset| Version { ruleset, yaml: "", notes: &star.notes, file: "ruleset.yaml" };
        changes(&version(a), &version(b))
    };
    assert!(same(&star.ruleset, &other.ruleset).is_empty(), "{:#?}", same(&star.ruleset, &other.ruleset));
    // One row cut in two that pay the same, under the same clauses.
    let cut = star.with(|yaml| {
        let own = "      - {when: {winner: player, player: {total: other than 7}}, pays: 1 to 1, clause: \"5.1.1.1, 5.1.1, 5.1\", pays_clause: \"11.1.2\"}\n";
        assert!(yaml.contains(own));
        let of = |totals: &str| own.replace("other than 7", totals);
        yaml.replace(own, &format!("{}{}", of("0 to 6"), of("8 to 9")))
    });
    let reported = changes(&star.version(), &cut.version());
    assert!(reported.is_empty(), "{reported:#?}");
    assert!(changes(&cut.version(), &star.version()).is_empty());
    // A row of irregularities cut by a fact that changes nothing.
    let mut cut = star.clone();
    let at = cut.ruleset.irregularities.iter().position(|row| row.when.in_time.is_none()).unwrap();
    let mut late = cut.ruleset.irregularities[at].clone();
    late.when.in_time = Some(false);
    cut.ruleset.irregularities[at].when.in_time = Some(true);
    cut.ruleset.irregularities.push(late);
    let reported = changes(&star.version(), &cut.version());
    assert!(reported.is_empty(), "{reported:#?}");
}

#[test]
fn odds_written_otherwise_settle_the_same() {
    let right = Held::of(V7);
    let other = right.with(|yaml| yaml.replace("pays: 11 to 1", "pays: 22 to 2"));
    let reported = changes(&right.version(), &other.version());
    assert_eq!(reported.len(), 2, "the words differ, and nothing else is made of it: {reported:#?}");
    for change in &reported {
        let note = change.note.as_deref();
        assert_eq!(note, Some("no coup settles differently by this change alone"), "{}", change.path);
    }
}

/// Banker 7, 15.00 staked where the smallest chip is 5.00: 27.00 are five chips and two fifths.
#[test]
fn rounding_to_the_nearest_chip_settles_a_coup_otherwise() {
    let star = Held::of(STAR);
    let nearest = star.with(|yaml| yaml.replace("winnings: up, to: chip", "winnings: nearest, to: chip"));
    let reported = diff(&star, &nearest);
    let found = change(&reported, "rounding");
    assert_eq!((found.level, found.note.as_deref()), (Level::Settlement, None));
    let example = found.example.as_ref().unwrap();
    assert_eq!((example.bet.as_str(), example.stake, example.chip), ("banker", 1_500, Some(500)));
    assert_eq!((example.old.as_str(), example.new.as_str()), ("4500", "4000"));
    engine_agrees(&star.ruleset, &nearest.ruleset, example, None);
    // The exact odds are the same; those at a stake of few chips are not, and are shown.
    assert!(reported.edges_differ());
    let text = print::text(&reported, None);
    assert!(text.contains("banker at 3 chips on 6 decks"), "{text}");
    for other in ["winnings: down, to: chip", "winnings: up, to: 5"] {
        let other = star.with(|yaml| yaml.replace("winnings: up, to: chip", other));
        let found = diff(&star, &other);
        assert!(change(&found, "rounding").example.is_some(), "{found:#?}");
    }
}

/// Summary, table and JSON say one thing: what a version has is no missing edge, however many minor units a chip has.
#[test]
fn edges_of_other_units_of_rounding_are_shown_as_what_they_are() {
    let star = Held::of(STAR);
    let amount = star.with(|yaml| yaml.replace("winnings: up, to: chip", "winnings: up, to: 50"));
    for (old, new) in [(&star, &amount), (&amount, &star)] {
        let reported = diff(old, new);
        assert!(reported.edges.iter().all(|row| row.old.is_some() && row.new.is_some()), "{:#?}", reported.edges);
        let summary = print::verdict(&reported, None);
        let text = print::text(&reported, None);
        assert_eq!(reported.edges_differ(), text.contains(" % → "), "{text}");
        assert!(!reported.edges_differ() && summary[0].starts_with("No house edge changed"), "{summary:?}");
        assert!(summary.iter().any(|line| line.contains("for chips of that amount alone")), "{summary:?}");
        assert!(reported.edges.iter().any(|row| row.name() == "banker at 50 minor units, chips of 50"), "{text}");
    }
}

#[test]
fn a_rule_of_a_row_that_loses_its_clause_is_a_change() {
    let right = Held::of(STAR);
    let at = right.ruleset.irregularities.iter().position(|row| row.then == Consequence::Void).unwrap();
    let with = |refund: RefundRule| {
        let mut held = right.clone();
        held.ruleset.irregularities[at].refund = Some(refund);
        held
    };
    let clause = right.ruleset.irregularities[at].clause.clone();
    let stated = with(RefundRule { clause: clause.clone(), reading: true });
    let silent = with(RefundRule { clause: None, reading: true });
    for (old, new) in [(&stated, &silent), (&silent, &stated)] {
        let reported = diff(old, new);
        let found = reported.changes.iter().find(|change| change.path.ends_with(".refund.clause")).unwrap();
        assert_eq!((reported.changes.len(), found.level), (1, Level::Editorial), "{:#?}", reported.changes);
    }
    // A duty to replace cards is cited, too.
    let replaced = |number: &str| {
        let mut held = right.clone();
        held.ruleset.irregularities[at].replace = Some(Cite::of(number).unwrap());
        held
    };
    let reported = diff(&replaced("13.3.3"), &replaced("13.3"));
    assert!(reported.changes[0].path.ends_with(".replace.clause"), "{:#?}", reported.changes);
}

#[test]
fn a_commission_shows_in_a_coup() {
    let right = Held::of(V7);
    let other = right.with(|yaml| {
        yaml.replace(
            "commission: {bet: banker, clause: \"1.1.1\"}",
            "commission: {bet: banker, rate: 5 of 100, due: at_once, clause: \"1.1.1\"}",
        )
    });
    let reported = diff(&right, &other);
    let found = change(&reported, "commission");
    assert!(found.example.is_some(), "{found:#?}");
}

fn row_of(held: &Held, kind: resettle_game::Kind) -> usize {
    held.ruleset.irregularities.iter().position(|row| row.kind == kind).unwrap()
}

#[test]
fn a_clause_narrowed_to_what_is_noticed_in_time_voids_no_longer_what_is_late() {
    let right = Held::of(V6);
    let mut narrowed = right.clone();
    let at = row_of(&right, resettle_game::Kind::OrderAltered);
    assert_eq!(narrowed.ruleset.irregularities[at].when.in_time, None);
    narrowed.ruleset.irregularities[at].when.in_time = Some(true);
    let reported = diff(&right, &narrowed);
    let found = change(&reported, "irregularities.order_altered.not_reconstructed+not_in_time.then");
    assert_eq!((values(found), found.voiding), (("void", "-"), Some(Voiding::NoLonger)));
    assert_eq!(found.circumstances.as_deref(), Some("not reconstructed; noticed too late"));
    let verdict = print::verdict(&reported, None);
    let line = "Irregularities that no longer void a coup: order altered (not reconstructed; noticed too late).";
    assert!(verdict.contains(&line.to_owned()), "{verdict:#?}");
    for printed in [print::text(&reported, None), print::html(&reported, None).unwrap()] {
        assert!(printed.contains(line) && printed.contains("noticed too late"), "{printed}");
    }
}

#[test]
fn a_cause_added_is_reported_for_that_cause_alone() {
    let right = Held::of(STAR);
    let at = row_of(&right, resettle_game::Kind::Disruption);
    let row = &right.ruleset.irregularities[at];
    let causes = row.when.cause.clone().unwrap();
    let mut fewer = right.clone();
    fewer.ruleset.irregularities[at].when.cause =
        Some(causes.iter().filter(|cause| **cause != Some(Cause::Brawl)).copied().collect());
    let reported = diff(&fewer, &right);
    let paths: Vec<&str> = reported.changes.iter().map(|change| change.path.as_str()).collect();
    assert!(paths.iter().all(|path| path.starts_with("irregularities.disruption.cause=brawl.")), "{paths:?}");
    let found = change(&reported, "irregularities.disruption.cause=brawl.then");
    assert_eq!(values(found), ("-", row.then.word()));
    let words = found.circumstances.as_deref().unwrap();
    let verdict = print::verdict(&reported, None);
    assert!(verdict.iter().any(|line| line.contains(&format!("disruption ({words})"))), "{verdict:#?}");
}

/// A row that says what happens anyway, but by another office, is a change.
#[test]
fn a_row_beside_the_general_clause_shows_what_it_demands() {
    let without = Held::of(crate::common::E);
    let otherwise = without.ruleset.otherwise.as_ref().unwrap();
    let of = |kind| without.ruleset.irregularities.iter().any(|row| row.kind == kind);
    let (_, kind) = Kind::ALL.iter().find(|(_, kind)| !of(*kind)).unwrap();
    let clause = without.ruleset.wagers[0].rows[0].clause.clone();
    let by = Decider { name: "floor".to_owned(), role: Role::GamingSupervisor, clause: clause.clone() };
    let row = IrregularityRow {
        kind: *kind,
        when: IrregularityWhen::default(),
        then: Consequence::Referred,
        clause: Some(clause.clone()),
        by: Some(by),
        notify: Some(Notify { roles: vec![Role::Inspector], clause }),
        reading: false,
        check: None,
        replace: None,
        may_need: None,
        may_cover: None,
        forfeit: None,
        refund: None,
        sets_aside: false,
    };
    let mut right = without.clone();
    right.ruleset.irregularities.push(row.clone());
    let reported = changes(&without.version(), &right.version());
    let by = row.by.as_ref().unwrap();
    assert_eq!(reported.iter().any(|change| change.path.ends_with(".by")), by.role != otherwise.by, "{reported:#?}");
    assert_eq!(reported.iter().any(|change| change.path.ends_with(".notify")), row.notify.is_some());
    assert!(reported.iter().any(|change| change.path.ends_with(".clause")), "{reported:#?}");
}

#[test]
fn facts_that_are_not_stated_are_those_of_the_engine() {
    let facts = resettle_ruleset::ResolvedFacts::UNSTATED;
    assert!(facts.outcome_affected && facts.in_time && facts.practicable && facts.replacement_available);
    let right = Held::of(STAR);
    let at = row_of(&right, resettle_game::Kind::Fraud);
    let mut other = right.clone();
    let wanted = other.ruleset.irregularities[at].when.outcome_affected;
    other.ruleset.irregularities[at].when.outcome_affected = None;
    let reported = changes(&right.version(), &other.version());
    assert_eq!(reported.is_empty(), wanted.is_none(), "{reported:#?}");
}

/// One limit has one name, whichever of the two commands speaks of it.
#[test]
fn an_item_of_a_list_is_numbered_as_in_a_proof() {
    let of = |times: &str| {
        let bounds = format!(
            "limits:
  stakes:
    - {{bet: tie, multiple_of: 1, unit: 1000, clause: \"6.5\"}}
    - {{bet: super_sevens, multiple_of: 1, unit: 1000, clause: \"6.5\"}}
    - {{bet: tie, at_most: 1 of 2, stakes_of: [player, banker], clause: \"6.5\"}}
    - {{bet: banker, at_most: {times}, minimum_of: player, clause: \"6.5\"}}
"
        );
        Held::of(STAR).with(|yaml| yaml.replacen("limits:\n", &bounds, 1))
    };
    let (old, new) = (of("10"), of("12"));
    let changed: Vec<String> = changes(&old.version(), &new.version()).into_iter().map(|change| change.path).collect();
    assert_eq!(changed, ["limits.stakes.4"]);
    let statement = resettle_equivalence::Statement::of(&old.ruleset, &new.ruleset);
    let proven: Vec<&str> =
        statement.parts.iter().flat_map(|part| &part.differences).map(|found| found.path.as_str()).collect();
    assert!(!proven.is_empty() && proven.iter().all(|path| path.starts_with("limits.stakes.4.")), "{proven:?}");
}

/// A finding by the clause for all others says whether that clause is a reading.
#[test]
fn a_general_clause_that_is_a_reading_is_not_one_that_is_stated() {
    let stated = Held::of(crate::common::E);
    let clause = "otherwise: {then: referred, by: gaming_shift_manager, clause: \"6.1, 6.2\"";
    let read = stated.with(|yaml| {
        assert_eq!(yaml.matches(clause).count(), 1);
        yaml.replace(clause, &format!("{clause}, reading: true"))
    });
    assert_ne!(diff(&stated, &read).equivalence.verdict(), resettle_equivalence::Verdict::Equivalent);
    assert_eq!(diff(&stated, &stated).equivalence.verdict(), resettle_equivalence::Verdict::Equivalent);
}
