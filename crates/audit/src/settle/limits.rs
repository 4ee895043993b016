use resettle_ruleset::{AtLimit, Cite, Ruleset};

use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;
use crate::several::{OneOfSeveral, OutOfBounds, Room, above};
use crate::table_limits::TableLimits;

/// The part of a wager's stake that counts under the limits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// The least and the most that may count; `None` if the whole stake does.
    pub(super) stake: Option<(i64, i64)>,
    /// The same by another reading, where the document has no consequence for a breach; `None` if it makes no difference.
    pub(super) may_count: Option<(i64, i64)>,
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

/// Finds every breach among the live wagers, and what counts of each wager.
pub(super) fn breaches<'a>(
    ruleset: &'a Ruleset,
    limits: &TableLimits,
    live: &[PlacedWager<'_>],
) -> (Vec<Breach<'a>>, Vec<Counted>) {
    let mut counted = vec![Counted::default(); live.len()];
    let mut may_count = counted.clone();
    let mut found = Vec::new();
    let mut room = Room::default();
    let all = live.len();
    let rule = ruleset.limits.at_maximum();
    room.groups(
        all,
        |at| live.get(at).map(|one| (one.person(), one.bet())),
        |at| at,
        |members, _| {
            let bounds = members.iter().filter_map(|at| live.get(*at)).map(|one| (one.stake, limits.maximum(one)));
            let breach = above(bounds).and_then(|by| breach(members, live, by, rule.then, rule.clause, "maximum"));
            let Some(breach) = breach else { return };
            cap(&breach, live, if rule.then == AtLimit::Whole { &mut may_count } else { &mut counted });
            found.push(breach);
        },
    );
    let area_max = limits.table.area_max;
    let rule = ruleset.limits.at_area_maximum();
    let of_area =
        |at: usize| live.get(at).and_then(|one| Some((one.area().filter(|_| area_max.is_some())?, one.bet())));
    room.groups(
        all,
        of_area,
        |at| at,
        |members, _| {
            let bounds = members.iter().filter_map(|at| live.get(*at)).map(|one| (one.stake, area_max));
            let what = "maximum of the area";
            let breach = above(bounds).and_then(|by| breach(members, live, by, rule.then, rule.clause, what));
            let Some(breach) = breach else { return };
            share(
                &breach,
                live,
                limits.chip(),
                if rule.then == AtLimit::Whole { &mut may_count } else { &mut counted },
            );
            found.push(breach);
        },
    );
    for (slot, by_reading) in counted.iter_mut().zip(may_count) {
        slot.may_count = by_reading.stake;
    }
    (found, counted)
}

fn breach<'a>(
    members: &[usize],
    live: &[PlacedWager<'_>],
    OutOfBounds { limit, staked }: OutOfBounds,
    then: AtLimit,
    clause: Option<&'a Cite>,
    what: &'static str,
) -> Option<Breach<'a>> {
    let last = *members.iter().max_by_key(|at| live.get(**at).map(|one| one.order()))?;
    Some(Breach { last, members: members.to_vec(), limit, staked, then, clause, what })
}

/// The excess is taken from the wager placed last, then from the one before.
fn cap(breach: &Breach<'_>, live: &[PlacedWager<'_>], counted: &mut [Counted]) {
    let mut members = breach.members.clone();
    members.sort_by_key(|at| live.get(*at).map(|one| one.order()));
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

/// Every wager of the area counts pro rata; any amount within one chip of the exact share is right.
fn share(breach: &Breach<'_>, live: &[PlacedWager<'_>], chip: i64, counted: &mut [Counted]) {
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

impl UnsettledCoup<'_> {
    /// One of several wagers whose stakes count together: `x1 4,990.00 SGD at seat 8`.
    fn one_of(&self, wager: &PlacedWager<'_>) -> String {
        let seat = wager.seat.as_ref().map_or_else(String::new, |seat| format!(" at seat {seat}"));
        format!("{} {}{seat}", wager.name, self.unit.of(i128::from(wager.stake)))
    }

    /// Groups of wagers above their limit: reported if they count whole, or if one of them was settled whole although
    /// less counts. A wager has at most one such finding.
    pub(super) fn over_limits(
        &self,
        breaches: &[Breach<'_>],
        live: &[PlacedWager<'_>],
        settled_whole: &[bool],
        settlement: &mut Settlement,
    ) {
        for breach in breaches {
            let found = match breach.then {
                // Where it was kept to, by a reading that lets the excess not count, the amounts are the finding.
                AtLimit::Whole => !breach
                    .members
                    .iter()
                    .any(|at| live.get(*at).is_some_and(|wager| settlement.capped_by_a_reading.contains(&wager.at))),
                AtLimit::Capped | AtLimit::ProRata => {
                    breach.members.iter().any(|at| settled_whole.get(*at).copied().unwrap_or(false))
                }
            };
            let Some(last) = live.get(breach.last) else { continue };
            let known = settlement
                .findings
                .iter()
                .any(|finding| finding.code == Code::OverLimit && finding.wager.as_deref() == Some(last.name.as_str()));
            if found && !known {
                let (staked, limit) = (self.unit.of(breach.staked), self.unit.of(breach.limit));
                let mut together: Vec<String> =
                    breach.members.iter().filter_map(|at| live.get(*at)).map(|wager| self.one_of(wager)).collect();
                // The order in which a record holds its wagers says nothing.
                together.sort();
                if together.len() < 2 {
                    together.clear();
                }
                let of_all = |wager: &PlacedWager<'_>| wager.player.is_some() && wager.player == last.player;
                let whose = match &last.player {
                    Some(player) if breach.members.iter().filter_map(|at| live.get(*at)).all(of_all) => {
                        format!("; all by player {player}")
                    }
                    _ => String::new(),
                };
                let together =
                    if together.is_empty() { String::new() } else { format!(" ({}{whose})", together.join(", ")) };
                let by = if breach.clause.is_none() { " by the table's sign" } else { "" };
                let message =
                    format!("{staked} staked on {}{together} where the {} is {limit}{by}", last.bet, breach.what);
                let finding = Finding::new(Code::OverLimit, last.place, message)
                    .clause(self.cite(breach.clause))
                    .wager(&last.name)
                    .compared(format!("at most {}", breach.limit), breach.staked);
                settlement.findings.push(finding);
            }
        }
    }
}
