//! Wagers that were taken back too late, and therefore count.

use super::amount::{Amount, listed, nearest};
use super::live::NOT_AS_DECLARED;
use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

impl UnsettledCoup<'_> {
    /// Its stake went back nevertheless.
    pub(super) fn let_out(
        &self,
        wager: &PlacedWager<'_>,
        options: &[Amount],
        returned: i128,
        settlement: &mut Settlement,
    ) {
        let Some((_, off)) = nearest(options, returned) else { return };
        settlement.count(wager, returned, off);
        let late = &self.ruleset.late.withdrawn;
        let when = match &wager.withdrawn {
            Some(time) if self.kept_by(wager).is_some() => {
                let why = if self.terms_of(wager).in_turn { "made in turn" } else { "closed by an announcement" };
                format!("withdrawn at {time}, though {why}")
            }
            Some(time) => {
                format!("withdrawn at {time},{} after {}", self.beyond(wager, time), self.what_closed(wager))
            }
            None => "removed where no clause allows it".to_owned(),
        };
        let as_if = if wager.withdrawn.is_some() { "it had been taken back in time" } else { "that were allowed" };
        let message =
            format!("{} on {} was {when}, and was returned as if {as_if}", self.unit.of(wager.stake), wager.bet);
        let finding = Finding::new(Code::WithdrawnHonoured, wager.place, message)
            .clause(self.kept_by(wager).or_else(|| self.cite(Some(&late.clause))))
            .wager(&wager.name)
            .compared(listed(options), returned)
            .money(off)
            .by_another(match late.clause.is_reading() {
                true => Some("the rules forbid to take a wager back late and do not say what follows, so that what became of it may stand"),
                false => self.by_a_reading.then_some(NOT_AS_DECLARED),
            });
        settlement.findings.push(finding);
    }
}
