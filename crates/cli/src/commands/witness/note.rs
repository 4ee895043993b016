use std::path::Path;
use std::process::ExitCode;

use resettle_console::say;
use resettle_oversight::digest::NAMESPACE;
use resettle_report::print::neutral;
use resettle_run::list_of;
use resettle_signing::sshsig;
use resettle_witness::{Checkpoint, Leaves, Note, Role, origin_of, root};

use super::{Read, digests, list_beside, named, note_file};
use crate::args::WitnessNoteArgs;
use crate::commands::digest::signature_of;
use crate::commands::trust;
use crate::error::{Error, shown};
use crate::files;
use crate::spelling::counted;

/// `resettle witness note`
pub fn run(args: &WitnessNoteArgs) -> Result<ExitCode, Error> {
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), store, "signs no note")?;
    let all = digests(&args.dir)?;
    let venue = all.first().map(|first| first.digest.venue.clone()).unwrap_or_default();
    if let Some(other) = all.iter().find(|one| one.digest.venue != venue) {
        return Err(Error::new(format!(
            "a note is of one venue, and {} holds digests of {} and {}",
            shown(&args.dir),
            neutral(&venue),
            neutral(&other.digest.venue)
        ))
        .help("put the digests of each venue into a folder of their own"));
    }
    let log = named(&origin_of(&args.origin, &venue), Role::Log, public)?;
    let before = match &args.after {
        None => Leaves::default(),
        Some(path) => earlier(path, log.name())?,
    };
    let leaves = continued(&before, &all, args.after.as_deref())?;
    let hashes = leaves.hashes();
    let checkpoint = Checkpoint { origin: log.name().to_owned(), size: hashes.len() as u64, root: root(&hashes) };
    let note = Note::sign(&checkpoint, &log, key.signing_key());
    if let (Some(path), Some(request)) = (&args.request, note.request(before.all.len(), &leaves)) {
        files::write_new(path, request.as_bytes())?;
    }
    // A note without its list would look as if the list had been taken away.
    files::write_new(&list_beside(&args.out), leaves.to_text().as_bytes())?;
    files::write_new(&args.out, note.to_string().as_bytes())?;
    say!(
        "{}: {} of {}, {} of them new\n  signed by  {}\n  its key    {log}",
        shown(&args.out),
        counted(hashes.len() as u64, "digest"),
        neutral(&venue),
        hashes.len().saturating_sub(before.all.len()),
        public.fingerprint()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What an earlier note lists, as far as that can be known without who vouches for it: it is its own, and of this origin.
fn earlier(path: &Path, origin: &str) -> Result<Leaves, Error> {
    let refused = |why: String| {
        Error::new(format!("{} cannot be continued: {}", shown(path), neutral(&why)))
            .help("--after names the last note of this venue, with its list beside it")
    };
    let file = note_file(path)?;
    let note = Note::parse(&file.bytes).map_err(|error| refused(error.to_string()))?;
    let leaves = list_of(&file).map_err(refused)?;
    if note.checkpoint.origin != origin {
        return Err(refused(format!("it is of `{}`, and this one of `{origin}`", note.checkpoint.origin)));
    }
    if leaves.are_of(&note.checkpoint) { Ok(leaves) } else { Err(refused("its list is of other digests".to_owned())) }
}

/// The digests that follow, each named by the next; all faults are reported.
fn continued(before: &Leaves, all: &[Read], after: Option<&Path>) -> Result<Leaves, Error> {
    let mut leaves = before.clone();
    let mut faults = Vec::new();
    for one in all {
        let mut fault = |why: String| faults.push(format!("  {}: {}", shown(&one.path), neutral(&why)));
        let (day, sha256) = (one.digest.day, one.sha256());
        if let Some((_, listed)) = before.all.iter().find(|(listed, _)| *listed == day) {
            if *listed != sha256 {
                fault(format!("the last note lists another digest of {day}"));
            }
            continue;
        }
        let last = leaves.all.last().copied();
        let named = one.digest.previous.map(|previous| (previous.day, previous.sha256));
        match (named, last) {
            _ if named == last => {}
            (Some((named, _)), None) => {
                fault(format!("it goes on from {named}, and the digests do not begin with the first"))
            }
            (None, Some((last, _))) => fault(format!("it says that none came before it, and one of {last} did")),
            (Some((named, _)), Some((last, _))) => {
                fault(format!("it goes on from that of {named}, and the one before it here is another, of {last}"));
            }
            (None, None) => {}
        }
        if let Err(why) = signed(one) {
            fault(why);
        }
        if last.is_some_and(|(last, _)| last >= day) {
            fault(format!("{day} does not lie behind the day before it"));
        } else {
            leaves.all.push((day, sha256));
        }
    }
    if !faults.is_empty() {
        let help = match after {
            None => "a note is over all digests of a venue, from the first one on, or continues one: --after",
            Some(_) => {
                "a note continues the last one; `resettle batch --digests` says what is wrong with a chain of digests"
            }
        };
        return Err(Error::new("these digests are no chain that a note could be over").listing(faults).help(help));
    }
    if leaves.all.len() == before.all.len() {
        return Err(Error::new("no digest has come since the last note").help("a note continues with at least one"));
    }
    Ok(leaves)
}

/// That a signature of its own fits a digest.
fn signed(one: &Read) -> Result<(), String> {
    let path = signature_of(&one.path);
    let signature = files::bytes(&path).map_err(|_| "nothing vouches for it: its signature is not there".to_owned())?;
    sshsig::verify(&signature, NAMESPACE, &one.bytes).map(|_| ()).map_err(|error| format!("its signature: {error}"))
}
