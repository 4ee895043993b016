use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use resettle_report::print::neutral;
use resettle_report::{AllowedSigners, Files, State, Trust, folder};

use crate::args::ReportVerifyArgs;
use crate::clock;
use crate::error::{Error, shown};
use crate::files;

/// `resettle report verify`
pub fn run(args: &ReportVerifyArgs) -> Result<ExitCode, Error> {
    verify(&args.dir, args.signers.as_deref(), args.identity.as_deref(), args.verify_time.as_deref())
}

fn verify(dir: &Path, signers: Option<&Path>, identity: Option<&str>, time: Option<&str>) -> Result<ExitCode, Error> {
    let folder_files = read(dir)?;
    let signers = match signers {
        None => None,
        Some(path) => Some(AllowedSigners::parse(&files::bytes(path)?).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(|fault| format!("  {}: {fault}", shown(path))).collect();
            Error::Plain(format!("{} is no allowed_signers file\n{}", shown(path), lines.join("\n")))
        })?),
    };
    let moment = clock::moment(time)?;
    let trust = signers.as_ref().map(|signers| Trust { signers, identity, moment });
    let verdict = folder::check(&folder_files, trust);
    for problem in &verdict.problems {
        anstream::println!("{}", neutral(&problem.to_string()));
    }
    if let Some(signer) = &verdict.signer {
        anstream::println!("signed with key {}", signer.fingerprint());
    }
    if let Some(name) = &verdict.known_as {
        anstream::println!("known as {}", neutral(name));
    }
    let state = verdict.state();
    anstream::println!("{}: {state}", shown(dir));
    Ok(ExitCode::from(u8::from(state != State::Verified)))
}

/// Every file of the folder. What is no plain file is an error: a manifest cannot vouch for it.
pub(super) fn read(dir: &Path) -> Result<Files, Error> {
    let fail = |error: io::Error| Error::read(dir, error);
    let mut out = Files::new();
    for entry in fs::read_dir(dir).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        if !entry.file_type().map_err(fail)?.is_file() {
            return Err(Error::Plain(format!(
                "{} is no plain file, and a report holds nothing else\n  help: take it out of the folder and look why it is there",
                shown(&path)
            )));
        }
        let bytes = fs::read(&path).map_err(|error| Error::read(&path, error))?;
        out.insert(entry.file_name().to_string_lossy().into_owned(), bytes);
    }
    Ok(out)
}
