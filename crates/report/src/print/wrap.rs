use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// How wide printed lines are, in columns of a terminal.
pub const WIDTH: usize = 80;

/// Text in lines of at most `width` columns, broken at blanks; within a word only where it is longer than a line.
/// There is always one line. What switches colours takes no column.
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
        for letter in word.chars() {
            switching |= letter == ESCAPE;
            let own = if switching { 0 } else { letter.width().unwrap_or(0) };
            switching &= letter != 'm';
            if used + own > width {
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
        assert_eq!(wrapped("七喜百家樂 七", 8), ["七喜百家", "樂 七"]);
        let coloured = "\u{1b}[31m1 ma\u{1b}[0m, \u{1b}[90m2 m\u{1b}[0m mm";
        assert_eq!(wrapped(coloured, 9), ["\u{1b}[31m1 ma\u{1b}[0m, \u{1b}[90m2 m\u{1b}[0m", "mm"]);
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
