//! Games of venues that do not exist, each a folder of data: the odds that the field knows, to the last digit printed.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Instant;

use resettle_game::{Card, Rank, Suit};
use resettle_odds::{Distribution, Fraction, RulesetOdds, percent};
use resettle_rules::Facts;
use resettle_ruleset::Ruleset;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games")
}

fn ruleset(id: &str) -> Ruleset {
    let folder = fixtures().join("rulesets").join(id);
    let yaml = std::fs::read_to_string(folder.join("ruleset.yaml")).unwrap();
    Ruleset::from_yaml(id, &yaml, &std::fs::read(folder.join("notes.md")).unwrap())
        .unwrap_or_else(|faults| panic!("{}", faults.render("ruleset.yaml", &yaml, false)))
}

#[test]
fn house_edges_are_those_that_the_field_knows() {
    let text = std::fs::read_to_string(fixtures().join("edges.txt")).unwrap();
    let mut known: HashMap<(String, u32), RulesetOdds> = HashMap::new();
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [id, decks, bet, edge] = line.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
        let decks: u32 = decks.parse().unwrap();
        let odds = known.entry((id.to_owned(), decks)).or_insert_with(|| {
            let ruleset = ruleset(id);
            let start = Instant::now();
            let odds = RulesetOdds::of(&ruleset, decks).unwrap();
            println!("{id}, {decks} decks: {:?}", start.elapsed());
            odds
        });
        let digits = u32::try_from(edge.split_once('.').unwrap().1.len()).unwrap();
        let found = &odds.wager(bet).unwrap_or_else(|| panic!("{line}")).house_edge;
        assert_eq!(percent(found, digits), format!("{edge} %"), "{id} {bet}");
        compared += 1;
    }
    assert!(compared >= 25);
}

/// Two cards off 52 · 8: a pair is 31 of the 415 that are left, of one suit as well 7 of them.
#[test]
fn pairs_of_one_suit_are_counted_by_suits() {
    let odds = RulesetOdds::of(&ruleset("zz/silver-weir/margins-and-pairs-baccarat/2025-06-01"), 8).unwrap();
    let of = |a: i64, b: i64| Fraction::new(a.into(), b.into());
    assert_eq!(odds.wager("twin_players").unwrap().win, of(31, 415));
    let same = odds.wager("same_twins").unwrap();
    let one_and_both: Fraction = &same.rows[1].probability + &same.rows[0].probability * of(2, 1);
    assert_eq!(one_and_both, of(7, 415) * of(2, 1), "each hand has a matched pair in 7 of 415 deals");
}

/// What counting gives is what dealing every single card gives, suits and all, from shoes that are small.
#[test]
fn small_shoes_are_counted_as_they_are_dealt() {
    for (id, ranks) in [
        ("zz/silver-weir/margins-and-pairs-baccarat/2025-06-01", [3usize, 8].as_slice()),
        ("zz/willow-court/of-one-kind-baccarat/2025-06-01", &[5, 12]),
        ("zz/copper-gate/half-on-six-baccarat/2025-06-01", &[0, 12]),
    ] {
        let ruleset = ruleset(id);
        let mut shoe = [0; 13];
        let mut left = Vec::new();
        for rank in ranks {
            shoe[*rank] = 4;
            left.extend(Suit::ALL.map(|suit| Card { rank: Rank::ALL[*rank], suit }));
        }
        let mut dealt: BTreeMap<Facts, u128> = BTreeMap::new();
        every_order(&ruleset, &mut left, &mut Vec::new(), &mut dealt);
        let counted: BTreeMap<Facts, u128> =
            Distribution::of_shoe(&ruleset.book, &ruleset.table, shoe).outcomes().map(|(f, n)| (*f, n)).collect();
        assert_eq!(counted, dealt, "{id}");
    }
}

fn every_order(ruleset: &Ruleset, left: &mut Vec<Card>, drawn: &mut Vec<Card>, out: &mut BTreeMap<Facts, u128>) {
    if drawn.len() == 6 {
        let dealt = ruleset.book.deal(&ruleset.table, drawn).unwrap();
        *out.entry(ruleset.book.facts_dealt(&dealt)).or_default() += 1;
        return;
    }
    for at in 0..left.len() {
        let card = left.remove(at);
        drawn.push(card);
        every_order(ruleset, left, drawn, out);
        drawn.pop();
        left.insert(at, card);
    }
}

const SHARED: &str = "zz/venues/commission-baccarat/2025-06-01";

