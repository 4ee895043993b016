//! Logs of generated coups, in which whatever a rule may ask for happens now and then, and what the engine finds in them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use resettle_audit::{Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_game::{Card, Cause, Kind, NoBetReason, Rank, Role, Suit};
use resettle_ruleset::Ruleset;
use resettle_testkit::{Opening, chained};
use serde_json::{Map, Value, json};

use super::dice::Dice;

/// What is found at one place: code, coup, wager, money, and whether it rests on a reading.
pub type Found = (String, Option<u64>, Option<String>, Option<i64>, bool);

/// What the engine finds, what is due, and how often.
pub fn judged(ruleset: &Arc<Ruleset>, log: &[u8]) -> (BTreeMap<Found, usize>, i128) {
    let settings = Settings { named: Some(Arc::clone(ruleset)), ..Settings::default() };
    let audit = Replay::by(&settings).audit_log(LogReader::new(log, None), "log.jsonl").audit;
    let mut found = BTreeMap::new();
    for one in &audit.findings {
        let key = (one.code.as_str().to_owned(), one.place.coup, one.wager.clone(), one.money, one.reading);
        *found.entry(key).or_default() += 1;
    }
    (found, audit.totals.money.due)
}

fn at(second: usize) -> String {
    format!("2024-03-05T{:02}:{:02}:{:02}+08:00", 10 + second / 3600, second / 60 % 60, second % 60)
}

fn cards(number: usize, dice: &mut Dice) -> Vec<Card> {
    (0..number).map(|_| Card { rank: dice.one(&Rank::ALL), suit: dice.one(&Suit::ALL) }).collect()
}

