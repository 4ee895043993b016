//! In which columns the cells of a table stand, where others are blank: their words alone do not say it.

use std::ops::Range;

use crate::tables::is_matrix_head;

/// A total, and a cell for each value of a card.
const FULL: usize = 11;
/// The longest mark of a cell, in letters, where cells are told by tabulators.
const MARK: usize = 3;

/// For each row of a table of which some cells are blank in which columns the others are, in the order of the text; none where
/// no cell is. `columns` has the column of each line's first letter, from 1.
///
/// Rows are told by tabulators, or stand below the values of cards, each cell below the one of the head that is nearest.
pub(crate) fn beside_blank_ones(text: &str, columns: &[u32]) -> Option<String> {
    let rows = rows(text, columns);
    let row = |row: &Row| row.columns.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    (!rows.is_empty()).then(|| rows.iter().map(|one| format!("{{{}}}", row(one))).collect())
}

/// The text with a sign in each blank cell of its tables; none where no cell is blank.
pub(crate) fn with_blank_ones(text: &str, columns: &[u32]) -> Option<String> {
    let rows = rows(text, columns);
    // Columns before the values that no row uses are words of the head's corner.
    let used = |at: usize| rows.iter().any(|row| row.columns.iter().skip(1).any(|column| *column == at));
    let shown = |row: &Row, line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut out: Vec<&str> = words.iter().take(1).copied().collect();
        for column in 0..row.width {
            let here: Vec<&str> = row
                .columns
                .iter()
                .zip(&words)
                .skip(1)
                .filter(|(own, _)| **own == column)
                .map(|(_, word)| *word)
                .collect();
            match here.is_empty() {
                false => out.extend(here),
                true if column >= row.values || used(column) => out.push(BLANK),
                true => {}
            }
        }
        out.join(" ")
    };
    let line = |(nth, line): (usize, &str)| match rows.iter().find(|row| row.line == nth) {
        Some(row) => shown(row, line),
        None => line.to_owned(),
    };
    (!rows.is_empty()).then(|| text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n"))
}

/// What stands for a blank cell where people read a table.
const BLANK: &str = "\u{b7}";

/// A row of a table of which some cells are blank: its line, from 0, in which columns its words stand, how many columns there
/// are, and which of them is the first for a value.
struct Row {
    line: usize,
    columns: Vec<usize>,
    width: usize,
    values: usize,
}

fn rows(text: &str, columns: &[u32]) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    let mut width = 0;
    let mut table = Table::default();
    for (nth, line) in text.split('\n').enumerate() {
        if line.contains('\t') {
            table.close(&mut out);
            let parts: Vec<&str> = line.trim_end().split('\t').map(str::trim).collect();
            let are_marks = parts.iter().skip(1).all(|part| part.chars().count() <= MARK);
            width = parts.len().max(width);
            if are_marks && parts.contains(&"") {
                let filled = parts.iter().enumerate().filter(|(_, part)| !part.is_empty()).map(|(at, _)| at).collect();
                out.push(Row { line: nth, columns: filled, width, values: 1 });
            }
            continue;
        }
        let indent = columns.get(nth).map_or(0, |column| usize::try_from(column.saturating_sub(1)).unwrap_or(0));
        if is_matrix_head(line) {
            table.close(&mut out);
            width = 0;
            table.head = middles(line, indent);
            table.values = values(line);
        } else if !table.head.is_empty() && line.trim_start().starts_with(|first: char| first.is_ascii_digit()) {
            table.rows.push((nth, middles(line, indent)));
        } else {
            table.close(&mut out);
            width = 0;
        }
    }
    table.close(&mut out);
    out
}

/// The cells of a head and of the rows below it, by their middles.
#[derive(Default)]
struct Table {
    head: Vec<usize>,
    /// Which words of the head are values of cards.
    values: Range<usize>,
    rows: Vec<(usize, Vec<usize>)>,
}

