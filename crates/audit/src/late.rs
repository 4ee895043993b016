//! Incidents that concern a coup which had been judged when they were read, or that name one which nothing holds: the table
//! is read once more with them known. `adjudication.md`, "Late incidents".

use std::collections::BTreeMap;

use resettle_game::Unit;
use resettle_sealed_log::Moment;

use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::Logged;

/// A coup of a table: its shoe, which start of the table's shoes that was, counted from 1 (0 if none was read), and its
/// number.
pub(crate) type CoupKey = (String, u64, u64);

/// An incident of which only a second reading of the table knows what it concerns.
#[derive(Clone, Debug)]
pub struct LateIncident {
    pub(crate) concerns: Concerns,
    pub(crate) logged: Logged,
}

impl LateIncident {
    /// Whether it concerns a coup of this shoe that commenced then, without naming it.
    pub(crate) fn is_of_the_next(&self, shoe: &str, commenced: Moment) -> bool {
        let Concerns::Next { shoe: own } = &self.concerns else { return false };
        own.as_deref().is_none_or(|own| own == shoe) && self.logged.irregularity.noticed.moment() <= commenced
    }
}

/// What such an incident concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Concerns {
    /// The coup that it names. `after_next` says that another coup of the shoe was recorded before the incident; otherwise
    /// it is in time, and its coup only did not wait.
    Coup { coup: CoupKey, after_next: bool },
    /// No coup that it names: the first one of this shoe, or without one of the table, that commenced when it was noticed
    /// or later.
    Next { shoe: Option<String> },
    /// No coup: it names one that nothing holds, and only its duties are asked.
    Nothing,
}

/// The late incidents of one table, for [`Settings::late`](crate::Settings::late).
#[derive(Clone, Debug, Default)]
pub struct LateIncidents {
    coups: BTreeMap<CoupKey, Vec<LateIncident>>,
    next: Vec<LateIncident>,
    /// Their records, and whether it concerns the coup that it names.
    records: BTreeMap<(usize, u64), bool>,
}

impl FromIterator<LateIncident> for LateIncidents {
    fn from_iter<T: IntoIterator<Item = LateIncident>>(incidents: T) -> Self {
        let mut all = Self::default();
        for incident in incidents {
            let named = matches!(incident.concerns, Concerns::Coup { .. });
            all.records.extend(record(&incident.logged.place).map(|record| (record, named)));
            match &incident.concerns {
                Concerns::Coup { coup, .. } => all.coups.entry(coup.clone()).or_default().push(incident),
                Concerns::Next { .. } => all.next.push(incident),
                Concerns::Nothing => {}
            }
        }
        all
    }
}

impl LateIncidents {
    /// Those that name a coup; `None` if none does.
    pub(crate) fn of(&self, coup: &CoupKey) -> Option<&[LateIncident]> {
        self.coups.get(coup).map(Vec::as_slice)
    }

    /// The numbers of the coups that they name, of the shoe with this name that was the table's `start`-th.
    pub(crate) fn of_shoe(&self, shoe: &str, start: u64) -> impl Iterator<Item = u64> {
        let from = (shoe.to_owned(), start, 0);
        let to = (shoe.to_owned(), start, u64::MAX);
        self.coups.range(from..=to).map(|((_, _, number), _)| *number)
    }

    /// Those that concern a coup which they do not name.
    pub(crate) fn next(&self) -> &[LateIncident] {
        &self.next
    }

    /// Whether the record at a place is one of them.
    pub(crate) fn holds(&self, place: &Place) -> bool {
        record(place).is_some_and(|record| self.records.contains_key(&record))
    }

    /// Whether nothing that was read holds the coup that the record at a place names.
    pub(crate) fn unheld(&self, place: &Place) -> bool {
        record(place).is_some_and(|record| self.records.get(&record) == Some(&false))
    }
}

/// The record at a place.
pub(crate) fn record(place: &Place) -> Option<(usize, u64)> {
    Some((place.source, place.line?))
}

