//! In which columns the cells of a table stand, where others are blank: their words alone do not say it.

use std::collections::BTreeSet;

use crate::clause::Half;
use crate::columns;
use crate::fold::fingerprint;
use crate::matrix::{MARK, Matrix, first_of_column, matrices};

/// The columns of a table of play: a total and the values of cards, where its head has most of these.
const FULL: usize = 11;

impl Half {
    /// The fingerprint of a clause's text. Of a table with blank cells it sees in which columns the others stand.
    #[must_use]
    pub fn fingerprint(&self, at: usize) -> String {
        let text = self.text(at);
        match beside_blank_ones(&text, self.edges(at)) {
            None => fingerprint(&text),
            Some(places) => fingerprint(&format!("{text}\n{places}")),
        }
    }

    /// The text of a clause as people compare it: of a table with blank cells each of these is `·`.
    #[must_use]
    pub fn shown(&self, at: usize) -> String {
        let text = self.text(at);
        with_blank_ones(&text, self.edges(at)).unwrap_or_else(|| text.into_owned())
    }
}

/// For each row of a table of which some cells are blank in which columns the others are, in the order of the text; none where
/// no cell is, or the words of a row leave nothing open. `columns` has the column of each line's first letter, from 1.
///
/// The cells of a row stand between tabulators, or below the values of cards, each cell below the one of the head that is nearest.
pub(crate) fn beside_blank_ones(text: &str, columns: &[u32]) -> Option<String> {
    let rows = rows(text, columns);
    let row = |row: &FilledRow<'_>| row.columns.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    (!rows.is_empty()).then(|| rows.iter().map(|one| format!("{{{}}}", row(one))).collect())
}

/// The text with a sign in each blank cell of its tables; none where no cell is blank.
pub(crate) fn with_blank_ones(text: &str, columns: &[u32]) -> Option<String> {
    let rows = rows(text, columns);
    // Columns before the values that no row uses are words of the head's corner.
    let used = |at: usize| rows.iter().any(|row| row.columns.iter().skip(1).any(|column| *column == at));
    let shown = |row: &FilledRow<'_>, line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut out: Vec<&str> = words.iter().take(row.total).copied().collect();
        for column in row.width.iter().copied() {
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
        Some(FilledRow { cells: Some(cells), .. }) => {
            cells.iter().map(|cell| if cell.is_empty() { BLANK } else { cell }).collect::<Vec<_>>().join(" ")
        }
        Some(row) => shown(row, line),
        None => line.to_owned(),
    };
    (!rows.is_empty()).then(|| text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n"))
}

/// What stands for a blank cell where people read a table.
const BLANK: &str = "\u{b7}";

/// A row of a table of which some cells are blank: its line, from 0, how many words its total has, in which columns this and its
/// cells stand, which columns there are, and which of them is the first for a value; of a table without values what stands in
/// each column.
struct FilledRow<'t> {
    line: usize,
    total: usize,
    columns: Vec<usize>,
    width: Vec<usize>,
    values: usize,
    cells: Option<Vec<&'t str>>,
}

fn rows<'t>(text: &'t str, columns: &[u32]) -> Vec<FilledRow<'t>> {
    let lines: Vec<&str> = text.split('\n').collect();
    let matrices = matrices(text);
    let rows = |one: &Matrix| one.rows.iter().map(|row| row.line).chain([one.head]).collect::<Vec<_>>();
    let mut known: BTreeSet<usize> = matrices.iter().flat_map(rows).collect();
    let mut out: Vec<FilledRow<'t>> =
        columns::rows(&lines, columns, |line| known.contains(&line)).into_iter().map(FilledRow::of).collect();
    known.extend(out.iter().map(|row| row.line));
    out.extend(tabulated(&lines, |line| known.contains(&line)));
    for one in &matrices {
        out.extend(below(one, &lines, columns));
    }
    out.sort_by_key(|row| row.line);
    out
}

impl<'t> FilledRow<'t> {
    fn of(row: columns::Placed<'t>) -> Self {
        let filled = row.cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()).map(|(at, _)| at).collect();
        Self { line: row.line, total: 0, columns: filled, width: Vec::new(), values: 0, cells: Some(row.cells) }
    }
}

