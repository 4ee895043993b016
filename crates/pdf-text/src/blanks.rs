//! Tables of odds and limits some cells of which are blank: which ones, their places on the page say.
//!
//! A table in which a cell is blank before another of its row is set anew, each cell below the others of its column. All other
//! lines stay as they are.

use std::ops::Range;

use resettle_document::columns::{Begins, Columns, Follows, columns};

/// The most lines of a table.
const MAX_LINES: usize = 200;
/// Blanks between two columns.
const BETWEEN: usize = 3;
/// So many lines at the edges of two pages may stand between two rows.
const EDGES: usize = 6;

/// A word of a line, twice its middle, and its edges.
pub(crate) struct Word<'t> {
    pub text: &'t str,
    pub middle: i32,
    pub edges: Range<i32>,
}

/// The lines of a table that is open, and those that were set anew.
#[derive(Default)]
pub(crate) struct Blanks {
    lines: Vec<Line>,
    begins: Begins,
    /// Lines since its last row, behind the end of a page.
    away: Option<usize>,
    anew: Vec<(Range<usize>, String)>,
}

/// A line: where in the text it is, and its cells with their edges.
struct Line {
    own: Range<usize>,
    edges: Vec<Range<i32>>,
    cells: Vec<String>,
}

impl Line {
    fn of(own: Range<usize>, words: &[Word<'_>]) -> Option<Self> {
        let letters: usize = words.iter().map(|word| word.text.chars().count()).sum();
        let wide: i64 = words.iter().map(|word| i64::from(word.edges.end) - i64::from(word.edges.start)).sum();
        // Between two words of a cell is less than a letter.
        let least = wide.checked_div(i64::try_from(letters).ok()?)?.saturating_mul(3) / 2;
        let mut out = Self { own, edges: Vec::new(), cells: Vec::new() };
        for word in words {
            let near =
                |edges: &&mut Range<i32>| (0..=least).contains(&(i64::from(word.edges.start) - i64::from(edges.end)));
            match out.edges.last_mut().filter(near).zip(out.cells.last_mut()) {
                Some((edges, cell)) => {
                    edges.end = word.edges.end;
                    cell.push(' ');
                    cell.push_str(word.text);
                }
                None => {
                    out.edges.push(word.edges.clone());
                    out.cells.push(word.text.to_owned());
                }
            }
        }
        Some(out)
    }
}

impl Blanks {
    /// Takes in the next line of a page.
    pub(crate) fn line(&mut self, own: Range<usize>, words: Option<Vec<Word<'_>>>) {
        let Some(line) = words.and_then(|words| Line::of(own, &words)) else { return self.close() };
        let letter = line.cells.first().and_then(|cell| cell.chars().next());
        match self.begins.follows(&line.edges, letter) {
            Follows::Not => match &mut self.away {
                Some(away) if *away < EDGES => *away += 1,
                _ => self.close(),
            },
            _ if self.lines.len() >= MAX_LINES => self.close(),
            Follows::On | Follows::Row => {
                if line.cells.len() > 1 {
                    self.begins.add(&line.edges);
                }
                self.lines.push(line);
                self.away = None;
            }
        }
    }

    /// The end of a page, behind which a table may go on.
    pub(crate) fn turn(&mut self) {
        self.away = Some(0);
    }

    pub(crate) fn close(&mut self) {
        (self.away, self.begins) = (None, Begins::default());
        let lines = std::mem::take(&mut self.lines);
        let edges: Vec<Vec<Range<i32>>> = lines.iter().map(|line| line.edges.clone()).collect();
        if let Some(found) = columns(&edges) {
            self.set(lines, &found);
        }
    }

    fn set(&mut self, lines: Vec<Line>, found: &Columns) {
        let mut widths = vec![0; found.count];
        for (line, row) in lines.iter().zip(&found.rows) {
            for (column, cell) in row.iter().flatten().zip(&line.cells) {
                if let Some(width) = widths.get_mut(*column) {
                    *width = cell.chars().count().max(*width);
                }
            }
        }
        for (line, row) in lines.into_iter().zip(&found.rows) {
            let Some(row) = row else { continue };
            let mut own = String::new();
            for (column, cell) in row.iter().zip(&line.cells) {
                let from: usize = widths.iter().take(*column).map(|width| width + BETWEEN).sum();
                own.extend(std::iter::repeat_n(' ', from.saturating_sub(own.chars().count())));
                own.push_str(cell);
            }
            self.anew.push((line.own, own));
        }
    }

    /// The lines that were set anew.
    pub(crate) fn finish(mut self) -> Vec<(Range<usize>, String)> {
        self.close();
        self.anew
    }
}
