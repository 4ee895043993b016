//! Incidents that were written after the shoe's next coup, and incidents whose coup nobody logged.

use resettle_audit::{Code, CoupSeen, Finding, LateIncident, Registered, Replay, Settings, Severity, Sink};
use resettle_coup_log::LogReader;
use serde_json::{Value, json};

use crate::setup::Rules::{self, E, Star, V6, V7};
use crate::setup::approved;
use resettle_testkit::{merge, with};

/// An incident that names the first coup, noticed between the first two.
fn incident(r: Rules, kind: &str, at: &str, facts: Value) -> Value {
    let mut incident = json!({
        "at": r.at(at), "type": "incident", "shoe": "S", "coup": 1, "kind": kind, "noticed": r.at("02:56"),
        "by": "casino_supervisor", "notified": ["surveillance", "inspector"],
    });
    merge(&mut incident, facts);
    incident
}

/// Code, severity, coup and money of what was found.
fn said(found: &[Finding]) -> Vec<(Code, Severity, Option<u64>, Option<i64>)> {
    found.iter().map(|found| (found.code, found.severity, found.place.coup, found.money)).collect()
}

fn surplus(r: Rules) -> Value {
    let (cards, to, _) = r.surplus();
    r.coup(json!({"cards": cards, "to": to}))
}

fn voided(r: Rules) -> Value {
    r.coup(json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)]}))
}

fn together() -> Value {
    json!({"cards": [1, 2], "order_known": false})
}

#[test]
fn what_a_late_incident_causes_is_major_and_in_time_critical() {
    for rules in [V6, V7, Star] {
        let count = json!({"hand": "banker", "dealt": "too_many", "stage": "draws", "ruling": "stands"});
        let late = rules.findings(&[
            surplus(rules),
            rules.numbered(2, json!({})),
            incident(rules, "wrong_card_count", "04:58", count.clone()),
        ]);
        let money = Some(rules.win() - 1000);
        assert_eq!(said(&late), [(Code::VoidUndeclared, Severity::Major, Some(1), money)], "{rules:?}");
        let in_time = rules.findings(&[
            surplus(rules),
            incident(rules, "wrong_card_count", "02:58", count),
            rules.numbered(2, json!({})),
        ]);
        assert_eq!(said(&in_time), [(Code::VoidUndeclared, Severity::Critical, Some(1), money)], "{rules:?}");
    }
}

/// A time that clocks allow beside the record's own is one that is known.
#[test]
fn when_an_error_was_noticed_is_doubted_where_the_clock_is() {
    let said = |noticed: &str| {
        let facts = json!({"hand": "banker", "dealt": "too_many", "stage": "draws", "ruling": "stands"});
        let facts = with(facts, json!({"noticed": V6.at(noticed)}));
        let (cards, to, _) = V6.surplus();
        let irregularities = [V6.irregularity("wrong_card_count", facts)];
        let found = V6.findings(&[V6.coup(json!({"cards": cards, "to": to, "irregularities": irregularities}))]);
        let doubted = found.iter().any(|finding| finding.code == Code::Clock);
        let void = found.iter().find(|finding| finding.code == Code::VoidUndeclared).expect("it was settled");
        (doubted, void.message.contains("is not known"), void.message.contains("settled before that was noticed"))
    };
    assert_eq!(said("03:30"), (false, false, true));
    assert_eq!(said("04:30"), (true, true, false));
}

