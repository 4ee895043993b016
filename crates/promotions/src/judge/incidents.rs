use resettle_audit::Code;

use super::{AppliedRuleset, Judgement};
use crate::breach::Breach;
use crate::register::{Incident, Register};
use crate::time::end_of_day;

/// Judges what is recorded at incidents: whether the inspectorate was notified.
pub(super) fn judge(register: &Register, judgement: &mut Judgement<'_>) {
    let mut found = Vec::new();
    for incident in &register.incidents {
        let Some(applied) = judgement.rulesets_applied.get(&incident.promotion) else { continue };
        found.extend(notified(incident, &applied, judgement));
    }
    judgement.breaches.append(&mut found);
}

fn notified(incident: &Incident, applied: &AppliedRuleset<'_>, judgement: &Judgement<'_>) -> Option<Breach> {
    incident.action?;
    let end = end_of_day(incident.determined_at.moment(), 0, applied.zone);
    if judgement.as_of < end {
        return None;
    }
    let logged = match &incident.inspectorate_at {
        Some(notified) if notified.moment() <= end => return None,
        Some(notified) => notified.to_string(),
        None => "not recorded".to_owned(),
    };
    let message = "the inspectorate was not informed at once that integrity was compromised";
    let breach = Breach::new(Code::Inspectorate, &incident.at, message).of(&incident.promotion);
    let expected = format!("on the day of {}", incident.determined_at);
    Some(breach.item(&incident.incident).by(applied.ruleset, &applied.rules.integrity).compared(expected, logged))
}
