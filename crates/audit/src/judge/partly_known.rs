//! Cards of which the log holds less than the device saw.

use resettle_game::counted;

use crate::case::{Case, Judged};
use crate::catalogue::Code;
use crate::finding::{Finding, Severity};

/// Who records the play itself sees whole cards: one finding for each coup of which some are known in part. An import holds
/// what its source held.
pub(super) fn known_in_part(case: &Case<'_>, judged: &Judged) -> Option<Finding> {
    let unreadable = |finding: &Finding| finding.code == Code::UnreadableCard;
    if case.imported || !judged.deal_judged || judged.findings.iter().any(unreadable) {
        return None;
    }
    let codes = case.coup.reconstructed_cards.as_ref().or(case.coup.cards.as_ref());
    let partly: Vec<String> =
        codes.into_iter().flatten().filter(|code| code.is_partly_known()).map(ToString::to_string).collect();
    if partly.is_empty() {
        return None;
    }
    let many = counted(partly.len(), "card");
    let message = format!(
        "rank and suit of {many} are not both logged: whether the shoe can hold these cards is not judged, nor a wager that depends on what is not known"
    );
    let finding = Finding::new(Code::UnreadableCard, case.place, message).severity(Severity::Minor);
    Some(finding.compared("rank and suit", partly.join(" ")))
}
