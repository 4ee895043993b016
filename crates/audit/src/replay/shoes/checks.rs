//! The checks that a shoe owes before it may go on.

use resettle_ruleset::{Consequence, Ruleset};

use super::shoe::Shoe;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::irregularity::Effects;
use crate::shoe::CheckDuty;
use crate::sink::Out;

impl Shoe {
    /// The shoe goes on: a check that was due was not made.
    pub(super) fn goes_on(&mut self, place: &Place, out: &Out<'_>) -> Option<Finding> {
        let duty = self.check_duties.first()?;
        let message = if duty.check_ends_it {
            "the shoe went on without the check that was due"
        } else {
            "the device is void: no further coup may be played from this shoe"
        };
        let (_, file) = out.named(duty.since.source);
        let of = if duty.since.source == place.source { String::new() } else { format!(" of {file}") };
        let since = duty.since.line.map_or(String::new(), |line| format!(" (since line {line}{of})"));
        let finding = Finding::new(Code::CheckMissing, place, format!("{message}{since}"))
            .clause(Some(duty.clause.clone()))
            .compared(if duty.check_ends_it { "a check" } else { "no coup" }, "a coup")
            .reading(duty.reading);
        self.check_duties.clear();
        Some(finding)
    }

    /// The shoe was checked: what the check ends is no longer owed.
    pub(super) fn checked(&mut self) {
        self.check_duties.retain(|duty| !duty.check_ends_it);
    }

    /// The log was finally sealed: a check that was owed was not made.
    pub(super) fn finally_sealed(&mut self) -> Vec<Finding> {
        self.sealed = self.pending.is_some();
        let owed = self.check_duties.iter().filter(|duty| duty.check_ends_it).map(not_checked).collect();
        self.checked();
        owed
    }
}

/// A check that was owed when the log was finally sealed.
pub(crate) fn not_checked(duty: &CheckDuty) -> Finding {
    let message = "the log was finally sealed without the check of the shoe that this coup owes";
    Finding::new(Code::CheckMissing, &duty.owes, message)
        .clause(Some(duty.clause.clone()))
        .compared("a check", "none")
        .reading(duty.reading)
}

/// The checks that the irregularities of a coup or an incident demand before the shoe goes on.
pub(crate) fn check_duties(ruleset: &Ruleset, effects: &Effects<'_>, owes: &Place) -> Vec<CheckDuty> {
    let mut duties = Vec::new();
    for effect in effects.all.iter().filter(|effect| !effect.logged.implied) {
        let since = effect.logged.place.clone();
        if let Some(check) = effect.row.and_then(|row| row.check.as_ref()) {
            let reading = effect.row.is_some_and(|row| ruleset.duties_rest_on_a_reading(row));
            let (clause, owes) = (ruleset.cite(&check.clause), owes.clone());
            duties.push(CheckDuty { clause, check_ends_it: true, reading, since, owes });
        } else if let (Some(Consequence::DeviceVoid), Some(clause)) = (effect.then, effect.clause) {
            let (clause, owes) = (ruleset.cite(clause), owes.clone());
            duties.push(CheckDuty { clause, check_ends_it: false, reading: false, since, owes });
        }
    }
    duties
}
