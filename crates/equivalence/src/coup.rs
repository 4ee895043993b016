use resettle_game::{Card, Rank, Side, Suit};
use resettle_rules::{Book, Hand, PlayTable};

/// Cards of the shoe, in the order dealt, that give two hands; none where a shoe of so many decks does not hold them.
pub(crate) fn cards_of(book: &Book, table: &PlayTable, [player, banker]: [&Hand; 2], decks: u32) -> Vec<Card> {
    let (Some(mut players), Some(mut bankers)) =
        (hand(book, table, Side::Player, player), hand(book, table, Side::Banker, banker))
    else {
        return Vec::new();
    };
    players.reverse();
    bankers.reverse();
    let draws = [Side::Player, Side::Banker];
    let mut out: Vec<Card> = Vec::with_capacity(players.len() + bankers.len());
    for side in table.order.iter().chain(&draws) {
        out.extend(match side {
            Side::Player => players.pop(),
            Side::Banker => bankers.pop(),
        });
    }
    if !book.asks_suits() {
        out = in_turn(&out);
    }
    let copies = |card: &Card| out.iter().filter(|known| *known == card).count();
    let held = out.iter().all(|card| copies(card) <= usize::try_from(decks).unwrap_or(usize::MAX));
    if held { out } else { Vec::new() }
}

/// The first cards, by rank and suit, that make a hand.
fn hand(book: &Book, table: &PlayTable, side: Side, wanted: &Hand) -> Option<Vec<Card>> {
    let mut cards = Vec::with_capacity(3);
    with(book, table, book.start(table, side), wanted, &mut cards).then_some(cards)
}

fn with(book: &Book, table: &PlayTable, hand: Hand, wanted: &Hand, cards: &mut Vec<Card>) -> bool {
    if hand.dealt() == wanted.dealt() {
        return hand == *wanted;
    }
    for rank in Rank::ALL {
        for suit in Suit::ALL.into_iter().take(if book.asks_suits() { Suit::ALL.len() } else { 1 }) {
            let card = Card { rank, suit };
            cards.push(card);
            if with(book, table, book.with(table, hand, card), wanted, cards) {
                return true;
            }
            cards.pop();
        }
    }
    false
}

/// Ranks as cards, suits in turn.
#[must_use]
pub fn in_turn(dealt: &[Card]) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::with_capacity(dealt.len());
    for Card { rank, .. } in dealt {
        let earlier = cards.iter().filter(|card| card.rank == *rank).count();
        if let Some(suit) = Suit::ALL.get(earlier % Suit::ALL.len()) {
            cards.push(Card { rank: *rank, suit: *suit });
        }
    }
    cards
}
