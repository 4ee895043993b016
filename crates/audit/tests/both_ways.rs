//! A coup under the Star's rules with other clauses, judged the quick way and the long way.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::sync::Arc;

use resettle_audit::{Check, Code, CoupSeen, Finding, NotAsked, Registered, Replay, Settings, Sink};
use resettle_coup_log::{LogReader, LoggedCoup};
use resettle_ruleset::Ruleset;
use resettle_testkit::{Opening, chained, with};
use serde_json::{Value, json};

use crate::setup::Rules::Star;

/// The Star's rules with another text in the place of this one.
pub(crate) fn star_with(text: &str, other: &str) -> Arc<Ruleset> {
    let star = resettle_rulesets::embedded().find(|embedded| embedded.id == Star.id()).unwrap();
    assert!(star.yaml.contains(text));
    let yaml = star.yaml.replacen(text, other, 1);
    let read = Ruleset::from_yaml(star.id, &yaml, star.notes.as_bytes());
    Arc::new(read.map_err(|faults| faults.render("ruleset.yaml", &yaml, false)).unwrap())
}

pub(crate) struct Seen {
    is_quick: bool,
    check: Check,
    pub(crate) found: Vec<(Code, Option<String>, String)>,
    /// Why the check was not asked of the wagers of the first coup.
    pub(crate) not_asked: Vec<Option<NotAsked>>,
    pub(crate) due: Vec<i128>,
}

impl Sink for Seen {
    fn finding(&mut self, finding: Finding) {
        self.found.push((finding.code, finding.wager, finding.message));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        let of = Check::OF_WAGER.iter().position(|check| *check == self.check).unwrap();
        if self.not_asked.is_empty() {
            let asked = coup.wagers.iter().enumerate();
            self.not_asked = asked.map(|(at, wager)| coup.not_asked_of(at, wager)[of]).collect();
            self.due = coup.wagers.iter().map(|wager| wager.due).collect();
        }
    }

    fn registered(&mut self, _: Registered) {}

    fn is_quick(&self) -> bool {
        self.is_quick
    }
}

/// What is found of a coup with these wagers behind these records, which is the same both ways.
pub(crate) fn judged(ruleset: &Arc<Ruleset>, check: Check, before: &[Value], wagers: &[Value]) -> Seen {
    judged_coups(ruleset, check, before, [Star.coup(json!({"wagers": wagers})), Star.numbered(2, json!({}))])
}

/// The same of the two coups of a shoe.
pub(crate) fn judged_coups(ruleset: &Arc<Ruleset>, check: Check, before: &[Value], coups: [Value; 2]) -> Seen {
    let settings = Settings { named: Some(Arc::clone(ruleset)), ..Settings::default() };
    let start =
        json!({"at": Star.at("01:00"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["3S"]});
    let opening = Opening::of("table", "T").venue("AU-NSW", "star").game("7-up-baccarat").record(&Star.at("00:00"));
    let mut records = vec![opening];
    records.extend_from_slice(before);
    records.push(start);
    records.extend(coups);
    let bytes = chained(&records);
    let of = |is_quick| {
        let mut seen = Seen { is_quick, check, found: Vec::new(), not_asked: Vec::new(), due: Vec::new() };
        Replay::by(&settings).log(LogReader::new(&bytes[..], None), "log.jsonl", &mut seen);
        seen
    };
    let (quick, long) = (of(true), of(false));
    assert_eq!(quick.found, long.found, "the quick and the long way");
    assert_eq!(quick.not_asked, long.not_asked, "the quick and the long way");
    assert_eq!(quick.due, long.due, "the quick and the long way");
    long
}

/// How many coups of a log the quick way accepts.
struct Accepted(usize);

impl Sink for Accepted {
    fn finding(&mut self, _: Finding) {}

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        self.0 += usize::from(matches!(coup.logged, LoggedCoup::Quick(_)));
    }

    fn registered(&mut self, _: Registered) {}
}

#[test]
fn wagers_that_were_taken_back_or_marked_are_judged_alike_both_ways() {
    let lost = |change: Value| Star.wager_but(0, with(json!({"id": "w2", "bet": "banker"}), change));
    let back = |returned: i64, change: Value| {
        Star.wager_but(returned, with(json!({"id": "w2", "bet": "tie", "seat": "2"}), change))
    };
    let at = |minute: &str| Star.at(minute);
    let cases = [
        ("in time", back(1000, json!({"withdrawn": at("02:15")})), true),
        ("at the close", back(1000, json!({"withdrawn": Star.close()})), true),
        ("after the close, and let out", back(1000, json!({"withdrawn": at("02:23")})), false),
        ("after the close, and settled", back(0, json!({"withdrawn": at("02:23")})), true),
        ("before it was placed", back(1000, json!({"withdrawn": at("02:05")})), false),
        ("not given back", back(0, json!({"withdrawn": at("02:15")})), false),
        ("given back less", back(999, json!({"withdrawn": at("02:15")})), false),
        ("with a commission", back(1001, json!({"withdrawn": at("02:15"), "commission": 1})), false),
        ("above every maximum", back(1_000_000, json!({"withdrawn": at("02:15"), "stake": 1_000_000})), true),
        (
            "on the opposed bet",
            Star.wager_but(1000, json!({"id": "w2", "bet": "banker", "withdrawn": at("02:15")})),
            true,
        ),
        ("with a token", lost(json!({"token": "promotional", "seat": "2"})), true),
        ("with cash", lost(json!({"token": "cash", "seat": "2"})), false),
        ("refused", back(1000, json!({"accepted": false})), false),
        ("refused and paid", back(5000, json!({"accepted": false})), false),
    ];
    let star = star_with("5.5", "5.5");
    for (what, wager, quick) in cases {
        let wagers = [Star.wager(Star.win()), wager];
        for order in [[0, 1], [1, 0]] {
            let wagers = order.map(|at: usize| wagers[at].clone());
            let sign = json!({"at": Star.at("00:30"), "type": "limits", "chip": 100, "max": {"tie": 2000, "player": 9000, "banker": 9000}});
            let seen = judged(&star, Check::Limits, std::slice::from_ref(&sign), &wagers);
            let first = [
                Star.coup(json!({})),
                Star.numbered(2, json!({"wagers": at_two(&wagers)})),
                Star.numbered(3, json!({})),
            ];
            let accepted = accepted(&star, &sign, &first);
            assert_eq!(accepted == 1, quick, "{what}: {accepted} accepted, {:?}", seen.found);
            let of_coups = seen.found.iter().filter(|(code, ..)| *code != Code::UnsealedTail);
            assert!(!quick || of_coups.count() == 0, "{what}: {:?}", seen.found);
        }
    }
}

/// The same wagers two minutes later.
fn at_two(wagers: &[Value]) -> Value {
    let text = serde_json::to_string(wagers).unwrap().replace("T10:02:", "T10:04:");
    serde_json::from_str(&text).unwrap()
}

fn accepted(ruleset: &Arc<Ruleset>, sign: &Value, coups: &[Value]) -> usize {
    let settings = Settings { named: Some(Arc::clone(ruleset)), ..Settings::default() };
    let opening = Opening::of("table", "T").venue("AU-NSW", "star").game("7-up-baccarat").record(&Star.at("00:00"));
    let start =
        json!({"at": Star.at("01:00"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["3S"]});
    let mut records = vec![opening, sign.clone(), start];
    records.extend_from_slice(coups);
    let bytes = chained(&records);
    let mut sink = Accepted(0);
    Replay::by(&settings).log(LogReader::new(&bytes[..], None), "log.jsonl", &mut sink);
    sink.0
}
