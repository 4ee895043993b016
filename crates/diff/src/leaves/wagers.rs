use resettle_rules::Reading;
use resettle_ruleset::{Ruleset, WagerRule};

use super::{Leaves, Part};
use resettle_ruleset::Level::Settlement;

pub(super) fn wagers(leaves: &mut Leaves, ruleset: &Ruleset) {
    for rule in &ruleset.wagers {
        for (name, row) in row_names(rule).into_iter().zip(&rule.rows) {
            leaves.add(Settlement, row_path(&rule.bet, &name), row.pays().to_string(), Some(row.settled_by()));
            let what = if row.pays().wins() { "pays" } else { row.pays().outcome() };
            leaves.is(Part::Row(rule.bet.clone(), name), &format!("wagers.{}.{what}", rule.bet));
            if row.pays_clause.is_some() {
                leaves.beside("wins", &format!("wagers.{}.wins", rule.bet), &row.clause);
            }
        }
        if let Some(Reading::OneHand) = rule.reading {
            let path = format!("wagers.{}.reading", rule.bet);
            leaves.add(Settlement, &path, "one_hand", rule.first_win().map(|row| &row.clause));
            leaves.is(Part::Reading(rule.bet.clone()), &path);
        }
    }
    leaves.section("combinations", &ruleset.combinations);
}

/// The path of a row.
pub(crate) fn row_path(bet: &str, name: &str) -> String {
    format!("wagers.{bet}.{name}")
}

/// The names of the rows of a bet, each once: by their conditions, so that a row keeps its name where others come and go.
pub(crate) fn row_names(rule: &WagerRule) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(rule.rows.len());
    for row in &rule.rows {
        let name = row.row.when.name();
        let earlier = rule.rows.iter().take(names.len()).filter(|row| row.row.when.name() == name).count();
        names.push(if earlier == 0 { name } else { format!("{name} ({})", earlier + 1) });
    }
    names
}
