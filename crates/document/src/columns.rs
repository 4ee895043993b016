//! In which columns the cells of tables stand whose rows leave some blank: of odds, of limits, of anything but the values of cards.
//!
//! Where a row has fewer cells than others and they are its first ones, nothing is said of it: so does one without the blanks. If
//! some row leaves a column out between two cells, or begins behind the first, all rows with blank cells have their columns.

use std::ops::Range;

use crate::matrix::MAX_WORDS;

/// The fewest columns of a table whose cells may stand below others than those before them.
const MIN_COLUMNS: usize = 3;
/// The fewest cells of a row whose columns are told: one alone may go on with the cell above it.
const MIN_CELLS: usize = 2;
/// The longest cell behind the first of a row whose columns are told, in letters.
const MAX_CELL: usize = 40;
/// How far apart the stops of tabulators are, in letters.
const STOP: usize = 8;
/// So many blanks part two cells: between sentences are two at times, and between the words of justified lines of a PDF.
const APART: usize = 3;

/// The columns of a table's rows.
pub struct Columns {
    /// How many columns there are.
    pub count: usize,
    /// For each line the column of each of its cells, from 0; none where these cannot be told.
    pub rows: Vec<Option<Vec<usize>>>,
    /// The line that names the columns.
    head: usize,
}

/// A line of a table, as where it stands shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// A row of its own.
    Row,
    /// It goes on with cells of the row above.
    On,
    /// None: a table ends before it.
    Not,
}

/// Where the first and the second cells of a table's rows begin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begins {
    first: Option<i32>,
    second: Option<i32>,
}

impl Begins {
    /// Adds a row's.
    pub fn add(&mut self, cells: &[Range<i32>]) {
        let least = |known: Option<i32>, cell: Option<&Range<i32>>| match (known, cell.map(|cell| cell.start)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.first = least(self.first, cells.first());
        self.second = least(self.second, cells.get(1));
    }

    /// What a line with these cells, which begins with this letter, is below the rows.
    #[must_use]
    pub fn follows(&self, cells: &[Range<i32>], letter: Option<char>) -> Follows {
        if cells.len() >= MIN_CELLS {
            return Follows::Row;
        }
        match (cells.first(), self.first, self.second) {
            (Some(cell), Some(first), _) if cell.start > first => Follows::On,
            // A caption begins otherwise.
            (Some(cell), _, Some(second)) if cell.end <= second && letter.is_some_and(char::is_lowercase) => {
                Follows::On
            }
            _ => Follows::Not,
        }
    }
}

/// The columns of lines one below the other, by where the cells of each begin and end; none where no row leaves a cell blank
/// before another.
#[must_use]
pub fn columns(lines: &[Vec<Range<i32>>]) -> Option<Columns> {
    let count = lines.iter().map(Vec::len).max().filter(|count| (MIN_COLUMNS..=MAX_WORDS).contains(count))?;
    let widths = rivers(lines, MIN_CELLS, count)
        .or_else(|| rivers(lines, count, count))
        .or_else(|| lines.iter().find(|line| line.len() == count).cloned())?;
    blank(lines.iter().map(|line| placed(line, &widths)).collect(), count)
}

/// What all cells of lines with so many at least take up from the left, where that is one range for each column.
fn rivers(lines: &[Vec<Range<i32>>], least: usize, count: usize) -> Option<Vec<Range<i32>>> {
    let mut all: Vec<Range<i32>> = lines.iter().filter(|line| line.len() >= least).flatten().cloned().collect();
    all.sort_by_key(|cell| cell.start);
    let mut out: Vec<Range<i32>> = Vec::new();
    for cell in all {
        match out.last_mut().filter(|last| cell.start < last.end) {
            Some(last) => last.end = last.end.max(cell.end),
            None => out.push(cell),
        }
    }
    (out.len() == count).then_some(out)
}

/// The columns of a line's cells, each of which stands in one or nearest to one.
fn placed(line: &[Range<i32>], widths: &[Range<i32>]) -> Option<Vec<usize>> {
    let apart = |cell: &Range<i32>, own: &Range<i32>| cell.start.max(own.start).saturating_sub(cell.end.min(own.end));
    let nearest = |cell: &Range<i32>| (0..widths.len()).min_by_key(|at| widths.get(*at).map(|own| apart(cell, own)));
    if line.iter().any(|cell| widths.iter().filter(|own| apart(cell, own) < 0).count() > 1) {
        return None;
    }
    let columns: Vec<usize> = line.iter().filter_map(nearest).collect();
    columns.is_sorted_by(|one, next| one < next).then_some(columns)
}

/// The columns of all rows, if some row below the head has a blank cell before another.
fn blank(rows: Vec<Option<Vec<usize>>>, count: usize) -> Option<Columns> {
    // Titles may stand over several columns; a head names all of them, but perhaps the first.
    let is_head = |row: &Option<Vec<usize>>| {
        row.as_ref().is_some_and(|row| row.iter().copied().eq(count - row.len()..count) && row.len() + 1 >= count)
    };
    let head = rows.iter().position(is_head)?;
    let found = Columns { count, rows, head };
    found.skips().then_some(found)
}

impl Columns {
    /// Whether some row has a blank cell before another.
    fn skips(&self) -> bool {
        let skips = |row: &[usize]| row.iter().enumerate().any(|(nth, column)| nth != *column);
        (0..self.rows.len()).filter_map(|at| self.told(at)).any(skips)
    }

