//! A card that belongs to two coups: one keeps it, the next begins with it.

use resettle_coup_log::Coup;
use resettle_game::{Card, To};
use resettle_ruleset::Cited;

use crate::case::Judged;
use crate::catalogue::Code;
use crate::coup::card;
use crate::finding::{Finding, Place};

/// A card that belongs to two coups.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) card: Option<Card>,
    pub(crate) by_right: bool,
    pub(crate) no_bet_clause: Option<Cited>,
}

impl Kept {
    /// It is not known what the previous coup kept: its record is missing or cannot be read.
    pub(crate) fn unknown() -> Self {
        Self { card: None, by_right: false, no_bet_clause: None }
    }

    /// What makes the coup after it a no-bet coup, as findings cite it.
    pub(crate) fn no_bet_cited(&self) -> Option<&str> {
        self.no_bet_clause.as_ref().map(|cited| cited.clause.as_str())
    }
}

/// The coup after a kept card begins with it; what counts is that the card is in both.
pub(crate) fn carried_card(coup: &Coup, place: &Place, kept: Option<&Kept>) -> Option<Finding> {
    let first = coup.cards.as_ref().and_then(|cards| cards.first());
    match kept {
        Some(Kept { card: Some(wanted), by_right, .. }) => {
            let found = card(*first?)?;
            if found == *wanted || !(*by_right || coup.carried) {
                return None;
            }
            let message = format!("the coup before kept {wanted} as this coup's first card; it begins with {found}");
            Some(Finding::new(Code::CarriedCard, place, message).compared(wanted, found))
        }
        Some(Kept { card: None, .. }) => None,
        None if coup.carried => {
            let named = first.map_or_else(String::new, |first| format!(" ({first})"));
            let message = format!(
                "the coup says that its first card{named} was carried over (drawn in the coup before and kept for this one), but the coup before records no card as kept"
            );
            Some(Finding::new(Code::CarriedCard, place, message).compared("no carried card", "carried"))
        }
        None => None,
    }
}

/// The card that is in this coup and the next: kept by right, or at least logged as kept.
pub(crate) fn kept_card(coup: &Coup, judged: &Judged) -> Option<Kept> {
    if let Some((card, no_bet_clause)) = &judged.kept {
        return Some(Kept { card: *card, by_right: true, no_bet_clause: no_bet_clause.clone() });
    }
    if let Some((card, clause)) = &judged.owes_no_bet {
        return Some(Kept { card: *card, by_right: true, no_bet_clause: Some(clause.clone()) });
    }
    kept_as_logged(coup)
}

pub(crate) fn kept_as_logged(coup: &Coup) -> Option<Kept> {
    let at = coup.to.as_ref()?.iter().position(|to| *to == To::Next)?;
    let codes = coup.reconstructed_cards.as_ref().or(coup.cards.as_ref())?;
    Some(Kept { card: card(*codes.get(at)?), by_right: false, no_bet_clause: None })
}
