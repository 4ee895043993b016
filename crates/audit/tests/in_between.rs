//! What a log can hide between its coups: cards burned in place of a coup, two plays at once, a sign and wagers that no
//! chips come to.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::{Code, Replay, Settings, Severity, SourceLog, SourceSettings};
use resettle_coup_log::LogReader;
use resettle_testkit::{Log, Opening, merge, with};
use serde_json::{Value, json};

use crate::setup::ALL;
use crate::setup::Rules::{self, Star, V6, V7};

/// Cards burned after the first coup, by a record so many minutes and seconds after the hour.
fn burn(r: Rules, at: &str, cards: &[&str]) -> Value {
    json!({"at": r.at(at), "type": "shoe", "shoe": "S", "event": "burn", "cards": cards})
}

fn codes(r: Rules, records: &[Value]) -> Vec<Code> {
    r.findings(records).iter().map(|finding| finding.code).collect()
}

/// As many other cards as a coup takes.
fn a_coup(r: Rules) -> &'static [&'static str] {
    if r == V7 { &["3C", "5D", "8H", "9S"] } else { &["3C", "5D", "8H"] }
}

#[test]
fn as_many_burned_cards_as_a_coup_takes_are_found_between_two_coups() {
    for r in ALL {
        let (one, two) = (r.coup(json!({})), r.numbered(2, json!({})));
        let burned = |cards: &[&str]| codes(*r, &[one.clone(), burn(*r, "03:30", cards), two.clone()]);
        assert_eq!(burned(a_coup(*r)), [Code::Burn], "{r:?}");
        assert_eq!(burned(&a_coup(*r)[1..]), [], "{r:?}: one card fewer");
        let apart = [one.clone(), burn(*r, "03:10", &["3C", "5D"]), burn(*r, "03:30", &["8H", "9S"]), two.clone()];
        let found = r.findings(&apart);
        assert_eq!(found.len(), 1, "{r:?}: {found:#?}");
        assert_eq!((found[0].code, found[0].place.coup), (Code::Burn, Some(2)), "at the coup that follows");
        assert!(found[0].message.contains("this one (line 4)"), "{}", found[0].message);
        assert!(!codes(*r, &[burn(*r, "01:30", a_coup(*r)), one.clone(), two.clone()]).contains(&Code::Burn));
        assert_eq!(codes(*r, &[one.clone(), two.clone(), burn(*r, "05:30", a_coup(*r))]), [], "no coup follows");
    }
}

#[test]
fn an_irregularity_that_takes_cards_out_of_play_accounts_for_them() {
    let is_found = |records: &[Value]| codes(V6, records).contains(&Code::Burn);
    let burned = burn(V6, "03:30", a_coup(V6));
    let other =
        |kind: &str, second: &str| json!({"kind": kind, "noticed": V6.at(second), "by": "gaming_shift_manager"});
    let of_one = |kind: &str| V6.coup(json!({"irregularities": [other(kind, "02:52")]}));
    let of_two = |kind: &str| V6.numbered(2, json!({"irregularities": [other(kind, "04:05")]}));
    let beside =
        |kind: &str| with(json!({"at": V6.at("03:20"), "type": "incident", "shoe": "S"}), other(kind, "03:15"));
    let (one, two) = (V6.coup(json!({})), V6.numbered(2, json!({})));
    for (kind, found) in [("other", false), ("device_malfunction", false), ("display_error", true)] {
        assert_eq!(is_found(&[of_one(kind), burned.clone(), two.clone()]), found, "{kind} in the coup before");
        assert_eq!(is_found(&[one.clone(), burned.clone(), of_two(kind)]), found, "{kind} in the coup after");
        assert_eq!(is_found(&[one.clone(), beside(kind), burned.clone(), two.clone()]), found, "{kind} between");
    }
    // It accounts for what is burned beside its own coup, and no further.
    let three = V6.numbered(3, json!({}));
    let later = burn(V6, "05:30", &["4C", "6D", "8S"]);
    assert!(is_found(&[of_one("other"), two, later, three]));
}

#[test]
fn two_coups_of_a_log_cannot_commence_at_the_same_moment() {
    let found = |r: Rules, at: &str| {
        let mut one = r.coup(json!({}));
        one["times"].as_object_mut().unwrap().remove("settled");
        let mut two = r.numbered(2, json!({}));
        let time = |second: &str| r.at(&format!("{at}:{second}"));
        let wager =
            json!({"id": "w1", "seat": "1", "bet": "player", "stake": 1000, "returned": r.win(), "placed": time("10")});
        merge(
            &mut two,
            json!({"wagers": [wager], "times":
            {"opened": time("00"), "closed": time("20"), "first_card": time("22"), "settled": time("50")}}),
        );
        codes(r, &[one, two])
    };
    for r in ALL {
        assert_eq!(found(*r, "02"), [Code::Clock], "{r:?}");
        assert_eq!(found(*r, "03"), [], "{r:?}");
    }
}

