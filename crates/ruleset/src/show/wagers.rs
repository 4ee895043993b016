use super::layout::{Table, heading};
use super::{RULES, marked, plain};
use crate::model::{Bet, Combinations, Condition, OtherReading, WagerRule};

pub(super) fn wagers(out: &mut String, wagers: &[WagerRule]) {
    heading(out, "Wagers");
    let mut table = Table::headed(&[14, 10, 46, 24], &["bet", "outcome", "when", "clause"]);
    for rule in wagers {
        let outcomes = [
            (rule.bet.as_str(), "wins", Some(&rule.wins)),
            ("", "loses", Some(&rule.loses)),
            ("", "stands off", rule.stands_off.as_ref()),
        ];
        for (bet, outcome, condition) in outcomes {
            let Some(condition) = condition else { continue };
            table.row(&[bet, outcome, &when(condition), &condition.clause.to_string()]);
        }
    }
    out.push_str(&table.render());
}

fn when(bet: &Bet) -> String {
    let text = condition(bet.when);
    match bet.reading {
        Some(OtherReading::OneHand) => marked(&format!("{text}; might mean those of one hand"), true),
        None => text,
    }
}

/// A condition, as people read it.
pub(crate) fn condition(condition: Condition) -> String {
    match condition {
        Condition::PlayerHigher => "the Player's total is higher".to_owned(),
        Condition::BankerHigher => "the Banker's total is higher".to_owned(),
        Condition::Tie => "the totals are equal".to_owned(),
        Condition::Sevens(least) => format!("{least} or more 7s in both hands, a permanent one counted"),
        Condition::PlayerPair => "the Player's first two cards are of one rank".to_owned(),
        Condition::BankerPair => "the Banker's first two cards are of one rank".to_owned(),
        Condition::Otherwise => "otherwise".to_owned(),
    }
}

pub(super) fn combinations(out: &mut String, combinations: &Combinations) {
    heading(out, "Combinations");
    let mut table = Table::headed(RULES, &["subject", "rule", "clause"]);
    let mut silent = true;
    let mut row = |subject: &str, rule: &str, clause: &crate::clause::Cite| {
        silent = false;
        table.row(&[subject, rule, &clause.to_string()]);
    };
    if let Some(clause) = &combinations.free {
        row("any", "wagers are independent and may be combined freely", clause);
    }
    if let Some(opposed) = &combinations.opposed {
        let [first, second] = &opposed.bets;
        let rule = format!("{} and {} of one player only if one of them is approved", plain(first), plain(second));
        row("opposed", &rule, &opposed.clause);
    }
    if let Some(requires) = &combinations.requires {
        let others: Vec<String> = requires.any_of.iter().map(|bet| plain(bet)).collect();
        let rule = format!("{} only if the table has a live wager on {}", plain(&requires.bet), others.join(" or "));
        row("required", &rule, &requires.clause);
    }
    if let Some(bound) = &combinations.wagers_per_area {
        let bet = bound.bet.as_deref().map_or_else(String::new, |bet| format!("{} ", plain(bet)));
        row("wagers in an area", &format!("at most {} {bet}wagers in one area", bound.at_most), &bound.clause);
    }
    if let Some(bound) = &combinations.players_per_area {
        row("players in an area", &format!("at most {} players on one bet of one area", bound.at_most), &bound.clause);
    }
    if silent {
        table.row(&["any", "the document is silent: everything may be combined", "no clause"]);
    }
    out.push_str(&table.render());
}