/// The rows of marks alone that stand between tabulators, below no values of cards.
fn tabulated<'t>(lines: &[&'t str], skip: impl Fn(usize) -> bool) -> Vec<FilledRow<'t>> {
    let mut out: Vec<FilledRow<'t>> = Vec::new();
    let mut width = 0;
    for (nth, line) in lines.iter().enumerate() {
        if !line.contains('\t') {
            width = 0;
            continue;
        }
        let parts: Vec<&str> = line.trim_end().split('\t').map(str::trim).collect();
        let are_marks = parts.iter().skip(1).all(|part| part.chars().count() <= MARK);
        width = parts.len().max(width);
        if are_marks && parts.contains(&"") && !skip(nth) {
            let filled = parts.iter().enumerate().filter(|(_, part)| !part.is_empty()).map(|(at, _)| at).collect();
            let total = parts.first().map_or(1, |total| total.split_whitespace().count().max(1));
            out.push(FilledRow {
                line: nth,
                total,
                columns: filled,
                width: (0..width).collect(),
                values: 1,
                cells: None,
            });
        }
    }
    out
}

/// The rows of a matrix that have fewer cells than the fullest one, or than its head has values; or visibly none below some
/// value.
fn below<'t>(matrix: &Matrix, lines: &[&'t str], columns: &[u32]) -> Vec<FilledRow<'t>> {
    let line = |at: usize| lines.get(at).copied().unwrap_or("");
    let places = |at: usize| {
        let indent = columns.get(at).map_or(0, |column| usize::try_from(column.saturating_sub(1)).unwrap_or(0));
        middles(line(at), indent)
    };
    let (head, parts) = (places(matrix.head), first_words(line(matrix.head)));
    let values = &matrix.values;
    let first = first_of_column(&line(matrix.head).split_whitespace().collect::<Vec<_>>(), values);
    let mut shown = first.clone();
    shown.dedup();
    let least = if matrix.is_certain() { FULL } else { values.len() + 1 };
    let full = matrix.rows.iter().map(|row| row.cells + 1).fold(least, usize::max);
    let nearest = |middle: &usize| (0..head.len()).min_by_key(|at| head.get(*at).map(|own| own.abs_diff(*middle)));
    let mut out = Vec::new();
    for row in &matrix.rows {
        let own = line(row.line);
        let columns: Vec<usize> = if own.contains('\t') {
            // Between two tabulators the head has as many cells.
            let filled = own.split('\t').enumerate().skip(1).filter(|(_, cell)| !cell.trim().is_empty());
            std::iter::once(0).chain(filled.map(|(at, _)| parts.get(at).copied().unwrap_or(at))).collect()
        } else {
            let words = places(row.line);
            words.iter().take(1).chain(words.iter().skip(row.total)).filter_map(nearest).collect()
        };
        let columns: Vec<usize> = columns.into_iter().map(|at| first.get(at).copied().unwrap_or(at)).collect();
        // Each below another word, and some value with none: where not even one row is full.
        let apart = columns.is_sorted_by(|one, next| one < next);
        if columns.len() < full || (apart && values.clone().any(|value| !columns.contains(&value))) {
            let (line, total, width, values) = (row.line, row.total, shown.clone(), values.start);
            out.push(FilledRow { line, total, columns, width, values, cells: None });
        }
    }
    out
}

