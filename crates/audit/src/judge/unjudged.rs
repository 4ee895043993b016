//! Money that nobody judged: what was due hangs on the log's own word, or cannot be known.

use crate::case::{Case, Judged, Unjudged};
use crate::placed_wager::PlacedWager;
use crate::settle::Settlement;
use crate::sink::NotAtRisk;

/// Adds to `judged` the wagers that only the coup's own declaration judges, but for those of which the money is wrong even by
/// that. That a wager was refused, removed or voided, and so was the whole coup, is its own declaration as well.
pub(super) fn by_declaration(case: &Case<'_>, settlement: &Settlement, judged: &mut Judged) {
    if !case.is_without_cards() {
        return;
    }
    let faulty = |wager: &PlacedWager<'_>| {
        judged.findings.iter().any(|finding| {
            finding.money.is_some() && finding.wager.as_ref() == Some(&wager.name) && finding.place == *wager.place
        })
    };
    let whatever_was_dealt = |at: usize| {
        settlement.not_at_risk.iter().any(|(other, why)| {
            *other == at
                && match why {
                    NotAtRisk::Withdrawn | NotAtRisk::Late | NotAtRisk::NotOffered | NotAtRisk::NoBetCoup => true,
                    NotAtRisk::Refused
                    | NotAtRisk::Removed
                    | NotAtRisk::Voided
                    | NotAtRisk::VoidCoup
                    | NotAtRisk::NotDealt => false,
                }
        })
    };
    let more = case.wagers.iter().filter(|wager| !whatever_was_dealt(wager.at) && !faulty(wager)).map(|wager| wager.at);
    let more: Vec<usize> = more.collect();
    if let (Some(trace), false) = (case.trace, more.is_empty()) {
        trace.say("no cards are logged: what is due here is due only by what was announced, and counts as not judged");
    }
    judged.not_judged.extend(more);
    judged.not_judged.sort_unstable();
    judged.not_judged.dedup();
}

/// Why money is not judged, once all was found; `None` where all is, or where a finding of the coup says that it is not.
pub(super) fn why(case: &Case<'_>, judged: &Judged) -> Option<Unjudged> {
    if judged.not_judged.is_empty() || case.coup.tournament.is_some() {
        return None;
    }
    if judged.findings.iter().any(|finding| finding.code.leaves_money_unjudged()) {
        return None;
    }
    let withdrawn = |at: &usize| case.wagers.get(*at).is_some_and(|wager| wager.withdrawn.is_some());
    Some(if case.close().is_none() && judged.not_judged.iter().all(withdrawn) {
        Unjudged::NoClose
    } else if case.is_without_cards() && judged.outcome.winner.is_none() && !judged.is_void {
        Unjudged::DueUnknown
    } else if case.is_without_cards() {
        Unjudged::Declared
    } else if case.has_partly_known() {
        Unjudged::PartlyKnown
    } else {
        Unjudged::Unknown
    })
}
