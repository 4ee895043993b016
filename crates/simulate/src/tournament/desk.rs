use std::io::Write;

use super::breaches::At;
use super::run::{ADVANCE, PLACES, ROUNDS, TournamentRun, hour};
use super::wagers::{CHIP, Level};
use crate::config::Error;
use crate::fields::Fields;
use crate::moment::Moment;

/// What everybody pays to enter.
const FEE: i64 = 10_000;
/// The prizes, which together are all fees.
const PRIZES: [i64; 3] = [320_000, 192_000, 128_000];

/// Conditions, entries and designations.
pub(super) fn before<W: Write>(run: &mut TournamentRun<W>) -> Result<(), Error> {
    let missing = run.shared.plants("part_missing", At::Desk);
    let fewer = run.shared.plants("entry_too_many", At::Desk);
    let unknown = run.shared.plants("no_conditions", At::Desk);
    if unknown.is_none() {
        let conditions = conditions(run, missing.is_none(), if fewer.is_some() { 63 } else { 64 }, "cheque");
        run.desk.session(None, "conditions", &conditions)?;
        if let Some(code) = missing {
            let mut found = run.desk.found(code);
            found.part = Some("k");
            run.shared.expected.push(found);
        }
    }
    enter(run, "W01", true, true)?;
    if let Some(code) = unknown {
        let found = run.desk.found(code);
        run.shared.expected.push(found);
    }
    refund(run, None, "W01", "withdrawal")?;
    for (player, why) in [("R01", "general"), ("R02", "criteria")] {
        let mut fields = Fields::new();
        fields.text("player", player).text("refused", why);
        run.desk.session(None, "entry", &fields)?;
    }
    let marked = run.drawn.last().cloned().unwrap_or_default();
    for number in 1..=64 {
        let player = format!("E{number:02}");
        let place = marked.iter().position(|own| *own == player);
        let form = !(place == Some(1) && run.shared.marked("no_form"));
        let given = !(place == Some(0) && run.shared.marked("not_given"));
        enter(run, &player, form, given)?;
    }
    if let Some(code) = fewer {
        let found = run.desk.found(code).player("E64");
        run.shared.expected.push(found);
    }
    if run.shared.marked("played_after_refund")
        && let Some(player) = run.drawn.get(7).and_then(|players| players.first()).cloned()
    {
        refund(run, None, &player, "withdrawal")?;
        run.shared.refunded = Some(player);
    }
    for (round, tables, at) in ROUNDS {
        for number in 1..=tables {
            designate(run, round, number, at)?;
        }
    }
    if let Some(code) = run.shared.plants("session_unplayed", At::Desk) {
        designate(run, 4, 2, 18)?;
        let found = run.desk.found(code);
        run.shared.expected.push(found);
    }
    Ok(())
}

/// What the office writes between two rounds.
pub(super) fn between<W: Write>(run: &mut TournamentRun<W>) -> Result<(), Error> {
    if let Some(code) = run.shared.plants("conditions_changed", At::Desk) {
        let conditions = conditions(run, true, 64, "cash");
        run.desk.session(Some(hour(13)), "conditions", &conditions)?;
        let found = run.desk.found(code);
        run.shared.expected.push(found);
    }
    Ok(())
}

/// Prizes and refunds.
pub(super) fn after<W: Write>(run: &mut TournamentRun<W>, placed: &[String]) -> Result<(), Error> {
    if let Some(code) = run.shared.plants("refund_groundless", At::Desk) {
        refund(run, Some(hour(19)), "E05", "goodwill")?;
        let found = run.desk.found(code).player("E05").money(FEE);
        run.shared.expected.push(found);
    }
    if let Some(code) = run.shared.plants("refund_forgotten", At::Desk) {
        let mut fields = Fields::new();
        fields.text("by", "tournament_manager");
        run.desk.session(Some(hour(20)), "cancelled", &fields)?;
        let found = run.desk.found(code).player("E07").money(-FEE);
        run.shared.expected.push(found);
        for number in (1..=64).filter(|number| *number != 7) {
            refund(run, None, &format!("E{number:02}"), "cancelled")?;
        }
        return Ok(());
    }
    let short = run.shared.plants("prizes_short", At::Desk);
    let another = run.shared.plants("prize_to_another", At::Desk);
    let mut paid = 0;
    for (place, (player, value)) in (1i64..).zip(placed.iter().zip(PRIZES)) {
        let value = if place == 3 && short.is_some() { value - 28_000 } else { value };
        let player = if place == 2 && another.is_some() { placed.first().unwrap_or(player) } else { player };
        let mut fields = Fields::new();
        fields.text("player", player).int("place", place).int("value", value);
        run.desk.session((place == 1).then(|| hour(21)), "prize", &fields)?;
        paid += value;
        if let Some(code) = another.filter(|_| place == 2) {
            let found = run.desk.found(code).player(player).money(value);
            run.shared.expected.push(found);
        }
    }
    if let Some(code) = short {
        let found = run.desk.found(code).money(paid - run.fees);
        run.shared.expected.push(found);
    }
    Ok(())
}

