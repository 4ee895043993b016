//! Whoever had the fee back plays no more: nobody who paid none is a player of the tournament.

use resettle_coup_log::Start;
use resettle_sealed_log::Digest;

use super::machine::Machine;
use super::stakes::{Stake, State};
use crate::catalogue::Code;

impl Machine<'_> {
    /// Those who sit down.
    pub(super) fn refunded_seat(&mut self, record: Digest, start: &Start) {
        for seat in &start.seats {
            self.went_on(record, &seat.player, "takes a seat");
        }
    }

    /// Those who wager, in a session that they sat down to before.
    pub(super) fn refunded_wager(&mut self, record: Digest, stakes: &[Stake<'_>]) {
        for stake in stakes.iter().filter(|stake| !matches!(stake.state, State::TakenBack | State::Refused)) {
            if let Some(player) = stake.player {
                self.went_on(record, player, "wagers");
            }
        }
    }

    /// Once for each refund, where it shows first.
    fn went_on(&mut self, record: Digest, player: &str, what: &str) {
        let Some(ground) = self.desk.paid_back.remove(player) else { return };
        let message = format!("{player} {what}, whose fee went back before for {}", ground.replace('_', " "));
        self.report(record, Code::TournamentAfterRefund, "not-entered", message, |finding| {
            finding.player(player).compared("a player whose fee is paid", format!("{player}: refunded"))
        });
    }
}
