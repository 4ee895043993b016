//! What happened at a table without the cards of a coup deciding it, counted by kind.

use std::collections::BTreeMap;

use resettle_audit::{CoupSeen, Routine};
use serde::{Deserialize, Serialize};

use super::is_nought;

/// What happened as a matter of routine, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<RoutineRow>", from = "Vec<RoutineRow>")]
pub struct Routines(BTreeMap<Routine, RoutineSum>);

/// How often something happened, and with how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoutineSum {
    /// How often.
    pub entries: u64,
    /// The cards that it took out of play.
    pub cards: u64,
    /// What went back, was collected or was paid, in minor units.
    pub money: i128,
}

/// How often one thing happened without the cards deciding it. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RoutineRow {
    /// What: `withdrawn_wager`, `late_wager`, `commission`, `approved_wager`, `token_wager`, `no_bet_coup`,
    /// `burned_cards`, `sign_changed`, `option_changed`, `refund`, `prize`, `staff_record`.
    pub kind: String,
    /// How often.
    pub entries: u64,
    /// The cards that were burned; left out where none were.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub cards: u64,
    /// What went back of wagers, was collected as commission, was staked on approved wagers or by tokens, or was paid as
    /// refund or prize; of what else the money cannot be known.
    pub money: i128,
}

impl RoutineSum {
    /// Adds others of the same kind.
    pub fn add(&mut self, more: &Self) {
        self.entries += more.entries;
        self.cards = self.cards.saturating_add(more.cards);
        self.money = self.money.saturating_add(more.money);
    }
}

impl Routines {
    /// Adds what happened once.
    pub fn once(&mut self, routine: Routine, cards: u64, money: i128) {
        self.put(routine, &RoutineSum { entries: 1, cards, money });
    }

    pub(super) fn put(&mut self, routine: Routine, sum: &RoutineSum) {
        self.0.entry(routine).or_default().add(sum);
    }

    /// Adds what happened in a coup.
    pub(super) fn coup(&mut self, seen: &CoupSeen<'_>) {
        for at in 0..seen.wagers.len() {
            for (routine, money) in seen.routine_of(at).into_iter().flatten() {
                self.once(routine, 0, money);
            }
        }
        if seen.counts && seen.is_no_bet_by_wish() {
            self.once(Routine::NoBetCoup, 0, 0);
        }
    }

    /// Adds what happened at the same table or on the same day.
    pub fn add(&mut self, other: &Self) {
        other.iter().for_each(|(routine, sum)| self.put(routine, sum));
    }

    /// What happened, in the order of kinds.
    pub fn iter(&self) -> impl Iterator<Item = (Routine, &RoutineSum)> {
        self.0.iter().map(|(routine, sum)| (*routine, sum))
    }
}

impl From<Routines> for Vec<RoutineRow> {
    fn from(routines: Routines) -> Self {
        let row = |(routine, sum): (Routine, &RoutineSum)| {
            let RoutineSum { entries, cards, money } = *sum;
            RoutineRow { kind: routine.word().to_owned(), entries, cards, money }
        };
        routines.iter().map(row).collect()
    }
}

impl From<Vec<RoutineRow>> for Routines {
    /// Kinds that this version does not know are left out, as keys are.
    fn from(rows: Vec<RoutineRow>) -> Self {
        let mut routines = Self::default();
        for RoutineRow { kind, entries, cards, money } in rows {
            if let Some(routine) = Routine::parse(&kind) {
                routines.put(routine, &RoutineSum { entries, cards, money });
            }
        }
        routines
    }
}

impl schemars::JsonSchema for Routines {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<RoutineRow>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<RoutineRow>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_is_written_by_kind_and_read_again() {
        let mut routines = Routines::default();
        routines.once(Routine::Withdrawn, 0, 500);
        routines.once(Routine::Burned, 4, 0);
        routines.once(Routine::Withdrawn, 0, 250);
        let text = serde_json::to_string(&routines).unwrap();
        let rows = [
            r#"{"kind":"withdrawn_wager","entries":2,"money":750}"#,
            r#"{"kind":"burned_cards","entries":1,"cards":4,"money":0}"#,
        ];
        assert_eq!(text, format!("[{}]", rows.join(",")));
        assert_eq!(serde_json::from_str::<Routines>(&text).unwrap(), routines);
        let unknown = r#"[{"kind":"weather","entries":1,"money":0}]"#;
        assert_eq!(serde_json::from_str::<Routines>(unknown).unwrap(), Routines::default());
    }
}
