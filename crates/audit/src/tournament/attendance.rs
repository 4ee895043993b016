use resettle_coup_log::{Bounds, Role, TournamentCoup};
use resettle_sealed_log::Digest;

use super::level::table_minimum;
use super::machine::Machine;
use super::play::{Owed, Play, Why};
use super::stakes::{Stake, State};
use crate::catalogue::Code;

impl Machine<'_> {
    /// Pass cards: no more than are left, and none beside a wager. Reports the players concerned.
    pub(super) fn passes(&mut self, record: Digest, own: &TournamentCoup, play: &mut Play, stakes: &[Stake<'_>]) {
        for name in &own.passes {
            let Some(player) = play.players.get_mut(name) else { continue };
            if !player.is_in {
                let message = format!("{name} played a pass card, and is not in the session");
                self.report(record, Code::TournamentPassCard, "pass-card", message, |finding| {
                    finding.player(name).compared("a player of the session", format!("not in it: {name}"))
                });
                continue;
            }
            let beside = stakes.iter().any(|stake| stake.player == Some(name.as_str()) && made(stake));
            let over = player.passes <= 0;
            player.passes -= 1;
            if (over && self.known) || beside {
                let what = if beside { "beside a wager" } else { "one more than is left" };
                let message = format!("{name} played a pass card, {what}");
                self.report(record, Code::TournamentPassCard, "pass-card", message, |finding| {
                    finding.player(name).compared("an unused pass card, instead of a wager", format!("{what}: {name}"))
                });
            }
        }
    }

    /// Chips taken without a wager.
    pub(super) fn deductions(
        &mut self,
        record: Digest,
        own: &TournamentCoup,
        play: &Play,
        stakes: &[Stake<'_>],
        bounds: &Bounds,
    ) {
        let minimum = table_minimum(bounds);
        for (at, deduction) in own.deductions.iter().enumerate() {
            let name = &deduction.player;
            let before = own.deductions.iter().take(at);
            let again = before.filter(|other| other.absent && other.player == *name).count() > 0 && deduction.absent;
            let taken = i128::from(deduction.amount);
            if deduction.absent && deduction.by != Some(Role::TournamentManager) {
                self.no_authority(
                    record,
                    Some(name),
                    deduction.by,
                    &format!("ordered {taken} chips to be deducted from {name}"),
                );
            }
            let Some(player) = play.players.get(name) else { continue };
            let absent = own.absent.contains(name);
            let wagered = stakes.iter().any(|stake| stake.player == Some(name.as_str()) && made(stake));
            let right = if !deduction.absent {
                let form = own.undisclosed.iter().any(|form| form.player == *name && !form.complete());
                // Its amount is checked with the form.
                if form { Some(taken) } else { Some(0) }
            } else if again || !absent || wagered || player.absences > self.rules.absence.coups {
                Some(0)
            } else {
                player.chips.map(|chips| chips.min(minimum)).filter(|_| self.known)
            };
            if let Some(right) = right.filter(|right| *right != taken) {
                let why = if !deduction.absent {
                    "no incomplete form grounds it"
                } else if again {
                    "they were deducted for this coup before"
                } else if !absent {
                    "the player was not absent"
                } else if wagered {
                    "the player made a wager in this coup"
                } else if player.absences > self.rules.absence.coups {
                    "by the coups that the player missed before, no deduction is allowed any more"
                } else {
                    "that is not the minimum"
                };
                let message = format!("{taken} chips were deducted from {name}: {why}");
                self.report(record, Code::TournamentDeduction, "deduction", message, |finding| {
                    let logged = format!("{taken} from {name}");
                    finding.player(name).compared(right, logged).money(right - taken).chips()
                });
            }
        }
    }

    /// Every player who is in makes a wager, or something takes its place.
    pub(super) fn wagered(&mut self, record: Digest, own: &TournamentCoup, play: &mut Play, stakes: &[Stake<'_>]) {
        let mut owed = Vec::new();
        for (name, player) in play.those_in().filter(|(_, player)| !player.overdue()) {
            let wager = stakes.iter().any(|stake| stake.player == Some(name.as_str()) && made(stake));
            let form = own.undisclosed.iter().any(|form| form.player == *name);
            let deduction = own.deductions.iter().any(|deduction| deduction.player == *name);
            let absent = own.absent.contains(name);
            let excused = absent && player.absences <= self.rules.absence.coups;
            if !(wager || form || deduction || excused || own.passes.contains(name)) {
                owed.push(Owed { record, player: name.clone(), why: Why::NoWager { absent } });
            }
        }
        play.owed.extend(owed);
    }
}

/// Whether somebody made it: a wager taken back in time or placed late was not made; one refused, or removed by right, was.
fn made(stake: &Stake<'_>) -> bool {
    !matches!(stake.state, State::TakenBack | State::Late)
}
