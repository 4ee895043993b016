use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use resettle_audit::{
    Code, CoupResult, CoupSeen, Finding, Money, Place, Registered, Replay, Settings, Severity, Sink, SourceLog,
    SourceSettings,
};
use resettle_coup_log::LogReader;
use resettle_diff::{BetSum, ReplaySums, UnreadLines};
use resettle_report::print::neutral;
use resettle_ruleset::{Registry, Ruleset};
use resettle_run::{Store, TableLogs, vouching};
use resettle_sealed_log::{Open, SoundSeals, TrustStore};

use super::super::{named_logs, trust};
use crate::error::{Error, shown};
use crate::files::{LogFile, Sharing, search, usual_temporary_folder};
use crate::judging::LogFiles;
use crate::spelling::counted;

/// How many lines that are not records are named per log.
const LINES: usize = 20;

/// The sums of past coups under one version.
#[derive(Default)]
struct Past {
    coups: u64,
    /// By currency and bet.
    bets: BTreeMap<(String, String), Money>,
    void: BTreeSet<String>,
    /// Records that no seal of a trusted key vouches for.
    unvouched: u64,
    /// By log, the lines that are not records.
    unread: BTreeMap<String, Vec<u64>>,
    joined: BTreeSet<String>,
    not_judged: u64,
}

/// Where a coup's record stands: log of the table, line.
type At = (usize, Option<u64>);

/// One table under one version.
#[derive(Default)]
struct TableReplay {
    bets: BTreeMap<String, Money>,
    void: BTreeMap<At, String>,
    /// Voids that no clause grounds: they come from the log, not from the version.
    groundless: BTreeSet<At>,
    /// Lines that are not records, by the file as it was named.
    unread: BTreeSet<(String, u64)>,
    /// What joining the logs left out or found recorded in two ways, as a replay reports it.
    joined: BTreeSet<String>,
    /// Wagers that cannot be judged under this version.
    not_judged: u64,
}

impl Sink for TableReplay {
    fn finding(&mut self, finding: Finding) {
        if finding.code == Code::VoidGroundless {
            self.groundless.insert(at(&finding.place));
        }
        if finding.code.as_str().starts_with("reconcile/") && finding.severity > Severity::Info {
            self.joined.insert(format!("{}: {} ({})", finding.file, finding.message, finding.code));
        }
        if finding.code == Code::MalformedRecord {
            self.unread.insert((finding.file.to_string(), finding.place.line.unwrap_or(0)));
        }
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        for (logged, wager) in coup.logged.wagers().zip(coup.wagers) {
            let sum = match self.bets.get_mut(logged.bet) {
                Some(sum) => sum,
                None => self.bets.entry(logged.bet.to_owned()).or_default(),
            };
            *sum += wager;
            self.not_judged += u64::from(!wager.judged);
        }
        if coup.result == CoupResult::Void {
            self.void.insert((coup.source, coup.line), named(coup));
        }
    }

    /// What was declared at the table is the same under both versions.
    fn registered(&mut self, _: Registered) {}
}

fn at(place: &Place) -> At {
    (place.source, place.line)
}

/// A coup as people find it.
fn named(coup: &CoupSeen<'_>) -> String {
    let line = coup.line.map_or_else(String::new, |line| format!(":{line}"));
    let shoe = neutral(coup.logged.shoe().unwrap_or("?"));
    let number = coup.logged.number().map_or_else(|| "?".to_owned(), |number| number.to_string());
    format!("{}{line} (shoe {shoe} coup {number})", neutral(coup.file))
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
    let logs = &found(logs)?;
    let (tables, unread) = named_logs::by_table(logs, store);
    if !unread.is_empty() {
        let unread = unread.len();
        return Err(Error::new(format!("{unread} of {} logs could not be read; nothing is compared", logs.len())));
    }
    let before = under(&tables, store, old, [old, new])?;
    let after = under(&tables, store, new, [old, new])?;
    let mut notes = Vec::new();
    if before.unvouched > 0 {
        let why = if store.is_some() { "no seal of a trusted key vouches for them" } else { "no --trust was given" };
        let records = counted(before.unvouched, "record");
        notes.push(format!(
            "Not authenticated: {records} of these logs, as {why}; these sums prove nothing about them."
        ));
    }
    notes.extend(before.joined.iter().take(LINES).map(|what| format!("Joining the logs: {what}.")));
    if before.joined.len() > LINES {
        notes.push(format!(
            "And {} more of joining the logs; `resettle replay` lists them.",
            before.joined.len() - LINES
        ));
    }
    for (which, past) in [("old", &before), ("new", &after)] {
        if past.not_judged > 0 {
            let wagers = counted(past.not_judged, "wager");
            notes.push(format!(
                "Not judged under the {which} version: {wagers}, of which what came back stands as due."
            ));
        }
    }
    let mut unread = Vec::new();
    for (log, lines) in &before.unread {
        let count = lines.len() as u64;
        unread.push(UnreadLines { log: log.clone(), count, lines: lines.iter().copied().take(LINES).collect() });
    }
    let names: BTreeSet<&(String, String)> = before.bets.keys().chain(after.bets.keys()).collect();
    let bets = names.into_iter().map(|bet| {
        let of = |past: &Past| past.bets.get(bet).copied().unwrap_or_default();
        let (was, is) = (of(&before), of(&after));
        let (currency, bet) = bet.clone();
        BetSum { currency, bet, wagers: was.wagers, staked: was.staked, due_old: was.due, due_new: is.due }
    });
    let sums = ReplaySums {
        unread,
        notes,
        logs: logs.iter().map(|path| shown(path)).collect(),
        coups: before.coups,
        bets: bets.collect(),
        newly_void: after.void.difference(&before.void).cloned().collect(),
        no_longer_void: before.void.difference(&after.void).cloned().collect(),
    };
    for words in sums.caveats() {
        anstream::eprintln!("note: {words}");
    }
    Ok(sums)
}

