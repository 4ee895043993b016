//! Rows of tables of play, which begin with a number and are no clauses.

use crate::fold::fold;
use crate::line::Line;

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

/// Whether a line that begins with a number is a row of a table: it looks like one, and so does a line next to it. A title
/// may be made of the words of cells: `3. No Card Drawn`.
pub(crate) fn is_row(lines: &[Line], at: usize) -> bool {
    let Some(line) = lines.get(at).filter(|line| looks(&line.text)) else { return false };
    let beside = |other: Option<usize>| {
        other.and_then(|other| lines.get(other)).is_some_and(|other| {
            // Two titles in a row are no table: `3. No Card Drawn`, `4. Drawn Card`.
            (looks(&other.text) && !(is_title(line) && is_title(other))) || is_head(&other.text)
        })
    };
    beside(at.checked_sub(1)) || beside(at.checked_add(1))
}

/// Whether a line is set apart, numbered with a full stop, and every word behind it begins as those of a title do.
fn is_title(line: &Line) -> bool {
    let behind = line.text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let words = || behind.trim_start_matches('.').split_whitespace();
    let long = |word: &str| word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some_and(char::is_lowercase);
    line.apart && behind.starts_with('.') && words().all(long)
}

/// Whether a line is the head of a table, or a row of it without a number of its own: several cells, between tabs or not.
fn is_head(text: &str) -> bool {
    let words = || text.split_whitespace();
    text.split('\t').filter(|cell| !cell.trim().is_empty()).count() > 2
        || (words().count() > 2 && words().all(|word| is_cell(&word.to_lowercase())))
}

/// Whether a line looks like a row of a table: a number, and cells alone behind it.
fn looks(text: &str) -> bool {
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
    use super::{is_row, looks};
    use crate::page;

    fn rows(text: &str) -> Vec<bool> {
        let (lines, _) = page::lines(text);
        (0..lines.len()).map(|at| is_row(&lines, at)).collect()
    }

    #[test]
    fn a_row_stands_beside_another() {
        assert_eq!(rows("Words.\n\n3. No Card Drawn\n\nA coup.\n"), [false; 3]);
        assert_eq!(rows("3. No Card Drawn\n\n4. Drawn Card\n\nIt is kept.\n"), [false; 3]);
        assert_eq!(rows("2. Draw, Stand\n\n2.1 The Player draws.\n"), [false; 2]);
        assert_eq!(rows("3\tMoney\tand odds\n\nA tie.\n"), [false; 2]);
        assert_eq!(rows("3 D D S\n4 D S S\nWords.\n"), [true, true, false]);
        assert_eq!(rows("Total\tNone\t0\t1\n3\tD\tD\tS\n"), [false, true]);
        assert_eq!(rows("3. Draw Stand\n4. Stand Stand\n"), [true, true]);
    }

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
            assert!(looks(text), "{text}");
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
            assert!(!looks(text), "{text}");
        }
    }
}
