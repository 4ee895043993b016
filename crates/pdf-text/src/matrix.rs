//! Tables of play as crosses below the values of cards, some cells of which are blank: the words of a row do not say which,
//! their places on the page do.
//!
//! A table in which a cell is blank is set anew, each cell in the middle below the word of the head that is nearest to it on
//! the page. All other lines stay as they are.

use std::ops::Range;

use crate::blanks::{Blanks, Word};
use resettle_document::matrix::{MARK, MAX_WORDS, TOTAL, is_none, values, words_of_total};

/// The most rows of a table.
const MAX_ROWS: usize = 100;
/// Blanks between two columns.
const BETWEEN: usize = 3;
/// So many lines of a table's head may stand above its values, and below them.
const HEAD: usize = 4;
/// The most words of such a line.
const HEAD_WORDS: usize = 4;
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
    open: Option<CrossTable>,
    /// The lines since its last row that are none, and whether a page has ended since.
    away: usize,
    turned: bool,
    anew: Vec<(Range<usize>, String)>,
    /// The tables without values of cards.
    others: Blanks,
    /// Short lines, one behind the other, that may be parts of a head.
    above: Vec<Part>,
}

/// A line that may be a part of a head: its words, each with its edges.
struct Part {
    line: Range<usize>,
    words: Vec<(String, Range<i32>)>,
}

