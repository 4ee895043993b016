//! What moves money or cards, or decides about them, as a matter of routine: counted, where an entry of its own would tell
//! nobody anything.

use resettle_game::NoBetReason;

use super::{CoupSeen, NotAtRisk};

/// What happened without the cards of a coup deciding it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Routine {
    /// A wager was withdrawn, in time or not known when.
    Withdrawn,
    /// A wager came too late.
    Late,
    /// A commission was collected apart from what went back.
    Commission,
    /// A coup was dealt without wagers because somebody agreed to it or asked for it.
    NoBetCoup,
    /// Cards were burned between two coups of a shoe, beyond those that the rules burn.
    Burned,
    /// The table sign was changed while a shoe was in play.
    Sign,
    /// What is left open by the rules was chosen anew while a shoe was in play.
    Option,
    /// The fee of a tournament went back.
    Refund,
    /// A prize of a tournament was given.
    Prize,
    /// The log says who is on duty.
    Staff,
}

impl Routine {
    /// Every one, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Withdrawn,
        Self::Late,
        Self::Commission,
        Self::NoBetCoup,
        Self::Burned,
        Self::Sign,
        Self::Option,
        Self::Refund,
        Self::Prize,
        Self::Staff,
    ];

    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Withdrawn => "withdrawn_wager",
            Self::Late => "late_wager",
            Self::Commission => "commission",
            Self::NoBetCoup => "no_bet_coup",
            Self::Burned => "burned_cards",
            Self::Sign => "sign_changed",
            Self::Option => "option_changed",
            Self::Refund => "refund",
            Self::Prize => "prize",
            Self::Staff => "staff_record",
        }
    }

    /// The one of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|routine| routine.word() == word)
    }

    /// What is counted, in words.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            Self::Withdrawn => "wagers withdrawn before the close",
            Self::Late => "wagers that came too late",
            Self::Commission => "commissions collected apart",
            Self::NoBetCoup => "coups without wagers, agreed or asked for",
            Self::Burned => "burns between two coups",
            Self::Sign => "table signs changed while a shoe was in play",
            Self::Option => "options chosen anew while a shoe was in play",
            Self::Refund => "fees of tournaments that went back",
            Self::Prize => "prizes of tournaments",
            Self::Staff => "records of who is on duty",
        }
    }
}

impl CoupSeen<'_> {
    /// What happened to a wager at its place without the cards deciding it, with the money in minor units: what went back, or
    /// for a commission what was collected.
    pub fn routine_of(&self, at: usize) -> impl Iterator<Item = (Routine, i128)> {
        let wager = self.wagers.get(at);
        let apart = match wager.and_then(|wager| wager.not_at_risk) {
            Some(NotAtRisk::Withdrawn) => Some(Routine::Withdrawn),
            Some(NotAtRisk::Late) => Some(Routine::Late),
            _ => None,
        };
        let apart = apart.zip(wager.map(|wager| wager.returned));
        let commission = i128::from(self.logged.commission(at));
        apart.into_iter().chain((commission != 0).then_some((Routine::Commission, commission)))
    }

    /// Whether it was dealt without wagers for a reason that no record of its log can show.
    #[must_use]
    pub fn is_no_bet_by_wish(&self) -> bool {
        use NoBetReason::{Agreed, Free, Inspection, PlayersRequest};
        let reason = self.logged.strict().and_then(|coup| coup.no_bet).and_then(|no_bet| no_bet.reason);
        matches!(reason, Some(Agreed | PlayersRequest | Inspection | Free))
    }
}
