//! Whether what had to be put right was put right, and a card that had to be burned was burned.

use resettle_game::To;
use resettle_ruleset::Consequence;

use crate::case::{Case, Judged};
use crate::catalogue::Code;
use crate::coup::{cards, play};
use crate::finding::Finding;
use crate::irregularity::{Effect, Effects};

/// A deal with a finding already shows that it was not.
pub(super) fn judge(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    let misdealt = judged.findings.iter().any(|finding| finding.code.as_str().starts_with("deal/"));
    if judged.is_void || judged.had_to_be_void || misdealt {
        return;
    }
    let own = effects.all.iter().filter(|effect| effect.group.first && !effect.logged.implied);
    judged.findings.extend(own.filter_map(|effect| match effect.then? {
        Consequence::Corrected if !effect.put_right() => Some(uncorrected(case, effect)),
        Consequence::Burned if !shows_burned(case) => Some(unburned(case, effect)),
        _ => None,
    }));
}

fn uncorrected(case: &Case<'_>, effect: &Effect<'_>) -> Finding {
    let kind = effect.logged.irregularity.kind_word.replace('_', " ");
    let message = format!("this irregularity ({kind}) has to be put right, and the log does not say that it was");
    finding(case, effect, Code::Ruling, message).compared("reconstructed", "not reconstructed")
}

fn unburned(case: &Case<'_>, effect: &Effect<'_>) -> Finding {
    let kind = effect.logged.irregularity.kind_word.replace('_', " ");
    let message = format!(
        "the card of this irregularity ({kind}) has to be burned: no `burn` record shows it, and no card of the coup was set aside"
    );
    finding(case, effect, Code::BurnMissing, message).compared("a burned card", "none")
}

fn finding(case: &Case<'_>, effect: &Effect<'_>, code: Code, message: String) -> Finding {
    let clause = effect.clause.map(|clause| case.ruleset.cite(clause));
    let reading = effect.row.is_some_and(|row| row.reading);
    Finding::new(code, &effect.logged.place, message).clause(clause).reading(reading)
}

/// Whether a card was burned in addition to those that are burned in any case, or left play with the cards of the coup.
fn shows_burned(case: &Case<'_>) -> bool {
    let around = case.around;
    let coup = case.coup;
    let aside = || match &coup.to {
        Some(to) => to.contains(&To::Aside),
        None => coup
            .cards
            .as_deref()
            .and_then(|codes| cards(case.ruleset, codes))
            .is_none_or(|dealt| play(case.ruleset, &dealt).to.len() < dealt.len()),
    };
    around.burned_besides || around.burned_after || aside()
}
