use std::collections::BTreeSet;

use resettle_rules::Pays;
use resettle_ruleset::Cite;

use super::amount::Amount;
use super::comparison::Due;
use super::limits::breaches;
use super::status::WagerStatus;
use super::steps;
use super::unsettled::UnsettledCoup;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;
use crate::several::Lay;
use crate::sink::{NotAtRisk, not_taken_off};

/// What came of the wagers. Money in minor units.
#[derive(Debug, Default)]
pub(crate) struct Settlement {
    pub(crate) findings: Vec<Finding>,
    /// What was due; if two amounts are right, the one nearer to what was returned.
    pub(crate) due: i128,
    /// The same for each wager, in their order.
    pub(crate) dues: Vec<i128>,
    /// The wagers that were voided under a clause that lets somebody void wagers.
    pub(crate) wagers_voided: Vec<String>,
    /// Wagers that were removed after a reconstruction, and those among them without a logged time.
    pub(crate) removed: Vec<usize>,
    pub(crate) undated_removals: Vec<usize>,
    /// Wagers for which it cannot be determined what was due; the sums use the amount returned instead.
    pub(crate) not_judged: Vec<usize>,
    /// Wagers whose stakes were not at risk, and why, in their order.
    pub(crate) not_at_risk: Vec<(usize, NotAtRisk)>,
    /// What became of the stakes that counted, by the outcome, in their order.
    pub(crate) pays: Vec<(usize, Pays)>,
    /// Wagers that were settled to a maximum for whose breach the document has no consequence.
    pub(crate) capped_by_a_reading: Vec<usize>,
    /// Commissions that the rules let nobody take off: so much more came back of the wager at this place than its record nets.
    pub(crate) not_taken_off: Vec<(usize, i128)>,
    /// Wagers that are in time only by the tolerance of their source's clock.
    pub(crate) leaned: Vec<usize>,
}

impl Settlement {
    /// Notes what came back of a wager, and by how much that is more than was due.
    pub(super) fn count(&mut self, wager: &PlacedWager<'_>, came_back: i128, off: i128) {
        self.due += came_back - off;
        let more = came_back - wager.net();
        if more != 0 {
            self.not_taken_off.push((wager.at, more));
        }
    }

    /// What came back of a wager as far as it counts.
    pub(crate) fn came_back(&self, wager: &PlacedWager<'_>) -> i128 {
        wager.net() + not_taken_off(&self.not_taken_off, wager.at)
    }
}

/// Settles every wager of a coup that has a result.
pub(crate) fn settle(coup: &UnsettledCoup<'_>) -> Settlement {
    let rules = coup.rules();
    let statuses: Vec<WagerStatus> = coup.wagers.iter().map(|wager| coup.status(&rules, wager)).collect();
    let is_live = |status: &WagerStatus| matches!(status, WagerStatus::Live { .. });
    let with_status = || coup.wagers.iter().zip(&statuses);
    let live: Vec<PlacedWager<'_>> =
        with_status().filter(|(_, status)| is_live(status)).map(|(wager, _)| *wager).collect();
    let (breaches, mut counted) = breaches(coup.ruleset, coup.limits, &live);
    coup.count_by_terms(&live, &mut counted);
    let leans = coup.wagers.iter().filter(|wager| rules.leans(wager, wager.tolerance));
    let mut settlement = Settlement { leaned: leans.map(|wager| wager.at).collect(), ..Settlement::default() };
    let at_terminals = coup.open_terminals(&live, &counted);
    let mut settled_whole = Vec::with_capacity(live.len());
    if let Some(trace) = coup.trace {
        trace.section("Wagers");
        steps::breaches(trace, &breaches, &live);
    }
    for (wager, status) in with_status() {
        let due_before = settlement.due;
        if let Some(trace) = coup.trace {
            let leans = settlement.leaned.contains(&wager.at);
            let close = coup.close_of(wager, coup.close);
            steps::wager(trace, coup.ruleset, wager, Some(*status), close, leans);
            if let Some(terms) = coup.terms.filter(|_| close != coup.close) {
                steps::closed_early(trace, terms.announced_clause.as_ref());
            }
        }
        match status {
            WagerStatus::Live { taken_back_late } => {
                let counted = counted.get(settled_whole.len()).copied().unwrap_or_default();
                settled_whole.push(coup.live(wager, *taken_back_late, counted, &at_terminals, &mut settlement));
            }
            _ => coup.no_wager(wager, *status, &mut settlement),
        }
        settlement.not_at_risk.extend(status.not_at_risk().map(|why| (wager.at, why)));
        let due = settlement.due - due_before;
        settlement.dues.push(due);
        if let Some(trace) = coup.trace {
            let due = (!settlement.not_judged.contains(&wager.at)).then_some(due);
            steps::returned(trace, wager, settlement.came_back(wager), due);
        }
    }
    coup.over_limits(&breaches, &live, &settled_whole, &mut settlement);
    coup.under_limits(&live, &mut settlement);
    let broken = coup.out_of_bounds(&live);
    coup.beyond_bounds(&broken, &live, &mut settlement);
    coup.lots(&live, &settled_whole, &counted, &mut settlement);
    let lay: Vec<Lay<PlacedWager<'_>>> = with_status()
        .filter(|(_, status)| status.lay_there())
        .map(|(wager, status)| Lay { wager: *wager, stayed: status.stayed() })
        .collect();
    coup.not_permitted(&live, &lay, &broken, &mut settlement);
    settlement
}

/// Judges a voided coup: every wager returns its stake. `why` says what voids it.
pub(crate) fn return_stakes(
    coup: &UnsettledCoup<'_>,
    why: &str,
    refund: Option<&Cite>,
    reading: bool,
    forfeits: &BTreeSet<String>,
) -> Settlement {
    let mut settlement = Settlement::default();
    let rules = coup.rules();
    if let Some(trace) = coup.trace {
        trace.section("Wagers");
    }
    for wager in coup.wagers {
        // The stake of what was not a wager in any case goes back under every reading.
        let reading = reading
            && match coup.status(&rules, wager) {
                WagerStatus::NotTaken
                | WagerStatus::Refused { .. }
                | WagerStatus::Removed { .. }
                | WagerStatus::Withdrawn
                | WagerStatus::WithdrawnSometime => false,
                WagerStatus::Late => coup.ruleset.late.placed.clause.is_reading(),
                WagerStatus::NotOffered | WagerStatus::InNoBetCoup | WagerStatus::Live { .. } => true,
            };
        let mut options = vec![Amount::exactly(i128::from(wager.stake))];
        if forfeits.contains(&wager.name) {
            options.push(Amount::exactly(0));
        }
        let due_before = settlement.due;
        let silent = reading
            .then_some("what went back may stand: the clause that voids the coup does not say what goes back then");
        let due = Due { options: &options, commission: 0, clause: refund, reading: silent, why };
        coup.compare(wager, &due, &mut settlement);
        let due = settlement.due - due_before;
        settlement.dues.push(due);
        if let Some(trace) = coup.trace {
            steps::wager(trace, coup.ruleset, wager, None, None, false);
            steps::stake_back(trace, "the coup is void", refund, reading, options.len() > 1);
            steps::returned(trace, wager, settlement.came_back(wager), Some(due));
        }
    }
    settlement
}
