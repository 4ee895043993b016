use num_bigint::BigInt;
use resettle_game::Side;
use resettle_rules::Pays;
use resettle_ruleset::layout::{TextTable, heading};
use resettle_ruleset::{Cite, Ruleset};

use crate::stakes::Stakes;
use crate::wager::{RulesetOdds, WagerOdds};
use crate::{Fraction, decimal, favours_player, percent, root};

/// Digits after the point of percentages.
pub(super) const DIGITS: u32 = 4;

/// The odds with one number of decks: every wager and row of the paytable, with clauses.
#[must_use]
pub fn one_shoe(ruleset: &Ruleset, odds: &RulesetOdds) -> String {
    let mut out = counted_of(ruleset, odds);
    of_one_shoe(&mut out, ruleset, odds);
    out
}

/// What was counted, with one number of decks.
pub(super) fn counted_of(ruleset: &Ruleset, odds: &RulesetOdds) -> String {
    let mut out = counted(ruleset, &format!("a full shoe of {} decks", odds.decks));
    out.push_str(&format!("  {} ordered sequences of {} cards.\n", odds.sequences, ruleset.deal.order.len() + 2));
    out
}

/// Results, every wager and every row, with one number of decks.
pub(super) fn of_one_shoe(out: &mut String, ruleset: &Ruleset, odds: &RulesetOdds) {
    heading(out, "Results");
    let mut table = TextTable::headed(&[20, 12], &["result", "probability"]).right(&[1]);
    for (name, probability) in [("Player wins", &odds.player), ("Banker wins", &odds.banker), ("tie", &odds.tie)] {
        table.row(&[name.to_owned(), percent(probability, DIGITS)]);
    }
    out.push_str(&table.render());
    heading(out, "Wagers, per unit staked");
    let names = ["bet", "return", "house edge", "deviation"];
    let mut table = TextTable::headed(&[20, 12, 12, 12], &names).right(&[1, 2, 3]);
    for wager in &odds.wagers {
        let deviation = root(&wager.variance, DIGITS + 2).map_or_else(String::new, |root| decimal(&root, DIGITS));
        let row = [&wager.bet, &percent(&wager.returned, DIGITS), &percent(&wager.house_edge, DIGITS), &deviation];
        table.row(&row);
    }
    out.push_str(&table.render());
    rounded(out, ruleset, std::slice::from_ref(odds));
    heading(out, "Outcomes of each wager");
    let names = ["bet", "outcome", "pays", "probability", "1 in", "clause"];
    let mut table = TextTable::headed(&[14, 36, 16, 12, 12, 24], &names).right(&[3, 4]);
    for wager in &odds.wagers {
        outcomes(&mut table, ruleset, wager);
    }
    out.push_str(&table.render());
    warned(out, ruleset, std::slice::from_ref(odds));
}

fn outcomes(table: &mut TextTable, ruleset: &Ruleset, wager: &WagerOdds) {
    let Some(rule) = ruleset.wager(&wager.bet) else { return };
    let mut line = |bet: &str, outcome: &str, pays: &str, probability: &Fraction, clause: &str| {
        table.row(&[bet, outcome, pays, &percent(probability, DIGITS), &one_in(probability), clause]);
    };
    let winning = wager.winning();
    if let [only] = winning.as_slice() {
        line(&wager.bet, "wins", &only.pays.to_string(), &wager.win, &only.clause.to_string());
    } else {
        line(&wager.bet, "wins", "", &wager.win, &wager.wins_by.to_string());
        for row in &winning {
            line("", &format!("  {}", row.when), &row.pays.to_string(), &row.probability, &row.clause.to_string());
        }
    }
    for (outcome, wanted, probability) in [("stands off", Pays::Push, &wager.push), ("loses", Pays::Loses, &wager.lose)]
    {
        let mut clauses: Option<Cite> = None;
        for row in rule.rows.iter().filter(|row| row.pays() == wanted || (wanted == Pays::Loses && row.pays().loses()))
        {
            clauses = Some(clauses.map_or_else(|| row.clause.clone(), |known| known.and(&row.clause)));
        }
        if let Some(clauses) = clauses {
            line("", outcome, "", probability, &clauses.to_string());
        }
    }
    for row in wager.rows.iter().filter(|row| matches!(row.pays, Pays::LosesPart { .. })) {
        line("", &format!("  of them {}: {}", row.pays, row.when), "", &row.probability, &row.clause.to_string());
    }
}

