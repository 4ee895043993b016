//! Tables of play as crosses: the Banker's totals beside them, the values of the Player's card above them, and a mark or
//! nothing in each cell.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::cells::middles;
use crate::decision::{PlayCell, PlayHand, UnreadDraw};
use crate::legend::{BOTH, MARKED, mark};
use crate::matrix::{Matrix, matrices, nones, totals, value};

/// A table of crosses as it was read.
#[derive(Default)]
pub(crate) struct Crosses {
    /// What stands in a cell that is marked and what in one that is not, as a legend says them.
    pub says: (&'static str, &'static str),
    /// For each hand and card whether a mark stands there.
    pub marked: Vec<(u8, Option<u8>, bool)>,
    /// The rows of which that cannot be said.
    pub unread: Vec<UnreadDraw>,
    /// What the tables take up.
    pub spans: Vec<Range<usize>>,
    /// Where the head of the first one begins.
    pub head: usize,
}

impl Crosses {
    /// Its decisions, if a mark means that a card is drawn, or that none is.
    pub(crate) fn cells(&self, mark_draws: bool) -> impl Iterator<Item = PlayCell> {
        let hand = PlayHand::Banker;
        self.marked.iter().map(move |(total, third, marked)| PlayCell {
            hand,
            total: *total,
            third: *third,
            draws: *marked == mark_draws,
        })
    }
}

/// The head of a table: the middle of each of its words, and which column it is a word of, if any.
struct Head {
    words: Vec<(usize, Option<usize>)>,
    columns: Vec<Option<u8>>,
}

/// The tables of crosses of a text. `edges` has the column of each line's first letter, from 1; where it is empty, all are the
/// same.
pub(crate) fn read(text: &str, edges: &[u32]) -> Crosses {
    let mut out = Crosses::default();
    let mut sign: Option<&'static str> = None;
    let edge = |line: usize| edges.get(line).map_or(0, |edge| usize::try_from(edge.saturating_sub(1)).unwrap_or(0));
    let lines: Vec<&str> = text.split('\n').collect();
    let matrices = matrices(text);
    let both = is_of_both(&matrices, text);
    for matrix in matrices {
        let Some(own) = lines.get(matrix.head) else { continue };
        let Some(head) = Head::of(own, &matrix, edge(matrix.head)) else { continue };
        if out.spans.is_empty() {
            out.head = lines.iter().take(matrix.head).map(|line| line.len() + 1).sum();
        }
        for row in &matrix.rows {
            let Some(line) = text.get(row.range.clone()) else { continue };
            let words: Vec<&str> = line.split_whitespace().collect();
            let (total, cells) = words.split_at_checked(row.total).unwrap_or((&words, &[]));
            let Some(marks) = cells.iter().map(|cell| mark(cell)).collect::<Option<Vec<_>>>() else { break };
            let other = !both && marks.iter().any(|one| one != sign.get_or_insert(one));
            let marked = || match both {
                true => (marks.len() == head.columns.len()).then(|| marks.iter().map(|one| *one == BOTH.0).collect()),
                false => head.marked(line, row.total, edge(row.line)),
            };
            match totals(total).filter(|_| !other).zip(marked()) {
                Some((totals, marked)) => {
                    let cells = |total: u8| {
                        head.columns.iter().zip(&marked).map(move |(third, marked)| (total, *third, *marked))
                    };
                    out.marked.extend(totals.flat_map(cells));
                }
                None => out.unread.push(UnreadDraw::row(row.line, &total.join(" "))),
            }
            out.spans.push(row.range.clone());
        }
    }
    let known = if both { Some(&BOTH) } else { MARKED.iter().find(|(marked, _)| Some(*marked) == sign) };
    // Totals alone below a head are no table of crosses.
    match known {
        Some(says) if out.marked.iter().any(|(_, _, marked)| *marked) || !out.unread.is_empty() => {
            Crosses { says: *says, ..out }
        }
        _ => Crosses::default(),
    }
}

