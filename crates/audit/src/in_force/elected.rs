use std::collections::BTreeMap;

use resettle_ruleset::{Cited, NotElected, Ruleset};

use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// Why a coup is not judged although a ruleset was in force.
#[derive(Clone, Debug)]
pub(crate) struct Unelected {
    ruleset: String,
    option: String,
    clause: Box<Cited>,
    choices: Vec<String>,
    chosen: Option<String>,
}

impl Unelected {
    pub(crate) fn of(ruleset: &Ruleset, why: NotElected<'_>) -> Self {
        let (option, chosen) = match why {
            NotElected::Missing(option) => (option, None),
            NotElected::NoChoice { option, choice } => (option, Some(choice)),
        };
        Self {
            ruleset: ruleset.id.clone(),
            option: option.name.clone(),
            clause: Box::new(ruleset.cite(&option.clause)),
            choices: option.choices.iter().map(|choice| choice.choice.clone()).collect(),
            chosen,
        }
    }

    /// Why nothing is settled, for people.
    pub(crate) fn in_words(&self) -> String {
        format!(
            "{} leaves the choice of `{}` to the operator, and no record in force says which it offers was chosen: this coup was not judged, and no wager of it was checked",
            self.ruleset, self.option
        )
    }

    /// What is reported at every coup that stays unjudged for this reason.
    pub(crate) fn finding(&self, place: &Place) -> Finding {
        let message = self.in_words();
        let chosen =
            self.chosen.as_deref().map_or_else(|| "none".to_owned(), |choice| format!("{} {choice}", self.option));
        Finding::new(Code::NotElected, place, message)
            .compared(format!("{} {}", self.option, self.choices.join(" or ")), chosen)
            .clause(Some((*self.clause).clone()))
    }
}

/// Choices that the ruleset in force does not offer.
pub(super) fn not_offered(ruleset: &Ruleset, elected: &BTreeMap<String, String>, place: &Place) -> Vec<Finding> {
    let finding = |(option, choice): (&String, &String)| {
        let Some(known) = ruleset.options.iter().find(|known| known.name == *option) else {
            let message = format!("`{option}` is chosen as `{choice}`, and {} leaves no such choice", ruleset.id);
            let left: Vec<&str> = ruleset.options.iter().map(|known| known.name.as_str()).collect();
            let expected =
                if left.is_empty() { "no choice".to_owned() } else { format!("a choice of {}", left.join(", ")) };
            return Some(
                Finding::new(Code::NotOffered, place, message).compared(expected, format!("{option} {choice}")),
            );
        };
        if known.choices.iter().any(|offered| offered.choice == *choice) {
            return None;
        }
        let offered: Vec<&str> = known.choices.iter().map(|offered| offered.choice.as_str()).collect();
        let message = format!("`{option}` is chosen as `{choice}`, which {} does not offer", ruleset.id);
        let finding = Finding::new(Code::NotOffered, place, message)
            .compared(format!("{option} {}", offered.join(" or ")), format!("{option} {choice}"));
        Some(finding.clause(Some(ruleset.cite(&known.clause))))
    };
    elected.iter().filter_map(finding).collect()
}
