use resettle_coup_log::Wager;
use resettle_game::{Token, counted};
use resettle_ruleset::{Cite, Ruleset};

use super::settlement::Settlement;
use super::stakes::BrokenBound;
use super::steps;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::{Finding, Severity};
use crate::placed_wager::PlacedWager;
use crate::several::{Combined, Lay, OneOfSeveral, Room, Said, Support};

/// What another reading gives of a wager that is not permitted, of which no document says what becomes.
const NO_WAGER: &str = "a wager that is not permitted is none, and its stake goes back";

/// A live wager that may not be combined with others, and why.
struct Forbidden<'a> {
    wager: usize,
    clause: &'a Cite,
    why: String,
    expected: &'static str,
    severity: Severity,
}

/// What is expected in place of a wager that may not stand beside the others.
const COMBINATION: &str = "no such combination";

/// What is expected of a wager that another one has to come before.
const OTHER_FIRST: &str = "that other wager first";

impl<'a> UnsettledCoup<'a> {
    /// Live wagers that may not be made beside others, or with what they were made; they are settled as usual. `lay` are
    /// those that stood for some time, whether or not they were taken back.
    pub(super) fn not_permitted(
        &self,
        live: &[PlacedWager<'_>],
        lay: &[Lay<PlacedWager<'_>>],
        broken: &[BrokenBound<'a>],
        settlement: &mut Settlement,
    ) {
        let mut all = forbidden(self.ruleset, live, lay, self.all_wagers);
        // In a tournament its own rules say with which chips wagers are made.
        if self.terms.is_none() {
            all.extend(foreign_tokens(self.ruleset, live));
            all.extend(self.below_the_chip(live));
            all.extend(self.forbidden_by_bounds(broken, live));
        }
        for bad in all {
            let Some(wager) = live.get(bad.wager) else { continue };
            if let Some(trace) = self.trace {
                steps::forbidden(trace, &wager.name, &bad.why, bad.clause);
            }
            let message = format!(
                "this wager is not permitted: {}; no clause says what becomes of it, so it is settled like any other",
                bad.why
            );
            let finding = Finding::new(Code::NotPermitted, wager.place, message)
                .severity(bad.severity)
                .clause(self.cite(Some(bad.clause)))
                .wager(&wager.name)
                .compared(bad.expected, format!("{} on {}", wager.stake, wager.bet));
            if wager.net() == i128::from(wager.stake) {
                let of_it = |found: &Finding| found.wager.as_deref() == Some(wager.name.as_str());
                let payments = settlement.findings.iter_mut().filter(|found| of_it(found) && found.code.is_payment());
                payments.for_each(|found| *found = found.clone().by_another(Some(NO_WAGER)));
            }
            settlement.findings.push(finding);
        }
    }
}

impl<'a> UnsettledCoup<'a> {
    /// Wagers that a bound of the ruleset does not permit.
    fn forbidden_by_bounds(&self, broken: &[BrokenBound<'a>], live: &[PlacedWager<'_>]) -> Vec<Forbidden<'a>> {
        let forbidden = broken.iter().filter_map(|(wager, rule, broken)| {
            let Said::Forbidden { why, expected } = broken.said(self.unit, &live.get(*wager)?.bet) else { return None };
            let severity = Code::NotPermitted.severity();
            Some(Forbidden { wager: *wager, clause: rule.clause(), why, expected, severity })
        });
        forbidden.collect()
    }

    /// Wagers below the smallest chip that the table sign names, at a table that pays in chips: nothing that lies there comes
    /// to such an amount. Where the sign itself states a smaller minimum, it is the sign that is at fault.
    fn below_the_chip(&self, live: &[PlacedWager<'_>]) -> Vec<Forbidden<'a>> {
        let ruleset = self.ruleset;
        let (Some(rounding), Some(chip)) = (ruleset.in_chips(), self.limits.table.chip) else { return Vec::new() };
        let clause = ruleset.combinations.tokens.as_ref().map_or(&rounding.clause, |tokens| &tokens.clause);
        let allowed = |bet: &String| self.limits.table.min.get(bet).is_some_and(|minimum| *minimum < chip);
        let below = |wager: &Wager| wager.stake < chip && wager.token.is_none() && !allowed(&wager.bet);
        // A sign that names no minimum leaves open what the least wager is.
        let severity = if self.limits.table.min.is_empty() { Severity::Info } else { Code::NotPermitted.severity() };
        let found = live.iter().enumerate().filter(|(_, placed)| below(placed));
        found
            .map(|(wager, _)| Forbidden {
                wager,
                clause,
                why: format!("it is below the smallest chip of the table sign ({})", self.unit.of(chip)),
                expected: "what can be laid in chips",
                severity,
            })
            .collect()
    }
}

/// Finds the live wagers that the ruleset does not permit beside the others; each once. If not all wagers of the table
/// are known, rules that require another wager are not checked.
fn forbidden<'a>(
    ruleset: &'a Ruleset,
    live: &[PlacedWager<'_>],
    lay: &[Lay<PlacedWager<'_>>],
    all: bool,
) -> Vec<Forbidden<'a>> {
    let rules = &ruleset.combinations;
    let Some(combined) = Combined::of(rules, Some) else { return Vec::new() };
    let order = |at: &usize| live.get(*at).map(|one| one.order());
    let mut found: Vec<Forbidden<'a>> = Vec::new();
    let mut add = |wager: usize, clause: &'a Cite, why: String, expected: &'static str| {
        if !found.iter().any(|known| known.wager == wager) {
            let severity = Code::NotPermitted.severity();
            found.push(Forbidden { wager, clause, why, expected, severity });
        }
    };
    if let Some(rule) = &rules.opposed {
        let mut in_order: Vec<usize> = (0..live.len()).collect();
        in_order.sort_by_key(order);
        for (later, at) in in_order.iter().enumerate() {
            let Some(wager) = live.get(*at).filter(|one| combined.opposed_to(one.bet()).is_some()) else { continue };
            let mut earlier = in_order.iter().take(later).filter_map(|at| live.get(*at));
            if let Some(earlier) = earlier.find(|earlier| combined.opposes(**earlier, *wager)) {
                let why = format!("the same player already had {} on {}", earlier.name, earlier.bet);
                add(*at, &rule.clause, why, COMBINATION);
            }
        }
    }
    for (rule, needs) in rules.requires.0.iter().zip(&combined.requires).filter(|_| all) {
        let on = match rule.any_of.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => rule.any_of.concat(),
        };
        let own = rule.is_own();
        for (at, wager) in live.iter().enumerate() {
            match (needs.support(*wager, lay.iter().copied()), &rule.before) {
                (Support::Nobody, _) => {
                    let who = if own { "the same player had no" } else { "no patron at the table had a" };
                    add(at, &rule.clause, format!("{who} wager on {on}"), COMBINATION);
                }
                (Support::TakenBack, _) => {
                    let why = format!("the same player took the wager on {on} back before bets were closed");
                    add(at, &rule.clause, why, COMBINATION);
                }
                (Support::TooEarly, Some(before)) => {
                    let who = if own { "the same player" } else { "any player at the table" };
                    add(at, before, format!("it was placed before {who} had a wager on {on}"), OTHER_FIRST);
                }
                _ => {}
            }
        }
    }
    let wager = |at: usize| live.get(at).copied();
    let mut room = Room::default();
    if let (Some(rule), Some(bound)) = (&rules.wagers_per_area, &combined.wagers_per_area) {
        let mut beyond = Vec::new();
        bound.wagers_beyond(&mut room, live.len(), wager, |at| beyond.push(at));
        beyond.sort_by_key(order);
        for (at, wager) in beyond.into_iter().filter_map(|at| Some((at, live.get(at)?))) {
            let had = counted(rule.at_most, "wager");
            add(
                at,
                &rule.clause,
                format!("{}, where this wager lies, already had {had} on {}", area(wager), wager.bet),
                COMBINATION,
            );
        }
    }
    if let (Some(rule), Some(bound)) = (&rules.players_per_area, &combined.persons_per_area) {
        let mut beyond = Vec::new();
        bound.persons_beyond(&mut room, live.len(), wager, |at| beyond.push(at));
        beyond.sort_by_key(order);
        for (at, wager) in beyond.into_iter().filter_map(|at| Some((at, live.get(at)?))) {
            let why =
                format!("{} already wagered on {} in {}", counted(rule.at_most, "player"), wager.bet, area(wager));
            add(at, &rule.clause, why, COMBINATION);
        }
    }
    found
}

/// `area 5`.
fn area(wager: &PlacedWager<'_>) -> String {
    wager.area.as_ref().map_or_else(|| "the area".to_owned(), |area| format!("area {area}"))
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
        severity: Code::NotPermitted.severity(),
    })
    .collect()
}
