use std::collections::BTreeMap;
use std::rc::Rc;

use resettle_coup_log::{Limits, Wager};
use resettle_ruleset::{AtLimit, Cite, Ruleset};
use resettle_sealed_log::Moment;

use crate::sink::BetLimits;

/// The table sign as it stands at a moment: the table's own, and those that hold for one seat or player.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableLimits {
    pub(crate) table: Rc<Limits>,
    pub(crate) seats: BTreeMap<String, Rc<Limits>>,
    pub(crate) players: BTreeMap<String, Rc<Limits>>,
}

impl TableLimits {
    /// The smallest chip; one minor unit where no sign names it.
    pub(super) fn chip(&self) -> i64 {
        self.table.chip.unwrap_or(1)
    }

    /// At a tournament the sign gives the bound of an area alone.
    pub(crate) fn of_tournament(&self, chip: i64) -> Self {
        let table = Limits { area_max: self.table.area_max, chip: Some(chip), ..Limits::default() };
        Self { table: Rc::new(table), ..Self::default() }
    }

    /// The maximum of the wager's player on its bet: their own sign, else their seat's, else the table's.
    pub(super) fn maximum(&self, wager: &Wager) -> Option<i64> {
        self.of(wager, |limits| &limits.max)
    }

    /// What may be staked on the wager's bet.
    pub(crate) fn on_bet(&self, wager: &Wager) -> BetLimits {
        BetLimits { min: self.of(wager, |limits| &limits.min), max: self.maximum(wager) }
    }

    fn of(&self, wager: &Wager, bounds: impl Fn(&Limits) -> &BTreeMap<String, i64>) -> Option<i64> {
        let own = wager.player.as_ref().and_then(|player| self.players.get(player));
        let seat = wager.seat.as_ref().and_then(|seat| self.seats.get(seat));
        [own, seat, Some(&self.table)].into_iter().flatten().find_map(|limits| bounds(limits).get(&wager.bet)).copied()
    }
}

/// Who a wager belongs to: the account, else the seat, else nobody else.
pub(super) fn person(wager: &Wager) -> Person<'_> {
    match (&wager.player, &wager.seat) {
        (Some(player), _) => Person::Player(player),
        (None, Some(seat)) => Person::Seat(seat),
        (None, None) => Person::Alone(wager.place),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Person<'a> {
    Player(&'a str),
    Seat(&'a str),
    Alone(usize),
}

/// The order of placing: the moment, then the place in the log; one without a time came first.
pub(super) fn placed(wager: &Wager) -> (Option<Moment>, usize) {
    (wager.placed.as_ref().map(|time| time.moment()), wager.place)
}

/// The stake that counts of a wager under the limits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// Least and most that may count; none where the whole stake does.
    pub(super) stake: Option<(i64, i64)>,
}

/// A group of wagers that is above its limit.
pub(super) struct Breach<'a> {
    /// The wager placed last, at which the breach is reported.
    pub(super) last: usize,
    /// All of them, as indexes into the live wagers.
    pub(super) members: Vec<usize>,
    pub(super) limit: i64,
    pub(super) staked: i128,
    pub(super) then: AtLimit,
    pub(super) clause: Option<&'a Cite>,
    pub(super) what: &'static str,
}

/// Finds every breach among the live wagers, and what counts of each of them.
pub(super) fn breaches<'a>(
    ruleset: &'a Ruleset,
    limits: &TableLimits,
    live: &[&Wager],
) -> (Vec<Breach<'a>>, Vec<Counted>) {
    let mut counted = vec![Counted::default(); live.len()];
    let mut found = Vec::new();
    let mut persons: BTreeMap<(Person<'_>, &str), Vec<usize>> = BTreeMap::new();
    let mut areas: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, wager) in live.iter().enumerate() {
        persons.entry((person(wager), &wager.bet)).or_default().push(at);
        if let Some(area) = &wager.area {
            areas.entry((area, &wager.bet)).or_default().push(at);
        }
    }
    for members in persons.into_values() {
        let Some(limit) = members.iter().filter_map(|at| limits.maximum(live.get(*at)?)).max() else { continue };
        let rule = &ruleset.limits.maximum;
        let Some(breach) = breach(members, live, limit, rule.then, rule.clause.as_ref(), "maximum") else { continue };
        if rule.then == AtLimit::Capped {
            cap(&breach, live, &mut counted);
        }
        found.push(breach);
    }
    if let Some(limit) = limits.table.area_max {
        for members in areas.into_values() {
            let rule = &ruleset.limits.area_maximum;
            let clause = rule.clause.as_ref();
            let Some(breach) = breach(members, live, limit, rule.then, clause, "maximum of the area") else { continue };
            if rule.then == AtLimit::ProRata {
                share(&breach, live, limits.chip(), &mut counted);
            }
            found.push(breach);
        }
    }
    (found, counted)
}

fn breach<'a>(
    members: Vec<usize>,
    live: &[&Wager],
    limit: i64,
    then: AtLimit,
    clause: Option<&'a Cite>,
    what: &'static str,
) -> Option<Breach<'a>> {
    let staked: i128 = members.iter().filter_map(|at| live.get(*at)).map(|wager| i128::from(wager.stake)).sum();
    if staked <= i128::from(limit) {
        return None;
    }
    let last = *members.iter().max_by_key(|at| live.get(**at).map(|wager| placed(wager)))?;
    Some(Breach { last, members, limit, staked, then, clause, what })
}

/// The excess is taken from the wager placed last, then from the one before.
fn cap(breach: &Breach<'_>, live: &[&Wager], counted: &mut [Counted]) {
    let mut members = breach.members.clone();
    members.sort_by_key(|at| live.get(*at).map(|wager| placed(wager)));
    let mut excess = breach.staked - i128::from(breach.limit);
    for at in members.into_iter().rev() {
        let (Some(wager), Some(slot)) = (live.get(at), counted.get_mut(at)) else { continue };
        let cut = excess.min(i128::from(wager.stake));
        if cut > 0 {
            let left = i64::try_from(i128::from(wager.stake) - cut).unwrap_or(0);
            slot.stake = Some((left, left));
            excess -= cut;
        }
    }
}

/// Every wager of the area counts pro rata; within one chip of the exact share is right.
fn share(breach: &Breach<'_>, live: &[&Wager], chip: i64, counted: &mut [Counted]) {
    let capped = |at: usize, counted: &[Counted]| -> i128 {
        let whole = live.get(at).map_or(0, |wager| wager.stake);
        i128::from(counted.get(at).and_then(|counted| counted.stake).map_or(whole, |(_, most)| most))
    };
    let sum: i128 = breach.members.iter().map(|at| capped(*at, counted)).sum();
    if sum <= i128::from(breach.limit) {
        return;
    }
    for at in &breach.members {
        let stake = capped(*at, counted);
        let product = stake * i128::from(breach.limit);
        let chip = i128::from(chip);
        // Least and most whole amounts within one chip of product / sum.
        let least = (product - chip * sum + sum - 1).div_euclid(sum).max(0);
        let most = (product + chip * sum).div_euclid(sum).min(stake);
        if let (Some(slot), Ok(least), Ok(most)) = (counted.get_mut(*at), i64::try_from(least), i64::try_from(most)) {
            slot.stake = Some((least, most));
        }
    }
}
