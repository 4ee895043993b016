//! What the faults make of irregularities agrees with the reference settler's reading of each document.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests stand outside the test functions"
)]

use resettle_reference::{Authority, Card, Cause, Consequence, Count, Facts, Hits, Kind, Rules, Side, Stage, rule_on};
use resettle_simulate::{Config, Scope, faults, simulate};
use serde_json::Value;

const ROLES: [Authority; 6] = [
    Authority::Dealer,
    Authority::GamingSupervisor,
    Authority::CasinoSupervisor,
    Authority::AssistantGamingManager,
    Authority::GamingManager,
    Authority::GamingShiftManager,
];

fn facts(rules: Rules, told: &Value, coup: &Value, next: Option<&str>) -> Facts {
    let word = told["kind"].as_str().unwrap();
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or(Kind::Other);
    let mut facts = Facts::of(kind);
    facts.hand = match told["hand"].as_str() {
        Some("player") => Some(Side::Player),
        Some("banker") => Some(Side::Banker),
        _ => None,
    };
    facts.dealt = match told["dealt"].as_str() {
        Some("too_many") => Some(Count::TooMany),
        Some("too_few") => Some(Count::TooFew),
        _ => None,
    };
    facts.stage = match told["stage"].as_str() {
        Some("initial_deal") => Some(Stage::InitialDeal),
        Some("draws") => Some(Stage::Draws),
        Some("before_coup") => Some(Stage::BeforeCoup),
        Some("during_coup") => Some(Stage::DuringCoup),
        _ => None,
    };
    facts.reconstructed = told["reconstructed"] == true;
    facts.order_known = told["order_known"] == true;
    let initial = resettle_reference::first_cards(rules) as u64;
    let together = told["cards"].as_array().into_iter().flatten();
    facts.in_initial_deal = together.into_iter().any(|card| card.as_u64().unwrap() < initial);
    let star = rules == Rules::StarSevenUp2016;
    let known = told["notified_at"].as_str().filter(|_| star).or(told["noticed"].as_str());
    facts.in_time = match (known, next) {
        (Some(known), Some(next)) => known < next,
        _ => true,
    };
    if told["affects"] == "terminals" {
        facts.hits = Hits::Terminals;
    }
    let dealt: Vec<Card> =
        coup["cards"].as_array().unwrap().iter().filter_map(|c| Card::read(c.as_str().unwrap())).collect();
    let after = told["after_cards"].as_u64().unwrap_or(dealt.len() as u64);
    facts.cards_when_struck = dealt.into_iter().take(after as usize).collect();
    facts.cards_damaged = told["cards_damaged"] == true;
    facts.disadvantage = told["disadvantage"] == true;
    facts.replacement_available = told["replacement_available"] != false;
    facts.practicable = told["practicable"] != false;
    facts.cause = match told["cause"].as_str() {
        Some("fire") => Some(Cause::Fire),
        Some(_) => Some(Cause::Other),
        None => None,
    };
    facts.outcome_affected = told["outcome_affected"] == true;
    facts
}

#[test]
fn faults_and_reference_read_the_documents_alike() {
    let mut compared = 0;
    for rules in Rules::ALL {
        for fault in faults().into_iter().filter(|f| f.fits(rules) && f.scope != Scope::Log && f.fits_logs(false)) {
            // these hide the coup or its cards, or tell of it elsewhere
            if fault.name.starts_with("incident")
                || fault.name == "cards_section_missing"
                || fault.name == "foreign_card_unlogged"
                || fault.name == "void_for_nothing"
                || fault.name == "irregularity_never_noticed"
            {
                continue;
            }
            let mut config = Config::clean(rules, 20, 9);
            config.faults.at.push((fault.name.to_owned(), 8));
            let mut bytes = Vec::new();
            let outcome = simulate(&config, &mut bytes).expect(fault.name);
            let text = String::from_utf8(bytes).unwrap();
            let coups: Vec<Value> = text
                .lines()
                .filter_map(|line| serde_json::from_str(line).ok())
                .filter(|record: &Value| record["type"] == "coup")
                .collect();
            let place = &outcome.planted[0];
            let at = coups.iter().position(|c| c["shoe"] == place.shoe.as_str() && c["coup"] == place.coup).unwrap();
            let coup = &coups[at];
            let moment = if rules.is_mbs() { "opened" } else { "first_card" };
            let next = coups.get(at + 1).and_then(|c| c["times"][moment].as_str());
            let mut must = false;
            let mut may = false;
            for told in coup["irregularities"].as_array().unwrap() {
                let ruling = rule_on(rules, &facts(rules, told, coup, next));
                let by = told["by"].as_str();
                let by = ROLES.into_iter().find(|role| Some(role.word()) == by);
                must |= ruling.consequence == Consequence::Void;
                may |= ruling.grounds_void(by);
            }
            let void = coup["declared"]["result"] == "void";
            match fault.code {
                Some("void/undeclared") => assert!(must && !void, "{}", fault.name),
                Some("void/groundless") => assert!(void && !may, "{}", fault.name),
                Some("void/discretionary") => assert!(void && may && !must, "{}", fault.name),
                _ if void => assert!(may, "{} under {}", fault.name, rules.id()),
                _ => assert!(!must, "{} under {}", fault.name, rules.id()),
            }
            compared += 1;
        }
    }
    assert!(compared > 700, "{compared}");
}
