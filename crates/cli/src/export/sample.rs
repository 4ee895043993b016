use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use resettle_export::{CoupRead, Sampler, read_coups};
use resettle_report::document::{SampleDrawn, SampledCoup};
use resettle_report::print::neutral;

use crate::error::{Error, shown};
use crate::files::{self, LogFile};

/// How many coups are drawn, and by which seed.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    pub n: u32,
    pub seed: u64,
}

/// Draws coups from a `coups.parquet`.
pub fn draw(path: &Path, by: Drawing) -> Result<SampleDrawn, Error> {
    let file = files::open(path).map_err(|error| Error::read(path, error))?;
    let mut sampler = Sampler::new(by.seed, usize::try_from(by.n).unwrap_or(usize::MAX));
    read_coups(file, |coup| sampler.see(coup)).map_err(|error| {
        Error::new(format!("{} holds no coups of an export: {}", shown(path), neutral(&error.to_string())))
            .help("name the folder that `resettle export --out` or `resettle batch --export` of this version wrote")
    })?;
    let hashes = LogFile::open(path, |_| ()).and_then(LogFile::finish_unchanged);
    let coups_sha256 = hashes.map_err(|error| Error::read(path, error))?.file.to_string();
    let sample = sampler.draw();
    Ok(SampleDrawn {
        seed: by.seed,
        asked: by.n,
        coups_sha256,
        flagged_coups: sample.flagged,
        clean_coups: sample.clean,
        coups: sample.coups.into_iter().map(drawn).collect(),
    })
}

fn drawn(coup: CoupRead) -> SampledCoup {
    SampledCoup {
        gaming_day: coup.gaming_day.and_then(day),
        commenced: coup.commenced.and_then(stamp),
        commenced_local: coup.commenced_local.and_then(wall),
        settled: coup.settled.and_then(stamp),
        jurisdiction: coup.jurisdiction,
        venue: coup.venue,
        game: coup.game,
        table: coup.table,
        shoe: coup.shoe,
        coup: coup.coup,
        log: coup.log,
        file: coup.file,
        line: coup.line,
        result: coup.result,
        severity: coup.severity,
    }
}

fn day(number: i64) -> Option<String> {
    let stamp = Timestamp::from_second(number.checked_mul(86_400)?).ok()?;
    Some(stamp.to_zoned(TimeZone::UTC).date().to_string())
}

fn stamp(micros: i64) -> Option<String> {
    wall(micros).map(|wall| wall + "Z")
}

fn wall(micros: i64) -> Option<String> {
    let wall = Timestamp::from_microsecond(micros).ok()?.to_zoned(TimeZone::UTC).datetime();
    Some(format!("{wall:.3}"))
}
