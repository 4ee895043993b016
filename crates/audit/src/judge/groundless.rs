//! A coup that was voided without any clause that grounds it: what its wagers were due all the same, as far as the cards show it.

use resettle_game::counted;
use resettle_ruleset::Consequence;

use super::{basis, orders};
use crate::case::{Case, Judged, LeftOut, unsettled};
use crate::catalogue::Code;
use crate::finding::{Finding, LAW_OUTSIDE, Severity};
use crate::irregularity::{Effects, Logged};
use crate::placed_wager::PlacedWager;
use crate::settle::{came_back_of_stake, settle};
use crate::trace::{self, plain};

/// In place of what is logged.
pub(super) const NOTHING_LOGGED: &str = "no irregularity that could be read is logged at this coup";

/// No clause of this ruleset grounds the void. The money is reported as far as the cards show it, wager by wager.
pub(super) fn groundless(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    if let Some(trace) = case.trace {
        trace.section("A void without ground");
        trace.say("no clause of this ruleset grounds the void; to tell the money, the coup is dealt and settled as if it had not been voided");
    }
    // The void stands for what is wrong with the deal as well.
    let basis = basis::of(case, effects, &mut Vec::new());
    let basis = if basis.from_cards { Some(basis) } else { basis::dealt_by_the_rules(case) };
    let basis = basis.unwrap_or_else(|| basis::initial_deal(case));
    let (basis, order) = match orders::unknown(case, effects) {
        Some(cards) => orders::in_any(case, &cards, basis),
        None => (basis, None),
    };
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
    let logged = what_is_logged(case, effects, &judged.left_out);
    let id = &case.ruleset.id;
    let mut message = match effects.has(Consequence::MayVoid) {
        true => format!("the coup was voided, which {id} allows only by a ruling that is not there ({logged})"),
        false => format!("the coup was voided, and no clause of {id} grounds that ({logged})"),
    };
    let referred = effects.has(Consequence::Referred);
    let ruled = effects.all.iter().any(|effect| {
        let ruled = effects.decider(effect).and_then(|lowest| effect.group.ruled(lowest));
        matches!(effect.then, Some(Consequence::Referred | Consequence::MayVoid)) && ruled.is_some()
    });
    if ruled {
        message.push_str("; whoever may decide such a case did not rule it void");
    } else if referred {
        message.push_str("; the log does not show that somebody who may decide such a case did");
    }
    if let Some(law) = law {
        message.push_str(&format!("; {LAW_OUTSIDE}: {law}"));
    }
    if !not_recorded.is_empty() {
        let staked: i128 = not_recorded.iter().map(|wager| i128::from(wager.stake)).sum();
        let wagers = counted(not_recorded.len(), "wager");
        let staked = case.unit.of(staked);
        message.push_str(&format!(
            "; what was due for {wagers}, {staked} staked, cannot be said from the cards as they are logged"
        ));
        let why = order.map(|cards| format!("the order of cards {cards} is not known"));
        let why = why.or_else(|| basis::not_dealt_by_the_rules(case).filter(|_| !basis.from_cards));
        message.extend(why.map(|why| format!(": {why}")));
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
    let covered = (reading && stakes_went_back)
        .then_some("a clause covers the case and voids the coup, so that every stake went back rightly");
    let finding = finding.by_another(covered);
    judged.findings.push(if law.is_some() { finding.severity(Severity::Major) } else { finding });
}

/// What is logged that could have grounded a void: what stands, and what the log refutes or does not hold the cards for.
pub(super) fn what_is_logged(case: &Case<'_>, effects: &Effects<'_>, left_out: &[LeftOut]) -> String {
    let stands = |logged: &&Logged| effects.all.iter().any(|effect| effect.logged.claim() == logged.claim());
    let (seen, logged): (Vec<_>, Vec<_>) = case.irregularities.iter().filter(stands).partition(|logged| logged.implied);
    let mut refuted: Vec<String> = Vec::new();
    for LeftOut { at, why } in left_out {
        let kind = case.irregularities.get(*at).map(|logged| plain(&logged.irregularity.kind_word)).unwrap_or_default();
        let said = format!("{kind}: {why}");
        if !refuted.contains(&said) {
            refuted.push(said);
        }
    }
    let kinds = |some: Vec<&Logged>| -> Vec<String> {
        some.into_iter().map(|one| plain(&one.irregularity.kind_word)).collect()
    };
    // Why one that stands grounds no void: what its clause says follows.
    let stands = |one: &Logged| match effects.all.iter().find(|effect| effect.logged.claim() == one.claim()) {
        Some(effect) => trace::with_what_follows(case.ruleset, effect),
        None => trace::as_logged(&one.irregularity),
    };
    let logged = logged.into_iter().map(stands).collect();
    let parts: Vec<String> =
        [("logged", logged), ("logged, but it cannot be so", refuted), ("shown by the cards", kinds(seen))]
            .into_iter()
            .filter(|(_, some): &(&str, Vec<String>)| !some.is_empty())
            .map(|(how, some)| format!("{how}: {}", some.join("; ")))
            .collect();
    if parts.is_empty() { NOTHING_LOGGED.to_owned() } else { parts.join("; ") }
}
