use resettle_ruleset::{Cite, REFUND_GROUNDS, Ruleset};

use super::Leaves;
use crate::change::Level::{self, Editorial, Procedure, Settlement};

/// The checks by which less counts of a wager, or a wager does not count.
const DECIDE_WAGERS: [&str; 6] =
    ["announced-close", "below-minimum", "increment", "maximum", "turn-taken-back", "undisclosed-amount"];

/// Tournament play.
pub(super) fn tournament(leaves: &mut Leaves, ruleset: &Ruleset) {
    let Some(rules) = &ruleset.tournament else { return };
    let mut add = |level: Level, path: String, value: String, clause: &Cite| {
        leaves.add(level, format!("tournament.{path}"), value, Some(clause));
    };
    let without = format!("hold but for {}", rules.without.join(", "));
    add(Settlement, "ordinary".to_owned(), without, &rules.clause);
    add(Procedure, "conditions".to_owned(), "have to be published".to_owned(), &rules.conditions);
    for (part, clause) in &rules.parts {
        add(Procedure, format!("conditions.{part}"), "has to be stated".to_owned(), clause);
    }
    add(Procedure, "absence.coups".to_owned(), rules.absent_coups.to_string(), &rules.absence);
    for (breach, clause) in &rules.disqualified {
        add(Procedure, format!("disqualified.{breach}"), "disqualified".to_owned(), clause);
    }
    add(Procedure, "refunds".to_owned(), "only on a ground".to_owned(), &rules.refund);
    for (ground, clause) in &rules.refunds {
        let word = REFUND_GROUNDS.iter().find(|(_, known)| known == ground).map_or("", |(word, _)| word);
        add(Procedure, format!("refunds.{word}"), "a ground".to_owned(), clause);
    }
    let window = "from the close to the first card".to_owned();
    add(Procedure, "announcement".to_owned(), window, &rules.announcement);
    let (by, clause) = &rules.forms;
    add(Procedure, "forms".to_owned(), format!("by the first card, by {} or higher", by.word()), clause);
    for (check, clause) in &rules.checks {
        let level = if DECIDE_WAGERS.contains(&check.as_str()) { Settlement } else { Procedure };
        add(level, format!("checks.{check}"), "made".to_owned(), clause);
    }
    for (at, part) in rules.recorded.iter().enumerate() {
        add(Editorial, format!("recorded.{}", at + 1), part.why.clone(), &part.clause);
    }
}
