use resettle_game::Shown;

use crate::case::{Case, Judged};
use crate::catalogue::Code;
use crate::finding::{Finding, Severity};
use crate::irregularity::Effects;
use crate::settle::NOT_AS_DECLARED;
use crate::trace::plain;

/// Compares what the display showed with the result of the coup; `none` shows nothing.
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
    // What voids the coup is not seen in its cards.
    let why = effects.voids().filter(|_| result == Shown::Void.word());
    let why = why.map_or_else(String::new, |effect| format!(" ({})", plain(&effect.logged.irregularity.kind_word)));
    let message = format!("the winning result display showed {}, the coup is {result}{why}", shown.word());
    let finding = Finding::new(Code::WrdMismatch, case.wrd_place, message)
        .clause(case.ruleset.display.as_ref().map(|clause| case.ruleset.cite(clause)))
        .compared(result, shown.word())
        .by_another(by_a_reading.then_some(NOT_AS_DECLARED));
    // If no clause lets the cards stand against an announced error of the display, that is a reading.
    judged.findings.push(match effects.display_error() {
        Some((_, only_by_reading)) => {
            let binds = only_by_reading.then_some("the result that the display showed counts");
            finding.severity(Severity::Info).by_another(binds)
        }
        None => finding,
    });
}
