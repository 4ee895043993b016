use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{DisqualificationGround, Prize, Refund, Refused, Role, Schedule, TournamentEntry};
use resettle_ruleset::RefundGround;
use resettle_sealed_log::{Digest, Moment};

use super::gather::TournamentRecord;
use super::machine::{Machine, report};
use super::summary::PrizeSummary;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// What the office of a tournament knows. Amounts are money.
#[derive(Debug, Default)]
pub(super) struct Desk {
    pub(super) entries: BTreeMap<String, Entrant>,
    pub(super) refused: BTreeSet<&'static str>,
    refunded: BTreeMap<String, i128>,
    withdrawn: BTreeSet<String>,
    pub(super) cancelled: Option<Digest>,
    pub(super) schedules: BTreeMap<String, Scheduled>,
    prizes: i128,
    /// The prizes, each with its record, in the order of their records.
    pub(super) prizes_given: Vec<(Digest, PrizeSummary)>,
    /// Whose fee went back since they entered, and for what.
    pub(super) paid_back: BTreeMap<String, String>,
    pub(super) conditions: Option<Digest>,
    /// Why players were disqualified: only for absence, or for something else.
    pub(super) disqualified: BTreeMap<String, BTreeSet<bool>>,
    /// In which sessions a player has sat already, as far as that: none before the first.
    pub(super) seated: BTreeSet<String>,
    pub(super) buy_backs: BTreeMap<String, i64>,
}

/// Somebody who entered, or was refused.
#[derive(Clone, Debug)]
pub(super) struct Entrant {
    pub(super) form: bool,
    pub(super) fee: i64,
    pub(super) given: Option<Moment>,
    pub(super) refused: bool,
}

/// What is designated for a session.
#[derive(Clone, Debug)]
pub(super) struct Scheduled {
    pub(super) round: i64,
    pub(super) table: String,
    pub(super) start: Moment,
    pub(super) start_words: String,
    /// The record that designates it.
    pub(super) record: Digest,
}

impl Desk {
    pub(super) fn prize(&mut self, record: Digest, prize: &Prize) {
        let &Prize { place, ref player, value } = prize;
        self.prizes += i128::from(value);
        self.prizes_given.push((record, PrizeSummary { place, player: player.clone(), value, stated: None }));
    }

    /// All fees paid and not refunded.
    pub(super) fn kept(&self) -> i128 {
        let refunded = |name: &String| self.refunded.get(name).copied().unwrap_or(0);
        let kept = self.entries.iter().map(|(name, entrant)| i128::from(entrant.fee) - refunded(name));
        kept.map(|kept| kept.max(0)).sum()
    }

    /// How many withdrew, and how many were refused.
    pub(super) fn put_out(&self) -> (usize, usize) {
        let refused = self.entries.values().filter(|entrant| entrant.refused).count();
        let withdrew = |(name, entrant): &(&String, &Entrant)| !entrant.refused && self.withdrawn.contains(*name);
        (self.entries.iter().filter(withdrew).count(), refused)
    }

    pub(super) fn disqualified(&mut self, player: &str, ground: DisqualificationGround) {
        let absence = ground == DisqualificationGround::Absence;
        self.disqualified.entry(player.to_owned()).or_default().insert(absence);
    }
}

