use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use resettle_game::Amount;
use resettle_import::{
    Faults, ImportError, ImportSummary, Mapping, NotReadOnPurpose, OtherTable, RowFault, UnreadAmounts, UnreadMember,
    UnreadSum, import_csv, import_json,
};
use resettle_report::print::neutral;
use resettle_ruleset::Registry;

use super::{import_capture, import_draft};
use crate::args::{ImportArgs, ImportCommand, MappedArgs};
use crate::clock;
use crate::error::{Error, shown};
use crate::files;
use crate::rules;
use crate::spelling::counted;
use crate::words;
use resettle_console::output::colour;

/// `resettle import`
pub fn run(args: &ImportArgs) -> Result<ExitCode, Error> {
    match &args.command {
        ImportCommand::Csv { mapped, zone } => match by_mapping(Kind::Csv, mapped) {
            Some(imported) => imported,
            None => rules::registry(&mapped.rules)
                .and_then(|registry| import_draft::csv(&mapped.file, mapped.map.as_deref(), zone, &registry)),
        },
        ImportCommand::Json(mapped) => match by_mapping(Kind::Json, mapped) {
            Some(imported) => imported,
            None => import_draft::json(&mapped.file, mapped.map.as_deref()),
        },
        ImportCommand::AngelEye { capture, map, out, draft, zone, at } => {
            match map.as_ref().zip(out.as_ref()).filter(|_| !draft) {
                Some((map, out)) => import_capture::run(capture, map, out, at.as_deref()),
                None => import_draft::capture(capture, map.as_deref(), zone),
            }
        }
    }
}

/// What is imported.
#[derive(Clone, Copy)]
enum Kind {
    Csv,
    Json,
}

/// Imports; `None` where a draft is asked for.
fn by_mapping(kind: Kind, args: &MappedArgs) -> Option<Result<ExitCode, Error>> {
    let (map, out) = args.map.as_ref().zip(args.out.as_ref()).filter(|_| !args.draft)?;
    Some(rules::registry(&args.rules).and_then(|registry| import(kind, args, map, out, &registry)))
}

fn import(kind: Kind, args: &MappedArgs, map: &Path, out: &Path, registry: &Registry) -> Result<ExitCode, Error> {
    let (file, at) = (args.file.as_path(), args.at.as_deref());
    let at = clock::stamp(at)?;
    let text = files::text_of(map, "a mapping")?;
    let faulty = |faults: &Faults| Error::Faults {
        path: map.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(map), &text, colour()),
    };
    let mapping = Mapping::from_yaml(&text).map_err(|faults| faulty(&faults))?;
    reviewed(&mapping.unreviewed(), map)?;
    let input = files::open(file).map_err(|error| Error::read(file, error))?;
    if input.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Error::read(file, std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let summary = files::write_new_with(out, |mut writer| {
        let summary = match kind {
            Kind::Csv => import_csv(input, &mapping, &at, &name, &mut writer),
            Kind::Json => import_json(input, &mapping, &at, &name, &mut writer),
        };
        summary.map_err(|error| match error {
            ImportError::Columns(faults) => faulty(&faults),
            error => Error::new(neutral(&error.to_string())).at(file).help_if(error.help()),
        })
    })?;
    let (jurisdiction, venue, game) = mapping.place();
    for said in words::unknown_place(jurisdiction, venue, game, registry) {
        anstream::eprintln!("warning: {}: {said}", shown(map));
    }
    let bets = words::bets(registry);
    for (place, bet) in mapping.bets() {
        let said = words::unknown("bet", bet, words::UNKNOWN_BET, &bets)
            .or_else(|| words::bet_of_another_game(bet, game, registry));
        if let Some(said) = said {
            anstream::eprintln!("warning: {}:{place}: {said}", shown(map));
        }
    }
    problems(file, &summary, args.verbose);
    if summary.problems_left_out > 0 {
        anstream::eprintln!("{}: {} more problems of this kind", shown(file), summary.problems_left_out);
    }
    for hint in &summary.hints {
        anstream::eprintln!("warning: {}: {}", shown(file), neutral(&hint.to_string()));
    }
    if !summary.unread_columns.is_empty() {
        let columns: Vec<String> = summary.unread_columns.iter().map(|name| format!("{name:?}")).collect();
        anstream::eprintln!("{}: columns that are not read: {}", shown(file), neutral(&columns.join(", ")));
    }
    unread_members(file, &summary, mapping.currency(), args.verbose);
    unread_amounts(file, &summary, mapping.currency());
    not_read_on_purpose(file, &summary, &mapping);
    other_tables(file, &summary, &mapping);
    let no_wagers =
        if mapping.decimals().is_none() { "; the mapping reads no wagers, so no money will be asked" } else { "" };
    let wagers =
        if mapping.rows_are_wagers() { format!(" with {}", counted(summary.wagers, "wager")) } else { String::new() };
    let unread = (summary.unread_members.len() as u64).saturating_add(summary.unread_members_left_out);
    anstream::eprintln!(
        "{}: {} made {}{wagers}; {} skipped{}, {}{}{}{}{}{}{}{}{}{}{}{}{}{}{no_wagers}; not authenticated",
        shown(out),
        counted(summary.rows, "row"),
        counted(summary.coups, "coup"),
        counted(summary.lost_rows(), "row"),
        if_any(summary.unread_lines, "further line", " unread"),
        counted(summary.unreadable_cards, "unreadable card"),
        if_any(summary.wagers_left_out, "wager", " left out"),
        if_any(summary.values_left_out, "value", " left out"),
        if_any(summary.no_wagers, "wager", " rejected by the source"),
        if_any(summary.repeated, "round", " repeated and counted once"),
        if_any(summary.same_ids, "wager", " with the id of another"),
        if_any(summary.rounded, "amount", " rounded"),
        if_any(summary.empty_rows, "empty row", ""),
        if_any(summary.totals, "row", " of totals or the header"),
        if_any(summary.lines_above, "line", " above the table passed over"),
        if_any(summary.rounds_with_unread_stakes, "round", " with stakes that are not read"),
        if_any(unread, "member", " not read"),
        if_any(summary.unread_amounts.len() as u64, "column", " of amounts not read"),
        if_any(
            summary.not_read_on_purpose.len() as u64,
            if mapping.is_of_json() { "path" } else { "column" },
            " not read on purpose"
        ),
    );
    Ok(ExitCode::from(u8::from(summary.lost_something())))
}

