//! A void that nothing grounds: what it names, and the money that it moved.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use resettle_audit::{Code, Finding, ON_WORD};
use resettle_game::Winner;
use serde_json::{Value, json};

use crate::setup::Rules::{self, E, V6, V7};
use crate::setup::{ALL, TABLES};

/// A coup that was declared void, but for `change`.
fn void(r: Rules, change: Value) -> Value {
    let declared = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)]});
    r.coup(resettle_testkit::with(declared, change))
}

fn groundless(r: Rules, coup: Value) -> Finding {
    let found = r.findings(&[coup]);
    found.into_iter().find(|finding| finding.code == Code::VoidGroundless).unwrap()
}

#[test]
fn an_irregularity_that_the_log_refutes_is_named_as_one() {
    for r in ALL {
        let claim = [r.irregularity("insufficient_cards", json!({}))];
        let message = groundless(*r, void(*r, json!({"irregularities": claim}))).message;
        assert!(
            message.contains(
                "logged, but it cannot be so: insufficient cards: every card that the table of play asks for was dealt"
            ),
            "{r:?}: {message}"
        );
        assert!(!message.contains("no irregularity that could be read is logged at this coup"), "{r:?}: {message}");
    }
}

/// The pair: nothing is logged; something is logged, stands, and grounds no void; both at once.
#[test]
fn what_stands_and_what_is_not_there_are_named_as_such() {
    let nothing = groundless(V6, void(V6, json!({}))).message;
    assert!(nothing.ends_with("(no irregularity that could be read is logged at this coup)"), "{nothing}");
    let stands = V6.irregularity("order_altered", json!({"reconstructed": true, "by": null}));
    let message = groundless(V6, void(V6, json!({"irregularities": [stands.clone()]}))).message;
    assert!(message.contains("(logged: order altered; reconstructed; noticed at "), "{message}");
    assert!(message.contains("no decision is logged [by the rules, 5.4 on order altered: "), "{message}");
    let both = [stands, V6.irregularity("insufficient_cards", json!({}))];
    let message = groundless(V6, void(V6, json!({"irregularities": both}))).message;
    assert!(message.contains("(logged: order altered; reconstructed; noticed at "), "{message}");
    assert!(message.contains("no decision is logged [by the rules, 5.4 on order altered: "), "{message}");
    assert!(
        message.ends_with(
            "]; logged, but it cannot be so: insufficient cards: every card that the table of play asks for was dealt)"
        ),
        "{message}"
    );
}

/// Whether a coup that had to be void rests on a word alone does not depend on which of two grounds stands first.
#[test]
fn a_void_rests_on_a_word_only_where_nothing_in_the_log_shows_a_ground() {
    let together = V7.irregularity("cards_drawn_together", json!({"cards": [1, 2], "order_known": false}));
    let foreign = V7.irregularity("foreign_card", json!({"card": 3}));
    let rests = |irregularities: &[&Value], last: &str| {
        let cards = json!(["7H", "6C", "KH", last]);
        let coup = json!({"irregularities": irregularities, "cards": cards, "wagers": [V7.wager(1000)]});
        let found = V7.findings(&[V7.coup(coup)]);
        let void = found.into_iter().find(|finding| finding.code == Code::VoidUndeclared).unwrap();
        void.message.contains(ON_WORD)
    };
    assert!(rests(&[&together], "2D"));
    assert!(!rests(&[&foreign], "XX"));
    assert!(!rests(&[&together], "XX"), "the cards show a foreign one");
    assert!(!rests(&[&together, &foreign], "XX"));
    assert!(!rests(&[&foreign, &together], "XX"));
}

#[test]
fn the_money_is_that_of_the_cards_as_drawn_where_the_reconstruction_cannot_be() {
    for r in TABLES {
        let mut put = r.cards();
        *put.last_mut().unwrap() = "9S";
        let claim = [r.irregularity("dealt_out_of_order", json!({"reconstructed": true}))];
        let coup = void(*r, json!({"reconstructed_cards": put, "irregularities": claim}));
        let finding = groundless(*r, coup);
        let lost = 1000 - r.win();
        assert_eq!((finding.money, finding.expected.as_deref()), (Some(lost), Some("player")), "{r:?}: {finding:?}");
    }
}

/// Of a misdeal nobody knows the result, but the pairs lie in the initial deal.
#[test]
fn of_a_misdeal_the_wagers_count_that_the_initial_deal_settles() {
    let deal = json!({"cards": ["9D", "2D", "9S", "4S", "5C"], "to": "PBPBB"});
    let pair = |returned: i64| V7.wager_but(returned, json!({"id": "w2", "bet": "player_pair"}));
    let of = |wagers: Value| groundless(V7, void(V7, resettle_testkit::with(deal.clone(), json!({"wagers": wagers}))));

    let known = of(json!([V7.wager(1000), pair(1000)]));
    assert_eq!(known.money, Some(-11_000), "{known:?}");
    assert!(
        known
            .message
            .contains("what was due for 1 wager, 10.00 SGD staked, cannot be said from the cards as they are logged"),
        "{known:?}"
    );
    assert_eq!(known.expected.as_deref(), Some("a result"));

    let unknown = of(json!([V7.wager(1000)]));
    assert_eq!(unknown.money, None, "{unknown:?}");
    // Nothing differs of what is known: that the rest is in order is not said.
    let unmoved = of(json!([V7.wager(1000), pair(12_000)]));
    assert_eq!(unmoved.money, None, "{unmoved:?}");
}

