//! A coup under the Star's rules with other clauses, judged the quick way and the long way.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::sync::Arc;

use resettle_audit::{Check, Code, CoupSeen, Finding, NotAsked, Registered, Replay, Settings, Sink};
use resettle_coup_log::LogReader;
use resettle_ruleset::Ruleset;
use resettle_testkit::{Opening, chained};
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
