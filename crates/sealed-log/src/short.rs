//! Texts of a log that are held or quoted, kept short however long they are in the log.

use std::borrow::Cow;

use crate::hash::Digest;

/// The most bytes of a name or id: `log`, `table`, `venue`, a source, shoe, wager, seat, player or terminal.
pub const MAX_NAME: usize = 200;

/// The most bytes that are kept of a free text.
const MAX_TEXT: usize = 1_000;

/// A word that the format leaves open (a bet, a kind, a record type), at most [`MAX_NAME`] bytes and an end that
/// describes what is left out.
pub fn word(text: &str) -> String {
    cut(text, MAX_NAME)
}

/// A free text, likewise at most 1,000 bytes.
pub(crate) fn text(text: &str) -> String {
    cut(text, MAX_TEXT)
}

/// The letters of a wrong word that a message quotes: the words that are allowed instead have to fit beside it.
const QUOTED: usize = 60;

/// A wrong word as a message quotes it.
pub(crate) fn quoted(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

/// Two texts that differ only beyond what is kept still differ by the hash.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let kept = text.get(..end).unwrap_or_default();
    let sha256 = Digest::of(text.as_bytes()).to_string();
    format!("{kept}… ({} bytes, SHA-256 {}…)", text.len(), sha256.get(..16).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_stays_and_what_is_long_is_cut_between_letters() {
        assert_eq!(word(&"é".repeat(100)), "é".repeat(100));
        let long = word(&format!("x{}", "é".repeat(100)));
        assert!(long.starts_with(&format!("x{}… (201 bytes, SHA-256 ", "é".repeat(99))), "{long}");
        assert!(text(&"x".repeat(65_000)).len() < 1_100);
    }

    #[test]
    fn what_differs_beyond_what_is_kept_differs() {
        let (one, other) = ("x".repeat(1_001), "x".repeat(1_000) + "y");
        assert_ne!(word(&one), word(&other));
        assert_ne!(text(&one), text(&other));
    }
}
