//! The register: every irregularity, and every wager refused or removed, with what came of it and what it moved.
//! `adjudication.md`, "The register".

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use resettle_coup_log::{Coup, Irregularity};
use resettle_game::{Fact, Kind, Mode, Said};
use resettle_ruleset::{Consequence, Ruleset};
use resettle_sealed_log::Moment;

use super::evidence::evidence;
use crate::case::{Case, Judged, LeftOut, money};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::irregularity::{Claim, Effect, Effects, Logged};
use crate::placed_wager::PlacedWager;
use crate::sink::{AtTerminal, Evidence, Registered, Subject};

/// The entries of a judged coup. `findings` are those of the coup.
pub(crate) fn about_coup(
    case: &Case<'_>,
    ruleset: &Arc<Ruleset>,
    judged: &Judged,
    findings: &[Finding],
) -> Vec<Registered> {
    let mut entries = Vec::new();
    let circumstances = case.circumstances();
    let effects = Effects::of(&circumstances, case.irregularities);
    let believed: HashSet<Claim<'_>> = judged.believed.iter().map(Logged::claim).collect();
    let found: BTreeSet<Code> = findings.iter().map(|finding| finding.code).collect();
    let moved = moved(case, judged);
    let went_back = moved.is_none().then(|| returned(case, judged)).filter(|returned| *returned != 0);
    for (at, effect) in effects.all.iter().enumerate().filter(|(_, effect)| !effect.logged.implied) {
        let believed = believed.contains(&effect.logged.claim());
        let entry = entry(case, ruleset, &effect.logged.place, &effect.logged.irregularity);
        entries.push(Registered {
            ruling: effect.logged.irregularity.ruling,
            by: effect.logged.irregularity.by,
            clause: effect.clause.filter(|_| believed).map(|clause| ruleset.cite(clause).clause),
            consequence: consequence(
                effect,
                judged,
                judged.left_out.iter().find(|one| one.at == at),
                case.coup.mode == Some(Mode::NoBet),
                found.contains(&Code::VoidGroundless),
            ),
            evidence: evidence(case, effect.logged),
            moved,
            went_back,
            at_terminals: at_terminals(case, judged, &effect.logged.irregularity),
            faults: faults(&found, &effect.logged.irregularity, believed, effect.then),
            ..entry
        });
    }
    for at in &judged.not_left {
        if let Some(wager) = case.wagers.get(*at) {
            entries.push(about_wager(case, ruleset, judged, findings, wager));
        }
    }
    entries
}

/// The entry of an irregularity of a coup that no ruleset judged.
pub(crate) fn about_unjudged(coup: &Coup, commenced: Moment, logged: &Logged) -> Registered {
    Registered {
        shoe: coup.shoe.clone(),
        coup: coup.coup,
        commenced,
        ruling: logged.irregularity.ruling,
        by: logged.irregularity.by,
        consequence: "no ruleset was in force: nothing of the coup is judged".to_owned(),
        went_back: Some(money(coup).returned).filter(|returned| *returned != 0),
        chips: coup.tournament.is_some(),
        ..blank(&logged.place, &logged.irregularity)
    }
}

/// The entry of an incident that concerns no coup: only its duties were checked.
pub(crate) fn about_incident(
    logged: &Logged,
    shoe: Option<&str>,
    coup: Option<u64>,
    ruleset: Option<&Arc<Ruleset>>,
    clause: Option<String>,
    findings: &[Finding],
) -> Registered {
    let irregularity = &logged.irregularity;
    Registered {
        shoe: shoe.map(str::to_owned),
        coup,
        commenced: logged.written.moment(),
        ruleset: ruleset.cloned(),
        ruling: irregularity.ruling,
        by: irregularity.by,
        clause,
        consequence: "of no coup: only its duties are asked".to_owned(),
        faults: codes(findings.iter()),
        ..blank(&logged.place, irregularity)
    }
}

