use std::collections::HashMap;

use resettle_audit::Code;
use resettle_game::PrizeKind;
use resettle_sealed_log::Time;

use super::{AppliedRuleset, Judgement, prizes};
use crate::breach::Breach;
use crate::read::RowPlace;
use crate::register::{Draw, Payment, Prize, Register};
use crate::time::end_of_day;

/// Judges what is recorded at draws and payments.
pub(super) fn judge(register: &Register, judgement: &mut Judgement<'_>) {
    let mut found = Vec::new();
    let mut drawn: HashMap<(&str, &str), i64> = HashMap::new();
    for draw in &register.draws {
        let Some(applied) = judgement.rulesets_applied.get(&draw.promotion) else { continue };
        let Some(prize) = judgement.index.prize(&draw.promotion, &draw.prize) else { continue };
        if let Some(held) = &draw.held {
            found.extend(scrutineer(draw, prize, &applied));
            found.extend(again(draw, prize, drawn.entry((&draw.promotion, &draw.prize)).or_default()));
            found.extend(as_planned(draw, held, &applied, judgement));
            found.extend(compromised(draw, held, &applied, judgement));
            found.extend(notified(draw, held, &applied, judgement));
        }
        let parts = judgement.index.payments(&draw.promotion, &draw.draw);
        found.extend(parts.iter().find_map(|part| paid_early(part, draw, &applied)));
        let large = prize.kind == PrizeKind::Cash && prize.value > applied.rules.payment.prize_over;
        found.extend(parts.iter().filter(|_| !large).filter_map(|part| payee(part, draw)));
        if prize.kind == PrizeKind::Cash {
            found.extend(sum(draw, prize, parts, &applied));
            found.extend(parts.iter().filter_map(|part| payment(part, draw, prize, &applied)));
        } else if prizes::alternative(prize, &applied, &judgement.index).is_none() {
            found.extend(paid(prize, parts, &applied));
        }
    }
    judgement.breaches.append(&mut found);
}

fn at(code: Code, place: &RowPlace, draw: &Draw, message: impl Into<String>) -> Breach {
    Breach::new(code, place, message).of(&draw.promotion).item(&draw.draw)
}

fn scrutineer(draw: &Draw, prize: &Prize, applied: &AppliedRuleset<'_>) -> Option<Breach> {
    let rules = &applied.rules.scrutineer;
    if let Some(name) = draw.scrutineer.as_ref().filter(|name| draw.winner.as_ref() == Some(*name)) {
        let message = "whoever oversaw this draw won it";
        let breach = at(Code::NoScrutineer, &draw.at, draw, message).by(applied.ruleset, &rules.clause);
        return Some(breach.compared("a scrutineer other than the winner", format!("both are {name}")));
    }
    if prize.value <= rules.prize_over {
        return None;
    }
    let logged = match (&draw.scrutineer, &draw.nominated_by) {
        (None, _) => "no scrutineer".to_owned(),
        (Some(_), Some(by)) if *by == rules.nominated_by => return None,
        (Some(_), Some(by)) => format!("a scrutineer nominated by {by}"),
        (Some(_), None) => "a scrutineer, and who nominated is not named".to_owned(),
    };
    let message = "this draw was held without a scrutineer whom the operator nominated";
    let breach = at(Code::NoScrutineer, &draw.at, draw, message).by(applied.ruleset, &rules.clause);
    Some(breach.compared(format!("a scrutineer nominated by {}", rules.nominated_by), logged))
}

/// One draw more than there are of its prize; `before` counts those before it. Where the register does not say how many
/// there are it is taken for one, which is a reading.
fn again(draw: &Draw, prize: &Prize, before: &mut i64) -> Option<Breach> {
    *before += 1;
    let most = prize.quantity.unwrap_or(1);
    if *before <= most {
        return None;
    }
    let message = format!("prize {} was drawn once more than there are of it", prize.prize);
    let breach = at(Code::DrawnTwice, &draw.at, draw, message).reading(prize.quantity.is_none());
    Some(breach.compared(format!("at most {most} held"), format!("{before} held")))
}

