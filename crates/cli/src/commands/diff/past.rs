use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use resettle_audit::{Audit, BetTotals, Place, Settings, SourceLog, SourceSettings, audit_log, audit_sources};
use resettle_coup_log::{LogReader, TrustStore};
use resettle_diff::{BetSum, ReplaySums};
use resettle_ruleset::{Registry, Ruleset};

use super::super::{replay, trust};
use crate::error::{Error, shown};
use crate::files::LogFile;

/// What past coups come to under one version.
#[derive(Default)]
struct Past {
    coups: u64,
    bets: BTreeMap<String, BetTotals>,
    void: BTreeSet<String>,
    /// Records that no seal of a trusted key vouches for.
    unvouched: u64,
}

/// Settles logs under both versions, whatever was in force when they were written.
pub fn under_both(
    logs: &[PathBuf],
    store: Option<&Path>,
    old: &Arc<Ruleset>,
    new: &Arc<Ruleset>,
) -> Result<ReplaySums, Error> {
    let trusted = trust::load(store)?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let (tables, unread) = replay::by_table(logs);
    if unread > 0 {
        return Err(Error::Plain(format!("{unread} of {} logs could not be read; nothing is compared", logs.len())));
    }
    let before = under(&tables, store, old)?;
    let after = under(&tables, store, new)?;
    if before.unvouched > 0 {
        let why = if store.is_some() { "no seal of a trusted key vouches for them" } else { "no --trust was given" };
        anstream::eprintln!("note: {} records of these logs are not authenticated: {why}", before.unvouched);
    }
    let names: BTreeSet<&String> = before.bets.keys().chain(after.bets.keys()).collect();
    let bets = names.into_iter().map(|bet| {
        let of = |past: &Past| past.bets.get(bet).copied().unwrap_or_default();
        let (was, is) = (of(&before), of(&after));
        BetSum { bet: bet.clone(), wagers: was.wagers, staked: was.staked, due_old: was.due, due_new: is.due }
    });
    Ok(ReplaySums {
        logs: logs.iter().map(|path| path.display().to_string()).collect(),
        coups: before.coups,
        bets: bets.collect(),
        newly_void: after.void.difference(&before.void).cloned().collect(),
        no_longer_void: before.void.difference(&after.void).cloned().collect(),
    })
}

fn under(tables: &[Vec<&PathBuf>], store: Option<&TrustStore>, ruleset: &Arc<Ruleset>) -> Result<Past, Error> {
    let settings = Settings { registry: Registry::default(), named: Some(Arc::clone(ruleset)) };
    let mut past = Past::default();
    for table in tables {
        past.table(table, store, &settings)?;
    }
    Ok(past)
}

impl Past {
    fn table(&mut self, paths: &[&PathBuf], store: Option<&TrustStore>, settings: &Settings) -> Result<(), Error> {
        let mut opened = Vec::new();
        for path in paths {
            opened.push(LogFile::open(path, |_| ()).map_err(|error| Error::read(path, error))?);
        }
        let mut logs = Vec::new();
        for (path, file) in paths.iter().zip(&mut opened) {
            let content = file.content().map_err(|error| Error::read(path, error))?;
            logs.push((path.display().to_string(), LogReader::new(content, store)));
        }
        let (audit, verdicts, errors) = if logs.len() == 1 {
            let Some((file, reader)) = logs.pop() else { return Ok(()) };
            let audited = audit_log(reader, &file, settings);
            (audited.audit, vec![audited.verdict], vec![audited.read_error])
        } else {
            let logs = logs.into_iter().map(|(file, reader)| SourceLog { file, reader }).collect();
            let joined = audit_sources(logs, settings, &SourceSettings::default());
            if let Some(stopped) = joined.stopped {
                return Err(Error::Plain(format!("{stopped}\n  help: nothing is compared")));
            }
            (joined.audit, joined.verdicts, joined.read_errors)
        };
        for (path, error) in paths.iter().zip(errors) {
            if let Some(error) = error {
                return Err(Error::read(path, error));
            }
        }
        for verdict in verdicts {
            self.unvouched += verdict.records.saturating_sub(verdict.authenticated_records);
        }
        self.add(&audit, paths);
        Ok(())
    }

    fn add(&mut self, audit: &Audit, paths: &[&PathBuf]) {
        self.coups += audit.totals.coups;
        for (bet, sum) in &audit.bets {
            self.bets.entry(bet.clone()).or_default().add(sum);
        }
        self.void.extend(audit.void.iter().map(|place| named(place, paths)));
    }
}

/// A coup as people find it.
fn named(place: &Place, paths: &[&PathBuf]) -> String {
    let file = paths.get(place.source).map_or_else(String::new, |path| shown(path));
    let line = place.line.map_or_else(String::new, |line| format!(":{line}"));
    let shoe = place.shoe.as_deref().unwrap_or("?");
    let coup = place.coup.map_or_else(|| "?".to_owned(), |coup| coup.to_string());
    format!("{file}{line} (shoe {shoe} coup {coup})")
}
