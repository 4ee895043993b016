//! A misdeal that stands by a reading: what the cards give, dealt by the rules, is right by another.

use super::dues_by;
use crate::case::Case;
use crate::catalogue::Code;
use crate::coup::{cards, play};
use crate::finding::Finding;
use crate::irregularity::Effects;

/// Marks payments and a display that are those of the cards.
pub(super) fn mark(case: &Case<'_>, effects: &Effects<'_>, findings: &mut [Finding]) {
    let Some(dealt) = case.coup.cards.as_deref().and_then(|codes| cards(case.ruleset, codes)) else { return };
    let outcome = play(case.ruleset, &dealt).hands.outcome(case.ruleset);
    let shown = outcome.winner.map(|winner| winner.word());
    let dues = dues_by(case, effects, outcome);
    let right =
        |name: &str| case.wagers.iter().zip(&dues).any(|(wager, due)| wager.name == name && wager.net() == *due);
    for finding in findings {
        let is_right = match finding.code {
            Code::WrdMismatch => case.coup.wrd.map(|shown| shown.word()) == shown,
            code => code.is_payment() && finding.wager.as_deref().is_some_and(right),
        };
        if is_right {
            *finding = finding.clone().by_another(Some("the cards count, dealt by the rules"));
        }
    }
}
