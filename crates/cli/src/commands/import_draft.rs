//! `resettle import csv --draft`

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use resettle_import::{Mapping, draft_mapping, import_csv};
use resettle_report::print::neutral;

use crate::clock;
use crate::error::{Error, shown};
use crate::files;

/// So much of a CSV is looked at.
const LOOKED_AT: u64 = 1 << 20;

/// So many coups are shown.
const SHOWN: usize = 10;

/// Writes a mapping, and shows on standard error what it reads and what was guessed.
pub fn run(file: &Path, map: Option<&Path>, zone: &str) -> Result<ExitCode, Error> {
    let input = files::open(file).map_err(|error| Error::read(file, error))?;
    let mut head = Vec::new();
    input.take(LOOKED_AT).read_to_end(&mut head).map_err(|error| Error::read(file, error))?;
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let draft = draft_mapping(&head, &name, zone).map_err(|error| Error::read(file, error))?;
    let draft = draft.ok_or_else(|| Error::new("no table of two or more columns was found").at(file))?;
    let mapping = Mapping::from_yaml(&draft.mapping).map_err(|faults| {
        Error::new(format!("the draft is no mapping:\n{}", faults.render("draft", &draft.mapping, false))).at(file)
    })?;
    // The last row may be cut off.
    let whole = head.iter().rposition(|byte| *byte == b'\n').map_or(head.len(), |at| at + 1);
    let rows = head.get(..whole).unwrap_or(&head);
    let mut log = Vec::new();
    let at = clock::stamp(None)?;
    let summary = import_csv(rows, &mapping, &at, &name, &mut log)
        .map_err(|error| Error::new(neutral(&error.to_string())).at(file).help_if(error.help()))?;
    match map {
        Some(map) => files::write_new(map, draft.mapping.as_bytes())?,
        None => anstream::print!("{}", draft.mapping),
    }
    anstream::eprintln!("as it reads the first rows:");
    let log = String::from_utf8_lossy(&log);
    for line in log.lines().skip(1).take(SHOWN) {
        let body = line.split_once("\"type\":\"coup\",").map_or(line, |(_, body)| body);
        anstream::eprintln!("  {{{}", neutral(body));
    }
    for problem in summary.problems.iter().take(SHOWN) {
        anstream::eprintln!("{}: {}", shown(file), neutral(&problem.to_string()));
    }
    for hint in &summary.hints {
        anstream::eprintln!("warning: {}: {}", shown(file), neutral(&hint.to_string()));
    }
    for guess in &draft.guesses {
        anstream::eprintln!("guess: {}", neutral(guess));
    }
    anstream::eprintln!(
        "review every line of the mapping before it is used: resettle import csv FILE --map MAPPING --out LOG"
    );
    Ok(ExitCode::SUCCESS)
}
