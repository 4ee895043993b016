//! What each irregularity led to, and whether the coup is, must be or may be void.

use resettle_coup_log::Irregularity;
use resettle_game::{Affects, Fact, Form, Kind, Role, Ruling, Said, counted};
use resettle_ruleset::{Cite, Consequence, ResolvedFacts, Ruleset};

use super::{Trace, plain};
use crate::finding::LOGGED_AT_THIS_COUP;
use crate::irregularity::{Effect, Effects, Logged, reaches};

/// Every irregularity: its facts, the row of the ruleset, what follows.
pub(crate) fn irregularities(trace: &Trace<'_>, ruleset: &Ruleset, effects: &Effects<'_>, is_any_logged: bool) {
    trace.section("Irregularities");
    if effects.all.is_empty() {
        trace.say(match is_any_logged {
            true => "the log refutes what is logged",
            false => "none that can be read is logged",
        });
    }
    for effect in &effects.all {
        one(trace, ruleset, effect);
    }
}

fn one(trace: &Trace<'_>, ruleset: &Ruleset, effect: &Effect<'_>) {
    let Logged { irregularity, place, implied, .. } = effect.logged;
    let line = place.line.map_or_else(String::new, |line| format!(" (line {line})"));
    let kind = plain(&irregularity.kind_word);
    if *implied {
        trace.say(format!("{kind}: not logged, but XX is among the cards; only the void is asked"));
    } else {
        let notified = irregularity.notified_at.as_ref().map_or_else(String::new, |at| format!(", notified at {at}"));
        trace.say(format!("{kind}{line}: noticed at {}{notified}", irregularity.noticed));
    }
    if Kind::parse(&irregularity.kind_word).is_none() {
        trace.inner("an unknown kind, read as `other`");
    }
    let ruling = irregularity.ruling.map_or("none", |ruling| ruling.word());
    let by = irregularity.by.map_or_else(|| "not named".to_owned(), |role| plain(role.word()));
    trace.inner(format!("ruling logged: {ruling}; by: {by}; notified: {}", roles(&irregularity.notified)));
    trace.inner(format!("facts: {}", facts(ruleset, irregularity, &effect.facts)));
    match (effect.row, &ruleset.otherwise, effect.then) {
        (Some(row), _, _) => {
            let silent = if row.clause.is_none() { " (no clause: the document is silent)" } else { "" };
            trace.inner_by(
                format!(
                    "row of the ruleset: {} ({}), then {}: {}{silent}",
                    row.kind.word(),
                    row.when.in_words(),
                    row.then.word(),
                    row.then.meaning()
                ),
                row.clause.as_ref(),
                row.reading,
            );
        }
        (None, _, Some(Consequence::PlaysOn)) => trace.inner_by(
            "whoever may form this opinion let the device stand: it was not formed, and nothing follows",
            effect.clause,
            false,
        ),
        (None, Some(otherwise), Some(then)) => trace.inner_by(
            format!(
                "no row of the ruleset fits, so the rule for all others holds, {}: {}; to be decided by the {} or higher",
                then.word(),
                then.meaning(),
                plain(otherwise.by.word())
            ),
            Some(&otherwise.clause),
            false,
        ),
        _ => trace.inner("the document is silent: no clause of this ruleset voids the coup for it or grounds a void"),
    }
    let Some(row) = effect.row else { return };
    if let Some(by) = &row.by {
        let reached = if reaches(irregularity.by, by.role) { "reached" } else { "not reached" };
        trace.inner_by(format!("to be decided by a {} or higher: {reached}", by.name), Some(&by.clause), false);
    }
    if let Some(notify) = &row.notify {
        let missing: Vec<Role> =
            notify.roles.iter().copied().filter(|role| !irregularity.notified.contains(role)).collect();
        let verdict = if missing.is_empty() { "done".to_owned() } else { format!("missing: {}", roles(&missing)) };
        trace.inner_by(format!("to be notified: {}; {verdict}", roles(&notify.roles)), Some(&notify.clause), false);
    }
    if let Some(check) = &row.check {
        trace.inner_by("the device has to be emptied and checked before the next coup", Some(check), false);
    }
    if let Some(replace) = &row.replace {
        trace.inner_by("damaged cards have to be replaced before the next coup", Some(replace), false);
    }
    if let Some(forfeit) = &row.forfeit {
        trace.inner_by("of the wagers it names 0 is right as well as the stake", Some(forfeit), false);
    }
}

/// A claim that the log refutes.
pub(crate) fn refuted(trace: &Trace<'_>, irregularity: &Irregularity, why: &str) {
    trace.section("Claims refuted");
    let kind = plain(&irregularity.kind_word);
    trace.say(format!("{kind}, noticed at {}: judged as if it were not there, because {why}", irregularity.noticed));
}

