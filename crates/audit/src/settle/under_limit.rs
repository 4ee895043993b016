//! Stakes below the minimum of the table sign, where the ruleset says that it binds.

use std::collections::BTreeMap;

use super::limits::{Person, person, placed};
use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

impl UnsettledCoup<'_> {
    /// What one player has on one bet, where that is below the lowest minimum that holds for any of these wagers; once,
    /// at the wager placed last. Money in minor units.
    pub(super) fn under_limits(&self, live: &[PlacedWager<'_>], settlement: &mut Settlement) {
        let Some(clause) = self.ruleset.limits.minimum.as_ref().filter(|_| self.terms.is_none()) else { return };
        let mut persons: BTreeMap<(Person<'_>, &str), Vec<&PlacedWager<'_>>> = BTreeMap::new();
        for wager in live {
            persons.entry((person(wager), &wager.bet)).or_default().push(wager);
        }
        for wagers in persons.into_values() {
            let Some(minimum) = wagers.iter().filter_map(|wager| self.limits.minimum(wager)).min() else { continue };
            let staked: i128 = wagers.iter().map(|wager| i128::from(wager.stake)).sum();
            let Some(last) = wagers.iter().max_by_key(|wager| placed(wager)) else { continue };
            if staked >= i128::from(minimum) {
                continue;
            }
            let message = format!("{staked} staked on {} where the minimum is {minimum}", last.bet);
            let finding = Finding::new(Code::UnderLimit, last.place, message)
                .clause(self.cite(Some(clause)))
                .wager(&last.name)
                .compared(format!("at least {minimum}"), staked);
            settlement.findings.push(finding);
        }
    }
}
