/// Whether a character steers a terminal, hides or reorders text, or prints as nothing or as a blank other than the space:
/// controls, bidirectional marks, what Unicode lets a font ignore, tags, every other space, letters and symbols without
/// ink. Two names that differ in one of them look alike, so they are shown by their numbers.
#[must_use]
pub fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || (letter != ' ' && letter.is_whitespace())
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{16fe4}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prints_as_nothing_or_as_a_blank() {
        let hidden = "\u{3164}\u{fe0f}\u{2800}\u{a0}\u{ffa0}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{180f}\u{1680}\u{2003}\u{202f}\
                      \u{205f}\u{3000}\u{fe00}\u{e0100}\u{1d173}\u{1d159}\u{200d}\u{2064}\u{fffc}\u{85}";
        assert!(hidden.chars().all(is_unsafe), "{:?}", hidden.chars().find(|letter| !is_unsafe(*letter)));
        let shown = "a b-c_9.é七喜ㄱ한글①⠁…−\u{fffd}\u{fe10}";
        assert!(!shown.chars().any(is_unsafe), "{:?}", shown.chars().find(|letter| is_unsafe(*letter)));
    }
}
