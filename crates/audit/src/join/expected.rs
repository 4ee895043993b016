use std::collections::BTreeMap;

use resettle_yaml::{Faults, Node};

use crate::slack::Slack;

/// What a settings file states about the sources of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceSettings {
    /// How far a source's clock may be off, in nanoseconds, by source id.
    pub tolerances: BTreeMap<String, i128>,
    /// Which sources must be present.
    pub expected: Expected,
    /// How far people's clocks may differ where claims are held against a log.
    pub slack: Slack,
}

/// Which sources must be present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// This many shoes.
    pub shoes: usize,
    /// The ids of terminals of which each has to have a log.
    pub terminals: Vec<String>,
    /// This many displays.
    pub displays: usize,
}

impl SourceSettings {
    /// Reads a settings file.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let mut settings = Self::default();
        if let Some(mut fields) = root.fields("the settings", &mut faults) {
            if let Some(mut sources) = fields.optional("sources").and_then(|node| node.fields("`sources`", &mut faults))
            {
                for (id, _, node) in sources.rest() {
                    let Some(mut source) = node.fields("a source", &mut faults) else { continue };
                    let tolerance = source.required("clock_tolerance", &mut faults);
                    if let Some(nanos) = tolerance.and_then(|node| duration(node, &mut faults)) {
                        settings.tolerances.insert(id.to_owned(), nanos);
                    }
                    source.finish(&mut faults);
                }
            }
            if let Some(mut expected) =
                fields.optional("expected").and_then(|node| node.fields("`expected`", &mut faults))
            {
                let mut count = |key: &'static str| {
                    let n = expected.optional(key).and_then(|node| node.int(0..=100, &mut faults));
                    n.and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
                };
                settings.expected.shoes = count("shoe");
                settings.expected.displays = count("display");
                let terminals = expected.optional("terminals").and_then(|node| node.list(&mut faults));
                settings.expected.terminals = terminals
                    .unwrap_or_default()
                    .iter()
                    .filter_map(|node| node.text(&mut faults).map(str::to_owned))
                    .collect();
                expected.finish(&mut faults);
            }
            if let Some(mut slack) =
                fields.optional("clock_slack").and_then(|node| node.fields("`clock_slack`", &mut faults))
            {
                let mut nanos = |key: &'static str| slack.optional(key).and_then(|node| duration(node, &mut faults));
                settings.slack.noticed = nanos("noticed").unwrap_or(settings.slack.noticed);
                settings.slack.times = nanos("times").unwrap_or(settings.slack.times);
                slack.finish(&mut faults);
            }
            fields.finish(&mut faults);
        }
        if faults.is_empty() { Ok(settings) } else { Err(faults) }
    }
}

/// `250ms` or `2s`, in nanoseconds.
fn duration(node: &Node, faults: &mut Faults) -> Option<i128> {
    let text = node.text(faults)?;
    let parts = [("ms", 1_000_000i128), ("s", 1_000_000_000)];
    let read = parts.iter().find_map(|(unit, nanos)| {
        let digits = text.strip_suffix(unit)?;
        let plain = !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
        if plain { digits.parse::<i128>().ok().map(|n| n * nanos) } else { None }
    });
    if read.is_none() {
        faults.add_with_help(node.place, format!("`{text}` is no duration"), "write it as 250ms or 2s");
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_tolerances_and_expected_sources() {
        let text = "sources:\n  T1: {clock_tolerance: 250ms}\n  T2: {clock_tolerance: 2s}\n\
                    expected: {shoe: 1, terminals: [T1, T2], display: 1}\n";
        let settings = SourceSettings::from_yaml(text).unwrap();
        assert_eq!(settings.tolerances["T1"], 250_000_000);
        assert_eq!(settings.tolerances["T2"], 2_000_000_000);
        assert_eq!(settings.slack, Slack::default());
        assert_eq!(settings.expected, Expected { shoes: 1, terminals: vec!["T1".into(), "T2".into()], displays: 1 });
    }

    #[test]
    fn settings_state_how_far_clocks_may_differ() {
        let slack = |text: &str| SourceSettings::from_yaml(text).map(|settings| settings.slack);
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
