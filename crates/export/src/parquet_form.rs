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
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
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
    // Numbers that grow are told by their differences.
    for column in table.columns.iter().filter(|column| grows(column.kind)) {
        let path = ColumnPath::from(column.name);
        built = built
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
    }
    Arc::new(built.build())
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

/// The values that are there, and where.
fn parted<T, U>(values: Vec<Option<T>>, each: impl Fn(T) -> U) -> (Vec<U>, Vec<i16>) {
    let levels = values.iter().map(|value| i16::from(value.is_some())).collect();
    (values.into_iter().flatten().map(each).collect(), levels)
}

fn write(writer: &mut SerializedColumnWriter<'_>, column: &Column, cells: Cells) -> Result<()> {
    let levels = |levels: Vec<i16>| column.optional.then_some(levels);
    match (cells, writer.untyped()) {
        (Cells::Text(texts), ColumnWriter::ByteArrayColumnWriter(out)) => {
            let Texts { known, rows, .. } = texts;
            let there = rows.iter().map(|place| i16::from(*place != NONE)).collect();
            let text = |place: &u32| known.get(usize::try_from(*place).ok()?).cloned();
            let values: Vec<ByteArray> = rows.iter().filter_map(text).collect();
            out.write_batch(&values, levels(there).as_deref(), None)?;
        }
        (Cells::Int(values), ColumnWriter::Int64ColumnWriter(out)) => {
            let (values, there) = parted(values, |value| value);
            out.write_batch(&values, levels(there).as_deref(), None)?;
        }
        (Cells::Int(values), ColumnWriter::Int32ColumnWriter(out)) => {
            let (values, there) = parted(values, |value| i32::try_from(value).unwrap_or(i32::MAX));
            out.write_batch(&values, levels(there).as_deref(), None)?;
        }
        (Cells::Int(values), ColumnWriter::BoolColumnWriter(out)) => {
            let (values, there) = parted(values, |value| value != 0);
            out.write_batch(&values, levels(there).as_deref(), None)?;
        }
        (Cells::Wide(values), ColumnWriter::FixedLenByteArrayColumnWriter(out)) => {
            let bytes = |value: i128| FixedLenByteArray::from(value.to_be_bytes().to_vec());
            let (values, there) = parted(values, bytes);
            out.write_batch(&values, levels(there).as_deref(), None)?;
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
