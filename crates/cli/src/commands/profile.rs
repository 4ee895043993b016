use std::path::Path;
use std::process::ExitCode;

use resettle_console::output::plain;
use resettle_oversight::{DayRule, LogSeen, roster};
use resettle_report::print::neutral;

use super::digest::read_logs;
use crate::args::{ProfileArgs, ProfileCommand};
use crate::error::{Error, shown};
use crate::files;

/// `resettle profile`
pub fn run(args: &ProfileArgs) -> Result<ExitCode, Error> {
    match &args.command {
        ProfileCommand::Draft { dir, zone, day_starts, out } => draft(dir, zone, day_starts, out.as_deref()),
    }
}

/// `resettle profile draft`
fn draft(dir: &Path, zone: &str, starts: &str, out: Option<&Path>) -> Result<ExitCode, Error> {
    let days = DayRule::read(zone, starts).ok_or_else(|| {
        Error::new(format!("`{}` is no time zone, or `{}` no time of day", neutral(zone), neutral(starts)))
            .help("take a name of the IANA list, as Asia/Singapore, and write the time as 06:00")
    })?;
    let seen: Vec<LogSeen> = read_logs(dir, None)?.into_iter().filter_map(|one| one.seen).collect();
    if seen.is_empty() {
        return Err(
            Error::new(format!("no log was found below {}", shown(dir))).help("name the folder of a good month")
        );
    }
    let text = roster::draft(&seen, zone, &days);
    match out {
        Some(path) => {
            files::write_new(path, text.as_bytes())?;
            anstream::eprintln!("a roster to be read over written to {}", shown(path));
        }
        None => plain(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}