/// 5.2: what was found without it does not become lighter by it.
#[test]
fn a_late_void_is_as_grave_as_what_it_stands_for() {
    let late = |rules: Rules, paid: Value, kind: &str| {
        let foreign = incident(rules, kind, "04:58", json!({"noticed": rules.at("02:30"), "card": 1}));
        let found = rules.findings(&[rules.coup(paid), rules.numbered(2, json!({})), foreign]);
        assert!(found.iter().all(|found| !found.reading), "{rules:?}: {found:?}");
        said(&found)
    };
    for rules in [V6, E, Star] {
        let void = |severity, money| [(Code::VoidUndeclared, severity, Some(1), Some(money))];
        let right = json!({});
        assert_eq!(late(rules, right, "foreign_card"), void(Severity::Major, rules.win() - 1000), "{rules:?}");
        let overpaid = json!({"wagers": [rules.wager(rules.win() + 50_000)]});
        let money = rules.win() + 49_000;
        assert_eq!(late(rules, overpaid.clone(), "foreign_card"), void(Severity::Critical, money), "{rules:?}");
        // By another reading a card too many voids nothing; then too much was paid.
        assert_eq!(late(rules, overpaid, "extra_card"), void(Severity::Critical, money), "{rules:?}");
        let placed_late = json!({"wagers": [rules.wager_but(rules.win(), json!({"placed": rules.at("02:40")}))]});
        let weight = if rules == V6 { Severity::Critical } else { Severity::Major };
        assert_eq!(late(rules, placed_late, "foreign_card"), void(weight, rules.win() - 1000), "{rules:?}");
    }
    let misdeclared = json!({"declared": V6.declared("banker"), "wrd": "banker", "wagers": [V6.wager(0)]});
    let found = late(V6, misdeclared, "foreign_card");
    assert_eq!(found, [(Code::VoidUndeclared, Severity::Critical, Some(1), Some(-1000))]);
}

#[test]
fn what_only_a_late_incident_excuses_is_unsupported_with_that_money() {
    for rules in [V6, V7, E, Star] {
        let late = |at: &str, facts: Value| {
            let incident = incident(rules, "cards_drawn_together", at, with(together(), facts));
            let mut records = vec![voided(rules), rules.numbered(2, json!({}))];
            records.insert(if at < "04" { 1 } else { 2 }, incident);
            rules.findings(&records)
        };
        let lost = Some(1000 - rules.win());
        let ruled = json!({"ruling": "void"});
        let unsupported = [(Code::ClaimUnsupported, Severity::Major, Some(1), lost)];
        assert_eq!(said(&late("04:58", ruled.clone())), unsupported, "{rules:?}");
        assert_eq!(said(&late("02:58", ruled.clone())), [], "{rules:?}, written in time");
        // 12.1.3: noticed after the next coup had commenced it excuses nothing, whenever it was written.
        if rules == Star {
            let too_late = late("04:58", with(ruled, json!({"noticed": rules.at("04:40")})));
            // It voids nothing: what was due is what the cards give, dealt by the rules.
            assert_eq!(said(&too_late), [(Code::VoidGroundless, Severity::Critical, Some(1), lost)], "{rules:?}");
        }
    }
}

#[test]
fn a_late_incident_makes_no_finding_lighter() {
    let shown = V6.coup(json!({"wrd": "banker"}));
    let late = V6.findings(&[shown, V6.numbered(2, json!({})), incident(V6, "display_error", "04:58", json!({}))]);
    assert_eq!(said(&late), [(Code::WrdMismatch, Severity::Major, Some(1), None)]);
}

#[test]
fn a_late_incident_that_the_log_refutes_changes_nothing_else() {
    let apart = json!({"cards": [0, 2], "ruling": "void"});
    let late = incident(V6, "cards_drawn_together", "04:58", apart);
    let found = V6.findings(&[voided(V6), V6.numbered(2, json!({})), late]);
    let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::ClaimRefuted, Code::VoidGroundless]);
    assert_eq!(found[1].severity, Severity::Critical);
}