/// A log of one shoe, opened at the hour's beginning, with coups of these minutes.
fn log(name: &str, source: (&str, &str), shoe: &str, minutes: &[u64], days: u64) -> Vec<u8> {
    let at = |time: &str| format!("2019-11-{:02}T10:{time}+08:00", 2 + days);
    let opening = Opening::of(source.0, source.1).table("T").log(name).venue("SG", "mbs").game("7-up-baccarat");
    let start =
        json!({"at": at("00:01"), "type": "shoe", "shoe": shoe, "event": "start", "decks": 6, "burned": ["4C"]});
    let coups = minutes.iter().zip(1u64..).map(|(minute, number)| {
        let at = |second: &str| at(&format!("{minute:02}:{second}"));
        json!({"at": at("55"), "type": "coup", "shoe": shoe, "coup": number,
            "times": {"opened": at("00"), "closed": at("20"), "first_card": at("22"), "settled": at("50")},
            "cards": ["2D", "KD", "4S"], "declared": {"result": "player", "player": 7, "banker": 6, "sevens": 1},
            "wagers": [{"id": "w1", "seat": "1", "bet": "player", "stake": 1000, "returned": 1500, "placed": at("10")}]})
    });
    Log::opened_at(&opening, &at("00:00")).record(&start).records(&coups.collect::<Vec<_>>()).bytes()
}

/// What is found of the clocks of these logs, with its message; the others join the first two or not.
fn clocks(logs: &[Vec<u8>], joined: bool) -> Vec<String> {
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    let sources =
        logs.iter().enumerate().map(|(at, log)| SourceLog::new(format!("{at}"), LogReader::new(&log[..], None)));
    let about = SourceSettings::default();
    let replay = Replay::by(&settings);
    let replay = if joined { replay.joining(&about) } else { replay };
    let audit = replay.audit_logs(sources.collect()).audit;
    let clocks = audit.findings.into_iter().filter(|finding| finding.code == Code::Clock);
    clocks.map(|finding| format!("{}: {}", finding.log, finding.message)).collect()
}

#[test]
fn two_logs_of_one_table_cannot_be_in_play_at_the_same_moments() {
    let table = ("table", "T");
    let one = log("A", table, "S", &[2, 3, 4, 5], 0);
    let found = ["B: two logs of this table are in play at the same moments: 2 coups of this one during those of 0"];
    for (minutes, days, found) in [(&[3, 4, 9][..], 0, &found[..]), (&[6, 7], 0, &[]), (&[3, 4], 1, &[])] {
        let two = log("B", table, "R", minutes, days);
        assert_eq!(clocks(&[one.clone(), two.clone()], false), found, "{minutes:?}");
        let wagers = log("C", ("terminal", "T1"), "S", &[2, 3, 4, 5], 0);
        assert_eq!(clocks(&[one.clone(), two, wagers], true), found, "{minutes:?}, with a terminal");
    }
    // A coup in a break of the other log's play is none of its moments.
    let (with_a_break, within) = (log("A", table, "S", &[2, 30], 0), log("B", table, "R", &[12, 13], 0));
    assert_eq!(clocks(&[with_a_break, within], false), [""; 0]);
}

fn sign(r: Rules, limits: Value) -> Value {
    with(json!({"at": r.at("00:02"), "type": "limits"}), limits)
}

#[test]
fn a_chip_above_a_minimum_of_the_same_sign_is_found_where_winnings_are_rounded_to_chips() {
    let found = |r: Rules, limits: Value| codes(r, &[sign(r, limits), r.coup(json!({}))]);
    for r in ALL {
        let codes: &[Code] = if *r == Star { &[Code::Sign] } else { &[] };
        assert_eq!(found(*r, json!({"chip": 500, "min": {"player": 1000, "tie": 499}})), codes, "{r:?}");
        assert_eq!(found(*r, json!({"chip": 500, "min": {"player": 1000, "tie": 500}})), [], "{r:?}");
    }
    // What one player may stake less is no sign of the table.
    assert_eq!(found(Star, json!({"chip": 500, "min": {"tie": 100}, "player": "A"})), []);
}

#[test]
fn a_wager_below_the_smallest_chip_is_not_permitted_where_winnings_are_rounded_to_chips() {
    let found = |r: Rules, limits: Value, change: Value| {
        codes(r, &[sign(r, limits), r.coup(json!({"wagers": [r.wager_but(r.win(), change)]}))])
    };
    for r in ALL {
        let below: &[Code] = if *r == Star { &[Code::NotPermitted] } else { &[] };
        let above = json!({"chip": 500, "min": {"tie": 500}});
        assert_eq!(found(*r, above.clone(), json!({})), [], "{r:?}: two chips");
        let small =
            json!({"stake": 499, "returned": if *r == Star { 999 } else { 499 + (r.win() - 1000) * 499 / 1000 }});
        assert_eq!(found(*r, above.clone(), small.clone()), below, "{r:?}");
        assert_eq!(found(*r, above, with(small.clone(), json!({"token": "promotional"}))), [], "{r:?}: a token");
        if *r == Star {
            let wagers = json!([r.wager_but(r.win(), small.clone())]);
            let open = r.findings(&[sign(*r, json!({"chip": 500})), r.coup(json!({"wagers": wagers}))]);
            assert_eq!(
                open.iter().map(|one| one.severity).collect::<Vec<_>>(),
                [Severity::Info],
                "no minimum is stated"
            );
        }
        let contradicts: &[Code] = if *r == Star { &[Code::Sign] } else { &[] };
        assert_eq!(
            found(*r, json!({"chip": 500, "min": {"player": 100}}), small),
            contradicts,
            "{r:?}: the sign's fault"
        );
    }
}
