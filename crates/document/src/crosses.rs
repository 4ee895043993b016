//! Tables of play as crosses: the Banker's totals beside them, the values of the Player's card above them, and a cross or
//! nothing in each cell.

use std::ops::Range;

use crate::cells::{middles, values};
use crate::draws::{PlayCell, PlayHand, UnreadDraw, columns as heads};
use crate::tables::is_matrix_head;

/// What stands in a cell that is not blank.
const MARKS: [&str; 4] = ["x", "X", "\u{d7}", "\u{2717}"];
/// The most words that name the column for no card.
const NONE: usize = 3;

/// A table of crosses as it was read.
#[derive(Default)]
pub(crate) struct Crosses {
    /// For each hand and card whether a cross stands there.
    pub marked: Vec<(u8, Option<u8>, bool)>,
    /// The rows of which that cannot be said.
    pub unread: Vec<UnreadDraw>,
    /// What the tables take up.
    pub spans: Vec<Range<usize>>,
}

impl Crosses {
    /// Its decisions, if a cross means that a card is drawn, or that none is.
    pub(crate) fn cells(&self, cross_draws: bool) -> impl Iterator<Item = PlayCell> {
        let hand = PlayHand::Banker;
        self.marked.iter().map(move |(total, third, marked)| PlayCell {
            hand,
            total: *total,
            third: *third,
            draws: *marked == cross_draws,
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
    let mut head: Option<Head> = None;
    let mut from = 0;
    for (nth, line) in text.split('\n').enumerate() {
        let own = from..from + line.len();
        from = own.end + 1;
        let edge = edges.get(nth).map_or(0, |edge| usize::try_from(edge.saturating_sub(1)).unwrap_or(0));
        if is_matrix_head(line) {
            head = Head::of(line, edge);
            continue;
        }
        let Some(table) = &head else { continue };
        let mut words = line.split_whitespace();
        let total = words.next().unwrap_or("");
        if !total.starts_with(|first: char| first.is_ascii_digit()) || !words.all(|word| MARKS.contains(&word)) {
            head = None;
            continue;
        }
        match totals(total).zip(table.marked(line, edge)) {
            Some((totals, marked)) => {
                let cells =
                    |total: u8| table.columns.iter().zip(&marked).map(move |(third, marked)| (total, *third, *marked));
                out.marked.extend(totals.flat_map(cells));
            }
            None => out.unread.push(UnreadDraw { line: nth, about: Vec::new(), words: format!("row {total}") }),
        }
        out.spans.push(own);
    }
    // Totals alone below a head are no table of crosses.
    if out.marked.iter().any(|(_, _, marked)| *marked) || !out.unread.is_empty() { out } else { Crosses::default() }
}

impl Head {
    fn of(line: &str, edge: usize) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let run = Some(values(line)).filter(|run| !run.is_empty())?;
        let (first, values) = (run.start, run.len());
        let (from, columns) = (first.saturating_sub(NONE)..=first).find_map(|from| {
            let plain = words.get(from..)?.concat().to_lowercase();
            heads(&plain).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, columns)| (from, columns))
        })?;
        let before = usize::from(from < first);
        let column = |at: usize| match at {
            _ if at < from => None,
            _ if at < first => Some(0),
            _ if at < first + values => Some(before + at - first),
            _ => Some(before + values),
        };
        let words = middles(line, edge).into_iter().enumerate().map(|(at, middle)| (middle, column(at))).collect();
        Some(Self { words, columns })
    }

    /// In which columns a row has crosses; none where one of them stands below none of these, or two below one.
    fn marked(&self, line: &str, edge: usize) -> Option<Vec<bool>> {
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
            let crosses = middles.get(1..).unwrap_or_default();
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

/// `4`, `0-2`.
fn totals(word: &str) -> Option<std::ops::RangeInclusive<u8>> {
    let number = |word: &str| word.parse::<u8>().ok().filter(|total| *total <= 9);
    match word.split_once(['-', '\u{2013}']) {
        Some((least, most)) => Some(number(least)?..=number(most)?),
        None => number(word).map(|total| total..=total),
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
    fn a_row_that_does_not_stand_below_its_head_is_named() {
        let head = "Banker's total   None   0   1   2   3   4   5   6   7   8   9";
        assert_eq!(rows(&format!("{head}\n5 X X X X X")), ["1: row 5"]);
        assert_eq!(rows(&format!("{head}\n12                X")), ["1: row 12"]);
        for other in ["5    D   S", "A sentence.", "2 to 3 are drawn"] {
            assert_eq!(rows(&format!("{head}\n{other}")), [] as [&str; 0], "{other}");
        }
    }
}