/// A claim for which the rules void nothing stands beside the void: the cards, dealt by the rules, give a result all the same.
#[test]
fn a_claim_that_voids_nothing_hides_no_money() {
    let claim = json!({"kind": "dealt_out_of_order", "noticed": V7.at("02:30")});
    let back =
        |returned: i64| groundless(V7, void(V7, json!({"irregularities": [claim], "wagers": [V7.wager(returned)]})));
    let stake = back(1000);
    assert_eq!((stake.money, stake.reading), (Some(-1000), true), "{stake:?}");
    for (returned, money) in [(5000, 3000), (500, -1500)] {
        let off = back(returned);
        assert_eq!((off.money, off.reading), (Some(money), false), "beside the stake: {off:?}");
    }
}

#[test]
fn what_is_not_shown_is_counted_where_nothing_is() {
    let finding = groundless(V7, void(V7, json!({"cards": [], "wagers": [V7.wager(5000)]})));
    assert_eq!(finding.money, None);
    assert!(
        finding.message.ends_with(
            "; what was due for 1 wager, 10.00 SGD staked, cannot be said from the cards as they are logged"
        ),
        "{finding:?}"
    );
}

/// What the sums count is what the finding says.
#[test]
fn wager_by_wager_the_coup_is_judged_as_far_as_its_cards_go() {
    let deal = json!({"cards": ["9D", "2D", "9S", "4S", "5C"], "to": "PBPBB"});
    let pair = V7.wager_but(1000, json!({"id": "w2", "bet": "player_pair"}));
    let coup = void(V7, resettle_testkit::with(deal, json!({"wagers": [V7.wager(1000), pair]})));
    let seen = V7.seen(&[coup]);
    let [coup] = seen.as_slice() else { panic!("{} coups", seen.len()) };
    let judged: Vec<_> = coup.wagers.iter().map(|wager| (wager.due, wager.judged)).collect();
    assert_eq!(judged, [(1000, false), (12_000, true)]);
    assert!(coup.without_ground.is_none());
}

#[test]
fn what_the_cards_give_is_handed_on_and_only_of_a_groundless_void() {
    let seen = E.seen(&[void(E, json!({}))]);
    let (outcome, hands) = seen.first().and_then(|coup| coup.without_ground.clone()).unwrap();
    assert_eq!((outcome.winner, outcome.sevens), (Some(Winner::Player), Some(1)));
    assert_eq!(hands.cards.player.len() + hands.cards.banker.len(), 3);
    let grounded = E.irregularity("foreign_card", json!({"card": 0}));
    let cards = json!(["XX", "KD", "4S"]);
    let seen = E.seen(&[void(E, json!({"cards": cards, "irregularities": [grounded]}))]);
    assert!(seen.first().unwrap().without_ground.is_none());
}

/// Of cards drawn together in an order that is not known only what every order gives is known.
#[test]
fn cards_drawn_together_in_no_known_order_show_what_every_order_gives() {
    let back = |cards: &[&str], facts: Value| {
        let together = V7.irregularity("cards_drawn_together", facts);
        let pair = V7.wager_but(1000, json!({"id": "w2", "bet": "player_pair"}));
        let deal = json!({"cards": cards, "irregularities": [together], "wagers": [V7.wager(1000), pair]});
        groundless(V7, void(V7, deal))
    };
    let unlike = ["9D", "2D", "3S", "4S", "6H", "KC"];
    let unknown = back(&unlike, json!({"cards": [4, 5], "order_known": false}));
    assert_eq!(unknown.money, Some(1000), "only the pair is known: {unknown:?}");
    let said = "what was due for 1 wager, 10.00 SGD staked, cannot be said from the cards as they are logged: the order of cards 5, 6 is not known";
    assert!(unknown.message.contains(said), "{unknown:?}");
    let all = back(&unlike, json!({}));
    assert_eq!((all.money, all.message.contains("order of cards 1, 2, 3, 4, 5, 6")), (Some(1000), true), "{all:?}");
    let known = back(&unlike, json!({"cards": [4, 5], "order_known": true}));
    assert!(!known.message.contains("do not show"), "{known:?}");
    let alike = back(&["9D", "2D", "3S", "AS", "KH", "KC"], json!({"cards": [4, 5], "order_known": false}));
    assert!(!alike.message.contains("do not show"), "{alike:?}");
}