/// Says which members of rounds no path of the mapping reads, and in how many rounds each stands.
fn unread_members(file: &Path, summary: &ImportSummary, currency: &str, all: bool) {
    let members = &summary.unread_members;
    if members.is_empty() {
        return;
    }
    let shown_ones = if all { members.len() } else { MEMBERS };
    let said: Vec<String> = members
        .iter()
        .take(shown_ones)
        .map(|member| {
            let sum = member.sum.map(|sum| format!(", {}", of_sum(&sum, currency))).unwrap_or_default();
            format!("{:?} ({}, first on line {}{sum})", member.path, counted(member.rounds, "round"), member.line)
        })
        .collect();
    let more = (members.len().saturating_sub(shown_ones) as u64).saturating_add(summary.unread_members_left_out);
    let more = if more == 0 { String::new() } else { format!(", and {more} more: --verbose lists them") };
    anstream::eprintln!("{}: members that are not read: {}{more}", shown(file), neutral(&said.join(", ")));
    if summary.rounds_with_unread_stakes > 0 {
        anstream::eprintln!(
            "warning: {}: amounts are staked or paid in {} at paths that the mapping does not read, so the log lacks them: {}: write them into `wagers` of the mapping; those that are meant to be in no log into `not_read`, with the reason",
            shown(file),
            counted(summary.rounds_with_unread_stakes, "round"),
            neutral(&of_amounts(members, currency).join(", "))
        );
    }
}

/// Says which columns hold amounts that nothing reads.
fn unread_amounts(file: &Path, summary: &ImportSummary, currency: &str) {
    let columns = summary.unread_amounts.iter();
    let said = columns.map(|UnreadAmounts { column, rows, line, sum }| {
        format!("{column:?} ({}, first on line {line}, {})", counted(*rows, "row"), of_sum(sum, currency))
    });
    let said: Vec<String> = said.collect();
    if !said.is_empty() {
        anstream::eprintln!(
            "warning: {}: amounts stand in columns that the mapping does not read, and are in no log: {}: read them with `wagers` or `together` of the mapping; those that are meant to be in no log, as sums of others, stand in `not_read`, with the reason",
            shown(file),
            neutral(&said.join(", "))
        );
    }
}

