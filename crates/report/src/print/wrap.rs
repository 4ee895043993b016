/// How wide printed lines are, in letters.
pub const WIDTH: usize = 80;

/// Text in lines of at most `width` letters, broken at blanks; within a word only where it is longer than a line.
/// There is always one line.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for (at, word) in text.split(' ').enumerate() {
        let long = word.chars().count();
        if at > 0 && used + 1 + long <= width {
            line.push(' ');
            used += 1;
        } else if at > 0 {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        for letter in word.chars() {
            if used == width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(letter);
            used += 1;
        }
    }
    lines.push(line);
    lines
}

/// Text of which the middle is left out where it is longer than `width` letters: names differ at their ends.
#[must_use]
pub fn shortened(text: &str, width: usize) -> String {
    let all = text.chars().count();
    if all <= width {
        return text.to_owned();
    }
    let end = width.saturating_sub(1) / 2;
    let begin = width.saturating_sub(1) - end;
    text.chars().take(begin).chain(['…']).chain(text.chars().skip(all - end)).collect()
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
                assert!(lines.iter().all(|line| line.chars().count() <= width), "{lines:?}");
                let letters = |text: &str| text.chars().filter(|letter| *letter != ' ').collect::<String>();
                assert_eq!(letters(&lines.concat()), letters(text));
            }
        }
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("12345678 9", 8), ["12345678", "9"]);
        assert_eq!(wrapped("123456789 1", 8), ["12345678", "9 1"]);
    }

    #[test]
    fn what_is_left_out_stands_in_the_middle() {
        assert_eq!(shortened("mbs-7UP-01-20230601", 11), "mbs-7…30601");
        assert_eq!(shortened("mbs-7UP-01", 10), "mbs-7UP-01");
    }
}
