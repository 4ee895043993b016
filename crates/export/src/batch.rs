//! Rows of one table, held column by column until there are enough of them for a row group.

use std::collections::HashMap;
use std::mem;
use std::num::NonZero;

use parquet::data_type::ByteArray;
use resettle_oversight::staffing::Duty;

use crate::error::ExportError;
use crate::schema::{Kind, Table};

/// So many rows make a row group. A thread holds at most so many of each table.
pub const ROW_GROUP: usize = 32 * 1024;

/// A text that lacks, among the places of texts.
pub(crate) const NONE: u32 = u32::MAX;

/// Rows of one table.
#[derive(Debug)]
pub struct Batch {
    table: &'static Table,
    columns: Vec<Cells>,
    rows: usize,
    /// Whether a row did not fit its table.
    misshapen: bool,
}

/// The values of one column.
#[derive(Debug)]
pub(crate) enum Cells {
    /// Texts, each held once.
    Text(Texts),
    /// Whole numbers, days, moments, truths.
    Int(Vec<Option<i64>>),
    /// Decimals, by their last digit.
    Wide(Vec<Option<i128>>),
}

/// Texts, most of which stand in many rows.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// Each text once, in the order in which they came; where they are various, that of each row.
    pub(crate) known: Vec<ByteArray>,
    /// Of each row which of them.
    pub(crate) rows: Vec<u32>,
    /// Whether nearly every row has another, so that looking for one that is known is not worth it.
    pub(crate) various: bool,
    /// Short ones by their numbers, each with its place, as they came last; found by a few bits of the number.
    recent: Vec<Option<(NonZero<u64>, u32)>>,
    places: HashMap<Box<[u8]>, u32>,
}

/// Among so few texts each is looked at.
const FEW: usize = 8;
/// So many places of short texts are remembered, each by the uppermost eight bits of its number times a large odd one.
const RECENT: usize = 256;

impl Texts {
    fn new(various: bool) -> Self {
        Self { various, ..Self::default() }
    }

    fn push(&mut self, text: Option<&str>) {
        let place = text.map_or(NONE, |text| self.place(text.as_bytes()));
        self.rows.push(place);
    }

    fn place(&mut self, text: &[u8]) -> u32 {
        if self.various {
            return self.add(text);
        }
        let Some(number) = short(text) else {
            // Often the row before has the same.
            let before = self.rows.last().copied();
            let before = before.filter(|before| self.at(*before).is_some_and(|known| known.data() == text));
            return before.unwrap_or_else(|| self.look_up(text));
        };
        let spread = number.get().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
        let spread = usize::try_from(spread).unwrap_or(0);
        if let Some(Some((known, place))) = self.recent.get(spread)
            && *known == number
        {
            return *place;
        }
        let place = self.look_up(text);
        self.recent.resize(RECENT, None);
        if let Some(recent) = self.recent.get_mut(spread) {
            *recent = Some((number, place));
        }
        place
    }

    fn look_up(&mut self, text: &[u8]) -> u32 {
        let few = self.known.iter().take(FEW).position(|known| known.data() == text);
        let known = few.and_then(|place| u32::try_from(place).ok());
        if let Some(place) = known.or_else(|| self.places.get(text).copied()) {
            return place;
        }
        let place = self.add(text);
        self.places.insert(Box::from(text), place);
        place
    }

    fn add(&mut self, text: &[u8]) -> u32 {
        let place = u32::try_from(self.known.len()).unwrap_or(NONE);
        self.known.push(ByteArray::from(text.to_vec()));
        place
    }

    fn at(&self, place: u32) -> Option<&ByteArray> {
        self.known.get(usize::try_from(place).ok()?)
    }
}

/// A text of at most seven bytes as a number: its bytes, and above them how many.
fn short(text: &[u8]) -> Option<NonZero<u64>> {
    let mut bytes = [0; 8];
    let (last, room) = bytes.split_last_mut()?;
    room.get_mut(..text.len())?.copy_from_slice(text);
    *last = u8::try_from(text.len()).ok()?.checked_add(1)?;
    NonZero::new(u64::from_le_bytes(bytes))
}

