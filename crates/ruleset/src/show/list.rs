use super::layout::{TextTable, WIDTH, wrap};
use crate::effective::date;
use crate::registry::Registry;

/// All available rulesets; the line below each is its title.
#[must_use]
pub fn list(registry: &Registry) -> String {
    let mut table = TextTable::headed(&[60, 8, 19, 12, 40], &["id", "version", "in force from", "digest", "note"]);
    let mut titles = Vec::new();
    for held in registry.held() {
        let ruleset = &held.ruleset;
        let zone = ruleset.effective.zone.as_str();
        let mut notes: Vec<String> = Vec::new();
        if held.stated {
            notes.push("date stated".to_owned());
        } else if ruleset.effective.open {
            notes.push("uncertain: date open".to_owned());
        }
        notes.extend(ruleset.gaps.iter().map(|gap| format!("gap {}", gap.span(zone))));
        table.row(&[
            ruleset.id.as_str(),
            ruleset.version.as_deref().unwrap_or("-"),
            &date(held.start, zone),
            ruleset.digest.get(..12).unwrap_or(&ruleset.digest),
            &notes.join("; "),
        ]);
        titles.push(ruleset.title.as_str());
    }
    let text = table.render();
    let mut out = String::new();
    for (at, line) in text.lines().enumerate() {
        out.push_str(line.strip_prefix("  ").unwrap_or(line));
        out.push('\n');
        let title = at.checked_sub(2).and_then(|at| titles.get(at));
        for line in title.map(|title| wrap(title, WIDTH)).unwrap_or_default() {
            out.push_str("    ");
            out.push_str(&line);
            out.push('\n');
        }
    }
    out
}