/// 5 % of the winnings, up to five cents, taken off what is paid to the cent below.
#[test]
fn a_commission_is_a_share_of_the_winnings_with_a_rounding_of_its_own() {
    let ruleset = ruleset(SHARED);
    let back = |bet: &str, stake: i64| {
        let row = ruleset.wager(bet).unwrap().first_win().unwrap();
        ruleset.returned(bet, row.pays(), stake, 2500)
    };
    assert_eq!(back("banker", 1000), (1950, 1950));
    assert_eq!(back("banker", 1030), (2005, 2005), "51.5 of commission are 55");
    assert_eq!(back("player", 1030), (2060, 2060), "no commission is taken on the Player");
}

#[test]
fn certain_numbers_of_decks_are_allowed_and_those_between_are_not() {
    let ruleset = ruleset(SHARED);
    assert_eq!(ruleset.decks.counted(), [6, 8]);
    assert_eq!(RulesetOdds::of_all_decks(&ruleset).unwrap().len(), 2);
    let error = RulesetOdds::of(&ruleset, 7).unwrap_err();
    assert_eq!(error.to_string(), format!("`{SHARED}` is played with 6 or 8 decks, not with 7 (clause 1.1)"));
}

/// Nothing is counted for every number there is: the least and a usual one are, and it is said which.
#[test]
fn decks_without_a_most_are_counted_for_the_least_and_eight() {
    let mut ruleset = ruleset(SHARED);
    ruleset.decks = resettle_ruleset::Decks { min: 6, max: None, only: None, ..ruleset.decks };
    let all = RulesetOdds::of_all_decks(&ruleset).unwrap();
    assert_eq!(all.iter().map(|odds| odds.decks).collect::<Vec<_>>(), [6, 8]);
    let text = resettle_odds::print::over_decks(&ruleset, &all);
    assert!(text.contains("  6 or more decks (clause 1.1).\n"), "{text}");
    assert!(text.contains("  Decks: a minimum alone is stated; 6 and 8 are counted, no others.\n"), "{text}");
    assert!(RulesetOdds::of(&ruleset, 5).is_err());
    assert!(RulesetOdds::of(&ruleset, 7).is_ok());
    let error = RulesetOdds::of(&ruleset, u32::MAX).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("the odds of `{SHARED}` are counted with at most 100 decks, not with {}", u32::MAX)
    );
    ruleset.decks.min = 12;
    assert_eq!(ruleset.decks.counted(), [12]);
}

/// A rulebook of two venues judges the tables of both, until one of them has rules of its own as well.
#[test]
fn a_rulebook_of_several_venues_stands_alone_or_the_registry_says_so() {
    let shared = ruleset(SHARED);
    let mut registry = resettle_ruleset::Registry::default();
    registry.add(shared.clone()).unwrap();
    let noon = |day: &str| format!("{day}T12:00:00Z").parse::<jiff::Timestamp>().unwrap().as_nanosecond();
    let at = |registry: &resettle_ruleset::Registry, venue: &str, day: &str| {
        registry.in_force("ZZ", venue, "commission-baccarat", noon(day))
    };
    for venue in ["harbour-light", "copper-gate"] {
        let found = at(&registry, venue, "2026-01-01").unwrap();
        assert_eq!((found.ruleset.id.as_str(), found.uncertain), (SHARED, None));
    }
    assert!(at(&registry, "silver-weir", "2026-01-01").is_none());
    assert!(at(&registry, "copper-gate", "2025-01-01").is_none());
    let mut own = shared.clone();
    own.id = "zz/copper-gate/commission-baccarat/2025-09-01".to_owned();
    own.venue = "copper-gate".to_owned();
    own.venues.clear();
    own.effective.start += 92 * 86_400;
    registry.add(own.clone()).unwrap();
    let reported = resettle_ruleset::check::check_registry(&[&shared, &own]);
    let errors: Vec<_> =
        reported.iter().filter(|remark| remark.level == resettle_ruleset::check::Level::Error).collect();
    let [error] = errors.as_slice() else { panic!("{reported:#?}") };
    assert!(error.fault.message.contains("two rulesets of one game at once"), "{}", error.fault.message);
    assert!(at(&registry, "copper-gate", "2025-07-01").unwrap().uncertain.is_none());
    assert!(at(&registry, "copper-gate", "2026-01-01").unwrap().uncertain.unwrap().contains(SHARED));
    assert!(at(&registry, "harbour-light", "2026-01-01").unwrap().uncertain.is_none());
}
