//! Incidents that name a coup and were written after it had been judged: the table is read once more with them known.
//! `adjudication.md`, "Late incidents".

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::Logged;

/// A coup of a table: its shoe, which start of the table's shoes that was, counted from 1 (0 if none was read), and its
/// number.
pub(crate) type CoupKey = (String, u64, u64);

/// An incident whose coup had already been judged when it was read.
#[derive(Clone, Debug)]
pub struct LateIncident {
    pub(crate) coup: CoupKey,
    /// Whether another coup of the shoe was recorded before it; otherwise it is in time, and its coup only did not wait.
    pub(crate) after_next: bool,
    pub(crate) logged: Logged,
}

/// The late incidents of one table, for [`Settings::late`](crate::Settings::late).
#[derive(Clone, Debug, Default)]
pub struct LateIncidents {
    coups: BTreeMap<CoupKey, Vec<LateIncident>>,
    records: BTreeSet<(usize, u64)>,
}

impl FromIterator<LateIncident> for LateIncidents {
    fn from_iter<T: IntoIterator<Item = LateIncident>>(incidents: T) -> Self {
        let mut all = Self::default();
        for incident in incidents {
            all.records.extend(record(&incident.logged.place));
            all.coups.entry(incident.coup.clone()).or_default().push(incident);
        }
        all
    }
}

impl LateIncidents {
    /// Those that name a coup; `None` if none does.
    pub(crate) fn of(&self, coup: &CoupKey) -> Option<&[LateIncident]> {
        self.coups.get(coup).map(Vec::as_slice)
    }

    /// Whether the record at a place is one of them.
    pub(crate) fn holds(&self, place: &Place) -> bool {
        record(place).is_some_and(|record| self.records.contains(&record))
    }
}

fn record(place: &Place) -> Option<(usize, u64)> {
    Some((place.source, place.line?))
}

/// What is found of a coup, given what is found without its late incidents and with them: what only they cause is
/// `major` at most, what only they excuse is one `claim/unsupported`, and they make nothing lighter.
pub(crate) fn weighed(without: Vec<Finding>, with: Vec<Finding>, place: &Place) -> Vec<Finding> {
    let mut left = without;
    let mut found = Vec::new();
    let mut caused = Vec::new();
    for finding in with {
        let alike = |other: &Finding| {
            other.code == finding.code
                && other.wager == finding.wager
                && (other.place.source, other.place.line) == (finding.place.source, finding.place.line)
        };
        match left.iter().position(alike).map(|at| left.remove(at)) {
            Some(own) if finding.severity < own.severity => found.push(own),
            Some(_) => found.push(finding),
            None => caused.push(finding),
        }
    }
    // A void that is at fault stands for the deal, the result, the display and the payments of its coup.
    if caused.iter().any(|finding| matches!(finding.code, Code::VoidUndeclared | Code::VoidGroundless)) {
        left.retain(|finding| finding.code.as_str().starts_with("procedure/"));
    }
    if !left.is_empty() {
        caused.retain(|finding| finding.code != Code::ClaimUnsupported);
        caused.push(excused(&left, place));
    }
    found.extend(caused.into_iter().map(|finding| {
        let severity = finding.severity.min(Severity::Major);
        finding.severity(severity)
    }));
    found
}

fn excused(findings: &[Finding], place: &Place) -> Finding {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let what = codes.join(", ");
    let message = format!("only an incident that was written after the shoe's next coup excuses {what}");
    let finding = Finding::new(Code::ClaimUnsupported, place, message).compared("written before the next coup", what);
    let mut money = findings.iter().filter_map(|finding| finding.money).map(i128::from).peekable();
    if money.peek().is_some() { finding.money(money.sum()) } else { finding }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: Code, money: i128) -> Finding {
        Finding::new(code, &Place::default(), "").money(money)
    }

    fn said(found: &[Finding]) -> Vec<(Code, Severity, Option<i64>)> {
        found.iter().map(|finding| (finding.code, finding.severity, finding.money)).collect()
    }

    #[test]
    fn what_late_incidents_cause_is_major_and_what_they_excuse_keeps_its_money() {
        let weigh =
            |without: &[Finding], with: &[Finding]| said(&weighed(without.to_vec(), with.to_vec(), &Place::default()));
        let (void, groundless) = (of(Code::VoidUndeclared, 500), of(Code::VoidGroundless, -300));
        let paid = of(Code::Overpaid, 70).wager("w1");
        let display = of(Code::WrdMismatch, 0);
        assert_eq!(weigh(&[], std::slice::from_ref(&void)), [(Code::VoidUndeclared, Severity::Major, Some(500))]);
        assert_eq!(weigh(std::slice::from_ref(&paid), &[void]), [(Code::VoidUndeclared, Severity::Major, Some(500))]);
        let unsupported = |money| (Code::ClaimUnsupported, Severity::Major, Some(money));
        assert_eq!(weigh(std::slice::from_ref(&groundless), &[]), [unsupported(-300)]);
        assert_eq!(weigh(std::slice::from_ref(&paid), &[of(Code::ClaimUnsupported, 9)]), [unsupported(70)]);
        assert_eq!(weigh(&[], &[of(Code::ClaimUnsupported, 9)]), [unsupported(9)]);
        let both = [paid.clone(), groundless];
        assert_eq!(weigh(&both, &both), said(&both));
        let lighter = display.clone().severity(Severity::Info);
        assert_eq!(weigh(std::slice::from_ref(&display), &[lighter]), said(&[display]), "nothing gets lighter");
        let other = of(Code::Overpaid, 70).wager("w2");
        assert_eq!(weigh(&[paid], &[other]), [(Code::Overpaid, Severity::Major, Some(70)), unsupported(70)]);
    }
}
