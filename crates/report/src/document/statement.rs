use resettle_audit::Money;
use resettle_game::{Amount, counted};
use serde::{Deserialize, Serialize};

use crate::print::neutral;
use crate::tally::Won;

/// One line of the statement of money. `at_risk`, `not_at_risk` and `not_judged` add up to `staked`, `announced` is a part of
/// `at_risk`; `due`, `overpaid` and `underpaid` add up
/// to `returned`; `staked` less `returned` is `won`, `returned` less `due` is `net_error`. `overpaid_on_condition` and
/// `underpaid_on_condition` are a part of the line before, and so is `net_error_on_condition`; `unread` is in no other line; `uncertain` is a part of
/// what was staked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StatementLine {
    /// `staked`, `at_risk`, `announced`, `not_at_risk`, `not_judged`, `due`, `overpaid`, `underpaid`, `returned`, `won`, `net_error`,
    /// `overpaid_on_condition`, `underpaid_on_condition`, `net_error_on_condition`, `unread`, `uncertain` or `drop`.
    pub line: String,
    /// The sum in minor units, with the sign by which it is added; `won` is positive for the house, `net_error` for the
    /// players.
    pub money: i128,
    /// What it is, in words.
    pub about: String,
}

impl StatementLine {
    /// What people call it.
    #[must_use]
    pub fn name(&self) -> String {
        if self.line.ends_with("_on_condition") { "conditional".to_owned() } else { self.line.replace('_', " ") }
    }

    /// Whether it is a part of another line, and people see it below that.
    #[must_use]
    pub fn is_below(&self) -> bool {
        self.is_part() || self.line.ends_with("_on_condition")
    }

    /// Whether it is a part of what was staked.
    #[must_use]
    pub fn is_part(&self) -> bool {
        matches!(self.line.as_str(), "at_risk" | "announced" | "not_at_risk" | "not_judged")
    }

    /// Whether its sum is not known at all.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.line == "unread" && self.money == 0
    }

    /// Its sum as people write it; with a sign where that says whom it favours.
    #[must_use]
    pub fn amount(&self, currency: &str) -> String {
        let amount = Amount::new(self.money, Some(currency));
        if self.is_unknown() {
            return "unknown".to_owned();
        }
        let is_signed = self.line.ends_with("_on_condition")
            || matches!(self.line.as_str(), "overpaid" | "underpaid" | "net_error");
        if is_signed { amount.signed().to_string() } else { amount.to_string() }
    }
}

/// From what was staked to what was won, of wagers in one currency; of how many of them, and stakes, only the announcement says what was due. Where no wager is judged, nothing is known to be due, and those lines are not there.
#[must_use]
pub fn statement(money: &Money, currency: &str, by_announcement: (u64, i128)) -> Vec<StatementLine> {
    let Money { wagers, staked, returned, due, overpaid, underpaid, .. } = *money;
    let mut out = Vec::new();
    let mut add = |line: &str, money: i128, about: String| {
        out.push(StatementLine { line: line.to_owned(), money, about });
    };
    let of_wagers = |count: u64| counted(count, "wager");
    let judged = wagers.saturating_sub(money.wagers_not_judged);
    let at_risk = judged.saturating_sub(money.wagers_not_at_risk);
    let (announced, staked_on_it) = by_announcement;
    if at_risk == wagers && announced == 0 {
        add("staked", staked, format!("{}, judged and at risk", of_wagers(wagers)));
    } else {
        add("staked", staked, of_wagers(wagers));
        let sum = staked - money.staked_not_at_risk - money.staked_not_judged;
        add("at_risk", sum, format!("{} that won, lost or stood off", of_wagers(at_risk)));
        if announced > 0 {
            let about = format!("{} of these: due by what was announced, and not by the cards", of_wagers(announced));
            add("announced", staked_on_it, about);
        }
        if money.wagers_not_at_risk > 0 {
            let about = "refused, withdrawn, late, removed, voided, of a coup that was void (also without ground) or had no bets, or not offered";
            add("not_at_risk", money.staked_not_at_risk, format!("{}: {about}", of_wagers(money.wagers_not_at_risk)));
        }
        if money.wagers_not_judged > 0 {
            let back = Amount::new(money.returned_not_judged, Some(&neutral(currency))).to_string();
            let about =
                format!("{}: what went back, {back}, counts as what was due", of_wagers(money.wagers_not_judged));
            add("not_judged", money.staked_not_judged, about);
        }
    }
    if judged > 0 {
        add("due", due, "what had to go back by the rules".to_owned());
        if overpaid != 0 || underpaid != 0 {
            add("overpaid", overpaid, "went back beyond what was due".to_owned());
            add("underpaid", -underpaid, "was due and did not go back".to_owned());
        }
    }
    add("returned", returned, "what went back, commission taken off".to_owned());
    let won = Won::of(staked, returned);
    let hold = won.hold().map_or_else(String::new, |hold| format!("; {hold} of what was staked"));
    add("won", won.won, format!("staked less returned: + won by the house, - lost{hold}"));
    if judged > 0 {
        add("net_error", money.net_variance(), "returned less due; + favours the players".to_owned());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money() -> Money {
        Money {
            wagers: 10,
            staked: 1_000,
            returned: 900,
            due: 880,
            overpaid: 50,
            underpaid: 30,
            wagers_not_at_risk: 2,
            staked_not_at_risk: 150,
            wagers_not_judged: 1,
            staked_not_judged: 60,
            returned_not_judged: 40,
            wagers_without_limits: 0,
        }
    }

    #[test]
    fn its_lines_add_up() {
        let lines = statement(&money(), "SGD", (0, 0));
        let of = |name: &str| lines.iter().find(|one| one.line == name).unwrap().money;
        let parts: i128 = lines.iter().filter(|one| one.is_part()).map(|one| one.money).sum();
        assert_eq!(parts, of("staked"));
        assert_eq!(of("due") + of("overpaid") + of("underpaid"), of("returned"));
        assert_eq!(of("staked") - of("returned"), of("won"));
        assert_eq!(of("returned") - of("due"), of("net_error"));
    }

    #[test]
    fn what_is_not_judged_has_nothing_due() {
        let unjudged = Money { wagers_not_judged: 10, wagers_not_at_risk: 0, ..money() };
        let names: Vec<String> = statement(&unjudged, "SGD", (0, 0)).into_iter().map(|one| one.line).collect();
        assert_eq!(names, ["staked", "at_risk", "not_judged", "returned", "won"]);
        let clean = Money { wagers: 1, staked: 100, ..Money::default() };
        let names: Vec<String> = statement(&clean, "SGD", (0, 0)).into_iter().map(|one| one.line).collect();
        assert_eq!(names, ["staked", "due", "returned", "won", "net_error"]);
    }
}
