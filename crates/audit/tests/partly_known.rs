//! Coups of whose cards only ranks, suits or points are known.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::sync::{Arc, LazyLock};

use crate::setup::{ALL, Rules, TABLES, approved};
use proptest::prelude::*;
use proptest::sample::select;
use resettle_audit::{
    Check, Code, CoupResult, CoupSeen, Finding, NotAsked, Registered, Replay, Settings, Severity, Sink,
};
use resettle_coup_log::LogReader;
use resettle_game::{Card, PerSide, Rank, Suit};
use resettle_testkit::{Log, Opening, with};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

/// What comes of one coup.
#[derive(Default)]
struct Came {
    findings: Vec<Finding>,
    result: Option<CoupResult>,
    totals: PerSide<Option<u8>>,
    /// Of each wager whether it is judged, what was due, and why its money was not asked.
    wagers: Vec<(bool, i128, Option<NotAsked>)>,
    not_asked: Vec<(Check, NotAsked)>,
}

impl Sink for Came {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        self.result = Some(coup.result);
        self.totals = coup.totals;
        self.wagers = coup
            .wagers
            .iter()
            .enumerate()
            .map(|(at, wager)| (wager.judged, wager.due, coup.not_asked_of(at, wager)[0]))
            .collect();
        let of_coup = Check::OF_COUP.into_iter().zip(coup.not_asked());
        self.not_asked = of_coup.filter_map(|(check, why)| Some((check, why?))).collect();
    }

    fn registered(&mut self, _: Registered) {}
}

impl Came {
    /// Codes, wagers and money of what is wrong with the coup; that money is not judged says nothing of the coup.
    fn wrong(&self) -> Vec<(&'static str, Severity, Option<String>, Option<i64>)> {
        let about = |finding: &&Finding| finding.code != Code::Unjudged && finding.code != Code::UnreadableCard;
        let key = |finding: &Finding| {
            (finding.code.as_str(), finding.severity, finding.wager.as_deref().map(str::to_owned), finding.money)
        };
        self.findings.iter().filter(about).map(key).collect()
    }

    fn codes(&self) -> Vec<(&'static str, Severity)> {
        self.findings.iter().map(|finding| (finding.code.as_str(), finding.severity)).collect()
    }
}

/// What comes of a coup of an import.
fn judged(rules: Rules, coup: &Value) -> Came {
    static BY_EACH: LazyLock<Vec<Settings>> = LazyLock::new(|| {
        let named = |rules: &Rules| approved().registry.get(rules.id()).map(Arc::clone);
        let settings = |rules: &Rules| Settings {
            registry: approved().registry.clone(),
            named: named(rules),
            ..Settings::default()
        };
        ALL.iter().map(settings).collect()
    });
    let at = ALL.iter().position(|one| *one == rules).unwrap();
    let settings = &BY_EACH[at];
    let opening = Opening::of("table", "T").imported();
    let coup = with(json!({"at": AT, "type": "coup"}), coup.clone());
    let log = Log::opened_at(&opening, AT).records(&[coup]).bytes();
    let mut came = Came::default();
    Replay::by(settings).log(LogReader::new(&log[..], None), "log.jsonl", &mut came);
    came.findings.retain(|finding| finding.code.as_str() != "integrity/unsealed");
    came
}

fn coup(cards: &[&str], result: &str, wagers: Value) -> Value {
    json!({"cards": cards, "declared": {"result": result}, "wagers": wagers})
}

