use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

/// The text of a clause as its fingerprint sees it: quotes and dashes folded, NFKC, no white space.
///
/// Folding comes before NFKC too, which would break some quotes up into a space and an accent.
#[must_use]
pub fn normalised(text: &str) -> String {
    text.chars().map(fold).nfkc().map(fold).filter(|letter| !is_nothing(*letter)).collect()
}

/// SHA-256 of the normalised text, in lower-case hex.
#[must_use]
pub fn fingerprint(text: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(normalised(text).as_bytes()))
}

/// Text with typographic quotes and dashes made plain, as definitions are cited.
#[must_use]
pub(crate) fn folded(text: &str) -> String {
    text.chars().map(fold).collect()
}

/// Plain quotes and dashes for typographic ones.
pub(crate) fn fold(letter: char) -> char {
    match letter {
        '\u{2018}'..='\u{201b}'
        | '\u{2032}'
        | '\u{2035}'
        | '\u{60}'
        | '\u{b4}'
        | '\u{2b9}'
        | '\u{2bb}'
        | '\u{2bc}'
        | '\u{2c8}'
        | '\u{2039}'
        | '\u{203a}'
        | '\u{ff07}' => '\'',
        '\u{201c}'..='\u{201f}'
        | '\u{2033}'
        | '\u{2036}'
        | '\u{ab}'
        | '\u{bb}'
        | '\u{301d}'..='\u{301f}'
        | '\u{ff02}'
        | '\u{2ba}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2043}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' | '\u{ad}' => '-',
        other => other,
    }
}

/// White space, and what has no width: joiners, byte order marks, control characters.
fn is_nothing(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || matches!(letter, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typesetting_makes_no_difference() {
        assert_eq!(normalised("\u{201c}No more\n bets\u{201d} \u{2013} 7\u{2019}s"), "\"Nomorebets\"-7's");
        assert_eq!(normalised("of\u{fb01}ce\u{a0}\u{200b}¼"), "office1\u{2044}4");
        assert_eq!(fingerprint("a b"), fingerprint("a\u{2003}b\t"));
    }

    #[test]
    fn a_changed_letter_makes_one() {
        assert_ne!(fingerprint("five 7s"), fingerprint("five 7's"));
        // From `printf a | sha256sum`.
        assert_eq!(fingerprint(" a "), "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
    }
}
