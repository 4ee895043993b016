//! Which wagers may stand together, with the bets of the rules as whoever asks distinguishes them.

use resettle_ruleset::{Combinations, Opposed, PerArea, Requires};
use resettle_sealed_log::Moment;

use super::{Lacks, OneOfSeveral, Room};

/// What a ruleset says about wagers beside each other.
#[derive(Debug)]
pub(crate) struct Combined<B> {
    /// Nobody may have both.
    opposed: Option<[B; 2]>,
    /// Bets that need others, in the order of the rules.
    pub(crate) requires: Vec<Needs<B>>,
    pub(crate) wagers_per_area: Option<AreaBound<B>>,
    pub(crate) persons_per_area: Option<AreaBound<B>>,
}

/// A bet that needs one of others at the table.
#[derive(Debug)]
pub(crate) struct Needs<B> {
    bet: B,
    any_of: Vec<B>,
    /// Whether that one has to be of the same player.
    own: bool,
    /// Whether that one has to be placed first.
    before: bool,
}

/// A bound on what one area has on one bet.
#[derive(Debug)]
pub(crate) struct AreaBound<B> {
    /// Which bet; none = each.
    bet: Option<B>,
    pub(crate) at_most: usize,
}

/// A wager that lay there, for all of the time that bets were open or some of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lay<W> {
    pub(crate) wager: W,
    /// Whether it was still there when bets were closed; `None` where the log does not say so.
    pub(crate) stayed: Option<bool>,
}

/// Whether a wager has the one beside it that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Support {
    /// It has, or needs none.
    Enough,
    /// Nobody who counts had one.
    Nobody,
    /// Whoever counts had one, and took it back before bets were closed.
    TakenBack,
    /// It was placed before anybody who counts had one.
    TooEarly,
    /// The log does not say whose the wagers are that it could need.
    Unknown,
}

impl<B: Copy + Ord> Combined<B> {
    /// Looks the bets up; `None` if one of them is not found.
    pub(crate) fn of<'r>(rules: &'r Combinations, bet: impl Fn(&'r str) -> Option<B>) -> Option<Self> {
        let opposed = match &rules.opposed {
            Some(Opposed { bets: [one, other], .. }) => Some([bet(one)?, bet(other)?]),
            None => None,
        };
        let needs = |rule: &'r Requires| -> Option<Needs<B>> {
            let any_of = rule.any_of.iter().map(|name| bet(name)).collect::<Option<_>>()?;
            Some(Needs { bet: bet(&rule.bet)?, any_of, own: rule.is_own(), before: rule.before.is_some() })
        };
        let requires = rules.requires.0.iter().map(needs).collect::<Option<_>>()?;
        let bound = |bound: &'r Option<PerArea>| -> Option<Option<AreaBound<B>>> {
            let Some(PerArea { bet: on, at_most, .. }) = bound else { return Some(None) };
            let on = match on {
                Some(name) => Some(bet(name)?),
                None => None,
            };
            Some(Some(AreaBound { bet: on, at_most: *at_most }))
        };
        let (wagers_per_area, persons_per_area) = (bound(&rules.wagers_per_area)?, bound(&rules.players_per_area)?);
        Some(Self { opposed, requires, wagers_per_area, persons_per_area })
    }

    /// The bet on which nobody may have a wager beside one on this bet.
    pub(crate) fn opposed_to(&self, bet: B) -> Option<B> {
        let [one, other] = self.opposed?;
        if bet == one { Some(other) } else { (bet == other).then_some(one) }
    }

    /// Whether two wagers are one person's on opposed bets, neither of them approved.
    pub(crate) fn opposes<'a>(
        &self,
        one: impl OneOfSeveral<'a, Bet = B>,
        other: impl OneOfSeveral<'a, Bet = B>,
    ) -> bool {
        self.opposed_to(one.bet()) == Some(other.bet())
            && one.person() == other.person()
            && !one.is_approved()
            && !other.is_approved()
    }
}

/// Whether a wager is one of the same player that stayed until bets were closed, or why the log does not say so.
pub(crate) fn own_that_stayed(is_own: Option<bool>, stayed: Option<bool>) -> Result<bool, Lacks> {
    match (is_own, stayed) {
        (Some(false), _) | (_, Some(false)) => Ok(false),
        (Some(true), Some(true)) => Ok(true),
        (None, _) => Err(Lacks::Person),
        (Some(true), None) => Err(Lacks::Close),
    }
}

