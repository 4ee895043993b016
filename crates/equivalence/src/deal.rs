use resettle_game::{Card, Rank, Side, Suit};
use resettle_rules::{Book, Dealt, PlayTable};

/// The first cards, by their number and then by rank, that two tables deal otherwise: to other hands, another number of
/// them, or to other totals. Every sequence of ranks that either table distinguishes is gone through.
#[must_use]
pub fn dealt_otherwise(old: &PlayTable, new: &PlayTable) -> Option<Vec<Card>> {
    if old == new {
        return None;
    }
    let book = Book::default();
    let [suit, ..] = Suit::ALL;
    let mut ranks: Vec<Card> = Vec::new();
    for rank in Rank::ALL {
        let alike = |known: &Card| old.value(known.rank) == old.value(rank) && new.value(known.rank) == new.value(rank);
        if !ranks.iter().any(alike) {
            ranks.push(Card { rank, suit });
        }
    }
    let longest = old.longest().max(new.longest());
    (1..=longest).find_map(|length| of_length(&book, [old, new], &ranks, length, &mut Vec::with_capacity(length)))
}

fn of_length(
    book: &Book,
    tables: [&PlayTable; 2],
    ranks: &[Card],
    length: usize,
    cards: &mut Vec<Card>,
) -> Option<Vec<Card>> {
    let [old, new] = tables.map(|table| book.deal(table, cards));
    if old.is_some() && new.is_some() || cards.len() == length {
        return (cards.len() == length && differs(tables, cards, old, new)).then(|| crate::coup::in_turn(cards));
    }
    for card in ranks {
        cards.push(*card);
        let found = of_length(book, tables, ranks, length, cards);
        cards.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Cards that one table deals completely are a difference where the other needs more of them, too.
fn differs([was, is]: [&PlayTable; 2], cards: &[Card], old: Option<Dealt>, new: Option<Dealt>) -> bool {
    match (old, new) {
        (None, None) => false,
        (Some(old), Some(new)) => {
            hands(was, cards, &old) != hands(is, cards, &new)
                || (old.player.total(), old.banker.total()) != (new.player.total(), new.banker.total())
        }
        _ => true,
    }
}

/// To which hand each card goes.
fn hands(table: &PlayTable, cards: &[Card], dealt: &Dealt) -> Vec<Side> {
    let mut out: Vec<Side> = table.order.clone();
    out.extend(dealt.player.drawn().map(|_| Side::Player));
    out.extend(dealt.banker.drawn().map(|_| Side::Banker));
    out.truncate(cards.len());
    out
}
