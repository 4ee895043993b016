use resettle_document::{Half, PayForm, PayReading, PayTotal, pay_rows};
use resettle_rules::{Condition, Fact, Scope, When};
use resettle_yaml::Place;

use super::places::Places;
use super::{DocumentPlace, Standing};
use crate::model::{Ruleset, WagerRow, WagerRule};

/// A row of the paytable beside the document's.
#[derive(Clone, Debug)]
pub struct TracedRow {
    /// The bet, as logs name it; what the document prints where the row could not be read.
    pub bet: String,
    /// Which winning wagers: `7`, `other`, `3 sevens`, `always`.
    pub when: String,
    /// The clause: the ruleset's citation, or where the document has the row.
    pub clause: String,
    /// The odds of the ruleset.
    pub ruleset: Option<String>,
    /// The odds of the document, in lowest terms, with what it says of a commission and of a stake that they hold; several
    /// where it is ambiguous.
    pub document: Vec<String>,
    /// How they stand to each other.
    pub standing: Standing,
    /// The clause that the document has the row in, where the ruleset cites another one.
    pub should_cite: Option<String>,
    /// Where the row stands in the YAML.
    pub yaml: Option<Place>,
    /// Where it stands in the document.
    pub at: Option<DocumentPlace>,
}

/// A row that the document has, for one bet.
struct Found<'h> {
    bet: &'static str,
    when: PayTotal,
    odds: (u64, u64),
    form: PayForm,
    commission: Option<(u64, u64)>,
    clause: &'h str,
    at: DocumentPlace,
    taken: bool,
}

impl Found<'_> {
    /// Whether so much is won on a stake, after what the house keeps of it.
    fn pays(&self, win: u64, stake: u64) -> bool {
        let (kept, of) = self.commission.unwrap_or((0, 1));
        let product = |one: [u64; 3]| one.iter().try_fold(1u128, |all, next| all.checked_mul(u128::from(*next)));
        let own = product([self.odds.0, stake, of.saturating_sub(kept)]);
        own.is_some() && own == product([self.odds.1, win, of])
    }

    /// The odds, and how the document says them where that is not "a to b".
    fn printed(&self) -> String {
        let mut out = odds(self.odds);
        if self.form == PayForm::For {
            let (a, b) = self.odds;
            out.push_str(&format!(" (printed {} for {b})", a.saturating_add(b)));
        }
        if let Some((kept, of)) = self.commission {
            out.push_str(&format!(", less {kept} in {of}"));
        }
        out
    }
}

pub(super) fn trace(ruleset: &Ruleset, half: &Half, places: &Places) -> Vec<TracedRow> {
    let mut found = Vec::new();
    let mut unread = Vec::new();
    for (at, clause) in half.clauses().iter().enumerate() {
        for row in pay_rows(&half.text(at)) {
            let line = clause.line.saturating_add(u32::try_from(row.line).unwrap_or(u32::MAX));
            let at = DocumentPlace { page: clause.page, line };
            match row.readings.as_slice() {
                [(label, a, b)] => found.extend(label.bets.iter().map(|bet| Found {
                    bet,
                    when: label.when,
                    odds: (*a, *b),
                    form: row.form,
                    commission: row.commission,
                    clause: &clause.number,
                    at,
                    taken: false,
                })),
                _ => unread.push(doubtful(&row, &clause.number, at)),
            }
        }
    }
    let paying = ruleset.wagers.iter().flat_map(|rule| rule.rows.iter().map(move |row| (rule, row)));
    let paying = paying.filter(|(_, row)| row.pays().wins());
    let mut out: Vec<TracedRow> =
        paying.enumerate().map(|(at, (rule, row))| traced(rule, row, places.row(at), &mut found)).collect();
    out.extend(found.iter().filter(|row| !row.taken).map(|row| TracedRow {
        bet: row.bet.to_owned(),
        when: when(row.when),
        clause: row.clause.to_owned(),
        ruleset: None,
        document: vec![row.printed()],
        standing: Standing::Missing,
        should_cite: None,
        yaml: None,
        at: Some(row.at),
    }));
    out.extend(unread);
    out
}

