use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use resettle_export::{
    Batch, CARDS, COUPS, COUPS_WITHOUT_STAFF, COVERAGE, ExportError, ExportTable, Form, INPUTS, Joining, Listing,
    Names, ROUTINE, RULESETS, SHOES, STAFF, WAGERS, findings, irregularities, list_coverage, list_duty, list_input,
    list_routine, list_ruleset, views,
};
use resettle_report::document::{CoverageRow, HappenedRow, InputTable, Report, Rows};
use resettle_report::tally::TableTotals;
use resettle_sealed_log::Digest;

use resettle_run::{Exporting, ReportRows, TableLogs};

use super::VIEWS;
use crate::error::{Error, of_rows};
use crate::files::{self, Hashing};

/// A file that was written.
pub struct Exported {
    pub name: String,
    /// `None` for what is not a table.
    pub rows: Option<u64>,
    pub sha256: Digest,
}

/// A file that is being written.
type Out = Hashing<BufWriter<File>>;

/// Writes all tables into a folder, whole or not at all. `tables` are those that were judged, `sealed` holds their
/// results, in the same order.
pub fn write(
    dir: &Path,
    exporting: &Exporting<'_>,
    (report, rows): (&Report, &dyn Rows),
    tables: &[TableLogs],
    sealed: &ReportRows,
) -> Result<Vec<Exported>, Error> {
    let mut written = Vec::new();
    files::write_folder(dir, |folder| {
        let mut folder = Folder { path: folder, form: exporting.form(), written: Vec::new() };
        let mut listing = listing(exporting, report, tables);
        folder.table(&INPUTS, |file| {
            report.inputs.iter().try_for_each(|input| file.row(|batch| list_input(batch, input)))
        })?;
        folder.table(&RULESETS, |file| {
            let decks = decks(report);
            report.rulesets.iter().try_for_each(|ruleset| {
                let decks = decks.get(ruleset.id.as_str()).into_iter().flatten().copied();
                file.row(|batch| list_ruleset(batch, ruleset, decks, exporting.edges()))
            })
        })?;
        folder.table(&SHOES, |file| {
            rows.shoes().try_for_each(|shoe| {
                let shoe = shoe?;
                file.row(|batch| listing.shoe(batch, &shoe))
            })
        })?;
        let coups = if exporting.says_staff() { &COUPS } else { &COUPS_WITHOUT_STAFF };
        for (table, at) in [(coups, 0), (&CARDS, 1), (&WAGERS, 2)] {
            folder.table(table, |file| {
                let groups = sealed.recorded().iter().filter_map(|parts| parts.groups().get(at)).flatten();
                groups.into_iter().try_for_each(|(rows, group)| file.group(*rows, group.read()?.to_vec()))
            })?;
        }
        folder.table(findings(exporting.says_staff()), |file| {
            rows.findings().try_for_each(|finding| {
                let finding = finding?;
                file.row(|batch| listing.finding(batch, &finding))
            })
        })?;
        folder.table(irregularities(exporting.says_staff()), |file| {
            rows.register().try_for_each(|entry| {
                let entry = entry?;
                file.row(|batch| listing.irregularity(batch, &entry))
            })
        })?;
        folder.table(&COVERAGE, |file| {
            let days = report.played.as_ref().map_or(&[][..], |played| &played.days);
            CoverageRow::by_day(days).try_for_each(|row| file.row(|batch| list_coverage(batch, &row)))
        })?;
        folder.table(&ROUTINE, |file| {
            let days = report.played.as_ref().map_or(&[][..], |played| &played.days);
            HappenedRow::by_day(days).try_for_each(|row| file.row(|batch| list_routine(batch, &row)))
        })?;
        if exporting.says_staff() {
            folder.table(&STAFF, |file| {
                sealed.duties().iter().try_for_each(|(table, entries)| {
                    let names = names_of_table(table);
                    entries.iter().try_for_each(|entry| file.row(|batch| list_duty(batch, &names, entry)))
                })
            })?;
        }
        folder.views(exporting.says_staff())?;
        written = folder.written;
        Ok(written.iter().map(|file| file.name.clone()).collect())
    })?;
    Ok(written)
}

fn names_of_table(table: &TableTotals) -> Names {
    let TableTotals { jurisdiction, venue, game, table, currency, .. } = table.names();
    Names { jurisdiction, venue, game, table, currency }
}

