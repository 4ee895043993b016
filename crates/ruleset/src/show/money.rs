use super::layout::{TextTable, heading};
use super::{RULES, as_compared, cite, marked};
use crate::clause::Cite;
use crate::model::{AtLimit, AtMaximum, NotAccepted, Ruleset};
use crate::money::{Commission, CommissionDue};

pub(super) fn money(out: &mut String, ruleset: &Ruleset) {
    heading(out, "Money");
    let mut table = TextTable::headed(RULES, &["subject", "rule", "clause"]);
    let mut row = |subject: &str, rule: &str, clause: Option<&Cite>| table.row(&[subject, rule, &cite(clause)]);
    match &ruleset.rounding {
        Some(rounding) => {
            let rule = format!("winnings go {}", rounding.rule.in_words(None));
            let rule = match rounding.may_mean_payment {
                true => marked(&format!("{rule}; by another reading the whole payment"), true),
                false => rule,
            };
            row("rounding", &rule, Some(&rounding.clause));
        }
        None => row("rounding", "the document is silent: a fraction of a minor unit may go either way", None),
    }
    if let Some(Commission { bet, rate, clause }) = &ruleset.commission {
        let rule = match rate {
            None => format!("on {bet}: may be deducted, or collected apart from `returned`"),
            Some(rate) => {
                let (part, of) = rate.of_winnings;
                let due = match rate.due {
                    CommissionDue::AtOnce => "with the settlement",
                    CommissionDue::EndOfShoe => "at the end of the shoe",
                };
                let rounded = rate.rounding.map_or_else(
                    || "the document is silent on fractions of it".to_owned(),
                    |rounding| rounding.in_words(None),
                );
                format!("on {bet}: {part} of {of} parts of the winnings, {due}, {rounded}")
            }
        };
        row("commission", &rule, Some(clause));
    }
    for favoured in ruleset.favours_player.iter().flatten() {
        row("favours the player", &format!("{}: {}", favoured.bet, favoured.why), None);
    }
    limit(&mut row, "maximum", ruleset.limits.at_maximum(), "the excess of the wager placed last goes back");
    limit(&mut row, "maximum of an area", ruleset.limits.at_area_maximum(), "the excess goes back pro rata");
    let limits = &ruleset.limits;
    let others = [
        ("minimum", limits.reported_below(), "a wager below it is settled whole, and the breach is reported"),
        ("minimum", limits.valid_below(), "a wager below it is valid once the coup has begun"),
        (
            "differential",
            limits.differential.as_ref().map(|rule| &rule.clause),
            "binds before the first card only; afterwards the wagers are valid",
        ),
        ("personal limits", limits.personal.as_ref(), "limits may hold for one player alone"),
    ];
    for (subject, clause, rule) in others.into_iter().filter(|(_, clause, _)| clause.is_some()) {
        row(subject, rule, clause);
    }
    if let Some(most) = &limits.winnings {
        row(
            "winnings",
            &format!("of one wager at most {} minor units, beside the stake", most.at_most),
            Some(&most.clause),
        );
    }
    let own = ["maximum", "area_maximum", "minimum", "differential", "personal", "winnings", "closed"];
    for (subject, leaf) in as_compared(limits, &own) {
        row(&subject, &leaf.value, leaf.clause.as_ref());
    }
    for rule in limits.closed.iter().flatten() {
        let bets = rule.bets.join(", ");
        row("closed", &format!("no wager on {bets} after coup {} of a shoe", rule.after_coup), Some(&rule.clause));
    }
    let late = &ruleset.late;
    row("placed too late", "the stake goes back, whatever the result", Some(&late.placed.clause));
    row("withdrawn too late", "settled as if it were still on the layout", Some(&late.withdrawn.clause));
    match &ruleset.removal {
        Some(rule) => row("removal", "after a reconstruction a wager may be taken back whole", Some(&rule.clause)),
        None => row("removal", "nothing lets a player take a wager back after a reconstruction", None),
    }
    match &ruleset.not_accepted {
        Some(NotAccepted { clause, by: Some(by) }) => {
            let rule = format!(
                "a wager that a {} or higher ({}) refused before the close is none; the stake goes back",
                by.name, by.clause
            );
            row("not accepted", &rule, Some(clause));
        }
        Some(NotAccepted { clause, by: None }) => {
            let rule = "a wager that a terminal did not take in an interruption is none; the stake goes back";
            row("not accepted", rule, Some(clause));
        }
        None => row("not accepted", "no clause lets the house refuse a wager before the close", None),
    }
    out.push_str(&table.render());
}

fn limit(row: &mut impl FnMut(&str, &str, Option<&Cite>), name: &str, rule: AtMaximum<'_>, reduced: &str) {
    match rule.then {
        AtLimit::Whole if rule.clause.is_none() => {
            row(name, "the document is silent: settled whole, and the breach is reported", None);
        }
        AtLimit::Whole => row(name, "settled whole, and the breach is reported", rule.clause),
        AtLimit::Capped | AtLimit::ProRata => {
            row(name, &format!("paid or collected to it; {reduced}"), rule.clause);
        }
    }
    if let Some(clause) = rule.earlier_coups {
        row("", "found on an earlier coup: wagers and results stand", Some(clause));
    }
}