/// What is found of a coup, given what is found without its late incidents and with them: what only they cause is
/// `major` at most, what only they excuse is one `claim/unsupported`, and they make nothing lighter.
///
/// `misdeal` says that one of them declares a fault of the deal.
pub(crate) fn weighed(
    without: Vec<Finding>,
    with: Vec<Finding>,
    misdeal: bool,
    place: &Place,
    unit: Unit<'_>,
) -> Vec<Finding> {
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
            None => {
                let usual = finding.severity;
                let mut finding = finding.in_doubt();
                if finding.severity < usual {
                    finding.message.push_str(&format!(
                        "; {} and not {usual}, as what went wrong was only entered after the next coup had begun",
                        finding.severity
                    ));
                }
                caused.push(finding);
            }
        }
    }
    let at_fault = |finding: &&mut Finding| matches!(finding.code, Code::VoidUndeclared | Code::VoidGroundless);
    if let Some(void) = caused.iter_mut().find(at_fault) {
        left = stands_for(void, left, misdeal, unit);
    }
    if !left.is_empty() {
        caused.retain(|finding| finding.code != Code::ClaimUnsupported);
        caused.push(excused(&left, place));
    }
    found.append(&mut caused);
    found
}

/// A void that is at fault stands for the deal, the result, the display and the payments of its coup, and is as grave as
/// the gravest of what was found of them without it; of a declared misdeal the deal is no finding. Gives back what it does
/// not stand for.
fn stands_for(void: &mut Finding, found: Vec<Finding>, misdeal: bool, unit: Unit<'_>) -> Vec<Finding> {
    let of = |finding: &Finding, family: &str| finding.code.as_str().starts_with(family);
    let (left, mut within): (Vec<_>, Vec<_>) = found.into_iter().partition(|finding| of(finding, "procedure/"));
    within.retain(|finding| !(misdeal && of(finding, "deal/")));
    if within.is_empty() {
        return left;
    }
    // Without the late incident there is a fault all the same, whatever else its clause could mean.
    void.reading &= within.iter().all(|finding| finding.reading);
    void.severity = within.iter().map(|finding| finding.severity).fold(void.severity, Severity::max);
    let money = sum(&within).filter(|money| *money != 0);
    let money = money.map_or_else(String::new, |money| {
        format!(" ({} {} than due)", unit.of(money.abs()), if money > 0 { "more" } else { "less" })
    });
    void.message = format!("{}; without the late incident: {}{money}", void.message, codes(&within));
    left
}

/// The money of findings; `None` if none of them is about money.
fn sum(findings: &[Finding]) -> Option<i128> {
    let mut money = findings.iter().filter_map(|finding| finding.money).map(i128::from).peekable();
    money.peek().is_some().then(|| money.sum())
}

fn codes(findings: &[Finding]) -> String {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes.join(", ")
}

fn excused(findings: &[Finding], place: &Place) -> Finding {
    let what = codes(findings);
    let message = format!(
        "only an incident that was written after the shoe's next coup had begun excuses {what}: without it that stands"
    );
    let finding = Finding::new(Code::ClaimUnsupported, place, message).compared("written before the next coup", what);
    match sum(findings) {
        Some(money) => finding.money(money),
        None => finding,
    }
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
        let weigh = |without: &[Finding], with: &[Finding]| {
            said(&weighed(without.to_vec(), with.to_vec(), false, &Place::default(), Unit::Currency("SGD")))
        };
        let (void, groundless) = (of(Code::VoidUndeclared, 500), of(Code::VoidGroundless, -300));
        let paid = of(Code::Overpaid, 70).wager("w1");
        let display = of(Code::WrdMismatch, 0);
        assert_eq!(weigh(&[], std::slice::from_ref(&void)), [(Code::VoidUndeclared, Severity::Major, Some(500))]);
        let whole = [(Code::VoidUndeclared, Severity::Critical, Some(500))];
        assert_eq!(
            weigh(std::slice::from_ref(&paid), std::slice::from_ref(&void)),
            whole,
            "as grave as what it stands for"
        );
        let read = weighed(
            vec![paid.clone()],
            vec![void.clone().reading(true)],
            false,
            &Place::default(),
            Unit::Currency("SGD"),
        );
        assert_eq!((said(&read), read[0].reading), (whole.to_vec(), false), "no reading finds nothing");
        let read = weighed(
            vec![paid.clone().reading(true)],
            vec![void.clone().reading(true)],
            false,
            &Place::default(),
            Unit::Currency("SGD"),
        );
        assert_eq!((read[0].severity, read[0].reading), (Severity::Major, true));
        let dealt = |misdeal| {
            weighed(vec![of(Code::ExtraDraw, 0)], vec![void.clone()], misdeal, &Place::default(), Unit::Currency("SGD"))
        };
        assert_eq!([dealt(true)[0].severity, dealt(false)[0].severity], [Severity::Major, Severity::Critical]);
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
