use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use resettle_audit::{
    JoinError, JoinedReplay, ReplayedLog, RulesetUse, Settings, SourceLog, SourceSettings, Totals, audit_log_to,
    audit_sources_to,
};
use resettle_coup_log::{Heads, LogReader, LogVerdict, Open, TrustStore};
use resettle_report::PrivateKey;
use resettle_report::document::{FactsUsed, Input, Report, Rows, StatedFact, write_json};
use resettle_report::folder::{self, Hashes, Hashing};
use resettle_report::print::neutral;

use super::history::Remembering;
use super::{custody, output, trust};
use crate::approvals;
use crate::args::{Rendering, ReplayArgs};
use crate::clock;
use crate::error::{Error, shown};
use crate::expectation;
use crate::files::{self, LogFile};
use crate::progress;
use crate::rendering;
use crate::rules;
use crate::spill::{Finished, Gathered, Lot, Store};

/// `resettle replay`
pub fn run(args: &ReplayArgs) -> Result<ExitCode, Error> {
    let generated_at = clock::stamp(args.at.as_deref())?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let mut registry = rules::registry(&args.rules)?;
    let facts = rules::facts(args.facts.as_deref(), &mut registry)?;
    let named = match &args.ruleset {
        None => None,
        Some(id) => Some(Arc::clone(registry.get(id).ok_or_else(|| unknown_ruleset(id))?)),
    };
    let signing = match (&args.report, &args.key) {
        (Some(dir), Some(key)) => Some((dir, signing_key(key, args.passphrase_file.as_deref(), store)?)),
        _ => None,
    };
    if let Some((dir, _)) = &signing {
        require_free(dir)?;
    }
    let moment = clock::moment(args.at.as_deref())?;
    let approvals = approvals::of_rules(&args.approval, &args.rules, &registry, store, moment)?;
    if let Some(approvals) = &approvals {
        approvals.object(args.require_approved, &mut registry);
    }
    let settings = Settings { registry, named };
    let about = sources(args.settings.as_deref())?;
    let spill = Store::new(&temporary_folder(args.report.as_deref()));
    let mut remembering = Remembering::begin(args.heads.as_deref(), store)?;
    let bench = Bench { trust: store, settings: &settings, about: &about, spill: &spill };
    let mut gathered = Gathered::default();
    let (tables, mut unread) = by_table(&args.logs);
    let mut stopped = None;
    for table in tables {
        let judged = match table.as_slice() {
            [path] => bench.one(path, remembering.heads()),
            paths => bench.together(paths, remembering.heads()),
        };
        match judged {
            Ok(table) => {
                for log in table.logs {
                    if let Some(error) = &log.read_error {
                        anstream::eprintln!(
                            "error: {} could not be read to its end: {error}\n  help: what came before is judged; get the whole file",
                            neutral(&log.input.path)
                        );
                        unread += 1;
                    }
                    remembering.add(&log.input.path, &log.verdict);
                    gathered.input(log.input);
                }
                gathered.table(table.lot, &table.totals, table.rulesets);
                stopped = stopped.or(table.stopped);
            }
            Err(error @ Error::Spill { .. }) => return Err(error),
            Err(error) => {
                anstream::eprintln!("{error}");
                unread += 1;
            }
        }
    }
    gathered.findings(remembering.findings(&args.logs, store), &spill).map_err(Error::spill)?;
    let (mut report, rows) = gathered.seal(&spill, generated_at, true, args.max_per_code).map_err(Error::spill)?;
    report.heads = remembering.used();
    if let Some(played) = &mut report.played {
        played.expected = Some(expectation::of(played, &settings.registry));
    }
    report.judged_by.clone_from(&args.ruleset);
    report.trust = trusted.map(|(_, used)| used);
    report.facts = facts.zip(args.facts.as_ref()).map(|((facts, bytes), path)| FactsUsed {
        path: path.display().to_string(),
        sha256: files::sha256(&bytes),
        in_force: facts
            .in_force
            .into_iter()
            .map(|(id, stated)| (id, StatedFact { from: stated.from, source: stated.source, by: stated.by }))
            .collect(),
    });
    if let Some(approvals) = &approvals {
        approvals.report(&mut report);
    }
    // A reader of the output that goes away does not undo that a report was asked for.
    let printed = output::print(&report, &rows, args.format);
    if let Some((dir, key)) = signing {
        write_report(dir, &key, &report, &rows, &args.with)?;
        anstream::eprintln!("signed report written to {}", shown(dir));
    }
    remembering.save()?;
    printed?;
    remembering.settled()?;
    if let Some(error) = stopped {
        let what = neutral(&error.to_string());
        return Err(Error::Plain(format!("{what}\n  help: what could be joined before is judged above")));
    }
    if unread > 0 {
        return Err(Error::SomeUnread(unread, args.logs.len()));
    }
    Ok(output::status(&report, args.fail_on))
}

