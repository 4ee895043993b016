use std::collections::BTreeMap;

use resettle_ruleset::{Bet, Condition, OtherReading, PayRow, PayWhen, Ruleset};

use super::{Branch, Leaves, Part, PayKey};
use crate::change::Level::{Procedure, Settlement};

pub(super) fn wagers(leaves: &mut Leaves, ruleset: &Ruleset) {
    for rule in &ruleset.wagers {
        let bets = [
            ("wins", Branch::Wins, Some(&rule.wins)),
            ("loses", Branch::Loses, Some(&rule.loses)),
            ("stands_off", Branch::StandsOff, rule.stands_off.as_ref()),
        ];
        for (name, branch, bet) in bets {
            let Some(bet) = bet else { continue };
            let path = format!("wagers.{}.{name}", rule.bet);
            leaves.add(Settlement, &path, condition(bet), Some(&bet.clause));
            leaves.is(Part::Wager(rule.bet.clone(), branch), &path);
            if let Some(OtherReading::OneHand) = bet.reading {
                leaves.add(Settlement, format!("{path}.reading"), "one_hand", Some(&bet.clause));
                leaves.is(Part::Wager(rule.bet.clone(), branch), &path);
            }
        }
    }
    combinations(leaves, ruleset);
    for rule in &ruleset.wagers {
        for (key, row) in pay_rows(ruleset, &rule.bet) {
            let name = match key {
                PayKey::Total(n) | PayKey::Sevens(n) => n.to_string(),
                PayKey::Other => "other".to_owned(),
            };
            let group = format!("paytable.{}", rule.bet);
            leaves.add(Settlement, format!("{group}.{name}"), row.pays.to_string(), Some(&row.clause));
            leaves.is(Part::PayRow(rule.bet.clone(), key), &group);
        }
    }
}

/// The rows of a bet under the names that paths give them. A row that holds always is the one for
/// every win that no other row names.
pub(crate) fn pay_rows<'r>(ruleset: &'r Ruleset, bet: &str) -> BTreeMap<PayKey, &'r PayRow> {
    ruleset.paytable.iter().filter(|row| row.bet == bet).map(|row| (key(row.when), row)).collect()
}

/// The name of a row that holds for these wins.
pub(crate) fn key(when: PayWhen) -> PayKey {
    match when {
        PayWhen::Total(total) => PayKey::Total(total),
        PayWhen::Sevens(count) => PayKey::Sevens(count),
        PayWhen::OtherTotal | PayWhen::Always => PayKey::Other,
    }
}

/// Gives a bet the row that another version has under this name, or takes it away.
pub(crate) fn set_pay_row(ruleset: &mut Ruleset, bet: &str, wanted: PayKey, row: Option<&PayRow>) {
    ruleset.paytable.retain(|row| row.bet != bet || key(row.when) != wanted);
    let named = ruleset.paytable.iter().any(|row| row.bet == bet);
    if let Some(row) = row {
        let mut row = row.clone();
        // Beside rows that name totals, the one for all wins is for those that they leave.
        if row.when == PayWhen::Always && named {
            row.when = PayWhen::OtherTotal;
        }
        ruleset.paytable.push(row);
    }
    if let PayKey::Total(_) = wanted {
        for row in ruleset.paytable.iter_mut().filter(|row| row.bet == bet && row.when == PayWhen::Always) {
            row.when = PayWhen::OtherTotal;
        }
    }
}

fn condition(bet: &Bet) -> String {
    match bet.when {
        Condition::PlayerHigher => "player_higher".to_owned(),
        Condition::BankerHigher => "banker_higher".to_owned(),
        Condition::Tie => "tie".to_owned(),
        Condition::Sevens(least) => format!("sevens at_least {least}"),
        Condition::PlayerPair => "player_pair".to_owned(),
        Condition::BankerPair => "banker_pair".to_owned(),
        Condition::Otherwise => "otherwise".to_owned(),
    }
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
