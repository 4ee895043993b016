//! Columns whose rows share few values, written as one dictionary and one page of places in it.
//!
//! The library looks every value of every row up in its dictionary; here that is known already, and rows that agree
//! are written together. The bytes of pages and what is said of them are the library's to write.

use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, FixedLenByteArray};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::hybrid::{Hybrid, width};
use crate::batch::{NONE, Numbers, Runs, Texts};

/// The values of a column and the rows that have them.
pub(super) struct Repeated<'c> {
    /// None for truths, whose places are themselves.
    dictionary: Option<Dictionary>,
    runs: &'c Runs,
    /// None where nobody looks for a value.
    statistics: Option<Statistics>,
}

/// Values, each once.
struct Dictionary {
    /// As Parquet's `PLAIN` has them.
    plain: Vec<u8>,
    values: u32,
}

impl<'c> Repeated<'c> {
    /// Texts; `sought` where their least and greatest help who looks for one.
    pub(super) fn texts(texts: &'c Texts, sought: bool) -> Self {
        let mut plain = Vec::new();
        for text in &texts.known {
            plain.extend(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
            plain.extend(text.as_bytes());
        }
        let known: Vec<&str> = texts.known.iter().map(|text| &**text).collect();
        let statistics = sought.then(|| Statistics::ByteArray(bounds(&known, &texts.runs, ByteArray::from)));
        Self::of(plain, texts.known.len(), &texts.runs, statistics)
    }

    /// Numbers of 64 bits.
    pub(super) fn ints(ints: &'c Numbers<i64>) -> Self {
        let plain = ints.known.iter().flat_map(|int| int.to_le_bytes()).collect();
        let statistics = Some(Statistics::Int64(bounds(&ints.known, &ints.runs, |int| int)));
        Self::of(plain, ints.known.len(), &ints.runs, statistics)
    }

    /// Days, by their numbers since 1970.
    pub(super) fn days(days: &'c Numbers<i64>) -> Self {
        let day = |day: i64| i32::try_from(day).unwrap_or(i32::MAX);
        let plain = days.known.iter().flat_map(|number| day(*number).to_le_bytes()).collect();
        let statistics = Some(Statistics::Int32(bounds(&days.known, &days.runs, day)));
        Self::of(plain, days.known.len(), &days.runs, statistics)
    }

    /// Decimals, by their last digit.
    pub(super) fn decimals(decimals: &'c Numbers<i128>) -> Self {
        let plain = decimals.known.iter().flat_map(|decimal| decimal.to_be_bytes()).collect();
        let bytes = |decimal: i128| FixedLenByteArray::from(decimal.to_be_bytes().to_vec());
        let statistics = Some(Statistics::FixedLenByteArray(bounds(&decimals.known, &decimals.runs, bytes)));
        Self::of(plain, decimals.known.len(), &decimals.runs, statistics)
    }

    fn of(plain: Vec<u8>, values: usize, runs: &'c Runs, statistics: Option<Statistics>) -> Self {
        let values = u32::try_from(values).unwrap_or(u32::MAX);
        Self { dictionary: Some(Dictionary { plain, values }), runs, statistics }
    }

    /// Truths: place 1 is true.
    pub(super) fn flags(runs: &'c Runs) -> Self {
        let least = runs.there().map(|(place, _)| place == 1).min();
        let greatest = runs.there().map(|(place, _)| place == 1).max();
        let about = ValueStatistics::new(least, greatest, None, Some(runs.lacking()), false);
        Self { dictionary: None, runs, statistics: Some(Statistics::Boolean(about)) }
    }

    /// The page of rows: which of them have a value, then which.
    fn page(&self, optional: bool) -> Vec<u8> {
        let mut page = Vec::new();
        if optional {
            let mut levels = Hybrid::new(Vec::new(), width(1));
            self.runs.iter().for_each(|(place, rows)| levels.push(u32::from(place != NONE), rows));
            let levels = levels.finish();
            page.extend(u32::try_from(levels.len()).unwrap_or(u32::MAX).to_le_bytes());
            page.extend(levels);
        }
        let Some(dictionary) = &self.dictionary else {
            page.extend(bits(self.runs));
            return page;
        };
        let width = width(dictionary.values.saturating_sub(1));
        page.push(width);
        let mut places = Hybrid::new(page, width);
        self.runs.there().for_each(|(place, rows)| places.push(place, rows));
        places.finish()
    }
}

fn bounds<N: Copy + Ord, V>(known: &[N], runs: &Runs, value: impl Fn(N) -> V) -> ValueStatistics<V> {
    let (least, greatest) = (known.iter().min().copied(), known.iter().max().copied());
    ValueStatistics::new(least.map(&value), greatest.map(&value), None, Some(runs.lacking()), false)
}

/// Truths as Parquet's `PLAIN` has them: a bit each, the lowest first.
fn bits(runs: &Runs) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut byte, mut filled) = (0, 0);
    for (place, rows) in runs.there() {
        for _ in 0..rows {
            byte |= u8::from(place == 1) << filled;
            filled += 1;
            if filled == u8::BITS {
                out.push(byte);
                (byte, filled) = (0, 0);
            }
        }
    }
    if filled > 0 {
        out.push(byte);
    }
    out
}

