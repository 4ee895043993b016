use std::collections::BTreeSet;
use std::path::Path;

use resettle_diff::{Change, Diff, Level, ReplaySums};

use crate::args::{DiffArgs, DiffLevel};
use crate::error::{Error, shown};
use crate::files;
use crate::spelling::counted;

/// The fingerprints that `--accepted` names; `None` without it.
pub fn of(args: &DiffArgs, diff: &Diff) -> Result<Option<BTreeSet<String>>, Error> {
    let Some(path) = &args.accepted else { return Ok(None) };
    let accepted = read(path)?;
    let fingerprints: BTreeSet<String> = diff.changes.iter().map(Change::fingerprint).collect();
    let known = accepted.intersection(&fingerprints).count();
    let idle = accepted.len() - known;
    let path = shown(path);
    anstream::eprintln!("{known} of {} are accepted by {path}", counted(diff.changes.len() as u64, "change"));
    match idle {
        0 => {}
        1 => anstream::eprintln!("note: 1 fingerprint of {path} is of no change here"),
        _ => anstream::eprintln!("note: {idle} fingerprints of {path} are of no change here"),
    }
    Ok(Some(accepted))
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

fn read(path: &Path) -> Result<BTreeSet<String>, Error> {
    let text = files::text(path)?;
    let mut out = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        let Some(word) = line.split_whitespace().next().filter(|word| !word.starts_with('#')) else { continue };
        if word.len() != 64 || !word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(Error::new(format!("{}:{}: this is no fingerprint of a change", shown(path), at + 1))
                .help("`resettle diff` prints them behind `id`, 64 digits from 0-9 and a-f"));
        }
        out.insert(word.to_owned());
    }
    Ok(out)
}
