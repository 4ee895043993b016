use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_console::notice::Notice;
use resettle_html::Made;
use resettle_report::folder;
use resettle_report::print::neutral;
use resettle_report::read::WrittenReport;

use crate::args::{Rendering, ReportRenderArgs};
use crate::error::{Error, shown};
use crate::files;
use crate::rendering;
use resettle_console::say;

/// `resettle report render`
pub fn run(args: &ReportRenderArgs) -> Result<ExitCode, Error> {
    let asked = [(args.html, Rendering::Html), (args.csv, Rendering::Csv), (args.xlsx, Rendering::Xlsx)];
    let mut kinds: Vec<Rendering> = asked.iter().filter(|(wanted, _)| *wanted).map(|(_, kind)| *kind).collect();
    if kinds.is_empty() {
        kinds.extend(Rendering::ALL);
    }
    if args.out.join(folder::MANIFEST).exists() {
        return Err(Error::new(format!(
            "{} is a signed report, and a file more would make it look altered",
            shown(&args.out)
        ))
        .help("name another folder with --out"));
    }
    let (path, report, _) = read(&args.report)?;
    let signature = signature(&path)?;
    let made = rendering::of(&report, signature.as_deref(), &kinds, Made::Later)?;
    fs::create_dir_all(&args.out).map_err(|error| Error::write(&args.out, error))?;
    for (name, bytes) in &made {
        let path = args.out.join(name);
        files::write_new(&path, bytes)?;
        say!("{}", shown(&path))?;
    }
    Notice::new(format!(
        "made from {}; unsigned: no manifest lists these files, and nothing vouches for them",
        shown(&path)
    ))
    .help("rely on the report's own folder, which `resettle report verify` checks")
    .say();
    Ok(ExitCode::SUCCESS)
}

/// The largest report that is rendered, in bytes: it is held in memory several times over.
pub const MOST: u64 = 512 * 1024 * 1024;

/// A report.json, named itself or by its folder: its path, its bytes, and its content.
pub fn read(report: &Path) -> Result<(PathBuf, Vec<u8>, WrittenReport), Error> {
    let path = if report.is_dir() { report.join(folder::REPORT) } else { report.to_owned() };
    let bytes = files::bytes_up_to(&path, MOST)?;
    match WrittenReport::parse(&bytes) {
        Ok(written) => Ok((path, bytes, written)),
        Err(error) => Err(Error::new(format!("{} is no report: {}", shown(&path), neutral(&error.to_string())))
            .help("name the report's folder, or the report.json in it")),
    }
}

/// The signature beside a report.json, for the page to carry.
fn signature(report: &Path) -> Result<Option<Vec<u8>>, Error> {
    let path = report.with_file_name(folder::REPORT_SIG);
    if report.file_name().is_none_or(|name| name != folder::REPORT) || !path.exists() {
        return Ok(None);
    }
    files::bytes(&path).map(Some)
}
