use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// How wide printed lines are: 60 to 200 columns of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(usize);

impl Width {
    /// Where no terminal is printed to: 80 columns.
    pub const USUAL: Self = Self(80);

    /// The nearest width that text is printed in.
    #[must_use]
    pub fn of(columns: usize) -> Self {
        Self(columns.clamp(60, 200))
    }

    /// How many columns are left beside so many.
    pub(super) fn beside(self, taken: usize) -> usize {
        self.0.saturating_sub(taken)
    }

    /// The same for a sum at the end of a line, which stays near its name: of at most 100 columns.
    pub(super) fn near(self, taken: usize) -> usize {
        self.0.min(100).saturating_sub(taken)
    }

    /// The columns of the first cell of a table that takes `usual` of the usual width; none where the others leave it no
    /// room, and its row takes two lines.
    pub(super) fn first(self, usual: usize) -> Option<usize> {
        (usual + self.0.min(100)).checked_sub(Self::USUAL.0).filter(|room| *room >= LEAST)
    }

    /// The longest text of one entry that is printed whole.
    pub(super) fn longest(self) -> usize {
        10 * self.0
    }
}

/// The least columns of a first cell.
const LEAST: usize = 14;

/// A blank at which no line is broken: it is printed as a blank.
pub(super) const KEPT: char = '\u{a0}';

/// Text in lines of at most `width` columns, broken at blanks; within a word only where it is longer than a line and no
/// hash. There is always one line. What switches colours takes no column.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    let mut switching = false;
    for (at, word) in text.split(' ').enumerate() {
        let long = uncoloured(word).width();
        if at > 0 && used + 1 + long <= width {
            line.push(' ');
            used += 1;
        } else if at > 0 {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        let is_hash = word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        for letter in word.chars().map(|letter| if letter == KEPT { ' ' } else { letter }) {
            switching |= letter == ESCAPE;
            let own = if switching { 0 } else { letter.width().unwrap_or(0) };
            switching &= letter != 'm';
            if used + own > width && !is_hash {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(letter);
            used += own;
        }
    }
    lines.push(line);
    lines
}

/// Begins what switches a colour; that ends with an `m`. Text of logs holds none: it was made harmless before.
const ESCAPE: char = '\u{1b}';

/// A word without what switches its colours.
fn uncoloured(word: &str) -> Cow<'_, str> {
    if !word.contains(ESCAPE) {
        return Cow::Borrowed(word);
    }
    let mut switching = false;
    let shown = word.chars().filter(|letter| {
        switching |= *letter == ESCAPE;
        let shown = !switching;
        switching &= *letter != 'm';
        shown
    });
    Cow::Owned(shown.collect())
}

/// Text of which the middle is left out where it is longer than `width` columns: names differ at their ends.
pub(super) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let begin = fitting(text.chars(), room - room / 2);
    let mut end = fitting(text.chars().rev(), room / 2);
    end.reverse();
    begin.into_iter().chain(['…']).chain(end).collect()
}

/// As many of these letters, from the first on, as fit into so many columns.
fn fitting(letters: impl Iterator<Item = char>, columns: usize) -> Vec<char> {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= columns
    };
    letters.take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_longer_than_asked_and_lose_nothing() {
        for text in [
            "",
            "one two three four",
            "a/very/long/path/without/any/blank.jsonl:12 (seq 11)",
            "  two  blanks ",
            "七喜 百家樂",
        ] {
            for width in [8, 9, 17, 80] {
                let lines = wrapped(text, width);
                assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
                let letters = |text: &str| text.chars().filter(|letter| *letter != ' ').collect::<String>();
                assert_eq!(letters(&lines.concat()), letters(text));
            }
        }
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("12345678 9", 8), ["12345678", "9"]);
        assert_eq!(wrapped("123456789 1", 8), ["12345678", "9 1"]);
        assert_eq!(wrapped(&format!("sha256 {}", "0123456789abcdef".repeat(4)), 20)[1].len(), 64);
        assert_eq!(wrapped("log.jsonl:12 (seq\u{a0}11)", 18), ["log.jsonl:12", "(seq 11)"]);
        assert_eq!(wrapped("七喜百家樂 七", 8), ["七喜百家", "樂 七"]);
        let coloured = "\u{1b}[31m1 ma\u{1b}[0m, \u{1b}[90m2 m\u{1b}[0m mm";
        assert_eq!(wrapped(coloured, 9), ["\u{1b}[31m1 ma\u{1b}[0m, \u{1b}[90m2 m\u{1b}[0m", "mm"]);
    }

    #[test]
    fn a_first_cell_takes_what_the_others_leave() {
        let first = |columns| Width::of(columns).first(27);
        assert_eq!([60, 67, 80, 100, 200].map(first), [None, Some(14), Some(27), Some(47), Some(47)]);
        assert_eq!([0, 59, 80, 1000].map(|columns| Width::of(columns).beside(0)), [60, 60, 80, 200]);
    }

    #[test]
    fn what_is_left_out_stands_in_the_middle() {
        assert_eq!(shortened("mbs-7UP-01-20230601", 11), "mbs-7…30601");
        assert_eq!(shortened("mbs-7UP-01", 10), "mbs-7UP-01");
        // Each of these letters takes two columns.
        assert_eq!(shortened("七喜百家樂", 10), "七喜百家樂");
        assert_eq!(shortened("七喜百家樂", 9), "七喜…家樂");
        assert_eq!(shortened("七喜百家樂", 8), "七喜…樂");
    }
}
