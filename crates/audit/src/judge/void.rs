//! Coups without a result: those that had to be void, and those that were voided.

use std::collections::BTreeSet;

use resettle_coup_log::{CardCode, Coup, Irregularity, IrregularityFacts};
use resettle_game::{Kind, Shown};
use resettle_ruleset::{Cite, Consequence};
use resettle_sealed_log::Time;

use super::groundless::groundless;
use super::{display, unjudged};
use crate::case::{Basis, Case, Judged, money, unsettled};
use crate::catalogue::Code;
use crate::claims::evidence;
use crate::finding::{Finding, ON_WORD, Place};
use crate::irregularity::{Effect, Effects, Logged};
use crate::settle::{came_back_of_stake, return_stakes, steps};
use crate::sink::Evidence;
use crate::slack::after;
use crate::trace::{self, plain};

/// An `XX` among the cards of a coup that declares no foreign card is a foreign card. No clause on foreign cards asks
/// when they were noticed; the record's own time is used.
pub(super) fn implied_foreign_card(coup: &Coup, place: &Place, written: &Time) -> Logged {
    let card = coup.cards.iter().flatten().position(|card| *card == CardCode::FOREIGN);
    let irregularity = Irregularity {
        kind: Kind::ForeignCard,
        kind_word: Kind::ForeignCard.word().to_owned(),
        noticed: written.clone(),
        notified_at: None,
        ruling: None,
        by: None,
        notified: Vec::new(),
        facts: IrregularityFacts { card, ..IrregularityFacts::default() },
    };
    Logged {
        irregularity,
        place: place.clone(),
        written: written.clone(),
        opened: None,
        seconded: false,
        implied: true,
    }
}

/// Whether the coup was voided. If nothing was declared, a void display, or stakes returned where a clause requires
/// that, show it.
pub(super) fn is_void(case: &Case<'_>, effects: &Effects<'_>) -> bool {
    let said = case.coup.declared.and_then(|declared| declared.result);
    if said.is_some() {
        return case.declared_void();
    }
    case.coup.wrd == Some(Shown::Void)
        || (effects.voids().is_some() && case.wagers.iter().all(|wager| wager.net() == i128::from(wager.stake)))
}

/// A clause voids the coup, but it was settled: one finding stands for everything that followed.
pub(super) fn undeclared(case: &Case<'_>, effects: &Effects<'_>, effect: &Effect<'_>, judged: &mut Judged) {
    let staked = money(case.coup).staked;
    let came_back = || case.wagers.iter().map(|wager| (wager, came_back_of_stake(wager)));
    let returned: i128 = came_back().map(|(_, back)| back).sum();
    let more = came_back().map(|(wager, back)| (wager.at, back - wager.net()));
    judged.not_taken_off = more.filter(|(_, more)| *more != 0).collect();
    judged.due += staked;
    judged.dues = case.wagers.iter().map(|wager| i128::from(wager.stake)).collect();
    if let Some(trace) = case.trace {
        trace.section("Wagers");
        for wager in case.wagers {
            steps::wager(trace, case.ruleset, wager, None, None, false);
            steps::stake_back(trace, "the coup had to be void", effect.clause, false, false);
            steps::returned(trace, wager, judged.came_back(wager), Some(i128::from(wager.stake)));
        }
    }
    let irregularity = &effect.logged.irregularity;
    let (stated, coup) = (&effect.logged.place, case.place);
    let line = stated.line.filter(|line| stated.source == coup.source && Some(*line) != coup.line);
    let line = line.map_or_else(String::new, |line| format!("; stated in line {line}"));
    let kind = match effect.logged.implied {
        true => format!("{}: shown by the cards, not logged", plain(&irregularity.kind_word)),
        false => trace::as_logged(irregularity) + &line,
    };
    let logged = case.coup.declared.and_then(|d| d.result).map_or("settled", |result| result.word());
    let after_its_record = after(&irregularity.noticed, &effect.logged.written, case.around.slack.noticed);
    let settled = match effect.facts.completed {
        true if after_its_record => {
            "it was settled (when that was noticed is not known: the time stated is later than the record that states it)"
        }
        true => "by the times logged it had been settled before that was noticed",
        false if returned == staked && came_back().all(|(wager, back)| back == i128::from(wager.stake)) => {
            "it was not declared void, though every stake went back"
        }
        false => "it was settled",
    };
    let shows = |one: &Effect<'_>| one.logged.implied || evidence(case, one.logged) == Evidence::Log;
    let on_word = !shows(effect) && !effects.all.iter().any(|one| one.then == Some(Consequence::Void) && shows(one));
    let rests = if on_word { format!("; {ON_WORD}") } else { String::new() };
    let message = match effect.then {
        Some(Consequence::Void) => {
            let ruled = if irregularity.ruling.is_some() { ", whatever was ruled" } else { "" };
            let reading = if effects.rests_on_a_reading(effect) { ", as it is read here," } else { "" };
            let void = |clause| format!(": by {clause}{reading} it is void{ruled}");
            let clause = effect.clause.map_or_else(String::new, void);
            format!("the coup had to be void ({kind}){clause}; {settled}{rests}")
        }
        _ => format!("the coup was ruled void ({kind}) by a role that may rule so; {settled}{rests}"),
    };
    let finding = Finding::new(Code::VoidUndeclared, case.place, message)
        .clause(effect.clause.map(|clause| case.ruleset.cite(clause)))
        .compared("void, every stake returned", logged)
        .money(returned - staked)
        .by_another(effects.rests_on_a_reading(effect).then_some("it is not void for that"));
    judged.findings.push(finding);
}

