/// Whether a character steers a terminal, hides or reorders text, changes the one before it, or prints as nothing, as a box or
/// as a blank other than the space: controls, bidirectional marks, combining marks, what Unicode lets a font ignore, tags,
/// private use, numbers that stand for no character, every other space, letters and symbols without ink. Two names that
/// differ in one of them look alike, so they are shown by their numbers.
#[must_use]
pub fn is_unsafe(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    // The library escapes what extends a grapheme, and what is no letter, mark, number or symbol that prints.
    letter.escape_debug().len() > 2
        || matches!(letter, '\u{115f}'..='\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{fffc}' | '\u{1d159}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prints_as_nothing_or_as_a_blank() {
        let hidden = "\u{3164}\u{fe0f}\u{2800}\u{a0}\u{ffa0}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{180f}\u{1680}\u{2003}\u{202f}\
                      \u{205f}\u{3000}\u{fe00}\u{e0100}\u{1d173}\u{1d159}\u{200d}\u{2064}\u{fffc}\u{85}";
        assert!(hidden.chars().all(is_unsafe), "{:?}", hidden.chars().find(|letter| !is_unsafe(*letter)));
        let marks = "\u{301}\u{20dd}\u{378}\u{600}\u{e000}\u{f0000}\u{10ffff}\u{fdd0}";
        assert!(marks.chars().all(is_unsafe), "{:?}", marks.chars().find(|letter| !is_unsafe(*letter)));
        let shown = "a b-c_9.'\"\\é七喜ㄱ한글①⠁…−\u{fffd}\u{fe10}";
        assert!(!shown.chars().any(is_unsafe), "{:?}", shown.chars().find(|letter| is_unsafe(*letter)));
    }
}
