/// The place of a value that lacks.
pub(crate) const NONE: u32 = u32::MAX;

/// Which of a column's values each row has, by its place; rows behind each other that have the same are held together.
#[derive(Debug, Default)]
pub(crate) struct Runs(Vec<(u32, u32)>);

impl Runs {
    pub(crate) fn push(&mut self, place: u32) {
        match self.0.last_mut() {
            Some((last, rows)) if *last == place => *rows += 1,
            _ => self.0.push((place, 1)),
        }
    }

    /// One more row as the last; none where there is no row.
    pub(crate) fn again(&mut self) -> Option<()> {
        self.0.last_mut().map(|(_, rows)| *rows += 1)
    }

    /// The place in the last row.
    pub(crate) fn last(&self) -> Option<u32> {
        self.0.last().map(|(place, _)| *place)
    }

    /// Each place, [`NONE`] among them, and how many rows have it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().copied()
    }

    /// The places of the rows that have a value.
    pub(crate) fn there(&self) -> impl Iterator<Item = (u32, u32)> {
        self.iter().filter(|(place, _)| *place != NONE)
    }

    /// The place in each row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = u32> {
        self.iter().flat_map(|(place, rows)| std::iter::repeat_n(place, usize::try_from(rows).unwrap_or(0)))
    }

    pub(crate) fn len(&self) -> usize {
        self.iter().map(|(_, rows)| usize::try_from(rows).unwrap_or(0)).sum()
    }

    /// How many rows have no value.
    pub(crate) fn lacking(&self) -> u64 {
        self.iter().filter(|(place, _)| *place == NONE).map(|(_, rows)| u64::from(rows)).sum()
    }
}