/// Why a coup is void, in words: `the coup is void (foreign card, 5.3)`.
fn what_voids(ground: Option<&Effect<'_>>, decided: Option<&Effect<'_>>) -> String {
    let Some(effect) = ground.or(decided) else { return "the coup is void".to_owned() };
    let clause = effect.clause.map_or_else(String::new, |clause| format!(", {clause}"));
    let by = match ground {
        Some(_) => String::new(),
        None => {
            effect.group.office.map_or_else(String::new, |role| format!(" by decision of the {}", plain(role.word())))
        }
    };
    format!("the coup is void{by} ({}{clause})", plain(&effect.logged.irregularity.kind_word))
}

/// A coup that was voided: whether that is grounded, then the stakes and the display.
pub(super) fn judge_voided(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    let ground = effects.voids().or_else(|| effects.may_void());
    let decided = effects.decided();
    if ground.is_none() && decided.is_none() {
        groundless(case, effects, judged);
        return;
    }
    if let (None, Some(decided)) = (ground, decided) {
        let by = decided.group.office.map_or("", |role| role.word()).replace('_', " ");
        let kind = plain(&decided.logged.irregularity.kind_word);
        let message = format!("the coup was voided by decision of the {by} ({kind})");
        judged.findings.push(
            Finding::new(Code::VoidDiscretionary, case.place, message)
                .clause(decided.clause.map(|clause| case.ruleset.cite(clause)))
                .compared("a clause that voids the coup, or a decision", format!("void by decision of the {by}")),
        );
    }
    let general = &case.ruleset.void.refund;
    let own = ground.and_then(|effect| effect.row).and_then(|row| row.refund.as_ref());
    let refund = own.unwrap_or(general);
    let clause: Option<&Cite> = refund.clause.as_ref().or(ground.or(decided).and_then(|effect| effect.clause));
    let forfeits: BTreeSet<String> = effects
        .all
        .iter()
        .filter(|effect| effect.row.is_some_and(|row| row.forfeit.is_some()))
        .flat_map(|effect| effect.logged.irregularity.facts.wagers.clone().unwrap_or_default())
        .collect();
    let mut settlement = return_stakes(
        &unsettled(case, effects, &Basis::default()),
        &what_voids(ground, decided),
        clause,
        refund.reading,
        &forfeits,
    );
    judged.findings.append(&mut settlement.findings);
    judged.due += settlement.due;
    unjudged::by_declaration(case, &settlement, judged);
    judged.dues = settlement.dues;
    judged.not_taken_off = settlement.not_taken_off;
    let before = judged.findings.len();
    display::judge(case, effects, Some(Shown::Void.word()), false, judged);
    if let Some(trace) = case.trace {
        trace.section("Outcome");
        trace.say("void: no result");
        trace::announced(trace, case.coup, false, true, judged.findings.len() == before);
    }
}