fn roles(list: &[Role]) -> String {
    if list.is_empty() {
        return "not logged".to_owned();
    }
    let words: Vec<String> = list.iter().map(|role| plain(role.word())).collect();
    words.join(", ")
}

/// What an irregularity states in words, cards counted from 1: `hand player`, `card no. 5`, `wagers w3`. What an interruption affects,
/// and after how many cards, is not among it: both count unstated too.
fn stated(irregularity: &Irregularity) -> Vec<String> {
    let said = |fact: &Fact| {
        let said = match irregularity.facts.said(*fact) {
            Some(_) if matches!(fact, Fact::Affects | Fact::AfterCards) => return None,
            Some(Said::Word(word)) => plain(word),
            Some(Said::Index(at)) => numbered(&[at]),
            Some(Said::Indexes(list)) => numbered(&list),
            Some(Said::Names(names)) if names.is_empty() => return Some(format!("no {} named", plain(fact.name()))),
            Some(Said::Names(names)) => names.join(", "),
            Some(Said::Text(text)) => format!("\"{text}\""),
            Some(Said::Truth(_)) | None => return None,
        };
        Some(format!("{} {said}", plain(fact.name())))
    };
    irregularity.kind.states().iter().filter_map(said).collect()
}

/// Cards by their numbers, which are no ranks: `no. 4`, `no. 4 and 5`.
fn numbered(places: &[usize]) -> String {
    let numbers: Vec<String> = places.iter().map(|at| (at + 1).to_string()).collect();
    match numbers.split_last() {
        Some((last, before)) if !before.is_empty() => format!("no. {} and {last}", before.join(", ")),
        _ => format!("no. {}", numbers.concat()),
    }
}

/// An irregularity with its facts, when it was noticed, and what was ruled on it by whom: what is looked for on video.
pub(crate) fn as_logged(irregularity: &Irregularity) -> String {
    let mut said = vec![plain(&irregularity.kind_word)];
    said.append(&mut stated(irregularity));
    said.extend(irregularity.kind.states().iter().filter_map(|fact| match irregularity.facts.said(*fact)? {
        Said::Truth(yes) => fact.in_words(yes).map(str::to_owned),
        _ => None,
    }));
    said.push(format!("noticed at {}", irregularity.noticed));
    let by = irregularity.by.map(|by| format!("by {}", plain(by.word())));
    let ruled = |ruling: Ruling, by: String| match ruling {
        Ruling::Void => format!("ruled void{by}"),
        Ruling::Stands => format!("ruled{by} that the coup stands"),
        other => format!("ruled `{}`{by}", other.word()),
    };
    said.push(match (irregularity.ruling, by) {
        (Some(ruling), Some(by)) => ruled(ruling, format!(" {by}")),
        (Some(ruling), None) => format!("{}, decider not named", ruled(ruling, String::new())),
        (None, Some(by)) => format!("logged {by}, without a ruling"),
        (None, None) => "no decision is logged".to_owned(),
    });
    said.join("; ")
}

/// An irregularity with its facts, and what its clause says follows.
pub(crate) fn with_what_follows(ruleset: &Ruleset, effect: &Effect<'_>) -> String {
    let irregularity = &effect.logged.irregularity;
    let mut rows = ruleset.irregularities.iter().filter(|row| row.kind == irregularity.kind);
    let late = !effect.facts.in_time && rows.any(|row| row.when.asks(Fact::InTime));
    let late = if late { ", noticed too late to void the coup" } else { "" };
    format!("{}{late} [{}]", as_logged(irregularity), what_follows(ruleset, effect))
}

/// What the clause of an irregularity says follows from it: `by the rules, 12.7 on burn omitted: it changes nothing`; where no clause
/// says it, how that is read.
pub(crate) fn what_follows(ruleset: &Ruleset, effect: &Effect<'_>) -> String {
    let kind = plain(&effect.logged.irregularity.kind_word);
    let follows = match effect.then {
        None => return format!("the rules have no clause on {kind} as it is logged"),
        Some(Consequence::StandsAsDeclared) => "the misdeal stands, and may not be voided any more".to_owned(),
        Some(Consequence::Referred) => referred_to(ruleset, effect),
        Some(then) => then.meaning().to_owned(),
    };
    match effect.clause {
        Some(clause) => format!("by the rules, {clause} on {kind}: {follows}"),
        None => format!("no clause on {kind}; as it is read here, {follows}"),
    }
}

fn referred_to(ruleset: &Ruleset, effect: &Effect<'_>) -> String {
    let decider = who_decides(ruleset, effect);
    decider.map_or_else(
        || Consequence::Referred.meaning().to_owned(),
        |(_, name, _)| {
            format!(
                "left to a decision: only a {name}, or a higher role, may void the coup, and each such void is reported"
            )
        },
    )
}

