use std::collections::BTreeSet;

use crate::clause::{Cite, ClauseEntry, ClauseKind};
use crate::model::Ruleset;
use crate::promotions::RecordedPart;
use crate::tournament::Tournament;

/// A clause of a chapter that is judged over more than a coup, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedRule<'r> {
    /// Its number.
    pub clause: &'r str,
    /// Enforced, recorded, or a definition.
    pub kind: ClauseKind,
    /// The findings that it grounds.
    pub by: Vec<&'static str>,
    /// Why it is recorded only; of an enforced clause, what of it is, and why.
    pub recorded: Vec<&'r str>,
}

/// The rules of tournament play, clause by clause; none where the ruleset has none.
#[must_use]
pub fn tournament_rules(ruleset: &Ruleset) -> Vec<TracedRule<'_>> {
    let Some(rules) = &ruleset.tournament else { return Vec::new() };
    traced(&ruleset.clauses, &grounds_of_tournament(rules), rules.recorded.as_deref().unwrap_or_default())
}

/// The same for the rules on promotional prizes.
#[must_use]
pub fn promotion_rules(ruleset: &Ruleset) -> Vec<TracedRule<'_>> {
    let Some(rules) = &ruleset.promotions else { return Vec::new() };
    let grounds: Vec<(Cite, &[&'static str])> =
        rules.rules().into_iter().map(|rule| (rule.clause, of_promotion(&rule.path))).collect();
    traced(&ruleset.clauses, &grounds, rules.recorded.as_deref().unwrap_or_default())
}

/// Every clause of the chapters that are cited, headings left out.
fn traced<'r>(
    clauses: &'r [ClauseEntry],
    grounds: &[(Cite, &[&'static str])],
    recorded: &'r [RecordedPart],
) -> Vec<TracedRule<'r>> {
    let chapter = |number: &str| number.split('.').next().unwrap_or_default().to_owned();
    let own: BTreeSet<String> = grounds.iter().map(|(cite, _)| chapter(cite.primary())).collect();
    let asked = |clause: &&ClauseEntry| own.contains(&chapter(&clause.number)) && clause.kind != ClauseKind::Heading;
    let rule = |clause: &'r ClauseEntry| {
        let mut by: Vec<&'static str> = Vec::new();
        for (_, codes) in grounds.iter().filter(|(cite, _)| cite.all().contains(&clause.number)) {
            by.extend(codes.iter().filter(|code| !by.contains(code)).copied().collect::<Vec<_>>());
        }
        let parts = recorded.iter().filter(|part| part.clause.all().contains(&clause.number));
        let recorded = clause.why.as_deref().into_iter().chain(parts.map(|part| part.why.as_str())).collect();
        TracedRule { clause: &clause.number, kind: clause.kind, by, recorded }
    };
    clauses.iter().filter(asked).map(rule).collect()
}

fn grounds_of_tournament(rules: &Tournament) -> Vec<(Cite, &'static [&'static str])> {
    let mut out: Vec<(Cite, &'static [&'static str])> =
        vec![(rules.ordinary.clause.clone(), &["every ordinary finding"])];
    let mut add = |cite: &Cite, codes: &'static [&'static str]| out.push((cite.clone(), codes));
    add(&rules.conditions.clause, &["tournament/condition-missing"]);
    rules.conditions.parts.iter().for_each(|part| add(&part.clause, &["tournament/condition-missing"]));
    add(&rules.absence.clause, &["tournament/deduction", "tournament/no-wager"]);
    rules.disqualified.iter().for_each(|row| add(&row.clause, &["tournament/not-disqualified"]));
    add(&rules.refunds.clause, &["tournament/refund"]);
    rules.refunds.grounds.iter().for_each(|row| add(&row.clause, &["tournament/refund"]));
    add(&rules.announcement.clause, &["tournament/undisclosed-announcement"]);
    add(&rules.forms.clause, &["tournament/undisclosed-form"]);
    for (check, cite) in &rules.checks {
        if let Some((_, codes)) = OF_CHECKS.iter().find(|(name, _)| name == check) {
            add(cite, codes);
        }
    }
    out
}

macro_rules! of_checks {
    ($($name:literal),+ $(,)?; $($other:literal => $codes:expr),+ $(,)?) => {
        /// The findings of each check.
        const OF_CHECKS: &[(&str, &[&str])] = &[
            $(($name, &[concat!("tournament/", $name)])),+,
            $(($other, $codes)),+
        ];
    };
}

of_checks! {
    "advance", "allotment", "authority", "below-minimum", "buy-in", "chip-count", "chips-added", "conditions-late",
    "conditions-not-given", "count-missing", "deduction", "dispute", "early-end", "eliminated", "entries", "increment",
    "inventory", "level-change", "marker", "no-conditions", "no-result", "no-session", "no-wager", "not-advanced",
    "not-eliminated", "not-entered", "not-exclusive", "not-seated", "out-of-turn", "over-chips", "overrun",
    "pass-allocation", "pass-card", "placing", "play-off", "position", "prize-pool", "refund-missing", "restriction",
    "start-altered", "table", "tie", "undisclosed-amount", "undisclosed-count", "wrong-chips";
    "announced-close" => &["wager/late-honoured", "wager/withdrawn-honoured"],
    "maximum" => &["wager/over-limit"],
    "turn-taken-back" => &["wager/withdrawn-honoured"],
}

/// The findings of a rule on promotional prizes, by its keys.
fn of_promotion(path: &str) -> &'static [&'static str] {
    match path {
        "scrutineer" => &["promotion/no-scrutineer"],
        "cash_alternative" => &["promotion/cash-alternative", "promotion/cash-paid"],
        "payment" => &["promotion/payment"],
        "payment.whole" => &["promotion/payment-sum"],
        "available" | "available.at_commencement" => &["promotion/terms-unavailable"],
        "marketing" => &["promotion/marketing"],
        "notification" => &["promotion/notification-late", "promotion/notification-means"],
        "details" => &["promotion/details-late"],
        "amendments" => &["promotion/amended"],
        "denials" => &["promotion/not-informed"],
        "denials.kept" => &["promotion/denial-record"],
        "complaints" => &["promotion/complaint-right"],
        "draw_time" => &["promotion/times"],
        "integrity" => &["promotion/inspectorate", "promotion/drawn-compromised"],
        other if other.starts_with("cash_alternative.") => &["promotion/cash-alternative", "promotion/cash-paid"],
        other if other.starts_with("prohibited.") => &["promotion/prohibited-prize"],
        other if other.starts_with("terms.") => &["promotion/term-missing"],
        other if other.starts_with("notification.") => &["promotion/notification-means"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::TOURNAMENT_CHECKS;

    #[test]
    fn every_check_has_its_findings() {
        for check in TOURNAMENT_CHECKS {
            assert!(OF_CHECKS.iter().any(|(name, _)| name == check), "{check}");
        }
        assert_eq!(OF_CHECKS.len(), TOURNAMENT_CHECKS.len());
    }
}
