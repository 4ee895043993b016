//! The file of a plan: a line of JSON for the whole, then one for each unit, so that a machine needs to read only its own.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use resettle_audit::Window;
use resettle_report::print::neutral;
use resettle_run::{FoundLogs, Known, Options, TableLogs, Unit, opening};
use resettle_sealed_log::{Digest, Moment};
use serde::{Deserialize, Serialize};

use super::paths;
use crate::args::{ChosenArgs, ExportFormat, InForceArgs};
use crate::commands::ground::Ground;
use crate::error::{Error, shown};

/// What the first line identifies itself as.
const KIND: &str = "resettle-plan/1";

/// The first line: what all units share.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlanHeader {
    kind: String,
    tool: String,
    /// SHA-256 of the program that planned: the same program judges and merges.
    binary: String,
    /// What reports call the folder of the logs.
    pub folder: String,
    /// Its bytes, if they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder_bytes: Option<String>,
    /// The time that the report bears.
    at: String,
    ruleset: Option<String>,
    require_approved: bool,
    from: Option<String>,
    to: Option<String>,
    tables: Vec<String>,
    venues: Vec<String>,
    /// How rows are made of coups, if they are.
    export: Option<String>,
    /// Everything that determines results besides the logs.
    options: Options,
    pub found: FoundLogs,
    /// How many lines follow.
    pub units: usize,
}

/// Logs that are judged together, on one machine, apart from those of other units.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnitLine {
    /// Its number, from 1.
    pub unit: usize,
    /// Its result is in the file of this name: a hash of the program, the options and everything in this entry.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// How many bytes its logs have.
    pub bytes: u64,
    /// The first moment that is judged, and the first after it, in nanoseconds since the epoch; `None` if everything is judged.
    window: Option<(Option<i128>, Option<i128>)>,
    pub logs: Vec<LogLine>,
}

/// A log of a unit.
#[derive(Debug, Serialize, Deserialize)]
pub struct LogLine {
    /// Below the folder, as reports call it.
    pub path: String,
    /// Its bytes in hexadecimal digits, if they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    pub size: u64,
    pub sha256: String,
    /// Whether it is read only for the shoes that continue from it.
    context: bool,
    /// Its first line, if that is an opening record.
    open: Option<String>,
}

impl PlanHeader {
    pub fn new(ground: &Ground<'_>, dir: &Path, form: Option<ExportFormat>, found: FoundLogs) -> Result<Self, Error> {
        let (folder, folder_bytes) = paths::written(dir).ok_or_else(|| no_text(dir))?;
        let (in_force, scope) = (ground.in_force, &ground.scope);
        Ok(Self {
            kind: KIND.to_owned(),
            tool: tool(),
            binary: binary()?,
            at: ground.generated_at.clone(),
            ruleset: in_force.ruleset.clone(),
            require_approved: in_force.require_approved,
            from: scope.from.map(|day| day.to_string()),
            to: scope.to.map(|day| day.to_string()),
            tables: scope.tables.clone(),
            venues: scope.venues.clone(),
            export: form.map(|form| form.word().to_owned()),
            options: ground.options(&folder, form)?,
            folder,
            folder_bytes,
            found,
            units: 0,
        })
    }

    /// What was chosen when it was planned.
    pub fn chosen(&self) -> ChosenArgs {
        ChosenArgs {
            in_force: InForceArgs {
                ruleset: self.ruleset.clone(),
                require_approved: self.require_approved,
                at: Some(self.at.clone()),
            },
            from: self.from.clone(),
            to: self.to.clone(),
            table: self.tables.clone(),
            venue: self.venues.clone(),
        }
    }

    /// The folder that was planned.
    pub fn folder(&self) -> Result<PathBuf, Error> {
        paths::read(&self.folder, self.folder_bytes.as_deref()).ok_or_else(|| {
            Error::new(format!("the folder {} has no such name here", neutral(&self.folder))).help("pass --logs")
        })
    }

    pub fn form(&self) -> Option<ExportFormat> {
        [ExportFormat::Parquet, ExportFormat::Csv].into_iter().find(|form| self.export.as_deref() == Some(form.word()))
    }

    /// Another program may judge differently, and other files do.
    pub fn require_same(&self, ground: &Ground<'_>) -> Result<(), Error> {
        if (&self.tool, &self.binary) != (&tool(), &binary()?) {
            return Err(Error::new(format!(
                "the plan was written by another program: {}, SHA-256 {}",
                neutral(&self.tool),
                neutral(&self.binary)
            ))
            .help("use the same file of the program to plan, to judge and to merge"));
        }
        let here = ground.options(&self.folder, self.form())?;
        let differing = self.options.differing(&here);
        if differing.is_empty() {
            return Ok(());
        }
        let what: Vec<&str> = differing.into_iter().map(in_words).collect();
        Err(Error::new(format!("what is judged by differs from the plan: {}", neutral(&what.join(", "))))
            .help("name the same files as `resettle plan` did, unchanged; or plan anew"))
    }
}

/// What an option is called if it differs.
fn in_words(option: &str) -> &str {
    match option {
        "ruleset" | "absent" => "the rulesets (--rulesets, --add-rulesets)",
        "objection" => "the approvals of rulesets (--approvers, --approvals)",
        "trust" => "the trust store (--trust)",
        "facts" => "the file of facts (--facts)",
        "settings" => "the settings (--settings)",
        "roster" => "the roster (--roster)",
        "staff" => "who was on duty (--staffing, --without-staff)",
        other => other,
    }
}