/// Whether the marks of matrices are ticks and crosses, and nothing else.
fn is_of_both(matrices: &[Matrix], text: &str) -> bool {
    let rows = || matrices.iter().flat_map(|matrix| &matrix.rows);
    let cells = || rows().flat_map(|row| text.get(row.range.clone()).unwrap_or("").split_whitespace().skip(row.total));
    let marks: Option<BTreeSet<&str>> = cells().map(mark).collect();
    marks.is_some_and(|marks| marks.into_iter().eq([BOTH.1, BOTH.0]))
}

impl Head {
    fn of(line: &str, matrix: &Matrix, edge: usize) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Range { start, mut end } = matrix.values.clone();
        // Values of the Banker's hand stand above the Player's cards: such a table is not read.
        let corner = words.get(..start)?.join(" ").to_lowercase();
        let of_cards = corner.contains("player") || corner.contains("third card");
        if of_cards && !corner.contains("banker") && !corner.contains("total") {
            return None;
        }
        // A ten may stand behind the nine as a nought.
        if words.get(end) == Some(&"0") {
            end += 1;
        }
        let values: Vec<u8> =
            words.get(start..end)?.iter().filter_map(|word| value(word)).map(|value| value % 10).collect();
        let mut once = values.clone();
        once.sort_unstable();
        once.dedup();
        if once.len() != values.len() {
            return None;
        }
        let (before, behind) = nones(&words, start, end);
        if before.is_some() && behind.is_some() {
            return None;
        }
        let none = |found: Option<usize>| found.map(|_| None);
        let columns: Vec<Option<u8>> =
            none(before).into_iter().chain(values.iter().copied().map(Some)).chain(none(behind)).collect();
        let first = usize::from(before.is_some());
        let column = |at: usize| match at {
            _ if at + before.unwrap_or(0) < start => None,
            _ if at < start => Some(0),
            _ if at < end => Some(first + at - start),
            _ if at < end + behind.unwrap_or(0) => Some(first + values.len()),
            _ => None,
        };
        let words = middles(line, edge).into_iter().enumerate().map(|(at, middle)| (middle, column(at))).collect();
        Some(Self { words, columns })
    }

    /// In which columns a row has crosses; none where one of them stands below none of these, or two below one.
    fn marked(&self, line: &str, total: usize, edge: usize) -> Option<Vec<bool>> {
        let mut out = vec![false; self.columns.len()];
        let crosses: Vec<usize> = if line.contains('\t') {
            // The first of the columns stands behind the total.
            line.split('\t')
                .enumerate()
                .skip(1)
                .filter(|(_, cell)| !cell.trim().is_empty())
                .map(|(at, _)| at - 1)
                .collect()
        } else {
            let middles = middles(line, edge);
            let crosses = middles.get(total..).unwrap_or_default();
            if crosses.len() == out.len() {
                return Some(vec![true; out.len()]);
            }
            let column =
                |middle: &usize| self.words.iter().min_by_key(|(own, _)| own.abs_diff(*middle)).and_then(|word| word.1);
            crosses.iter().map(column).collect::<Option<_>>()?
        };
        for column in crosses {
            let cell = out.get_mut(column).filter(|cell| !**cell)?;
            *cell = true;
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        let crosses = read(text, &[]);
        let mut out: Vec<(u8, String)> = Vec::new();
        for (total, third, marked) in crosses.marked {
            if out.last().is_none_or(|(last, _)| *last != total) {
                out.push((total, String::new()));
            }
            if let Some((_, row)) = out.last_mut().filter(|_| marked) {
                row.push_str(&third.map_or("-".to_owned(), |third| third.to_string()));
            }
        }
        let unread = crosses.unread.into_iter().map(|one| format!("{}: {}", one.line, one.words));
        out.into_iter().map(|(total, row)| format!("{total} {row}")).chain(unread).collect()
    }

    #[test]
    fn a_cross_counts_for_the_value_above_it() {
        let head = "Banker's total   No card   0   1   2   3   4   5   6   7   8   9";
        let text = format!(
            "X = draws:\n{head}\n0-1                 X      X   X   X   X   X   X   X   X   X   X\n\
             5                   X                      X   X   X   X\n7\nThat is all."
        );
        assert_eq!(rows(&text), ["0 -0123456789", "1 -0123456789", "5 -4567", "7 "]);
        // Without a column for none, and with it behind.
        assert_eq!(rows("T  0  1  2  3  4  5  6  7  8  9\n6                    x  x"), ["6 67"]);
        assert_eq!(rows("T  0  1  2  3  4  5  6  7  8  9  none\n5              \u{d7}             \u{d7}"), ["5 49"]);
        let tabs = "T\t0\t1\t2\t3\t4\t5\t6\t7\t8\t9\tnone\n6\t\t\t\t\t\t\tX\tX\n4\tX";
        assert_eq!(rows(tabs), ["6 67", "4 0"]);
    }

    #[test]
    fn totals_in_words_parts_of_a_table_and_other_marks_are_read() {
        let head = "Banker's total         None   0   1   2   3   4   5   6   7   8   9";
        for total in ["5", "five", "Banker 5", "5 points", "If the Banker has 5", "A total of five", "5 (five)"] {
            let row = format!("{total:<24}X                      X   X   X   X");
            let none = total.replace('5', "7").replace("five", "seven").to_uppercase();
            assert_eq!(rows(&format!("{head}\n{row}\n{none}")), ["5 -4567", "7 "], "{total}");
        }
        // Of the Player's total the Banker's table says nothing.
        assert_eq!(rows(&format!("{head}\nPlayer 5                X")), ["1: row Player 5"]);
        let parts =
            "T    none  0   1   2   3   4\n5     X                    X\nT     5   6   7   8   9\n5     X   X   X";
        assert_eq!(rows(parts), ["5 -4567"]);
        let faces = "T    none  A   2   3   4   5   6   7   8   9   10\n5     X            \u{2713}";
        assert_eq!(rows(faces), ["1: row 5"]);
        assert_eq!(rows(&faces.replace('X', "\u{2714}")), ["5 -3"]);
        assert_eq!(
            rows("T    A   2   3   4   5   6   7   8   9   10\n6                        X   X           X"),
            ["6 670"]
        );
    }

    #[test]
    fn ticks_and_crosses_fill_a_row() {
        let head = "Total   None   0   1   2   3   4   5   6   7   8   9";
        let row = |total: &str, cells: &str| {
            format!(
                "{total}        {}",
                cells.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("   ")
            )
        };
        let all = format!(
            "{head}\n{}\n{}\n{}",
            row("0", &"\u{2713}".repeat(11)),
            row("5", "\u{2714}\u{2717}\u{2717}\u{2717}\u{2717}\u{2713}\u{2713}\u{2713}\u{2713}XX"),
            row("7", &"\u{2717}".repeat(11))
        );
        assert_eq!(rows(&all), ["0 -0123456789", "5 -4567", "7 "]);
        // A row with a blank cell says neither.
        let short = format!("{all}\n{}", row("6", "\u{2717}\u{2713}"));
        assert_eq!(rows(&short).last().map(String::as_str), Some("4: row 6"));
    }

    #[test]
    fn tens_count_nothing_however_they_are_named() {
        for ten in ["10", "T", "ten", "0/10", "10/J/Q/K"] {
            let head = format!("T    A   2   3   4   5   6   7   8   9   {ten}");
            assert_eq!(rows(&format!("{head}\n6                        X   X           X")), ["6 670"], "{ten}");
            let first =
                format!("Total   {ten}   A   2   3   4   5   6   7   8   9").replace("T ", "10 ").replace("ten", "10");
            let nought = first.find(" A").unwrap() - 1 - ten.len().min(2);
            assert_eq!(rows(&format!("{first}\n6{}X", " ".repeat(nought - 1))), ["6 0"], "{first}");
        }
    }

    #[test]
    fn a_row_that_does_not_stand_below_its_head_is_named() {
        let head = "Banker's total   None   0   1   2   3   4   5   6   7   8   9";
        assert_eq!(rows(&format!("{head}\n5 X X X X X")), ["1: row 5"]);
        assert_eq!(rows(&format!("{head}\n12                X")), ["1: row 12"]);
        for other in ["5    D   S", "A sentence.", "2 to 3 are drawn"] {
            assert_eq!(rows(&format!("{head}\n{other}")), [] as [&str; 0], "{other}");
        }
    }
}
