//! Money in sentences: the engine counts in minor units, people read amounts.

use resettle_audit::Code;
use resettle_game::Amount;

use super::neutral::neutral;
use crate::document::{CurrencyTotals, FindingRow};

/// What was expected or logged; where that is about money, as amounts: `500`, `at most 500`, `500 or 501`, `500 on tie`.
#[must_use]
pub fn compared(finding: &FindingRow, text: &str) -> String {
    let is_money =
        finding.unit.is_none() && (finding.money.is_some() || mentions_money(finding) || is_unjudged(finding));
    let currency = finding.currency.as_deref();
    let in_words = match is_money.then(|| in_amounts(text, currency)).flatten() {
        None if finding.code == Code::Disagreement.as_str() => wager_in_amounts(text, currency),
        amounts => amounts,
    };
    in_words.unwrap_or_else(|| neutral(text))
}

/// The statement of money in a currency, each line behind its name, and the lines from the findings to the net error.
pub(super) fn sums(totals: &CurrencyTotals) -> Vec<(String, String)> {
    let unit = neutral(&totals.currency);
    let lines: Vec<(String, String, String)> = totals
        .statement_of_money()
        .into_iter()
        .map(|line| {
            // A part of a part is no summand.
            let depth = if line.line == "announced" { 4 } else { usize::from(line.is_below()) * 2 };
            let name = format!("{:depth$}{}", "", line.name());
            (name, line.amount(&unit), line.about)
        })
        .collect();
    let width = lines.iter().map(|(_, amount, _)| amount.chars().count()).max().unwrap_or(0);
    let mut out: Vec<(String, String)> = Vec::new();
    for (name, amount, about) in lines {
        if name == "returned" && totals.money.nothing_judged() {
            out.push(("due".to_owned(), "not judged".to_owned()));
        }
        out.push((name, format!("{amount:>width$}  {about}")));
    }
    if totals.money.nothing_judged() {
        out.push(("net error".to_owned(), "not judged".to_owned()));
    }
    let lines = reconciled_lines(totals).into_iter().enumerate();
    out.extend(lines.map(|(at, line)| (if at == 0 { "reconciled" } else { "" }.to_owned(), line)));
    out
}

/// The lines from the sum of the findings to the net error; none where neither is anything, or nothing is judged.
#[must_use]
pub fn reconciled_lines(totals: &CurrencyTotals) -> Vec<String> {
    if totals.money.nothing_judged() || totals.reconciled.is_empty() {
        return Vec::new();
    }
    let unit = neutral(&totals.currency);
    let net = ("net error".to_owned(), totals.money.net_variance());
    let lines = totals.reconciled.iter().map(|one| (neutral(&one.line), one.money)).chain([net]);
    let lines: Vec<(String, String)> =
        lines.map(|(line, money)| (line, Amount::new(money, Some(&unit)).signed().to_string())).collect();
    let width = lines.iter().map(|(_, money)| money.chars().count()).max().unwrap_or(0);
    lines.into_iter().map(|(line, money)| format!("{money:>width$}  {line}")).collect()
}

fn mentions_money(finding: &FindingRow) -> bool {
    Code::parse(&finding.code).is_some_and(Code::compares_money)
}

/// Whether it says what was staked and returned and nobody judged; the digits of its sentence count coups.
fn is_unjudged(finding: &FindingRow) -> bool {
    finding.code == Code::Unjudged.as_str()
}

fn in_amounts(text: &str, currency: Option<&str>) -> Option<String> {
    let currency = currency.map(neutral);
    let amount = |digits: &str| {
        let minor: i128 = digits.parse().ok().filter(|_| is_number(digits))?;
        Some(Amount::new(minor, currency.as_deref()).to_string())
    };
    for bound in ["at most ", "at least "] {
        if let Some(rest) = text.strip_prefix(bound) {
            return Some(format!("{bound}{}", amount(rest)?));
        }
    }
    if let Some((one, other)) = text.split_once(" or ") {
        return Some(format!("{} or {}", amount(one)?, amount(other)?));
    }
    for what in [" staked", " returned"] {
        if let Some(sum) = text.strip_suffix(what) {
            return Some(format!("{}{what}", amount(sum)?));
        }
    }
    if let Some(sum) = text.strip_suffix(" as declared") {
        let minor: i128 = sum.parse().ok().filter(|_| is_number(sum.strip_prefix('+').unwrap_or(sum)))?;
        return Some(format!("{} as declared", Amount::new(minor, currency.as_deref()).signed()));
    }
    if let Some((sum, bet)) = text.split_once(" on ").filter(|(_, bet)| !bet.contains(',')) {
        return Some(format!("{} on {}", amount(sum)?, neutral(bet)));
    }
    amount(text)
}

/// A wager in a few words, as two sources say it: `5000 on tie, 45000 returned, commission 250, withdrawn at …`.
fn wager_in_amounts(text: &str, currency: Option<&str>) -> Option<String> {
    let parts: Vec<&str> = text.split(", ").collect();
    let [on, returned, ..] = parts.as_slice() else { return None };
    let sums = on.contains(" on ") && returned.ends_with(" returned");
    let part = |part: &&str| match part.strip_prefix("commission ") {
        Some(taken) => in_amounts(taken, currency).map(|taken| format!("commission {taken}")),
        None => Some(in_amounts(part, currency).unwrap_or_else(|| neutral(part))),
    };
    let parts: Option<Vec<String>> = parts.iter().map(part).collect();
    parts.filter(|_| sums).map(|parts| parts.join(", "))
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_engine_says_of_money_becomes_amounts() {
        for (text, reported) in [
            ("5000", Some("50.00 SGD")),
            ("-5000", Some("-50.00 SGD")),
            ("at most 500000", Some("at most 5,000.00 SGD")),
            ("at least 1000", Some("at least 10.00 SGD")),
            ("9500 or 9501", Some("95.00 SGD or 95.01 SGD")),
            ("5000 on super_sevens", Some("50.00 SGD on super_sevens")),
            ("5000 staked", Some("50.00 SGD staked")),
            ("+5000 as declared", Some("+50.00 SGD as declared")),
            ("-5000 as declared", Some("-50.00 SGD as declared")),
            ("no wager", None),
            ("player 7, banker 5", None),
            ("", None),
        ] {
            assert_eq!(in_amounts(text, Some("SGD")).as_deref(), reported, "{text}");
        }
        for (text, reported) in [
            ("5000 on tie, 0 returned", Some("50.00 SGD on tie, 0.00 SGD returned")),
            (
                "500 on tie, 90 returned, commission 5, withdrawn at x",
                Some("5.00 SGD on tie, 0.90 SGD returned, commission 0.05 SGD, withdrawn at x"),
            ),
            ("no such wager", None),
            ("7, 8", None),
        ] {
            assert_eq!(wager_in_amounts(text, Some("SGD")).as_deref(), reported, "{text}");
        }
    }
}