impl Table {
    /// The columns of each row that has fewer cells than the fullest one, or than a total and ten values are; or visibly none
    /// below some value.
    fn close(&mut self, out: &mut Vec<Row>) {
        let Self { head, values, rows } = std::mem::take(self);
        let full = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).max(FULL);
        let nearest = |middle: &usize| (0..head.len()).min_by_key(|at| head.get(*at).map(|own| own.abs_diff(*middle)));
        for (line, cells) in &rows {
            let columns: Vec<usize> = cells.iter().filter_map(nearest).collect();
            // Each below another word, and some value with none: where not even one row is full.
            let apart = columns.is_sorted_by(|one, next| one < next);
            if cells.len() < full || (apart && values.clone().any(|value| !columns.contains(&value))) {
                out.push(Row { line: *line, columns, width: head.len(), values: values.start });
            }
        }
    }
}

/// The words of a head from the first value of a card to the last; empty where none is one.
pub(crate) fn values(head: &str) -> Range<usize> {
    let is_value = |word: &str| matches!(word.as_bytes(), [b'0'..=b'9']);
    let words: Vec<&str> = head.split_whitespace().collect();
    let first = words.iter().position(|word| is_value(word)).unwrap_or(0);
    first..first + words.iter().skip(first).take_while(|word| is_value(word)).count()
}

/// Twice the middle of each word of a line, in letters from the edge of the page.
pub(crate) fn middles(line: &str, indent: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let mut begun: Option<usize> = None;
    for (at, letter) in line.chars().chain([' ']).enumerate() {
        match (letter.is_whitespace(), begun) {
            (false, None) => begun = Some(at),
            (true, Some(from)) => {
                out.push(indent.saturating_mul(2).saturating_add(from).saturating_add(at.saturating_sub(1)));
                begun = None;
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{beside_blank_ones, with_blank_ones};

    #[test]
    fn the_columns_of_cells_beside_blank_ones_are_seen() {
        let head = "Banker None 0   1   2   3   4   5   6   7   8   9";
        let row = |cells: &str| beside_blank_ones(&format!("The table:\n{head}\n{cells}\nSo it is."), &[1, 3, 5, 1]);
        assert_eq!(row("6                               x   x").as_deref(), Some("{0,7,8}"));
        assert_eq!(row("6           x   x").as_deref(), Some("{0,2,3}"));
        // The table as a whole has been moved.
        assert_eq!(row("6                                   x   x").as_deref(), Some("{0,8,9}"));
        assert_eq!(row("6       s s s s s s s x x s s"), None);
        let shown = |cells: &str| with_blank_ones(&format!("The table:\n{head}\n{cells}\nSo it is."), &[1, 3, 5, 1]);
        let row_shown = shown("6                               x   x").unwrap();
        assert_eq!(row_shown.lines().nth(2), Some("6 \u{b7} \u{b7} \u{b7} \u{b7} \u{b7} x x \u{b7} \u{b7} \u{b7}"));
        assert_eq!(shown("6       s s s s s s s x x s s"), None);
        // No row has a cell in every column.
        let three = |cells| beside_blank_ones(&format!("{head}\n{cells}"), &[]);
        assert_eq!(
            three("3       x   x   x   x   x   x   x   x   x       x").as_deref(),
            Some("{0,1,2,3,4,5,6,7,8,9,11}")
        );
        assert_eq!(
            three("3       x   x   x   x   x   x   x   x       x   x").as_deref(),
            Some("{0,1,2,3,4,5,6,7,8,10,11}")
        );
        assert_eq!(three("3       x   x   x   x   x   x   x   x   x   x   x"), None);
        assert_eq!(three("3       x x x x x x x x x x"), None);
        assert_eq!(beside_blank_ones("Total\t0\t1\t2\n5\t\tX\tX", &[]).as_deref(), Some("{0,2,3}"));
        assert_eq!(beside_blank_ones("Total\t0\t1\t2\n5\tX\tX\t", &[]), None);
        assert_eq!(beside_blank_ones("Wager\tPays\tLimit\nTie\t\t8 to 1", &[]), None);
    }
}
