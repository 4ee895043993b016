//! What one record means for another: coups and their shoe, incidents and the coups they name, cards
//! that lie in two coups, who decided what.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use resettle_audit::{Finding, Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_testkit::{Log, Opening, with};
use serde_json::{Value, json};

const STAR: [&str; 4] = ["AU-NSW", "star", "7-up-baccarat", "2017-03-01T09:"];
const V6: [&str; 4] = ["SG", "mbs", "7-up-baccarat", "2018-03-01T09:"];
const ELECTRONIC: [&str; 4] = ["SG", "mbs", "electronic-7-up-baccarat", "2023-06-01T09:"];

/// A line of a log: a record, or what is none.
enum Line {
    Record(Value),
    /// A coup of the shoe `S` with a float in a field that nobody reads.
    UnreadCoup(u64),
    /// A start of it, likewise.
    UnreadStart,
}

use Line::{Record, UnreadCoup, UnreadStart};

/// `MM:SS` of the day in question.
fn at(game: [&str; 4], minute: &str) -> String {
    format!("{}{minute}{}", game[3], if game[1] == "star" { "+11:00" } else { "+08:00" })
}

fn shoe(game: [&str; 4], event: &str, more: Value) -> Line {
    Record(with(json!({"at": at(game, "00:00"), "type": "shoe", "shoe": "S", "event": event}), more))
}

fn start(game: [&str; 4]) -> Line {
    shoe(game, "start", json!({"decks": 6, "burned": ["2C"]}))
}

/// Dealt by the rules: the Player has 7 and stands, the Banker stands on 6; 1000 on Player are paid.
fn coup(game: [&str; 4], number: u64, change: Value) -> Line {
    let at = |second: &str| at(game, &format!("{number:02}:{second}"));
    let coup = json!({
        "at": at("50"), "type": "coup", "shoe": "S", "coup": number,
        "times": {"opened": at("00"), "closed": at("20"), "first_card": at("22"), "settled": at("45")},
        "cards": ["2D", "KD", "4S"], "declared": {"result": "player", "player": 7, "banker": 6, "sevens": 1},
        "wagers": [wager(1500, json!({}))],
    });
    Record(with(coup, change))
}

fn wager(returned: i64, change: Value) -> Value {
    with(json!({"id": "w1", "bet": "player", "stake": 1000, "returned": returned}), change)
}

/// A void coup whose stake went back.
fn voided(irregularities: Value) -> Value {
    json!({"declared": {"result": "void"}, "wagers": [wager(1000, json!({}))], "irregularities": irregularities})
}

/// Noticed during the first coup, with everybody notified.
fn irregularity(game: [&str; 4], kind: &str, change: Value) -> Value {
    let reported = json!({"kind": kind, "noticed": at(game, "01:40"), "notified": ["surveillance", "inspector"]});
    with(reported, change)
}

fn incident(game: [&str; 4], kind: &str, change: Value) -> Line {
    let reported = with(irregularity(game, kind, json!({"at": at(game, "01:55"), "type": "incident"})), change);
    Record(reported)
}

fn findings(game: [&str; 4], lines: Vec<Line>) -> Vec<Finding> {
    findings_of(game, lines, true)
}

fn findings_of(game: [&str; 4], lines: Vec<Line>, imported: bool) -> Vec<Finding> {
    let opening = Opening::of("table", "T").log("L").venue(game[0], game[1]).game(game[2]);
    let opening = if imported { opening.imported() } else { opening };
    let log = lines.into_iter().fold(Log::opened_at(&opening, &at(game, "00:00")), |log, line| match line {
        Record(record) => log.record(&record),
        UnreadCoup(number) => log.raw(|next| {
            let (seq, prev) = (next.seq, &next.prev);
            format!(r#"{{"seq":{seq},"prev":"{prev}","type":"coup","shoe":"S","coup":{number},"x":1.5}}"#).into_bytes()
        }),
        UnreadStart => log.raw(|next| {
            let (seq, prev) = (next.seq, &next.prev);
            format!(r#"{{"seq":{seq},"prev":"{prev}","type":"shoe","shoe":"S","event":"start","x":1.5}}"#).into_bytes()
        }),
    });
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), named: None, ..Settings::default() };
    let audited = Replay::by(&settings).audit_log(LogReader::new(&log.bytes()[..], None), "log.jsonl");
    // Whether the log is authentic, and in which order it was written, is not the matter here.
    let ours = |finding: &Finding| {
        let code = finding.code.as_str();
        code != "ruleset/uncertain" && !code.starts_with("integrity/")
    };
    audited.audit.findings.into_iter().filter(ours).collect()
}

