//! Text in aligned columns and under headings, as everything about a ruleset is printed.

use unicode_width::UnicodeWidthStr as _;

/// The widest line, where that is possible.
pub(super) const WIDTH: usize = 100;
const GAP: usize = 2;

/// A table of aligned columns; cells are wrapped at spaces to their column's widest.
#[derive(Clone, Debug)]
pub struct TextTable {
    widest: Vec<usize>,
    right: Vec<usize>,
    rows: Vec<Vec<String>>,
    headed: bool,
}

impl TextTable {
    /// `widest` bounds each column; a column is no wider than its longest cell.
    #[must_use]
    pub fn new(widest: &[usize]) -> Self {
        Self { widest: widest.to_vec(), right: Vec::new(), rows: Vec::new(), headed: false }
    }

    /// A table whose first row names the columns.
    #[must_use]
    pub fn headed(widest: &[usize], names: &[&str]) -> Self {
        let mut table = Self::new(widest);
        table.headed = true;
        table.row(names);
        table
    }

    /// Columns, counted from 0, whose cells are aligned to the right, as numbers are.
    #[must_use]
    pub fn right(mut self, columns: &[usize]) -> Self {
        self.right = columns.to_vec();
        self
    }

    /// Adds a row.
    pub fn row<S: AsRef<str>>(&mut self, cells: &[S]) {
        self.rows.push(cells.iter().map(|cell| cell.as_ref().to_owned()).collect());
    }

    /// The table, each line indented by two.
    #[must_use]
    pub fn render(&self) -> String {
        let rows: Vec<Vec<Vec<String>>> = self
            .rows
            .iter()
            .map(|row| row.iter().zip(&self.widest).map(|(cell, widest)| wrap(cell, *widest)).collect())
            .collect();
        let widths: Vec<usize> = (0..self.widest.len())
            .map(|column| {
                let cells = rows.iter().filter_map(|row| row.get(column)).flatten();
                cells.map(|line| line.width()).max().unwrap_or(0)
            })
            .collect();
        let mut out = String::new();
        for (at, row) in rows.iter().enumerate() {
            for number in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
                let cells = row.iter().map(|cell| cell.get(number).map_or("", String::as_str));
                self.push_line(&mut out, cells, &widths);
            }
            if at == 0 && self.headed {
                let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                self.push_line(&mut out, rule.iter().map(String::as_str), &widths);
            }
        }
        out
    }

    fn push_line<'a>(&self, out: &mut String, cells: impl Iterator<Item = &'a str>, widths: &[usize]) {
        let mut line = String::from("  ");
        for (column, (cell, width)) in cells.zip(widths).enumerate() {
            let space = " ".repeat(width.saturating_sub(cell.width()));
            let (before, after) =
                if self.right.contains(&column) { (space.as_str(), "") } else { ("", space.as_str()) };
            line.push_str(before);
            line.push_str(cell);
            line.push_str(after);
            line.push_str(&" ".repeat(GAP));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// Lines of at most `width` columns, broken at spaces; a longer word stays whole. A line break
/// in `text` stays one.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// The heading of a section.
pub fn heading(out: &mut String, name: &str) {
    out.push('\n');
    out.push_str(name);
    out.push('\n');
    out.push_str(&"=".repeat(name.width()));
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_wrapped_and_aligned() {
        let mut table = TextTable::headed(&[10, 9], &["a", "b"]);
        table.row(&["one", "two three four"]);
        table.row(&["a very long cell", "–"]);
        let lines = [
            "  a          b",
            "  ---------  ---------",
            "  one        two three",
            "             four",
            "  a very     –",
            "  long cell",
        ];
        assert_eq!(table.render().lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let mut table = TextTable::headed(&[10, 9, 9], &["a", "n", "b"]).right(&[1]);
        table.row(&["one", "12.5 %", "x"]);
        table.row(&["two", "1 %", ""]);
        let lines = ["  a         n  b", "  ---  ------  -", "  one  12.5 %  x", "  two     1 %"];
        assert_eq!(table.render().lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn a_long_word_stays_whole_and_a_break_stays_a_break() {
        assert_eq!(wrap("aaaa bb\nc", 3), ["aaaa", "bb", "c"]);
        assert_eq!(wrap("", 3), [""]);
    }
}
