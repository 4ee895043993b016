use std::process::ExitCode;

use resettle_console::say;
use resettle_report::print::neutral;
use resettle_run::{NoteFile, Standing, Witnessed};

use super::{digests, note_file, policy};
use crate::args::WitnessCheckArgs;
use crate::clock;
use crate::error::{Error, shown};
use crate::spelling::counted;

/// `resettle witness check`
pub fn run(args: &WitnessCheckArgs) -> Result<ExitCode, Error> {
    let policy = policy(&args.witnesses, None)?;
    let now = u64::try_from(clock::moment(None)?.unix).unwrap_or_default();
    let files = args.notes.iter().map(|path| note_file(path)).collect::<Result<Vec<NoteFile>, Error>>()?;
    let witnessed = Witnessed::of(&files, &policy, now);
    let mut all = witnessed.refused.is_empty();
    for one in &witnessed.standing {
        all &= one.seen.before.is_some();
        say!("{}: {}", neutral(&one.path), neutral(&in_words(one)))?;
    }
    for (path, why) in &witnessed.refused {
        say!("{}: it shows nothing: {}", neutral(path), neutral(why))?;
    }
    let read = args.digests.as_deref().map(digests).transpose()?.unwrap_or_default();
    let mut unseen = 0u64;
    for one in &read {
        let shows = witnessed.of_digest(&one.digest.venue, one.digest.day, one.sha256());
        let other = witnessed
            .seen_of(&one.digest.venue)
            .find(|(day, sha256, _)| *day == one.digest.day && *sha256 != one.sha256())
            .map(|(_, sha256, _)| sha256);
        let said = match (&shows.before, other) {
            (_, Some(other)) => format!("not the digest of {} that witnesses saw, {other}", one.digest.day),
            (Some(before), None) => format!("existed before {before}"),
            (None, None) => "not witnessed: when it was made rests on its signer's word".to_owned(),
        };
        if shows.before.is_none() || other.is_some() {
            unseen += 1;
        }
        say!("{}: {}", shown(&one.path), neutral(&said))?;
    }
    if args.digests.is_some() {
        say!("{} of {} witnessed", (read.len() as u64).saturating_sub(unseen), counted(read.len() as u64, "digest"))?;
    }
    Ok(ExitCode::from(u8::from(!all || unseen > 0)))
}

fn in_words(one: &Standing) -> String {
    let of = format!("{} of {}", counted(one.note.checkpoint.size, "digest"), one.note.checkpoint.origin);
    let by = if one.seen.by.is_empty() { "no witness that counts".to_owned() } else { one.by().join(", ") };
    match one.before() {
        Some(before) => format!("{of}, existed before {before}; seen by {by}"),
        None => format!("{of}, not shown by as many witnesses as the quorum asks for; seen by {by}"),
    }
}