/// Writes columns one after the other.
pub(super) struct Chunks {
    snappy: snap::raw::Encoder,
}

impl Chunks {
    pub(super) fn new() -> Self {
        Self { snappy: snap::raw::Encoder::new() }
    }

    /// The bytes of a column, and what has to be said of them.
    pub(super) fn chunk(&mut self, about: ColumnDescPtr, column: &Repeated<'_>) -> Result<(Bytes, ColumnCloseResult)> {
        let rows = column.runs.len();
        let num_values = u32::try_from(rows).map_err(|_| ParquetError::General("too many rows".to_owned()))?;
        let mut sink = TrackedWrite::new(Vec::new());
        let mut pages = SerializedPageWriter::new(&mut sink);
        let mut written = Pages::default();
        let mut encodings = vec![Encoding::RLE];
        if let Some(dictionary) = &column.dictionary {
            let buf = self.compressed(&dictionary.plain)?;
            let (num_values, encoding) = (dictionary.values, Encoding::PLAIN);
            let page = Page::DictionaryPage { buf, num_values, encoding, is_sorted: false };
            written.add(&pages.write_page(CompressedPage::new(page, dictionary.plain.len()))?);
            encodings.push(Encoding::RLE_DICTIONARY);
        }
        encodings.push(Encoding::PLAIN);
        let plain = column.page(about.max_def_level() > 0);
        let page = Page::DataPage {
            buf: self.compressed(&plain)?,
            num_values,
            encoding: if column.dictionary.is_some() { Encoding::RLE_DICTIONARY } else { Encoding::PLAIN },
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let data = pages.write_page(CompressedPage::new(page, plain.len()))?;
        written.add(&data);
        pages.close()?;
        let mut metadata = ColumnChunkMetaData::builder(about)
            .set_compression(Compression::SNAPPY)
            .set_encodings(encodings)
            .set_total_compressed_size(written.compressed)
            .set_total_uncompressed_size(written.uncompressed)
            .set_num_values(i64::from(num_values))
            .set_data_page_offset(i64::try_from(data.offset).unwrap_or(i64::MAX))
            .set_dictionary_page_offset(column.dictionary.as_ref().map(|_| 0));
        if let Some(statistics) = &column.statistics {
            metadata = metadata.set_statistics(statistics.clone());
        }
        let bytes = Bytes::from(sink.into_inner()?);
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((bytes, close))
    }

    fn compressed(&mut self, plain: &[u8]) -> Result<Bytes> {
        let packed = self.snappy.compress_vec(plain).map_err(|error| ParquetError::External(Box::new(error)))?;
        Ok(Bytes::from(packed))
    }
}

/// How long the pages are, their heads among them.
#[derive(Default)]
struct Pages {
    compressed: i64,
    uncompressed: i64,
}

impl Pages {
    fn add(&mut self, page: &PageWriteSpec) {
        let length = |bytes: usize| i64::try_from(bytes).unwrap_or(i64::MAX);
        self.compressed = self.compressed.saturating_add(length(page.compressed_size));
        self.uncompressed = self.uncompressed.saturating_add(length(page.uncompressed_size));
    }
}
