use std::collections::BTreeSet;

use resettle_game::{Card, Rank, Side, Suit};

use crate::book::Book;
use crate::hand::Hand;
use crate::table::PlayTable;

impl Book {
    /// Calls `see` with both hands of every coup that a deal can end in which begins with these cards, in any order and
    /// some of them more than once, until it says that it has seen enough. `None` is a card that may be any; so is every
    /// card that follows. Shoes are taken to hold enough of every card.
    pub fn each_ending(&self, table: &PlayTable, dealt: &[Option<Card>], see: &mut impl FnMut(&Hand, &Hand) -> bool) {
        let any = self.distinct_cards();
        let drawn = self.distinct_draws(table, &any);
        let one = |at: usize| dealt.get(at).copied().flatten();
        let hands = |side: Side| {
            let mut open = BTreeSet::from([self.start(table, side)]);
            for (at, _) in table.order.iter().enumerate().filter(|(_, to)| **to == side) {
                open = self.dealt_one(table, &open, one(at).as_ref().map_or(&any, std::slice::from_ref));
            }
            open
        };
        let (players, bankers) = (hands(Side::Player), hands(Side::Banker));
        let of = |at: usize, known: &mut Option<Card>| {
            *known = one(at);
            known.is_none()
        };
        for player in &players {
            for banker in &bankers {
                if table.is_natural(player.total) || table.is_natural(banker.total) {
                    if !see(player, banker) {
                        return;
                    }
                    continue;
                }
                let mut next = table.order.len();
                let mut after = BTreeSet::from([*player]);
                if table.player_draws(player.total) {
                    let mut known = None;
                    let free = of(next, &mut known);
                    after = self.dealt_one(table, &after, if free { &drawn } else { known.as_slice() });
                    next += 1;
                }
                for player in &after {
                    if !table.banker_draws(banker.total, player.drawn()) {
                        if !see(player, banker) {
                            return;
                        }
                        continue;
                    }
                    let mut known = None;
                    let free = of(next, &mut known);
                    let ends =
                        self.dealt_one(table, &BTreeSet::from([*banker]), if free { &drawn } else { known.as_slice() });
                    for banker in &ends {
                        if !see(player, banker) {
                            return;
                        }
                    }
                }
            }
        }
    }

    fn dealt_one(&self, table: &PlayTable, hands: &BTreeSet<Hand>, cards: &[Card]) -> BTreeSet<Hand> {
        hands.iter().flat_map(|hand| cards.iter().map(|card| self.with(table, *hand, *card))).collect()
    }

    /// Cards enough to deal every hand that any cards can make: all ranks, and the suits that are distinguished.
    fn distinct_cards(&self) -> Vec<Card> {
        let suits = match (self.suits, self.counted.iter().any(|of| of.suit.is_some())) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => 4,
        };
        let suits: Vec<Suit> = Suit::ALL.into_iter().take(suits).collect();
        Rank::ALL.into_iter().flat_map(|rank| suits.iter().map(move |suit| Card { rank, suit: *suit })).collect()
    }

    /// Of those that a draw distinguishes one each.
    fn distinct_draws(&self, table: &PlayTable, any: &[Card]) -> Vec<Card> {
        let mut out: Vec<Card> = Vec::new();
        for card in any {
            if !out.iter().any(|known| self.same_draw(table, *known, *card)) {
                out.push(*card);
            }
        }
        out
    }

    /// Whether two cards are one to a hand that draws them.
    #[must_use]
    pub fn same_draw(&self, table: &PlayTable, a: Card, b: Card) -> bool {
        let counts = |card: Card| {
            self.counted.iter().map(move |of| of.rank == card.rank && of.suit.is_none_or(|suit| suit == card.suit))
        };
        table.value(a.rank) == table.value(b.rank) && (!self.ranks || a.rank == b.rank) && counts(a).eq(counts(b))
    }
}
