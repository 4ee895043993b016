//! What was not asked of coups and of their wagers, in sums. What stands nowhere here was asked.

use std::collections::BTreeMap;

use resettle_audit::{Check, CoupSeen, NotAsked, WagerSeen};
use resettle_game::Mode;
use resettle_sealed_log::LogVerdict;
use serde::{Deserialize, Serialize};

use super::Tally;

/// What was not asked, by check and reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<NotAskedRow>", from = "Vec<NotAskedRow>")]
pub struct Coverage(BTreeMap<(Check, NotAsked), Part>);

/// A part of the coups or wagers of a table, with the money in it, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Coups; of a check of wagers nought, but for coups of which no wager is logged.
    pub coups: u64,
    /// How many wagers.
    pub wagers: u64,
    /// What was staked, in minor units.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
}

/// What one check was not asked for one reason. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct NotAskedRow {
    /// The check, as `coverage.checks` names it.
    pub check: String,
    /// The reason, as `coverage.reasons` names it.
    pub why: String,
    /// Coups; left out where the check is of wagers and some are logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coups: Option<u64>,
    /// Wagers; of a check of coups all of these coups.
    pub wagers: u64,
    /// Their stakes.
    pub staked: i128,
    /// What went back of them, commission taken off.
    pub returned: i128,
}

impl Part {
    /// Adds another part.
    pub fn add(&mut self, more: &Self) {
        self.coups += more.coups;
        self.wagers += more.wagers;
        self.staked += more.staked;
        self.returned += more.returned;
    }

    /// What is left of it without another part.
    #[must_use]
    pub fn without(self, other: &Self) -> Self {
        Self {
            coups: self.coups.saturating_sub(other.coups),
            wagers: self.wagers.saturating_sub(other.wagers),
            staked: self.staked - other.staked,
            returned: self.returned - other.returned,
        }
    }
}

impl Coverage {
    /// Adds what one check was not asked for one reason.
    fn put(&mut self, check: Check, why: NotAsked, part: &Part) {
        self.0.entry((check, why)).or_default().add(part);
    }

    /// Adds coups of which no wager is logged.
    fn no_wagers(&mut self, coups: u64) {
        if coups > 0 {
            self.put(Check::Money, NotAsked::NoWagers, &Part { coups, ..Part::default() });
        }
    }

    /// Coups of which no wager is logged, as far as they were counted.
    fn without_wagers(&self) -> u64 {
        self.0.get(&(Check::Money, NotAsked::NoWagers)).map_or(0, |part| part.coups)
    }

    /// Counts all of these coups as such of which no wager is logged; returns how many were not counted yet.
    fn all_without_wagers(&mut self, coups: u64) -> u64 {
        let more = coups.saturating_sub(self.without_wagers());
        self.no_wagers(more);
        more
    }

    /// Adds that of the same table or day.
    pub(super) fn add(&mut self, other: &Self) {
        other.0.iter().for_each(|((check, why), part)| self.put(*check, *why, part));
    }

    /// What was not asked, in the order of checks and reasons.
    pub fn iter(&self) -> impl Iterator<Item = (Check, NotAsked, &Part)> {
        self.0.iter().map(|((check, why), part)| (*check, *why, part))
    }

    /// What a check was not asked, for whatever reason.
    #[must_use]
    pub fn of(&self, check: Check) -> Part {
        let mut all = Part::default();
        self.iter().filter(|(of, _, _)| *of == check).for_each(|(_, _, part)| all.add(part));
        all
    }
}

/// Whether what a check was asked or not is counted in coups.
pub(crate) fn is_of_coups(check: Check, why: Option<NotAsked>) -> bool {
    !check.is_of_wagers() || why.is_some_and(NotAsked::is_of_coups)
}

impl From<Coverage> for Vec<NotAskedRow> {
    fn from(coverage: Coverage) -> Self {
        let row = |(check, why, part): (Check, NotAsked, &Part)| NotAskedRow {
            check: check.word().to_owned(),
            why: why.word().to_owned(),
            coups: is_of_coups(check, Some(why)).then_some(part.coups),
            wagers: part.wagers,
            staked: part.staked,
            returned: part.returned,
        };
        coverage.iter().map(row).collect()
    }
}

