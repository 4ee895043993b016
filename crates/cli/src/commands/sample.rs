use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_export::{COUPS, Form};
use resettle_report::document::SampleDrawn;
use resettle_report::folder::{MANIFEST, REPORT};
use resettle_report::print::sample_text;
use resettle_report::read::WrittenReport;
use resettle_signing::{Hashes, Manifest};
use serde::Serialize;

use super::output;
use crate::args::{SampleArgs, SampleFormat};
use crate::error::{Error, not_in_a_page, shown};
use crate::export::{Drawing, EXPORTED, draw};
use crate::files;
use resettle_console::output::plain;
use resettle_console::say;

/// `resettle sample`
pub fn run(args: &SampleArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("sample"));
    }
    let is_report = args.from.join(MANIFEST).is_file();
    let (sample, report_manifest_sha256) = match (is_report, args.seed) {
        (true, None) => (recorded(&args.from)?, Some(Listing::of(&args.from)?.sha256)),
        (_, None) => {
            return Err(Error::new(format!(
                "no --seed, and {} is no signed report that could have a sample recorded",
                shown(&args.from)
            ))
            .help("--seed S decides which coups are drawn"));
        }
        (true, Some(seed)) => {
            let Some(tables) = &args.tables else { return Err(tables_needed(&args.from)) };
            let listing = Listing::of(&args.from)?;
            let sample = draw(&coups_of(tables)?, Drawing { n: args.n, seed })?;
            listing.require(tables, &sample.coups_sha256)?;
            (sample, Some(listing.sha256))
        }
        (false, Some(_)) if args.tables.is_some() => {
            return Err(Error::new(format!(
                "{} holds no {MANIFEST}, so it is no signed report that --tables could be checked against",
                shown(&args.from)
            ))
            .help("name the folder of the report, or the tables alone"));
        }
        (false, Some(seed)) => (draw(&coups_of(&args.from)?, Drawing { n: args.n, seed })?, None),
    };
    match args.format {
        SampleFormat::Text => {
            for line in sample_text(&sample).lines() {
                say!("{line}")?;
            }
        }
        SampleFormat::Json => {
            let document = Document { r#type: "resettle-sample/1", report_manifest_sha256, sample };
            plain(&output::json(&document)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn coups_of(export: &Path) -> Result<PathBuf, Error> {
    if !export.is_dir() {
        return Ok(export.to_owned());
    }
    let path = export.join(Form::Parquet.file(&COUPS));
    if path.exists() {
        return Ok(path);
    }
    Err(Error::new(format!(
        "{} holds no {}: a sample is drawn from an export in Parquet",
        shown(export),
        Form::Parquet.file(&COUPS)
    ))
    .help("make one with `resettle export` or `resettle batch --export`"))
}

fn tables_needed(report: &Path) -> Error {
    Error::new(format!("a report lists flagged coups alone, and a sample has clean ones too: name the tables that {} lists with --tables DIR", shown(report))).help("without --seed the sample that the report records is printed")
}

/// The sample that `batch --sample` recorded in a report.
fn recorded(report: &Path) -> Result<SampleDrawn, Error> {
    let path = report.join(REPORT);
    let bytes = files::bytes_up_to(&path, super::report::MOST)?;
    let written =
        WrittenReport::parse(&bytes).map_err(|error| Error::new(format!("{} is no report: {error}", shown(&path))))?;
    written.report.run.and_then(|run| run.sample).ok_or_else(|| {
        Error::new(format!("{} records no sample", shown(&path))).help("`resettle batch --export DIR --sample N --sample-seed S` records one; --tables and --seed draw one from the tables that a report lists")
    })
}

/// The manifest of a report: what it states about the tables of the same run.
struct Listing<'r> {
    report: &'r Path,
    manifest: Manifest,
    sha256: String,
}

impl<'r> Listing<'r> {
    fn of(report: &'r Path) -> Result<Self, Error> {
        let bytes = files::bytes(&report.join(MANIFEST))?;
        Ok(Self {
            report,
            manifest: manifest(&report.join(MANIFEST), &bytes)?,
            sha256: hex(&Hashes::of(&bytes).sha256),
        })
    }

    /// Tables that a report does not list belong to another run, or were changed.
    fn require(&self, tables: &Path, coups_sha256: &str) -> Result<(), Error> {
        let listed = self.report.join(EXPORTED);
        let Some(digest) = self.manifest.entries().get(EXPORTED) else {
            return Err(Error::new(format!("{} lists no tables", shown(self.report)))
                .help("only `resettle batch --export` with --report does"));
        };
        let bytes = files::bytes(&listed)?;
        if Hashes::of(&bytes).sha256 != *digest {
            return Err(Error::new(format!("{} is not the file that {MANIFEST} lists", shown(&listed)))
                .help(format!("`resettle report verify {}` lists what was changed", shown(self.report))));
        }
        let coups = Form::Parquet.file(&COUPS);
        if manifest(&listed, &bytes)?.entries().get(coups.as_str()).map(|digest| hex(digest)).as_deref()
            == Some(coups_sha256)
        {
            return Ok(());
        }
        Err(Error::new(format!(
            "{coups} of {} is not the one that {} lists: it is of another run, or was changed",
            shown(tables),
            shown(&listed)
        ))
        .help("name the folder that the same run wrote with --export"))
    }
}

fn manifest(path: &Path, bytes: &[u8]) -> Result<Manifest, Error> {
    Manifest::parse(bytes).map_err(|faults| {
        let lines = faults.iter().map(|fault| format!("  {}: {fault}", shown(path)));
        Error::new(format!("{} is no list of hashes", shown(path))).listing(lines)
    })
}

fn hex(digest: &[u8]) -> String {
    resettle_sealed_log::hex(digest)
}

/// A sample as JSON has it.
#[derive(Serialize)]
struct Document {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    report_manifest_sha256: Option<String>,
    #[serde(flatten)]
    sample: SampleDrawn,
}
