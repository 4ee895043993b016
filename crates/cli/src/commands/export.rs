use std::path::Path;
use std::process::ExitCode;

use resettle_export::views;
use resettle_run::Store;

use super::ground::Ground;
use super::history::Remembering;
use super::named_logs::NamedLogs;
use super::report::require_free;
use crate::args::ExportArgs;
use crate::error::{Error, shown};
use crate::export::{Exported, write};
use crate::files;
use crate::judging::JudgingContext;
use resettle_console::say;

/// `resettle export`
pub fn run(args: &ExportArgs) -> Result<ExitCode, Error> {
    let form = args.export_format.form();
    let Some(dir) = args.out.as_deref().filter(|_| !args.views) else {
        say!("{}", views(form, !args.by.staff.without_staff).trim_end())?;
        return Ok(ExitCode::SUCCESS);
    };
    require_free(dir, "an export")?;
    let ground = Ground::of_logs(&args.by, &args.in_force, args.roster.as_deref())?;
    let exporting = ground.exporting_as(args.export_format);
    let spill = Store::new(files::folder_of(dir));
    let context = JudgingContext { with_steps: false, ..ground.judging(&spill, Some(&exporting)) };
    let judged = NamedLogs::judge(&args.logs, &ground, &context, None, "exported")?;
    let whole = judged.whole("exported");
    let mut remembering = Remembering::begin(None, ground.trust())?;
    let (report, rows, tables) = judged.report(&ground, &mut remembering, None, &spill)?;
    let written = write(dir, &exporting, (&report, &rows.whole()), &tables, &rows)?;
    print_written(dir, &written)?;
    whole?;
    Ok(ExitCode::SUCCESS)
}

/// The files with their hashes, as `sha256sum -c` reads them, and how many rows they have.
fn print_written(dir: &Path, written: &[Exported]) -> Result<(), Error> {
    for file in written {
        say!("{}  {}", file.sha256, file.name)?;
    }
    let rows = |file: &Exported| file.rows.map(|rows| format!("{rows} {}", file.name.split('.').next().unwrap_or("")));
    let rows: Vec<String> = written.iter().filter_map(rows).collect();
    anstream::eprintln!("written to {}: {}", shown(dir), rows.join(", "));
    Ok(())
}
