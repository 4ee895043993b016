//! `resettle import csv --draft`, `resettle import json --draft` and `resettle import angel-eye --draft`

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use resettle_game::{Side, number_of_minor};
use resettle_import::{
    CaptureMapping, ImportError, ImportSummary, KnownGame, LONGEST_CAPTURE, LONGEST_JSON, Mapping,
    draft_capture_mapping, draft_json_mapping, draft_mapping, import_capture, import_csv, import_json,
    is_round_history, round_history_mapping,
};
use resettle_report::print::neutral;
use resettle_ruleset::Registry;
use serde_json::Value;

use crate::clock;
use crate::error::{Error, shown};
use crate::files;
use crate::spelling::counted;

/// So many bytes of a CSV are looked at.
const LOOKED_AT: u64 = 1 << 20;

/// So many coups and problems are shown.
const SHOWN: usize = 10;

/// Writes a mapping of JSON, of an operator's round history the one that is known, and shows what it reads.
pub fn json(file: &Path, map: Option<&Path>) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    let input = files::open(file).map_err(|error| Error::read(file, error))?;
    input.take(LONGEST_JSON).read_to_end(&mut text).map_err(|error| Error::read(file, error))?;
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (drafted, guesses) = match is_round_history(&text) {
        true => (round_history_mapping(&text), Vec::new()),
        false => {
            let draft = draft_json_mapping(&text, &name)
                .map_err(|error| Error::new(neutral(&error.to_string())).at(file).help_if(error.help()))?;
            if draft.is_blank {
                return blank(file, map, &draft.mapping);
            }
            (draft.mapping, draft.guesses)
        }
    };
    let mapping = Mapping::from_yaml(&drafted).map_err(|faults| {
        Error::new(format!("no mapping could be drafted:\n{}", faults.render("draft", &drafted, false))).at(file)
    })?;
    let mut log = Vec::new();
    let summary = import_json(text.as_slice(), &mapping, &clock::stamp(None)?, "draft", &mut log);
    let decimals = mapping.decimals().unwrap_or(0);
    let draft = Drafted { mapping: &drafted, guesses: &guesses, kind: "json", decimals };
    show(file, map, &draft, summary, &log)
}

/// Writes a mapping, and shows on standard error what it reads and what was guessed.
pub fn csv(file: &Path, map: Option<&Path>, zone: &str, registry: &Registry) -> Result<ExitCode, Error> {
    let input = files::open(file).map_err(|error| Error::read(file, error))?;
    let mut head = Vec::new();
    input.take(LOOKED_AT).read_to_end(&mut head).map_err(|error| Error::read(file, error))?;
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let draft = draft_mapping(&head, &name, zone, &games(registry))
        .map_err(|error| Error::new(neutral(&error.to_string())).at(file).help_if(error.help()))?;
    if draft.is_blank {
        return blank(file, map, &draft.mapping);
    }
    let mapping = Mapping::from_yaml(&draft.mapping).map_err(|faults| {
        Error::new(format!("no mapping could be drafted:\n{}", faults.render("draft", &draft.mapping, false))).at(file)
    })?;
    // Of a long file the last row is cut off.
    let rows = match head.iter().rposition(|byte| *byte == b'\n') {
        Some(end) if head.len() as u64 >= LOOKED_AT => head.get(..=end).unwrap_or(&head),
        _ => &head,
    };
    let mut log = Vec::new();
    let summary = import_csv(rows, &mapping, &clock::stamp(None)?, &name, &mut log);
    let draft = Drafted {
        mapping: &draft.mapping,
        guesses: &draft.guesses,
        kind: "csv",
        decimals: mapping.decimals().unwrap_or(0),
    };
    show(file, map, &draft, summary, &log)
}

/// Writes a mapping of a capture, and shows the coups that it reads.
pub fn capture(file: &Path, map: Option<&Path>, zone: &str) -> Result<ExitCode, Error> {
    let refused = |error: ImportError| Error::new(neutral(&error.to_string())).at(file).help_if(error.help());
    let mut bytes = Vec::new();
    let input = files::open(file).map_err(|error| Error::read(file, error))?;
    input.take(LONGEST_CAPTURE).read_to_end(&mut bytes).map_err(|error| Error::read(file, error))?;
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let draft = draft_capture_mapping(&bytes, &name, zone).map_err(refused)?;
    let mapping = CaptureMapping::from_yaml(&draft.mapping).map_err(|faults| {
        Error::new(format!("no mapping could be drafted:\n{}", faults.render("draft", &draft.mapping, false))).at(file)
    })?;
    let mut log = Vec::new();
    let summary =
        import_capture(bytes.as_slice(), &mapping, &clock::stamp(None)?, "draft", &mut log).map_err(refused)?;
    write(map, &draft.mapping)?;
    anstream::eprintln!(
        "{} read, {}; the first ones, {SHOWN} at most:",
        counted(summary.events, "frame"),
        counted(summary.coups, "coup")
    );
    let place = if summary.without_times { "byte" } else { "line" };
    let log = String::from_utf8_lossy(&log);
    for line in log.lines().filter(|line| line.contains("\"type\":\"coup\"")).take(SHOWN) {
        anstream::eprintln!("  {}", neutral(&as_read(line, 0).replacen("line", place, 1)));
    }
    for problem in summary.problems.iter().take(SHOWN) {
        anstream::eprintln!("{}: {}", shown(file), neutral(&problem.to_string()));
    }
    if let Some(more) = summary.problems.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        anstream::eprintln!("{}: {more} more problems", shown(file));
    }
    for guess in &draft.guesses {
        anstream::eprintln!("guess: {}", neutral(guess));
    }
    anstream::eprintln!(
        "review every line of the mapping, then: resettle import angel-eye {} --map MAPPING.yaml --out LOG",
        shown(file)
    );
    Ok(ExitCode::SUCCESS)
}

