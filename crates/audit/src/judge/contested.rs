//! Wagers of which two sources say different things: the money that hangs on which of them is right.

use resettle_coup_log::Wager;

use super::basis;
use crate::case::{Case, Contested, Judged, unsettled};
use crate::finding::Finding;
use crate::irregularity::Effects;
use crate::placed_wager::in_places_of;
use crate::settle::{Settlement, UnsettledCoup, settle};

/// One finding for each: what went back, less what was due by the record that it does not fit, if that decides the wager.
pub(crate) fn contested(case: &Case<'_>, judged: &Judged, wagers: &[Contested]) -> Vec<Finding> {
    if wagers.is_empty() {
        return Vec::new();
    }
    let [first, second] = [0, 1].map(|nth| due_by(case, judged, wagers, nth));
    wagers.iter().map(|one| money_of(case, judged, one, [&first, &second])).collect()
}

fn money_of(case: &Case<'_>, judged: &Judged, one: &Contested, by: [&Settlement; 2]) -> Finding {
    let finding = one.finding.clone();
    let [first, second] = &one.said;
    let Some(wager) = case.wagers.get(one.at) else { return finding };
    // What went back is itself what they differ about.
    if first.net() != second.net() {
        return finding;
    }
    if judged.is_void || judged.had_to_be_void {
        return Finding { money: None, ..finding };
    }
    if by.iter().any(|settlement| settlement.not_judged.contains(&one.at)) {
        return finding;
    }
    let [Some(due), Some(or)] = by.map(|settlement| settlement.dues.get(one.at)) else { return finding };
    if due == or {
        return Finding { money: None, ..finding };
    }
    let off = [due, or].map(|due| judged.came_back(wager) - due);
    match off.into_iter().max_by_key(|off| off.abs()) {
        Some(off) => finding.money(off),
        None => finding,
    }
}

/// What would be due if what the first, or the second, of two sources says of each such wager counted.
fn due_by(case: &Case<'_>, judged: &Judged, wagers: &[Contested], nth: usize) -> Settlement {
    let circumstances = case.circumstances();
    let effects = Effects::of(&circumstances, &judged.believed);
    let basis = basis::of(&Case { trace: None, ..case.clone() }, &effects, &mut Vec::new());
    let mut all: Vec<Wager> = case.wagers.iter().map(|placed| placed.wager.clone()).collect();
    for one in wagers {
        if let (Some(wager), Some(said)) = (all.get_mut(one.at), one.said.get(nth)) {
            wager.clone_from(said);
        }
    }
    let all = in_places_of(&all, case.wagers);
    settle(&UnsettledCoup { trace: None, wagers: &all, ..unsettled(case, &effects, &basis) })
}
