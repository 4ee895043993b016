use std::collections::BTreeSet;
use std::sync::Arc;

use resettle_ruleset::layout::{TextTable, heading};
use resettle_ruleset::{Elected, Ruleset};

use super::text::{DIGITS, counted_of, counted_over, of_one_shoe, rounded, warned};
use crate::{Fraction, RulesetOdds, percent};

/// A ruleset under one set of choices, with its odds for each number of decks that is shown.
type Under = (Arc<Ruleset>, Vec<RulesetOdds>);

/// The odds under several sets of choices: the house edges side by side, then what else there is under each. Where
/// `rows`, that is every row of the paytable; it takes one number of decks.
#[must_use]
pub fn every_choice(under: &[Under], rows: bool) -> String {
    let Some((ruleset, all)) = under.first() else { return String::new() };
    let mut out = match all.first() {
        Some(odds) if rows => counted_of(ruleset, odds),
        _ => counted_over(ruleset),
    };
    heading(&mut out, "House edge under each choice");
    let decks: Vec<String> = all.iter().map(|odds| format!("{} decks", odds.decks)).collect();
    let names: Vec<&str> = ["bet", "where"].into_iter().chain(decks.iter().map(String::as_str)).collect();
    let widest: Vec<usize> = [20, 40].into_iter().chain(decks.iter().map(|_| 12)).collect();
    let right: Vec<usize> = (2..names.len()).collect();
    let mut table = TextTable::headed(&widest, &names).right(&right);
    for bet in bets(under) {
        for (at, (chosen, edges)) in edges(under, bet).into_iter().enumerate() {
            let bet = if at == 0 { bet } else { "" };
            let edges = edges.iter().map(|edge| percent(edge, DIGITS));
            table.row(&[bet.to_owned(), chosen].into_iter().chain(edges).collect::<Vec<_>>());
        }
    }
    out.push_str(&table.render());
    for (rules, all) in under {
        let mut own = String::new();
        match all.first() {
            Some(odds) if rows => of_one_shoe(&mut own, rules, odds),
            _ => {
                rounded(&mut own, rules, all);
                warned(&mut own, rules, all);
            }
        }
        if !own.is_empty() {
            heading(&mut out, &format!("Where {} is elected", rules.elected));
            out.push_str(&own);
        }
    }
    if !rows {
        out.push_str("\n  Every row of the paytable: `--decks N`.\n");
    }
    out
}

/// Every bet that some choice offers, in the order in which they come.
fn bets(under: &[Under]) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for wager in under.iter().flat_map(|(_, all)| all.first()).flat_map(|odds| &odds.wagers) {
        if !out.contains(&wager.bet.as_str()) {
            out.push(&wager.bet);
        }
    }
    out
}

/// The edges of a bet over the decks, each once, with the choices that it depends on; where it is not offered, nothing.
fn edges<'u>(under: &'u [Under], bet: &str) -> Vec<(String, Vec<&'u Fraction>)> {
    let of = |all: &'u [RulesetOdds]| -> Vec<&'u Fraction> {
        all.iter().filter_map(|odds| odds.wager(bet)).map(|wager| &wager.house_edge).collect()
    };
    let known: Vec<(&Elected, Vec<&Fraction>)> = under.iter().map(|(rules, all)| (&rules.elected, of(all))).collect();
    let matter: BTreeSet<&String> =
        known.iter().flat_map(|(elected, _)| elected.0.keys()).filter(|option| matters(&known, option)).collect();
    let mut out: Vec<(String, Vec<&Fraction>)> = Vec::new();
    for (elected, edges) in known {
        let chosen = elected.0.iter().filter(|(option, _)| matter.contains(option));
        let chosen = Elected(chosen.map(|(option, choice)| (option.clone(), choice.clone())).collect());
        let chosen = if chosen.0.is_empty() { "whatever is chosen".to_owned() } else { chosen.to_string() };
        if !edges.is_empty() && !out.iter().any(|(known, _)| *known == chosen) {
            out.push((chosen, edges));
        }
    }
    out
}

/// Whether two sets of choices that differ in this option alone have different edges.
fn matters(known: &[(&Elected, Vec<&Fraction>)], option: &str) -> bool {
    let others = |elected: &Elected| -> Vec<(String, String)> {
        elected.0.iter().filter(|(name, _)| *name != option).map(|(a, b)| (a.clone(), b.clone())).collect()
    };
    known.iter().any(|(a, of_a)| known.iter().any(|(b, of_b)| others(a) == others(b) && of_a != of_b))
}