#[test]
fn ranks_and_points_are_enough_for_deal_result_and_money() {
    let wager = json!([{"bet": "banker", "stake": 10_000, "returned": 19_500}]);
    for cards in [["7?", "9?", "K?", "T?"], ["~7", "~9", "~0", "~0"], ["7H", "~9", "K?", "TC"]] {
        let came = judged(Rules::V7, &coup(&cards, "banker", wager.clone()));
        assert_eq!((came.wrong(), came.result), (vec![], Some(CoupResult::Banker)), "{cards:?}");
        assert_eq!(came.wagers, [(true, 19_500, None)]);
        assert!(came.not_asked.contains(&(Check::Composition, NotAsked::PartlyKnown)), "{:?}", came.not_asked);
        assert!(!came.not_asked.iter().any(|(check, _)| [Check::Deal, Check::Result].contains(check)));
        let wrong = judged(Rules::V7, &coup(&cards, "player", wager.clone()));
        assert_eq!(wrong.codes()[0].0, "result/misdeclared", "{cards:?}");
    }
    // 5 against 7: the Player draws, and there is no card.
    let missing = judged(Rules::V7, &coup(&["~2", "~3", "~3", "~4"], "banker", json!([])));
    assert_eq!(missing.codes()[0].0, "deal/missing-draw");
}

#[test]
fn a_wager_that_depends_on_what_is_not_known_is_not_judged() {
    let paid = |bet: &str| json!([{"bet": bet, "stake": 100, "returned": 0}]);
    let money = |cards: &[&str]| {
        let came = judged(Rules::V7, &coup(cards, "banker", paid("player_pair")));
        assert_eq!(came.wrong(), [], "{cards:?}");
        came.wagers[0]
    };
    // Two tens or court cards may be a pair; a seven and a ten are none.
    assert_eq!(money(&["~0", "~9", "~0", "~0"]), (false, 0, Some(NotAsked::PartlyKnown)));
    assert_eq!(money(&["~7", "~9", "~0", "~0"]), (true, 0, None));
    assert_eq!(money(&["K?", "9?", "Q?", "T?"]), (true, 0, None));
    let pair = judged(Rules::V7, &coup(&["K?", "9?", "K?", "T?"], "banker", paid("player_pair")));
    assert_eq!(pair.wrong()[0].0, "settlement/underpaid");
    // Only a seven has 7 points.
    let sevens = coup(&["~7", "~7", "~0", "~0"], "banker", paid("super_sevens"));
    assert_eq!(judged(Rules::V6, &sevens).wagers.first().map(|wager| wager.0), Some(true));
}

#[test]
fn money_that_is_not_judged_is_reported_as_such() {
    let wagers = json!([{"bet": "player_pair", "stake": 100, "returned": 1200}]);
    let came = judged(Rules::V7, &coup(&["~0", "~9", "~0", "~0"], "banker", wagers));
    let unjudged: Vec<&Finding> = came.findings.iter().filter(|finding| finding.code == Code::Unjudged).collect();
    assert_eq!(unjudged.len(), 1);
    assert!(unjudged[0].message.contains("points alone"), "{}", unjudged[0].message);
    assert_eq!(unjudged[0].severity, Severity::Info);
}

#[test]
fn a_suit_alone_is_a_card_that_was_not_read() {
    let came = judged(Rules::V7, &coup(&["?H", "9D", "KC", "TC"], "banker", json!([])));
    assert_eq!(came.codes()[0], ("deal/unreadable-card", Severity::Major));
    assert!(came.findings[0].message.contains("suit alone"), "{}", came.findings[0].message);
    assert!(came.not_asked.contains(&(Check::Deal, NotAsked::PartlyKnown)), "{:?}", came.not_asked);
}

#[test]
fn who_records_the_play_itself_has_whole_cards() {
    let found = |cards: [&str; 4]| {
        let findings = Rules::V7.findings(&[Rules::V7.coup(json!({"cards": cards}))]);
        findings.iter().map(|finding| (finding.code.as_str(), finding.severity)).collect::<Vec<_>>()
    };
    assert_eq!(found(["9D", "2D", "KD", "4S"]), []);
    assert_eq!(found(["9?", "2D", "KD", "~4"]), [("deal/unreadable-card", Severity::Minor)]);
    let imported = judged(Rules::V7, &coup(&["9?", "2D", "KD", "~4"], "player", json!([])));
    assert_eq!(imported.codes(), []);
}

