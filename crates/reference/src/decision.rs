//! What was ruled against what was done, and who may rule.

use crate::{Authority, Claim, Consequence, Decision, Facts, Kind, Logged, Rules, found_too_late, rule_on};

/// What voids, rulings and deciders come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// A clause, or the decision of somebody who may decide, voids the coup, and it was settled.
    pub undeclared: bool,
    /// It was voided without ground.
    pub groundless: bool,
    /// It was voided by a decision alone that the rules leave to a manager.
    pub discretionary: bool,
    /// What was ruled is not what was done.
    pub ruling: bool,
    /// A decider lacks.
    pub authority: bool,
}

/// Judges the claims of a coup that the log does not refute.
pub fn judge_decisions(coup: &Logged, claims: &[Claim]) -> Verdict {
    let rules = coup.rules;
    let (mut must, mut grounded, mut only_discretion) = (false, false, true);
    let (mut decided_void, mut ruled_void, mut grounds_ruled_otherwise) = (false, false, true);
    let (mut referred_without, mut decider_lacks) = (false, false);
    for claim in one_each(claims) {
        let ruling = rule_on(rules, &claim.facts);
        let consequence = if found_too_late(coup, &claim) { Consequence::Stands } else { ruling.consequence };
        let decision_is_the_ground = matches!(consequence, Consequence::Referred | Consequence::MayVoid);
        let may_decide = match consequence {
            Consequence::Referred => claim.by >= Some(Authority::GamingShiftManager),
            Consequence::MayVoid => claim.by >= Some(Authority::GamingSupervisor),
            _ => false,
        };
        must |= consequence == Consequence::Void;
        decided_void |= decision_is_the_ground && may_decide && claim.decision == Some(Decision::Void);
        let overruled = decision_is_the_ground && may_decide && claim.decision == Some(Decision::Stands);
        let grounds = match consequence {
            Consequence::Void => true,
            Consequence::MayVoid => !overruled,
            Consequence::Referred => may_decide && !overruled,
            _ => false,
        };
        grounded |= grounds;
        if grounds {
            only_discretion &= consequence == Consequence::Referred;
            grounds_ruled_otherwise &= claim.decision.is_some_and(|decision| decision != Decision::Void);
        }
        // of a prohibited device the ruling means its user's wagers
        ruled_void |= claim.decision == Some(Decision::Void) && claim.facts.kind != Kind::ProhibitedDevice;
        let asked = claim.known && (claim.facts.kind != Kind::Other || claim.decision.is_some());
        referred_without |= consequence == Consequence::Referred && asked && !may_decide;
        decider_lacks |= lacks_a_decider(rules, coup.void, &claim, consequence);
    }
    let undeclared = !coup.void && (must || decided_void);
    let groundless = coup.void && !grounded;
    Verdict {
        undeclared,
        groundless,
        discretionary: coup.void && grounded && only_discretion,
        ruling: if coup.void { grounded && grounds_ruled_otherwise } else { ruled_void && !undeclared },
        authority: decider_lacks || (referred_without && !groundless),
    }
}

/// The Star's deciders: 12.1.2 and 14.4 of a void, 4.5 of a device whose order is known.
fn lacks_a_decider(rules: Rules, void: bool, claim: &Claim, consequence: Consequence) -> bool {
    if rules != Rules::StarSevenUp2016 {
        return false;
    }
    let supervisor = claim.by >= Some(Authority::GamingSupervisor);
    match (claim.facts.kind, consequence) {
        (Kind::SequenceRevealed, _) => claim.by < Some(Authority::GamingManager),
        (Kind::WrongCardCount | Kind::DealtOutOfOrder | Kind::CardsDrawnTogether, Consequence::Void)
        | (Kind::Disruption | Kind::Fraud, Consequence::MayVoid) => void && !supervisor,
        _ => false,
    }
}

/// Entries of one kind and with the same facts are one; of several decisions on it the highest office's counts, and
/// of one office the last.
fn one_each(claims: &[Claim]) -> Vec<Claim> {
    let mut all: Vec<Claim> = Vec::new();
    for claim in claims {
        let same = all.iter_mut().find(|other| without_time(other) == without_time(claim));
        match same {
            Some(other) => {
                if claim.decision.is_some() && (other.decision.is_none() || claim.by >= other.by) {
                    other.decision = claim.decision;
                }
                other.by = other.by.max(claim.by);
            }
            None => all.push(claim.clone()),
        }
    }
    all
}

/// The facts without when it was noticed.
fn without_time(claim: &Claim) -> String {
    format!("{:?} {:?} {:?} {}", Facts { in_time: true, ..claim.facts.clone() }, claim.card, claim.cards, claim.known)
}
