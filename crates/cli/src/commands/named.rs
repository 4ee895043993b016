//! Which coup of a log is meant, however it was named.

use std::path::Path;

use resettle_audit::CoupName;
use resettle_coup_log::{Body, Coup, EntryBody, LogReader, Record};
use resettle_report::document::FindingRow;
use resettle_report::print::neutral;
use resettle_sealed_log::Digest;

use super::coup_logs::CoupLogs;
use crate::args::CoupArgs;
use crate::error::{Error, shown};
use crate::files::LogFile;

/// The most lines that a message names.
const NAMED: usize = 8;

/// The coup that is meant. Logs are judged only where it is named by the fingerprint of a finding.
pub fn coup(command: &str, coup: &CoupArgs, logs: &mut CoupLogs<'_>) -> Result<CoupName, Error> {
    let log = logs.log;
    if let (Some(shoe), Some(number)) = (&coup.shoe, &coup.coup) {
        let coup = coup_number(command, log, shoe, number)?;
        return Ok(CoupName::InShoe { shoe: shoe.clone(), coup });
    }
    if let Some(fingerprint) = &coup.fingerprint {
        return by_fingerprint(fingerprint, logs);
    }
    let (what, found) = match (coup.line, &coup.source_id) {
        (Some(line), _) => (format!("coup on line {line}"), recorded(log, |record, _| record.line == line)?),
        (None, id) => {
            let id = id.as_deref().unwrap_or_default();
            let found = recorded(log, |_, own| own.source_id.as_deref() == Some(id))?;
            (format!("coup of the source's id `{}`", neutral(id)), found)
        }
    };
    let Some((_, name)) = found.first() else {
        return Err(Error::new(format!("{} has no {what}", shown(log)))
            .help("only coups can be explained: a finding names the line of its coup, of an import also the source's id; where the line is no record, `resettle verify` says what is wrong with it"));
    };
    if found.iter().any(|(_, other)| other != name) {
        let lines: Vec<String> = found.iter().take(NAMED).map(|(line, _)| line.to_string()).collect();
        let more = if found.len() > NAMED { ", and more" } else { "" };
        return Err(Error::new(format!(
            "{} has more than one {what}, on lines {}{more}",
            shown(log),
            lines.join(", ")
        ))
        .help("name the one that is meant by its line: --line"));
    }
    Ok(name.clone())
}

/// The coups of a log that are meant, each with its line.
fn recorded(path: &Path, is: impl Fn(&Record, &Coup) -> bool) -> Result<Vec<(u64, CoupName)>, Error> {
    let fail = |error| Error::read(path, error);
    let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
    let mut reader = LogReader::new(file.content().map_err(fail)?, None);
    let mut found = Vec::new();
    // A log that breaks off is reported as such where it is judged; what it holds up to there counts.
    while let Ok(Some(entry)) = reader.next_entry() {
        if let EntryBody::Record(record) = &entry.body
            && let Body::Coup(coup) = &record.body
            && is(record, coup)
        {
            found.push((record.line, of_record(coup.shoe.as_deref(), coup.coup, &record.sha256)));
        }
    }
    Ok(found)
}

/// A coup is named by shoe and number, so that whatever else records it counts; one that lacks either, by its record.
fn of_record(shoe: Option<&str>, coup: Option<u64>, sha256: &Digest) -> CoupName {
    match (shoe, coup) {
        (Some(shoe), Some(coup)) => CoupName::InShoe { shoe: shoe.to_owned(), coup },
        _ => CoupName::Record { sha256: sha256.to_string() },
    }
}

/// The coup whose record has this SHA-256, else the one of the finding with this fingerprint.
fn by_fingerprint(typed: &str, logs: &mut CoupLogs<'_>) -> Result<CoupName, Error> {
    let fingerprint = Digest::from_hex(&typed.to_ascii_lowercase()).ok_or_else(|| {
        Error::new(format!("`{}` is no fingerprint", neutral(typed)))
            .help("it has 64 hexadecimal digits: `fingerprint` of a finding in report.json, or its `record_sha256`")
    })?;
    if let Some(name) = by_record(&fingerprint, logs)? {
        return Ok(name);
    }
    let judged = logs.judged(None)?;
    let text = fingerprint.to_string();
    let of_it = judged.audit.findings.iter().find(|finding| FindingRow::from(*finding).fingerprint == text);
    let Some(finding) = of_it else {
        let what = format!("{} has no coup of this record_sha256, and no finding of this fingerprint", shown(logs.log));
        return Err(Error::new(what).help(
            "a finding has its fingerprint where it is judged as for its report, by the same rulesets, facts and logs; else name the coup by its line: --line",
        ));
    };
    let record = finding.place.record_sha256.as_deref().and_then(Digest::from_hex);
    let name = record.map(|record| by_record(&record, logs)).transpose()?.flatten();
    name.ok_or_else(|| {
        let code = finding.code.as_str();
        let line = finding.place.line.map_or_else(String::new, |line| format!(" on line {line}"));
        Error::new(format!("the finding {code}{line} is at no coup's record"))
            .at(logs.log)
            .help(format!("`resettle explain {code}` says what it means"))
    })
}

fn by_record(sha256: &Digest, logs: &CoupLogs<'_>) -> Result<Option<CoupName>, Error> {
    for path in logs.paths() {
        if let Some((_, name)) = recorded(path, |record, _| record.sha256 == *sha256)?.into_iter().next() {
            return Ok(Some(name));
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
