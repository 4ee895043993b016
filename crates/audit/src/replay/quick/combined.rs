//! Whether the wagers of a coup may stand together.

use resettle_coup_log::{QuickCoup, QuickWager};
use resettle_ruleset::{Combinations, Opposed, PerArea, Requires};

use super::terms::Terms;
use crate::sink::WagerSeen;

/// What a ruleset says about wagers beside each other, its bets by number.
pub(super) struct Combined {
    /// Nobody may have both.
    opposed: Option<[usize; 2]>,
    /// The first needs one of the others at the table, whichever was placed first or placed before it.
    requires: Option<Needs>,
    wagers_per_area: Option<Bound>,
    persons_per_area: Option<Bound>,
}

/// A bet that needs one of others at the table.
struct Needs {
    bet: usize,
    any_of: Vec<usize>,
    /// Whether that one has to be placed first.
    before: bool,
}

/// A bound on what one area has on one bet.
struct Bound {
    /// Which bet; none = each.
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
        let opposed = match &rules.opposed {
            Some(Opposed { bets: [one, other], .. }) => Some([bet(one)?, bet(other)?]),
            None => None,
        };
        let requires = match &rules.requires {
            Some(Requires { bet: needy, any_of, before, .. }) => {
                let any_of = any_of.iter().map(|name| bet(name)).collect::<Option<_>>()?;
                Some(Needs { bet: bet(needy)?, any_of, before: before.is_some() })
            }
            None => None,
        };
        let bound = |bound: &Option<PerArea>| -> Option<Option<Bound>> {
            let Some(PerArea { bet: on, at_most, .. }) = bound else { return Some(None) };
            let on = match on {
                Some(name) => Some(bet(name)?),
                None => None,
            };
            Some(Some(Bound { bet: on, at_most: *at_most }))
        };
        let (wagers_per_area, persons_per_area) = (bound(&rules.wagers_per_area)?, bound(&rules.players_per_area)?);
        Some(Self { opposed, requires, wagers_per_area, persons_per_area })
    }
}

/// No wager stands beside others with which it may not be combined; `on` names the bet of each, in the coup's order.
pub(super) fn permitted(terms: &Terms, coup: &QuickCoup, on: &[WagerSeen]) -> Option<()> {
    let rules = &terms.combined;
    let wagers = || coup.wagers.iter().zip(on.iter().filter_map(|seen| seen.bet));
    if let Some([one, other]) = rules.opposed {
        let of = |bet| wagers().filter(move |(wager, on)| *on == bet && !wager.approved).map(|(wager, _)| wager);
        if of(one).any(|one| of(other).any(|other| same_person(coup, one, other))) {
            return None;
        }
    }
    if let Some(Needs { bet, any_of, before }) = rules.requires.as_ref().filter(|_| terms.all_wagers) {
        let in_time = |other: &QuickWager, needy: &QuickWager| match (other.placed, needy.placed) {
            (Some(other), Some(needy)) => !*before || other.nanos <= needy.nanos,
            _ => true,
        };
        let mut needy = wagers().filter(|(_, on)| on == bet);
        if !needy.all(|(needy, _)| wagers().any(|(other, on)| any_of.contains(&on) && in_time(other, needy))) {
            return None;
        }
    }
    if rules.wagers_per_area.is_none() && rules.persons_per_area.is_none() {
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
        if !fits(&rules.wagers_per_area, &|_, _| true) || !fits(&rules.persons_per_area, &first) {
            return None;
        }
    }
    Some(())
}

/// Whether two wagers belong to the same person: to one account, else to one seat.
pub(super) fn same_person(coup: &QuickCoup, one: &QuickWager, other: &QuickWager) -> bool {
    let (one, other) = match (one.player, other.player) {
        (Some(one), Some(other)) => (one, other),
        (None, None) => match (one.seat, other.seat) {
            (Some(one), Some(other)) => (one, other),
            _ => return false,
        },
        _ => return false,
    };
    coup.bytes(one) == coup.bytes(other)
}

pub(super) fn same_area(coup: &QuickCoup, one: &QuickWager, other: &QuickWager) -> bool {
    matches!((one.area, other.area), (Some(one), Some(other)) if coup.bytes(one) == coup.bytes(other))
}
