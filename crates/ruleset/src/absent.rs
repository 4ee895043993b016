use jiff::tz::TimeZone;

use crate::effective::local_moment;
use crate::registry::{Entry, Registry, nanoseconds};

/// A ruleset that somebody entitled approved, and that is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    /// The path of its folder: jurisdiction, venue, game, date.
    pub id: String,
    /// The file of the approval.
    pub file: String,
    /// The digest that was approved.
    pub approved: String,
    /// Who approved it.
    pub by: String,
}

impl Absent {
    /// What is wrong, in words; may quote the name of an approver: neutralise before printing.
    #[must_use]
    pub fn message(&self) -> String {
        format!(
            "{} was approved by {}, and is not among the rulesets: another version judges in its place",
            self.id, self.by
        )
    }

    /// What there is in its place, as findings say it.
    #[must_use]
    pub fn logged(&self) -> String {
        Self::logged_of(&self.id)
    }

    /// The same for any id.
    #[must_use]
    pub fn logged_of(id: &str) -> String {
        format!("no ruleset {id}")
    }

    /// Jurisdiction in small letters, venue, game and date, as its id names them.
    fn parts(&self) -> Option<[&str; 4]> {
        let mut parts = self.id.split('/');
        let named = [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
        parts.next().is_none().then_some(named)
    }

    fn is_of(&self, jurisdiction: &str, venue: &str, game: &str) -> bool {
        self.parts()
            .is_some_and(|[of, at, what, _]| (of, at, what) == (jurisdiction.to_lowercase().as_str(), venue, game))
    }

    /// Since when it would be in force, in seconds since the epoch, where its id shows that.
    fn start(&self, zone: &TimeZone) -> Option<i64> {
        let [_, _, _, date] = self.parts()?;
        local_moment(date, zone).ok()
    }
}

impl Registry {
    /// Notes an approved ruleset that is not available.
    pub fn miss(&mut self, absent: Absent) {
        self.absent.push(absent);
    }

    /// The approved rulesets that are not available.
    pub fn absent(&self) -> &[Absent] {
        &self.absent
    }

    /// Those of this jurisdiction, venue and game that would have judged a coup at this moment, in nanoseconds since the
    /// epoch: the latest version by then, unless a later one is available, and each whose id shows no date.
    pub fn missed(&self, jurisdiction: &str, venue: &str, game: &str, nanos: i128) -> Vec<&Absent> {
        if self.absent.is_empty() {
            return Vec::new();
        }
        let zone = self.zone_of(jurisdiction, venue);
        let held = self.entry_at(jurisdiction, venue, game, nanos).map(|entry| entry.start);
        let of_game = || self.absent.iter().filter(|absent| absent.is_of(jurisdiction, venue, game));
        let dated = of_game().filter_map(|absent| Some((absent.start(&zone)?, absent)));
        let latest = dated
            .filter(|(start, _)| nanoseconds(*start) <= nanos && held.is_none_or(|held| held < *start))
            .max_by_key(|(start, _)| *start);
        let undated = of_game().filter(|absent| absent.start(&zone).is_none());
        latest.map(|(_, absent)| absent).into_iter().chain(undated).collect()
    }

    /// The zone of a venue's rulesets; universal time where none is available.
    fn zone_of(&self, jurisdiction: &str, venue: &str) -> TimeZone {
        let of_venue = |entry: &&Entry| entry.ruleset.jurisdiction == jurisdiction && entry.ruleset.is_for(venue);
        let entry = self.held().find(of_venue);
        entry.and_then(|entry| TimeZone::get(&entry.ruleset.effective.zone).ok()).unwrap_or(TimeZone::UTC)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;

    fn registry(held: &[&str], absent: &[&str]) -> Registry {
        let mut registry = Registry::default();
        for id in held {
            let path = format!("{}/../../rulesets/{id}/ruleset.yaml", env!("CARGO_MANIFEST_DIR"));
            let yaml = std::fs::read_to_string(path).unwrap();
            registry.add(Ruleset::from_yaml(id, &yaml, b"notes").unwrap()).unwrap();
        }
        for id in absent {
            let absent = Absent {
                id: (*id).to_owned(),
                file: "a.yaml".to_owned(),
                approved: String::new(),
                by: "alice".to_owned(),
            };
            registry.miss(absent);
        }
        registry
    }

    fn missed(registry: &Registry, at: &str) -> Vec<String> {
        let nanos = at.parse::<jiff::Timestamp>().unwrap().as_nanosecond();
        let missed = registry.missed("SG", "mbs", "7-up-baccarat", nanos);
        missed.into_iter().map(|absent| absent.id.clone()).collect()
    }

    const OLD: &str = "sg/mbs/7-up-baccarat/2011-08-26";
    const NEW: &str = "sg/mbs/7-up-baccarat/2017-02-17";

    #[test]
    fn a_later_version_is_missed_from_its_day_on_by_the_clock_of_the_venue() {
        let registry = registry(&[OLD], &[NEW]);
        assert!(missed(&registry, "2017-02-16T15:59:59Z").is_empty());
        assert_eq!(missed(&registry, "2017-02-16T16:00:00Z"), [NEW]);
    }

    #[test]
    fn an_earlier_version_is_missed_until_the_one_at_hand() {
        let registry = registry(&[NEW], &[OLD]);
        assert!(missed(&registry, "2011-08-01T00:00:00Z").is_empty());
        assert_eq!(missed(&registry, "2012-01-01T00:00:00Z"), [OLD]);
        assert!(missed(&registry, "2018-01-01T00:00:00Z").is_empty());
    }

    #[test]
    fn of_several_the_latest_is_missed_and_those_without_a_date_always() {
        let other = "sg/mbs/baccarat/2017-02-17";
        let registry = registry(&[], &[OLD, NEW, "sg/mbs/7-up-baccarat/v9", other, "sg/mbs/7-up-baccarat", "x"]);
        assert_eq!(missed(&registry, "2018-01-01T00:00:00Z"), [NEW, "sg/mbs/7-up-baccarat/v9"]);
        assert_eq!(missed(&registry, "2000-01-01T00:00:00Z"), ["sg/mbs/7-up-baccarat/v9"]);
    }
}