/// What the findings of a code say.
fn said(code: &str, found: Vec<Finding>) -> Vec<String> {
    found.into_iter().filter(|finding| finding.code.as_str() == code).map(|finding| finding.message).collect()
}

/// Codes with the coup at which they stand, 0 where that is none.
fn reported(game: [&str; 4], lines: Vec<Line>) -> Vec<(&'static str, u64)> {
    let place = |finding: &Finding| (finding.code.as_str(), finding.place.coup.unwrap_or(0));
    findings(game, lines).iter().map(place).collect()
}

#[test]
fn a_check_before_the_first_coup_satisfies_no_later_demand() {
    let foreign = || voided(json!([irregularity(STAR, "foreign_card", json!({}))]));
    let check = || shoe(STAR, "check", json!({}));
    let before = vec![start(STAR), check(), coup(STAR, 1, foreign()), coup(STAR, 2, json!({}))];
    assert_eq!(reported(STAR, before), [("procedure/check-missing", 2)]);
    let after = vec![start(STAR), coup(STAR, 1, foreign()), check(), coup(STAR, 2, json!({}))];
    assert_eq!(reported(STAR, after), []);
}

#[test]
fn what_happens_to_the_cards_before_the_first_coup_is_counted_before_it() {
    let kings = || json!({"cards": ["KD", "KD", "KD"], "declared": {"result": "player", "player": 7, "banker": 0}});
    let start = |decks: u64| shoe(V6, "start", json!({"decks": decks, "recirculates": true}));
    let burn = || shoe(V6, "burn", json!({"cards": ["KD", "KD"]}));
    // The burned cards lie in the rack during the first coup, and no longer during the second.
    let first = reported(V6, vec![start(4), burn(), coup(V6, 1, kings())]);
    assert!(first.contains(&("deal/impossible-card", 1)), "{first:?}");
    let second = reported(V6, vec![start(4), burn(), coup(V6, 1, json!({})), coup(V6, 2, kings())]);
    assert!(!second.iter().any(|(code, _)| *code == "deal/impossible-card"), "{second:?}");
    // A check before the first coup does not make that coup's cards forgotten.
    let start = shoe(V6, "start", json!({"decks": 4}));
    let mut lines = vec![start, shoe(V6, "check", json!({}))];
    lines.extend((1..=5).map(|number| coup(V6, number, json!({"cards": ["2D", "KD", "4S"]}))));
    assert_eq!(reported(V6, lines), [("deal/impossible-card", 5); 3]);
}

/// A third card to the Banker that is kept, so that the next coup has to be a no-bet coup and begin with it.
fn kept() -> Line {
    let drawn = irregularity(STAR, "unauthorised_draw", json!({"hand": "banker", "card": 3}));
    coup(STAR, 1, json!({"cards": ["2D", "KD", "4S", "9C"], "to": "BPBN", "irregularities": [drawn]}))
}

#[test]
fn what_becomes_of_a_card_drawn_without_authority_goes_before_the_clause_on_wrong_numbers() {
    let besides = |kind: &str, facts: Value| {
        let drawn = irregularity(STAR, "unauthorised_draw", json!({"hand": "banker", "card": 3}));
        let both = json!([drawn, irregularity(STAR, kind, facts)]);
        let coup = coup(STAR, 1, json!({"cards": ["2D", "KD", "4S", "9C"], "to": "BPBN", "irregularities": both}));
        reported(STAR, vec![start(STAR), coup, UnreadCoup(2)])
    };
    assert_eq!(besides("wrong_card_count", json!({"hand": "banker"})), []);
    assert_eq!(besides("wrong_card_count", json!({})), []);
    assert_eq!(besides("wrong_card_count", json!({"hand": "player"})), [("void/undeclared", 1)]);
    assert_eq!(besides("dealt_out_of_order", json!({"hand": "banker"})), [("void/undeclared", 1)]);
}

