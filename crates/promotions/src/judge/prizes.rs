use std::collections::BTreeSet;

use resettle_audit::Code;
use resettle_ruleset::promotions::{ProhibitedThing, TermOf};

use super::index::Index;
use super::{AppliedRuleset, Judgement};
use crate::breach::Breach;
use crate::register::{Prize, Register};

const MILLILITRES: i64 = 1_000;

/// Judges what is recorded at prizes.
pub(super) fn judge(register: &Register, judgement: &mut Judgement<'_>) {
    let mut found = Vec::new();
    for prize in &register.prizes {
        let Some(applied) = judgement.rulesets_applied.get(&prize.promotion) else { continue };
        found.extend(alternative(prize, &applied, &judgement.index));
        found.extend(prohibited(prize, &applied));
        terms(prize, &applied, &judgement.index, &mut found);
    }
    judgement.breaches.append(&mut found);
}

fn at(code: Code, prize: &Prize, message: impl Into<String>) -> Breach {
    Breach::new(code, &prize.at, message).of(&prize.promotion).item(&prize.prize)
}

/// An alternative that may not be offered, or that the terms do not state.
pub(super) fn alternative(prize: &Prize, applied: &AppliedRuleset<'_>, index: &Index<'_>) -> Option<Breach> {
    if !prize.has_alternative() {
        return None;
    }
    let rules = &applied.rules.cash_alternative;
    if let Some(none) = rules.not_for.iter().find(|none| none.kinds.contains(&prize.kind)) {
        let message = format!("a cash alternative is offered for {}, which has none", prize.kind.word());
        let breach = at(Code::CashAlternative, prize, message).by(applied.ruleset, &none.clause);
        return Some(breach.compared("no alternative", "offered"));
    }
    if index.states_of(prize, &rules.term) {
        return None;
    }
    let message = "a cash alternative is offered, and the terms do not state it";
    let breach = at(Code::CashAlternative, prize, message).by(applied.ruleset, &rules.clause);
    Some(breach.compared(&rules.term, "not stated"))
}

fn prohibited(prize: &Prize, applied: &AppliedRuleset<'_>) -> Option<Breach> {
    applied.rules.prohibited.iter().find_map(|row| {
        let (expected, logged) = match &row.what {
            ProhibitedThing::Kinds(kinds) => {
                let found = prize.kinds().find(|kind| kinds.contains(kind))?;
                (format!("no {}", found.word()), found.word().to_owned())
            }
            ProhibitedThing::LitresOver(litres) => {
                let most = i64::from(*litres) * MILLILITRES;
                let millilitres = prize.millilitres.filter(|millilitres| *millilitres > most)?;
                (format!("at most {most} millilitres"), format!("{millilitres} millilitres"))
            }
        };
        let message = "this is, or contains, what may be no prize";
        let breach = at(Code::ProhibitedPrize, prize, message).by(applied.ruleset, &row.clause);
        Some(breach.compared(expected, logged))
    })
}

/// One finding a missing term, though several kinds ask for it.
fn terms(prize: &Prize, applied: &AppliedRuleset<'_>, index: &Index<'_>, found: &mut Vec<Breach>) {
    let mut asked = BTreeSet::new();
    for rule in &applied.rules.terms {
        let asks = match &rule.of {
            TermOf::Promotion | TermOf::MinimumWager => false,
            TermOf::Prize => true,
            TermOf::Kinds(kinds) => prize.kinds().any(|kind| kinds.contains(&kind)),
        };
        if !asks || !asked.insert(rule.term.as_str()) || index.states_of(prize, &rule.term) {
            continue;
        }
        let message = format!("the terms do not state `{}` of this prize", rule.term);
        let breach = at(Code::TermMissing, prize, message).term(&rule.term).by(applied.ruleset, &rule.clause);
        found.push(breach.compared(&rule.term, "not stated"));
    }
}