impl<B: Copy + Ord> Needs<B> {
    /// Whether a wager needs others by this rule, and has one among those that lay there. One of the same player has to stay until
    /// bets are closed: they alone can take it back. What anybody else does later takes nothing from a wager that was permitted.
    pub(crate) fn support<'a, W: OneOfSeveral<'a, Bet = B>>(
        &self,
        needs: W,
        lay: impl Iterator<Item = Lay<W>>,
    ) -> Support {
        if self.bet != needs.bet() {
            return Support::Enough;
        }
        let mut found = Support::Nobody;
        for Lay { wager: other, stayed } in lay.filter(|lay| self.any_of.contains(&lay.wager.bet())) {
            let counts = match self.own {
                true => {
                    let is_own = needs.person().is(other.person());
                    if is_own == Some(true) && stayed == Some(false) && found == Support::Nobody {
                        found = Support::TakenBack;
                    }
                    own_that_stayed(is_own, stayed)
                }
                false => Ok(true),
            };
            if counts == Ok(false) || is_later(needs.placed(), other.withdrawn(), other, needs) {
                continue;
            }
            if self.before && is_later(other.placed(), needs.placed(), other, needs) {
                if matches!(found, Support::Nobody | Support::TakenBack) {
                    found = Support::TooEarly;
                }
            } else if counts == Ok(true) {
                return Support::Enough;
            } else {
                found = Support::Unknown;
            }
        }
        found
    }
}

/// Whether a time is later than another, as far as both are known; the clocks of their sources may differ by their tolerances.
/// The same instant is not.
fn is_later<'a>(
    time: Option<Moment>,
    than: Option<Moment>,
    one: impl OneOfSeveral<'a>,
    other: impl OneOfSeveral<'a>,
) -> bool {
    let tolerance = one.tolerance().saturating_add(other.tolerance());
    time.zip(than).is_some_and(|(time, than)| time.nanos > than.nanos.saturating_add(tolerance))
}

impl<B: Copy + Ord> AreaBound<B> {
    /// Calls `beyond` with the wagers of an area on a bet that are too many, in the order of placing.
    pub(crate) fn wagers_beyond<'a, W: OneOfSeveral<'a, Bet = B>>(
        &self,
        room: &mut Room,
        wagers: usize,
        wager: impl Fn(usize) -> Option<W>,
        mut beyond: impl FnMut(usize),
    ) {
        self.in_areas(room, wagers, &wager, |group, _| {
            group.iter().skip(self.at_most).for_each(|at| beyond(*at));
        });
    }

    /// The same with those of persons that are too many: each person counts once, by their first wager.
    pub(crate) fn persons_beyond<'a, W: OneOfSeveral<'a, Bet = B>>(
        &self,
        room: &mut Room,
        wagers: usize,
        wager: impl Fn(usize) -> Option<W>,
        mut beyond: impl FnMut(usize),
    ) {
        self.in_areas(room, wagers, &wager, |group, people| {
            people.clear();
            for at in group {
                let person = |at: usize| wager(at).map(|one| one.person());
                let nth = people.iter().position(|known| person(*known) == person(*at)).unwrap_or_else(|| {
                    people.push(*at);
                    people.len() - 1
                });
                if nth >= self.at_most {
                    beyond(*at);
                }
            }
        });
    }

    /// Calls `each` with the wagers of every area on a bet that it bounds, in the order of placing.
    fn in_areas<'a, W: OneOfSeveral<'a, Bet = B>>(
        &self,
        room: &mut Room,
        wagers: usize,
        wager: &impl Fn(usize) -> Option<W>,
        each: impl FnMut(&[usize], &mut Vec<usize>),
    ) {
        room.groups(wagers, |at| self.area_of(wager(at)?), |at| wager(at).map(|one| one.order()), each);
    }

    fn area_of<'a, W: OneOfSeveral<'a, Bet = B>>(&self, wager: W) -> Option<(&'a [u8], B)> {
        let bet = wager.bet();
        wager.area().filter(|_| self.bet.is_none_or(|only| only == bet)).map(|area| (area, bet))
    }
}
