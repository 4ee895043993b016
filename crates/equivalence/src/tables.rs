//! The tables of play: what cards count, how a coup is dealt, who draws. Two that agree in every cell deal every sequence of
//! cards alike.

use resettle_game::{Card, Rank, Side};
use resettle_rules::{Book, PlayTable};
use resettle_ruleset::Ruleset;

use crate::deal::dealt_otherwise;
use crate::statement::{Coup, Difference, How, Part};

/// A cell, or cells that differ alike.
struct Cell {
    path: String,
    set: String,
    old: String,
    new: String,
    /// The old table with the new value there, and nowhere else.
    alone: PlayTable,
}

/// Card values, the deal and the draws.
pub(crate) fn parts(old: &Ruleset, new: &Ruleset) -> Vec<Part> {
    let (was, is) = (&old.table, &new.table);
    // Each field is named, so that none is left out.
    let PlayTable { values: _, permanent: _, order: _, natural: _, player_draws: _, banker_draws: _ } = was;
    let part = |name: &str, what: &str, cells: Vec<Cell>| Part {
        name: name.to_owned(),
        how: How::Enumerated(what.to_owned()),
        differences: cells.into_iter().map(|cell| difference(was, cell)).collect(),
    };
    vec![
        part("cards", "the value of each of the 13 ranks", values(was, is)),
        part("deal.order, deal.permanent", "to which hand each card of the initial deal goes", initial(was, is)),
        part("draws", "each total of either hand with each card that the Player can draw", draws(was, is)),
    ]
}

fn difference(was: &PlayTable, cell: Cell) -> Difference {
    let Cell { path, set, old, new, alone } = cell;
    let book = Book::default();
    let coup = dealt_otherwise(was, &alone).map(|cards: Vec<Card>| {
        let takes = |table| book.deal(table, &cards).map_or(cards.len(), |dealt| dealt.used);
        Coup { takes: (takes(was), takes(&alone)), cards: cards.clone(), wager: None }
    });
    Difference { path, set, old, new, coup }
}

fn values(was: &PlayTable, is: &PlayTable) -> Vec<Cell> {
    let differs = Rank::ALL.into_iter().filter(|rank| was.value(*rank) != is.value(*rank));
    differs
        .map(|rank| {
            let mut alone = was.clone();
            if let Some(value) = alone.values.get_mut(rank.index()) {
                *value = is.value(rank);
            }
            Cell {
                path: format!("cards.values.{}", rank.letter()),
                set: format!("every coup with a card of rank {}", rank.letter()),
                old: was.value(rank).to_string(),
                new: is.value(rank).to_string(),
                alone,
            }
        })
        .collect()
}

fn initial(was: &PlayTable, is: &PlayTable) -> Vec<Cell> {
    let mut out = Vec::new();
    if was.order != is.order {
        let order = |table: &PlayTable| table.order.iter().map(|side| side.name()).collect::<Vec<_>>().join(", ");
        out.push(Cell {
            path: "deal.order".to_owned(),
            set: "every coup".to_owned(),
            old: order(was),
            new: order(is),
            alone: PlayTable { order: is.order.clone(), ..was.clone() },
        });
    }
    for side in Side::BOTH.into_iter().filter(|side| was.permanent.of(*side) != is.permanent.of(*side)) {
        let card =
            |table: &PlayTable| table.permanent.of(side).map_or_else(|| "none".to_owned(), |face| face.to_string());
        let mut alone = was.clone();
        *alone.permanent.of_mut(side) = *is.permanent.of(side);
        out.push(Cell {
            path: format!("deal.permanent.{}", side.name().to_lowercase()),
            set: "every coup".to_owned(),
            old: card(was),
            new: card(is),
            alone,
        });
    }
    out
}

/// Nobody draws on a natural, whatever a table says there.
fn draws(was: &PlayTable, is: &PlayTable) -> Vec<Cell> {
    let mut out = Vec::new();
    let word = |draws: bool| if draws { "draw" } else { "stand" }.to_owned();
    for total in (0..=9u8).filter(|total| was.is_natural(*total) != is.is_natural(*total)) {
        let words = |table: &PlayTable| if table.is_natural(total) { "a natural" } else { "no natural" }.to_owned();
        let mut alone = was.clone();
        let at = usize::from(total);
        set(&mut alone.natural, at, is.is_natural(total));
        // A total that is no natural any more needs decisions.
        set(&mut alone.player_draws, at, is.player_draws(total));
        if let (Some(line), Some(new)) = (alone.banker_draws.get_mut(at), is.banker_draws.get(at)) {
            *line = *new;
        }
        out.push(Cell {
            path: format!("draws.natural.{total}"),
            set: format!("every coup in which the first cards of a hand come to {total}"),
            old: words(was),
            new: words(is),
            alone,
        });
    }
    let open = || (0..=9u8).filter(|total| !was.is_natural(*total) && !is.is_natural(*total));
    for total in open().filter(|total| was.player_draws(*total) != is.player_draws(*total)) {
        let mut alone = was.clone();
        set(&mut alone.player_draws, usize::from(total), is.player_draws(total));
        out.push(Cell {
            path: format!("draws.player.{total}"),
            set: format!("every coup without a natural in which the Player's first cards come to {total}"),
            old: word(was.player_draws(total)),
            new: word(is.player_draws(total)),
            alone,
        });
    }
    for total in open() {
        for now in [true, false] {
            let differs =
                |third: &Option<u8>| is.banker_draws(total, *third) == now && was.banker_draws(total, *third) != now;
            let thirds: Vec<Option<u8>> = std::iter::once(None).chain((0..=9u8).map(Some)).filter(differs).collect();
            if thirds.is_empty() {
                continue;
            }
            let mut alone = was.clone();
            for third in &thirds {
                if let Some(line) = alone.banker_draws.get_mut(usize::from(total)) {
                    set(line, third.map_or(0, |value| usize::from(value) + 1), now);
                }
            }
            let drew: Vec<String> = thirds.iter().flatten().map(u8::to_string).collect();
            let third = match (thirds.contains(&None), drew.is_empty()) {
                (true, true) => "draws no card".to_owned(),
                (true, false) => format!("draws no card, or one worth {}", either(&drew)),
                (false, _) => format!("draws a card worth {}", either(&drew)),
            };
            out.push(Cell {
                path: format!("draws.banker.{total}"),
                set: format!(
                    "every coup without a natural in which the Banker's first cards come to {total} and the Player {third}"
                ),
                old: word(!now),
                new: word(now),
                alone,
            });
        }
    }
    out
}

fn set(cells: &mut [bool], at: usize, value: bool) {
    if let Some(cell) = cells.get_mut(at) {
        *cell = value;
    }
}

fn either(words: &[String]) -> String {
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