/// Says what the mapping does not read on purpose, why not, and how much stands there.
fn not_read_on_purpose(file: &Path, summary: &ImportSummary, mapping: &Mapping) {
    let what = if mapping.is_of_json() { "round" } else { "row" };
    for NotReadOnPurpose { column, why, rows, line, sum } in &summary.not_read_on_purpose {
        let first = if *rows == 0 { String::new() } else { format!(", first on line {line}") };
        let sum = if sum.amounts == 0 { String::new() } else { format!(", {}", of_sum(sum, mapping.currency())) };
        let say = format!("not read, as the mapping says: {column:?} ({}{first}{sum}): {why}", counted(*rows, what));
        anstream::eprintln!("{}: {}", shown(file), neutral(&say));
    }
}

/// The money of cells that are not read, and how many of them hold something else.
fn of_sum(sum: &UnreadSum, currency: &str) -> String {
    let UnreadSum { amounts, above, below, others } = *sum;
    let said = match (above, below) {
        (above, 0) => Amount::new(above, Some(currency)).to_string(),
        (0, below) => Amount::new(below, Some(currency)).to_string(),
        (above, below) => {
            let [above, below] = [above, below].map(|sum| Amount::new(sum, Some(currency)).signed());
            format!("{above} and {below}")
        }
    };
    let said = if amounts == 0 { "no amount as the mapping writes them".to_owned() } else { format!("{said} in all") };
    let others = match others {
        0 => String::new(),
        others => {
            let are = if others == 1 { "is" } else { "are" };
            format!(", and {} that {are} no such amount", counted(others, "cell"))
        }
    };
    said + &others
}

/// The members that hold amounts, with their sums.
fn of_amounts(members: &[UnreadMember], currency: &str) -> Vec<String> {
    let sums = members
        .iter()
        .filter_map(|member| Some((&member.path, member.sum.filter(|sum| sum.is_of_money() || sum.others > 0)?)));
    sums.map(|(path, sum)| format!("{path:?} ({})", of_sum(&sum, currency))).collect()
}

/// Says of each other table or kind how many rounds it has here, what was staked in them, and how they are imported.
fn other_tables(file: &Path, summary: &ImportSummary, mapping: &Mapping) {
    let (what, key) = if mapping.is_of_json() { ("round", "json.only") } else { ("row", "csv.only") };
    for OtherTable { path, value, rounds, line, staked, stakes_unread } in &summary.other_tables {
        let amount = match (mapping.decimals(), *staked) {
            (None, _) => ", with stakes that the mapping does not read".to_owned(),
            (_, 0) => String::new(),
            (_, staked) => format!(", with stakes of {}", Amount::new(staked, Some(mapping.currency()))),
        };
        let unread = if_any(*stakes_unread, "stake", " that cannot be read");
        let say = format!(
            "{} of {value:?} at {path:?} (first on line {line}{amount}{unread}) {} not in this log: import {} by a mapping of its own, with {value:?} among the values of {key} and what `open` says of that table",
            counted(*rounds, what),
            if *rounds == 1 { "is" } else { "are" },
            if *rounds == 1 { "it" } else { "them" },
        );
        anstream::eprintln!("{}: {}", shown(file), neutral(&say));
    }
}

/// Refuses a mapping in which a draft left keys open.
pub(super) fn reviewed(open: &[&str], map: &Path) -> Result<(), Error> {
    if open.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!("the mapping still says REVIEW for {}", open.join(", ")))
        .at(map)
        .help("the draft cannot know them: write what they are"))
}

/// So many members are shown.
const MEMBERS: usize = 20;

/// So many problems of a kind are shown one by one.
const SHOWN: usize = 10;

/// Says what is wrong with rows: of a column and a kind the first ones, and how many more there are. An empty row is counted alone.
fn problems(file: &Path, summary: &ImportSummary, all: bool) {
    let mut kinds: BTreeMap<(Option<&str>, String), usize> = BTreeMap::new();
    for problem in &summary.problems {
        if !all && problem.fault == RowFault::EmptyRow {
            continue;
        }
        let seen = kinds.entry((problem.column.as_deref(), problem.fault.kind())).or_default();
        *seen += 1;
        if all || *seen <= SHOWN {
            anstream::eprintln!("{}: {}", shown(file), neutral(&problem.to_string()));
        }
    }
    for ((column, _), seen) in kinds.iter().filter(|(_, seen)| !all && **seen > SHOWN) {
        let of = column.map(|column| format!("column {column:?}, ")).unwrap_or_default();
        anstream::eprintln!(
            "{}: {}{} more problems of this kind: --verbose lists them",
            shown(file),
            neutral(&of),
            seen - SHOWN
        );
    }
}

pub(super) fn if_any(count: u64, what: &str, became: &str) -> String {
    if count == 0 { String::new() } else { format!(", {}{became}", counted(count, what)) }
}
