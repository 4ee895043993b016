use resettle_document::{Amount, AmountUnit, Half, amounts};
use resettle_game::minor_digits;

use super::{Comparison, DocumentPlace};
use crate::clause::{Cite, ClauseKind};
use crate::model::Ruleset;
use crate::promotions::ProhibitedThing;

/// An amount that the document prints, or that the ruleset has, compared.
#[derive(Clone, Debug)]
pub struct TracedAmount {
    /// Its place in the ruleset, as a diff names it; none where the ruleset has no such amount for the clause.
    pub path: Option<String>,
    /// The clause that prints it, or that the ruleset cites.
    pub clause: String,
    /// The amount of the ruleset.
    pub ruleset: Option<String>,
    /// The amounts of the document that it was compared with.
    pub document: Vec<String>,
    /// Equal, different, or unread.
    pub comparison: Comparison,
    /// Whether the clause is only recorded, so that no ruleset holds the amount.
    pub recorded: bool,
    /// Where the document prints it.
    pub at: Option<DocumentPlace>,
}

impl TracedAmount {
    /// Whether somebody has to compare it: it was not, and the clause is more than recorded.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.comparison == Comparison::Unread && !self.recorded
    }
}

/// An amount of the ruleset.
struct Own {
    path: String,
    unit: AmountUnit,
    hundredths: u64,
    clause: Cite,
    /// Whether the document may print it with its odds, where the paytable is compared with it.
    may_be_elsewhere: bool,
}

/// An amount of the document, with its clause.
struct Printed<'h> {
    clause: &'h str,
    amount: Amount,
    at: DocumentPlace,
    taken: bool,
}

pub(super) fn trace(ruleset: &Ruleset, half: &Half) -> Vec<TracedAmount> {
    let own = own(ruleset);
    let mut printed: Vec<Printed<'_>> = Vec::new();
    for (at, clause) in half.clauses().iter().enumerate() {
        for amount in amounts(&half.text(at)) {
            let line = clause.line.saturating_add(u32::try_from(amount.line).unwrap_or(u32::MAX));
            let at = DocumentPlace { page: clause.page, line };
            printed.push(Printed { clause: &clause.number, amount, at, taken: false });
        }
    }
    let mut out: Vec<TracedAmount> = own.iter().filter_map(|one| compared(one, &mut printed)).collect();
    let kind = |number: &str| ruleset.clauses.iter().find(|clause| clause.number == number).map(|clause| clause.kind);
    let paid = |number: &str| {
        let rows = ruleset.each().flat_map(|rules| &rules.wagers).flat_map(|rule| &rule.rows);
        rows.filter(|row| row.pays().wins()).any(|row| row.settled_by().all().iter().any(|own| own == number))
    };
    for one in printed.iter().filter(|one| !one.taken && !one.amount.unit.is_count()) {
        // What odds keep of winnings is compared with the paytable.
        if one.amount.unit == AmountUnit::Percent && paid(one.clause) {
            continue;
        }
        out.push(TracedAmount {
            path: None,
            clause: one.clause.to_owned(),
            ruleset: None,
            document: vec![written(one.amount.hundredths, one.amount.unit)],
            comparison: Comparison::Unread,
            recorded: kind(one.clause) != Some(ClauseKind::Enforced),
            at: Some(one.at),
        });
    }
    out
}

