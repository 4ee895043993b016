use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

use super::{CoupRow, CoverageOf, DayRow, ExceptionsRow, Expected, FindingRow, RegisterRow, Report, StaffRow, to_json};
use crate::tally::{OutcomeRow, RegisterSum, ShoeRow, TableTotals, sum_kind};

/// Rows as they are read from wherever they are held.
pub type RowIter<'r, T> = Box<dyn Iterator<Item = io::Result<T>> + 'r>;

/// The long parts of a report, in its order; each can be gone through as often as one likes.
pub trait Rows {
    /// Everything that does not fit.
    fn findings(&self) -> RowIter<'_, FindingRow>;
    /// Those of them whose [`FindingRow::gravity`] is this, in the same order.
    fn findings_of(&self, gravity: usize) -> RowIter<'_, FindingRow> {
        Box::new(of_gravity(self.findings(), gravity))
    }
    /// The sums of the register of irregularities.
    fn register_sums(&self) -> RowIter<'_, RegisterSum>;
    /// The register of irregularities.
    fn register(&self) -> RowIter<'_, RegisterRow>;
    /// The shoes that were played, each with its results.
    fn shoes(&self) -> RowIter<'_, ShoeRow>;
    /// The coups that findings stand at.
    fn coups(&self) -> RowIter<'_, CoupRow>;
}

/// Findings of which only those of a severity are wanted.
pub fn of_gravity<'r>(
    rows: impl Iterator<Item = io::Result<FindingRow>> + 'r,
    gravity: usize,
) -> impl Iterator<Item = io::Result<FindingRow>> + 'r {
    rows.filter(move |row| row.as_ref().map_or(true, |row| row.gravity() == gravity))
}

/// Rows that are held in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Everything that does not fit.
    pub findings: Vec<FindingRow>,
    /// The sums of the register.
    pub register_sums: Vec<RegisterSum>,
    /// The register of irregularities.
    pub register: Vec<RegisterRow>,
    /// Every shoe that was played, with its results.
    pub shoes: Vec<ShoeRow>,
    /// Only the coups that findings stand at.
    pub coups: Vec<CoupRow>,
}

impl Rows for Held {
    fn findings(&self) -> RowIter<'_, FindingRow> {
        Box::new(self.findings.iter().cloned().map(Ok))
    }

    fn register_sums(&self) -> RowIter<'_, RegisterSum> {
        Box::new(self.register_sums.iter().cloned().map(Ok))
    }

    fn register(&self) -> RowIter<'_, RegisterRow> {
        Box::new(self.register.iter().cloned().map(Ok))
    }

    fn shoes(&self) -> RowIter<'_, ShoeRow> {
        Box::new(self.shoes.iter().cloned().map(Ok))
    }

    fn coups(&self) -> RowIter<'_, CoupRow> {
        Box::new(self.coups.iter().cloned().map(Ok))
    }
}

/// Findings of which only the first so many of each code are kept, in the order of the report.
pub struct Capped<I> {
    rows: I,
    max: Option<u64>,
    passed: BTreeMap<Cow<'static, str>, u64>,
}

impl<I> Capped<I> {
    /// Keeps `max` of each code; all where none is named.
    pub fn new(rows: I, max: Option<u64>) -> Self {
        Self { rows, max, passed: BTreeMap::new() }
    }
}

impl<I: Iterator<Item = io::Result<FindingRow>>> Iterator for Capped<I> {
    type Item = io::Result<FindingRow>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let row = match self.rows.next()? {
                Ok(row) => row,
                Err(error) => return Some(Err(error)),
            };
            let Some(max) = self.max else { return Some(Ok(row)) };
            let passed = self.passed.entry(row.code.clone()).or_default();
            *passed = passed.saturating_add(1);
            if *passed <= max {
                return Some(Ok(row));
            }
        }
    }
}

/// Entries of the register of which of each kind only the first so many are kept that are found wrong, and as many
/// that are not.
pub struct CappedRegister<I> {
    rows: I,
    max: Option<u64>,
    passed: BTreeMap<(String, bool), u64>,
}