impl From<Vec<NotAskedRow>> for Coverage {
    /// Checks and reasons that this version does not know are left out, as keys are.
    fn from(rows: Vec<NotAskedRow>) -> Self {
        let mut coverage = Self::default();
        for row in rows {
            let NotAskedRow { check, why, coups, wagers, staked, returned } = row;
            if let (Some(check), Some(why)) = (Check::parse(&check), NotAsked::parse(&why)) {
                coverage.put(check, why, &Part { coups: coups.unwrap_or(0), wagers, staked, returned });
            }
        }
        coverage
    }
}

impl schemars::JsonSchema for Coverage {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<NotAskedRow>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<NotAskedRow>::json_schema(generator)
    }
}

/// Adds up coups of one day: those that were not asked the same things are one sum, and nearly all are.
#[derive(Debug, Default)]
pub(super) struct Counting {
    coups: Alike<[Option<NotAsked>; 5]>,
    wagers: Alike<[Option<NotAsked>; 5]>,
    /// By the log that holds their records.
    logs: Alike<usize>,
    /// Coups whose wagers are not logged, though they may have had some.
    without_wagers: u64,
}

/// Sums of what is alike, and where the last one stands.
#[derive(Debug)]
struct Alike<K> {
    sums: Vec<(K, Part)>,
    last: usize,
}

impl<K> Default for Alike<K> {
    fn default() -> Self {
        Self { sums: Vec::new(), last: 0 }
    }
}

impl<K: PartialEq> Alike<K> {
    fn add(&mut self, of: K, part: &Part) {
        if let Some((known, sum)) = self.sums.get_mut(self.last)
            && *known == of
        {
            sum.add(part);
            return;
        }
        match self.sums.iter().position(|(known, _)| *known == of) {
            Some(at) => {
                self.last = at;
                self.add(of, part);
            }
            None => {
                self.last = self.sums.len();
                self.sums.push((of, *part));
            }
        }
    }
}

impl Counting {
    /// Adds a wager of a coup, and returns it as a part of the coup.
    pub(super) fn wager(&mut self, seen: &CoupSeen<'_>, at: usize, wager: &WagerSeen, of_coup: &mut Part) {
        let part = Part { coups: 0, wagers: 1, staked: i128::from(wager.stake), returned: wager.returned };
        self.wagers.add(seen.not_asked_of(at, wager), &part);
        of_coup.add(&part);
    }

    /// Adds a coup with its wagers.
    pub(super) fn coup(&mut self, seen: &CoupSeen<'_>, all_wagers: &Part) {
        let part = Part { coups: u64::from(seen.counts), ..*all_wagers };
        self.coups.add(seen.not_asked(), &part);
        let may_have = seen.counts && seen.logged.mode() != Some(Mode::NoBet);
        self.without_wagers += u64::from(may_have && !seen.logged.has_wagers());
        self.logs.add(seen.source, &part);
    }

    /// Gives what was added up: what was not asked, and the coups of each log.
    pub(super) fn give(&mut self) -> (Coverage, BTreeMap<usize, Part>) {
        let mut coverage = Coverage::default();
        for (whys, part) in std::mem::take(&mut self.coups).sums {
            put(&mut coverage, Check::OF_COUP.into_iter().zip(whys), &part);
        }
        for (whys, part) in std::mem::take(&mut self.wagers).sums {
            put(&mut coverage, Check::OF_WAGER.into_iter().zip(whys), &part);
        }
        coverage.no_wagers(std::mem::take(&mut self.without_wagers));
        (coverage, std::mem::take(&mut self.logs).sums.into_iter().collect())
    }
}

fn put(coverage: &mut Coverage, whys: impl Iterator<Item = (Check, Option<NotAsked>)>, part: &Part) {
    for (check, why) in whys.filter_map(|(check, why)| Some((check, why?))) {
        coverage.put(check, why, part);
    }
}

/// Adds parts by log.
pub(super) fn add_logs(all: &mut BTreeMap<usize, Part>, more: &BTreeMap<usize, Part>) {
    more.iter().for_each(|(log, part)| all.entry(*log).or_default().add(part));
}

/// Why nobody vouches for a log, once it has been read to its end; `None` where a seal that counts vouches for some of it:
/// what is not vouched for then is a finding.
#[must_use]
pub fn custody_of(verdict: &LogVerdict) -> Option<NotAsked> {
    if verdict.unsealed_import {
        return Some(NotAsked::Import);
    }
    (verdict.authenticated_records == 0).then_some(NotAsked::NoSeal)
}

