use resettle_rules::{Pays, Reading};

use super::layout::{TextTable, heading};
use super::{RULES, as_compared, cite, marked, plain};
use crate::model::{Combinations, WagerRow, WagerRule};

pub(super) fn wagers(out: &mut String, wagers: &[WagerRule]) {
    heading(out, "Wagers");
    let mut table = TextTable::headed(&[14, 16, 44, 22], &["bet", "outcome", "when", "clause"]);
    for rule in wagers {
        let mut bet = rule.bet.as_str();
        for row in &rule.rows {
            table.row(&[bet, &outcome(row.pays()), &when(rule, row), &clause(row)]);
            bet = "";
        }
    }
    out.push_str(&table.render());
}

/// What becomes of a stake, as people read it.
pub(crate) fn outcome(pays: Pays) -> String {
    match pays {
        Pays::Odds(odds) => format!("pays {odds}"),
        Pays::Push | Pays::Loses => pays.outcome().to_owned(),
        Pays::LosesPart { lost, of } => format!("loses {lost} of {of} parts"),
    }
}

fn when(rule: &WagerRule, row: &WagerRow) -> String {
    let text = row.row.in_words();
    match rule.reading {
        Some(Reading::OneHand) if row.pays().wins() => marked(&format!("{text}; might mean those of one hand"), true),
        _ => text,
    }
}

fn clause(row: &WagerRow) -> String {
    match &row.pays_clause {
        Some(odds) => format!("{}; odds {odds}", row.clause),
        None => row.clause.shown(),
    }
}

pub(super) fn combinations(out: &mut String, combinations: &Combinations) {
    heading(out, "Combinations");
    let mut table = TextTable::headed(RULES, &["subject", "rule", "clause"]);
    let mut silent = true;
    let mut row = |subject: &str, rule: &str, clause: &crate::clause::Cite| {
        silent = false;
        table.row(&[subject, rule, &clause.shown()]);
    };
    if let Some(clause) = &combinations.free {
        row("any", "wagers are independent and may be combined freely", clause);
    }
    if let Some(opposed) = &combinations.opposed {
        let [first, second] = &opposed.bets;
        let rule = format!("{} and {} of one player only if one of them is approved", plain(first), plain(second));
        row("opposed", &rule, &opposed.clause);
    }
    for requires in &combinations.requires.0 {
        let others: Vec<String> = requires.any_of.iter().map(|bet| plain(bet)).collect();
        let whose = if requires.is_own() { "the same player" } else { "the table" };
        let rule = format!("{} only if {whose} has a wager on {}", plain(&requires.bet), others.join(" or "));
        row("required", &rule, &requires.clause);
        if let Some(clause) = &requires.before {
            row("", "and that one was placed before it", clause);
        }
    }
    if let Some(bound) = &combinations.wagers_per_area {
        let bet = bound.bet.as_deref().map_or_else(String::new, |bet| format!("{} ", plain(bet)));
        row("wagers in an area", &format!("at most {} {bet}wagers in one area", bound.at_most), &bound.clause);
    }
    if let Some(bound) = &combinations.players_per_area {
        let bet = bound.bet.as_deref().map_or_else(|| "one bet".to_owned(), plain);
        row("players in an area", &format!("at most {} players on {bet} of one area", bound.at_most), &bound.clause);
    }
    if let Some(tokens) = &combinations.tokens {
        let known: Vec<String> = tokens.accepted.iter().map(|token| plain(token.word())).collect();
        let rule = if known.is_empty() {
            "chips alone".to_owned()
        } else {
            format!("chips, and tokens: {}", known.join(", "))
        };
        row("placed with", &rule, &tokens.clause);
    }
    let own = ["free", "opposed", "requires", "wagers_per_area", "players_per_area", "tokens"];
    for (subject, leaf) in as_compared(combinations, &own) {
        silent = false;
        table.row(&[&subject, &leaf.value, &cite(leaf.clause.as_ref())]);
    }
    if silent {
        table.row(&["any", "the document is silent: everything may be combined", "no clause"]);
    }
    out.push_str(&table.render());
}
