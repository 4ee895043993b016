//! The coups of an export, read back.

use parquet::file::reader::{ChunkReader, FileReader as _};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::record::{Field, Row};
use parquet::schema::types::{Type, TypePtr};

use crate::error::ExportError;
use crate::parquet_form::schema;
use crate::schema::COUPS;

/// A coup as a sample needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoupRead {
    /// As the log names it; empty where it names none, as are the next three.
    pub jurisdiction: String,
    /// As logs name it.
    pub venue: String,
    /// As logs name it.
    pub game: String,
    /// As logs name it.
    pub table: String,
    /// The day of play, by its number since 1970.
    pub gaming_day: Option<i64>,
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// Its number in the shoe.
    pub coup: Option<i64>,
    /// The log's id; empty where none is given.
    pub log: String,
    /// The path of the file, as it was given.
    pub file: String,
    /// The line of its record.
    pub line: Option<i64>,
    /// When play commenced, in microseconds, UTC.
    pub commenced: Option<i64>,
    /// The same as the venue's clock shows it.
    pub commenced_local: Option<i64>,
    /// When it was settled, in microseconds, UTC; none where that is not known.
    pub settled: Option<i64>,
    /// `player`, `banker`, `tie`, `void` or `unknown`.
    pub result: String,
    /// The most severe of its findings; none where it is clean.
    pub severity: Option<String>,
}

impl CoupRead {
    /// Jurisdiction, venue, game and table.
    #[must_use]
    pub fn table_names(&self) -> [&str; 4] {
        [&self.jurisdiction, &self.venue, &self.game, &self.table]
    }

    /// The order in which people look them up.
    pub(crate) fn order(&self) -> ([&str; 4], Option<i64>, Option<i64>, &str, Option<i64>) {
        (self.table_names(), self.gaming_day, self.commenced, &self.log, self.line)
    }
}

/// The columns that are read.
const READ: [&str; 15] = [
    "jurisdiction",
    "venue",
    "game",
    "table",
    "gaming_day",
    "shoe",
    "coup",
    "log",
    "file",
    "line",
    "commenced",
    "commenced_local",
    "settled",
    "result",
    "severity",
];

/// Goes through the coups of `coups.parquet`.
///
/// # Errors
/// What is no such file, or cannot be read.
pub fn read_coups<R: ChunkReader + 'static>(file: R, mut see: impl FnMut(CoupRead)) -> Result<(), ExportError> {
    let reader = SerializedFileReader::new(file)?;
    let whole = schema(&COUPS)?;
    if reader.metadata().file_metadata().schema_descr().root_schema_ptr() != whole {
        return Err(ExportError::Kept(COUPS.name));
    }
    let wanted = whole.get_fields().iter().filter(|field| READ.contains(&field.name()));
    let wanted: Vec<TypePtr> = wanted.cloned().collect();
    let projection = Type::group_type_builder(COUPS.name).with_fields(wanted).build()?;
    for row in reader.get_row_iter(Some(projection))? {
        see(coup(&row?));
    }
    Ok(())
}

fn coup(row: &Row) -> CoupRead {
    let mut coup = CoupRead::default();
    for (name, field) in row.get_column_iter() {
        let text = || match field {
            Field::Str(text) => Some(text.clone()),
            _ => None,
        };
        let number = || match field {
            Field::Long(number) | Field::TimestampMicros(number) => Some(*number),
            Field::Date(number) => Some(i64::from(*number)),
            _ => None,
        };
        match name.as_str() {
            "jurisdiction" => coup.jurisdiction = text().unwrap_or_default(),
            "venue" => coup.venue = text().unwrap_or_default(),
            "game" => coup.game = text().unwrap_or_default(),
            "table" => coup.table = text().unwrap_or_default(),
            "gaming_day" => coup.gaming_day = number(),
            "shoe" => coup.shoe = text(),
            "coup" => coup.coup = number(),
            "log" => coup.log = text().unwrap_or_default(),
            "file" => coup.file = text().unwrap_or_default(),
            "line" => coup.line = number(),
            "commenced" => coup.commenced = number(),
            "commenced_local" => coup.commenced_local = number(),
            "settled" => coup.settled = number(),
            "result" => coup.result = text().unwrap_or_default(),
            "severity" => coup.severity = text(),
            _ => {}
        }
    }
    coup
}
