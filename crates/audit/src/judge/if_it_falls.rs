//! A void that no one entitled decided: what the cards give if it does not stand.

use crate::case::{Case, Judged};

/// It in words, once what is due by the cards is known.
pub(super) fn gives(case: &Case<'_>, judged: &Judged) -> String {
    if case.wagers.is_empty() {
        return "no wager is logged that would be settled".to_owned();
    }
    let Some(dues) = &judged.by_cards else {
        return "what is due is not known: the cards as logged do not give a result".to_owned();
    };
    let off = || case.wagers.iter().zip(dues).map(|(wager, due)| due - judged.came_back(wager));
    let patrons: i128 = off().filter(|off| *off > 0).sum();
    let house: i128 = -off().filter(|off| *off < 0).sum::<i128>();
    let to = |sum: i128, whom: &str| (sum != 0).then(|| format!("{} are owed to {whom}", case.unit.of(sum)));
    let owed: Vec<String> = [to(patrons, "patrons"), to(house, "the house")].into_iter().flatten().collect();
    match owed.as_slice() {
        [] => "nothing else is due by the cards as logged".to_owned(),
        owed => format!("by the cards as logged {}", owed.join(" and ")),
    }
}
