//! Small logs for a ruleset: what a judge of play has to find in them, and what not. The rules are those of Baccarat at
//! Marina Bay Sands, version 7; `index.json` names them.

use super::{Case, begin, opening};
use crate::common::{Log, time};

/// The ruleset by which these logs are judged.
pub const RULESET: &str = "sg/mbs/baccarat/2017-02-17";

/// A log with limits, a shoe and these coups, written half a minute one after the other.
fn table(name: &str, coups: &[String]) -> Vec<u8> {
    let mut log: Log = begin(name)
        .with(&opening(name).replace("\"game\":\"baccarat\"", &format!("\"game\":\"{}\"", game(name))))
        .with(r#""type":"limits","min":{"player":2500,"banker":2500},"max":{"player":500000,"banker":500000,"tie":50000},"chip":500"#)
        .with(r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":["4C"]"#);
    for (at, coup) in coups.iter().enumerate() {
        log = log.at(30 + 30 * at as u64).with(coup);
    }
    let end = 60 + 30 * coups.len() as u64;
    log.at(end).with(r#""type":"shoe","shoe":"S-1","event":"end""#).at(end).seal(true).bytes()
}

fn game(name: &str) -> &'static str {
    if name == "judged-no-rules" { "punto-banco" } else { "baccarat" }
}

/// The times of the coup that is written so many seconds after the log's begin.
fn times(written: u64) -> String {
    let [opened, closed, first, settled] = [25, 15, 14, 1].map(|before| time(written - before));
    format!(r#""times":{{"opened":"{opened}","closed":"{closed}","first_card":"{first}","settled":"{settled}"}}"#)
}

/// Coup 1: King and eight against ten and three, 10,000 on Player, paid even.
fn first() -> String {
    format!(
        r#""type":"coup","shoe":"S-1","coup":1,{},"cards":["KS","TS","8D","3C"],"wagers":[{{"id":"w1","seat":"3","bet":"player","stake":10000,"placed":"{}","returned":20000}}],"declared":{{"result":"player","player":8,"banker":3}},"wrd":"player""#,
        times(30),
        time(10)
    )
}

/// Coup 2: the Player draws to 4, the Banker to 1 and has 9; Banker pays 19 to 20.
fn second() -> String {
    format!(
        r#""type":"coup","shoe":"S-1","coup":2,{0},"cards":["4C","6S","QD","5H","7H","8C"],"wagers":[{{"id":"w1","seat":"3","bet":"player","stake":10000,"placed":"{1}","returned":0}},{{"id":"w2","seat":"5","bet":"banker","stake":20000,"placed":"{1}","returned":39000}}],"declared":{{"result":"banker","player":1,"banker":9}},"wrd":"banker""#,
        times(60),
        time(40)
    )
}

/// Cards burned in mid-shoe, as many as a coup takes.
const BURNED: &str = r#""type":"shoe","shoe":"S-1","event":"burn","cards":["2D","3D","9H","9S"]"#;

/// Coup 2 half a minute later.
fn after_what_was_burned() -> String {
    let later = edited(&second(), &times(60), &times(90));
    later.replace(&time(40), &time(70))
}

fn edited(coup: &str, from: &str, to: &str) -> String {
    assert_eq!(coup.matches(from).count(), 1, "{from}");
    coup.replace(from, to)
}

/// Of each finding the line, code and wager as everywhere, its coup, and the money.
fn judged(name: &str, about: &str, coups: &[String], reported: &[(&str, u64, Option<i64>)]) -> Case {
    let lines: Vec<&str> = reported.iter().map(|(reported, _, _)| *reported).collect();
    // Beside them an open, limits, a start, an end and a seal.
    let records = coups.len() as u64 + 5;
    let mut case = Case::new(name, about, table(name, coups), records, &lines);
    case.coups = Some(reported.iter().map(|(_, coup, money)| (Some(*coup), *money)).collect());
    case
}

pub fn all() -> Vec<Case> {
    let one = |from: &str, to: &str| vec![edited(&first(), from, to), second()];
    let two = |from: &str, to: &str| vec![first(), edited(&second(), from, to)];
    vec![
        judged("judged-clean", "Two coups, dealt, announced and paid as they should be.", &[first(), second()], &[]),
        judged(
            "judged-underpaid",
            "Player won and got its stake back alone.",
            &one(r#""returned":20000"#, r#""returned":10000"#),
            &[("4 settlement/underpaid w1", 1, Some(-10000))],
        ),
        judged(
            "judged-overpaid",
            "Banker was paid without commission.",
            &two(r#""returned":39000"#, r#""returned":40000"#),
            &[("5 settlement/overpaid w2", 2, Some(1000))],
        ),
        judged(
            "judged-lost-wager-returned",
            "A wager that lost went back.",
            &two(r#""returned":0"#, r#""returned":10000"#),
            &[("5 settlement/overpaid w1", 2, Some(10000))],
        ),
        judged(
            "judged-misdeclared",
            "The announcement says 7 where the cards give 8.",
            &one(r#""player":8"#, r#""player":7"#),
            &[("4 result/misdeclared", 1, None)],
        ),
        judged(
            "judged-display-wrong",
            "The display showed another winner.",
            &one(r#""wrd":"player""#, r#""wrd":"banker""#),
            &[("4 display/wrd-mismatch", 1, None)],
        ),
        judged(
            "judged-coup-number-left-out",
            "Coup 2 is missing.",
            &two(r#""coup":2"#, r#""coup":3"#),
            &[("5 procedure/coup-gap", 3, None)],
        ),
        judged(
            "judged-coup-burned",
            "As many cards as a coup takes were burned between the two coups.",
            &[first(), BURNED.to_owned(), after_what_was_burned()],
            &[("6 procedure/burn", 2, None)],
        ),
        judged(
            "judged-cards-burned",
            "Three cards were burned between the two coups, one fewer than a coup takes.",
            &[first(), BURNED.replace(r#","9S""#, ""), after_what_was_burned()],
            &[],
        ),
        judged(
            "judged-over-the-limit",
            "A stake above the maximum was settled whole.",
            &one(r#""stake":10000"#, r#""stake":600000"#)
                .into_iter()
                .map(|coup| coup.replace(r#""returned":20000"#, r#""returned":1200000"#))
                .collect::<Vec<_>>(),
            &[("4 wager/over-limit w1", 1, None)],
        ),
        judged(
            "judged-late-wager-paid",
            "A wager was placed after no more bets were taken, and paid.",
            &one(&time(10), &time(20)),
            &[("4 wager/late-honoured w1", 1, Some(10000))],
        ),
        judged(
            "judged-unknown-bet",
            "A wager on a bet that the rules do not offer.",
            &one(r#""bet":"player""#, r#""bet":"dragon""#),
            &[("4 wager/not-permitted w1", 1, Some(10000))],
        ),
        judged(
            "judged-not-drawn",
            "The Player stood on 4: the coup is as declared, and no payment is asked for.",
            &[
                first(),
                edited(
                    &edited(&second(), r#""QD","5H","7H","8C""#, r#""QD","5H""#),
                    r#""declared":{"result":"banker","player":1,"banker":9},"wrd":"banker""#,
                    r#""declared":{"result":"player","player":4,"banker":1},"wrd":"player""#,
                )
                .replace(r#""returned":0"#, r#""returned":20000"#)
                .replace(r#""returned":39000"#, r#""returned":0"#),
            ],
            &[("5 deal/missing-draw", 2, None)],
        ),
        judged(
            "judged-void-without-ground",
            "A coup was called void and its stakes went back; nothing says why.",
            &one(r#"{"result":"player","player":8,"banker":3},"wrd":"player""#, r#"{"result":"void"},"wrd":"void""#)
                .into_iter()
                .map(|coup| coup.replace(r#""returned":20000"#, r#""returned":10000"#))
                .collect::<Vec<_>>(),
            &[("4 void/groundless", 1, Some(-10000))],
        ),
        judged(
            "judged-two-faults-of-one-coup",
            "A wrong display and a wrong payment are two findings.",
            &[
                first(),
                edited(
                    &edited(&second(), r#""wrd":"banker""#, r#""wrd":"tie""#),
                    r#""returned":39000"#,
                    r#""returned":20000"#,
                ),
            ],
            &[("5 display/wrd-mismatch", 2, None), ("5 settlement/underpaid w2", 2, Some(-19000))],
        ),
        judged(
            "judged-no-rules",
            "A game of which there are no rules: every coup says so.",
            &[first(), second()],
            &[("4 ruleset/none-in-force", 1, None), ("5 ruleset/none-in-force", 2, None)],
        ),
    ]
}