fn words(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// Sets a member now and then.
fn maybe(into: &mut Map<String, Value>, name: &str, value: Value, one_in: usize, dice: &mut Dice) {
    if dice.below(one_in) == 0 {
        into.insert(name.to_owned(), value);
    }
}

/// The facts that a log can state of a kind.
pub fn facts(kind: Kind, dealt: usize, dice: &mut Dice) -> Map<String, Value> {
    let mut out = Map::new();
    let mut add = |name: &str, values: &[Value], dice: &mut Dice| {
        if dice.below(3) > 0 {
            out.insert(name.to_owned(), dice.one(values));
        }
    };
    let truth = [json!(true), json!(false)];
    let words = |all: &[&str]| -> Vec<Value> { all.iter().map(|word| json!(word)).collect() };
    let card: Vec<Value> = (0..dealt).map(|index| json!(index)).collect();
    match kind {
        Kind::WrongCardCount => {
            add("hand", &words(&["player", "banker"]), dice);
            add("dealt", &words(&["too_many", "too_few"]), dice);
            add("stage", &words(&["initial_deal", "draws"]), dice);
            add("reconstructed", &truth, dice);
        }
        Kind::UnauthorisedDraw => {
            add("hand", &words(&["player", "banker"]), dice);
            add("reconstructed", &truth, dice);
            add("card", &card, dice);
        }
        Kind::DealtOutOfOrder | Kind::OrderAltered => add("reconstructed", &truth, dice),
        Kind::CardsDrawnTogether => {
            add("order_known", &truth, dice);
            add("reconstructed", &truth, dice);
        }
        Kind::FaceUpCard => add("stage", &words(&["before_coup", "during_coup"]), dice),
        Kind::TechnicalInterruption => add("affects", &words(&["round", "terminals"]), dice),
        Kind::DeviceMalfunction => {
            for name in ["cards_damaged", "disadvantage", "replacement_available", "practicable"] {
                add(name, &truth, dice);
            }
        }
        Kind::Disruption => {
            let causes: Vec<Value> = Cause::ALL.iter().map(|(word, _)| json!(word)).collect();
            add("cause", &causes, dice);
        }
        Kind::Fraud | Kind::ProhibitedDevice => add("outcome_affected", &truth, dice),
        Kind::ForeignCard | Kind::ExtraCard | Kind::MissingCard => add("card", &card, dice),
        _ => {}
    }
    out
}

fn irregularity(kinds: &[Kind], start: usize, dealt: usize, dice: &mut Dice) -> Value {
    let kind = if dice.truth() { dice.one(kinds) } else { dice.one(Kind::ALL).1 };
    let mut out = facts(kind, dealt, dice);
    let noticed = start + dice.one(&[8, 30, 55, 100, 130]);
    let role = |dice: &mut Dice| json!(dice.one(Role::ALL).0);
    out.insert("kind".to_owned(), json!(kind.word()));
    out.insert("noticed".to_owned(), json!(at(noticed)));
    maybe(&mut out, "notified_at", json!(at(noticed + dice.one(&[0, 15, 40]))), 2, dice);
    let by = if dice.truth() { json!(Role::GamingShiftManager.word()) } else { role(dice) };
    maybe(&mut out, "by", by, 1 + dice.below(2), dice);
    let all = json!(["surveillance", "inspector", "gaming_shift_manager"]);
    let notified = if dice.truth() { all } else { json!([role(dice)]) };
    maybe(&mut out, "notified", notified, 2, dice);
    let ruling = dice.one(&["void", "stands", "reconstructed", "no_bet"]);
    maybe(&mut out, "ruling", json!(ruling), 2, dice);
    Value::Object(out)
}

/// A log of coups that are dealt by the one ruleset or the other, with wagers on every bet of either.
pub fn log(rulesets: [&Ruleset; 2], dice: &mut Dice, coups: usize) -> Vec<u8> {
    let right = rulesets[0];
    let bets: BTreeSet<&str> = rulesets
        .iter()
        .flat_map(|rules| rules.each().flat_map(|one| &one.wagers))
        .map(|rule| rule.bet.as_str())
        .collect();
    let bets: Vec<&str> = bets.into_iter().collect();
    let kinds: Vec<Kind> = rulesets.iter().flat_map(|rules| rules.irregularities.iter().map(|row| row.kind)).collect();
    let venue = right.each_venue().next().unwrap();
    let mut lines = vec![
        Opening::of(dice.one(&["table", "table", "terminal"]), "T")
            .log("L")
            .venue(&right.jurisdiction, venue)
            .game(&right.game)
            .record(&at(0)),
    ];
    let mut elected = Map::new();
    for option in rulesets.iter().flat_map(|rules| &rules.options) {
        let choice = dice.one(&option.choices).choice;
        maybe(&mut elected, &option.name, json!(choice), 1 + dice.below(10) / 9, dice);
    }
    if !elected.is_empty() {
        lines.push(json!({"at": at(1), "type": "options", "elected": elected}));
    }
    let amounts = |of: &[usize], dice: &mut Dice| -> Value {
        let amounts = bets.iter().filter(|_| dice.below(3) > 0).map(|bet| (*bet).to_owned()).collect::<Vec<_>>();
        Value::Object(amounts.into_iter().map(|bet| (bet, json!(dice.one(of)))).collect())
    };
    if dice.below(8) > 0 {
        let mut sign = Map::new();
        sign.insert("at".to_owned(), json!(at(2)));
        sign.insert("type".to_owned(), json!("limits"));
        maybe(&mut sign, "chip", json!(dice.one(&[50, 100, 500])), 1, dice);
        let (min, max) = (amounts(&[500, 1_000], dice), amounts(&[1_000, 1_500, 5_000], dice));
        maybe(&mut sign, "min", min, 2, dice);
        maybe(&mut sign, "max", max, 2, dice);
        maybe(&mut sign, "area_max", json!(dice.one(&[1_000, 2_000])), 2, dice);
        maybe(&mut sign, "differential", json!(dice.one(&[500, 2_000])), 2, dice);
        lines.push(Value::Object(sign));
        if dice.below(4) == 0 {
            lines.push(json!({"at": at(2), "type": "limits", "seat": "0", "max": amounts(&[500, 5_000], dice)}));
        }
    }
    let mut decks: Vec<u32> = rulesets.iter().map(|rules| rules.decks.most_counted()).collect();
    decks.extend([1, 4, 6, 7, 8]);
    let (mut number, mut shoes) = (0, 0);
    for round in 1..=coups {
        let start = round * 120;
        if number == 0 {
            shoes += 1;
            let mut shoe = Map::new();
            let burned = dice.below(3);
            maybe(&mut shoe, "burned", json!(words(&cards(burned, dice))), 1 + dice.below(2), dice);
            let record = json!({"at": at(start - 30), "type": "shoe", "shoe": format!("S{shoes}"), "event": "start",
                "decks": dice.one(&decks)});
            shoe.extend(record.as_object().unwrap().clone());
            lines.push(Value::Object(shoe));
        }
        number += 1;
        let event =
            |event: &str| json!({"at": at(start - 2), "type": "shoe", "shoe": format!("S{shoes}"), "event": event});
        match dice.below(12) {
            0 => {
                let mut burn = event("burn");
                burn["cards"] = json!(words(&cards(1 + dice.below(2), dice)));
                lines.push(burn);
            }
            1 => lines.push(event("cut_card")),
            2 => lines.push(event("check")),
            3 => {
                let mut incident = irregularity(&kinds, start - 60, 4, dice);
                incident["at"] = json!(at(start - 2));
                incident["type"] = json!("incident");
                incident["shoe"] = json!(format!("S{shoes}"));
                if number > 1 && dice.truth() {
                    incident["coup"] = json!(number - 1);
                }
                lines.push(incident);
            }
            _ => {}
        }
        let times = [(0, "opened"), (10, "closed"), (14, "first_card"), (50, "settled")];
        lines.push(coup(rulesets, &bets, &kinds, (start, number, shoes), &times, dice));
        if dice.below(9) == 0 {
            let ended = json!({"at": at(start + 80), "type": "shoe", "shoe": format!("S{shoes}"), "event": "end"});
            lines.push(ended);
            number = 0;
        }
    }
    chained(&lines)
}

fn coup(
    rulesets: [&Ruleset; 2],
    bets: &[&str],
    kinds: &[Kind],
    (start, number, shoe): (usize, usize, usize),
    usual: &[(usize, &str)],
    dice: &mut Dice,
) -> Value {
    let by = dice.one(&rulesets);
    let (dealt, totals) = loop {
        let drawn = cards(by.table.longest(), dice);
        if let Some(dealt) = by.book.deal(&by.table, &drawn) {
            let totals = (dealt.player.total(), dealt.banker.total());
            break (drawn.into_iter().take(dealt.used).collect::<Vec<_>>(), totals);
        }
    };
    let mut out = Map::new();
    let mut times = Map::new();
    for (second, name) in usual {
        if dice.below(25) > 0 {
            times.insert((*name).to_owned(), json!(at(start + second)));
        }
    }
    let mut shown = words(&dealt);
    match dice.below(20) {
        0 => {
            shown.pop();
        }
        1 => shown.push(words(&cards(1, dice)).remove(0)),
        _ => {}
    }
    let many = shown.len();
    out.insert("cards".to_owned(), json!(shown));
    if dice.below(8) == 0 {
        let to: String = (0..many).map(|_| dice.one(&['P', 'B', 'B', 'P', 'X', 'N'])).collect();
        out.insert(dice.one(&["to", "first_to"]).to_owned(), json!(to));
    }
    let is_irregular = dice.below(5) < 2;
    let is_void = if is_irregular { dice.truth() } else { dice.below(20) == 0 };
    let result = match totals.0.cmp(&totals.1) {
        _ if is_void => "void",
        Ordering::Less => "banker",
        Ordering::Equal => "tie",
        Ordering::Greater => "player",
    };
    let results = [result, result, result, result, result, "player", "banker", "tie", "void", "none"];
    let mut declared = Map::new();
    maybe(&mut declared, "result", json!(dice.one(&results[..9])), 1, dice);
    if !is_void {
        let total = |right: u8, dice: &mut Dice| if dice.below(8) > 0 { usize::from(right) } else { dice.below(10) };
        maybe(&mut declared, "player", json!(total(totals.0, dice)), 1, dice);
        maybe(&mut declared, "banker", json!(total(totals.1, dice)), 1, dice);
        maybe(&mut declared, "sevens", json!(dice.below(4)), 3, dice);
    }
    maybe(&mut out, "declared", Value::Object(declared), 1 + dice.below(8) / 7, dice);
    maybe(&mut out, "wrd", json!(dice.one(&results)), 1 + dice.below(8) / 7, dice);
    if dice.below(7) == 0 {
        out.insert("mode".to_owned(), json!("no_bet"));
        let mut why = Map::new();
        maybe(&mut why, "reason", json!(dice.one(NoBetReason::WORDS)), 1, dice);
        maybe(&mut why, "by", json!(dice.one(Role::ALL).0), 2, dice);
        out.insert("no_bet".to_owned(), Value::Object(why));
    }
    if is_irregular {
        let all: Vec<Value> = (0..1 + dice.below(2)).map(|_| irregularity(kinds, start, many, dice)).collect();
        out.insert("irregularities".to_owned(), json!(all));
    }
    let mut wagers = Vec::new();
    for (nth, bet) in bets.iter().enumerate() {
        for again in 0..dice.below(4).min(2) {
            let stake = dice.one(&[50, 100, 250, 500, 750, 1_000, 1_500, 2_000, 6_000]);
            let returned = if is_void && dice.below(4) > 0 { stake } else { stake * dice.below(3) };
            let mut wager =
                json!({"id": format!("{number}-{nth}-{again}"), "bet": bet, "stake": stake, "returned": returned});
            let own = wager.as_object_mut().unwrap();
            let moment = [3, 3, 3, 3, 3, 3, 9, 10, 11, 14, 15, 51];
            maybe(own, "placed", json!(at(start + dice.one(&moment))), 2, dice);
            maybe(own, "withdrawn", json!(at(start + dice.one(&[5, 10, 12, 14, 20]))), 15, dice);
            maybe(own, "removed", json!("reconstruction"), 15, dice);
            let seat = dice.below(2);
            maybe(own, "seat", json!(seat.to_string()), 1 + dice.below(6) / 5, dice);
            maybe(own, "player", json!(format!("p{}", dice.below(2))), 2, dice);
            maybe(own, "area", json!(seat.to_string()), 2, dice);
            maybe(own, "token", json!(dice.one(&["promotional", "cash"])), 8, dice);
            maybe(own, "approved", json!(true), 8, dice);
            maybe(own, "commission", json!(dice.one(&[5, 25, 50])), 8, dice);
            if dice.below(10) == 0 {
                own.insert("accepted".to_owned(), json!(false));
                maybe(own, "by", json!(dice.one(Role::ALL).0), 2, dice);
            }
            wagers.push(wager);
        }
    }
    if dice.below(20) > 0 {
        out.insert("wagers".to_owned(), json!(wagers));
    }
    let record =
        json!({"at": at(start + 70), "type": "coup", "shoe": format!("S{shoe}"), "coup": number, "times": times});
    out.extend(record.as_object().unwrap().clone());
    Value::Object(out)
}
