use resettle_rules::Reading;
use resettle_ruleset::{Ruleset, WagerRule};

use super::{Leaves, Part};
use crate::change::Level::{Procedure, Settlement};

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
    combinations(leaves, ruleset);
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

fn combinations(leaves: &mut Leaves, ruleset: &Ruleset) {
    let combinations = &ruleset.combinations;
    if let Some(clause) = &combinations.free {
        leaves.add(Procedure, "combinations.free", "free", Some(clause));
    }
    if let Some(opposed) = &combinations.opposed {
        let bets = opposed.bets.join(" and ");
        leaves.add(Procedure, "combinations.opposed", format!("{bets} unless approved"), Some(&opposed.clause));
    }
    if let Some(requires) = &combinations.requires {
        let rule = format!("{} needs {}", requires.bet, requires.any_of.join(" or "));
        leaves.add(Procedure, "combinations.requires", rule, Some(&requires.clause));
        if let Some(clause) = &requires.before {
            leaves.add(Procedure, "combinations.requires.before", "placed first", Some(clause));
        }
    }
    if let Some(tokens) = &combinations.tokens {
        let accepted: Vec<&str> = tokens.accepted.iter().map(|token| token.word()).collect();
        let accepted = format!("chips {}", accepted.join(" ")).trim_end().to_owned();
        leaves.add(Procedure, "combinations.tokens", accepted, Some(&tokens.clause));
    }
    let bounds = [
        ("combinations.wagers_per_area", &combinations.wagers_per_area),
        ("combinations.players_per_area", &combinations.players_per_area),
    ];
    for (path, bound) in bounds {
        if let Some(bound) = bound {
            let bet = bound.bet.as_deref().unwrap_or("any bet");
            leaves.add(Procedure, path, format!("at most {} on {bet}", bound.at_most), Some(&bound.clause));
        }
    }
}