#[test]
fn the_check_that_a_late_incident_demands_is_due_from_its_record_on() {
    let late = |after: &[Value]| {
        let foreign = incident(Star, "foreign_card", "04:58", json!({"noticed": Star.at("04:57")}));
        let mut records = vec![Star.coup(json!({})), Star.numbered(2, json!({})), foreign];
        records.extend_from_slice(after);
        said(&Star.findings(&records))
    };
    let check = json!({"at": Star.at("04:59"), "type": "shoe", "shoe": "S", "event": "check"});
    assert_eq!(late(&[check, Star.numbered(3, json!({}))]), []);
    assert_eq!(late(&[Star.numbered(3, json!({}))]), [(Code::CheckMissing, Severity::Major, Some(3), None)]);
}

#[test]
fn an_incident_of_a_coup_that_nobody_logged_is_found() {
    let of = |at: &str, coup: u64| incident(V6, "display_error", at, json!({"coup": coup}));
    let ahead = V6.findings(&[V6.coup(json!({})), of("02:58", 9), V6.numbered(2, json!({}))]);
    assert_eq!(said(&ahead), [(Code::ClaimRefuted, Severity::Major, None, None)]);
    let gap = with(V6.numbered(2, json!({})), json!({"coup": 3}));
    let behind = V6.findings(&[V6.coup(json!({})), gap, of("04:58", 2)]);
    let skipped = (Code::CoupGap, Severity::Major, Some(3), None);
    assert_eq!(said(&behind), [skipped, (Code::ClaimRefuted, Severity::Major, None, None)]);
    let found = V6.findings(&[V6.coup(json!({})), of("02:58", 2), V6.numbered(2, json!({}))]);
    assert_eq!(said(&found), [], "its coup comes");
    let found = V6.findings(&[V6.coup(json!({})), V6.numbered(2, json!({})), of("04:58", 1)]);
    assert_eq!(said(&found), [], "its coup came");
}

/// "… and its duties are asked": from its own record on, whether or not its number is still to come.
#[test]
fn the_duties_of_an_incident_whose_coup_never_comes_are_asked_from_its_record_on() {
    let refuted = (Code::ClaimRefuted, Severity::Major, None, None);
    let check = json!({"at": Star.at("02:59"), "type": "shoe", "shoe": "S", "event": "check"});
    let replace =
        json!({"at": Star.at("02:59"), "type": "shoe", "shoe": "S", "event": "replace", "out": ["2C"], "in": ["2C"]});
    let damaged = json!({"cards_damaged": true});
    let rows = [
        ("foreign_card", json!({}), Code::CheckMissing, Some(&check)),
        ("missing_card", json!({}), Code::CheckMissing, Some(&check)),
        ("sequence_revealed", json!({"by": "gaming_manager"}), Code::CheckMissing, None),
        ("device_malfunction", damaged, Code::ReplacedCards, Some(&replace)),
    ];
    for (kind, facts, code, done) in rows {
        let of = |coup: u64| incident(Star, kind, "02:58", with(facts.clone(), json!({"coup": coup})));
        let second = || Star.numbered(2, json!({}));
        let third = || Star.numbered(3, json!({}));
        let owed = |coup: u64| (code, Severity::Major, Some(coup), None);
        let found = said(&Star.findings(&[Star.coup(json!({})), of(9), second(), third()]));
        assert_eq!(found, [refuted, owed(2)], "{kind}");
        if let Some(done) = done {
            let found = said(&Star.findings(&[Star.coup(json!({})), of(9), done.clone(), second(), third()]));
            assert_eq!(found, [refuted], "{kind}: done");
        }
    }
    // Its coup comes: it is asked once, after that.
    let of_the_second = incident(Star, "foreign_card", "04:40", json!({"coup": 2, "noticed": Star.at("04:52")}));
    let third = Star.numbered(3, json!({}));
    let found = Star.findings(&[Star.coup(json!({})), of_the_second, Star.numbered(2, json!({})), third]);
    let found: Vec<_> = said(&found).into_iter().filter(|(code, ..)| *code != Code::Clock).collect();
    assert_eq!(found, [(Code::CheckMissing, Severity::Major, Some(3), None)]);
}

