//! Timestamps by another party's clock.

mod stamped;

use std::process::ExitCode;

use resettle_report::print::neutral;
use resettle_timestamp::{Authorities, request};

use crate::args::{TimestampAddArgs, TimestampArgs, TimestampCheckArgs, TimestampCommand, TimestampRequestArgs};
use crate::error::{Error, shown};
use crate::files;
use resettle_console::say;

pub use stamped::{Found, Stamped, authorities};

/// `resettle timestamp`
pub fn run(args: &TimestampArgs) -> Result<ExitCode, Error> {
    match &args.command {
        TimestampCommand::Request(args) => ask(args),
        TimestampCommand::Add(args) => add(args),
        TimestampCommand::Check(args) => check(args),
    }
}

/// `resettle timestamp request`
fn ask(args: &TimestampRequestArgs) -> Result<ExitCode, Error> {
    let stamped = Stamped::of(&args.what);
    files::write_new(&args.out, &request(&stamped.bytes()?))?;
    say!("{}: a request over {}", shown(&args.out), shown(&stamped.file))?;
    anstream::eprintln!(
        "send it to an authority, for instance: curl -H 'Content-Type: application/timestamp-query' --data-binary @{} URL > ANSWER.tsr\nthen: resettle timestamp add {} --timestamp ANSWER.tsr",
        shown(&args.out),
        shown(&args.what)
    );
    Ok(ExitCode::SUCCESS)
}

/// `resettle timestamp add`
fn add(args: &TimestampAddArgs) -> Result<ExitCode, Error> {
    let authorities = args.tsa.as_deref().map(authorities).transpose()?;
    let stamped = Stamped::of(&args.what);
    let answer = files::bytes(&args.timestamp)?;
    let stamp = stamped::of_these(&answer, &stamped.bytes()?).map_err(|why| {
        Error::new(format!("{} is no timestamp of {}: {why}", shown(&args.timestamp), shown(&stamped.file)))
            .help("ask for one with `resettle timestamp request`")
    })?;
    let by = authorities.as_ref().map(|authorities| stamp.vouched_by(authorities)).transpose();
    let by = by.map_err(|why| {
        Error::new(format!("{} does not count: {why}", shown(&args.timestamp))).help(
            "--tsa names the certificates of authorities that you trust; without it the timestamp is kept unchecked",
        )
    })?;
    stamped.keep(&answer)?;
    say!("{}: {}", shown(&stamped.beside), neutral(&stamped::in_words(&stamp, by.as_deref())))?;
    anstream::eprintln!(
        "to check it without Resettle: openssl ts -verify -data {} -in {} -CAfile AUTHORITIES.pem",
        shown(&stamped.file),
        shown(&stamped.beside)
    );
    Ok(ExitCode::SUCCESS)
}

/// `resettle timestamp check`
fn check(args: &TimestampCheckArgs) -> Result<ExitCode, Error> {
    let authorities: Authorities = authorities(&args.tsa)?;
    let mut all = true;
    for what in &args.what {
        std::fs::symlink_metadata(what).map_err(|error| Error::read(what, error))?;
        let found = Stamped::of(what).found(Some(&authorities))?;
        all &= matches!(found, Found::Vouched(..));
        say!("{}: {}", shown(what), neutral(&found.to_string()))?;
    }
    Ok(ExitCode::from(u8::from(!all)))
}
