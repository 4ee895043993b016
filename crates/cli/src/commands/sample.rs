use std::path::PathBuf;
use std::process::ExitCode;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use resettle_export::{COUPS, CoupRead, Form, Sample, Sampler, read_coups};
use resettle_report::print::neutral;
use serde::Serialize;

use super::output::{self, say};
use crate::args::{SampleArgs, SampleFormat};
use crate::error::{Error, shown};
use crate::files::{self, LogFile};

/// `resettle sample`
pub fn run(args: &SampleArgs) -> Result<ExitCode, Error> {
    let path = coups_of(args)?;
    let file = files::open(&path).map_err(|error| Error::read(&path, error))?;
    let mut sampler = Sampler::new(args.seed, usize::try_from(args.n).unwrap_or(usize::MAX));
    read_coups(file, |coup| sampler.see(coup)).map_err(|error| {
        Error::Plain(format!(
            "{} holds no coups of an export: {}\n  help: name the folder that `resettle export --out` or `resettle batch --export` of this version wrote",
            shown(&path),
            neutral(&error.to_string())
        ))
    })?;
    let hashes = LogFile::open(&path, |_| ()).and_then(LogFile::finish_unchanged);
    let sha256 = hashes.map_err(|error| Error::read(&path, error))?.file.to_string();
    let sample = sampler.draw();
    match args.format {
        SampleFormat::Text => text(args, &sha256, &sample)?,
        SampleFormat::Json => output::plain(&output::json(&document(args, &sha256, &sample))?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn coups_of(args: &SampleArgs) -> Result<PathBuf, Error> {
    if !args.export.is_dir() {
        return Ok(args.export.clone());
    }
    let path = args.export.join(Form::Parquet.file(&COUPS));
    if path.exists() {
        return Ok(path);
    }
    Err(Error::Plain(format!(
        "{} holds no {}: a sample is drawn from an export in Parquet\n  help: a report's folder lists flagged coups alone; make an export with `resettle export` or `resettle batch --export`",
        shown(&args.export),
        Form::Parquet.file(&COUPS)
    )))
}

/// A sample as JSON has it.
#[derive(Serialize)]
struct Document<'s> {
    r#type: &'static str,
    seed: u64,
    asked: u32,
    coups_sha256: &'s str,
    flagged_coups: u64,
    clean_coups: u64,
    coups: Vec<Drawn<'s>>,
}

#[derive(Serialize)]
struct Drawn<'s> {
    jurisdiction: &'s str,
    venue: &'s str,
    game: &'s str,
    table: &'s str,
    gaming_day: Option<String>,
    shoe: Option<&'s str>,
    coup: Option<i64>,
    log: &'s str,
    file: &'s str,
    line: Option<i64>,
    commenced: Option<String>,
    commenced_local: Option<String>,
    settled: Option<String>,
    result: &'s str,
    severity: Option<&'s str>,
}

fn document<'s>(args: &SampleArgs, sha256: &'s str, sample: &'s Sample) -> Document<'s> {
    let drawn = |coup: &'s CoupRead| Drawn {
        jurisdiction: &coup.jurisdiction,
        venue: &coup.venue,
        game: &coup.game,
        table: &coup.table,
        gaming_day: coup.gaming_day.and_then(day),
        shoe: coup.shoe.as_deref(),
        coup: coup.coup,
        log: &coup.log,
        file: &coup.file,
        line: coup.line,
        commenced: coup.commenced.and_then(stamp),
        commenced_local: coup.commenced_local.and_then(wall),
        settled: coup.settled.and_then(stamp),
        result: &coup.result,
        severity: coup.severity.as_deref(),
    };
    Document {
        r#type: "resettle-sample/1",
        seed: args.seed,
        asked: args.n,
        coups_sha256: sha256,
        flagged_coups: sample.flagged,
        clean_coups: sample.clean,
        coups: sample.coups.iter().map(drawn).collect(),
    }
}

fn text(args: &SampleArgs, sha256: &str, sample: &Sample) -> Result<(), Error> {
    let all = sample.flagged + sample.clean;
    say!("{} of {all} coups, drawn with seed {} ({} have findings)", sample.coups.len(), args.seed, sample.flagged)?;
    say!("from coups of SHA-256 {sha256}")?;
    let mut last = None;
    for coup in &sample.coups {
        let of = (coup.table_names(), coup.gaming_day);
        if last != Some(of) {
            let [_, venue, game, table] = of.0.map(neutral);
            say!("\n{venue} {game} {table}, {}", coup.gaming_day.and_then(day).unwrap_or_default())?;
            last = Some(of);
        }
        let time = coup.commenced_local.and_then(wall).map_or_else(String::new, |wall| wall.replace('T', " "));
        let number = coup.coup.map_or_else(|| "?".to_owned(), |number| number.to_string());
        say!(
            "  {time}  shoe {} coup {number}  {}  {}  {}:{}",
            neutral(coup.shoe.as_deref().unwrap_or("?")),
            neutral(&coup.result),
            neutral(coup.severity.as_deref().unwrap_or("clean")),
            neutral(&coup.file),
            coup.line.unwrap_or(0)
        )?;
    }
    Ok(())
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
