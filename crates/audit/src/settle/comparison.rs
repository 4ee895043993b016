//! What went back, compared with what was due.

use resettle_ruleset::Cite;

use super::amount::{Amount, listed, nearest};
use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

impl UnsettledCoup<'_> {
    /// Compares what went back with the right amounts; says whether it is one of them.
    pub(super) fn compare(
        &self,
        wager: &PlacedWager<'_>,
        options: &[Amount],
        clause: Option<&Cite>,
        reading: bool,
        why: &str,
        settlement: &mut Settlement,
    ) -> bool {
        let returned = wager.net();
        let Some((_, off)) = nearest(options, returned) else { return true };
        settlement.due += returned - off;
        if off == 0 {
            return true;
        }
        let (code, how) = if off < 0 { (Code::Underpaid, "less") } else { (Code::Overpaid, "more") };
        let charged = if wager.commission != 0 {
            format!(" (commission of {} taken off)", wager.commission)
        } else {
            String::new()
        };
        let message = format!(
            "{} on {}: {} came back{charged}, {} {how} than due: {why}",
            wager.stake,
            wager.bet,
            returned,
            off.unsigned_abs()
        );
        let finding = Finding::new(code, wager.place, message)
            .clause(self.kept_by(wager).or_else(|| self.cite(clause)))
            .wager(&wager.name)
            .compared(listed(options), returned)
            .money(off)
            .reading(reading);
        settlement.findings.push(finding);
        false
    }
}
