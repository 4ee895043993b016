use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use resettle_coup_log::TrustStore;
use resettle_report::folder::{self, Problem, Verdict};
use resettle_report::print::neutral;
use resettle_report::{AllowedSigners, Files, State, Trust};

use crate::args::ReportVerifyArgs;
use crate::clock;
use crate::commands::trust;
use crate::error::{Error, shown};
use crate::files;

/// `resettle report verify`
pub fn run(args: &ReportVerifyArgs) -> Result<ExitCode, Error> {
    let sealing = trust::load(args.trust.as_deref())?.map(|(store, _)| store);
    let (dir, signers, identity) = (&args.dir, args.signers.as_deref(), args.identity.as_deref());
    let folder_files = read(dir)?;
    let signers = match signers {
        None => None,
        Some(path) => Some(AllowedSigners::parse(&files::bytes(path)?).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(|fault| format!("  {}: {fault}", shown(path))).collect();
            Error::Plain(format!("{} is no allowed_signers file\n{}", shown(path), lines.join("\n")))
        })?),
    };
    let moment = clock::moment(args.verify_time.as_deref())?;
    let trust = signers.as_ref().map(|signers| Trust { signers, identity, moment });
    let mut verdict = folder::check(&folder_files, trust);
    one_key_one_use(&mut verdict, sealing.as_ref());
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

/// A key that seals logs signs no reports, whoever accepts it.
fn one_key_one_use(verdict: &mut Verdict, sealing: Option<&TrustStore>) {
    let Some(key) = verdict.signer else { return };
    if let Some(known) = sealing.and_then(|store| store.get(key.id())) {
        verdict.problems.push(Problem::SealsLogs { key, name: known.name.clone() });
    }
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