/// The lowest role that may decide about an irregularity, by the name that the clause gives, and that clause.
pub(crate) fn who_decides<'r>(ruleset: &'r Ruleset, effect: &Effect<'r>) -> Option<(Role, String, &'r Cite)> {
    match (effect.row.and_then(|row| row.by.as_ref()), &ruleset.otherwise) {
        (Some(by), _) => Some((by.role, by.name.clone(), &by.clause)),
        (None, Some(otherwise)) => Some((otherwise.by, plain(otherwise.by.word()), &otherwise.clause)),
        (None, None) => None,
    }
}

/// The irregularities that are logged at a coup, with what follows from each, as far as they bear on what is said; none where none does.
pub(crate) fn logged_at_coup(
    ruleset: &Ruleset,
    effects: &Effects<'_>,
    bears: impl Fn(&Effect<'_>) -> bool,
) -> Option<String> {
    let logged = effects.all.iter().filter(|effect| !effect.logged.implied && bears(effect));
    let said: Vec<String> = logged.map(|effect| with_what_follows(ruleset, effect)).collect();
    (!said.is_empty()).then(|| format!("{LOGGED_AT_THIS_COUP}{}", said.join("; ")))
}

/// The facts that were logged, then those that the clauses ask for and that apply by default.
fn facts(ruleset: &Ruleset, irregularity: &Irregularity, resolved: &ResolvedFacts) -> String {
    let logged = &irregularity.facts;
    let mut out = stated(irregularity);
    let asked = |fact| ruleset.irregularities.iter().any(|row| row.kind == irregularity.kind && row.when.asks(fact));
    for fact in Fact::ASKED.iter().copied().filter(|fact| fact.form() == Form::Truth && fact.is_stated()) {
        let stated = logged.said(fact).is_some();
        if stated || asked(fact) {
            let default = if stated { "" } else { " (not stated: the default)" };
            let truth = if resolved.word(fact) == "true" { "yes" } else { "no" };
            out.push(format!("{} {truth}{default}", plain(fact.name())));
        }
    }
    if irregularity.kind == Kind::TechnicalInterruption {
        let default = if logged.affects.is_none() { " (not stated: the default)" } else { "" };
        out.push(format!("affects {}{default}", resolved.affects.word()));
        if resolved.affects == Affects::Round {
            out.push(match logged.after_cards {
                Some(count) => format!("after {}", counted(count, "card")),
                None => "after all cards logged (not stated: the default)".to_owned(),
            });
        }
    }
    let follows = |yes: bool, words: [&str; 2]| (if yes { words[0] } else { words[1] }).to_owned();
    if asked(Fact::InTime) {
        out.push(follows(
            resolved.in_time,
            ["so noticed before the next commencement", "so noticed at or after the next commencement"],
        ));
    }
    if asked(Fact::InitialDeal) {
        let count = ruleset.deal.order.len();
        let text = follows(resolved.initial_deal, ["so in the initial deal", "so not in the initial deal"]);
        out.push(format!("{text} (the first {})", counted(count, "card")));
    }
    if asked(Fact::OutcomeEstablished) && resolved.affects == Affects::Round {
        out.push(follows(
            resolved.outcome_established,
            [
                "so some wager on offer had conclusively won or lost, however the round is finished",
                "so no wager on offer had conclusively won or lost",
            ],
        ));
    }
    if out.is_empty() { "none that a clause asks for".to_owned() } else { out.join("; ") }
}

/// Whether the coup must be, may be, and is void.
pub(crate) fn verdict(trace: &Trace<'_>, effects: &Effects<'_>, is_void: bool) {
    trace.section("Void or not");
    let name = |effect: &Effect<'_>| plain(&effect.logged.irregularity.kind_word);
    let marked = |effect: &Effect<'_>| effect.row.is_some_and(|row| row.reading);
    match (effects.voids(), effects.may_void(), effects.decided()) {
        (Some(effect), _, _) => {
            trace.by(format!("it must be void: {}", name(effect)), effect.clause, marked(effect));
        }
        (None, Some(effect), _) => {
            trace.by(format!("it may be void, and need not: {}", name(effect)), effect.clause, marked(effect));
        }
        (None, None, Some(effect)) => {
            let by = effect.logged.irregularity.by.map_or_else(String::new, |role| plain(role.word()));
            trace.by(format!("it may be void by decision of the {by}: {}", name(effect)), effect.clause, false);
        }
        (None, None, None) => trace.say("nothing voids it or grounds a void"),
    }
    trace.say(if is_void { "it is logged as void" } else { "it is not logged as void" });
    if is_void {
        trace.say("of a void coup the deal, the result, limits, combinations and times are not judged; the return of the stakes, the display and procedure are");
    } else if effects.voids().is_some() {
        trace.say(
            "every stake was due back; that finding stands for the deal, the result, the display and all payments",
        );
    }
}
