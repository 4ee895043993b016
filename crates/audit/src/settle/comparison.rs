//! What went back, compared with what was due.

use resettle_coup_log::Wager;
use resettle_rules::Pays;
use resettle_ruleset::{Cite, Ruleset};

use super::amount::{Amount, listed, nearest};
use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

/// What may be right for a wager.
pub(super) struct Due<'d> {
    /// The amounts of which each is right, the stake included, in minor units.
    pub(super) options: &'d [Amount],
    /// The most that may be collected as commission apart from them.
    pub(super) commission: i128,
    pub(super) clause: Option<&'d Cite>,
    /// What another reading gives, by which there is no fault, in words.
    pub(super) reading: Option<&'d str>,
    pub(super) why: &'d str,
}

/// The most that the ruleset lets anybody collect apart from what goes back of a wager that comes to `pays`.
pub(super) fn most_commission(ruleset: &Ruleset, wager: &Wager, pays: Pays, chip: i64) -> i128 {
    if wager.commission == 0 { 0 } else { ruleset.most_commission(&wager.bet, pays, wager.stake, chip) }
}

/// What came back of a wager as far as it counts. A commission is a log's own word for money that came in again: beyond
/// what the rules let anybody collect it hides no overpayment. Where less than due came back it counts, for the player
/// lacks it.
pub(super) fn came_back(wager: &Wager, options: &[Amount], commission: i128) -> i128 {
    let net = wager.net();
    let beyond = i128::from(wager.commission) - commission;
    if beyond <= 0 {
        return net;
    }
    match nearest(options, net + beyond) {
        Some((_, off)) if off > 0 => net + beyond,
        _ => net,
    }
}

/// What came back of a wager as far as it counts where its stake is due.
pub(crate) fn came_back_of_stake(wager: &Wager) -> i128 {
    came_back(wager, &[Amount::exactly(i128::from(wager.stake))], 0)
}

impl UnsettledCoup<'_> {
    /// Compares what went back with the right amounts; says whether it is one of them.
    pub(super) fn compare(&self, wager: &PlacedWager<'_>, due: &Due<'_>, settlement: &mut Settlement) -> bool {
        let Due { options, commission, clause, reading, why } = *due;
        let returned = came_back(wager, options, commission);
        let amount = |count: i128| self.unit.of(count);
        let taken = || amount(wager.commission.into());
        if let Some(trace) = self.trace.filter(|_| returned != wager.net()) {
            trace.inner(format!(
                "of its commission of {} at most {} may be collected: as come back count {}",
                taken(),
                amount(commission),
                amount(returned)
            ));
        }
        let Some((near, off)) = nearest(options, returned) else { return true };
        settlement.count(wager, returned, off);
        if off == 0 {
            return true;
        }
        let (code, how) = if off < 0 { (Code::Underpaid, "less") } else { (Code::Overpaid, "more") };
        let beyond = i128::from(wager.commission) > commission;
        let (taken, most) = (taken(), amount(commission));
        let charged = match (wager.commission, beyond) {
            (0, _) => String::new(),
            (_, false) => format!(" (commission of {taken} taken off)"),
            (_, true) if off < 0 => {
                format!(" (commission of {taken} taken off, where at most {most} may be collected)")
            }
            (_, true) => format!(" (of its commission of {taken} at most {most} may be collected)"),
        };
        let clause = match &self.ruleset.commission {
            Some(rules) if beyond => Some(&rules.clause),
            _ => clause,
        };
        let is_span = options.get(near).is_some_and(|amount| amount.low != amount.high);
        let at_least = if is_span { "at least " } else { "" };
        let others = options.iter().enumerate().filter(|(at, _)| *at != near).map(|(_, other)| {
            let off = other.off(returned);
            let how = if off < 0 { "less" } else { "more" };
            format!(
                "; {} may be due as well, by which it is {} {how}, and the log does not say which",
                other.in_words(self.unit),
                amount(off.saturating_abs())
            )
        });
        let others: String = others.collect();
        let message = format!(
            "{} on {}: {} came back{charged}, {at_least}{} {how} than due: {why}{others}",
            amount(wager.stake.into()),
            wager.bet,
            amount(returned),
            amount(off.saturating_abs())
        );
        let finding = Finding::new(code, wager.place, message)
            .clause(self.kept_by(wager).or_else(|| self.cite(clause)))
            .wager(&wager.name)
            .compared(listed(options), returned)
            .money(off)
            .by_another(reading);
        settlement.findings.push(finding);
        false
    }
}
