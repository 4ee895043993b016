use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

use resettle_import::{Faults, ImportError, Mapping, import_csv};
use resettle_report::print::neutral;

use crate::args::{ImportArgs, ImportCommand};
use crate::clock;
use crate::error::{Error, shown};
use crate::files;
use crate::rules::colour;

/// `resettle import`
pub fn run(args: &ImportArgs) -> Result<ExitCode, Error> {
    let ImportCommand::Csv { file, map, out, at } = &args.command;
    csv(file, map, out, at.as_deref())
}

fn csv(file: &Path, map: &Path, out: &Path, at: Option<&str>) -> Result<ExitCode, Error> {
    let at = clock::stamp(at)?;
    let text = files::text(map)?;
    let faulty = |faults: &Faults| Error::Faults {
        path: map.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(map), &text, colour()),
    };
    let mapping = Mapping::from_yaml(&text).map_err(|faults| faulty(&faults))?;
    let input = File::open(file).map_err(|error| Error::read(file, error))?;
    if input.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Error::read(file, std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let summary = files::write_new_with(out, |mut writer| {
        import_csv(BufReader::new(input), &mapping, &at, &name, &mut writer).map_err(|error| match error {
            ImportError::Columns(faults) => faulty(&faults),
            error => Error::Plain(format!("{}: {}", shown(file), neutral(&error.to_string()))),
        })
    })?;
    for problem in &summary.problems {
        anstream::eprintln!("{}: {}", shown(file), neutral(&problem.to_string()));
    }
    if summary.problems_left_out > 0 {
        anstream::eprintln!("{}: {} more problems of this kind", shown(file), summary.problems_left_out);
    }
    anstream::eprintln!(
        "{}: {} rows, {} coups written, {} rows skipped, {} unreadable cards; not authenticated",
        shown(out),
        summary.rows,
        summary.coups,
        summary.skipped,
        summary.unreadable_cards
    );
    Ok(ExitCode::from(u8::from(summary.skipped > 0)))
}
