//! The clock of the machine in a venue's zone, and its days.

use jiff::civil::Time;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Unit, Zoned};

use crate::error::Error;

/// A clock whose days begin when the venue's do.
pub struct VenueClock {
    zone: TimeZone,
    begins: SignedDuration,
}

impl VenueClock {
    /// A clock of this zone, else of the machine's; `begins` is `HH:MM`.
    pub fn new(zone: Option<&str>, begins: &str) -> Result<Self, Error> {
        let is_short = begins.len() == 5 && begins.as_bytes().get(2) == Some(&b':');
        let begins = begins.parse::<Time>().ok().filter(|_| is_short).ok_or_else(|| {
            Error::new(format!("`{}` is no time of day", resettle_report::print::neutral(begins)))
                .help("write it as 06:00")
        })?;
        let zone = match zone {
            None => TimeZone::system(),
            // An offset is a zone too, and only a date with one spells it.
            Some(name) => TimeZoneDatabase::bundled()
                .get(name)
                .or_else(|_| {
                    format!("2026-01-01T00:00:00{name}[{name}]").parse::<Zoned>().map(|at| at.time_zone().clone())
                })
                .map_err(|error| Error::new(format!("the zone of the mapping: {error}")))?,
        };
        Ok(Self { zone, begins: begins.duration_since(Time::midnight()) })
    }

    /// The time as a log has it, to the millisecond, and the day to which it belongs.
    pub fn now(&self) -> (String, String) {
        self.say(&Zoned::now().with_time_zone(self.zone.clone()))
    }

    fn say(&self, now: &Zoned) -> (String, String) {
        let now = now.round(Unit::Millisecond).unwrap_or_else(|_| now.clone());
        let day = now.datetime().checked_sub(self.begins).unwrap_or_else(|_| now.datetime()).date();
        (now.strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string(), day.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_when_the_venue_s_does() {
        for (begins, zone, at, said) in [
            ("00:00", "Asia/Singapore", "2026-06-01T15:59:59.9994Z", ("2026-06-01T23:59:59.999+08:00", "2026-06-01")),
            ("06:00", "Asia/Singapore", "2026-06-01T21:59:59Z", ("2026-06-02T05:59:59.000+08:00", "2026-06-01")),
            ("06:00", "+08:00", "2026-06-01T22:00:00Z", ("2026-06-02T06:00:00.000+08:00", "2026-06-02")),
        ] {
            let clock = VenueClock::new(Some(zone), begins).unwrap();
            let at = at.parse::<jiff::Timestamp>().unwrap().to_zoned(clock.zone.clone());
            let (time, day) = clock.say(&at);
            assert_eq!((time.as_str(), day.as_str()), said);
        }
        assert!(VenueClock::new(None, "6").is_err() && VenueClock::new(Some("Mars"), "06:00").is_err());
    }
}
