//! Witnesses of a venue's digests.

mod check;
mod cosign;
mod note;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_console::say;
use resettle_oversight::digest::DayDigest;
use resettle_report::print::neutral;
use resettle_run::NoteFile;
use resettle_sealed_log::{Digest, PublicKey, TrustStore};
use resettle_witness::{NoteKey, Policy, Role};

use crate::args::{WitnessArgs, WitnessCommand, WitnessKeyArgs};
use crate::commands::digest::read;
use crate::error::{Error, ONE_KEY_ONE_USE, shown};
use crate::files;

/// How the file of a note ends in a folder of digests.
pub const NOTE: &str = "note";

/// `resettle witness`
pub fn run(args: &WitnessArgs) -> Result<ExitCode, Error> {
    match &args.command {
        WitnessCommand::Key(args) => key(args),
        WitnessCommand::Note(args) => note::run(args),
        WitnessCommand::Cosign(args) => cosign::run(args),
        WitnessCommand::Add(args) => cosign::add(args),
        WitnessCommand::Check(args) => check::run(args),
    }
}

/// `resettle witness key`
fn key(args: &WitnessKeyArgs) -> Result<ExitCode, Error> {
    let text = files::text(&args.file)?;
    let (key, _) = PublicKey::from_openssh(text.trim_end()).map_err(|error| {
        Error::new(format!("{} is no public key: {error}", shown(&args.file)))
            .help("it is the file that ends in .pub, or what `resettle key show` prints")
    })?;
    say!("{}", named(&args.name, if args.log { Role::Log } else { Role::Witness }, key)?)?;
    Ok(ExitCode::SUCCESS)
}

fn named(name: &str, role: Role, key: PublicKey) -> Result<NoteKey, Error> {
    NoteKey::new(name, role, key).map_err(|error| {
        Error::new(neutral(&error.to_string()))
            .help("take an address without its scheme, for instance witness.example/1")
    })
}

/// The file of a note's list.
fn list_beside(note: &Path) -> PathBuf {
    let mut name = note.as_os_str().to_owned();
    name.push(".leaves");
    PathBuf::from(name)
}

/// A note and the list beside it.
pub fn note_file(path: &Path) -> Result<NoteFile, Error> {
    let beside = list_beside(path);
    let leaves = if beside.exists() { Some(files::bytes(&beside)?) } else { None };
    Ok(NoteFile { path: path.display().to_string(), bytes: files::bytes(path)?, leaves })
}

/// Whose notes and cosignatures count; all faults of the file are reported. None of its keys may seal logs.
pub fn policy(path: &Path, sealing: Option<&TrustStore>) -> Result<Policy, Error> {
    let text = files::text_of(path, "a file of witnesses")?;
    let policy = Policy::parse(&text).map_err(|faults| {
        let lines = faults.iter().map(|fault| neutral(&format!("  {}, {fault}", shown(path))));
        Error::new(format!("{} cannot be used as a file of witnesses", shown(path)))
            .listing(lines)
            .help("it is a policy as c2sp.org/tlog-policy writes it; `resettle witness key` prints its keys")
    })?;
    for key in policy.logs().iter().chain(policy.witnesses()) {
        if let Some(known) = sealing.and_then(|store| store.get(key.key().id())) {
            return Err(Error::new(format!(
                "{} lets the key `{}` of the trust store, which seals logs, sign notes as {}",
                shown(path),
                neutral(&known.name),
                neutral(key.name())
            ))
            .help(ONE_KEY_ONE_USE));
        }
    }
    Ok(policy)
}

/// The files of a folder with this ending, in the order of their names.
pub fn ending_in(dir: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| Error::read(dir, error))? {
        let path = entry.map_err(|error| Error::read(dir, error))?.path();
        if path.extension().is_some_and(|own| own == ending) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// A digest of a folder, as it was read.
struct Read {
    path: PathBuf,
    digest: DayDigest,
    bytes: Vec<u8>,
}

impl Read {
    fn sha256(&self) -> Digest {
        Digest::of(&self.bytes)
    }
}

/// Every digest of a folder, by venue and day.
fn digests(dir: &Path) -> Result<Vec<Read>, Error> {
    let mut out = Vec::new();
    for path in ending_in(dir, "digest")? {
        let (digest, bytes) = read(&path)?;
        out.push(Read { path, digest, bytes });
    }
    if out.is_empty() {
        return Err(Error::new(format!("no digest stands in {}", shown(dir)))
            .help("the folder holds files that end in .digest, as `resettle digest --out` names them"));
    }
    out.sort_by(|a, b| (&a.digest.venue, a.digest.day, &a.path).cmp(&(&b.digest.venue, b.digest.day, &b.path)));
    Ok(out)
}
