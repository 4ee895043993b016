use resettle_words::{Kind, Shown};

use super::{Case, Judged};
use crate::catalogue::Code;
use crate::finding::{Finding, Severity};
use crate::irregularity::Effects;

/// Compares what the display showed with the result that the coup has; `none` shows nothing.
pub(super) fn judge(
    case: &Case<'_>,
    effects: &Effects<'_>,
    result: Option<&str>,
    by_a_reading: bool,
    judged: &mut Judged,
) {
    let (Some(shown), Some(result)) = (case.coup.wrd, result) else { return };
    if shown == Shown::None || shown.word() == result {
        return;
    }
    let message = format!("the winning result display showed {}, the coup is {result}", shown.word());
    let finding = Finding::new(Code::WrdMismatch, case.place, message)
        .clause(case.ruleset.display.as_ref().map(|clause| case.ruleset.cite(clause)))
        .compared(result, shown.word())
        .reading(by_a_reading);
    let known = effects.has_kind(Kind::DisplayError);
    judged.findings.push(if known { finding.severity(Severity::Info) } else { finding });
}
