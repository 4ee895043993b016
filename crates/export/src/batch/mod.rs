//! Rows of one table, held column by column until there are enough of them for a row group.

mod known;
mod runs;

use std::mem;

use resettle_oversight::staffing::Duty;
use resettle_oversight::{micros, number_of_date, parse_date};
use resettle_report::columns::{At, Column, Head, Kind, Value};
use resettle_sealed_log::Time;

pub(crate) use self::known::{Numbers, Texts};
pub(crate) use self::runs::{NONE, Runs};
use crate::error::ExportError;
use crate::schema::ExportTable;

/// So many rows make a row group. A thread holds at most so many of each table.
pub const ROW_GROUP: usize = 32 * 1024;

/// Rows of one table.
#[derive(Debug)]
pub struct Batch {
    table: &'static ExportTable,
    columns: Vec<Cells>,
    rows: usize,
    /// Whether a row did not fit its table.
    misshapen: bool,
}

/// The values of one column.
#[derive(Debug)]
pub(crate) enum Cells {
    /// Texts, most of which stand in many rows.
    Text(Texts),
    /// Texts, nearly each another.
    Various(Each<Box<str>>),
    /// Whole numbers and days.
    Int(Numbers<i64>),
    /// Numbers and moments that grow, nearly each another.
    Grows(Each<i64>),
    /// Truths: place 1 is true, place 0 is false.
    Flag(Runs),
    /// Decimals, by their last digit.
    Wide(Numbers<i128>),
}

/// Values, of which each row that has one has its own.
#[derive(Debug)]
pub(crate) struct Each<V> {
    pub(crate) values: Vec<V>,
    /// Which rows have one: their place is 0.
    pub(crate) runs: Runs,
}

impl<V> Default for Each<V> {
    fn default() -> Self {
        Self { values: Vec::new(), runs: Runs::default() }
    }
}

impl<V: Clone> Each<V> {
    fn push(&mut self, value: Option<V>) {
        self.runs.push(if value.is_some() { 0 } else { NONE });
        self.values.extend(value);
    }

    fn again(&mut self) -> Option<()> {
        self.runs.again()?;
        if self.runs.last() != Some(NONE) {
            self.values.push(self.values.last()?.clone());
        }
        Some(())
    }
}

impl Cells {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Texts::default()),
            Kind::Various => Self::Various(Each::default()),
            Kind::Int | Kind::Day => Self::Int(Numbers::default()),
            Kind::Serial | Kind::Instant | Kind::Local => Self::Grows(Each::default()),
            Kind::Flag => Self::Flag(Runs::default()),
            Kind::Decimal | Kind::Big => Self::Wide(Numbers::default()),
        }
    }

    /// What the row before has; none where there is none.
    fn again(&mut self) -> Option<()> {
        match self {
            Self::Text(texts) => texts.runs.again(),
            Self::Various(texts) => texts.again(),
            Self::Int(ints) => ints.runs.again(),
            Self::Grows(ints) => ints.again(),
            Self::Flag(runs) => runs.again(),
            Self::Wide(decimals) => decimals.runs.again(),
        }
    }

    /// Which rows have a value.
    pub(crate) fn runs(&self) -> &Runs {
        match self {
            Self::Text(texts) => &texts.runs,
            Self::Various(texts) => &texts.runs,
            Self::Int(ints) => &ints.runs,
            Self::Grows(ints) => &ints.runs,
            Self::Flag(runs) => runs,
            Self::Wide(decimals) => &decimals.runs,
        }
    }
}

impl Batch {
    /// No rows yet.
    #[must_use]
    pub fn new(table: &'static ExportTable) -> Self {
        Self { table, columns: columns(table), rows: 0, misshapen: false }
    }

    /// The table whose columns its rows have.
    #[must_use]
    pub fn table(&self) -> &'static ExportTable {
        self.table
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Whether there are enough for a row group.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.rows >= ROW_GROUP
    }

    /// Begins a row; its values follow in the order of the columns.
    pub fn row(&mut self) -> RowWriter<'_> {
        self.rows += 1;
        RowWriter { columns: self.columns.iter_mut(), misshapen: &mut self.misshapen }
    }

    /// Adds a row of a list of the report.
    pub(crate) fn list<R>(&mut self, columns: &[&Column<R>], at: &At<'_, R>) {
        let mut row = self.row();
        for column in columns {
            row.value(column.head.kind, &(column.read)(at));
        }
    }

    /// Takes the rows out.
    pub(crate) fn take(&mut self) -> Result<Vec<Cells>, ExportError> {
        let cells = mem::replace(&mut self.columns, columns(self.table));
        let rows = mem::take(&mut self.rows);
        let fits = |(cells, column): (&Cells, &Head)| {
            cells.runs().len() == rows && (column.optional || cells.runs().lacking() == 0)
        };
        if mem::take(&mut self.misshapen) || !cells.iter().zip(&*self.table.columns).all(fits) {
            return Err(ExportError::Shape(self.table.name));
        }
        Ok(cells)
    }
}

