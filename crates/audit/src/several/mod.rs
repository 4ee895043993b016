//! What the rules about several wagers of a coup ask of each of them, and how they put them together. Both ways of judging
//! a coup ask it here, each of wagers as it reads them.

mod bounds;
mod combined;

use resettle_sealed_log::Moment;

use crate::person::Person;
use crate::placed_wager::PlacedWager;

pub(crate) use bounds::{Bound, BoundRule, Broken, Lacks, Said};
pub(crate) use combined::{Combined, Lay, Support, own_that_stayed};

/// One of the wagers of a coup.
pub(crate) trait OneOfSeveral<'a>: Copy {
    /// By what bets are distinguished: by their names, or by their numbers in the ruleset.
    type Bet: Copy + Ord;

    fn bet(self) -> Self::Bet;
    /// The stake, in minor units.
    fn stake(self) -> i64;
    /// Who placed it: by account, else by seat, else a person of its own.
    fn person(self) -> Person<'a>;
    /// The betting area, as it is named.
    fn area(self) -> Option<&'a [u8]>;
    /// Whether a Gaming Manager approved it.
    fn is_approved(self) -> bool;
    /// Its place among the logged wagers.
    fn place(self) -> usize;
    /// The moment of placing; none where the log does not say.
    fn placed(self) -> Option<Moment>;
    /// When it was taken back.
    fn withdrawn(self) -> Option<Moment>;
    /// How far the clock of its source may be off, in nanoseconds.
    fn tolerance(self) -> i128;

    /// The order of placing: the moment, then the place in the log; a wager without a time comes first.
    fn order(self) -> (Option<Moment>, usize) {
        (self.placed(), self.place())
    }
}

impl<'a> OneOfSeveral<'a> for PlacedWager<'a> {
    type Bet = &'a str;

    fn bet(self) -> &'a str {
        &self.wager.bet
    }

    fn stake(self) -> i64 {
        self.wager.stake
    }

    fn person(self) -> Person<'a> {
        let bytes = |name: &'a Option<String>| name.as_deref().map(str::as_bytes);
        Person::of(bytes(&self.wager.player), bytes(&self.wager.seat), self.wager.place)
    }

    fn area(self) -> Option<&'a [u8]> {
        self.wager.area.as_deref().map(str::as_bytes)
    }

    fn is_approved(self) -> bool {
        self.wager.approved
    }

    fn place(self) -> usize {
        self.wager.place
    }

    fn placed(self) -> Option<Moment> {
        self.wager.placed.as_ref().map(|time| time.moment())
    }

    fn withdrawn(self) -> Option<Moment> {
        self.wager.withdrawn.as_ref().map(|time| time.moment())
    }

    fn tolerance(self) -> i128 {
        self.tolerance
    }
}

/// Room to put wagers in order, which is used again so that none has to be allocated for each coup.
#[derive(Debug, Default)]
pub(crate) struct Room {
    order: Vec<usize>,
    people: Vec<usize>,
}

impl Room {
    /// Calls `each` with every group of wagers that have the same key, by their indexes; those without one are left out.
    /// Groups come in the order of their keys, the wagers of one by `then`.
    pub(crate) fn groups<K: Ord, T: Ord>(
        &mut self,
        wagers: usize,
        key: impl Fn(usize) -> Option<K>,
        then: impl Fn(usize) -> T,
        mut each: impl FnMut(&[usize], &mut Vec<usize>),
    ) {
        let Self { order, people } = self;
        order.clear();
        order.extend((0..wagers).filter(|at| key(*at).is_some()));
        order.sort_unstable_by_key(|at| (key(*at), then(*at)));
        for group in order.chunk_by(|one, other| key(*one) == key(*other)) {
            each(group, people);
        }
    }
}

/// What a group of wagers stakes and the bound that it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfBounds {
    pub(crate) limit: i64,
    pub(crate) staked: i128,
}

/// A group of wagers that stakes more than the highest maximum that holds for one of them; each with its stake and its maximum.
pub(crate) fn above(members: impl Iterator<Item = (i64, Option<i64>)>) -> Option<OutOfBounds> {
    let (staked, limit) = members.fold((0, None), |(staked, limit): (i128, Option<i64>), (stake, maximum)| {
        (staked + i128::from(stake), limit.max(maximum))
    });
    let limit = limit?;
    (staked > i128::from(limit)).then_some(OutOfBounds { limit, staked })
}

/// The same below the lowest minimum.
pub(crate) fn below(members: impl Iterator<Item = (i64, Option<i64>)>) -> Option<OutOfBounds> {
    let (staked, limit) = members.fold((0, None), |(staked, limit): (i128, Option<i64>), (stake, minimum)| {
        (staked + i128::from(stake), limit.into_iter().chain(minimum).min())
    });
    let limit = limit?;
    (staked < i128::from(limit)).then_some(OutOfBounds { limit, staked })
}
