//! Money that nobody judged: what was due hangs on the log's own word, or cannot be known.

use crate::case::{Basis, Case, Judged, Unjudged};
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::settle::Settlement;

/// Adds to `judged` the wagers that only the coup's own declaration judges, but for those with a fault even by that.
pub(super) fn by_declaration(case: &Case<'_>, basis: &Basis, settlement: &Settlement, judged: &mut Judged) {
    if !basis.without_cards {
        return;
    }
    let faulty = |wager: &str| judged.findings.iter().any(|finding| finding.wager.as_deref() == Some(wager));
    let not_at_risk = |at: usize| settlement.not_at_risk.iter().any(|(other, _)| *other == at);
    let more = case.wagers.iter().filter(|wager| !not_at_risk(wager.at) && !faulty(&wager.name)).map(|wager| wager.at);
    judged.not_judged.extend(more.collect::<Vec<_>>());
    judged.not_judged.sort_unstable();
    judged.not_judged.dedup();
}

/// Why money is not judged, once all was found; `None` where all is, or where a finding of the coup says that it is not.
pub(super) fn why(case: &Case<'_>, judged: &Judged) -> Option<Unjudged> {
    if judged.not_judged.is_empty() || case.coup.tournament.is_some() {
        return None;
    }
    let says = |finding: &Finding| {
        matches!(
            finding.code,
            Code::SectionMissing
                | Code::UnreadableCard
                | Code::ForeignCard
                | Code::MissingDraw
                | Code::ExtraDraw
                | Code::MisplacedCard
                | Code::Misdeclared
                | Code::VoidGroundless
                | Code::VoidUndeclared
        )
    };
    if judged.findings.iter().any(says) {
        return None;
    }
    let without_cards = case.coup.cards.is_none() && case.coup.reconstructed_cards.is_none();
    let withdrawn = |at: &usize| case.wagers.get(*at).is_some_and(|wager| wager.withdrawn.is_some());
    Some(if case.close().is_none() && judged.not_judged.iter().all(withdrawn) {
        if judged.findings.iter().any(|finding| finding.code == Code::Times) {
            return None;
        }
        Unjudged::NoClose
    } else if without_cards && judged.outcome.winner.is_none() {
        Unjudged::Untold
    } else if without_cards {
        Unjudged::Declared
    } else {
        Unjudged::Unknown
    })
}
