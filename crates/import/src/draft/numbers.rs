//! Cards by their numbers in the order of new decks: 1 to 52, 0 to 51, 1 to 416.

use resettle_game::counted;

/// The cards of a deck.
const DECK: u32 = 52;
/// More decks than any shoe has.
const MOST_DECKS: u32 = 16;
/// No rank has so high a number.
const MORE_THAN_RANKS: u32 = 13;

/// The numbers of both hands of a round, and who won, where that is known.
pub(super) struct Numbered<'r> {
    pub(super) player: Vec<u32>,
    pub(super) banker: Vec<u32>,
    pub(super) result: Option<&'r str>,
}

/// How cards are numbered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NumberGuess {
    /// The entries of `notation`.
    pub(super) entries: String,
    /// What is said of it.
    pub(super) said: String,
}

/// The points of a card by its place in a deck.
type PointsAt = fn(u32) -> u32;

/// In which order the ranks of a deck follow each other: what a mapping writes of it, and the points of a card by its place in the deck.
const ORDERS: [(&str, PointsAt); 4] = [
    ("", |at| points(at % 13)),
    (", together: rank", |at| points(at / 4)),
    (", ranks: 23456789TJQKA", |at| points((at % 13 + 1) % 13)),
    (", ranks: 23456789TJQKA, together: rank", |at| points((at / 4 + 1) % 13)),
];

/// The points of a rank, the ace being 0.
fn points(rank: u32) -> u32 {
    if rank < 9 { rank + 1 } else { 0 }
}

/// Reads a number of a card.
pub(super) fn number(cell: &str) -> Option<u32> {
    let figures = !cell.is_empty() && cell.len() <= 3 && cell.bytes().all(|byte| byte.is_ascii_digit());
    cell.parse().ok().filter(|number| figures && *number <= DECK * MOST_DECKS)
}

/// How these cards are numbered: of several ways that by which most results are those of the cards. None where they may be ranks.
pub(super) fn guess(rounds: &[Numbered<'_>]) -> Option<NumberGuess> {
    let all = || rounds.iter().flat_map(|round| round.player.iter().chain(&round.banker)).copied();
    let (least, most) = (all().min()?, all().max()?);
    if most <= MORE_THAN_RANKS {
        return None;
    }
    let first = u32::from(least > 0);
    let decks = (most - first) / DECK + 1;
    let known: Vec<&Numbered<'_>> = rounds
        .iter()
        .filter(|round| round.result.is_some() && round.player.len() > 1 && round.banker.len() > 1)
        .collect();
    let agrees = |of: PointsAt| {
        let total = |hand: &[u32]| hand.iter().map(|card| of(card.saturating_sub(first) % DECK)).sum::<u32>() % 10;
        let winner = |round: &&&Numbered<'_>| match total(&round.player).cmp(&total(&round.banker)) {
            std::cmp::Ordering::Greater => "player",
            std::cmp::Ordering::Less => "banker",
            std::cmp::Ordering::Equal => "tie",
        };
        known.iter().filter(|round| round.result == Some(winner(round))).count()
    };
    let best = ORDERS.iter().map(|(entry, of)| (agrees(*of), *entry)).rev().max_by_key(|(agree, _)| *agree);
    let (agree, entry) = best.filter(|_| decks <= MOST_DECKS)?;
    let entries = format!("numbers: {{first: {first}, decks: {decks}, suits: CDHS{entry}}}");
    let shows = match known.len() {
        0 => "no result shows whether that is right".to_owned(),
        of => format!("{agree} of {of} results are those of such cards"),
    };
    let said = format!(
        "the cards are numbers up to {most}, taken as those of {} in order: {shows}; in which order the suits follow (CDHS) nothing shows: write it",
        counted(decks, "new deck")
    );
    Some(NumberGuess { entries, said })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_by_which_results_are_right() {
        let round = |player: &[u32], banker: &[u32], result| Numbered {
            player: player.to_vec(),
            banker: banker.to_vec(),
            result: Some(result),
        };
        let of = |rounds: &[Numbered<'_>]| guess(rounds).map(|guess| guess.entries);
        let by_suit = [round(&[1, 59], &[13, 26], "player"), round(&[10, 11], &[416, 9], "banker")];
        assert_eq!(of(&by_suit).as_deref(), Some("numbers: {first: 1, decks: 8, suits: CDHS}"));
        let by_rank = [round(&[0, 4], &[16, 51], "banker"), round(&[32, 40], &[5, 8], "player")];
        assert_eq!(of(&by_rank).as_deref(), Some("numbers: {first: 0, decks: 1, suits: CDHS, together: rank}"));
        assert_eq!(of(&[round(&[1, 13], &[2, 3], "banker")]), None);
        assert_eq!((number("416"), number("833"), number("7H"), number("")), (Some(416), None, None, None));
    }
}
