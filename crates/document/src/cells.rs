//! In which columns the cells of a table stand, where others are blank: their words alone do not say it.

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
    let mut out: Vec<Vec<usize>> = Vec::new();
    let mut table = Table::default();
    for (nth, line) in text.split('\n').enumerate() {
        if line.contains('\t') {
            table.close(&mut out);
            let parts: Vec<&str> = line.trim_end().split('\t').map(str::trim).collect();
            let are_marks = parts.iter().skip(1).all(|part| part.chars().count() <= MARK);
            if are_marks && parts.contains(&"") {
                out.push(parts.iter().enumerate().filter(|(_, part)| !part.is_empty()).map(|(at, _)| at).collect());
            }
            continue;
        }
        let indent = columns.get(nth).map_or(0, |column| usize::try_from(column.saturating_sub(1)).unwrap_or(0));
        if is_matrix_head(line) {
            table.close(&mut out);
            table.head = middles(line, indent);
        } else if !table.head.is_empty() && line.trim_start().starts_with(|first: char| first.is_ascii_digit()) {
            table.rows.push(middles(line, indent));
        } else {
            table.close(&mut out);
        }
    }
    table.close(&mut out);
    let row = |places: &Vec<usize>| places.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    (!out.is_empty()).then(|| out.iter().map(|places| format!("{{{}}}", row(places))).collect())
}

/// The cells of a head and of the rows below it, by their middles.
#[derive(Default)]
struct Table {
    head: Vec<usize>,
    rows: Vec<Vec<usize>>,
}

impl Table {
    /// The columns of each row that has fewer cells than the fullest one, or than a total and ten values are.
    fn close(&mut self, out: &mut Vec<Vec<usize>>) {
        let Self { head, rows } = std::mem::take(self);
        let full = rows.iter().map(Vec::len).max().unwrap_or(0).max(FULL);
        let nearest = |middle: &usize| (0..head.len()).min_by_key(|at| head.get(*at).map(|own| own.abs_diff(*middle)));
        let blank = rows.iter().filter(|cells| cells.len() < full);
        out.extend(blank.map(|cells| cells.iter().filter_map(nearest).collect()));
    }
}

/// Twice the middle of each word of a line, in letters from the edge of the page.
fn middles(line: &str, indent: usize) -> Vec<usize> {
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
    use super::beside_blank_ones;

    #[test]
    fn the_columns_of_cells_beside_blank_ones_are_seen() {
        let head = "Banker None 0   1   2   3   4   5   6   7   8   9";
        let row = |cells: &str| beside_blank_ones(&format!("The table:\n{head}\n{cells}\nSo it is."), &[1, 3, 5, 1]);
        assert_eq!(row("6                               x   x").as_deref(), Some("{0,7,8}"));
        assert_eq!(row("6           x   x").as_deref(), Some("{0,2,3}"));
        // The table as a whole has been moved.
        assert_eq!(row("6                                   x   x").as_deref(), Some("{0,8,9}"));
        assert_eq!(row("6       s s s s s s s x x s s"), None);
        assert_eq!(beside_blank_ones("Total\t0\t1\t2\n5\t\tX\tX", &[]).as_deref(), Some("{0,2,3}"));
        assert_eq!(beside_blank_ones("Total\t0\t1\t2\n5\tX\tX\t", &[]), None);
        assert_eq!(beside_blank_ones("Wager\tPays\tLimit\nTie\t\t8 to 1", &[]), None);
    }
}