#[test]
fn an_error_reported_late_was_noticed_late_only_where_the_ruleset_says_so() {
    let voided = |game: [&str; 4], reported_at: &str| {
        let wrong = irregularity(game, "wrong_card_count", json!({"notified_at": at(game, reported_at)}));
        let first = coup(game, 1, json!({"irregularities": [wrong]}));
        reported(game, vec![start(game), first, coup(game, 2, json!({}))]).contains(&("void/undeclared", 1))
    };
    assert!(voided(V6, "01:42") && voided(V6, "02:30"));
    assert!(voided(STAR, "01:42") && !voided(STAR, "02:30"));
}

#[test]
fn a_foreign_card_is_an_irregularity_whatever_else_was_declared() {
    let foreign = |irregularities: Value| {
        let dealt = json!({"cards": ["2D", "KD", "XX"], "irregularities": irregularities});
        reported(STAR, vec![start(STAR), coup(STAR, 1, dealt)])
    };
    let besides = irregularity(STAR, "burn_omitted", json!({}));
    assert_eq!(foreign(json!([])), [("void/undeclared", 1)]);
    assert_eq!(foreign(json!([besides])), [("void/undeclared", 1)]);
    assert_eq!(foreign(json!([irregularity(STAR, "foreign_card", json!({}))])), [("void/undeclared", 1)]);
}

#[test]
fn a_card_that_cannot_be_read_is_named_and_the_kept_one_beside_it_is_still_kept() {
    let drawn = irregularity(STAR, "unauthorised_draw", json!({"hand": "banker", "card": 3}));
    let unread = |cards: [&str; 4], to: &str, banker: u8| {
        let declared = json!({"result": "player", "player": 7, "banker": banker, "sevens": 1});
        let dealt = json!({"cards": cards, "to": to, "declared": declared, "irregularities": [drawn]});
        let first = coup(STAR, 1, dealt);
        findings(STAR, vec![start(STAR), first, coup(STAR, 2, json!({}))])
    };
    let codes = |found: &[Finding]| found.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>();
    let found = unread(["2D", "KD", "??", "9C"], "BPBN", 6);
    assert_eq!(codes(&found), ["deal/unreadable-card", "deal/carried-card", "procedure/no-bet-coup"]);
    assert!(
        found.iter().any(|finding| finding.message.starts_with("card 3 (the Banker's) could not be read")),
        "{found:?}"
    );
    assert!(
        found.iter().any(|finding| finding.expected.as_deref().is_some_and(|card| card.contains("9C"))),
        "{found:?}"
    );
    // Where the kept one itself cannot be read, or none was kept, nothing is asked of the next coup.
    assert_eq!(codes(&unread(["2D", "KD", "4S", "??"], "BPBN", 6)), ["deal/unreadable-card"]);
    assert_eq!(codes(&unread(["2D", "KD", "??", "9C"], "BPBB", 3)), ["deal/unreadable-card"]);
    // An import too is held to the cards that can be read: with none is the Banker to draw to 6 by the 9.
    let beyond = ["deal/unreadable-card", "result/misdeclared"];
    assert_eq!(codes(&unread(["2D", "KD", "??", "9C"], "BPBB", 6)), beyond);
}

#[test]
fn after_a_coup_that_nobody_can_read_nothing_is_said_of_kept_cards() {
    let missed = [("deal/carried-card", 2), ("procedure/no-bet-coup", 2)];
    assert_eq!(reported(STAR, vec![start(STAR), kept(), coup(STAR, 2, json!({}))]), missed);
    let unread = vec![start(STAR), kept(), UnreadCoup(2), coup(STAR, 3, json!({}))];
    assert_eq!(reported(STAR, unread), []);
    let carried = vec![start(STAR), kept(), UnreadCoup(2), coup(STAR, 3, json!({"carried": true}))];
    assert_eq!(reported(STAR, carried), []);
    let skipped = vec![start(STAR), kept(), coup(STAR, 3, json!({}))];
    assert_eq!(reported(STAR, skipped), [("procedure/coup-gap", 3)]);
}

