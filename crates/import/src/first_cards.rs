//! Which cards hands begin with: one that begins nearly all hands of a side was printed on the layout and never dealt.

use std::collections::BTreeMap;

use crate::hint::Hint;
use crate::record::Lists;

/// Fewer hands may begin alike by chance.
const ENOUGH: u64 = 12;

/// How often the hands of each side begin with which rank.
#[derive(Debug, Default)]
pub(crate) struct FirstCards {
    ranks: BTreeMap<(char, char), u64>,
    hands: BTreeMap<char, u64>,
}

impl FirstCards {
    /// Takes the cards of a row.
    pub(crate) fn take(&mut self, lists: &Lists) {
        let Some(to) = &lists.to else { return };
        for hand in ['P', 'B'] {
            let Some(at) = to.find(hand) else { continue };
            // A card is its two letters in quotation marks, with a comma behind it; points stand behind a `~`.
            let card = lists.cards.get(at * 5 + 1..at * 5 + 3);
            let rank = match card {
                Some([b'~', points]) => *points,
                Some([rank, _]) => *rank,
                _ => continue,
            };
            *self.hands.entry(hand).or_default() += 1;
            if rank != b'?' {
                *self.ranks.entry((hand, char::from(rank))).or_default() += 1;
            }
        }
    }

    /// What speaks for a printed card.
    pub(crate) fn hints(&self) -> impl Iterator<Item = Hint> {
        self.ranks.iter().filter_map(|((hand, rank), count)| {
            let hands = self.hands.get(hand).copied().unwrap_or(0);
            let nearly_all = count.saturating_mul(100) >= hands.saturating_mul(95);
            let name = if *hand == 'P' { "Player" } else { "Banker" };
            let hint = Hint::PrintedCard { name, hand: *hand, rank: *rank, count: *count, hands };
            (hands >= ENOUGH && nearly_all).then_some(hint)
        })
    }
}