/// What a settings file says about the sources of a table.
pub(super) fn sources(path: Option<&Path>) -> Result<SourceSettings, Error> {
    let Some(path) = path else { return Ok(SourceSettings::default()) };
    let text = files::text(path)?;
    SourceSettings::from_yaml(&text).map_err(|faults| Error::Faults {
        path: path.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(path), &text, rules::colour()),
    })
}

/// The logs of each table together; several logs of one source stay apart. Says how many could not be read.
pub(super) fn by_table(logs: &[PathBuf]) -> (Vec<Vec<&PathBuf>>, usize) {
    if let [_] = logs {
        return (vec![logs.iter().collect()], 0);
    }
    type Key = (String, String, String, String);
    let mut tables: BTreeMap<Key, Vec<(&PathBuf, Open)>> = BTreeMap::new();
    let mut apart = Vec::new();
    let mut unread = 0;
    for path in logs {
        match opening(path) {
            Ok(Some(open)) => {
                let key = (open.jurisdiction.clone(), open.venue.clone(), open.game.clone(), open.table.clone());
                tables.entry(key).or_default().push((path, open));
            }
            Ok(None) => apart.push(vec![path]),
            Err(error) => {
                anstream::eprintln!("{error}");
                unread += 1;
            }
        }
    }
    for table in tables.into_values() {
        let one_source =
            table.iter().all(|(_, open)| table.first().is_some_and(|(_, first)| first.source == open.source));
        if one_source {
            apart.extend(table.into_iter().map(|(path, _)| vec![path]));
        } else {
            apart.push(table.into_iter().map(|(path, _)| path).collect());
        }
    }
    (apart, unread)
}

/// The opening record of a log, where it has one.
pub(super) fn opening(path: &Path) -> Result<Option<Open>, Error> {
    let fail = |error| Error::read(path, error);
    if path.exists() && !LogFile::lasts(path) {
        return Err(Error::Plain(format!(
            "{} is no file, and can be read only once\n  help: to see which logs belong to one table each is read twice; save it as a file, or replay it alone",
            shown(path)
        )));
    }
    let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
    let mut reader = LogReader::new(file.content().map_err(fail)?, None);
    // What else goes wrong is told when the log is judged.
    let _ = reader.next_entry();
    Ok(reader.open().cloned())
}

/// Where what is found may be kept for a while: beside the report, which needs room as well, else where such files go.
fn temporary_folder(report: Option<&Path>) -> PathBuf {
    let beside =
        report.map(|dir| dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")));
    beside.filter(|folder| folder.is_dir()).map_or_else(std::env::temp_dir, Path::to_path_buf)
}

/// By what logs are judged, and where what is found goes.
struct Bench<'b> {
    trust: Option<&'b TrustStore>,
    settings: &'b Settings,
    about: &'b SourceSettings,
    spill: &'b Store,
}

/// One table, judged.
struct Judged {
    logs: Vec<ReadLog>,
    lot: Finished,
    totals: Totals,
    rulesets: Vec<RulesetUse>,
    stopped: Option<JoinError>,
}

/// One log as it was read.
struct ReadLog {
    input: Input,
    verdict: LogVerdict,
    read_error: Option<std::io::Error>,
}

