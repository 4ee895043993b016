use std::sync::Arc;

use jiff::civil::Time;
use jiff::tz::TimeZone;
use resettle_audit::{CoupSeen, Finding};
use resettle_oversight::roster::Roster;
use resettle_oversight::{Clock, DayRule, written_zone};
use resettle_ruleset::{Registry, Ruleset};
use resettle_sealed_log::{Moment, Open};

use crate::tables::TableLogs;

/// The clock that determines the days of a table: that of the venue's rulesets, else the offset that its first record writes.
pub fn zone_of(table: &TableLogs, registry: &Registry) -> TimeZone {
    let written = || written_zone(table.logs.first()?.open.as_ref()?.1.as_str());
    table.open().and_then(|open| venue_zone(open, registry)).or_else(written).unwrap_or(TimeZone::UTC)
}

/// The venue's zone, as its rulesets name it.
fn venue_zone(open: &Open, registry: &Registry) -> Option<TimeZone> {
    let own = |other: &&Arc<Ruleset>| other.jurisdiction == open.jurisdiction && other.venue == open.venue;
    let ruleset = registry.iter().find(own)?;
    TimeZone::get(&ruleset.effective.zone).ok()
}

/// The days of a table: the roster's if it lists the table, else the venue's from midnight on.
pub fn days_of(table: &TableLogs, open: Option<&Open>, roster: Option<&Roster>, registry: &Registry) -> DayRule {
    let listed = roster.zip(open).and_then(|(roster, open)| roster.days_of(&open.venue, &open.game, &open.table));
    listed.cloned().unwrap_or_else(|| DayRule { zone: zone_of(table, registry), starts: Time::midnight() })
}

/// The clock of a table whose logs give its venue and name, by its days.
pub fn clock_of(table: &TableLogs, open: &Open, roster: Option<&Roster>, registry: &Registry) -> Clock {
    Clock::new(days_of(table, Some(open), roster, registry))
}

/// The clock by which coups and findings of a table are assigned to a day and an hour.
#[derive(Default)]
pub enum TableClock {
    /// The table is known before its logs are read.
    Of(Box<Clock>),
    /// It is not: days are those of the ruleset that judges.
    #[default]
    NotYet,
    /// The zone of a ruleset, by its name.
    Zone(String, Box<Clock>),
}

impl TableClock {
    /// The day of a coup, by its number since 1970.
    pub fn day(&mut self, seen: &CoupSeen<'_>) -> Option<i64> {
        let seconds = seen.day_moment().seconds()?;
        self.under(seen.ruleset)?.day(seconds)
    }

    /// The day of a moment, likewise; `None` before the clock is known.
    pub fn day_at(&mut self, moment: Moment) -> Option<i64> {
        let seconds = moment.seconds()?;
        self.under(None)?.day(seconds)
    }

    /// The hour at which the record of a finding was written: by the clock, or, before the clock is known, as the
    /// record writes it.
    pub fn hour(&mut self, finding: &Finding) -> Option<u8> {
        let at = finding.place.at.as_ref()?;
        let seconds = at.moment().seconds()?;
        match self.under(None) {
            Some(clock) => clock.hour(seconds),
            None => at.as_str().get(11..13)?.parse().ok(),
        }
    }

    fn under(&mut self, ruleset: Option<&Arc<Ruleset>>) -> Option<&mut Clock> {
        if let Some(ruleset) = ruleset {
            let known = match self {
                Self::Of(_) => true,
                Self::NotYet => false,
                Self::Zone(zone, _) => *zone == ruleset.effective.zone,
            };
            if !known {
                let zone = &ruleset.effective.zone;
                *self = Self::Zone(zone.clone(), Box::new(Clock::new(DayRule::midnight(zone)?)));
            }
        }
        match self {
            Self::Of(clock) | Self::Zone(_, clock) => Some(clock),
            Self::NotYet => None,
        }
    }
}
