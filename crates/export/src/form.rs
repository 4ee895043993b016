use std::io::Write;

use crate::batch::Batch;
use crate::error::ExportError;
use crate::schema::ExportTable;
use crate::{csv_form, parquet_form};

/// Whether Parquet is written: it is a tenth of the program, which a page has no room for.
const HAS_PARQUET: bool = cfg!(not(target_family = "wasm"));

/// How tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Parquet, packed with Snappy.
    Parquet,
    /// CSV with a first line of names.
    Csv,
}

impl Form {
    /// How its files end.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }

    /// The name of a table's file.
    #[must_use]
    pub fn file(self, table: &ExportTable) -> String {
        format!("{}.{}", table.name, self.ending())
    }

    /// Takes the rows out, as [`Joining::append`] wants them.
    ///
    /// # Errors
    /// [`ExportError::Shape`] where a row lacks a column.
    pub fn group(self, batch: &mut Batch) -> Result<Vec<u8>, ExportError> {
        let table = batch.table();
        let cells = batch.take()?;
        match self {
            Self::Parquet if HAS_PARQUET => Ok(parquet_form::group(table, &cells)?),
            Self::Parquet => Err(ExportError::NoParquet),
            Self::Csv => csv_form::group(table, &cells),
        }
    }
}

/// Puts row groups into the file of their table, one after the other.
pub struct Joining<W: Write + Send>(Inner<W>);

enum Inner<W: Write + Send> {
    Parquet(parquet_form::Joined<W>),
    Csv(W),
}

impl<W: Write + Send> Joining<W> {
    /// Begins the file of a table.
    ///
    /// # Errors
    /// What `out` says.
    pub fn new(form: Form, table: &'static ExportTable, mut out: W) -> Result<Self, ExportError> {
        Ok(Self(match form {
            Form::Parquet if HAS_PARQUET => Inner::Parquet(parquet_form::Joined::new(table, out)?),
            Form::Parquet => return Err(ExportError::NoParquet),
            Form::Csv => {
                out.write_all(&csv_form::head(table)?)?;
                Inner::Csv(out)
            }
        }))
    }

    /// Takes over what [`Form::group`] made of rows of the same table.
    ///
    /// # Errors
    /// What `out` says; [`ExportError::Kept`] where the rows have other columns.
    pub fn append(&mut self, group: Vec<u8>) -> Result<(), ExportError> {
        match &mut self.0 {
            Inner::Parquet(joined) if HAS_PARQUET => joined.append(group),
            Inner::Parquet(_) => Err(ExportError::NoParquet),
            Inner::Csv(out) => Ok(out.write_all(&group)?),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What `out` says.
    pub fn finish(self) -> Result<W, ExportError> {
        match self.0 {
            Inner::Parquet(joined) if HAS_PARQUET => Ok(joined.finish()?),
            Inner::Parquet(_) => Err(ExportError::NoParquet),
            Inner::Csv(mut out) => {
                out.flush()?;
                Ok(out)
            }
        }
    }
}