/// The logs named, and all below the folders named.
fn found(named: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut out = Vec::new();
    for path in named {
        if !path.is_dir() {
            out.push(path.clone());
            continue;
        }
        let mut found = search(path, &[])?;
        if let Some(error) = found.unreadable.pop() {
            return Err(error);
        }
        if found.logs.is_empty() {
            return Err(Error::new(format!("there is no log below {}", shown(path)))
                .help("logs end in .jsonl, .ndjson or .log, alone or with .gz or .zst"));
        }
        out.append(&mut found.logs);
    }
    Ok(out)
}

/// Whether a log is of a ruleset's game, whenever it was written.
fn is_of(open: &Open, ruleset: &Ruleset) -> bool {
    (&open.jurisdiction, &open.game) == (&ruleset.jurisdiction, &ruleset.game) && ruleset.is_for(&open.venue)
}

fn under(
    tables: &[TableLogs],
    store: Option<&TrustStore>,
    ruleset: &Arc<Ruleset>,
    both: [&Arc<Ruleset>; 2],
) -> Result<Past, Error> {
    let settings = Settings { registry: Registry::default(), named: Some(Arc::clone(ruleset)), ..Settings::default() };
    let mut past = Past::default();
    for table in tables {
        past.table(table, store, &settings, both)?;
    }
    Ok(past)
}

impl Past {
    fn table(
        &mut self,
        of: &TableLogs,
        store: Option<&TrustStore>,
        settings: &Settings,
        both: [&Arc<Ruleset>; 2],
    ) -> Result<(), Error> {
        let paths: Vec<&PathBuf> = of.logs.iter().map(|log| &log.path).collect();
        let sound = SoundSeals::default();
        let spill = Store::new(&usual_temporary_folder());
        let sharing = Sharing::among(paths.len(), &spill);
        let mut opened = Vec::new();
        for path in &paths {
            opened.push(LogFile::beside(path, sharing, |_| ()).map_err(|error| Error::read(path, error))?);
        }
        let mut readers = Vec::new();
        for (path, file) in paths.iter().zip(&mut opened) {
            let content = file.content().map_err(|error| Error::read(path, error))?;
            readers.push((path.display().to_string(), LogReader::new(content, store).remembering(&sound)));
        }
        let mut table = TableReplay::default();
        let (totals, verdicts, errors) = if readers.len() == 1 {
            let Some((file, reader)) = readers.pop() else { return Ok(()) };
            let log = Replay::by(settings).log(reader, &file, &mut table);
            (log.totals, vec![log.verdict], vec![log.read_error])
        } else {
            let mut logs = Vec::new();
            for (path, (file, reader)) in paths.iter().zip(readers) {
                logs.push(SourceLog::new(file, reader).vouched_by(vouching(path, store, &sound, &LogFiles)));
            }
            let joined = if of.is_one_source() {
                Replay::by(settings).logs(logs, &mut table)
            } else {
                Replay::by(settings).joining(&SourceSettings::default()).logs(logs, &mut table)
            };
            if let Some(stopped) = joined.stopped {
                let what = neutral(&stopped.to_string());
                return Err(Error::new(what).help("nothing is compared"));
            }
            (joined.totals, joined.verdicts, joined.read_errors)
        };
        for (path, error) in paths.iter().zip(errors) {
            if let Some(error) = error {
                return Err(Error::read(path, error));
            }
        }
        for (path, verdict) in paths.iter().zip(&verdicts) {
            if verdict.open.is_none() {
                return Err(Error::new(format!(
                    "{} has no readable `open` record, so that nothing of it can be settled; nothing is compared",
                    shown(path)
                ))
                .help("is it a log? `resettle replay` tells what is wrong with it"));
            }
        }
        let mut currency = String::new();
        for (path, open) in paths.iter().zip(verdicts.iter().filter_map(|verdict| verdict.open.as_ref())) {
            if !both.into_iter().any(|ruleset| is_of(open, ruleset)) {
                return Err(Error::new(format!(
                    "{} is a log of {}/{}/{}, which is not the game of the two rulesets; nothing is compared",
                    shown(path),
                    neutral(&open.jurisdiction),
                    neutral(&open.venue),
                    neutral(&open.game)
                ))
                .help(format!(
                    "name the logs of {}",
                    neutral(&settings.named.as_ref().map_or_else(String::new, |ruleset| ruleset.id.clone()))
                )));
            }
            if currency.is_empty() {
                currency.clone_from(&open.currency);
            }
        }
        for verdict in verdicts {
            self.unvouched += verdict.records.saturating_sub(verdict.authenticated_records);
        }
        self.coups += totals.coups;
        for (bet, sum) in table.bets {
            *self.bets.entry((neutral(&currency), bet)).or_default() += sum;
        }
        let TableReplay { void, groundless, unread, joined, not_judged, .. } = table;
        self.not_judged += not_judged;
        self.joined.extend(joined.iter().map(|what| neutral(what)));
        for (file, line) in unread {
            self.unread.entry(neutral(&file)).or_default().push(line);
        }
        self.void.extend(void.into_iter().filter(|(at, _)| !groundless.contains(at)).map(|(_, name)| name));
        Ok(())
    }
}