fn enter<W: Write>(run: &mut TournamentRun<W>, player: &str, form: bool, given: bool) -> Result<(), Error> {
    let mut fields = Fields::new();
    fields.text("player", player).flag("form", form).int("fee", FEE);
    if given {
        fields.text("given", &run.desk.time(run.desk.now()));
    }
    run.fees += FEE;
    Ok(run.desk.session(None, "entry", &fields)?)
}

fn refund<W: Write>(run: &mut TournamentRun<W>, at: Option<Moment>, player: &str, ground: &str) -> Result<(), Error> {
    let mut fields = Fields::new();
    fields.text("player", player).int("amount", FEE).text("ground", ground);
    run.fees -= FEE;
    Ok(run.desk.session(at, "refund", &fields)?)
}

fn designate<W: Write>(run: &mut TournamentRun<W>, round: i64, number: usize, at: i64) -> Result<(), Error> {
    let key = format!("R{round}-7UP-{number:02}");
    let other = run.shared.marked("other_table") && (round, number) == (1, 9);
    let table = if other { "7UP-99".to_owned() } else { format!("7UP-{number:02}") };
    let start = run.desk.time(hour(at));
    let mut fields = Fields::new();
    fields.text("session", &key).int("round", round).text("table", &table).text("start", &start);
    let breach = ((round, number) == (2, 3)).then(|| run.shared.plants("designated_by_another", At::Desk)).flatten();
    let mut own = fields.clone();
    own.text("by", if breach.is_some() { "gaming_supervisor" } else { "tournament_manager" });
    run.desk.session((key == "R1-7UP-01").then(|| hour(10)), "schedule", &own)?;
    if let Some(code) = breach {
        let found = run.desk.found(code);
        run.shared.expected.push(found);
    }
    // One start is altered in time, with notice.
    if (round, number) == (2, 1) {
        fields.text("by", "tournament_manager").flag("notified", true);
        run.desk.session(None, "schedule", &fields)?;
    } else if (round, number) == (2, 2)
        && let Some(code) = run.shared.plants("unannounced_start", At::Desk)
    {
        fields.text("by", "tournament_manager");
        run.desk.session(None, "schedule", &fields)?;
        let found = run.desk.found(code);
        run.shared.expected.push(found);
    }
    Ok(())
}

fn conditions<W: Write>(run: &TournamentRun<W>, statement: bool, most: i64, payment: &str) -> Fields {
    let object = |fill: &dyn Fn(&mut Fields)| {
        let mut fields = Fields::new();
        fill(&mut fields);
        fields
    };
    let level = |coup: i64| {
        let mut fields = object(&|fields| {
            fields.int("coup", coup);
        });
        let mut all = fields.tail().to_owned();
        all.push_str(Level::at(coup).fields().tail());
        fields = Fields::from_tail(all);
        fields.object()
    };
    let rounds: Vec<String> = ROUNDS
        .iter()
        .map(|(round, tables, _)| {
            let mut fields = Fields::new();
            let tables = i64::try_from(*tables).unwrap_or(1);
            fields.int("round", *round).int("tables", tables).int("coups", super::heat::COUPS);
            let (what, number) = if *round == 4 { ("places", PLACES) } else { ("advance", ADVANCE) };
            fields.int(what, i64::try_from(number).unwrap_or(0));
            fields.object()
        })
        .collect();
    let prizes: Vec<String> = (1i64..)
        .zip(PRIZES)
        .map(|(place, value)| {
            object(&|fields| {
                fields.int("place", place).int("value", value);
            })
            .object()
        })
        .collect();
    let mut fields = Fields::new();
    fields.text("published", &run.desk.time(hour(8))).int("fee", FEE);
    fields.raw("allotment", "{\"chips\":100000,\"price\":5000}").flag("compulsory", true);
    fields.raw("levels", &format!("[{},{}]", level(1), level(6))).raw("rounds", &format!("[{}]", rounds.join(",")));
    fields.text("progression", "the first two of each table").flag("repechage", false);
    fields.raw("play", "{\"allocation\":\"by lot\",\"order\":true,\"pass_cards\":1,\"undisclosed\":1}");
    fields.raw("buy_back", "{\"times\":1,\"method\":\"at the desk\",\"timing\":\"before the next coup\"}");
    fields.raw("eligibility", "{\"entitled_only\":true,\"refusal\":true,\"criteria\":\"members\"}");
    let terms = object(&|fields| {
        fields.text("withdrawal", &run.desk.time(hour(10))).text("form", "F-1").int("min", 8).int("max", most);
    });
    fields.raw("terms", &terms.object()).raw("prizes", &format!("[{}]", prizes.join(","))).text("payment", payment);
    if statement {
        fields.flag("statement", true);
    }
    fields.int("chip", CHIP).int("wager_time", 10).flag("chips_in_cash", false);
    fields
}
