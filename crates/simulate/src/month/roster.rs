use super::plan::{MonthConfig, MonthTable};
use crate::expected::Absence;

/// The roster of the month's tables, and what it will find missing.
#[must_use]
pub fn roster_yaml(config: &MonthConfig, tables: &[MonthTable]) -> (String, Vec<Absence>) {
    let mut text = String::from("roster:\n");
    let mut absent = Vec::new();
    let day = |number: u64| {
        let days = jiff::SignedDuration::from_hours(i64::try_from(number).unwrap_or(0).saturating_mul(24));
        config.first_day.saturating_add(days).to_string()
    };
    for table in tables {
        let (venue, zone) = if table.rules.is_mbs() { ("mbs", "Asia/Singapore") } else { ("star", "Australia/Sydney") };
        let game = table.rules.id().split('/').nth(2).unwrap_or_default();
        text.push_str(&format!(
            "  - {{venue: {venue}, game: {game}, tables: [\"{}\"], zone: {zone}, first_day: {}, last_day: {}",
            table.table,
            day(0),
            day(config.days.saturating_sub(1))
        ));
        if let Some(idle) = table.idle {
            if table.closed_in_roster {
                text.push_str(&format!(", closed: [{}]", day(idle)));
            } else {
                absent.push(Absence { venue, table: table.table.clone(), day: day(idle) });
            }
        }
        text.push_str("}\n");
    }
    (text, absent)
}
