//! Any ruleset, played by its data.

use std::fs;
use std::io::BufReader;
use std::path::Path;

use base64ct::{Base64, Encoding as _};
use ed25519_dalek::SigningKey;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use resettle_console::error::{Error, shown};
use resettle_console::spelling::counted;
use resettle_console::{files, rules, say};
use resettle_coup_log::{SealError, SealOptions, seal_log};
use resettle_play::{Config, Fault, Lines};
use resettle_reference::Rules;
use resettle_report::print::neutral;
use resettle_ruleset::{Elected, Ruleset};
use resettle_simulate::{Expected, expected_json};
use sha2::{Digest as _, Sha256};

use crate::log_args::LogArgs;

/// ISO 4217 keeps it for tests.
const CURRENCY: &str = "XTS";

/// Plays the ruleset of an id by its data.
pub fn run(args: &LogArgs, id: &str, out: &Path) -> Result<(), Error> {
    let registry = rules::registry(&args.rules)?;
    let whole = registry.get(id).ok_or_else(|| rules::unknown(id, &registry))?;
    if args.split.is_some() || args.plain || args.staff {
        return Err(Error::new(format!(
            "{id} is played by its data: one log, every wager in time, no one on duty named"
        ))
        .help("leave --split and --plain out, and --staff"));
    }
    let ruleset = rules::under(whole, &args.elect)?;
    let elected = args.elect.iter().filter_map(|given| given.split_once('='));
    let elected = Elected(elected.map(|(option, choice)| (option.to_owned(), choice.to_owned())).collect());
    let from = registry.period(id).map(|period| period.from).unwrap_or_default();
    let date: Option<Date> = from.get(..10).and_then(|date| date.parse().ok());
    let noon = date.and_then(|date| date.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok());
    let begins = noon.and_then(|noon| noon.checked_add(jiff::Span::new().days(2)).ok()).map(|noon| noon.timestamp());
    let begins = begins.ok_or_else(|| Error::new(format!("{id} does not say from when on it is in force")))?;
    let config = Config {
        ruleset: &ruleset,
        elected,
        begins,
        currency: CURRENCY.to_owned(),
        coups: args.coups,
        seed: args.seed,
        one_in: args.one_in,
        only: args.only.iter().map(|name| named(name)).collect::<Result<_, _>>()?,
        at: args.plant.iter().map(|planted| at(planted)).collect::<Result<_, _>>()?,
    };
    let mut lines = Lines::new(config).map_err(|error| refused(id, &error))?;
    fs::create_dir(out).map_err(|error| Error::write(out, error))?;
    let mut hash = Sha256::new();
    hash.update(b"resettle simulate signing key\n");
    hash.update(args.seed.to_be_bytes());
    let key = SigningKey::from_bytes(&hash.finalize().into());
    let log = out.join("log.jsonl");
    let options = SealOptions { every: 65, is_final: true };
    let sealed = files::write_new_with(&log, |mut file| {
        let sealed = seal_log(BufReader::new(&mut lines), &key, options, &mut file);
        let sealed = sealed.map_err(|error| match error {
            SealError::Io(error) => Error::write(&log, error),
            malformed @ SealError::Malformed(_) => Error::new(format!("cannot seal what was played: {malformed}")),
        })?;
        lines.finished().map_err(|error| refused(id, &error))?;
        Ok(sealed)
    })
    .inspect_err(|_| {
        // Only an empty folder is removed, and its staying is no worse than the error that is reported.
        let _ = fs::remove_dir(out);
    })?;
    let expected: Vec<Expected> = lines
        .expected
        .iter()
        .map(|one| Expected {
            code: one.code,
            shoe: Some(one.shoe.clone()),
            coup: Some(one.coup),
            wager: one.wager.clone(),
            money: one.money,
        })
        .collect();
    let planted: String = lines
        .planted
        .iter()
        .map(|one| format!("{} {} {} {}\n", one.ordinal, one.shoe, one.coup, one.fault.name()))
        .collect();
    files::write_new(&out.join("trust.yaml"), trust(&ruleset, &key, &begins.to_string()).as_bytes())?;
    files::write_new(&out.join("expected.json"), expected_json(&expected).as_bytes())?;
    files::write_new(&out.join("planted.txt"), planted.as_bytes())?;
    anstream::eprintln!(
        "{}: {}, {} planted\nnote: played by the data of {}: what the replay is held against is the same data. A second witness, written from the documents, there is for {}",
        shown(out),
        counted(sealed.records, "record"),
        counted(lines.planted.len(), "fault"),
        neutral(id),
        known().join(", ")
    );
    Ok(())
}

fn trust(ruleset: &Ruleset, key: &SigningKey, from: &str) -> String {
    let venue = ruleset.venues.first().unwrap_or(&ruleset.venue);
    let public = Base64::encode_string(key.verifying_key().as_bytes());
    format!(
        "keys:\n  - name: T-1\n    public_key: {public}\n    venue: {venue}\n    tables: [\"T-1\"]\n    from: {from}\n"
    )
}

fn named(name: &str) -> Result<Fault, Error> {
    Fault::named(name).ok_or_else(|| {
        let known: Vec<&str> = Fault::ALL.into_iter().map(Fault::name).collect();
        Error::new(format!("there is no fault `{}` where a ruleset is played by its data", neutral(name)))
            .help(format!("one of {}", known.join(", ")))
    })
}

fn at(planted: &str) -> Result<(Fault, u64), Error> {
    let parts = planted.split_once('@').and_then(|(name, coup)| Some((name, coup.parse().ok()?)));
    let (name, coup) = parts.ok_or_else(|| {
        Error::new(format!("`{}` is no fault at a coup", neutral(planted))).help("write it as underpaid@17")
    })?;
    Ok((named(name)?, coup))
}

fn refused(id: &str, error: &resettle_play::Error) -> Error {
    Error::new(format!("{} cannot be played so: {error}", neutral(id)))
}

/// The faults that any ruleset may show.
pub fn list_faults() -> Result<(), Error> {
    say!("where a ruleset is played by its data")?;
    for fault in Fault::ALL {
        say!("  {}: gives {}, in a coup", fault.name(), fault.code())?;
        say!("      {}", fault.about())?;
    }
    Ok(())
}

/// The rulesets for which a settler was written from the document.
fn known() -> Vec<&'static str> {
    Rules::ALL.into_iter().map(Rules::id).collect()
}
