use resettle_audit::{JoinedAudit, Replay, SourceLog, SourceSettings};
use resettle_coup_log::LogReader;
use resettle_sealed_log::Open;

use super::{printed, ways};
use crate::broken::{Broken, same, works};
use crate::testbed;

/// What is between the logs in one input.
const BETWEEN: &[u8] = b"%%\n";

/// More logs than anybody gives for one table here.
const MOST: usize = 4;

const ABOUT: &str = "sources:\n  T1: {clock_tolerance: 250ms}\nexpected: {shoe: 1, terminals: [T1, T2], display: 1}\n";

/// Several logs of one table, one after the other with a line `%%` between them.
///
/// # Errors
/// Where the order in which the logs are passed or the way of judging changes what is found, or print is not harmless.
pub fn joined_logs(data: &[u8]) -> Result<(), Broken> {
    let logs = split(data);
    let mut opens = Vec::new();
    for log in &logs {
        let mut reader = LogReader::new(*log, None);
        let _ = works(reader.next_entry(), "bytes in memory cannot be read")?;
        opens.extend(reader.open().map(table));
    }
    let of_one_table = opens.len() == logs.len() && opens.windows(2).all(|pair| pair.first() == pair.last());
    if !of_one_table {
        return Ok(());
    }
    let about = works(SourceSettings::from_yaml(ABOUT), "the settings are refused")?;
    for about in [SourceSettings::default(), about] {
        let first = join(logs.iter().copied().enumerate(), &about)?;
        printed::is_harmless(&first.audit)?;
        let second = join(logs.iter().copied().enumerate().rev(), &about)?;
        if first.stopped.is_none() {
            let (first, second) = (printed::json(&first.audit)?, printed::json(&second.audit)?);
            same(&second, &first, "the order of the files changed the report")?;
        }
        ways::agree(&logs, Some(testbed::trust()?), testbed::in_force()?, &about)?;
        same(&second.stopped.is_some(), &first.stopped.is_some(), "the order of the files decides whether they join")?;
    }
    Ok(())
}

fn split(data: &[u8]) -> Vec<&[u8]> {
    let mut logs = Vec::new();
    let mut rest = data;
    while logs.len() + 1 < MOST
        && let Some(at) = rest.windows(BETWEEN.len()).position(|window| window == BETWEEN)
    {
        let (log, behind) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        logs.push(log);
        rest = behind.get(BETWEEN.len()..).unwrap_or_default();
    }
    logs.push(rest);
    logs
}

fn table(open: &Open) -> [String; 4] {
    [open.jurisdiction.clone(), open.venue.clone(), open.game.clone(), open.table.clone()]
}

fn join<'l>(logs: impl Iterator<Item = (usize, &'l [u8])>, about: &SourceSettings) -> Result<JoinedAudit, Broken> {
    let trust = testbed::trust()?;
    let sources = logs.map(|(at, log)| SourceLog::new(format!("log-{at}"), LogReader::new(log, Some(trust))));
    Ok(Replay::by(testbed::in_force()?).joining(about).audit_logs(sources.collect()))
}
