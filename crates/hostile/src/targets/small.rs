use resettle_audit::{SourceSettings, Tolerance};
use resettle_ruleset::StatedFacts;

use super::yaml::{quoted, read_twice, text};
use crate::broken::{Broken, same, works};
use crate::testbed;

/// A settings file.
///
/// # Errors
/// Faults that cannot be shown, or settings that mean something else once they are written again.
pub fn settings(data: &[u8]) -> Result<(), Broken> {
    let Some(text) = text(data) else { return Ok(()) };
    let Some(settings) = read_twice(text, SourceSettings::from_yaml)? else { return Ok(()) };
    let mut out = String::new();
    if !settings.sources.is_empty() {
        out.push_str("sources:\n");
    }
    for (id, Tolerance { clock_tolerance: nanos }) in &settings.sources {
        out.push_str(&format!("  {}: {{clock_tolerance: {}ms}}\n", quoted(id), nanos / 1_000_000));
    }
    let terminals: Vec<String> = settings.expected.terminals.iter().map(|id| quoted(id)).collect();
    let (shoes, displays) = (settings.expected.shoe, settings.expected.display);
    out.push_str(&format!("expected: {{shoe: {shoes}, display: {displays}, terminals: [{}]}}\n", terminals.join(", ")));
    // Longer than nine digits of milliseconds only seconds can say.
    if settings.sources.values().any(|stated| stated.clock_tolerance >= 1_000_000_000_000_000) {
        return Ok(());
    }
    let again = works(SourceSettings::from_yaml(&out), "settings written again are refused")?;
    same(&again, &settings, "settings written again mean something else")
}

/// A facts file.
///
/// # Errors
/// Faults that cannot be shown, or facts that mean something else once they are written again.
pub fn facts(data: &[u8]) -> Result<(), Broken> {
    let Some(text) = text(data) else { return Ok(()) };
    let Some(facts) = read_twice(text, StatedFacts::from_yaml)? else { return Ok(()) };
    let entries: Vec<String> = facts
        .in_force
        .iter()
        .map(|(id, stated)| {
            let (from, source, by) = (quoted(&stated.from), quoted(&stated.source), quoted(&stated.by));
            format!("{}: {{from: {from}, source: {source}, by: {by}}}", quoted(id))
        })
        .collect();
    let again = works(
        StatedFacts::from_yaml(&format!("in_force: {{{}}}\n", entries.join(", "))),
        "facts written again are refused",
    )?;
    same(&again, &facts, "facts written again mean something else")?;
    let mut registry = testbed::in_force()?.registry.clone();
    if registry.state(&facts).is_ok() {
        for ruleset in registry.iter() {
            let _ = registry.period(&ruleset.id);
        }
        for day in [0i128, 17_000, 19_500] {
            let _ = registry.in_force("AU-NSW", "star", "7-up-baccarat", day * 86_400_000_000_000);
        }
    }
    Ok(())
}