/// A draw is held when it was planned: not before, and on that day of the venue, unless it was put off or the terms were
/// amended.
fn as_planned(draw: &Draw, held: &Time, applied: &AppliedRuleset<'_>, judgement: &Judgement<'_>) -> Option<Breach> {
    let clause = applied.rules.draw_time.as_ref()?;
    let end = end_of_day(draw.planned.moment(), 0, applied.zone);
    let early = held.moment() < draw.planned.moment();
    if !early && held.moment() <= end {
        return None;
    }
    let (promotion, by) = (&draw.promotion, held.moment());
    if judgement.index.amended(promotion, by) || (!early && judgement.index.put_off(promotion, &draw.draw, by)) {
        return None;
    }
    let message =
        "this draw was held at another time than the one planned: nothing put it off, and no terms were amended";
    let breach = at(Code::PromotionTimes, &draw.at, draw, message).by(applied.ruleset, clause);
    Some(breach.compared(format!("from {} on, that day", draw.planned), held))
}

/// A prize is paid once its draw was held; at the first part that was paid before.
fn paid_early(part: &Payment, draw: &Draw, applied: &AppliedRuleset<'_>) -> Option<Breach> {
    let logged = match &draw.held {
        Some(held) if part.time.moment() >= held.moment() => return None,
        Some(held) => format!("paid at {}, drawn at {held}", part.time),
        None => format!("paid at {}, not drawn", part.time),
    };
    let message = "this prize was paid before its draw was held";
    let breach = Breach::new(Code::PromotionTimes, &part.at, message).of(&part.promotion).item(&part.draw);
    let breach = breach.compared("paid after the draw", logged);
    Some(match &applied.rules.draw_time {
        Some(clause) => breach.by(applied.ruleset, clause),
        None => breach,
    })
}

/// Whoever is named as paid is the winner, whatever the prize and however it was paid. No clause says so of prizes that
/// are not large sums of cash: it is what a draw is.
fn payee(part: &Payment, draw: &Draw) -> Option<Breach> {
    let payee = part.payee.as_ref()?;
    let (what, expected) = match &draw.winner {
        Some(winner) if winner == payee => return None,
        Some(winner) => ("was paid to another than the winner", format!("to the winner, {winner}")),
        None if draw.held.is_some() => ("was paid, and its draw has no winner", "to the winner of the draw".to_owned()),
        None => return None,
    };
    let message = format!("part {} of this prize {what}", part.part);
    let breach = Breach::new(Code::Payment, &part.at, message).of(&part.promotion).item(&part.draw);
    Some(breach.compared(expected, format!("to {payee}")))
}

fn compromised(draw: &Draw, held: &Time, applied: &AppliedRuleset<'_>, judgement: &Judgement<'_>) -> Option<Breach> {
    let (incident, action) = judgement.index.halted(&draw.promotion, &draw.draw, held.moment())?;
    let message = format!(
        "this draw was held though incident {} had it {} at {}",
        incident.incident,
        action.word(),
        incident.determined_at
    );
    let expected = match &incident.validated_at {
        Some(validated) if action == crate::register::Action::Postponed => format!("held from {validated} on"),
        _ => "not held".to_owned(),
    };
    let breach = at(Code::DrawnCompromised, &draw.at, draw, message).by(applied.ruleset, &applied.rules.integrity);
    Some(breach.compared(expected, format!("held at {held}")))
}

