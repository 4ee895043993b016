use std::process::ExitCode;

use resettle_console::say;
use resettle_report::compare::Comparison;
use resettle_report::document::to_json;

use super::not_checked;
use super::render::read;
use crate::args::{ReportDiffArgs, ReportDiffFormat};
use crate::error::{Error, shown};

/// `resettle report diff`
pub fn run(args: &ReportDiffArgs) -> Result<ExitCode, Error> {
    let (before, _, one) = read(&args.before)?;
    let (after, _, other) = read(&args.after)?;
    not_checked(format!("{} and {}: not checked here", shown(&before), shown(&after)));
    let compared = Comparison::of(&one, &other);
    let text = match args.format {
        ReportDiffFormat::Text => compared.text(args.verbose),
        ReportDiffFormat::Json => {
            let mut out = Vec::new();
            to_json(&compared, true, &mut out).map_err(|error| Error::new(error.to_string()))?;
            String::from_utf8_lossy(&out).into_owned()
        }
    };
    say!("{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