/// What a label can say of a row: of the rows by which a bet wins the total or the count that tells it from the
/// others. None where other facts do.
fn label(rule: &WagerRule, row: &WagerRow) -> Option<PayTotal> {
    if rule.rows.iter().filter(|row| row.pays().wins()).count() == 1 {
        return Some(PayTotal::Always);
    }
    let When::Is(condition) = &row.row.when else { return None };
    let mut label = None;
    let mut plain = !matches!(condition, Condition::Any(_));
    condition.each(&mut |fact, values| {
        let only = values.iter().next().filter(|_| values.len() == 1);
        let own = match (fact, only) {
            (Fact::Winner, _) => return,
            (Fact::Total(_), Some(total)) => PayTotal::Total(total),
            (Fact::Total(_), None) => PayTotal::Other,
            (Fact::Count(of, Scope::Both), Some(count)) if of.suit.is_none() => PayTotal::Sevens(count),
            _ => {
                plain = false;
                return;
            }
        };
        plain &= label.replace(own).is_none_or(|before| before == own);
    });
    label.filter(|_| plain)
}

fn traced(rule: &WagerRule, row: &WagerRow, yaml: Place, found: &mut [Found<'_>]) -> TracedRow {
    let own = label(rule, row);
    let pays = row.pays().odds();
    let mut document = Vec::new();
    let mut at = None;
    let mut elsewhere = None;
    let mut same = true;
    for found in found.iter_mut().filter(|found| found.bet == rule.bet && Some(found.when) == own) {
        found.taken = true;
        let printed = found.printed();
        same &= pays.is_some_and(|pays| found.pays(u64::from(pays.win()), u64::from(pays.stake())));
        if !row.settled_by().all().iter().any(|clause| clause == found.clause) {
            elsewhere = elsewhere.or(Some(found.clause.to_owned()));
        }
        at = at.or(Some(found.at));
        if !document.contains(&printed) {
            document.push(printed);
        }
    }
    let standing = match document.len() {
        0 => Standing::Absent,
        1 if same && elsewhere.is_none() => Standing::Equal,
        1 if same => Standing::Miscited,
        1 => Standing::Different,
        _ => Standing::Ambiguous,
    };
    TracedRow {
        bet: rule.bet.clone(),
        when: own.map_or_else(|| row.row.when.name(), when),
        clause: row.settled_by().to_string(),
        ruleset: Some(row.pays().to_string()),
        document,
        standing,
        should_cite: elsewhere,
        yaml: Some(yaml),
        at,
    }
}

/// A row of the document that has no reading, or several.
fn doubtful(row: &PayReading, clause: &str, at: DocumentPlace) -> TracedRow {
    let document = row
        .readings
        .iter()
        .map(|(label, a, b)| format!("{} {} pays {}", label.bets.join(" and "), when(label.when), odds((*a, *b))));
    let document: Vec<String> = document.collect();
    TracedRow {
        bet: row.printed.split_whitespace().collect::<Vec<_>>().join(" "),
        when: String::new(),
        clause: clause.to_owned(),
        ruleset: None,
        standing: if document.is_empty() { Standing::Unread } else { Standing::Ambiguous },
        document,
        should_cite: None,
        yaml: None,
        at: Some(at),
    }
}

fn when(when: PayTotal) -> String {
    match when {
        PayTotal::Total(total) => total.to_string(),
        PayTotal::Other => "other".to_owned(),
        PayTotal::Sevens(count) => format!("{count} sevens"),
        PayTotal::Always => "always".to_owned(),
    }
}

fn odds((a, b): (u64, u64)) -> String {
    format!("{a} to {b}")
}