fn notified(draw: &Draw, held: &Time, applied: &AppliedRuleset<'_>, judgement: &Judgement<'_>) -> Option<Breach> {
    if draw.winner.is_none() || draw.presence_required == Some(true) {
        return None;
    }
    let rules = &applied.rules.notification;
    let end = end_of_day(held.moment(), rules.days, applied.zone);
    if judgement.as_of < end {
        return None;
    }
    // The moment at which a day ends is still in time.
    let in_time = |time: &Time| (held.moment()..=end).contains(&time.moment());
    let attempts = judgement.index.notifications(&draw.promotion, &draw.draw);
    let mut tried = attempts.iter().filter(|attempt| in_time(&attempt.time)).peekable();
    if tried.peek().is_none() {
        let message = "the operator did not try to notify the winner in time";
        let breach = at(Code::NotificationLate, &draw.at, draw, message).by(applied.ruleset, &rules.clause);
        let expected = format!("an attempt by the end of day {} after that of {held}", rules.days);
        let first = attempts.iter().filter(|attempt| attempt.time >= *held).map(|attempt| &attempt.time).min();
        let logged = first.map_or_else(|| "none".to_owned(), |time| format!("the first at {time}"));
        return Some(breach.compared(expected, logged));
    }
    let listed = |means: &str| rules.means.iter().any(|known| known.by == means);
    let mut others: Vec<&str> = Vec::new();
    for attempt in tried {
        if listed(&attempt.means) {
            return None;
        }
        if others.last() != Some(&attempt.means.as_str()) {
            others.push(&attempt.means);
        }
    }
    let message = "the winner was notified in time, but by none of the means of the rules";
    let means: Vec<&str> = rules.means.iter().map(|means| means.by.as_str()).collect();
    let mut breach = at(Code::NotificationMeans, &draw.at, draw, message);
    if let Some(first) = rules.means.first() {
        breach = breach.by(applied.ruleset, &first.clause);
    }
    Some(breach.compared(means.join(", "), others.join(", ")))
}

/// A prize that is not money is handed over as it is, unless an alternative is offered.
fn paid(prize: &Prize, parts: &[&Payment], applied: &AppliedRuleset<'_>) -> Option<Breach> {
    let rules = &applied.rules.cash_alternative;
    if prize.has_alternative() {
        return None;
    }
    let part = parts.iter().find(|part| !rules.paid_in.contains(&part.method))?;
    let message = format!(
        "a prize of kind {} was paid otherwise than as it is, and no alternative was offered",
        prize.kind.word()
    );
    let breach = Breach::new(Code::CashPaid, &part.at, message).of(&part.promotion).item(&part.draw);
    Some(breach.by(applied.ruleset, &rules.clause).compared(rules.paid_in.join(", "), &part.method))
}

fn payment(part: &Payment, draw: &Draw, prize: &Prize, applied: &AppliedRuleset<'_>) -> Option<Breach> {
    let rules = &applied.rules.payment;
    if prize.value <= rules.prize_over {
        return None;
    }
    let method = &part.method;
    let mut wanted = Vec::new();
    let mut logged = Vec::new();
    if !rules.methods.contains(method) {
        wanted.push(rules.methods.join(", "));
        logged.push(method.clone());
    }
    if let Some(chosen) = part.chosen.as_ref().filter(|chosen| *chosen != method) {
        wanted.push(format!("{chosen}, which the winner chose"));
        logged.push(method.clone());
    }
    if rules.crossed.contains(method) && part.crossed != Some(true) {
        wanted.push("crossed".to_owned());
        logged.push(if part.crossed.is_none() { "not recorded as crossed" } else { "not crossed" }.to_owned());
    }
    let must_name = rules.to_winner.contains(method);
    let other = part.payee.is_some() && draw.winner.is_some() && part.payee != draw.winner;
    if other || (must_name && (part.payee.is_none() || part.payee != draw.winner)) {
        let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "no name".to_owned());
        wanted.push(format!("to the winner, {}", named(&draw.winner)));
        logged.push(format!("to {}", named(&part.payee)));
    }
    if wanted.is_empty() {
        return None;
    }
    let message = format!("part {} of a cash prize was not paid as the rules say", part.part);
    let breach = Breach::new(Code::Payment, &part.at, message).of(&part.promotion).item(&part.draw);
    logged.dedup();
    Some(breach.by(applied.ruleset, &rules.clause).compared(wanted.join("; "), logged.join("; ")))
}

fn sum(draw: &Draw, prize: &Prize, parts: &[&Payment], applied: &AppliedRuleset<'_>) -> Option<Breach> {
    let rules = &applied.rules.payment.whole;
    let paid: i128 = parts.iter().map(|part| i128::from(part.amount)).sum();
    if parts.is_empty() || paid == i128::from(prize.value) {
        return None;
    }
    let message = "the parts that were paid do not come to the value of the prize";
    let breach = at(Code::PaymentSum, &draw.at, draw, message).by(applied.ruleset, &rules.clause);
    Some(breach.compared(prize.value, paid))
}
