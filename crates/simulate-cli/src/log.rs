//! A log of one table, of its sources, or of a tournament.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use resettle_reference::Rules;
use resettle_report::print::neutral;
use resettle_simulate::tournament::{TournamentConfig, breaches, found_json, simulate_tournament};
use resettle_simulate::{
    Config, Error as SimulateError, Scope, SimulatedLog, Style, expected_json, families, simulate_split,
    simulate_with_csv,
};

use resettle_console::error::{Error, shown};
use resettle_console::spelling::counted;
use resettle_console::{files, say};

use crate::by_data;
use crate::log_args::LogArgs;

/// `resettle-simulate log`
pub fn run(args: &LogArgs) -> Result<(), Error> {
    if args.list_faults {
        list_faults()?;
        return Ok(());
    }
    let (Some(id), Some(out)) = (&args.ruleset, &args.out) else {
        return Err(Error::new("name a ruleset and a folder: resettle-simulate log ID --out DIR"));
    };
    if args.tournament {
        return tournament(args, id, out);
    }
    let Some(rules) = Rules::read(id).filter(|_| !args.by_data && args.elect.is_empty()) else {
        return by_data::run(args, id, out);
    };
    let mut config = Config::clean(rules, args.coups, args.seed);
    config.style = if args.plain { Style::Plain } else { Style::Varied };
    config.staff = args.staff;
    config.faults.one_in = args.one_in;
    config.faults.only.clone_from(&args.only);
    for planted in &args.plant {
        let parts = planted.split_once('@').and_then(|(name, coup)| Some((name.to_owned(), coup.parse().ok()?)));
        config.faults.at.push(parts.ok_or_else(|| {
            Error::new(format!("`{planted}` is no fault at a coup")).help("write it as underpaid@17")
        })?);
    }
    fs::create_dir(out).map_err(|error| Error::write(out, error))?;
    let simulated = match args.split {
        None => whole(&config, out),
        Some(terminals) => split(&config, usize::from(terminals), out),
    };
    let outcome = simulated.inspect_err(|_| {
        // Only an empty folder is removed, and its staying is no worse than the error that is reported.
        let _ = fs::remove_dir(out);
    })?;
    let planted: String = outcome
        .planted
        .iter()
        .map(|planted| format!("{} {} {} {}\n", planted.ordinal, planted.shoe, planted.coup, planted.name))
        .collect();
    files::write_new(&out.join("trust.yaml"), outcome.trust_yaml.as_bytes())?;
    files::write_new(&out.join("expected.json"), expected_json(&outcome.expected).as_bytes())?;
    files::write_new(&out.join("planted.txt"), planted.as_bytes())?;
    if let Some(settings) = &outcome.settings_yaml {
        files::write_new(&out.join("settings.yaml"), settings.as_bytes())?;
    }
    anstream::eprintln!(
        "{}: {}, {} faults and near misses planted, {} findings to be expected",
        shown(out),
        counted(outcome.records, "record"),
        outcome.planted.len(),
        outcome.expected.len()
    );
    Ok(())
}

/// One log of the whole table, with its coups as CSV.
fn whole(config: &Config, out: &Path) -> Result<SimulatedLog, Error> {
    let csv_path = out.join("coups.csv");
    files::write_new_with(&out.join("log.jsonl"), |mut log| {
        files::write_new_with(&csv_path, |csv| {
            let mut csv = BufWriter::new(csv);
            simulate_with_csv(config, &mut log, &mut csv).map_err(|error| failed(error, out))
        })
    })
}

/// A log for each source. They grow together, so that none can be written under a temporary name; the folder is new.
fn split(config: &Config, terminals: usize, out: &Path) -> Result<SimulatedLog, Error> {
    simulate_split(config, terminals, |name| File::create_new(out.join(name)).map(BufWriter::new))
        .map_err(|error| failed(error, out))
}

/// A tournament: the log of its office and one for each table.
fn tournament(args: &LogArgs, id: &str, out: &Path) -> Result<(), Error> {
    let star = Rules::StarSevenUp2016.id();
    if id != star {
        let what = format!("no tournament is played here by `{}`", neutral(id));
        return Err(Error::new(what).help(format!("{star} has rules of tournaments")));
    }
    let config = TournamentConfig { seed: args.seed, breaches: args.plant.clone() };
    fs::create_dir(out).map_err(|error| Error::write(out, error))?;
    let played = simulate_tournament(&config, |name| File::create_new(out.join(name)).map(BufWriter::new));
    let outcome = played.map_err(|error| failed(error, out)).inspect_err(|_| {
        let _ = fs::remove_dir(out);
    })?;
    let planted: String = outcome.planted.iter().map(|name| format!("{name}\n")).collect();
    files::write_new(&out.join("trust.yaml"), outcome.trust_yaml.as_bytes())?;
    files::write_new(&out.join("expected.json"), found_json(&outcome.expected).as_bytes())?;
    files::write_new(&out.join("planted.txt"), planted.as_bytes())?;
    anstream::eprintln!(
        "{}: {} logs, {} records, {} coups; {} breaches planted, {} findings to be expected",
        shown(out),
        outcome.logs.len(),
        outcome.records,
        outcome.coups,
        outcome.planted.len(),
        outcome.expected.len()
    );
    Ok(())
}

fn failed(error: SimulateError, out: &Path) -> Error {
    match error {
        SimulateError::Write(error) => Error::write(out, error),
        SimulateError::UnknownFault(name) => Error::new(format!("there is no fault `{name}`"))
            .help("`resettle-simulate log --list-faults` explains those there are"),
        SimulateError::OneLog(name) => {
            Error::new(format!("`{name}` needs several sources, each with a log")).help("split the table: --split 8")
        }
        SimulateError::SeveralLogs(name) => {
            Error::new(format!("`{name}` needs one log of the whole table")).help("leave --split out")
        }
        other => Error::new(other.to_string()),
    }
}

fn list_faults() -> Result<(), Error> {
    for (family, faults) in families() {
        say!("{family}")?;
        for fault in faults {
            let scope = match fault.scope {
                Scope::Coup => "in a coup",
                Scope::Shoe => "in a shoe",
                Scope::Sources => "in a coup of several sources",
                Scope::Log => "in the whole log",
            };
            let gives = fault.code.map_or("a near miss, gives nothing".to_owned(), |code| format!("gives {code}"));
            say!("  {}: {gives}, {scope}", fault.name)?;
            say!("      {}", fault.about)?;
            let under: Vec<&str> = Rules::ALL.into_iter().filter(|rules| fault.fits(*rules)).map(Rules::id).collect();
            if under.len() < Rules::ALL.len() {
                say!("      under {}", under.join(", "))?;
            }
        }
    }
    say!("tournament")?;
    for breach in breaches() {
        say!("  {}: gives {}, in a tournament", breach.name, breach.code)?;
        say!("      {}", breach.about)?;
    }
    by_data::list_faults()
}
