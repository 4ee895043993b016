//! What rounding makes of the house edge, from the published counts of 7 Up Baccarat with six decks.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use resettle_odds::{Fraction, RulesetOdds, Stakes, edge_at, favours_player, percent, print};
use resettle_ruleset::{Direction, RoundTo, RoundingUnit, Ruleset};

const STAR: &str = "au-nsw/star/7-up-baccarat/2016-08-17";
const V6: &str = "sg/mbs/7-up-baccarat/2017-02-17";

fn ruleset(id: &str) -> Ruleset {
    Ruleset::clone(resettle_rulesets::registry().unwrap().get(id).unwrap())
}

fn odds(ruleset: &Ruleset) -> RulesetOdds {
    RulesetOdds::of(ruleset, 6).unwrap()
}

#[test]
fn at_one_chip_the_stars_player_wager_favours_the_player() {
    let star = ruleset(STAR);
    let odds = odds(&star);
    let player = odds.wager("player").unwrap();
    assert_eq!(percent(&player.house_edge, 2), "2.60 %");
    let edge = player.rounded.smallest.as_ref().unwrap();
    // Half a chip is paid as a whole one: every won wager wins as much as a lost one loses.
    let (won, lost) = (818_970_471_360_i64 + 561_338_904_384, 1_174_211_488_512_i64);
    assert_eq!(edge.house_edge, Fraction::new((lost - won).into(), 2_862_766_146_240_i64.into()));
    assert_eq!((edge.stake.in_words().as_str(), percent(&edge.house_edge, 2).as_str()), ("1 chip", "-7.20 %"));
    assert_eq!(player.rounded.lowest.as_ref(), Some(edge));
    // At two chips nothing has to be rounded, at three half a chip of three.
    let at = |number| edge_at(&star, player, resettle_odds::RoundedStake { number, ..edge.stake }).unwrap();
    assert_eq!(at(2), player.house_edge);
    assert!(at(3) > edge.house_edge && at(3) < player.house_edge);
    let known = favours_player(&star, std::slice::from_ref(&odds));
    let known = known.iter().find(|known| known.bet == "player").unwrap();
    assert_eq!(
        known.in_words(),
        "player favours the player on 6 decks: -7.2 % house edge at a stake of 1 chip, by rounding"
    );
    let json = serde_json::to_value(print::json(&odds)).unwrap();
    let wager = json["wagers"].as_array().unwrap().iter().find(|wager| wager["bet"] == "player").unwrap();
    assert_eq!(wager["rounded"][0]["stake"], "1 chip");
    assert!(wager["rounded"][0]["house_edge"].as_str().unwrap().starts_with("-0.07199"), "{wager}");
    for text in [print::one_shoe(&star, &odds), print::over_decks(&star, std::slice::from_ref(&odds))] {
        assert!(text.contains("House edge, rounded") && text.contains("-7.1993 %"), "{text}");
        assert!(text.contains("Warning: player favours the player"), "{text}");
    }
}

#[test]
fn without_a_rule_on_rounding_there_is_nothing_to_add() {
    let v6 = ruleset(V6);
    let odds = odds(&v6);
    assert!(odds.wagers.iter().all(|wager| wager.rounded.edges().next().is_none()));
    assert!(favours_player(&v6, std::slice::from_ref(&odds)).is_empty());
    assert!(!print::one_shoe(&v6, &odds).contains("rounded"));
}

#[test]
fn rounding_down_never_favours_the_player_and_amounts_are_units_too() {
    let mut star = ruleset(STAR);
    let mut round = |direction, unit| {
        star.rounding.as_mut().unwrap().rule = RoundTo { direction, unit };
        (star.clone(), odds(&star))
    };
    let (down, counted) = round(Direction::Down, RoundingUnit::Chip);
    assert!(favours_player(&down, std::slice::from_ref(&counted)).is_empty());
    let player = counted.wager("player").unwrap();
    assert!(player.rounded.smallest.as_ref().unwrap().house_edge > player.house_edge);
    assert_eq!(player.rounded.lowest, None);
    let (_, counted) = round(Direction::Up, RoundingUnit::Minor(25));
    let edge = counted.wager("player").unwrap().rounded.smallest.clone().unwrap();
    assert_eq!((edge.stake.in_words().as_str(), percent(&edge.house_edge, 2).as_str()), ("25 minor units", "-7.20 %"));
}

/// A table with chips of 25 that takes 25 to 100: the halves that the Star's rules round are those of 25 and 75.
#[test]
fn at_the_stakes_of_a_table_the_edge_is_that_of_its_chips() {
    let star = ruleset(STAR);
    let at = |minimum, maximum| odds(&star).at_stakes(&star, Stakes::new(25, minimum, maximum).unwrap());
    let edges = |odds: &RulesetOdds| odds.wager("player").unwrap().staked.clone().unwrap();
    let all = at(None, Some(100));
    let found = edges(&all);
    assert_eq!(found.minimum.stake, 25);
    assert_eq!(found.lowest.as_ref(), Some(&found.minimum));
    let (won, lost) = (818_970_471_360_i64 + 561_338_904_384, 1_174_211_488_512_i64);
    assert_eq!(found.minimum.house_edge, Fraction::new((lost - won).into(), 2_862_766_146_240_i64.into()));
    assert_eq!(found.highest, None);
    // From 50 on the lowest is that of 75: a half of a chip more than without rounding, of three.
    let from_two = edges(&at(Some(50), None));
    assert_eq!(from_two.minimum.house_edge, all.wager("player").unwrap().house_edge);
    assert_eq!(from_two.lowest.as_ref().unwrap().stake, 75);
    // A chip that divides every half moves nothing.
    let even = odds(&star).at_stakes(&star, Stakes::new(25, Some(50), Some(50)).unwrap());
    assert_eq!(edges(&even).lowest, None);
    let text = print::one_shoe(&star, &even);
    assert!(text.contains("stakes of 50 to 50, in chips of 25"), "{text}");
    let json = serde_json::to_value(print::json(&all)).unwrap();
    assert_eq!(json["stakes"], serde_json::json!({"chip": 25, "minimum": 25, "maximum": 100}));
    assert_eq!(json["wagers"][0]["staked"]["lowest"]["stake"], 25, "{json}");
    assert_eq!(Stakes::new(25, Some(50), Some(49)), None);
    assert_eq!(Stakes::new(0, None, None), None);
}
