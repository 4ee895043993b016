use resettle_audit::Code;

use super::{AppliedRuleset, Judgement};
use crate::breach::Breach;
use crate::register::{Complaint, Denial, Register};

/// Judges what claimants and complainants are owed.
pub(super) fn judge(register: &Register, judgement: &mut Judgement<'_>) {
    let mut found = Vec::new();
    for denial in &register.denials {
        let Some(applied) = judgement.rulesets_applied.get(&denial.promotion) else { continue };
        denied(denial, &applied, &mut found);
    }
    for complaint in &register.complaints {
        let Some(applied) = judgement.rulesets_applied.get(&complaint.promotion) else { continue };
        found.extend(complained(complaint, &applied));
    }
    judgement.breaches.append(&mut found);
}

fn denied(denial: &Denial, applied: &AppliedRuleset<'_>, found: &mut Vec<Breach>) {
    let rules = &applied.rules.denials;
    let at = |code, message: &str| Breach::new(code, &denial.at, message).of(&denial.promotion).item(&denial.claim);
    let kept = denial.value > rules.kept.value_over;
    if kept {
        let details = [("claimant", &denial.claimant), ("address", &denial.address), ("reason", &denial.reason)];
        let lacking: Vec<&str> = details.iter().filter(|(_, text)| text.is_none()).map(|(name, _)| *name).collect();
        if !lacking.is_empty() {
            let breach = at(Code::DenialRecord, "details of a denied claim are not kept")
                .by(applied.ruleset, &rules.kept.clause);
            found.push(breach.compared("claimant, address, reason", format!("without {}", lacking.join(", "))));
        }
    }
    // A reason that is missing in a claim whose details are kept is found there.
    let lacking: Vec<&str> =
        [("informed_at", denial.informed_at.is_none()), ("reason", !kept && denial.reason.is_none())]
            .iter()
            .filter(|(_, lacks)| *lacks)
            .map(|(name, _)| *name)
            .collect();
    if !lacking.is_empty() {
        let breach =
            at(Code::NotInformed, "that the claimant was informed of the reason of the denial is not recorded");
        let logged = format!("without {}", lacking.join(", "));
        found.push(breach.by(applied.ruleset, &rules.clause).compared("informed_at, reason", logged));
    }
}

fn complained(complaint: &Complaint, applied: &AppliedRuleset<'_>) -> Option<Breach> {
    if complaint.satisfied == Some(true) || complaint.advised_at.is_some() {
        return None;
    }
    let message = "a claimant who was not satisfied was not informed of the right to complain to an inspector";
    let breach = Breach::new(Code::ComplaintRight, &complaint.at, message).of(&complaint.promotion);
    let breach = breach.item(&complaint.complaint).by(applied.ruleset, &applied.rules.complaints);
    Some(breach.compared("advised", "not recorded"))
}
