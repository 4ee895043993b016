//! What the cards of a coup show of its deal, whatever anybody claims.

use resettle_coup_log::{CardCode, Coup};
use resettle_game::{KnownCard, Side, To};
use resettle_ruleset::Ruleset;

use super::deals::endings;
use crate::coup::{Played, known};

/// The physical cards of a coup, `None` for one of which no points are known, and where each went according to the log.
pub(crate) struct Dealt<'a> {
    pub(crate) cards: Vec<Option<KnownCard>>,
    pub(crate) first_to: Option<&'a [To]>,
    /// Parallel to `cards`: `None` if it is counted along a reconstruction.
    pub(crate) to: Option<&'a [To]>,
}

impl<'a> Dealt<'a> {
    pub(crate) fn of(ruleset: &Ruleset, coup: &'a Coup) -> Option<Self> {
        let codes: &[CardCode] = coup.cards.as_deref()?;
        let cards = codes.iter().map(|code| known(ruleset, *code)).collect();
        let to = coup.to.as_deref().filter(|_| coup.reconstructed_cards.is_none());
        Some(Self { cards, first_to: coup.first_to.as_deref(), to })
    }

    /// All cards, if each can be used.
    pub(crate) fn known(&self) -> Option<Vec<KnownCard>> {
        self.cards.iter().copied().collect()
    }

    /// Where each card was put: at first, else in the end, if the log records it.
    pub(crate) fn put(&self) -> Option<&'a [To]> {
        self.first_to.or(self.to)
    }

    /// Whether something was set aside, or kept for the next coup.
    pub(crate) fn sets_aside(&self) -> bool {
        let all = self.first_to.iter().chain(&self.to).flat_map(|to| to.iter());
        all.into_iter().any(|to| matches!(to, To::Aside | To::Next))
    }

    /// How many more cards the table of play could still ask for, at most; whichever ranks the unreadable ones have.
    pub(crate) fn could_ask_for(&self, ruleset: &Ruleset) -> usize {
        let most = endings(ruleset, &self.cards).into_iter().map(|dealing| dealing.cards).max();
        most.unwrap_or(0).saturating_sub(self.cards.len())
    }

    /// Whether the table of play asks for no further card, whichever ranks the unreadable ones have.
    pub(crate) fn is_complete(&self, ruleset: &Ruleset) -> bool {
        self.could_ask_for(ruleset) == 0
    }
}

/// The hand that a destination names.
pub(crate) fn side(to: To) -> Option<Side> {
    match to {
        To::Player => Some(Side::Player),
        To::Banker => Some(Side::Banker),
        To::Aside | To::Next => None,
    }
}

/// Whether every card went where the rules send it, with none in excess or set aside.
pub(crate) fn as_the_rules_send(played: &Played, cards: usize, put: &[To]) -> bool {
    played.lacks.is_none()
        && played.to.len() == cards
        && put.len() == cards
        && played.to.iter().zip(put).all(|(sent, put)| side(*put) == Some(*sent))
}