#[test]
fn a_check_that_nobody_made_is_owed_at_the_final_seal_whatever_coup_the_incident_names() {
    let of = |coup: Value| incident(Star, "foreign_card", "02:58", json!({"coup": coup}));
    let sealed = |incident: Value| {
        let seal = resettle_testkit::seal_record(&Star.at("03:30"));
        let found = Star.findings(&[Star.coup(json!({})), incident, seal]);
        found.iter().map(|found| found.code).collect::<Vec<_>>()
    };
    assert_eq!(sealed(of(Value::Null)), [Code::CheckMissing]);
    assert_eq!(sealed(of(json!(2))), [Code::ClaimRefuted, Code::CheckMissing]);
}

#[test]
fn where_the_start_of_the_shoe_was_not_read_its_coup_may_stand_elsewhere() {
    let elsewhere = json!({"shoe": "S-0", "coup": 3});
    let found = V6.findings(&[V6.coup(json!({})), incident(V6, "display_error", "02:58", elsewhere)]);
    assert_eq!(said(&found), [(Code::ClaimRefuted, Severity::Info, None, None)]);
}

#[test]
fn a_shoe_that_was_started_again_keeps_its_earlier_coups() {
    let again =
        json!({"at": V6.at("03:30"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["4C"]});
    let restarted = |noticed: &str| {
        let late = incident(V6, "cards_drawn_together", "04:58", with(together(), json!({"noticed": V6.at(noticed)})));
        let second = with(V6.numbered(2, json!({})), json!({"coup": 1}));
        let found = V6.findings(&[V6.coup(json!({})), again.clone(), second, late]);
        found.into_iter().filter(|found| found.code == Code::VoidUndeclared).map(|found| found.place.line).collect()
    };
    let lines: Vec<Option<u64>> = restarted("02:56");
    assert_eq!(lines, [Some(3)], "the coup before the second start");
    let lines: Vec<Option<u64>> = restarted("04:57");
    assert_eq!(lines, [Some(5)], "the coup after it");
}

/// Notes what comes late, and from then on may say that nothing else is of use.
#[derive(Default)]
struct Late {
    passes: bool,
    coups: usize,
    late: Vec<String>,
}

impl Sink for Late {
    fn finding(&mut self, _: Finding) {}

    fn coup(&mut self, _: &CoupSeen<'_>) {
        self.coups += 1;
    }

    fn registered(&mut self, _: Registered) {}

    fn late(&mut self, incident: LateIncident) {
        self.late.push(format!("{incident:?}"));
    }

    fn is_of_use(&self) -> bool {
        !self.passes || self.late.is_empty()
    }

    fn foresees(&self) -> bool {
        false
    }
}

/// Five coups and incidents of three of them, two of which come late; and an incident of a coup that nothing holds.
fn late_and_unheld() -> (Vec<Value>, Value) {
    let (card, count) = (json!({"card": 1}), json!({"hand": "banker", "dealt": "too_many", "stage": "draws"}));
    let at = |coup: u64, incident: Value| with(incident, json!({"coup": coup}));
    let late = vec![
        surplus(Star),
        Star.numbered(2, json!({})),
        incident(Star, "wrong_card_count", "04:58", count),
        Star.numbered(3, json!({"declared": {"result": "void"}, "wrd": "void"})),
        Star.numbered(4, json!({"wagers": [Star.wager(0)]})),
        at(4, incident(Star, "foreign_card", "08:55", card.clone())),
        at(2, incident(Star, "foreign_card", "08:56", card.clone())),
        Star.numbered(5, json!({})),
    ];
    (late, at(9, incident(Star, "foreign_card", "10:58", card)))
}

#[test]
fn coups_that_are_not_judged_change_nothing_about_what_comes_late() {
    let (late, unheld) = late_and_unheld();
    let records = [&late[..], &[unheld]].concat();
    let bytes = Star.log(json!({}), &records);
    let [all, passing] = [false, true].map(|passes| {
        let mut sink = Late { passes, ..Late::default() };
        Replay::by(approved()).log(LogReader::new(&bytes[..], None), "log.jsonl", &mut sink);
        sink
    });
    assert_eq!((all.coups, all.late.len()), (5, 3), "{:?}", all.late);
    assert_eq!(passing.late, all.late);
    assert_eq!(passing.coups, 1, "the one that was judged before");
}

/// What is found, in its order, and what comes late; incidents may be foreseen or may not.
#[derive(Default)]
struct Found {
    foresees: bool,
    said: Vec<String>,
    late: Vec<LateIncident>,
}

impl Sink for Found {
    fn finding(&mut self, finding: Finding) {
        self.said.push(format!("{finding:?}"));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        self.said.push(format!("{:?} {:?} {:?}", coup.line, coup.worst, coup.wagers));
    }

    fn registered(&mut self, entry: Registered) {
        self.said.push(format!("{entry:?}"));
    }

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }

    fn foresees(&self) -> bool {
        self.foresees
    }
}