fn blank(place: &Place, irregularity: &Irregularity) -> Registered {
    Registered {
        place: place.clone(),
        log: Arc::from(""),
        file: Arc::from(""),
        shoe: None,
        coup: None,
        commenced: irregularity.noticed.moment(),
        ruleset: None,
        subject: Subject::Irregularity,
        kind: irregularity.kind_word.clone(),
        wager: None,
        player: None,
        seat: None,
        terminals: irregularity.facts.terminals.clone().unwrap_or_default(),
        facts: facts(irregularity),
        noticed: Some(irregularity.noticed.clone()),
        ruling: None,
        by: None,
        clause: None,
        consequence: String::new(),
        evidence: Evidence::Word,
        moved: None,
        went_back: None,
        at_terminals: Vec::new(),
        chips: false,
        faults: Vec::new(),
        authenticated: false,
    }
}

fn entry(case: &Case<'_>, ruleset: &Arc<Ruleset>, place: &Place, irregularity: &Irregularity) -> Registered {
    Registered {
        shoe: case.coup.shoe.clone(),
        coup: case.coup.coup,
        commenced: case.moment(),
        ruleset: Some(Arc::clone(ruleset)),
        ..blank(place, irregularity)
    }
}

fn about_wager(
    case: &Case<'_>,
    ruleset: &Arc<Ruleset>,
    judged: &Judged,
    findings: &[Finding],
    wager: &PlacedWager<'_>,
) -> Registered {
    let removed = wager.removed;
    let came_back = judged.came_back(wager);
    let clause = match removed {
        true => ruleset.removal.as_ref().map(|rule| &rule.clause),
        false => ruleset.not_accepted.as_ref().map(|rule| &rule.clause),
    };
    let own = findings.iter().filter(|finding| finding.wager.as_deref() == Some(wager.name.as_str()));
    let moved = moved_by(judged, wager);
    Registered {
        place: wager.place.clone(),
        log: Arc::from(""),
        file: Arc::from(""),
        shoe: case.coup.shoe.clone(),
        coup: case.coup.coup,
        commenced: case.moment(),
        ruleset: Some(Arc::clone(ruleset)),
        subject: if removed { Subject::RemovedWager } else { Subject::RefusedWager },
        kind: wager.bet.clone(),
        wager: Some(wager.name.clone()),
        player: wager.player.clone(),
        seat: wager.seat.clone(),
        terminals: wager.terminal.iter().cloned().collect(),
        facts: vec![("stake", wager.stake.to_string()), ("returned", came_back.to_string())],
        noticed: if removed { wager.withdrawn.clone() } else { wager.placed.clone() },
        ruling: None,
        by: wager.by,
        clause: clause.map(|clause| ruleset.cite(clause).clause),
        consequence: if came_back == i128::from(wager.stake) {
            "the stake went back"
        } else {
            "settled as if it were on the layout"
        }
        .to_owned(),
        evidence: Evidence::Word,
        moved,
        went_back: moved.is_none().then_some(came_back).filter(|returned| *returned != 0),
        at_terminals: Vec::new(),
        chips: case.coup.tournament.is_some(),
        faults: codes(own),
        authenticated: false,
    }
}

/// All returned less all due by the cards as logged; `None` where the cards do not show what was due for a wager.
fn moved(case: &Case<'_>, judged: &Judged) -> Option<i128> {
    // Where the record lacks its wagers, nothing says that nothing moved.
    let lacks = case.wagers.is_empty() && case.coup.wagers.is_none() && case.coup.mode != Some(Mode::NoBet);
    let dues = judged.by_cards.as_ref().filter(|_| judged.not_judged.is_empty() && !lacks)?;
    Some(returned(case, judged) - dues.iter().sum::<i128>())
}

/// What a wager returned less what was due by the cards as logged; `None` where they do not show that.
fn moved_by(judged: &Judged, wager: &PlacedWager<'_>) -> Option<i128> {
    let dues = judged.by_cards.as_ref().filter(|_| !judged.not_judged.contains(&wager.at))?;
    Some(judged.came_back(wager) - dues.get(wager.at)?)
}

