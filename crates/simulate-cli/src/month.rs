//! A month of several venues, a log a day for each table.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;
use resettle_console::error::{Error, shown};
use resettle_console::{files, progress};
use resettle_oversight::parse_date;
use resettle_report::print::neutral;
use resettle_simulate::month::{MonthConfig, MonthOutcome, MonthTable, roster_yaml, simulate_table};
use resettle_simulate::{Error as SimulateError, Style, expected_in_logs};

use crate::month_args::MonthArgs;

/// `resettle-simulate month`
pub fn run(args: &MonthArgs) -> Result<(), Error> {
    let made = make(args)?;
    anstream::eprintln!(
        "{}: {} logs of {} tables, {} coups in {} shoes, {} across midnight; {} faults and near misses planted, {} findings to be expected",
        shown(&args.out),
        made.logs,
        made.tables,
        made.coups,
        made.shoes,
        made.straddling,
        made.planted,
        made.expected
    );
    Ok(())
}

/// The totals of a month.
struct Made {
    logs: usize,
    tables: usize,
    coups: u64,
    shoes: u64,
    straddling: u64,
    planted: usize,
    expected: usize,
}

/// Writes the month.
fn make(args: &MonthArgs) -> Result<Made, Error> {
    let config = config(args)?;
    let tables = config.plan().map_err(|error| Error::new(error.to_string()))?;
    let out = &args.out;
    fs::create_dir(out).map_err(|error| Error::write(out, error))?;
    let bar = progress::count(config.coups, "coups");
    // Each table is made from its own seed: in parallel, and with the same bytes whichever is done first.
    let outcomes: Vec<MonthOutcome> = tables
        .par_iter()
        .map(|table| {
            let outcome = one(&config, table, args)?;
            bar.inc(outcome.coups);
            Ok(outcome)
        })
        .collect::<Result<_, Error>>()?;
    bar.finish_and_clear();
    let (roster, absent) = roster_yaml(&config, &tables);
    let trust: String = outcomes.iter().map(|outcome| outcome.trust_yaml.as_str()).collect();
    let mut planted = String::new();
    for (table, outcome) in tables.iter().zip(&outcomes) {
        for one in &outcome.planted {
            let venue = table.rules.id().split('/').nth(1).unwrap_or_default();
            planted.push_str(&format!("{venue} {} {} {} {}\n", table.table, one.shoe, one.coup, one.name));
        }
    }
    let expected: Vec<_> = outcomes.iter().flat_map(|outcome| outcome.expected.iter().cloned()).collect();
    let (json, expected_findings) = expected_in_logs(&expected, &absent);
    files::write_new(&out.join("trust.yaml"), format!("keys:\n{trust}").as_bytes())?;
    files::write_new(&out.join("roster.yaml"), roster.as_bytes())?;
    files::write_new(&out.join("expected.json"), json.as_bytes())?;
    files::write_new(&out.join("planted.txt"), planted.as_bytes())?;
    Ok(Made {
        logs: outcomes.iter().map(|outcome| outcome.logs.len()).sum(),
        tables: tables.len(),
        coups: outcomes.iter().map(|outcome| outcome.coups).sum(),
        shoes: outcomes.iter().map(|outcome| outcome.shoes).sum(),
        straddling: outcomes.iter().map(|outcome| outcome.straddling).sum(),
        planted: outcomes.iter().map(|outcome| outcome.planted.len()).sum(),
        expected: expected_findings,
    })
}

fn config(args: &MonthArgs) -> Result<MonthConfig, Error> {
    let day = parse_date(&args.first_day).ok_or_else(|| {
        Error::new(format!("`{}` is no date", neutral(&args.first_day))).help("write it as 2023-06-01")
    })?;
    Ok(MonthConfig {
        tables: args.tables,
        first_day: day,
        days: args.days,
        coups: args.coups,
        faulty_shoes: args.faulty_shoes,
        seed: args.seed,
        style: if args.plain { Style::Plain } else { Style::Varied },
        staff: args.staff,
    })
}

/// How the logs of a table are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstd,
}

fn one(config: &MonthConfig, table: &MonthTable, args: &MonthArgs) -> Result<MonthOutcome, Error> {
    let packing = match table.number % 5 {
        _ if args.unpacked => Packing::Plain,
        1 => Packing::Gzip,
        3 => Packing::Zstd,
        _ => Packing::Plain,
    };
    let out = &args.out;
    let open = |path: &str| -> io::Result<Sink> {
        let path = out.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(match packing {
            Packing::Gzip => Sink::Gzip(Box::new(GzEncoder::new(
                BufWriter::new(File::create_new(packed(&path, "gz"))?),
                Compression::fast(),
            ))),
            _ => Sink::Plain(BufWriter::new(File::create_new(path)?)),
        })
    };
    let outcome = simulate_table(config, table, open).map_err(|error| match error {
        SimulateError::Write(error) => Error::write(out, error),
        other => Error::new(other.to_string()),
    })?;
    if packing == Packing::Zstd {
        for (path, _) in &outcome.logs {
            pack_zstd(&out.join(path)).map_err(|error| Error::write(out, error))?;
        }
    }
    Ok(outcome)
}

enum Sink {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Gzip(file) => file.write(bytes),
        }
    }

    /// A log is flushed once, at its end.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Gzip(file) => {
                file.try_finish()?;
                file.get_mut().flush()
            }
        }
    }
}

fn packed(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Packs a file into one zstd frame beside it, and removes the file.
fn pack_zstd(path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create_new(packed(path, "zst"))?);
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    ruzstd::encoding::compress(io::BufReader::new(File::open(path)?), &mut out, level);
    out.flush()?;
    fs::remove_file(path)
}
