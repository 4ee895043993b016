//! Wagers of a tournament that count for less than was staked, or not at all.

use super::limits::Counted;
use super::live::capped;
use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

impl UnsettledCoup<'_> {
    /// How much of each live wager counts by rule 15, if that is less than its stake.
    pub(super) fn count_by_terms(&self, live: &[PlacedWager<'_>], counted: &mut [Counted]) {
        for (wager, slot) in live.iter().zip(counted) {
            if let Some(counts) = self.terms_of(wager).counts {
                slot.stake = Some((counts, counts));
            }
        }
    }

    /// Wagers of one player on one bet that count for less than was staked, and were settled whole.
    pub(super) fn lots(
        &self,
        live: &[PlacedWager<'_>],
        whole: &[bool],
        counted: &[Counted],
        settlement: &mut Settlement,
    ) {
        let Some(terms) = self.terms else { return };
        for lot in &terms.lots {
            let mut money = 0i128;
            let mut some = false;
            for (at, wager) in live.iter().enumerate() {
                if !whole.get(at).copied().unwrap_or(false) || !lot.members.contains(&wager.name) {
                    continue;
                }
                let Some((bet, _)) = self.ruleset.numbered(&wager.bet) else { continue };
                let counted = counted.get(at).copied().unwrap_or_default();
                let Some(due) = capped(wager, counted, |stake| self.payout(bet, stake)) else { continue };
                let off = due.off(wager.net());
                some = true;
                money += off;
                settlement.due -= off;
                if let Some(own) = settlement.dues.get_mut(wager.at) {
                    *own -= off;
                }
            }
            let Some(last) = live.iter().find(|wager| wager.name == lot.last).filter(|_| some) else { continue };
            let (code, what) = if lot.over {
                (Code::OverLimit, "above the maximum of the level")
            } else {
                (Code::TournamentIncrement, "not in whole increments that count")
            };
            let message = format!(
                "{} staked on {} is {what}: {} counts, and it was settled whole",
                self.unit.of(lot.staked),
                last.bet,
                self.unit.of(lot.counts)
            );
            let finding = Finding::new(code, last.place, message)
                .clause(lot.clause.clone())
                .player(&lot.player)
                .wager(&last.name)
                .compared(format!("{} counts", lot.counts), lot.staked)
                .money(money);
            settlement.findings.push(finding);
        }
    }

    /// A wager below the minimum that could not be made up is void: its stake goes back.
    pub(super) fn void_wager(&self, wager: &PlacedWager<'_>, settlement: &mut Settlement) {
        let stake = i128::from(wager.stake);
        settlement.due += stake;
        let off = wager.net() - stake;
        if off == 0 {
            return;
        }
        let staked = self.unit.of(stake);
        let message =
            format!("{staked} on {} is below the minimum and could not be made up; it was settled", wager.bet);
        let mut finding = Finding::new(Code::TournamentBelowMinimum, wager.place, message)
            .clause(self.ruleset.tournament.as_ref().and_then(|rules| self.cite(rules.check("below-minimum"))))
            .wager(&wager.name)
            .compared(stake, wager.net())
            .money(off);
        finding.player.clone_from(&wager.player);
        settlement.findings.push(finding);
    }
}
