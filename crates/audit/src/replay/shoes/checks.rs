//! The checks, and the replaced cards, that a shoe owes before it may go on.

use resettle_ruleset::{Cite, Consequence, Ruleset};
use resettle_sealed_log::Moment;

use super::shoe::Shoe;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::irregularity::Effects;
use crate::shoe::{CheckDuty, DutyEnds};
use crate::sink::Out;
use crate::trace::plain;

impl Shoe {
    /// The shoe goes on: a check that was due was not made, damaged cards were not replaced; each once.
    pub(super) fn goes_on(&mut self, place: &Place, out: &Out<'_>) -> Vec<Finding> {
        let duties = std::mem::take(&mut self.check_duties);
        let is_replacement = |duty: &&CheckDuty| duty.ends == DutyEnds::Replacement;
        let check = duties.iter().find(|duty| !is_replacement(duty));
        let replacement = duties.iter().find(is_replacement);
        check.into_iter().chain(replacement).map(|duty| missed(duty, place, out)).collect()
    }

    /// The shoe was checked: what the check ends is no longer owed.
    pub(super) fn checked(&mut self) {
        self.check_duties.retain(|duty| duty.ends != DutyEnds::Check);
    }

    /// Cards were taken out and others put in: damaged ones are no longer owed.
    pub(super) fn cards_replaced(&mut self) {
        self.check_duties.retain(|duty| duty.ends != DutyEnds::Replacement);
    }

    /// The log was finally sealed: a check that was owed was not made.
    pub(super) fn finally_sealed(&mut self) -> Vec<Finding> {
        self.sealed = self.pending.is_some();
        let owed = self.check_duties.iter().filter(|duty| duty.ends == DutyEnds::Check).map(not_checked).collect();
        self.checked();
        owed
    }
}

/// The finding at the coup before which a duty was not done.
fn missed(duty: &CheckDuty, place: &Place, out: &Out<'_>) -> Finding {
    let (code, message, expected, logged) = match duty.ends {
        DutyEnds::Check => (Code::CheckMissing, "the shoe went on without the check that was due", "a check", "a coup"),
        DutyEnds::Replacement => {
            let message = "the shoe went on, and no record shows that its damaged cards were replaced";
            (Code::ReplacedCards, message, "a `replace`", "none")
        }
        DutyEnds::Never => {
            let message = "this shoe is void, and no further coup may be played from it,";
            (Code::CheckMissing, message, "no coup", "a coup")
        }
    };
    let (_, file) = out.named(duty.since.source);
    let of = if duty.since.source == place.source { String::new() } else { format!(" of {file}") };
    let since = duty.since.line.map_or(String::new(), |line| format!(" (since line {line}{of})"));
    let later = match duty.ends {
        DutyEnds::Never => {
            "; this is the first that was: later ones are not reported one by one, and the money of all is judged as if the shoe counted"
        }
        DutyEnds::Check | DutyEnds::Replacement => "",
    };
    // That nobody logged it is a breach of procedure; that other cards went in would be more.
    Finding::new(code, place, format!("{message} after an irregularity ({}){since}{later}", duty.kind))
        .in_doubt()
        .clause(Some(duty.clause.clone()))
        .compared(expected, logged)
        .reading(duty.reading)
}

/// A check that was owed when the log was finally sealed.
pub(crate) fn not_checked(duty: &CheckDuty) -> Finding {
    let message = format!(
        "up to the end of the log no check of this shoe is logged, which was due after an irregularity ({})",
        duty.kind
    );
    Finding::new(Code::CheckMissing, &duty.owes, message)
        .clause(Some(duty.clause.clone()))
        .compared("a check", "none")
        .reading(duty.reading)
}

/// What the irregularities of a coup or an incident demand before the shoe goes on. The shoe may have been checked already
/// when the coup's record was written, at `checked`: that ends what was noticed by then.
pub(crate) fn check_duties(
    ruleset: &Ruleset,
    effects: &Effects<'_>,
    owes: &Place,
    checked: Option<Moment>,
) -> Vec<CheckDuty> {
    let mut duties = Vec::new();
    for effect in effects.all.iter().filter(|effect| !effect.logged.implied) {
        let duty = |clause: &Cite, ends, reading| {
            let kind = plain(&effect.logged.irregularity.kind_word);
            let (since, owes) = (effect.logged.place.clone(), owes.clone());
            CheckDuty { clause: ruleset.cite(clause), kind, ends, reading, since, owes }
        };
        let row = effect.row;
        let check = row.and_then(|row| row.check.as_ref());
        let reading = row.is_some_and(|row| ruleset.duties_rest_on_a_reading(row));
        let void = effect.clause.filter(|_| effect.then == Some(Consequence::DeviceVoid) && check.is_none());
        let is_done = checked.is_some_and(|at| effect.logged.irregularity.noticed.moment() <= at);
        duties.extend(check.filter(|_| !is_done).map(|clause| duty(clause, DutyEnds::Check, reading)));
        duties.extend(void.map(|clause| duty(clause, DutyEnds::Never, false)));
        let replace = row.and_then(|row| row.replace.as_ref());
        duties.extend(replace.map(|clause| duty(clause, DutyEnds::Replacement, false)));
    }
    duties
}
