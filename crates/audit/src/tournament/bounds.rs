use std::collections::BTreeMap;

use resettle_coup_log::{Bounds, Wager};
use resettle_sealed_log::Digest;

use super::machine::Machine;
use super::play::{Play, Player};
use super::rulings::{PlayersWagers, TournamentTerms};
use super::stakes::Stake;
use crate::catalogue::Code;

impl Machine<'_> {
    /// Whether the ordinary rule applies by which a wager below the minimum is valid.
    fn below_minimum_stands(&self) -> bool {
        self.ruleset.limits.valid_below().is_some_and(|rule| self.rules.holds(rule))
    }

    /// What counts of the wagers of each player who is in, bet by bet.
    pub(super) fn bounds(
        &mut self,
        record: Digest,
        play: &mut Play,
        stakes: &[Stake<'_>],
        bounds: &Bounds,
        terms: &mut TournamentTerms,
    ) {
        let mut lots: BTreeMap<(&str, &str), Vec<&Stake<'_>>> = BTreeMap::new();
        for stake in stakes.iter().filter(|stake| stake.counts() && !stake.undisclosed) {
            let Some(name) = stake.player else { continue };
            let is_in = play.players.get(name).is_some_and(|player| player.is_in);
            if is_in && self.ruleset.wager(&stake.wager.bet).is_some() {
                lots.entry((name, &stake.wager.bet)).or_default().push(stake);
            }
        }
        let mut unable = Vec::new();
        for ((name, bet), mut members) in lots {
            members.sort_by_key(|stake| stake.placed());
            let Some(last) = members.last().map(|stake| stake.wager.name.clone()) else { continue };
            let staked: i128 = members.iter().map(|stake| i128::from(stake.wager.stake)).sum();
            let overdue = play.players.get(name).is_some_and(Player::overdue);
            let minimum = bounds.min.get(bet).copied().filter(|minimum| *minimum > 0).map(i128::from);
            let maximum = bounds.max.get(bet).copied().map(i128::from);
            if let Some(minimum) = minimum.filter(|minimum| staked < *minimum) {
                if self.below_minimum_stands() {
                    continue;
                }
                let all: i128 = stakes
                    .iter()
                    .filter(|stake| stake.counts() && stake.player == Some(name))
                    .map(|stake| i128::from(stake.wager.stake))
                    .sum();
                let chips = play.players.get(name).and_then(|player| player.chips);
                let unable_to_make_it_up = chips.map(|chips| chips - (all - staked) < minimum);
                let Some(unable_to_make_it_up) = unable_to_make_it_up else {
                    // Whoever should have been eliminated had too little; nobody knows whether for this wager too.
                    for stake in members.iter().filter(|_| overdue) {
                        terms.wagers.entry(stake.wager.name.clone()).or_default().may_be_void = true;
                    }
                    continue;
                };
                if !unable_to_make_it_up {
                    // That they were still there is what is reported.
                    if overdue {
                        continue;
                    }
                    let message = format!("{staked} on {bet} is below the minimum of {minimum}, and was not made up");
                    self.report(record, Code::TournamentBelowMinimum, "below-minimum", message, |finding| {
                        finding.player(name).wager(&last).compared(format!("at least {minimum}"), staked)
                    });
                } else {
                    unable.push(name.to_owned());
                    for stake in &members {
                        terms.wagers.entry(stake.wager.name.clone()).or_default().void = true;
                    }
                }
                continue;
            }
            if overdue {
                continue;
            }
            let restricted = members.iter().any(|stake| stake.wager.restricted);
            let whole = minimum.map_or(staked, |minimum| staked - staked.rem_euclid(minimum));
            let counts = match minimum.filter(|_| restricted) {
                Some(minimum) => minimum,
                None => maximum.map_or(whole, |maximum| whole.min(maximum)),
            };
            if counts >= staked {
                continue;
            }
            take_off(&members, staked - counts, terms);
            let over = maximum.is_some_and(|maximum| staked > maximum) && !restricted;
            let check = if over { "maximum" } else { "increment" };
            let clause = self.rules.check(check).map(|clause| self.ruleset.cite(clause));
            let members = members.iter().map(|stake| stake.wager.name.clone()).collect();
            terms.lots.push(PlayersWagers { members, last, player: name.to_owned(), staked, counts, over, clause });
        }
        for name in unable {
            if let Some(player) = play.players.get_mut(&name) {
                player.unable = true;
            }
        }
    }
}

/// What does not count is taken from the wager placed last, then from the one before.
fn take_off(members: &[&Stake<'_>], excess: i128, terms: &mut TournamentTerms) {
    let mut excess = excess;
    for stake in members.iter().rev() {
        let Wager { stake: whole, name, .. } = stake.wager;
        let cut = excess.min(i128::from(*whole));
        if cut > 0 {
            let left = i64::try_from(i128::from(*whole) - cut).unwrap_or(0);
            terms.wagers.entry(name.clone()).or_default().counts = Some(left);
            excess -= cut;
        }
    }
}
