use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use resettle_audit::{
    Audit, AuditedLog, Finding, JoinError, RulesetUse, Settings, SourceLog, SourceSettings, Totals, audit_log,
    audit_sources,
};
use resettle_coup_log::{Heads, LogReader, LogVerdict, Open, TrustStore};
use resettle_report::document::{FactsUsed, FindingRow, Input, Report, StatedFact, Summary, to_json};
use resettle_report::print::neutral;
use resettle_report::{Files, PrivateKey, folder};

use super::history::Remembering;
use super::{custody, output, trust};
use crate::approvals;
use crate::args::{Rendering, ReplayArgs};
use crate::clock;
use crate::error::{Error, shown};
use crate::files::{self, LogFile};
use crate::progress;
use crate::rendering;
use crate::rules;

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
    let mut remembering = Remembering::begin(args.heads.as_deref(), store)?;
    let mut gathered = Gathered::default();
    let (tables, mut unread) = by_table(&args.logs);
    let mut stopped = None;
    for table in tables {
        let judged = match table.as_slice() {
            [path] => one(path, store, remembering.heads(), &settings).map(|log| vec![log]),
            paths => together(paths, store, remembering.heads(), &settings, &about, &mut gathered, &mut stopped),
        };
        match judged {
            Ok(logs) => {
                for log in logs {
                    if let Some(error) = &log.read_error {
                        anstream::eprintln!(
                            "error: {} could not be read to its end: {error}\n  help: what came before is judged; get the whole file",
                            neutral(&log.path)
                        );
                        unread += 1;
                    }
                    remembering.add(&log.path, &log.verdict);
                    gathered.take(log);
                }
            }
            Err(error) => {
                anstream::eprintln!("{error}");
                unread += 1;
            }
        }
    }
    gathered.findings.extend(remembering.findings(&args.logs, store));
    let mut report = gathered.report(generated_at);
    report.heads = remembering.used();
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
    let printed = output::print(&report, args.format);
    if let Some((dir, key)) = signing {
        write_report(dir, &key, &report, &args.with)?;
        anstream::eprintln!("signed report written to {}", shown(dir));
    }
    remembering.save()?;
    printed?;
    remembering.settled()?;
    if let Some(error) = stopped {
        return Err(Error::Plain(format!("{error}\n  help: what could be joined before is judged above")));
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
fn by_table(logs: &[PathBuf]) -> (Vec<Vec<&PathBuf>>, usize) {
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

/// Several sources of one table, judged as one.
fn together(
    paths: &[&PathBuf],
    store: Option<&TrustStore>,
    heads: Option<&Heads>,
    settings: &Settings,
    about: &SourceSettings,
    gathered: &mut Gathered,
    stopped: &mut Option<JoinError>,
) -> Result<Vec<ReadLog>, Error> {
    let mut opened = Vec::new();
    for path in paths {
        opened.push(LogFile::open(path, |_| ()).map_err(|error| Error::read(path, error))?);
    }
    let joined = {
        let mut logs = Vec::new();
        for (path, file) in paths.iter().zip(&mut opened) {
            let content = file.content().map_err(|error| Error::read(path, error))?;
            let reader = LogReader::new(content, store).against(heads);
            logs.push(SourceLog { file: path.display().to_string(), reader });
        }
        audit_sources(logs, settings, about)
    };
    gathered.merge(joined.audit);
    *stopped = stopped.take().or(joined.stopped);
    let mut logs = Vec::new();
    for (((path, file), verdict), read_error) in paths.iter().zip(opened).zip(joined.verdicts).zip(joined.read_errors) {
        let sha256 = file.finish().map_err(|error| Error::read(path, error))?;
        logs.push(ReadLog { path: path.display().to_string(), sha256, verdict, read_error, audit: None });
    }
    Ok(logs)
}

/// One log as it was read.
struct ReadLog {
    path: String,
    sha256: String,
    verdict: LogVerdict,
    read_error: Option<std::io::Error>,
    /// What the replay found, where the log was judged by itself.
    audit: Option<Audit>,
}

fn one(path: &Path, store: Option<&TrustStore>, heads: Option<&Heads>, settings: &Settings) -> Result<ReadLog, Error> {
    let fail = |error| Error::read(path, error);
    let shown_path = path.display().to_string();
    let bar = progress::bar(std::fs::metadata(path).map_or(0, |about| about.len()), &shown(path));
    let ticking = bar.clone();
    let mut file = LogFile::open(path, move |bytes| ticking.inc(bytes)).map_err(fail)?;
    let audited = {
        let content = file.content().map_err(fail)?;
        audit_log(LogReader::new(content, store).against(heads), &shown_path, settings)
    };
    let sha256 = file.finish().map_err(fail)?;
    bar.finish_and_clear();
    let AuditedLog { verdict, audit, read_error } = audited;
    Ok(ReadLog { path: shown_path, sha256, verdict, read_error, audit: Some(audit) })
}

/// What all logs together come to.
#[derive(Default)]
struct Gathered {
    inputs: Vec<Input>,
    findings: Vec<Finding>,
    totals: Totals,
    rulesets: BTreeMap<String, RulesetUse>,
}

impl Gathered {
    fn take(&mut self, log: ReadLog) {
        let ReadLog { path, sha256, verdict, audit, .. } = log;
        self.inputs.push(custody::of(path, sha256, &verdict));
        if let Some(audit) = audit {
            self.merge(audit);
        }
    }

    fn merge(&mut self, audit: Audit) {
        self.totals.add(&audit.totals);
        for used in audit.rulesets {
            match self.rulesets.get_mut(&used.id) {
                Some(known) => known.coups += used.coups,
                None => {
                    self.rulesets.insert(used.id.clone(), used);
                }
            }
        }
        self.findings.extend(audit.findings);
    }

    fn report(mut self, generated_at: String) -> Report {
        self.findings.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()).then_with(|| a.file.cmp(&b.file)));
        self.inputs.sort_by(|a, b| (&a.log, &a.path).cmp(&(&b.log, &b.path)));
        Report {
            kind: "resettle-report/1",
            tool: format!("resettle {}", env!("CARGO_PKG_VERSION")),
            generated_at,
            judged_by: None,
            facts: None,
            heads: None,
            trust: None,
            approvers: None,
            inputs: self.inputs,
            rulesets: self.rulesets.values().map(Into::into).collect(),
            summary: Summary::new(&self.totals, &self.findings),
            findings: self.findings.iter().map(FindingRow::from).collect(),
        }
    }
}

