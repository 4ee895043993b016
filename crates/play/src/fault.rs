/// What can be planted in a coup. Each gives one finding, at the coup or at one of its wagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A wager that won got 5.00 less than was due.
    Underpaid,
    /// A wager that won got 5.00 more than was due.
    Overpaid,
    /// A wager that lost got its stake back.
    LoserPaid,
    /// A wager that won was paid without the commission on it.
    NoCommission,
    /// The display showed another winner.
    WrongDisplay,
    /// Another winner was announced.
    Misdeclared,
    /// The last card that the table of play asks for was not dealt; all else is right by the hands as they lie.
    MissingDraw,
    /// A card was dealt that the table of play does not ask for.
    ExtraDraw,
    /// A card was dealt of which the shoe held no more.
    ImpossibleCard,
    /// The coup was voided, and nothing grounds that.
    GroundlessVoid,
    /// A card of no deck lay in a hand, which voids the coup, and it was settled.
    ForeignCardSettled,
    /// No card was burned before the coup.
    NotBurned,
    /// A coup was dealt from a shoe that its cut card had ended.
    AfterCutCard,
    /// A wager on a bet that asks for the same player's own on another was placed by somebody who had none.
    WithoutOwn,
    /// The same player's own wager that another one asks for was taken back before bets were closed.
    OwnTakenBack,
    /// A stake was no multiple of what the ruleset asks for.
    NoMultiple,
    /// A stake was above so many times the minimum of another bet.
    AboveMinimum,
    /// A stake was above a part of what the same player had on other bets.
    AbovePart,
    /// A wager was taken on a bet that was closed after an earlier coup of the shoe.
    BetClosed,
}

impl Fault {
    /// All there are.
    pub const ALL: [Self; 19] = [
        Self::Underpaid,
        Self::Overpaid,
        Self::LoserPaid,
        Self::NoCommission,
        Self::WrongDisplay,
        Self::Misdeclared,
        Self::MissingDraw,
        Self::ExtraDraw,
        Self::ImpossibleCard,
        Self::GroundlessVoid,
        Self::ForeignCardSettled,
        Self::NotBurned,
        Self::AfterCutCard,
        Self::WithoutOwn,
        Self::OwnTakenBack,
        Self::NoMultiple,
        Self::AboveMinimum,
        Self::AbovePart,
        Self::BetClosed,
    ];

    /// The word by which it is asked for.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Underpaid => "underpaid",
            Self::Overpaid => "overpaid",
            Self::LoserPaid => "loser_paid",
            Self::NoCommission => "no_commission",
            Self::WrongDisplay => "wrong_display",
            Self::Misdeclared => "misdeclared",
            Self::MissingDraw => "missing_draw",
            Self::ExtraDraw => "extra_draw",
            Self::ImpossibleCard => "impossible_card",
            Self::GroundlessVoid => "groundless_void",
            Self::ForeignCardSettled => "foreign_card_settled",
            Self::NotBurned => "not_burned",
            Self::AfterCutCard => "after_cut_card",
            Self::WithoutOwn => "without_own",
            Self::OwnTakenBack => "own_taken_back",
            Self::NoMultiple => "no_multiple",
            Self::AboveMinimum => "above_minimum",
            Self::AbovePart => "above_part",
            Self::BetClosed => "bet_closed",
        }
    }

    /// The fault of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.name() == name)
    }

    /// The code of the finding that it gives.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Underpaid => "settlement/underpaid",
            Self::Overpaid | Self::LoserPaid | Self::NoCommission => "settlement/overpaid",
            Self::WrongDisplay => "display/wrd-mismatch",
            Self::Misdeclared => "result/misdeclared",
            Self::MissingDraw => "deal/missing-draw",
            Self::ExtraDraw => "deal/extra-draw",
            Self::ImpossibleCard => "deal/impossible-card",
            Self::GroundlessVoid => "void/groundless",
            Self::ForeignCardSettled => "void/undeclared",
            Self::NotBurned => "procedure/burn-missing",
            Self::AfterCutCard => "procedure/cut-card",
            Self::WithoutOwn | Self::OwnTakenBack | Self::NoMultiple | Self::BetClosed => "wager/not-permitted",
            Self::AboveMinimum | Self::AbovePart => "wager/over-limit",
        }
    }

    /// What it is, in words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Underpaid => "a wager that won gets 500 less than is due",
            Self::Overpaid => "a wager that won gets 500 more than is due",
            Self::LoserPaid => "a wager that lost gets its stake back",
            Self::NoCommission => "a wager that won is paid without the commission on it",
            Self::WrongDisplay => "the display shows another winner",
            Self::Misdeclared => "another winner is announced",
            Self::MissingDraw => "the last card that the table of play asks for is not dealt",
            Self::ExtraDraw => "a card is dealt that the table of play does not ask for",
            Self::ImpossibleCard => "a card is dealt of which the shoe holds no more",
            Self::GroundlessVoid => "the coup is voided, and nothing grounds that",
            Self::ForeignCardSettled => "a card of no deck lies in a hand, which voids the coup, and it is settled",
            Self::NotBurned => "no card is burned before the coup",
            Self::AfterCutCard => "a coup is dealt from a shoe that its cut card had ended",
            Self::WithoutOwn => "a bet that asks for the same player's own on another is taken without it",
            Self::OwnTakenBack => {
                "the same player's own wager that a bet asks for is taken back before bets are closed"
            }
            Self::NoMultiple => "a stake is no multiple of what the ruleset asks for",
            Self::AboveMinimum => "a stake is above so many times the minimum of another bet",
            Self::AbovePart => "a stake is above a part of what the same player has on other bets",
            Self::BetClosed => "a wager is taken on a bet that closed after an earlier coup of the shoe",
        }
    }
}
