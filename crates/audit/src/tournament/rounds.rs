//! The rounds that the conditions state, and how many tables each has, beside the sessions.

use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::Start;
use resettle_game::counted;
use resettle_sealed_log::Digest;

use super::level;
use super::machine::{Machine, report};
use super::summary::RoundSummary;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// The part of the conditions that states the rounds.
const PART: &str = "e";

/// How many rounds are named.
const NAMED: usize = 8;

impl Machine<'_> {
    /// A session of a round that the conditions do not have, or at one table of a round more than they state.
    pub(super) fn stated_round(&mut self, record: Digest, table: &str, start: &Start) {
        let (key, round) = (&start.session, start.round);
        let tables = self.held_at.entry(round).or_default();
        let another = tables.insert(table.to_owned());
        let held = tables.len();
        let Some(rounds) = self.conditions.rounds.as_ref().filter(|rows| !rows.is_empty()) else { return };
        let Some(row) = level::round_row(&self.conditions, round) else {
            let stated = listed(rounds.iter().filter_map(|row| row.round));
            let message = format!("session {key} starts in round {round}, which the conditions do not have");
            return self.not_as_stated(record, Code::TournamentTable, message, |finding| {
                finding.compared(stated, format!("round {round}"))
            });
        };
        let Some(most) = row.tables.filter(|_| another) else { return };
        if i64::try_from(held).is_ok_and(|held| held > most) {
            let message =
                format!("session {key} is played at table {held} of round {round}; the conditions state {most}");
            self.not_as_stated(record, Code::TournamentTable, message, |finding| {
                finding.compared(counted(most, "table"), counted(held, "table")).reading(true)
            });
        }
    }

    /// Rounds of the conditions of which nothing was scheduled and nothing played, where the logs that there are are
    /// complete: one finding for all of them.
    pub(super) fn rounds_not_played(&mut self) {
        let Some(record) = self.desk.conditions.filter(|_| self.desk.cancelled.is_none()) else { return };
        let nothing = |row: &&RoundSummary| row.tables.is_some() && row.scheduled == 0 && row.held == 0;
        let rounds = self.rounds();
        let missing: Vec<i64> = rounds.iter().filter(nothing).map(|row| row.round).collect();
        if missing.is_empty() {
            return;
        }
        let named = listed(missing.into_iter());
        let message = format!("the conditions state {named}, and no session of it was scheduled or started");
        self.not_as_stated(record, Code::TournamentNotPlayed, message, |finding| {
            finding.compared(format!("sessions of {named}"), "none").reading(true)
        });
    }

    /// Each round that the conditions state, that was scheduled or of which a session started, with its tables.
    pub(super) fn rounds(&self) -> Vec<RoundSummary> {
        let mut stated: BTreeMap<i64, Option<i64>> = BTreeMap::new();
        for row in self.conditions.rounds.iter().flatten() {
            if let Some(round) = row.round {
                stated.entry(round).or_insert(row.tables);
            }
        }
        let mut scheduled: BTreeMap<i64, BTreeSet<&str>> = BTreeMap::new();
        for designated in self.desk.schedules.values() {
            scheduled.entry(designated.round).or_default().insert(&designated.table);
        }
        let mut played: BTreeMap<i64, BTreeSet<&str>> = BTreeMap::new();
        for play in self.plays.values().filter(|play| !play.is_play_off() && play.coups > 0) {
            played.entry(play.round).or_default().insert(&play.summary.table);
        }
        let all = stated.keys().chain(scheduled.keys()).chain(self.held_at.keys());
        let all: BTreeSet<i64> = all.copied().collect();
        let number = |of: &BTreeMap<i64, BTreeSet<&str>>, round: &i64| of.get(round).map_or(0, BTreeSet::len);
        let one = |round: i64| RoundSummary {
            round,
            tables: stated.get(&round).copied().flatten(),
            scheduled: number(&scheduled, &round),
            held: self.held_at.get(&round).map_or(0, BTreeSet::len),
            played: number(&played, &round),
        };
        all.into_iter().map(one).collect()
    }

    fn not_as_stated(&mut self, record: Digest, code: Code, message: String, fill: impl FnOnce(Finding) -> Finding) {
        let Some(row) = self.rules.conditions.parts.iter().find(|row| row.part == PART) else { return };
        let clause = self.ruleset.cite(&row.clause);
        let finding = Finding::new(code, &Place::default(), message).clause(Some(clause));
        report(self.rulings, record, fill(finding));
    }
}

fn listed(rounds: impl Iterator<Item = i64>) -> String {
    let all: Vec<i64> = rounds.collect();
    let named = all.iter().take(NAMED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let more = all.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{} {named}{more}", if all.len() == 1 { "round" } else { "rounds" })
}
