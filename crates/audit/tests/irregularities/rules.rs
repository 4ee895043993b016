//! Rulesets as they are, and changed ones.

use std::collections::BTreeSet;
use std::sync::Arc;

use resettle_audit::Settings;
use resettle_ruleset::{Cite, Ruleset};

use crate::setup::Rules;

pub fn ruleset(rules: Rules) -> Ruleset {
    let registry = resettle_rulesets::registry().unwrap();
    Ruleset::clone(registry.get(rules.id()).unwrap())
}

/// Everything is judged by this one.
pub fn named(ruleset: Ruleset) -> Settings {
    Settings { named: Some(Arc::new(ruleset)), ..Settings::default() }
}

/// The clauses that the rules on irregularities cite.
pub fn cited(ruleset: &Ruleset) -> BTreeSet<String> {
    let rows = ruleset.irregularities.iter().flat_map(|row| {
        [
            row.clause.as_ref(),
            row.by.as_ref().map(|by| &by.clause),
            row.notify.as_ref().map(|notify| &notify.clause),
            row.check.as_ref(),
            row.forfeit.as_ref(),
            row.refund.as_ref().and_then(|refund| refund.clause.as_ref()),
        ]
    });
    let beside = [
        ruleset.otherwise.as_ref().map(|otherwise| &otherwise.clause),
        ruleset.removal.as_ref().map(|rule| &rule.clause),
        ruleset.not_accepted.as_ref().map(|rule| &rule.clause),
        ruleset.misdeal_that_stands.clause.as_ref(),
        ruleset.display.as_ref(),
        ruleset.cut_card.as_ref().map(|cut| &cut.clause),
        ruleset.no_bet_coups.as_ref().map(|no_bet| &no_bet.clause),
    ];
    let no_bet = ruleset.no_bet_coups.iter().flat_map(|no_bet| &no_bet.reasons.0).map(|(_, rule)| Some(&rule.clause));
    rows.chain(beside).chain(no_bet).flatten().flat_map(Cite::all).cloned().collect()
}