#[test]
fn after_a_coup_that_nobody_can_read_the_rack_is_unknown() {
    let kings = || json!({"cards": ["KD", "KD", "KD", "KD"]});
    let count = |lines: Vec<Line>| {
        reported(STAR, lines)
            .into_iter()
            .filter(|(code, _)| *code == "deal/impossible-card")
            .map(|(_, coup)| coup)
            .collect()
    };
    let next: Vec<u64> = count(vec![start(STAR), coup(STAR, 1, kings()), coup(STAR, 2, kings())]);
    assert_eq!(next, [2]);
    let unread: Vec<u64> = count(vec![start(STAR), coup(STAR, 1, kings()), UnreadCoup(2), coup(STAR, 3, kings())]);
    assert!(unread.is_empty(), "{unread:?}");
}

#[test]
fn an_incident_whose_coup_never_comes_still_has_its_duties() {
    let early = |change: Value| incident(STAR, "missing_card", with(json!({"shoe": "S", "notified": []}), change));
    let never = vec![start(STAR), coup(STAR, 1, json!({})), early(json!({"coup": 9}))];
    assert_eq!(reported(STAR, never), [("procedure/notification-missing", 0)]);
    let unread = || vec![start(STAR), coup(STAR, 1, json!({})), early(json!({"coup": 2})), UnreadCoup(2)];
    let mut lines = unread();
    lines.push(coup(STAR, 3, json!({})));
    assert_eq!(reported(STAR, lines), [("procedure/notification-missing", 0), ("procedure/check-missing", 3)]);
    let mut lines = vec![start(STAR), early(json!({"coup": 2})), shoe(STAR, "check", json!({})), UnreadCoup(2)];
    lines.push(coup(STAR, 3, json!({})));
    assert_eq!(reported(STAR, lines), [("procedure/notification-missing", 0)]);
}

#[test]
fn an_incident_that_names_a_coup_alone_means_the_shoe_in_play() {
    let missing = |change: Value| incident(STAR, "missing_card", change);
    let lines = |incident: Line| vec![start(STAR), coup(STAR, 1, voided(json!([]))), incident];
    assert_eq!(reported(STAR, lines(missing(json!({"coup": 1})))), []);
    assert_eq!(reported(STAR, lines(missing(json!({"coup": 2})))), [("void/groundless", 1)]);
    assert_eq!(reported(STAR, lines(missing(json!({})))), [("void/groundless", 1)]);
}

#[test]
fn a_shoe_started_twice_is_one_fault_however_its_coups_are_numbered() {
    for second in [1, 2] {
        let lines = vec![start(V6), coup(V6, 1, json!({})), start(V6), coup(V6, second, json!({}))];
        assert_eq!(reported(V6, lines), [("procedure/shoe-record", 1)], "{second}");
    }
    let lines = vec![start(V6), coup(V6, 1, json!({})), start(V6), coup(V6, 3, json!({}))];
    assert_eq!(reported(V6, lines), [("procedure/shoe-record", 1), ("procedure/coup-gap", 3)]);
}

#[test]
fn a_shoe_that_nothing_starts_is_told_from_one_that_is_under_way_and_from_a_start_that_does_not_count() {
    let other = |event: &str, more: Value| shoe(V6, event, with(json!({"shoe": "T"}), more));
    let before = || other("start", json!({"decks": 6}));
    let played = || coup(V6, 1, json!({"shoe": "T"}));
    let next = || coup(V6, 2, json!({"coup": 1}));
    let nowhere = "no record starts this shoe, neither before this coup in this log nor in another that was given";
    let in_play = "the shoe in play before it, T, was not ended either";
    let under_way = "the shoe is under way where the log begins (its coup 3 is the first that is read), and no log that was \
         given starts it: replay it with the log before";
    for (lines, why) in [
        (
            vec![before(), played(), other("end", json!({})), next()],
            format!("{nowhere}; the shoe before it, T, was ended at line 4"),
        ),
        (vec![before(), played(), next()], format!("{nowhere}; {in_play}")),
        (vec![coup(V6, 1, json!({}))], format!("{nowhere}; its coup 1 is the first coup that is read")),
        (vec![coup(V6, 3, json!({}))], under_way.to_owned()),
        (
            vec![UnreadStart, coup(V6, 1, json!({}))],
            "the record that starts this shoe (line 2) does not count: it cannot be read".to_owned(),
        ),
    ] {
        let found = said("procedure/shoe-record", findings_of(V6, lines, false));
        let number = if why.contains("its coup 3 is") { 3 } else { 1 };
        let wanted = format!("{why}; from coup {number} on it is not judged how often each card came from this shoe");
        assert_eq!(found, [wanted]);
    }
}

