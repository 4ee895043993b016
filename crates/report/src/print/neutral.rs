pub use resettle_yaml::is_unsafe;

/// Text of a log made harmless for a terminal: what steers, hides or prints as a blank is shown as `\u{…}`.
#[must_use]
pub fn neutral(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_unsafe(letter) {
            out.extend(letter.escape_unicode());
        } else {
            out.push(letter);
        }
    }
    out
}

/// The same for text of several lines, which stay lines.
#[must_use]
pub fn neutral_lines(text: &str) -> String {
    text.split('\n').map(neutral).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        assert_eq!(neutral("a\u{1b}[31mb\nc\u{202e}d"), "a\\u{1b}[31mb\\u{a}c\\u{202e}d");
        assert_eq!(neutral_lines("a\r\nb\u{202e}\n"), "a\\u{d}\nb\\u{202e}\n");
        assert_eq!(neutral("w1\u{3164} w1\u{fe0f}"), "w1\\u{3164} w1\\u{fe0f}", "two names that look like `w1`");
        assert_eq!(neutral("w1\u{301} \u{e000}"), "w1\\u{301} \\u{e000}");
        assert_eq!(neutral("七喜 é 9 to 5"), "七喜 é 9 to 5");
    }
}
