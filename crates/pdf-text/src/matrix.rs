//! Tables of play as crosses below the values of cards, some cells of which are blank: the words of a row do not say which,
//! their places on the page do.
//!
//! A table in which a cell is blank is set anew, each cell in the middle below the word of the head that is nearest to it on
//! the page. All other lines stay as they are.

use std::ops::Range;

use resettle_document::matrix::{MARK, MAX_WORDS, TOTAL, values, words_of_total};

/// The most rows of a table.
const MAX_ROWS: usize = 100;
/// Blanks between two columns.
const BETWEEN: usize = 3;
/// So many lines at the edges of two pages may stand between two rows.
const EDGES: usize = 6;

/// Where a letter stands: the byte of the text at which it begins, and its edges from the left, in hundredths of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub at: usize,
    pub left: i32,
    pub right: i32,
}

/// The tables of a text, page by page.
#[derive(Default)]
pub(crate) struct Tables {
    open: Option<Table>,
    /// The lines since its last row that are none, and whether a page has ended since.
    away: usize,
    turned: bool,
    anew: Vec<(Range<usize>, String)>,
}

/// A word of a line and twice its middle.
struct Word<'t> {
    text: &'t str,
    middle: i32,
}

struct Table {
    line: Range<usize>,
    head: Vec<(String, i32)>,
    /// Which words of the head are values, and what follows them.
    values: Range<usize>,
    rows: Vec<Row>,
}

/// A row: its total, and below which word of the head each of its cells stands.
struct Row {
    line: Range<usize>,
    total: String,
    cells: Vec<(usize, String)>,
}

impl Tables {
    /// Takes in the text of a page, which begins at byte `from` of the whole text.
    pub(crate) fn page(&mut self, text: &str, from: usize, places: &[Place]) {
        let mut start = from;
        for line in text.split('\n') {
            let own = start..start + line.len();
            start = own.end + 1;
            if !line.trim().is_empty() {
                self.line(line, own, places);
            }
        }
        self.turned = true;
    }

    fn line(&mut self, line: &str, own: Range<usize>, places: &[Place]) {
        // Words of other lines are not looked up.
        let words: Vec<&str> = line.split_whitespace().take(MAX_WORDS + 1).collect();
        if let Some(values) = values(&words) {
            self.close();
            if let Some(words) = placed(line, own.start, places) {
                let head = words.iter().map(|word| (word.text.to_owned(), word.middle)).collect();
                self.open = Some(Table { line: own, head, values, rows: Vec::new() });
                (self.away, self.turned) = (0, false);
            }
            return;
        }
        let Some(table) = &mut self.open else { return };
        let next = self.away == 0 || self.turned;
        if next
            && table.rows.len() < MAX_ROWS
            && let Some(total) = words_of_total(&words)
            && let Some(words) = placed(line, own.start, places)
            && let Some(row) = table.row(own, &words, total)
        {
            table.rows.push(row);
            (self.away, self.turned) = (0, false);
            return;
        }
        self.away += 1;
        if self.away > EDGES {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some(table) = self.open.take().filter(Table::has_blanks) {
            table.set(&mut self.anew);
        }
    }

    /// The text with the tables that were set anew.
    pub(crate) fn finish(mut self, text: String) -> String {
        self.close();
        if self.anew.is_empty() {
            return text;
        }
        let mut out = String::with_capacity(text.len() * 2);
        let mut done = 0;
        for (line, anew) in self.anew {
            out.push_str(text.get(done..line.start).unwrap_or(""));
            out.push_str(&anew);
            done = line.end;
        }
        out.push_str(text.get(done..).unwrap_or(""));
        out
    }
}

impl Table {
    /// A row whose total is its first so many words.
    fn row(&self, line: Range<usize>, words: &[Word], total: usize) -> Option<Row> {
        let nearest = |middle: i32| {
            let columns = self.head.iter().enumerate();
            columns.min_by_key(|(_, (_, own))| own.abs_diff(middle)).map_or(0, |(at, _)| at)
        };
        let (total, cells) = words.split_at_checked(total)?;
        let total: Vec<&str> = total.iter().map(|word| word.text).collect();
        let cells: Vec<(usize, String)> =
            cells.iter().map(|word| (nearest(word.middle), word.text.to_owned())).collect();
        let apart = cells.is_sorted_by(|(one, _), (next, _)| one < next);
        let alike = cells.iter().all(|(_, cell)| cells.first().is_some_and(|(_, first)| first == cell));
        (apart || alike).then(|| Row { line, total: total.join(" "), cells })
    }

