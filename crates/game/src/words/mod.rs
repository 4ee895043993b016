//! The words that logs and rulesets share: roles, kinds of irregularity, where cards end.
//!
//! The log format lists them; any other word makes a record malformed, but for `bet`, `kind` and `type`.

words! {
    /// The token of a wager that is not an ordinary chip.
    Token {
        /// A promotional token.
        Promotional = "promotional",
        /// Cash.
        Cash = "cash",
    }
}

words! {
    /// Who decided or was notified. The first six rise in rank; the others are outside that order.
    Role {
        /// Dealer.
        Dealer = "dealer",
        /// Gaming supervisor.
        GamingSupervisor = "gaming_supervisor",
        /// Casino supervisor.
        CasinoSupervisor = "casino_supervisor",
        /// Assistant Gaming Manager.
        AssistantGamingManager = "assistant_gaming_manager",
        /// Gaming Manager.
        GamingManager = "gaming_manager",
        /// Gaming Shift Manager.
        GamingShiftManager = "gaming_shift_manager",
        /// Tournament Manager, outside the ladder.
        TournamentManager = "tournament_manager",
        /// Surveillance, outside the ladder.
        Surveillance = "surveillance",
        /// An inspector, outside the ladder.
        Inspector = "inspector",
    }
}

impl Role {
    /// Whether this role is `lowest` or a higher one of the same ladder.
    #[must_use]
    pub fn reaches(self, lowest: Self) -> bool {
        let on_ladder = |role: Self| role <= Self::GamingShiftManager;
        self == lowest || (on_ladder(self) && on_ladder(lowest) && self >= lowest)
    }
}

words! {
    /// A result as announced.
    DeclaredResult {
        /// The Player's hand won.
        Player = "player",
        /// The Banker's hand won.
        Banker = "banker",
        /// Equal point totals.
        Tie = "tie",
        /// No result.
        Void = "void",
    }
}

words! {
    /// What the winning result display (WRD) showed.
    Shown {
        /// The Player's hand.
        Player = "player",
        /// The Banker's hand.
        Banker = "banker",
        /// A tie.
        Tie = "tie",
        /// A void coup.
        Void = "void",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// How a coup was dealt.
    Mode {
        /// With wagers.
        Live = "live",
        /// Without wagers.
        NoBet = "no_bet",
    }
}

words! {
    /// Why a coup was dealt without wagers.
    NoBetReason {
        /// All players agreed.
        Agreed = "agreed",
        /// A card drawn without authority opens it.
        UnauthorisedDraw = "unauthorised_draw",
        /// An exposed card opens it.
        ExposedCard = "exposed_card",
        /// All wagers were removed after a reconstruction.
        AllRemoved = "all_removed",
        /// Players asked for it.
        PlayersRequest = "players_request",
        /// It is dealt so that cards or equipment can be inspected.
        Inspection = "inspection",
        /// It is dealt free: to open a table, to keep it going, to show the game.
        Free = "free",
    }
}

words! {
    /// Where a card ended.
    To {
        /// The Player's hand.
        Player = "P",
        /// The Banker's hand.
        Banker = "B",
        /// Set aside.
        Aside = "X",
        /// Kept as the next coup's first card.
        Next = "N",
    }
}

words! {
    /// What was decided about an irregularity.
    Ruling {
        /// The coup is void.
        Void = "void",
        /// The coup stands.
        Stands = "stands",
        /// The cards were reconstructed.
        Reconstructed = "reconstructed",
        /// A no-bet coup was dealt.
        NoBet = "no_bet",
    }
}

words! {
    /// In which direction the number of cards was wrong.
    DealtFault {
        /// A card too many.
        TooMany = "too_many",
        /// A card too few.
        TooFew = "too_few",
    }
}

words! {
    /// At which stage something happened.
    Stage {
        /// During the initial deal.
        InitialDeal = "initial_deal",
        /// During the draws.
        Draws = "draws",
        /// Before the coup's first card.
        BeforeCoup = "before_coup",
        /// After it.
        DuringCoup = "during_coup",
    }
}

words! {
    /// What a technical interruption affects.
    Affects {
        /// The round.
        Round = "round",
        /// Terminals, some or all.
        Terminals = "terminals",
    }
}

words! {
    /// What disrupted the game.
    Cause {
        /// Civil commotion.
        CivilCommotion = "civil_commotion",
        /// Fire.
        Fire = "fire",
        /// Riot.
        Riot = "riot",
        /// Brawl.
        Brawl = "brawl",
        /// Robbery.
        Robbery = "robbery",
        /// An act of God.
        ActOfGod = "act_of_god",
        /// Anything else.
        Other = "other",
    }
}

words! {
    /// The kinds of irregularity that the format knows.
    Kind {
        /// A card that belongs to no deck in play.
        ForeignCard = "foreign_card",
        /// A copy too many.
        ExtraCard = "extra_card",
        /// A card is missing from the shoe.
        MissingCard = "missing_card",
        /// The cards were not shuffled.
        UnshuffledCards = "unshuffled_cards",
        /// A hand got a wrong number of cards.
        WrongCardCount = "wrong_card_count",
        /// A card was drawn that the rules do not give.
        UnauthorisedDraw = "unauthorised_draw",
        /// Cards were dealt in a wrong order.
        DealtOutOfOrder = "dealt_out_of_order",
        /// The order of the cards in the shoe was altered.
        OrderAltered = "order_altered",
        /// Two or more cards left the shoe together.
        CardsDrawnTogether = "cards_drawn_together",
        /// Too few cards to finish the coup.
        InsufficientCards = "insufficient_cards",
        /// No card was burned.
        BurnOmitted = "burn_omitted",
        /// The sequence of the cards became known.
        SequenceRevealed = "sequence_revealed",
        /// The display showed something wrong.
        DisplayError = "display_error",
        /// A card lay face upwards.
        FaceUpCard = "face_up_card",
        /// A technical interruption.
        TechnicalInterruption = "technical_interruption",
        /// The shuffling device failed.
        DeviceMalfunction = "device_malfunction",
        /// The game was disrupted.
        Disruption = "disruption",
        /// A fraudulent act.
        Fraud = "fraud",
        /// A prohibited device was used.
        ProhibitedDevice = "prohibited_device",
        /// Anything else.
        Other = "other",
    }
}

mod prize;

pub use prize::PrizeKind;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_rise_and_those_beside_the_ladder_do_not() {
        assert!(Role::GamingManager.reaches(Role::GamingSupervisor));
        assert!(!Role::Dealer.reaches(Role::GamingSupervisor));
        assert!(!Role::Surveillance.reaches(Role::GamingSupervisor));
        assert!(!Role::Inspector.reaches(Role::Dealer));
        assert!(Role::Inspector.reaches(Role::Inspector));
        assert!(!Role::GamingShiftManager.reaches(Role::Surveillance));
    }
}
