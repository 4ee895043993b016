use resettle_audit::Code;

use super::{Bench, Law};
use crate::breach::Breach;
use crate::register::{Complaint, Denial, Register};

/// Judges what claimants and complainants are owed.
pub(super) fn judge(register: &Register, bench: &mut Bench<'_>) {
    let mut found = Vec::new();
    for denial in &register.denials {
        let Some(law) = bench.laws.get(&denial.promotion) else { continue };
        denied(denial, &law, &mut found);
    }
    for complaint in &register.complaints {
        let Some(law) = bench.laws.get(&complaint.promotion) else { continue };
        found.extend(complained(complaint, &law));
    }
    bench.breaches.append(&mut found);
}

fn denied(denial: &Denial, law: &Law<'_>, found: &mut Vec<Breach>) {
    let rules = &law.rules.denials;
    let at = |code, message: &str| Breach::new(code, &denial.at, message).of(&denial.promotion).item(&denial.claim);
    let kept = denial.value > rules.kept_over;
    if kept {
        let details = [("claimant", &denial.claimant), ("address", &denial.address), ("reason", &denial.reason)];
        let lacking: Vec<&str> = details.iter().filter(|(_, text)| text.is_none()).map(|(name, _)| *name).collect();
        if !lacking.is_empty() {
            let breach = at(Code::DenialRecord, "details of a denied claim are not kept").by(law.ruleset, &rules.kept);
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
        let breach = at(Code::NotInformed, "that the claimant was told the reason of the denial is not recorded");
        let logged = format!("without {}", lacking.join(", "));
        found.push(breach.by(law.ruleset, &rules.clause).compared("informed_at, reason", logged));
    }
}

fn complained(complaint: &Complaint, law: &Law<'_>) -> Option<Breach> {
    if complaint.satisfied == Some(true) || complaint.advised_at.is_some() {
        return None;
    }
    let message = "somebody who was not satisfied was not told of the right to complain to an inspector";
    let breach = Breach::new(Code::ComplaintRight, &complaint.at, message).of(&complaint.promotion);
    let breach = breach.item(&complaint.complaint).by(law.ruleset, &law.rules.complaints);
    Some(breach.compared("advised", "not recorded"))
}
