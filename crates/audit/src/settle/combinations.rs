use std::collections::BTreeMap;

use resettle_coup_log::Wager;
use resettle_ruleset::{Cite, Ruleset};
use resettle_words::counted;

use super::limits::{Person, person, placed};
use super::settlement::Settlement;
use super::steps;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

/// A live wager that may not be combined with others, and why.
struct Forbidden<'a> {
    wager: usize,
    clause: &'a Cite,
    why: String,
}

impl UnsettledCoup<'_> {
    /// Live wagers that may not be combined with others; they are settled as usual.
    pub(super) fn not_permitted(&self, live: &[PlacedWager<'_>], settlement: &mut Settlement) {
        for bad in forbidden(self.ruleset, live, self.all_wagers) {
            let Some(wager) = live.get(bad.wager) else { continue };
            if let Some(trace) = self.trace {
                steps::forbidden(trace, &wager.name, &bad.why, bad.clause);
            }
            let message = format!("this wager is not permitted: {}", bad.why);
            let finding = Finding::new(Code::NotPermitted, wager.place, message)
                .clause(self.cite(Some(bad.clause)))
                .wager(&wager.name)
                .compared("no such combination", format!("{} on {}", wager.stake, wager.bet));
            settlement.findings.push(finding);
        }
    }
}

/// Finds the live wagers that the ruleset does not permit beside the others; each once. If not all wagers of the table
/// are known, rules that require another wager are not checked.
fn forbidden<'a>(ruleset: &'a Ruleset, live: &[PlacedWager<'_>], all: bool) -> Vec<Forbidden<'a>> {
    let rules = &ruleset.combinations;
    let mut in_order: Vec<(usize, &Wager)> = live.iter().map(|placed| placed.wager).enumerate().collect();
    in_order.sort_by_key(|(_, wager)| placed(wager));
    let mut found: Vec<Forbidden<'a>> = Vec::new();
    let mut add = |wager: usize, clause: &'a Cite, why: String| {
        if !found.iter().any(|known| known.wager == wager) {
            found.push(Forbidden { wager, clause, why });
        }
    };
    if let Some(opposed) = &rules.opposed {
        let [one, other] = &opposed.bets;
        for (later, (at, wager)) in in_order.iter().enumerate() {
            let against = if wager.bet == *one {
                other
            } else if wager.bet == *other {
                one
            } else {
                continue;
            };
            let earlier = in_order.iter().take(later).find(|(_, earlier)| {
                earlier.bet == *against && person(earlier) == person(wager) && !earlier.approved && !wager.approved
            });
            if let Some((_, earlier)) = earlier {
                add(*at, &opposed.clause, format!("the same player already had {} on {against}", earlier.name));
            }
        }
    }
    if let Some(requires) = &rules.requires
        && all
        && !live.iter().any(|wager| requires.any_of.contains(&wager.bet))
    {
        for (at, wager) in &in_order {
            if wager.bet == requires.bet {
                let why = format!("nobody at the table had a wager on {}", requires.any_of.join(", "));
                add(*at, &requires.clause, why);
            }
        }
    }
    if let Some(bound) = &rules.wagers_per_area {
        let mut count: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for (at, wager) in &in_order {
            let Some(area) = &wager.area else { continue };
            if bound.bet.as_ref().is_some_and(|bet| *bet != wager.bet) {
                continue;
            }
            let count = count.entry((area, &wager.bet)).or_default();
            *count += 1;
            if *count > bound.at_most {
                add(
                    *at,
                    &bound.clause,
                    format!("the area already had {} on {}", counted(bound.at_most, "wager"), wager.bet),
                );
            }
        }
    }
    if let Some(bound) = &rules.players_per_area {
        let mut people: BTreeMap<(&str, &str), Vec<Person<'_>>> = BTreeMap::new();
        for (at, wager) in &in_order {
            let Some(area) = &wager.area else { continue };
            if bound.bet.as_ref().is_some_and(|bet| *bet != wager.bet) {
                continue;
            }
            let people = people.entry((area, &wager.bet)).or_default();
            let who = person(wager);
            if !people.contains(&who) {
                people.push(who);
            }
            if people.iter().position(|known| *known == who).is_some_and(|nth| nth >= bound.at_most) {
                let why = format!("{} players already wagered on {} in the area", bound.at_most, wager.bet);
                add(*at, &bound.clause, why);
            }
        }
    }
    found
}
