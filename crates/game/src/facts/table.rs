use super::value::{Asked, Form, Held, Said, Stated};
use crate::{Affects, Cause, DealtFault, Kind, Side, Stage};

facts! {
    conditions {
        /// Whether the cards were reconstructed.
        reconstructed as Reconstructed: bool = false, ["not reconstructed", "reconstructed"];
        /// Whether the order of cards drawn together is known.
        order_known as OrderKnown: bool = false, ["order unknown", "order known"];
        /// Whether it was noticed before the next commencement; no log states it.
        in_time as InTime: bool = true, ["noticed too late", "noticed in time"];
        /// Whether some wager on offer had conclusively won or lost when the round was interrupted; no log states it.
        outcome_established as OutcomeEstablished: bool = false, ["no outcome established", "outcome established"];
        /// Whether cards are damaged.
        cards_damaged as CardsDamaged: bool = false, ["no card damaged", "cards damaged"];
        /// Whether a player is disadvantaged.
        disadvantage as Disadvantage: bool = false, ["no disadvantage", "disadvantage"];
        /// Whether another device is available.
        replacement_available as ReplacementAvailable: bool = true, ["no other device", "other device at hand"];
        /// Whether a transfer is practicable.
        practicable as Practicable: bool = true, ["transfer impracticable", "transfer practicable"];
        /// Whether the outcome is affected. That it was is the opinion of whoever voids the coup: unstated, it is not
        /// taken as false.
        outcome_affected as OutcomeAffected: bool = true, ["outcome not affected", "outcome affected"];
        /// Whether one of the cards that `cards` names belongs to the initial deal; no log states it.
        initial_deal as InitialDeal: bool = false, ["after initial deal", "in initial deal"];
        /// Whether it was noticed after the coup was settled; no log states it.
        completed as Completed: bool = false, ["noticed before settlement", "noticed after settlement"],
            described as "Noticed after the coup was settled.";
        /// Which hand.
        hand as Hand: Side, ["hand:"];
        /// Too many or too few.
        dealt as Dealt: DealtFault, ["dealt"];
        /// At which stage.
        stage as Stage: Stage, ["stage:"];
        /// What is affected.
        affects as Affects: Affects = Affects::Round, ["affects"];
        /// The cause.
        cause as Cause: Cause, ["cause:"];
    }
    beside {
        /// Index of a card of the coup, from 0.
        card as Card: usize;
        /// Indexes of cards of the coup, from 0.
        cards as Cards: Vec<usize>;
        /// Which terminals.
        terminals as Terminals: Vec<String>;
        /// How many cards had been dealt.
        after_cards as AfterCards: usize;
        /// Whose wagers, by name.
        wagers as Wagers: Vec<String>;
        /// Free text.
        text as Text: String;
    }
}

/// The conditions in the order in which people read them: first what was done about it, then when, then the rest.
pub(super) const SHOWN: [Fact; Fact::ASKED.len()] = [
    Fact::Reconstructed,
    Fact::OrderKnown,
    Fact::InTime,
    Fact::InitialDeal,
    Fact::Completed,
    Fact::OutcomeEstablished,
    Fact::Disadvantage,
    Fact::CardsDamaged,
    Fact::ReplacementAvailable,
    Fact::Practicable,
    Fact::OutcomeAffected,
    Fact::Hand,
    Fact::Dealt,
    Fact::Stage,
    Fact::Affects,
    Fact::Cause,
];

impl Kind {
    /// The facts that a log can state of it, in the order of the format.
    #[must_use]
    pub fn states(self) -> &'static [Fact] {
        use Fact::*;
        match self {
            Self::ForeignCard | Self::ExtraCard | Self::MissingCard | Self::UnshuffledCards => &[Card],
            Self::WrongCardCount => &[Hand, Dealt, Stage, Reconstructed],
            Self::UnauthorisedDraw => &[Card, Hand, Reconstructed],
            Self::DealtOutOfOrder | Self::OrderAltered => &[Reconstructed],
            Self::CardsDrawnTogether => &[Cards, Reconstructed, OrderKnown],
            Self::InsufficientCards | Self::BurnOmitted | Self::SequenceRevealed | Self::DisplayError => &[],
            Self::FaceUpCard => &[Stage],
            Self::TechnicalInterruption => &[Affects, Terminals, AfterCards],
            Self::DeviceMalfunction => &[CardsDamaged, Disadvantage, ReplacementAvailable, Practicable],
            Self::Disruption => &[Cause],
            Self::Fraud | Self::ProhibitedDevice => &[Wagers, OutcomeAffected],
            Self::Other => &[Text],
        }
    }
}

impl Fact {
    /// How a log writes it of an irregularity of this kind.
    #[must_use]
    pub fn form_of(self, kind: Kind) -> Form {
        match (self, kind) {
            (Self::Stage, Kind::WrongCardCount) => Form::Word(&["initial_deal", "draws"]),
            (Self::Stage, Kind::FaceUpCard) => Form::Word(&["before_coup", "during_coup"]),
            _ => self.form(),
        }
    }
}