/// What was written, as `sha256sum -c` reads it.
pub fn sums(written: &[Exported]) -> String {
    written.iter().map(|file| format!("{}  {}\n", file.sha256, file.name)).collect()
}

/// The table that each log belongs to, and the clock by which it is read.
fn listing(exporting: &Exporting<'_>, report: &Report, tables: &[TableLogs]) -> Listing {
    let mut clocks = BTreeMap::new();
    for table in tables {
        let Some(open) = table.open() else { continue };
        let clock = exporting.clock(table, open);
        for log in &table.logs {
            clocks.insert(log.name.clone(), clock.clone());
        }
    }
    let mut listing = Listing::new(exporting.says_staff());
    for input in &report.inputs {
        if let (Some(table), Some(clock)) = (&input.table, clocks.remove(&input.path)) {
            listing.log(&input.path, InputTable::clone(table), clock);
        }
    }
    listing
}

/// The numbers of decks with which each ruleset was played, where the cards settled coups.
fn decks(report: &Report) -> BTreeMap<&str, BTreeSet<u32>> {
    let mut decks: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for row in report.played.iter().flat_map(|played| &played.tables).flat_map(|table| &table.chance) {
        decks.entry(&row.ruleset).or_default().insert(row.decks);
    }
    decks
}

/// The folder that is filled.
struct Folder<'f> {
    path: &'f Path,
    form: Form,
    written: Vec<Exported>,
}

impl Folder<'_> {
    fn table(
        &mut self,
        table: &'static ExportTable,
        fill: impl FnOnce(&mut TableFile) -> Result<(), ExportError>,
    ) -> Result<(), Error> {
        let name = self.form.file(table);
        let path = self.path.join(&name);
        let made = || -> Result<(u64, Out), ExportError> {
            let out = Hashing::new(BufWriter::new(File::create_new(&path)?));
            let joining = Joining::new(self.form, table, out)?;
            let mut file = TableFile { form: self.form, batch: Batch::new(table), joining, rows: 0 };
            fill(&mut file)?;
            file.flush()?;
            Ok((file.rows, file.joining.finish()?))
        };
        let (rows, out) = made().map_err(|error| fault(error, &path))?;
        self.done(name, Some(rows), out).map_err(|error| Error::write(&path, error))
    }

    fn views(&mut self, with_staff: bool) -> Result<(), Error> {
        let path = self.path.join(VIEWS);
        let made = || -> io::Result<Out> {
            let mut out = Hashing::new(BufWriter::new(File::create_new(&path)?));
            out.write_all(views(self.form, with_staff).as_bytes())?;
            Ok(out)
        };
        let out = made().map_err(|error| Error::write(&path, error))?;
        self.done(VIEWS.to_owned(), None, out).map_err(|error| Error::write(&path, error))
    }

    fn done(&mut self, name: String, rows: Option<u64>, mut out: Out) -> io::Result<()> {
        out.flush()?;
        let (sha256, out) = out.into_parts();
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        self.written.push(Exported { name, rows, sha256 });
        Ok(())
    }
}

/// Rows of the spill that cannot be read are a different error from a file that cannot be written.
fn fault(error: ExportError, path: &Path) -> Error {
    match error {
        ExportError::Io(error) => of_rows(error, |error| Error::write(path, error)),
        other => Error::new(other.to_string()).help_if(other.help().map(str::to_owned)),
    }
}

/// The file of a table.
struct TableFile {
    form: Form,
    batch: Batch,
    joining: Joining<Out>,
    rows: u64,
}

impl TableFile {
    /// Adds rows.
    fn row(&mut self, write: impl FnOnce(&mut Batch)) -> Result<(), ExportError> {
        write(&mut self.batch);
        if self.batch.is_full() { self.flush() } else { Ok(()) }
    }

    /// Adds a row group that was made before.
    fn group(&mut self, rows: u64, group: Vec<u8>) -> Result<(), ExportError> {
        self.rows += rows;
        self.joining.append(group)
    }

    fn flush(&mut self) -> Result<(), ExportError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let rows = self.batch.len() as u64;
        let group = self.form.group(&mut self.batch)?;
        self.group(rows, group)
    }
}
