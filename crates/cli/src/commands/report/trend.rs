use std::path::PathBuf;
use std::process::ExitCode;

use resettle_console::say;
use resettle_report::document::to_json;
use resettle_report::trend::Trend;

use super::not_checked;
use super::render::read;
use crate::args::{ReportDiffFormat, ReportTrendArgs};
use crate::error::Error;
use crate::files;

/// `resettle report trend`
pub fn run(args: &ReportTrendArgs) -> Result<ExitCode, Error> {
    let hashed = |report: &PathBuf| read(report).map(|(_, bytes, written)| (files::sha256(&bytes), written));
    let reports = args.reports.iter().map(hashed).collect::<Result<Vec<_>, Error>>()?;
    not_checked("not checked here");
    let trend = Trend::of(&reports);
    let text = match args.format {
        ReportDiffFormat::Text => trend.text(),
        ReportDiffFormat::Json => {
            let mut out = Vec::new();
            to_json(&trend, true, &mut out).map_err(|error| Error::new(error.to_string()))?;
            String::from_utf8_lossy(&out).into_owned()
        }
    };
    say!("{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
