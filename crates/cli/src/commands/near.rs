use std::collections::BTreeMap;
use std::path::Path;

use resettle_coup_log::{Body, Coup, EntryBody, LogReader, Record};
use resettle_report::print::neutral;

use crate::args::CoupArgs;
use crate::error::{Error, shown};
use crate::files::LogFile;

/// The most coups or shoes that a message names.
const NAMED: usize = 8;

/// Shoe and number of the coup that is meant, however it was named.
pub fn named(command: &str, log: &Path, coup: &CoupArgs) -> Result<(String, u64), Error> {
    if let (Some(shoe), Some(number)) = (&coup.shoe, &coup.coup) {
        return Ok((shoe.clone(), coup_number(command, log, shoe, number)?));
    }
    let (what, found) = match (coup.line, &coup.source_id) {
        (Some(line), _) => (format!("coup on line {line}"), place(log, |record, _| record.line == line)?),
        (None, id) => {
            let id = id.as_deref().unwrap_or_default();
            (
                format!("coup of the source's id `{}`", neutral(id)),
                place(log, |_, own| own.source_id.as_deref() == Some(id))?,
            )
        }
    };
    match found {
        None => Err(Error::new(format!("{} has no {what}", shown(log)))
            .help("a finding names its line, and that of an import the source's id")),
        Some((shoe, Some(number))) => Ok((shoe, number)),
        Some((_, None)) => {
            Err(Error::new(format!("the {what} has no number in its shoe, by which a coup is looked up"))
                .at(log)
                .help("import it with columns for `shoe` and `coup`"))
        }
    }
}

/// Shoe and number of the first coup that is meant.
fn place(path: &Path, is: impl Fn(&Record, &Coup) -> bool) -> Result<Option<(String, Option<u64>)>, Error> {
    let fail = |error| Error::read(path, error);
    let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
    let mut reader = LogReader::new(file.content().map_err(fail)?, None);
    while let Ok(Some(entry)) = reader.next_entry() {
        if let EntryBody::Record(record) = &entry.body
            && let Body::Coup(coup) = &record.body
            && is(record, coup)
        {
            return Ok(Some((coup.shoe.clone().unwrap_or_default(), coup.coup)));
        }
    }
    Ok(None)
}

/// The number of a coup as it was typed.
fn coup_number(command: &str, log: &Path, shoe: &str, coup: &str) -> Result<u64, Error> {
    coup.parse().map_err(|_| {
        let help = if shoe.parse::<u64>().is_ok() {
            let (log, shoe, coup) = (shown(log), neutral(shoe), neutral(coup));
            format!("the shoe stands before the number: resettle {command} {log} {coup} {shoe} …")
        } else {
            "a coup is named by its number in the shoe, from 1".to_owned()
        };
        Error::new(format!("`{}` is no number of a coup", neutral(coup))).help(help)
    })
}

/// There is no such coup; lists which there are.
pub fn not_found(path: &Path, shoe: &str, coup: u64) -> Error {
    let mut shoes: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    if let Err(error) = gather(path, &mut shoes) {
        return error;
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
        None if shoes.is_empty() => "the log holds no coup that could be read".to_owned(),
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

fn gather(path: &Path, shoes: &mut BTreeMap<String, Vec<u64>>) -> Result<(), Error> {
    let fail = |error| Error::read(path, error);
    let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
    let mut reader = LogReader::new(file.content().map_err(fail)?, None);
    // A log that breaks off is reported as such where it is judged; what it holds up to there counts.
    while let Ok(Some(entry)) = reader.next_entry() {
        if let EntryBody::Record(record) = entry.body
            && let Body::Coup(coup) = record.body
            && let Some(number) = coup.coup
        {
            shoes.entry(coup.shoe.unwrap_or_default()).or_default().push(number);
        }
    }
    Ok(())
}
