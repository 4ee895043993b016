use std::collections::BTreeMap;
use std::path::Path;

use resettle_audit::CoupName;
use resettle_coup_log::{Body, EntryBody, LogReader};
use resettle_report::print::neutral;

use crate::error::{Error, shown};
use crate::files::LogFile;

/// The most coups or shoes that a message names.
const NAMED: usize = 8;

/// There is no such coup; lists which there are.
pub fn not_found(path: &Path, name: &CoupName) -> Error {
    let (shoe, coup) = match name {
        CoupName::InShoe { shoe, coup } => (shoe.as_str(), *coup),
        CoupName::Record { .. } => {
            return Error::new(format!("{}: this coup is not judged", shown(path)))
                .help("`resettle replay` says at its line why");
        }
    };
    let mut shoes: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut unread = None;
    if let Err(error) = gather(path, &mut shoes, |of, number, line| {
        unread = unread.or((of.unwrap_or_default() == shoe && number == coup).then_some(line));
    }) {
        return error;
    }
    if let Some(line) = unread {
        let what = format!(
            "{}: coup {coup} of shoe `{}` stands on line {line}, which cannot be read",
            shown(path),
            neutral(shoe)
        );
        return Error::new(what)
            .help("nothing of what it says is judged; `resettle replay` says what is wrong with the line");
    }
    let what = format!("{} has no coup {coup} of shoe `{}`", shown(path), neutral(shoe));
    let help = match shoes.get(shoe).cloned() {
        Some(mut coups) => {
            coups.sort_by_key(|number| (number.abs_diff(coup), *number));
            coups.truncate(NAMED);
            coups.sort_unstable();
            let near: Vec<String> = coups.iter().map(u64::to_string).collect();
            format!("the nearest coups of this shoe: {}", near.join(", "))
        }
        None if shoe
            .parse()
            .is_ok_and(|number| shoes.get(&coup.to_string()).is_some_and(|own| own.contains(&number))) =>
        {
            format!("the shoe stands before the number: the log has coup {} of shoe `{coup}`", neutral(shoe))
        }
        None if shoes.is_empty() => {
            "no coup of the log could be read, or none has a number; name one by --line, --source-id or --fingerprint"
                .to_owned()
        }
        None => {
            let mut names: Vec<(&String, usize)> = shoes.iter().map(|(name, coups)| (name, coups.len())).collect();
            let more = names.len().saturating_sub(NAMED);
            names.sort_by_key(|(name, _)| (name.len().abs_diff(shoe.len()), differing(name, shoe), *name));
            names.truncate(NAMED);
            names.sort_unstable();
            let named: Vec<String> =
                names.iter().map(|(name, count)| format!("`{}` ({})", neutral(name), coups(*count))).collect();
            let more = if more == 0 { String::new() } else { format!(", and {more} more") };
            format!("the log has the shoes {}{more}", named.join(", "))
        }
    };
    Error::new(what).help(help)
}

fn coups(count: usize) -> String {
    if count == 1 { "one coup".to_owned() } else { format!("{count} coups") }
}

fn differing(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).filter(|(a, b)| a != b).count()
}

/// Gathers the coups by shoe; `unread` takes shoe, number and line of those that cannot be read.
fn gather(
    path: &Path,
    shoes: &mut BTreeMap<String, Vec<u64>>,
    mut unread: impl FnMut(Option<&str>, u64, u64),
) -> Result<(), Error> {
    let fail = |error| Error::read(path, error);
    let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
    let mut reader = LogReader::new(file.content().map_err(fail)?, None);
    // A log that breaks off is reported as such where it is judged; what it holds up to there counts.
    while let Ok(Some(entry)) = reader.next_entry() {
        let line = entry.line;
        match entry.body {
            EntryBody::Record(record) => {
                if let Body::Coup(coup) = record.body
                    && let Some(number) = coup.coup
                {
                    shoes.entry(coup.shoe.unwrap_or_default()).or_default().push(number);
                }
            }
            EntryBody::Malformed { seen: Some(seen), .. } => unread(seen.shoe.as_deref(), seen.coup, line),
            EntryBody::Malformed { .. } => {}
        }
    }
    Ok(())
}
