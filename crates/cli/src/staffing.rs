//! Who was on duty, as the command line requests it.

use std::path::Path;

use resettle_console::notice::Notice;
use resettle_oversight::staffing::Staffing;
use resettle_report::document::GivenRow;
use resettle_report::print::neutral;
use resettle_run::{Known, TableLogs};
use resettle_sealed_log::Open;

use crate::args::StaffArgs;
use crate::error::{Error, shown};
use crate::files;
use crate::judging::StaffAsked;
use crate::spelling::counted;

/// How many tables without a log are named.
const MOST_SHOWN: usize = 10;

/// What is reported about who was on duty.
pub struct StaffUse {
    without: bool,
    file: Option<(Staffing, String, String)>,
}

impl StaffUse {
    /// Reads the staffing file, if one is named; all its faults are reported.
    pub fn of(args: &StaffArgs) -> Result<Self, Error> {
        let file = args.staffing.as_deref().map(read).transpose()?;
        Ok(Self { without: args.without_staff, file })
    }

    /// Whether anything is reported about it.
    pub fn is_reported(&self) -> bool {
        !self.without
    }

    /// What tables are judged by.
    pub fn asked(&self) -> Option<StaffAsked<'_>> {
        let file = self.file.as_ref().map(|(staffing, path, _)| (staffing, path.as_str()));
        self.is_reported().then_some(StaffAsked { file })
    }

    /// Reports on standard error which tables named by the staffing file have no log: a typing error in a name leaves a
    /// table without staff.
    pub fn report_strange<'t>(&self, logs: impl IntoIterator<Item = &'t Known>) {
        let Some((staffing, name)) = self.used() else { return };
        let there: Vec<_> = logs.into_iter().filter_map(|log| log.open.as_ref()).map(|(open, _)| names(open)).collect();
        let (strange, all) = staffing.strange(&there);
        if strange.is_empty() {
            return;
        }
        let named = strange.iter().take(MOST_SHOWN).map(|one| {
            let game = one.game.map_or_else(String::new, |game| format!(" {game}"));
            neutral(&format!("{}{game} {}", one.venue, one.table))
        });
        let more = strange.len().saturating_sub(MOST_SHOWN);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        let count = strange.len();
        let named = named.collect::<Vec<_>>().join(", ");
        anstream::eprintln!(
            "{name}: no log is of {count} of the {} that it names: {named}{more}",
            counted(all, "table")
        );
    }

    /// Reports if the staffing file names none of the tables that are judged.
    pub fn report_idle<'t>(&self, judged: impl IntoIterator<Item = &'t TableLogs>) {
        let Some((staffing, name)) = self.used() else { return };
        let judged: Vec<_> = judged.into_iter().filter_map(TableLogs::open).map(names).collect();
        let (strange, all) = staffing.strange(&judged);
        if strange.len() == all && !judged.is_empty() {
            Notice::new(format!(
                "{name} names none of the tables that are judged: it says who was on duty at none of them"
            ))
            .help("venue, game and table stand there as the `open` of a log names them")
            .say();
        }
    }

    /// The staffing file, with its name as people may read it.
    fn used(&self) -> Option<(&Staffing, String)> {
        let (staffing, name, _) = self.file.as_ref().filter(|_| !self.without)?;
        Some((staffing, neutral(name)))
    }

    /// It as the report lists what judged.
    pub fn given(&self) -> Option<GivenRow> {
        let option = |option: &str| option.to_owned();
        match &self.file {
            _ if self.without => Some(GivenRow { option: option("--without-staff"), value: None, sha256: None }),
            Some((_, path, sha256)) => {
                Some(GivenRow { option: option("--staffing"), value: Some(path.clone()), sha256: Some(sha256.clone()) })
            }
            None => None,
        }
    }

    /// What results depend on: whether it is reported, and the hash of the file.
    pub fn state(&self) -> &str {
        match &self.file {
            _ if self.without => "none",
            Some((_, _, sha256)) => sha256,
            None => "logs",
        }
    }
}

fn names(open: &Open) -> (&str, &str, &str) {
    (&open.venue, &open.game, &open.table)
}

fn read(path: &Path) -> Result<(Staffing, String, String), Error> {
    let bytes = files::bytes(path)?;
    let staffing = Staffing::parse(&bytes).map_err(|faults| {
        let lines = faults.iter().map(|fault| neutral(&format!("  {}, {fault}", shown(path))));
        Error::new(format!("{} cannot be used as a staffing file", shown(path)))
            .listing(lines)
            .help("the columns are venue, game (may lack), table, from, to, dealer, supervisor, shift")
    })?;
    // Units are judged on machines where it has another path, and give the same bytes.
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((staffing, name.to_string_lossy().into_owned(), files::sha256(&bytes)))
}