    /// The columns of a row's cells, where its words do not say them.
    fn told(&self, at: usize) -> Option<&[usize]> {
        let row = self.rows.get(at).filter(|_| at > self.head)?.as_deref();
        row.filter(|row| (MIN_CELLS..self.count).contains(&row.len()))
    }
}

/// A row of a table with blank cells: its line, from 0, and the words of each column, of which a blank one has none.
pub(crate) struct Placed<'t> {
    pub line: usize,
    pub cells: Vec<&'t str>,
}

/// The rows with blank cells of a text's tables, beside the lines that `skip` names. `columns` has the column of each line's first
/// letter, from 1.
pub(crate) fn rows<'t>(lines: &[&'t str], edges: &[u32], skip: impl Fn(usize) -> bool) -> Vec<Placed<'t>> {
    let mut out = Vec::new();
    let mut block: Vec<Line<'t>> = Vec::new();
    let mut begins = Begins::default();
    for (at, line) in lines.iter().enumerate() {
        let edge = edges.get(at).map_or(0, |edge| usize::try_from(edge.saturating_sub(1)).unwrap_or(0));
        let own = Line::of(at, line, edge);
        let cells = own.places();
        let follows = if skip(at) { Follows::Not } else { begins.follows(&cells, line.chars().next()) };
        match follows {
            Follows::Row => {
                begins.add(&cells);
                block.push(own);
            }
            Follows::On => {}
            Follows::Not => {
                close(&mut block, &mut out);
                begins = Begins::default();
            }
        }
    }
    close(&mut block, &mut out);
    out
}

/// A line and its cells: the words of each, where they stand, and between which tabulators.
struct Line<'t> {
    at: usize,
    tabbed: bool,
    cells: Vec<(&'t str, Range<i32>, usize)>,
}

impl<'t> Line<'t> {
    fn of(at: usize, line: &'t str, edge: usize) -> Self {
        let line = line.trim_end();
        let tabbed = line.contains('\t');
        let mut cells = Vec::new();
        let mut from = edge;
        for (nth, part) in line.split('\t').enumerate() {
            let wide = part.chars().count();
            for (text, begins) in if tabbed { whole(part) } else { parts(part) } {
                let start = i32::try_from(from + begins).unwrap_or(i32::MAX);
                let end = i32::try_from(from + begins + text.chars().count()).unwrap_or(i32::MAX);
                // A tabulator alone says which cell it is.
                cells.push((text, start..end, if tabbed { edge + nth } else { 0 }));
            }
            from = (from + wide + STOP) / STOP * STOP;
        }
        Self { at, tabbed, cells }
    }