/// An amount of the ruleset beside those of the same unit that its clauses print; none where they need not print it.
fn compared(own: &Own, printed: &mut [Printed<'_>]) -> Option<TracedAmount> {
    let cited = |clause: &str| own.clause.all().iter().any(|one| one == clause);
    let mut beside: Vec<&mut Printed<'_>> =
        printed.iter_mut().filter(|one| one.amount.unit == own.unit && cited(one.clause)).collect();
    if beside.is_empty() && own.may_be_elsewhere {
        return None;
    }
    let equal = beside.iter().position(|one| one.amount.hundredths == own.hundredths);
    let at = equal.or((!beside.is_empty()).then_some(0)).and_then(|at| beside.get(at)).map(|one| one.at);
    let mut document: Vec<String> = match equal {
        Some(_) => vec![written(own.hundredths, own.unit)],
        None => beside.iter().map(|one| written(one.amount.hundredths, own.unit)).collect(),
    };
    document.dedup();
    let comparison = match (equal, beside.is_empty()) {
        (Some(_), _) => Comparison::Equal,
        // Numbers of what is counted everywhere may be others.
        (None, false) if !own.unit.is_count() || beside.len() == 1 => Comparison::Different,
        (None, _) => Comparison::Unread,
    };
    let all = comparison == Comparison::Different;
    for one in beside.iter_mut().filter(|one| all || one.amount.hundredths == own.hundredths) {
        one.taken = true;
    }
    Some(TracedAmount {
        path: Some(own.path.clone()),
        clause: own.clause.to_string(),
        ruleset: Some(written(own.hundredths, own.unit)),
        document,
        comparison,
        recorded: false,
        at,
    })
}

/// Every amount of a ruleset that a clause states.
fn own(ruleset: &Ruleset) -> Vec<Own> {
    let mut out = Vec::new();
    let mut add = |path: &str, unit: AmountUnit, hundredths: Option<u64>, clause: &Cite| {
        if let Some(hundredths) = hundredths {
            let may_be_elsewhere = unit == AmountUnit::Percent;
            out.push(Own { path: path.to_owned(), unit, hundredths, clause: clause.clone(), may_be_elsewhere });
        }
    };
    let whole = |number: u64| number.checked_mul(100);
    let counted = |number: usize| u64::try_from(number).ok().and_then(whole);
    let digits = ruleset.promotions.as_ref().and_then(|rules| minor_digits(&rules.currency.is)).unwrap_or(2);
    let money = |minor: i64| {
        let scale = 10u64.checked_pow(digits)?;
        Some(u64::try_from(minor).ok()?.checked_mul(100)? / scale)
    };
    if let Some(rules) = &ruleset.tournament {
        add("tournament.absence.coups", AmountUnit::Rounds, whole(rules.absence.coups.into()), &rules.absence.clause);
    }
    if let Some(rules) = &ruleset.promotions {
        let scrutineer = &rules.scrutineer;
        add("promotions.scrutineer.prize_over", AmountUnit::Money, money(scrutineer.prize_over), &scrutineer.clause);
        add("promotions.payment.prize_over", AmountUnit::Money, money(rules.payment.prize_over), &rules.payment.clause);
        for one in &rules.prohibited {
            if let ProhibitedThing::LitresOver(litres) = one.what {
                add("promotions.prohibited.litres_over", AmountUnit::Litres, whole(litres.into()), &one.clause);
            }
        }
        let notified = &rules.notification;
        add("promotions.notification.days", AmountUnit::Days, whole(notified.days.into()), &notified.clause);
        let details = &rules.details;
        add("promotions.details.hours_before", AmountUnit::Hours, whole(details.hours_before.into()), &details.clause);
        let kept = &rules.denials.kept;
        add("promotions.denials.kept.value_over", AmountUnit::Money, money(kept.value_over), &kept.clause);
    }
    if let Some(bound) = &ruleset.combinations.wagers_per_area {
        add("combinations.wagers_per_area", AmountUnit::Wagers, counted(bound.at_most), &bound.clause);
    }
    if let Some(bound) = &ruleset.combinations.players_per_area {
        add("combinations.players_per_area", AmountUnit::Players, counted(bound.at_most), &bound.clause);
    }
    let limits = &ruleset.limits;
    if let Some(most) = &limits.winnings {
        add("limits.winnings", AmountUnit::Money, money(most.at_most), &most.clause);
    }
    for (at, rule) in limits.stakes.iter().flatten().enumerate() {
        if let Some(unit) = rule.unit {
            add(&format!("limits.stakes.{}.unit", at + 1), AmountUnit::Money, money(unit), &rule.clause);
        }
    }
    for (at, rule) in limits.closed.iter().flatten().enumerate() {
        let after = whole(rule.after_coup.into());
        add(&format!("limits.closed.{}.after_coup", at + 1), AmountUnit::Rounds, after, &rule.clause);
    }
    if let Some(commission) = &ruleset.commission
        && let Some(rate) = &commission.rate
    {
        let (kept, of) = (u64::from(rate.of_winnings.0), u64::from(rate.of_winnings.1));
        let percent = (kept * 10_000).checked_div(of).filter(|_| (kept * 10_000) % of.max(1) == 0);
        add("commission.of_winnings", AmountUnit::Percent, percent, &commission.clause);
    }
    out
}

fn written(hundredths: u64, unit: AmountUnit) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let number = if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") };
    format!("{number} {}", if unit == AmountUnit::Money { "of money" } else { unit.name() })
}