/// A mapping that was drafted, and the subcommand that takes it.
struct Drafted<'d> {
    mapping: &'d str,
    guesses: &'d [String],
    kind: &'static str,
    /// The decimals of its amounts.
    decimals: u32,
}

/// Writes a mapping that reads nothing yet.
fn blank(file: &Path, map: Option<&Path>, mapping: &str) -> Result<ExitCode, Error> {
    write(map, mapping)?;
    anstream::eprintln!(
        "{}: what stands in it could not be made out; the mapping lists its columns or paths, and the lines below `row` show what to write: fill them in and take out the #",
        shown(file)
    );
    Ok(ExitCode::SUCCESS)
}

fn write(map: Option<&Path>, mapping: &str) -> Result<(), Error> {
    match map {
        Some(map) => files::write_new(map, mapping.as_bytes()),
        None => {
            anstream::print!("{mapping}");
            Ok(())
        }
    }
}

/// The games of the rulesets at hand, as a draft needs them.
fn games(registry: &Registry) -> Vec<KnownGame> {
    let mut games: BTreeMap<&str, KnownGame> = BTreeMap::new();
    for ruleset in registry.iter() {
        let game = games.entry(&ruleset.game).or_default();
        game.game.clone_from(&ruleset.game);
        game.bets.extend(ruleset.wagers.iter().map(|wager| wager.bet.as_str().to_owned()));
        let printed = [('P', Side::Player), ('B', Side::Banker)];
        let printed = printed.into_iter().filter_map(|(hand, side)| Some((hand, (*ruleset.deal.permanent.of(side))?)));
        game.printed = printed.collect();
        let letter = |side: &Side| if *side == Side::Player { 'P' } else { 'B' };
        // Behind the initial deal the Player draws, then the Banker.
        game.deal = ruleset.deal.order.iter().map(letter).chain(['P', 'B']).collect();
        game.places.extend(ruleset.each_venue().map(|venue| (ruleset.jurisdiction.clone(), venue.to_owned())));
    }
    games.into_values().collect()
}

/// Writes the mapping, and shows the log that came of it.
fn show(
    file: &Path,
    map: Option<&Path>,
    draft: &Drafted<'_>,
    summary: Result<ImportSummary, ImportError>,
    log: &[u8],
) -> Result<ExitCode, Error> {
    write(map, draft.mapping)?;
    let guesses = || draft.guesses.iter().for_each(|guess| anstream::eprintln!("guess: {}", neutral(guess)));
    let summary = summary.map_err(|error| {
        // What the mapping lacks is for a person to write into it.
        guesses();
        Error::new(neutral(&error.to_string())).at(file).help_if(error.help())
    })?;
    anstream::eprintln!(
        "{} read, {}; the first ones, {SHOWN} at most:",
        counted(summary.rows, "row"),
        counted(summary.coups, "coup")
    );
    for line in String::from_utf8_lossy(log).lines().skip(1).take(SHOWN) {
        anstream::eprintln!("  {}", neutral(&as_read(line, draft.decimals)));
    }
    for problem in summary.problems.iter().take(SHOWN) {
        anstream::eprintln!("{}: {}", shown(file), neutral(&problem.to_string()));
    }
    if let Some(more) = summary.problems.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        anstream::eprintln!("{}: {more} more problems of this kind", shown(file));
    }
    for hint in &summary.hints {
        anstream::eprintln!("warning: {}: {}", shown(file), neutral(&hint.to_string()));
    }
    guesses();
    anstream::eprintln!(
        "review every line of the mapping, then: resettle import {} {} --map MAPPING.yaml --out LOG",
        draft.kind,
        shown(file)
    );
    Ok(ExitCode::SUCCESS)
}

/// A record of a coup as a line for people: where it stands in the CSV, which coup it is, and what was dealt, announced and paid.
fn as_read(line: &str, decimals: u32) -> String {
    let Ok(record) = serde_json::from_str::<Value>(line) else { return line.to_owned() };
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut parts = vec![format!("line {}:", text(record.get("source_row").unwrap_or(&Value::Null)))];
    for (key, word) in [("source_id", "id "), ("shoe", "shoe "), ("coup", "coup ")] {
        parts.extend(record.get(key).map(|value| format!("{word}{}", text(value))));
    }
    parts.extend(record.pointer("/times/settled").map(text));
    let cards: Vec<String> = record.get("cards").and_then(Value::as_array).into_iter().flatten().map(text).collect();
    match record.get("to").and_then(Value::as_str) {
        Some(to) => parts.extend([('P', "Player"), ('B', "Banker")].map(|(hand, word)| {
            let own = cards.iter().zip(to.chars()).filter(|(_, to)| *to == hand);
            format!("{word} {}", own.map(|(card, _)| card.as_str()).collect::<Vec<_>>().join(" "))
        })),
        None => parts.push(format!("cards {}", if cards.is_empty() { "none".to_owned() } else { cards.join(" ") })),
    }
    for (key, value) in record.get("declared").and_then(Value::as_object).into_iter().flatten() {
        parts.push(format!("{key} {}", text(value)));
    }
    for wager in record.get("wagers").and_then(Value::as_array).into_iter().flatten() {
        let amount = |key: &str| {
            wager
                .get(key)
                .and_then(Value::as_u64)
                .map(|minor| number_of_minor(minor.into(), decimals))
                .unwrap_or_default()
        };
        let bet = wager.get("bet").map(text).unwrap_or_default();
        parts.push(format!("wager of {} on {bet}, {} back", amount("stake"), amount("returned")));
    }
    parts.join("; ").replacen(":;", ":", 1)
}