/// How many coups there are for one of these.
fn one_in(probability: &Fraction) -> String {
    if probability.numer() == &BigInt::ZERO { String::new() } else { decimal(&probability.recip(), 1) }
}

/// The house edge of every wager over all numbers of decks that the ruleset allows.
#[must_use]
pub fn over_decks(ruleset: &Ruleset, all: &[RulesetOdds]) -> String {
    let mut out = counted_over(ruleset);
    let bets: Vec<&str> =
        all.first().into_iter().flat_map(|odds| &odds.wagers).map(|wager| wager.bet.as_str()).collect();
    let columns = |names: &[&str]| -> TextTable {
        let right: Vec<usize> = (0..=names.len()).collect();
        let names: Vec<&str> = std::iter::once("decks").chain(names.iter().copied()).collect();
        TextTable::headed(&vec![14; names.len()], &names).right(&right)
    };
    heading(&mut out, "House edge");
    let mut table = columns(&bets);
    for odds in all {
        let edges = odds.wagers.iter().map(|wager| percent(&wager.house_edge, DIGITS));
        table.row(&std::iter::once(odds.decks.to_string()).chain(edges).collect::<Vec<_>>());
    }
    out.push_str(&table.render());
    rounded(&mut out, ruleset, all);
    heading(&mut out, "Results");
    let mut table = columns(&["Player wins", "Banker wins", "tie"]);
    for odds in all {
        let results = [&odds.player, &odds.banker, &odds.tie].map(|probability| percent(probability, DIGITS));
        table.row(&std::iter::once(odds.decks.to_string()).chain(results).collect::<Vec<_>>());
    }
    out.push_str(&table.render());
    out.push_str("\n  Every row of the paytable: `--decks N`.\n");
    warned(&mut out, ruleset, all);
    out
}

/// What was counted, over all numbers of decks.
pub(super) fn counted_over(ruleset: &Ruleset) -> String {
    let range = &ruleset.decks;
    let mut out = counted(ruleset, "a full shoe");
    out.push_str(&format!("  {} decks ({}).\n", range.in_words(), range.clause.in_words()));
    if let Some(counted) = range.counted_in_words() {
        out.push_str(&format!("  Decks: {counted}.\n"));
    }
    out
}

/// What rounding makes of the house edge, at the stakes that show it.
pub(super) fn rounded(out: &mut String, ruleset: &Ruleset, all: &[RulesetOdds]) {
    if let Some(stakes) = all.iter().find_map(|odds| odds.stakes) {
        return staked(out, ruleset, all, stakes);
    }
    let names = ["decks", "bet", "stake", "house edge", "without rounding"];
    let mut table = TextTable::headed(&[14, 20, 20, 12, 16], &names).right(&[0, 2, 3, 4]);
    let mut any = false;
    for odds in all {
        for wager in &odds.wagers {
            for edge in wager.rounded.edges() {
                any = true;
                table.row(&[
                    odds.decks.to_string(),
                    wager.bet.clone(),
                    edge.stake.in_words(),
                    percent(&edge.house_edge, DIGITS),
                    percent(&wager.house_edge, DIGITS),
                ]);
            }
        }
    }
    if any {
        heading(out, "House edge, rounded");
        how_rounded(out, ruleset);
        out.push_str("  At the smallest stake at which rounding moves it, and where it is lowest.\n\n");
        out.push_str(&table.render());
    }
}

