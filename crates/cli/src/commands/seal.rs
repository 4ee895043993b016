use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use resettle_coup_log::{SealError, SealOptions, seal_log};
use resettle_report::print::neutral;

use crate::args::SealArgs;
use crate::error::{Error, shown};
use crate::files::{self, private_key};

/// `resettle seal`
pub fn run(args: &SealArgs) -> Result<ExitCode, Error> {
    let key = private_key(&args.key, args.passphrase_file.as_deref())?;
    let input = File::open(&args.records).map_err(|error| Error::read(&args.records, error))?;
    if input.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Error::read(&args.records, std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    let options = SealOptions { every: args.every, is_final: !args.open };
    let sealed = files::write_new_with(&args.out, |mut out| {
        seal_log(BufReader::new(input), key.signing_key(), options, &mut out).map_err(|error| match error {
            SealError::Io(error) => Error::write(&args.out, error),
            SealError::Malformed(faults) => Error::Plain(malformed(args, &faults)),
        })
    })?;
    anstream::eprintln!("{}: {} records, {} of them seals", shown(&args.out), sealed.records, sealed.seals);
    Ok(ExitCode::SUCCESS)
}

fn malformed(args: &SealArgs, faults: &[(u64, String)]) -> String {
    let mut text = format!("{} holds lines that are no records; nothing was sealed", shown(&args.records));
    for (line, what) in faults {
        text.push_str(&format!("\n  {}:{line}: {}", shown(&args.records), neutral(what)));
    }
    text
}