    /// Whether a row has a cell, and fewer than there are columns: one for each value and for each word behind them, and for
    /// each word before them below which some cell stands.
    fn has_blanks(&self) -> bool {
        let below = |column: usize| self.rows.iter().any(|row| row.cells.iter().any(|(own, _)| *own == column));
        let before = (0..self.values.start).filter(|column| below(*column)).count();
        let columns = before + self.head.len() - self.values.start;
        self.rows.iter().any(|row| (1..columns).contains(&row.cells.len()))
    }

    /// Sets head and rows anew, those with a total alone as they are.
    fn set(self, anew: &mut Vec<(Range<usize>, String)>) {
        // Where no word of the head stands above the totals they have room of their own.
        let first = self.rows.iter().flat_map(|row| &row.cells).any(|(column, _)| *column == 0);
        let cornerless = self.values.start == 0 || first;
        let total = self.rows.iter().map(|row| row.total.chars().count()).fold(TOTAL, usize::max);
        let mut columns: Vec<(usize, usize)> = Vec::new();
        let mut from = if cornerless { total + BETWEEN } else { 0 };
        for (at, (word, _)) in self.head.iter().enumerate() {
            let letters = word.chars().count();
            let wide = if at == 0 && !cornerless { letters.max(total) } else { letters.max(MARK) };
            columns.push((from, wide));
            from += wide + BETWEEN;
        }
        let place = |line: &mut String, column: usize, word: &str| {
            let (from, wide) = columns.get(column).copied().unwrap_or_default();
            let indent = match column {
                0 if !cornerless => 0,
                _ => wide.saturating_sub(word.chars().count()) / 2,
            };
            let so_far = line.chars().count();
            let least = usize::from(so_far > 0);
            line.extend(std::iter::repeat_n(' ', (from + indent).saturating_sub(so_far).max(least)));
            line.push_str(word);
        };
        let mut head = String::new();
        for (at, (word, _)) in self.head.iter().enumerate() {
            place(&mut head, at, word);
        }
        anew.push((self.line, head));
        for row in self.rows.iter().filter(|row| !row.cells.is_empty()) {
            let mut line = row.total.clone();
            for (column, cell) in &row.cells {
                place(&mut line, *column, cell);
            }
            anew.push((row.line.clone(), line));
        }
    }
}

/// The words of a line with their middles; none where a letter's place is not known.
fn placed<'t>(line: &'t str, from: usize, places: &[Place]) -> Option<Vec<Word<'t>>> {
    let mut out = Vec::new();
    let mut at = 0;
    for text in line.split_whitespace() {
        let begins = at + line.get(at..)?.find(text)?;
        at = begins + text.len();
        let place = |byte: usize| {
            let behind = places.partition_point(|place| place.at <= from + byte);
            places.get(behind.checked_sub(1)?)
        };
        let (first, last) = (place(begins)?, place(at.checked_sub(1)?)?);
        out.push(Word { text, middle: first.left.saturating_add(last.right) });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of lines whose words stand at these points from the left, ten points a letter, and what becomes of it.
    fn set(pages: &[&[&[(i32, &str)]]]) -> (String, String) {
        let (mut text, mut tables) = (String::new(), Tables::default());
        for page in pages {
            let (mut own, mut places, from) = (String::new(), Vec::new(), text.len());
            for line in *page {
                for (left, word) in *line {
                    for (nth, letter) in (0..).zip(word.chars()) {
                        let left = (left + nth * 10) * 100;
                        places.push(Place { at: from + own.len(), left, right: left + 1_000 });
                        own.push(letter);
                    }
                    own.push(' ');
                }
                own.push('\n');
            }
            tables.page(&own, from, &places);
            text.push_str(&own);
        }
        (text.clone(), tables.finish(text))
    }

    const HEAD: [(i32, &str); 12] = [
        (0, "Total"),
        (100, "None"),
        (200, "0"),
        (240, "1"),
        (280, "2"),
        (320, "3"),
        (360, "4"),
        (400, "5"),
        (440, "6"),
        (480, "7"),
        (520, "8"),
        (560, "9"),
    ];

    fn row(total: &'static str, columns: &[usize]) -> Vec<(i32, &'static str)> {
        std::iter::once((0, total)).chain(columns.iter().map(|at| (HEAD[*at].0 + 3, "X"))).collect()
    }

    #[test]
    fn crosses_stand_below_their_values() {
        let all: Vec<usize> = (1..12).collect();
        let of = |moved: usize| {
            let rows = [row("0-2", &all), row("5", &[1, moved, 7, 8, 9]), row("7", &[])];
            let lines: Vec<&[(i32, &str)]> = [&HEAD[..]].into_iter().chain(rows.iter().map(|row| &row[..])).collect();
            set(&[&lines])
        };
        let (words, out) = of(6);
        assert_eq!(
            out,
            "\
Total          None    0     1     2     3     4     5     6     7     8     9
0-2             X      X     X     X     X     X     X     X     X     X     X
5               X                              X     X     X     X
7 
"
        );
        let (others, moved) = of(5);
        assert_eq!((words == others, out == moved), (true, false));
    }

    #[test]
    fn totals_in_words_and_parts_of_the_values_make_a_table_too() {
        for total in ["Player", "five", "Banker"] {
            let of = |moved: usize| {
                let row = [vec![(0, total), (60, "5")], vec![(HEAD[moved].0 + 3, "X"), (523, "X")]].concat();
                set(&[&[&HEAD, &row]])
            };
            assert!(of(6).0 == of(5).0 && of(6).1 != of(5).1, "{total}");
            let part = |moved: usize| set(&[&[&HEAD[1..7], &[(0, total), (HEAD[moved].0 + 3, "X"), (363, "X")]]]);
            assert!(part(3).0 == part(4).0 && part(3).1 != part(4).1, "{total}");
        }
        // The last letter of a sentence below a head that some cell of a row leaves blank is set below a column, and no word is lost.
        let (words, out) = set(&[&[&HEAD, &row("5", &[1, 6]), &[(0, "as"), (40, "in"), (80, "table"), (140, "A")]]]);
        let of = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(of(&words), of(&out));
    }

    #[test]
    fn a_table_goes_on_behind_the_edges_of_pages() {
        let (one, two) = (row("5", &[1, 6, 7, 8, 9]), row("6", &[8, 9]));
        let all: Vec<usize> = (1..12).collect();
        let full = row("0", &all);
        let lines: [&[(i32, &str)]; 3] = [&HEAD, &full, &[(250, "Page"), (290, "one")]];
        let (words, out) = set(&[&lines, &[&[(0, "Rules")], &one, &two, &[(0, "2.6"), (60, "It"), (90, "ends")]]]);
        assert_ne!(words, out);
        let column = |line: &str, word: char| line.find(word).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(column(lines[0], '6'), column(lines[5], 'X'));
        assert_eq!(lines[6], "2.6 It ends ");
    }

    #[test]
    fn what_has_no_blank_cells_stays() {
        let all: Vec<usize> = (1..12).collect();
        let full = [row("0", &all), row("1", &all), row("7", &[])];
        let lines: Vec<&[(i32, &str)]> = [&HEAD[..]].into_iter().chain(full.iter().map(|row| &row[..])).collect();
        let (words, out) = set(&[&lines]);
        assert_eq!(words, out);
        // Sentences and the next clause are no rows, and no table without a head has any.
        let (words, out) = set(&[&[&HEAD, &[(0, "2.6"), (40, "The"), (80, "hand")], &row("5", &[1, 6])]]);
        assert_eq!(words, out);
        let (words, out) = set(&[&[&HEAD, &[(0, "3"), (20, "A"), (50, "tie")]]]);
        assert_eq!(words, out);
        let (words, out) = set(&[&[&row("5", &[1, 6]), &row("6", &[8, 9])]]);
        assert_eq!(words, out);
    }

    #[test]
    fn totals_without_a_word_above_them_have_room() {
        let row = row("6", &[1, 8, 9]);
        let (_, out) = set(&[&[&HEAD[1..], &row]]);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[1].find('X'), lines[0].find("one"));
        assert_eq!(lines[1].rfind('X'), lines[0].find('7'));
    }
}
