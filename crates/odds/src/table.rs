use resettle_game::{PerSide, Rank, Side};
use resettle_ruleset::Ruleset;

use crate::outcome::Outcome;

/// A ruleset's deal and draw tables, laid out to be walked millions of times.
#[derive(Clone, Debug)]
pub struct PlayTable {
    /// Point value by rank, ace first.
    values: [u8; 13],
    /// What the permanent card adds to each hand.
    printed: PerSide<u8>,
    /// Whether a permanent card lies there.
    has_printed: PerSide<bool>,
    /// Sevens that lie there before any card is dealt.
    pub(crate) printed_sevens: u8,
    /// To which hand the cards of the initial deal go.
    order: Vec<Side>,
    natural: [bool; 10],
    player_draws: [bool; 10],
    /// By total, then 0 where the Player stood, else 1 + the point value of its card.
    banker_draws: [[bool; 11]; 10],
}

/// A coup that ranks off the shoe make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealtCoup {
    /// What it comes to.
    pub outcome: Outcome,
    /// How many cards it took.
    pub used: usize,
}

impl PlayTable {
    /// The tables of a checked ruleset. A cell without a decision stands; a checked ruleset has none.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Self {
        let draws = &ruleset.draws;
        let permanent = ruleset.deal.permanent;
        let mut table = Self {
            values: ruleset.cards.values,
            printed: PerSide { player: permanent.player.unwrap_or(0), banker: permanent.banker.unwrap_or(0) },
            has_printed: PerSide { player: permanent.player.is_some(), banker: permanent.banker.is_some() },
            printed_sevens: Side::BOTH
                .into_iter()
                .map(|side| u8::from(permanent.of(side).is_some() && *permanent.of(side) == Rank::SEVEN.face_value()))
                .sum(),
            order: ruleset.deal.order.clone(),
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

    /// How many cards of the shoe a coup can take: those of the initial deal and a draw for each hand.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.order.len() + 2
    }

    /// How many cards of the shoe the initial deal gives a hand.
    pub(crate) fn dealt_to(&self, side: Side) -> usize {
        self.order.iter().filter(|to| **to == side).count()
    }

    /// The point value of a rank, 0 to 9.
    pub(crate) fn value(&self, rank: Rank) -> u8 {
        self.values.get(rank.index()).copied().unwrap_or(0)
    }

    pub(crate) fn printed(&self, side: Side) -> u8 {
        *self.printed.of(side)
    }

    pub(crate) fn is_natural(&self, total: u8) -> bool {
        self.natural.get(usize::from(total)).copied().unwrap_or(false)
    }

    pub(crate) fn player_draws(&self, total: u8) -> bool {
        self.player_draws.get(usize::from(total)).copied().unwrap_or(false)
    }

    pub(crate) fn banker_draws(&self, total: u8, third: Option<u8>) -> bool {
        let column = third.map_or(0, |value| usize::from(value) + 1);
        self.banker_draws.get(usize::from(total)).and_then(|line| line.get(column)).copied().unwrap_or(false)
    }

    /// Deals ranks off the shoe by the table of play; none where the coup needs more than there are.
    #[must_use]
    pub fn deal(&self, ranks: &[Rank]) -> Option<DealtCoup> {
        let mut shoe = ranks.iter().copied();
        let mut sum = self.printed;
        let mut sevens = self.printed_sevens;
        let mut first: PerSide<Option<Rank>> = PerSide::default();
        let mut pair = PerSide { player: false, banker: false };
        for side in &self.order {
            let rank = shoe.next()?;
            *sum.of_mut(*side) += self.value(rank);
            sevens += u8::from(rank == Rank::SEVEN);
            match *first.of(*side) {
                None => *first.of_mut(*side) = Some(rank),
                // A printed card makes no pair.
                Some(earlier) => *pair.of_mut(*side) = earlier == rank && !*self.has_printed.of(*side),
            }
        }
        let total = |side| *sum.of(side) % 10;
        let (mut player, mut banker) = (total(Side::Player), total(Side::Banker));
        let mut used = self.order.len();
        if !self.is_natural(player) && !self.is_natural(banker) {
            let mut third = None;
            if self.player_draws(player) {
                let rank = shoe.next()?;
                used += 1;
                sevens += u8::from(rank == Rank::SEVEN);
                third = Some(self.value(rank));
                player = (player + self.value(rank)) % 10;
            }
            if self.banker_draws(banker, third) {
                let rank = shoe.next()?;
                used += 1;
                sevens += u8::from(rank == Rank::SEVEN);
                banker = (banker + self.value(rank)) % 10;
            }
        }
        let outcome = Outcome { player, banker, sevens, player_pair: pair.player, banker_pair: pair.banker };
        Some(DealtCoup { outcome, used })
    }
}