impl Tally {
    /// Counts the coups of days of which no wager is logged at all: no money was asked of them, as of those that lack their
    /// wagers. Once all coups are added up.
    pub fn without_wagers(&mut self) {
        let Self { table, days, .. } = self;
        let (mut dark, mut coups, mut wagers) = (0, table.coups, table.money.wagers);
        let mut of_no_day = table.not_asked.without_wagers();
        for day in days.each() {
            of_no_day = of_no_day.saturating_sub(day.not_asked.without_wagers());
            coups = coups.saturating_sub(day.coups);
            wagers = wagers.saturating_sub(day.money.wagers);
            if day.money.wagers == 0 && day.coups > 0 {
                dark += day.not_asked.all_without_wagers(day.coups);
            }
        }
        // Coups of no day.
        dark += if wagers == 0 { coups.saturating_sub(of_no_day) } else { 0 };
        if dark > 0 {
            table.not_asked.no_wagers(dark);
        }
    }

    /// Says why nobody vouches for the logs, as places number them; `None` of one for which somebody does.
    pub fn custody(&mut self, why: impl Fn(usize) -> Option<NotAsked>) {
        let table = (&mut self.table.not_asked, std::mem::take(&mut self.table.logs));
        let days = self.days.each().map(|day| (&mut day.not_asked, std::mem::take(&mut day.logs)));
        for (coverage, logs) in days.chain([table]) {
            for (log, part) in logs {
                if let Some(why) = why(log) {
                    coverage.put(Check::Custody, why, &part);
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn rows_of_checks_that_are_not_known_are_left_out() {
        let text = r#"[{"check":"limits","why":"no_sign","wagers":3,"staked":30,"returned":20},
            {"check":"weather","why":"no_sign","wagers":1,"staked":1,"returned":1},
            {"check":"deal","why":"no_cards","coups":2,"wagers":3,"staked":30,"returned":20}]"#;
        let coverage: Coverage = serde_json::from_str(text).unwrap();
        let limits = Part { coups: 0, wagers: 3, staked: 30, returned: 20 };
        assert_eq!(coverage.of(Check::Limits), limits);
        let checks: Vec<_> = coverage.iter().map(|(check, why, _)| (check, why)).collect();
        assert_eq!(checks, [(Check::Deal, NotAsked::NoCards), (Check::Limits, NotAsked::NoSign)]);
        let written = serde_json::to_string(&coverage).unwrap();
        assert_eq!(
            written,
            r#"[{"check":"deal","why":"no_cards","coups":2,"wagers":3,"staked":30,"returned":20},{"check":"limits","why":"no_sign","wagers":3,"staked":30,"returned":20}]"#
        );
    }

    #[test]
    fn coups_of_days_without_any_wager_are_counted() {
        let dark = |coverage: &Coverage| coverage.of(Check::Money);
        let coups = |coups| Part { coups, ..Part::default() };
        let mut tally = Tally::default();
        for (day, coups, wagers) in [(1, 80, 200), (2, 60, 0), (3, 0, 0)] {
            let on = tally.days.on(day);
            (on.coups, on.money.wagers) = (coups, wagers);
        }
        (tally.table.coups, tally.table.money.wagers) = (145, 200);
        tally.without_wagers();
        assert_eq!(dark(&tally.table.not_asked), coups(65), "60 of a day and 5 of none");
        assert_eq!(tally.days.each().map(|day| dark(&day.not_asked).coups).collect::<Vec<_>>(), [0, 60, 0]);
        let mut whole = Tally::default();
        (whole.table.coups, whole.table.money.wagers) = (80, 1);
        whole.without_wagers();
        assert_eq!(dark(&whole.table.not_asked), coups(0));
        let row: Vec<NotAskedRow> = tally.table.not_asked.into();
        assert_eq!((row[0].why.as_str(), row[0].coups), ("no_wagers", Some(65)));
    }

    #[test]
    fn what_is_alike_is_one_sum_whatever_comes_between() {
        let mut alike = Alike::default();
        let one = Part { coups: 1, wagers: 2, staked: 3, returned: 4 };
        for of in ["a", "b", "a", "a", "c", "b"] {
            alike.add(of, &one);
        }
        let coups: Vec<_> = alike.sums.iter().map(|(of, part)| (*of, part.coups)).collect();
        assert_eq!(coups, [("a", 3), ("b", 2), ("c", 1)]);
    }
}
