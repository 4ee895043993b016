use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use resettle_console::say;
use resettle_report::print::neutral;
use resettle_run::list_of;
use resettle_witness::{Leaves, Note, NoteKey, Role, SignatureLine};

use super::{named, note_file, policy};
use crate::args::{WitnessAddArgs, WitnessCosignArgs};
use crate::clock;
use crate::commands::trust;
use crate::error::{Error, ONE_KEY_ONE_USE, shown};
use crate::files;
use crate::spelling::counted;

/// `resettle witness cosign`
pub fn run(args: &WitnessCosignArgs) -> Result<ExitCode, Error> {
    let moment = clock::moment(args.at.as_deref())?;
    let at = u64::try_from(moment.unix).map_err(|_| Error::new("a cosignature bears no time before 1970"))?;
    let venue = NoteKey::parse(&args.venue)
        .map_err(|error| Error::new(format!("`{}` is no key: {error}", neutral(&args.venue))))?;
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), None, "cosigns nothing")?;
    if public == *venue.key() {
        return Err(Error::new(format!("{} is the venue's own key, so it cosigns nothing", shown(&args.key)))
            .help(ONE_KEY_ONE_USE));
    }
    let (note, leaves) = checked(&args.note, &venue)?;
    if let Some(path) = &args.after {
        let (last, _) = checked(path, &venue)?;
        if !leaves.continue_from(&last.checkpoint) {
            return Err(Error::new(format!(
                "{} does not continue {}: the venue signed for two histories",
                shown(&args.note),
                shown(path)
            ))
            .help("cosign nothing, and keep both notes with their lists: they are the proof"));
        }
    }
    let line = note.cosign(&named(&args.name, Role::Witness, public)?, key.signing_key(), at);
    files::write_new(&args.out, format!("{line}\n").as_bytes())?;
    say!(
        "{}: {} seen by {} at {}",
        shown(&args.out),
        counted(note.checkpoint.size, "digest"),
        neutral(&args.name),
        jiff::Timestamp::from_second(moment.unix).map_or_else(|_| moment.unix.to_string(), |at| at.to_string())
    )?;
    anstream::eprintln!("keep {} and its list: the next note has to continue it (--after)", shown(&args.note));
    Ok(ExitCode::SUCCESS)
}

/// A note that this venue signed, and the list that it is over.
fn checked(path: &Path, venue: &NoteKey) -> Result<(Note, Leaves), Error> {
    let refused = |why: String| {
        Error::new(format!("{} is not cosigned: {}", shown(path), neutral(&why)))
            .help("get the note and its list again from the venue, and its key from elsewhere than the note")
    };
    let file = note_file(path)?;
    let note = Note::parse(&file.bytes).map_err(|error| refused(error.to_string()))?;
    note.signed_by([venue]).map_err(|error| refused(error.to_string()))?;
    let leaves = list_of(&file).map_err(refused)?;
    if leaves.are_of(&note.checkpoint) {
        Ok((note, leaves))
    } else {
        Err(refused("the list beside it is of other digests than it signs for".to_owned()))
    }
}

/// `resettle witness add`
pub fn add(args: &WitnessAddArgs) -> Result<ExitCode, Error> {
    let policy = args.witnesses.as_deref().map(|path| policy(path, None)).transpose()?;
    let now = u64::try_from(clock::moment(None)?.unix).unwrap_or_default();
    let bytes = files::bytes(&args.note)?;
    let refused = |path: &Path, why: String| Error::new(format!("{} is not added: {}", shown(path), neutral(&why)));
    let mut note = Note::parse(&bytes).map_err(|error| refused(&args.note, error.to_string()))?;
    let before = note.signatures().len();
    for path in &args.cosignature {
        for line in files::text(path)?.lines() {
            let line = SignatureLine::parse(line).map_err(|error| refused(path, error.to_string()))?;
            if let Some(policy) = &policy
                && !policy.witnesses().any(|key| line.names(key))
            {
                return Err(refused(path, format!("`{}` is no witness that counts", line.name))
                    .help("--witnesses names who counts; without it what was answered is kept unchecked"));
            }
            note.add(line).map_err(|error| refused(path, error.to_string()))?;
        }
    }
    let seen = policy
        .map(|policy| policy.judge(&note, now))
        .transpose()
        .map_err(|error| refused(&args.note, error.to_string()))?;
    let folder = files::folder_of(&args.note);
    let fail = |error| Error::write(&args.note, error);
    let mut file = files::temporary_file(folder).map_err(fail)?;
    file.write_all(note.to_string().as_bytes()).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    file.persist(&args.note).map_err(|error| fail(error.error))?;
    let added = counted((note.signatures().len().saturating_sub(before)) as u64, "cosignature");
    let how = seen.map_or("unchecked: --witnesses names whose count", |seen| {
        if seen.before.is_some() { "as many as the quorum asks for" } else { "fewer than the quorum asks for" }
    });
    say!("{}: {added} added, {how}", shown(&args.note))?;
    Ok(ExitCode::SUCCESS)
}