    /// Whether a cell behind the first is too long for one.
    fn is_sentence(&self) -> bool {
        self.cells.iter().skip(1).any(|(text, ..)| text.chars().count() > MAX_CELL)
    }

    fn places(&self) -> Vec<Range<i32>> {
        self.cells.iter().map(|cell| cell.1.clone()).collect()
    }
}

/// What stands between two tabulators, if anything does.
fn whole(part: &str) -> Vec<(&str, usize)> {
    let before = part.chars().take_while(|letter| letter.is_whitespace()).count();
    Some((part.trim(), before)).into_iter().filter(|(text, _)| !text.is_empty()).collect()
}

/// The cells of a line that blanks part, and how many letters stand before each.
fn parts(part: &str) -> Vec<(&str, usize)> {
    let mut out: Vec<(&str, usize)> = Vec::new();
    let mut begun: Option<(usize, usize)> = None;
    let (mut end, mut blanks) = (0, 0);
    for (nth, (at, letter)) in part.char_indices().enumerate() {
        if letter.is_whitespace() {
            blanks += 1;
            continue;
        }
        if let Some((from, before)) = begun
            && blanks >= APART
        {
            out.extend(part.get(from..end).map(|text| (text, before)));
            begun = None;
        }
        begun.get_or_insert((at, nth));
        (end, blanks) = (at + letter.len_utf8(), 0);
    }
    out.extend(begun.and_then(|(from, before)| Some((part.get(from..end)?, before))));
    out
}

fn close<'t>(block: &mut Vec<Line<'t>>, out: &mut Vec<Placed<'t>>) {
    let lines = std::mem::take(block);
    let found =
        between_tabulators(&lines).unwrap_or_else(|| columns(&lines.iter().map(Line::places).collect::<Vec<_>>()));
    let Some(mut found) = found else { return };
    for (row, line) in found.rows.iter_mut().zip(&lines) {
        row.take_if(|_| line.is_sentence());
    }
    if !found.skips() {
        return;
    }
    for (at, line) in lines.iter().enumerate() {
        let Some(row) = found.told(at) else { continue };
        let mut cells = vec![""; found.count];
        for (column, (text, ..)) in row.iter().zip(&line.cells) {
            if let Some(cell) = cells.get_mut(*column) {
                *cell = text;
            }
        }
        out.push(Placed { line: line.at, cells });
    }
}

/// The columns of lines whose cells stand between tabulators, one between two cells of a full row; none where they do not, or
/// tabulators only set cells below one another.
fn between_tabulators(lines: &[Line<'_>]) -> Option<Option<Columns>> {
    let told = || lines.iter().filter(|line| line.cells.len() >= MIN_CELLS);
    if told().any(|line| !line.tabbed) {
        return None;
    }
    let least = told().flat_map(|line| line.cells.first()).map(|cell| cell.2).min()?;
    let row = |line: &Line<'_>| line.cells.iter().map(|cell| cell.2 - least).collect::<Vec<usize>>();
    let most = told().map(|line| line.cells.len()).max()?;
    let count = told().flat_map(row).max()? + 1;
    let full = told().any(|line| line.cells.len() == count);
    // Above the first column stands nothing.
    let corner = told().any(|line| row(line).first().is_some_and(|first| *first > 0));
    let are = (MIN_COLUMNS..=MAX_WORDS).contains(&count) && (full || (corner && most + 1 == count));
    are.then(|| {
        let rows = lines.iter().map(|line| Some(row(line)).filter(|row| row.is_sorted_by(|one, next| one < next)));
        blank(rows.collect(), count)
    })
}
