use std::collections::BTreeSet;

use resettle_game::{Card, KnownCard, Rank, Side, Suit};

use crate::book::Book;
use crate::fact::{CardsOf, SuitOf};
use crate::hand::Hand;
use crate::table::PlayTable;

impl Book {
    /// Calls `see` with both hands of every coup that a deal can end in which begins with these cards, in any order and
    /// some of them more than once, until it says that it has seen enough. `None` is a card that may be any; so is every
    /// card that follows. Shoes are taken to hold enough of every card.
    pub fn each_ending(
        &self,
        table: &PlayTable,
        dealt: &[Option<KnownCard>],
        see: &mut impl FnMut(&Hand, &Hand) -> bool,
    ) {
        // A card of a known suit may lie beside one of the same suit.
        let any = self.distinct_cards(dealt.iter().flatten().any(|card| card.suit().is_some()));
        let drawn = self.distinct_draws(table, &any);
        let possible: Vec<Option<Vec<Card>>> =
            dealt.iter().map(|card| card.map(|card| possible(table, card, &any))).collect();
        let one = |at: usize| possible.get(at).and_then(Option::as_deref);
        let hands = |side: Side| {
            let mut open = BTreeSet::from([self.start(table, side)]);
            for (at, _) in table.order.iter().enumerate().filter(|(_, to)| **to == side) {
                open = self.dealt_one(table, &open, one(at).unwrap_or(&any));
            }
            open
        };
        let (players, bankers) = (hands(Side::Player), hands(Side::Banker));
        // What hands become by a card that is dealt after the first ones, as the nth of the coup.
        let after_draw = |hands: &BTreeSet<Hand>, nth: usize| -> Vec<Vec<Hand>> {
            let cards = one(nth).unwrap_or(&drawn);
            hands
                .iter()
                .map(|hand| self.dealt_one(table, &BTreeSet::from([*hand]), cards).into_iter().collect())
                .collect()
        };
        let first_draw = table.order.len();
        let player_draws = after_draw(&players, first_draw);
        let banker_draws = [first_draw, first_draw + 1].map(|nth| after_draw(&bankers, nth));
        for (player, player_ends) in players.iter().zip(&player_draws) {
            for (at, banker) in bankers.iter().enumerate() {
                let goes_on = !table.is_natural(player.total) && !table.is_natural(banker.total);
                let (after, then) = if goes_on && table.player_draws(player.total) {
                    (player_ends.as_slice(), &banker_draws[1])
                } else {
                    (std::slice::from_ref(player), &banker_draws[0])
                };
                let banker_ends = then.get(at).map(Vec::as_slice).unwrap_or_default();
                for player in after {
                    let draws = goes_on && table.banker_draws(banker.total, player.drawn());
                    for banker in if draws { banker_ends } else { std::slice::from_ref(banker) } {
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

    /// Cards enough to deal every hand that any cards can make: all ranks, and the suits that are distinguished. `suits_known`
    /// says whether a suit is known beside them.
    fn distinct_cards(&self, suits_known: bool) -> Vec<Card> {
        let suits = match (self.suits, suits_known || self.parts_suits()) {
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

    /// Whether two cards are one to a hand that gets them in the initial deal, but for two of one rank and suit.
    #[must_use]
    pub fn same_first(&self, table: &PlayTable, a: Card, b: Card) -> bool {
        let asked = |card: Card| self.firsts.contains(&card.rank);
        let ranks = (!self.twins && !asked(a) && !asked(b)) || a.rank == b.rank;
        let suits = (!self.first_suits || a.suit == b.suit) && (!self.first_red || a.suit.is_red() == b.suit.is_red());
        self.same_draw(table, a, b) && ranks && suits
    }

    /// Whether two cards are one to a hand that draws them.
    #[must_use]
    pub fn same_draw(&self, table: &PlayTable, a: Card, b: Card) -> bool {
        let counts = |card: Card| {
            self.counted.iter().map(move |of| of.rank == card.rank && of.suit.is_none_or(|suit| suit == card.suit))
        };
        let suits = |card: Card| {
            SuitOf::all().into_iter().zip(self.suits_counted).map(move |(of, asked)| asked && of.holds(card.suit))
        };
        let ranks = !self.ranks || a.rank == b.rank;
        table.value(a.rank) == table.value(b.rank) && ranks && counts(a).eq(counts(b)) && suits(a).eq(suits(b))
    }
}

/// Those of `any` that a card may be; a card that is known is itself.
fn possible(table: &PlayTable, card: KnownCard, any: &[Card]) -> Vec<Card> {
    if let Some(card) = card.whole() {
        return vec![card];
    }
    let may_be = |one: &&Card| table.may_be(card, CardsOf { rank: one.rank, suit: Some(one.suit) });
    any.iter().filter(may_be).copied().collect()
}
