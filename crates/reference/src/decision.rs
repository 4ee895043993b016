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
    /// A decider is missing.
    pub authority: bool,
}

/// Judges the claims of a coup that the log does not refute.
pub fn judge_decisions(coup: &Logged, claims: &[Claim]) -> Verdict {
    let rules = coup.rules;
    let (mut must, mut grounded, mut only_discretion) = (false, false, true);
    let (mut decided_void, mut ruled_void, mut grounds_ruled_otherwise) = (false, false, true);
    let (mut referred_without, mut decider_lacks) = (false, false);
    for (claim, decided_by) in one_each(claims) {
        let ruling = rule_on(rules, &claim.facts);
        let consequence = if found_too_late(coup, &claim) { Consequence::Stands } else { ruling.consequence };
        let decision_is_the_ground = matches!(consequence, Consequence::Referred | Consequence::MayVoid);
        let decider = match consequence {
            Consequence::Referred => Some(Authority::GamingShiftManager),
            Consequence::MayVoid => Some(Authority::GamingSupervisor),
            _ => None,
        };
        let may_decide = decider.is_some() && claim.by >= decider;
        let decided = decider.is_some() && decided_by >= decider;
        must |= consequence == Consequence::Void;
        decided_void |= decision_is_the_ground && decided && claim.decision == Some(Decision::Void);
        let overruled =
            decision_is_the_ground && decided && claim.decision.is_some_and(|ruled| ruled != Decision::Void);
        let grounds = match consequence {
            Consequence::Void => true,
            Consequence::MayVoid => !overruled,
            Consequence::Referred => may_decide && !overruled,
            _ => false,
        };
        grounded |= grounds;
        if grounds {
            only_discretion &= consequence == Consequence::Referred;
            grounds_ruled_otherwise &=
                !decision_is_the_ground && claim.decision.is_some_and(|decision| decision != Decision::Void);
        }
        // of a prohibited device the ruling means its user's wagers, of terminals theirs
        // nor does one bind who had nothing to decide where the decision itself is the ground
        ruled_void |= claim.decision == Some(Decision::Void)
            && claim.facts.kind != Kind::ProhibitedDevice
            && !decision_is_the_ground
            && consequence != Consequence::TerminalsApart;
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
        // a void without a decider is groundless, alone
        authority: (decider_lacks || referred_without) && !groundless,
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
/// of one office the last. With each, who made the decision that counts.
fn one_each(claims: &[Claim]) -> Vec<(Claim, Option<Authority>)> {
    let mut all: Vec<(Claim, Option<Authority>)> = Vec::new();
    for claim in claims {
        let Some((other, decided_by)) = all.iter_mut().find(|(other, _)| without_time(other) == without_time(claim))
        else {
            all.push((claim.clone(), claim.decision.and(claim.by)));
            continue;
        };
        if claim.decision.is_some() && (other.decision.is_none() || claim.by >= *decided_by) {
            other.decision = claim.decision;
            *decided_by = claim.by;
        }
        other.by = other.by.max(claim.by);
        // noticed once is noticed
        other.facts.in_time |= claim.facts.in_time;
        if claim.noticed.nanos < other.noticed.nanos {
            other.noticed = claim.noticed;
        }
    }
    all
}

/// The facts without when it was noticed.
fn without_time(claim: &Claim) -> String {
    format!("{:?} {:?} {:?} {}", Facts { in_time: true, ..claim.facts.clone() }, claim.card, claim.cards, claim.known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logged::sample::{claim, coup};

    fn verdict(rules: Rules, void: bool, claims: &[(Kind, Option<Decision>, Option<Authority>)]) -> Verdict {
        let coup = Logged { void, ..coup(rules, "5C AH 2D") };
        let claims: Vec<Claim> =
            claims.iter().map(|(kind, decision, by)| Claim { decision: *decision, by: *by, ..claim(*kind) }).collect();
        judge_decisions(&coup, &claims)
    }

    const MANAGER: Option<Authority> = Some(Authority::GamingShiftManager);
    const NOTHING: fn() -> Verdict = Verdict::default;

    #[test]
    fn where_the_decision_is_the_ground_it_decides() {
        let rules = Rules::MbsElectronic2023;
        let void = [(Kind::Other, Some(Decision::Void), MANAGER)];
        assert_eq!(verdict(rules, true, &void), Verdict { discretionary: true, ..NOTHING() });
        assert_eq!(verdict(rules, false, &void), Verdict { undeclared: true, ..NOTHING() });
        let stands = [(Kind::Other, Some(Decision::Stands), MANAGER)];
        assert_eq!(verdict(rules, true, &stands), Verdict { groundless: true, ..NOTHING() });
        assert_eq!(verdict(rules, false, &stands), NOTHING());
    }

    #[test]
    fn elsewhere_it_has_to_be_what_was_done() {
        let rules = Rules::MbsSevenUp2017;
        let display = [(Kind::DisplayError, Some(Decision::Void), None)];
        assert_eq!(verdict(rules, false, &display), Verdict { ruling: true, ..NOTHING() });
        let foreign = [(Kind::ForeignCard, Some(Decision::Stands), None)];
        assert_eq!(verdict(rules, true, &foreign), Verdict { ruling: true, ..NOTHING() });
        assert_eq!(verdict(rules, false, &foreign), Verdict { undeclared: true, ..NOTHING() });
        let both = [foreign[0], (Kind::InsufficientCards, None, None)];
        assert_eq!(verdict(rules, true, &both), NOTHING());
    }

    #[test]
    fn what_is_referred_bears_a_decision() {
        let rules = Rules::MbsElectronic2023;
        let of = |kind, decision, by| verdict(rules, false, &[(kind, decision, by)]).authority;
        assert!(of(Kind::DeviceMalfunction, None, None));
        assert!(!of(Kind::DeviceMalfunction, None, MANAGER));
        assert!(!of(Kind::Other, None, None));
        assert!(of(Kind::Other, Some(Decision::Stands), Some(Authority::GamingManager)));
        let void = verdict(rules, true, &[(Kind::Other, Some(Decision::Void), None)]);
        assert_eq!(void, Verdict { groundless: true, ..NOTHING() });
    }

    #[test]
    fn the_highest_office_counts_then_the_last() {
        let rules = Rules::MbsElectronic2023;
        let conflict = |first, second| {
            verdict(rules, false, &[(Kind::Other, Some(first), MANAGER), (Kind::Other, Some(second), MANAGER)])
                .undeclared
        };
        assert!(conflict(Decision::Stands, Decision::Void));
        assert!(!conflict(Decision::Void, Decision::Stands));
        let lower = [
            (Kind::Other, Some(Decision::Stands), MANAGER),
            (Kind::Other, Some(Decision::Void), Some(Authority::Dealer)),
        ];
        assert_eq!(verdict(rules, false, &lower), NOTHING());
    }

    #[test]
    fn a_revealed_sequence_wants_a_gaming_manager() {
        let by = |by| verdict(Rules::StarSevenUp2016, false, &[(Kind::SequenceRevealed, None, by)]).authority;
        assert!(by(None) && by(Some(Authority::AssistantGamingManager)));
        assert!(!by(Some(Authority::GamingManager)));
    }
}
