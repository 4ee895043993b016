//! Files to rows: what is not a row of its file is reported, and left out with all that refers to it.

mod cells;
mod known;
mod table;

use resettle_sealed_log::{Digest, Time};

use crate::csv::CsvFault;

pub(crate) use cells::Cells;
pub(crate) use known::{Known, Target};
pub(crate) use table::{Knowns, Table, alone, rows};

/// The longest file that is read, in bytes.
pub const MAX_FILE: usize = 64 * 1024 * 1024;

/// A row of a register's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The file's name.
    pub file: &'static str,
    /// The line on which it begins; the header is line 1.
    pub line: u64,
    /// SHA-256 of its bytes without the end of its line.
    pub sha256: Digest,
}

/// A row that is out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Which row of which file.
    pub at: RowPlace,
    /// The promotion that it names, where that can be read.
    pub promotion: Option<String>,
    /// The same for the id that it has within its promotion.
    pub item: Option<String>,
    /// Everything that is wrong with it, in the order of its cells.
    pub faults: Vec<CsvFault>,
}

/// A row that records something later than the time up to which its register records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Later {
    /// Which row of which file.
    pub(crate) at: RowPlace,
    /// The promotion that it names.
    pub(crate) promotion: Option<String>,
    /// The id that it has within its promotion.
    pub(crate) item: Option<String>,
    /// The columns that are later, with their times.
    pub(crate) times: Vec<(String, Time)>,
}

/// `register.csv` is missing, or is not the header of a register.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// There is no such file.
    #[error("the folder holds no register.csv")]
    Missing,
    /// It holds no row, or several.
    #[error("register.csv holds {0} rows, and a register has one")]
    Rows(usize),
    /// Its header or its row has faults.
    #[error("register.csv has faults")]
    Faults(Vec<CsvFault>),
}
