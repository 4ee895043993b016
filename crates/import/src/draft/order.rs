//! In which order the cards of hands were dealt, where headers and titles leave several games.

use std::collections::{BTreeMap, BTreeSet};

use super::games::{Found, KnownGame};
use super::table::Column;
use super::{Writer, hand, result, spelling};
use crate::vocabulary::is_name_of_a_result;

/// The order, and what a person has to know of it.
pub(super) struct Order {
    pub(super) deal: String,
    pub(super) guess: Option<String>,
}

/// The points of the cards of a row, of the Player and of the Banker, and who won.
#[derive(Default)]
struct SampleRow {
    player: Vec<u32>,
    banker: Vec<u32>,
    result: Option<&'static str>,
}

impl SampleRow {
    /// Whether its hands give its result, with so many points of the Player that no cell holds.
    fn gives(&self, printed: u32) -> bool {
        let total = |cards: &[u32], more: u32| (cards.iter().sum::<u32>() + more) % 10;
        let (player, banker) = (total(&self.player, printed), total(&self.banker, 0));
        let winner = match player.cmp(&banker) {
            std::cmp::Ordering::Greater => "player",
            std::cmp::Ordering::Less => "banker",
            std::cmp::Ordering::Equal => "tie",
        };
        self.result == Some(winner)
    }
}

impl Writer<'_> {
    /// The order of the game that was found; else of those games of which the hands give the results.
    pub(super) fn order(&self, found: &Found<'_>) -> Order {
        let all: BTreeSet<&str> = found.possible.iter().map(|game| game.deal.as_str()).collect();
        let of = |deal: &str, guess| Order { deal: deal.to_owned(), guess };
        if let Some(game) = found.game {
            return of(&game.deal, None);
        }
        let Some(first) = all.first().copied().filter(|_| all.len() > 1) else {
            return of(all.first().copied().unwrap_or(USUAL), None);
        };
        let rows = self.rows();
        let fitting: BTreeSet<&str> =
            found.possible.iter().filter(|game| fits(game, &rows)).map(|game| game.deal.as_str()).collect();
        match fitting.first().filter(|_| fitting.len() == 1) {
            Some(deal) => {
                of(deal, Some(format!("the hands give the results only as cards are dealt in the order {deal}")))
            }
            None => {
                let listed: Vec<&str> = all.iter().copied().collect();
                let guess = format!(
                    "in which order the cards were dealt cannot be seen: by the game it is {}; see that it is that of the game",
                    listed.join(" or ")
                );
                of(all.get(USUAL).copied().unwrap_or(first), Some(guess))
            }
        }
    }

    /// The hands of all rows that have a result.
    fn rows(&self) -> Vec<SampleRow> {
        let columns = &self.table.columns;
        let mut rows: BTreeMap<u64, SampleRow> = BTreeMap::new();
        let is_result = |cell: &str| result(cell).is_some();
        let named = |column: &&Column| is_name_of_a_result(&column.words());
        let Some(results) = columns.iter().find(|column| named(column) && column.mostly(is_result)) else {
            return Vec::new();
        };
        for (line, cell) in results.lines.iter().zip(&results.cells) {
            rows.entry(*line).or_default().result = result(cell).filter(|result| *result != "void");
        }
        let separated: Vec<(&Column, &str)> =
            columns.iter().filter_map(|column| Some((column, spelling::separator_of_hands(&column.cells)?))).collect();
        let by_header =
            |letter| separated.iter().find(|(column, _)| hand(column).is_some_and(|(to, _)| to == letter)).copied();
        let hands = match (by_header('P'), by_header('B'), separated.as_slice()) {
            (Some(player), Some(banker), _) => [player, banker],
            (None, None, [player, banker]) => [*player, *banker],
            _ => return Vec::new(),
        };
        for ((column, separator), is_player) in hands.into_iter().zip([true, false]) {
            for (line, cell) in column.lines.iter().zip(&column.cells) {
                let points: Option<Vec<u32>> =
                    spelling::cards(cell, separator).into_iter().map(spelling::points).collect();
                let row = rows.entry(*line).or_default();
                match points {
                    Some(points) if is_player => row.player = points,
                    Some(points) => row.banker = points,
                    None => row.result = None,
                }
            }
        }
        let is_whole = |row: &SampleRow| row.result.is_some() && !row.player.is_empty() && !row.banker.is_empty();
        rows.into_values().filter(is_whole).collect()
    }
}

/// The order of most games.
const USUAL: &str = "PBPBPB";

/// Whether the hands of a game give the results of nearly all rows.
fn fits(game: &KnownGame, rows: &[SampleRow]) -> bool {
    let printed = game.printed.iter().find(|(hand, _)| *hand == 'P').map_or(0, |(_, value)| u32::from(*value));
    let begin = rows.iter().filter(|row| row.player.first() == Some(&printed)).count();
    let more = if begin * 10 >= rows.len() * 9 { 0 } else { printed };
    let good = rows.iter().filter(|row| row.gives(more)).count();
    good * 10 >= rows.len() * 9
}
