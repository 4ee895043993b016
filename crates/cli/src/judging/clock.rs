use jiff::tz::TimeZone;
use resettle_coup_log::Open;
use resettle_export::written_zone;
use resettle_ruleset::Registry;

use super::tables::Table;

/// By which clock days of a table are days: that of the venue's rulesets, else the offset that its first record writes.
pub fn zone_of(table: &Table, registry: &Registry) -> TimeZone {
    let written = || written_zone(table.logs.first()?.open.as_ref()?.1.as_str());
    table.open().and_then(|open| venue_zone(open, registry)).or_else(written).unwrap_or(TimeZone::UTC)
}

/// The venue's zone, as its rulesets name it.
fn venue_zone(open: &Open, registry: &Registry) -> Option<TimeZone> {
    let own = |other: &&std::sync::Arc<resettle_ruleset::Ruleset>| {
        other.jurisdiction == open.jurisdiction && other.venue == open.venue
    };
    let ruleset = registry.iter().find(own)?;
    TimeZone::get(&ruleset.effective.zone).ok()
}
