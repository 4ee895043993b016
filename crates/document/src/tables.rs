//! Tables that a clause's text visibly holds, whether they can be read or not.

use crate::again;
use crate::amounts::amounts;
use crate::clause::Half;
use crate::draws::Play;
use crate::figures::with_figures;
use crate::legend::{Legend, mark};
use crate::matrix::{matrices, words_of_total};
use crate::odds::pay_rows;

/// A row has this many cells at least.
const MIN_CELLS: usize = 3;
/// The longest cell, in letters: the space between two sentences parts no cells.
const MAX_CELL: usize = 40;

/// So many rows, one below the other, with a mark each below no values of cards are a table that is not read. Of more marks one
/// row is.
const MIN_MARKED: usize = 2;

/// Whether a clause's text visibly holds a table of which nothing was read: no decision on drawing, no row of odds and no
/// amount; or a table of play whose cells neither it nor the `legend` of its document explains. Of a table with a column for
/// each value of a card only decisions count.
#[must_use]
pub fn holds_unread_table(half: &Half, at: usize, legend: &Legend) -> bool {
    is_unread(&half.text(at), &half.play(at, legend))
}

fn is_unread(text: &str, play: &Play) -> bool {
    if play.unexplained.is_some() {
        return true;
    }
    let matrices = matrices(text);
    let beside = |line: usize| !matrices.iter().flat_map(|one| &one.rows).any(|row| row.line == line);
    let marked: Vec<usize> = text
        .split('\n')
        .enumerate()
        .map(|(line, own)| Some(own).filter(|_| beside(line)).and_then(marks).unwrap_or(0))
        .collect();
    let below = |two: &[usize]| two.iter().all(|marks| *marks > 0);
    if marked.iter().any(|marks| *marks > 1) || marked.windows(MIN_MARKED).any(below) {
        return true;
    }
    if again::is_left(&with_figures(text)) {
        return true;
    }
    let matrix = !matrices.is_empty();
    let table = || {
        let rows: Vec<bool> = text.split('\n').map(is_row).collect();
        rows.windows(2).any(|two| two.iter().all(|row| *row))
    };
    match (matrix, table()) {
        (true, _) => play.cells.is_empty(),
        (false, true) => play.cells.is_empty() && pay_rows(text).is_empty() && amounts(text).is_empty(),
        (false, false) => false,
    }
}

/// How many marks a line has behind a label, where it has nothing else: below which words they stand it does not say by itself.
fn marks(line: &str) -> Option<usize> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let cells = words_of_total(&words).and_then(|total| words.get(total..))?;
    (!cells.is_empty() && cells.iter().all(|cell| mark(cell).is_some())).then_some(cells.len())
}

/// Whether a line has short cells side by side.
fn is_row(line: &str) -> bool {
    let wide = line.replace('\t', "  ");
    let cells: Vec<&str> = wide.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    cells.len() >= MIN_CELLS && cells.iter().all(|cell| cell.chars().count() <= MAX_CELL)
}

#[cfg(test)]
mod tests {
    use super::{Legend, is_unread};
    use crate::draws::play;

    fn holds_unread_table(text: &str) -> bool {
        is_unread(text, &play(text, &Legend::default()))
    }

    #[test]
    fn a_table_of_which_nothing_is_read_is_seen() {
        for text in [
            "The Banker:\nTotal   None   0   1   2   3   4   5   6   7   8   9\n5   ja   ne   ne   ne   ne   ja   ja   ja   ja   ne   ne",
            "The Banker:\nTotal None 0 1 2 3 4 5 6 7 8 9\n5 + = = = = + + + + = =",
            "The Banker:\nTotal   None   0   1   2   3   4   5   6   7   8   9\n5   D   S   S   S   S   D   D   D   D   S   S\nOn 7 the Banker stands.",
            "The Banker:\nT  None  0  1  2  3  4  5  6  7  8  9\n5   X                 X  X  X  X",
            "X = draw:\nBanker's total None 0 1 2 3 4 5 6 7 8 9\n5 X X X X X",
            "X = draw:\nThird card   Banker 0   Banker 1\nnone   X   X\n0   X",
            "X = draw:\nBanker   0-1   2-3   4-5   none\n3   X   X   X\n4      X   X",
            "X = draw:\nPlayer's third card   0   1   2   3   4   5   6   7\nnone   X   X   X\n0   X   X   X   X",
            "X = draw:\nT   9   8   7   6   5   4   3   2   1   0\n5   X   X\n6   X",
            "X = draw:\nBanker   0-1   2-3   4-5   none\n3   X      X",
            "X = draw:\nPlayer stands\n3   X\n4   X",
            "Bet   Pays\nPlayer   1 to 1 (no commission)\nBanker   the same\nTie   8 to 1",
            "Bet\tPays\nPlayer\teven money (no commission)\nBanker\tthe same",
            "Bet\tPays\nBanker\t1 to 1, less 5 %\nPlayer\tditto",
            "Bet\tPays\nTie\t8 to 1\nPlayer\t1 to 1 (no commission)\nBanker\tas the Player",
            "The hands:\nPlayer\tBanker\tThen\nfive\tsix\tgo on",
        ] {
            assert!(holds_unread_table(text), "{text}");
        }
    }

    #[test]
    fn tables_that_are_read_and_sentences_are_none() {
        for text in [
            "The Banker draws:\nTotal   None   0   1   2   3   4   5   6   7   8   9\n5   yes   no   no   no   no   yes   yes   yes   yes   no   no",
            "Wager   Pays   Limit\nTie   8 to 1   none\nPair   11 to 1   none",
            "A coup is dealt.  Cards are drawn.  It is paid.",
            "Bet   Pays\nPlayer   1 to 1\nBanker   the same\nTie   8 to 1",
            "A stake on the Player is paid 1 to 1 (no commission)\nwhen both totals are the same",
            "Player 1 to 1 (no commission)\nBanker as agreed\nTie 8 to 1",
            "It is as in Chapter X",
            "Cards of value 1, 2, 3, 4, 5, 6, 7, 8, 9 count so.",
            "",
        ] {
            assert!(!holds_unread_table(text), "{text}");
        }
    }
}
