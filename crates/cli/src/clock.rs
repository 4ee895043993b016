use jiff::{Timestamp, Zoned};
use resettle_sealed_log::Time;

use crate::error::Error;

/// The time that a file bears: the requested one, else the clock's.
pub fn stamp(asked: Option<&str>) -> Result<String, Error> {
    match asked {
        Some(text) => match Time::parse(text) {
            Ok(_) => Ok(text.to_owned()),
            Err(error) => Err(Error::new(format!("`{}` is no time: {error}", resettle_report::print::neutral(text)))
                .help("write it as 2026-11-21T09:00:00+08:00")),
        },
        None => {
            let now = Zoned::now();
            Ok(now.timestamp().display_with_offset(now.offset()).to_string())
        }
    }
}

/// A moment as signatures are checked at: seconds since the epoch and the local offset.
pub fn moment(asked: Option<&str>) -> Result<resettle_signing::Moment, Error> {
    let zone = jiff::tz::TimeZone::system();
    let stamp = match asked {
        Some(text) => {
            stamp(Some(text))?;
            text.parse::<Timestamp>().map_err(|error| Error::new(format!("`{text}` is no time: {error}")))?
        }
        None => Timestamp::now(),
    };
    Ok(resettle_signing::Moment { unix: stamp.as_second(), local_offset: zone.to_offset(stamp).seconds() })
}
