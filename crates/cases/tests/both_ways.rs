//! Every case of every ruleset, judged the quick way and the long way: its coup is put between two clean ones, so that the quick way,
//! which takes no first coup of a table, has to accept or decline it. What a new key asks is compared by the cases that a ruleset ships
//! for it, and needs no line here.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::path::Path;
use std::sync::Arc;

use resettle_audit::{CoupSeen, Finding, LateIncident, Registered, Replay, Settings, Sink};
use resettle_cases::{Case, CaseFile};
use resettle_coup_log::{LogReader, LoggedCoup};
use resettle_ruleset::Ruleset;
use resettle_testkit::{chained, root, rulesets_below};
use serde_json::{Value, json};

/// What leaves the engine.
#[derive(Default)]
struct Seen {
    is_quick: bool,
    said: Vec<String>,
    late: Vec<LateIncident>,
    /// The numbers of the coups that the quick way accepted.
    accepted: Vec<Option<u64>>,
}

impl Sink for Seen {
    fn finding(&mut self, finding: Finding) {
        self.said.push(format!("{finding:?}"));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        if matches!(coup.logged, LoggedCoup::Quick(_)) {
            self.accepted.push(coup.logged.number());
        }
        let CoupSeen { line, logged, commenced, result, totals, sevens, wagers, worst, .. } = coup;
        let of_wagers: Vec<_> = wagers.iter().enumerate().map(|(at, wager)| coup.not_asked_of(at, wager)).collect();
        self.said.push(format!(
            "{line:?} {:?} {commenced:?} {result:?} {totals:?} {sevens:?} {wagers:?} {worst:?} {of_wagers:?} {:?}",
            logged.whole(),
            coup.not_asked()
        ));
    }

    fn registered(&mut self, entry: Registered) {
        self.said.push(format!("{entry:?}"));
    }

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }

    fn is_quick(&self) -> bool {
        self.is_quick
    }
}

/// Judges a log both ways, which have to agree; the numbers of the coups that the quick way accepted.
fn accepted(settings: &Settings, records: &[Value], what: &str) -> Vec<Option<u64>> {
    let log = chained(records);
    let both = |settings: &Settings| {
        let [quick, long] = [true, false].map(|is_quick| {
            let mut seen = Seen { is_quick, ..Seen::default() };
            Replay::by(settings).log(LogReader::new(&log[..], None), "case", &mut seen);
            seen.said.sort();
            seen
        });
        assert_eq!(quick.said, long.said, "the quick way and the long way differ: {what}");
        assert_eq!(format!("{:?}", quick.late), format!("{:?}", long.late), "what comes late: {what}");
        quick
    };
    let seen = both(settings);
    if seen.late.is_empty() { seen.accepted } else { both(&settings.knowing(&seen.late)).accepted }
}

fn is(record: &Value, kind: &str) -> bool {
    record["type"] == kind
}

/// The usual coup of a file as the one of this number: cases deal the first at 02 minutes, the next two minutes later.
fn clean(usual: &Value, hour: &str, number: u64, minute: u64) -> Value {
    let text = usual.to_string().replace(&format!("{hour}:02:"), &format!("{hour}:{minute:02}:"));
    let mut coup: Value = serde_json::from_str(&text).unwrap();
    coup["coup"] = json!(number);
    coup
}

fn records(case: &Case) -> Vec<Value> {
    case.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The case between two clean coups: what names a coup in it names the next one.
fn between_two(case: &Case, usual: &Value, hour: &str) -> Vec<Value> {
    let mut all = records(case);
    for record in &mut all {
        if let Some(number) = record.get("coup").and_then(Value::as_u64) {
            record["coup"] = json!(number + 1);
        }
    }
    let coups = all.iter().filter(|record| is(record, "coup")).count() as u64;
    all.push(clean(usual, hour, coups + 2, 2 * (coups + 1)));
    let first = all.iter().position(|record| is(record, "coup")).unwrap();
    all.insert(first, clean(usual, hour, 1, 1));
    all
}

/// Judges the cases of a ruleset.
fn of_ruleset(id: &str, folder: &Path) {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let ruleset = Ruleset::from_yaml(id, &read("ruleset.yaml"), read("notes.md").as_bytes()).unwrap();
    let file = CaseFile::from_yaml(&read("cases.yaml")).unwrap();
    // What is chosen of options is looked up for each coup, and a burn before each coup stands between them.
    let is_never_quick = !ruleset.options.is_empty() || ruleset.deal.burn_before_coup.is_some();
    let settings = Settings { named: Some(Arc::new(ruleset)), ..Settings::default() };
    let usual = file.cases().next().filter(|(_, case)| case.finds.is_empty()).map(|(_, case)| records(case)).unwrap();
    let usual = usual.iter().find(|record| is(record, "coup")).unwrap();
    let (mut quickly, mut declined) = (0, 0);
    for (group, case) in file.cases() {
        let what = format!("{id}:{} {}: {}", case.place.line, group.name, case.what);
        match accepted(&settings, &between_two(case, usual, &file.hour), &what).contains(&Some(2)) {
            true => quickly += 1,
            false => declined += 1,
        }
    }
    assert!(declined > 10 && (quickly > 10) != is_never_quick, "{id}: {quickly} accepted, {declined} declined");
}

#[test]
fn the_quick_way_and_the_long_way_agree_on_every_case_of_every_ruleset() {
    let mut rulesets = 0;
    for folder in ["rulesets", "fixtures/games/rulesets", "fixtures/invented/rulesets"] {
        for (id, folder) in rulesets_below(&root().join(folder)) {
            of_ruleset(&id, &folder);
            rulesets += 1;
        }
    }
    assert!(rulesets > 10, "only {rulesets} rulesets");
}
