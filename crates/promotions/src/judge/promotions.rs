use resettle_audit::Code;
use resettle_ruleset::promotions::TermOf;

use super::{AppliedRuleset, Judgement};
use crate::breach::Breach;
use crate::register::{Amendment, Promotion, Register};
use crate::time::hours_before;

/// Judges what is recorded at promotions and amendments.
pub(super) fn judge(register: &Register, judgement: &mut Judgement<'_>) {
    let mut found = Vec::new();
    for promotion in &register.promotions {
        let Some(applied) = judgement.rulesets_applied.get(&promotion.promotion) else { continue };
        available(promotion, &applied, judgement, &mut found);
        details(promotion, &applied, judgement, &mut found);
        terms(promotion, &applied, judgement, &mut found);
    }
    let commences: std::collections::HashMap<&str, &Promotion> =
        register.promotions.iter().map(|promotion| (promotion.promotion.as_str(), promotion)).collect();
    for amendment in &register.amendments {
        let of = amendment.promotion.as_str();
        let (Some(applied), Some(promotion)) = (judgement.rulesets_applied.get(of), commences.get(of)) else {
            continue;
        };
        found.extend(amended(amendment, promotion, &applied));
    }
    judgement.breaches.append(&mut found);
}

fn available(promotion: &Promotion, applied: &AppliedRuleset<'_>, judgement: &Judgement<'_>, found: &mut Vec<Breach>) {
    if promotion.commences.moment() > judgement.as_of {
        return;
    }
    let id = &promotion.promotion;
    let rules = &applied.rules.available;
    match &promotion.available_from {
        Some(from) if !promotion.available_by.is_empty() => {
            if *from > promotion.commences {
                let message = "the terms could be had, but only after the promotion had commenced";
                let late = &rules.at_commencement;
                let breach = Breach::new(Code::TermsUnavailable, &promotion.at, message).of(id);
                let expected = format!("by {}", promotion.commences);
                found.push(breach.by(applied.ruleset, &late.clause).compared(expected, from));
            }
        }
        from => {
            let logged = match (from, promotion.available_by.is_empty()) {
                (None, true) => "no means and no time",
                (None, false) => "no time",
                (Some(_), _) => "no means",
            };
            let message = "that the terms of this promotion could be had is not recorded";
            let breach = Breach::new(Code::TermsUnavailable, &promotion.at, message).of(id);
            found.push(breach.by(applied.ruleset, &rules.clause).compared("a means and a time", logged));
        }
    }
    if promotion.marketing_refers != Some(true) {
        let logged = if promotion.marketing_refers.is_none() { "not recorded" } else { "no" };
        let message = "the marketing of this promotion does not refer to its terms";
        let breach = Breach::new(Code::Marketing, &promotion.at, message).of(id);
        found.push(breach.by(applied.ruleset, &applied.rules.marketing).compared("yes", logged));
    }
}

fn details(promotion: &Promotion, applied: &AppliedRuleset<'_>, judgement: &Judgement<'_>, found: &mut Vec<Breach>) {
    let rules = &applied.rules.details;
    let latest = hours_before(promotion.commences.moment(), rules.hours_before);
    if promotion.commences.moment() > judgement.as_of && judgement.as_of < latest {
        return;
    }
    let logged = match &promotion.details_to_authority {
        Some(given) if given.moment() <= latest => return,
        Some(given) => given.to_string(),
        None => "not recorded".to_owned(),
    };
    let message = "the Authority did not have the details in time";
    let expected = format!("{} hours before {}", rules.hours_before, promotion.commences);
    let breach = Breach::new(Code::DetailsLate, &promotion.at, message).of(&promotion.promotion);
    found.push(breach.by(applied.ruleset, &rules.clause).compared(expected, logged));
}

fn terms(promotion: &Promotion, applied: &AppliedRuleset<'_>, judgement: &Judgement<'_>, found: &mut Vec<Breach>) {
    for rule in &applied.rules.terms {
        let asked = match rule.of {
            TermOf::Promotion => true,
            TermOf::MinimumWager => promotion.minimum_wager == Some(true),
            TermOf::Prize | TermOf::Kinds(_) => false,
        };
        if !asked || judgement.index.states(&promotion.promotion, &rule.term) {
            continue;
        }
        let message = format!("the terms of this promotion do not state `{}`", rule.term);
        let breach = Breach::new(Code::TermMissing, &promotion.at, message).of(&promotion.promotion);
        found.push(breach.term(&rule.term).by(applied.ruleset, &rule.clause).compared(&rule.term, "not stated"));
    }
}

fn amended(amendment: &Amendment, promotion: &Promotion, applied: &AppliedRuleset<'_>) -> Option<Breach> {
    if amendment.in_force <= promotion.commences {
        return None;
    }
    let logged = match &amendment.approved_at {
        Some(approved) if *approved <= amendment.in_force => return None,
        Some(approved) => format!("approved at {approved}"),
        None => "no approval".to_owned(),
    };
    let message = "the terms were amended after the promotion had commenced, before the Authority approved it";
    let breach = Breach::new(Code::Amended, &amendment.at, message).of(&amendment.promotion);
    let expected = format!("an approval by {}", amendment.in_force);
    Some(breach.by(applied.ruleset, &applied.rules.amendments).compared(expected, logged))
}
