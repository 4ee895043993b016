use resettle_game::{Card, Side};

use crate::book::{Book, Facts};
use crate::hand::Hand;
use crate::table::PlayTable;

/// A coup dealt off the shoe by the table of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// What the Player has at the end of the deal.
    pub player: Hand,
    /// What the Banker has at the end of the deal.
    pub banker: Hand,
    /// How many cards it took.
    pub used: usize,
}

impl Book {
    /// Deals cards off the shoe; none where the coup needs more than there are.
    #[must_use]
    pub fn deal(&self, table: &PlayTable, cards: &[Card]) -> Option<Dealt> {
        let mut shoe = cards.iter();
        let (mut player, mut banker) = (self.start(table, Side::Player), self.start(table, Side::Banker));
        for side in &table.order {
            let card = *shoe.next()?;
            match side {
                Side::Player => player = self.with(table, player, card),
                Side::Banker => banker = self.with(table, banker, card),
            }
        }
        if !table.is_natural(player.total) && !table.is_natural(banker.total) {
            if table.player_draws(player.total) {
                player = self.with(table, player, *shoe.next()?);
            }
            if table.banker_draws(banker.total, player.drawn()) {
                banker = self.with(table, banker, *shoe.next()?);
            }
        }
        Some(Dealt { player, banker, used: cards.len() - shoe.len() })
    }

    /// What a coup dealt so says.
    #[must_use]
    pub fn facts_dealt(&self, dealt: &Dealt) -> Facts {
        self.facts(&dealt.player, &dealt.banker)
    }
}
