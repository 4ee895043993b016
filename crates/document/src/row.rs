//! Rows of tables of play, which begin with a number and are no clauses.

use crate::fold::fold;

/// The words of cells, in lower case; a single letter is one too.
const CELLS: [&str; 36] = [
    "yes",
    "no",
    "draw",
    "draws",
    "drawn",
    "stand",
    "stands",
    "hit",
    "hits",
    "stay",
    "stays",
    "pull",
    "none",
    "card",
    "tirer",
    "tire",
    "rester",
    "reste",
    "oui",
    "non",
    "pioche",
    "ziehen",
    "zieht",
    "halten",
    "passen",
    "ja",
    "nein",
    "tira",
    "pedir",
    "planta",
    "plantarse",
    "carta",
    "sta",
    "sim",
    "não",
    "natural",
];
/// The longest word of a cell whose language nobody knows, in letters.
const MAX_WORD: usize = 8;
/// The longest cell between two tabs, in words.
const MAX_CELL: usize = 3;

/// Whether a line that begins with a number is a row of a table: cells follow, and nothing else.
pub(crate) fn is_row(text: &str) -> bool {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let Some((first, behind)) = text.split_at_checked(digits).filter(|_| (1..=2).contains(&digits)) else {
        return false;
    };
    let dotted = behind.starts_with('.');
    let rest = behind.trim_start_matches(['.', ')']);
    // `0-5`, `6 or 7` are numbers of a row as well; what follows them is cells in the same way.
    if !rest.starts_with(char::is_whitespace) && fold(rest.chars().next().unwrap_or(' ')) != '-' {
        return false;
    }
    let words: Vec<String> = rest.split_whitespace().map(str::to_lowercase).collect();
    let cells = words.len() > 1 && words.iter().all(|word| is_cell(word));
    let mut apart: Vec<&str> = words.iter().map(String::as_str).collect();
    apart.sort_unstable();
    apart.dedup();
    let short = |word: &String| word.chars().count() <= MAX_WORD && word.chars().all(char::is_alphabetic);
    let repeated = words.len() > 2 && apart.len() < 3 && words.iter().all(short);
    let columns: Vec<&str> = rest.split('\t').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let narrow = |cell: &&str| cell.split_whitespace().count() <= MAX_CELL && !cell.ends_with(['.', ';', ':']);
    let tabbed = !dotted && columns.len() > 1 && columns.iter().all(narrow);
    !first.is_empty() && (cells || repeated || tabbed)
}

fn is_cell(word: &str) -> bool {
    let bare = word.trim_end_matches(['*', ',']);
    let one = bare.chars().count() <= 1;
    let marks = bare.chars().all(|letter| letter.is_ascii_digit() || fold(letter) == '-' || "/+".contains(letter));
    one || marks || CELLS.contains(&bare)
}

#[cfg(test)]
mod tests {
    use super::is_row;

    #[test]
    fn rows_hold_cells_alone() {
        for text in [
            "3\tD\tD\tD\tS",
            "3 D D D S D",
            "3   D   D   S",
            "3. D D S",
            "3 T R T R",
            "5 yes yes no",
            "6 Draw Stand Stand",
            "7 - - -",
            "3 Ziehe Ziehe Halte",
            "2 3 4 5",
            "3\tany card\tnone",
        ] {
            assert!(is_row(text), "{text}");
        }
    }

    #[test]
    fn clauses_and_headings_are_no_rows() {
        for text in [
            "3 Settlement",
            "3. The Banker draws",
            "1\tDefinitions",
            "2. A tie pays",
            "3.1 D D",
            "4 Draw",
            "1. No card is kept",
            "12 Irregularities of the deal",
        ] {
            assert!(!is_row(text), "{text}");
        }
    }
}