impl Machine<'_> {
    pub(super) fn entry(&mut self, item: &TournamentRecord, entry: &TournamentEntry) {
        match entry.refused {
            Some(Refused::General) => self.desk.refused.insert("h(ii)"),
            Some(Refused::Criteria) => self.desk.refused.insert("h(iii)"),
            None => false,
        };
        let entrant = Entrant {
            form: entry.form,
            fee: entry.fee,
            given: entry.given.as_ref().map(resettle_sealed_log::Time::moment),
            refused: entry.refused.is_some(),
        };
        let before = self.desk.entries.insert(entry.player.clone(), entrant);
        let was_counted = before.is_some_and(|before| !before.refused) && !self.desk.withdrawn.contains(&entry.player);
        self.desk.withdrawn.remove(&entry.player);
        self.desk.paid_back.remove(&entry.player);
        let Some(most) = self.conditions.terms.max else { return };
        if was_counted || entry.refused.is_some() {
            return;
        }
        let counts = |name: &&String| !self.desk.withdrawn.contains(*name);
        let entries = self.desk.entries.iter().filter(|(_, entrant)| !entrant.refused);
        let entries = entries.map(|(name, _)| name).filter(counts).count();
        if i64::try_from(entries).is_ok_and(|entries| entries > most) {
            let message = format!("entry {entries} of at most {most} players: {}", entry.player);
            self.report(item.sha256, Code::TournamentEntries, "entries", message, |finding| {
                finding.player(&entry.player).compared(format!("at most {most}"), entries)
            });
        }
    }

    pub(super) fn refund(&mut self, item: &TournamentRecord, refund: &Refund) {
        let player = &refund.player;
        let paid = self.desk.entries.get(player).map_or(0, |entrant| i128::from(entrant.fee));
        let so_far = self.desk.refunded.entry(player.clone()).or_default();
        *so_far += i128::from(refund.amount);
        let too_much = *so_far > paid;
        self.desk.paid_back.insert(player.clone(), refund.ground.clone());
        if refund.ground == "withdrawal" {
            self.desk.withdrawn.insert(player.clone());
        }
        let listed = self.rules.refunds.grounds.iter().find(|row| row.ground.word() == refund.ground);
        let ground = listed.map(|row| row.ground);
        let disqualified = self.desk.disqualified.get(player);
        let for_else = disqualified.is_some_and(|grounds| grounds.contains(&false));
        let for_absence = disqualified.is_some_and(|grounds| grounds.contains(&true));
        let in_time = || self.conditions.terms.withdrawal.as_ref().is_some_and(|by| item.at.moment() <= by.moment());
        let grounded = match ground {
            Some(RefundGround::Cancelled) => self.desk.cancelled.is_some(),
            _ if for_else => false,
            Some(RefundGround::Withdrawal) => !self.known || in_time(),
            Some(RefundGround::Absence) => for_absence && refund.by == Some(Role::TournamentManager),
            None => !self.known || self.conditions.terms.refunds.contains(&refund.ground),
        };
        if grounded && !too_much {
            return;
        }
        let why = if grounded { "it is more than was paid" } else { "nothing grounds it" };
        let clause = self.ruleset.cite(&self.rules.refunds.clause);
        let amount = self.unit.of(refund.amount);
        let message = format!("{amount} went back to {player} for {}: {why}", refund.ground.replace('_', " "));
        let finding = Finding::new(Code::TournamentRefund, &Place::default(), message)
            .clause(Some(clause))
            .player(player)
            .compared(
                if grounded { "no more than was paid" } else { "a ground for the refund" },
                format!("{amount} to {player}"),
            )
            .money(i128::from(refund.amount));
        report(self.rulings, item.sha256, finding);
    }

    pub(super) fn schedule(&mut self, item: &TournamentRecord, schedule: &Schedule) {
        let written = item.at.moment();
        let (key, start) = (&schedule.session, schedule.start.moment());
        if schedule.by != Some(Role::TournamentManager) {
            self.no_authority(item.sha256, None, schedule.by, &format!("designated session {key}"));
        }
        let now = Scheduled {
            round: schedule.round,
            table: schedule.table.clone(),
            start,
            start_words: schedule.start.to_string(),
            record: item.sha256,
        };
        if let Some(before) = self.desk.schedules.insert(key.clone(), now)
            && (!schedule.notified || written > before.start || written > start)
        {
            let why = if schedule.notified { "too late" } else { "without notice to the players" };
            let message = format!("the start of session {key} was altered {why}");
            self.report(item.sha256, Code::TournamentStartAltered, "start-altered", message, |finding| {
                finding.compared("players notified before both the old and the new start", why)
            });
        }
    }

    /// Somebody decided what the Tournament Manager has to decide.
    pub(super) fn no_authority(&mut self, record: Digest, player: Option<&str>, by: Option<Role>, what: &str) {
        let by = by.map_or_else(|| "a role not named".to_owned(), |by| by.word().replace('_', " "));
        let message = format!("{by} {what}: only the Tournament Manager may");
        let logged = player.map_or_else(|| by.clone(), |player| format!("{by}, of {player}"));
        self.report(record, Code::TournamentAuthority, "authority", message, |mut finding| {
            finding.player = player.map(str::to_owned);
            finding.compared("tournament manager", logged)
        });
    }

    /// What only the last record of the tournament determines.
    pub(super) fn settle_desk(&mut self) {
        self.missing_parts();
        if let Some(record) = self.desk.cancelled {
            let owed: Vec<(String, i128)> = self
                .desk
                .entries
                .iter()
                .map(|(name, entrant)| {
                    let back = self.desk.refunded.get(name).copied().unwrap_or(0);
                    (name.clone(), back - i128::from(entrant.fee))
                })
                .filter(|(_, off)| *off < 0)
                .collect();
            for (player, off) in owed {
                let fee = self.unit.of(-off);
                let message = format!("the tournament was cancelled, and {fee} of {player}'s fee did not go back");
                self.report(record, Code::TournamentRefundMissing, "refund-missing", message, |finding| {
                    finding.player(&player).compared("the fee refunded whole", format!("{off} of {player}")).money(off)
                });
            }
        }
        let kept = self.desk.kept();
        let prizes = self.desk.prizes;
        if let Some((record, _)) = self.desk.prizes_given.last().filter(|_| prizes < kept) {
            let record = *record;
            let (come_to, fees) = (self.unit.of(prizes), self.unit.of(kept));
            let message = format!("all prizes come to {come_to}, all fees paid and not refunded to {fees}");
            self.report(record, Code::TournamentPrizePool, "prize-pool", message, |finding| {
                finding.compared(format!("at least {kept}"), prizes).money(prizes - kept)
            });
        }
    }
}