#[test]
fn a_number_that_is_missing_stands_between_the_coups_beside_it() {
    let gap = |lines: Vec<Line>| said("procedure/coup-gap", findings(V6, lines));
    let opened = |minute: &str| format!("betting opened 2018-03-01T09:{minute}:00+08:00");
    let settled = "settled by 2018-03-01T09:01:45+08:00";
    let missing = gap(vec![start(V6), coup(V6, 1, json!({})), coup(V6, 3, json!({}))]);
    let later =
        format!("number 2 is missing between coup 1 ({settled}) and coup 3 ({}, 1 min 15 s later)", opened("03"));
    assert_eq!(missing, [later]);
    let unread = gap(vec![start(V6), coup(V6, 1, json!({})), UnreadCoup(2), coup(V6, 5, json!({}))]);
    assert_eq!(unread, [format!("numbers 3 to 4 are missing between coup 2 and coup 5 ({})", opened("05"))]);
    let first = gap(vec![start(V6), coup(V6, 2, json!({}))]);
    assert_eq!(first, ["number 1 is missing: coup 2 is the first that the log holds of this shoe"]);
}

#[test]
fn a_card_too_many_says_where_the_others_came() {
    let said = |lines: Vec<Line>| said("deal/impossible-card", findings(V6, lines));
    let start = || shoe(V6, "start", json!({"decks": 2, "burned": ["KD"]}));
    let burn = || shoe(V6, "burn", json!({"cards": ["5C"]}));
    let holds = "and the shoe can hold 2: its record states 2 decks";
    let (one, other) = (coup(V6, 1, json!({})), coup(V6, 2, json!({})));
    let came = "KD was dealt for the 3rd time (copies: 1 burned before the first coup, 1 in coup 1, the 3rd in coup 2)";
    assert_eq!(said(vec![start(), one, other]), [format!("{came}, {holds}")]);
    let (one, other) = (coup(V6, 1, json!({})), coup(V6, 2, json!({})));
    let came = "KD was dealt for the 3rd time (copies: 1 burned before the first coup, 1 in coup 1 or burned after it, the 3rd \
         in coup 2)";
    assert_eq!(said(vec![start(), one, burn(), other]), [format!("{came}, {holds}")]);
    let twice = coup(V6, 1, json!({"cards": ["KD", "KD", "4S"]}));
    let came = "KD was dealt for the 3rd time (copies: 1 burned before the first coup, 2 in coup 1)";
    assert_eq!(said(vec![start(), twice]), [format!("{came}, {holds}")]);
}

#[test]
fn what_was_paid_by_the_announcement_or_by_other_odds_is_said() {
    let paid = |change: Value| {
        let change = with(json!({"wagers": [wager(2000, json!({}))]}), change);
        said("settlement/overpaid", findings(V6, vec![start(V6), coup(V6, 1, change)]))
    };
    let won = "10.00 SGD on player: 20.00 SGD came back, 5.00 SGD more than due: the wager won";
    assert_eq!(
        paid(json!({})),
        [format!(
            "{won}; what went back is what this bet pays at 1 to 1; these cards do not meet that line of its paytable"
        )]
    );
    let announced = json!({"declared": {"result": "player", "player": 8, "banker": 6, "sevens": 0}});
    let as_announced =
        "what went back is as much as the result as announced (player, Player 8, Banker 6, 0 sevens) would pay: 1 to 1";
    assert_eq!(paid(announced.clone()), [format!("{won}; {as_announced}")]);
    let beside_others = with(
        announced,
        json!({"wagers": [wager(2000, json!({})), wager(1500, json!({"id": "w2"})), wager(2000, json!({"id": "w3"}))]}),
    );
    let of_others = format!("{won}; {as_announced}; 1 of 2 other wagers on it at this coup returned otherwise");
    assert_eq!(paid(beside_others), [of_others.clone(), of_others]);
    let logged = json!({"irregularities": [irregularity(V6, "dealt_out_of_order", json!({"reconstructed": false}))]});
    let beside = "what went back is what this bet pays at 1 to 1; these cards do not meet that line of its paytable; logged at this coup: dealt out of order; ";
    let said = paid(logged);
    let first = said.first().unwrap();
    assert!(first.starts_with(&format!("{won}; {beside}")), "{first}");
}

