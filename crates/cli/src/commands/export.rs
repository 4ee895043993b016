use std::path::Path;
use std::process::ExitCode;

use resettle_export::views;
use resettle_report::print::neutral;
use resettle_run::{Gathered, Store};

use super::ground::Ground;
use super::replay::{each_judged, judged, known_tables};
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
        say!("{}", views(form, !args.staff.without_staff).trim_end())?;
        return Ok(ExitCode::SUCCESS);
    };
    require_free(dir, "an export")?;
    let (by, in_force) = args.ground();
    let ground = Ground::of_logs(&by, &in_force, args.roster.as_deref())?;
    let (store, staff) = (ground.trust(), &ground.staff);
    let exporting = ground.exporting_as(args.export_format);
    let spill = Store::new(files::folder_of(dir));
    let context = JudgingContext {
        trust: store,
        settings: &ground.settings,
        about: &ground.about,
        roster: ground.roster(),
        spill: &spill,
        hashing: true,
        staff: staff.asked(),
        exporting: Some(&exporting),
    };
    let (tables, mut unread) = known_tables(&args.logs, store);
    staff.report_strange(tables.iter().flat_map(|table| &table.logs));
    staff.report_idle(&tables);
    let (all, tournaments) = judged(&context, &tables, None)?;
    let results = each_judged(&tables, all, "exported", &mut unread)?;
    let failed = unread.len() + results.iter().map(|(_, result)| result.unread.len()).sum::<usize>();
    let stopped = results.iter().find_map(|(_, result)| result.stopped.clone());
    let mut gathered = Gathered::default();
    let mut done = Vec::new();
    for (table, result) in results {
        done.push(table.clone());
        gathered.result(result);
    }
    let (mut report, rows) = gathered.seal(&spill, ground.generated_at.clone(), true, None).map_err(Error::spill)?;
    report.tournaments = tournaments;
    let written = write(dir, &exporting, (&report, &rows.whole()), &done, &rows)?;
    print_written(dir, &written)?;
    if let Some(error) = stopped {
        let what = neutral(&error);
        return Err(Error::new(what).help("what could be joined before is exported"));
    }
    if failed > 0 {
        return Err(Error::SomeUnread(failed, args.logs.len()));
    }
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
