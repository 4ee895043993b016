//! A misdealt coup that stands as announced: what its cards give, dealt by the rules, and what was then due.

use resettle_game::{KnownCard, counted};

use super::result::{announced, cards_give};
use super::settled_by;
use crate::case::{Basis, Case};
use crate::coup::play;
use crate::irregularity::Effects;

/// What a finding on the deal adds to what was announced; nothing where the cards count all the same.
pub(super) fn beside_what_stands(case: &Case<'_>, effects: &Effects<'_>, dealt: &[KnownCard], basis: &Basis) -> String {
    if basis.from_cards {
        return String::new();
    }
    let ruleset = case.ruleset;
    let played = play(ruleset, dealt);
    let stands = match (case.coup.declared.and_then(|declared| declared.result), &ruleset.misdeal_that_stands.clause) {
        (None, _) => String::new(),
        (Some(_), Some(clause)) => format!(
            "; the log does not say that it was noticed in time, so that the coup stands as announced ({clause})"
        ),
        (Some(_), None) => "; the coup stands as announced (no clause says what becomes of a coup so dealt)".to_owned(),
    };
    if played.lacks.is_some() {
        return format!("{stands}; what a further card would have given is not known");
    }
    let outcome = played.hands.outcome(ruleset);
    let Some(given) = outcome.in_words() else { return stands };
    let settlement = settled_by(case, effects, outcome);
    let judged =
        || case.wagers.iter().zip(&settlement.dues).filter(|(wager, _)| !settlement.not_judged.contains(&wager.at));
    let off = || judged().map(|(wager, due)| settlement.came_back(wager) - due);
    let more: i128 = off().filter(|off| *off > 0).sum();
    let less: i128 = off().filter(|off| *off < 0).sum();
    let sum = |sum: i128, how: &str| (sum != 0).then(|| format!("{} {how} than due", case.unit.of(sum.abs())));
    let wrong: Vec<String> = sum(more, "more").into_iter().chain(sum(less, "less")).collect();
    let unknown = case.wagers.len() - judged().count();
    let money = match (wrong.is_empty(), unknown) {
        _ if case.wagers.is_empty() => String::new(),
        (true, 0) => ", and by that every wager was settled as it was due".to_owned(),
        (true, _) => ", and by that it is not known what was due".to_owned(),
        (false, 0) => format!(", by which {} went back (owed to no one, as the coup stands)", wrong.join(" and ")),
        (false, _) => format!(
            ", and by that {} went back, and what was due of {unknown} of {} is not known",
            wrong.join(" and "),
            counted(case.wagers.len() as u64, "wager")
        ),
    };
    let declared = case.coup.declared.as_ref().filter(|declared| declared.result.is_some());
    let would = match declared.is_some_and(|declared| cards_give(&outcome, declared) == announced(declared)) {
        true => "the cards give the same:",
        false => "the cards would give",
    };
    format!("{stands}; dealt by the rules {would} {given}{money}")
}