#[test]
fn times_are_not_asked_of_an_imported_coup_that_records_no_commencement() {
    let times = |earlier: &str| json!({"times": {earlier: at(V6, "01:20"), "settled": at(V6, "01:10")}});
    assert_eq!(reported(V6, vec![start(V6), coup(V6, 1, times("closed"))]), []);
    assert_eq!(reported(V6, vec![start(V6), coup(V6, 1, times("opened"))]), [("procedure/times", 1)]);
}

#[test]
fn what_had_to_be_void_is_reported_once_whatever_its_deal() {
    let extra = irregularity(V6, "extra_card", json!({}));
    let mut lines = vec![shoe(V6, "start", json!({"decks": 4}))];
    lines.extend((1..=4).map(|number| coup(V6, number, json!({}))));
    lines.push(coup(V6, 5, json!({"irregularities": [extra], "carried": true})));
    assert_eq!(reported(V6, lines), [("void/undeclared", 5)]);
}

#[test]
fn a_kept_card_crosses_the_day_on_which_the_rules_begin() {
    let before = json!({"to": "BPN", "times": {"opened": "2016-08-16T23:59:00+10:00"}});
    let after = json!({"carried": true, "cards": ["4S", "KD", "2D"]});
    let found = reported(STAR, vec![start(STAR), coup(STAR, 1, before), coup(STAR, 2, after)]);
    assert!(!found.iter().any(|(code, _)| *code == "deal/carried-card"), "{found:?}");
}

#[test]
fn whoever_decided_is_asked_of_what_was_done() {
    let by = |change: Value| with(change, json!({"by": "gaming_supervisor"}));
    let missing = [("procedure/authority-missing", 1)];
    let lines = |change: Value| vec![start(STAR), coup(STAR, 1, change)];

    // One of two grounds was decided by somebody entitled: that one voids.
    let fraud = |change: Value| irregularity(STAR, "fraud", with(json!({"outcome_affected": true}), change));
    assert_eq!(reported(STAR, lines(voided(json!([fraud(json!({})), fraud(by(json!({})))])))), []);
    assert_eq!(reported(STAR, lines(voided(json!([fraud(json!({})), fraud(json!({}))])))), missing);
    let falls = |change: Value| {
        said("procedure/authority-missing", findings(STAR, lines(with(voided(json!([fraud(json!({}))])), change))))
    };
    let back = falls(json!({"wagers": [wager(1000, json!({})), wager(1000, json!({"id": "w2", "bet": "banker"}))]}));
    assert!(back.first().unwrap().ends_with("; if the void does not stand, by the cards as logged 5.00 SGD are owed to patrons and 10.00 SGD are owed to the house"), "{back:?}");
    let unread = falls(json!({"cards": ["KD"]}));
    assert!(
        unread.first().unwrap().ends_with(
            "; if the void does not stand, what is due is not known: the cards as logged do not give a result"
        ),
        "{unread:?}"
    );

    // Another clause voids the coup; the forfeit still has to be directed.
    let foreign = irregularity(STAR, "foreign_card", json!({}));
    let forfeit = |returned: i64, fraud: Value| {
        let wagers = json!({"wagers": [wager(returned, json!({}))]});
        reported(STAR, lines(with(voided(json!([foreign.clone(), fraud])), wagers)))
    };
    assert_eq!(forfeit(0, fraud(json!({"wagers": ["w1"]}))), missing);
    assert_eq!(forfeit(0, fraud(by(json!({"wagers": ["w1"]})))), []);
    assert_eq!(forfeit(1000, fraud(json!({"wagers": ["w1"]}))), []);

    // Of two people with devices, the wager of one alone was voided.
    let device = |change: Value| irregularity(STAR, "prohibited_device", change);
    let both = |first: Value, second: Value| {
        let wagers = json!([wager(1000, json!({})), wager(1500, json!({"id": "w2"}))]);
        reported(STAR, lines(json!({"wagers": wagers, "irregularities": [first, second]})))
    };
    assert_eq!(both(device(by(json!({"wagers": ["w1"]}))), device(json!({"wagers": ["w2"]}))), []);
    assert_eq!(both(device(json!({"wagers": ["w1"]})), device(by(json!({"wagers": ["w2"]})))), missing);
}

