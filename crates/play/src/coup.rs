use resettle_game::{Card, Side};
use resettle_rules::{Facts, Hand, Pays};
use resettle_ruleset::Ruleset;

/// A coup as it lies on the table: its cards in the order dealt, and what they come to.
pub(crate) struct Laid {
    pub(crate) cards: Vec<Card>,
    player: Hand,
    banker: Hand,
}

impl Laid {
    /// Deals by the table of play; none where the shoe has too few cards.
    pub(crate) fn by_the_rules(ruleset: &Ruleset, ahead: &[Card]) -> Option<Self> {
        let dealt = ruleset.book.deal(&ruleset.table, ahead)?;
        let cards = ahead.get(..dealt.used)?.to_vec();
        Some(Self { cards, player: dealt.player, banker: dealt.banker })
    }

    /// The same without its last card, where that was drawn after the initial deal.
    pub(crate) fn without_the_last(&self, ruleset: &Ruleset) -> Option<Self> {
        let initial = ruleset.table.order.len();
        let kept = self.cards.get(..self.cards.len().checked_sub(1)?).filter(|kept| kept.len() >= initial)?;
        let of = |side: Side| -> Vec<Card> {
            kept.iter().zip(&ruleset.table.order).filter(|(_, to)| **to == side).map(|(card, _)| *card).collect()
        };
        let (mut player, banker) = (of(Side::Player), of(Side::Banker));
        // Of two cards drawn the first is the Player's; of one none is left.
        player.extend(kept.get(initial..)?);
        Some(Self {
            cards: kept.to_vec(),
            player: ruleset.book.hand(&ruleset.table, Side::Player, &player),
            banker: ruleset.book.hand(&ruleset.table, Side::Banker, &banker),
        })
    }

    pub(crate) fn facts(&self, ruleset: &Ruleset) -> Facts {
        ruleset.book.facts(&self.player, &self.banker)
    }

    pub(crate) fn totals(&self) -> (u8, u8) {
        (self.player.total(), self.banker.total())
    }

    /// `player`, `banker` or `tie`.
    pub(crate) fn winner(&self) -> &'static str {
        let (player, banker) = self.totals();
        match player.cmp(&banker) {
            std::cmp::Ordering::Greater => "player",
            std::cmp::Ordering::Less => "banker",
            std::cmp::Ordering::Equal => "tie",
        }
    }

    /// What a stake on a bet pays; none where no row says.
    pub(crate) fn pays(&self, ruleset: &Ruleset, bet: usize) -> Option<Pays> {
        Some(ruleset.row(bet, None, &self.facts(ruleset))?.pays())
    }
}