impl Bench<'_> {
    /// Several sources of one table, judged as one.
    fn together(&self, paths: &[&PathBuf], heads: Option<&Heads>) -> Result<Judged, Error> {
        let mut opened = Vec::new();
        for path in paths {
            opened.push(LogFile::open(path, |_| ()).map_err(|error| Error::read(path, error))?);
        }
        let mut lot = Lot::new(self.spill);
        let joined = {
            let mut logs = Vec::new();
            for (path, file) in paths.iter().zip(&mut opened) {
                let content = file.content().map_err(|error| Error::read(path, error))?;
                logs.push(SourceLog::new(
                    path.display().to_string(),
                    LogReader::new(content, self.trust).against(heads),
                ));
            }
            audit_sources_to(logs, self.settings, self.about, None, &mut lot)
        };
        let JoinedReplay { sources, open, verdicts, read_errors, totals, rulesets, stopped } = joined;
        let by_source: Vec<&LogVerdict> = sources.iter().filter_map(|at| verdicts.get(*at)).collect();
        let lot = lot.finish(&by_source, open.as_ref()).map_err(Error::spill)?;
        let mut logs = Vec::new();
        for (((path, file), verdict), read_error) in paths.iter().zip(opened).zip(verdicts).zip(read_errors) {
            let sha256 = file.finish().map_err(|error| Error::read(path, error))?;
            let input = custody::of(path.display().to_string(), sha256, &verdict);
            logs.push(ReadLog { input, verdict, read_error });
        }
        Ok(Judged { logs, lot, totals, rulesets, stopped })
    }

    fn one(&self, path: &Path, heads: Option<&Heads>) -> Result<Judged, Error> {
        let fail = |error| Error::read(path, error);
        let name = path.display().to_string();
        let bar = progress::bar(std::fs::metadata(path).map_or(0, |about| about.len()), &shown(path));
        let ticking = bar.clone();
        let mut file = LogFile::open(path, move |bytes| ticking.inc(bytes)).map_err(fail)?;
        let mut lot = Lot::new(self.spill);
        let log = {
            let content = file.content().map_err(fail)?;
            audit_log_to(LogReader::new(content, self.trust).against(heads), &name, self.settings, &mut lot)
        };
        let ReplayedLog { verdict, totals, rulesets, read_error } = log;
        let lot = lot.finish(&[&verdict], verdict.open.as_ref()).map_err(Error::spill)?;
        let sha256 = file.finish().map_err(fail)?;
        bar.finish_and_clear();
        let logs = vec![ReadLog { input: custody::of(name, sha256, &verdict), verdict, read_error }];
        Ok(Judged { logs, lot, totals, rulesets, stopped: None })
    }
}

pub(super) fn unknown_ruleset(id: &str) -> Error {
    Error::Plain(format!(
        "there is no ruleset `{}`\n  help: `resettle ruleset list` shows those there are",
        neutral(id)
    ))
}

/// One key, one use: a key that seals logs signs no reports.
fn signing_key(path: &Path, passphrase: Option<&Path>, store: Option<&TrustStore>) -> Result<PrivateKey, Error> {
    let key = files::private_key(path, passphrase)?;
    let public = key.public_key().map_err(|error| Error::Plain(format!("{}: {error}", shown(path))))?;
    let seals = store.into_iter().flat_map(TrustStore::keys).find(|known| known.public_key == public);
    match seals {
        Some(known) => Err(Error::Plain(format!(
            "{} seals logs (`{}` of the trust store), so it signs no reports\n  help: one key, one use; make another with `resettle key new`",
            shown(path),
            neutral(&known.name)
        ))),
        None => Ok(key),
    }
}

/// The report's folder is new or empty.
pub(super) fn require_free(dir: &Path) -> Result<(), Error> {
    match std::fs::read_dir(dir) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(Error::Plain(format!(
                "{} is not empty, and a report is never mixed with other files\n  help: name a new folder",
                shown(dir)
            ))),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::read(dir, error)),
    }
}

/// Writes the report row by row, what people read of it, then what vouches for all. Half a report would be taken for an
/// altered one, so where something fails nothing is left.
fn write_report(
    dir: &Path,
    key: &PrivateKey,
    report: &Report,
    rows: &dyn Rows,
    with: &[Rendering],
) -> Result<(), Error> {
    let was_there = dir.is_dir();
    std::fs::create_dir_all(dir).map_err(|error| Error::write(dir, error))?;
    let mut written = Vec::new();
    let mut write_all = || -> Result<(), Error> {
        let signing = |error: folder::SignFolderError| Error::Plain(error.to_string());
        let path = dir.join(folder::REPORT);
        let hashes = files::write_new_with(&path, |out| {
            let mut out = Hashing::new(out);
            write_json(report, rows, &mut out)
                .map_err(|error| Error::of_rows(error, |error| Error::write(&path, error)))?;
            Ok(out.hashes())
        })?;
        written.push(path.clone());
        let mut others = BTreeMap::new();
        if !with.is_empty() {
            let signature = folder::sign_report(&hashes, key).map_err(signing)?;
            let made = rendering::of(
                &std::fs::read(&path).map_err(|error| Error::read(&path, error))?,
                Some(&signature),
                with,
                resettle_html::Made::WithReport,
            )?;
            for (name, bytes) in &made {
                let path = dir.join(name);
                files::write_new(&path, bytes)?;
                written.push(path);
                others.insert(name.clone(), Hashes::of(bytes).sha256);
            }
        }
        let vouching = folder::vouch(&hashes, others, key).map_err(signing)?;
        for (name, bytes) in &vouching {
            let path = dir.join(name);
            files::write_new(&path, bytes)?;
            written.push(path);
        }
        Ok(())
    };
    let done = write_all();
    if done.is_err() {
        for path in written {
            let _ = std::fs::remove_file(path);
        }
        if !was_there {
            let _ = std::fs::remove_dir(dir);
        }
    }
    done
}
