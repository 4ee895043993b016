//! Stakes below the minimum of the table sign, where the ruleset says that it binds.

use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;
use crate::several::{OneOfSeveral, OutOfBounds, Room, below};

impl UnsettledCoup<'_> {
    /// What one player has on one bet, where that is below the lowest minimum that holds for any of these wagers; once,
    /// at the wager placed last. Money in minor units.
    pub(super) fn under_limits(&self, live: &[PlacedWager<'_>], settlement: &mut Settlement) {
        let Some(clause) = self.ruleset.limits.reported_below().filter(|_| self.terms.is_none()) else { return };
        let of = |at: usize| live.get(at).map(|one| (one.person(), one.bet()));
        let order = |at: usize| live.get(at).map(|one| one.order());
        Room::default().groups(live.len(), of, order, |members, _| {
            let members = || members.iter().filter_map(|at| live.get(*at));
            let under = below(members().map(|one| (one.stake, self.limits.minimum(one))));
            let (Some(OutOfBounds { limit: minimum, staked }), Some(last)) = (under, members().next_back()) else {
                return;
            };
            let (sum, least) = (self.unit.of(staked), self.unit.of(minimum));
            let message = format!("{sum} staked on {} where the minimum is {least}", last.bet);
            let finding = Finding::new(Code::UnderLimit, last.place, message)
                .clause(self.cite(Some(clause)))
                .wager(&last.name)
                .compared(format!("at least {minimum}"), staked);
            settlement.findings.push(finding);
        });
    }
}