/// What the coup moved at each terminal that the irregularity names.
fn at_terminals(case: &Case<'_>, judged: &Judged, irregularity: &Irregularity) -> Vec<AtTerminal> {
    let named = irregularity.facts.terminals.as_deref().unwrap_or_default();
    if case.wagers.is_empty() || case.wagers.iter().any(|wager| wager.terminal.is_none()) {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    let once = named.iter().filter(|terminal| seen.insert(terminal.as_str()));
    once.map(|terminal| {
        let there = || case.wagers.iter().filter(|wager| wager.terminal.as_ref() == Some(terminal));
        let moved = there().map(|wager| moved_by(judged, wager)).sum::<Option<i128>>();
        let returned = there().map(|wager| judged.came_back(wager)).sum();
        AtTerminal { terminal: terminal.clone(), moved, returned }
    })
    .collect()
}

/// All that went back, as far as it counts.
fn returned(case: &Case<'_>, judged: &Judged) -> i128 {
    case.wagers.iter().map(|wager| judged.came_back(wager)).sum()
}

fn consequence(
    effect: &Effect<'_>,
    judged: &Judged,
    left_out: Option<&LeftOut>,
    no_bet: bool,
    groundless: bool,
) -> String {
    if let Some(LeftOut { why, .. }) = left_out {
        return format!("judged as if it were not there: {why}");
    }
    let led_to = match effect.then {
        None => "the document is silent",
        Some(Consequence::StandsAsDeclared) if judged.beyond_reach => {
            "the misdeal stands, and gives no other result than that of the cards, which counts"
        }
        Some(then) => then.meaning(),
    };
    let done = if judged.is_void && effect.then.is_none() && !groundless {
        "the coup was voided on another ground"
    } else if judged.is_void {
        "the coup was voided"
    } else if judged.had_to_be_void {
        "the coup was settled, and had to be void"
    } else if no_bet {
        "it was a no-bet coup"
    } else {
        "the coup was settled"
    };
    format!("{led_to}; {done}")
}

/// The findings of the coup about this irregularity, or about what it led to.
fn faults(found: &BTreeSet<Code>, irregularity: &Irregularity, believed: bool, then: Option<Consequence>) -> Vec<Code> {
    let fits = |code: &Code| match code {
        Code::ClaimRefuted | Code::MalformedRecord => !believed,
        Code::VoidGroundless => true,
        Code::VoidUndeclared
        | Code::ClaimUnsupported
        | Code::Ruling
        | Code::AuthorityMissing
        | Code::NotificationMissing
        | Code::Clock => believed,
        Code::NoBetCoup => believed && then == Some(Consequence::OpensNoBetCoup),
        Code::Misdeclared | Code::MisplacedCard => {
            believed
                && matches!(
                    irregularity.kind,
                    Kind::WrongCardCount
                        | Kind::UnauthorisedDraw
                        | Kind::DealtOutOfOrder
                        | Kind::CardsDrawnTogether
                        | Kind::OrderAltered
                )
        }
        _ => false,
    };
    found.iter().copied().filter(fits).collect()
}

fn codes<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Code> {
    let mut codes: Vec<Code> = findings.map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// The facts that the log states, in the order of the format.
fn facts(irregularity: &Irregularity) -> Vec<(&'static str, String)> {
    // Logs count cards from 0; output for people counts them from 1.
    let place = |fact, at: usize| if fact == Fact::AfterCards { at } else { at.saturating_add(1) }.to_string();
    let in_words = |fact, said| match said {
        Said::Truth(truth) => truth.to_string(),
        Said::Word(word) => word.to_owned(),
        Said::Index(at) => place(fact, at),
        Said::Indexes(list) => list.into_iter().map(|at| place(fact, at)).collect::<Vec<_>>().join(", "),
        Said::Names(names) => names.join(", "),
        Said::Text(text) => text,
    };
    let stated = |fact: &Fact| Some((fact.name(), in_words(*fact, irregularity.facts.said(*fact)?)));
    irregularity.kind.states().iter().filter_map(stated).collect()
}