impl UnitLine {
    pub fn new(header: &PlanHeader, number: usize, unit: &Unit, logs: Vec<LogLine>) -> Self {
        let nanos = |moment: Option<Moment>| moment.map(|moment| moment.nanos);
        let window = unit.window.map(|window| (nanos(window.from), nanos(window.until)));
        let bytes = logs.iter().map(|log| log.size).sum();
        let mut line = Self { unit: number, key: String::new(), name: unit.name(), bytes, window, logs };
        line.key = line.key_in(header);
        line
    }

    /// A hash of everything that its result depends on. Its number is not part of it.
    fn key_in(&self, header: &PlanHeader) -> String {
        let options = header.options.digest().to_string();
        let all = (KIND, &header.tool, &header.binary, options, &self.name, &self.window, &self.logs);
        // Texts, numbers and lists of them always have a form in JSON.
        Digest::of(&serde_json::to_vec(&all).unwrap_or_default()).to_string()
    }

    /// The unit, with its logs below `logs`.
    pub fn to_unit(&self, header: &PlanHeader, logs: &Path) -> Result<Unit, Error> {
        if self.key != self.key_in(header) {
            return Err(Error::new(format!("unit {} of the plan was changed", self.unit)).help("plan anew"));
        }
        let log = |line: &LogLine| -> Result<Known, Error> {
            let path = paths::read(&line.path, line.path_bytes.as_deref()).ok_or_else(|| {
                Error::new(format!("unit {}: {} has no such name here", self.unit, neutral(&line.path)))
            })?;
            Ok(Known {
                path: logs.join(path),
                name: Path::new(&header.folder).join(&line.path).display().to_string(),
                open: line.open.as_ref().and_then(|open| opening(format!("{open}\n").as_bytes())),
                context: line.context,
            })
        };
        let moment = |nanos: Option<i128>| nanos.map(|nanos| Moment { nanos });
        Ok(Unit {
            table: TableLogs { logs: self.logs.iter().map(log).collect::<Result<_, Error>>()? },
            window: self.window.map(|(from, until)| Window { from: moment(from), until: moment(until) }),
        })
    }
}

impl LogLine {
    pub fn new(log: &Known, dir: &Path, size: u64, sha256: String, open: Option<String>) -> Result<Self, Error> {
        let path = log.path.strip_prefix(dir).unwrap_or(&log.path);
        let (path, path_bytes) = paths::written(path).ok_or_else(|| no_text(&log.path))?;
        Ok(Self { path, path_bytes, size, sha256, context: log.context, open })
    }
}

/// A plan that was read.
pub struct PlanFile {
    path: PathBuf,
    pub header: PlanHeader,
    lines: io::Lines<BufReader<File>>,
}

impl PlanFile {
    pub fn open(path: &Path) -> Result<Self, Error> {
        let fail = |error| Error::read(path, error);
        let mut lines = BufReader::new(File::open(path).map_err(fail)?).lines();
        let first = lines.next().transpose().map_err(fail)?.unwrap_or_default();
        let header: Option<PlanHeader> = serde_json::from_str(&first).ok();
        match header.filter(|header| header.kind == KIND) {
            Some(header) => Ok(Self { path: path.to_owned(), header, lines }),
            None => Err(Error::new(format!("{} is no plan that this program reads", shown(path)))
                .help("write one with `resettle plan`")),
        }
    }

    /// The units of these numbers, or all of them, in their order.
    pub fn units(self, asked: Option<&[usize]>) -> Result<(PlanHeader, Vec<UnitLine>), Error> {
        let Self { path, header, lines } = self;
        if let Some(strange) = asked.into_iter().flatten().find(|number| !(1..=header.units).contains(*number)) {
            return Err(Error::new(format!("{} has no unit {strange}", shown(&path)))
                .help(format!("its units have the numbers 1 to {}", header.units)));
        }
        let mut units: Vec<UnitLine> = Vec::new();
        for (number, line) in (1..=header.units).zip(lines) {
            let line = line.map_err(|error| Error::read(&path, error))?;
            if asked.is_none_or(|asked| asked.contains(&number)) {
                let unit: Option<UnitLine> = serde_json::from_str(&line).ok();
                units.push(unit.filter(|unit| unit.unit == number).ok_or_else(|| cut_off(&path))?);
            }
        }
        let mut wanted: Vec<usize> = asked.map_or_else(|| (1..=header.units).collect(), <[usize]>::to_vec);
        wanted.sort_unstable();
        wanted.dedup();
        if units.len() != wanted.len() {
            return Err(cut_off(&path));
        }
        Ok((header, units))
    }
}

fn cut_off(path: &Path) -> Error {
    Error::new(format!("{} is cut off or was changed", shown(path))).help("copy it again, or plan anew")
}

fn no_text(path: &Path) -> Error {
    Error::new(format!("the path {} is no Unicode, and a plan is", shown(path)))
        .help("give it another name, or use `resettle batch`")
}

fn tool() -> String {
    resettle_run::TOOL.to_owned()
}

/// SHA-256 of the running program.
fn binary() -> Result<String, Error> {
    let fail = |error| Error::new(format!("cannot read the file of this program: {error}"));
    let path = std::env::current_exe().map_err(fail)?;
    Ok(crate::files::sha256_of(&path).map_err(fail)?.to_string())
}
