//! Coups without a result: those that had to be void, and those that were voided.

use std::collections::BTreeSet;

use resettle_coup_log::{CardCode, Coup, Irregularity, IrregularityFacts};
use resettle_game::{Fact, Kind, Shown, counted};
use resettle_ruleset::{Cite, Consequence};
use resettle_sealed_log::Time;

use super::{basis, display, unjudged};
use crate::case::{Basis, Case, Judged, money, unsettled};
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::{Effect, Effects, Logged};
use crate::placed_wager::PlacedWager;
use crate::settle::{came_back_of_stake, return_stakes, settle, steps};
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
    let (_, staked, _) = money(case.coup);
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
    let kind = effect.logged.irregularity.kind_word.replace('_', " ");
    let logged = case.coup.declared.and_then(|d| d.result).map_or("settled", |result| result.word());
    let message = match effect.then {
        Some(Consequence::Void) => format!("the coup had to be void ({kind}), and was settled"),
        _ => format!("the coup was ruled void ({kind}) by a role that may rule so, and was settled"),
    };
    let finding = Finding::new(Code::VoidUndeclared, case.place, message)
        .clause(effect.clause.map(|clause| case.ruleset.cite(clause)))
        .compared("void, every stake returned", logged)
        .money(returned - staked)
        .reading(effects.rests_on_a_reading(effect));
    judged.findings.push(finding);
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
        let message = format!("the coup was voided by decision of the {by}");
        judged.findings.push(
            Finding::new(Code::VoidDiscretionary, case.place, message)
                .clause(decided.clause.map(|clause| case.ruleset.cite(clause)))
                .compared("a decision", "void"),
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
    let mut settlement = return_stakes(&unsettled(case, effects, &Basis::default()), clause, refund.reading, &forfeits);
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

/// No clause of this ruleset grounds the void. The money is reported as far as the cards show it, wager by wager.
fn groundless(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    if let Some(trace) = case.trace {
        trace.section("A void without ground");
        trace.say("no clause of this ruleset grounds the void; to tell the money, the coup is dealt and settled as if it had not been voided");
    }
    // The void stands for what is wrong with the deal as well.
    let basis = basis::of(case, effects, &mut Vec::new());
    let basis = if basis.from_cards { Some(basis) } else { basis::dealt_by_the_rules(case) };
    let basis = basis.unwrap_or_else(|| basis::initial_deal(case));
    let settlement = settle(&unsettled(case, effects, &basis));
    let unknown = |wager: &&PlacedWager<'_>| settlement.not_judged.contains(&wager.at);
    let off: Vec<i128> = (case.wagers.iter().zip(&settlement.dues))
        .filter(|(wager, _)| !unknown(wager))
        .map(|(wager, due)| settlement.came_back(wager) - due)
        .collect();
    let not_recorded: Vec<&PlacedWager<'_>> = case.wagers.iter().filter(unknown).collect();
    judged.due += settlement.due;
    judged.dues.clone_from(&settlement.dues);
    judged.not_taken_off.clone_from(&settlement.not_taken_off);
    judged.not_judged.clone_from(&settlement.not_judged);
    if let (Some(trace), false) = (case.trace, not_recorded.is_empty()) {
        trace.say(match off.is_empty() {
            true => "the cards do not show what was due: the money of this coup is not judged",
            false => "the cards do not show what was due for every wager: that of the others is judged",
        });
    }
    let law = effects.all.iter().find_map(|effect| case.ruleset.void.law_on(effect.logged.irregularity.kind));
    let mut message =
        format!("the coup was voided, and no clause of this ruleset grounds that ({})", what_is_logged(case, effects));
    let referred = effects.has(Consequence::Referred);
    let ruled = effects.all.iter().any(|effect| {
        let ruled = effects.decider(effect).and_then(|lowest| effect.group.ruled(lowest));
        matches!(effect.then, Some(Consequence::Referred | Consequence::MayVoid)) && ruled.is_some()
    });
    if ruled {
        message.push_str("; whoever may decide such a case did not rule it void");
    } else if referred {
        message.push_str("; whoever may decide such a case did not, or is not named");
    }
    if let Some(law) = law {
        message.push_str("; law outside the rules may ground it: ");
        message.push_str(law);
    }
    if !not_recorded.is_empty() {
        let staked: i128 = not_recorded.iter().map(|wager| i128::from(wager.stake)).sum();
        let wagers = counted(not_recorded.len(), "wager");
        let staked = case.unit.of(staked);
        message.push_str(&format!("; what was due for {wagers}, {staked} staked, the cards do not show"));
    }
    let expected = basis.outcome.winner.filter(|_| basis.from_cards).map_or("a result", |winner| winner.word());
    let finding = Finding::new(Code::VoidGroundless, case.place, message).compared(expected, "void");
    // A sum over some of the wagers that comes to nothing would read as if nothing had been moved; so would one over none of
    // a coup whose result nothing shows.
    let all_recorded = not_recorded.is_empty() && (basis.from_cards || !off.is_empty());
    let known = all_recorded || off.iter().any(|off| *off != 0);
    let finding = if known { finding.money(off.iter().sum()) } else { finding };
    judged.without_ground = basis.hands.map(|hands| (basis.outcome, hands));
    // If a row lets play go on only by a reading, the document may just as well not cover the case, and refer it to
    // somebody; or another clause may cover it.
    let reading = effects.all.iter().any(|effect| {
        let decider = case.ruleset.otherwise.as_ref();
        effects.may_be_covered(effect)
            || effect.row.is_some_and(|row| row.reading && row.then == Consequence::PlaysOn)
                && (effect.row.is_some_and(|row| row.when.completed == Some(true) && effect.facts.in_time)
                    || decider.is_some_and(|otherwise| effect.group.lets_void(otherwise.by)))
    });
    // By another reading that grounds the void every stake goes back, no more and no less.
    let stakes_went_back = case.wagers.iter().all(|wager| came_back_of_stake(wager) == i128::from(wager.stake));
    let finding = finding.reading(reading && stakes_went_back);
    judged.findings.push(if law.is_some() { finding.severity(Severity::Major) } else { finding });
}

/// What is logged that could have grounded a void: what stands, and what the log refutes or does not hold the cards for.
fn what_is_logged(case: &Case<'_>, effects: &Effects<'_>) -> String {
    let stands = |logged: &&Logged| effects.all.iter().any(|effect| effect.logged.claim() == logged.claim());
    let seen = |logged: &&Logged| logged.implied;
    let (standing, left_out): (Vec<_>, Vec<_>) = case.irregularities.iter().partition(stands);
    let (seen, logged): (Vec<_>, Vec<_>) = standing.into_iter().partition(seen);
    let kinds = |some: Vec<&Logged>| -> Vec<String> {
        some.into_iter().map(|one| plain(&one.irregularity.kind_word)).collect()
    };
    // Why one that stands grounds no void: what its clause says follows.
    let stands = |one: &Logged| {
        let kind = plain(&one.irregularity.kind_word);
        let Some(effect) = effects.all.iter().find(|effect| effect.logged.claim() == one.claim()) else { return kind };
        let rows = || case.ruleset.irregularities.iter().filter(|row| row.kind == one.irregularity.kind);
        let late = !effect.facts.in_time && rows().any(|row| row.when.asks(Fact::InTime));
        let late = if late { ", noticed too late for what voids the coup" } else { "" };
        let follows = effect.then.map_or("no clause is about it", Consequence::meaning);
        let clause = effect.clause.map_or_else(String::new, |clause| format!("{clause}: "));
        format!("{kind}{late} [{clause}{follows}]")
    };
    let logged = logged.into_iter().map(stands).collect();
    let parts: Vec<String> =
        [("logged", logged), ("refuted or left out", kinds(left_out)), ("shown by the cards", kinds(seen))]
            .into_iter()
            .filter(|(_, some): &(&str, Vec<String>)| !some.is_empty())
            .map(|(how, some)| format!("{how}: {}", some.join("; ")))
            .collect();
    if parts.is_empty() { "no irregularity that can be read is logged".to_owned() } else { parts.join("; ") }
}
