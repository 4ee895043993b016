//! Rows as Parquet: row groups that stand alone while they wait, and are put into one file unchanged.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter};
use parquet::data_type::{ByteArray, FixedLenByteArray};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::batch::{Cells, NONE, Texts};
use crate::error::ExportError;
use crate::schema::{Column, Kind, SCALE, Table};

/// What the files say of who made them. No version and no time: the same rows are the same bytes.
const MADE_BY: &str = "resettle";

/// Digits of decimals.
const PRECISION: i32 = 38;
/// So many texts are written at a time: as many as the library takes at once.
const AT_A_TIME: usize = 1024;

/// Bytes of decimals.
const WIDTH: i32 = 16;

/// The schema of a table.
pub(crate) fn schema(table: &Table) -> Result<TypePtr> {
    let fields: Result<Vec<TypePtr>> = table.columns.iter().map(|column| Ok(Arc::new(field(column)?))).collect();
    Ok(Arc::new(Type::group_type_builder(table.name).with_fields(fields?).build()?))
}

fn field(column: &Column) -> Result<Type> {
    let stamp = |utc| LogicalType::timestamp(utc, TimeUnit::MICROS);
    let decimal = |scale| LogicalType::decimal(scale, PRECISION);
    let (physical, logical) = match column.kind {
        Kind::Text | Kind::Various => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Int | Kind::Serial => (Physical::INT64, None),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Day => (Physical::INT32, Some(LogicalType::Date)),
        Kind::Instant => (Physical::INT64, Some(stamp(true))),
        Kind::Local => (Physical::INT64, Some(stamp(false))),
        Kind::Decimal => (Physical::FIXED_LEN_BYTE_ARRAY, Some(decimal(i32::try_from(SCALE).unwrap_or(0)))),
        Kind::Big => (Physical::FIXED_LEN_BYTE_ARRAY, Some(decimal(0))),
    };
    let mut built = Type::primitive_type_builder(column.name, physical)
        .with_repetition(if column.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED })
        .with_logical_type(logical);
    if matches!(column.kind, Kind::Decimal | Kind::Big) {
        let scale = i32::try_from(column.kind.scale()).unwrap_or(0);
        built = built.with_length(WIDTH).with_precision(PRECISION).with_scale(scale);
    }
    built.build()
}

fn properties(table: &Table) -> WriterPropertiesPtr {
    let mut built = WriterProperties::builder()
        .set_created_by(MADE_BY.to_owned())
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    // Who looks for a text looks for one of these; the least and the greatest of the others say nothing.
    let sought = ["jurisdiction", "venue", "game", "table", "shoe", "file"];
    for column in table.columns.iter().filter(|column| is_text(column.kind) && !sought.contains(&column.name)) {
        built = built.set_column_statistics_enabled(ColumnPath::from(column.name), EnabledStatistics::None);
    }
    // Numbers that grow are told by their differences.
    for column in table.columns.iter().filter(|column| grows(column.kind)) {
        let path = ColumnPath::from(column.name);
        built = built
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
    }
    for column in table.columns.iter().filter(|column| column.kind == Kind::Various) {
        built = built.set_column_dictionary_enabled(ColumnPath::from(column.name), false);
    }
    Arc::new(built.build())
}

fn is_text(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Various)
}

fn grows(kind: Kind) -> bool {
    matches!(kind, Kind::Serial | Kind::Instant | Kind::Local)
}

/// A row group, as a file of its own.
pub(crate) fn group(table: &Table, cells: Vec<Cells>) -> Result<Vec<u8>> {
    let mut writer = SerializedFileWriter::new(Vec::new(), schema(table)?, properties(table))?;
    let mut group = writer.next_row_group()?;
    for (column, cells) in table.columns.iter().zip(cells) {
        let mut writer = group.next_column()?.ok_or_else(|| ParquetError::General("a column lacks".to_owned()))?;
        write(&mut writer, column, cells)?;
        writer.close()?;
    }
    group.close()?;
    writer.into_inner()
}

/// The values that are there.
fn there<T, U>(values: Vec<Option<T>>, each: impl Fn(T) -> U) -> Vec<U> {
    values.into_iter().flatten().map(each).collect()
}

