//! What rule 15 means for a coup: its session, its bounds, who has which chips, what is recorded beside the wagers.

use std::collections::BTreeMap;

use resettle_coup_log::{Form, TournamentCoup};
use resettle_ruleset::{Cite, Ruleset};
use resettle_sealed_log::Time;

use super::moment::shown;
use super::{Trace, plain};
use crate::tournament::{InSession, TournamentTerms};

/// The terms under which a coup of a tournament is judged; none if no log of it was judged as a tournament's.
pub(crate) fn tournament(
    trace: &Trace<'_>,
    own: &TournamentCoup,
    terms: Option<&TournamentTerms>,
    ruleset: Option<&Ruleset>,
    written: &Time,
) {
    let rules = ruleset.and_then(|ruleset| ruleset.tournament.as_ref());
    let check = |name: &str| rules.and_then(|rules| rules.check(name));
    trace.section("Tournament");
    let Some(terms) = terms else {
        trace.say("no ruleset with rules of tournament play judges it: it is settled as ordinary play");
        return;
    };
    match &terms.session {
        Some(session) => in_session(trace, &own.session, session, check("level-change")),
        None => trace.say("its session was not running at this table: nothing else of tournament play is asked"),
    }
    if let Some(marker) = &own.marker {
        trace.say(format!("the marker lies on box {marker}"));
    }
    for (what, players) in [("pass cards", &own.passes), ("not in their seats", &own.absent)] {
        if !players.is_empty() {
            trace.say(format!("{what}: {}", players.join(", ")));
        }
    }
    for deduction in &own.deductions {
        let why = if deduction.absent { "for absence" } else { "for an incomplete form" };
        let by = deduction.by.map_or_else(String::new, |by| format!(", by {}", plain(by.word())));
        trace.say(format!("{} deducted from {} {why}{by}", deduction.amount, deduction.player));
    }
    own.undisclosed.iter().for_each(|form| undisclosed(trace, form));
    if let Some(announced) = terms.announced {
        let at = shown(announced, written);
        let text = format!("the announcement at {at} closes all wagers but undisclosed ones");
        trace.by(text, check("announced-close"), false);
    }
    counted(trace, terms, check("maximum"), check("increment"));
}

fn in_session(trace: &Trace<'_>, key: &str, session: &InSession, clause: Option<&Cite>) {
    let what = if session.play_off { "the play-off" } else { "session" };
    trace.say(format!("coup {} of {what} {key}, round {}", session.coup, session.round));
    if session.known {
        let words = format!("minimum {}; maximum {}", bounds(&session.level.min), bounds(&session.level.max));
        trace.by(format!("the bounds are those of the level, not of the table sign: {words}"), clause, false);
    } else {
        trace.say("no conditions are among the logs: bounds, increments, falls and ranking are not judged");
    }
    for (seat, player, chips) in &session.players {
        let chips = chips.map_or_else(|| "not known until the next count".to_owned(), |chips| chips.to_string());
        trace.inner(format!("seat {seat}, {player}: chips before the coup {chips}"));
    }
}

fn undisclosed(trace: &Trace<'_>, form: &Form) {
    let shows = match (&form.bet, form.amount) {
        (Some(bet), Some(amount)) => format!("{amount} on {bet}"),
        _ => "incomplete, so that no wager comes of it".to_owned(),
    };
    let at = |what: &str, time: Option<&Time>| time.map_or_else(String::new, |time| format!(", {what} at {time}"));
    let wager = form.wager.as_ref().map_or_else(String::new, |wager| format!(", wager {wager}"));
    trace.say(format!(
        "form of an undisclosed wager of {}: {shows}{wager}{}{}",
        form.player,
        at("recorded", form.recorded.as_ref()),
        at("announced", form.announced.as_ref())
    ));
}

/// Wagers of which less counts than was staked.
fn counted(trace: &Trace<'_>, terms: &TournamentTerms, maximum: Option<&Cite>, increment: Option<&Cite>) {
    for lot in &terms.lots {
        let why = if lot.over { "the maximum" } else { "whole increments of the minimum, or a restriction" };
        let text = format!(
            "of {} staked by {} ({}) {} counts: {why}; the rest goes back",
            lot.staked,
            lot.player,
            lot.members.join(", "),
            lot.counts
        );
        trace.by(text, if lot.over { maximum } else { increment }, false);
    }
    let void: Vec<&str> = terms.wagers.iter().filter(|(_, wager)| wager.void).map(|(name, _)| name.as_str()).collect();
    if !void.is_empty() {
        trace.say(format!("below the minimum, and cannot be made up: void is {}", void.join(", ")));
    }
}

fn bounds(of: &BTreeMap<String, i64>) -> String {
    let parts: Vec<String> = of.iter().map(|(bet, amount)| format!("{bet} {amount}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}