impl<I> CappedRegister<I> {
    /// Keeps `max` of each kind twice; all where none is named.
    pub fn new(rows: I, max: Option<u64>) -> Self {
        Self { rows, max, passed: BTreeMap::new() }
    }
}

impl<I: Iterator<Item = io::Result<RegisterRow>>> Iterator for CappedRegister<I> {
    type Item = io::Result<RegisterRow>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let row = match self.rows.next()? {
                Ok(row) => row,
                Err(error) => return Some(Err(error)),
            };
            let Some(max) = self.max else { return Some(Ok(row)) };
            let passed = self.passed.entry((sum_kind(&row).to_owned(), row.is_faulty())).or_default();
            *passed = passed.saturating_add(1);
            if *passed <= max {
                return Some(Ok(row));
            }
        }
    }
}

/// Writes a whole report as JSON, row by row.
///
/// # Errors
/// What `out` says, or what reading the rows says.
pub fn write_json(report: &Report, rows: &dyn Rows, out: &mut impl io::Write) -> io::Result<()> {
    let failed = RefCell::new(None);
    let played = report.played.as_ref();
    let whole = Whole {
        report,
        findings: Stream::new(rows.findings(), &failed),
        register_sums: played.map(|_| Stream::new(rows.register_sums(), &failed)),
        register: played.map(|_| Stream::new(rows.register(), &failed)),
        coverage: played.map(CoverageOf::of),
        tables: played.map(|played| played.tables.as_slice()),
        days: played.map(|played| played.days.as_slice()),
        exceptions: played.map(|played| played.exceptions.as_slice()),
        staff: played.map(|played| played.staff.as_slice()).filter(|staff| !staff.is_empty()),
        outcomes: played.map(|played| played.outcomes.as_slice()),
        expected: played.and_then(|played| played.expected.as_ref()),
        shoes: played.map(|_| Stream::new(rows.shoes(), &failed)),
        coups: played.map(|_| Stream::new(rows.coups(), &failed)),
    };
    let written = to_json(&whole, true, out);
    match failed.take() {
        Some(error) => Err(error),
        None => written,
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[schemars(rename = "Report")]
struct Whole<'r> {
    #[serde(flatten)]
    report: &'r Report,
    findings: Stream<'r, FindingRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    register_sums: Option<Stream<'r, RegisterSum>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<Stream<'r, RegisterRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<&'r [TableTotals]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<&'r [DayRow]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exceptions: Option<&'r [ExceptionsRow]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<&'r [StaffRow]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<&'r [OutcomeRow]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'r Expected>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shoes: Option<Stream<'r, ShoeRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coups: Option<Stream<'r, CoupRow>>,
}

/// A list that is written as it is read.
struct Stream<'r, T> {
    rows: RefCell<RowIter<'r, T>>,
    failed: &'r RefCell<Option<io::Error>>,
}

impl<'r, T> Stream<'r, T> {
    fn new(rows: RowIter<'r, T>, failed: &'r RefCell<Option<io::Error>>) -> Self {
        Self { rows: RefCell::new(rows), failed }
    }
}

impl<T: Serialize> Serialize for Stream<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for row in self.rows.borrow_mut().by_ref() {
            match row {
                Ok(row) => list.serialize_element(&row)?,
                Err(error) => {
                    let said = S::Error::custom(&error);
                    *self.failed.borrow_mut() = Some(error);
                    return Err(said);
                }
            }
        }
        list.end()
    }
}

impl<T: schemars::JsonSchema> schemars::JsonSchema for Stream<'_, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<T>::json_schema(generator)
    }
}

/// The JSON Schema (draft 2020-12) of `report.json`, with every member on a line of its own.
///
/// It says what a report has, not what it may not have: a reader takes keys that it does not know as if they were not
/// there.
#[must_use]
pub fn report_schema() -> String {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<Whole<'static>>();
    // A tree of strings and maps is always written.
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}