/// What is left of a card.
#[derive(Clone, Copy, Debug)]
enum Left {
    All,
    Rank,
    Points,
}

fn blurred(card: Card, left: Left) -> String {
    let points = card.rank.face_value().unwrap_or(u8::from(card.rank.letter() == 'A'));
    match left {
        Left::All => card.to_string(),
        Left::Rank => format!("{}?", card.rank.letter()),
        Left::Points => format!("~{points}"),
    }
}

const BETS: [&str; 6] = ["player", "banker", "tie", "super_sevens", "player_pair", "banker_pair"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_is_not_known_gives_no_finding_and_no_other_due(
        rules in select(ALL.to_vec()),
        cards in prop::collection::vec((select(Rank::ALL.to_vec()), select(Suit::ALL.to_vec())), 3..=6),
        lefts in prop::collection::vec(select(vec![Left::All, Left::Rank, Left::Points]), 6),
        result in select(vec!["player", "banker", "tie"]),
        said in (prop::option::of(0..10), prop::option::of(0..10), prop::option::of(0..4)),
        wagers in prop::collection::vec((select(BETS.to_vec()), select(vec![0, 100, 195, 200, 1200, 2600])), 0..6),
    ) {
        let cards: Vec<Card> = cards.into_iter().map(|(rank, suit)| Card { rank, suit }).collect();
        let wagers: Vec<Value> =
            wagers.iter().map(|(bet, returned)| json!({"bet": bet, "stake": 100, "returned": returned})).collect();
        let (player, banker, sevens) = said;
        let coup = |cards: Vec<String>| json!({
            "cards": cards, "wagers": wagers,
            "declared": {"result": result, "player": player, "banker": banker, "sevens": sevens},
        });
        let mut with_all = coup(cards.iter().map(ToString::to_string).collect());
        let mut with_less = coup(cards.iter().zip(lefts).map(|(card, left)| blurred(*card, left)).collect());
        for coup in [&mut with_all, &mut with_less] {
            coup["declared"].as_object_mut().unwrap().retain(|_, value| !value.is_null());
        }
        let (all, less) = (judged(rules, &with_all), judged(rules, &with_less));
        prop_assert_eq!((all.result, &all.totals), (less.result, &less.totals));
        let mut known = all.wrong();
        for finding in less.wrong() {
            let at = known.iter().position(|other| *other == finding);
            prop_assert!(at.is_some(), "{:?} is not among {:?}", finding, all.wrong());
            known.remove(at.unwrap());
        }
        for (all, less) in all.wagers.iter().zip(&less.wagers) {
            prop_assert!(!less.0 || (all.0 && all.1 == less.1), "{:?} {:?}", all, less);
        }
    }
}

/// What was drawn as `7?` may be put as `7H`, and the other way round; another rank may not.
#[test]
fn a_reconstruction_writes_cards_as_far_as_it_knows_them() {
    for r in TABLES {
        let whole: Vec<String> = r.cards().iter().map(ToString::to_string).collect();
        let ranks: Vec<String> = whole.iter().map(|card| format!("{}?", &card[..1])).collect();
        let claim = [r.irregularity("dealt_out_of_order", json!({"reconstructed": true}))];
        let misplaced = |drawn: &[String], put: &[String]| {
            let coup = json!({"cards": drawn, "reconstructed_cards": put, "irregularities": claim});
            r.findings(&[r.coup(coup)]).iter().any(|finding| finding.code == Code::MisplacedCard)
        };
        assert!(!misplaced(&ranks, &whole) && !misplaced(&whole, &ranks), "{r:?}");
        let mut other = whole.clone();
        *other.last_mut().unwrap() = "9S".to_owned();
        assert!(misplaced(&ranks, &other) && misplaced(&whole, &other), "{r:?}");
    }
}