/// Where a value is; nothing where one always is.
fn levels<T>(column: &Column, values: &[T], is_there: impl Fn(&T) -> bool) -> Option<Vec<i16>> {
    column.optional.then(|| values.iter().map(|value| i16::from(is_there(value))).collect())
}

/// Decimals as bytes, all in one place.
fn decimals(values: &[Option<i128>]) -> Vec<FixedLenByteArray> {
    let bytes: Vec<u8> = values.iter().flatten().flat_map(|value| value.to_be_bytes()).collect();
    let mut bytes = bytes::Bytes::from(bytes);
    let mut out = Vec::with_capacity(values.len());
    while !bytes.is_empty() {
        let width = bytes.len().min(size_of::<i128>());
        out.push(FixedLenByteArray::from(ByteArray::from(bytes.split_to(width))));
    }
    out
}

fn write(writer: &mut SerializedColumnWriter<'_>, column: &Column, cells: Cells) -> Result<()> {
    match (cells, writer.untyped()) {
        (Cells::Text(texts), ColumnWriter::ByteArrayColumnWriter(out)) => {
            let Texts { known, rows, various, .. } = texts;
            let levels = levels(column, &rows, |place| *place != NONE);
            if various {
                out.write_batch(&known, levels.as_deref(), None)?;
                return Ok(());
            }
            let text = |place: &u32| known.get(usize::try_from(*place).ok()?).cloned();
            // A few at a time: all of them take more room than the processor has nearby.
            let mut values: Vec<ByteArray> = Vec::with_capacity(AT_A_TIME);
            for (nth, rows) in rows.chunks(AT_A_TIME).enumerate() {
                let levels = levels.as_ref().and_then(|levels| levels.chunks(AT_A_TIME).nth(nth));
                // Where all rows have the one text, it is there from the rows before.
                if known.len() != 1 || levels.is_some_and(|levels| levels.contains(&0)) || values.len() != rows.len() {
                    values.clear();
                    values.extend(rows.iter().filter_map(text));
                }
                out.write_batch(&values, levels, None)?;
            }
        }
        (Cells::Int(values), ColumnWriter::Int64ColumnWriter(out)) => {
            let levels = levels(column, &values, Option::is_some);
            out.write_batch(&there(values, |value| value), levels.as_deref(), None)?;
        }
        (Cells::Int(values), ColumnWriter::Int32ColumnWriter(out)) => {
            let levels = levels(column, &values, Option::is_some);
            let values = there(values, |value| i32::try_from(value).unwrap_or(i32::MAX));
            out.write_batch(&values, levels.as_deref(), None)?;
        }
        (Cells::Int(values), ColumnWriter::BoolColumnWriter(out)) => {
            let levels = levels(column, &values, Option::is_some);
            out.write_batch(&there(values, |value| value != 0), levels.as_deref(), None)?;
        }
        (Cells::Wide(values), ColumnWriter::FixedLenByteArrayColumnWriter(out)) => {
            let levels = levels(column, &values, Option::is_some);
            out.write_batch(&decimals(&values), levels.as_deref(), None)?;
        }
        _ => return Err(ParquetError::General(format!("column `{}` has values of another type", column.name))),
    }
    Ok(())
}

/// Puts row groups into one file.
pub(crate) struct Joined<W: Write + Send> {
    table: &'static Table,
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> Joined<W> {
    pub(crate) fn new(table: &'static Table, out: W) -> Result<Self> {
        Ok(Self { table, writer: SerializedFileWriter::new(out, schema(table)?, properties(table))? })
    }

    /// Takes a row group over as it is.
    pub(crate) fn append(&mut self, group: Vec<u8>) -> std::result::Result<(), ExportError> {
        let group = bytes::Bytes::from(group);
        let about = ParquetMetaDataReader::new().parse_and_finish(&group)?;
        if about.file_metadata().schema_descr().root_schema_ptr() != schema(self.table)? {
            return Err(ExportError::Kept(self.table.name));
        }
        for rows in about.row_groups() {
            let mut out = self.writer.next_row_group()?;
            for column in rows.columns() {
                let close = ColumnCloseResult {
                    bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                    rows_written: u64::try_from(rows.num_rows()).unwrap_or(0),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                out.append_column(&group, close)?;
            }
            out.close()?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<W> {
        self.writer.into_inner()
    }
}