#[test]
fn who_decided_on_a_kind_that_is_not_known_is_not_asked() {
    let decided = |kind: &str| {
        let event = irregularity(ELECTRONIC, kind, json!({"ruling": "stands", "by": "gaming_manager"}));
        findings(ELECTRONIC, vec![start(ELECTRONIC), coup(ELECTRONIC, 1, json!({"irregularities": [event]}))])
    };
    let codes = |found: &[Finding]| found.iter().map(|one| one.code.as_str()).collect::<Vec<_>>();
    assert_eq!(codes(&decided("other")), ["procedure/authority-missing"]);
    assert_eq!(codes(&decided("solar_flare")), [""; 0]);
}

#[test]
fn a_wager_that_an_irregularity_names_was_voided_only_where_its_stake_went_back() {
    let device = irregularity(STAR, "prohibited_device", json!({"wagers": ["w1"]}));
    let back = |returned: i64| {
        let change = json!({"wagers": [wager(returned, json!({}))], "irregularities": [device]});
        reported(STAR, vec![start(STAR), coup(STAR, 1, change)])
    };
    assert_eq!(back(1500), []);
    assert_eq!(back(1000), [("procedure/authority-missing", 1)]);
    assert_eq!(back(700), [("settlement/underpaid", 1)]);
}

#[test]
fn a_wager_in_a_no_bet_coup_is_reported_as_that() {
    for game in [V6, STAR] {
        let found = findings(game, vec![start(game), coup(game, 1, json!({"mode": "no_bet"}))]);
        let wager = found.iter().find(|finding| finding.code.as_str() == "wager/not-permitted").unwrap();
        assert_eq!(wager.message, "this wager is not permitted: a no-bet coup has no wagers; its stake was due back");
    }
}

#[test]
fn a_terminal_hit_twice_and_a_list_of_no_terminals() {
    let hit = |noticed: &str, change: Value| {
        let facts = json!({"affects": "terminals", "noticed": at(ELECTRONIC, noticed)});
        irregularity(ELECTRONIC, "technical_interruption", with(facts, change))
    };
    let back = |irregularities: Value| {
        let wagers = json!([wager(1000, json!({"terminal": "T1"}))]);
        reported(
            ELECTRONIC,
            vec![start(ELECTRONIC), coup(ELECTRONIC, 1, json!({"wagers": wagers, "irregularities": irregularities}))],
        )
    };
    let (open, closed) = ("01:10", "01:30");
    assert_eq!(back(json!([hit(closed, json!({}))])), [("settlement/underpaid", 1)]);
    assert_eq!(back(json!([hit(closed, json!({})), hit(open, json!({"terminals": ["T1"]}))])), []);
    assert_eq!(back(json!([hit(open, json!({"terminals": []}))])), []);
    assert_eq!(back(json!([hit(open, json!({"terminals": ["T2"]}))])), [("settlement/underpaid", 1)]);
}

#[test]
fn a_surplus_card_cites_the_clause_of_the_hand_that_has_it() {
    for (to, clause) in [("BPBP", "9.3"), ("BPBB", "9.5")] {
        let dealt = json!({"cards": ["2D", "KD", "4S", "9C"], "to": to});
        let found = findings(STAR, vec![start(STAR), coup(STAR, 1, dealt)]);
        let clauses: Vec<_> = found.iter().map(|finding| (finding.code.as_str(), finding.clause.as_deref())).collect();
        let cited = format!("au-nsw/star/7-up-baccarat/2016-08-17 {clause}");
        assert_eq!(clauses, [("deal/extra-draw", Some(cited.as_str()))], "{to}");
    }
}
