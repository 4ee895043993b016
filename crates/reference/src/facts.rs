use crate::{Card, Side};

/// The kinds of irregularity that a log names.
#[allow(missing_docs, reason = "each is the log's word for it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    ForeignCard,
    ExtraCard,
    MissingCard,
    UnshuffledCards,
    WrongCardCount,
    UnauthorisedDraw,
    DealtOutOfOrder,
    OrderAltered,
    CardsDrawnTogether,
    InsufficientCards,
    BurnOmitted,
    SequenceRevealed,
    DisplayError,
    FaceUpCard,
    TechnicalInterruption,
    DeviceMalfunction,
    Disruption,
    Fraud,
    ProhibitedDevice,
    Other,
}

impl Kind {
    /// Each kind once, in the order in which they are declared.
    pub const ALL: [Kind; 20] = [
        Kind::ForeignCard,
        Kind::ExtraCard,
        Kind::MissingCard,
        Kind::UnshuffledCards,
        Kind::WrongCardCount,
        Kind::UnauthorisedDraw,
        Kind::DealtOutOfOrder,
        Kind::OrderAltered,
        Kind::CardsDrawnTogether,
        Kind::InsufficientCards,
        Kind::BurnOmitted,
        Kind::SequenceRevealed,
        Kind::DisplayError,
        Kind::FaceUpCard,
        Kind::TechnicalInterruption,
        Kind::DeviceMalfunction,
        Kind::Disruption,
        Kind::Fraud,
        Kind::ProhibitedDevice,
        Kind::Other,
    ];

    /// The log's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::ForeignCard => "foreign_card",
            Kind::ExtraCard => "extra_card",
            Kind::MissingCard => "missing_card",
            Kind::UnshuffledCards => "unshuffled_cards",
            Kind::WrongCardCount => "wrong_card_count",
            Kind::UnauthorisedDraw => "unauthorised_draw",
            Kind::DealtOutOfOrder => "dealt_out_of_order",
            Kind::OrderAltered => "order_altered",
            Kind::CardsDrawnTogether => "cards_drawn_together",
            Kind::InsufficientCards => "insufficient_cards",
            Kind::BurnOmitted => "burn_omitted",
            Kind::SequenceRevealed => "sequence_revealed",
            Kind::DisplayError => "display_error",
            Kind::FaceUpCard => "face_up_card",
            Kind::TechnicalInterruption => "technical_interruption",
            Kind::DeviceMalfunction => "device_malfunction",
            Kind::Disruption => "disruption",
            Kind::Fraud => "fraud",
            Kind::ProhibitedDevice => "prohibited_device",
            Kind::Other => "other",
        }
    }
}

/// How many cards a hand was dealt by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// More than due.
    TooMany,
    /// Fewer than due.
    TooFew,
}

/// When it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Among the first cards.
    InitialDeal,
    /// Among the further cards.
    Draws,
    /// Before the coup's first card.
    BeforeCoup,
    /// After it.
    DuringCoup,
}

/// What a technical interruption struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hits {
    /// The round itself.
    Round,
    /// Terminals, all or some.
    Terminals,
}

/// Why play was disrupted: the six causes of the Star's 14.4.1, and any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// `civil_commotion` in a log.
    CivilCommotion,
    /// `fire` in a log.
    Fire,
    /// `riot` in a log.
    Riot,
    /// `brawl` in a log.
    Brawl,
    /// `robbery` in a log.
    Robbery,
    /// `act_of_god` in a log.
    ActOfGod,
    /// Anything else.
    Other,
}

impl Cause {
    /// The log's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Cause::CivilCommotion => "civil_commotion",
            Cause::Fire => "fire",
            Cause::Riot => "riot",
            Cause::Brawl => "brawl",
            Cause::Robbery => "robbery",
            Cause::ActOfGod => "act_of_god",
            Cause::Other => "other",
        }
    }
}

/// An irregularity with its facts; what a log leaves out is as [`Facts::of`] has it.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Which irregularity it is, by the log's word.
    pub kind: Kind,
    /// The hand concerned.
    pub hand: Option<Side>,
    /// Too many or too few.
    pub dealt: Option<Count>,
    /// Among which cards, or before or after the coup's first card; none where that is not said.
    pub stage: Option<Stage>,
    /// Whether the cards were reconstructed.
    pub reconstructed: bool,
    /// Whether the order of cards drawn together is known.
    pub order_known: bool,
    /// Whether one of the cards drawn together belongs to the initial deal.
    pub in_initial_deal: bool,
    /// Whether it was noticed (at the Star: notified) before the next commencement.
    pub in_time: bool,
    /// What a technical interruption struck.
    pub hits: Hits,
    /// The cards on the table when it struck, in order drawn.
    pub cards_when_struck: Vec<Card>,
    /// Whether cards were damaged.
    pub cards_damaged: bool,
    /// Whether somebody was disadvantaged.
    pub disadvantage: bool,
    /// Whether another device was at hand.
    pub replacement_available: bool,
    /// Whether the cards could be moved to it.
    pub practicable: bool,
    /// Why play was disrupted.
    pub cause: Option<Cause>,
    /// Whether fraud affected the outcome.
    pub outcome_affected: bool,
}

impl Facts {
    /// The kind alone: nothing reconstructed, noticed in time, another device at hand.
    pub fn of(kind: Kind) -> Facts {
        Facts {
            kind,
            hand: None,
            dealt: None,
            stage: None,
            reconstructed: false,
            order_known: false,
            in_initial_deal: false,
            in_time: true,
            hits: Hits::Round,
            cards_when_struck: Vec::new(),
            cards_damaged: false,
            disadvantage: false,
            replacement_available: true,
            practicable: true,
            cause: None,
            outcome_affected: false,
        }
    }
}
