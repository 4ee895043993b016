//! Every session that was scheduled was played, and its log is there.

use resettle_sealed_log::Digest;

use super::machine::Machine;
use super::summary::UnplayedSession;
use crate::catalogue::Code;

impl Machine<'_> {
    /// The sessions that were scheduled and of which no coup is in the logs; none where all was cancelled.
    pub(super) fn unplayed(&self) -> Vec<UnplayedSession> {
        if self.desk.cancelled.is_some() {
            return Vec::new();
        }
        let scheduled =
            self.desk.schedules.iter().filter(|(key, _)| self.plays.get(*key).is_none_or(|own| own.coups == 0));
        let unplayed = scheduled.map(|(key, scheduled)| UnplayedSession {
            session: key.clone(),
            round: scheduled.round,
            table: scheduled.table.clone(),
            started: self.plays.contains_key(key),
        });
        unplayed.collect()
    }

    /// The same as findings, where the logs that there are are complete.
    pub(super) fn not_played(&mut self) {
        for UnplayedSession { session, table, started, .. } in self.unplayed() {
            let record: Option<Digest> = self.desk.schedules.get(&session).map(|scheduled| scheduled.record);
            let Some(record) = record else { continue };
            let logged = if started { "a start, and no coup" } else { "no start" };
            let message = format!("session {session} was scheduled for {table}, and the logs show {logged} of it");
            self.report(record, Code::TournamentNotPlayed, "table", message, |finding| {
                finding.compared(format!("session {session} played"), logged).reading(true)
            });
        }
    }
}
