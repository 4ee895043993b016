/// Why money is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unjudged {
    /// No source records the cards, and it was settled as its own record declares.
    Declared,
    /// No source records the cards, and what was declared does not say what was due.
    DueUnknown,
    /// Nobody logged when bets were closed, and a wager was withdrawn.
    NoClose,
    /// Of a card only the rank, the suit or the points are known, and that does not say what was due.
    PartlyKnown,
    /// The cards or the declaration do not say what was due.
    Unknown,
}

impl Unjudged {
    pub(crate) fn why(self) -> &'static str {
        match self {
            Self::Declared => "no source records the cards, and they are settled by their own declaration",
            Self::DueUnknown => "no source records the cards, and what was declared does not say what was due",
            Self::NoClose => "wagers were withdrawn, and the log does not say when bets were closed",
            Self::PartlyKnown => "cards are known by rank, suit or points alone, which does not say what was due",
            Self::Unknown => "what was logged of them does not say what was due",
        }
    }
}
