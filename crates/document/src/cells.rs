//! In which columns the cells of a table stand, where others are blank: their words alone do not say it.

use crate::matrix::{MARK, Matrix, matrices};

/// The columns of a table of play: a total and the values of cards, where its head has most of these.
const FULL: usize = 11;

/// For each row of a table of which some cells are blank in which columns the others are, in the order of the text; none where
/// no cell is. `columns` has the column of each line's first letter, from 1.
///
/// The cells of a row stand between tabulators, or below the values of cards, each cell below the one of the head that is nearest.
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
        let mut out: Vec<&str> = words.iter().take(row.total).copied().collect();
        for column in 0..row.width {
            let here: Vec<&str> = row
                .columns
                .iter()
                .skip(1)
                .zip(words.iter().skip(row.total))
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

/// A row of a table of which some cells are blank: its line, from 0, how many words its total has, in which columns this and its
/// cells stand, how many columns there are, and which of them is the first for a value.
struct Row {
    line: usize,
    total: usize,
    columns: Vec<usize>,
    width: usize,
    values: usize,
}

fn rows(text: &str, columns: &[u32]) -> Vec<Row> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut out = tabulated(&lines);
    for one in matrices(text) {
        out.extend(below(&one, &lines, columns));
    }
    out.sort_by_key(|row| row.line);
    out
}

/// The rows whose cells stand between tabulators.
fn tabulated(lines: &[&str]) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    let mut width = 0;
    for (nth, line) in lines.iter().enumerate() {
        if !line.contains('\t') {
            width = 0;
            continue;
        }
        let parts: Vec<&str> = line.trim_end().split('\t').map(str::trim).collect();
        let are_marks = parts.iter().skip(1).all(|part| part.chars().count() <= MARK);
        width = parts.len().max(width);
        if are_marks && parts.contains(&"") {
            let filled = parts.iter().enumerate().filter(|(_, part)| !part.is_empty()).map(|(at, _)| at).collect();
            let total = parts.first().map_or(1, |total| total.split_whitespace().count().max(1));
            out.push(Row { line: nth, total, columns: filled, width, values: 1 });
        }
    }
    out
}

/// The rows of a matrix that have fewer cells than the fullest one, or than its head has values; or visibly none below some
/// value.
fn below(matrix: &Matrix, lines: &[&str], columns: &[u32]) -> Vec<Row> {
    let places = |line: usize| {
        let indent = columns.get(line).map_or(0, |column| usize::try_from(column.saturating_sub(1)).unwrap_or(0));
        lines.get(line).filter(|own| !own.contains('\t')).map(|own| middles(own, indent))
    };
    let Some(head) = places(matrix.head) else { return Vec::new() };
    let values = &matrix.values;
    let least = if matrix.is_certain() { FULL } else { values.len() + 1 };
    let full = matrix.rows.iter().map(|row| row.cells + 1).fold(least, usize::max);
    let nearest = |middle: &usize| (0..head.len()).min_by_key(|at| head.get(*at).map(|own| own.abs_diff(*middle)));
    let mut out = Vec::new();
    for row in &matrix.rows {
        let Some(words) = places(row.line) else { continue };
        let cells = words.iter().take(1).chain(words.iter().skip(row.total));
        let columns: Vec<usize> = cells.filter_map(nearest).collect();
        // Each below another word, and some value with none: where not even one row is full.
        let apart = columns.is_sorted_by(|one, next| one < next);
        if columns.len() < full || (apart && values.clone().any(|value| !columns.contains(&value))) {
            out.push(Row { line: row.line, total: row.total, columns, width: head.len(), values: values.start });
        }
    }
    out
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
        for total in ["five", "Banker 5", "If the Banker has 5"] {
            let of = |blanks: &str| {
                beside_blank_ones(
                    &format!("{:<20}None 0   1   2   3   4   5   6   7   8   9\n{total:<21}{blanks}x   x", "Banker"),
                    &[],
                )
            };
            assert_eq!(
                (of("    ").as_deref(), of("        ").as_deref()),
                (Some("{0,2,3}"), Some("{0,3,4}")),
                "{total}"
            );
        }
        let part = |blanks: &str| beside_blank_ones(&format!("T    0   1   2   3   4\nBanker 5{blanks}x"), &[]);
        assert_eq!((part(" ").as_deref(), part("     ").as_deref()), (Some("{0,2}"), Some("{0,3}")));
        assert_eq!(part(" x x x x "), None);
        assert_eq!(beside_blank_ones("Decks   4   5   6   7   8\nTie   8   8   9   9\nThat is all", &[]), None);
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
