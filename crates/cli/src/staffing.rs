//! Who was on duty, as the command line asks for it.

use std::path::Path;

use resettle_oversight::staffing::Staffing;
use resettle_report::print::neutral;

use crate::args::StaffArgs;
use crate::error::{Error, shown};
use crate::files;
use crate::judging::StaffAsked;

/// What is reported of who was on duty.
pub struct StaffUse {
    without: bool,
    file: Option<(Staffing, String, String)>,
}

impl StaffUse {
    /// Reads the staffing file, where one is named; all its faults are reported.
    pub fn of(args: &StaffArgs) -> Result<Self, Error> {
        let file = args.staffing.as_deref().map(read).transpose()?;
        Ok(Self { without: args.without_staff, file })
    }

    /// Whether anything is reported of it.
    pub fn is_reported(&self) -> bool {
        !self.without
    }

    /// By what tables are judged.
    pub fn asked(&self) -> Option<StaffAsked<'_>> {
        let file = self.file.as_ref().map(|(staffing, path, _)| (staffing, path.as_str()));
        self.is_reported().then_some(StaffAsked { file })
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

fn read(path: &Path) -> Result<(Staffing, String, String), Error> {
    let bytes = files::bytes(path)?;
    let staffing = Staffing::parse(&bytes).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| neutral(&format!("  {}, {fault}", shown(path)))).collect();
        Error::Plain(format!(
            "{} cannot be used as a staffing file\n{}\n  help: the columns are venue, game (may lack), table, from, to, dealer, supervisor, shift",
            shown(path),
            lines.join("\n")
        ))
    })?;
    // Units are judged on machines where it lies elsewhere, and give the same bytes.
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((staffing, name.to_string_lossy().into_owned(), files::sha256(&bytes)))
}