impl Found {
    fn of(log: &[u8], foresees: bool, settings: &Settings) -> Self {
        let mut found = Self { foresees, ..Self::default() };
        Replay::by(settings).log(LogReader::new(log, None), "log.jsonl", &mut found);
        found.said.sort();
        found
    }
}

#[test]
fn a_log_is_read_once_where_each_late_incident_was_foreseen() {
    let (late, unheld) = late_and_unheld();
    for (records, is_read_again) in [(late.clone(), false), ([&late[..], &[unheld]].concat(), true)] {
        let log = Star.log(json!({}), &records);
        let at_first = Found::of(&log, false, approved());
        let again = approved().knowing(&at_first.late);
        let twice = Found::of(&log, false, &again);
        assert!(at_first.said != twice.said && twice.late.is_empty());
        let mut foreseen = Found::of(&log, true, approved());
        assert_eq!(foreseen.late.is_empty(), !is_read_again);
        if is_read_again {
            assert_eq!(foreseen.late.len(), at_first.late.len(), "all of them are known then");
            foreseen = Found::of(&log, true, &approved().knowing(&foreseen.late));
        }
        assert_eq!(foreseen.said, twice.said);
    }
}

/// What was foreseen for the first coup of a number is no late incident if it comes in time for a second one.
#[test]
fn an_incident_that_comes_in_time_for_a_second_coup_of_its_number_was_not_foreseen() {
    let count = json!({"hand": "banker", "dealt": "too_many", "stage": "draws"});
    let again = with(Star.numbered(3, json!({})), json!({"coup": 1}));
    let records =
        [surplus(Star), Star.numbered(2, json!({})), again, incident(Star, "wrong_card_count", "06:58", count)];
    let log = Star.log(json!({}), &records);
    let due = Found::of(&log, false, approved());
    assert!(due.late.is_empty(), "it is in time: {:?}", due.late);
    let foreseen = Found::of(&log, true, approved());
    assert!(!foreseen.late.is_empty() && foreseen.said != due.said);
    assert_eq!(Found::of(&log, true, &approved().knowing(&foreseen.late)).said, due.said);
}

/// Coups that stand twice, one copy behind the other: the incident behind the copy is in time for that.
#[test]
fn an_incident_behind_a_copy_of_its_coup_is_not_foreseen_for_the_first() {
    let count = json!({"hand": "banker", "dealt": "too_many", "stage": "draws"});
    let records =
        [surplus(Star), surplus(Star), incident(Star, "wrong_card_count", "06:58", count), Star.numbered(2, json!({}))];
    let log = Star.log(json!({}), &records);
    let due = Found::of(&log, false, approved());
    assert!(due.late.is_empty(), "it is in time: {:?}", due.late);
    let foreseen = Found::of(&log, true, approved());
    assert_eq!((foreseen.late.len(), foreseen.said), (0, due.said), "it is read once");
}
