//! How far a misdeal that stands reaches: which declarations such an error can explain. `adjudication.md`, "Reach".

use resettle_coup_log::Declared;
use resettle_game::{DeclaredResult, KnownCard, Rank, Side, To, Winner};
use resettle_rules::CardsOf;
use resettle_ruleset::Ruleset;

use super::dealt::side;
use crate::coup::{Hands, play};

/// The cards of a coup whose deal was wrong, and where they went according to the log.
pub(crate) struct Reach<'a> {
    pub(crate) ruleset: &'a Ruleset,
    /// As logged; `None` for one that cannot be read and may be of any rank.
    pub(crate) cards: &'a [Option<KnownCard>],
    pub(crate) to: Option<&'a [To]>,
    /// Where each was put at first, along `cards`.
    pub(crate) first_to: Option<&'a [To]>,
}

/// Whether such an error can explain what was declared; a part that was not declared is not checked.
pub(crate) fn within(reach: &Reach<'_>, declared: &Declared) -> bool {
    reach.totals(declared) && reach.sevens(declared)
}

impl Reach<'_> {
    fn totals(&self, declared: &Declared) -> bool {
        let fits = |player: u8, banker: u8| {
            let winner = Winner::by_totals(player, banker).word();
            declared.player.is_none_or(|said| said == i64::from(player))
                && declared.banker.is_none_or(|said| said == i64::from(banker))
                && declared.result.is_none_or(|said| said == DeclaredResult::Void || said.word() == winner)
        };
        match (self.to, self.known()) {
            (Some(to), Some(cards)) => {
                let laid = laid(&cards, to);
                let played = play(self.ruleset, &cards).hands;
                [laid, played]
                    .iter()
                    .any(|hands| fits(hands.total(Side::Player, self.ruleset), hands.total(Side::Banker, self.ruleset)))
            }
            _ => self.partings().any(|(player, banker)| fits(player, banker)),
        }
    }

    /// The totals of every way to divide the cards between the two hands.
    fn partings(&self) -> impl Iterator<Item = (u8, u8)> {
        let printed = |side: Side| usize::from(self.ruleset.deal.permanent.of(side).unwrap_or(0) % 10);
        let mut reached = [[false; 10]; 10];
        if let Some(start) = reached.get_mut(printed(Side::Player)).and_then(|row| row.get_mut(printed(Side::Banker))) {
            *start = true;
        }
        for ((at, card), left_out) in self.cards.iter().enumerate().zip(self.left_out()) {
            let sent = self.to.and_then(|to| to.get(at)).copied();
            let mut next = if left_out { reached } else { [[false; 10]; 10] };
            let values: Vec<usize> = match card {
                Some(card) => vec![usize::from(self.ruleset.table.points(*card))],
                None => (0..10).collect(),
            };
            for (player, row) in reached.iter().enumerate() {
                for (banker, _) in row.iter().enumerate().filter(|(_, is)| **is) {
                    for value in &values {
                        if sent.is_none_or(|sent| side(sent) == Some(Side::Player)) {
                            mark(&mut next, (player + value) % 10, banker);
                        }
                        if sent.is_none_or(|sent| side(sent) == Some(Side::Banker)) {
                            mark(&mut next, player, (banker + value) % 10);
                        }
                    }
                }
            }
            reached = next;
        }
        let digits = || (0u8..10).zip(0usize..10);
        digits().flat_map(move |(player, at)| {
            digits()
                .filter(move |(_, other)| reached.get(at).and_then(|row| row.get(*other)).copied().unwrap_or(false))
                .map(move |(banker, _)| (player, banker))
        })
    }

    fn sevens(&self, declared: &Declared) -> bool {
        let Some(said) = declared.sevens else { return true };
        let (table, of) = (&self.ruleset.table, CardsOf { rank: Rank::SEVEN, suit: None });
        let seven = |card: &Option<KnownCard>| card.is_some_and(|card| table.must_be(card, of));
        let printed = Side::BOTH
            .into_iter()
            .filter(|side| *self.ruleset.deal.permanent.of(*side) == Rank::SEVEN.face_value())
            .count();
        let all = printed + self.cards.iter().filter(|card| seven(card)).count();
        let may_be = |card: &&Option<KnownCard>| card.is_none_or(|card| table.may_be(card, of)) && !seven(card);
        let unread = self.cards.iter().filter(may_be).count();
        let spare = self.cards.iter().zip(self.left_out()).filter(|(card, left_out)| seven(card) && *left_out).count();
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        (count(all - spare)..=count(all + unread)).contains(&said)
    }

    /// For each card, whether it lies beyond the table of play or was set aside: then it may belong to no hand.
    fn left_out(&self) -> Vec<bool> {
        let aside = |to: Option<&[To]>, at: usize| to.and_then(|to| to.get(at)).is_some_and(|to| side(*to).is_none());
        let used = match self.known() {
            Some(cards) => play(self.ruleset, &cards).to.len(),
            None => self.ruleset.deal.order.len(),
        };
        (0..self.cards.len()).map(|at| at >= used || aside(self.to, at) || aside(self.first_to, at)).collect()
    }

    fn known(&self) -> Option<Vec<KnownCard>> {
        self.cards.iter().copied().collect()
    }
}

fn mark(reached: &mut [[bool; 10]; 10], player: usize, banker: usize) {
    if let Some(slot) = reached.get_mut(player).and_then(|row| row.get_mut(banker)) {
        *slot = true;
    }
}

/// The hands as the log lays them.
pub(crate) fn laid(cards: &[KnownCard], to: &[To]) -> Hands {
    let mut hands = Hands::default();
    for (card, to) in cards.iter().zip(to) {
        if let Some(side) = side(*to) {
            hands.cards.of_mut(side).push(*card);
        }
    }
    hands
}
