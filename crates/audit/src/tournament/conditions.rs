use resettle_coup_log::Conditions;

use super::gather::Told;
use super::machine::{Machine, report};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

impl Machine<'_> {
    pub(super) fn conditions(&mut self, told: &Told, conditions: &Conditions) {
        let first = self.desk.conditions.is_none();
        self.desk.conditions = self.desk.conditions.or(Some(told.sha256));
        let late = self.started.is_some_and(|started| started <= told.at.moment());
        if late && (first || *conditions != self.conditions) {
            let what = if first { "were written" } else { "were written again in other words" };
            let message = format!("the conditions {what} after the first start of the tournament; the first ones bind");
            self.report(told.sha256, Code::TournamentConditionsLate, "conditions-late", message, |finding| {
                finding.compared("before the first start", told.at.to_string())
            });
        }
    }

    /// Checks the first conditions for every part, once it is known which entries were refused.
    pub(super) fn missing_parts(&mut self) {
        let Some(record) = self.desk.conditions else { return };
        for (part, clause) in &self.rules.parts {
            if has(&self.conditions, part) || (part.starts_with("h(ii") && !self.desk.refused.contains(part.as_str())) {
                continue;
            }
            let message = format!("the conditions lack what 15.4.2 part {part} asks for");
            let mut finding = Finding::new(Code::TournamentConditionMissing, &Place::default(), message)
                .clause(Some(self.ruleset.cite(clause)))
                .compared(format!("part {part}"), format!("no part {part}"));
            finding.part = Some(part.clone());
            finding.message = format!("the conditions lack part {part}");
            report(self.rulings, record, finding);
        }
    }
}

/// Whether conditions state a part; stating that there is none of something also counts.
fn has(told: &Conditions, part: &str) -> bool {
    match part {
        "a" => told.fee.is_some(),
        "b" => told.chips.is_some() && told.price.is_some(),
        "c" => told.compulsory.is_some(),
        "d" => told.levels.as_ref().is_some_and(|levels| levels.first().is_some_and(|first| first.coup == 1)),
        "e" => rounds(told) && told.progression.is_some() && told.repechage.is_some(),
        "f" => {
            told.allocation.is_some() && told.order.is_some() && told.pass_cards.is_some() && told.undisclosed.is_some()
        }
        "g" => match told.buy_backs {
            None => false,
            Some(0) => true,
            Some(_) => told.buy_back_method.is_some() && told.buy_back_timing.is_some(),
        },
        "h(i)" => told.entitled_only == Some(true),
        "h(ii)" => told.refusal == Some(true),
        "h(iii)" => told.criteria.is_some(),
        "i" => told.withdrawal.is_some() && told.form.is_some() && told.min.is_some() && told.max.is_some(),
        "j" => told.prizes.is_some() && told.payment.is_some(),
        "k" => told.statement == Some(true),
        _ => true,
    }
}

fn rounds(told: &Conditions) -> bool {
    let Some(rounds) = told.rounds.as_ref().filter(|rounds| !rounds.is_empty()) else { return false };
    let last = rounds.iter().filter_map(|row| row.round).max();
    rounds.iter().all(|row| {
        let goes_on = if row.round == last { row.places.is_some() } else { row.advance.is_some() };
        row.round.is_some() && row.tables.is_some() && (row.coups.is_some() || row.minutes.is_some()) && goes_on
    })
}
