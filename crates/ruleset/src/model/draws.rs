//! Who draws when.

use resettle_rules::PlayTable;

use super::{CardValues, Deal};
use crate::clause::Cite;

/// Whether a hand draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether it draws a card.
    pub draws: bool,
    /// Where the document says so.
    pub clause: Cite,
}

/// The table of play: which totals draw, and which end the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Totals of the initial deal that end the drawing.
    pub natural: Vec<u8>,
    /// The clause by which those totals end it.
    pub natural_clause: Cite,
    /// The Player's decision by total; none for totals that are naturals.
    pub player: Vec<Option<Decision>>,
    /// The Banker's by total, then by the Player's drawn card: index 0 where the Player stood,
    /// 1 + its point value otherwise.
    pub banker: Vec<Vec<Option<Decision>>>,
}

impl Draws {
    /// Whether a total of the initial deal is a natural.
    #[must_use]
    pub fn is_natural(&self, total: u8) -> bool {
        self.natural.contains(&total)
    }

    /// Whether the Player draws on this total, and by which clause; none for a natural.
    #[must_use]
    pub fn player(&self, total: u8) -> Option<&Decision> {
        self.player.get(usize::from(total))?.as_ref()
    }

    /// The Banker's decision; `third` is the point value of the Player's drawn card, if one was drawn.
    #[must_use]
    pub fn banker(&self, total: u8, third: Option<u8>) -> Option<&Decision> {
        let column = third.map_or(0, |value| usize::from(value) + 1);
        self.banker.get(usize::from(total))?.get(column)?.as_ref()
    }
}

/// The tables as the core takes them. A cell without a decision counts as a stand; a checked ruleset has none.
pub(super) fn play_table(cards: &CardValues, deal: &Deal, draws: &Draws) -> PlayTable {
    let mut table = PlayTable {
        values: cards.values,
        permanent: deal.permanent,
        order: deal.order.clone(),
        natural: [false; 10],
        player_draws: [false; 10],
        banker_draws: [[false; 11]; 10],
    };
    for (total, natural) in (0u8..).zip(&mut table.natural) {
        *natural = draws.is_natural(total);
    }
    for (total, cell) in (0u8..).zip(&mut table.player_draws) {
        *cell = draws.player(total).is_some_and(|decision| decision.draws);
    }
    for (total, line) in (0u8..).zip(&mut table.banker_draws) {
        for (third, cell) in std::iter::once(None).chain((0u8..=9).map(Some)).zip(line) {
            *cell = draws.banker(total, third).is_some_and(|decision| decision.draws);
        }
    }
    table
}

/// The same, where all three were read.
pub(super) fn laid_out(cards: &Option<CardValues>, deal: &Option<Deal>, draws: &Option<Draws>) -> Option<PlayTable> {
    Some(play_table(cards.as_ref()?, deal.as_ref()?, draws.as_ref()?))
}
