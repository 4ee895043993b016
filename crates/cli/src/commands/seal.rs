use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

use resettle_coup_log::{Kind, OpenWords, SealError, SealOptions, seal_log};
use resettle_report::print::neutral;
use resettle_ruleset::Registry;
use tempfile::NamedTempFile;

use super::seal_odd;
use crate::args::SealArgs;
use crate::error::{Error, not_in_a_page, shown};
use crate::files::{self, private_key};
use crate::rules;
use crate::spelling::counted;
use crate::words;

/// `resettle seal`
pub fn run(args: &SealArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("seal"));
    }
    let registry = rules::registry(&args.rules)?;
    let key = private_key(&args.key, args.passphrase_file.as_deref())?;
    let fail = |error| Error::read(&args.records, error);
    let mut input = files::open(&args.records).map_err(fail)?;
    let about = input.metadata().map_err(fail)?;
    if about.is_dir() {
        return Err(fail(std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    // What is odd has to be known before anything is sealed, and a pipe can be read only once.
    let copy = if about.is_file() { None } else { Some(copied(&mut input, args)?) };
    let records = copy.as_ref().map_or(args.records.as_path(), |copy| copy.path());
    let input = if copy.is_some() { files::open(records).map_err(fail)? } else { input };
    let odd = seal_odd::of(records, &args.records, &registry)?;
    if let Some(line) = odd.sealed.filter(|_| !args.again) {
        return Err(Error::new(format!("this is a log that is sealed already, on line {line}; nothing was sealed"))
            .at(&args.records)
            .help("a new seal takes the place of those that stand there, and vouches for what may have been altered since; where that is meant, add --again"));
    }
    let options = SealOptions { every: args.every, is_final: !args.open };
    let sealed = files::write_new_with(&args.out, |mut out| {
        seal_log(BufReader::new(input), key.signing_key(), options, &mut out).map_err(|error| match error {
            SealError::Io(error) => Error::write(&args.out, error),
            SealError::Malformed(faults) => malformed(args, records, &faults),
        })
    })?;
    for warning in odd.warnings.into_iter().chain(warnings(&sealed.words, &registry)) {
        anstream::eprintln!("warning: {}:{warning}", shown(&args.records));
    }
    let seals =
        if sealed.seals == 1 { "one of them a seal".to_owned() } else { format!("{} of them seals", sealed.seals) };
    anstream::eprintln!("{}: {}, {seals}", shown(&args.out), counted(sealed.records, "record"));
    Ok(ExitCode::SUCCESS)
}

/// Types of record that the format names.
const TYPES: [&str; 7] = ["open", "limits", "shoe", "coup", "incident", "session", "seal"];

/// Words that the format leaves open and that this program does not know: a log with them is valid, but nothing judges them.
fn warnings(used: &OpenWords, registry: &Registry) -> Vec<String> {
    let games: BTreeSet<&str> = registry.iter().map(|ruleset| ruleset.game.as_str()).collect();
    let bets = words::bets(registry);
    let kinds: BTreeSet<&str> = Kind::ALL.iter().map(|(word, _)| *word).collect();
    let types: BTreeSet<&str> = TYPES.into_iter().collect();
    let mut out = Vec::new();
    let game = BTreeMap::from([(used.game.clone(), 1)]);
    for (lines, known, what, so) in [
        (&game, &games, "game", "no ruleset here is of it, and its coups are not judged; add one with --add-rulesets"),
        (&used.bets, &bets, "bet", words::UNKNOWN_BET),
        (&used.kinds, &kinds, "kind of irregularity", "it is read as `other`"),
        (&used.types, &types, "type of record", "it is sealed, and no rule judges it"),
    ] {
        let unknown = lines.iter().filter_map(|(word, line)| Some((line, words::unknown(what, word, so, known)?)));
        out.extend(unknown.map(|(line, said)| format!("{line}: {said}")));
    }
    out
}

/// What comes by a pipe, as a file beside the log that it becomes; it goes with its owner.
fn copied(pipe: &mut File, args: &SealArgs) -> Result<NamedTempFile, Error> {
    let fail = |error| Error::write(&args.out, error);
    let mut copy = files::temporary_file(files::folder_of(&args.out)).map_err(fail)?;
    std::io::copy(pipe, &mut copy).map_err(|error| Error::read(&args.records, error))?;
    Ok(copy)
}

fn malformed(args: &SealArgs, at: &Path, faults: &[(u64, String)]) -> Error {
    let records = shown(&args.records);
    let lines = faults.iter().map(|(line, what)| {
        let float = what.contains("a number with decimals").then(|| seal_odd::float(at, *line)).flatten();
        format!("  {records}:{line}: {}{}", neutral(what), float.map(|said| format!("; {said}")).unwrap_or_default())
    });
    Error::new(format!("{records} holds lines that are no records; nothing was sealed")).listing(lines)
}