impl Part {
    fn of(line: Range<usize>, words: &[Word<'_>]) -> Option<Self> {
        let words: Vec<_> = words.iter().map(|word| (word.text.to_owned(), word.edges.clone())).collect();
        (1..=HEAD_WORDS).contains(&words.len()).then_some(Self { line, words })
    }
}

struct CrossTable {
    line: Range<usize>,
    head: Vec<(String, i32)>,
    edges: Vec<Range<i32>>,
    /// Which words of the head are values, and what follows them.
    values: Range<usize>,
    rows: Vec<CrossRow>,
    /// Lines below the values that may end its head.
    below: Vec<Part>,
}

/// A row: its total, and below which word of the head each of its cells stands.
struct CrossRow {
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
            if line.trim().is_empty() {
                continue;
            }
            let words = placed(line, own.start, places);
            if self.line(line, own.clone(), places) {
                self.above.clear();
                self.others.close();
            } else {
                match words.as_deref().and_then(|words| Part::of(own.clone(), words)) {
                    Some(part) => self.above.push(part),
                    None => self.above.clear(),
                }
                if self.above.len() > HEAD {
                    self.above.remove(0);
                }
                self.others.line(own, words);
            }
        }
        self.above.clear();
        self.turned = true;
        self.others.turn();
    }

    /// Whether a line is the head of a table of values or a row below one.
    fn line(&mut self, line: &str, own: Range<usize>, places: &[Place]) -> bool {
        let words: Vec<&str> = line.split_whitespace().take(MAX_WORDS + 1).collect();
        if let Some(values) = values(&words) {
            self.close();
            if let Some(words) = placed(line, own.start, places) {
                let edges = words.iter().map(|word| word.edges.clone()).collect();
                let head = words.iter().map(|word| (word.text.to_owned(), word.middle)).collect();
                let mut table = CrossTable { line: own, head, edges, values, rows: Vec::new(), below: Vec::new() };
                table.add_above(&self.above);
                self.open = Some(table);
                (self.away, self.turned) = (0, false);
            }
            return true;
        }
        let Some(table) = &mut self.open else { return false };
        let next = self.away == 0 || self.turned;
        if next
            && table.rows.len() < MAX_ROWS
            && let Some(total) = words_of_total(&words)
            && let Some(words) = placed(line, own.start, places)
            && let Some(row) = table.row(own.clone(), &words, total)
        {
            table.rows.push(row);
            (self.away, self.turned) = (0, false);
            return true;
        }
        if self.away < HEAD
            && table.rows.is_empty()
            && let Some(part) = placed(line, own.start, places).and_then(|words| Part::of(own, &words))
            && table.add_below(part)
        {
            self.away = 0;
            return true;
        }
        self.away += 1;
        if self.away > EDGES {
            self.close();
        }
        false
    }

    fn close(&mut self) {
        if let Some(table) = self.open.take().filter(CrossTable::has_blanks) {
            table.set(&mut self.anew);
        }
    }

    /// The text with the tables that were set anew.
    pub(crate) fn finish(mut self, text: String) -> String {
        self.close();
        self.anew.extend(self.others.finish());
        if self.anew.is_empty() {
            return text;
        }
        self.anew.sort_by_key(|(line, _)| line.start);
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

impl CrossTable {
    /// Adds the lines above the values of which some say, with the words before these, that no card is meant: `No` over `card`.
    fn add_above(&mut self, above: &[Part]) {
        let own = |count: usize| self.head.iter().take(count).map(|(word, _)| word.as_str());
        let Some(first) = self.edges.get(self.values.start).map(|edges| edges.start) else { return };
        let before = self.values.start;
        if (1..=before).any(|count| is_none(&own(before).skip(before - count).collect::<Vec<_>>())) {
            return;
        }
        let left = |part: &Part| part.words.iter().all(|(_, edges)| edges.end <= first);
        let fitting = above.iter().rev().take_while(|part| left(part)).count();
        let parts = above.get(above.len() - fitting..).unwrap_or_default();
        let words: Vec<(&str, &Range<i32>)> = parts
            .iter()
            .flat_map(|part| &part.words)
            .map(|(word, edges)| (word.as_str(), edges))
            .chain(own(before).zip(&self.edges))
            .collect();
        let says = |from: &usize| {
            let last = words.get(*from..).unwrap_or_default();
            // One over the other.
            let over = last
                .windows(2)
                .all(|two| matches!(two, [(_, one), (_, next)] if one.start < next.end && next.start < one.end));
            last.len() > 1 && over && is_none(&last.iter().map(|(word, _)| *word).collect::<Vec<_>>())
        };
        let Some(from) = (0..words.len()).find(says) else { return };
        // What stands before it, left of it, heads the totals.
        let least = words.get(from..).unwrap_or_default().iter().map(|(_, edges)| edges.start).min().unwrap_or(first);
        let mut count = 0;
        let mut begin = parts.len();
        let mut place = words.len() - before;
        for part in parts.iter().rev() {
            let start = place - part.words.len();
            let corner =
                part.words.iter().enumerate().all(|(nth, (_, edges))| start + nth >= from || edges.end <= least);
            if place <= from && !corner {
                break;
            }
            (place, begin, count) = (start, begin - 1, count + part.words.len());
        }
        let parts = parts.get(begin..).unwrap_or_default();
        let Some(line) = parts.first().map(|part| part.line.start..self.line.end) else { return };
        let more: Vec<(String, Range<i32>)> = parts.iter().flat_map(|part| part.words.iter().cloned()).collect();
        self.line = line;
        self.head.splice(0..0, more.iter().map(|(word, edges)| (word.clone(), edges.start.saturating_add(edges.end))));
        self.edges.splice(0..0, more.into_iter().map(|(_, edges)| edges));
        self.values = self.values.start + count..self.values.end + count;
    }

    /// Adds a line below the values, behind the last of them, where it goes on with words that say that no card is meant.
    fn add_below(&mut self, part: Part) -> bool {
        let Some(last) = self.edges.get(self.values.end.saturating_sub(1)).map(|edges| edges.end) else { return false };
        let behind: Vec<&str> = self.head.iter().skip(self.values.end).map(|(word, _)| word.as_str()).collect();
        if is_none(&behind) || !part.words.iter().all(|(_, edges)| edges.start >= last) {
            return false;
        }
        self.below.push(part);
        let words = || self.below.iter().flat_map(|part| &part.words);
        let all: Vec<&str> = behind.into_iter().chain(words().map(|(word, _)| word.as_str())).collect();
        if is_none(&all) {
            let more: Vec<_> =
                words().map(|(word, edges)| (word.clone(), edges.start.saturating_add(edges.end))).collect();
            self.line.end = self.below.last().map_or(self.line.end, |part| part.line.end);
            self.head.extend(more);
        }
        true
    }

    /// A row whose total is its first so many words.
    fn row(&self, line: Range<usize>, words: &[Word], total: usize) -> Option<CrossRow> {
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
        (apart || alike).then(|| CrossRow { line, total: total.join(" "), cells })
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
        out.push(Word { text, middle: first.left.saturating_add(last.right), edges: first.left..last.right });
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
    fn a_head_of_several_lines_is_one() {
        let values: Vec<(i32, &str)> = HEAD[2..].to_vec();
        let of = |marks: &[i32],
                  lines: &[&[(i32, &'static str)]],
                  below: &[&[(i32, &'static str)]],
                  totals: &'static str| {
            let row: Vec<(i32, &str)> = std::iter::once((0, totals)).chain(marks.iter().map(|at| (*at, "X"))).collect();
            let all: Vec<&[(i32, &str)]> =
                lines.iter().copied().chain([&values[..]]).chain(below.iter().copied()).chain([&row[..]]).collect();
            set(&[&all])
        };
        let corner: [(i32, &str); 2] = [(0, "Banker"), (70, "has")];
        let above: [&[(i32, &str)]; 3] = [&corner, &[(140, "No")], &[(130, "card")]];
        let (words, out) = of(&[145, 523], &above, &[], "5");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(
            (lines.len(), lines[0].split_whitespace().take(5).collect::<Vec<_>>()),
            (2, vec!["Banker", "has", "No", "card", "0"])
        );
        assert_eq!(lines[1].find('X').unwrap() / 4, lines[0].find("No").unwrap() / 4);
        let (others, moved) = of(&[203, 523], &above, &[], "5");
        assert_eq!((words == others, out == moved), (true, false));
        // Behind the nine.
        let below: [&[(i32, &str)]; 2] = [&[(620, "No")], &[(610, "card")]];
        let (_, out) = of(&[203, 625], &[&corner], &below, "5");
        assert!(out.lines().any(|line| line.ends_with("9    No    card")), "{out}");
        // A sentence, and words that are no column, stay where they are.
        for above in [&[(0, "No"), (40, "card")][..], &[(140, "Only")], &[(300, "No"), (340, "card")]] {
            let (_, out) = of(&[203, 523], &[above], &[], "5");
            assert_eq!(out.lines().count(), 3, "{out}");
        }
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
