use resettle_document::{Amount, AmountUnit, Half, amounts};
use resettle_game::minor_digits;

use super::paytable::DocumentOdds;
use super::{Comparison, DocumentPlace};
use crate::clause::{Cite, ClauseKind};
use crate::model::Ruleset;
use crate::money::Commission;
use crate::section::{Leaves, PrintedNumber};

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
    /// Which amount it is, as it is named among what was not compared.
    pub(super) fn named(&self) -> String {
        match (&self.path, &self.ruleset) {
            (Some(path), Some(own)) => format!("{path} {own} by {}", self.clause),
            _ => {
                let line = self.at.map_or_else(String::new, |at| format!(" line {}", at.line));
                format!("{}{line}: {}", self.clause, self.document.join(", "))
            }
        }
    }

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

pub(super) fn trace(ruleset: &Ruleset, half: &Half, odds: &DocumentOdds) -> Vec<TracedAmount> {
    let own = own(ruleset);
    let mut printed: Vec<Printed<'_>> = Vec::new();
    for (at, clause) in half.clauses().iter().enumerate() {
        for amount in amounts(&half.text(at)) {
            let line = half.line_of(at, amount.line);
            let at = DocumentPlace { page: clause.page, line };
            printed.push(Printed { clause: &clause.number, amount, at, taken: false });
        }
    }
    // What odds keep of winnings or pay of the stake, clause by clause, is compared with the paytable.
    let shares: Vec<(&str, u64)> = half
        .clauses()
        .iter()
        .enumerate()
        .flat_map(|(at, clause)| odds.shares(at).map(move |hundredths| (clause.number.as_str(), hundredths)))
        .collect();
    let mut out: Vec<TracedAmount> = own
        .iter()
        .filter_map(|one| compared(one, &mut printed, |own| shares.iter().any(|(_, share)| *share == own)))
        .collect();
    let kind = |number: &str| ruleset.clauses.iter().find(|clause| clause.number == number).map(|clause| clause.kind);
    for one in printed.iter().filter(|one| !one.taken && !one.amount.unit.is_count()) {
        if one.amount.unit == AmountUnit::Percent && shares.contains(&(one.clause, one.amount.hundredths)) {
            continue;
        }
        out.push(TracedAmount {
            path: None,
            clause: one.clause.to_owned(),
            ruleset: None,
            document: vec![written(one.amount.hundredths, one.amount.unit)],
            comparison: Comparison::Unread,
            recorded: kind(one.clause) == Some(ClauseKind::Recorded),
            at: Some(one.at),
        });
    }
    out
}

/// An amount of the ruleset beside those of the same unit that its clauses print; none where the odds of the document say it.
fn compared(own: &Own, printed: &mut [Printed<'_>], kept: impl Fn(u64) -> bool) -> Option<TracedAmount> {
    let cited = |clause: &str| own.clause.all().iter().any(|one| one == clause);
    let mut beside: Vec<&mut Printed<'_>> =
        printed.iter_mut().filter(|one| one.amount.unit == own.unit && cited(one.clause)).collect();
    if beside.is_empty() && own.may_be_elsewhere && kept(own.hundredths) {
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
    let mut printed = Vec::new();
    ruleset.tournament.printed("tournament", &mut printed);
    ruleset.promotions.printed("promotions", &mut printed);
    ruleset.combinations.printed("combinations", &mut printed);
    ruleset.limits.printed("limits", &mut printed);
    let digits = ruleset.promotions.as_ref().and_then(|rules| minor_digits(&rules.currency.is)).unwrap_or(2);
    let hundredths = |PrintedNumber { unit, number, .. }: &PrintedNumber<'_>| {
        let scale = if *unit == AmountUnit::Money { 10u64.checked_pow(digits)? } else { 1 };
        Some(u64::try_from(*number).ok()?.checked_mul(100)? / scale)
    };
    let amount = |one: PrintedNumber<'_>| {
        let hundredths = hundredths(&one)?;
        Some(Own { path: one.path, unit: one.unit, hundredths, clause: one.clause.clone(), may_be_elsewhere: false })
    };
    let mut out: Vec<Own> = printed.into_iter().filter_map(amount).collect();
    if let Some(Commission { rate: Some(rate), clause, .. }) = &ruleset.commission {
        let (kept, of) = (u64::from(rate.of_winnings.0), u64::from(rate.of_winnings.1));
        let percent = (kept * 10_000).checked_div(of).filter(|_| (kept * 10_000) % of.max(1) == 0);
        out.extend(percent.map(|hundredths| Own {
            path: "commission.of_winnings".to_owned(),
            unit: AmountUnit::Percent,
            hundredths,
            clause: clause.clone(),
            may_be_elsewhere: true,
        }));
    }
    out
}

fn written(hundredths: u64, unit: AmountUnit) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let number = if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") };
    format!("{number} {}", if unit == AmountUnit::Money { "of money" } else { unit.name() })
}
