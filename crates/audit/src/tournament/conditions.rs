use resettle_coup_log::{Conditions, PlayTerms, Terms};

use super::gather::TournamentRecord;
use super::machine::{Machine, report};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

impl Machine<'_> {
    pub(super) fn conditions(&mut self, item: &TournamentRecord, conditions: &Conditions) {
        let first = self.desk.conditions.is_none();
        self.desk.conditions = self.desk.conditions.or(Some(item.sha256));
        let late = self.started.is_some_and(|started| started <= item.at.moment());
        if late && (first || *conditions != self.conditions) {
            let what = if first { "were written" } else { "were written again in other words" };
            let message = format!("the conditions {what} after the first start of the tournament; the first ones bind");
            self.report(item.sha256, Code::TournamentConditionsLate, "conditions-late", message, |finding| {
                finding.compared("before the first start", item.at.to_string())
            });
        }
    }

    /// Checks the first conditions for every part, once it is known which entries were refused.
    pub(super) fn missing_parts(&mut self) {
        let Some(record) = self.desk.conditions else { return };
        for row in &self.rules.conditions.parts {
            let part = &row.part;
            if has(&self.conditions, part) || (part.starts_with("h(ii") && !self.desk.refused.contains(part.as_str())) {
                continue;
            }
            let message = format!("the conditions lack what 15.4.2 part {part} asks for");
            let mut finding = Finding::new(Code::TournamentConditionMissing, &Place::default(), message)
                .clause(Some(self.ruleset.cite(&row.clause)))
                .compared(format!("part {part}"), format!("no part {part}"));
            finding.part = Some(part.clone());
            finding.message = format!("the conditions lack part {part}");
            report(self.rulings, record, finding);
        }
    }
}

/// Whether conditions state a part; stating that there is none of something also counts.
fn has(conditions: &Conditions, part: &str) -> bool {
    match part {
        "a" => conditions.fee.is_some(),
        "b" => conditions.allotment.chips.is_some() && conditions.allotment.price.is_some(),
        "c" => conditions.compulsory.is_some(),
        "d" => conditions.levels.as_ref().is_some_and(|levels| levels.first().is_some_and(|first| first.coup == 1)),
        "e" => rounds(conditions) && conditions.progression.is_some() && conditions.repechage.is_some(),
        "f" => {
            let PlayTerms { allocation, order, pass_cards, undisclosed } = &conditions.play;
            allocation.is_some() && order.is_some() && pass_cards.is_some() && undisclosed.is_some()
        }
        "g" => match conditions.buy_back.times {
            None => false,
            Some(0) => true,
            Some(_) => conditions.buy_back.method.is_some() && conditions.buy_back.timing.is_some(),
        },
        "h(i)" => conditions.eligibility.entitled_only == Some(true),
        "h(ii)" => conditions.eligibility.refusal == Some(true),
        "h(iii)" => conditions.eligibility.criteria.is_some(),
        "i" => {
            let Terms { withdrawal, form, min, max, .. } = &conditions.terms;
            withdrawal.is_some() && form.is_some() && min.is_some() && max.is_some()
        }
        "j" => conditions.prizes.is_some() && conditions.payment.is_some(),
        "k" => conditions.statement == Some(true),
        _ => true,
    }
}

fn rounds(conditions: &Conditions) -> bool {
    let Some(rounds) = conditions.rounds.as_ref().filter(|rounds| !rounds.is_empty()) else { return false };
    let last = rounds.iter().filter_map(|row| row.round).max();
    rounds.iter().all(|row| {
        let goes_on = if row.round == last { row.places.is_some() } else { row.advance.is_some() };
        row.round.is_some() && row.tables.is_some() && (row.coups.is_some() || row.minutes.is_some()) && goes_on
    })
}
