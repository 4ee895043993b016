//! The published figures, to the last digit that is printed.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_game::{Side, Winner};
use resettle_odds::{Distribution, RulesetOdds, percent};
use resettle_rules::Fact;
use resettle_ruleset::Ruleset;

fn ruleset(id: &str) -> std::sync::Arc<Ruleset> {
    std::sync::Arc::clone(resettle_rulesets::registry().unwrap().get(id).unwrap())
}

#[test]
fn baccarat_with_eight_decks() {
    let ruleset = ruleset("sg/mbs/baccarat/2017-02-17");
    let deals = Distribution::of_decks(&ruleset.book, &ruleset.table, 8);
    assert_eq!(deals.all(), 4_998_398_275_503_360);
    assert_eq!(deals.of_winner(Winner::Banker), 2_292_252_566_437_888);
    assert_eq!(deals.of_winner(Winner::Player), 2_230_518_282_592_256);
    assert_eq!(deals.of_winner(Winner::Tie), 475_627_426_473_216);
    let odds = RulesetOdds::of(&ruleset, 8).unwrap();
    let edge = |bet| percent(&odds.wager(bet).unwrap().house_edge, 4);
    assert_eq!(edge("banker"), "1.0579 %");
    assert_eq!(edge("player"), "1.2351 %");
    assert_eq!(edge("tie"), "14.3596 %");
    assert_eq!(edge("player_pair"), "10.3614 %");
    assert_eq!(edge("banker_pair"), "10.3614 %");
}

#[test]
fn seven_up_with_six_decks() {
    for id in [
        "sg/mbs/7-up-baccarat/2011-08-26",
        "sg/mbs/7-up-baccarat/2017-02-17",
        "sg/mbs/electronic-7-up-baccarat/2023-05-08",
        "au-nsw/star/7-up-baccarat/2016-08-17",
    ] {
        let ruleset = ruleset(id);
        let deals = Distribution::of_decks(&ruleset.book, &ruleset.table, 6);
        assert_eq!(deals.all(), 2_862_766_146_240, "{id}");
        let ways = |winner, on_seven: bool| -> u128 {
            let fitting = deals
                .outcomes()
                .filter(|(facts, _)| ruleset.book.known(facts, Fact::Winner) == Some(winner as u8))
                .filter(|(facts, _)| (ruleset.book.known(facts, Fact::Total(Side::Player)) == Some(7)) == on_seven);
            fitting.map(|(_, ways)| ways).sum()
        };
        assert_eq!(ways(Winner::Player, false), 818_970_471_360, "{id}");
        assert_eq!(ways(Winner::Player, true), 561_338_904_384, "{id}");
        assert_eq!(deals.of_winner(Winner::Tie), 308_245_281_984, "{id}");
        assert_eq!(deals.of_winner(Winner::Banker), 1_174_211_488_512, "{id}");
        let odds = RulesetOdds::of(&ruleset, 6).unwrap();
        assert_eq!(percent(&odds.wager("player").unwrap().house_edge, 4), "2.6049 %", "{id}");
    }
}

#[test]
fn super_sevens_became_dearer_in_2017() {
    let edge =
        |id: &str| percent(&RulesetOdds::of(&ruleset(id), 6).unwrap().wager("super_sevens").unwrap().house_edge, 1);
    assert_eq!(edge("sg/mbs/7-up-baccarat/2011-08-26"), "3.1 %");
    assert_eq!(edge("sg/mbs/7-up-baccarat/2017-02-17"), "8.9 %");
}

#[test]
fn decks_outside_the_range_are_reported_with_the_clause() {
    for (id, decks, reported) in [
        ("au-nsw/star/7-up-baccarat/2016-08-17", 8, "is played with 6 decks, not with 8 (clause 3.1)"),
        ("sg/mbs/7-up-baccarat/2011-08-26", 10, "is played with 4 to 8 decks, not with 10 (clause 2.1)"),
        ("sg/mbs/7-up-baccarat/2017-02-17", 3, "is played with 4 to 10 decks, not with 3 (clause 2.1)"),
    ] {
        let error = RulesetOdds::of(&ruleset(id), decks).unwrap_err();
        assert_eq!(error.to_string(), format!("`{id}` {reported}"));
    }
}
