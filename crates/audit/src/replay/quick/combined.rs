//! Whether the wagers of a coup may stand together.

use resettle_coup_log::{QuickCoup, QuickWager};
use resettle_ruleset::{Combinations, Opposed, PerArea};

use super::accept::{same_area, same_person};
use super::terms::Terms;
use crate::sink::CleanWager;

/// What a ruleset says about wagers beside each other, its bets by number.
pub(super) struct Combined {
    /// Nobody may have both.
    opposed: Option<[usize; 2]>,
    /// The first needs one of the others at the table.
    requires: Option<(usize, Vec<usize>)>,
    /// Bounds on the wagers of an area, and on its persons; without a bet they bound each.
    wagers: Option<Bound>,
    persons: Option<Bound>,
}

struct Bound {
    bet: Option<usize>,
    at_most: usize,
}

impl Bound {
    fn is_on(&self, bet: usize) -> bool {
        self.bet.is_none_or(|only| only == bet)
    }
}

impl Combined {
    /// Looks the bets up; `None` if one of them is not offered.
    pub(super) fn of(rules: &Combinations, bet: impl Fn(&str) -> Option<usize>) -> Option<Self> {
        let mut known = true;
        let mut bet = |name: &str| {
            let at = bet(name);
            known &= at.is_some();
            at.unwrap_or_default()
        };
        let opposed = rules.opposed.as_ref().map(|Opposed { bets: [one, other], .. }| [bet(one), bet(other)]);
        let requires = rules.requires.as_ref().map(|requires| {
            let any_of = requires.any_of.iter().map(|name| bet(name)).collect();
            (bet(&requires.bet), any_of)
        });
        let mut bound = |bound: &Option<PerArea>| {
            let bound = bound.as_ref()?;
            Some(Bound { bet: bound.bet.as_deref().map(&mut bet), at_most: bound.at_most })
        };
        let (wagers, persons) = (bound(&rules.wagers_per_area), bound(&rules.players_per_area));
        known.then_some(Self { opposed, requires, wagers, persons })
    }
}

/// No wager stands beside others with which it may not be combined; `on` names the bet of each.
pub(super) fn permitted(terms: &Terms, coup: &QuickCoup, on: &[CleanWager]) -> Option<()> {
    let rules = &terms.combined;
    let wagers = || coup.wagers.iter().zip(on.iter().map(|clean| clean.bet));
    if let Some([one, other]) = rules.opposed {
        let of = |bet| wagers().filter(move |(wager, on)| *on == bet && !wager.approved).map(|(wager, _)| wager);
        if of(one).any(|one| of(other).any(|other| same_person(coup, one, other))) {
            return None;
        }
    }
    if let Some((needy, any_of)) = rules.requires.as_ref().filter(|_| terms.all_wagers) {
        let needs = on.iter().any(|clean| clean.bet == *needy);
        if needs && !on.iter().any(|clean| any_of.contains(&clean.bet)) {
            return None;
        }
    }
    if rules.wagers.is_none() && rules.persons.is_none() {
        return Some(());
    }
    for (wager, bet) in wagers().filter(|(wager, _)| wager.area.is_some()) {
        let fits = |bound: &Option<Bound>, counts: &dyn Fn(usize, &QuickWager) -> bool| {
            let Some(bound) = bound.as_ref().filter(|bound| bound.is_on(bet)) else { return true };
            let of = |other: &QuickWager, its: usize| its == bet && same_area(coup, wager, other);
            let among = wagers().enumerate().filter(|(at, (other, its))| of(other, *its) && counts(*at, other));
            among.count() <= bound.at_most
        };
        // Each person counts once, by their first wager.
        let first = |at: usize, other: &QuickWager| {
            !wagers().take(at).any(|(earlier, its)| {
                its == bet && same_area(coup, earlier, other) && same_person(coup, earlier, other)
            })
        };
        if !fits(&rules.wagers, &|_, _| true) || !fits(&rules.persons, &first) {
            return None;
        }
    }
    Some(())
}
