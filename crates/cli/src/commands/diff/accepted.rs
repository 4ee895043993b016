use std::collections::BTreeSet;
use std::path::Path;

use resettle_diff::{Change, Diff, Level};

use crate::args::{DiffArgs, DiffLevel};
use crate::error::{Error, shown};
use crate::files;

/// Whether a change is left that weighs as much as `--fail-on` asks, and that nobody accepted.
pub fn is_left(args: &DiffArgs, diff: &Diff) -> Result<bool, Error> {
    let accepted = match &args.accepted {
        None => BTreeSet::new(),
        Some(path) => read(path)?,
    };
    let least = match args.fail_on {
        DiffLevel::Settlement => Level::Settlement,
        DiffLevel::Procedure => Level::Procedure,
        DiffLevel::Editorial => Level::Editorial,
    };
    let fingerprints: BTreeSet<String> = diff.changes.iter().map(Change::fingerprint).collect();
    if let Some(path) = &args.accepted {
        let known = accepted.intersection(&fingerprints).count();
        let idle = accepted.len() - known;
        let path = shown(path);
        anstream::eprintln!("{known} of {} changes are accepted by {path}", diff.changes.len());
        if idle > 0 {
            anstream::eprintln!("note: {idle} fingerprints of {path} are of no change here");
        }
    }
    // The heaviest level is the first one.
    Ok(diff.changes.iter().any(|change| change.level <= least && !accepted.contains(&change.fingerprint())))
}

fn read(path: &Path) -> Result<BTreeSet<String>, Error> {
    let text = files::text(path)?;
    let mut out = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        let Some(word) = line.split_whitespace().next().filter(|word| !word.starts_with('#')) else { continue };
        if word.len() != 64 || !word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(Error::Plain(format!(
                "{}:{}: this is no fingerprint of a change\n  help: `resettle diff` prints them behind `id`, 64 digits from 0-9 and a-f",
                shown(path),
                at + 1
            )));
        }
        out.insert(word.to_owned());
    }
    Ok(out)
}
