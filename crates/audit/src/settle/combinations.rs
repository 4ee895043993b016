use std::collections::BTreeMap;

use resettle_coup_log::Wager;
use resettle_ruleset::{Cite, Ruleset};
use resettle_sealed_log::Time;
use resettle_words::{Token, counted};

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
    expected: &'static str,
}

/// What is expected in place of a wager that may not stand beside the others.
const COMBINATION: &str = "no such combination";

impl UnsettledCoup<'_> {
    /// Live wagers that may not be made beside others, or with what they were made; they are settled as usual. `lying` are
    /// those that lay there for some time, whether or not they were taken back.
    pub(super) fn not_permitted(
        &self,
        live: &[PlacedWager<'_>],
        lying: &[PlacedWager<'_>],
        settlement: &mut Settlement,
    ) {
        let mut all = forbidden(self.ruleset, live, lying, self.all_wagers);
        // In a tournament its own rules say with which chips wagers are made.
        all.extend(self.terms.is_none().then(|| foreign_tokens(self.ruleset, live)).into_iter().flatten());
        for bad in all {
            let Some(wager) = live.get(bad.wager) else { continue };
            if let Some(trace) = self.trace {
                steps::forbidden(trace, &wager.name, &bad.why, bad.clause);
            }
            let message = format!("this wager is not permitted: {}", bad.why);
            let finding = Finding::new(Code::NotPermitted, wager.place, message)
                .clause(self.cite(Some(bad.clause)))
                .wager(&wager.name)
                .compared(bad.expected, format!("{} on {}", wager.stake, wager.bet));
            // No document says what becomes of such a wager: it might be none, and its stake go back.
            if wager.net() == i128::from(wager.stake) {
                let of_it = |found: &Finding| found.wager.as_deref() == Some(wager.name.as_str());
                let payments = settlement.findings.iter_mut().filter(|found| of_it(found) && found.code.is_payment());
                payments.for_each(|found| *found = found.clone().reading(true));
            }
            settlement.findings.push(finding);
        }
    }
}

/// Finds the live wagers that the ruleset does not permit beside the others; each once. If not all wagers of the table
/// are known, rules that require another wager are not checked.
fn forbidden<'a>(
    ruleset: &'a Ruleset,
    live: &[PlacedWager<'_>],
    lying: &[PlacedWager<'_>],
    all: bool,
) -> Vec<Forbidden<'a>> {
    let rules = &ruleset.combinations;
    let mut in_order: Vec<(usize, &Wager)> = live.iter().map(|placed| placed.wager).enumerate().collect();
    in_order.sort_by_key(|(_, wager)| placed(wager));
    let mut found: Vec<Forbidden<'a>> = Vec::new();
    let mut add = |wager: usize, clause: &'a Cite, why: String| {
        if !found.iter().any(|known| known.wager == wager) {
            found.push(Forbidden { wager, clause, why, expected: COMBINATION });
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
    if let Some(requires) = rules.requires.as_ref().filter(|_| all) {
        let others: Vec<&PlacedWager<'_>> = lying.iter().filter(|other| requires.any_of.contains(&other.bet)).collect();
        for (at, needs) in live.iter().enumerate().filter(|(_, wager)| wager.bet == requires.bet) {
            let others = others.iter().filter(|other| !taken_back_before(other, needs));
            let mut others = others.peekable();
            let on = requires.any_of.join(", ");
            match &requires.before {
                _ if others.peek().is_none() => {
                    add(at, &requires.clause, format!("nobody at the table had a wager on {on}"));
                }
                Some(before) if others.all(|other| placed_after(other, needs)) => {
                    add(at, before, format!("it was placed before anybody at the table had a wager on {on}"));
                }
                _ => {}
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

/// Wagers made with something that the ruleset does not accept in place of chips.
fn foreign_tokens<'a>(ruleset: &'a Ruleset, live: &[PlacedWager<'_>]) -> Vec<Forbidden<'a>> {
    let Some(tokens) = &ruleset.combinations.tokens else { return Vec::new() };
    let foreign = |token: &Token| !tokens.accepted.contains(token);
    let made = live.iter().enumerate().filter_map(|(wager, placed)| Some((wager, placed.token.filter(foreign)?)));
    made.map(|(wager, token)| Forbidden {
        wager,
        clause: &tokens.clause,
        why: format!("it was made with {}", token.word()),
        expected: "chips, or tokens that the rules accept",
    })
    .collect()
}

/// Whether a wager had been taken back when the other one was placed, as far as both times are known; the clocks of their
/// sources may differ by their tolerances.
fn taken_back_before(other: &PlacedWager<'_>, needs: &PlacedWager<'_>) -> bool {
    let times = other.withdrawn.as_ref().zip(needs.placed.as_ref());
    times.is_some_and(|(back, placed)| later(placed, back, other, needs))
}

/// Whether a wager was placed after the other one, likewise. The same instant is in time.
fn placed_after(other: &PlacedWager<'_>, needs: &PlacedWager<'_>) -> bool {
    let times = other.placed.as_ref().zip(needs.placed.as_ref());
    times.is_some_and(|(other_placed, placed)| later(other_placed, placed, other, needs))
}

fn later(time: &Time, than: &Time, one: &PlacedWager<'_>, other: &PlacedWager<'_>) -> bool {
    let tolerance = one.tolerance.saturating_add(other.tolerance);
    time.moment().nanos > than.moment().nanos.saturating_add(tolerance)
}
