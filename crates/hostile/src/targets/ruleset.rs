use std::sync::{Arc, LazyLock};

use resettle_audit::{Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_ruleset::{Registry, Ruleset, show};

use super::printed;
use super::yaml::{read_twice, text};
use crate::broken::{Broken, works};

/// Coups of three games for the rulesets that are accepted.
const LOGS: [&str; 2] = [
    include_str!("../../../../audit-logs/electronic-7-up-2023/log.jsonl"),
    include_str!("../../../../audit-logs/star-7-up-2016/log.jsonl"),
];

/// This many lines of each are judged.
const LINES: usize = 10;

/// A ruleset: read, and where it is taken, shown and judged by.
///
/// # Errors
/// Faults that cannot be shown, or print that is not harmless.
pub fn ruleset(data: &[u8]) -> Result<(), Broken> {
    static COUPS: LazyLock<[String; 2]> =
        LazyLock::new(|| LOGS.map(|log| log.split_inclusive('\n').take(LINES).collect()));
    let Some(text) = text(data) else { return Ok(()) };
    let id = id(text);
    let Some(ruleset) = read_twice(text, |text| Ruleset::from_yaml(&id, text, b"notes\n"))? else { return Ok(()) };
    let _ = show(&ruleset);
    let mut registry = Registry::default();
    works(registry.add(ruleset), "a single ruleset does not enter the registry")?;
    let named = registry.get(&id).map(Arc::clone);
    let _ = registry.period(&id);
    for settings in [
        Settings { registry: registry.clone(), named, ..Settings::default() },
        Settings { registry, named: None, ..Settings::default() },
    ] {
        for log in COUPS.iter() {
            printed::is_harmless(&Replay::by(&settings).audit_log(LogReader::new(log.as_bytes(), None), "log").audit)?;
        }
    }
    Ok(())
}

/// The id that a folder with this file would have.
fn id(text: &str) -> String {
    let ids = resettle_rulesets::embedded().map(|known| known.id);
    let fits = |id: &&str| {
        let mut parts = id.rsplit('/').take(2);
        parts.all(|part| text.contains(part))
    };
    ids.filter(fits).last().unwrap_or("sg/mbs/baccarat/2017-02-17").to_owned()
}
