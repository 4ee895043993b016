use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use resettle_report::folder::{self, Problem, Verdict};
use resettle_report::print::neutral;
use resettle_report::{Files, State, Trust};
use resettle_sealed_log::TrustStore;
use serde::Deserialize;

use crate::approvals;
use crate::args::ReportVerifyArgs;
use crate::clock;
use crate::commands::trust;
use crate::error::{Error, shown};
use crate::files;
use resettle_console::say;

/// `resettle report verify`
pub fn run(args: &ReportVerifyArgs) -> Result<ExitCode, Error> {
    let sealing = trust::load(args.trust.as_deref())?.map(|(store, _)| store);
    let (dir, signers, identity) = (&args.dir, args.signers.as_deref(), args.identity.as_deref());
    let folder_files = read(dir)?;
    let signers = match signers {
        None => None,
        Some(path) => Some(approvals::signers(path)?.0),
    };
    let moment = clock::moment(args.verify_time.as_deref())?;
    let trust = signers.as_ref().map(|signers| Trust { signers, identity, moment });
    let mut verdict = folder::check(&folder_files, trust);
    one_key_one_use(&mut verdict, sealing.as_ref(), folder_files.get(folder::REPORT).map_or(&[][..], Vec::as_slice));
    for problem in &verdict.problems {
        say!("{}", neutral(&problem.to_string()))?;
    }
    if let Some(signer) = &verdict.signer {
        say!("signed with key {}", signer.fingerprint())?;
    }
    if let Some(name) = &verdict.known_as {
        say!("known as {}", neutral(name))?;
    }
    let state = verdict.state();
    say!("{}: {state}", shown(dir))?;
    Ok(ExitCode::from(u8::from(state != State::Verified)))
}

/// A key that seals logs may not sign reports, whoever accepts it.
pub fn one_key_one_use(verdict: &mut Verdict, sealing: Option<&TrustStore>, report: &[u8]) {
    let Some(key) = verdict.signer else { return };
    if let Some(known) = sealing.and_then(|store| store.get(key.id())) {
        verdict.problems.push(Problem::SealsLogs { key, name: known.name.clone() });
    } else if let Some(file) = sealed_by(report, &key.id().to_string()) {
        verdict.problems.push(Problem::SealedTheLog { key, file });
    } else {
        return;
    }
    // Whoever accepts it, it is not taken as anybody's key here.
    verdict.known_as = None;
}

/// The first log of a report with a seal by this key. Anything that is not a report is reported elsewhere.
fn sealed_by(report: &[u8], key: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Inputs {
        inputs: Vec<Input>,
    }
    #[derive(Deserialize)]
    struct Input {
        path: String,
        keys: Vec<String>,
    }
    let report: Inputs = serde_json::from_slice(report).ok()?;
    report.inputs.into_iter().find(|input| input.keys.iter().any(|own| own == key)).map(|input| input.path)
}

/// The largest total size of the files of a report, in bytes: they are held in memory.
pub const MOST: u64 = 2 * 1024 * 1024 * 1024;

/// The largest size of a manifest or a signature, in bytes.
const MOST_SMALL: u64 = 4 * 1024 * 1024;

/// Whether this is a manifest or a signature.
fn is_small(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == folder::MANIFEST)
        || path.extension().is_some_and(|ending| ending == "sig")
}

/// Every file of the folder. Anything but a plain file is an error: a manifest cannot vouch for it.
pub(super) fn read(dir: &Path) -> Result<Files, Error> {
    let fail = |error: io::Error| Error::read(dir, error);
    if dir.is_dir() && [folder::REPORT, folder::MANIFEST].iter().all(|file| !dir.join(file).exists()) {
        return Err(Error::new(format!(
            "{} is no report: there is neither {} nor {} in it",
            shown(dir),
            folder::REPORT,
            folder::MANIFEST
        ))
        .help("name the folder that --report wrote, or its report.json"));
    }
    let mut out = Files::new();
    let mut left = MOST;
    for entry in fs::read_dir(dir).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        if !entry.file_type().map_err(fail)?.is_file() {
            return Err(Error::new(format!("{} is no plain file, and a report holds nothing else", shown(&path)))
                .help("take it out of the folder and look why it is there"));
        }
        let length = entry.metadata().map_err(fail)?.len();
        if length > left {
            return Err(Error::new(format!(
                "{} holds more than the {MOST} bytes that are read here: {} has {length}",
                shown(dir),
                shown(&path)
            ))
            .help("check it with `ssh-keygen -Y verify` and `sha256sum -c`, which hold nothing in memory"));
        }
        let bytes = files::bytes_up_to(&path, if is_small(&path) { MOST_SMALL } else { left })?;
        left = left.saturating_sub(bytes.len() as u64);
        out.insert(entry.file_name().to_string_lossy().into_owned(), bytes);
    }
    Ok(out)
}
