use std::collections::BTreeSet;
use std::path::Path;

use resettle_diff::{Change, Diff, Level, ReplaySums};

use crate::args::{DiffArgs, DiffLevel};
use crate::error::{Error, shown};
use crate::files;
use crate::spelling::counted;

/// The fingerprints that `--accepted` names; `None` without it.
pub fn of(args: &DiffArgs, diff: &Diff) -> Result<Option<BTreeSet<String>>, Error> {
    let fingerprints: Vec<String> = diff.changes.iter().map(Change::fingerprint).collect();
    args.accepted.as_deref().map(|path| among(path, &fingerprints, "change")).transpose()
}

/// The fingerprints that a file names; how many of them are of one of these, and how many of none, is reported.
pub fn among(path: &Path, fingerprints: &[String], noun: &str) -> Result<BTreeSet<String>, Error> {
    let accepted = read(path, noun)?;
    let distinct: BTreeSet<String> = fingerprints.iter().cloned().collect();
    let known = accepted.intersection(&distinct).count();
    let idle = accepted.len() - known;
    let path = shown(path);
    anstream::eprintln!("{known} of {} are accepted by {path}", counted(fingerprints.len() as u64, noun));
    match idle {
        0 => {}
        1 => anstream::eprintln!("note: 1 fingerprint of {path} is of no {noun} here"),
        _ => anstream::eprintln!("note: {idle} fingerprints of {path} are of no {noun} here"),
    }
    Ok(accepted)
}

/// Whether a change remains that has at least the level of `--fail-on` and that nobody accepted, or money differs and no
/// change says why.
pub fn is_left(args: &DiffArgs, diff: &Diff, past: Option<&ReplaySums>) -> bool {
    if diff.changes.is_empty() {
        return !diff.is_empty(past);
    }
    let least = match args.fail_on {
        DiffLevel::Settlement => Level::Settlement,
        DiffLevel::Procedure => Level::Procedure,
        DiffLevel::Editorial => Level::Editorial,
    };
    // The heaviest level is the first one.
    diff.changes.iter().any(|change| change.level <= least && diff.is_accepted(change) != Some(true))
}

fn read(path: &Path, noun: &str) -> Result<BTreeSet<String>, Error> {
    let text = files::text(path)?;
    let mut out = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        let Some(word) = line.split_whitespace().next().filter(|word| !word.starts_with('#')) else { continue };
        if word.len() != 64 || !word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(Error::new(format!("{}:{}: this is no fingerprint of a {noun}", shown(path), at + 1))
                .help("the command prints them behind `id`, 64 digits from 0-9 and a-f"));
        }
        out.insert(word.to_owned());
    }
    Ok(out)
}
