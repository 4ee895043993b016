//! The words by which exports name things, in the languages of the field: each list stands here once.
//!
//! They are compared with what [`words`] makes of a header or a cell: small letters without accents.

mod amounts;
mod hands;
mod tables;

pub(crate) use self::amounts::{
    HOUSE_IN_ALL, NETS, RETURNS, STAKES, WINS, WON_IN_ALL, is_name_of_a_stake, is_name_of_an_amount,
    is_name_of_something_else, on_bet, says_totals,
};
pub(crate) use self::hands::{PLAYER_LETTERS, bet_of, hand_in, is_name_of_a_result, result};
pub(crate) use self::tables::{is_of_table, says_table};

/// The words of a text in small letters without accents, with one blank between two: `betAmount`, `Bet_Amount` and `BET AMOUNT` are the
/// same.
pub(crate) fn words(text: &str) -> String {
    let (mut words, mut last_is_small) = (String::new(), false);
    for letter in text.chars().filter(|letter| !is_accent(*letter)) {
        let is_part = letter.is_alphanumeric() || !letter.is_ascii();
        if (!is_part || (last_is_small && letter.is_uppercase())) && !words.ends_with(' ') && !words.is_empty() {
            words.push(' ');
        }
        if is_part {
            for small in letter.to_lowercase() {
                match bare(small) {
                    Some(bare) => words.push_str(bare),
                    None => words.push(small),
                }
            }
        }
        last_is_small = letter.is_lowercase();
    }
    words.trim_end().to_owned()
}

/// Whether a letter is an accent by itself, behind the one that it is on.
fn is_accent(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

/// A small letter without its accent, where it has one.
fn bare(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{e0}'..='\u{e5}' => "a",
        '\u{e7}' => "c",
        '\u{e8}'..='\u{eb}' => "e",
        '\u{ec}'..='\u{ef}' => "i",
        '\u{f1}' => "n",
        '\u{f2}'..='\u{f6}' | '\u{f8}' => "o",
        '\u{f9}'..='\u{fc}' => "u",
        '\u{fd}' | '\u{ff}' => "y",
        '\u{df}' => "ss",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_headers_and_cells() {
        for (text, is) in [
            ("betAmount", "bet amount"),
            ("Bet_Amount", "bet amount"),
            ("Stake (Banker)", "stake banker"),
            ("\u{c9}galit\u{e9}", "egalite"),
            ("E\u{301}galite\u{301}", "egalite"),
            ("R\u{fc}ckzahlung", "ruckzahlung"),
            ("\u{5e84}\u{5bf9}", "\u{5e84}\u{5bf9}"),
        ] {
            assert_eq!(words(text), is, "{text}");
        }
    }
}
