use std::collections::BTreeMap;

use resettle_yaml::{Faults, section};

use crate::slack::{Duration, Slack};

section! {
    Faults;
    /// What a settings file states about the sources of a table.
    SourceSettings as "the settings" with Default {
        /// How far the clock of a source may be off, by its id.
        sources: BTreeMap<String, Tolerance> => or(BTreeMap::new()),
        /// Which sources must be present.
        expected: Expected => or(Expected::default()),
        /// How far people's clocks may differ where claims are held against a log.
        clock_slack: Slack => or(Slack::default()),
    }

    /// How far the clock of a source may be off.
    Tolerance as "a source" {
        /// A wager of this source that was placed or withdrawn later than the close by no more than this is in time; where it is
        /// needed, that is reported once as `reconcile/clock-tolerance`.
        clock_tolerance: i128 = Duration,
    }

    /// Which sources must be present.
    Expected with Default {
        /// How many logs of shoes there have to be; a table's log counts as one. Left out, 0.
        shoe: usize = 0..=100 => or(0),
        /// How many logs of displays there have to be; a table's log counts as one. Left out, 0.
        display: usize = 0..=100 => or(0),
        /// The terminals of which each has to have a log.
        terminals: Vec<String> => or(Vec::new()),
    }
}

impl SourceSettings {
    /// Reads a settings file.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        resettle_yaml::read(text)
    }

    /// How far the clock of a source may be off, in nanoseconds.
    #[must_use]
    pub fn tolerance(&self, source: &str) -> i128 {
        self.sources.get(source).map_or(0, |stated| stated.clock_tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resettle_testkit::keys_stand_on;

    #[test]
    fn the_page_has_the_keys() {
        keys_stand_on(
            "settings.md",
            &serde_json::to_value(resettle_yaml::schemars::schema_for!(SourceSettings)).unwrap(),
        );
    }

    #[test]
    fn settings_name_tolerances_and_expected_sources() {
        let text = "sources:\n  T1: {clock_tolerance: 250ms}\n  T2: {clock_tolerance: 2s}\n\
                    expected: {shoe: 1, terminals: [T1, T2], display: 1}\n";
        let settings = SourceSettings::from_yaml(text).unwrap();
        assert_eq!(settings.tolerance("T1"), 250_000_000);
        assert_eq!(settings.tolerance("T2"), 2_000_000_000);
        assert_eq!(settings.clock_slack, Slack::default());
        assert_eq!(settings.expected, Expected { shoe: 1, terminals: vec!["T1".into(), "T2".into()], display: 1 });
    }

    #[test]
    fn settings_state_how_far_clocks_may_differ() {
        let slack = |text: &str| SourceSettings::from_yaml(text).map(|settings| settings.clock_slack);
        let stated = slack("clock_slack: {noticed: 90s, times: 500ms}\n").unwrap();
        assert_eq!((stated.noticed, stated.times), (90_000_000_000, 500_000_000));
        let one = slack("clock_slack: {times: 2s}\n").unwrap();
        assert_eq!((one.noticed, one.times), (Slack::default().noticed, 2_000_000_000));
        assert!(slack("clock_slack: {notised: 1s}\n").is_err());
        assert!(slack("clock_slack: {noticed: a minute}\n").is_err());
    }

    #[test]
    fn all_faults_of_the_settings_are_reported() {
        let text =
            "sources:\n  T1: {clock_tolerance: 1.5s}\n  T2: {tolerance: 1s}\nexpcted: {}\nexpected: {shoe: -1}\n";
        let faults = SourceSettings::from_yaml(text).unwrap_err().sorted();
        assert_eq!(faults.len(), 5, "{faults:?}");
    }
}