fn columns(table: &ExportTable) -> Vec<Cells> {
    table.columns.iter().map(|column| Cells::of(column.kind)).collect()
}

/// A row that is being written. What does not fit the columns is reported when the rows are taken out.
pub struct RowWriter<'b> {
    columns: std::slice::IterMut<'b, Cells>,
    misshapen: &'b mut bool,
}

impl RowWriter<'_> {
    /// A text, or none.
    pub fn text<'t>(&mut self, text: impl Into<Option<&'t str>>) -> &mut Self {
        match self.columns.next() {
            Some(Cells::Text(texts)) => texts.push(text.into()),
            Some(Cells::Various(texts)) => texts.push(text.into().map(Box::from)),
            _ => *self.misshapen = true,
        }
        self
    }

    /// So many values are those of the row before.
    pub fn again(&mut self, values: usize) -> &mut Self {
        for _ in 0..values {
            if self.columns.next().and_then(Cells::again).is_none() {
                *self.misshapen = true;
            }
        }
        self
    }

    /// Who was on duty, where the table has columns for it.
    pub fn duty(&mut self, duty: &Duty) -> &mut Self {
        if self.columns.len() == 0 {
            return self;
        }
        self.text(duty.dealer.as_deref()).text(duty.supervisor.as_deref()).text(duty.shift.as_deref())
    }

    /// A number, a day by its number since 1970, or a moment in microseconds.
    pub fn int(&mut self, value: impl Into<Option<i64>>) -> &mut Self {
        match self.columns.next() {
            Some(Cells::Int(ints)) => ints.push(value.into()),
            Some(Cells::Grows(ints)) => ints.push(value.into()),
            _ => *self.misshapen = true,
        }
        self
    }

    /// A number that cannot be below zero. One beyond 63 bits is none.
    pub fn nat(&mut self, value: impl Into<Option<u64>>) -> &mut Self {
        self.int(value.into().and_then(|value| i64::try_from(value).ok()))
    }

    /// An amount of minor units. One beyond 64 bits is none.
    pub fn amount(&mut self, value: impl Into<Option<i128>>) -> &mut Self {
        self.int(value.into().and_then(|value| i64::try_from(value).ok()))
    }

    /// Yes or no.
    pub fn flag(&mut self, value: impl Into<Option<bool>>) -> &mut Self {
        match self.columns.next() {
            Some(Cells::Flag(runs)) => runs.push(value.into().map_or(NONE, u32::from)),
            _ => *self.misshapen = true,
        }
        self
    }

    /// What a column of the report's lists says of a row. A number beyond 64 bits is none, and so is a moment that is none.
    fn value(&mut self, kind: Kind, value: &Value<'_>) {
        match kind {
            Kind::Text | Kind::Various => match value {
                Value::None => self.text(None),
                Value::List(texts) => self.text(texts.join(",").as_str()),
                Value::Note(note) => self.text(note.kind.as_str()),
                other => self.text(&*other.words()),
            },
            Kind::Instant | Kind::Local => match value {
                Value::Moment(text) => self.int(Time::parse(text).ok().and_then(|time| micros(time.moment().nanos))),
                _ => self.int(None),
            },
            Kind::Int | Kind::Serial | Kind::Day => match value {
                Value::Whole(number) => self.amount(*number),
                Value::Date(day) => self.int(parse_date(day).and_then(number_of_date)),
                _ => self.int(None),
            },
            Kind::Flag => match value {
                Value::Flag(flag) => self.flag(*flag),
                _ => self.flag(None),
            },
            Kind::Decimal | Kind::Big => match value {
                Value::Whole(number) => self.wide(Some(*number)),
                _ => self.wide(None),
            },
        };
    }

    /// A decimal, by its last digit.
    pub fn wide(&mut self, value: Option<i128>) -> &mut Self {
        match self.columns.next() {
            Some(Cells::Wide(decimals)) => decimals.push(value),
            _ => *self.misshapen = true,
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::CARDS;

    #[test]
    fn a_row_that_lacks_a_column_is_reported() {
        let mut batch = Batch::new(&CARDS);
        batch.row().text("mbs").text("T1");
        assert!(matches!(batch.take(), Err(ExportError::Shape("cards"))));
        batch.row().int(3);
        assert!(matches!(batch.take(), Err(ExportError::Shape("cards"))));
        batch.row().again(CARDS.columns.len());
        assert!(matches!(batch.take(), Err(ExportError::Shape("cards"))));
        assert!(batch.take().is_ok());
    }
}
