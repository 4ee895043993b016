use std::io;

/// Why a table could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file could not be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Parquet could not be written or put together.
    #[error("the Parquet file could not be made: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// It is not written in a page.
    #[error("no Parquet is written in a page")]
    NoParquet,
    /// CSV could not be written.
    #[error("the CSV file could not be made: {0}")]
    Csv(#[from] csv::Error),
    /// A row does not have the columns of its table: a fault of this program.
    #[error("a row of `{0}` does not have its columns; this is a fault of Resettle")]
    Shape(&'static str),
    /// Rows that were kept do not have the columns of their table.
    #[error("rows of `{0}` that were kept before have other columns")]
    Kept(&'static str),
}

impl ExportError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::NoParquet => Some("name the form: --export-format csv"),
            Self::Kept(_) => Some("judge the logs again"),
            _ => None,
        }
    }
}