fn how_rounded(out: &mut String, ruleset: &Ruleset) {
    if let Some(rounding) = &ruleset.rounding {
        let how = rounding.rule.in_words(None);
        out.push_str(&format!("  Winnings go {how} ({}).\n", rounding.clause.in_words()));
    }
}

/// What rounding makes of the house edge at the stakes of a table.
fn staked(out: &mut String, ruleset: &Ruleset, all: &[RulesetOdds], stakes: Stakes) {
    let names = ["decks", "bet", "stake", "house edge", "without rounding", ""];
    let mut table = TextTable::headed(&[14, 20, 16, 12, 16, 12], &names).right(&[0, 2, 3, 4]);
    let mut any = false;
    for odds in all {
        for wager in &odds.wagers {
            let Some(edges) = &wager.staked else { continue };
            let minimum = (edges.minimum.house_edge != wager.house_edge).then_some(&edges.minimum);
            for (at, edge) in
                [("minimum", minimum), ("lowest", edges.lowest.as_ref()), ("highest", edges.highest.as_ref())]
            {
                let Some(edge) = edge else { continue };
                any = true;
                table.row(&[
                    odds.decks.to_string(),
                    wager.bet.clone(),
                    edge.stake.to_string(),
                    percent(&edge.house_edge, DIGITS),
                    percent(&wager.house_edge, DIGITS),
                    at.to_owned(),
                ]);
            }
        }
    }
    let is_capped = ruleset.limits.winnings.is_some();
    heading(out, if is_capped { "House edge, rounded and capped" } else { "House edge, rounded" });
    how_rounded(out, ruleset);
    if let Some(cap) = cap_in_words(ruleset) {
        let open = if stakes.maximum().is_none() { "; how much it moves without --maximum is not said" } else { "" };
        out.push_str(&format!("  {cap}{open}.\n"));
    }
    out.push_str(&format!("  At {}.\n", stakes.in_words()));
    if any {
        out.push('\n');
        out.push_str(&table.render());
    } else {
        let what = if is_capped { "Neither rounding nor the cap" } else { "Rounding" };
        out.push_str(&format!("  {what} moves {} bet at any of them.\n", if is_capped { "a" } else { "no" }));
    }
}

/// The cap on what a wager wins, in minor units, with its clause.
fn cap_in_words(ruleset: &Ruleset) -> Option<String> {
    let cap = ruleset.limits.winnings.as_ref()?;
    Some(format!("No wager wins more than {} in minor units ({})", cap.at_most, cap.clause.in_words()))
}

/// Bets that pay the player more than they take.
pub(super) fn warned(out: &mut String, ruleset: &Ruleset, all: &[RulesetOdds]) {
    for bet in favours_player(ruleset, all) {
        out.push_str(&format!("\n  Warning: {}.\n", bet.in_words()));
    }
}

/// What was counted, and how.
fn counted(ruleset: &Ruleset, shoe: &str) -> String {
    let mut out = format!("Odds of {}\n  {}\n\n", ruleset.id, ruleset.title);
    out.push_str(&format!(
        "  Every deal from {shoe} is counted, cards drawn without replacement; nothing is sampled.\n"
    ));
    for side in Side::BOTH {
        if let Some(value) = ruleset.deal.permanent.of(side) {
            let clause =
                ruleset.deal.permanent_clause.as_ref().map_or_else(String::new, |c| format!(" ({})", c.in_words()));
            out.push_str(&format!(
                "  The {}'s permanent {value} is printed, and is none of the shoe's{clause}.\n",
                side.name()
            ));
        }
    }
    if let Some(rounding) = &ruleset.rounding {
        out.push_str(&format!(
            "  Odds are exact; what it does that winnings go {} ({}) stands apart.\n",
            rounding.rule.in_words(None),
            rounding.clause.in_words()
        ));
    }
    if let Some(cap) = cap_in_words(ruleset) {
        out.push_str(&format!("  {cap}: the odds are those of stakes that it does not reach.\n"));
    }
    out
}
