//! What moves money or cards, or decides about them, as a matter of routine: counted, where an entry of its own would tell
//! nobody anything.

use resettle_coup_log::SaidOfWager;
use resettle_game::NoBetReason;

use super::{CoupSeen, NotAtRisk};

resettle_game::words! {
    /// What happened without the cards of a coup deciding it.
    Routine {
        /// A wager was withdrawn, in time or not known when.
        Withdrawn = "withdrawn_wager",
        /// A wager came too late.
        Late = "late_wager",
        /// A commission was collected apart from what went back.
        Commission = "commission",
        /// A Gaming Manager approved a wager.
        Approved = "approved_wager",
        /// A wager was made with cash or a promotional token.
        Token = "token_wager",
        /// A coup was dealt without wagers because somebody agreed to it or asked for it.
        NoBetCoup = "no_bet_coup",
        /// Cards were burned between two coups of a shoe, beyond those that the rules burn.
        Burned = "burned_cards",
        /// The table sign was changed while a shoe was in play.
        Sign = "sign_changed",
        /// What is left open by the rules was chosen anew while a shoe was in play.
        Option = "option_changed",
        /// The fee of a tournament went back.
        Refund = "refund",
        /// A prize of a tournament was given.
        Prize = "prize",
        /// The log says who is on duty.
        Staff = "staff_record",
    }
}

impl Routine {
    /// What is counted, in words.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            Self::Withdrawn => "wagers withdrawn in time",
            Self::Late => "wagers that came too late",
            Self::Commission => "commissions collected apart",
            Self::Approved => "wagers that a Gaming Manager approved",
            Self::Token => "wagers made with cash or a promotional token",
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

impl Routine {
    /// What its money is, in words: what became of the sum that is counted with it.
    #[must_use]
    pub fn money_says(self) -> &'static str {
        match self {
            Self::Withdrawn | Self::Late => "went back",
            Self::Approved | Self::Token => "staked",
            Self::Commission => "collected",
            Self::Refund | Self::Prize => "paid",
            Self::NoBetCoup | Self::Burned | Self::Sign | Self::Option | Self::Staff => "",
        }
    }
}

impl CoupSeen<'_> {
    /// What happened to a wager at its place without the cards deciding it, with the money in minor units: what went back, for
    /// a commission what was collected, of a wager that was approved or made with a token its stake.
    #[must_use]
    pub fn routine_of(&self, at: usize) -> [Option<(Routine, i128)>; 4] {
        let wager = self.wagers.get(at);
        let apart = match wager.and_then(|wager| wager.not_at_risk) {
            Some(NotAtRisk::Withdrawn) => Some(Routine::Withdrawn),
            Some(NotAtRisk::Late) => Some(Routine::Late),
            _ => None,
        };
        let SaidOfWager { commission, approved, token } = self.logged.said_of(at);
        let stake = wager.map_or(0, |wager| i128::from(wager.stake));
        [
            apart.zip(wager.map(|wager| wager.returned)),
            (commission != 0).then_some((Routine::Commission, i128::from(commission))),
            approved.then_some((Routine::Approved, stake)),
            token.map(|_| (Routine::Token, stake)),
        ]
    }

    /// Whether it was dealt without wagers for a reason that no record of its log can show.
    #[must_use]
    pub fn is_no_bet_by_wish(&self) -> bool {
        use NoBetReason::{Agreed, Free, Inspection, PlayersRequest};
        let reason = self.logged.strict().and_then(|coup| coup.no_bet).and_then(|no_bet| no_bet.reason);
        matches!(reason, Some(Agreed | PlayersRequest | Inspection | Free))
    }
}