pub(super) fn unknown_ruleset(id: &str) -> Error {
    Error::Plain(format!("there is no ruleset `{id}`\n  help: `resettle ruleset list` shows those there are"))
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
            known.name
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

fn write_report(dir: &Path, key: &PrivateKey, report: &Report, with: &[Rendering]) -> Result<(), Error> {
    let mut json = Vec::new();
    to_json(report, true, &mut json).map_err(|error| Error::write(dir, error))?;
    let mut folder_files = Files::new();
    folder_files.insert(folder::REPORT.to_owned(), json);
    let signing = |error: folder::SignFolderError| Error::Plain(error.to_string());
    // The page carries the signature over report.json, and the manifest lists the page.
    folder::sign_report(&mut folder_files, key).map_err(signing)?;
    let (json, signature) = (folder_files.get(folder::REPORT), folder_files.get(folder::REPORT_SIG));
    let made = rendering::of(
        json.map_or(&[], Vec::as_slice),
        signature.map(Vec::as_slice),
        with,
        resettle_html::Made::WithReport,
    )?;
    folder_files.extend(made);
    folder::sign(&mut folder_files, key).map_err(signing)?;
    let was_there = dir.is_dir();
    std::fs::create_dir_all(dir).map_err(|error| Error::write(dir, error))?;
    let mut written = Vec::new();
    for (name, bytes) in &folder_files {
        let path = dir.join(name);
        if let Err(error) = files::write_new(&path, bytes) {
            // Half a report would be taken for an altered one.
            for path in written {
                let _ = std::fs::remove_file(path);
            }
            if !was_there {
                let _ = std::fs::remove_dir(dir);
            }
            return Err(error);
        }
        written.push(path);
    }
    Ok(())
}