impl Cells {
    /// What the row before has; none where there is none.
    fn again(&mut self) -> Option<()> {
        match self {
            Self::Text(texts) => texts.rows.push(*texts.rows.last()?),
            Self::Int(values) => values.push(*values.last()?),
            Self::Wide(values) => values.push(*values.last()?),
        }
        Some(())
    }

    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text | Kind::Various => Self::Text(Texts::new(kind == Kind::Various)),
            Kind::Decimal | Kind::Big => Self::Wide(Vec::new()),
            Kind::Int | Kind::Serial | Kind::Flag | Kind::Day | Kind::Instant | Kind::Local => Self::Int(Vec::new()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Text(texts) => texts.rows.len(),
            Self::Int(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    fn has_none(&self) -> bool {
        match self {
            Self::Text(texts) => texts.rows.contains(&NONE),
            Self::Int(values) => values.contains(&None),
            Self::Wide(values) => values.contains(&None),
        }
    }
}

impl Batch {
    /// No rows yet.
    #[must_use]
    pub fn new(table: &'static Table) -> Self {
        Self { table, columns: columns(table), rows: 0, misshapen: false }
    }

    /// Its table.
    #[must_use]
    pub fn table(&self) -> &'static Table {
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
    pub fn row(&mut self) -> Row<'_> {
        self.rows += 1;
        Row { columns: self.columns.iter_mut(), misshapen: &mut self.misshapen }
    }

    /// Takes the rows out.
    pub(crate) fn take(&mut self) -> Result<(usize, Vec<Cells>), ExportError> {
        let cells = mem::replace(&mut self.columns, columns(self.table));
        let rows = mem::take(&mut self.rows);
        let fits = |(cells, column): (&Cells, &crate::schema::Column)| {
            cells.len() == rows && (column.optional || !cells.has_none())
        };
        if mem::take(&mut self.misshapen) || !cells.iter().zip(self.table.columns).all(fits) {
            return Err(ExportError::Shape(self.table.name));
        }
        Ok((rows, cells))
    }
}

fn columns(table: &Table) -> Vec<Cells> {
    table.columns.iter().map(|column| Cells::of(column.kind)).collect()
}

/// A row that is being written. What does not fit the columns is told when the rows are taken out.
pub struct Row<'b> {
    columns: std::slice::IterMut<'b, Cells>,
    misshapen: &'b mut bool,
}

impl Row<'_> {
    /// A text, or none.
    pub fn text<'t>(&mut self, text: impl Into<Option<&'t str>>) -> &mut Self {
        match self.columns.next() {
            Some(Cells::Text(texts)) => texts.push(text.into()),
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
            Some(Cells::Int(values)) => values.push(value.into()),
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
    pub fn flag(&mut self, value: bool) -> &mut Self {
        self.int(i64::from(value))
    }

    /// A decimal, by its last digit.
    pub fn wide(&mut self, value: Option<i128>) -> &mut Self {
        match self.columns.next() {
            Some(Cells::Wide(values)) => values.push(value),
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
    fn a_text_is_held_once_however_long_it_is() {
        let all =
            ["", "\0", "\0\0", "a", "sevenby", "eightbyt", "eightbyu", "a", "", "\0", "eightbyt", "sevenbz", "sevenby"];
        let mut texts = Texts::default();
        for text in (0..40).flat_map(|_| all) {
            texts.push(Some(text));
        }
        texts.push(None);
        let said = |place: &u32| texts.at(*place).map(ByteArray::data);
        let told: Vec<_> = texts.rows.iter().map(said).collect();
        let wanted = (0..40).flat_map(|_| all).map(|text| Some(text.as_bytes())).chain([None]);
        assert!(told.into_iter().eq(wanted));
        assert_eq!(texts.known.len(), 8);
    }

    #[test]
    fn a_row_that_lacks_a_column_is_told() {
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
