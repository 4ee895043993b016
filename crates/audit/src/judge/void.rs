//! Coups without a result: those that had to be void, and those that were voided.

use std::collections::BTreeSet;

use resettle_coup_log::{CardCode, Coup, Irregularity, IrregularityFacts};
use resettle_ruleset::{Cite, Consequence};
use resettle_sealed_log::Time;
use resettle_words::{Kind, Shown};

use super::{basis, display};
use crate::case::{Basis, Case, Judged, money, unsettled};
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::{Effect, Effects, Logged};
use crate::settle::{return_stakes, settle, steps};
use crate::trace;

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
    let (_, staked, returned) = money(case.coup);
    judged.due += staked;
    judged.dues = case.wagers.iter().map(|wager| i128::from(wager.stake)).collect();
    if let Some(trace) = case.trace {
        trace.section("Wagers");
        for wager in case.wagers {
            steps::wager(trace, case.ruleset, wager, None, None, false);
            steps::stake_back(trace, "the coup had to be void", effect.clause, false, false);
            steps::returned(trace, wager, Some(i128::from(wager.stake)));
        }
    }
    let kind = effect.logged.irregularity.kind_word.replace('_', " ");
    let logged = case.coup.declared.and_then(|d| d.result).map_or("settled", |result| result.word());
    let message = match effect.then {
        Some(Consequence::Void) => format!("the coup had to be void ({kind}), and was settled"),
        _ => format!("the coup was ruled void ({kind}) by somebody who may, and was settled"),
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
    let settlement = return_stakes(&unsettled(case, effects, &Basis::default()), clause, refund.reading, &forfeits);
    judged.findings.extend(settlement.findings);
    judged.due += settlement.due;
    judged.dues = settlement.dues;
    let before = judged.findings.len();
    display::judge(case, effects, Some(Shown::Void.word()), false, judged);
    if let Some(trace) = case.trace {
        trace.section("Outcome");
        trace.say("void: no result");
        trace::announced(trace, case.coup, false, true, judged.findings.len() == before);
    }
}

/// No clause of this ruleset grounds the void. The money is reported if the cards give a result.
fn groundless(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    let (_, _, returned) = money(case.coup);
    if let Some(trace) = case.trace {
        trace.section("A void without ground");
        trace.say("no clause of this ruleset grounds the void; to tell the money, the coup is dealt and settled as if it had not been voided");
    }
    let mut ignored = Vec::new();
    let basis = basis::of(case, effects, &mut ignored);
    let settlement = settle(&unsettled(case, effects, &basis));
    let known = basis.from_cards && ignored.is_empty() && settlement.not_judged.is_empty();
    judged.due += if known { settlement.due } else { returned };
    if known {
        judged.dues = settlement.dues;
    } else {
        judged.dues = case.wagers.iter().map(|wager| wager.net()).collect();
        judged.not_judged = (0..judged.dues.len()).collect();
        if let Some(trace) = case.trace {
            trace.say("the cards do not tell what was due: the money of this coup is not judged");
        }
    }
    let outside = effects.all.iter().any(|effect| case.ruleset.void.outside.contains(&effect.logged.irregularity.kind));
    let kinds: Vec<String> =
        effects.all.iter().map(|effect| effect.logged.irregularity.kind_word.replace('_', " ")).collect();
    let what =
        if kinds.is_empty() { "no irregularity is logged".to_owned() } else { format!("logged: {}", kinds.join(", ")) };
    let referred = effects.has(Consequence::Referred);
    let mut message = format!("the coup was voided, and no clause of this ruleset grounds that ({what})");
    let ruled = effects.all.iter().any(|effect| {
        let ruled = effects.decider(effect).and_then(|lowest| effect.group.ruled(lowest));
        matches!(effect.then, Some(Consequence::Referred | Consequence::MayVoid)) && ruled.is_some()
    });
    if ruled {
        message.push_str("; whoever may decide such a case did not rule it void");
    } else if referred {
        message.push_str("; whoever may decide such a case did not, or is not named");
    }
    if let (true, Some(law)) = (outside, &case.ruleset.void.outside_why) {
        message.push_str("; law outside the rules may ground it: ");
        message.push_str(law);
    }
    let expected = basis.outcome.winner.filter(|_| known).map_or("a result", |winner| winner.word());
    let finding = Finding::new(Code::VoidGroundless, case.place, message).compared(expected, "void");
    let finding = if known { finding.money(returned - settlement.due) } else { finding };
    // If a row lets play go on only by a reading, the document may just as well not cover the case, and refer it to
    // somebody; or another clause may cover it.
    let reading = effects.all.iter().any(|effect| {
        let decider = case.ruleset.otherwise.as_ref();
        effects.may_be_covered(effect)
            || effect.row.is_some_and(|row| row.reading && row.then == Consequence::PlaysOn)
                && (effect.row.is_some_and(|row| row.when.completed == Some(true) && effect.facts.in_time)
                    || decider.is_some_and(|otherwise| effect.group.lets_void(otherwise.by)))
    });
    let finding = finding.reading(reading);
    judged.findings.push(if outside { finding.severity(Severity::Major) } else { finding });
}