/// Which word of a line is the first of each of its cells between tabulators.
fn first_words(line: &str) -> Vec<usize> {
    let mut words = 0;
    let mut first = |part: &str| {
        let own = words;
        words += part.split_whitespace().count();
        own
    };
    line.split('\t').map(&mut first).collect()
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
    }

    #[test]
    fn the_cells_of_other_tables_stand_in_columns_too() {
        let of = |text: &str| beside_blank_ones(text, &[]).unwrap_or_default();
        for (text, columns) in [
            ("Wager\tPays\tLimit\nTie\t\t8 to 1", "{0,2}"),
            ("Wager\tPays\tLimit\nTie\t8 to 1\t", ""),
            ("Wager\tPays\tLimit\nTie\t\t8 to 1\nPair\t11 to 1", "{0,2}{0,1}"),
            ("Wager\tPays\tLimit\nTie\t8 to 1\nPair\t\t11 to 1", "{0,1}{0,2}"),
            // Above the first column stands nothing.
            ("Pays\tLimit\nTie\t8 to 1\t500\nPair\t\t11 to 1", "{0,2}"),
            ("Wager        Pays     Limit\nTie                   8 to 1\nPair         11 to 1   200", "{0,2}"),
            ("Wager        Pays     Limit\nTie          8 to 1\nPair         11 to 1   200", ""),
            ("Wager        Pays     Limit\nTie                   8 to 1\nPair         11 to 1", "{0,2}{0,1}"),
            ("Wager    Pays      Limit\n Tie               8 to 1\nPair    11 to 1     200", "{0,2}"),
            // Justified lines.
            ("hand  or  the\nno  more\nas        is", ""),
            // A title stands over two columns.
            ("Player\t\tBanker\n0-5\tdraws\t0-2\tdraws\n6-7\tstands\t3\tstands", ""),
            ("A\tB\tC\n1\t2\t3\n\t\tWhen the Player stands\ton six or seven the Banker draws on nought to five", ""),
            // Tabulators that only set cells below one another.
            ("Wager\t\tPays\tLimit\nLucky Lantern\t40 to 1\t100\nTie\t\t8 to 1\t500", ""),
            ("Wager\tPays\nTie\t\t8 to 1\nA long name\t9 to 1", ""),
            // What goes on below a cell.
            ("Wager   Pays      Limit\nTie     8 to 1    500 for\n                  each\nPair    9 to 1    200", ""),
            ("A coup is dealt.  Cards are drawn.  It is paid.\nAnd so it is.  It ends here.", ""),
            ("Wager   Pays   Limit\nThat is all.\nTie            8 to 1", ""),
        ] {
            assert_eq!(of(text), columns, "{text}");
        }
        let shown = with_blank_ones("Wager\tPays\tLimit\nTie\t\t8 to 1\nPair\t9 to 1", &[]);
        assert_eq!(shown.as_deref(), Some("Wager\tPays\tLimit\nTie \u{b7} 8 to 1\nPair 9 to 1 \u{b7}"));
        let indented =
            |edge: u32| beside_blank_ones("Wager   Pays     Limit\n8 to 1   500\nTie     9 to 1   200", &[1, edge, 1]);
        assert_eq!((indented(9).as_deref(), indented(1)), (Some("{1,2}"), None));
        // The first row below a head without a word above the first column.
        let corner = beside_blank_ones("Pays\tLimit\nTie\t8 to 1\nPair\t\t11 to 1\nSuit\t5 to 1\t200", &[2, 1, 1, 1]);
        assert_eq!(corner.as_deref(), Some("{0,1}{0,2}"));
    }

    #[test]
    fn heads_of_several_words_and_of_tens_are_one_column() {
        let of = |text: &str| beside_blank_ones(text, &[]);
        let wide = "Banker has   No card   0   1   2   3   4   5   6   7   8   9\n6               X                              X   X";
        assert_eq!(of(wide).as_deref(), Some("{0,2,10,11}"));
        // The mark stands below the other word.
        assert_eq!(of(&wide.replace("   X     ", " X       ")), of(wide));
        assert_ne!(of(&wide.replace("   X     ", "        X")), of(wide));
        let shown = with_blank_ones(wide, &[]).unwrap();
        assert!(shown.ends_with(&format!("6 X{} X X \u{b7} \u{b7}", " \u{b7}".repeat(6))), "{shown}");
        for ten in ["10", "T", "ten", "Tens", "0/10", "10/J/Q/K", "10-K", "0"] {
            let table = |row: &str| format!("Total   None   A   2   3   4   5   6   7   8   9   {ten}\n{row}");
            let moved = |to: usize| of(&table(&format!("6{}X   X", " ".repeat(to))));
            assert_eq!(moved(34).as_deref(), Some("{0,7,8}"), "{ten}");
            assert_eq!(moved(46).as_deref(), Some("{0,10,11}"), "{ten}");
            assert_eq!(of(&table("3       X   X   X   X   X   X   X   X   X   X   X")), None, "{ten}");
        }
    }

    #[test]
    fn tabulators_and_blanks_are_one_table() {
        let spaced = "Banker has   None   0   1   2   3   4   5   6   7   8   9\n6                                               x   x";
        let tabbed = "Banker has\tNone\t0\t1\t2\t3\t4\t5\t6\t7\t8\t9\n6\t\t\t\t\t\t\t\t\tx\tx";
        assert_eq!(beside_blank_ones(spaced, &[]).as_deref(), Some("{0,10,11}"));
        assert_eq!(beside_blank_ones(tabbed, &[]), beside_blank_ones(spaced, &[]));
    }
}
